"""Figures for Prometheus. The package prometheus-client, which is optional, is met here alone."""

from __future__ import annotations

import time
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from bot.observer import Observer
from bot.recent import Recent

CONTENT_TYPE = CONTENT_TYPE_LATEST

_TAP_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_THINKING_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
# Taps that are not answered yet; those that never will be are forgotten in the end.
_OPEN_TAPS = 10_000


class Metrics(Observer):
    """Counts what an observer hears. Names are in the README's words, units in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Takes a clock that gives seconds."""
        self._clock = clock
        self._taps: Recent[str, float] = Recent(_OPEN_TAPS)
        self._registry = registry = CollectorRegistry()
        self._updates = Counter("ugolki_updates", "Updates received", ["kind"], registry=registry)
        self._tap_answers = Histogram(
            "ugolki_tap_answer_seconds",
            "From a tap's arrival until Telegram has its answer",
            buckets=_TAP_SECONDS,
            registry=registry,
        )
        self._requests = Counter(
            "ugolki_requests", "Bot API requests", ["method", "outcome"], registry=registry
        )
        self._flood = Counter(
            "ugolki_flood_refusals", "Bot API requests that met a 429", registry=registry
        )
        self._frames = Counter(
            "ugolki_board_frames", "Board messages sent or edited", registry=registry
        )
        self._questions = Gauge(
            "ugolki_ai_questions", "Questions that the AI has not answered yet", registry=registry
        )
        self._thinking = Histogram(
            "ugolki_ai_answer_seconds",
            "From a question to the AI until its answer, waiting included",
            buckets=_THINKING_SECONDS,
            registry=registry,
        )

    def exposition(self) -> bytes:
        """Returns all figures in Prometheus' text format."""
        return generate_latest(self._registry)

    def update_arrived(self, kind: str, query: str | None) -> None:
        """Counts an update, and remembers when a tap came."""
        self._updates.labels(kind).inc()
        if query is not None:
            self._taps.put(query, self._clock())

    def request_ended(self, method: str, outcome: str, query: str | None) -> None:
        """Counts a request, and takes the time of an answer to a tap."""
        self._requests.labels(method, outcome).inc()
        if outcome == "429":
            self._flood.inc()
        if query is not None and outcome == "ok":
            arrived = self._taps.get(query)
            self._taps.drop(query)
            if arrived is not None:
                self._tap_answers.observe(self._clock() - arrived)

    def frame_shown(self) -> None:
        """Counts a board message."""
        self._frames.inc()

    def question_asked(self) -> None:
        """Counts an open question."""
        self._questions.inc()

    def question_answered(self, seconds: float) -> None:
        """Closes a question and takes its time."""
        self._questions.dec()
        self._thinking.observe(seconds)
