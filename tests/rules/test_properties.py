"""What holds in every position that play can reach."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    PASS,
    Game,
    Move,
    MoveSet,
    Route,
    Side,
    State,
    bitboard_of,
    file_of,
    mirror,
    mirror_bitboard,
    rank_of,
    square_at,
    squares_of,
)
from tests import strategies

unhurried = settings(deadline=None, max_examples=40)


def moves_of(state: State) -> list[Move]:
    return [turn for turn in state.legal_turns if isinstance(turn, Move)]


def is_step(route: Route, moves: MoveSet) -> bool:
    """Tell whether the route goes to a neighbouring square, from the coordinates alone."""
    if len(route) != 2:
        return False
    files, ranks = (abs(way(route[0]) - way(route[1])) for way in (file_of, rank_of))
    return (files, ranks) in {(0, 1), (1, 0)} or (
        moves is MoveSet.DIAGONAL and (files, ranks) == (1, 1)
    )


def check_hop(state: State, start: int, here: int, there: int) -> None:
    """Check from the coordinates that a hop crosses one piece, and lands on an empty square."""
    files, ranks = (abs(way(here) - way(there)) for way in (file_of, rank_of))
    assert (files, ranks) in {(0, 2), (2, 0)} or (
        state.options.moves is MoveSet.DIAGONAL and (files, ranks) == (2, 2)
    )
    others = set(squares_of(state.white | state.black)) - {start}
    middle = square_at((file_of(here) + file_of(there)) // 2, (rank_of(here) + rank_of(there)) // 2)
    assert middle in others
    assert there not in others


@unhurried
@given(strategies.games())
def test_every_route_is_a_step_or_hops_over_one_piece_each(game: Game) -> None:
    state = game.state
    for move in moves_of(state):
        route = state.route_to(move)
        assert (route[0], route[-1]) == (move.start, move.end)
        assert len(set(route)) == len(route) <= 16
        if not is_step(route, game.options.moves):
            for here, there in pairwise(route):
                check_hop(state, move.start, here, there)


@settings(deadline=None, max_examples=30)
@given(strategies.whole_games())
def test_every_game_ends_and_no_piece_is_lost(game: Game) -> None:
    assert game.outcome is not None
    assert len(game.plies) % 2 == 0
    assert len(game.plies) == 2 * (game.state.round - 1)
    assert game.state.round - 1 <= game.options.count_limit
    assert len(game.state.history) == game.state.round
    for white, black in game.state.history:
        assert white.bit_count() == black.bit_count() == game.options.pieces
        assert not white & black
    assert game.state.legal_turns == ()


@unhurried
@given(strategies.games())
def test_the_board_seen_from_the_other_corner_allows_the_same(game: Game) -> None:
    state = game.state
    seen = State.set_up(state.options, state.white, state.black, state.side, 1)
    turned = State.set_up(
        state.options,
        mirror_bitboard(state.black),
        mirror_bitboard(state.white),
        state.side.other,
        1,
    )
    assert sorted(move.copy for move in moves_of(seen)) == moves_of(turned)
    for square in squares_of(seen.pieces(seen.side)):
        assert turned.destinations(mirror(square)) == mirror_bitboard(seen.destinations(square))


@unhurried
@given(strategies.games())
def test_the_ways_to_ask_for_moves_agree(game: Game) -> None:
    state = game.state
    moves = moves_of(state)
    assert moves == sorted(set(moves))
    assert state.legal_turns == (tuple(moves) or (PASS,)) or state.outcome is not None
    assert state.movable == bitboard_of(move.start for move in moves)
    for square in squares_of(state.movable):
        ends = bitboard_of(move.end for move in moves if move.start == square)
        assert state.destinations(square) == ends
        assert not state.steps_from(square) & ~ends


@unhurried
@given(strategies.games(), st.data())
def test_picking_hop_by_hop_enters_legal_moves_only_and_never_gets_stuck(
    game: Game, data: st.DataObject
) -> None:
    state = game.state
    if not state.movable:
        return
    path = data.draw(strategies.hop_walks(state))
    assert len(set(path)) == len(path)
    if len(path) > 1:
        assert state.may_stop(path)
        assert Move(path[0], path[-1]) in state.legal_turns
        assert game.play(path).state == state.after(Move(path[0], path[-1]))


@unhurried
@given(strategies.games())
def test_picking_hop_by_hop_can_enter_every_legal_move(game: Game) -> None:
    state = game.state
    for move in moves_of(state):
        assert state.movable >> move.start & 1
        if state.steps_from(move.start) >> move.end & 1:
            continue
        route = state.route_to(move)
        for length in range(1, len(route)):
            assert state.hops_from(route[:length]) >> route[length] & 1
        assert state.may_stop(route)


@unhurried
@given(strategies.games())
def test_only_black_copies_and_ten_times_at_most_under_the_rule(game: Game) -> None:
    white_plies, black_plies = game.plies[::2], game.plies[1::2]
    copies = sum(
        tuple(map(mirror, (white[0], white[-1]))) == (black[0], black[-1])
        for white, black in zip(white_plies[:12], black_plies[:12], strict=False)
        if isinstance(white, tuple) and isinstance(black, tuple)
    )
    assert game.state.copies == copies
    if game.options.anti_mirror:
        assert copies <= 10
    if game.state.side is Side.WHITE:
        assert game.state.white_turn is None
