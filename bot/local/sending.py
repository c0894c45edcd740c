"""Bot API methods that send, edit and delete messages."""

from bot.local.access import (
    Access,
    check_rights,
    check_topic,
    check_topic_open,
    reach_chat,
    reach_message,
)
from bot.local.checks import check_caption, check_keyboard, check_text
from bot.local.content import read_inline_keyboard, read_markup, read_media, read_text
from bot.local.entities import Formatted
from bot.local.errors import ApiError, bad_request
from bot.local.parameters import Parameters
from bot.local.records import Chat, Keyboard, MediaKind, Message, StoredFile
from bot.local.shapes import Json, message_json
from bot.local.threads import thread_of
from bot.local.watching import Watcher
from bot.local.world import World

# Of a message sent via the bot no more is told than that it was edited.
Edited = Json | bool

_DELETE_SECONDS = 48 * 3600
_MAX_DELETED = 100
_CHAT_ACTIONS = frozenset(
    {
        "typing",
        "upload_photo",
        "upload_document",
        "upload_video",
        "choose_sticker",
        "find_location",
        "record_video",
        "record_voice",
        "upload_voice",
        "record_video_note",
        "upload_video_note",
    }
)
_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


def send_message(world: World, parameters: Parameters) -> Json:
    """Send a text."""
    if not parameters.text("text"):
        raise bad_request("message text is empty")
    text = read_text(world, parameters)
    return _send(world, parameters, text, None)


def send_photo(world: World, parameters: Parameters) -> Json:
    """Send a photo with a caption."""
    return _send(world, parameters, read_text(world, parameters, "caption"), MediaKind.PHOTO)


def send_animation(world: World, parameters: Parameters) -> Json:
    """Send an animation with a caption."""
    return _send(world, parameters, read_text(world, parameters, "caption"), MediaKind.ANIMATION)


def send_document(world: World, parameters: Parameters) -> Json:
    """Send a file with a caption."""
    return _send(world, parameters, read_text(world, parameters, "caption"), MediaKind.DOCUMENT)


def edit_message_text(world: World, parameters: Parameters) -> Edited:
    """Give a text message another text and keyboard."""
    if not parameters.text("text"):
        raise bad_request("message text is empty")
    text = read_text(world, parameters)
    keyboard = read_inline_keyboard(parameters)
    message = _editable(world, parameters)
    if message.media is not None:
        raise bad_request("there is no text in the message to edit")
    check_text(text, too_long="MESSAGE_TOO_LONG")
    return _rewrite(world, message, text, None, keyboard)


def edit_message_caption(world: World, parameters: Parameters) -> Edited:
    """Give a message with media another caption and keyboard."""
    caption = read_text(world, parameters, "caption")
    keyboard = read_inline_keyboard(parameters)
    message = _editable(world, parameters)
    if message.media is None:
        raise bad_request("there is no caption in the message to edit")
    check_caption(caption, too_long="MEDIA_CAPTION_TOO_LONG")
    return _rewrite(world, message, caption, message.media, keyboard)


def edit_message_media(world: World, parameters: Parameters) -> Edited:
    """Give a message another photo, animation or file, caption and keyboard.

    A message sent via the bot takes files that Telegram has already, no new ones.
    """
    keyboard = read_inline_keyboard(parameters)
    media = parameters.json("media", "media")
    if not isinstance(media, dict):
        raise bad_request("can't parse InputMedia: media must be an Object")
    try:
        kind = MediaKind(media.get("type"))
    except ValueError:
        raise bad_request("can't parse InputMedia: type must be non-empty") from None
    described = parameters.within(media)
    caption = read_text(world, described, "caption")
    message = _editable(world, parameters)
    if not message.via_bot:
        check_rights(message.chat, kind)
    elif world.files.find(described.text("media")) is None:
        raise bad_request("invalid message content specified")
    check_caption(caption, too_long="MEDIA_CAPTION_TOO_LONG")
    file = read_media(world, described, kind, "media", "can't parse InputMedia: media not found")
    return _rewrite(world, message, caption, file, keyboard)


def edit_message_reply_markup(world: World, parameters: Parameters) -> Edited:
    """Give a message another keyboard, or none."""
    keyboard = read_inline_keyboard(parameters)
    message = _editable(world, parameters)
    _count(world, message.chat)
    check_keyboard(keyboard)
    if keyboard == message.keyboard:
        raise bad_request(_NOT_MODIFIED)
    world.set_keyboard(message, keyboard)
    return _edited(world, message)


def delete_message(world: World, parameters: Parameters) -> bool:
    """Delete one message."""
    message_id = parameters.integer("message_id")
    if not message_id:
        raise bad_request("message identifier is not specified")
    chat = reach_chat(world, parameters.text("chat_id"), Access.WRITE)
    message = reach_message(chat, message_id, "message to delete")
    _check_deletable(world, message)
    world.remove(message)
    return True


