"""Who reads: the language of a chat, and the names of people as shown."""

from __future__ import annotations

from collections.abc import Iterable

from bot.chat.texts import FALLBACK, Texts, language_of, shown_name, texts_for
from bot.play.people import People


async def chat_texts(chat: int, people: People) -> Texts:
    """Returns the texts for a chat: the person's in a private chat (one id), English in a group."""
    person = (await people.known([chat])).get(chat)
    return texts_for(language_of(person.language_code) if person else FALLBACK)


async def shown_names(ids: Iterable[int], people: People) -> dict[int, str]:
    """Returns the names to show for people whom the bot has met, by id."""
    return {id_: shown_name(person.name) for id_, person in (await people.known(ids)).items()}
