"""The people whom the bot has met."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from bot.play.match import Player
from bot.store import people
from bot.store.database import Database
from bot.store.people import PersonRecord

_KEPT = 5_000


class People:
    """Remembers people as last seen; writes only when something about them has changed."""

    def __init__(self, database: Database) -> None:
        """Takes the store."""
        self._database = database
        self._seen: OrderedDict[int, PersonRecord] = OrderedDict()

    async def meet(self, person: PersonRecord) -> Player:
        """Remembers a person as now seen and returns who acts."""
        if self._seen.get(person.id) != person:
            async with self._database.transaction() as transaction:
                await people.save_person(transaction, person)
            self._keep(person)
        return Player(person.id, person.username)

    async def known(self, ids: Iterable[int]) -> dict[int, PersonRecord]:
        """Returns the people with these ids; whoever was never met is missing."""
        wanted = set(ids)
        missing = wanted - self._seen.keys()
        if missing:
            for person in (await people.load_people(self._database, missing)).values():
                self._keep(person)
        return {id_: self._seen[id_] for id_ in wanted & self._seen.keys()}

    async def by_username(self, username: str) -> PersonRecord | None:
        """Returns who was last seen with a username."""
        return await people.person_by_username(self._database, username)

    def _keep(self, person: PersonRecord) -> None:
        self._seen[person.id] = person
        self._seen.move_to_end(person.id)
        if len(self._seen) > _KEPT:
            self._seen.popitem(last=False)
