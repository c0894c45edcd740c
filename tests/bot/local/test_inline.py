from pathlib import Path
from typing import Any

import httpx
import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputMediaPhoto,
    InputTextMessageContent,
    Update,
)
from telegram.error import BadRequest

from bot.local.errors import PersonError
from bot.local.inline import InlineButton, InlineQuery
from bot.local.queries import Answer
from bot.local.records import Chat, Message, Standing
from bot.local.server import LocalServer
from tests.bot.local.clients import RawApi, buttons
from tests.bot.local.conftest import Scene
from tests.bot.local.pictures import png

TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"
PLAIN = {"message_text": "Play?"}


def article(**changes: Any) -> dict[str, Any]:
    """Return an article as JSON; a change to None leaves the field out."""
    whole = {"type": "article", "id": "1", "title": "White", "input_message_content": PLAIN}
    return {name: value for name, value in (whole | changes).items() if value is not None}


@pytest.fixture
def elsewhere(scene: Scene) -> Chat:
    """A group that the bot is not in."""
    return scene.world.add_group("Others", [scene.anna, scene.boris], bot_standing=Standing.LEFT)


async def send(
    api: RawApi, scene: Scene, chat: Chat, *, keyboard: dict[str, Any] | None = None
) -> Message:
    """Let Anna post the bot's only article in a chat."""
    query = scene.world.ask_inline(scene.anna, chat, "")
    result = article(reply_markup=keyboard)
    await api("answerInlineQuery", inline_query_id=query.query_id, results=[result], cache_time=0)
    await query
    return scene.world.choose_inline(query, "White")


async def updates(bot: Bot) -> list[Update]:
    return list(await bot.get_updates(timeout=1, allowed_updates=Update.ALL_TYPES))


async def test_a_question_its_answer_and_the_message(
    bot: Bot, scene: Scene, elsewhere: Chat
) -> None:
    query = scene.world.ask_inline(scene.anna, elsewhere, "16 black")
    (update,) = await updates(bot)
    asked = update.inline_query
    assert asked is not None
    assert (asked.id, asked.query, asked.offset) == (query.query_id, "16 black", "")
    assert (asked.from_user.id, asked.chat_type) == (scene.anna.id, "supergroup")
    markup = InlineKeyboardMarkup([[InlineKeyboardButton("Play", url="https://t.me/b?start=x")]])
    content = InputTextMessageContent("<b>Play?</b>", parse_mode="HTML")
    result = InlineQueryResultArticle(
        "7", "White", content, reply_markup=markup, description="9 pieces"
    )
    button = InlineQueryResultsButton("How?", start_parameter="how")
    assert await bot.answer_inline_query(asked.id, [result], cache_time=0, button=button)
    answer = await query
    assert answer is not None
    assert answer.button == InlineButton("How?", "how")
    assert [(each.title, each.description) for each in answer.results] == [("White", "9 pieces")]
    message = scene.world.choose_inline(query, "White")
    assert elsewhere.last is message
    assert (message.sender_id, message.via_bot, message.text) == (scene.anna.id, True, "Play?")
    assert message.entities[0].type == "bold"
    assert message.button("Play").url == "https://t.me/b?start=x"


async def test_the_kinds_of_chats(bot: Bot, scene: Scene, elsewhere: Chat) -> None:
    world = scene.world
    world.follow_link(scene.anna)
    between = world.add_private_chat(scene.anna, scene.boris)
    for chat in (world.private_chat(scene.anna), between, elsewhere):
        world.ask_inline(scene.anna, chat, "")
    found = [each.inline_query.chat_type for each in await updates(bot) if each.inline_query]
    assert found == ["sender", "private", "supergroup"]


async def test_the_bot_sees_its_message_only_where_it_is(
    api: RawApi, bot: Bot, scene: Scene, elsewhere: Chat
) -> None:
    between = scene.world.add_private_chat(scene.anna, scene.boris)
    for chat in (elsewhere, between):
        await send(api, scene, chat)
    assert [each.message for each in await updates(bot) if each.message] == []
    sent = await send(api, scene, scene.club)
    (update,) = [each for each in await updates(bot) if each.message]
    assert update.message is not None
    assert update.message.message_id == sent.id
    assert update.message.via_bot == await bot.get_me()
    assert update.message.from_user is not None
    assert update.message.from_user.id == scene.anna.id
    for hidden in (elsewhere, between):
        assert not (await api.answer("sendMessage", chat_id=hidden.id, text="x"))["ok"]


