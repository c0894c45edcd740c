"""Reviews of finished games: asked for by a tap, read page by page."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Hashable

import pytest

from bot.ai.analysis import HINT, Limits
from bot.app import running
from bot.config import Config
from bot.delivery.pace import UNLIMITED
from bot.local.records import Message, Rights
from bot.local.world import World
from bot.play.reviewer import FIRST_LOOK
from render import THEMES, BoardView, draw_board
from rules import Game, Move, Options, Side, State, parse_move, parse_ply
from tests.e2e.conftest import People
from tests.e2e.table import Table
from tests.e2e.test_links import board_of, invite
from tests.e2e.thinkers import FirstMove, Idea

# White's second move is the mistake.
PLAYED = (("a3", "a4"), ("h6", "h5"), ("c1", "d1"))
MISTAKE = 2


class Critic(FirstMove):
    """Holds White's second move for a mistake, and the last of all moves for the best."""

    def __init__(self) -> None:
        super().__init__()
        self.looks: Counter[int] = Counter()

    async def analyse(self, game: Game, key: Hashable, limits: Limits = HINT) -> Idea:
        await super().analyse(game, key, limits)
        plies = len(game.plies)
        if limits == FIRST_LOOK:
            self.looks[plies] += 1
        move = game.state.legal_turns[-1]
        assert isinstance(move, Move)
        return Idea(game.state.route_to(move), 300 if plies > MISTAKE else 0)

    @property
    def reviews(self) -> int:
        """How often it has looked at a whole game."""
        return self.looks[0]


@pytest.fixture
def engine() -> Critic:
    return Critic()


@pytest.fixture
def private(world: World, people: People) -> Table:
    return Table(world, world.private_chat(people.anna))


async def finished(table: Table, people: People) -> Message:
    """Anna and Boris move, and Boris resigns."""
    board = await table.begin(people.anna, people.boris)
    for number, (piece, square) in enumerate(PLAYED):
        mover = people.boris if number % 2 else people.anna
        await table.tap(mover, piece, board)
        await table.tap(mover, f"• {square}", board)
        await table.caption(board, f"{piece}-{square}")
    table.say(people.boris, "/resign")
    await table.tap(people.boris, "Yes")
    await table.caption(board, "has resigned")
    return board


async def review_of(table: Table) -> Message:
    return await table.message("📈")


def reviews(table: Table) -> list[Message]:
    return [each for each in table.messages if each.text.startswith("📈")]


async def reached(table: Table, number: int) -> None:
    """Waits until the newest board is in a round, in whatever language."""
    words = re.compile(rf" {number}\xa0?:")
    await table.until(lambda: words.search(table.boards[-1].caption), f"round {number}")


def drawing(message: Message) -> bytes:
    assert message.photo is not None
    return message.photo.content


def turned(theme: str = "wood", bottom: Side = Side.WHITE) -> bytes:
    """The picture of the mistake: the position before it, the move, and the better one."""
    state = State.start(Options()).after(parse_move("a3 a4")).after(parse_move("h6 h5"))
    better, played = state.legal_turns[-1], parse_ply("c1-d1")
    assert isinstance(better, Move)
    assert isinstance(played, tuple)
    view = BoardView(
        white=state.white,
        black=state.black,
        white_home=state.options.home(Side.WHITE),
        black_home=state.options.home(Side.BLACK),
        bottom=bottom,
        last_move=played,
        hint=state.route_to(better),
    )
    return draw_board(view, THEMES[theme])


@pytest.mark.usefixtures("bot")
async def test_a_review_is_read_page_by_page(table: Table, people: People, engine: Critic) -> None:
    board = await finished(table, people)
    assert "looking at the game" in await table.tap(people.carla, "📈", board)
    review = await review_of(table)
    assert review.reply_to == board.id
    assert "These" not in review.caption
    assert "This move turned the game:\n1 · Round 2, \u2068Anna\u2069: c1-d1" in review.caption
    assert [button.text for button in review.buttons] == ["📈", "1"]
    graph = drawing(review)
    assert await table.tap(people.boris, "1", review) == ""
    await table.caption(
        review, "📈 1/1 · Round 2 · ⚪ \u2068Anna\u2069\nPlayed (the line): c1-d1\n"
    )
    assert "chances: 50% with the better move, 0% after" in review.caption
    assert drawing(review) == turned()
    picture = review.media
    assert await table.tap(people.anna, "📈", review) == ""
    await table.caption(review, "This move turned the game")
    assert drawing(review) == graph
    await table.tap(people.anna, "1", review)
    await table.caption(review, "1/1")
    assert review.media is picture
    assert engine.looks == Counter(range(4))


