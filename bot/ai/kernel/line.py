"""Compiled: the line of turns from the root; what each turn changes, and how a round is judged.

A node's key is made of the pieces, the turn's number (side and round: all limits hang on it),
whether White has just passed, and, while the anti-mirror rule can bite, the copies made and White's
last move. So it holds all that decides a node's value but the repetition history: that is left out
because it would make a key of its own for every way to a position, and a draw by repetition can
only come up among players who make no progress.
"""

from typing import Final

from bot.ai.kernel.compiled import compiled, entry, i64, inlined, popcount, u64
from bot.ai.kernel.layout import BLACK, WHITE, Workspace
from bot.ai.kernel.moves import NO_MOVE, PASS_MOVE, count_moves, list_moves

WHITE_WINS: Final = 1
DRAW: Final = 0
BLACK_WINS: Final = -1
UNDECIDED: Final = 2

_NONE: Final = u64(0)
_ONE: Final = u64(1)
_FILTER: Final = u64(255)
_SPREAD: Final = u64(0x9E3779B97F4A7C15)

_MIRROR_ROUNDS: Final = 12
_COPIES_ALLOWED: Final = 10
_WHOLE_BOARD: Final = 4095


@inlined
def moved_bits(move: int) -> int:
    """Return the bitboard of a move's two squares; empty for a pass."""
    if move < 0:
        return _NONE
    return (_ONE << (move & 63)) | (_ONE << (move >> 6))


@inlined
def extend_line(space: Workspace, side: int, move: int, key: int, ply: int) -> int:
    """Note that ``side`` made the move, or passed, at the ply; return the pieces' new key."""
    round_number = ((space.root_turn + ply) >> 1) + 1
    copies = space.copies[ply]
    if side == BLACK and round_number <= _MIRROR_ROUNDS:
        white_move = space.turns[ply]
        if white_move >= 0 and move == _WHOLE_BOARD - white_move:
            copies += 1
    if move >= 0:
        key ^= space.piece_keys[side, move & 63] ^ space.piece_keys[side, move >> 6]
    space.turns[ply + 1] = move
    space.copies[ply + 1] = copies
    space.line_keys[ply + 1] = key
    return key


@inlined
def node_key(space: Workspace, side: int, key: int, ply: int) -> int:
    """Return the key of a node, from the key of its pieces."""
    turn = space.root_turn + ply
    key ^= space.turn_keys[turn]
    if side == BLACK and space.turns[ply] == PASS_MOVE:
        key ^= space.pass_key
    if space.anti_mirror and (turn >> 1) < _MIRROR_ROUNDS:
        key ^= space.copy_keys[space.copies[ply]]
        if side == BLACK:
            key ^= u64(space.turns[ply] - NO_MOVE) * _SPREAD
    return key


@inlined
def forbidden_move(space: Workspace, side: int, ply: int) -> int:
    """Return the copy that the anti-mirror rule takes away from the side to move, if it does."""
    if not space.anti_mirror or side == WHITE or space.copies[ply] < _COPIES_ALLOWED:
        return NO_MOVE
    if ((space.root_turn + ply) >> 1) >= _MIRROR_ROUNDS or space.turns[ply] < 0:
        return NO_MOVE
    copy: int = _WHOLE_BOARD - space.turns[ply]
    return copy


@entry
def legal_moves(space: Workspace, own: int, other: int, side: int, ply: int) -> int:
    """Write every legal move to the ply's list; return how many. None means a pass."""
    count = list_moves(space, own, other, ply)
    forbidden = forbidden_move(space, side, ply)
    if forbidden != NO_MOVE:
        for index in range(count):
            if space.moves[ply, index] == forbidden:
                for later in range(index + 1, count):
                    space.moves[ply, later - 1] = space.moves[ply, later]
                return count - 1
    return count


@inlined
def _ahead_by_count(space: Workspace, white: int, black: int) -> int:
    filled = popcount(white & space.homes[BLACK]) - popcount(black & space.homes[WHITE])
    return min(max(filled, BLACK_WINS), WHITE_WINS)


@inlined
def _repeated(space: Workspace, ply: int) -> bool:
    """Tell whether the position at the ply, at the end of a round, is a draw by repetition.

    In a selective search once again within the tree is enough: who can repeat once, can do so
    twice.
    """
    key = space.line_keys[ply]
    times = i64(0)
    for earlier in range(ply - 2, 0, -2):
        if space.line_keys[earlier] == key:
            if space.selective:
                return True
            times += 1
    if space.past_filter[i64(key & _FILTER)]:
        for index in range(space.past_count):
            if space.past[index] == key:
                times += 1
    return times >= 2  # noqa: PLR2004 - and now for the third time


@compiled
def verdict(space: Workspace, white: int, black: int, ply: int) -> int:
    """Return how the round that ended at the ply ended the game: lines 1 to 6 of the rules."""
    white_filled = space.homes[BLACK] & ~white == _NONE
    black_filled = space.homes[WHITE] & ~black == _NONE
    if white_filled or black_filled:
        return i64(white_filled) - i64(black_filled)
    ended = (space.root_turn + ply) >> 1
    white_home = space.homes[WHITE] & white != _NONE
    black_home = space.homes[BLACK] & black != _NONE
    if space.leave_home and ended >= space.leave_limit and (white_home or black_home):
        return i64(black_home) - i64(white_home)
    if space.turns[ply] == PASS_MOVE and space.turns[ply - 1] == PASS_MOVE:
        return _ahead_by_count(space, white, black)
    if ended >= space.count_limit:
        return _ahead_by_count(space, white, black)
    if not white_home and not black_home and _repeated(space, ply):
        return DRAW
    return UNDECIDED


@entry
def perft(space: Workspace, own: int, other: int, side: int, key: int, depth: int, ply: int) -> int:
    """Return the number of lines of ``depth`` turns from a node; a forced pass is one turn."""
    if depth == 0:
        return 1
    if side == WHITE and ply > 0 and verdict(space, own, other, ply) != UNDECIDED:
        return 0
    if depth == 1 and forbidden_move(space, side, ply) == NO_MOVE:
        return max(count_moves(own, other, space.diagonal), 1)
    count = legal_moves(space, own, other, side, ply)
    if count == 0:
        passed = extend_line(space, side, PASS_MOVE, key, ply)
        return perft(space, other, own, 1 - side, passed, depth - 1, ply + 1)
    total = 0
    for index in range(count):
        move = space.moves[ply, index]
        after = extend_line(space, side, move, key, ply)
        total += perft(space, other, own ^ moved_bits(move), 1 - side, after, depth - 1, ply + 1)
    return total
