"""The world's things as JSON, as the archive stores them, and back."""

import json
from dataclasses import asdict, fields
from typing import Any

from bot.local.entities import Entity
from bot.local.files import FileStore
from bot.local.profile import BotProfile, Command, Scope
from bot.local.records import (
    Button,
    Chat,
    ChatKind,
    MediaKind,
    Message,
    Person,
    Rights,
    Standing,
    StoredFile,
    Topic,
)
from bot.local.updates import Updates, Webhook

_PLAIN_MESSAGE_FIELDS = [
    field.name
    for field in fields(Message)
    if field.name not in ("chat", "entities", "media", "keyboard", "service")
]
_PLAIN_CHAT_FIELDS = (
    "id",
    "title",
    "username",
    "is_forum",
    "migrated_to",
    "migrated_from",
)
_PLAIN_FILE_FIELDS = ("unique_id", "mime_type", "name", "width", "height", "duration")


def person_row(person: Person) -> str:
    """Return a person as JSON."""
    return _encode(asdict(person))


def person_from_row(body: str) -> Person:
    """Return the person of this JSON."""
    return Person(**json.loads(body))


def chat_row(chat: Chat) -> str:
    """Return a chat, without its messages, as JSON."""
    return _encode(
        {
            **_plain(chat, _PLAIN_CHAT_FIELDS),
            "kind": chat.kind.value,
            "members": [[user_id, standing.value] for user_id, standing in chat.members.items()],
            "bot_standing": chat.bot_standing.value,
            "bot_rights": asdict(chat.bot_rights),
            "topics": [[topic_id, asdict(topic)] for topic_id, topic in chat.topics.items()],
        }
    )


def chat_from_row(body: str) -> Chat:
    """Return the chat of this JSON, without messages."""
    values = json.loads(body)
    values["kind"] = ChatKind(values["kind"])
    values["members"] = {user_id: Standing(value) for user_id, value in values["members"]}
    values["bot_standing"] = Standing(values["bot_standing"])
    values["bot_rights"] = Rights(**values["bot_rights"])
    values["topics"] = {topic_id: Topic(**topic) for topic_id, topic in values["topics"]}
    return Chat(**values)


def message_row(message: Message) -> str:
    """Return a message as JSON; its file by the file's unique id."""
    return _encode(
        {
            **_plain(message, _PLAIN_MESSAGE_FIELDS),
            "entities": [asdict(entity) for entity in message.entities],
            "media": message.media.unique_id if message.media else None,
            "keyboard": [[asdict(button) for button in row] for row in message.keyboard],
            "service": message.service,
        }
    )


def message_from_row(body: str, chat: Chat, files: FileStore) -> Message:
    """Return the message of this JSON."""
    values = json.loads(body)
    values["entities"] = tuple(Entity(**entity) for entity in values["entities"])
    values["media"] = files.by_unique_id(values["media"]) if values["media"] else None
    values["keyboard"] = tuple(
        tuple(Button(**button) for button in row) for row in values["keyboard"]
    )
    values["service"] = tuple(values["service"]) if values["service"] else None
    return Message(chat, **values)


def file_row(file: StoredFile) -> str:
    """Return what is known of a file, without its content, as JSON."""
    return _encode({**_plain(file, _PLAIN_FILE_FIELDS), "kind": file.kind.value})


def file_from_row(body: str, content: bytes) -> StoredFile:
    """Return the file of this JSON and content."""
    values = json.loads(body)
    return StoredFile(MediaKind(values.pop("kind")), content=content, **values)


def profile_row(bot: BotProfile) -> str:
    """Return the bot's profile as JSON."""
    commands = [
        [asdict(scope), language, [asdict(command) for command in menu]]
        for (scope, language), menu in bot.commands.items()
    ]
    plain = _plain(bot, [field.name for field in fields(bot)])
    return _encode({**plain, "commands": commands})


def profile_from_row(body: str) -> BotProfile:
    """Return the profile of this JSON."""
    values = json.loads(body)
    values["commands"] = {
        (Scope(**scope), language): tuple(Command(**command) for command in menu)
        for scope, language, menu in values["commands"]
    }
    return BotProfile(**values)


def updates_row(updates: Updates) -> str:
    """Return the next update's id, the kinds wanted and the webhook as JSON."""
    return _encode(
        {
            "next_id": updates.next_id,
            "allowed": sorted(updates.allowed),
            "webhook": asdict(updates.webhook) if updates.webhook else None,
        }
    )


def updates_from_row(body: str, updates: Updates) -> None:
    """Set what updates_row() stored."""
    values = json.loads(body)
    updates.next_id = values["next_id"]
    updates.allowed = frozenset(values["allowed"])
    updates.webhook = Webhook(**values["webhook"]) if values["webhook"] else None


def _plain(record: Any, names: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in names}


def _encode(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
