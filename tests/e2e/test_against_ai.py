"""Playing the AI in a private chat; its moves come from an engine that answers at once."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from bot.ai.analysis import HINT, Limits
from bot.app import running
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.local.world import World
from rules import Game, format_ply
from tests.e2e.conftest import People
from tests.e2e.quick import QUICK_PEOPLE
from tests.e2e.recorded import Recorded, recorded_games
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove, Idea


@pytest.fixture
def private(world: World, people: People) -> Table:
    return Table(world, world.private_chat(people.anna))


@pytest.mark.usefixtures("bot")
async def test_a_game_is_set_up_and_played(private: Table, people: People) -> None:
    board = await private.begin_against_ai(people.anna, "4", "⚪ White", "12")
    assert "🤖 Strong player" in board.caption
    assert "12 pieces" in board.caption
    await private.tap(people.anna, "d3", board)
    await private.tap(people.anna, "• d4", board)
    await private.caption(board, "Round 2: White to move")
    assert private.boards == [board]


@pytest.mark.usefixtures("bot")
async def test_the_choice_is_remembered_and_apart_from_challenges(
    private: Table, people: People, table: Table
) -> None:
    await private.begin_against_ai(people.anna, "5", "⚫ Black")
    private.say(people.anna, "/play")
    card = await private.board("A game against me")
    assert "🤖 Expert" in card.caption
    assert "plays Black" in card.caption
    table.say(people.anna, "/challenge")
    challenge = await table.board("is looking for an opponent")
    assert "🤖" not in challenge.caption


@pytest.mark.usefixtures("bot")
async def test_the_ai_begins_when_it_has_white(private: Table, people: People) -> None:
    board = await private.begin_against_ai(people.anna, "⚫ Black")
    await private.caption(board, "Black to move, \u2068Anna")
    assert "Round 1" in board.caption


@pytest.mark.usefixtures("bot")
async def test_the_ai_takes_no_question_away(
    engine: FirstMove, private: Table, people: People
) -> None:
    board = await private.begin_against_ai(people.anna, "⚪ White")
    engine.gate.clear()
    await private.tap(people.anna, "c1", board)
    await private.tap(people.anna, "• d1", board)
    await private.caption(board, "thinking")
    await private.tap(people.anna, "🏳️", board)
    await private.caption(board, "do you really want to resign?")
    engine.gate.set()
    await private.caption(board, "Round 2: White to move")
    assert "do you really want to resign?" in board.caption
    assert await private.tap(people.anna, "Yes, resign", board) == ""
    await private.caption(board, "has resigned")


@pytest.mark.usefixtures("bot")
async def test_while_the_ai_thinks_nothing_can_be_moved(
    engine: FirstMove, private: Table, people: People
) -> None:
    board = await private.begin_against_ai(people.anna, "⚪ White")
    piece = board.button("c1")
    engine.gate.clear()
    await private.tap(people.anna, "c1", board)
    await private.tap(people.anna, "• d1", board)
    await private.caption(board, "I am thinking")
    assert "🤖" in await private.press(people.anna, board, piece.data.replace("1.0.", "1.1."))
    engine.gate.set()
    await private.caption(board, "Round 2")


@pytest.mark.usefixtures("bot")
async def test_a_move_taken_back_while_the_ai_thinks(
    engine: FirstMove, private: Table, people: People
) -> None:
    board = await private.begin_against_ai(people.anna, "⚪ White")
    engine.gate.clear()
    await private.tap(people.anna, "c1", board)
    await private.tap(people.anna, "• d1", board)
    await private.caption(board, "I am thinking")
    private.say(people.anna, "/undo")
    await private.caption(board, "Round 1: White to move")
    assert "Last move" not in board.caption
    engine.gate.set()
    await private.tap(people.anna, "a3", board)
    await private.tap(people.anna, "• a4", board)
    await private.caption(board, "Round 2")


@pytest.mark.usefixtures("bot")
async def test_taking_back_takes_the_reply_too(private: Table, people: People) -> None:
    board = await private.begin_against_ai(people.anna, "⚪ White")
    assert not any("⪪" in button.text or "⏪" in button.text for button in board.buttons)
    for piece, square in (("c1", "d1"), ("a3", "a4")):
        await private.tap(people.anna, piece, board)
        await private.tap(people.anna, f"• {square}", board)
        await private.until(lambda: "thinking" not in board.caption, "the reply")
    await private.caption(board, "Round 3")
    stale = board.button("d1")
    assert await private.tap(people.anna, "⏪", board) == ""
    await private.caption(board, "Round 2: White to move")
    assert "out of date" in await private.press(people.anna, board, stale)
    private.say(people.anna, "/undo")
    await private.caption(board, "Round 1: White to move")
    private.say(people.anna, "/undo")
    await private.message("no move of yours to take back")


@pytest.mark.usefixtures("bot")
async def test_a_hint_is_shown_on_the_board(private: Table, people: People) -> None:
    board = await private.begin_against_ai(people.anna, "⚪ White")
    picture = board.photo
    assert "think" in await private.tap(people.anna, "💡", board)
    await private.caption(board, "How about")
    assert board.photo is not picture
    await private.tap(people.anna, "c1", board)
    await private.until(lambda: "How about" not in board.caption, "the hint gone")
    private.say(people.anna, "/hint")
    await private.caption(board, "How about")


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(("score", "agreed"), [(0, False), (200, True), (-200, False)])
async def test_a_draw_offer_is_answered_and_the_game_goes_on(
    score: int, agreed: bool, engine: FirstMove, private: Table, people: People
) -> None:
    """The score is Anna's, who is to move."""
    engine.score = score
    board = await private.begin_against_ai(people.anna, "⚪ White")
    await private.tap(people.anna, "🤝", board)
    if agreed:
        await private.caption(board, "Draw by agreement")
        return
    await private.caption(board, "has declined")
    await private.tap(people.anna, "c1", board)
    await private.tap(people.anna, "• d1", board)
    await private.caption(board, "Round 2")


