"""Compiled: the transposition table, what was found out about positions before.

A bucket of four entries fills a line of the processor's cache. An entry is two words: the key, and
score, depth, bound, age and move. Scores of won games are kept as distances from the node.
"""

from typing import Final

from bot.ai.kernel.compiled import i64, inlined, load_word, store_word, u64
from bot.ai.kernel.layout import Workspace

WIN: Final = 30_000
"""Score of a game won at the root; won in ``n`` turns it is ``WIN - n``."""

WON: Final = WIN - 1_000
"""Scores from here on are of games won for certain."""

EXACT: Final = 3
LOWER: Final = 1
UPPER: Final = 2
"""What an entry's score says of the true one: a lower bound, an upper one, or (both) it is it."""

ENTRIES: Final = 4
BUCKET_BYTES: Final = ENTRIES * 16

_SIZE: Final = u64(BUCKET_BYTES)
_ENTRY: Final = u64(16)
_DATA: Final = u64(8)
_NONE: Final = u64(0)
_SCORE_BASE: Final = 32_768

# Fields of the second word, by their first bit.
_SCORE: Final = 16
_DEPTH: Final = 32
_BOUND: Final = 40
_AGE: Final = 48
_OLD_AGE_COST: Final = 4


@inlined
def bucket_of(space: Workspace, key: int) -> int:
    """Return the address of a key's bucket."""
    address: int = space.table + (key & space.table_mask) * _SIZE
    return address


@inlined
def find(space: Workspace, key: int) -> int:
    """Return what is known of a node, to be read by the functions below; 0 if nothing is."""
    entry = bucket_of(space, key)
    for _ in range(ENTRIES):
        if load_word(entry) == key:
            return load_word(entry + _DATA)
        entry += _ENTRY
    return _NONE


@inlined
def found_move(data: int) -> int:
    """Return the best move of a node; -1 for none."""
    return i64(data & u64(0xFFFF)) - 1


@inlined
def found_score(data: int, ply: int) -> int:
    """Return the score, as seen from the root when the node is at this ply."""
    score = i64((data >> _SCORE) & u64(0xFFFF)) - _SCORE_BASE
    if score >= WON:
        return score - ply
    if score <= -WON:
        return score + ply
    return score


@inlined
def found_depth(data: int) -> int:
    """Return how deep the score was searched."""
    return i64((data >> _DEPTH) & u64(0xFF))


@inlined
def found_bound(data: int) -> int:
    """Return what the score is: `EXACT`, `LOWER` or `UPPER`."""
    return i64((data >> _BOUND) & u64(0xFF))


@inlined
def keep(
    space: Workspace, key: int, move: int, score: int, depth: int, bound: int, ply: int
) -> None:
    """Write down a node, in place of the entry of its bucket that is worth least."""
    victim = bucket_of(space, key)
    entry = victim
    least = i64(1 << 30)
    for _ in range(ENTRIES):
        data = load_word(entry + _DATA)
        if load_word(entry) == key:
            victim = entry
            if move < 0:
                move = found_move(data)
            break
        worth = i64(0)
        if data != _NONE:
            old = (space.age - i64((data >> _AGE) & u64(0xFF))) & 0xFF
            worth = 1 + found_depth(data) - _OLD_AGE_COST * old
            worth = max(worth + 1024, 1)
        if worth < least:
            least = worth
            victim = entry
        entry += _ENTRY
    if score >= WON:
        score += ply
    elif score <= -WON:
        score -= ply
    data = u64(max(move, -1) + 1) | (u64(score + _SCORE_BASE) << _SCORE) | (u64(depth) << _DEPTH)
    data |= (u64(bound) << _BOUND) | (u64(space.age & 0xFF) << _AGE)
    store_word(victim, key)
    store_word(victim + _DATA, data)
