"""Telegram's flood limits: how many messages and edits a bot may send."""

import math
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass

from bot.local.errors import too_many_requests


@dataclass(frozen=True, slots=True)
class Allowance:
    """At most `count` requests within any `seconds`."""

    count: int
    seconds: float


class FloodLimits:
    """Counts sends and edits together, by chat and over all, and refuses what is too much.

    `refused` counts the requests refused; `too_early` those of them that came to a chat before
    the time that an earlier refusal had named.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        group: Allowance = Allowance(20, 60.0),
        private: Allowance = Allowance(5, 5.0),
        overall: Allowance = Allowance(30, 1.0),
    ) -> None:
        self._clock = clock
        self._group = group
        self._private = private
        self._overall = overall
        self._sent: defaultdict[int | None, deque[float]] = defaultdict(deque)
        self._open_again: dict[int, float] = {}
        self.refused = 0
        self.too_early = 0

    def check(self, chat_id: int) -> None:
        """Count a request to this chat; raises ApiError 429 when it is one too many."""
        now = self._clock()
        allowance = self._private if chat_id > 0 else self._group
        wait = max(self._wait(chat_id, allowance, now), self._wait(None, self._overall, now))
        if wait > 0:
            self.refused += 1
            self.too_early += now < self._open_again.get(chat_id, 0.0)
            seconds = math.ceil(wait)
            self._open_again[chat_id] = now + seconds
            raise too_many_requests(seconds)
        self._sent[chat_id].append(now)
        self._sent[None].append(now)

    def _wait(self, key: int | None, allowance: Allowance, now: float) -> float:
        sent = self._sent[key]
        while sent and sent[0] <= now - allowance.seconds:
            sent.popleft()
        return sent[0] + allowance.seconds - now if len(sent) >= allowance.count else 0.0
