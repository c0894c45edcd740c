"""What goes wrong by chance."""

from __future__ import annotations

import asyncio

from bot.local.answering import get_updates
from bot.local.faults import BadLine, Drop, Fault
from bot.local.parameters import Parameters
from bot.local.world import World
from tests.bot.local.clients import RawApi
from tests.bot.local.conftest import Scene
from tests.swift import run_swiftly


def faults(line: BadLine, method: str = "sendMessage", times: int = 2_000) -> list[Fault]:
    met = (line.fault(method) for _ in range(times))
    return [fault for fault in met if fault is not None]


def test_a_tenth_of_all_requests_meets_something_of_every_kind() -> None:
    line = BadLine(0.1, seed=1)
    met = faults(line)
    assert 150 < len(met) < 250
    assert line.met.total() == len(met)
    assert set(line.met) == {
        *("429", "500", "502", "lost before", "lost after", "slow", "overtaken")
    }
    drops = [fault.drop for fault in met if fault.drop]
    assert (drops.count(Drop.BEFORE), drops.count(Drop.AFTER)) == (
        line.met["lost before"],
        line.met["lost after"],
    )
    assert {fault.delay for fault in met} == {0, 10}


def test_the_same_seed_gives_the_same_faults() -> None:
    one, same, other = (BadLine(0.3, seed) for seed in (1, 1, 2))
    kinds = [[fault.delay for fault in faults(line, times=50)] for line in (one, same, other)]
    assert kinds[0] == kinds[1] != kinds[2]


def test_only_the_methods_named_meet_faults() -> None:
    line = BadLine(1, seed=1, methods=["sendPhoto"])
    assert faults(line, "sendPhoto", 1)
    assert not faults(line, "sendMessage", 100)
    assert line.update_comes_late() is None


async def test_an_answer_that_is_overtaken(api: RawApi, scene: Scene) -> None:
    scene.world.faults.add("sendMessage", Fault(lag=0.2))
    overtaken = asyncio.create_task(api("sendMessage", chat_id=scene.club.id, text="first"))
    await scene.world.until(lambda: len(scene.club.messages) > 0)
    await api("sendMessage", chat_id=scene.club.id, text="second")
    assert not overtaken.done()
    await overtaken
    assert [m.text for m in scene.club.messages.values()] == ["first", "second"]


def test_updates_come_twice_and_late() -> None:
    async def poll() -> None:
        world = World()
        anna = world.add_person("Anna")
        world.follow_link(anna)
        world.faults.line = BadLine(0.3, seed=3)
        for number in range(100):
            world.say(anna, world.private_chat(anna), str(number))
        offset = 0
        came: list[int] = []
        async with asyncio.timeout(60):
            while len(set(came)) < 101:
                updates = await get_updates(
                    world, Parameters({"offset": str(offset), "timeout": "1"}, {})
                )
                came += [update.id for update in updates]
                offset = max([offset, *(update.id + 1 for update in updates)])
        assert len(came) > 101
        assert came != sorted(came)
        assert world.faults.line.met.keys() == {"update twice", "update late"}

    run_swiftly(poll(), speed=50)
