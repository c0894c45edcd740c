import asyncio

import pytest
from telegram import Bot
from telegram.error import Conflict

from bot.local.updates import Updates
from tests.bot.local.clients import Clock, RawApi, buttons
from tests.bot.local.conftest import Scene


def _nothing(*_: object) -> None:
    pass


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def updates(clock: Clock) -> Updates:
    return Updates(clock, added=_nothing, confirmed=_nothing, waited=_nothing)


def _fill(updates: Updates, count: int) -> list[int]:
    for number in range(count):
        updates.add("message", {"text": str(number)})
    return [update.id for update in updates.pending]


async def _ids(updates: Updates, offset: int = 0, limit: int = 100) -> list[int]:
    return [update.id for update in await updates.poll(offset, limit, 0)]


async def test_updates_stay_until_they_are_confirmed(updates: Updates) -> None:
    ids = _fill(updates, 3)
    assert ids == [ids[0], ids[0] + 1, ids[0] + 2]
    assert await _ids(updates) == await _ids(updates) == ids
    assert await _ids(updates, limit=2) == ids[:2]
    assert await _ids(updates, offset=ids[1]) == ids[1:]
    assert await _ids(updates) == ids[1:]


async def test_a_negative_offset_keeps_the_last(updates: Updates) -> None:
    ids = _fill(updates, 5)
    assert await _ids(updates, offset=-2) == ids[3:]
    assert await _ids(updates) == ids[3:]
    assert await _ids(updates, offset=-9) == ids[3:]


async def test_updates_expire(updates: Updates, clock: Clock) -> None:
    updates.add("message", {})
    updates.add("callback_query", {}, lifetime=150)
    updates.add("message", {})
    clock.move(151)
    assert len(await _ids(updates)) == 2
    clock.move(86_400)
    assert updates.first() is None
    assert not updates.pending


async def test_only_what_is_allowed_is_queued(updates: Updates) -> None:
    updates.add("chat_member", {})
    updates.allow(["chat_member", "unheard_of"])
    updates.add("chat_member", {})
    updates.add("message", {})
    updates.allow(None)
    updates.add("message", {})
    updates.allow([])
    updates.add("message", {})
    assert [update.body.split('"')[3] for update in updates.pending] == ["chat_member", "message"]


async def test_a_poll_waits_for_what_comes(bot: Bot, scene: Scene) -> None:
    poll = asyncio.create_task(bot.get_updates(timeout=10, allowed_updates=["message"]))
    await scene.world.until(lambda: scene.world.updates.waiting)
    scene.world.say(scene.anna, scene.club, "/start")
    (update,) = await poll
    assert update.message is not None
    assert update.message.text == "/start"
    assert await bot.get_updates(offset=update.update_id + 1, timeout=0) == ()


async def test_a_poll_ends_when_nothing_comes(updates: Updates) -> None:
    assert await updates.poll(0, 100, 0.01) == []


async def test_a_second_poll_ends_the_first(bot: Bot, api: RawApi, scene: Scene) -> None:
    first = asyncio.create_task(bot.get_updates(timeout=10))
    await scene.world.until(lambda: scene.world.updates.waiting)
    second = asyncio.create_task(api("getUpdates", timeout=10))
    with pytest.raises(Conflict, match="terminated by other getUpdates request"):
        await first
    scene.world.say(scene.anna, scene.club, "/start")
    assert len(await second) == 1


async def test_a_poll_whose_client_went_away_is_forgotten(bot: Bot, scene: Scene) -> None:
    poll = asyncio.create_task(bot.get_updates(timeout=10))
    await scene.world.until(lambda: scene.world.updates.waiting)
    poll.cancel()
    await scene.world.until(lambda: not scene.world.updates.waiting)
    scene.world.say(scene.anna, scene.club, "/start")
    assert len(await bot.get_updates()) == 1


async def test_the_shapes_of_a_message(api: RawApi, scene: Scene) -> None:
    message = scene.world.say(
        scene.anna, scene.club, "/challenge Boris", mentioning={"Boris": scene.boris}
    )
    (update,) = await api("getUpdates")
    assert update["message"] == {
        "message_id": message.id,
        "from": {
            "id": scene.anna.id,
            "is_bot": False,
            "first_name": "Anna",
            "username": "anna",
            "language_code": "en",
        },
        "chat": {"id": scene.club.id, "title": "Club", "type": "supergroup"},
        "date": 1_800_000_000,
        "text": "/challenge Boris",
        "entities": [
            {"type": "bot_command", "offset": 0, "length": 10},
            {
                "type": "text_mention",
                "offset": 11,
                "length": 5,
                "user": {"id": scene.boris.id, "is_bot": False, "first_name": "Boris"},
            },
        ],
    }


async def test_the_shape_of_a_callback_query(api: RawApi, scene: Scene) -> None:
    sent = await api(
        "sendMessage", chat_id=scene.club.id, text="x", reply_markup=buttons([("a", "b")])
    )
    tap = scene.world.tap(scene.boris, scene.club.last, "a")
    (update,) = await api("getUpdates")
    query = update["callback_query"]
    assert query["chat_instance"]
    del query["chat_instance"]
    assert query == {
        "id": tap.query_id,
        "from": {"id": scene.boris.id, "is_bot": False, "first_name": "Boris"},
        "message": sent,
        "data": "b",
    }


async def test_an_edited_message(bot: Bot, scene: Scene) -> None:
    message = scene.world.say(scene.anna, scene.club, "/start")
    scene.world.edit(scene.anna, message, "/resign")
    _, update = await bot.get_updates()
    assert update.message is None
    assert update.edited_message is not None
    assert update.edited_message.text == "/resign"
