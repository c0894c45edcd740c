"""Quick taps, and who is at the bottom of the board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.callbacks import Go, decode
from bot.chat.focus import Focus
from bot.chat.keyboards import keyboard
from bot.chat.look import PREFERENCES, bottom_of, flipped, theme_of
from bot.chat.reader import Reader
from bot.chat.screens import board_screen
from bot.chat.texts import texts_for
from bot.play.match import Match, Phase
from bot.play.seats import Seats
from bot.play.setup import Setup
from bot.store.settings import Bottom, Settings
from rules import Game, Move, Options, Side, squares_of
from tests.strategies import games

ANNA, BORIS, GROUP = 1, 2, -100
QUICK = Reader(texts_for("en"), quick_taps=True)


def match_of(game: Game) -> Match:
    return Match(
        id=2**63 - 1,
        phase=Phase.RUNNING,
        setup=Setup(game.options),
        challenger=ANNA,
        seats=Seats(ANNA, BORIS),
        game=game,
    )


@given(games())
def test_quick_taps_offer_every_legal_move_and_no_other(game: Game) -> None:
    match, state = match_of(game), game.state
    if state.outcome is not None:
        return
    offered = set()
    for piece in squares_of(state.movable):
        markup = keyboard(match, Focus(match.turn, (piece,)), QUICK)
        assert markup is not None
        for row in markup.inline_keyboard:
            assert len(row) <= 8
            for button in row:
                assert len(str(button.callback_data).encode()) <= 64
                meaning = decode(str(button.callback_data))
                if isinstance(meaning, Go):
                    offered.add(Move(meaning.start, meaning.end))
        view = board_screen(match, Focus(match.turn, (piece,)), {ANNA: "A", BORIS: "B"}, QUICK).view
        assert view.steps | view.hops == state.destinations(piece)
        assert not view.steps & view.hops
    assert offered == {turn for turn in state.legal_turns if isinstance(turn, Move)}


@pytest.mark.parametrize(
    ("chat", "wanted", "bottom"),
    [
        (ANNA, Bottom.OWN, Side.WHITE),
        (BORIS, Bottom.OWN, Side.BLACK),
        (BORIS, Bottom.WHITE, Side.WHITE),
        (ANNA, Bottom.BLACK, Side.BLACK),
        (GROUP, Bottom.BLACK, Side.WHITE),
    ],
)
def test_who_is_at_the_bottom(chat: int, wanted: Bottom, bottom: Side) -> None:
    match = match_of(Game.start(Options()))
    assert bottom_of(match, chat, Settings(bottom=wanted)) is bottom


@given(st.sampled_from([ANNA, BORIS]), st.sampled_from(Bottom))
def test_flipping_turns_the_board_and_twice_turns_it_back(person: int, wanted: Bottom) -> None:
    match = match_of(Game.start(Options()))
    before = Settings(bottom=wanted)
    once = flipped(before, match, person)
    twice = flipped(once, match, person)
    bottom = bottom_of(match, person, before)
    assert bottom_of(match, person, once) is bottom.other
    assert bottom_of(match, person, twice) is bottom


def test_every_preference_changes_one_thing_and_survives_unknown_themes() -> None:
    for change in PREFERENCES.values():
        changed = change(Settings())
        assert change(changed) == changed
    assert theme_of(Settings(theme="of another release")) == "wood"
