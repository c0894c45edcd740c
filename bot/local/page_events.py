"""The chat page's server-sent events."""

import asyncio
import json
from typing import Any

from bot.local.page_shapes import (
    bot_view,
    chats_view,
    commands_view,
    message_view,
    people_view,
    snapshot,
)
from bot.local.records import Chat, Message
from bot.local.watching import Watcher
from bot.local.world import World

_MAX_WAITING = 2000

Stream = asyncio.Queue[bytes | None]


class PageEvents(Watcher):
    """Turns changes into events for the pages that are open, and does nothing while none is.

    A stream ends with None: at the server's end, or when its page is too slow to follow. A page
    that connects again begins with a new snapshot.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._streams: list[Stream] = []
        self._count = 0

    def open(self) -> Stream:
        """Begin a stream of encoded events, with the snapshot as the first."""
        if not self._streams:
            self._world.watch(self)
        stream: Stream = asyncio.Queue()
        stream.put_nowait(self._encode("snapshot", snapshot(self._world)))
        self._streams.append(stream)
        return stream

    def close(self, stream: Stream) -> None:
        """End a stream."""
        if stream in self._streams:
            self._streams.remove(stream)
            if not self._streams:
                self._world.unwatch(self)

    def close_all(self) -> None:
        """Tell all pages that the server stops."""
        self._send("gone", {})
        for stream in list(self._streams):
            stream.put_nowait(None)
            self.close(stream)

    def message_changed(self, message: Message) -> None:
        """Show a message that is new or changed."""
        self._send("message", message_view(self._world, message))

    def message_deleted(self, message: Message) -> None:
        """Take a message away."""
        self._send("deleted", {"chat_id": message.chat.id, "message_id": message.id})

    def people_changed(self) -> None:
        """Show new or changed people."""
        self._send("people", people_view(self._world))

    def chat_changed(self, chat: Chat) -> None:  # noqa: ARG002 - the page takes all chats at once
        """Show a new or changed chat."""
        self._send("chats", chats_view(self._world))

    def bot_changed(self) -> None:
        """Show the bot's new texts."""
        self._send("bot", bot_view(self._world))

    def commands_changed(self) -> None:
        """Show a new commands menu."""
        self._send("commands", commands_view(self._world))

    def bot_typing(self, chat: Chat) -> None:
        """Show that the bot is about to send something."""
        self._send("typing", {"chat_id": chat.id})

    def _send(self, event: str, data: Any) -> None:
        encoded = self._encode(event, data)
        for stream in list(self._streams):
            stream.put_nowait(encoded)
            if stream.qsize() > _MAX_WAITING:
                stream.put_nowait(None)
                self.close(stream)

    def _encode(self, event: str, data: Any) -> bytes:
        self._count += 1
        body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        return f"id: {self._count}\nevent: {event}\ndata: {body}\n\n".encode()
