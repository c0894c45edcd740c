"""What people may do to a game, action by action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.play.match import Decision, DrawOffer, Ending, Match, Phase
from bot.play.refusals import Refusal, Refused
from bot.play.seats import Invited, Player, Seats
from bot.play.setup import Colour, Setup
from rules import PASS, Game, Options, Reason, Side, parse_position, parse_square

ANNA, BORIS, CARLA = Player(1, "anna"), Player(2, "boris"), Player(3)


def challenge(setup: Setup | None = None, invited: Invited | None = None) -> Match:
    setup = setup or Setup()
    return Match(
        id=7,
        phase=Phase.OPEN,
        setup=setup,
        challenger=ANNA.id,
        invited=invited,
        game=Game.start(setup.options),
    )


def running() -> Match:
    """Anna has White, Boris Black."""
    return challenge(Setup(colour=Colour.WHITE)).accepted(BORIS, 1, lambda: Side.WHITE)


def route(text: str) -> tuple[int, ...]:
    return tuple(parse_square(name) for name in text.split(":"))


def refusal_of(action: Callable[[], object]) -> Refusal:
    with pytest.raises(Refused) as caught:
        action()
    return caught.value.refusal


@pytest.mark.parametrize(
    ("colour", "lot", "white"),
    [
        (Colour.WHITE, Side.BLACK, ANNA),
        (Colour.BLACK, Side.WHITE, BORIS),
        (Colour.RANDOM, Side.WHITE, ANNA),
        (Colour.RANDOM, Side.BLACK, BORIS),
    ],
)
def test_the_challenger_gets_the_chosen_colour(colour: Colour, lot: Side, white: Player) -> None:
    match = challenge(Setup(colour=colour)).accepted(BORIS, 1, lambda: lot)
    assert match.phase is Phase.RUNNING
    assert match.seats is not None
    assert match.seats[Side.WHITE] == white.id
    assert match.seats.side_of(CARLA.id) is None


def test_a_challenge_is_accepted_as_it_was_seen() -> None:
    changed = challenge().changed(ANNA, Setup(Options(pieces=16)))
    assert changed.game.options.pieces == 16
    assert (
        refusal_of(lambda: changed.accepted(BORIS, 1, lambda: Side.WHITE))
        is Refusal.CHALLENGE_CHANGED
    )


def test_the_same_choice_again_changes_nothing() -> None:
    match = challenge()
    assert match.changed(ANNA, match.setup) is match


@pytest.mark.parametrize(
    ("invited", "player", "admitted"),
    [
        (Invited(id=2), BORIS, True),
        (Invited(id=2), CARLA, False),
        (Invited(username="Boris"), BORIS, True),
        (Invited(username="Boris"), CARLA, False),
        (None, CARLA, True),
    ],
)
def test_only_whom_it_is_for_may_accept(
    invited: Invited | None, player: Player, admitted: bool
) -> None:
    match = challenge(invited=invited)
    if admitted:
        assert match.accepted(player, 1, lambda: Side.WHITE).phase is Phase.RUNNING
    else:
        refusal = refusal_of(lambda: match.accepted(player, 1, lambda: Side.WHITE))
        assert refusal is Refusal.FOR_SOMEBODY_ELSE


def test_challenges_refuse_the_wrong_people_and_times() -> None:
    match = challenge()
    assert refusal_of(lambda: match.accepted(ANNA, 1, lambda: Side.WHITE)) is Refusal.OWN_CHALLENGE
    assert refusal_of(lambda: match.withdrawn(BORIS)) is Refusal.NOT_YOUR_CHALLENGE
    assert refusal_of(lambda: match.changed(BORIS, Setup())) is Refusal.NOT_YOUR_CHALLENGE
    gone = match.withdrawn(ANNA)
    assert gone.phase is Phase.WITHDRAWN
    assert refusal_of(lambda: gone.accepted(BORIS, 2, lambda: Side.WHITE)) is Refusal.CHALLENGE_GONE
    assert refusal_of(lambda: match.resigned(ANNA)) is Refusal.NOT_STARTED


def test_moves_are_for_the_side_to_move_on_the_newest_position() -> None:
    match = running()
    assert refusal_of(lambda: match.played(BORIS, 0, route("h6:h5"))) is Refusal.NOT_YOUR_TURN
    assert refusal_of(lambda: match.played(CARLA, 0, route("a3:a4"))) is Refusal.NOT_A_PLAYER
    assert refusal_of(lambda: match.played(ANNA, 1, route("a3:a4"))) is Refusal.STALE
    assert refusal_of(lambda: match.played(ANNA, 0, route("a3:a5"))) is Refusal.ILLEGAL
    after = match.played(ANNA, 0, route("a3:a4"))
    assert (after.ply, after.version, after.mover) == (1, match.version + 1, BORIS.id)
    assert refusal_of(lambda: after.played(ANNA, 0, route("a3:a4"))) is Refusal.STALE


def test_a_game_that_the_rules_end_is_over() -> None:
    match = running()
    state = parse_position(position(white="f6 g6 h6 f7 g7 h7 f8 g8 h8", black="d1"), Options())
    match = replace(match, game=Game(Options(), (), state))
    after = match.played(BORIS, 0, route("d1:c1"))
    assert after.ending == Ending(Side.WHITE, Reason.FILLED)
    assert after.phase is Phase.FINISHED
    assert after.mover is None
    assert refusal_of(lambda: after.played(ANNA, 1, route("h8:h7"))) is Refusal.OVER


def position(white: str, black: str, side: str = "b", round_: int = 30) -> str:
    board = ["."] * 64
    for letter, squares in (("w", white), ("b", black)):
        for name in squares.split():
            board[parse_square(name)] = letter
    return f"{''.join(board)} {side} {round_}"


def test_a_forced_pass_is_played_at_once() -> None:
    # White, walled in on the rim, has neither a step nor a hop.
    state = parse_position(position("a1", "a2 b1 a3 c1 h8", side="b"), Options())
    match = replace(running(), game=Game(Options(), (), state))
    after = match.played(BORIS, 0, route("h8:h7"))
    assert after.game.plies[1] is PASS
    assert after.mover == BORIS.id


def test_resigning_gives_the_game_to_the_other() -> None:
    match = running()
    assert match.resigned(ANNA).ending == Ending(Side.BLACK, Decision.RESIGNED)
    assert match.resigned(BORIS).ending == Ending(Side.WHITE, Decision.RESIGNED)
    assert refusal_of(lambda: match.resigned(CARLA)) is Refusal.NOT_A_PLAYER
    assert refusal_of(lambda: match.resigned(ANNA).resigned(BORIS)) is Refusal.OVER


def test_a_draw_is_offered_once_and_lapses_with_the_next_move() -> None:
    offered = running().draw_offered(ANNA)
    assert offered.open_draw_offer is Side.WHITE
    assert refusal_of(lambda: offered.draw_offered(ANNA)) is Refusal.ALREADY_OFFERED
    assert refusal_of(lambda: offered.draw_accepted(ANNA)) is Refusal.NOT_YOUR_ANSWER
    moved = offered.played(ANNA, 0, route("a3:a4"))
    assert moved.draw_offer is None
    assert refusal_of(lambda: moved.draw_accepted(BORIS)) is Refusal.OFFER_GONE


def test_a_declined_draw_cannot_be_offered_again_before_a_move() -> None:
    declined = running().draw_offered(ANNA).draw_declined(BORIS)
    assert declined.draw_offer == DrawOffer(Side.WHITE, declined=True)
    assert declined.open_draw_offer is None
    assert refusal_of(lambda: declined.draw_offered(ANNA)) is Refusal.ALREADY_OFFERED
    assert declined.played(ANNA, 0, route("a3:a4")).draw_offered(ANNA).open_draw_offer is Side.WHITE


@pytest.mark.parametrize("answer", [Match.draw_accepted, Match.draw_offered])
def test_a_draw_is_agreed_by_accepting_or_offering_too(
    answer: Callable[[Match, Player], Match],
) -> None:
    match = answer(running().draw_offered(ANNA), BORIS)
    assert match.ending == Ending(None, Decision.AGREED)
    assert match.draw_offer is None


def test_a_rematch_swaps_colours_and_is_for_finished_games() -> None:
    match = running()
    assert refusal_of(lambda: match.rematch_offered(ANNA)) is Refusal.NOT_OVER
    over = match.resigned(ANNA).rematch_offered(ANNA)
    assert refusal_of(lambda: over.rematch_offered(ANNA)) is Refusal.ALREADY_OFFERED
    assert refusal_of(lambda: over.rematch_offered(CARLA)) is Refusal.NOT_A_PLAYER
    assert over.rematch_match().seats == Seats(white=BORIS.id, black=ANNA.id)
    started = replace(over, rematch=8)
    assert refusal_of(lambda: started.rematch_offered(BORIS)) is Refusal.REMATCH_STARTED
