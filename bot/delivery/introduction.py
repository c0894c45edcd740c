"""How the bot introduces itself: its menus of commands and its profile, in every language."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

from telegram import BotCommand, BotCommandScope
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.chat.texts import FALLBACK, languages, texts_for

_log = logging.getLogger(__name__)

# Telegram knows languages by their ISO 639-1 codes here.
_CODE_LENGTH = 2

Menus = Mapping[BotCommandScope, Sequence[str]]


async def introduce(bot: ExtBot[int], menus: Menus) -> None:
    """Fills Telegram's menus and profile; the bot works without, so errors are no obstacle."""
    codes = [language for language in languages() if len(language) == _CODE_LENGTH]
    await asyncio.gather(*(_introduce(bot, menus, language) for language in codes))


async def _introduce(bot: ExtBot[int], menus: Menus, language: str) -> None:
    texts = texts_for(language)
    # What is set for no language is for all that have nothing of their own.
    code = None if language == FALLBACK else language
    try:
        for scope, commands in menus.items():
            menu = [BotCommand(name, texts.plain(f"command.{name}")) for name in commands]
            await bot.set_my_commands(menu, scope, code)
        # Telegram lets a bot change its profile a few times a day only.
        name = texts.plain("bot.name")
        if (await bot.get_my_name(code)).name != name:
            await bot.set_my_name(name, code)
        description = texts.plain("bot.description")
        if (await bot.get_my_description(code)).description != description:
            await bot.set_my_description(description, code)
        short = texts.plain("bot.short-description")
        if (await bot.get_my_short_description(code)).short_description != short:
            await bot.set_my_short_description(short, code)
    except TelegramError as error:
        _log.warning("The bot's menus and profile were not set for %s: %s", language, error)
