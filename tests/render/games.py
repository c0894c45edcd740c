"""Games by players in a hurry, and what a chat sees of them."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TypeAlias

from render import BoardView
from rules import (
    Game,
    Move,
    Options,
    Pass,
    Route,
    Side,
    Turn,
    bitboard_of,
    file_of,
    rank_of,
)

Picture: TypeAlias = tuple[str, BoardView]
"""A kind of picture and its view."""


def hasty_game(options: Options, random: Random, plies: int | None = None) -> Game:
    """Return a game in which both sides mostly go forward, to its end or to so many plies."""
    game = Game.start(options)
    while game.outcome is None and (plies is None or len(game.plies) < plies):
        game = game.play(_hasty_ply(game, random))
    return game


def board_of(game: Game) -> BoardView:
    """Return the position with the last move, and with the result if there is one."""
    white_home, black_home = (game.options.home(side) for side in Side)
    last = game.plies[-1] if game.plies else ()
    return BoardView(
        game.state.white,
        game.state.black,
        white_home,
        black_home,
        last_move=() if isinstance(last, Pass) else last,
        finished=game.outcome is not None,
        winner=game.outcome.winner if game.outcome else None,
    )


def pictures_of_game(options: Options, random: Random) -> Iterator[Picture]:
    """Yield what a chat sees of a hasty game, tap by tap."""
    game = Game.start(options)
    while game.outcome is None:
        state = game.state
        board = board_of(game)
        yield "choose", replace(board, selectable=state.movable)
        ply = _hasty_ply(game, random)
        if not isinstance(ply, Pass):
            start = ply[0]
            steps, hops = state.steps_from(start), state.hops_from((start,))
            yield "picked", replace(board, selected=start, steps=steps, hops=hops)
            for taken in range(2, len(ply)):
                yield "chain", _board_in_chain(game, ply[:taken])
        game = game.play(ply)
    yield "result", board_of(game)


def _hasty_ply(game: Game, random: Random) -> Route | Pass:
    state = game.state
    turn = max(state.legal_turns, key=lambda turn: _worth(turn, state.side, random))
    return turn if isinstance(turn, Pass) else state.route_to(turn)


def _board_in_chain(game: Game, chain: Route) -> BoardView:
    """Return the position while a piece is hopping."""
    board = board_of(game)
    change = bitboard_of((chain[0], chain[-1]))
    if game.state.side is Side.WHITE:
        board = replace(board, white=board.white ^ change)
    else:
        board = replace(board, black=board.black ^ change)
    return replace(board, chain=chain, selected=chain[-1], hops=game.state.hops_from(chain))


def _worth(turn: Turn, side: Side, random: Random) -> tuple[float, float]:
    """Return how good a turn looks to somebody who is in a hurry, but not always."""
    if not isinstance(turn, Move) or random.random() < 0.3:
        return 0, random.random()
    ahead = sum(way(turn.end) - way(turn.start) for way in (file_of, rank_of))
    return (ahead if side is Side.WHITE else -ahead), random.random()
