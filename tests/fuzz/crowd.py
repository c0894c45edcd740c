"""Hundreds of people and groups of every kind, with odd names, who do what their clients let them.

Everything comes from a seed, but for what the bot answers in the meantime.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bot.local.errors import PersonError
from bot.local.inline import InlineQuery
from bot.local.queries import Query
from bot.local.records import Chat, ChatKind, Message, Person, Rights, Standing
from bot.local.world import World
from tests.fuzz import values

# Newer messages are looked at more often than old ones.
_RECENT = 30

_RIGHTS = (
    Rights(),
    Rights(),
    Rights(photos=False),
    Rights(documents=False, animations=False),
    Rights(messages=False, photos=False, documents=False, animations=False),
)


class Crowd:
    """The people, their groups, and the queries that wait for the bot's answer."""

    def __init__(self, world: World, rng: Random, size: int) -> None:
        self.world = world
        self.queries: list[Query[Any]] = []
        self._asked: deque[InlineQuery] = deque(maxlen=_RECENT)
        self._rng = rng
        world.bot.answers_inline = world.bot.inline_feedback = True
        self.people = [self._add_person(number) for number in range(size)]
        self.groups = [self._add_group(number) for number in range(max(8, size // 8))]
        self._deeds: dict[str, Callable[[], object]] = {
            "command": self._command,
            "text": self._text,
            "tap": self._tap,
            "link": self._link,
            "inline query": self._ask_inline,
            "inline post": self._choose_inline,
            "anonymous": self._speak_anonymously,
            "channel": self._forward,
            "membership": self._change_membership,
            "topic": self._change_topic,
            "migration": self._migrate,
            "rename": self._rename,
        }
        self._weights = (24, 6, 40, 4, 6, 3, 2, 1, 3, 2, 0.2, 2)

    def act(self) -> str | None:
        """Somebody does something. Returns what, None if their client did not let them."""
        deed = self._rng.choices(list(self._deeds), self._weights)[0]
        try:
            self._deeds[deed]()
        except (PersonError, LookupError):
            return None
        return deed

    # Who and where

    def person(self) -> Person:
        return self._rng.choice(self.people)

    def chat(self) -> Chat:
        if self._rng.random() < 0.4:
            return self.world.private_chat(self.person())
        return self._rng.choice(self.groups)

    def member_of(self, chat: Chat) -> Person:
        """Somebody in a chat, seldom anybody."""
        if self._rng.random() < 0.03:
            return self.person()
        return self.world.people[self._rng.choice(list(chat.members))]

    def message_in(self, chat: Chat) -> Message:
        """A message, mostly a newer one."""
        ids = list(chat.messages)
        if self._rng.random() < 0.8:
            ids = ids[-_RECENT:]
        return chat.messages[self._rng.choice(ids)]

    # What people do

    def _command(self) -> None:
        chat = self.chat()
        self._say(chat, values.command(self._rng))

    def _text(self) -> None:
        self._say(self.chat(), values.text(self._rng))

    def _say(self, chat: Chat, text: str) -> None:
        rng = self._rng
        reply = self.message_in(chat).id if chat.messages and rng.random() < 0.2 else None
        topic = rng.choice(list(chat.topics)) if chat.topics and rng.random() < 0.7 else None
        mentioned = {"Anna": self.person()} if "Anna" in text else {}
        self.world.say(
            *(self.member_of(chat), chat, text),
            reply_to=reply,
            thread_id=topic,
            mentioning=mentioned,
        )

    def _tap(self) -> None:
        chat = self.chat()
        tapped = [each for each in list(chat.messages.values())[-_RECENT:] if each.buttons]
        message = self._rng.choice(tapped)
        button = self._rng.choice(message.buttons)
        self.queries.append(self.world.tap(self.member_of(chat), message, button))

    def _link(self) -> None:
        rng, payload = self._rng, values.text(self._rng)
        chat = self.chat()
        links = [button.url for each in self._newest(chat) for button in each.buttons if button.url]
        if links and rng.random() < 0.8:
            payload = rng.choice(links).rpartition("start=")[2][:64]
        self.world.follow_link(self.person(), payload)

    def _ask_inline(self) -> None:
        chat = self.chat()
        text = values.text(self._rng)
        query = self.world.ask_inline(self.member_of(chat), chat, text)
        self._asked.append(query)
        self.queries.append(query)

    def _choose_inline(self) -> None:
        answered = [each for each in self._asked if each.answer and each.answer.results]
        query = self._rng.choice(answered)
        assert query.answer is not None
        self.world.choose_inline(query, self._rng.choice(query.answer.results))

    def _speak_anonymously(self) -> None:
        chat = self._rng.choice(self.groups)
        admin = self._administrator_of(chat)
        self.world.say_anonymously(admin, chat, values.command(self._rng))

    def _forward(self) -> None:
        self.world.forward_from_channel(self._rng.choice(self.groups), values.command(self._rng))

    def _change_membership(self) -> None:
        world, rng = self.world, self._rng
        person, chat = self.person(), rng.choice(self.groups)
        match rng.randrange(9):
            case 0:
                world.join(person, chat)
            case 1:
                world.leave(self._ordinary_member_of(chat), chat)
            case 2:
                world.ban(self._ordinary_member_of(chat), chat)
            case 3:
                world.promote(self._ordinary_member_of(chat), chat)
            case 4:
                world.block_bot(person)
            case 5:
                world.unblock_bot(person)
            case 6:
                world.remove_bot(chat)
            case 7:
                world.add_bot(chat)
            case _:
                world.restrict_bot(chat, rng.choice(_RIGHTS))

    def _change_topic(self) -> None:
        world, rng = self.world, self._rng
        chat = rng.choice([each for each in self.groups if each.is_forum])
        creator = self._administrator_of(chat)
        topic = rng.choice(list(chat.topics))
        match rng.randrange(4):
            case 0:
                world.open_topic(creator, chat, values.text(rng)[:100] or "?")
            case 1:
                world.close_topic(creator, chat, topic)
            case 2:
                world.reopen_topic(creator, chat, topic)
            case _:
                world.delete_topic(chat, topic)

    def _migrate(self) -> None:
        index = self._rng.randrange(len(self.groups))
        chat = self.groups[index]
        if chat.kind is not ChatKind.GROUP or chat.migrated_to is not None:
            raise LookupError
        self.groups[index] = self.world.migrate(chat)

    def _rename(self) -> None:
        rng, person = self._rng, self.person()
        self.world.rename(person, rng.choice(values.NAMES), username=person.username)
        self.world.set_language(person, rng.choice(values.LANGUAGE_CODES))

    # Parts

    def _administrator_of(self, chat: Chat) -> Person:
        ids = [id_ for id_, standing in chat.members.items() if standing.administers]
        return self.world.people[self._rng.choice(ids)]

    def _ordinary_member_of(self, chat: Chat) -> Person:
        """Somebody other than the creator, without whom nothing can be done in a group."""
        ids = [id_ for id_, standing in chat.members.items() if not standing.administers]
        return self.world.people[self._rng.choice(ids)]

    def _newest(self, chat: Chat) -> Sequence[Message]:
        return list(chat.messages.values())[-_RECENT:]

    def _add_person(self, number: int) -> Person:
        rng = self._rng
        return self.world.add_person(
            rng.choice(values.NAMES),
            last_name=rng.choice(("", rng.choice(values.NAMES))),
            username=rng.choice(("", f"person{number}")),
            language_code=rng.choice(values.LANGUAGE_CODES),
            # The first have ids as large as ids may become (Bot API: User).
            person_id=2**52 - 1 - number if number < 5 else None,
        )

    def _add_group(self, number: int) -> Chat:
        rng = self._rng
        return self.world.add_group(
            rng.choice(values.NAMES),
            rng.sample(self.people, min(len(self.people), rng.randrange(2, 12))),
            kind=ChatKind.GROUP if number % 3 == 0 else ChatKind.SUPERGROUP,
            is_forum=number % 3 == 1,
            bot_standing=Standing.ADMINISTRATOR if number % 4 == 0 else Standing.MEMBER,
        )
