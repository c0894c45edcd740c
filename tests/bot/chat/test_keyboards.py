"""Every legal move can be entered by buttons, and every keyboard keeps to Telegram's limits."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram import InlineKeyboardMarkup

from bot.chat.callbacks import Meaning, Pick, Stop, decode
from bot.chat.focus import NOTHING, Focus
from bot.chat.keyboards import keyboard
from bot.chat.reader import Reader
from bot.chat.texts import languages, texts_for
from bot.play.match import Decision, Ending, Match, Phase
from bot.play.picking import picks_whole_move
from bot.play.seats import Player, Seats
from bot.play.setup import Setup
from rules import (
    Game,
    Move,
    Options,
    Reason,
    Side,
    State,
    bitboard_of,
    parse_position,
    parse_square,
    square_name,
    squares_of,
)
from tests.strategies import games

AFTER_GAME = ["🎞 Replay", "📄 Record"]
LARGEST_ID = 2**63 - 1
WHITE, BLACK = Player(1), Player(2)


def match_of(game: Game, id_: int = LARGEST_ID) -> Match:
    return Match(
        id=id_,
        phase=Phase.RUNNING,
        setup=Setup(game.options),
        challenger=1,
        seats=Seats(1, 2),
        game=game,
    )


def meanings(markup: InlineKeyboardMarkup) -> list[Meaning]:
    return [decode(str(each.callback_data)) for row in markup.inline_keyboard for each in row]


def labels(markup: InlineKeyboardMarkup | None) -> list[list[str]]:
    assert markup is not None
    return [[button.text for button in row] for row in markup.inline_keyboard]


def board_after(text: str, focus: Focus = NOTHING, bottom: Side = Side.WHITE) -> list[list[str]]:
    options = Options()
    match = match_of(Game(options, (), parse_position(text, options)))
    return labels(keyboard(match, focus, Reader(texts_for("en"), bottom)))


@given(games(), st.sampled_from(Side))
def test_every_legal_move_can_be_tapped_and_no_other(game: Game, bottom: Side) -> None:
    match = match_of(game)
    state = game.state
    if state.outcome is not None:
        return
    player = WHITE if state.side is Side.WHITE else BLACK
    entered = set()
    waiting: list[tuple[int, ...]] = [()]
    seen: set[tuple[int, int]] = set()
    while waiting:
        path = waiting.pop()
        markup = keyboard(match, Focus(match.turn, path), Reader(texts_for("en"), bottom))
        assert markup is not None
        for meaning in meanings(markup):
            match meaning:
                case Stop(_, _, route):
                    entered.add(Move(route[0], route[-1]))
                case Pick(_, ply, longer) if len(longer) > len(path):
                    if picks_whole_move(match, player, ply, longer):
                        entered.add(Move(longer[0], longer[-1]))
                    # One way to each square is enough here; all ways are too many to walk.
                    elif (key := (longer[0], longer[-1])) not in seen:
                        seen.add(key)
                        waiting.append(longer)
    assert entered == set(state.legal_turns)


def check_limits(markup: InlineKeyboardMarkup | None) -> None:
    assert markup is not None
    assert len(markup.to_json().encode()) < 8_000
    assert all(1 <= len(row) <= 8 for row in markup.inline_keyboard)
    assert sum(len(row) for row in markup.inline_keyboard) <= 100
    for row in markup.inline_keyboard:
        for button in row:
            assert 1 <= len(str(button.callback_data).encode()) <= 64


@given(games(), st.sampled_from(Side), st.sampled_from(languages()), st.data())
def test_keyboards_keep_to_the_limits(
    game: Game, bottom: Side, language: str, data: st.DataObject
) -> None:
    match, state = match_of(game), game.state
    path: tuple[int, ...] = ()
    while True:
        focus = Focus(match.turn, path, state.side)
        check_limits(keyboard(match, focus, Reader(texts_for(language), bottom)))
        onward = state.hops_from(path) if path else state.movable
        if not onward:
            return
        path = (*path, data.draw(st.sampled_from(list(squares_of(onward)))))


# Over every second square of the board, row by row: no chain is longer.
LONGEST_CHAIN = "a1 c1 e1 g1 g3 e3 c3 a3 a5 c5 e5 g5 g7 e7 c7 a7"


@pytest.mark.parametrize("language", languages())
def test_the_longest_chain_with_the_largest_numbers_keeps_to_the_limits(language: str) -> None:
    chain = tuple(map(parse_square, LONGEST_CHAIN.split()))
    over = [(start + end) // 2 for start, end in pairwise(chain)]
    white, black = bitboard_of(chain[:1]), bitboard_of(over)
    state = State.set_up(Options(16), white, black, Side.WHITE, 5)
    match = replace(match_of(Game(state.options, (), state)), turn=LARGEST_ID)
    picked, stopped = set(), set()
    for length in range(1, len(chain) + 1):
        focus = Focus(match.turn, chain[:length])
        markup = keyboard(match, focus, Reader(texts_for(language)))
        check_limits(markup)
        assert markup is not None
        picked |= {each.path for each in meanings(markup) if isinstance(each, Pick)}
        stopped |= {each.path for each in meanings(markup) if isinstance(each, Stop)}
    assert chain in picked
    assert chain in stopped


def test_pieces_are_laid_out_as_they_stand() -> None:
    start = match_of(Game.start(Options()))
    rows = labels(keyboard(start, NOTHING, Reader(texts_for("en"))))
    assert rows[:-1] == [["a3", "b3", "c3"], ["a2", "b2", "c2"], ["b1", "c1"]]
    turned = labels(keyboard(start, NOTHING, Reader(texts_for("en"), Side.BLACK)))
    assert turned[:-1] == [["c1", "b1"], ["c2", "b2", "a2"], ["c3", "b3", "a3"]]


def test_steps_hops_and_stop_are_told_apart() -> None:
    board = ["."] * 64
    for name in ("c1", "d1", "d3"):
        board[parse_square(name)] = "w"
    board[parse_square("h8")] = "b"
    text = f"{''.join(board)} w 5"
    start = parse_square("c1")
    rows = board_after(text, Focus(0, (start,)))
    assert {label for row in rows for label in row} >= {"• c2", "• b1", "◯ e1"}
    rows = board_after(text, Focus(0, (start, parse_square("e1"))))
    assert ["✅ Stop at e1"] in rows
    assert rows[-1] == ["↩️ One jump back", "✖️ Another piece"]
    assert square_name(start) not in {label for row in rows for label in row}


def test_a_finished_game_offers_the_rematch_once() -> None:
    over = replace(match_of(Game.start(Options()), 7).resigned(WHITE))
    assert labels(keyboard(over, NOTHING, Reader(texts_for("en")))) == [
        ["🔁 Rematch"],
        AFTER_GAME,
    ]
    offered = over.rematch_offered(WHITE)
    assert labels(keyboard(offered, NOTHING, Reader(texts_for("en")))) == [
        ["▶️ Accept the rematch"],
        AFTER_GAME,
    ]
    started = replace(offered, rematch=8)
    assert labels(keyboard(started, NOTHING, Reader(texts_for("en")))) == [AFTER_GAME]


@pytest.mark.parametrize("reason", [*Reason, *Decision])
@pytest.mark.parametrize("winner", [*Side, None])
def test_every_ending_offers_a_rematch_with_colours_swapped(
    reason: Reason | Decision, winner: Side | None
) -> None:
    """Even if nobody has moved."""
    match = match_of(Game.start(Options()), 7)
    over = replace(match, phase=Phase.FINISHED, ending=Ending(winner, reason))
    assert ["🔁 Rematch"] in labels(keyboard(over, NOTHING, Reader(texts_for("en"))))
    following = over.rematch_offered(WHITE).rematch_offered(BLACK).rematch_match()
    assert following.seats == Seats(white=BLACK.id, black=WHITE.id)


def test_a_game_in_which_somebody_moved_can_be_reviewed() -> None:
    game = Game.start(Options()).play((parse_square("c1"), parse_square("d1")))
    over = match_of(game, 7).resigned(WHITE)
    rows = labels(keyboard(over, NOTHING, Reader(texts_for("en"))))
    assert rows[-1] == [*AFTER_GAME, "📈 Review"]
