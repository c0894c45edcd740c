"""Waiting until nothing is to be waited for any more."""

from __future__ import annotations

from bot.app import App
from bot.local.world import World


async def settle(world: World, bot: App) -> None:
    """Waits until all that has come is handled and all that follows from it is sent."""
    await world.until(lambda: not world.updates.pending)
    await bot.update_queue.join()
    services = bot.bot_data["services"]
    await services.replies.idle()
    await services.boards.idle()
