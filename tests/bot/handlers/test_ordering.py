from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count

from telegram import Chat, Message, Update, User

from bot.handlers.ordering import PersonByPerson
from bot.observer import Observer

NUMBERS = count(1)


def update_of(person: int) -> Update:
    chat = Chat(person, Chat.PRIVATE)
    user = User(person, "Anna", is_bot=False)
    return Update(next(NUMBERS), Message(1, datetime.now(UTC), chat, from_user=user))


async def test_a_flood_by_one_person_leaves_room_for_others() -> None:
    processor, gate = PersonByPerson(Observer()), asyncio.Event()
    order: list[int] = []

    async def handle(number: int) -> None:
        if number == 0:
            await gate.wait()
        order.append(number)

    def flood() -> Iterator[asyncio.Task[None]]:
        for number in range(1_000):
            yield asyncio.create_task(processor.process_update(update_of(1), handle(number)))

    waiting = list(flood())
    await asyncio.wait_for(processor.process_update(update_of(2), handle(-1)), 5)
    assert order == [-1]
    gate.set()
    await asyncio.gather(*waiting)
    assert order == [-1, *range(1_000)]


async def test_an_update_that_comes_twice_is_handled_once() -> None:
    processor, update = PersonByPerson(Observer()), update_of(1)
    handled: list[int] = []

    async def handle(number: int) -> None:
        handled.append(number)

    for number in (1, 2):
        await processor.process_update(update, handle(number))
    assert handled == [1]
