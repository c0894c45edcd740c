"""Pictures that are shown again and again: each is uploaded once, then sent by its file id."""

from __future__ import annotations

import asyncio
import hashlib

from telegram import Message
from telegram.ext import ExtBot

from bot.chat.diagrams import Picture
from bot.recent import Recent
from bot.store.database import Database
from bot.store.pictures import drop_file_id, load_file_id, save_file_id
from render import THEMES, Graph, draw_boards, draw_graph

_KEPT = 2_000


class Pictures:
    """Knows which drawings Telegram has already.

    A drawing is known by its bytes, so that another release with other drawings uploads its own.
    """

    def __init__(self, database: Database, bot: ExtBot[int]) -> None:
        """Takes the store, and the bot whose uploads count: file ids are good for one bot."""
        self._database = database
        self._bot = bot
        self._digests: Recent[Picture, str] = Recent(_KEPT)

    async def find(self, picture: Picture) -> str | bytes:
        """Returns what to send: a file id, or the drawing itself if Telegram lacks it."""
        drawing, digest = None, self._digests.get(picture)
        if digest is None:
            drawing = await _draw(picture)
            digest = hashlib.sha256(drawing).hexdigest()
            self._digests.put(picture, digest)
        file_id = await load_file_id(self._database, self._bot.id, digest)
        return file_id or drawing or await _draw(picture)

    async def uploaded(self, picture: Picture, message: Message) -> None:
        """Remembers what Telegram calls the drawing that it just got with this message."""
        if (digest := self._digests.get(picture)) is None:
            return
        async with self._database.transaction() as transaction:
            save_file_id(transaction, self._bot.id, digest, message.photo[-1].file_id)

    async def lost(self, picture: Picture) -> None:
        """Forgets what Telegram called the drawing: it does not know that name any more."""
        if (digest := self._digests.get(picture)) is None:
            return
        async with self._database.transaction() as transaction:
            drop_file_id(transaction, self._bot.id, digest)


async def _draw(picture: Picture) -> bytes:
    theme = THEMES[picture.theme]
    if isinstance(picture.shown, Graph):
        return await asyncio.to_thread(draw_graph, picture.shown, theme)
    return await asyncio.to_thread(draw_boards, picture.shown, theme)
