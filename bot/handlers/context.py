"""What every handler gets: the services, and who wrote where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from telegram import Chat, Message, Update, User
from telegram.constants import ChatID, ChatType
from telegram.ext import Application, CallbackContext, ExtBot

from bot.chat.texts import Texts, language_of, texts_for
from bot.delivery.audience import chat_texts
from bot.delivery.boards import Boards
from bot.delivery.replies import Place, Replies
from bot.play.live import Live
from bot.play.match import Player
from bot.play.people import People
from bot.store.database import Database
from bot.store.people import PersonRecord

# Accounts that stand for many people: anonymous administrators, posts of linked channels.
SHARED_ACCOUNTS = frozenset({ChatID.ANONYMOUS_ADMIN, ChatID.SERVICE_CHAT, ChatID.FAKE_CHANNEL})

_SERVICES = "services"


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that handlers work with."""

    database: Database
    live: Live
    people: People
    boards: Boards
    replies: Replies


class Context(CallbackContext[ExtBot[int], dict[Any, Any], dict[Any, Any], dict[Any, Any]]):
    """The library's context, with the services typed."""

    @property
    def services(self) -> Services:
        """The services of this application."""
        return cast(Services, self.bot_data[_SERVICES])


def provide(application: Application[Any, Any, Any, Any, Any, Any], services: Services) -> None:
    """Gives the services to all handlers of an application."""
    application.bot_data[_SERVICES] = services


@dataclass(frozen=True, slots=True)
class Asking:
    """A command: who gave it, where, with which words after it, and the texts for the answer."""

    player: Player
    chat: Chat
    place: Place
    words: tuple[str, ...]
    message: Message
    texts: Texts


@dataclass(frozen=True, slots=True)
class Tap:
    """A button pressed: by whom, in which chat, and the texts for the toast."""

    player: Player
    chat: int
    texts: Texts


async def asking(update: Update, context: Context) -> Asking | None:
    """Returns the command of an update; None when nobody in particular gave it."""
    message, chat = update.effective_message, update.effective_chat
    if message is None or chat is None:
        return None
    place = Place(
        chat.id,
        message.message_thread_id if message.is_topic_message else None,
        message.message_id if chat.type != ChatType.PRIVATE else None,
    )
    user = message.from_user
    if user is None or message.sender_chat is not None or user.id in SHARED_ACCOUNTS:
        texts = await chat_texts(chat.id, context.services.people)
        context.services.replies.send(place, texts.html("hint.anonymous"))
        return None
    player = await context.services.people.meet(person_of(user))
    return Asking(
        player=player,
        chat=chat,
        place=place,
        words=tuple(context.args or ()),
        message=message,
        texts=await chat_texts(chat.id, context.services.people),
    )


def person_of(user: User) -> PersonRecord:
    """Returns what is stored of a Telegram user."""
    return PersonRecord(user.id, user.full_name, user.username, user.language_code)


def personal_texts(user: User) -> Texts:
    """Returns the texts for what only this person sees, such as toasts."""
    return texts_for(language_of(user.language_code))
