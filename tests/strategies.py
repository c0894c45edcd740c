"""Hypothesis strategies; positions and games come from real moves."""

from random import Random

from hypothesis import strategies as st

from rules import (
    PASS,
    PIECE_COUNTS,
    SQUARES,
    Game,
    Move,
    MoveSet,
    Options,
    Route,
    Side,
    State,
    Turn,
    file_of,
    rank_of,
    squares_of,
)


def options() -> st.SearchStrategy[Options]:
    """Every variant."""
    return st.builds(
        Options,
        pieces=st.sampled_from(PIECE_COUNTS),
        moves=st.sampled_from(MoveSet),
        leave_home=st.booleans(),
        anti_mirror=st.booleans(),
    )


def squares() -> st.SearchStrategy[int]:
    """Every square."""
    return st.sampled_from(SQUARES)


def bitboards() -> st.SearchStrategy[int]:
    """Sets of squares."""
    return st.integers(min_value=0, max_value=2**64 - 1)


def moves() -> st.SearchStrategy[Move]:
    """Pairs of two different squares, legal somewhere or not."""
    pairs = st.tuples(squares(), squares()).filter(lambda pair: pair[0] != pair[1])
    return pairs.map(lambda pair: Move(*pair))


@st.composite
def games(draw: st.DrawFn, max_plies: int = 60) -> Game:
    """Games broken off after some plies, every turn equally likely.

    In some of them Black copies White as long as that is legal.
    """
    game = Game.start(draw(options()))
    black_copies = draw(st.booleans())
    plies = draw(st.integers(0, max_plies))
    for choice in draw(st.lists(st.integers(0, 2**12), min_size=plies, max_size=plies)):
        state = game.state
        if not state.legal_turns:
            break
        turn = state.legal_turns[choice % len(state.legal_turns)]
        if black_copies and state.side is Side.BLACK and isinstance(state.white_turn, Move):
            copied = state.white_turn.copy
            turn = copied if copied in state.legal_turns else turn
        game = with_turn(game, turn)
    return game


@st.composite
def whole_games(draw: st.DrawFn) -> Game:
    """Games played to their end, some by players who mostly go forward."""
    game = Game.start(draw(options()))
    forward = draw(st.sampled_from([0.0, 0.5, 0.9]))
    random = draw(st.randoms(use_true_random=True))
    while game.outcome is None:
        game = with_turn(game, _some_turn(game.state, random, forward))
    return game


@st.composite
def hop_walks(draw: st.DrawFn, state: State) -> Route:
    """Paths of a piece picked hop by hop, as far as it is led; a start alone where it cannot hop.

    The state must have a piece that can move.
    """
    path: Route = (draw(st.sampled_from(list(squares_of(state.movable)))),)
    while (hops := state.hops_from(path)) and not (state.may_stop(path) and draw(st.booleans())):
        path = (*path, draw(st.sampled_from(list(squares_of(hops)))))
    return path


def with_turn(game: Game, turn: Turn) -> Game:
    """Return the game after a turn, made by a shortest route."""
    return game.play(turn if turn is PASS else game.state.route_to(turn))


def _some_turn(state: State, random: Random, forward: float) -> Turn:
    """Return a turn: with that probability the one that gets farthest, else any."""
    turns = state.legal_turns
    if random.random() >= forward:
        return random.choice(turns)
    direction = 1 if state.side is Side.WHITE else -1
    return max(turns, key=lambda turn: (direction * _advance(turn), random.random()))


def _advance(turn: Turn) -> int:
    """Return how many steps the turn goes towards h8."""
    if not isinstance(turn, Move):
        return 0
    return sum(way(turn.end) - way(turn.start) for way in (file_of, rank_of))
