"""Compiled: the search, principal-variation alpha-beta with a table and selective depth.

`search` promises, for a node, depth and window ``alpha < beta``: a result at or below ``alpha`` is
an upper bound of the node's score, one at or above ``beta`` a lower bound, one between is the
score, all of it to that depth. Scores are the mover's. With ``selective`` off that is exact; with
it on, depth is a wish: moves that look poor are searched less deep or not at all.

Sources: late-move reductions, futility, null move and move ordering as they have become standard
(chessprogramming.org), with margins in this game's scores.
"""

from typing import Final

from bot.ai.kernel.compiled import entry, i64, inlined, load_word, prefetch
from bot.ai.kernel.layout import DEEPEST_REDUCTION, MAX_PLY, WHITE, Workspace
from bot.ai.kernel.line import (
    UNDECIDED,
    extend_line,
    legal_moves,
    moved_bits,
    node_key,
    verdict,
)
from bot.ai.kernel.moves import NO_MOVE, PASS_MOVE
from bot.ai.kernel.network import SHIFT, evaluate, gain, move_hidden, pass_hidden
from bot.ai.kernel.table import (
    EXACT,
    LOWER,
    UPPER,
    WIN,
    WON,
    bucket_of,
    find,
    found_bound,
    found_depth,
    found_move,
    found_score,
    keep,
)

_POLL: Final = 511
"""The stop flag is looked at whenever the count of nodes has these bits clear."""

# Selectivity: depths in turns, margins in hundredths.
_SHALLOW: Final = 8
_STANDING_MARGIN: Final = 22
_NULL_DEPTH: Final = 3
_NULL_REDUCTION: Final = 3
_FUTILE_DEPTH: Final = 5
_FUTILE_BASE: Final = 30
_FUTILE_MARGIN: Final = 22
_FEW_MOVES: Final = 5
_REDUCED_DEPTH: Final = 3
_UNKNOWN_DEPTH: Final = 4

# Move ordering: first the table's move, then killers and the answer, then by history and gain.
_FIRST: Final = 1 << 40
_KILLER: Final = 1 << 30
_ANSWER: Final = 1 << 29
_HISTORY_LIMIT: Final = 1 << 14
_HISTORY_SHIFT: Final = 12
_GAIN_SHIFT: Final = 6
_MOVE_BITS: Final = 12
_MOVE_MASK: Final = 4095


@inlined
def _order(space: Workspace, side: int, count: int, first: int, ply: int) -> None:
    """Put a worth above each move of the ply's list, for `_pick`."""
    killer, second = space.killers[ply, 0], space.killers[ply, 1]
    last = space.turns[ply]
    answer = space.answers[side, last] if last >= 0 else i64(NO_MOVE)
    for index in range(count):
        move = space.moves[ply, index]
        worth = space.history[side, move] + (gain(space, side, move) >> _GAIN_SHIFT)
        if move == first:
            worth = _FIRST
        elif move in (killer, second):
            worth += _KILLER
        elif move == answer:
            worth += _ANSWER
        space.moves[ply, index] = (worth << _MOVE_BITS) | move


@inlined
def _pick(space: Workspace, ply: int, index: int, count: int) -> int:
    """Bring the best of the ply's moves from ``index`` on to ``index``, and return it."""
    at = index
    best: int = space.moves[ply, index]
    for later in range(index + 1, count):
        if space.moves[ply, later] > best:
            best, at = space.moves[ply, later], later
    space.moves[ply, at] = space.moves[ply, index]
    space.moves[ply, index] = best
    return best & _MOVE_MASK


@inlined
def _learn(space: Workspace, side: int, move: int, change: int) -> None:
    """Add to a move's history, the less the nearer it is to the limit."""
    value = space.history[side, move]
    space.history[side, move] = value + change - value * abs(change) // _HISTORY_LIMIT


@inlined
def _reward(space: Workspace, side: int, ply: int, tried: int, depth: int) -> None:
    """Remember the ply's last tried move, which refuted the one before, and blame the others."""
    best = space.moves[ply, tried] & _MOVE_MASK
    if space.killers[ply, 0] != best:
        space.killers[ply, 1] = space.killers[ply, 0]
        space.killers[ply, 0] = best
    last = space.turns[ply]
    if last >= 0:
        space.answers[side, last] = best
    change = min(32 * depth * depth, 2048)
    _learn(space, side, best, change)
    for index in range(tried):
        _learn(space, side, space.moves[ply, index] & _MOVE_MASK, -change)


@inlined
def _reduction(space: Workspace, side: int, move: int, depth: int, index: int) -> int:
    """Return by how many turns less deep a move is searched first that comes so late."""
    usual: int = space.reductions[
        min(depth, DEEPEST_REDUCTION - 1), min(index, DEEPEST_REDUCTION - 1)
    ]
    history: int = space.history[side, move] >> _HISTORY_SHIFT
    return usual - history


