"""Taps on buttons: each is decoded, acted on, and answered once, before anything is drawn."""

from __future__ import annotations

import asyncio
import logging

from telegram import CallbackQuery, Message, Update
from telegram.error import TelegramError
from telegram.ext import CallbackQueryHandler

from bot.chat.callbacks import (
    Accept,
    CallbackDataError,
    Choose,
    ConfirmResign,
    KeepPlaying,
    Meaning,
    Pick,
    Press,
    Stop,
    Withdraw,
    decode,
)
from bot.chat.texts import Texts
from bot.chat.toasts import refusal_toast
from bot.delivery.audience import shown_names
from bot.delivery.outcomes import Outcome, classify
from bot.handlers import moves, new_game, offers
from bot.handlers.context import Context, Services, Tap, person_of, personal_texts
from bot.play.match import Refusal, Refused

_log = logging.getLogger(__name__)

# How long a new picture waits for a slow answer to the tap that caused it.
_PATIENCE = 0.25


async def on_tap(update: Update, context: Context) -> None:
    """Acts on a tap and answers it; what has changed is shown afterwards."""
    query = update.callback_query
    assert query is not None
    texts = personal_texts(query.from_user)
    meaning = _decode(query)
    toast: str | None = texts.plain("toast.failed")
    with context.services.boards.held():
        try:
            toast = (
                texts.plain("toast.unknown-button")
                if meaning is None
                else await _act(query, meaning, texts, context.services)
            )
        finally:
            answering = context.application.create_task(_answer(query, toast), update)
            await asyncio.wait([answering], timeout=_PATIENCE)
    if meaning is not None and query.message is not None:
        await _tidy(meaning, query, context.services)


def _decode(query: CallbackQuery) -> Meaning | None:
    if query.message is None or query.data is None:
        return None
    try:
        return decode(query.data)
    except CallbackDataError:
        return None


async def _act(
    query: CallbackQuery, meaning: Meaning, texts: Texts, services: Services
) -> str | None:
    assert query.message is not None
    tap = Tap(
        player=await services.people.meet(person_of(query.from_user)),
        chat=query.message.chat.id,
        texts=texts,
    )
    if not await services.boards.has(meaning.game, tap.chat):
        return texts.plain(f"refusal.{Refusal.NO_SUCH_GAME.value}")
    try:
        return await _deal_with(tap, meaning, services)
    except Refused as refused:
        services.boards.show(meaning.game, tap.chat)
        people = refused.match.people if refused.match is not None else ()
        return refusal_toast(refused, await shown_names(people, services.people), texts)


async def _deal_with(tap: Tap, meaning: Meaning, services: Services) -> str | None:
    match meaning:
        case Pick():
            await moves.pick(tap, meaning, services)
        case Stop():
            await moves.stop(tap, meaning, services)
        case Press():
            return await offers.press(tap, meaning, services)
        case ConfirmResign():
            await offers.confirm_resign(tap, meaning, services)
        case KeepPlaying():
            await offers.keep_playing(tap, meaning, services)
        case Choose():
            await new_game.choose(tap, meaning, services)
        case Accept():
            await new_game.accept(tap, meaning, services)
        case Withdraw():
            await new_game.withdraw(tap, meaning, services)
    return None


async def _answer(query: CallbackQuery, toast: str | None) -> None:
    try:
        await query.answer(toast)
    except TelegramError as error:
        # The tap has had its effect; only its sign is lost.
        level = logging.DEBUG if classify(error).outcome is Outcome.TOO_OLD else logging.INFO
        _log.log(level, "A tap was not answered: %s", error)


async def _tidy(meaning: Meaning, query: CallbackQuery, services: Services) -> None:
    """Leaves one live board: a tapped message that is not it goes, one too old is sent anew."""
    message = query.message
    assert message is not None
    chat, game = message.chat.id, meaning.game
    known = await services.boards.message_of(game, chat)
    if not message.is_accessible:
        services.boards.show_afresh(game, chat)
    elif known is None and isinstance(message, Message) and message.photo:
        await services.boards.adopt(game, chat, message.message_id)
    elif known is not None and known != message.message_id:
        await services.boards.discard(chat, message.message_id)


HANDLERS = [CallbackQueryHandler(on_tap)]
