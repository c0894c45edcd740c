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
    Deed,
    Fetch,
    GameMeaning,
    Go,
    KeepPlaying,
    Meaning,
    Open,
    Pick,
    Prefer,
    Press,
    Read,
    Speak,
    Stop,
    Withdraw,
    decode,
)
from bot.chat.texts import language_of, texts_for
from bot.chat.toasts import refusal_toast
from bot.delivery.gate import held
from bot.delivery.outcomes import Outcome, classify
from bot.handlers import (
    against_ai,
    games,
    moves,
    new_game,
    offers,
    preferences,
    reading,
    speaking,
)
from bot.handlers.context import Context, Services, Tap, person_of
from bot.play.match import Refusal, Refused

_log = logging.getLogger(__name__)

# How long a new picture waits for a slow answer to the tap that caused it.
_PATIENCE = 0.25


async def on_tap(update: Update, context: Context) -> None:
    """Acts on a tap and answers it; what has changed is shown afterwards."""
    query = update.callback_query
    assert query is not None
    meaning = _decode(query)
    toast: str | None = texts_for(language_of(query.from_user.language_code)).plain("toast.failed")
    with held():
        try:
            toast = await _act(query, meaning, context)
        finally:
            answering = context.application.create_task(_answer(query, toast), update)
            await asyncio.wait([answering], timeout=_PATIENCE)
    if isinstance(meaning, GameMeaning) and query.message is not None:
        await _tidy(meaning, query, context.services)


def _decode(query: CallbackQuery) -> Meaning | None:
    if query.message is None or query.data is None:
        return None
    try:
        return decode(query.data)
    except CallbackDataError:
        return None


async def _act(query: CallbackQuery, meaning: Meaning | None, context: Context) -> str | None:
    services, message = context.services, query.message
    player = await services.people.meet(person_of(query.from_user))
    chat = message.chat.id if message is not None else player.id
    tap = Tap(player, chat, await services.audience.personal_texts(player.id, chat))
    try:
        return await _dispatch(tap, meaning, query, context)
    except Refused as refused:
        people = refused.match.people if refused.match is not None else ()
        return refusal_toast(refused, await services.audience.names(people), tap.texts)


async def _dispatch(
    tap: Tap, meaning: Meaning | None, query: CallbackQuery, context: Context
) -> str | None:
    services, message = context.services, query.message
    match meaning:
        case Open(booklet) if message is not None:
            await reading.open_booklet(tap, booklet, services)
            return None
        case Read() if message is not None:
            await reading.turn_page(tap, meaning, message, services)
            return None
        case Speak(language) if message is not None:
            return await speaking.choose(tap, language, message, context)
        case Prefer() if message is not None:
            return await preferences.choose(tap, meaning, message, context)
        case Fetch() if message is not None:
            await games.fetch(tap, meaning, services)
            return None
        case None | Open() | Read() | Speak() | Prefer() | Fetch():
            return tap.texts.plain("toast.unknown-button")
        case _:
            return await _act_on_game(tap, meaning, context)


async def _act_on_game(tap: Tap, meaning: GameMeaning, context: Context) -> str | None:
    services = context.services
    if not await services.boards.has(meaning.game, tap.chat):
        raise Refused(Refusal.NO_SUCH_GAME)
    try:
        return await _deal_with(tap, meaning, context)
    except Refused:
        services.boards.show(meaning.game, tap.chat)
        raise


async def _deal_with(tap: Tap, meaning: GameMeaning, context: Context) -> str | None:
    services = context.services
    match meaning:
        case Pick():
            await moves.pick(tap, meaning, services)
        case Go():
            await moves.go(tap, meaning, services)
        case Stop():
            await moves.stop(tap, meaning, services)
        case Press(_, _, Deed.CALL_OFF):
            await offers.call_off(tap, meaning, context)
        case Press(_, _, Deed.TAKE_BACK):
            await against_ai.take_back(tap, meaning, services)
        case Press(_, _, Deed.HINT):
            return await against_ai.hint(tap, meaning, services)
        case Press(_, _, Deed.NEXT_LEVEL):
            await against_ai.next_level(tap, meaning, services)
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


async def _tidy(meaning: GameMeaning, query: CallbackQuery, services: Services) -> None:
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
