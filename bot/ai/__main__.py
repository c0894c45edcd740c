"""``python -m bot.ai``: the engine protocol on standard input and output, or a match of levels."""

import sys
from typing import TYPE_CHECKING

from bot.ai.protocol import Session

if TYPE_CHECKING:
    from bot.ai.search import Searcher


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _load() -> "Searcher":
    from bot.ai.search import warmed_up  # noqa: PLC0415 - slow, and done while lines are read

    return warmed_up()


def _match(words: list[str]) -> None:
    from bot.ai import match  # noqa: PLC0415 - imports the slow one

    match.main(words)


if __name__ == "__main__":
    if sys.argv[1:2] == ["match"]:
        _match(sys.argv[2:])
    else:
        Session(_say, _load).run(sys.stdin)
