"""After the game: its replay and its record, and records that people send."""

from __future__ import annotations

import logging
import re

from telegram import Document, Message, Update
from telegram.error import TelegramError
from telegram.ext import CommandHandler, ExtBot, MessageHandler, filters

from bot.chat.focus import NOTHING
from bot.chat.keyboards import replay_of_file
from bot.chat.record import Imported, imported_caption, read_record
from bot.chat.screens import board_screen
from bot.chat.texts import Markup, Texts
from bot.delivery.exports import Posting
from bot.delivery.films import Film
from bot.delivery.replies import Place
from bot.handlers.context import Context, Services, Tap, asking
from bot.play.match import Phase
from bot.play.refusals import Refusal, Refused
from bot.store.exports import ExportKind, newest_game
from rules import NotationError

_log = logging.getLogger(__name__)

# A record of the longest game has some 20,000 characters.
_LARGEST = 100_000
_LONGEST_LINE = 100
_LINE = re.compile(r"line (\d+)")


class _UnreadableError(ValueError):
    """A file is no record; its only argument says why."""


async def press(tap: Tap, game: int, kind: ExportKind, services: Services) -> str | None:
    """Posts a finished game's replay or record, which a tap does once in a chat."""
    match = await services.live.match(game)
    if match.phase is not Phase.FINISHED:
        raise Refused(Refusal.NOT_OVER, match)
    place = await services.boards.place_of(game, tap.chat)
    match await services.exports.offer(match, kind, place):
        case Posting.ABOVE:
            return tap.texts.plain("toast.export-above")
        case Posting.UNDER_WAY:
            return tap.texts.plain("toast.export-under-way")
        case Posting.BEGUN:
            return tap.texts.plain("toast.export-under-way") if kind is ExportKind.REPLAY else None


async def export(update: Update, context: Context) -> None:
    """``/export``: the newest game of this chat as a record and, when it is over, as a replay."""
    if (ask := await asking(update, context)) is None:
        return
    services = context.services
    game = await newest_game(services.database, ask.chat.id, ask.player.id)
    if game is None:
        services.replies.send(ask.place, ask.texts.html("reply.nothing-to-export"))
        return
    match = await services.live.match(game)
    services.exports.send(match, ExportKind.RECORD, ask.place)
    if match.phase is Phase.FINISHED:
        services.exports.send(match, ExportKind.REPLAY, ask.place)


async def import_(update: Update, context: Context) -> None:
    """``/import`` under a record, or in answer to one: shows where its game has led."""
    if (ask := await asking(update, context)) is None:
        return
    services, texts = context.services, ask.texts
    source = ask.message if ask.message.document is not None else ask.message.reply_to_message
    if source is None or source.document is None:
        services.replies.send(ask.place, texts.html("reply.import-how"))
        return
    try:
        imported = await _read(source.document, texts, context.bot)
    except _UnreadableError as error:
        services.replies.send(ask.place, Markup(error))
        return
    film, caption = await _film_and_caption(imported, ask.chat.id, services)
    place = Place(ask.chat.id, ask.place.thread, source.message_id)
    services.exports.send_board(film, caption, replay_of_file(texts), place)


async def replay_file(tap: Tap, message: Message, context: Context) -> str | None:
    """Replays the record that the tapped message answers."""
    services, source = context.services, message.reply_to_message
    if source is None or source.document is None:
        return tap.texts.plain("toast.import-gone")
    try:
        imported = await _read(source.document, tap.texts, context.bot)
    except _UnreadableError:
        return tap.texts.plain("toast.import-gone")
    film, caption = await _film_and_caption(imported, tap.chat, services)
    services.exports.send_film(film, caption, Place(tap.chat, None, message.message_id))
    return tap.texts.plain("toast.export-under-way")


async def _film_and_caption(
    imported: Imported, chat: int, services: Services
) -> tuple[Film, Markup]:
    reader = await services.audience.reader(imported.match, chat)
    screen = board_screen(imported.match, NOTHING, imported.names, reader)
    film = Film(imported.match.game, screen.view, screen.theme)
    return film, imported_caption(imported, reader)


async def _read(document: Document, texts: Texts, bot: ExtBot[int]) -> Imported:
    """Fetches a file and reads the record in it.

    :raises _UnreadableError: it is none, or it cannot be fetched.
    """
    if (document.file_size or 0) > _LARGEST:
        raise _UnreadableError(texts.html("reply.import-no-record"))
    try:
        content = bytes(await (await bot.get_file(document)).download_as_bytearray())
    except TelegramError as error:
        _log.info("A record could not be fetched: %s", error)
        raise _UnreadableError(texts.html("reply.failed")) from error
    try:
        text = content.decode("utf-8-sig")
        return read_record(text)
    except UnicodeDecodeError as error:
        raise _UnreadableError(texts.html("reply.import-no-record")) from error
    except NotationError as error:
        line = _LINE.search(str(error))
        if line is None:
            raise _UnreadableError(texts.html("reply.import-no-record")) from error
        number = int(line[1])
        raise _UnreadableError(
            texts.html(
                "reply.import-wrong-line",
                line=number,
                content=text.splitlines()[number - 1].strip()[:_LONGEST_LINE],
            )
        ) from error


_FILE = filters.Document.ALL & filters.CaptionRegex(r"^/import\b")

HANDLERS = [
    CommandHandler("export", export, filters.UpdateType.MESSAGE),
    CommandHandler("import", import_, filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE),
    MessageHandler(_FILE & filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE, import_),
]
