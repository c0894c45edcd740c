"""Reviews in words and pictures."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.chat.callbacks import Leaf, decode
from bot.chat.reader import Reader
from bot.chat.reviews import review_keyboard, review_sheet
from bot.chat.texts import languages, shown_name, texts_for
from bot.play.match import Decision, Ending, Match, Phase
from bot.play.review import Look, Review
from bot.play.seats import AI, Seats
from bot.play.setup import Setup
from render import Graph
from rules import Game, Move, Options, Side, parse_ply

NAMES = {1: shown_name("Anna"), 2: shown_name("Boris")}
# Bot API: sendPhoto.
LONGEST_CAPTION = 1024
LONGEST_CHAIN = tuple(range(16))
LONGEST_NAME = shown_name("W" * 64)


def reviewed(plies: int, scores: dict[int, int], level: int | None = None) -> Review:
    """A game of so many plies; where it is not said, nobody stands better. White's scores."""
    game = Game.start(Options())
    best = []
    for _ in range(plies):
        first, *_, last = (
            game.state.route_to(turn) for turn in game.state.legal_turns if isinstance(turn, Move)
        )
        best.append(last)
        game = game.play(first)
    match = Match(
        id=7,
        phase=Phase.FINISHED,
        setup=Setup(game.options, level=level),
        challenger=1,
        seats=Seats(1, 2 if level is None else AI),
        game=game,
        ending=Ending(Side.WHITE, Decision.RESIGNED),
    )
    looks = (Look(scores.get(ply, 0), route) for ply, route in enumerate([*best, None]))
    return Review(match, tuple(looks))


REVIEW = reviewed(20, dict.fromkeys(range(12, 21), 300))
"""Black's move in round 6 loses everything."""


def words(text: str) -> str:
    return re.sub(r"</?\w+>", "", text)


def page(number: int, language: str = "en", review: Review = REVIEW) -> list[str]:
    sheet = review_sheet(review, number, NAMES, Reader(texts_for(language)))
    return words(sheet.text).replace("\N{NO-BREAK SPACE}", " ").splitlines()


def graph(review: Review, person: int | None = None) -> Graph:
    sheet = review_sheet(review, 0, NAMES, Reader(texts_for("de"), person=person))
    assert sheet.picture is not None
    assert isinstance(sheet.picture.shown, Graph)
    return sheet.picture.shown


def test_the_graph_tells_who_stood_better_and_the_moves_that_turned_it() -> None:
    assert page(0) == [
        "📈 ⚪ \u2068Anna\u2069 – ⚫ \u2068Boris\u2069",
        "The more there is of a colour, the better that side stood.",
        "",
        "⚖️ Rounds 1–5: about even",
        "⚪ Rounds 6–10: \u2068Anna\u2069 stood better",
        "",
        "This move turned the game:",
        "1 · Round 6, \u2068Boris\u2069: f1-e1",
    ]


def test_the_graph_shows_the_readers_own_chances() -> None:
    """White's in a group, and to whoever has not played."""
    white, black = graph(REVIEW, 1), graph(REVIEW, 2)
    assert graph(REVIEW) == graph(REVIEW, 3) == white
    assert (white.lower, black.lower) == (Side.WHITE, Side.BLACK)
    assert white.values[-1] > white.values[0] == black.values[0] > black.values[-1]
    assert white.values == pytest.approx([1 - value for value in black.values])
    assert (white.marked, white.levels) == (black.marked, black.levels)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            [
                "📈 1/1 · Round 6 · ⚫ \u2068Boris\u2069",
                "Played (the line): f1-e1",
                "Better (the dots): g8:e8",
                "\u2068Boris\u2069’s chances: 50% with the better move, 0% after the one played.",
            ],
        ),
        (
            "de",
            [
                "📈 1/1 · Runde 6 · ⚫ \u2068Boris\u2069",
                "Gespielt (die Linie): f1-e1",
                "Besser (die Punkte): g8:e8",
                "Aussichten von \u2068Boris\u2069: 50 % mit dem besseren Zug, "
                "0 % nach dem gespielten.",
            ],
        ),
        (
            "it",
            [
                "📈 1/1 · Turno 6 · ⚫ \u2068Boris\u2069",
                "Giocata (la linea): f1-e1",
                "Meglio (i punti): g8:e8",
                "Possibilità di \u2068Boris\u2069: 50% con la mossa migliore, "
                "0% dopo quella giocata.",
            ],
        ),
        (
            "fr",
            [
                "📈 1/1 · Tour 6 · ⚫ \u2068Boris\u2069",
                "Joué (le trait) : f1-e1",
                "Meilleur (les points) : g8:e8",
                "Pour \u2068Boris\u2069 : 50 % de chances avec le meilleur coup, "
                "0 % après celui joué.",
            ],
        ),
    ],
)
def test_a_page_tells_what_was_played_and_what_was_better(
    language: str, expected: list[str]
) -> None:
    assert page(1, language) == expected


