"""The chat page's JSON of the world's things."""

from typing import Any

from bot.local.entities import Entity
from bot.local.records import Chat, MediaKind, Message, Person, StoredFile
from bot.local.shapes import Json, keyboard_json, user_json
from bot.local.state import State

FILES = "/chat/file/"
_SNAPSHOT_MESSAGES = 300
_SERVICES = {
    "new_chat_members": ("joined", "{people} joined the group"),
    "left_chat_member": ("left", "{people} left the group"),
    "migrate_to_chat_id": ("migrated", "This group became a supergroup"),
    "migrate_from_chat_id": ("migrated", "This supergroup continues an earlier group"),
    "forum_topic_created": ("topic_created", "{name} opened a topic"),
    "forum_topic_closed": ("topic_closed", "{name} closed the topic"),
    "forum_topic_reopened": ("topic_reopened", "{name} opened the topic again"),
}


def snapshot(state: State) -> Json:
    """Return everything that a page shows at first."""
    messages = [
        message_view(state, message)
        for chat in state.chats.values()
        for message in list(chat.messages.values())[-_SNAPSHOT_MESSAGES:]
    ]
    return {
        "bot": bot_view(state),
        "people": people_view(state),
        "chats": chats_view(state),
        "messages": messages,
        "commands": commands_view(state),
    }


def bot_view(state: State) -> Json:
    """Return the bot's profile, its texts by language: each person sees it in their own."""
    return {
        "id": state.bot.id,
        "username": state.bot.username,
        "names": {"": state.bot.name, **state.bot.names},
        "short_descriptions": state.bot.short_descriptions,
        "descriptions": state.bot.descriptions,
    }


def people_view(state: State) -> list[Json]:
    """Return all people."""
    return [_person_view(person) for person in state.people.values()]


def chats_view(state: State) -> list[Json]:
    """Return all chats."""
    return [_chat_view(chat) for chat in state.chats.values()]


def commands_view(state: State) -> list[Json]:
    """Return the commands menus of all scopes and languages."""
    return [
        {
            "scope": scope.label,
            "language_code": language,
            "commands": [
                {"command": entry.command, "description": entry.description} for entry in commands
            ],
        }
        for (scope, language), commands in state.bot.commands.items()
    ]


def message_view(state: State, message: Message) -> Json:
    """Return a message. Entities belong to the text or the caption, whichever there is."""
    sender = user_json(state, message.sender_id)
    view: Json = {
        "chat_id": message.chat.id,
        "message_id": message.id,
        "from": {name: sender[name] for name in ("id", "first_name", "is_bot")},
        "date": message.date,
        "entities": [_entity_view(entity) for entity in message.entities],
    }
    optional: Json = {
        "thread_id": message.thread_id if message.in_topic else None,
        "edit_date": message.edit_date,
        "caption" if message.media else "text": message.text,
        "reply_to": message.reply_to,
        "keyboard": keyboard_json(message.keyboard),
        "silent": message.silent,
        "via_bot": message.via_bot,
    }
    view.update({name: value for name, value in optional.items() if value})
    if message.media is not None:
        view[message.media.kind.value] = _file_view(message.media)
    if message.service is not None:
        view.update(_service_view(state, message.service, sender["first_name"]))
    return view


def _service_view(state: State, service: tuple[str, Any], name: str) -> Json:
    kind, value = service
    label, sentence = _SERVICES[kind]
    people = ""
    if isinstance(value, list):
        people = ", ".join(user_json(state, user_id)["first_name"] for user_id in value)
    view = {"service": label, "text": sentence.format(name=name, people=people)}
    return view | {"other_chat_id": value} if label == "migrated" else view


def _person_view(person: Person) -> Json:
    view: Json = {"id": person.id, "first_name": person.first_name}
    for name in ("last_name", "username", "language_code"):
        if value := getattr(person, name):
            view[name] = value
    return view


def _chat_view(chat: Chat) -> Json:
    view: Json = {
        "id": chat.id,
        "type": chat.kind.value,
        "member_ids": list(chat.members),
        "is_forum": chat.is_forum,
        "bot_rights": {
            "can_send_messages": chat.bot_rights.messages,
            "can_send_photos": chat.bot_rights.photos,
        },
        "bot_member": chat.bot_standing.present,
    }
    if chat.title:
        view["title"] = chat.title
    if chat.migrated_to is not None:
        view["migrated_to"] = chat.migrated_to
    return view


def _entity_view(entity: Entity) -> Json:
    view: Json = {"type": entity.type, "offset": entity.offset, "length": entity.length}
    for name in ("url", "user_id", "language"):
        if value := getattr(entity, name):
            view[name] = value
    return view


def _file_view(file: StoredFile) -> Json:
    url = f"{FILES}{file.unique_id}"
    if file.kind is MediaKind.DOCUMENT:
        return {"url": url, "file_name": file.name, "file_size": len(file.content)}
    return {"url": url, "width": file.width, "height": file.height}
