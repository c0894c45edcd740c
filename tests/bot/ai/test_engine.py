"""The asynchronous door."""

import asyncio
import threading
from collections.abc import AsyncIterator
from functools import partial

import pytest

from bot.ai.analysis import Analysis, Limits, Stop
from bot.ai.engine import Engine
from bot.ai.levels import LEVELS, Level
from bot.ai.search import Searcher
from rules import Game, GameOverError, Move, MoveSet, Options, Route, State

ENDLESS = Level(9, "Endless", Limits())
QUICK = Level(8, "Quick", Limits(nodes=500))
START = Game.start(Options())


@pytest.fixture
async def engine() -> AsyncIterator[Engine]:
    async with Engine(workers=2, table_bits=8, seed=1) as engine:
        yield engine


async def asked(engine: Engine, level: Level, key: str) -> "asyncio.Task[Route]":
    """Return a question that has begun to be answered, or to wait."""

    async def ply() -> Route:
        thought = await engine.choose(START, level, key)
        assert isinstance(thought.ply, tuple)
        return thought.ply

    task = asyncio.create_task(ply())
    await engine.until_ready()
    for _ in range(50):
        await asyncio.sleep(0)
    return task


async def test_a_thought_can_be_played(engine: Engine) -> None:
    for moves in MoveSet:
        game = Game.start(Options(12, moves))
        for level in LEVELS[:5]:
            thought = await engine.choose(game, level, 1)
            game = game.play(thought.ply)


async def test_questions_before_it_is_ready_are_answered(engine: Engine) -> None:
    assert not engine.ready
    thought = await engine.choose(START, QUICK, 1)
    assert engine.ready
    START.play(thought.ply)


async def test_a_failure_to_compile_is_told_and_the_next_question_has_it_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: int) -> Searcher:
        raise MemoryError("no room for the table")

    async with Engine(workers=1, table_bits=8) as engine:
        with monkeypatch.context() as broken:
            broken.setattr("bot.ai.engine.warmed_up", fail)
            for _ in range(2):
                with pytest.raises(MemoryError):
                    await engine.choose(START, QUICK, 1)
                assert not engine.ready
        assert [record.getMessage() for record in caplog.records] == [
            "The kernel could not be compiled; the next question has that tried again"
        ] * 2
        # All who ask meanwhile wait for the one try.
        thoughts = await asyncio.gather(*(engine.choose(START, QUICK, key) for key in range(3)))
        assert engine.ready
    for thought in thoughts:
        START.play(thought.ply)


async def test_who_is_in_no_hurry_waits_until_nobody_is_thought_about(engine: Engine) -> None:
    await engine.quiet(60)
    question = await asked(engine, ENDLESS, "somebody")
    await engine.quiet(0.01)
    assert not question.done()
    waiting = asyncio.create_task(engine.quiet(60))
    question.cancel()
    await waiting
    # Two threads, three questions: one waits in line, and gives up there.
    questions = [await asked(engine, ENDLESS, key) for key in "abc"]
    waiting = asyncio.create_task(engine.quiet(60))
    for question in reversed(questions):
        await asyncio.sleep(0)
        assert not waiting.done()
        question.cancel()
    await waiting


async def test_a_hint_is_the_best_move_found(engine: Engine) -> None:
    hint = await engine.analyse(START, 1, Limits(depth=5))
    assert hint.depth == 5
    assert isinstance(hint.ply, tuple)
    assert hint.variation[0] == Move(hint.ply[0], hint.ply[-1])


async def test_cancelling_frees_the_thread(engine: Engine) -> None:
    endless = [await asked(engine, ENDLESS, "a"), await asked(engine, ENDLESS, "b")]
    waiting = await asked(engine, QUICK, "c")
    assert not waiting.done()
    for task in endless:
        task.cancel()
    assert START.play(await waiting)
    assert all(isinstance(result, asyncio.CancelledError) for result in await _ends(endless))


async def test_who_cancels_while_waiting_is_passed_over(engine: Engine) -> None:
    endless = [await asked(engine, ENDLESS, "a"), await asked(engine, ENDLESS, "b")]
    first, second = await asked(engine, QUICK, "c"), await asked(engine, QUICK, "d")
    first.cancel()
    endless[0].cancel()
    assert START.play(await second)
    endless[1].cancel()
    await _ends([*endless, first])


