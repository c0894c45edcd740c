"""A stream of updates that the stand-in delivers to the bot: right ones, odd ones, forged ones."""

from __future__ import annotations

import string
from collections import Counter
from random import Random

from bot.local.queries import Tap
from bot.local.records import Chat, Message, Person
from bot.local.shapes import chat_json, message_json, user_json
from bot.local.world import World
from tests.fuzz import values
from tests.fuzz.crowd import Crowd
from tests.fuzz.shapes import KINDS, Json, Shapes, mutate

_BASE64 = string.ascii_letters + string.digits + "-_"
_FIELDS = ("", "0", "7", "off", "white", "rules", "resign", "A", "AB", "ABA", "-_", "en")
# As many updates, or queries, wait at most for the bot.
_WAITING = 64
_PATIENCE = 120.0


class Stream:
    """Feeds updates, counts them by what they are, and watches over the queries."""

    def __init__(self, world: World, rng: Random, people: int) -> None:
        self.world = world
        self.counts: Counter[str] = Counter()
        self.unanswered: list[str] = []
        self._rng = rng
        self._crowd = Crowd(world, rng, people)
        self._shapes = Shapes(rng, self._known)
        self._data: list[str] = ["1p1.0.A"]

    @property
    def fed(self) -> int:
        """How many updates have been fed."""
        return self.counts.total()

    async def feed(self, count: int) -> None:
        """Feeds updates as fast as the bot takes them, and waits until it has handled them."""
        pending = self.world.updates.pending
        goal = self.fed + count
        while self.fed < goal:
            await self.world.until(lambda: len(pending) < _WAITING, _PATIENCE)
            self._feed_one()
            if len(self._crowd.queries) > _WAITING:
                await self.world.until(self._few_queries_wait, _PATIENCE)
        await self.world.until(lambda: not pending, _PATIENCE)
        for query in self._crowd.queries:
            await query
        self._look_at_answers()

    def _feed_one(self) -> None:
        rng = self._rng
        match rng.randrange(100):
            case n if n < 50:
                before = self.world.updates.next_id
                deed = self._crowd.act()
                if (added := self.world.updates.next_id - before) > 0:
                    self.counts[deed or "nothing"] += added
            case n if n < 70:
                self._forge_tap()
            case n if n < 80:
                self._add("message", "odd message", mutate(self._message(), rng))
            case n if n < 83:
                kind = rng.choice(("edited_message", "channel_post", "business_message"))
                self._add(kind, "other message", self._message())
            case n if n < 86:
                self._add("my_chat_member", "odd membership", self._membership())
            case n if n < 90:
                self._add("inline_query", "odd query", self._shapes.update("inline_query"))
            case _:
                kind = rng.choice(KINDS)
                self._add(kind, f"any {kind}", self._shapes.update(kind))

    def _add(self, kind: str, counted_as: str, content: Json) -> None:
        """Telegram still delivers what was waiting before the bot said which kinds it wants."""
        updates = self.world.updates
        asked_for = updates.allowed
        updates.allowed = frozenset({kind})
        updates.add(kind, content)
        updates.allowed = asked_for
        self.counts[counted_as] += 1

    def _few_queries_wait(self) -> bool:
        self._look_at_answers()
        return len(self._crowd.queries) < _WAITING / 2

    def _look_at_answers(self) -> None:
        still_open = []
        for query in self._crowd.queries:
            if not query.answered:
                still_open.append(query)
            elif query.answer is None:
                self.unanswered.append(query.query_id)
        self._crowd.queries = still_open

    # Forged taps

    def _forge_tap(self) -> None:
        world, rng, chat = self.world, self._rng, self._crowd.chat()
        person = self._crowd.member_of(chat)
        message = self._crowd.message_in(chat) if chat.messages else None
        if message is not None and message.buttons:
            self._data = [button.data for button in message.buttons if button.data] or self._data
        query: Tap = world.queries.open(person.id, Tap)
        self._crowd.queries.append(query)
        content = {
            "id": query.query_id,
            "from": user_json(world, person.id),
            "chat_instance": rng.choice(("1", "", "-9" * 9)),
            **self._origin(chat, message),
            **self._asked(),
        }
        self._add("callback_query", "forged tap", content)

    def _origin(self, chat: Chat, message: Message | None) -> Json:
        rng = self._rng
        match rng.randrange(6):
            case 0:
                return {}
            case 1:
                return {"inline_message_id": values.characters(rng)}
            case 2:
                gone = {"chat": chat_json(self.world, chat), "message_id": 5, "date": 0}
                return {"message": gone}
            case _ if message is not None:
                return {"message": message_json(self.world, message)}
            case _:
                return {}

    def _asked(self) -> Json:
        rng = self._rng
        match rng.randrange(12):
            case 0:
                return {"game_short_name": "ugolki"}
            case 1:
                return {}
            case n if n < 4:
                return {"data": rng.randbytes(64).decode("latin-1")[:64]}
            case n if n < 6:
                return {"data": self._data_of_no_button()}
            case n if n < 9:
                return {"data": self._changed(rng.choice(self._data))}
            case _:
                return {"data": rng.choice(self._data)}

    def _data_of_no_button(self) -> str:
        rng = self._rng
        game = rng.choice(("", "0", "1", "2", "17", str(2**63 - 1), str(2**63), "9" * 30))
        fields = (*_FIELDS, "".join(rng.choices(_BASE64, k=48)), str(2**63 - 1))
        end = ".".join(rng.choices(fields, k=rng.choice((1, 1, 2, 2, 3))))
        return f"{rng.choice('1110289')}{rng.choice(string.ascii_lowercase)}{game}.{end}"

    def _changed(self, data: str) -> str:
        rng, signs = self._rng, list(data)
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(signs) + 1)
            match rng.randrange(3):
                case 0:
                    signs.insert(place, rng.choice(_BASE64 + "."))
                case 1 if signs:
                    del signs[place - 1]
                case _ if signs:
                    signs[place - 1] = rng.choice(_BASE64 + ".0123456789")
        return "".join(signs)

    # Messages and memberships

    def _message(self) -> Json:
        """A message that is there, with something that no client of ours sends."""
        chat = self._crowd.chat()
        if not chat.messages:
            return self._shapes.make("Message")
        message = message_json(self.world, self._crowd.message_in(chat))
        message["from"] = user_json(self.world, self._crowd.member_of(chat).id)
        if self._rng.random() < 0.5:
            text = values.command(self._rng)
            length = len(text.split(" ", 1)[0])
            message["text"] = text
            message["entities"] = [{"type": "bot_command", "offset": 0, "length": length}]
        if self._rng.random() < 0.3:
            message |= self._shapes.make("Message") | {"chat": message["chat"]}
        return message

    def _membership(self) -> Json:
        chat, person = self._crowd.chat(), self._crowd.person()
        content = self._shapes.update("my_chat_member")
        content |= {
            "chat": chat_json(self.world, chat),
            "from": user_json(self.world, person.id),
        }
        return mutate(content, self._rng) if self._rng.random() < 0.3 else content

    def _known(self, type_: str) -> Json | None:
        if self._rng.random() < 0.4:
            return None
        match type_:
            case "User":
                return user_json(self.world, self._some_person().id)
            case "Chat":
                return chat_json(self.world, self._crowd.chat())
            case _:
                return None

    def _some_person(self) -> Person:
        return self._crowd.person()
