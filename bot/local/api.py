"""The Bot API: from a method's name and parameters to the answer."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from bot.local import account, answering, membership, sending
from bot.local.errors import ApiError
from bot.local.faults import Drop
from bot.local.parameters import Parameters, read_integer
from bot.local.state import Call
from bot.local.world import World

_METHODS: dict[str, Callable[[World, Parameters], Any]] = {
    "getMe": account.get_me,
    "logOut": account.done,
    "close": account.done,
    "setMyName": account.set_my_name,
    "getMyName": account.get_my_name,
    "setMyDescription": account.set_my_description,
    "getMyDescription": account.get_my_description,
    "setMyShortDescription": account.set_my_short_description,
    "getMyShortDescription": account.get_my_short_description,
    "setMyCommands": account.set_my_commands,
    "getMyCommands": account.get_my_commands,
    "deleteMyCommands": account.delete_my_commands,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendAnimation": sending.send_animation,
    "sendDocument": sending.send_document,
    "sendChatAction": sending.send_chat_action,
    "editMessageText": sending.edit_message_text,
    "editMessageCaption": sending.edit_message_caption,
    "editMessageMedia": sending.edit_message_media,
    "editMessageReplyMarkup": sending.edit_message_reply_markup,
    "deleteMessage": sending.delete_message,
    "deleteMessages": sending.delete_messages,
    "answerCallbackQuery": answering.answer_callback_query,
    "answerInlineQuery": answering.answer_inline_query,
    "setWebhook": answering.set_webhook,
    "deleteWebhook": answering.delete_webhook,
    "getWebhookInfo": answering.get_webhook_info,
    "getChat": membership.get_chat,
    "getChatMember": membership.get_chat_member,
    "getChatAdministrators": membership.get_chat_administrators,
    "getChatMemberCount": membership.get_chat_member_count,
    "leaveChat": membership.leave_chat,
    "getFile": membership.get_file,
}
_GET_UPDATES = "getUpdates"
_NAMES = {name.lower(): name for name in (_GET_UPDATES, *_METHODS)}
_DROPPED = 599


class DroppedError(Exception):
    """A fault ordered to break the connection instead of an answer."""


class Reply(NamedTuple):
    """An HTTP status and a body of JSON."""

    status: int
    body: bytes


async def call(world: World, token: str, method: str, parameters: Parameters) -> Reply:
    """Carry out a request of the bot. Raises DroppedError when a fault says so."""
    if token != world.bot.token:
        return _failure(ApiError(401, "Unauthorized"))
    name = _NAMES.get(method.lower())
    if name is None:
        return _failure(ApiError(404, "Not Found: method not found"))
    chat_id = read_integer(parameters.text("chat_id")) or None
    error = _DROPPED
    try:
        reply = Reply(200, await _with_faults(world, name, chat_id, parameters))
        error = 0
    except ApiError as refusal:
        error = refusal.code
        return _failure(refusal)
    else:
        return reply
    finally:
        world.calls.append(Call(world.clock(), name, chat_id, error))
        world.stir()


async def _with_faults(
    world: World, name: str, chat_id: int | None, parameters: Parameters
) -> bytes:
    fault = world.faults.take(name, chat_id)
    if fault is None:
        return await _execute(world, name, parameters)
    world.stir()
    await fault.wait()
    if fault.refusal is not None:
        raise fault.refusal
    if fault.drop is Drop.BEFORE:
        raise DroppedError
    body = await _execute(world, name, parameters)
    await asyncio.sleep(fault.lag)
    if fault.drop is Drop.AFTER:
        raise DroppedError
    return body


async def _execute(world: World, name: str, parameters: Parameters) -> bytes:
    if name != _GET_UPDATES:
        return _encode({"ok": True, "result": _METHODS[name](world, parameters)})
    updates = await answering.get_updates(world, parameters)
    bodies = ",".join(update.body for update in updates)
    return f'{{"ok":true,"result":[{bodies}]}}'.encode()


def _failure(error: ApiError) -> Reply:
    return Reply(error.code, _encode(error.answer()))


def _encode(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
