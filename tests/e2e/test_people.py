"""People as they are: who cannot be reached, who has odd names, who gets another one."""

from __future__ import annotations

import re

import pytest

from bot.app import App
from bot.config import Config
from bot.local.faults import Fault
from bot.local.records import Message, Person
from bot.local.world import World
from rules import Game, Options, Side
from tests.e2e.conftest import Clock, People
from tests.e2e.recorded import check_end, recorded_games
from tests.e2e.settled import settle
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")

UNREACHED = "I cannot write to \u2068Boris"


@pytest.fixture
def hers(world: World, people: People) -> Table:
    return Table(world, world.private_chat(people.anna))


@pytest.fixture
def his(world: World, people: People) -> Table:
    return Table(world, world.private_chat(people.boris))


async def board(table: Table, words: str) -> Message:
    """The board of a private chat, once it shows these words."""
    return await table.until(
        lambda: next((each for each in table.boards if words in each.caption), None), words
    )


async def begin_by_link(hers: Table, his: Table, people: People, words: str = "white") -> Message:
    """Boris follows Anna's link. Returns her board."""
    hers.say(people.anna, f"/challenge {words}")
    card = await hers.board("Send this invitation")
    code = re.search(r"start=(j[A-Z0-9]+)", card.caption)
    assert code is not None
    hers.world.follow_link(people.boris, code[1])
    await board(his, "to move")
    return await board(hers, "White to move")


def sent(world: World, person: Person) -> list[str]:
    """The methods by which the bot has tried to write to somebody."""
    return [
        call.method
        for call in world.calls
        if call.chat_id == person.id and call.method.startswith("send")
    ]


# Who cannot be reached


async def test_who_blocks_the_bot_is_tried_once_and_the_opponent_is_told(
    hers: Table, his: Table, people: People, world: World
) -> None:
    own = await begin_by_link(hers, his, people)
    before = len(sent(world, people.boris))
    world.block_bot(people.boris)
    await hers.caption(own, UNREACHED)
    hers.say(people.anna, "c1 d1")
    await hers.caption(own, "c1-d1")
    hers.say(people.anna, "/draw")
    await hers.caption(own, "offers a draw")
    assert len(sent(world, people.boris)) == before
    world.follow_link(people.boris)
    assert "offers a draw" in (await board(his, "c1-d1")).caption
    await hers.until(lambda: UNREACHED not in own.caption, "nothing about Boris")


async def test_a_block_that_only_an_error_tells_of(
    hers: Table, his: Table, people: People, world: World, bot: App
) -> None:
    """As when the bot was not running when it happened."""
    own = await begin_by_link(hers, his, people)
    blocked = Fault.refuse(403, "Forbidden: bot was blocked by the user")
    world.faults.add("sendPhoto", blocked, chat_id=people.boris.id)
    before = len(sent(world, people.boris))
    hers.say(people.anna, "c1 d1")
    await hers.caption(own, UNREACHED)
    hers.say(people.anna, "/draw")
    await hers.caption(own, "offers a draw")
    await settle(world, bot)
    assert len(sent(world, people.boris)) == before + 1
    his.say(people.boris, "/help")
    await board(his, "offers a draw")
    await hers.until(lambda: UNREACHED not in own.caption, "nothing about Boris")


async def test_a_reminder_for_who_blocked_the_bot_is_not_sent(
    hers: Table, his: Table, people: People, world: World, clock: Clock
) -> None:
    own = await begin_by_link(hers, his, people, "white 1h")
    hers.say(people.anna, "c1 d1")
    await board(his, "c1-d1")
    his.say(people.boris, "h6 h5")
    await board(hers, "h6-h5")
    hers.say(people.anna, "d1 e1")
    await board(his, "d1-e1")
    before = len(sent(world, people.boris))
    world.block_bot(people.boris)
    clock.advance(hours=0.8)
    clock.advance(hours=0.3)
    own = await board(hers, "Boris\u2069 has run out of time")
    assert UNREACHED in own.caption
    assert len(sent(world, people.boris)) == before
    await hers.tap(people.anna, "🏆", own)
    await hers.caption(own, "Anna\u2069 wins")


async def test_a_game_in_a_group_needs_no_private_message(
    table: Table, his: Table, people: People, world: World
) -> None:
    """Neither from the start nor when somebody blocks the bot who has a board in private, too."""
    group = await table.begin(people.anna, people.boris)
    await table.play(people.anna, group, Game.start(Options()).state, (2, 3))
    await table.caption(group, "c1-d1")
    assert sent(world, people.anna) == sent(world, people.boris) == []
    his.say(people.boris, "/games")
    await his.tap(people.boris, "Anna")
    await board(his, "c1-d1")
    world.block_bot(people.boris)
    table.say(people.boris, "h6 h5", reply_to=group)
    await table.caption(group, "h6-h5")
    table.say(people.anna, "d1 e1", reply_to=group)
    await table.caption(group, "d1-e1")
    assert "I cannot write" not in group.caption
    assert table.messages == [group]


