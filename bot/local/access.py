"""Which chats and messages the bot may reach, refused with Telegram's words."""

from enum import IntEnum

from bot.local.errors import ApiError, bad_request, forbidden
from bot.local.parameters import read_integer
from bot.local.records import GENERAL_TOPIC, Chat, ChatKind, MediaKind, Message, Standing
from bot.local.threads import topic_closed
from bot.local.world import World


class Access(IntEnum):
    """What the bot wants to do in a chat."""

    READ = 1
    EDIT = 2
    WRITE = 3


def reach_chat(world: World, chat_id: str, access: Access) -> Chat:
    """Return the chat with this id or @username; raises ApiError when the bot can't do that."""
    if not chat_id:
        raise bad_request("chat_id is empty")
    if chat_id.startswith("@"):
        chat = world.chat_by_username(chat_id[1:])
    else:
        chat = world.chats.get(read_integer(chat_id))
    if chat is None or chat.kind is ChatKind.PEOPLE:
        raise bad_request("chat not found")
    if chat.kind is ChatKind.PRIVATE:
        _check_private(world, chat, access)
    elif chat.kind is ChatKind.GROUP:
        _check_group(chat, access)
    else:
        _check_supergroup(chat, access)
    return chat


def reach_message(chat: Chat, message_id: int, what: str) -> Message:
    """Return a message that the bot can still reach; `what` names it in the refusal."""
    message = chat.messages.get(message_id)
    if message is None or not message.accessible:
        raise bad_request(f"{what} not found")
    return message


def check_topic(chat: Chat, topic_id: int) -> None:
    """Refuse a thread id that is no topic (General has none); 0 stands for no thread."""
    if topic_id and (topic_id == GENERAL_TOPIC or topic_id not in chat.topics):
        raise bad_request("message thread not found")


def check_topic_open(chat: Chat, thread_id: int | None, in_topic: bool) -> None:
    """Refuse to write into a closed topic, except by an administrator."""
    if topic_closed(chat, thread_id, in_topic) and not chat.bot_standing.administers:
        raise bad_request("TOPIC_CLOSED")


def check_rights(chat: Chat, media: MediaKind | None) -> None:
    """Refuse what the bot has no right to send; None is a text."""
    rights = chat.bot_rights
    allowed = {
        None: rights.messages,
        MediaKind.PHOTO: rights.photos,
        MediaKind.DOCUMENT: rights.documents,
        MediaKind.ANIMATION: rights.animations,
    }[media]
    if not allowed:
        what = "text messages" if media is None else f"{media.value}s"
        raise bad_request(f"not enough rights to send {what} to the chat")


def _check_private(world: World, chat: Chat, access: Access) -> None:
    begun = chat.bot_standing is not Standing.LEFT
    if not begun and not world.knows(chat.id):
        raise bad_request("chat not found")
    if access is Access.READ:
        return
    if not begun:
        raise forbidden("bot can't initiate conversation with a user")
    if chat.bot_standing is Standing.KICKED:
        raise forbidden("bot was blocked by the user")


def _check_group(chat: Chat, access: Access) -> None:
    if chat.migrated_to is not None:
        if access is Access.WRITE:
            raise ApiError(
                400,
                "Bad Request: group chat was upgraded to a supergroup chat",
                migrate_to_chat_id=chat.migrated_to,
            )
        return
    if access >= Access.EDIT:
        _check_present(chat, "group")


def _check_supergroup(chat: Chat, access: Access) -> None:
    if not chat.username or access >= Access.EDIT or chat.bot_standing is Standing.KICKED:
        _check_present(chat, "supergroup")


def _check_present(chat: Chat, kind: str) -> None:
    if chat.bot_standing is Standing.KICKED:
        raise forbidden(f"bot was kicked from the {kind} chat")
    if chat.bot_standing is Standing.LEFT:
        raise forbidden(f"bot is not a member of the {kind} chat")
