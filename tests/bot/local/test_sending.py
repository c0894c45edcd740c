import json

import httpx
import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, ReplyParameters

from bot.local.records import Rights
from bot.local.server import LocalServer
from tests.bot.local.clients import RawApi, buttons
from tests.bot.local.conftest import Scene
from tests.bot.local.pictures import gif, png


async def test_a_text_with_formatting_and_buttons(bot: Bot, scene: Scene) -> None:
    keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("c3", callback_data="x")]])
    sent = await bot.send_message(
        scene.club.id, "<b>Hi</b> /help", parse_mode="HTML", reply_markup=keyboard
    )
    assert sent.text == "Hi /help"
    assert [e.type for e in sent.entities] == ["bold", "bot_command"]
    assert sent.reply_markup == keyboard
    assert sent.from_user is not None
    assert sent.from_user.is_bot
    stored = scene.club.messages[sent.message_id]
    assert (stored.text, stored.button("c3").data) == ("Hi /help", "x")


async def test_a_photo_can_be_sent_and_sent_again(bot: Bot, scene: Scene) -> None:
    first = await bot.send_photo(scene.club.id, png(width=832, height=832), caption="one")
    again = await bot.send_photo(scene.club.id, first.photo[-1].file_id)
    small, large = first.photo
    assert (large.width, large.height, small.width) == (832, 832, 90)
    assert again.photo[-1].file_unique_id == large.file_unique_id
    file = await bot.get_file(large.file_id)
    assert bytes(await file.download_as_bytearray()) == png(width=832, height=832)


async def test_an_animation_and_a_document(bot: Bot, scene: Scene) -> None:
    moving = await bot.send_animation(scene.club.id, gif(40, 20), filename="replay.gif")
    assert moving.animation is not None
    assert (moving.animation.width, moving.animation.mime_type) == (40, "image/gif")
    assert moving.document is not None
    record = await bot.send_document(scene.club.id, b"1. c3-d3", filename="game.txt", caption="r")
    assert record.document is not None
    assert (record.document.file_name, record.document.file_size) == ("game.txt", 8)


async def test_equal_bytes_are_the_same_file(bot: Bot, scene: Scene) -> None:
    one = await bot.send_photo(scene.club.id, png(1))
    same = await bot.send_photo(scene.club.id, png(1))
    other = await bot.send_photo(scene.club.id, png(2))
    assert one.photo[-1].file_id == same.photo[-1].file_id != other.photo[-1].file_id


@pytest.mark.parametrize("encoding", ["query", "form", "json"])
async def test_parameters_in_every_encoding(
    server: LocalServer, http: httpx.AsyncClient, scene: Scene, encoding: str
) -> None:
    url = f"{server.url}/bot{server.token}/SENDmessage"
    form = {"chat_id": str(scene.club.id), "text": "hi", "reply_markup": json.dumps(buttons())}
    if encoding == "query":
        response = await http.get(url, params=form)
    elif encoding == "form":
        response = await http.post(url, data=form)
    else:
        body = {"chat_id": scene.club.id, "text": "hi", "reply_markup": buttons()}
        response = await http.post(url, json=body)
    assert response.json()["result"]["text"] == "hi"


async def test_wrong_tokens_methods_and_json(
    server: LocalServer, http: httpx.AsyncClient, api: RawApi, scene: Scene
) -> None:
    wrong = await http.post(f"{server.url}/bot1:abc/getMe")
    assert wrong.status_code == 401
    assert wrong.json() == {"ok": False, "error_code": 401, "description": "Unauthorized"}
    assert await api.refusal("sendTelepathy") == "Not Found: method not found"
    refusal = await api.refusal("sendMessage", chat_id=scene.club.id, text="x", reply_markup="{")
    assert refusal == "Bad Request: can't parse reply keyboard markup JSON object"


@pytest.mark.parametrize(
    ("parameters", "description"),
    [
        ({"chat_id": "", "text": "x"}, "Bad Request: chat_id is empty"),
        ({"chat_id": 5, "text": "x"}, "Bad Request: chat not found"),
        ({"chat_id": "nobody", "text": "x"}, "Bad Request: chat not found"),
        ({"chat_id": "@nobody", "text": "x"}, "Bad Request: chat not found"),
        ({"text": ""}, "Bad Request: message text is empty"),
        ({"text": " \n"}, "Bad Request: text must be non-empty"),
        ({"text": "<b></b>", "parse_mode": "HTML"}, "Bad Request: text must be non-empty"),
        ({"text": "x" * 4097}, "Bad Request: message is too long"),
        ({"text": "🎉" * 2049}, "Bad Request: message is too long"),
        (
            {"text": "a <name>", "parse_mode": "HTML"},
            'Bad Request: can\'t parse entities: Unsupported start tag "name" at byte offset 2',
        ),
        ({"text": "*x*", "parse_mode": "MarkdownV2"}, "Bad Request: unsupported parse_mode"),
        (
            {"text": "x", "reply_parameters": {"message_id": 99}},
            "Bad Request: message to be replied not found",
        ),
        ({"text": "x", "message_thread_id": 1}, "Bad Request: message thread not found"),
    ],
)
async def test_texts_that_are_refused(
    api: RawApi, scene: Scene, parameters: dict[str, object], description: str
) -> None:
    assert await api.refusal("sendMessage", **{"chat_id": scene.club.id, **parameters}) == (
        description
    )
    assert not scene.club.messages


async def test_the_longest_texts(api: RawApi, scene: Scene) -> None:
    sent = await api("sendMessage", chat_id=scene.club.id, text="🎉" * 2048)
    assert len(sent["text"]) == 2048
    marked = "<b>" + "x" * 4096 + "</b>"
    assert await api("sendMessage", chat_id=scene.club.id, text=marked, parse_mode="HTML")


