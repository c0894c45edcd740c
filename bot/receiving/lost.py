"""Why a bot that runs may have to end: its updates do not reach it."""

from __future__ import annotations

from collections.abc import Callable


class DeafError(RuntimeError):
    """Nothing has been heard of Telegram for long; a restart, with new connections, may help."""


class RivalError(RuntimeError):
    """Another process takes the updates, which somebody must put right; the sentence says so."""


GiveUp = Callable[[Exception], None]
"""Called when updates cannot be received any more, with the reason."""
