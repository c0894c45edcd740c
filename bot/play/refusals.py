"""Why an action is refused: an ordinary answer, with a sentence for whoever tried it."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.play.match import Match


class Refusal(Enum):
    """Why an action was refused. Each has a sentence in the catalogues: ``refusal.<value>``."""

    NO_SUCH_GAME = "no-such-game"
    NO_SUCH_INVITATION = "no-such-invitation"
    INVITATION_EXPIRED = "invitation-expired"
    NOT_A_PLAYER = "not-a-player"
    NOT_YOUR_TURN = "not-your-turn"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    NOT_AGAINST_AI = "not-against-ai"
    NOT_YOUR_PIECE = "not-your-piece"
    ILLEGAL = "illegal"
    STALE = "stale"
    OVER = "over"
    NOT_OVER = "not-over"
    NOT_STARTED = "not-started"
    NOT_YOUR_CHALLENGE = "not-your-challenge"
    OWN_CHALLENGE = "own-challenge"
    FOR_SOMEBODY_ELSE = "for-somebody-else"
    CHALLENGE_CHANGED = "challenge-changed"
    CHALLENGE_GONE = "challenge-gone"
    ALREADY_OFFERED = "already-offered"
    OFFER_GONE = "offer-gone"
    TIME_LEFT = "time-left"
    OWN_TIME = "own-time"
    NOT_YOUR_ANSWER = "not-your-answer"
    REMATCH_STARTED = "rematch-started"
    REVIEW_UNDER_WAY = "review-under-way"
    MEMBERS_ONLY = "members-only"
    TOPIC_CLOSED = "topic-closed"
    MUTED = "muted"
    ERASED = "erased"
    TOO_MANY_GAMES = "too-many-games"
    OPPONENT_HAS_TOO_MANY = "opponent-has-too-many"


class Refused(Exception):  # noqa: N818 - an ordinary answer, not an error
    """The action is not allowed now; the match stays as it is."""

    def __init__(self, refusal: Refusal, match: Match | None = None) -> None:
        """Takes the reason and the match as it stands."""
        super().__init__(refusal.value)
        self.refusal = refusal
        self.match = match
