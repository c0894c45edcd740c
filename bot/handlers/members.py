"""Who is in a group."""

from __future__ import annotations

import logging

from telegram import ChatMember, ChatMemberRestricted
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError
from telegram.ext import ExtBot

_log = logging.getLogger(__name__)

_ABSENT = {ChatMemberStatus.LEFT, ChatMemberStatus.BANNED}


async def member_of(bot: ExtBot[int], chat: int, person: int) -> ChatMember | None:
    """Asks Telegram what somebody is in a group; None if it does not say."""
    try:
        return await bot.get_chat_member(chat, person)
    except TelegramError as error:
        _log.info("What somebody is in chat %s is not known: %s", chat, error)
        return None


def is_present(member: ChatMember) -> bool:
    """Whether that is somebody inside the group."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status not in _ABSENT
