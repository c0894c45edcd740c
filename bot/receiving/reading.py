"""Reading what Telegram sends: one update that cannot be read must not keep others away."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, cast

from telegram import Update
from telegram.ext import ExtBot

_log = logging.getLogger(__name__)

# Bot API: ids have 52 significant bits at most. What is larger than this, no database holds.
_LARGEST = 2**63
# Objects that are never missing (Bot API); without one the library would put None in its place.
_NEEDED = {
    "message": frozenset({"chat"}),
    "reply_to_message": frozenset({"chat"}),
    "callback_query": frozenset({"from"}),
    "inline_query": frozenset({"from"}),
    "chosen_inline_result": frozenset({"from"}),
    "my_chat_member": frozenset({"chat", "from", "old_chat_member", "new_chat_member"}),
}


class ReceivingBot(ExtBot[int]):
    """The library's bot, which also gives updates as they come.

    :meth:`get_updates` reads all of them or none: one that the library cannot read, say since it is
    older than Telegram's newest feature, would come again with each poll, for ever.
    """

    async def raw_updates(
        self, offset: int, seconds: float, allowed_updates: Sequence[str]
    ) -> list[dict[str, Any]]:
        """Returns updates as JSON; waits for one for that many seconds (Bot API: getUpdates)."""
        asked = {
            "offset": offset,
            "timeout": timedelta(seconds=seconds),
            "allowed_updates": allowed_updates,
        }
        answer_seconds = self._request[0].read_timeout or 0
        updates = await self._post("getUpdates", asked, read_timeout=seconds + answer_seconds)
        return cast("list[dict[str, Any]]", updates)


def read_update(data: dict[str, Any], bot: ExtBot[int]) -> Update | None:
    """Returns an update; None, after saying so, if it cannot be read."""
    try:
        _check("update", data)
        return Update.de_json(data, bot)
    except Exception as error:
        # Without its content, which is somebody's own.
        _log.warning("An update could not be read: %r", error)
        return None


def _check(name: str, value: object) -> None:
    """Checks what the library does not, and what everybody relies on.

    :raises ValueError: a part is missing, or a number is none that Telegram gives.
    """
    match value:
        case dict():
            if missing := _NEEDED.get(name, frozenset()) - value.keys():
                raise ValueError(f"{name} lacks {', '.join(sorted(missing))}")
            # Only users tell whether they are bots; ids below 1 stand for nobody in our store.
            if "is_bot" in value and value.get("id", 0) < 1:
                raise ValueError(f"{name} has an id that nobody has")
            for key, each in value.items():
                _check(key, each)
        case list():
            for each in value:
                _check(name, each)
        case int() if not -_LARGEST <= value < _LARGEST:
            raise ValueError(f"{name} is too large")