@inlined
def _poll(space: Workspace) -> None:
    if space.nodes & _POLL == 0 and load_word(space.stop):
        space.stopped = 1
    if space.nodes >= space.node_limit:
        space.stopped = 1


@inlined
def _extend_variation(space: Workspace, ply: int, move: int) -> None:
    length = space.variation_length[ply + 1]
    space.variation[ply, 0] = move
    for index in range(length):
        space.variation[ply, index + 1] = space.variation[ply + 1, index]
    space.variation_length[ply] = length + 1


@entry
def search(  # noqa: PLR0913, PLR0915, PLR0917 - numbers are cheap to pass, and calls are not
    space: Workspace,
    own: int,
    other: int,
    side: int,
    key: int,
    balance: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
) -> int:
    """Return the score of a node; see the module. ``key`` is of the pieces alone.

    ``balance`` is the mover's, of the values of squares.
    """
    space.nodes += 1
    space.variation_length[ply] = 0
    if side == WHITE and ply > 0:
        decided = verdict(space, own, other, ply)
        if decided != UNDECIDED:
            return decided * (WIN - ply)
    if depth <= 0 or ply >= MAX_PLY:
        return evaluate(space, side, balance, ply)
    _poll(space)
    if space.stopped:
        return 0

    wide = beta - alpha > 1
    full_key = node_key(space, side, key, ply)
    data = find(space, full_key)
    first = i64(NO_MOVE)
    if data:
        first = found_move(data)
        if found_depth(data) >= depth and not wide:
            score, bound = found_score(data, ply), found_bound(data)
            if bound & LOWER and score >= beta:
                return score
            if bound & UPPER and score <= alpha:
                return score

    standing = evaluate(space, side, balance, ply)
    space.evaluations[ply] = standing
    improving = ply >= 2 and standing > space.evaluations[ply - 2]  # noqa: PLR2004 - one's own turn
    selective = space.selective and not wide and abs(beta) < WON
    if selective:
        if depth <= _SHALLOW and standing - _STANDING_MARGIN * (depth - improving) >= beta:
            return standing
        if depth >= _NULL_DEPTH and standing >= beta and space.turns[ply] != NO_MOVE:
            # A free turn is worth something to everybody who is not hemmed in.
            extend_line(space, side, NO_MOVE, key, ply)
            pass_hidden(space, ply)
            reduced = depth - 1 - _NULL_REDUCTION - depth // 4
            score = -search(
                space, other, own, 1 - side, key, -balance, reduced, -beta, 1 - beta, ply + 1
            )
            if space.stopped:
                return 0
            if score >= beta:
                return min(score, WON - 1)
    if space.selective and first < 0 and depth >= _UNKNOWN_DEPTH:
        depth -= 1

    count = legal_moves(space, own, other, side, ply)
    if count == 0:
        passed = extend_line(space, side, PASS_MOVE, key, ply)
        pass_hidden(space, ply)
        score = -search(
            space, other, own, 1 - side, passed, -balance, depth - 1, -beta, -alpha, ply + 1
        )
        if wide:
            _extend_variation(space, ply, PASS_MOVE)
        return score
    _order(space, side, count, first, ply)

    best = i64(-WIN)
    best_move = i64(NO_MOVE)
    bound = i64(UPPER)
    futile = selective and depth <= _FUTILE_DEPTH
    few = _FEW_MOVES + depth * depth
    if improving:
        few += few // 2
    for index in range(count):
        move = _pick(space, ply, index, count)
        gained = gain(space, side, move)
        if futile and index > 0 and best > -WON:
            if index >= few:
                break
            hoped = standing + (gained >> SHIFT) + _FUTILE_BASE + _FUTILE_MARGIN * depth
            if hoped <= alpha:
                best = max(best, hoped)
                continue
        after = extend_line(space, side, move, key, ply)
        if depth > 1:
            prefetch(bucket_of(space, node_key(space, 1 - side, after, ply + 1)))
        move_hidden(space, side, move, ply)
        moved = own ^ moved_bits(move)
        change = -balance - gained
        deeper = depth - 1
        rival = 1 - side
        score = alpha + 1
        if index > 0:
            less = i64(0)
            if space.selective and depth >= _REDUCED_DEPTH:
                less = _reduction(space, side, move, depth, index) - wide + (not improving)
                less = min(max(less, 0), deeper - 1)
            below, above = -alpha - 1, -alpha
            score = -search(
                space, other, moved, rival, after, change, deeper - less, below, above, ply + 1
            )
            if score > alpha and less:
                score = -search(
                    space, other, moved, rival, after, change, deeper, below, above, ply + 1
                )
        if index == 0 or alpha < score < beta:
            score = -search(
                space, other, moved, rival, after, change, deeper, -beta, -alpha, ply + 1
            )
        if space.stopped:
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                alpha = score
                bound = i64(EXACT)
                if wide:
                    _extend_variation(space, ply, move)
                if score >= beta:
                    bound = i64(LOWER)
                    _reward(space, side, ply, index, depth)
                    break
    keep(space, full_key, best_move, best, depth, bound, ply)
    return best
