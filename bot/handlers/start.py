"""``/start``, ``/help``, and what the bot says to what it does not understand."""

from __future__ import annotations

from collections.abc import Sequence

from telegram import InlineKeyboardMarkup, Update
from telegram.constants import ChatType
from telegram.ext import CommandHandler, MessageHandler, filters

from bot.chat import sheets
from bot.chat.callbacks import Booklet
from bot.chat.captions import living
from bot.chat.keyboards import add_to_group
from bot.chat.links import GAMES, INLINE_HELP, code_in, ticket_in
from bot.chat.posts import elsewhere
from bot.chat.preferences import open_preferences
from bot.handlers.context import Asking, Context, Services, asking
from bot.handlers.games import list_games
from bot.handlers.inline import explain, follow
from bot.handlers.new_game import join_by_code
from bot.handlers.reading import open_rules

# As many invitations as a welcome offers.
_MOST = 5


async def start(update: Update, context: Context) -> None:
    """``/start``: a welcome, or what the link that was followed opens; it touches no game."""
    if (ask := await asking(update, context)) is None:
        return
    if ask.chat.type != ChatType.PRIVATE:
        _say("reply.welcome", ask, context)
        return
    payload = ask.words[0] if ask.words else ""
    if not await _open(payload, ask, context):
        _say("reply.welcome", ask, context, await _invitations(ask, context.services))
    # Whoever had not opened the bot yet, or had blocked it, has missed something.
    await context.services.boards.catch_up(ask.chat.id)


async def _open(payload: str, ask: Asking, context: Context) -> bool:
    """Does what a link asks for; False if it asks for nothing."""
    if (code := code_in(payload)) is not None:
        await join_by_code(ask, code, context.services)
    elif (ticket := ticket_in(payload)) is not None:
        await follow(ask, ticket, context)
    elif payload == INLINE_HELP:
        await explain(ask, context)
    elif payload == GAMES:
        await list_games(ask, context.services)
    elif payload == Booklet.RULES.value:
        await open_rules(ask, (), context.services)
    else:
        return False
    return True


async def _invitations(ask: Asking, services: Services) -> list[sheets.Row]:
    """Returns buttons that accept the invitations for this person: the link may have got lost."""
    matches = (await services.live.invitations_for(ask.player))[:_MOST]
    people = (match.challenger for match in matches)
    names = living(await services.audience.names(people), ask.texts)
    return [
        [sheets.accept_invitation(match.code, names[match.challenger], ask.texts)]
        for match in matches
        if match.code is not None
    ]


async def help_(update: Update, context: Context) -> None:
    """``/help``: what the bot can do, and how the game goes."""
    if (ask := await asking(update, context)) is not None:
        _say("reply.help", ask, context)


async def not_understood(update: Update, context: Context) -> None:
    """Anything else in a private chat: where help is."""
    if (ask := await asking(update, context)) is not None:
        _say("reply.not-understood", ask, context)


async def private_only(update: Update, context: Context) -> None:
    """In a group, a command for private chats that is meant for this bot: the way there."""
    if (ask := await asking(update, context)) is not None:
        sheet = sheets.private_sheet(context.bot.username, ask.texts)
        context.services.replies.send_sheet(ask.place, sheet)


def _say(text_id: str, ask: Asking, context: Context, above: Sequence[sheets.Row] = ()) -> None:
    if ask.chat.type == ChatType.PRIVATE:
        rows = [
            *above,
            [sheets.open_game(ask.texts)],
            [sheets.open_rules(ask.texts), sheets.open_languages(ask.texts)],
            [open_preferences(ask.texts), sheets.enter_code(ask.texts)],
            *([[elsewhere(ask.texts)]] if context.bot.supports_inline_queries else []),
            add_to_group(context.bot.username, ask.texts),
        ]
    else:
        # A tap sends nothing into a group: the rules are read in private.
        rows = [[sheets.link_to_rules(context.bot.username, ask.texts)]]
    text = ask.texts.html(text_id)
    context.services.replies.send(ask.place, text, InlineKeyboardMarkup(rows))


# What somebody sends here via the bot is the bot's own.
_PRIVATE_TALK = (
    filters.ChatType.PRIVATE
    & filters.UpdateType.MESSAGE
    & ~filters.StatusUpdate.ALL
    & ~filters.VIA_BOT
)

HANDLERS = [
    CommandHandler("start", start, filters.UpdateType.MESSAGE),
    CommandHandler("help", help_, filters.UpdateType.MESSAGE),
]
_PRIVATE_COMMANDS = ("games", "join", "import", "privacy", "forget")
# Without a name it may be meant for another bot.
_NAMED = filters.UpdateType.MESSAGE & filters.ChatType.GROUPS & filters.Regex(r"^/\w+@")

# After all commands.
LAST_HANDLERS = [
    CommandHandler(_PRIVATE_COMMANDS, private_only, _NAMED),
    MessageHandler(_PRIVATE_TALK, not_understood),
]
