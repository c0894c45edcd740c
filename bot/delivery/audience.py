"""Who reads: in which language, and the names of people as shown."""

from __future__ import annotations

from collections.abc import Iterable

from bot.chat.look import bottom_of, theme_of
from bot.chat.reader import Reader
from bot.chat.texts import Texts, language_of, shown_name, texts_for
from bot.play.match import Match
from bot.play.people import People
from bot.recent import Recent
from bot.store.database import Database
from bot.store.languages import load_language, save_language
from bot.store.settings import load_settings

# Seconds after which somebody from whom nothing came is elsewhere.
_AWAY = 600
# Chats of which is remembered what they chose.
_KEPT = 5_000
_NOTHING = ""


class Audience:
    """Decides in which language everybody is spoken to.

    A person's own choice counts first, then the language of the person's Telegram; a group reads
    what was chosen for it; and English is for everybody else.
    """

    def __init__(self, database: Database, people: People) -> None:
        """Takes the choices, and the people whom the bot has met."""
        self._database = database
        self._people = people
        self._chosen: Recent[int, str] = Recent(_KEPT)
        self._changes = 0

    async def texts(self, chat: int) -> Texts:
        """Returns the texts for all who read a chat; a private chat has the id of its person."""
        return texts_for(language_of(await self._spoken_in(chat)))

    async def reader(self, match: Match, chat: int) -> Reader:
        """Returns who sees a game's board in a chat, and how."""
        settings = await load_settings(self._database, chat)
        return Reader(
            await self.texts(chat),
            bottom=bottom_of(match, chat, settings),
            theme=theme_of(settings),
            coordinates=settings.coordinates,
            quick_taps=settings.quick_taps,
            pictures=settings.pictures,
            # The id of a private chat is its person's.
            person=chat if chat > 0 else None,
        )

    async def wants_reminders(self, person: int, chat: int) -> bool:
        """Whether a person may be reminded in a chat: neither of them has switched that off."""
        settings = [await load_settings(self._database, each) for each in {person, chat}]
        return all(each.reminders for each in settings)

    async def personal_texts(self, person: int, chat: int) -> Texts:
        """Returns the texts for what only this person sees in a chat, such as toasts.

        Telegram does not tell everybody's language: without it, that of the chat is the best guess.
        """
        spoken = await self._spoken_in(person) or await self._spoken_in(chat)
        return texts_for(language_of(spoken))

    async def choose(self, chat: int, language: str) -> None:
        """Has a person (by the private chat) or a group spoken to in that language from now on."""
        try:
            async with self._database.transaction() as transaction:
                save_language(transaction, chat, language)
        finally:
            self.forget()

    def forget(self) -> None:
        """Languages were chosen, erased or moved: they are to be read anew."""
        self._changes += 1
        self._chosen.clear()

    async def names(self, ids: Iterable[int]) -> dict[int, str]:
        """Returns the names to show for people whom the bot has met, by id."""
        known = await self._people.known(ids)
        return {id_: shown_name(person.name) for id_, person in known.items()}

    def is_away(self, person: int) -> bool:
        """Whether somebody has not been seen for a while."""
        return self._people.unseen_for(person) > _AWAY

    async def _spoken_in(self, chat: int) -> str | None:
        # Groups have negative ids (Bot API: Chat), and no language of their own.
        if (chosen := await self._chosen_in(chat)) != _NOTHING or chat < 0:
            return chosen or None
        person = (await self._people.known([chat])).get(chat)
        return person.language_code if person is not None else None

    async def _chosen_in(self, chat: int) -> str:
        if (kept := self._chosen.get(chat)) is not None:
            return kept
        changes = self._changes
        chosen = await load_language(self._database, chat) or _NOTHING
        # What was read while it changed may be old.
        if changes == self._changes:
            self._chosen.put(chat, chosen)
        return chosen
