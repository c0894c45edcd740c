"""Resigning, draws and rematches, by button and by command."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import People
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")


async def test_resigning_asks_first(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    assert await table.tap(people.boris, "🏳️", board) == ""
    await table.caption(board, "Boris\u2069, do you really want to resign?")
    assert "for the other player" in await table.tap(people.anna, "Yes, resign", board)
    assert "for the other player" in await table.tap(people.anna, "Keep playing", board)
    assert await table.tap(people.boris, "Keep playing", board) == ""
    await table.until(lambda: "resign?" not in board.caption, "the question gone")
    await table.tap(people.boris, "🏳️", board)
    assert await table.tap(people.boris, "Yes, resign", board) == ""
    await table.caption(board, "Anna\u2069 wins: \u2068Boris\u2069 has resigned")


async def test_a_question_to_one_player_does_not_stop_the_other(
    table: Table, people: People
) -> None:
    """Nor does the other's move take it away: it goes with an answer, or the own move."""
    board = await table.begin(people.anna, people.boris)
    question = "Boris\u2069, do you really want to resign?"
    await table.tap(people.boris, "🏳️", board)
    await table.caption(board, question)
    await table.tap(people.anna, "a3", board)
    await table.button("• a4", board)
    assert question in board.caption
    await table.tap(people.anna, "• a4", board)
    await table.caption(board, "a3-a4")
    assert question in board.caption
    table.say(people.boris, "h6 h5", reply_to=board)
    await table.caption(board, "h6-h5")
    assert question not in board.caption
    await table.button("🏳️ Resign", board)


async def test_whoever_picks_a_piece_plays_on(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    await table.tap(people.anna, "🏳️", board)
    await table.caption(board, "resign?")
    await table.tap(people.anna, "a3", board)
    await table.until(lambda: "resign?" not in board.caption, "the question gone")
    await table.button("• a4", board)


async def test_playing_on_leaves_the_other_side_its_choice(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    await table.tap(people.boris, "🏳️", board)
    await table.caption(board, "resign?")
    await table.tap(people.anna, "a3", board)
    await table.button("• a4", board)
    assert await table.tap(people.boris, "Keep playing", board) == ""
    await table.until(lambda: "resign?" not in board.caption, "the question gone")
    await table.button("• a4", board)


async def test_the_resign_command(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    table.say(people.carla, "/resign")
    await table.message("no running game in this chat")
    table.say(people.anna, "/resign")
    question = await table.message("your game against \u2068Boris")
    assert "for the other player" in await table.tap(people.boris, "Yes", question)
    table.say(people.anna, "/resign")
    again = await table.until(
        lambda: table.messages[-1] if len(table.messages) == 3 else None, "the question again"
    )
    assert await table.tap(people.anna, "Yes", again) == ""
    await table.caption(board, "Boris\u2069 wins")
    await table.until(lambda: again.id not in table.chat.messages, "the question gone")


async def test_resigning_one_of_several_games(table: Table, people: People) -> None:
    first = await table.begin(people.anna, people.boris)
    second = await table.begin(people.anna, people.carla)
    table.say(people.anna, "/resign")
    question = await table.message("Which game")
    await table.tap(people.anna, "Carla", question)
    await table.caption(second, "has resigned")
    assert "to move" in first.caption


async def test_a_draw_is_offered_and_agreed(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    assert "until the next move" in await table.tap(people.anna, "🤝", board)
    await table.caption(board, "Anna\u2069 offers a draw")
    assert "for the other player" in await table.tap(people.anna, "🤝 Agree", board)
    assert "not playing" in await table.tap(people.carla, "🤝 Agree", board)
    assert await table.tap(people.boris, "🤝 Agree", board) == ""
    await table.caption(board, "Draw by agreement")


async def test_a_draw_offer_lapses_with_the_next_move(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    await table.tap(people.boris, "🤝", board)
    _, agree = await table.button("🤝 Agree", board)
    await table.tap(people.anna, "a3", board)
    await table.tap(people.anna, "• a4", board)
    await table.caption(board, "Black to move")
    assert "offers a draw" not in board.caption
    assert "out of date" in await table.press(people.anna, board, agree)


async def test_a_draw_declined(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    await table.tap(people.anna, "🤝", board)
    assert await table.tap(people.boris, "Play on", board) == ""
    await table.caption(board, "has declined")
    table.say(people.anna, "/draw")
    await table.message("You have offered that already")


async def test_the_draw_command(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    table.say(people.boris, "/draw")
    offer = await table.message("offers you a draw")
    assert await table.tap(people.anna, "🤝 Agree", offer) == ""
    await table.caption(board, "Draw by agreement")
    await table.until(lambda: offer.id not in table.chat.messages, "the offer gone")


async def test_a_rematch_needs_both_and_swaps_colours(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris, "12")
    table.say(people.anna, "/resign")
    await table.tap(people.anna, "Yes")
    assert "opponent has to agree" in await table.tap(people.anna, "🔁", board)
    await table.caption(board, "Anna\u2069 would like a rematch")
    assert "offered that already" in await table.tap(people.anna, "▶️", board)
    _, accept = await table.button("▶️", board)
    assert await table.tap(people.boris, "▶️", board) == ""
    new = await table.message("White to move, \u2068Boris")
    assert new.id != board.id
    assert "12 pieces" in new.caption
    await table.until(lambda: "▶️" not in board.buttons[0].text, "no rematch any more")
    assert "begun already" in await table.press(people.anna, board, accept)
    await table.until(lambda: table.boards == [board, new], "both boards with their buttons")
