"""The things of the stand-in's world: people, chats, messages, files."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from bot.local.entities import Entity

ANONYMOUS_ADMIN_ID = 1087968824
LINKED_CHANNEL_ID = 777000
GENERAL_TOPIC = 1


class ChatKind(Enum):
    """A chat's type, by the Bot API's name; PEOPLE is a private chat without the bot."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"
    PEOPLE = "people"


class Standing(Enum):
    """What somebody is in a chat, by the Bot API's name of the status."""

    CREATOR = "creator"
    ADMINISTRATOR = "administrator"
    MEMBER = "member"
    RESTRICTED = "restricted"
    LEFT = "left"
    KICKED = "kicked"

    @property
    def present(self) -> bool:
        """Tell whether this is somebody inside the chat."""
        return self not in (Standing.LEFT, Standing.KICKED)

    @property
    def administers(self) -> bool:
        """Tell whether this is an administrator of the chat."""
        return self in (Standing.CREATOR, Standing.ADMINISTRATOR)


@dataclass(frozen=True, slots=True)
class Rights:
    """What the bot may send in a chat."""

    messages: bool = True
    photos: bool = True
    documents: bool = True
    animations: bool = True


@dataclass(slots=True)
class Person:
    """Somebody who uses Telegram. Usernames are without @; empty texts stand for none."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = ""


@dataclass(slots=True)
class Topic:
    """A topic of a forum."""

    name: str
    closed: bool = False


@dataclass(slots=True, eq=False)
class Chat:
    """A private chat with the bot (its id is the person's), a group, or a chat of two people.

    In a private chat the bot's standing is KICKED when the person blocked it, and LEFT before
    the person's first message.
    """

    id: int
    kind: ChatKind
    title: str = ""
    username: str = ""
    is_forum: bool = False
    members: dict[int, Standing] = field(default_factory=dict)
    bot_standing: Standing = Standing.MEMBER
    bot_rights: Rights = Rights()
    topics: dict[int, Topic] = field(default_factory=dict)
    migrated_to: int | None = None
    migrated_from: int | None = None
    messages: dict[int, "Message"] = field(default_factory=dict, repr=False)

    @property
    def last(self) -> "Message":
        """Return the newest message; IndexError when there is none."""
        for message_id in reversed(self.messages):
            return self.messages[message_id]
        raise IndexError(f"no message in chat {self.id}")

    @property
    def is_private(self) -> bool:
        """Tell whether this is somebody's chat with the bot."""
        return self.kind is ChatKind.PRIVATE


class MediaKind(Enum):
    """What a file was sent as."""

    PHOTO = "photo"
    ANIMATION = "animation"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file on the stand-in's servers; width and height are 0 where they are unknown."""

    kind: MediaKind
    unique_id: str
    content: bytes = field(repr=False)
    mime_type: str = ""
    name: str = ""
    width: int = 0
    height: int = 0
    duration: int = 0

    @property
    def file_id(self) -> str:
        """Return the identifier by which the bot can send the file again."""
        return f"{self.kind.value}-{self.unique_id}"


@dataclass(frozen=True, slots=True)
class Button:
    """A button of an inline keyboard: `kind` is the Bot API's name of the field beside text."""

    text: str
    kind: str
    value: Any

    @property
    def data(self) -> str:
        """Return the callback data; empty for a button that is not a callback button."""
        return str(self.value) if self.kind == "callback_data" else ""

    @property
    def url(self) -> str:
        """Return the link; empty for a button that is not a link."""
        return str(self.value) if self.kind == "url" else ""


Keyboard = tuple[tuple[Button, ...], ...]


@dataclass(slots=True, eq=False)
class Message:
    """A message as the servers hold it. `text` is the caption when there is media.

    `service` is the Bot API's name and value of what a service message tells; people in it are ids.
    A message sent via the bot in inline mode has an `inline_id` if it has buttons.
    """

    chat: Chat
    id: int
    sender_id: int
    date: int
    text: str = ""
    entities: tuple[Entity, ...] = ()
    media: StoredFile | None = None
    keyboard: Keyboard = ()
    reply_keyboard: bool = False
    reply_to: int | None = None
    thread_id: int | None = None
    in_topic: bool = False
    silent: bool = False
    edit_date: int | None = None
    service: tuple[str, Any] | None = None
    sender_chat: dict[str, Any] | None = None
    accessible: bool = True
    via_bot: bool = False
    inline_id: str = ""

    @property
    def caption(self) -> str:
        """Return the caption; empty for a message without media."""
        return self.text if self.media is not None else ""

    @property
    def photo(self) -> StoredFile | None:
        """Return the picture, if the message is a photo."""
        return self.media if self.media and self.media.kind is MediaKind.PHOTO else None

    @property
    def buttons(self) -> list[Button]:
        """Return all buttons, row by row."""
        return [button for row in self.keyboard for button in row]

    def button(self, label: str) -> Button:
        """Return the button with exactly this label; LookupError names those that are there."""
        for button in self.buttons:
            if button.text == label:
                return button
        raise LookupError(f"no button {label!r} among {[button.text for button in self.buttons]}")