# Names


async def test_two_without_usernames_play_to_the_end(
    table: Table, people: People, world: World, config: Config
) -> None:
    for person in (people.anna, people.boris):
        world.rename(person, person.first_name)
    recorded = min(recorded_games()[:5], key=lambda each: len(each.plies))
    group = await table.begin(people.anna, people.boris, recorded.words)
    game = Game.start(recorded.options)
    for ply in recorded.plies:
        mover = people.anna if game.state.side is Side.WHITE else people.boris
        await table.play(mover, group, game.state, ply)
        game = game.play(ply)
    await table.button("🔁", group)
    check_end(recorded, game, config.database)


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        ("<b>&", "</i>\u202e", "<b>& </i>"),
        ("\u200b", "", "?"),
        ("\u3164\u2800", "", "?"),
        ("\u0301\u0301", "", "?"),
        ("\u05e9\u05dc\u05d5\u05dd", "", "\u05e9\u05dc\u05d5\u05dd"),
        ("😀🎲", "", "😀🎲"),
        ("W" * 64, "W" * 64, "W" * 31 + "…"),
        ("_*[Anna](tg://user?id=1)*_", "", "_*[Anna](tg://user?id=1)*_"),
    ],
    ids=[
        "markup",
        "zero width",
        "fillers",
        "accents",
        "right to left",
        "emoji",
        "long",
        "Markdown",
    ],
)
async def test_odd_names_on_boards_mentions_toasts_and_records(
    first: str, last: str, shown: str, table: Table, people: People, world: World, clock: Clock
) -> None:
    odd = world.add_person(first, last_name=last)
    world.join(odd, people.group)
    name = f"\u2068{shown}\u2069"
    group = await table.begin(odd, people.boris, "5min")
    assert f"⚪ {name} – ⚫ \u2068Boris\u2069" in group.caption
    assert await table.tap(people.boris, "c1", group) == f"It is {name}'s turn."
    clock.advance(hours=0.07)
    note = await table.message("it is your move")
    assert note.text.startswith(f"⏰ {name}, ")
    assert [entity.user_id for entity in note.entities] == [odd.id]
    table.say(odd, "/resign")
    await table.tap(odd, "Yes")
    await table.caption(group, f"{name} has resigned")
    table.say(odd, "/export")
    await table.message(f"🎞 {name} – ")


async def test_a_new_name_is_on_all_boards_as_soon_as_it_is_known(
    table: Table, hers: Table, his: Table, people: People, world: World
) -> None:
    group = await table.begin(people.anna, people.carla)
    own = await begin_by_link(hers, his, people)
    await board(his, "Anna")
    world.rename(people.anna, "Anna Maria", username="anna")
    table.say(people.anna, "/help")
    for place, shown in ((table, group), (hers, own), (his, await board(his, "Anna Maria"))):
        await place.caption(shown, "⚪ \u2068Anna Maria\u2069")


# Languages


async def test_reminders_and_the_bots_own_moves_are_in_the_language_that_was_chosen(
    table: Table, his: Table, people: People, world: World, clock: Clock
) -> None:
    world.set_language(people.boris, "it")
    table.say(people.anna, "/language")
    await table.tap(people.anna, "🌐 Français")
    await table.message("Langue de ce groupe")
    table.say(people.anna, "/challenge white 5min")
    card = await table.message("cherche un adversaire")
    await table.tap(people.boris, "▶️", card)
    await table.caption(card, "aux Blancs de jouer")
    clock.advance(hours=0.07)
    await table.message("c’est à toi de jouer")
    his.say(people.boris, "/language")
    await his.tap(people.boris, "🌐 Deutsch")
    await his.message("Ich spreche Deutsch mit dir")
    his.say(people.boris, "/play")
    setup = await his.message("Eine Partie gegen mich")
    await his.tap(people.boris, "⚫", setup)
    await his.button("· ⚫", setup)
    await his.tap(people.boris, "▶️", setup)
    await his.caption(setup, "Letzter Zug")


async def test_what_is_wrong_with_a_command_is_said_in_the_persons_language(
    his: Table, people: People, world: World
) -> None:
    world.set_language(people.boris, "de-AT")
    his.say(people.boris, "/challenge 11")
    await his.message("Die Option „11“ kenne ich nicht")
