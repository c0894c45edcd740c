"""The people whom the bot has met."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.play.seats import Player
from bot.recent import Recent
from bot.store import people
from bot.store.database import Database
from bot.store.people import PersonRecord

_KEPT = 5_000


class People:
    """Remembers people as last seen; writes only when something about them has changed."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        """Takes the store, and a clock in seconds."""
        self._database = database
        self._clock = clock
        self._started = clock()
        self._seen: Recent[int, PersonRecord] = Recent(_KEPT)
        self._seen_at: Recent[int, float] = Recent(_KEPT)
        self._erased = 0
        self._listeners: list[Callable[[Player], None]] = []

    def subscribe(self, listener: Callable[[Player], None]) -> None:
        """Has the listener called with everybody who has got another name."""
        self._listeners.append(listener)

    async def meet(self, person: PersonRecord) -> Player:
        """Remembers a person as now seen and returns who acts."""
        self._seen_at.put(person.id, self._clock())
        player = Player(person.id, person.username)
        before = (await self.known([person.id])).get(person.id)
        if before != person:
            await self._save(person)
        if before is not None and before.name != person.name:
            for listener in self._listeners:
                listener(player)
        return player

    def unseen_for(self, person: int) -> float:
        """Returns for how many seconds nothing has come from a person, as far as this run knows."""
        return self._clock() - (self._seen_at.get(person) or self._started)

    def forget(self, player: Player) -> None:
        """Keeps nothing of a person who was erased."""
        self._erased += 1
        self._seen.drop(player.id)
        self._seen_at.drop(player.id)

    async def known(self, ids: Iterable[int]) -> dict[int, PersonRecord]:
        """Returns the people with these ids; whoever was never met is missing."""
        found, missing = {}, set()
        for id_ in ids:
            if (person := self._seen.get(id_)) is not None:
                found[id_] = person
            else:
                missing.add(id_)
        if missing:
            erased = self._erased
            loaded = await people.load_people(self._database, missing)
            found |= loaded
            # Somebody who was erased while they were read must not be remembered.
            if erased == self._erased:
                for id_, person in loaded.items():
                    self._seen.put(id_, person)
        return found

    async def by_username(self, username: str) -> PersonRecord | None:
        """Returns who was last seen with a username."""
        return await people.person_by_username(self._database, username)

    async def _save(self, person: PersonRecord) -> None:
        try:
            async with self._database.transaction() as transaction:
                people.save_person(transaction, person)
                # At once: whoever has the person erased after that has this forgotten, too.
                self._seen.put(person.id, person)
        except BaseException:
            self._seen.drop(person.id)
            raise