@pytest.mark.usefixtures("bot")
async def test_resign_and_rematch_with_colours_swapped(private: Table, people: People) -> None:
    board = await private.begin_against_ai(people.anna, "⚪ White", "3")
    private.say(people.anna, "/resign")
    await private.tap(people.anna, "Yes")
    await private.caption(board, "wins: \u2068Anna\u2069 has resigned")
    assert "🔁 Rematch" in [button.text for button in board.buttons]
    assert not any("Next" in button.text for button in board.buttons)
    assert await private.tap(people.anna, "🔁", board) == ""
    new = await private.message("Black to move, \u2068Anna")
    assert new.id != board.id
    await private.until(lambda: "🔁" not in board.buttons[0].text, "no rematch any more")


class Recording(FirstMove):
    """Plays as a recorded game went."""

    def __init__(self, recorded: Recorded) -> None:
        super().__init__()
        self._plies = recorded.plies

    async def analyse(
        self,
        game: Game,
        key: Hashable,  # noqa: ARG002 - the protocol's
        limits: Limits = HINT,  # noqa: ARG002
    ) -> Idea:
        return Idea(self._plies[len(game.plies)])


async def test_who_wins_is_offered_the_next_level(
    config: Config, private: Table, people: People
) -> None:
    assert config.token is not None
    recorded = recorded_games()[1]
    assert recorded.winner == "white"
    engine = Recording(recorded)
    async with running(
        config,
        token=config.token,
        engine=engine,
        rates=UNLIMITED,
        shortest_reply=0,
        allowances=QUICK_PEOPLE,
    ):
        board = await private.begin_against_ai(people.anna, "Diagonal", "3", "⚪ White")
        for own, reply in zip(recorded.plies[::2], recorded.plies[1::2], strict=True):
            private.say(people.anna, format_ply(own))
            await private.caption(board, format_ply(reply))
        await private.caption(board, "\u2068Anna\u2069 wins")
        assert [button.text for button in board.buttons][:2] == [
            "🔁 Rematch",
            "▶️ Next: 🤖 Strong player, level 4",
        ]
        assert set(engine.levels) == {3}
        assert await private.tap(people.anna, "▶️ Next", board) == ""
        # The AI has White now and has moved already.
        new = await private.message("Black to move, \u2068Anna")
        assert new.id != board.id
        assert "🤖 Strong player, level 4" in new.caption
        assert engine.levels[-1] == 4
        await private.until(lambda: "Next" not in str(board.keyboard), "the offer gone")


@pytest.mark.usefixtures("bot")
async def test_commands_without_a_game(private: Table, people: People, table: Table) -> None:
    private.say(people.anna, "/undo")
    await private.message("no running game in this chat")
    private.say(people.anna, "/hint")
    await private.message("not playing against me here")
    table.say(people.anna, "/play 16")
    await table.message("16 pieces")


async def test_what_the_ai_owes_is_done_after_a_restart(
    config: Config, private: Table, people: People
) -> None:
    assert config.token is not None
    asleep, awake = FirstMove(), FirstMove()
    asleep.gate.clear()
    async with running(
        config, token=config.token, engine=asleep, rates=UNLIMITED, shortest_reply=0
    ):
        board = await private.begin_against_ai(people.anna, "⚪ White")
        await private.tap(people.anna, "c1", board)
        await private.tap(people.anna, "• d1", board)
        await private.caption(board, "I am thinking")
    async with running(config, token=config.token, engine=awake, rates=UNLIMITED, shortest_reply=0):
        await private.caption(board, "Round 2: White to move")
