"""Inline mode: what people ask the bot in any chat, and the results that it offers them."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from bot.local.entities import Formatted
from bot.local.queries import Queries, Query
from bot.local.records import Chat, Keyboard, Person

_REMEMBERED = 200


@dataclass(frozen=True, slots=True)
class InlineResult:
    """An article that the bot offers: how the list shows it, and the message that it becomes."""

    id: str
    title: str
    description: str
    message: Formatted
    keyboard: Keyboard = ()


@dataclass(frozen=True, slots=True)
class InlineButton:
    """The button above the results, which leads into the bot's private chat."""

    text: str
    start_parameter: str


@dataclass(frozen=True, slots=True)
class InlineAnswer:
    """What the bot offers. `cache_time` is in seconds; `next_offset` is empty at the end."""

    results: tuple[InlineResult, ...] = field(default=())
    button: InlineButton | None = None
    next_offset: str = ""
    cache_time: int = 300
    is_personal: bool = False

    def result(self, wanted: str) -> InlineResult:
        """Return the result with this title or id; LookupError names those that are there."""
        for result in self.results:
            if wanted in (result.title, result.id):
                return result
        raise LookupError(f"no result {wanted!r} among {[each.title for each in self.results]}")


class InlineQuery(Query[InlineAnswer]):
    """What a person typed after the bot's name in a chat."""

    def __init__(
        self,
        person: Person,
        chat: Chat,
        text: str,
        offset: str,
        query_id: str,
        opened: float,
        wait: float,
    ) -> None:
        super().__init__(query_id, opened, wait)
        self.person = person
        self.chat = chat
        self.text = text
        self.offset = offset


class InlineMode:
    """The inline queries: those that wait, the latest ones, and the answers that are cached.

    As on Telegram an answer serves everybody who types the same for `cache_time` seconds, or only
    the same person if it is personal.
    """

    def __init__(self, clock: Callable[[], float], lifetime: float) -> None:
        self._clock = clock
        self._waiting: Queries[InlineQuery] = Queries(clock, lifetime)
        self._asked: OrderedDict[str, InlineQuery] = OrderedDict()
        self._cache: dict[tuple[int, str, str], tuple[float, InlineAnswer]] = {}

    @property
    def lifetime(self) -> float:
        """Return for how many seconds a query may be answered."""
        return self._waiting.lifetime

    def ask(self, person: Person, chat: Chat, text: str, offset: str) -> InlineQuery:
        """Begin a query; it is answered at once if the cache has its answer."""
        query = self._waiting.open(person.id, partial(InlineQuery, person, chat, text, offset))
        self._asked[query.query_id] = query
        if len(self._asked) > _REMEMBERED:
            self._asked.popitem(last=False)
        cached = self._cached(query)
        if cached is not None:
            self._waiting.take(query.query_id).resolve(cached)
        return query

    def answer(self, query_id: str, answer: InlineAnswer) -> None:
        """Answer a query; raises ApiError when it was answered before, or is too old."""
        query = self._waiting.take(query_id)
        owner = query.person.id if answer.is_personal else 0
        self._cache[owner, query.text, query.offset] = (self._clock() + answer.cache_time, answer)
        query.resolve(answer)

    def asked(self, query_id: str) -> InlineQuery | None:
        """Return one of the latest queries."""
        return self._asked.get(query_id)

    def close(self) -> None:
        """End all waits without an answer."""
        self._waiting.close()

    def _cached(self, query: InlineQuery) -> InlineAnswer | None:
        for owner in (query.person.id, 0):
            until, answer = self._cache.get((owner, query.text, query.offset), (0.0, None))
            if until > self._clock():
                return answer
        return None
