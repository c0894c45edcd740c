"""Time limits, reminders, and challenges that nobody accepts: everything that happens by itself.

All of it is read from the database whenever the clock ticks, so that a restart changes nothing:
what fell due meanwhile happens once, at the first tick.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.play.live import Live
from bot.play.match import REMINDER_SHARE, SILENCE, Match
from bot.store import games
from bot.store.database import Database

_DAY = 86_400
# How long a challenge stays open (seconds): in a group, and by link.
_OPEN_IN_GROUP = _DAY
_OPEN_BY_LINK = 7 * _DAY


class Clocks:
    """Lets time have its effects on the games."""

    def __init__(
        self,
        database: Database,
        live: Live,
        clock: Callable[[], float],
    ) -> None:
        """Takes the games, and a clock that gives UTC seconds."""
        self._database = database
        self._live = live
        self._clock = clock

    async def tick(self) -> None:
        """Does everything that has fallen due."""
        now = int(self._clock())
        due = await games.to_remind(self._database, now, REMINDER_SHARE)
        await self._live.act_on_each(due, lambda match: match.reminder_due(now))
        late = await games.out_of_time(self._database, now, SILENCE)
        await self._live.act_on_each(late, lambda match: match.time_up(now))
        stale = await games.made_before(self._database, now - _OPEN_IN_GROUP, by_link=False)
        stale += await games.made_before(self._database, now - _OPEN_BY_LINK, by_link=True)
        await self._live.act_on_each(stale, Match.expired)
