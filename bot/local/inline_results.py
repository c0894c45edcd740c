"""What the bot offers for an inline query, read with Telegram's own checks."""

import re
from typing import Any

from bot.local.checks import check_keyboard, check_text
from bot.local.content import read_inline_keyboard, read_text
from bot.local.errors import ApiError, bad_request
from bot.local.inline import InlineAnswer, InlineButton, InlineResult
from bot.local.parameters import Parameters
from bot.local.world import World

_MAX_RESULTS = 50
_MAX_ID_BYTES = 64
_MAX_OFFSET_BYTES = 64
_CACHE_SECONDS = 300
_START_PARAMETER = re.compile(r"[A-Za-z0-9_-]{1,64}")


def read_answer(world: World, parameters: Parameters) -> InlineAnswer:
    """Return the answer in the parameters of answerInlineQuery. Only articles with text are known.

    Raises ApiError.
    """
    values = parameters.json("results", "inline query results")
    if not isinstance(values, list):
        raise bad_request("expected an Array of inline query results")
    if len(values) > _MAX_RESULTS:
        raise bad_request("RESULTS_TOO_MUCH")
    results = tuple(_result(world, parameters, value) for value in values)
    if len({result.id for result in results}) < len(results):
        raise bad_request("RESULT_ID_DUPLICATE")
    next_offset = parameters.text("next_offset")
    if len(next_offset.encode()) > _MAX_OFFSET_BYTES:
        raise bad_request("NEXT_OFFSET_INVALID")
    return InlineAnswer(
        results,
        _button(parameters),
        next_offset,
        max(parameters.integer("cache_time", _CACHE_SECONDS), 0),
        parameters.boolean("is_personal"),
    )


def _result(world: World, parameters: Parameters, value: Any) -> InlineResult:
    if not isinstance(value, dict):
        raise _unreadable("expected an Object")
    for required in ("type", "id"):
        if required not in value:
            raise _unreadable(f'Can\'t find field "{required}"')
    if value["type"] != "article":
        raise bad_request("RESULT_TYPE_INVALID")
    fields = parameters.within(value)
    result_id = fields.text("id")
    if not 1 <= len(result_id.encode()) <= _MAX_ID_BYTES:
        raise bad_request("RESULT_ID_INVALID")
    if "title" not in value:
        raise _unreadable('Can\'t find field "title"')
    if not fields.text("title").strip():
        raise bad_request("ARTICLE_TITLE_EMPTY")
    content = value.get("input_message_content")
    if not isinstance(content, dict):
        raise _unreadable("Input message content is not specified")
    if "message_text" not in content:
        raise _unreadable('Can\'t find field "message_text"')
    message = read_text(world, parameters.within(content), "message_text")
    check_text(message, too_long="MESSAGE_TOO_LONG")
    keyboard = read_inline_keyboard(fields)
    check_keyboard(keyboard)
    return InlineResult(
        result_id, fields.text("title"), fields.text("description"), message, keyboard
    )


def _button(parameters: Parameters) -> InlineButton | None:
    value = parameters.json("button", "inline query results button")
    if value is None:
        return None
    if not isinstance(value, dict) or "start_parameter" not in value:
        raise bad_request("can't parse inline query results button: a field must be specified")
    fields = parameters.within(value)
    if not fields.text("text"):
        raise bad_request("SWITCH_PM_TEXT_EMPTY")
    if not _START_PARAMETER.fullmatch(fields.text("start_parameter")):
        raise bad_request("START_PARAM_INVALID")
    return InlineButton(fields.text("text"), fields.text("start_parameter"))


def _unreadable(reason: str) -> ApiError:
    return bad_request(f"can't parse inline query result: {reason}")
