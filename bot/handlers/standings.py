"""``/stats`` and ``/top``: a person's results, and the table of a chat."""

from __future__ import annotations

from telegram import Update
from telegram.constants import ChatType
from telegram.ext import CommandHandler, filters

from bot.chat.standings import rating_curve, statistics, table_of
from bot.handlers.context import Context, asking
from bot.play.ratings import strength_of
from bot.play.results import summed, table
from bot.store.ratings import load_ratings, newest_ratings
from bot.store.results import results_in_chat, results_of

_SHORTEST_CURVE = 2
# Bot API: sendPhoto, less what emoji count more there.
_LONGEST_CAPTION = 1000


async def stats(update: Update, context: Context) -> None:
    """``/stats``: the own rating with its curve, and results by opponent, level and variant."""
    if (ask := await asking(update, context)) is None:
        return
    services, person = context.services, ask.player.id
    results = summed(person, await results_of(services.database, person))
    if not results.total.games:
        services.replies.send(ask.place, ask.texts.html("stats.nothing"))
        return
    ratings = await load_ratings(services.database, person)
    now = int(ask.message.date.timestamp())
    strength = strength_of(ratings[-1], now) if ratings else None
    names = await services.audience.names(results.opponents)
    text = statistics(results, strength, names, ask.texts)
    if len(ratings) < _SHORTEST_CURVE:
        services.replies.send(ask.place, text)
        return
    graph = rating_curve(ratings, ask.texts)
    if len(text) > _LONGEST_CAPTION:
        services.replies.send(ask.place, text)
        text = ask.texts.html("stats.title")
    services.exports.send_graph(graph, text, ask.place)


async def top(update: Update, context: Context) -> None:
    """``/top``: everybody who has finished a game in this chat; in private, one's opponents."""
    if (ask := await asking(update, context)) is None:
        return
    services, texts = context.services, ask.texts
    if ask.chat.type == ChatType.PRIVATE:
        title, nothing = "top.own", "top.own-nothing"
        games = await results_of(services.database, ask.player.id)
    else:
        title, nothing = "top.chat", "top.chat-nothing"
        games = await results_in_chat(services.database, ask.chat.id)
    between_people = [game for game in games if game.level is None]
    if not between_people:
        services.replies.send(ask.place, texts.html(nothing))
        return
    people = {id_ for game in between_people for id_ in (game.white, game.black) if id_}
    ratings = await newest_ratings(services.database, people)
    standings = table(between_people, ratings, int(ask.message.date.timestamp()))
    names = await services.audience.names(people)
    services.replies.send(ask.place, table_of(texts.html(title), standings, names, texts))


HANDLERS = [
    CommandHandler("stats", stats, filters.UpdateType.MESSAGE),
    CommandHandler("top", top, filters.UpdateType.MESSAGE),
]
