"""The rulebook: its pages in their order. Page ``x`` says what the text ``rules.x`` says."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from rules import PIECE_COUNTS, MoveSet, Options


class Page(Enum):
    """A page; the values stand in callback data."""

    COVER = "cover"
    GOAL = "goal"
    STEP = "step"
    JUMP = "jump"
    WINNING = "winning"
    LAST_MOVE = "last-move"
    LEAVING = "leaving"
    COUNT = "count"
    REPETITION = "repetition"
    HOMES = "homes"
    DIAGONAL = "diagonal"
    MIRROR = "mirror"
    ROAD = "road"
    TOGETHER = "together"


# The chapters, by their first pages.
CHAPTERS: Mapping[Page, str] = {
    Page.GOAL: "rules.chapter-goal",
    Page.STEP: "rules.chapter-moving",
    Page.WINNING: "rules.chapter-winning",
    Page.LEAVING: "rules.chapter-leaving",
    Page.COUNT: "rules.chapter-endings",
    Page.HOMES: "rules.chapter-variants",
    Page.ROAD: "rules.chapter-advice",
}


def facts() -> dict[str, int]:
    """Returns the limits that the pages name: ``leave9``, ``diagonal9``, ``count9`` and so on."""
    found = {}
    for pieces in PIECE_COUNTS:
        options = Options(pieces)
        found[f"leave{pieces}"] = options.leave_limit
        found[f"diagonal{pieces}"] = Options(pieces, MoveSet.DIAGONAL).leave_limit
        found[f"count{pieces}"] = options.count_limit
    return found