@pytest.mark.usefixtures("bot")
async def test_two_who_ask_at_once_get_one_review(
    table: Table, people: People, engine: Critic
) -> None:
    board = await finished(table, people)
    engine.gate.clear()
    _, button = await table.button("📈", board)
    toasts = await asyncio.gather(
        *(table.press(person, board, button) for person in (people.anna, people.carla))
    )
    assert all("looking at the game" in toast for toast in toasts)
    engine.gate.set()
    review = await review_of(table)
    while "looking" in (toast := await table.tap(people.boris, "📈", board)):
        pass
    assert "further up" in toast
    assert reviews(table) == [review]
    assert engine.reviews == 1


@pytest.mark.usefixtures("bot")
async def test_a_deleted_review_comes_again_without_another_thought(
    table: Table, people: People, engine: Critic, world: World
) -> None:
    board = await finished(table, people)
    await table.tap(people.anna, "📈", board)
    world.delete(people.anna, await review_of(table))
    assert not reviews(table)
    while not reviews(table):
        await table.tap(people.anna, "📈", board)
    assert engine.reviews == 1


@pytest.mark.usefixtures("bot")
async def test_by_link_each_player_has_a_review_of_ones_own(
    private: Table, people: People, world: World, engine: Critic
) -> None:
    his = Table(world, world.private_chat(people.boris))
    world.set_language(people.boris, "de")
    _, code = await invite(private, people)
    world.follow_link(people.boris, f"j{code}")
    own = await board_of(private, "White to move")
    await board_of(his, "Weiß ist am Zug")
    for number, (piece, square) in enumerate(PLAYED):
        chat, mover = (his, people.boris) if number % 2 else (private, people.anna)
        chat.say(mover, f"{piece} {square}")
        own = await board_of(private, f"{piece}-{square}")
    his.say(people.boris, "/resign")
    await his.tap(people.boris, "Ja")
    own = await board_of(private, "has resigned")
    await private.tap(people.anna, "📈", own)
    await his.tap(people.boris, "📈", await board_of(his, "aufgegeben"))
    hers, theirs = await review_of(private), await review_of(his)
    assert "This move turned the game" in hers.caption
    assert "Dieser Zug hat die Partie gewendet" in theirs.caption
    await his.tap(people.boris, "1", theirs)
    await his.caption(theirs, "Gespielt (die Linie): c1-d1")
    assert drawing(theirs) == turned(bottom=Side.BLACK)
    private.say(people.anna, "/settings")
    await private.tap(people.anna, "Dark")
    await private.tap(people.anna, "1", hers)
    await private.caption(hers, "Played (the line): c1-d1")
    assert drawing(hers) == turned("dark")
    assert engine.reviews == 1


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("en", "This move turned the game:\n1 · Round 2, \u2068Anna\u2069: c1-d1"),
        ("de-AT", "Dieser Zug hat die Partie gewendet:\n1 · Runde 2, \u2068Anna\u2069: c1-d1"),
        ("it", "Questa mossa ha cambiato la partita:\n1 · Turno 2, \u2068Anna\u2069: c1-d1"),
        (
            "fr",
            "Ce coup a fait basculer la partie\xa0:\n1 · Tour 2, \u2068Anna\u2069\xa0: c1-d1",
        ),
    ],
)
async def test_a_game_against_the_ai_in_every_language(
    code: str, expected: str, private: Table, people: People, world: World
) -> None:
    world.set_language(people.anna, code)
    private.say(people.anna, "/play white 1")
    card = await private.until(lambda: private.boards[-1] if private.boards else None, "a card")
    await private.tap(people.anna, "⚪", card)
    await private.tap(people.anna, "▶️", card)
    for number, move in enumerate(("a3 a4", "c1 d1"), start=2):
        await private.until(lambda: private.boards[-1].edit_date, "the game")
        private.say(people.anna, move)
        await reached(private, number)
    private.say(people.anna, "/resign")
    await private.tap(people.anna, "🏳️", (await private.button("✖️"))[0])
    await private.tap(people.anna, "📈")
    review = await private.until(lambda: next(iter(reviews(private)), None), "a review")
    assert expected in review.caption
    assert "🤖" in review.caption


@pytest.mark.usefixtures("bot")
async def test_where_no_photos_may_be_sent_the_board_is_text(
    table: Table, people: People, world: World
) -> None:
    board = await finished(table, people)
    world.restrict_bot(people.group, Rights(photos=False))
    await table.tap(people.anna, "📈", board)
    review = await review_of(table)
    assert review.photo is None
    assert "colour" not in review.text
    await table.tap(people.anna, "1", review)
    await table.until(lambda: "Played: c1-d1" in review.text, "the page")
    assert review.text.startswith("8 · · · · · b b b\n")
    assert "(" not in review.text


