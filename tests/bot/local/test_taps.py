import pytest
from telegram import Bot, Update

from bot.local.errors import PersonError
from bot.local.queries import Answer, Tap
from bot.local.records import Message
from tests.bot.local.clients import RawApi, buttons
from tests.bot.local.conftest import Scene

TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"


@pytest.fixture
async def board(api: RawApi, scene: Scene) -> Message:
    markup = buttons([("c3", "play:c3"), ("d3", "play:d3")])
    await api("sendMessage", chat_id=scene.club.id, text="board", reply_markup=markup)
    return scene.club.last


async def _next(bot: Bot) -> Update:
    (update,) = await bot.get_updates(timeout=2)
    return update


async def test_a_tap_reaches_the_bot_and_its_answer_the_person(
    bot: Bot, scene: Scene, board: Message
) -> None:
    tap = scene.world.tap(scene.anna, board, "d3")
    query = (await _next(bot)).callback_query
    assert query is not None
    assert (query.data, query.from_user.id, query.id) == ("play:d3", scene.anna.id, tap.query_id)
    assert query.message is not None
    assert query.message.is_accessible
    assert await bot.answer_callback_query(query.id, text="Not your turn", show_alert=True)
    assert await tap == Answer("Not your turn", show_alert=True)


async def test_a_silent_answer_and_a_link(api: RawApi, scene: Scene, board: Message) -> None:
    silent = scene.world.tap(scene.anna, board, "c3")
    await api("answerCallbackQuery", callback_query_id=silent.query_id)
    assert await silent == Answer()
    linked = scene.world.tap(scene.anna, board, "c3")
    url = "t.me/ugolki_local_bot?start=game"
    await api("answerCallbackQuery", callback_query_id=linked.query_id, url=url)
    assert await linked == Answer(url=url)
    other = scene.world.tap(scene.anna, board, "c3")
    refusal = await api.refusal(
        "answerCallbackQuery", callback_query_id=other.query_id, url="https://example.org"
    )
    assert refusal == "Bad Request: URL_INVALID"


async def test_an_answer_counts_once(api: RawApi, scene: Scene, board: Message) -> None:
    tap = scene.world.tap(scene.anna, board, "c3")
    assert await api("answerCallbackQuery", callback_query_id=tap.query_id)
    assert await api.refusal("answerCallbackQuery", callback_query_id=tap.query_id) == TOO_OLD
    assert await api.refusal("answerCallbackQuery", callback_query_id="1") == TOO_OLD
    assert await api.refusal("answerCallbackQuery") == TOO_OLD


async def test_a_toast_has_at_most_200_characters(
    api: RawApi, scene: Scene, board: Message
) -> None:
    tap = scene.world.tap(scene.anna, board, "c3")
    refusal = await api.refusal(
        "answerCallbackQuery", callback_query_id=tap.query_id, text="x" * 201
    )
    assert refusal == "Bad Request: MESSAGE_TOO_LONG"
    await api("answerCallbackQuery", callback_query_id=tap.query_id, text="x" * 200)
    assert await tap == Answer("x" * 200)


async def test_an_old_query_cannot_be_answered(api: RawApi, scene: Scene, board: Message) -> None:
    tap = scene.world.tap(scene.anna, board, "c3")
    scene.clock.move(31)
    assert await api.refusal("answerCallbackQuery", callback_query_id=tap.query_id) == TOO_OLD
    assert await tap is None


async def test_a_tap_that_nobody_answers_ends_by_itself(scene: Scene) -> None:
    tap = Tap("7", scene.clock(), wait=0.01)
    assert await tap is None
    assert tap.answered


async def test_a_stale_button_still_sends_its_data(bot: Bot, scene: Scene, board: Message) -> None:
    stale = board.button("c3")
    await bot.edit_message_text("over", scene.club.id, board.id)
    with pytest.raises(LookupError):
        scene.world.tap(scene.anna, board, "c3")
    scene.world.tap(scene.anna, board, stale)
    query = (await _next(bot)).callback_query
    assert query is not None
    assert query.data == "play:c3"


async def test_a_button_under_a_message_that_is_gone(
    bot: Bot, scene: Scene, board: Message
) -> None:
    scene.world.make_inaccessible(board)
    scene.world.tap(scene.anna, board, "c3")
    scene.world.delete(scene.anna, board)
    scene.world.tap(scene.anna, board, "c3")
    for update in await bot.get_updates(timeout=2):
        assert update.callback_query is not None
        message = update.callback_query.message
        assert message is not None
        assert (message.message_id, message.is_accessible) == (board.id, False)


async def test_who_cannot_tap(scene: Scene, board: Message) -> None:
    outsider = scene.world.add_person("Olga")
    with pytest.raises(PersonError, match="Olga is not in this chat"):
        scene.world.tap(outsider, board, "c3")
    scene.world.remove_bot(scene.club)
    with pytest.raises(PersonError, match="The bot is not in this chat"):
        scene.world.tap(scene.anna, board, "c3")


async def test_a_link_button_is_not_a_tap(api: RawApi, scene: Scene) -> None:
    markup = {"inline_keyboard": [[{"text": "site", "url": "https://example.org"}]]}
    await api("sendMessage", chat_id=scene.club.id, text="x", reply_markup=markup)
    with pytest.raises(PersonError, match="does not call the bot"):
        scene.world.tap(scene.anna, scene.club.last, "site")
