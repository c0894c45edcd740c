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

    async def meet(self, person: PersonRecord) -> Player:
        """Remembers a person as now seen and returns who acts."""
        self._seen_at.put(person.id, self._clock())
        if self._seen.get(person.id) != person:
            async with self._database.transaction() as transaction:
                await people.save_person(transaction, person)
            self._seen.put(person.id, person)
        return Player(person.id, person.username)

    def unseen_for(self, person: int) -> float:
        """Returns for how many seconds nothing has come from a person, as far as this run knows."""
        return self._clock() - (self._seen_at.get(person) or self._started)

    def forget(self, player: Player) -> None:
        """Keeps nothing of a person who was erased."""
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
            for id_, person in (await people.load_people(self._database, missing)).items():
                self._seen.put(id_, person)
                found[id_] = person
        return found

    async def by_username(self, username: str) -> PersonRecord | None:
        """Returns who was last seen with a username."""
        return await people.person_by_username(self._database, username)
