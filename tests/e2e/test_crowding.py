"""Somebody with as many unfinished games as there may be is told so, and of the way out."""

from __future__ import annotations

import pytest

from bot.app import App
from bot.handlers.context import Context
from bot.local.world import World
from bot.play.live import MOST_GAMES
from bot.play.match import Match, Phase
from bot.play.setup import Setup
from rules import Game
from tests.e2e.conftest import People
from tests.e2e.table import Table

TOO_MANY = f"You have {MOST_GAMES} unfinished games"


@pytest.fixture
def hers(world: World, people: People) -> Table:
    return Table(world, world.private_chat(people.anna))


async def fill(bot: App, people: People) -> None:
    """Anna has as many challenges as may be; they are shown nowhere yet."""
    setup = Setup()
    challenge = Match(
        id=0,
        phase=Phase.OPEN,
        setup=setup,
        challenger=people.anna.id,
        game=Game.start(setup.options),
    )
    for _ in range(MOST_GAMES):
        await Context(bot).services.live.add(challenge, ())


async def test_it_is_said_wherever_a_game_can_begin(
    bot: App, world: World, hers: Table, table: Table, people: People
) -> None:
    hers.say(people.anna, "/start")
    welcome = await hers.message("Ugolki")
    his = Table(world, world.private_chat(people.boris))
    his.say(people.boris, "/challenge")
    invitation = await his.message("/join")
    code = invitation.caption.split("/join ")[1].split()[0]
    table.say(people.boris, "/challenge")
    card = await table.board("Boris")
    await fill(bot, people)

    assert TOO_MANY in await hers.tap(people.anna, "▶️", welcome)
    assert TOO_MANY in await table.tap(people.anna, "▶️", card)
    for text in ("/play", "/challenge 12", f"/join {code}"):
        hers.say(people.anna, text)
    await hers.until(lambda: said(hers) == 3, "three answers")
    table.say(people.anna, "/challenge")
    await table.until(lambda: said(table), "an answer in the group")
    answer = await world.ask_inline(people.anna, table.chat, "")
    assert answer is not None
    assert answer.results == ()
    assert answer.button is not None
    assert answer.button.text.startswith(f"{MOST_GAMES} unfinished games")
    world.follow_link(people.anna, answer.button.start_parameter)
    await hers.message("Your games")
    assert len(table.boards) == 1


def said(table: Table) -> int:
    return sum(TOO_MANY in each.text for each in table.messages)


async def test_games_shows_the_way_out(bot: App, hers: Table, people: People) -> None:
    hers.say(people.anna, "/start")
    await hers.message("Ugolki")
    await fill(bot, people)
    hers.say(people.anna, "/games")
    menu = await hers.message("Your games")
    assert [button.text for button in menu.buttons] == ["Open challenge"] * MOST_GAMES
    assert await hers.tap(people.anna, "Open challenge", menu) == ""
    card = await hers.board("Anna")
    assert await hers.tap(people.anna, "✖️", card) == ""
    await hers.caption(card, "withdrawn")
    hers.say(people.anna, "/play")
    await hers.board("🤖")


@pytest.mark.usefixtures("bot")
async def test_what_has_not_begun_is_listed_with_its_opponent(
    hers: Table, table: Table, people: People
) -> None:
    table.say(people.boris, "/help")
    await table.message("/challenge")
    table.say(people.anna, "/challenge @boris")
    await table.board("Boris")
    table.say(people.anna, "/challenge @nobody_yet")
    await table.board("@nobody_yet")
    hers.say(people.anna, "/play")
    await hers.board("🤖")
    hers.say(people.anna, "/games")
    menu = await hers.message("Your games")
    labels = [button.text for button in menu.buttons]
    assert len(labels) == 3
    assert labels[0].startswith("🤖")
    assert labels[0].endswith("not begun yet")
    assert "@nobody_yet" in labels[1]
    assert "Boris" in labels[2]
