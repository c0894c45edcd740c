"""The Bot API's JSON of the world's things."""

from typing import TYPE_CHECKING, Any

from bot.local.entities import Entity
from bot.local.files import THUMBNAIL
from bot.local.records import (
    ANONYMOUS_ADMIN_ID,
    LINKED_CHANNEL_ID,
    Button,
    Chat,
    Keyboard,
    MediaKind,
    Message,
    Person,
    Rights,
    Standing,
    StoredFile,
)

if TYPE_CHECKING:
    from bot.local.state import State

Json = dict[str, Any]

_THUMBNAIL_SIDE = 90
_SHARED_ACCOUNTS: dict[int, Json] = {
    ANONYMOUS_ADMIN_ID: {
        "id": ANONYMOUS_ADMIN_ID,
        "is_bot": True,
        "first_name": "Group",
        "username": "GroupAnonymousBot",
    },
    LINKED_CHANNEL_ID: {"id": LINKED_CHANNEL_ID, "is_bot": False, "first_name": "Telegram"},
}
_PEOPLE_SERVICES = ("new_chat_members", "left_chat_member")


def user_json(state: "State", user_id: int) -> Json:
    """Return the User with this id: a person, the bot, or one of Telegram's shared accounts."""
    if user_id == state.bot.id:
        return {
            "id": user_id,
            "is_bot": True,
            "first_name": state.bot.name,
            "username": state.bot.username,
        }
    if user_id in _SHARED_ACCOUNTS:
        return _SHARED_ACCOUNTS[user_id]
    person = state.people[user_id]
    return {"id": person.id, "is_bot": False, **_names(person), **_language(person)}


def chat_json(state: "State", chat: Chat) -> Json:
    """Return the Chat."""
    if chat.is_private:
        return {"id": chat.id, **_names(state.people[chat.id]), "type": "private"}
    shape: Json = {"id": chat.id, "title": chat.title, "type": chat.kind.value}
    if chat.username:
        shape["username"] = chat.username
    if chat.is_forum:
        shape["is_forum"] = True
    return shape


def message_json(state: "State", message: Message, *, nested: bool = False) -> Json:
    """Return the Message; a nested one (one replied to) carries no reply of its own."""
    shape: Json = {
        "message_id": message.id,
        "from": user_json(state, message.sender_id),
        "chat": chat_json(state, message.chat),
        "date": message.date,
    }
    if message.via_bot:
        shape["via_bot"] = user_json(state, state.bot.id)
    if message.sender_chat:
        shape["sender_chat"] = message.sender_chat
        if message.sender_id == LINKED_CHANNEL_ID:
            shape["is_automatic_forward"] = True
    if message.edit_date:
        shape["edit_date"] = message.edit_date
    if message.thread_id:
        shape["message_thread_id"] = message.thread_id
        if message.in_topic:
            shape["is_topic_message"] = True
    if not nested:
        shape.update(_reply_json(state, message))
    if message.service:
        shape.update(_service_json(state, message.service))
    shape.update(_content_json(state, message))
    if message.keyboard:
        shape["reply_markup"] = {"inline_keyboard": keyboard_json(message.keyboard)}
    return shape


def button_json(button: Button) -> Json:
    """Return the InlineKeyboardButton."""
    return {"text": button.text, button.kind: button.value}


def keyboard_json(keyboard: Keyboard) -> list[list[Json]]:
    """Return the rows of an inline keyboard."""
    return [[button_json(button) for button in row] for row in keyboard]


def file_json(file: StoredFile, file_id: str) -> Json:
    """Return the File that getFile gives for this identifier."""
    return {
        "file_id": file_id,
        "file_unique_id": file.unique_id,
        "file_size": len(file.content),
        "file_path": file_path(file),
    }


def file_path(file: StoredFile) -> str:
    """Return the path under which the bot can download the file."""
    extension = {
        "image/png": "png",
        "image/jpeg": "jpg",
        "image/gif": "gif",
        "video/mp4": "mp4",
    }.get(file.mime_type, "bin")
    return f"{file.kind.value}s/{file.unique_id}.{extension}"


def member_json(state: "State", chat: Chat, user_id: int) -> Json:
    """Return the ChatMember for a person or the bot."""
    is_bot = user_id == state.bot.id
    standing = chat.bot_standing if is_bot else chat.members.get(user_id, Standing.LEFT)
    rights = chat.bot_rights if is_bot else Rights()
    return standing_json(user_json(state, user_id), standing, rights)


