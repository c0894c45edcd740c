"""What happens to the chats themselves: where the bot is, where it may write, what they become."""

from __future__ import annotations

import logging

from telegram import (
    Chat,
    ChatMemberRestricted,
    ChatMemberUpdated,
    MaybeInaccessibleMessage,
    Message,
    Update,
)
from telegram.constants import ChatType
from telegram.error import TelegramError
from telegram.ext import BaseHandler, ChatMemberHandler, MessageHandler, TypeHandler, filters

from bot.chat.sheets import Sheet, back_again_sheet
from bot.chat.texts import shown_name
from bot.delivery.replies import Place
from bot.handlers.context import Context, Services, Tap
from bot.handlers.members import is_present
from bot.play.match import Match, Phase
from bot.store.boards import has_boards
from bot.store.silences import GENERAL, Hindrance

_log = logging.getLogger(__name__)

# As many boards as come at once.
_MOST = 5


async def migrated(update: Update, context: Context) -> None:
    """A group became a supergroup: its games go on under the new id."""
    message = update.effective_message
    assert message is not None
    if message.migrate_to_chat_id is not None:
        await context.services.boards.moved(message.chat.id, message.migrate_to_chat_id)
    elif message.migrate_from_chat_id is not None:
        await context.services.boards.moved(message.migrate_from_chat_id, message.chat.id)


async def changed(update: Update, context: Context) -> None:
    """The bot was added, removed or restricted somewhere; a person has blocked or unblocked it."""
    change = update.my_chat_member
    assert change is not None
    services, chat, now = context.services, change.chat, change.new_chat_member
    if chat.type == ChatType.CHANNEL:
        if is_present(now):
            await _decline(change, context)
    elif not is_present(now):
        await services.reach.lost(chat.id, Hindrance.GONE)
    elif isinstance(now, ChatMemberRestricted) and not now.can_send_messages:
        await services.reach.regained(chat.id)
        await services.reach.lost(chat.id, Hindrance.MUTED)
    else:
        await _regained(chat, services, absent=not is_present(change.old_chat_member))


async def heard(update: Update, context: Context) -> None:
    """Something comes from a chat where nothing could be sent: that can be tried again."""
    chat, message = update.effective_chat, update.effective_message
    if chat is None or update.my_chat_member is not None:
        return
    if message is not None and message.left_chat_member is not None:
        # A basic group tells in this way, too, that the bot was removed.
        return
    if context.services.reach.may_be_tried(chat.id):
        await _regained(chat, context.services, absent=False)


async def topic_closed(update: Update, context: Context) -> None:
    """A topic was closed: the games in it are paused."""
    message = update.effective_message
    assert message is not None
    topic, services = _topic_of(message), context.services
    if await has_boards(services.database, message.chat.id, topic):
        await services.reach.lost(message.chat.id, Hindrance.CLOSED, topic)


async def topic_reopened(update: Update, context: Context) -> None:
    """A topic was reopened: the games in it go on."""
    message = update.effective_message
    assert message is not None
    await context.services.reach.regained(message.chat.id, _topic_of(message))
    await context.services.boards.catch_up(message.chat.id)


async def resume(tap: Tap, message: MaybeInaccessibleMessage, services: Services) -> None:
    """Brings the boards of the games that have waited for the bot; the question is used up."""
    for match in (await _waiting(tap.chat, services))[:_MOST]:
        services.boards.show_afresh(match.id, tap.chat)
    texts = await services.audience.texts(tap.chat)
    services.replies.turn(message, Sheet(texts.html("reply.resumed")))


async def _regained(chat: Chat, services: Services, *, absent: bool) -> None:
    """Goes on in a chat: by itself where the bot has been all the time, else after a question."""
    hindrance = await services.reach.regained(chat.id)
    if chat.type == ChatType.PRIVATE or not (absent or hindrance is Hindrance.GONE):
        await services.boards.catch_up(chat.id)
        return
    if waiting := await _waiting(chat.id, services):
        texts = await services.audience.texts(chat.id)
        services.replies.send_sheet(Place(chat.id), back_again_sheet(len(waiting), texts))


async def _waiting(chat: int, services: Services) -> list[Match]:
    running = await services.live.in_chat(chat, Phase.RUNNING)
    return running + await services.live.in_chat(chat, Phase.OPEN)


async def _decline(change: ChatMemberUpdated, context: Context) -> None:
    """Leaves a channel, where nobody could play, having told whoever added the bot, or all."""
    services, adder = context.services, change.from_user.id
    texts = await services.audience.texts(adder)
    sheet = Sheet(texts.html("reply.no-channels", channel=shown_name(change.chat.title or "")))
    if await services.replies.deliver(Place(adder), sheet) is None:
        await services.replies.deliver(Place(change.chat.id), sheet)
    try:
        await context.bot.leave_chat(change.chat.id)
    except TelegramError as error:
        _log.info("Channel %s was not left: %s", change.chat.id, error)


def _topic_of(message: Message) -> int:
    topic = message.message_thread_id if message.is_topic_message else None
    return topic or GENERAL


# Before all others, which may send something.
FIRST_HANDLERS: list[BaseHandler[Update, Context, None]] = [TypeHandler(Update, heard)]
HANDLERS: list[BaseHandler[Update, Context, None]] = [
    MessageHandler(filters.StatusUpdate.MIGRATE, migrated),
    MessageHandler(filters.StatusUpdate.FORUM_TOPIC_CLOSED, topic_closed),
    MessageHandler(filters.StatusUpdate.FORUM_TOPIC_REOPENED, topic_reopened),
    ChatMemberHandler(changed, ChatMemberHandler.MY_CHAT_MEMBER),
]
