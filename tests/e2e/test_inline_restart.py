"""Posted challenges when the bot ends and starts again."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager

from bot.app import App, running
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.local.faults import Fault
from bot.local.records import Standing
from bot.local.world import World
from tests.e2e.conftest import Clock, People
from tests.e2e.test_inline import board, challenge, payload, private
from tests.e2e.thinkers import FirstMove


async def test_a_restart_loses_neither_the_challenge_nor_what_became_of_it(
    world: World, people: People, config: Config, clock: Clock
) -> None:
    def at_work() -> AbstractAsyncContextManager[App]:
        assert config.token is not None
        return running(
            config, token=config.token, engine=FirstMove(), rates=UNLIMITED, clock=clock, tick=0.05
        )

    world.bot.inline_feedback = True
    elsewhere = world.add_group("Elsewhere", [people.anna], bot_standing=Standing.LEFT)
    world.follow_link(people.anna)
    async with at_work():
        post = await challenge(world, people.anna, elsewhere)
    # Whoever follows the link while the bot is down waits for it.
    world.follow_link(people.boris, payload(post))
    world.faults.add("editMessageText", Fault(gate=asyncio.Event()))
    async with at_work():
        await board(private(world, people.boris))
        await world.until(lambda: len(world.faults) == 0)
    assert post.button("▶️ Play")
    async with at_work():
        await world.until(lambda: "The game has begun" in post.text)
    assert not post.keyboard
