"""Inline mode: challenges posted in chats that the bot does not see, and the games they begin."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing

import pytest

from bot.chat.links import payload_of
from bot.config import Config
from bot.local.faults import Fault
from bot.local.inline import InlineAnswer, InlineQuery
from bot.local.records import Chat, Message, Person, Standing
from bot.local.world import World
from tests.e2e.conftest import Clock, People
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def elsewhere(world: World, people: People) -> Chat:
    """A group of the three that the bot is not in."""
    members = [people.anna, people.boris, people.carla]
    return world.add_group("Elsewhere", members, bot_standing=Standing.LEFT)


def private(world: World, person: Person) -> Table:
    return Table(world, world.private_chat(person))


async def ask(
    world: World, person: Person, chat: Chat, words: str = ""
) -> tuple[InlineQuery, InlineAnswer]:
    """Somebody types the bot's name and words. Returns the query and what is offered."""
    query = world.ask_inline(person, chat, words)
    answer = await query
    assert answer is not None, "the query was never answered"
    return query, answer


async def challenge(
    world: World, person: Person, chat: Chat, words: str = "white", offer: int = 0
) -> Message:
    """Somebody posts one of the offers."""
    query, answer = await ask(world, person, chat, words)
    return world.choose_inline(query, answer.results[offer])


def payload(post: Message) -> str:
    """What the link of ▶️ carries."""
    found = payload_of(post.button("▶️ Play").url)
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", found)
    return found


async def board(table: Table, words: str = "to move") -> Message:
    """The board of a private chat, once it shows these words."""
    return await table.until(
        lambda: next((each for each in table.boards if words in each.caption), None), words
    )


def count(config: Config, table: str) -> int:
    with closing(sqlite3.connect(config.database)) as connection:
        query = f"SELECT count(*) FROM {table}"  # noqa: S608 - the test's own words
        return int(connection.execute(query).fetchone()[0])


async def until_stored(config: Config, table: str, rows: int) -> None:
    """Waits until a table has so many rows."""
    for _ in range(1_000):
        if count(config, table) == rows:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{table} has {count(config, table)} rows, not {rows}")


async def test_from_the_query_to_a_move(world: World, people: People, elsewhere: Chat) -> None:
    anna, boris = private(world, people.anna), private(world, people.boris)
    world.follow_link(people.anna)
    await anna.message("Welcome")
    post = await challenge(world, people.anna, elsewhere, "16 black 1d")
    assert post.via_bot
    for words in ("Anna\u2069 is looking for", "16 pieces", "plays Black", "1 day", "1 week"):
        assert words in post.text, words
    world.follow_link(people.boris, payload(post))
    his = await board(boris)
    hers = await board(anna)
    assert "⚪ \u2068Boris\u2069 – ⚫ \u2068Anna\u2069" in his.caption
    assert "Time for each move: 1 day" in his.caption
    assert await boris.tap(people.boris, "d1", his) == ""
    assert await boris.tap(people.boris, "• e1", his) == ""
    await boris.caption(his, "d1-e1")
    assert (await board(anna, "d1-e1")).id != hers.id
    assert not any(call.method == "editMessageText" for call in world.calls)


async def test_what_is_offered(world: World, people: People, elsewhere: Chat) -> None:
    _, answer = await ask(world, people.anna, elsewhere)
    assert [each.title[0] for each in answer.results] == ["🎲", "⚪", "⚫"]
    assert {each.description for each in answer.results} == {"9 pieces in a square · Classic"}
    assert (answer.is_personal, answer.cache_time) == (True, 0)
    assert answer.button is not None
    _, answer = await ask(world, people.anna, elsewhere, "12 Diagonal black noleave mirror 3d")
    (only,) = answer.results
    assert only.title.startswith("⚫")
    assert only.description == (
        "12 pieces in a rectangle · Diagonal · Leave-home rule: off · Anti-mirror rule: on"
        " · ⏱ 3 days"
    )
    _, answer = await ask(world, people.anna, elsewhere, "dia")
    assert all("Diagonal" in each.description for each in answer.results)


async def test_the_last_setup_is_offered_first(
    world: World, people: People, table: Table, elsewhere: Chat
) -> None:
    await table.begin(people.anna, people.boris, "10 diagonal")
    _, answer = await ask(world, people.anna, elsewhere)
    assert [each.title[0] for each in answer.results] == ["⚪", "🎲", "⚫"]
    assert all("10 pieces" in each.description for each in answer.results)


