"""Challenges in a group: by whom, for whom, with which options."""

from __future__ import annotations

import pytest

from bot.local.world import World
from tests.e2e.conftest import People
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")


async def test_an_open_challenge_is_accepted_by_anybody_else(table: Table, people: People) -> None:
    table.say(people.anna, "/challenge 10 diagonal white")
    card = await table.board("is looking for an opponent")
    assert "10 pieces in a triangle · Diagonal" in card.caption
    assert "your own challenge" in await table.tap(people.anna, "▶️", card)
    assert await table.tap(people.carla, "▶️", card) == ""
    await table.caption(card, "White to move, <b>".replace("<b>", "\u2068Anna"))
    assert "Carla" in card.caption
    assert [message.id for message in table.messages] == [card.id]


@pytest.mark.parametrize("how", ["username", "reply", "text mention", "unseen username"])
async def test_a_challenge_for_one_person(
    how: str, table: Table, people: People, world: World
) -> None:
    invited, words = people.boris, "/challenge"
    if how == "username":
        table.say(people.boris, "/board")
        await table.message("No game is running")
        words += " @Boris"
        table.say(people.anna, words)
    elif how == "unseen username":
        table.say(people.anna, "/challenge @BORIS")
    elif how == "reply":
        hello = table.say(people.boris, "hello")
        table.say(people.anna, words, reply_to=hello)
    else:
        invited = people.carla
        world.say(
            people.anna, people.group, "/challenge Carla 12", mentioning={"Carla": people.carla}
        )
    card = await table.message("challenges")
    assert ("12 pieces" in card.caption) == (how == "text mention")
    stranger = people.carla if invited is people.boris else people.boris
    assert "This challenge is for" in await table.tap(stranger, "▶️", card)
    assert await table.tap(invited, "▶️", card) == ""
    await table.caption(card, "to move")


async def test_the_challenger_changes_the_card_and_others_do_not(
    table: Table, people: People
) -> None:
    table.say(people.anna, "/challenge")
    card = await table.board("is looking for an opponent")
    assert "Anna\u2069's challenge" in await table.tap(people.boris, "16", card)
    _, stale = await table.button("▶️", card)
    for label, shown in (
        ("16", "16 pieces in a square"),
        ("Diagonal", "Diagonal"),
        ("Leave-home rule: on", "No leave-home rule"),
        ("Anti-mirror rule: off", "Anti-mirror rule: on"),
        ("Black", "plays Black"),
    ):
        assert await table.tap(people.anna, label, card) == ""
        await table.caption(card, shown)
    assert "changed the challenge" in await table.press(people.boris, card, stale)
    assert "Anna\u2069's challenge" in await table.tap(people.boris, "Withdraw", card)
    assert await table.tap(people.boris, "▶️", card) == ""
    await table.caption(card, "White to move, \u2068Boris")


async def test_the_last_choice_is_remembered(table: Table, people: People) -> None:
    table.say(people.anna, "/challenge 12 diagonal noleave mirror black")
    first = await table.message("12 pieces")
    await table.tap(people.anna, "10", first)
    await table.caption(first, "10 pieces")
    table.say(people.anna, "/challenge")
    second = await table.until(
        lambda: next((each for each in table.boards if each is not first), None), "a second card"
    )
    assert second.caption == first.caption
    table.say(people.boris, "/challenge")
    others = await table.message("Boris")
    assert "9 pieces in a square · Classic" in others.caption


async def test_a_withdrawn_challenge_is_gone(table: Table, people: People) -> None:
    table.say(people.anna, "/challenge")
    card = await table.board("is looking for an opponent")
    _, accept = await table.button("▶️", card)
    assert await table.tap(people.anna, "Withdraw", card) == ""
    await table.caption(card, "has withdrawn")
    assert card.buttons == []
    assert "no longer open" in await table.press(people.boris, card, accept)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("/challenge 11", "“11”"),
        ("/challenge <b>", "“<b>”"),
        ("/challenge @anna", "cannot challenge yourself"),
        ("/challenge @ANNA 16", "cannot challenge yourself"),
        ("/challenge 16 diagonal please", "“please”"),
    ],
)
async def test_a_wrong_word_is_answered_with_what_there_is(
    text: str, answer: str, table: Table, people: People
) -> None:
    table.say(people.anna, text)
    message = await table.message(answer)
    assert message.reply_to is not None
    assert table.boards == []


async def test_a_reply_to_oneself_or_to_the_bot(table: Table, people: People) -> None:
    own = table.say(people.anna, "who plays?")
    table.say(people.anna, "/challenge", reply_to=own)
    refusal = await table.message("cannot challenge yourself")
    table.say(people.anna, "/challenge", reply_to=refusal)
    await table.board("is looking for an opponent")


async def test_shared_accounts_get_a_hint_and_no_seat(
    table: Table, people: People, world: World
) -> None:
    world.say_anonymously(people.anna, people.group, "/challenge")
    await table.message("people who show who they are")
    assert table.boards == []


async def test_several_games_in_one_group_do_not_mix(table: Table, people: People) -> None:
    first = await table.begin(people.anna, people.boris)
    second = await table.begin(people.carla, people.anna, "16")
    assert await table.tap(people.anna, "c1", first) == ""
    assert await table.tap(people.carla, "a4", second) == ""
    assert "not playing this game" in await table.tap(people.boris, "a5", second)
    assert await table.tap(people.anna, "d1", first) == ""
    await table.caption(first, "c1-d1")
    assert "Last move" not in second.caption