async def test_chats_take_turns() -> None:
    order: list[str] = []
    async with Engine(workers=1, table_bits=8) as engine:
        block = await asked(engine, ENDLESS, "x")
        tasks = []
        for key in ("greedy", "greedy", "greedy", "modest"):
            task = await asked(engine, QUICK, key)
            task.add_done_callback(partial(_note, order, key))
            tasks.append(task)
        block.cancel()
        await asyncio.gather(*tasks)
        await _ends([block])
    assert order == ["greedy", "modest", "greedy", "greedy"]


async def test_a_finished_game_is_refused(engine: Engine) -> None:
    game = START
    while game.outcome is None:
        turn = game.state.legal_turns[-1]
        assert isinstance(turn, Move)
        game = game.play(game.state.route_to(turn))
    with pytest.raises(GameOverError):
        await engine.choose(game, QUICK, 1)
    with pytest.raises(GameOverError):
        await engine.analyse(game, 1)


async def test_closing_ends_searches() -> None:
    async with Engine(workers=1, table_bits=8) as engine:
        running, waiting = await asked(engine, ENDLESS, "a"), await asked(engine, ENDLESS, "b")
    results = await _ends([running, waiting])
    # A search gives its best move so far, unless its thread had not taken it up.
    assert isinstance(results[0], (tuple, asyncio.CancelledError))
    assert isinstance(results[1], asyncio.CancelledError)


async def test_an_engine_that_was_not_started_says_so() -> None:
    engine = Engine(workers=1, table_bits=4)
    with pytest.raises(RuntimeError, match="started"):
        await engine.choose(START, QUICK, 1)
    await engine.close()


def _note(order: list[str], key: str, _: object) -> None:
    order.append(key)


async def _ends(tasks: "list[asyncio.Task[Route]]") -> list[object]:
    return list(await asyncio.gather(*tasks, return_exceptions=True))


async def test_the_event_loop_goes_on_while_a_thread_thinks(engine: Engine) -> None:
    """A search that kept the interpreter to itself would be over at the loop's next turn."""
    long = Level(7, "Long", Limits(nodes=20_000_000))
    thinking = await asked(engine, long, "a")
    for _ in range(50):
        await asyncio.sleep(0.001)
    assert not thinking.done()
    thinking.cancel()
    await _ends([thinking])


async def test_under_load_thinking_shrinks_rather_than_queues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Six questions on two processors: all are thought about at once, the later ones for less."""
    together = threading.Barrier(6, timeout=60)
    shares: list[float] = []

    def think(searcher: Searcher, state: State, limits: Limits, stop: Stop) -> Analysis:
        assert limits.seconds is not None
        shares.append(limits.seconds)
        together.wait()
        return search(searcher, state, Limits(depth=1), stop)

    async with Engine(workers=6, table_bits=4) as engine:
        await engine.until_ready()
        search = Searcher.search
        monkeypatch.setattr(Searcher, "search", think)
        monkeypatch.setattr("os.cpu_count", lambda: 2)
        questions = [engine.analyse(START, key, Limits(seconds=12)) for key in range(6)]
        await asyncio.gather(*questions)
        assert sorted(shares, reverse=True) == pytest.approx([12, 12, 8, 6, 4.8, 4])
        # Who asks alone has all of it again.
        monkeypatch.setattr(together, "wait", lambda: 0)
        await engine.analyse(START, 1, Limits(seconds=12))
        assert shares[-1] == 12


def test_only_levels_that_think_for_a_time_shrink() -> None:
    """The others look at so few positions that they are done within a moment on a busy machine too.

    To take some of these away would spare little, and make the level a weaker one.
    """
    timed = [level for level in LEVELS if level.limits.seconds is not None]
    assert timed == [LEVELS[-1]]
    searching = [level.limits for level in LEVELS[:-1] if level.oversights is None]
    assert [limits.shrunk(0.1) for limits in searching] == searching
    assert max(limits.nodes or 0 for limits in searching) <= 40_000
