"""A stand-in for Telegram's servers: people, chats and the part of the Bot API that the bot uses.

It shares no code with the bot, so that a mistake of the one cannot hide in the other.
"""