def standing_json(user: Json, standing: Standing, rights: Rights) -> Json:
    """Return the ChatMember of a user with this standing."""
    shape: Json = {"user": user, "status": standing.value}
    if standing is Standing.CREATOR:
        shape["is_anonymous"] = False
    elif standing is Standing.ADMINISTRATOR:
        shape.update(dict.fromkeys(_ADMINISTRATOR_RIGHTS, True))
        shape.update(can_be_edited=False, is_anonymous=False, can_promote_members=False)
    elif standing is Standing.RESTRICTED:
        shape.update(permissions_json(rights), is_member=True, until_date=0)
    elif standing is Standing.KICKED:
        shape["until_date"] = 0
    return shape


def permissions_json(rights: Rights) -> Json:
    """Return the ChatPermissions."""
    return {
        "can_send_messages": rights.messages,
        "can_send_audios": rights.documents,
        "can_send_documents": rights.documents,
        "can_send_photos": rights.photos,
        "can_send_videos": rights.photos,
        "can_send_video_notes": rights.photos,
        "can_send_voice_notes": rights.documents,
        "can_send_polls": rights.messages,
        "can_send_other_messages": rights.animations,
        "can_add_web_page_previews": rights.messages,
        "can_react_to_messages": True,
        "can_edit_tag": False,
        "can_change_info": False,
        "can_invite_users": True,
        "can_pin_messages": False,
        "can_manage_topics": False,
    }


_ADMINISTRATOR_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
)


def _names(person: Person) -> Json:
    # The first name of a deleted account is empty, but there.
    names = {"last_name": person.last_name, "username": person.username}
    return {"first_name": person.first_name} | {
        name: value for name, value in names.items() if value
    }


def _language(person: Person) -> Json:
    return {"language_code": person.language_code} if person.language_code else {}


def _reply_json(state: "State", message: Message) -> Json:
    """Return what the message replies to: inside a topic at least the topic's first message."""
    replied = message.reply_to
    if replied is None and message.in_topic:
        replied = message.thread_id
    target = message.chat.messages.get(replied or 0)
    if target is None or target is message:
        return {}
    return {"reply_to_message": message_json(state, target, nested=True)}


def _service_json(state: "State", service: tuple[str, Any]) -> Json:
    name, value = service
    if name not in _PEOPLE_SERVICES:
        return {name: value}
    people = [user_json(state, user_id) for user_id in value]
    return {name: people if name == "new_chat_members" else people[0]}


def _content_json(state: "State", message: Message) -> Json:
    shape: Json = {}
    if message.media is not None:
        shape.update(_media_json(message.media))
    text_field, entities_field = (
        ("caption", "caption_entities") if message.media else ("text", "entities")
    )
    if message.text:
        shape[text_field] = message.text
    if message.entities:
        shape[entities_field] = [_entity_json(state, entity) for entity in message.entities]
    return shape


def _entity_json(state: "State", entity: Entity) -> Json:
    shape: Json = {"type": entity.type, "offset": entity.offset, "length": entity.length}
    if entity.url:
        shape["url"] = entity.url
    if entity.user_id:
        shape["user"] = user_json(state, entity.user_id)
    if entity.language:
        shape["language"] = entity.language
    return shape


def _media_json(file: StoredFile) -> Json:
    if file.kind is MediaKind.PHOTO:
        return {"photo": _photo_sizes(file)}
    document = {
        "file_name": file.name,
        "mime_type": file.mime_type,
        "file_id": file.file_id,
        "file_unique_id": file.unique_id,
        "file_size": len(file.content),
    }
    if file.kind is MediaKind.DOCUMENT:
        return {"document": document}
    size = {"width": file.width, "height": file.height, "duration": file.duration}
    return {"animation": {**document, **size}, "document": document}


def _photo_sizes(file: StoredFile) -> list[Json]:
    scale = min(1.0, _THUMBNAIL_SIDE / max(file.width, file.height))
    return [
        {
            "file_id": f"{THUMBNAIL}-{file.unique_id}",
            "file_unique_id": f"{file.unique_id}-t",
            "width": max(1, round(file.width * scale)),
            "height": max(1, round(file.height * scale)),
            "file_size": len(file.content),
        },
        {
            "file_id": file.file_id,
            "file_unique_id": file.unique_id,
            "width": file.width,
            "height": file.height,
            "file_size": len(file.content),
        },
    ]
