"""What is chosen for a group, its administrators choose."""

from __future__ import annotations

from telegram import Message
from telegram.constants import ChatMemberStatus
from telegram.ext import ExtBot

from bot.handlers.context import Context, person_of
from bot.handlers.members import member_of

_ADMINISTRATORS = {ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR}


async def administers(bot: ExtBot[int], chat: int, person: int) -> bool | None:
    """Asks Telegram whether somebody administers a group; None if it does not say."""
    member = await member_of(bot, chat, person)
    return None if member is None else member.status in _ADMINISTRATORS


async def comes_from_administrator(message: Message, context: Context) -> bool | None:
    """Whether an administrator wrote this in a group; None if Telegram does not say."""
    # An anonymous administrator writes in the name of the group (Bot API: Message).
    if message.sender_chat is not None:
        return message.sender_chat.id == message.chat.id
    if (user := message.from_user) is None:
        return False
    await context.services.people.meet(person_of(user))
    return await administers(context.bot, message.chat.id, user.id)


def why_not_allowed(allowed: bool | None) -> str:
    """Returns the id of the text that says why somebody may not choose for a group."""
    return "toast.failed" if allowed is None else "toast.administrators-only"
