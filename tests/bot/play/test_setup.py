from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.records import dump_setup, parse_setup
from bot.play.setup import (
    CHOICES,
    WORDS,
    Colour,
    Setup,
    UnknownWordError,
    completed,
    setup_from_words,
)
from rules import PIECE_COUNTS, MoveSet, Options

setups = st.builds(
    Setup,
    st.builds(
        Options,
        pieces=st.sampled_from(PIECE_COUNTS),
        moves=st.sampled_from(MoveSet),
        leave_home=st.booleans(),
        anti_mirror=st.booleans(),
    ),
    st.sampled_from(Colour),
)


def test_no_words_are_the_defaults() -> None:
    assert setup_from_words([]) == Setup(Options(), Colour.RANDOM)


def test_words_set_options_in_any_order_and_case() -> None:
    setup = setup_from_words(["Diagonal", "16", "BLACK", "noleave", "mirror"])
    assert setup == Setup(Options(16, MoveSet.DIAGONAL, False, True), Colour.BLACK)
    assert setup == setup_from_words(["mirror", "noleave", "black", "16", "diagonal"])


@pytest.mark.parametrize("word", ["11", "", "leaf", "random", "16 "])
def test_an_unknown_word_is_named(word: str) -> None:
    with pytest.raises(UnknownWordError) as caught:
        setup_from_words(["16", word])
    assert caught.value.args == (word,)


@pytest.mark.parametrize(("word", "limit"), [("5min", 300), ("1H", 3_600), ("7d", 604_800)])
def test_a_limit_in_words(word: str, limit: int) -> None:
    assert setup_from_words([word]) == Setup(limit=limit)


def test_every_word_chooses_something() -> None:
    setups = {setup_from_words([word]) for word in WORDS}
    defaults = {"9", "classic"}
    assert len(setups) == len(WORDS) - len(defaults) + 1


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([], []),
        (["16", "Diag"], ["16", "diagonal"]),
        (["DIAGONAL"], ["DIAGONAL"]),
        (["black", "1"], ["black"]),
        (["black", "16"], ["black", "16"]),
        (["pizza"], ["pizza"]),
        (["dia", "16"], ["dia", "16"]),
    ],
)
def test_a_word_is_completed_while_it_is_typed(words: list[str], found: list[str]) -> None:
    assert completed(words) == found


@given(setups, st.sampled_from(sorted(CHOICES)))
def test_a_choice_made_twice_changes_nothing_more(setup: Setup, choice: str) -> None:
    once = CHOICES[choice](setup)
    assert CHOICES[choice](once) == once


@given(setups)
def test_setup_to_text_and_back(setup: Setup) -> None:
    assert parse_setup(dump_setup(setup)) == setup
