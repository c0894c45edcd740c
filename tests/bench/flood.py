"""How long two quick players in a group wait for their board under Telegram's limits.

    python -m tests.bench.flood [--think 1.0] [--speed 50]

They play a whole game with the bot at Telegram's rates, and tap a moment after they have seen what
to tap. The server enforces the limits. Time passes faster while nobody has anything to do.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import statistics
import tempfile
from pathlib import Path

from rules import PASS
from tests.e2e.patient import Deeds, Pair, Patience, Player
from tests.e2e.recorded import recorded_games
from tests.e2e.scene import Scene, play

_LONGEST_WAIT = 5.0


async def measure(scene: Scene, think: float) -> None:
    deeds = Deeds()
    player = Player(scene.world, Patience(), deeds, lambda: asyncio.sleep(think))
    recorded = recorded_games()[1]
    now = asyncio.get_running_loop().time
    began = now()
    await Pair(player, scene.anna, scene.boris, scene.group, recorded).play()
    moves = sum(ply is not PASS for ply in recorded.plies)
    print(
        f"{moves} moves in {now() - began:.0f} s by {deeds.taps} taps and "
        f"{scene.sent(scene.group)} messages and edits, {scene.flood.refused} of them refused"
    )
    cuts = statistics.quantiles(deeds.waits, n=100)
    print(f"  tap to board: median {cuts[49]:.1f} s, 95 % {cuts[94]:.1f} s", end="")
    print(f", longest {max(deeds.waits):.1f} s")
    if scene.flood.refused or max(deeds.waits) > _LONGEST_WAIT:
        raise SystemExit(f"asked: no more than {_LONGEST_WAIT:.0f} s, and nothing refused")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--think", type=float, default=1.0, help="seconds before each tap")
    parser.add_argument("--speed", type=float, default=50)
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        play(lambda scene: measure(scene, arguments.think), Path(folder), arguments.speed)


if __name__ == "__main__":
    main()