async def test_chosen_results_are_told_only_with_feedback(
    api: RawApi, bot: Bot, scene: Scene, elsewhere: Chat
) -> None:
    await send(api, scene, elsewhere)
    scene.world.bot.inline_feedback = True
    with_buttons = await send(api, scene, elsewhere, keyboard=buttons([("x", "y")]))
    without = await send(api, scene, elsewhere)
    chosen = [
        (each.result_id, each.from_user.id, each.query, each.inline_message_id)
        for update in await updates(bot)
        if (each := update.chosen_inline_result)
    ]
    assert with_buttons.inline_id
    assert not without.inline_id
    assert chosen == [
        ("1", scene.anna.id, "", with_buttons.inline_id),
        ("1", scene.anna.id, "", None),
    ]


async def test_a_tap_and_edits_by_the_inline_id(
    api: RawApi, bot: Bot, scene: Scene, elsewhere: Chat
) -> None:
    message = await send(api, scene, elsewhere, keyboard=buttons([("Take", "take")]))
    tap = scene.world.tap(scene.boris, message, "Take")
    query = next(each.callback_query for each in await updates(bot) if each.callback_query)
    assert (query.data, query.message) == ("take", None)
    assert query.inline_message_id == message.inline_id
    await bot.answer_callback_query(query.id)
    assert await tap == Answer()
    edited = await bot.edit_message_text("Gone", inline_message_id=query.inline_message_id)
    assert edited is True
    assert (message.text, message.keyboard) == ("Gone", ())
    markup = InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data="y")]])
    assert (
        await bot.edit_message_reply_markup(
            inline_message_id=query.inline_message_id, reply_markup=markup
        )
        is True
    )
    assert await api.refusal(
        "editMessageText",
        inline_message_id=message.inline_id,
        text="Gone",
        reply_markup=buttons([("x", "y")]),
    ) == (
        "Bad Request: message is not modified: specified new message content and reply markup are "
        "exactly the same as a current content and reply markup of the message"
    )
    assert await api.refusal(
        "editMessageCaption", inline_message_id=message.inline_id, caption="x"
    ) == ("Bad Request: there is no caption in the message to edit")
    assert await api.refusal("editMessageText", inline_message_id="x", text="y") == (
        "Bad Request: MESSAGE_ID_INVALID"
    )
    assert await api.refusal(
        "editMessageText", chat_id=scene.club.id, message_id=message.id, text="y"
    ) == ("Bad Request: message to edit not found")


async def test_no_upload_on_a_message_sent_via_the_bot(
    api: RawApi, bot: Bot, scene: Scene, elsewhere: Chat
) -> None:
    message = await send(api, scene, elsewhere, keyboard=buttons([("x", "y")]))
    inline_id = message.inline_id
    with pytest.raises(BadRequest, match=r"(?i)invalid message content specified"):
        await bot.edit_message_media(InputMediaPhoto(png(1)), inline_message_id=inline_id)
    assert await api.refusal(
        "editMessageMedia", inline_message_id=inline_id, media={"type": "photo"}
    ) == ("Bad Request: invalid message content specified")
    sent = await bot.send_photo(scene.club.id, png(2))
    media = {"type": "photo", "media": sent.photo[-1].file_id, "caption": "x"}
    assert await api("editMessageMedia", inline_message_id=message.inline_id, media=media) is True
    assert message.photo is not None
    caption = {"inline_message_id": message.inline_id, "caption": "y"}
    assert await api("editMessageCaption", **caption) is True
    assert message.caption == "y"


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"id": None}, "can't parse inline query result: Can't find field \"id\""),
        ({"type": None}, "can't parse inline query result: Can't find field \"type\""),
        ({"type": "dance"}, "RESULT_TYPE_INVALID"),
        ({"id": ""}, "RESULT_ID_INVALID"),
        ({"id": "ä" * 33}, "RESULT_ID_INVALID"),
        ({"title": None}, "can't parse inline query result: Can't find field \"title\""),
        ({"title": " "}, "ARTICLE_TITLE_EMPTY"),
        (
            {"input_message_content": None},
            "can't parse inline query result: Input message content is not specified",
        ),
        (
            {"input_message_content": {}},
            "can't parse inline query result: Can't find field \"message_text\"",
        ),
        ({"input_message_content": {"message_text": "x" * 4097}}, "MESSAGE_TOO_LONG"),
        ({"input_message_content": {"message_text": " "}}, "text must be non-empty"),
        (
            {"input_message_content": {"message_text": "<b>", "parse_mode": "HTML"}},
            "can't parse entities: Can't find end tag corresponding to start tag \"b\"",
        ),
        ({"reply_markup": buttons([("x", "y" * 65)])}, "BUTTON_DATA_INVALID"),
        ({"reply_markup": {"keyboard": [["x"]]}}, "inline keyboard expected"),
    ],
)
async def test_results_that_are_refused(
    changes: dict[str, Any], refusal: str, api: RawApi, scene: Scene
) -> None:
    query = scene.world.ask_inline(scene.anna, scene.club, "")
    parameters = {"inline_query_id": query.query_id, "results": [article(**changes)]}
    assert await api.refusal("answerInlineQuery", **parameters) == f"Bad Request: {refusal}"
    assert not query.answered


