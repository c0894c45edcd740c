"""Pictures that are shown again and again: each is uploaded once, then sent by its file id."""

from __future__ import annotations

import asyncio
import hashlib

from telegram import Message
from telegram.ext import ExtBot

from bot.chat.diagrams import Diagram
from bot.store.database import Database
from bot.store.pictures import drop_file_id, load_file_id, save_file_id
from render import THEMES, draw_boards


class Pictures:
    """Knows which drawings Telegram has already.

    A drawing is known by its bytes, so that another release with other drawings uploads its own.
    """

    def __init__(self, database: Database, bot: ExtBot[int]) -> None:
        """Takes the store, and the bot whose uploads count: file ids are good for one bot."""
        self._database = database
        self._bot = bot
        self._digests: dict[Diagram, str] = {}

    async def find(self, diagram: Diagram) -> str | bytes:
        """Returns what to send: a file id, or the drawing itself if Telegram lacks it."""
        drawing = None
        if diagram not in self._digests:
            drawing = await _draw(diagram)
            self._digests[diagram] = hashlib.sha256(drawing).hexdigest()
        file_id = await load_file_id(self._database, self._bot.id, self._digests[diagram])
        return file_id or drawing or await _draw(diagram)

    async def uploaded(self, diagram: Diagram, message: Message) -> None:
        """Remembers what Telegram calls the drawing that it just got with this message."""
        async with self._database.transaction() as transaction:
            await save_file_id(
                transaction, self._bot.id, self._digests[diagram], message.photo[-1].file_id
            )

    async def lost(self, diagram: Diagram) -> None:
        """Forgets what Telegram called the drawing: it does not know that name any more."""
        async with self._database.transaction() as transaction:
            await drop_file_id(transaction, self._bot.id, self._digests[diagram])


async def _draw(diagram: Diagram) -> bytes:
    return await asyncio.to_thread(draw_boards, diagram, THEMES["wood"])