def _url_button(url: str) -> dict[str, object]:
    return {"inline_keyboard": [[{"text": "x", "url": url}]]}


@pytest.mark.parametrize(
    ("markup", "description"),
    [
        (buttons([("x", "d" * 65)]), "BUTTON_DATA_INVALID"),
        (buttons([("x", "é" * 33)]), "BUTTON_DATA_INVALID"),
        (
            buttons([("x", "")]),
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
        (buttons([(" ", "d")]), "inline keyboard button text must be non-empty"),
        (buttons([("x", "d")] * 9), "reply markup is too long"),
        (buttons(*[[("x", "d")] * 8] * 13), "reply markup is too long"),
        (buttons(*[[("é" * 60, "d" * 64)] * 5] * 12), "reply markup is too long"),
        (
            _url_button("nonsense"),
            "inline keyboard button URL 'nonsense' is invalid: Wrong HTTP URL",
        ),
        (
            {"inline_keyboard": [{"text": "x"}]},
            'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
        ),
        ([], "object expected as reply markup"),
    ],
)
async def test_keyboards_that_are_refused(
    api: RawApi, scene: Scene, markup: object, description: str
) -> None:
    refusal = await api.refusal(
        "sendMessage", chat_id=scene.club.id, text="x", reply_markup=json.dumps(markup)
    )
    assert refusal == f"Bad Request: {description}"


async def test_the_largest_keyboard(api: RawApi, scene: Scene) -> None:
    markup = buttons(*[[("x", "d")] * 8] * 12, [("é", "é" * 32)] * 4)
    sent = await api("sendMessage", chat_id=scene.club.id, text="x", reply_markup=markup)
    assert sum(len(row) for row in sent["reply_markup"]["inline_keyboard"]) == 100


@pytest.mark.parametrize(
    ("content", "description"),
    [
        (b"not a picture", "IMAGE_PROCESS_FAILED"),
        (png()[:-5], "IMAGE_PROCESS_FAILED"),
        (png(width=21, height=1), "PHOTO_INVALID_DIMENSIONS"),
        (png(width=9000, height=1001), "PHOTO_INVALID_DIMENSIONS"),
        (
            png() + bytes(10 * 1024 * 1024),
            f"file of size {len(png()) + 10 * 1024 * 1024} bytes is too big for a photo; "
            "the maximum size is 10485760 bytes",
        ),
    ],
)
async def test_photos_that_are_refused(
    server: LocalServer,
    http: httpx.AsyncClient,
    scene: Scene,
    content: bytes,
    description: str,
) -> None:
    response = await http.post(
        f"{server.url}/bot{server.token}/sendPhoto",
        data={"chat_id": str(scene.club.id)},
        files={"photo": ("board.png", content)},
    )
    assert response.json()["description"] == f"Bad Request: {description}"


async def test_captions_and_files_that_are_refused(api: RawApi, bot: Bot, scene: Scene) -> None:
    club = scene.club.id
    photo = (await bot.send_photo(club, png())).photo[-1].file_id
    record = await bot.send_document(club, b"x")
    assert record.document is not None
    long = await api.refusal("sendPhoto", chat_id=club, photo=photo, caption="x" * 1025)
    assert long == "Bad Request: message caption is too long"
    assert await api("sendPhoto", chat_id=club, photo=photo, caption="🎉" * 512)
    missing = await api.refusal("sendPhoto", chat_id=club)
    assert missing == "Bad Request: there is no photo in the request"
    unknown = await api.refusal("sendPhoto", chat_id=club, photo="photo-unknown")
    assert unknown == "Bad Request: wrong file identifier/HTTP URL specified"
    other = await api.refusal("sendPhoto", chat_id=club, photo=record.document.file_id)
    assert other == "Bad Request: can't use file of type Document as Photo"
    assert await api.refusal("getFile", file_id="x") == "Bad Request: invalid file_id"


async def test_a_reply_whose_target_is_gone(bot: Bot, scene: Scene) -> None:
    asked = scene.world.say(scene.anna, scene.club, "/board")
    there = await bot.send_message(
        scene.club.id, "here", reply_parameters=ReplyParameters(asked.id)
    )
    assert there.reply_to_message is not None
    assert there.reply_to_message.text == "/board"
    scene.world.delete(scene.anna, asked)
    alone = await bot.send_message(
        scene.club.id,
        "here",
        reply_parameters=ReplyParameters(asked.id, allow_sending_without_reply=True),
    )
    assert alone.reply_to_message is None


@pytest.mark.parametrize(
    ("method", "field", "rights", "what"),
    [
        ("sendMessage", "text", Rights(messages=False), "text messages"),
        ("sendPhoto", "photo", Rights(photos=False), "photos"),
        ("sendAnimation", "animation", Rights(animations=False), "animations"),
        ("sendDocument", "document", Rights(documents=False), "documents"),
    ],
)
async def test_missing_rights(
    api: RawApi, scene: Scene, method: str, field: str, rights: Rights, what: str
) -> None:
    scene.world.restrict_bot(scene.club, rights)
    refusal = await api.refusal(method, chat_id=scene.club.id, **{field: "x"})
    assert refusal == f"Bad Request: not enough rights to send {what} to the chat"


async def test_chat_actions(api: RawApi, scene: Scene) -> None:
    assert await api("sendChatAction", chat_id=scene.club.id, action="upload_photo") is True
    refusal = await api.refusal("sendChatAction", chat_id=scene.club.id, action="sing")
    assert refusal == "Bad Request: wrong parameter action in request"