def test_a_pages_picture_shows_the_position_with_both_moves() -> None:
    reader = Reader(texts_for("en"), bottom=Side.BLACK, theme="dark", coordinates=False)
    sheet = review_sheet(REVIEW, 1, NAMES, reader)
    assert sheet.picture is not None
    assert sheet.picture.theme == "dark"
    assert isinstance(sheet.picture.shown, tuple)
    (view,) = sheet.picture.shown
    before = REVIEW.match.game.at(11).state
    assert (view.white, view.black) == (before.white, before.black)
    assert (view.last_move, view.hint) == (parse_ply("f1-e1"), parse_ply("g8:e8"))
    assert (view.bottom, view.coordinates) == (Side.BLACK, False)


def test_the_graph_marks_what_the_move_led_to() -> None:
    shown = graph(REVIEW)
    assert shown.marked == ((12, "1"),)
    assert len(shown.values) == 21
    assert (round(shown.values[11], 2), round(shown.values[12], 2)) == (0.5, 1.0)
    assert [text for _, text in shown.levels] == ["0\xa0%", "50\xa0%", "100\xa0%"]
    assert shown.labels[0] == (1, "1")
    assert (11, "6") in shown.labels


@pytest.mark.parametrize("rounds", [1, 3, 8, 9, 40, 80, 142, 500])
def test_a_graph_has_a_few_numbers_below(rounds: int) -> None:
    looks = tuple(Look(0) for _ in range(2 * rounds + 1))
    labels = graph(replace(REVIEW, looks=looks)).labels
    assert 1 <= len(labels) <= 12
    assert labels[0] == (1, "1")
    assert all(value == 2 * int(text) - 1 < len(looks) for value, text in labels)


def test_all_pages_have_the_same_buttons() -> None:
    review = reviewed(20, dict.fromkeys(range(4, 9), 300))
    expected = review_keyboard(review)
    assert expected is not None
    (row,) = expected.inline_keyboard
    assert [button.text for button in row] == ["📈", "1", "2"]
    assert [decode(str(button.callback_data)) for button in row] == [
        Leaf(7, number) for number in range(3)
    ]
    for number in range(3):
        assert review_sheet(review, number, NAMES, Reader(texts_for("it"))).keyboard == expected


def test_a_page_that_does_not_exist_is_the_first() -> None:
    assert page(2) == page(2**63 - 1) == page(0)


def test_a_game_without_mistakes_says_so_and_has_no_buttons() -> None:
    review = reviewed(6, {})
    assert page(0, review=review)[-1] == "No single move turned the game."
    assert review_keyboard(review) is None


def test_a_game_of_one_move_can_be_reviewed() -> None:
    assert "⚖️ Round 1: about even" in page(0, review=reviewed(1, {}))


def test_without_a_picture_the_board_is_told() -> None:
    reader = Reader(texts_for("en"))
    overview, turned = (
        review_sheet(REVIEW, number, NAMES, reader).without_picture() for number in (0, 1)
    )
    assert overview.picture is None
    assert "colour" not in overview.text
    assert "stood better" in overview.text
    assert turned.text.startswith("<pre>8 ")
    assert "(" not in turned.text
    assert "Better: <code>g8:e8</code>" in turned.text
    assert turned.keyboard == overview.keyboard == review_keyboard(REVIEW)


@pytest.mark.parametrize("language", languages())
def test_who_was_erased_and_the_ai_have_names(language: str) -> None:
    texts = texts_for(language)
    against_ai = reviewed(20, dict.fromkeys(range(12, 21), 300), level=3)
    assert texts.plain("level.3") in page(0, language, against_ai)[0]
    erased = replace(REVIEW, match=replace(REVIEW.match, seats=Seats(-4, 2)))
    sheet = review_sheet(erased, 0, {-4: "\u2068?\u2069", 2: "Boris"}, Reader(texts))
    assert texts.plain("name.deleted") in sheet.text


@pytest.mark.parametrize("language", languages())
def test_the_longest_review_fits_under_a_picture(language: str) -> None:
    """With the longest names and chains; what HTML adds does not count (Bot API: sendPhoto)."""
    scores = [300 - 600 * ((ply + 1) // 40 % 2) for ply in range(200)]
    scores[5] = 0
    looks = tuple(Look(score, (0, 1)) for score in scores)
    game = replace(REVIEW.match.game, plies=(LONGEST_CHAIN,) * 199)
    review = Review(replace(REVIEW.match, game=game), looks)
    assert (len(review.turning_points), len(review.stretches)) == (3, 5)
    names = {1: LONGEST_NAME, 2: LONGEST_NAME}
    sheet = review_sheet(review, 0, names, Reader(texts_for(language)))
    assert len(words(sheet.text).encode("utf-16-le")) // 2 <= LONGEST_CAPTION
