"""Ugolki in Telegram: chats, games, the store, the local chat."""

import os

# The library hands out durations as timedelta from its next major release on, and warns until one
# opts in (python-telegram-bot, "Telegram types", v22.2).
os.environ.setdefault("PTB_TIMEDELTA", "true")
