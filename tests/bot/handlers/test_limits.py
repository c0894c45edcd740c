from __future__ import annotations

import gc
import sys
from collections import Counter

import pytest

from bot.handlers.limits import Activity, Allowance, Limits, Verdict

GRANTED, EXPLAINED, IGNORED = Verdict


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> Limits:
    return Limits(clock=clock)


def verdicts(limits: Limits, activity: Activity, person: int, count: int) -> Counter[Verdict]:
    return Counter(limits.ask(activity, person) for _ in range(count))


def test_commands_beyond_twenty_are_explained_once_and_then_ignored(limits: Limits) -> None:
    assert verdicts(limits, Activity.COMMAND, 1, 100) == {GRANTED: 20, EXPLAINED: 1, IGNORED: 79}
    assert verdicts(limits, Activity.COMMAND, 2, 1) == {GRANTED: 1}
    assert verdicts(limits, Activity.TAP, 1, 1) == {GRANTED: 1}


def test_the_allowance_comes_back_evenly(limits: Limits, clock: Clock) -> None:
    verdicts(limits, Activity.COMMAND, 1, 30)
    clock.now += 30
    assert verdicts(limits, Activity.COMMAND, 1, 30) == {GRANTED: 10, IGNORED: 20}
    clock.now += 59
    assert verdicts(limits, Activity.COMMAND, 1, 30) == {GRANTED: 19, IGNORED: 11}


def test_whoever_has_rested_is_told_again(limits: Limits, clock: Clock) -> None:
    verdicts(limits, Activity.COMMAND, 1, 30)
    clock.now += 61
    assert verdicts(limits, Activity.COMMAND, 1, 30) == {GRANTED: 20, EXPLAINED: 1, IGNORED: 9}


def test_five_taps_a_second_go_on_for_ever(limits: Limits, clock: Clock) -> None:
    for _ in range(5 * 3_600):
        assert limits.ask(Activity.TAP, 1) is GRANTED
        clock.now += 0.2


def test_fifty_quick_taps_are_no_flood(limits: Limits) -> None:
    assert verdicts(limits, Activity.TAP, 1, 50) == {GRANTED: 50}


def test_somebody_who_types_fast_is_offered_challenges(limits: Limits, clock: Clock) -> None:
    for _ in range(10):
        assert verdicts(limits, Activity.QUERY, 1, 20) == {GRANTED: 20}
        clock.now += 10


def test_a_clock_that_stands_still_or_a_very_late_one(clock: Clock) -> None:
    limits = Limits({Activity.TAP: Allowance(1, 1)}, clock)
    assert [limits.ask(Activity.TAP, 1) for _ in range(2)] == [GRANTED, EXPLAINED]
    clock.now += 1e9
    assert [limits.ask(Activity.TAP, 1) for _ in range(2)] == [GRANTED, EXPLAINED]


def test_any_number_of_people_costs_a_bounded_amount_of_memory(limits: Limits) -> None:
    def ask(first: int) -> int:
        for person in range(first, first + 30_000):
            limits.ask(Activity.TAP, person)
        gc.collect()
        return sys.getallocatedblocks()

    ask(2**50)
    before = ask(2**51)
    assert ask(2**52) - before < 1_000
