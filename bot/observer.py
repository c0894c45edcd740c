"""What there is to know of the bot at work, for whoever counts it."""

from __future__ import annotations


class Observer:
    """Is told what happens, and takes no notice; one that does overrides these methods.

    They are called on the event loop and must be quick.
    """

    def update_arrived(self, kind: str, query: str | None) -> None:
        """An update has come; ``query`` is the callback query's id if it is a tap."""

    def request_ended(self, method: str, outcome: str, query: str | None) -> None:
        """A Bot API request is over.

        The outcome is ``ok``, an HTTP status such as ``429``, ``timeout`` or ``broken``. ``query``
        is the callback query that was answered.
        """

    def frame_shown(self) -> None:
        """A board message was sent or edited."""

    def question_asked(self) -> None:
        """The AI was asked for a move, a hint or a judgement."""

    def question_answered(self, seconds: float) -> None:
        """The AI has answered, or need not any more, so long after it was asked."""
