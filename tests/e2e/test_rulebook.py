"""The rulebook, paged over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.app import running
from bot.chat.callbacks import Booklet, Open, Read, Speak, encode
from bot.chat.rulebook import Page
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.local.faults import Fault
from bot.local.records import Message, Rights, StoredFile
from bot.local.world import World
from tests.e2e.conftest import People
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove


@pytest.fixture
def private(world: World, people: People) -> Table:
    return Table(world, world.private_chat(people.anna))


@pytest.fixture
def uploads(world: World, monkeypatch: pytest.MonkeyPatch) -> list[StoredFile]:
    """What the bot uploads from now on."""
    found: list[StoredFile] = []
    put: Callable[[StoredFile], StoredFile] = world.files.put

    def noted(file: StoredFile) -> StoredFile:
        found.append(file)
        return put(file)

    monkeypatch.setattr(world.files, "put", noted)
    return found


async def open_rules(table: Table, people: People, words: str = "/rules") -> Message:
    before = {message.id for message in table.messages}
    table.say(people.anna, words)
    return await table.until(
        lambda: next((each for each in table.messages if each.id not in before), None), "the rules"
    )


async def read_all(table: Table, people: People, book: Message) -> list[tuple[str, str]]:
    """Turns page after page, and returns the picture and the first line of each."""
    assert book.photo is not None
    pages = [(book.photo.unique_id, book.caption.split("\n")[0])]
    for number in range(1, len(Page)):
        assert await table.tap(people.anna, "➡️", book) == ""
        await table.button(f"📖 {number}/{len(Page) - 1}", book)
        pages.append((book.photo.unique_id, book.caption.split("\n")[0]))
    return pages


@pytest.mark.usefixtures("bot")
async def test_page_after_page_in_one_message(private: Table, people: People) -> None:
    book = await open_rules(private, people)
    pages = await read_all(private, people, book)
    assert pages[0][1] == "📖 Ugolki, the game of corners"
    assert [title for _, title in pages[1:4]] == [
        *("Goal and set-up", "Moving: the step", "Moving: jumps")
    ]
    assert len({picture for picture, _ in pages}) == len(Page) - 1
    assert private.messages == [book]
    await private.tap(people.anna, "⬅️", book)
    await private.caption(book, "Advice: roads")
    await private.tap(people.anna, "📖", book)
    await private.caption(book, "choose a chapter")
    await private.tap(people.anna, "Winning", book)
    await private.caption(book, "a single opposing piece")


@pytest.mark.usefixtures("bot")
async def test_the_language_can_be_switched_on_the_page(private: Table, people: People) -> None:
    book = await open_rules(private, people, "/rules DE")
    assert "das Spiel der Ecken" in book.caption
    await private.tap(people.anna, "➡️", book)
    await private.caption(book, "Ziel und Aufbau")
    await private.tap(people.anna, "🌐 Français", book)
    await private.caption(book, "But et départ")
    await private.tap(people.anna, "➡️", book)
    await private.caption(book, "Jouer\u00a0: le pas")
    private.say(people.anna, "/rules italiano")
    await private.message("il gioco degli angoli")
    private.say(people.anna, "/rules <klingon>")
    await private.message("“<klingon>”. After /rules one of these can follow: en de fr it.")


async def test_each_picture_is_uploaded_once(
    config: Config,
    engine: FirstMove,
    private: Table,
    table: Table,
    people: People,
    uploads: list[StoredFile],
) -> None:
    assert config.token is not None
    async with running(config, token=config.token, engine=engine, rates=UNLIMITED):
        pages = await read_all(private, people, await open_rules(private, people))
        uploaded = len(uploads)
        assert uploaded <= len(Page)
        assert await read_all(table, people, await open_rules(table, people)) == pages
        assert len(uploads) == uploaded
    async with running(config, token=config.token, engine=engine, rates=UNLIMITED):
        assert await read_all(table, people, await open_rules(table, people, "/rules it"))
        assert len(uploads) == uploaded


@pytest.mark.usefixtures("bot")
async def test_a_picture_that_telegram_has_lost_is_uploaded_again(
    private: Table, people: People, uploads: list[StoredFile], world: World
) -> None:
    await open_rules(private, people)
    assert len(uploads) == 1
    lost = "Bad Request: wrong file identifier/HTTP URL specified"
    world.faults.add("sendPhoto", Fault.refuse(400, lost))
    book = await open_rules(private, people)
    assert len(uploads) == 2
    world.faults.add("editMessageMedia", Fault.refuse(400, lost))
    await private.tap(people.anna, "➡️", book)
    await private.caption(book, "Goal and set-up")
    assert len(uploads) == 3


@pytest.mark.usefixtures("bot")
async def test_in_a_running_game_it_opens_with_that_games_limits(
    table: Table, people: People
) -> None:
    board = await table.begin(people.carla, people.boris)
    await table.begin(people.anna, people.boris, "12")
    book = await open_rules(table, people)
    assert "This game: 12 pieces in a rectangle" in book.caption
    assert "leave home by move 53" in book.caption
    await table.tap(people.boris, "Leaving home", book)
    await table.caption(book, "In this game: leave home by move 53.")
    await table.tap(people.carla, "🌐 Deutsch", book)
    await table.caption(book, "In dieser Partie: Mit Zug 53")
    await table.tap(people.carla, "🏳️", board)
    await table.tap(people.carla, "Yes", board)
    await table.tap(people.anna, "➡️", book)
    await table.caption(book, "In dieser Partie: Nach Zug 107")


@pytest.mark.usefixtures("bot")
async def test_in_private_it_opens_with_the_limits_of_the_readers_own_game(
    table: Table, private: Table, people: People
) -> None:
    await table.begin(people.anna, people.boris, "12")
    book = await open_rules(private, people)
    assert "leave home by move 53" in book.caption
    await private.tap(people.anna, "Leaving home", book)
    await private.caption(book, "In this game: leave home by move 53.")


@pytest.mark.usefixtures("bot")
async def test_a_game_of_others_elsewhere_is_not_told_of(
    table: Table, private: Table, people: People
) -> None:
    await table.begin(people.carla, people.boris, "12")
    book = await open_rules(private, people)
    assert "This game" not in book.caption
    for game in (1, 99):
        await private.press(people.anna, book, encode(Read(game, Page.LEAVING, "en")))
        await private.caption(book, "Nobody may sit at home")
        assert "In this game" not in book.caption
        await private.press(people.anna, book, encode(Read(game, Page.STEP, "en")))
        await private.caption(book, "Moving: the step")


@pytest.mark.usefixtures("bot")
async def test_the_ways_to_the_rules(
    private: Table, table: Table, people: People, world: World
) -> None:
    world.follow_link(people.anna)
    welcome = await private.message("Welcome to Ugolki")
    assert await private.tap(people.anna, "📖 Rules", welcome) == ""
    await private.message("the game of corners")
    assert await private.tap(people.anna, "🌐 Language", welcome) == ""
    await private.message("I speak English with you")
    table.say(people.anna, "/help")
    help_ = await table.message("How to play")
    assert [button.url for button in help_.buttons] == ["https://t.me/ugolki_local_bot?start=rules"]
    count = len(private.messages)
    world.follow_link(people.anna, "rules")
    await private.until(lambda: len(private.messages) > count, "the rules")
    assert "the game of corners" in private.messages[-1].caption


@pytest.mark.usefixtures("bot")
async def test_no_tap_sends_anything_into_a_group(table: Table, people: People) -> None:
    table.say(people.anna, "/help")
    help_ = await table.message("How to play")
    for data in (Open(Booklet.RULES), Read(0, Page.STEP, "en"), Speak("de")):
        assert "from another time" in await table.press(people.boris, help_, encode(data))
    table.say(people.anna, "/board")
    await table.message("No game is running here")
    assert len(table.messages) == 2


@pytest.mark.usefixtures("bot")
async def test_a_board_does_not_turn_into_a_page(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    for data in (Read(0, Page.STEP, "en"), Speak("de"), Open(Booklet.LANGUAGES)):
        assert "from another time" in await table.press(people.anna, board, encode(data))
    assert await table.tap(people.anna, "c1", board) == ""
    await table.caption(board, "Where to?")


@pytest.mark.usefixtures("bot")
async def test_without_the_right_to_send_photos_it_is_text(
    table: Table, people: People, world: World
) -> None:
    world.restrict_bot(people.group, Rights(photos=False))
    book = await open_rules(table, people)
    assert book.photo is None
    await table.tap(people.anna, "➡️", book)
    await table.until(lambda: "Goal and set-up" in book.text, "the next page")


@pytest.mark.usefixtures("bot")
async def test_of_many_quick_taps_the_last_one_is_shown(
    private: Table, people: People, world: World
) -> None:
    book = await open_rules(private, people)
    seen = len(world.calls)
    gate = asyncio.Event()
    world.faults.add("editMessageMedia", Fault(gate=gate))
    for page in (Page.STEP, Page.JUMP, Page.COUNT, Page.MIRROR):
        await private.press(people.anna, book, encode(Read(0, page, "en")))
    gate.set()
    await private.caption(book, "the anti-mirror rule")
    methods = [call.method for call in list(world.calls)[seen:]]
    assert methods.count("editMessageMedia") == 2
    assert methods.index("answerCallbackQuery") < methods.index("editMessageMedia")


@pytest.mark.usefixtures("bot")
async def test_a_page_that_cannot_be_turned_any_more(
    private: Table, people: People, world: World
) -> None:
    book = await open_rules(private, people)
    world.make_inaccessible(book)
    await private.press(people.anna, book, encode(Read(0, Page.JUMP, "en")))
    await private.message("Moving: jumps")
    other = await open_rules(private, people)
    world.delete(people.anna, other)
    assert await private.press(people.anna, other, encode(Read(0, Page.STEP, "en"))) == ""
    private.say(people.anna, "/board")
    await private.message("No game is running here")
