"""Replays and records of games, and records that come back as files."""

from __future__ import annotations

import asyncio
from io import BytesIO

import pytest
from PIL import Image

from bot.app import running
from bot.config import Config
from bot.delivery import films
from bot.delivery.pace import UNLIMITED
from bot.local.files import unique_id
from bot.local.records import MediaKind, Message, Person, Rights, StoredFile
from bot.local.world import World
from render import BoardView, Theme, draw_replay
from rules import Game, format_ply, parse_record, record_tags
from tests.e2e.conftest import People
from tests.e2e.recorded import recorded_games
from tests.e2e.table import Table
from tests.e2e.thinkers import FirstMove


@pytest.fixture
def private(world: World, people: People) -> Table:
    return Table(world, world.private_chat(people.anna))


def files(table: Table, kind: MediaKind) -> list[Message]:
    return [each for each in table.messages if each.media and each.media.kind is kind]


def content(message: Message) -> bytes:
    assert message.media is not None
    return message.media.content


async def file(table: Table, kind: MediaKind) -> Message:
    return (await table.until(lambda: files(table, kind), f"a {kind.value}"))[-1]


def frames(animation: Message) -> int:
    return int(getattr(Image.open(BytesIO(content(animation))), "n_frames", 1))


async def finished(table: Table, people: People) -> Message:
    """Two moves, and Boris resigns."""
    board = await table.begin(people.anna, people.boris, "12 noleave")
    for person, piece, square in ((people.anna, "d3", "d4"), (people.boris, "e6", "e5")):
        await table.tap(person, piece, board)
        await table.tap(person, f"• {square}", board)
    await table.caption(board, "Round 2")
    table.say(people.boris, "/resign")
    await table.tap(people.boris, "Yes")
    await table.caption(board, "has resigned")
    return board


async def tap_again(table: Table, person: Person, label: str, board: Message) -> str:
    """Taps until what was asked for before is no longer under way; returns the toast."""
    while "One moment" in (toast := await table.tap(person, label, board)):
        pass
    return toast


def attach(person: Person, table: Table, text: bytes, caption: str) -> Message:
    """Somebody sends a text file."""
    kind = MediaKind.DOCUMENT
    stored = StoredFile(kind, unique_id(kind, text), text, "text/plain", "game.txt")
    media = table.world.files.put(stored)
    message = table.world.post(table.chat, person.id, text=caption, media=media)
    table.world.deliver("message", message)
    return message


@pytest.mark.usefixtures("bot")
async def test_the_record_is_posted_once_and_again_when_it_is_gone(
    table: Table, people: People
) -> None:
    board = await finished(table, people)
    assert await table.tap(people.carla, "📄", board) == ""
    record = await file(table, MediaKind.DOCUMENT)
    text = content(record).decode()
    game = parse_record(text)
    assert [format_ply(ply) for ply in game.plies] == ["d3-d4", "e6-e5"]
    assert (game.options.pieces, game.options.leave_home) == (12, False)
    tags = record_tags(text)
    assert (tags["White"], tags["Black"]) == ("Anna", "Boris")
    assert (tags["Result"], tags["Reason"]) == ("1-0", "resigned")
    assert record.reply_to == board.id
    assert "further up" in await tap_again(table, people.boris, "📄", board)
    assert files(table, MediaKind.DOCUMENT) == [record]


@pytest.mark.usefixtures("bot")
async def test_a_deleted_record_comes_again(table: Table, people: People, world: World) -> None:
    board = await finished(table, people)
    await table.tap(people.carla, "📄", board)
    record = await file(table, MediaKind.DOCUMENT)
    world.delete(people.anna, record)
    assert "I send it again" in await tap_again(table, people.carla, "📄", board)
    again = await file(table, MediaKind.DOCUMENT)
    assert content(again) == content(record)
    assert "further up" in await tap_again(table, people.boris, "📄", board)
    assert files(table, MediaKind.DOCUMENT) == [again]


