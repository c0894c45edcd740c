"""What every handler gets: the services, and who wrote where."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, cast

from telegram import Chat, Message, Update, User
from telegram.constants import ChatID, ChatType
from telegram.ext import Application, CallbackContext, ExtBot

from bot.chat.texts import Texts
from bot.chat.toasts import refusal_toast
from bot.delivery.audience import Audience
from bot.delivery.boards import Boards
from bot.delivery.exports import Exports
from bot.delivery.posts import Posts
from bot.delivery.replies import Place, Replies
from bot.handlers.limits import ALLOWANCES, Activity, Limits, Verdict
from bot.handlers.repeats import Repeats
from bot.play.admission import Admission
from bot.play.live import Live
from bot.play.match import Match
from bot.play.opponent import Opponent
from bot.play.people import People
from bot.play.reach import Reach
from bot.play.refusals import Refused
from bot.play.reviewer import Reviewer
from bot.play.seats import Player
from bot.store.database import Database
from bot.store.people import PersonRecord

# Accounts that stand for many people: anonymous administrators, posts of linked channels.
SHARED_ACCOUNTS = frozenset({ChatID.ANONYMOUS_ADMIN, ChatID.SERVICE_CHAT, ChatID.FAKE_CHANNEL})

_SERVICES = "services"


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that handlers work with; ``spawn`` runs what nobody waits for."""

    database: Database
    live: Live
    people: People
    audience: Audience
    boards: Boards
    replies: Replies
    exports: Exports
    opponent: Opponent
    admission: Admission
    posts: Posts
    reviewer: Reviewer
    reach: Reach
    repeats: Repeats
    limits: Limits
    spawn: Callable[[Coroutine[Any, Any, None]], object]


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


async def asking(
    update: Update, context: Context, activity: Activity = Activity.COMMAND
) -> Asking | None:
    """Returns the command of an update; None when nobody in particular gave it, or one too many."""
    message, chat = update.effective_message, update.effective_chat
    if message is None or chat is None or not await is_granted(message, context, activity):
        return None
    place = place_of(message)
    user = message.from_user
    if user is None:
        return None
    if message.sender_chat is not None or user.id in SHARED_ACCOUNTS:
        texts = await context.services.audience.texts(chat.id)
        context.services.replies.send(place, texts.html("hint.anonymous"))
        return None
    player = await context.services.people.meet(person_of(user))
    return Asking(
        player=player,
        chat=chat,
        place=place,
        words=tuple(context.args or ()),
        message=message,
        texts=await context.services.audience.texts(chat.id),
    )


async def is_granted(
    message: Message, context: Context, activity: Activity = Activity.COMMAND
) -> bool:
    """Whether its sender may still ask for something now; the first time not, that is said."""
    sender = message.sender_chat or message.from_user
    if sender is None:
        return False
    services = context.services
    verdict = services.limits.ask(activity, sender.id)
    if verdict is Verdict.EXPLAINED:
        texts = await services.audience.texts(message.chat.id)
        most = ALLOWANCES[Activity.COMMAND].most
        services.replies.send(place_of(message), texts.html("reply.too-many", most=most))
    return verdict is Verdict.GRANTED


async def say_why(refused: Refused, ask: Asking, services: Services) -> None:
    """Answers a command that was refused."""
    people = refused.match.people if refused.match is not None else ()
    why = refusal_toast(refused, await services.audience.names(people), ask.texts)
    services.replies.send(ask.place, ask.texts.html("reply.refused", why=why))


async def own_running(ask: Asking, services: Services) -> list[Match]:
    """Returns the running games of this chat that whoever asks plays in, the newest first."""
    return [
        match
        for match in await services.live.in_chat(ask.chat.id)
        if match.seats is not None and match.seats.side_of(ask.player.id) is not None
    ]


def person_of(user: User) -> PersonRecord:
    """Returns what is stored of a Telegram user."""
    # The library gives None for accounts without a first name: those that are deleted.
    return PersonRecord(user.id, user.full_name or "", user.username, user.language_code)


def place_of(message: Message) -> Place:
    """Returns where the answer to a command goes."""
    return Place(
        message.chat.id,
        message.message_thread_id if message.is_topic_message else None,
        message.message_id if message.chat.type != ChatType.PRIVATE else None,
    )
