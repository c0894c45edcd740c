"""A share of the fuzzer (tests/bench/fuzz.py); the bot's fixture sees to what it logs."""

from __future__ import annotations

from random import Random

import pytest

from bot.local.world import World
from tests.fuzz.updates import Stream


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_any_updates(seed: int, world: World) -> None:
    stream = Stream(world, Random(seed), people=30)
    await stream.feed(500)
    assert stream.unanswered == []
    assert stream.fed >= 500
