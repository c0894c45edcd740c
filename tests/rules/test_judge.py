"""The end of a game: every line of the judge, and that nothing but the end of a round is judged."""

from itertools import product

import pytest

from rules import (
    PASS,
    PIECE_COUNTS,
    GameOverError,
    MoveSet,
    Options,
    Outcome,
    Reason,
    Side,
    State,
    judge,
    parse_move,
)
from tests.drawings import drawn, path, played, squares

WHITE, BLACK = Side.WHITE, Side.BLACK
LEAVE_ON, LEAVE_OFF = Options(leave_home=True), Options(leave_home=False)
VARIANTS = [Options(pieces, moves) for pieces, moves in product(PIECE_COUNTS, MoveSet)]


def placed(white: str, black: str, options: Options, round: int = 1) -> State:
    """Return the position of pieces on squares named, White to move."""
    return State.set_up(options, squares(white), squares(black), WHITE, round)


# Each side has eight pieces in its target, and the ninth one step away.
NEARLY_FILLED = """
    . . . . w . w w
    . . . . . w w w
    . . . . . w w w
    . . . . . . . .
    . . . . . . . .
    b b b . . . . .
    b b b . . . . .
    b b . b . . . .
"""


class TestFilledTargets:
    def test_both_in_one_round_is_a_draw(self) -> None:
        state = played(drawn(NEARLY_FILLED), "e8 f8, d1 c1")
        assert state.outcome == Outcome(None, Reason.BOTH_FILLED)

    def test_white_alone_wins_after_blacks_last_move(self) -> None:
        filled = played(drawn(NEARLY_FILLED), "e8 f8")
        assert filled.outcome is None
        assert parse_move("d1 c1") in filled.legal_turns
        assert played(filled, "d1 e1").outcome == Outcome(WHITE, Reason.FILLED)

    def test_black_wins_at_once(self) -> None:
        state = played(drawn(NEARLY_FILLED), "e8 d8, d1 c1")
        assert state.outcome == Outcome(BLACK, Reason.FILLED)

    def test_nobody_has_won_before(self) -> None:
        assert played(drawn(NEARLY_FILLED), "e8 d8, d1 e1").outcome is None

    def test_one_piece_left_at_home_keeps_it_from_being_filled(self) -> None:
        blocked = drawn(
            """
            . . . . . w w b
            . . . . w w w w
            . . . . . w w w
            . . . . . . . .
            . . . . . . . .
            b b b . . . . .
            b b . . . . . .
            b b . b . . . .
            """
        )
        assert played(blocked, "e7 e8, d1 c1").outcome is None

    def test_position_set_up_is_judged_when_its_round_has_ended(self) -> None:
        filled = played(drawn(NEARLY_FILLED), "e8 f8")
        set_up = State.set_up(LEAVE_ON, filled.white, filled.black, WHITE, 5)
        assert set_up.outcome is None
        assert set_up.legal_turns
        assert played(set_up, "f8 e8, d1 c1").outcome == Outcome(BLACK, Reason.FILLED)

        answer = State.set_up(LEAVE_ON, filled.white, filled.black, BLACK, 5)
        assert answer.outcome is None
        assert played(answer, "d1 e1").outcome == Outcome(WHITE, Reason.FILLED)


# Squares outside every home, by twos: the pieces that move are b6 and g3.
NOT_AT_HOME = ("a7 b6", "h2 g3")
WHITE_AT_HOME = ("a1 b6", "h2 g3")
BLACK_AT_HOME = ("a7 b6", "h8 g3")
BOTH_AT_HOME = ("a1 b6", "h8 g3")
A_ROUND = "b6 b7, g3 g2"


