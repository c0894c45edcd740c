"""The training, on a few games: it runs, and what it learns goes through the integers unharmed."""

import numpy as np

from bot.ai.networks import network_for
from bot.ai.search import Searcher
from bot.ai.training.fit import Lesson, first_weights, fit, to_network, to_weights
from bot.ai.training.selfplay import Plan, play
from rules import MoveSet, Options, State


def test_games_make_a_network_that_fits_them() -> None:
    options = Options()
    first = first_weights(options, 1)
    positions = play(Plan(options, nodes=60, seconds=0.2, seed=1), to_network(options, first))
    assert set(np.unique(positions["result"])) <= {-1, 0, 1}
    # Many times over, so that the positions kept back are known from the others.
    known = np.tile(positions, 30)
    errors = fit(options, known, first, Lesson(epochs=8, trust=0.5, seed=1))
    assert errors[-1] < errors[0]
    assert isinstance(Searcher(4, to_network(options, first)).evaluate(State.start(options)), int)


def test_weights_survive_the_integers() -> None:
    options = Options()
    network = network_for(9, MoveSet.CLASSIC, True)
    again = to_network(options, to_weights(options, network))
    assert np.abs(again.features - network.features).max() <= 1
    assert np.abs(again.output - network.output).max() <= 1
    assert abs(again.squares - network.squares).max() <= 1 << 4
