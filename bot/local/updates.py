"""The updates that wait for the bot: long polling, and the settings of a webhook."""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bot.local.errors import conflict

KINDS = (
    "message",
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "inline_query",
    "chosen_inline_result",
    "callback_query",
    "my_chat_member",
    "chat_member",
)
DEFAULT_KINDS = frozenset(KINDS) - {"chat_member"}
MESSAGE_LIFETIME = 24 * 3600.0
CALLBACK_LIFETIME = 150.0

_TERMINATED = (
    "terminated by other getUpdates request; make sure that only one bot instance is running"
)
_WEBHOOK_ACTIVE = (
    "can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)


@dataclass(frozen=True, slots=True)
class Update:
    """An update as JSON, and the time after which nobody may have it any more."""

    id: int
    body: str
    expires: float


@dataclass(slots=True)
class Webhook:
    """Where updates are posted to, and what became of the latest attempt."""

    url: str
    secret_token: str = ""
    max_connections: int = 40
    last_error_date: int = 0
    last_error: str = ""


class Updates:
    """The queue of updates.

    `added` and `confirmed` are told of what comes and goes, `waited` when a poll begins or ends
    to wait.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        added: Callable[[Update], None],
        confirmed: Callable[[int], None],
        waited: Callable[[], None],
    ) -> None:
        self._clock = clock
        self._added = added
        self._confirmed = confirmed
        self._waited = waited
        self.pending: deque[Update] = deque()
        self._stray: deque[Update] = deque()
        self.next_id = 100_000_001
        self.allowed = DEFAULT_KINDS
        self.webhook: Webhook | None = None
        self._waiting: asyncio.Future[None] | None = None
        self._arrival: asyncio.Future[None] | None = None

    @property
    def waiting(self) -> bool:
        """Tell whether a poll waits for an update."""
        return self._waiting is not None

    def add(self, kind: str, content: dict[str, Any], lifetime: float = MESSAGE_LIFETIME) -> None:
        """Queue an update, unless the bot did not ask for its kind."""
        if kind not in self.allowed:
            return
        body = json.dumps(
            {"update_id": self.next_id, kind: content}, ensure_ascii=False, separators=(",", ":")
        )
        update = Update(self.next_id, body, self._clock() + lifetime)
        self.next_id += 1
        self.pending.append(update)
        self._added(update)
        self._wake()

    def allow(self, kinds: list[str] | None) -> None:
        """Set which kinds the bot wants from now on: None leaves them, [] means the default."""
        if kinds is not None:
            self.allowed = frozenset(kinds) & frozenset(KINDS) if kinds else DEFAULT_KINDS

    async def poll(self, offset: int, limit: int, seconds: float) -> list[Update]:
        """Return the first updates from offset on, after waiting for one up to `seconds`.

        Earlier updates are forgotten. Raises ApiError 409 while a webhook is set, and to the
        poll that waits when another begins to wait.
        """
        if self.webhook is not None:
            raise conflict(_WEBHOOK_ACTIVE)
        self._forget(offset)
        if not self.first() and not self._stray and seconds > 0:
            self.end_poll(_TERMINATED)
            self._waiting = asyncio.get_running_loop().create_future()
            waiting = self._waiting
            self._waited()
            await asyncio.wait([waiting], timeout=seconds)
            if self._waiting is waiting:
                self._waiting = None
            if waiting.done():
                waiting.result()
        now = self._clock()
        alive = (update for update in self.pending if update.expires > now)
        stray = [self._stray.popleft() for _ in range(min(limit, len(self._stray)))]
        return stray + list(islice(alive, limit - len(stray)))

    def repeat(self, update: Update) -> None:
        """Send an update again, whether or not the bot has confirmed it."""
        self._stray.append(update)
        self._wake()

    def end_poll(self, reason: str = "") -> None:
        """End the poll that waits, with a conflict when a reason is given."""
        waiting, self._waiting = self._waiting, None
        if waiting is None or waiting.done():
            return
        if reason:
            waiting.set_exception(conflict(reason))
        else:
            waiting.set_result(None)
        self._waited()

    def first(self) -> Update | None:
        """Return the oldest update that has not expired."""
        now = self._clock()
        while self.pending and self.pending[0].expires <= now:
            self.confirm(self.pending[0].id)
        return self.pending[0] if self.pending else None

    def confirm(self, update_id: int) -> None:
        """Forget this update and all before it."""
        before = len(self.pending)
        while self.pending and self.pending[0].id <= update_id:
            self.pending.popleft()
        if len(self.pending) < before:
            self._confirmed(update_id)

    def drop_all(self) -> None:
        """Forget all pending updates."""
        self.confirm(self.next_id - 1)

    def set_webhook(self, webhook: Webhook | None) -> None:
        """Deliver updates to a webhook from now on, or by long polling again."""
        if webhook is not None:
            self.end_poll("terminated by setWebhook request")
        self.webhook = webhook
        self._wake()

    async def arrival(self) -> None:
        """Wait until an update is added or the webhook changes."""
        if self._arrival is None or self._arrival.done():
            self._arrival = asyncio.get_running_loop().create_future()
        await self._arrival

    def _forget(self, offset: int) -> None:
        if offset < 0:
            kept = len(self.pending) + offset
            if kept > 0:
                self.confirm(self.pending[kept - 1].id)
        elif offset > 0:
            self.confirm(offset - 1)

    def _wake(self) -> None:
        for future in (self._waiting, self._arrival):
            if future is not None and not future.done():
                future.set_result(None)
