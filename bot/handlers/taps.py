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
    EraseMe,
    Fetch,
    GameMeaning,
    Go,
    Join,
    KeepMe,
    KeepPlaying,
    Leaf,
    Meaning,
    Open,
    Pick,
    Prefer,
    Press,
    Read,
    ReplayFile,
    Resume,
    Retract,
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
    exporting,
    games,
    inline,
    membership,
    moves,
    new_game,
    offers,
    preferences,
    privacy,
    reading,
    reviewing,
    speaking,
)
from bot.handlers.context import Context, Services, Tap, person_of
from bot.handlers.limits import Activity, Verdict
from bot.play.refusals import Refusal, Refused
from bot.receiving.reading import offered_data
from bot.store.exports import ExportKind
from bot.store.silences import Hindrance

_log = logging.getLogger(__name__)

# How long a new picture waits for a slow answer to the tap that caused it.
_PATIENCE = 0.25


async def on_tap(update: Update, context: Context) -> None:
    """Acts on a tap and answers it; what has changed is shown afterwards."""
    query = update.callback_query
    assert query is not None
    texts = texts_for(language_of(query.from_user.language_code))
    verdict = context.services.limits.ask(Activity.TAP, query.from_user.id)
    if verdict is not Verdict.GRANTED:
        why = texts.plain("toast.too-fast") if verdict is Verdict.EXPLAINED else None
        context.application.create_task(_answer(query, why), update)
        return
    meaning = _meaning_of(query.data)
    toast: str | None = texts.plain("toast.failed")
    with held():
        try:
            toast = await _act(query, meaning, context)
        finally:
            answering = context.application.create_task(_answer(query, toast), update)
            await asyncio.wait([answering], timeout=_PATIENCE)
    if isinstance(meaning, GameMeaning) and query.message is not None:
        await _tidy(meaning, query, context.services)


def _meaning_of(data: object) -> Meaning | None:
    try:
        return decode(data) if isinstance(data, str) else None
    except CallbackDataError:
        return None


def _is_offered(meaning: Meaning, query: CallbackQuery) -> bool:
    """Whether the message that was tapped has such a button.

    Clients can send data that no button has: a board must not turn into a page of the rulebook.
    Messages that are too old don't show their buttons; only in private they are trusted.
    """
    message = query.message
    if not isinstance(message, Message) or not message.is_accessible:
        return message is not None and message.chat.id == query.from_user.id
    offered = map(_meaning_of, offered_data(message))
    return any(type(each) is type(meaning) for each in offered)


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
    if isinstance(meaning, Retract):
        # The ticket is signed: it counts under whatever message it is.
        return await inline.retract(tap, meaning, query, services)
    if isinstance(meaning, GameMeaning) and message is not None:
        return await _act_on_game(tap, meaning, context)
    if meaning is None or message is None or not _is_offered(meaning, query):
        return tap.texts.plain("toast.unknown-button")
    match meaning:
        case Open(booklet):
            await reading.open_booklet(tap, booklet, services)
        case Read():
            await reading.turn_page(tap, meaning, message, services)
        case Leaf():
            return await reviewing.turn_page(tap, meaning, message, services)
        case Speak(language):
            return await speaking.choose(tap, language, message, context)
        case Prefer():
            return await preferences.choose(tap, meaning, message, context)
        case ReplayFile() if isinstance(message, Message):
            return await exporting.replay_file(tap, message, context)
        case ReplayFile():
            return tap.texts.plain("toast.import-gone")
        case EraseMe():
            return await privacy.erase_me(tap, message, services)
        case KeepMe():
            return await privacy.keep_me(tap, message, services)
        case Fetch():
            await games.fetch(tap, meaning, services)
        case Join(code):
            await services.live.join(code, tap.player, tap.chat)
        case Resume():
            await membership.resume(tap, message, services)
    return None


async def _act_on_game(tap: Tap, meaning: GameMeaning, context: Context) -> str | None:
    services = context.services
    if not await services.boards.has(meaning.game, tap.chat):
        raise Refused(Refusal.NO_SUCH_GAME)
    before = await services.live.match(meaning.game)
    match await services.boards.hindrance(meaning.game, tap.chat):
        case Hindrance.CLOSED:
            raise Refused(Refusal.TOPIC_CLOSED, before)
        case Hindrance.MUTED:
            raise Refused(Refusal.MUTED, before)
    try:
        toast = await _deal_with(tap, meaning, context)
    except Refused:
        services.boards.show_choice(meaning.game, tap.chat)
        if services.repeats.knows(tap.player.id, tap.chat, meaning):
            return None
        raise
    if toast is None and await services.live.match(meaning.game) is not before:
        services.repeats.note(tap.player.id, tap.chat, meaning)
    return toast


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
        case Press(game, _, Deed.REPLAY):
            return await exporting.press(tap, game, ExportKind.REPLAY, services)
        case Press(game, _, Deed.RECORD):
            return await exporting.press(tap, game, ExportKind.RECORD, services)
        case Press(game, _, Deed.REVIEW):
            return await reviewing.press(tap, game, services)
        case Press():
            return await offers.press(tap, meaning, services)
        case ConfirmResign():
            await offers.confirm_resign(tap, meaning, services)
        case KeepPlaying():
            await offers.keep_playing(tap, meaning, services)
        case Choose():
            await new_game.choose(tap, meaning, services)
        case Accept():
            await new_game.accept(tap, meaning, context)
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
    elif known is not None and known != message.message_id:
        await services.boards.discard(chat, message.message_id)


HANDLERS = [CallbackQueryHandler(on_tap)]