def delete_messages(world: World, parameters: Parameters) -> bool:
    """Delete up to 100 messages; those that are not there are skipped."""
    message_ids = parameters.json("message_ids", "message identifiers")
    if not isinstance(message_ids, list) or not message_ids:
        raise bad_request("message identifiers are not specified")
    if len(message_ids) > _MAX_DELETED:
        raise bad_request("too many message identifiers specified")
    chat = reach_chat(world, parameters.text("chat_id"), Access.WRITE)
    found = [chat.messages[i] for i in dict.fromkeys(message_ids) if i in chat.messages]
    for message in found:
        _check_deletable(world, message)
    for message in found:
        world.remove(message)
    return True


def send_chat_action(world: World, parameters: Parameters) -> bool:
    """Show for a few seconds that the bot is about to send something."""
    if parameters.text("action") not in _CHAT_ACTIONS:
        raise bad_request("wrong parameter action in request")
    chat = reach_chat(world, parameters.text("chat_id"), Access.WRITE)
    check_topic(chat, parameters.integer("message_thread_id"))
    world.tell(Watcher.bot_typing, chat)
    return True


def _send(world: World, parameters: Parameters, text: Formatted, kind: MediaKind | None) -> Json:
    markup = read_markup(parameters)
    chat = reach_chat(world, parameters.text("chat_id"), Access.WRITE)
    replied = _replied(chat, parameters)
    topic_id = parameters.integer("message_thread_id")
    check_topic(chat, topic_id)
    check_rights(chat, kind)
    media = None
    if kind is None:
        check_text(text, too_long="message is too long")
    else:
        check_caption(text, too_long="message caption is too long")
        missing = f"there is no {kind.value} in the request"
        media = read_media(world, parameters, kind, kind.value, missing)
    _count(world, chat)
    thread_id, in_topic = thread_of(chat, replied, topic_id or None)
    check_topic_open(chat, thread_id, in_topic)
    check_keyboard(markup.keyboard)
    message = world.post(
        chat,
        world.bot.id,
        text=text.text,
        entities=text.entities,
        media=media,
        keyboard=markup.keyboard,
        reply_keyboard=markup.reply_keyboard,
        reply_to=replied.id if replied else None,
        thread_id=thread_id,
        in_topic=in_topic,
        silent=parameters.boolean("disable_notification"),
    )
    return message_json(world, message)


def _replied(chat: Chat, parameters: Parameters) -> Message | None:
    reply = parameters.json("reply_parameters", "reply parameters") or {}
    if not isinstance(reply, dict):
        raise bad_request("object expected as reply parameters")
    message_id = parameters.within(reply).integer("message_id")
    if not message_id:
        return None
    try:
        return reach_message(chat, message_id, "message to be replied")
    except ApiError:
        if reply.get("allow_sending_without_reply"):
            return None
        raise


def _editable(world: World, parameters: Parameters) -> Message:
    chat_id, message_id = parameters.text("chat_id"), parameters.integer("message_id")
    if not chat_id and not message_id:
        return _sent_via_bot(world, parameters.text("inline_message_id"))
    chat = reach_chat(world, chat_id, Access.EDIT)
    message = reach_message(chat, message_id, "message to edit")
    own = message.sender_id == world.bot.id and not message.service
    # Telegram freezes the history of a group that became a supergroup.
    if not own or message.reply_keyboard or chat.migrated_to is not None:
        raise bad_request("message can't be edited")
    return message


def _sent_via_bot(world: World, inline_id: str) -> Message:
    if not inline_id:
        raise bad_request("message identifier is not specified")
    message = world.inline_message(inline_id)
    if message is None:
        raise bad_request("MESSAGE_ID_INVALID")
    return message


def _rewrite(
    world: World,
    message: Message,
    text: Formatted,
    media: StoredFile | None,
    keyboard: Keyboard,
) -> Edited:
    _count(world, message.chat)
    check_keyboard(keyboard)
    new = (text.text, text.entities, media, keyboard)
    if new == (message.text, message.entities, message.media, message.keyboard):
        raise bad_request(_NOT_MODIFIED)
    world.rewrite(message, text, media, keyboard)
    return _edited(world, message)


def _edited(world: World, message: Message) -> Edited:
    return True if message.via_bot else message_json(world, message)


def _check_deletable(world: World, message: Message) -> None:
    if message.service and message.service[0] == "forum_topic_created":
        raise bad_request("message can't be deleted")
    chat = message.chat
    if chat.bot_standing.administers:
        return
    own = message.sender_id == world.bot.id and not message.service
    old = message.date + _DELETE_SECONDS < world.now()
    if old or not (own or chat.is_private):
        raise bad_request("message can't be deleted for everyone")


def _count(world: World, chat: Chat) -> None:
    if world.flood is not None:
        world.flood.check(chat.id)
