"""Reviews of games: a graph of who stood better, then a picture for each move that turned one."""

from __future__ import annotations

from collections.abc import Iterator

from babel.numbers import format_percent
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.chat.callbacks import Leaf, encode
from bot.chat.captions import Names, with_ai
from bot.chat.diagrams import Picture
from bot.chat.reader import Reader
from bot.chat.screens import text_board
from bot.chat.sheets import Sheet
from bot.chat.texts import Markup, Texts
from bot.play.review import Review, Stretch, TurningPoint
from bot.play.seats import Seats
from render import BoardView, Graph
from rules import Side, format_ply

# Rounds between two numbers below the graph, so that there are a few of them.
_STEPS = (1, 2, 5, 10, 20, 50)
_NUMBERS = 8


def review_sheet(review: Review, page: int, names: Names, reader: Reader) -> Sheet:
    """Returns a page of a review: the graph is page 0, then come the moves that turned the game.

    ``names`` holds the shown name of everybody in the game.
    """
    match = review.match
    assert match.seats is not None
    names = with_ai(match, names, reader.texts)
    if 0 < page <= len(review.turning_points):
        return _turning_point(review, page, names, reader)
    return _overview(review, match.seats, names, reader)


def review_keyboard(review: Review) -> InlineKeyboardMarkup | None:
    """Returns the buttons to all pages, which are the same below each; None if there is one."""
    points = review.turning_points
    if not points:
        return None
    labels = ["📈", *(str(number) for number in range(1, len(points) + 1))]
    return InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton(label, callback_data=encode(Leaf(review.match.id, page)))
                for page, label in enumerate(labels)
            ]
        ]
    )


# The graph


def _overview(review: Review, seats: Seats, names: Names, reader: Reader) -> Sheet:
    texts, points = reader.texts, review.turning_points
    title = texts.html("review.title", white=names[seats.white], black=names[seats.black])
    stretches = [_stretch(each, seats, names, texts) for each in review.stretches]
    moves = [texts.html("review.no-turning-points")]
    if points:
        moves = [texts.html("review.turning-points", count=len(points))]
        moves += _moves(points, seats, names, texts)
    told = [*stretches, Markup(""), *moves]
    return Sheet(
        text=_join([title, texts.html("review.how-to-read"), Markup(""), *told]),
        keyboard=review_keyboard(review),
        picture=Picture(_graph(review, _side_of(reader, seats), texts), reader.theme),
        unpictured=_join([title, Markup(""), *told]),
    )


def _stretch(stretch: Stretch, seats: Seats, names: Names, texts: Texts) -> Markup:
    rounds = {"first": stretch.first, "last": stretch.last}
    count = stretch.last - stretch.first + 1
    match stretch.better:
        case None:
            return texts.html("review.even", count=count, **rounds)
        case Side.WHITE:
            name = names[seats.white]
            return texts.html("review.white-better", count=count, name=name, **rounds)
        case Side.BLACK:
            name = names[seats.black]
            return texts.html("review.black-better", count=count, name=name, **rounds)


def _moves(
    points: tuple[TurningPoint, ...], seats: Seats, names: Names, texts: Texts
) -> Iterator[Markup]:
    for number, point in enumerate(points, start=1):
        yield texts.html(
            "review.move",
            number=number,
            round=point.round,
            name=names[seats[point.side]],
            move=format_ply(point.played),
        )


def _side_of(reader: Reader, seats: Seats) -> Side:
    """Returns whose chances the reader is shown: the own, White's where nobody in particular is."""
    side = seats.side_of(reader.person) if reader.person is not None else None
    return side or Side.WHITE


def _graph(review: Review, side: Side, texts: Texts) -> Graph:
    values = tuple(
        look.chances if side is Side.WHITE else 1 - look.chances for look in review.looks
    )
    rounds = len(values) // 2
    step = next((each for each in _STEPS if rounds <= _NUMBERS * each), _STEPS[-1])
    numbered = [1, *range(step if step > 1 else 2, rounds + 1, step)] if rounds else []
    return Graph(
        values,
        # The position after a move shows what it has cost.
        marked=tuple(
            (point.ply + 1, str(number)) for number, point in enumerate(review.turning_points, 1)
        ),
        middle=0.5,
        lower=side,
        levels=tuple((share, _percent(share, texts)) for share in (0.0, 0.5, 1.0)),
        labels=tuple((2 * number - 1, str(number)) for number in numbered),
    )


# A move that turned the game


def _turning_point(review: Review, page: int, names: Names, reader: Reader) -> Sheet:
    texts, points = reader.texts, review.turning_points
    point, seats = points[page - 1], review.match.seats
    assert seats is not None
    name = names[seats[point.side]]
    facts: dict[str, str | int] = {
        "number": page,
        "total": len(points),
        "round": point.round,
        "name": name,
    }
    if point.side is Side.WHITE:
        title = texts.html("review.white-turned", **facts)
    else:
        title = texts.html("review.black-turned", **facts)
    chances = texts.html(
        "review.chances",
        name=name,
        before=_percent(point.before, texts),
        after=_percent(point.after, texts),
    )
    played, better = format_ply(point.played), format_ply(point.better)
    view = _view(review, point, reader)
    return Sheet(
        text=_join(
            [
                title,
                texts.html("review.played-line", move=played),
                texts.html("review.better-line", move=better),
                chances,
            ]
        ),
        keyboard=review_keyboard(review),
        picture=Picture((view,), reader.theme),
        unpictured=_join(
            [
                text_board(view),
                title,
                texts.html("review.played", move=played),
                texts.html("review.better", move=better),
                chances,
            ]
        ),
    )


def _view(review: Review, point: TurningPoint, reader: Reader) -> BoardView:
    options = review.match.options
    state = review.match.game.at(point.ply).state
    return BoardView(
        white=state.white,
        black=state.black,
        white_home=options.home(Side.WHITE),
        black_home=options.home(Side.BLACK),
        bottom=reader.bottom,
        last_move=point.played,
        hint=point.better,
        coordinates=reader.coordinates,
    )


def _percent(share: float, texts: Texts) -> str:
    return format_percent(round(share, 2), locale=texts.language)


def _join(lines: list[Markup]) -> Markup:
    return Markup("\n".join(lines))
