"""What can be wrong with a request to the rules."""


class RulesError(ValueError):
    """Base of everything that the rules refuse."""


class OptionsError(RulesError):
    """The options name no variant of the game."""


class NotationError(RulesError):
    """The text does not say what it should."""


class IllegalMoveError(RulesError):
    """The turn is well formed and not allowed in this position."""


class GameOverError(RulesError):
    """A turn was asked for after the end of the game."""