async def test_a_word_that_is_no_option_is_explained(
    world: World, people: People, elsewhere: Chat
) -> None:
    _, answer = await ask(world, people.anna, elsewhere, "16 with-cheese-and-tomatoes")
    assert answer.results == ()
    assert answer.button is not None
    assert "“with-cheese-and-tom…”" in answer.button.text
    world.follow_link(people.anna, answer.button.start_parameter)
    explained = await private(world, people.anna).message("Challenges in any chat")
    assert "9 10 12 16 classic diagonal noleave mirror white black 5min" in explained.text
    assert "@ugolki_local_bot 16 diagonal" in explained.text
    assert explained.buttons[0].kind == "switch_inline_query"


@pytest.mark.parametrize(
    ("code", "title", "words", "play"),
    [
        ("en", "⚪ Challenge: I play White", "is looking for an opponent", "▶️ Play"),
        ("de-AT", "⚪ Herausforderung: Ich spiele Weiß", "Mit ▶️ spielst du", "▶️ Spielen"),
        ("it", "⚪ Sfida: gioco col Bianco", "Tocca ▶️ per giocare", "▶️ Gioca"),
        ("fr", "⚪ Défi\u00a0: je joue les Blancs", "Touche ▶️ pour jouer", "▶️ Jouer"),
    ],
)
async def test_offers_are_in_the_language_of_who_asks(
    code: str, title: str, words: str, play: str, world: World, people: People, elsewhere: Chat
) -> None:
    world.set_language(people.anna, code)
    query, _ = await ask(world, people.anna, elsewhere)
    post = world.choose_inline(query, title)
    assert words in post.text
    assert post.button(play).url


async def test_typing_stores_nothing_but_who_asks(
    world: World, people: People, elsewhere: Chat, config: Config
) -> None:
    typed = "16 diagonal"
    for length in range(len(typed) + 1):
        await ask(world, people.anna, elsewhere, typed[:length])
    stored = {name: count(config, name) for name in ("people", "ticket_keys", "games", "posts")}
    assert stored == {"people": 1, "ticket_keys": 1, "games": 0, "posts": 0}


async def test_one_game_for_each_challenge(
    world: World, people: People, elsewhere: Chat, config: Config
) -> None:
    world.follow_link(people.anna)
    post = await challenge(world, people.anna, elsewhere)
    world.follow_link(people.boris, payload(post))
    world.follow_link(people.carla, payload(post))
    boris, carla = private(world, people.boris), private(world, people.carla)
    tables = {boris: carla, carla: boris}
    late = await boris.until(
        lambda: next(
            (t for t in tables if any("no longer open" in m.text for m in t.messages)), None
        ),
        "a refusal",
    )
    first = await board(tables[late])
    assert late.boards == []
    assert count(config, "games") == 1
    winner = people.boris if tables[late] is boris else people.carla
    world.follow_link(winner, payload(post))
    again = await tables[late].until(
        lambda: next((each for each in tables[late].boards if each.id != first.id), None),
        "the board anew",
    )
    await tables[late].until(lambda: first.id not in tables[late].chat.messages, "one board")
    assert "to move" in again.caption
    assert count(config, "games") == 1


async def test_the_challenger_has_not_opened_the_bot(
    world: World, people: People, elsewhere: Chat
) -> None:
    anna, boris = private(world, people.anna), private(world, people.boris)
    post = await challenge(world, people.anna, elsewhere, "black")
    world.follow_link(people.boris, payload(post))
    his = await board(boris)
    await boris.message("I cannot write to \u2068Anna")
    assert anna.messages == []
    await boris.tap(people.boris, "c1", his)
    await boris.tap(people.boris, "• d1", his)
    await boris.caption(his, "c1-d1")
    # Her board was tried for the beginning, and not again for the move.
    assert _failed(world, people.anna) == [True]
    world.follow_link(people.anna, payload(post))
    hers = await board(anna, "c1-d1")
    await anna.tap(people.anna, "f8", hers)
    await anna.tap(people.anna, "• e8", hers)
    await board(boris, "f8-e8")
    assert len(anna.boards) == 1


