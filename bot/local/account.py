"""Bot API methods about the bot itself: who it is, its texts and its commands."""

import re
from typing import Any

from bot.local.access import Access, reach_chat
from bot.local.errors import bad_request
from bot.local.parameters import Parameters
from bot.local.profile import Command, Scope
from bot.local.shapes import Json, user_json
from bot.local.watching import Watcher
from bot.local.world import World

MAX_NAME = 64
MAX_DESCRIPTION = 512
MAX_SHORT_DESCRIPTION = 120

_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_LANGUAGE = re.compile(r"[a-z]{2}")
_MAX_COMMANDS = 100
_MAX_COMMAND_DESCRIPTION = 256
_SCOPES_WITHOUT_CHAT = (
    "default",
    "all_private_chats",
    "all_group_chats",
    "all_chat_administrators",
)
_SCOPES_OF_CHAT = ("chat", "chat_administrators", "chat_member")


def get_me(world: World, parameters: Parameters) -> Json:  # noqa: ARG001 - takes none
    """Return the bot's User."""
    return {
        **user_json(world, world.bot.id),
        "can_join_groups": True,
        "can_read_all_group_messages": world.bot.reads_all,
        "supports_inline_queries": world.bot.answers_inline,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def set_my_name(world: World, parameters: Parameters) -> bool:
    """Set the bot's name, for all languages or one."""
    return _set_text(world, parameters, world.bot.names, "name", MAX_NAME)


def get_my_name(world: World, parameters: Parameters) -> Json:
    """Return the bot's name in a language."""
    return {"name": _text(parameters, world.bot.names)}


def set_my_description(world: World, parameters: Parameters) -> bool:
    """Set what an empty chat with the bot shows."""
    texts = world.bot.descriptions
    return _set_text(world, parameters, texts, "description", MAX_DESCRIPTION)


def get_my_description(world: World, parameters: Parameters) -> Json:
    """Return what an empty chat with the bot shows."""
    return {"description": _text(parameters, world.bot.descriptions)}


def set_my_short_description(world: World, parameters: Parameters) -> bool:
    """Set what the bot's profile shows."""
    texts = world.bot.short_descriptions
    return _set_text(world, parameters, texts, "short_description", MAX_SHORT_DESCRIPTION)


def get_my_short_description(world: World, parameters: Parameters) -> Json:
    """Return what the bot's profile shows."""
    return {"short_description": _text(parameters, world.bot.short_descriptions)}


def set_my_commands(world: World, parameters: Parameters) -> bool:
    """Set the commands menu of a scope and language."""
    values = parameters.json("commands", "commands")
    if not isinstance(values, list):
        raise bad_request("expected an Array of BotCommand")
    if len(values) > _MAX_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    commands = tuple(_command(value) for value in values)
    world.bot.commands[_scope(world, parameters), _language(parameters)] = commands
    world.tell(Watcher.commands_changed)
    return True


def get_my_commands(world: World, parameters: Parameters) -> list[Json]:
    """Return the commands menu of a scope and language."""
    key = (_scope(world, parameters), _language(parameters))
    return [
        {"command": entry.command, "description": entry.description}
        for entry in world.bot.commands.get(key, ())
    ]


def delete_my_commands(world: World, parameters: Parameters) -> bool:
    """Remove the commands menu of a scope and language."""
    world.bot.commands.pop((_scope(world, parameters), _language(parameters)), None)
    world.tell(Watcher.commands_changed)
    return True


def done(world: World, parameters: Parameters) -> bool:  # noqa: ARG001 - nothing to log out from
    """Answer logOut and close."""
    return True


def _set_text(
    world: World, parameters: Parameters, texts: dict[str, str], field: str, limit: int
) -> bool:
    text = parameters.text(field)
    if len(text) > limit:
        raise bad_request(f"{field.replace('_', ' ')} is too long")
    language = _language(parameters)
    if text:
        texts[language] = text
    elif texts is not world.bot.names or language:
        texts.pop(language, None)
    world.tell(Watcher.bot_changed)
    return True


def _text(parameters: Parameters, texts: dict[str, str]) -> str:
    return texts.get(_language(parameters), texts.get("", ""))


def _command(value: Any) -> Command:
    if not isinstance(value, dict):
        raise bad_request("can't parse BotCommand: expected an Object")
    command = str(value.get("command", "")).removeprefix("/")
    description = str(value.get("description", "")).strip()
    if not _COMMAND.fullmatch(command):
        raise bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(description) <= _MAX_COMMAND_DESCRIPTION:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    return Command(command, description)


def _language(parameters: Parameters) -> str:
    code = parameters.text("language_code")
    if code and not _LANGUAGE.fullmatch(code):
        raise bad_request("invalid language code specified")
    return code


def _scope(world: World, parameters: Parameters) -> Scope:
    value = parameters.json("scope", "BotCommandScope") or {"type": "default"}
    fields = parameters.within(value)
    kind = fields.text("type")
    if kind in _SCOPES_WITHOUT_CHAT:
        return Scope(kind)
    if kind not in _SCOPES_OF_CHAT:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    chat = reach_chat(world, fields.text("chat_id"), Access.READ)
    user_id = fields.integer("user_id") if kind == "chat_member" else 0
    return Scope(kind, chat.id, user_id)
