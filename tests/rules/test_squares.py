"""Squares, sets of squares and the tables of steps and hops."""

import pytest
from hypothesis import given

from rules import (
    SQUARES,
    Bitboard,
    NotationError,
    Square,
    bitboard_of,
    file_of,
    mirror,
    mirror_bitboard,
    parse_square,
    rank_of,
    square_at,
    square_name,
    squares_of,
)
from rules.squares import CLASSIC_LINKS, DIAGONAL_LINKS, Hop, Links
from tests import strategies
from tests.drawings import names, squares


def test_numbering_starts_at_a1_and_goes_along_the_ranks() -> None:
    assert [parse_square(name) for name in ("a1", "b1", "a2", "h8")] == [0, 1, 8, 63]


@given(strategies.squares())
def test_square_reads_back_from_its_name_and_from_file_and_rank(square: Square) -> None:
    assert parse_square(square_name(square)) == square
    assert square_at(file_of(square), rank_of(square)) == square


@pytest.mark.parametrize("text", ["", "a", "a0", "a9", "i1", "A1", "a1 ", "1a", "a11", "a१"])
def test_what_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a square"):
        parse_square(text)


@given(strategies.bitboards())
def test_set_reads_back_from_its_squares(bitboard: Bitboard) -> None:
    found = list(squares_of(bitboard))
    assert found == sorted(set(found))
    assert bitboard_of(found) == bitboard


@pytest.mark.parametrize(("name", "opposite"), [("a1", "h8"), ("b3", "g6"), ("d4", "e5")])
def test_mirror_goes_through_the_centre(name: str, opposite: str) -> None:
    assert square_name(mirror(parse_square(name))) == opposite
    assert square_name(mirror(parse_square(opposite))) == name


@given(strategies.bitboards())
def test_mirrored_set_holds_the_mirrored_squares(bitboard: Bitboard) -> None:
    assert mirror_bitboard(bitboard) == bitboard_of(map(mirror, squares_of(bitboard)))


@pytest.mark.parametrize(
    ("square", "classic", "diagonal"),
    [
        ("a1", "b1 a2", "b1 a2 b2"),
        ("h4", "h3 g4 h5", "g3 h3 g4 g5 h5"),
        ("d4", "d3 c4 e4 d5", "c3 d3 e3 c4 e4 c5 d5 e5"),
    ],
)
def test_steps(square: str, classic: str, diagonal: str) -> None:
    assert names(CLASSIC_LINKS.steps[parse_square(square)]) == classic
    assert names(DIAGONAL_LINKS.steps[parse_square(square)]) == diagonal


def test_hops_stay_on_the_board() -> None:
    def hop(over: str, landing: str) -> Hop:
        return Hop(squares(over), squares(f"{over} {landing}"), parse_square(landing))

    classic, diagonal = (
        links.hops[parse_square("b3")] for links in (CLASSIC_LINKS, DIAGONAL_LINKS)
    )
    assert set(classic) == {hop("c3", "d3"), hop("b2", "b1"), hop("b4", "b5")}
    assert set(diagonal) - set(classic) == {hop("c4", "d5"), hop("c2", "d1")}


@pytest.mark.parametrize("links", [CLASSIC_LINKS, DIAGONAL_LINKS])
@pytest.mark.parametrize("start", SQUARES)
def test_hops_lead_to_the_16_squares_of_equal_parity(links: Links, start: Square) -> None:
    reached, pending = {start}, [start]
    while pending:
        for hop in links.hops[pending.pop()]:
            if hop.landing not in reached:
                reached.add(hop.landing)
                pending.append(hop.landing)
    assert len(reached) == 16
    assert len({(file_of(square) % 2, rank_of(square) % 2) for square in reached}) == 1