def _failed(world: World, person: Person) -> list[bool]:
    """For each board sent to a person, whether it failed."""
    return [
        call.error != 0
        for call in world.calls
        if (call.method, call.chat_id) == ("sendPhoto", person.id)
    ]


@pytest.mark.parametrize("link", ["", "rules"])
async def test_whoever_opens_the_bot_at_last_finds_the_board(
    link: str, world: World, people: People, elsewhere: Chat
) -> None:
    anna = private(world, people.anna)
    post = await challenge(world, people.anna, elsewhere)
    world.follow_link(people.boris, payload(post))
    await private(world, people.boris).message("I cannot write to")
    world.follow_link(people.anna, link)
    await anna.tap(people.anna, "c1", await board(anna))


async def test_the_challenger_has_blocked_the_bot(
    world: World, people: People, elsewhere: Chat
) -> None:
    anna, boris = private(world, people.anna), private(world, people.boris)
    world.follow_link(people.anna)
    await anna.message("Welcome")
    world.block_bot(people.anna)
    post = await challenge(world, people.anna, elsewhere)
    world.follow_link(people.boris, payload(post))
    await boris.message("I cannot write to \u2068Anna")
    assert anna.boards == []
    world.follow_link(people.anna)
    await board(anna)


async def test_ones_own_link_and_a_withdrawal_in_private(
    world: World, people: People, elsewhere: Chat, config: Config
) -> None:
    anna, boris = private(world, people.anna), private(world, people.boris)
    post = await challenge(world, people.anna, elsewhere)
    world.follow_link(people.anna, payload(post))
    own = await anna.message("This is your own challenge")
    assert count(config, "games") == 0
    assert await anna.tap(people.anna, "✖️ Withdraw", own) == ""
    await anna.message("has withdrawn the challenge")
    world.follow_link(people.boris, payload(post))
    await boris.message("no longer open")
    assert boris.boards == []
    world.follow_link(people.anna, payload(post))
    await anna.message("no longer open")


async def press(world: World, person: Person, post: Message) -> str:
    """Somebody taps the second button under a posted challenge. Returns the toast."""
    answer = await world.tap(person, post, "✖️ Withdraw")
    assert answer is not None
    return answer.text


async def test_a_withdrawal_under_the_challenge(
    world: World, people: People, elsewhere: Chat
) -> None:
    post = await challenge(world, people.anna, elsewhere)
    assert "Anna\u2069's challenge" in await press(world, people.boris, post)
    assert post.keyboard
    stale = post.button("✖️ Withdraw")
    assert await press(world, people.anna, post) == ""
    await world.until(lambda: not post.keyboard)
    assert "has withdrawn the challenge" in post.text
    answer = await world.tap(people.anna, post, stale)
    assert answer is not None
    assert "no longer open" in answer.text


async def test_without_feedback_a_tap_brings_the_challenge_up_to_date(
    world: World, people: People, elsewhere: Chat
) -> None:
    world.follow_link(people.anna)
    post = await challenge(world, people.anna, elsewhere)
    world.follow_link(people.boris, payload(post))
    await board(private(world, people.boris))
    assert post.edit_date is None
    assert "no longer open" in await press(world, people.anna, post)
    await world.until(lambda: "The game has begun" in post.text)


async def test_with_feedback_the_challenge_tells_how_the_game_goes(
    world: World, people: People, elsewhere: Chat, config: Config
) -> None:
    world.bot.inline_feedback = True
    anna, boris = private(world, people.anna), private(world, people.boris)
    world.follow_link(people.anna)
    post = await challenge(world, people.anna, elsewhere)
    world.faults.add("editMessageText", Fault.refuse(502, "Bad Gateway"))
    world.follow_link(people.boris, payload(post))
    await world.until(lambda: "The game has begun" in post.text)
    assert post.text.startswith("⚪ \u2068Anna\u2069 – ⚫ \u2068Boris\u2069")
    assert not post.keyboard
    his = await board(boris)
    await boris.tap(people.boris, "🏳️", his)
    await boris.tap(people.boris, "Yes", his)
    await world.until(lambda: "has resigned" in post.text)
    await board(anna, "has resigned")
    await until_stored(config, "posts", 0)
    uploads = {"editMessageMedia", "sendPhoto"}
    assert not [c for c in world.calls if c.method in uploads and c.chat_id is None]


