"""Everybody is spoken to in the right language, over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.app import GROUP_COMMANDS, PRIVATE_COMMANDS, running
from bot.chat.callbacks import Pick, encode
from bot.chat.texts import languages, texts_for
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.local.profile import Scope
from bot.local.records import ChatKind, Message, Person
from bot.local.world import World
from rules import Game, Options, Route, State, format_ply, squares_of
from tests.e2e.conftest import People
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove
from tests.locales import pseudo_locale

CODES = [
    *(("de", "de"), ("it", "it"), ("fr", "fr"), ("en", "en")),
    *(("de-AT", "de"), ("pt-BR", "en"), ("", "en")),
]


HANS, GINA = "\u2068Hans\u2069", "\u2068Gina\u2069"


def said(language: str, text_id: str, **values: str | int) -> str:
    return texts_for(language).plain(text_id, **values)


def beginning(language: str, text_id: str) -> str:
    """The first words of a text, as Telegram shows them."""
    return said(language, text_id).split("\n")[0].replace("<b>", "").replace("</b>", "")


def private(world: World, person: Person) -> Table:
    return Table(world, world.private_chat(person))


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(("code", "language"), CODES)
async def test_from_the_first_message_to_the_result(code: str, language: str, world: World) -> None:
    anna = world.add_person("Anna", language_code=code)
    chat = private(world, anna)
    world.follow_link(anna)
    welcome = await chat.message(beginning(language, "reply.welcome"))
    assert welcome.buttons[0].text == said(language, "button.play")
    chat.say(anna, "/help")
    await chat.message(beginning(language, "reply.help"))
    chat.say(anna, "what?")
    await chat.message(said(language, "reply.not-understood"))
    chat.say(anna, "/play")
    card = await chat.message(said(language, "challenge.ai", level="").split("<b>")[0])
    assert await chat.tap(anna, said(language, "option.white"), card) == ""
    assert await chat.tap(anna, said(language, "button.start"), card) == ""
    turn = said(language, "board.turn-white", round=1, name="\u2068Anna\u2069")
    await chat.caption(card, turn.replace("<b>", "").replace("</b>", ""))
    stale = card.button("c1")
    await chat.tap(anna, "a3", card)
    await chat.tap(anna, "• a4", card)
    await chat.caption(card, said(language, "board.last-move", move="").split("<code>")[0])
    assert await chat.press(anna, card, stale) == said(language, "refusal.stale")
    # The AI's move would take the question away.
    turn = said(language, "board.turn-white", round=2, name="\u2068Anna\u2069")
    await chat.caption(card, turn.replace("<b>", "").replace("</b>", ""))
    await chat.tap(anna, said(language, "button.resign"), card)
    await chat.tap(anna, said(language, "button.confirm-resign"), card)
    await chat.until(lambda: "🏁" in card.caption, "the result")
    loser = "\u2068Anna\u2069"
    result = said(language, "result.resigned-won", winner="", loser=loser).split("</b>")[1]
    assert result in card.caption
    assert card.buttons[0].text == said(language, "button.rematch")


@pytest.mark.usefixtures("bot")
async def test_a_choice_is_worth_more_than_the_language_of_telegram(world: World) -> None:
    anna = world.add_person("Anna", language_code="de")
    chat = private(world, anna)
    chat.say(anna, "/language")
    card = await chat.message("Ich spreche Deutsch mit dir")
    assert [button.text for button in card.buttons] == [
        *("🌐 English", "🌐 Deutsch ✓", "🌐 Français", "🌐 Italiano")
    ]
    assert await chat.tap(anna, "🌐 Italiano", card) == ""
    await chat.until(lambda: "Con te parlo italiano" in card.text, "the card in Italian")
    assert await chat.press(anna, card, "nonsense") == said("it", "toast.unknown-button")
    world.set_language(anna, "fr")
    chat.say(anna, "/help")
    await chat.message(beginning("it", "reply.help"))
    assert len(chat.messages) == 2


@pytest.mark.usefixtures("bot")
async def test_the_boards_of_a_private_chat_follow_the_choice(world: World) -> None:
    anna = world.add_person("Anna")
    chat = private(world, anna)
    chat.say(anna, "/play white")
    card = await chat.board("A game against me")
    chat.say(anna, "/language")
    languages_card = await chat.message("I speak English with you")
    await chat.tap(anna, "🌐 Français", languages_card)
    await chat.caption(card, "Une partie contre moi")
    assert card.button(said("fr", "button.start"))


# Groups


@pytest.fixture
def hans(world: World, people: People) -> Person:
    hans = world.add_person("Hans", language_code="de")
    world.join(hans, people.group)
    return hans


@pytest.fixture
def gina(world: World, people: People) -> Person:
    gina = world.add_person("Gina", language_code="it")
    world.join(gina, people.group)
    return gina


async def set_to_french(table: Table, people: People) -> None:
    """Anna, who made the group, chooses."""
    table.say(people.anna, "/language")
    card = await table.message("Language of this chat")
    assert await table.tap(people.anna, "🌐 Français", card) == ""
    await table.until(lambda: "Langue de ce groupe" in card.text, "the card in French")


@pytest.mark.usefixtures("bot")
async def test_a_group_is_spoken_to_in_english_until_it_chooses(
    table: Table, people: People, hans: Person, gina: Person
) -> None:
    board = await table.begin(hans, gina)
    assert "White to move" in board.caption
    await set_to_french(table, people)
    await table.caption(board, "Tour 1\u00a0: aux Blancs de jouer")
    assert await table.tap(gina, "c1", board) == said("it", "refusal.not-your-turn", mover=HANS)
    # Telegram does not tell Boris's language: he reads that of the group.
    assert await table.tap(people.boris, "c1", board) == said("fr", "refusal.not-a-player")
    table.say(hans, "/draw")
    await table.message("te propose la nulle")


@pytest.mark.usefixtures("bot")
async def test_only_administrators_choose_for_a_group(
    table: Table, people: People, hans: Person, world: World
) -> None:
    table.say(people.boris, "/language")
    await table.message("Only administrators can choose")
    table.say(people.anna, "/language")
    card = await table.message("Language of this chat")
    refusal = said("de", "toast.administrators-only")
    assert await table.tap(hans, "🌐 Deutsch", card) == refusal
    assert "in English" in card.text
    world.promote(hans, people.group)
    assert await table.tap(hans, "🌐 Deutsch", card) == ""
    await table.until(lambda: "auf Deutsch" in card.text, "the card in German")


@pytest.mark.usefixtures("bot")
async def test_an_anonymous_administrator_may_choose(
    table: Table, people: People, world: World
) -> None:
    world.say_anonymously(people.anna, people.group, "/language")
    card = await table.message("Language of this chat")
    assert await table.tap(people.anna, "🌐 Italiano", card) == ""
    await table.until(lambda: "in italiano" in card.text, "the card in Italian")
    world.forward_from_channel(people.group, "/language")
    await table.message(said("it", "toast.administrators-only"))


@pytest.mark.usefixtures("bot")
async def test_a_group_keeps_its_language_as_a_supergroup(world: World, people: People) -> None:
    group = world.add_group("Old", [people.anna, people.boris], kind=ChatKind.GROUP)
    await set_to_french(Table(world, group), people)
    table = Table(world, world.migrate(group))
    table.say(people.boris, "/board")
    await table.message(said("fr", "reply.no-game"))


@pytest.mark.usefixtures("bot")
async def test_a_thousand_taps_of_two_languages_in_a_third(
    table: Table, people: People, hans: Person, gina: Person
) -> None:
    """Each toast is in the language of who tapped, the board always in that of the group."""
    await set_to_french(table, people)
    board = await in_french(table, hans, gina)
    game = Game.start(Options())
    right = 0
    for number in range(10):
        mover, other = (gina, hans) if number % 2 else (hans, gina)
        name = {hans.id: HANS, gina.id: GINA}[mover.id]
        stale = said(mover.language_code, "refusal.stale")
        waiting = said(other.language_code, "refusal.not-your-turn", mover=name)
        start, end = next(step for step in steps(game.state))
        taps = [
            each
            for _ in range(50)
            for each in (
                table.press(mover, board, encode(Pick(1, 99, (start,)))),
                table.press(other, board, encode(Pick(1, number, (start,)))),
            )
        ]
        toasts = await asyncio.gather(*taps)
        right += [*toasts] == [stale, waiting] * 50
        assert await table.press(mover, board, encode(Pick(1, number, (start, end)))) == ""
        game = game.play((start, end))
        side = "Blancs" if number % 2 else "Noirs"
        await table.caption(board, f"aux {side} de jouer")
        await table.caption(board, f"Dernier coup\u00a0: {format_ply((start, end))}")
    assert right == 10
    assert table.boards == [board]


def steps(state: State) -> Iterator[Route]:
    for start in squares_of(state.movable):
        yield from ((start, end) for end in squares_of(state.steps_from(start)))


async def in_french(table: Table, white: Person, black: Person) -> Message:
    table.say(white, "/challenge white")
    board = await table.message("cherche un adversaire")
    assert await table.tap(black, "▶️", board) == ""
    await table.caption(board, "aux Blancs de jouer")
    return board


# Menus and profile


@pytest.mark.usefixtures("bot")
async def test_menus_and_profile_are_there_in_every_language(world: World, people: People) -> None:
    bot = world.bot
    chat = private(world, people.anna)
    await chat.until(lambda: len(bot.short_descriptions) == len(languages()), "all of it")
    for language in languages():
        code, texts = "" if language == "en" else language, texts_for(language)
        for scope, commands in (
            ("all_private_chats", PRIVATE_COMMANDS),
            ("all_group_chats", GROUP_COMMANDS),
        ):
            menu = [(each.command, each.description) for each in bot.commands[Scope(scope), code]]
            assert menu == [(name, texts.plain(f"command.{name}")) for name in commands]
        assert bot.names[code] == texts.plain("bot.name")
        assert bot.descriptions[code] == texts.plain("bot.description")
        assert bot.short_descriptions[code] == texts.plain("bot.short-description")


# Restarts


async def test_choices_survive_a_restart_and_the_profile_is_not_set_again(
    config: Config, table: Table, people: People, world: World, engine: FirstMove
) -> None:
    assert config.token is not None
    chat = private(world, people.boris)
    async with running(config, token=config.token, engine=engine, rates=UNLIMITED):
        await set_to_french(table, people)
        chat.say(people.boris, "/language")
        await chat.tap(people.boris, "🌐 Deutsch", await chat.message("I speak English"))
        await chat.message("Ich spreche Deutsch mit dir")
    seen = len(world.calls)
    async with running(config, token=config.token, engine=engine, rates=UNLIMITED):
        table.say(people.boris, "/board")
        await table.message(said("fr", "reply.no-game"))
        chat.say(people.boris, "/board")
        await chat.message(said("de", "reply.no-game"))
        looked = "getMyShortDescription"
        await table.until(
            lambda: (
                [call.method for call in list(world.calls)[seen:]].count(looked) == len(languages())
            ),
            "a look at the whole profile",
        )
    again = {call.method for call in list(world.calls)[seen:]}
    assert not again & {"setMyName", "setMyDescription", "setMyShortDescription"}


# One more language


@pytest.fixture
def esperanto(tmp_path: Path) -> Iterator[str]:
    with pseudo_locale(tmp_path) as language:
        yield language


@pytest.mark.usefixtures("esperanto", "bot")
async def test_one_more_catalogue_speaks_everywhere(
    world: World, people: People, table: Table
) -> None:
    zoe = world.add_person("Zoé", language_code="eo")
    chat = private(world, zoe)
    world.follow_link(zoe)
    await chat.message("⟦Welcome to Ugolki!")
    await chat.tap(zoe, "📖 ⟦Rules⟧")
    await chat.message("📖 ⟦Ugolki, the game of corners")
    chat.say(zoe, "/language")
    await chat.message("🌐 ⟦Language")
    assert await chat.button("🌐 Esperanto ✓")
    assert world.bot.names["eo"] == "⟦Ugolki (corners)⟧"
    table.say(people.anna, "/language")
    await table.tap(people.anna, "🌐 Esperanto", await table.message("Language of this chat"))
    await table.message("🌐 ⟦Language of this chat")
    table.say(people.anna, "/challenge white")
    card = await table.until(lambda: next(iter(table.boards), None), "the challenge")
    assert await table.tap(people.boris, "▶️ ⟦", card) == ""
    await table.caption(card, "⟦Round 1: White to move")
    assert (
        await table.tap(people.carla, "c1", card) == "⟦" + said("en", "refusal.not-a-player") + "⟧"
    )