@pytest.mark.usefixtures("bot")
async def test_where_text_was_chosen_a_review_is_text(table: Table, people: People) -> None:
    board = await finished(table, people)
    table.say(people.anna, "/settings")
    sheet = await table.message("Settings of this chat")
    assert await table.tap(people.anna, "Board: picture", sheet) == ""
    await table.button("Board: text", sheet)
    await table.tap(people.anna, "📈", board)
    review = await review_of(table)
    assert review.photo is None


async def test_a_review_outlives_the_process(config: Config, table: Table, people: People) -> None:
    assert config.token is not None
    first, second = Critic(), Critic()
    async with running(config, token=config.token, engine=first, rates=UNLIMITED):
        board = await finished(table, people)
        await table.tap(people.anna, "📈", board)
        review = await review_of(table)
        while "further up" not in await table.tap(people.anna, "📈", board):
            pass
    async with running(config, token=config.token, engine=second, rates=UNLIMITED):
        await table.tap(people.anna, "1", review)
        await table.caption(review, "1/1")
        assert "further up" in await table.tap(people.anna, "📈", board)
    assert (first.reviews, second.reviews) == (1, 0)


async def test_a_review_that_was_cut_off_can_be_asked_for_again(
    config: Config, table: Table, people: People
) -> None:
    assert config.token is not None
    stuck = Critic()
    async with running(config, token=config.token, engine=stuck, rates=UNLIMITED):
        board = await finished(table, people)
        stuck.gate.clear()
        assert "looking" in await table.tap(people.anna, "📈", board)
    assert not reviews(table)
    async with running(config, token=config.token, engine=Critic(), rates=UNLIMITED):
        assert "looking" in await table.tap(people.anna, "📈", board)
        assert "turned the game" in (await review_of(table)).caption


@pytest.mark.usefixtures("bot")
async def test_one_review_at_a_time_for_a_person(
    table: Table, people: People, engine: Critic
) -> None:
    boards = [await finished(table, people) for _ in range(2)]
    engine.gate.clear()
    assert "looking at the game" in await table.tap(people.anna, "📈", boards[0])
    assert "another game for you" in await table.tap(people.anna, "📈", boards[1])
    assert "looking at the game" in await table.tap(people.carla, "📈", boards[1])
    engine.gate.set()
    await table.until(lambda: len(reviews(table)) == 2, "two reviews")


@pytest.mark.usefixtures("bot")
async def test_what_cannot_be_reviewed(table: Table, people: People, private: Table) -> None:
    board = await table.begin(people.anna, people.boris)
    assert "still going on" in await table.press(people.anna, board, "1d1.0.review")
    private.say(people.anna, "/start")
    welcome = await private.message("Welcome")
    assert "does not exist" in await private.press(people.anna, welcome, "1d1.0.review")
    # No button under these leads to a review.
    for person, chat, message in ((people.anna, table, board), (people.anna, private, welcome)):
        assert await chat.press(person, message, "1v1.1") != ""
    table.say(people.anna, "/resign")
    await table.tap(people.anna, "Yes")
    await table.caption(board, "has resigned")
    assert "📈" not in "".join(button.text for button in board.buttons)


@pytest.mark.usefixtures("bot")
async def test_whoever_was_erased_has_no_name_in_it(
    table: Table, people: People, world: World
) -> None:
    board = await finished(table, people)
    await table.tap(people.boris, "📈", board)
    review = await review_of(table)
    own = Table(world, world.private_chat(people.anna))
    own.say(people.anna, "/forget")
    await own.tap(people.anna, "Yes, forget me")
    await own.message("I have forgotten you")
    await table.tap(people.boris, "1", review)
    await table.caption(review, "⚪ deleted player")
    assert "Anna" not in review.caption


@pytest.mark.usefixtures("bot")
async def test_in_a_forum_it_goes_to_the_games_topic(world: World, people: People) -> None:
    forum = world.add_group("Forum", [people.anna, people.boris], is_forum=True)
    topic = world.open_topic(people.anna, forum, "Games")
    table = Table(world, forum)
    world.say(people.anna, forum, "/challenge white", thread_id=topic)
    await table.tap(people.boris, "▶️")
    board = await table.board("to move")
    await table.tap(people.anna, "a3", board)
    await table.tap(people.anna, "• a4", board)
    world.say(people.anna, forum, "/resign", thread_id=topic)
    await table.tap(people.anna, "Yes")
    await table.tap(people.boris, "📈", board)
    assert (await review_of(table)).thread_id == topic
