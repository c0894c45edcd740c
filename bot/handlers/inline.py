"""Inline mode: ``@bot`` in any chat offers challenges, whose button begins a game by a ticket."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from telegram import (
    CallbackQuery,
    InlineQuery,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    Message,
    Update,
)
from telegram.constants import ChatAction
from telegram.error import TelegramError
from telegram.ext import ChosenInlineResultHandler, ExtBot, InlineQueryHandler

from bot.chat.callbacks import Retract
from bot.chat.posts import (
    help_button,
    help_sheet,
    offer,
    own_ticket_sheet,
    too_fast_button,
    too_many_games_button,
)
from bot.chat.sheets import Sheet
from bot.chat.texts import language_of, shown_name, texts_for
from bot.delivery.outcomes import Outcome, classify
from bot.handlers.context import Asking, Context, Services, Tap, person_of, say_why
from bot.handlers.limits import Activity, Verdict
from bot.play.refusals import Refusal, Refused
from bot.play.seats import Player
from bot.play.setup import Colour, Setup, UnknownWordError, completed, setup_from_words

_log = logging.getLogger(__name__)

# For whoever asks too often (seconds): meanwhile Telegram answers the same query by itself.
_PAUSE = 5

_COLOUR_WORDS = frozenset(side.value for side in Colour if side.side is not None)


async def offer_challenges(update: Update, context: Context) -> None:
    """Offers challenges to somebody who types the bot's name; what follows it sets the options."""
    query = update.inline_query
    assert query is not None
    services = context.services
    if services.limits.ask(Activity.QUERY, query.from_user.id) is not Verdict.GRANTED:
        texts = texts_for(language_of(query.from_user.language_code))
        await _answer(query, [], too_fast_button(texts), _PAUSE)
        return
    person = person_of(query.from_user)
    player = await services.people.meet(person)
    texts = await services.audience.texts(player.id)
    words = completed(query.query.split())
    setups: list[Setup] = []
    unknown = None
    try:
        setups = await _offered(words, player, services)
    except UnknownWordError as error:
        unknown = str(error)
    try:
        tickets = await services.admission.issue(player, setups)
    except Refused as refused:
        if refused.refusal is Refusal.TOO_MANY_GAMES:
            await _answer(query, [], too_many_games_button(texts), 0)
            return
        tickets, setups = [], []
    offers = [
        offer(ticket, setup, shown_name(person.name), context.bot.username, texts)
        for ticket, setup in zip(tickets, setups, strict=True)
    ]
    # Each offer is good for one game: none is to be seen again.
    await _answer(query, offers, help_button(unknown, texts), 0)


async def _answer(
    query: InlineQuery,
    offers: Sequence[InlineQueryResultArticle],
    button: InlineQueryResultsButton,
    cache_seconds: int,
) -> None:
    try:
        await query.answer(offers, cache_time=cache_seconds, is_personal=True, button=button)
    except TelegramError as error:
        # Whoever types on asks again.
        level = logging.DEBUG if classify(error).outcome is Outcome.TOO_OLD else logging.INFO
        _log.log(level, "An inline query was not answered: %s", error)


async def note_post(update: Update, context: Context) -> None:
    """An offer was sent: if BotFather's inline feedback is on, Telegram says as which message."""
    result = update.chosen_inline_result
    assert result is not None
    if result.inline_message_id is None:
        return
    services = context.services
    try:
        ticket = await services.admission.read(result.result_id)
    except Refused:
        _log.info("Somebody has sent an offer that is void")
        return
    await services.posts.note(ticket, result.inline_message_id)
    if (match := await services.admission.game_of(ticket)) is not None:
        services.posts.show(match.id)


async def follow(ask: Asking, text: str, context: Context) -> None:
    """Begins the game of a ticket with whoever follows its link, or leads its players to it."""
    services, admission = context.services, context.services.admission
    try:
        ticket = await admission.read(text)
        match = await admission.game_of(ticket)
        if match is not None and match.seats and match.seats.side_of(ask.player.id):
            await services.live.show_in(match.id, ask.player, ask.chat.id)
            services.boards.show_afresh(match.id, ask.chat.id)
            return
        await admission.begin(ticket, ask.player, ask.chat.id)
    except Refused as refused:
        if refused.refusal is Refusal.OWN_CHALLENGE:
            services.replies.send_sheet(ask.place, own_ticket_sheet(text, ask.texts))
        else:
            await say_why(refused, ask, services)
        return
    if not await _is_reached(ticket.challenger, context.bot):
        names = await services.audience.names([ticket.challenger])
        told = ask.texts.html("inline.unreached", name=names[ticket.challenger])
        services.replies.send(ask.place, told)


async def retract(
    tap: Tap, retract: Retract, query: CallbackQuery, services: Services
) -> str | None:
    """Makes the tapper's own ticket void, under the posted challenge or in private."""
    ticket = await services.admission.read(retract.ticket)
    own = ticket.challenger == tap.player.id
    # Whatever becomes of the challenge is shown under it from now on.
    if own and query.inline_message_id is not None:
        await services.posts.note(ticket, query.inline_message_id)
    try:
        await services.admission.withdraw(ticket, tap.player)
    except Refused:
        if own and (match := await services.admission.game_of(ticket)) is not None:
            services.posts.show(match.id)
        raise
    if isinstance(query.message, Message):
        names = await services.audience.names([tap.player.id])
        done = tap.texts.html("challenge.withdrawn", name=names[tap.player.id])
        services.replies.turn(query.message, Sheet(done))
    return None


async def explain(ask: Asking, context: Context) -> None:
    """Says what inline mode is."""
    bot = context.bot
    sheet = help_sheet(bot.username, bool(bot.supports_inline_queries), ask.texts)
    context.services.replies.send_sheet(ask.place, sheet)


async def _offered(words: list[str], player: Player, services: Services) -> list[Setup]:
    """Returns what to offer: the colours that were not typed, the person's usual one first.

    :raises UnknownWordError: a word is no option.
    """
    setup = setup_from_words(words) if words else await services.live.last_setup(player)
    if _COLOUR_WORDS & {word.casefold() for word in words}:
        return [setup]
    colours = sorted(
        (Colour.RANDOM, Colour.WHITE, Colour.BLACK), key=lambda colour: colour is not setup.colour
    )
    return [replace(setup, colour=colour) for colour in colours]


async def _is_reached(person: int, bot: ExtBot[int]) -> bool:
    """Whether the bot may write to somebody: not before they have opened it, nor once blocked."""
    try:
        await bot.send_chat_action(person, ChatAction.UPLOAD_PHOTO)
    except TelegramError as error:
        return classify(error).outcome is not Outcome.UNREACHABLE
    return True


HANDLERS = [InlineQueryHandler(offer_challenges), ChosenInlineResultHandler(note_post)]
