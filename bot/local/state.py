"""Everything that the stand-in knows, and the few ways in which it changes."""

import secrets
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from bot.local.entities import Formatted, find_entities, tidy
from bot.local.faults import Faults
from bot.local.files import FileStore
from bot.local.flood import FloodLimits
from bot.local.inline import InlineMode
from bot.local.profile import BotProfile
from bot.local.queries import Queries, Tap
from bot.local.records import (
    Chat,
    ChatKind,
    Keyboard,
    Message,
    Person,
    Standing,
    StoredFile,
)
from bot.local.shapes import message_json
from bot.local.updates import Updates
from bot.local.visibility import bot_sees
from bot.local.watching import Watched, Watcher

_BOT_ID = 7_100_000_001
_FIRST_PERSON = 6_100_000_001
_FIRST_GROUP = -4_100_000_001
_FIRST_SUPERGROUP = -1_002_100_000_001
# The bot never learns of these chats, so their ids are the stand-in's own affair.
_FIRST_BETWEEN_PEOPLE = -1
_SHARED_MESSAGES = 0


@dataclass(frozen=True, slots=True)
class Call:
    """A request of the bot, as the stand-in saw it.

    `error` is 0 when it succeeded, 599 when a fault broke the connection.
    """

    at: float
    method: str
    chat_id: int | None
    error: int


class State(Watched):
    """People, chats, files, the bot, and what waits for it.

    `clock` gives Unix time in seconds; `query_seconds` is how long a tap or an inline
    query may be answered.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.time,
        bot_username: str = "ugolki_local_bot",
        bot_name: str = "Ugolki",
        token: str | None = None,
        query_seconds: float = 30.0,
    ) -> None:
        super().__init__()
        self.clock = clock
        self.bot = BotProfile(
            id=_BOT_ID,
            username=bot_username,
            token=token or f"{_BOT_ID}:{secrets.token_urlsafe(27)[:35]}",
            names={"": bot_name},
        )
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.files = FileStore(lambda file: self.tell(Watcher.file_dropped, file))
        self.updates = Updates(
            clock,
            added=lambda update: self.tell(Watcher.update_added, update),
            confirmed=lambda last: self.tell(Watcher.updates_confirmed, last),
            waited=self.stir,
        )
        self.queries: Queries[Tap] = Queries(clock, query_seconds)
        self.inline = InlineMode(clock, query_seconds)
        self.flood: FloodLimits | None = None
        self.faults = Faults()
        self.calls: deque[Call] = deque(maxlen=10_000)
        self.last_message_ids: Counter[int] = Counter()

    def now(self) -> int:
        """Return the time as messages carry it."""
        return int(self.clock())

    # Who and where

    def private_chat(self, person: Person) -> Chat:
        """Return the person's chat with the bot."""
        return self.chats[person.id]

    def chat_by_username(self, username: str) -> Chat | None:
        """Return the supergroup with this username."""
        wanted = username.lower()
        chats = (c for c in self.chats.values() if c.kind is ChatKind.SUPERGROUP)
        return next((chat for chat in chats if chat.username.lower() == wanted), None)

    def knows(self, person_id: int) -> bool:
        """Tell whether the bot has ever met the person, in private or in a group."""
        return person_id in self.people and any(
            person_id in chat.members and chat.bot_standing.present for chat in self.chats.values()
        )

    def new_person(self, person: Person) -> None:
        """Add a person, with a private chat that has not begun yet."""
        self.people[person.id] = person
        chat = Chat(person.id, ChatKind.PRIVATE, bot_standing=Standing.LEFT)
        chat.members[person.id] = Standing.MEMBER
        self.chats[chat.id] = chat
        self.tell(Watcher.people_changed)
        self.tell(Watcher.chat_changed, chat)

    def new_chat(self, chat: Chat) -> None:
        """Add a group, a supergroup, or the private chat of two people."""
        self.chats[chat.id] = chat
        self.tell(Watcher.chat_changed, chat)

    def next_person_id(self) -> int:
        """Return an id for a new person."""
        return max([_FIRST_PERSON - 1, *self.people]) + 1

    def next_chat_id(self, kind: ChatKind) -> int:
        """Return an id for a new chat of several people."""
        first = {
            ChatKind.GROUP: _FIRST_GROUP,
            ChatKind.SUPERGROUP: _FIRST_SUPERGROUP,
            ChatKind.PEOPLE: _FIRST_BETWEEN_PEOPLE,
        }[kind]
        return min([first + 1, *(c.id for c in self.chats.values() if c.kind is kind)]) - 1

    # Messages

    def formatted(self, text: Formatted) -> Formatted:
        """Return the text as the servers keep it: tidied, with the entities that they find."""
        known = tuple(
            entity
            for entity in text.entities
            if not entity.user_id or entity.user_id in self.people or entity.user_id == self.bot.id
        )
        return find_entities(tidy(replace(text, entities=known)))

    def post(self, chat: Chat, sender_id: int, **content: Any) -> Message:
        """Add a message to a chat; `content` are further fields of Message."""
        counter = self.counter_of(chat)
        self.last_message_ids[counter] += 1
        message_id = self.last_message_ids[counter]
        message = Message(chat, message_id, sender_id, self.now(), **content)
        chat.messages[message_id] = message
        if message.media is not None:
            self.files.hold(message.media)
        self.tell(Watcher.message_changed, message)
        return message

    def counter_of(self, chat: Chat) -> int:
        """Return the key of last_message_ids that numbers a chat's messages.

        A supergroup counts for itself; all other chats share one sequence.
        """
        return chat.id if chat.kind is ChatKind.SUPERGROUP else _SHARED_MESSAGES

    def rewrite(
        self, message: Message, text: Formatted, media: StoredFile | None, keyboard: Keyboard
    ) -> None:
        """Give a message a new content."""
        if media is not message.media:
            if media is not None:
                self.files.hold(media)
            if message.media is not None:
                self.files.release(message.media)
            message.media = media
        message.text, message.entities, message.keyboard = text.text, text.entities, keyboard
        message.edit_date = self.now()
        self.tell(Watcher.message_changed, message)

    def set_keyboard(self, message: Message, keyboard: Keyboard) -> None:
        """Give a message other buttons."""
        message.keyboard = keyboard
        self.tell(Watcher.message_changed, message)

    def remove(self, message: Message) -> None:
        """Delete a message for everybody."""
        message.chat.messages.pop(message.id, None)
        if message.media is not None:
            self.files.release(message.media)
        self.tell(Watcher.message_deleted, message)

    def inline_message(self, inline_id: str) -> Message | None:
        """Return the message that was sent via the bot and has this identifier."""
        messages = (m for chat in self.chats.values() for m in chat.messages.values())
        return next((m for m in messages if inline_id and m.inline_id == inline_id), None)

    def deliver(self, kind: str, message: Message) -> None:
        """Send a message to the bot as an update of this kind, if Telegram lets the bot see it."""
        if bot_sees(message, self.bot):
            self.updates.add(kind, message_json(self, message))