@pytest.mark.usefixtures("bot")
async def test_two_who_want_a_replay_at_once_get_one(table: Table, people: People) -> None:
    board = await finished(table, people)
    _, button = await table.button("🎞", board)
    toasts = await asyncio.gather(
        *(table.press(person, board, button) for person in (people.anna, people.carla))
    )
    assert all("One moment" in toast for toast in toasts)
    replay = await file(table, MediaKind.ANIMATION)
    assert "Anna" in replay.caption
    assert frames(replay) >= 10
    assert "further up" in await tap_again(table, people.boris, "🎞", board)
    assert files(table, MediaKind.ANIMATION) == [replay]


async def test_a_replay_is_drawn_once_even_if_the_bot_is_started_anew(
    config: Config, table: Table, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def count(game: Game, final: BoardView, theme: Theme) -> bytes:
        drawn.append(game)
        return draw_replay(game, final, theme)

    monkeypatch.setattr(films, "draw_replay", count)
    assert config.token is not None
    async with running(config, token=config.token, engine=FirstMove(), rates=UNLIMITED):
        board = await finished(table, people)
        await table.tap(people.anna, "🎞", board)
        first = await file(table, MediaKind.ANIMATION)
        await tap_again(table, people.anna, "🎞", board)
    async with running(config, token=config.token, engine=FirstMove(), rates=UNLIMITED):
        table.say(people.anna, "/export")
        await table.until(lambda: len(files(table, MediaKind.ANIMATION)) > 1, "another replay")
        assert files(table, MediaKind.ANIMATION)[-1].media is first.media
        assert "further up" in await tap_again(table, people.anna, "🎞", board)
    assert len(drawn) == 1


@pytest.mark.usefixtures("bot")
async def test_export_of_a_running_game_is_a_record_only(table: Table, people: People) -> None:
    table.say(people.carla, "/export")
    await table.message("No game has been played here yet")
    board = await table.begin(people.anna, people.boris)
    await table.tap(people.anna, "a3", board)
    await table.tap(people.anna, "• a4", board)
    table.say(people.carla, "/export")
    record = await file(table, MediaKind.DOCUMENT)
    tags = record_tags(content(record).decode())
    assert tags["Result"] == "*"
    assert "Reason" not in tags
    assert not files(table, MediaKind.ANIMATION)


@pytest.mark.usefixtures("bot")
async def test_a_game_against_the_ai_has_both_buttons(private: Table, people: People) -> None:
    private.say(people.anna, "/play")
    await private.tap(people.anna, "▶️")
    board = await private.board("to move")
    private.say(people.anna, "/resign")
    await private.tap(people.anna, "Yes")
    await private.caption(board, "has resigned")
    await private.tap(people.anna, "📄", board)
    record = await file(private, MediaKind.DOCUMENT)
    assert "🤖 Beginner, level 2" in content(record).decode()
    await private.tap(people.anna, "🎞", board)
    await file(private, MediaKind.ANIMATION)


@pytest.mark.usefixtures("bot")
async def test_where_no_files_may_be_sent(table: Table, people: People) -> None:
    board = await finished(table, people)
    people.group.bot_rights = Rights(documents=False, animations=False)
    await table.tap(people.anna, "📄", board)
    await table.message("may not send files")
    people.group.bot_rights = Rights()
    await table.tap(people.anna, "📄", board)
    await file(table, MediaKind.DOCUMENT)


@pytest.mark.usefixtures("bot")
async def test_in_a_forum_they_go_to_the_games_topic(world: World, people: People) -> None:
    forum = world.add_group("Forum", [people.anna, people.boris], is_forum=True)
    topic = world.open_topic(people.anna, forum, "Games")
    table = Table(world, forum)
    world.say(people.anna, forum, "/challenge", thread_id=topic)
    await table.tap(people.boris, "▶️")
    board = await table.board("to move")
    world.say(people.anna, forum, "/resign", thread_id=topic)
    await table.tap(people.anna, "Yes")
    await table.caption(board, "has resigned")
    await table.tap(people.boris, "📄", board)
    assert (await file(table, MediaKind.DOCUMENT)).thread_id == topic
    await table.tap(people.boris, "🎞", board)
    assert (await file(table, MediaKind.ANIMATION)).thread_id == topic


@pytest.mark.usefixtures("bot")
async def test_a_button_from_before_the_end(table: Table, people: People) -> None:
    board = await table.begin(people.anna, people.boris)
    assert "still going on" in await table.press(people.anna, board, "1d1.0.replay")


@pytest.mark.usefixtures("bot")
async def test_a_record_is_imported_and_replayed(private: Table, people: People) -> None:
    recorded = recorded_games()[0]
    text = f"""[Pieces "{recorded.options.pieces}"]
[Moves "{recorded.options.moves.value}"]
[LeaveHome "{"on" if recorded.options.leave_home else "off"}"]
[AntiMirror "{"on" if recorded.options.anti_mirror else "off"}"]
[White "A <b> & b"]

{" ".join(format_ply(ply) for ply in recorded.plies)}
"""
    private.say(people.anna, "/start")
    await private.message("Welcome")
    source = attach(people.anna, private, text.encode(), "/import")
    shown = await private.message("🏁")
    assert shown.photo is not None
    assert "A <b> & b" in shown.caption
    assert shown.reply_to == source.id
    assert "One moment" in await private.tap(people.anna, "🎞", shown)
    replay = await file(private, MediaKind.ANIMATION)
    assert frames(replay) > len(recorded.plies)
    private.world.delete(people.anna, source)
    assert "can’t find that file" in await private.tap(people.anna, "🎞", shown)


@pytest.mark.usefixtures("bot")
async def test_the_bots_own_record_can_be_imported(
    table: Table, private: Table, people: People
) -> None:
    board = await finished(table, people)
    await table.tap(people.anna, "📄", board)
    text = content(await file(table, MediaKind.DOCUMENT))
    sent = attach(people.anna, private, text, "")
    private.say(people.anna, "/import", reply_to=sent)
    shown = await private.message("has resigned")
    assert "Anna" in shown.caption


_HEAD = '[Pieces "9"]\n[Moves "classic"]\n[LeaveHome "on"]\n[AntiMirror "off"]\n'


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (b"\xff\xfe\x00", "no record"),
        (b"hello", "no record"),
        (b" " * 100_001, "no record"),
        (f"{_HEAD}\n1. a3-a4 a3-a4\n".encode(), "Line 6 of this file cannot be right: 1. a3-a4"),
        (_HEAD.replace("9", "<7>").encode(), 'Line 1 of this file cannot be right: [Pieces "<7>"]'),
        (f"{_HEAD}\n1. a3-a4\n".encode(), "ends in round 1, before the game does"),
        (
            f'{_HEAD}[Reason "agreed"]\n[Result "1-0"]\n\n1. a3-a4\n'.encode(),
            "ends in round 1, before the game does",
        ),
    ],
    ids=["binary", "talk", "large", "illegal move", "wrong tag", "unfinished", "contradiction"],
)
async def test_what_is_wrong_with_a_file_is_said(
    text: bytes, answer: str, private: Table, people: People
) -> None:
    private.say(people.anna, "/start")
    await private.message("Welcome")
    attach(people.anna, private, text, "/import")
    await private.message(answer)


@pytest.mark.usefixtures("bot")
async def test_import_without_a_file(private: Table, people: People) -> None:
    private.say(people.anna, "/import")
    await private.message("with /import under it")
    hello = private.say(people.anna, "hello")
    private.say(people.anna, "/import", reply_to=hello)
    await private.until(
        lambda: sum("with /import under it" in each.text for each in private.messages) == 2,
        "the same answer",
    )
