"""What the chat page's requests do."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any

from bot.local.errors import PersonError
from bot.local.records import Chat, Message, Person
from bot.local.shapes import Json
from bot.local.world import World


async def act(world: World, action: str, body: Any) -> Json:
    """Carry out an action of the page; raises PersonError with a sentence for the page."""
    perform = _ACTIONS.get(action)
    if perform is None or not isinstance(body, dict):
        raise PersonError("There is no such action.")
    try:
        return await perform(world, body)
    except KeyError as missing:
        raise PersonError(f"The request lacks {missing}.") from None


async def _send(world: World, body: Json) -> Json:
    message = world.say(
        _person(world, body),
        _chat(world, body),
        str(body["text"]),
        reply_to=body.get("reply_to"),
        thread_id=body.get("thread_id"),
    )
    return {"message_id": message.id}


async def _tap(world: World, body: Json) -> Json:
    chat, message_id = _chat(world, body), body["message_id"]
    data = body.get("callback_data")
    if data is None:
        data = _data_at(_message(world, body), body["row"], body["column"])
    answer = await world.call_back(_person(world, body), chat, message_id, str(data))
    if answer is None:
        return {"answered": False}
    return {"answered": True, **{name: value for name, value in asdict(answer).items() if value}}


async def _inline(world: World, body: Json) -> Json:
    query = world.ask_inline(_person(world, body), _chat(world, body), str(body["text"]))
    answer = await query
    if answer is None:
        return {"answered": False}
    view: Json = {
        "answered": True,
        "query_id": query.query_id,
        "results": [
            {"id": each.id, "title": each.title, "description": each.description}
            for each in answer.results
        ],
    }
    if answer.button is not None:
        view["button"] = asdict(answer.button)
    return view


async def _choose(world: World, body: Json) -> Json:
    query = world.inline.asked(body["query_id"])
    if query is None or query.person is not _person(world, body):
        raise PersonError("This offer is gone.")
    try:
        message = world.choose_inline(
            query,
            str(body["result_id"]),
            reply_to=body.get("reply_to"),
            thread_id=body.get("thread_id"),
        )
    except LookupError:
        raise PersonError("This offer is gone.") from None
    return {"message_id": message.id}


async def _edit(world: World, body: Json) -> Json:
    world.edit(_person(world, body), _message(world, body), str(body["text"]))
    return {}


async def _delete(world: World, body: Json) -> Json:
    world.delete(_person(world, body), _message(world, body))
    return {}


async def _language(world: World, body: Json) -> Json:
    world.set_language(_person(world, body), body["language_code"] or "")
    return {}


async def _start(world: World, body: Json) -> Json:
    message = world.follow_link(_person(world, body), str(body.get("payload") or ""))
    return {"message_id": message.id}


_ACTIONS: dict[str, Callable[[World, Json], Awaitable[Json]]] = {
    "send": _send,
    "tap": _tap,
    "inline": _inline,
    "choose": _choose,
    "edit": _edit,
    "delete": _delete,
    "language": _language,
    "start": _start,
}


def _person(world: World, body: Json) -> Person:
    person = world.people.get(body["user_id"])
    if person is None:
        raise PersonError("There is no such person.")
    return person


def _chat(world: World, body: Json) -> Chat:
    chat = world.chats.get(body["chat_id"])
    if chat is None:
        raise PersonError("There is no such chat.")
    return chat


def _message(world: World, body: Json) -> Message:
    message = _chat(world, body).messages.get(body["message_id"])
    if message is None:
        raise PersonError("This message is gone.")
    return message


def _data_at(message: Message, row: int, column: int) -> str:
    try:
        data = message.keyboard[row][column].data
    except IndexError:
        data = ""
    if not data:
        raise PersonError("The message has no such button.")
    return data
