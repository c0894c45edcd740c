"""Where nothing can be sent now: to people who blocked the bot, to groups that removed it.

It is found out once, by an error or since Telegram tells, and nothing is tried again before
something comes from there. It is kept as long as games wait for it, so there are never more such
places than games. In groups the games are paused meanwhile, their clocks too; a person who cannot
be reached loses no time by that, and gains none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.play.live import Live
from bot.play.match import Match, Phase
from bot.play.seats import Player
from bot.store import games
from bot.store import silences as store
from bot.store.database import Database
from bot.store.silences import GENERAL, WHOLE_CHAT, Hindrance, SilenceRecord

# Seconds after which it is worth while to try again where the bot might not write.
_PATIENCE = 60


class Reach:
    """Remembers where nothing can be sent."""

    def __init__(self, database: Database, live: Live, clock: Callable[[], float]) -> None:
        """Takes the store, the games, and a clock that gives UTC seconds."""
        self._database = database
        self._live = live
        self._clock = clock
        self._silences: dict[tuple[int, int], SilenceRecord] = {}
        self._listeners: list[Callable[[Player], None]] = []

    def subscribe(self, listener: Callable[[Player], None]) -> None:
        """Has the listener called with everybody who cannot be reached any more, or can again."""
        self._listeners.append(listener)

    async def load(self) -> None:
        """Reads what is stored: after a start, or when a group has got another id."""
        self._silences.clear()
        for silence in await store.load_silences(self._database):
            self._silences[silence.chat, silence.topic] = silence

    def hindrance(self, chat: int, topic: int | None = None) -> Hindrance | None:
        """Returns why nothing can be sent to a chat or a topic of it, None if it can."""
        whole = self._silences.get((chat, WHOLE_CHAT))
        silence = whole or self._silences.get((chat, topic or GENERAL))
        return None if silence is None else silence.why

    def unreached(self, people: Iterable[int]) -> frozenset[int]:
        """Returns those to whose private chats nothing can be sent; these have the people's ids."""
        return frozenset(person for person in people if (person, WHOLE_CHAT) in self._silences)

    def may_be_tried(self, chat: int) -> bool:
        """Whether something that comes from a chat is a reason to try sending there again."""
        silence = self._silences.get((chat, WHOLE_CHAT))
        if silence is None:
            return False
        return silence.why is Hindrance.GONE or self._clock() - silence.since >= _PATIENCE

    async def lost(self, chat: int, why: Hindrance, topic: int | None = None) -> None:
        """Nothing can be sent there from now on."""
        place = topic or GENERAL if why is Hindrance.CLOSED else WHOLE_CHAT
        silence = SilenceRecord(chat, place, why, int(self._clock()))
        known = self._silences.get((chat, place))
        if known is not None and known.why is why:
            return
        self._silences[chat, place] = silence
        async with self._database.transaction() as transaction:
            store.save_silence(transaction, silence)
        self._tell(chat)

    async def regained(self, chat: int, topic: int | None = None) -> Hindrance | None:
        """Something can be sent there again, or is to be tried. Returns what had hindered it.

        Without a topic the whole chat is meant. The clocks of its games go on.
        """
        silence = self._silences.pop((chat, WHOLE_CHAT if topic is None else topic), None)
        if silence is None:
            return None
        if chat < 0:
            # Before the silence is forgotten, since it is what holds the clocks.
            now = int(self._clock())
            paused = await games.running_at(self._database, chat, silence.topic)
            await self._live.act_on_each(paused, lambda match: _resumed(match, silence.since, now))
        async with self._database.transaction() as transaction:
            store.remove_silence(transaction, silence.chat, silence.topic)
        self._tell(chat)
        return silence.why

    async def tidy(self) -> None:
        """Forgets the places where no game waits: an error tells again, should one begin there."""
        if not self._silences:
            return
        before = dict(self._silences)
        async with self._database.transaction() as transaction:
            idle = await store.remove_idle_silences(transaction)
        for place in idle:
            # It may have been lost anew meanwhile.
            if self._silences.get(place) is before.get(place):
                self._silences.pop(place, None)

    def _tell(self, chat: int) -> None:
        if chat > 0:
            for listener in self._listeners:
                listener(Player(chat))


def _resumed(match: Match, paused: int, now: int) -> Match:
    """Returns the game with the time added to its turn for which it has been paused."""
    if match.phase is not Phase.RUNNING or match.overdue:
        return match
    return replace(match, since=match.since + now - max(match.since, paused))
