"""Challenges: the command, and the buttons under the card that it posts."""

from __future__ import annotations

from telegram import Message, MessageEntity, Update, User
from telegram.constants import ChatType
from telegram.ext import CommandHandler, MessageHandler, filters

from bot.chat.callbacks import Accept, Choose, Withdraw
from bot.chat.links import code_in, payload_of, ticket_in
from bot.handlers.context import (
    SHARED_ACCOUNTS,
    Asking,
    Context,
    Services,
    Tap,
    asking,
    person_of,
    say_why,
)
from bot.handlers.inline import follow
from bot.handlers.members import is_present, member_of
from bot.play.live import CODE_LENGTH, CODE_SIGNS, draw_lot
from bot.play.match import Match
from bot.play.refusals import Refusal, Refused
from bot.play.seats import Invited
from bot.play.setup import CHOICES, WORDS, UnknownWordError, setup_from_words


class _NotPlayableError(ValueError):
    """Who was challenged cannot play; the argument is the id of the text that says why."""


async def challenge(update: Update, context: Context) -> None:
    """``/challenge [@name] [options]``: posts a card that can be accepted."""
    ask = await asking(update, context)
    if ask is None:
        return
    services, texts = context.services, ask.texts
    words, named = _words_and_name(ask.message)
    try:
        setup = setup_from_words(words) if words else await services.live.last_setup(ask.player)
        invited = await _invited(ask, named, context.bot.id, services)
        if ask.chat.type == ChatType.PRIVATE:
            await services.live.invite(ask.player, setup, invited, ask.chat.id)
        else:
            await services.live.challenge(ask.player, setup, invited, ask.chat.id, ask.place.thread)
    except UnknownWordError as error:
        text = texts.html("reply.challenge-usage", word=str(error)[:64], words=" ".join(WORDS))
        services.replies.send(ask.place, text)
    except _NotPlayableError as error:
        services.replies.send(ask.place, texts.html(str(error)))
    except Refused as refused:
        await say_why(refused, ask, services)


async def join(update: Update, context: Context) -> None:
    """``/join CODE``: accepts an invitation whose link got lost, or did not open."""
    ask = await asking(update, context)
    if ask is None:
        return
    if ask.words:
        await _join_by(ask.words[0], ask, context)
    else:
        context.services.replies.send(ask.place, ask.texts.html("reply.join-usage"))


async def join_in_writing(update: Update, context: Context) -> None:
    """A code, or a link to the bot, without a command: accepts that invitation, too."""
    if (ask := await asking(update, context)) is not None:
        await _join_by((ask.message.text or "").strip(), ask, context)


async def _join_by(text: str, ask: Asking, context: Context) -> None:
    payload = payload_of(text)
    if (ticket := ticket_in(payload)) is not None:
        await follow(ask, ticket, context)
    else:
        await join_by_code(ask, code_in(payload) or payload.upper(), context.services)


async def join_by_code(ask: Asking, code: str, services: Services) -> None:
    """Seats who asks opposite the one who made the invitation, or says why not."""
    try:
        await services.live.join(code, ask.player, ask.chat.id)
    except Refused as refused:
        await say_why(refused, ask, services)


async def choose(tap: Tap, choice: Choose, services: Services) -> None:
    """Changes an option of the tapper's own challenge."""
    await services.live.choose(choice.game, tap.player, CHOICES[choice.choice])


async def accept(tap: Tap, accept: Accept, context: Context) -> None:
    """Begins the game; in a group that is for its members only."""
    live = context.services.live

    def begin(match: Match) -> Match:
        return match.accepted(tap.player, accept.version, draw_lot)

    match = await live.match(accept.game)
    begin(match)
    # Public groups can be read, and their buttons tapped, by people who are not in them.
    if tap.chat < 0:
        member = await member_of(context.bot, tap.chat, tap.player.id)
        if member is not None and not is_present(member):
            raise Refused(Refusal.MEMBERS_ONLY, match)
    await live.act(accept.game, begin)


async def withdraw(tap: Tap, withdraw: Withdraw, services: Services) -> None:
    """Takes the tapper's own challenge back."""
    await services.live.act(withdraw.game, lambda match: match.withdrawn(tap.player))


def _words_and_name(message: Message) -> tuple[list[str], MessageEntity | str | None]:
    """Returns the option words after the command, and who is named: an entity, or a username."""
    text = message.text or ""
    named: MessageEntity | str | None = None
    entities = message.parse_entities([MessageEntity.BOT_COMMAND, MessageEntity.TEXT_MENTION])
    for entity, part in entities.items():
        # A name without a username can be of several words, which are no options.
        text = text.replace(part, " ", 1)
        if entity.type == MessageEntity.TEXT_MENTION:
            named = entity
    words = []
    for word in text.split():
        if word.startswith("@") and len(word) > 1:
            named = word.removeprefix("@")
        else:
            words.append(word)
    return words, named


def _replied_to(message: Message, bot_id: int) -> User | None:
    """Returns whom a command answers; the bot's own messages, boards mostly, name nobody."""
    replied_to = message.reply_to_message
    # In a topic each message counts as a reply to the one that opened it (Bot API: Message).
    if replied_to is None or replied_to.forum_topic_created is not None:
        return None
    user = replied_to.from_user
    return None if user is not None and user.id == bot_id else user


async def _invited(
    ask: Asking, named: MessageEntity | str | None, bot_id: int, services: Services
) -> Invited | None:
    if isinstance(named, str):
        person = await services.people.by_username(named)
        invited = Invited(username=named) if person is None else Invited(person.id)
        if named.casefold() == (ask.player.username or "").casefold():
            raise _NotPlayableError("reply.challenge-yourself")
        return invited
    user = named.user if named is not None else _replied_to(ask.message, bot_id)
    if user is None:
        return None
    if user.id == ask.player.id:
        raise _NotPlayableError("reply.challenge-yourself")
    if user.is_bot or user.id in SHARED_ACCOUNTS:
        raise _NotPlayableError("reply.challenge-bot")
    await services.people.meet(person_of(user))
    return Invited(user.id)


# What people send who are asked for a code.
_CODE = rf"(?i)^\s*(?:[{CODE_SIGNS}]{{{CODE_LENGTH}}}|(?:https?://)?t\.me/\w+\?start=[ij]\S+)\s*$"
_PRIVATELY = filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE

HANDLERS = [
    CommandHandler("challenge", challenge, filters.UpdateType.MESSAGE),
    CommandHandler("join", join, _PRIVATELY),
    MessageHandler(filters.Regex(_CODE) & ~filters.VIA_BOT & _PRIVATELY, join_in_writing),
]
