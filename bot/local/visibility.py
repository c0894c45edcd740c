"""Which messages of a group the bot gets to see: Telegram's privacy mode."""

from bot.local.entities import utf16_slice
from bot.local.profile import BotProfile
from bot.local.records import Message


def bot_sees(message: Message, bot: BotProfile) -> bool:
    """Tell whether Telegram sends this message to the bot.

    Always in private chats, for service messages and for administrators; else messages sent via
    the bot, commands for it (or for no bot in particular, at the start of the text) and replies to
    its messages.
    """
    chat = message.chat
    if not chat.bot_standing.present:
        return False
    open_to_bot = chat.is_private or chat.bot_standing.administers or bot.reads_all
    if open_to_bot or message.service or message.via_bot:
        return True
    replied = chat.messages.get(message.reply_to or 0)
    if replied is not None and replied.sender_id == bot.id:
        return True
    return _commands_bot(message, bot.username)


def _commands_bot(message: Message, username: str) -> bool:
    for entity in message.entities:
        if entity.type == "bot_command":
            command = utf16_slice(message.text, entity.offset, entity.length)
            _, _, addressee = command.partition("@")
            if addressee.lower() == username.lower() or (not addressee and entity.offset == 0):
                return True
    return False
