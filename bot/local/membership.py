"""Bot API methods about chats, their members, and files."""

from bot.local.access import Access, reach_chat
from bot.local.errors import bad_request
from bot.local.parameters import Parameters
from bot.local.records import Chat, ChatKind, Rights, Standing
from bot.local.shapes import Json, chat_json, file_json, member_json, permissions_json
from bot.local.watching import Watcher
from bot.local.world import World

_MAX_REACTIONS = 11


def get_chat(world: World, parameters: Parameters) -> Json:
    """Return the ChatFullInfo."""
    chat = reach_chat(world, parameters.text("chat_id"), Access.READ)
    shape = {
        **chat_json(world, chat),
        "accent_color_id": abs(chat.id) % 7,
        "max_reaction_count": _MAX_REACTIONS,
        "accepted_gift_types": dict.fromkeys(
            (
                "unlimited_gifts",
                "limited_gifts",
                "unique_gifts",
                "premium_subscription",
                "gifts_from_channels",
            ),
            False,
        ),
    }
    if not chat.is_private:
        rights = chat.bot_rights if chat.kind is ChatKind.GROUP else Rights()
        shape["permissions"] = permissions_json(rights)
    return shape


def get_chat_member(world: World, parameters: Parameters) -> Json:
    """Return the ChatMember."""
    user_id = parameters.integer("user_id")
    if user_id <= 0:
        raise bad_request("invalid user_id specified")
    chat = reach_chat(world, parameters.text("chat_id"), Access.READ)
    if user_id != world.bot.id and user_id not in world.people:
        supergroup = chat.kind is ChatKind.SUPERGROUP
        raise bad_request("PARTICIPANT_ID_INVALID" if supergroup else "user not found")
    return member_json(world, chat, user_id)


def get_chat_administrators(world: World, parameters: Parameters) -> list[Json]:
    """Return the ChatMembers who administer a group, without other bots."""
    chat = reach_chat(world, parameters.text("chat_id"), Access.READ)
    if chat.is_private:
        raise bad_request("there are no administrators in the private chat")
    ids = [user_id for user_id, standing in chat.members.items() if standing.administers]
    if chat.bot_standing.administers:
        ids.append(world.bot.id)
    return [member_json(world, chat, user_id) for user_id in ids]


def get_chat_member_count(world: World, parameters: Parameters) -> int:
    """Return how many members a chat has, the bot included."""
    chat = reach_chat(world, parameters.text("chat_id"), Access.READ)
    return len(chat.members) + chat.bot_standing.present


def leave_chat(world: World, parameters: Parameters) -> bool:
    """Leave a group."""
    chat = reach_chat(world, parameters.text("chat_id"), Access.READ)
    if chat.is_private:
        raise bad_request("chat member status can't be changed in private chats")
    _leave(world, chat)
    return True


def get_file(world: World, parameters: Parameters) -> Json:
    """Return the File for a file_id, with the path to download it."""
    file_id = parameters.text("file_id")
    if not file_id:
        raise bad_request("file_id not specified")
    file = world.files.find(file_id)
    if file is None:
        raise bad_request("invalid file_id")
    return file_json(file, file_id)


def _leave(world: World, chat: Chat) -> None:
    if chat.bot_standing.present:
        chat.bot_standing, chat.bot_rights = Standing.LEFT, Rights()
        world.tell(Watcher.chat_changed, chat)
        world.post(chat, world.bot.id, service=("left_chat_member", [world.bot.id]))