class TestLeaveHome:
    @pytest.mark.parametrize("options", VARIANTS)
    @pytest.mark.parametrize(
        ("pieces", "outcome"),
        [
            (NOT_AT_HOME, None),
            (WHITE_AT_HOME, Outcome(BLACK, Reason.LEAVE_HOME)),
            (BLACK_AT_HOME, Outcome(WHITE, Reason.LEAVE_HOME)),
            (BOTH_AT_HOME, Outcome(None, Reason.LEAVE_HOME)),
        ],
    )
    def test_offenders_at_the_limit(
        self, options: Options, pieces: tuple[str, str], outcome: Outcome | None
    ) -> None:
        limit = options.leave_limit
        assert played(placed(*pieces, options, limit - 1), A_ROUND).outcome is None
        assert played(placed(*pieces, options, limit), A_ROUND).outcome == outcome
        assert played(placed(*pieces, options, limit + 1), A_ROUND).outcome == outcome

    def test_white_is_judged_after_blacks_answer(self) -> None:
        state = played(placed(*BOTH_AT_HOME, LEAVE_ON, 40), "b6 b7")
        assert state.outcome is None
        assert state.legal_turns

    def test_black_may_leave_with_the_last_move(self) -> None:
        state = played(placed("a1 b6", "f6 g3", LEAVE_ON, 40), "b6 b7, f6 f5")
        assert state.outcome == Outcome(BLACK, Reason.LEAVE_HOME)

    def test_a_piece_put_back_after_the_limit_loses(self) -> None:
        state = placed("d1 b6", "h2 g3", LEAVE_ON, 41)
        assert played(state, "b6 b7, g3 g2").outcome is None
        assert played(state, "d1 c1, g3 g2").outcome == Outcome(BLACK, Reason.LEAVE_HOME)

    def test_home_may_be_crossed_within_a_chain(self) -> None:
        state = placed("d2", "c2 b3", LEAVE_ON, 41)
        assert state.route_to(parse_move("d2 b4")) == path("d2 b2 b4")
        assert played(state, "d2 b4, c2 c1").outcome is None

    def test_rule_off(self) -> None:
        assert played(placed(*BOTH_AT_HOME, LEAVE_OFF, 41), A_ROUND).outcome is None

    def test_a_player_who_cannot_move_has_not_got_out(self) -> None:
        state = placed("a1", "b1 c1 a2 a3", LEAVE_ON, 40)
        assert played(state, "--, c1 d1").outcome == Outcome(BLACK, Reason.LEAVE_HOME)


# Nobody can move on a full board; h8 belongs to White, a1 and b1 to Black.
FULL_BOARD = """
    b b b b b b b w
    b b b b b b b b
    b b b b b b b b
    b b b b b b b b
    w w w w w w w w
    w w w w w w w w
    w w w w w w w w
    b b w w w w w w
"""


class TestBothPassed:
    def test_pieces_in_the_targets_are_counted(self) -> None:
        state = drawn(FULL_BOARD, round=5)
        assert state.legal_turns == (PASS,)
        passed = state.after(PASS)
        assert passed.outcome is None
        assert passed.legal_turns == (PASS,)
        assert passed.after(PASS).outcome == Outcome(BLACK, Reason.BOTH_PASSED)

    def test_equal_count_is_a_draw(self) -> None:
        state = drawn(FULL_BOARD.replace("b b w w w", "b w w w w"), round=5)
        assert played(state, "--, --").outcome == Outcome(None, Reason.BOTH_PASSED)

    def test_a_piece_still_at_home_after_the_limit_comes_first(self) -> None:
        state = played(drawn(FULL_BOARD, round=40), "--, --")
        assert state.outcome == Outcome(None, Reason.LEAVE_HOME)

    def test_black_passing_after_an_unknown_turn_is_no_end(self) -> None:
        assert drawn(FULL_BOARD, side=BLACK).after(PASS).outcome is None

    def test_one_player_passing_is_no_end(self) -> None:
        state = placed("a1", "b1 c1 a2 a3", LEAVE_ON, 5)
        assert played(state, "--, c1 d1").outcome is None


