"""Reading what Telegram sends: one update that cannot be read must not keep others away."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, cast

from telegram import Message, Update
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

# What is not unpacked of a message that was tapped.
_LEFT_OUT = frozenset({"text", "entities", "caption", "caption_entities", "reply_markup"})
# A name that Telegram will not give to anything.
_OFFERED = "buttons' callback data"


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
        light = _lightened(data)
        _check("update", light)
        return Update.de_json(light, bot)
    except Exception as error:
        # Without its content, which is somebody's own.
        _log.warning("An update could not be read: %r", error)
        return None


def offered_data(message: Message) -> Sequence[str]:
    """Returns the callback data of the buttons of a message that was tapped."""
    return cast("Sequence[str]", message.api_kwargs.get(_OFFERED, ()))


def _lightened(data: dict[str, Any]) -> dict[str, Any]:
    """Returns an update with less of the message that was tapped, if one was.

    A board comes with four sizes of its picture, a caption full of names, and dozens of buttons. To
    make objects of them takes the library longer than the tap takes to be handled. One picture and
    the callback data of the buttons are all that is read of it.
    """
    match data:
        case {"callback_query": {"message": {} as message} as query}:
            light = {key: value for key, value in message.items() if key not in _LEFT_OUT}
            if sizes := message.get("photo"):
                light["photo"] = sizes[:1]
            rows = message.get("reply_markup", {}).get("inline_keyboard", ())
            # What the library does not know, it leaves as it is (TelegramObject.api_kwargs).
            light[_OFFERED] = [
                button["callback_data"]
                for row in rows
                for button in row
                if "callback_data" in button
            ]
            return data | {"callback_query": query | {"message": light}}
    return data


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
