"""``/settings`` and ``/flip``: how boards look and are tapped."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.app import running
from bot.config import Config
from bot.delivery.pace import UNLIMITED, Rate
from bot.local.records import ChatKind, Message, Person, Rights, StoredFile
from bot.local.world import World
from render import THEMES
from tests.e2e.conftest import Clock, People
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove


@pytest.fixture
def private(world: World, people: People) -> Table:
    return Table(world, world.private_chat(people.anna))


async def begin(private: Table, people: People, colour: str = "⚪ White") -> Message:
    """Anna begins a game against the AI."""
    private.say(people.anna, "/play")
    await private.tap(people.anna, colour)
    await private.button(f"· {colour} ·")
    await private.tap(people.anna, "▶️")
    return await private.board("to move")


def picture(board: Message) -> StoredFile:
    assert board.photo is not None
    return board.photo


def corner(board: Message) -> object:
    """The colour of the frame."""
    return Image.open(BytesIO(picture(board).content)).convert("RGB").getpixel((2, 2))


def pieces(board: Message) -> list[str]:
    """The names of the pieces that can be tapped, row by row."""
    return [button.text for button in board.buttons if len(button.text) == 2]


@pytest.mark.usefixtures("bot")
async def test_coordinates_are_switched_and_the_board_follows(
    private: Table, people: People
) -> None:
    board = await begin(private, people)
    before = picture(board)
    private.say(people.anna, "/settings")
    sheet = await private.message("Settings")
    assert await private.tap(people.anna, "Coordinates: on", sheet) == ""
    await private.button("Coordinates: off", sheet)
    await private.until(lambda: picture(board) is not before, "another picture")
    after = picture(board)
    assert await private.tap(people.anna, "Coordinates: off", sheet) == ""
    await private.button("Coordinates: on", sheet)
    await private.until(lambda: picture(board) is not after, "the first picture again")
    assert picture(board).content == before.content


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("theme", sorted(set(THEMES) - {"wood"}))
async def test_a_theme_is_chosen(theme: str, private: Table, people: People) -> None:
    board = await begin(private, people)
    wooden = corner(board)
    private.say(people.anna, "/settings")
    sheet = await private.message("Settings")
    await private.press(people.anna, sheet, f"1t.{theme}")
    await private.until(lambda: corner(board) != wooden, "another frame")


@pytest.mark.usefixtures("bot")
async def test_the_board_is_flipped_and_stays_so(private: Table, people: People) -> None:
    board = await begin(private, people)
    assert pieces(board)[-1] == "c1"
    private.say(people.anna, "/flip")
    await private.until(lambda: pieces(board)[-1] == "a3", "Black at the bottom")
    private.say(people.anna, "/flip")
    await private.until(lambda: pieces(board)[-1] == "c1", "White at the bottom")
    private.say(people.anna, "/settings")
    sheet = await private.message("Settings")
    await private.button("· ⬇️ Own side ·", sheet)
    await private.tap(people.anna, "⬇️ Black", sheet)
    await private.until(lambda: pieces(board)[-1] == "a3", "Black at the bottom")


@pytest.mark.usefixtures("bot")
async def test_flip_without_a_game_and_in_a_group(
    private: Table, table: Table, people: People
) -> None:
    private.say(people.anna, "/flip")
    await private.message("Black is at the bottom")
    private.say(people.anna, "/flip")
    await private.message("your own side is at the bottom")
    table.say(people.anna, "/flip")
    await table.message("In groups White is always at the bottom")


@pytest.mark.usefixtures("bot")
async def test_quick_taps_offer_every_end_and_choose_the_route(
    private: Table, people: People
) -> None:
    board = await begin(private, people)
    private.say(people.anna, "/settings")
    sheet = await private.message("Settings")
    await private.tap(people.anna, "Quick taps: off", sheet)
    await private.button("Quick taps: on", sheet)
    await private.tap(people.anna, "b3", board)
    assert await private.tap(people.anna, "• b4", board) == ""
    await private.caption(board, "Round 2: White to move")
    await private.tap(people.anna, "b1", board)
    _, far = await private.button("◯ b5", board)
    assert {"◯ b3", "◯ d1"} <= {button.text for button in board.buttons}
    assert await private.press(people.anna, board, far) == ""
    await private.caption(board, "Round 3: White to move")
    assert await private.press(people.anna, board, far) == ""
    assert "Round 3" in board.caption
    private.say(people.anna, "/export")
    record = await private.message("📄")
    assert record.media is not None
    assert "b1:b3:b5" in record.media.content.decode()


@pytest.mark.usefixtures("bot")
async def test_whoever_asks_for_it_plays_on_text(
    private: Table, people: People, world: World
) -> None:
    old = await begin(private, people)
    private.say(people.anna, "/settings")
    sheet = await private.message("Settings")
    assert await private.tap(people.anna, "Board: picture", sheet) == ""
    await private.button("Board: text", sheet)
    board = await private.message("3 W W W · · · · ·")
    await private.until(lambda: old.id not in private.chat.messages, "the picture gone")
    assert not private.boards
    assert await private.tap(people.anna, "a3", board) == ""
    await private.tap(people.anna, "• a4", board)
    board = await private.message("Round 2: White to move")
    assert board.photo is None
    private.say(people.anna, "/board")
    await private.until(lambda: board.id not in private.chat.messages, "the board anew")
    board = await private.message("Round 2: White to move")
    assert board.photo is None
    photos = sum(call.method == "sendPhoto" for call in world.calls)
    assert await private.tap(people.anna, "Board: text", sheet) == ""
    await private.board("Round 2: White to move")
    await private.until(lambda: board.id not in private.chat.messages, "the text gone")
    assert sum(call.method == "sendPhoto" for call in world.calls) == photos + 1


@pytest.mark.usefixtures("bot")
async def test_a_group_chooses_text_for_its_running_games_and_the_next(
    table: Table, people: People
) -> None:
    boards = [
        await table.begin(people.anna, people.boris),
        await table.begin(people.boris, people.carla),
    ]
    table.say(people.anna, "/settings")
    sheet = await table.message("Settings of this chat")
    assert await table.tap(people.anna, "Board: picture", sheet) == ""
    await table.until(lambda: not table.boards, "no pictures")
    await table.until(
        lambda: sum("White to move" in each.text for each in table.messages) == 2, "text"
    )
    assert not {board.id for board in boards} & set(table.chat.messages)
    table.say(people.carla, "/challenge white")
    card = await table.message("is looking for an opponent")
    await table.button("▶️", card)
    assert card.photo is None


@pytest.mark.usefixtures("bot")
async def test_pictures_are_chosen_where_photos_may_not_be_sent(
    table: Table, people: People, world: World
) -> None:
    world.restrict_bot(people.group, Rights(photos=False))
    table.say(people.anna, "/challenge white")
    card = await table.message("is looking for an opponent")
    await table.button("▶️", card)
    table.say(people.anna, "/settings")
    sheet = await table.message("Settings of this chat")
    for before, after in (("picture", "text"), ("text", "picture")):
        assert await table.tap(people.anna, f"Board: {before}", sheet) == ""
        await table.button(f"Board: {after}", sheet)

    def cards() -> list[Message]:
        return [each for each in table.messages if "is looking for" in each.text and each.buttons]

    await table.until(lambda: cards() and cards() != [card], "the card anew")
    await table.until(lambda: len(cards()) == 1, "one card")
    refused = [call for call in world.calls if call.method == "sendPhoto" and call.error]
    (new,) = cards()
    assert await table.tap(people.boris, "▶️", new) == ""
    await table.until(lambda: "White to move" in new.text, "the game")
    assert [c for c in world.calls if c.method == "sendPhoto" and c.error] == refused
    world.restrict_bot(people.group, Rights())
    assert await table.tap(people.anna, "a3", new) == ""
    await table.until(lambda: "4 + · ·" in new.text, "text for now")
    table.say(people.anna, "/board")
    await table.board("Where to?")
    await table.until(lambda: new.id not in table.chat.messages, "the text gone")


@pytest.mark.usefixtures("bot")
async def test_in_a_group_administrators_choose(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    before = picture(board)
    table.say(people.boris, "/settings")
    await table.message("Only administrators")
    table.say(people.anna, "/settings")
    sheet = await table.message("Settings of this chat")
    assert not any("Own side" in button.text for button in sheet.buttons)
    assert "Only administrators" in await table.tap(people.boris, "Coordinates", sheet)
    assert await table.tap(people.anna, "Coordinates", sheet) == ""
    await table.until(lambda: picture(board) is not before, "another picture")


@pytest.mark.usefixtures("bot")
async def test_settings_of_a_group_that_becomes_a_supergroup(people: People, world: World) -> None:
    group = world.add_group("Small", [people.anna, people.boris], kind=ChatKind.GROUP)
    table = Table(world, group)
    await table.begin(people.anna, people.boris)
    table.say(people.anna, "/settings")
    await table.tap(people.anna, "Coordinates: on")
    await table.button("Coordinates: off")
    upgraded = Table(world, world.migrate(group))
    upgraded.say(people.anna, "/settings")
    await upgraded.button("Coordinates: off")


async def begin_with_limit(table: Table, white: Person, black: Person) -> None:
    table.say(white, "/challenge white")
    card = await table.board("is looking for an opponent")
    await table.tap(white, "1h", card)
    await table.button("· 1h ·", card)
    await table.tap(black, "▶️", card)
    await table.caption(card, "White to move")


@pytest.mark.usefixtures("bot")
async def test_who_wants_no_reminders_gets_none(
    table: Table, private: Table, people: People, clock: Clock
) -> None:
    private.say(people.anna, "/settings")
    assert await private.tap(people.anna, "Reminders: on") == ""
    await private.button("Reminders: off")
    await begin_with_limit(table, people.anna, people.boris)
    await begin_with_limit(table, people.boris, people.carla)
    clock.advance(hours=0.8)
    await table.message("it is your move")
    clock.advance(hours=0.3)
    await table.message("Anna\u2069 has run out of time")
    reminders = [each for each in table.messages if "it is your move" in each.text]
    assert not any(people.anna.id in (e.user_id for e in each.entities) for each in reminders)


async def test_a_group_with_few_messages_left_gets_quick_taps(
    config: Config, world: World, people: People
) -> None:
    assert config.token is not None
    table = Table(world, people.group)
    rates = replace(UNLIMITED, group=Rate(7, 3600, 7))
    async with running(config, token=config.token, engine=FirstMove(), rates=rates):
        board = await table.begin(people.anna, people.boris)
        await table.tap(people.anna, "b1", board)
        await table.tap(people.anna, "◯ d1", board)
        await table.caption(board, "b1:d1")
