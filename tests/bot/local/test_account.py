import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChatMember,
)

from tests.bot.local.clients import RawApi
from tests.bot.local.conftest import Scene


async def test_who_the_bot_is(bot: Bot, scene: Scene) -> None:
    me = await bot.get_me()
    assert (me.id, me.username, me.first_name) == (
        scene.world.bot.id,
        "ugolki_local_bot",
        "Ugolki",
    )
    assert me.can_read_all_group_messages is False


async def test_names_and_texts_by_language(bot: Bot) -> None:
    await bot.set_my_name("Corners")
    await bot.set_my_name("Ecken", language_code="de")
    await bot.set_my_description("Play", language_code="")
    await bot.set_my_short_description("Short", language_code="it")
    assert (await bot.get_my_name()).name == "Corners"
    assert (await bot.get_my_name("de")).name == "Ecken"
    assert (await bot.get_my_name("fr")).name == "Corners"
    assert (await bot.get_my_description("de")).description == "Play"
    assert (await bot.get_my_short_description()).short_description == ""
    assert (await bot.get_my_short_description("it")).short_description == "Short"
    await bot.set_my_name("", language_code="de")
    assert (await bot.get_my_name("de")).name == "Corners"
    assert (await bot.get_me()).first_name == "Corners"


async def test_commands_by_scope_and_language(bot: Bot, scene: Scene) -> None:
    private = BotCommandScopeAllPrivateChats()
    one = BotCommandScopeChatMember(scene.club.id, scene.anna.id)
    await bot.set_my_commands([("play", "Play")], scope=private)
    await bot.set_my_commands([("play", "Spielen")], scope=private, language_code="de")
    await bot.set_my_commands([BotCommand("board", "Board")], scope=one)
    assert await bot.get_my_commands() == ()
    assert await bot.get_my_commands(private, "de") == (BotCommand("play", "Spielen"),)
    assert await bot.get_my_commands(one) == (BotCommand("board", "Board"),)
    labels = [scope.label for scope, _ in scene.world.bot.commands]
    assert labels[-1] == f"chat_member:{scene.club.id}:{scene.anna.id}"
    await bot.delete_my_commands(private)
    assert await bot.get_my_commands(private) == ()


@pytest.mark.parametrize(
    ("parameters", "description"),
    [
        ({"commands": [{"command": "Play", "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ({"commands": [{"command": "a" * 33, "description": "x"}]}, "BOT_COMMAND_INVALID"),
        (
            {"commands": [{"command": "a", "description": ""}]},
            "BOT_COMMAND_DESCRIPTION_INVALID",
        ),
        (
            {"commands": [{"command": "a", "description": "x" * 257}]},
            "BOT_COMMAND_DESCRIPTION_INVALID",
        ),
        (
            {"commands": [{"command": f"a{n}", "description": "x"} for n in range(101)]},
            "BOT_COMMANDS_TOO_MUCH",
        ),
        ({}, "expected an Array of BotCommand"),
        ({"commands": [], "language_code": "deu"}, "invalid language code specified"),
        (
            {"commands": [], "scope": {"type": "moon"}},
            "can't parse BotCommandScope: unsupported type specified",
        ),
        ({"commands": [], "scope": {"type": "chat", "chat_id": 7}}, "chat not found"),
    ],
)
async def test_commands_that_are_refused(
    api: RawApi, parameters: dict[str, object], description: str
) -> None:
    assert await api.refusal("setMyCommands", **parameters) == f"Bad Request: {description}"


async def test_texts_that_are_too_long(api: RawApi) -> None:
    for method, field, limit in (
        ("setMyName", "name", 64),
        ("setMyDescription", "description", 512),
        ("setMyShortDescription", "short_description", 120),
    ):
        assert await api(method, **{field: "x" * limit})
        assert "is too long" in await api.refusal(method, **{field: "x" * (limit + 1)})


async def test_logging_out(bot: Bot) -> None:
    assert await bot.log_out()
    assert await bot.close()
