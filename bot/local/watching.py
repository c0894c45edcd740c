"""Who is told when the world changes: the archive, the page, and tests that wait."""

import asyncio
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from bot.local.records import Chat, Message, StoredFile
from bot.local.updates import Update

_Subject = ParamSpec("_Subject")


class Watcher:
    """Is told of every change. A subclass takes what it needs."""

    def message_changed(self, message: Message) -> None:
        """Hear of a message that is new or changed."""

    def message_deleted(self, message: Message) -> None:
        """Hear of a message that is gone."""

    def people_changed(self) -> None:
        """Hear of people who are new, renamed or speak another language."""

    def chat_changed(self, chat: Chat) -> None:
        """Hear of a chat that is new, or whose members, rights or topics changed."""

    def bot_changed(self) -> None:
        """Hear of new names or texts of the bot."""

    def commands_changed(self) -> None:
        """Hear of a new commands menu."""

    def bot_typing(self, chat: Chat) -> None:
        """Hear that the bot is about to send something."""

    def updates_changed(self) -> None:
        """Hear of another webhook, or other kinds of updates that the bot wants."""

    def update_added(self, update: Update) -> None:
        """Hear of an update that waits for the bot."""

    def updates_confirmed(self, update_id: int) -> None:
        """Hear that the bot has had this update and all before it."""

    def file_dropped(self, file: StoredFile) -> None:
        """Hear of a file that is no longer kept."""


class Watched:
    """Something whose changes others can watch or wait for."""

    def __init__(self) -> None:
        self._watchers: tuple[Watcher, ...] = ()
        self._change: asyncio.Future[None] | None = None

    @property
    def watched(self) -> bool:
        """Tell whether anybody watches."""
        return bool(self._watchers)

    def watch(self, watcher: Watcher) -> None:
        """Tell the watcher of every change from now on."""
        self._watchers = (*self._watchers, watcher)

    def unwatch(self, watcher: Watcher) -> None:
        """Tell the watcher no more."""
        self._watchers = tuple(other for other in self._watchers if other is not watcher)
        self.stir()

    def tell(
        self,
        event: Callable[Concatenate[Watcher, _Subject], None],
        *subject: _Subject.args,
        **details: _Subject.kwargs,
    ) -> None:
        """Tell all watchers of an event, named by the method of Watcher that hears of it."""
        for watcher in self._watchers:
            getattr(watcher, event.__name__)(*subject, **details)
        self.stir()

    def stir(self) -> None:
        """Let those who wait in until() try their conditions again."""
        if self._change is not None and not self._change.done():
            self._change.set_result(None)

    async def until(self, condition: Callable[[], bool], seconds: float = 5.0) -> None:
        """Wait until the condition holds; it is tried after every change and every request.

        Raises TimeoutError after this many seconds.
        """
        async with asyncio.timeout(seconds):
            while not condition():
                if self._change is None or self._change.done():
                    self._change = asyncio.get_running_loop().create_future()
                await asyncio.shield(self._change)
