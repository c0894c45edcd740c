"""What stands under a board: deadlines, last chances, results."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.chat.captions import caption
from bot.chat.focus import NOTHING, Focus
from bot.chat.reader import Reader
from bot.chat.screens import board_screen, text_board
from bot.chat.texts import languages, shown_name, texts_for
from bot.play.match import Decision, DrawOffer, Ending, Match, Phase
from bot.play.seats import Seats
from bot.play.setup import Setup
from rules import Game, MoveSet, Options, Reason, Side, State, square_at
from tests.drawings import drawn

NAMES = {1: "Anna", 2: "Boris"}
READER = Reader(texts_for("en"))


def match_at(state: State) -> Match:
    return Match(
        id=1,
        phase=Phase.RUNNING,
        setup=Setup(state.options),
        challenger=1,
        seats=Seats(1, 2),
        game=Game(state.options, (), state),
    )


def words(match: Match) -> str:
    return re.sub(r"</?\w+>", "", caption(match, NOTHING, NAMES, READER))


HALF_WAY = """
    . . . . . . . b
    . . . . w . . .
    . . . w b . . .
    . . w . b . . .
    . w . . . b . .
    . . b . . . . .
    . . b b . . . .
    {a1} . . . b . . .
"""


def half_way(white_home: bool, round_: int, side: Side = Side.WHITE) -> Match:
    drawing = HALF_WAY.format(a1="w" if white_home else ".")
    return match_at(drawn(drawing, Options(), side, round_))


@pytest.mark.parametrize(
    ("round_", "expected"),
    [
        (30, None),
        (31, "10 rounds left to leave home: the limit is round 40"),
        (39, "2 rounds left to leave home"),
        (40, "1 round left to leave home"),
    ],
)
def test_the_leave_limit_is_counted_down(round_: int, expected: str | None) -> None:
    text = words(half_way(True, round_))
    assert (expected in text) if expected else ("leave home" not in text)


def test_whoever_has_left_home_need_not_hurry() -> None:
    board = drawn(
        """
        . . . . . . . .
        . . . . w . . .
        . . . w b . . .
        . . w . b . . .
        . w . . . b . .
        . . . . . . . .
        . . . b . . . .
        . . . . b . . .
        """,
        Options(),
        Side.WHITE,
        39,
    )
    assert "leave home" not in words(match_at(board))


def test_the_count_limit_is_counted_down() -> None:
    text = words(half_way(False, 78))
    assert "3 rounds left: after round 80 the pieces in the target are counted" in text


def test_blacks_last_move_after_white_has_filled() -> None:
    state = drawn(
        """
        . . . . . w w w
        . . . . . w w w
        . . . . . w w w
        . . . . . . . .
        . . . b . . . .
        b b . . . . . .
        b b b . . . . .
        b b b . . . . .
        """,
        Options(),
        Side.BLACK,
        38,
    )
    assert "White has filled the target. Black has one more move" in words(match_at(state))


def test_blacks_last_move_after_whites_offence() -> None:
    text = words(half_way(True, 40, Side.BLACK))
    assert "White still has a piece at home and has broken the leave-home rule" in text
    assert "left to leave home" not in text


ALL_ENDINGS = [
    Ending(Side.WHITE, Reason.FILLED),
    Ending(None, Reason.BOTH_FILLED),
    *(Ending(winner, Reason.LEAVE_HOME) for winner in (Side.BLACK, None)),
    *(Ending(winner, Reason.COUNT_LIMIT) for winner in (Side.WHITE, None)),
    *(Ending(winner, Reason.BOTH_PASSED) for winner in (Side.BLACK, None)),
    Ending(None, Reason.REPETITION),
    Ending(Side.BLACK, Decision.RESIGNED),
    Ending(None, Decision.AGREED),
]


@pytest.mark.parametrize("ending", ALL_ENDINGS, ids=str)
def test_every_ending_has_its_sentence(ending: Ending) -> None:
    match = replace(half_way(False, 81), phase=Phase.FINISHED, ending=ending)
    text = words(match)
    winner = {Side.WHITE: "Anna wins", Side.BLACK: "Boris wins", None: "Draw"}[ending.winner]
    assert winner in text
    if ending.reason in (Reason.COUNT_LIMIT, Reason.BOTH_PASSED):
        assert "White 0, Black 2" in text
    screen = board_screen(match, NOTHING, NAMES, READER)
    assert screen.view.finished
    assert screen.view.winner is ending.winner
    assert screen.view.selectable == 0


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("round_", [38, 40, 80])
@pytest.mark.parametrize("side", Side)
def test_the_longest_captions_fit_under_a_picture(language: str, round_: int, side: Side) -> None:
    options = Options(12, MoveSet.DIAGONAL, anti_mirror=True)
    state = drawn(HALF_WAY.format(a1="w"), options, side, round_)
    match = replace(match_at(state), draw_offer=DrawOffer(Side.WHITE))
    longest = dict.fromkeys(NAMES, shown_name("W" * 64))
    chain = tuple(square_at(file, rank) for rank in (0, 2, 4, 6) for file in (0, 2, 4, 6))
    for path in ((), chain[:1], chain):
        focus = Focus(match.turn, path, resigning=Side.WHITE)
        text = caption(match, focus, longest, Reader(texts_for(language)))
        assert len(re.sub(r"</?\w+>", "", text).encode("utf-16-le")) // 2 <= 1024


def test_the_text_board_has_eight_full_ranks_from_either_side() -> None:
    match = half_way(True, 5)
    screen = board_screen(match, NOTHING, NAMES, READER)
    lines = text_board(screen.view).removeprefix("<pre>").removesuffix("</pre>").splitlines()
    assert lines[0] == "8 · · · · · · · b"
    assert lines[7] == "1 W · · · b · · ·"
    assert lines[8] == "  a b c d e f g h"
    assert {len(line) for line in lines} == {17}
    turned = board_screen(match, NOTHING, NAMES, replace(READER, bottom=Side.BLACK))
    lines = text_board(turned.view).removeprefix("<pre>").removesuffix("</pre>").splitlines()
    assert lines[0] == "1 · · · b · · · W"
    assert lines[8] == "  h g f e d c b a"
