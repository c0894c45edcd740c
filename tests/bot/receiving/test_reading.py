from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from telegram import Update
from telegram.ext import ExtBot

from bot.receiving.polling import Polling, PollingTimes
from bot.receiving.reading import ReceivingBot, read_update
from tests.bot.receiving.scripted import Telegram

BOT = cast("ExtBot[int]", None)
ANNA: dict[str, Any] = {"id": 2**52 - 1, "is_bot": False, "first_name": "Anna"}
CLUB: dict[str, Any] = {"id": -(2**52), "type": "supergroup", "title": "Club"}
MESSAGE: dict[str, Any] = {
    "message_id": 5,
    "date": 1_800_000_000,
    "chat": CLUB,
    "from": ANNA,
    "text": "hello",
    "reply_to_message": {"message_id": 4, "date": 1_800_000_000, "chat": CLUB},
}


def without(content: dict[str, Any], part: str) -> dict[str, Any]:
    return {key: value for key, value in content.items() if key != part}


def test_the_largest_ids_that_there_are() -> None:
    update = read_update({"update_id": 7, "message": MESSAGE}, BOT)
    assert update is not None
    assert update.message is not None
    assert update.message.chat.id == -(2**52)


UNREADABLE: dict[str, dict[str, Any]] = {
    "no chat": {"message": without(MESSAGE, "chat")},
    "no chat in the answered message": {
        "message": MESSAGE | {"reply_to_message": without(MESSAGE, "chat")}
    },
    "no id": {"message": without(MESSAGE, "message_id")},
    "an id beyond 64 bits": {"message": MESSAGE | {"message_id": 2**63}},
    "an id far beyond": {"message": MESSAGE | {"chat": CLUB | {"id": -(10**30)}}},
    "a user without a number": {"message": MESSAGE | {"from": ANNA | {"id": 0}}},
    "a user who would be nobody": {"message": MESSAGE | {"from": ANNA | {"id": -1}}},
    "a date that no calendar has": {"message": MESSAGE | {"date": 2**62}},
    "something else than a chat": {"message": MESSAGE | {"chat": 5}},
    "a tap by nobody": {"callback_query": {"id": "1", "chat_instance": "1", "data": "x"}},
    "a query by nobody": {"inline_query": {"id": "1", "query": "", "offset": ""}},
    "an offer sent by nobody": {"chosen_inline_result": {"result_id": "1", "query": ""}},
    "a membership nowhere": {"my_chat_member": {"date": 1_800_000_000, "from": ANNA}},
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_logged_without_its_content(
    content: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    assert read_update({"update_id": 7, **content}, BOT) is None
    assert "An update could not be read" in caplog.text
    assert "Anna" not in caplog.text
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.parametrize("data", [None, 5, "x", [], [{}], {}, {"update_id": None}])
def test_what_is_no_update_at_all(data: Any) -> None:
    update = read_update(data, BOT)
    assert update is None or update.effective_message is None


class Script(Telegram):
    """Telegram with one update that cannot be read among others."""

    async def raw_updates(self, offset: int, *_: Any) -> list[dict[str, Any]]:
        updates = await super().raw_updates(offset)
        return [each | ({"message": {}} if each["update_id"] == 8 else {}) for each in updates]


async def test_an_update_that_cannot_be_read_does_not_come_again_and_keeps_no_other_away() -> None:
    telegram = Script([[7, 8, 9], [10]])
    queue: asyncio.Queue[object] = asyncio.Queue()
    polling = Polling(
        *(cast("ReceivingBot", telegram), queue, ["message"], lambda _: None), PollingTimes()
    )
    await polling.start()
    await telegram.all_answered.wait()
    telegram.answers = [[]]
    await polling.stop()
    received = [queue.get_nowait() for _ in range(queue.qsize())]
    assert [each.update_id for each in received if isinstance(each, Update)] == [7, 9, 10]
    assert telegram.offsets[:3] == [0, 10, 11]
