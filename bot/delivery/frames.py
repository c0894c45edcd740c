"""Puts what a board is to show into its message."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from telegram import InputMediaPhoto, Message
from telegram.error import BadRequest
from telegram.ext import ExtBot

from bot.chat.screens import Screen, text_board
from bot.delivery.outcomes import Outcome, classify
from bot.store.boards import BoardKind, BoardRecord
from render import THEMES, BoardView, draw_board


async def send_frame(bot: ExtBot[int], board: BoardRecord, screen: Screen) -> Message:
    """Sends a board as a new message, of its kind and in its topic.

    :raises telegram.error.TelegramError:
    """
    if board.kind is BoardKind.TEXT:
        return await bot.send_message(
            board.chat,
            _text(screen),
            message_thread_id=board.thread,
            reply_markup=screen.keyboard,
        )
    return await bot.send_photo(
        board.chat,
        await picture_of(screen.view, screen.theme),
        caption=screen.caption,
        message_thread_id=board.thread,
        reply_markup=screen.keyboard,
        filename="board.png",
    )


async def edit_frame(
    bot: ExtBot[int], board: BoardRecord, message: int, screen: Screen, shown: Screen | None
) -> bool:
    """Edits the message of a board, which shows ``shown`` if that is known.

    Returns whether there was anything to edit.

    :raises telegram.error.TelegramError:
    """
    if shown == screen:
        return False
    try:
        await _change(bot, board, message, screen, shown)
    except BadRequest as error:
        if classify(error).outcome is not Outcome.AS_WANTED:
            raise
    return True


async def picture_of(view: BoardView, theme: str) -> bytes:
    """Draws a board in a thread of its own. Returns a PNG."""
    return await asyncio.to_thread(draw_board, view, THEMES[theme])


async def _change(
    bot: ExtBot[int], board: BoardRecord, message: int, screen: Screen, shown: Screen | None
) -> None:
    if shown is not None and replace(shown, keyboard=screen.keyboard) == screen:
        await bot.edit_message_reply_markup(board.chat, message, reply_markup=screen.keyboard)
    elif board.kind is BoardKind.TEXT:
        await bot.edit_message_text(
            _text(screen), board.chat, message, reply_markup=screen.keyboard
        )
    elif shown is not None and (shown.view, shown.theme) == (screen.view, screen.theme):
        await bot.edit_message_caption(
            board.chat, message, caption=screen.caption, reply_markup=screen.keyboard
        )
    else:
        picture = await picture_of(screen.view, screen.theme)
        media = InputMediaPhoto(picture, caption=screen.caption, filename="board.png")
        await bot.edit_message_media(media, board.chat, message, reply_markup=screen.keyboard)


def _text(screen: Screen) -> str:
    return f"{text_board(screen.view)}\n{screen.caption}"
