"""Friends by link: invitations, boards in two private chats, moves in writing, takebacks."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest

from bot.config import Config
from bot.local.records import Message
from bot.local.world import World
from rules import Game, Options, Side, format_ply
from tests.e2e.conftest import People
from tests.e2e.recorded import recorded_games
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def hers(world: World, people: People) -> Table:
    return Table(world, world.private_chat(people.anna))


@pytest.fixture
def his(world: World, people: People) -> Table:
    return Table(world, world.private_chat(people.boris))


async def invite(hers: Table, people: People, words: str = "white") -> tuple[Message, str]:
    """Anna makes an invitation. Returns the card and the code in its link."""
    hers.say(people.anna, f"/challenge {words}")
    card = await hers.board("Send this invitation")
    link = re.search(r"https://t\.me/ugolki_local_bot\?start=j([A-Z0-9]+)", card.caption)
    assert link is not None
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", f"j{link[1]}")
    return card, link[1]


async def board_of(table: Table, words: str) -> Message:
    """The one live board of a private chat, once it shows these words."""

    def look() -> Message | None:
        boards = table.boards
        return boards[0] if len(boards) == 1 and words in boards[0].caption else None

    return await table.until(look, f"one board with {words!r}")


async def test_a_friend_joins_by_the_link_and_each_has_a_board(
    hers: Table, his: Table, people: People, world: World
) -> None:
    card, code = await invite(hers, people, "white 10")
    share = card.buttons[0]
    assert share.url is not None
    assert share.url.startswith("https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fugolki_local_bot")
    world.follow_link(people.boris, f"j{code}")
    board = await board_of(his, "White to move, \u2068Anna")
    assert "10 pieces" in board.caption
    own = await board_of(hers, "White to move, \u2068Anna")
    assert own.id != card.id
    assert await hers.tap(people.anna, "d1", own) == ""
    assert "Waiting for \u2068Anna" in board.caption
    assert "Anna\u2069's turn" in await his.press(people.boris, board, "1p1.0.7")


async def test_the_opponents_move_brings_the_board_anew_and_ones_own_does_not(
    hers: Table, his: Table, people: People, world: World
) -> None:
    _, code = await invite(hers, people)
    world.follow_link(people.boris, f"j{code}")
    first = await board_of(his, "White to move")
    own = await board_of(hers, "White to move")
    await hers.tap(people.anna, "c1", own)
    await hers.tap(people.anna, "• d1", own)
    await hers.caption(own, "Black to move")
    second = await board_of(his, "Black to move")
    assert second.id != first.id
    assert not second.silent
    await his.tap(people.boris, "f8", second)
    await his.tap(people.boris, "• e8", second)
    await his.caption(second, "Round 2")
    assert (await board_of(hers, "Round 2")).id != own.id


async def test_an_invitation_is_for_one_and_for_somebody_else(
    hers: Table, his: Table, people: People, world: World
) -> None:
    card, code = await invite(hers, people)
    world.follow_link(people.anna, f"j{code}")
    await hers.message("your own challenge")
    hers.say(people.anna, f"/join {code.lower()}")
    world.follow_link(people.boris, f"j{code}")
    await board_of(his, "to move")
    late = Table(world, world.private_chat(people.carla))
    world.follow_link(people.carla, f"j{code}")
    await late.message("no longer open")
    world.follow_link(people.carla, "jAAAAAAAAAA")
    await late.message("no such invitation")
    assert late.boards == []
    assert card.id not in {board.id for board in hers.boards}


async def test_a_withdrawn_invitation_is_no_good(hers: Table, his: Table, people: People) -> None:
    card, code = await invite(hers, people)
    await hers.tap(people.anna, "Withdraw", card)
    await hers.caption(card, "withdrawn")
    his.say(people.boris, f"/join {code}")
    await his.message("no longer open")


async def test_join_by_code(hers: Table, his: Table, people: People) -> None:
    his.say(people.boris, "/join")
    await his.message("Which code")
    _, code = await invite(hers, people)
    his.say(people.boris, f"/join {code.lower()}")
    await board_of(his, "to move")


@pytest.mark.parametrize("how", ["the code", "small letters", "the link"])
async def test_a_start_that_lost_its_invitation_asks_for_the_code(
    how: str, hers: Table, his: Table, people: People, world: World
) -> None:
    _, code = await invite(hers, people)
    world.follow_link(people.boris)
    assert await his.tap(people.boris, "🔑", await his.message("Welcome")) == ""
    await his.message("Which code")
    link = f"https://t.me/ugolki_local_bot?start=j{code}"
    his.say(people.boris, {"the code": code, "small letters": code.lower(), "the link": link}[how])
    await board_of(his, "White to move")


async def test_a_start_offers_the_invitations_for_this_person(
    hers: Table, his: Table, people: People, world: World
) -> None:
    hers.say(people.anna, "/challenge @boris white 16")
    card = await hers.message("Send this invitation")
    assert "Only @boris can accept it" in card.caption
    late = Table(world, world.private_chat(people.carla))
    world.follow_link(people.carla)
    welcome = await late.message("Welcome")
    assert not any("Anna" in button.text for button in welcome.buttons)
    code = re.search(r"start=(j[A-Z0-9]+)", card.caption)
    assert code is not None
    world.follow_link(people.carla, code[1])
    await late.message("This challenge is for @boris")
    world.follow_link(people.boris)
    welcome = await his.message("Welcome")
    assert await his.tap(people.boris, "▶️ Play \u2068Anna", welcome) == ""
    assert "16 pieces" in (await board_of(his, "White to move")).caption
    await hers.message("White to move")
    world.follow_link(people.boris)
    again = await his.until(
        lambda: next((m for m in his.messages if "Welcome" in m.text and m is not welcome), None),
        "another welcome",
    )
    assert not any("Anna" in button.text for button in again.buttons)


async def test_a_result_and_a_rematch_reach_both(
    hers: Table, his: Table, people: People, world: World
) -> None:
    _, code = await invite(hers, people)
    world.follow_link(people.boris, f"j{code}")
    await board_of(his, "to move")
    own = await board_of(hers, "to move")
    await hers.tap(people.anna, "🏳️", own)
    await hers.tap(people.anna, "Yes", own)
    over = await his.message("has resigned")
    await hers.caption(own, "has resigned")
    await his.tap(people.boris, "🔁", over)
    await hers.caption(own, "would like a rematch")
    await hers.tap(people.anna, "▶️", own)
    await his.message("White to move, \u2068Boris")
    await hers.message("White to move, \u2068Boris")


async def test_the_same_game_by_link_in_a_group_and_in_writing_gives_the_same_record(
    hers: Table, his: Table, table: Table, people: People, world: World, config: Config
) -> None:
    plies = recorded_games()[1].plies[:12]
    options = recorded_games()[1].options
    assert options == Options(moves=options.moves)

    group = await table.begin(people.anna, people.boris, options.moves.value)
    game = Game.start(options)
    for ply in plies:
        mover = people.anna if game.state.side is Side.WHITE else people.boris
        await table.play(mover, group, game.state, ply)
        game = game.play(ply)
    await table.caption(group, format_ply(plies[-1]))

    _, code = await invite(hers, people, f"white {options.moves.value}")
    world.follow_link(people.boris, f"j{code}")
    await board_of(his, "to move")
    game = Game.start(options)
    for ply in plies:
        side, person = (hers, people.anna) if game.state.side is Side.WHITE else (his, people.boris)
        board = await board_of(side, "Choose the piece to move")
        await side.play(person, board, game.state, ply)
        game = game.play(ply)
    await hers.message(format_ply(plies[-1]))

    written = await table.begin(people.anna, people.boris, options.moves.value)
    game = Game.start(options)
    for ply in plies:
        mover = people.anna if game.state.side is Side.WHITE else people.boris
        table.say(mover, format_ply(ply).upper().replace("-", " "), reply_to=written)
        await table.caption(written, format_ply(ply))
        game = game.play(ply)

    with closing(sqlite3.connect(config.database)) as connection:
        records = connection.execute(
            "SELECT group_concat(notation, ' ') FROM"
            " (SELECT * FROM plies ORDER BY game, number) GROUP BY game"
        ).fetchall()
    assert len(records) == 3
    assert set(records) == {(" ".join(format_ply(ply) for ply in plies),)}


@pytest.mark.parametrize("text", ["c1 d1", "c1-d1", "c1:d1", "C1 D1", " c1d1 "])
async def test_moves_in_writing(text: str, hers: Table, people: People) -> None:
    hers.say(people.anna, "/play")
    card = await hers.board("A game against me")
    await hers.tap(people.anna, "⚪ White", card)
    await hers.button("· ⚪", card)
    await hers.tap(people.anna, "▶️", card)
    await hers.caption(card, "to move")
    hers.say(people.anna, text)
    await hers.caption(card, "Round 2")


async def test_a_refused_move_in_writing_is_explained(
    hers: Table, table: Table, people: People
) -> None:
    hers.say(people.anna, "c3 d3")
    await hers.message("no running game")
    board = await table.begin(people.anna, people.boris)
    table.say(people.anna, "c1 e5", reply_to=board)
    await table.message("is not possible here")
    table.say(people.anna, "c1:e1:e3", reply_to=board)
    await table.until(
        lambda: table.messages[-1] if "c1:e1:e3" in table.messages[-1].text else None, "c1:e1:e3"
    )
    table.say(people.boris, "h6 h5", reply_to=board)
    await table.message("Anna\u2069's turn")
    assert "Last move" not in board.caption
    before = len(table.messages)
    table.say(people.anna, "c1 d1")
    table.say(people.carla, "/help")
    await table.message("How to play")
    assert len(table.messages) == before + 1


async def test_a_takeback_is_asked_for_between_people(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    table.say(people.anna, "/undo")
    await table.message("no move of yours to take back")
    for person, text in ((people.anna, "c1 d1"), (people.boris, "h6 h5")):
        table.say(person, text, reply_to=board)
        await table.caption(board, text.replace(" ", "-"))
    table.say(people.anna, "/undo")
    await table.caption(board, "Anna\u2069 would like to take the last move back")
    assert "for the other player" in await table.tap(people.anna, "⏪", board)
    assert await table.tap(people.boris, "✖️ Refuse", board) == ""
    await table.until(lambda: "take the last move" not in board.caption, "the question gone")
    table.say(people.anna, "/undo")
    assert await table.tap(people.boris, "⏪ Allow", board) == ""
    await table.caption(board, "Round 1: White to move")
    assert "Last move" not in board.caption


async def test_games_lists_all_and_leads_to_each(hers: Table, table: Table, people: People) -> None:
    hers.say(people.anna, "/games")
    await hers.message("no running games")
    group = await table.begin(people.anna, people.boris)
    hers.say(people.anna, "/games")
    menu = await hers.message("Your games")
    assert await hers.tap(people.anna, "Boris\u2069, round 1: your move", menu) == ""
    board = await board_of(hers, "White to move")
    await hers.tap(people.anna, "c1", board)
    await hers.tap(people.anna, "• d1", board)
    await table.caption(group, "c1-d1")