@pytest.mark.parametrize(
    ("parameters", "refusal"),
    [
        ({"results": "x"}, "can't parse inline query results JSON object"),
        ({"results": {}}, "expected an Array of inline query results"),
        ({"results": ["x"]}, "can't parse inline query result: expected an Object"),
        ({"results": [article(), article()]}, "RESULT_ID_DUPLICATE"),
        ({"results": [article(id=str(n)) for n in range(51)]}, "RESULTS_TOO_MUCH"),
        ({"next_offset": "ä" * 33}, "NEXT_OFFSET_INVALID"),
        (
            {"button": {"text": "x"}},
            "can't parse inline query results button: a field must be specified",
        ),
        ({"button": {"text": "", "start_parameter": "x"}}, "SWITCH_PM_TEXT_EMPTY"),
        ({"button": {"text": "x", "start_parameter": "a b"}}, "START_PARAM_INVALID"),
        ({"button": {"text": "x", "start_parameter": "a" * 65}}, "START_PARAM_INVALID"),
    ],
)
async def test_answers_that_are_refused(
    parameters: dict[str, Any], refusal: str, api: RawApi, scene: Scene
) -> None:
    query = scene.world.ask_inline(scene.anna, scene.club, "")
    whole = {"inline_query_id": query.query_id, "results": [], **parameters}
    assert await api.refusal("answerInlineQuery", **whole) == f"Bad Request: {refusal}"


async def ask(api: RawApi, query: InlineQuery, **parameters: Any) -> None:
    await api("answerInlineQuery", inline_query_id=query.query_id, results=[], **parameters)
    await query


async def test_an_answer_counts_once_and_in_time(api: RawApi, scene: Scene) -> None:
    query = scene.world.ask_inline(scene.anna, scene.club, "")
    await ask(api, query)
    late = scene.world.ask_inline(scene.anna, scene.club, "late")
    scene.clock.move(31)
    for asked in (query, late):
        refusal = await api.refusal("answerInlineQuery", inline_query_id=asked.query_id, results=[])
        assert refusal == TOO_OLD
    assert await late is None
    with pytest.raises(PersonError, match="offers nothing"):
        scene.world.choose_inline(late, "White")


async def test_answers_are_cached_for_everybody_or_for_one(api: RawApi, scene: Scene) -> None:
    def asked_again(text: str, by_boris: bool = False) -> bool:
        person = scene.boris if by_boris else scene.anna
        return not scene.world.ask_inline(person, scene.club, text).answered

    for text, parameters in (
        ("", {}),
        ("own", {"is_personal": True}),
        ("never", {"cache_time": 0}),
    ):
        await ask(api, scene.world.ask_inline(scene.anna, scene.club, text), **parameters)
    assert not asked_again("")
    assert not asked_again("", by_boris=True)
    assert not asked_again("own")
    assert asked_again("own", by_boris=True)
    assert asked_again("never")
    scene.clock.move(301)
    assert asked_again("")


async def test_who_cannot_ask(scene: Scene) -> None:
    olga = scene.world.add_person("Olga")
    with pytest.raises(PersonError, match="Olga is not in this chat"):
        scene.world.ask_inline(olga, scene.club, "")
    scene.world.bot.answers_inline = False
    with pytest.raises(PersonError, match="cannot be asked"):
        scene.world.ask_inline(scene.anna, scene.club, "")


async def test_a_message_sent_via_the_bot_is_not_edited_by_people(
    api: RawApi, scene: Scene
) -> None:
    message = await send(api, scene, scene.club)
    with pytest.raises(PersonError, match="can't be edited"):
        scene.world.edit(scene.anna, message, "x")


async def test_only_what_is_offered_can_be_chosen(api: RawApi, scene: Scene) -> None:
    query = scene.world.ask_inline(scene.anna, scene.club, "")
    parameters = {"inline_query_id": query.query_id, "results": [article()]}
    await api("answerInlineQuery", **parameters)
    await query
    with pytest.raises(LookupError, match="White"):
        scene.world.choose_inline(query, "Black")


async def test_a_restart_keeps_what_was_sent_via_the_bot(
    tmp_path: Path, scene: Scene, http: httpx.AsyncClient
) -> None:
    between = scene.world.add_private_chat(scene.anna, scene.boris)
    async with LocalServer(scene.world, archive=tmp_path / "chat.db") as server:
        sent = await send(RawApi(server, http), scene, between, keyboard=buttons([("x", "y")]))
    async with LocalServer(archive=tmp_path / "chat.db") as server:
        message = server.world.chats[between.id].last
        assert (message.via_bot, message.inline_id) == (True, sent.inline_id)
        edit = {"inline_message_id": sent.inline_id, "text": "Gone"}
        assert await RawApi(server, http)("editMessageText", **edit) is True
        assert message.text == "Gone"