async def test_an_old_challenge_has_expired(
    world: World, people: People, elsewhere: Chat, clock: Clock, config: Config
) -> None:
    post = await challenge(world, people.anna, elsewhere)
    late = await challenge(world, people.anna, elsewhere)
    clock.advance(days=7, hours=-1)
    world.follow_link(people.boris, payload(late))
    boris, carla = private(world, people.boris), private(world, people.carla)
    await board(boris)
    clock.advance(hours=1)
    world.follow_link(people.carla, payload(post))
    await carla.message("This challenge by \u2068Anna\u2069 has expired")
    world.follow_link(people.anna, payload(post))
    await private(world, people.anna).message("has expired")
    assert count(config, "games") == 1


@pytest.mark.parametrize("place", [1, 10, 12, 17, 30, 48])
async def test_a_forged_challenge_is_none(
    place: int, world: World, people: People, elsewhere: Chat, config: Config
) -> None:
    text = payload(await challenge(world, people.anna, elsewhere))
    other = "A" if text[place] != "A" else "B"
    world.follow_link(people.boris, text[:place] + other + text[place + 1 :])
    boris = private(world, people.boris)
    await boris.message("There is no such invitation")
    assert boris.boards == []
    assert count(config, "games") == 0


async def test_a_forged_button_is_none(world: World, people: People, elsewhere: Chat) -> None:
    post = await challenge(world, people.anna, elsewhere)
    data = post.button("✖️ Withdraw").data
    for forged, words in (
        (data[:-1] + ("A" if data[-1] != "A" else "B"), "no such invitation"),
        ("1w1.", "another time"),
        ("1o.rules", "another time"),
        ("nonsense", "another time"),
    ):
        answer = await world.call_back(people.anna, elsewhere, post.id, forged)
        assert answer is not None
        assert words in answer.text
    assert post.keyboard


async def test_forgetting_somebody_voids_the_challenges(
    world: World, people: People, elsewhere: Chat, config: Config
) -> None:
    world.bot.inline_feedback = True
    anna, boris = private(world, people.anna), private(world, people.boris)
    post = await challenge(world, people.anna, elsewhere)
    await until_stored(config, "posts", 1)
    anna.say(people.anna, "/forget")
    await anna.tap(people.anna, "Yes, forget me")
    await anna.message("I have forgotten you")
    assert (count(config, "posts"), count(config, "ticket_keys")) == (0, 0)
    world.follow_link(people.boris, payload(post))
    await boris.message("no such invitation")
    await ask(world, people.anna, elsewhere)
    world.follow_link(people.boris, payload(post))
    await boris.until(
        lambda: sum("no such invitation" in each.text for each in boris.messages) == 2,
        "void for good",
    )


async def test_join_takes_the_whole_link_too(world: World, people: People, elsewhere: Chat) -> None:
    post = await challenge(world, people.anna, elsewhere)
    boris = private(world, people.boris)
    boris.say(people.boris, f"/join {post.button('▶️ Play').url}")
    await board(boris)


async def test_two_people_in_their_own_chat(world: World, people: People) -> None:
    between = world.add_private_chat(people.anna, people.boris)
    world.follow_link(people.anna)
    post = await challenge(world, people.anna, between)
    world.follow_link(people.boris, payload(post))
    await board(private(world, people.anna))


async def test_where_the_bot_is_it_says_nothing_to_a_post(
    world: World, people: People, table: Table
) -> None:
    await challenge(world, people.anna, people.group)
    anna = private(world, people.anna)
    await challenge(world, people.anna, anna.chat)
    anna.say(people.anna, "/help")
    await anna.message("How to play")
    assert len(anna.messages) == 1
    assert table.messages == []


async def test_a_query_that_is_too_old_is_no_trouble(
    world: World, people: People, elsewhere: Chat
) -> None:
    too_old = "Bad Request: query is too old and response timeout expired or query ID is invalid"
    world.faults.add("answerInlineQuery", Fault.refuse(400, too_old))
    world.faults.add("answerInlineQuery", Fault.refuse(502, "Bad Gateway"))
    for _ in range(2):
        world.ask_inline(people.anna, elsewhere, "")
    await world.until(lambda: len(world.faults) == 0)
    _, answer = await ask(world, people.anna, elsewhere)
    assert len(answer.results) == 3
