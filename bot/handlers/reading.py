"""``/rules``: the rulebook, one message that is paged by buttons."""

from __future__ import annotations

from telegram import MaybeInaccessibleMessage, Update
from telegram.ext import CommandHandler, filters

from bot.chat.callbacks import Booklet, Read
from bot.chat.preferences import own_preferences
from bot.chat.rulebook import Page
from bot.chat.sheets import Sheet, language_sheet, rules_sheet
from bot.chat.texts import language_named, languages, texts_for
from bot.delivery.replies import Place
from bot.handlers.context import Asking, Context, Services, Tap, asking
from bot.play.match import Match
from bot.play.refusals import Refused
from bot.play.seats import Player
from bot.store.settings import load_settings


async def rules(update: Update, context: Context) -> None:
    """``/rules [language]``: opens the rulebook, at the limits of the game that runs here."""
    ask = await asking(update, context)
    if ask is not None:
        await open_rules(ask, ask.words, context.services)


async def open_rules(ask: Asking, words: tuple[str, ...], services: Services) -> None:
    """Opens the rulebook in the language that the words name, or else in that of the chat."""
    texts = ask.texts
    if words:
        language = language_named(words[0])
        if language is None:
            known = " ".join(languages())
            text = texts.html("reply.rules-usage", word=words[0][:64], words=known)
            services.replies.send(ask.place, text)
            return
        texts = texts_for(language)
    match = await _running(ask.chat.id, ask.player, services)
    services.replies.send_sheet(ask.place, rules_sheet(Page.COVER, match, texts))


async def open_booklet(tap: Tap, booklet: Booklet, services: Services) -> None:
    """Opens what a button under a welcome offers. Only private chats have such buttons."""
    if tap.chat != tap.player.id:
        return
    match booklet:
        case Booklet.RULES:
            running = await _running(tap.chat, tap.player, services)
            sheet = rules_sheet(Page.COVER, running, tap.texts)
        case Booklet.LANGUAGES:
            sheet = language_sheet("language.person", tap.texts)
        case Booklet.CODE:
            sheet = Sheet(tap.texts.html("reply.join-usage"))
        case Booklet.SETTINGS:
            settings = await load_settings(services.database, tap.chat)
            sheet = own_preferences(settings, tap.texts)
        case Booklet.GAME:
            setup = await services.live.last_ai_setup(tap.player)
            await services.live.challenge(tap.player, setup, None, tap.chat, None)
            return
    services.replies.send_sheet(Place(tap.chat), sheet)


async def turn_page(
    tap: Tap, read: Read, message: MaybeInaccessibleMessage, services: Services
) -> None:
    """Turns the rulebook to a page, or to another language."""
    match = await _of_reader(read.game, tap, services)
    services.replies.turn(message, rules_sheet(read.page, match, texts_for(read.language)))


async def _running(chat: int, player: Player, services: Services) -> Match | None:
    """Returns the game whose limits the reader wants to know: in a chat the newest one there.

    The reader's own games come before those of others; in private any of them will do.
    """
    running = await services.live.in_chat(chat)
    own = [match for match in running if player.id in match.people]
    if not running and chat == player.id:
        running = await services.live.running_of(player)
    return next(iter(own or running), None)


async def _of_reader(game: int, tap: Tap, services: Services) -> Match | None:
    try:
        match = await services.live.match(game)
    except Refused:
        return None
    shown = await services.boards.has(game, tap.chat)
    return match if shown or tap.player.id in match.people else None


HANDLERS = [CommandHandler("rules", rules, filters.UpdateType.MESSAGE)]
