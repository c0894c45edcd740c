"""The record of a game as a text, and reading it again."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    Game,
    MoveSet,
    NotationError,
    Options,
    Side,
    format_record,
    parse_ply,
    parse_record,
    record_tags,
)
from tests import strategies

HEAD = '[Pieces "9"]\n[Moves "classic"]\n[LeaveHome "on"]\n[AntiMirror "off"]\n'


def game_of(turns: str, options: Options | None = None) -> Game:
    return Game.replay(options or Options(), map(parse_ply, turns.split()))


def test_record_of_an_unfinished_game() -> None:
    game = game_of("c1-d1 g7:g5 b2:d2", Options(moves=MoveSet.DIAGONAL, anti_mirror=True))
    assert format_record(game) == (
        '[Pieces "9"]\n'
        '[Moves "diagonal"]\n'
        '[LeaveHome "on"]\n'
        '[AntiMirror "on"]\n'
        '[Result "*"]\n'
        "\n"
        "1. c1-d1 g7:g5\n"
        "2. b2:d2\n"
        "*\n"
    )


def test_record_with_every_tag() -> None:
    text = format_record(
        game_of("c1-d1"),
        white="Anna",
        black='Bob "the \\ Builder"',
        day=date(2025, 3, 9),
        winner=Side.BLACK,
        reason="resigned",
    )
    assert text == (
        HEAD + '[White "Anna"]\n'
        '[Black "Bob \\"the \\\\ Builder\\""]\n'
        '[Date "2025.03.09"]\n'
        '[Result "0-1"]\n'
        '[Reason "resigned"]\n'
        "\n"
        "1. c1-d1\n"
        "0-1\n"
    )
    assert record_tags(text)["Black"] == 'Bob "the \\ Builder"'


@pytest.mark.parametrize(
    ("winner", "result"), [(Side.WHITE, "1-0"), (Side.BLACK, "0-1"), (None, "1/2-1/2")]
)
def test_results(winner: Side | None, result: str) -> None:
    text = format_record(game_of(""), winner=winner, reason="agreed")
    assert record_tags(text)["Result"] == result
    assert text.endswith(f"\n{result}\n")


@settings(deadline=None, max_examples=20)
@given(strategies.whole_games())
def test_whole_game_reads_back_with_its_outcome(game: Game) -> None:
    text = format_record(game, winner=None, reason="agreed")
    assert parse_record(text) == game
    assert game.outcome is not None
    assert record_tags(text)["Reason"] == game.outcome.reason.value


@settings(deadline=None, max_examples=50)
@given(strategies.games(max_plies=4), st.text(), st.text())
def test_names_read_back_and_do_not_disturb_the_game(game: Game, white: str, black: str) -> None:
    text = format_record(game, white=white, black=black)
    tags = record_tags(text)
    assert tags.get("White", "") == " ".join(white.splitlines())
    assert tags.get("Black", "") == " ".join(black.splitlines())
    assert parse_record(text) == game


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "\n1. c1-d1 g7:g5\n2. b2:d2\n*\n",
        HEAD + '[Event "A \\x game"]\n[Ply_Count "3"]\n1. c1-d1 g7:g5 2. b2:d2 1-0',
        "\r\n".join(["", *HEAD.splitlines(), "  1.   c1-d1", "", "\tg7:g5", "b2:d2"]),
    ],
)
def test_other_ways_of_writing(text: str) -> None:
    assert parse_record(text) == game_of("c1-d1 g7:g5 b2:d2")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no tag Pieces"),
        (HEAD.replace('[AntiMirror "off"]\n', ""), "no tag AntiMirror"),
        (HEAD.replace('"9"', '"11"'), "line 1: Pieces must be one of 9, 10, 12, 16"),
        (HEAD.replace("classic", "knight"), "line 2: Moves must be one of classic, diagonal"),
        (HEAD.replace('"on"', '"yes"'), "line 3: LeaveHome must be one of on, off"),
        (HEAD + '[White "Anna]', "line 5: not a tag"),
        (HEAD + '[White "An"na"]', "line 5: not a tag"),
        (HEAD + "[White]", "line 5: not a tag"),
        (HEAD + '[Moves "classic"]', "line 5: a second tag Moves"),
        (HEAD + "\n1. c1-d9", "line 6: 'd9' is not a square"),
        (HEAD + "\n1. c1-d1\nwell", "line 7: 'well' is not a square"),
        (HEAD + "\n1. c1-e1", "line 6: 'c1-e1' is not a step"),
        (HEAD + "\n1. c1:c3", "line 6: the piece cannot go that way"),
        (HEAD + "\n1. --", "line 6: nobody passes who can move"),
        (HEAD + "\n2. c1-d1", "line 6: '2.' where '1.' should be"),
        (HEAD + "\n1. c1-d1 f8-e8\n1. d1-c1", "line 7: '1.' where '2.' should be"),
        (HEAD + "\n1-0\n1. c1-d1", "line 6: '1' is not a square"),
    ],
)
def test_bad_records_are_refused_with_the_line(text: str, complaint: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(text)
    assert str(caught.value) == complaint