class TestCountLimit:
    @pytest.mark.parametrize("options", VARIANTS)
    @pytest.mark.parametrize(
        ("white", "black", "winner"),
        [
            ("b6", "g3", None),
            ("b6 h8", "g3", WHITE),
            ("b6", "g3 a1", BLACK),
            ("b6 h8", "g3 a1", None),
            ("b6 h8 g8", "g3 a1", WHITE),
            ("b6 h8", "g3 a1 a2", BLACK),
        ],
    )
    def test_pieces_in_the_targets_are_counted(
        self, options: Options, white: str, black: str, winner: Side | None
    ) -> None:
        limit = options.count_limit
        assert played(placed(white, black, options, limit - 1), A_ROUND).outcome is None
        state = played(placed(white, black, options, limit), A_ROUND)
        assert state.outcome == Outcome(winner, Reason.COUNT_LIMIT)

    def test_a_piece_still_at_home_comes_first(self) -> None:
        pieces = ("a1 b6 h8", "g3")
        assert played(placed(*pieces, LEAVE_ON, 80), A_ROUND).outcome == Outcome(
            BLACK, Reason.LEAVE_HOME
        )
        assert played(placed(*pieces, LEAVE_OFF, 80), A_ROUND).outcome == Outcome(
            WHITE, Reason.COUNT_LIMIT
        )

    def test_a_pass_uses_up_the_turn(self) -> None:
        state = placed("a1", "b1 c1 a2 a3", LEAVE_OFF, 80)
        assert played(state, "--, c1 d1").outcome == Outcome(BLACK, Reason.COUNT_LIMIT)

    def test_a_filled_target_comes_first(self) -> None:
        state = drawn(NEARLY_FILLED, round=80)
        assert played(state, "e8 d8, d1 c1").outcome == Outcome(BLACK, Reason.FILLED)


THERE_AND_BACK = "b6 b7, g3 g2, b7 b6, g2 g3"


class TestRepetition:
    def test_third_time_is_a_draw(self) -> None:
        state = placed(*NOT_AT_HOME, LEAVE_ON)
        twice = played(state, THERE_AND_BACK)
        assert twice.outcome is None
        almost = played(twice, "b6 b7, g3 g2, b7 b6")
        assert almost.outcome is None
        assert played(almost, "g2 g3").outcome == Outcome(None, Reason.REPETITION)

    def test_same_places_at_other_times_do_not_count(self) -> None:
        state = placed(*NOT_AT_HOME, LEAVE_ON)
        state = played(state, f"{THERE_AND_BACK}, b6 c6, g3 f3, c6 b6, f3 f2, b6 b7, f2 g2")
        assert state.outcome is None
        assert played(state, "b7 b6, g2 g3").outcome == Outcome(None, Reason.REPETITION)

    @pytest.mark.parametrize("options", [LEAVE_ON, LEAVE_OFF])
    @pytest.mark.parametrize("pieces", [WHITE_AT_HOME, BLACK_AT_HOME, BOTH_AT_HOME])
    def test_no_draw_while_a_piece_stands_at_home(
        self, options: Options, pieces: tuple[str, str]
    ) -> None:
        state = placed(*pieces, options)
        assert played(state, ", ".join([THERE_AND_BACK] * 4)).outcome is None

    def test_only_ends_of_rounds_count(self) -> None:
        white, black = map(squares, NOT_AT_HOME)
        state = State.set_up(LEAVE_ON, white, black, BLACK, 1)
        assert state.history == ()
        state = played(state, ", ".join(["g3 g2, b6 b7, g2 g3, b7 b6"] * 2))
        assert state.outcome is None
        assert played(state, "g3 g2").outcome == Outcome(None, Reason.REPETITION)


class TestAfterTheEnd:
    def test_nothing_can_be_done(self) -> None:
        over = played(drawn(NEARLY_FILLED), "e8 f8, d1 c1")
        assert judge(over) == over.outcome
        assert over.legal_turns == ()
        assert over.movable == 0
        assert over.destinations(63) == 0
        assert over.hops_from(path("h8")) == 0
        assert not over.may_stop(path("f8 e8"))
        for turn in (PASS, parse_move("f8 e8")):
            with pytest.raises(GameOverError):
                over.after(turn)
