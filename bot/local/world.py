"""The world of the local chat: the state, and what people do in it."""

import re
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.local.checks import MAX_TEXT
from bot.local.entities import Entity, Formatted, utf16_length
from bot.local.errors import PersonError
from bot.local.groups import Groups
from bot.local.inline import InlineQuery, InlineResult
from bot.local.queries import Tap
from bot.local.records import (
    ANONYMOUS_ADMIN_ID,
    GENERAL_TOPIC,
    LINKED_CHANNEL_ID,
    Button,
    Chat,
    ChatKind,
    Message,
    Person,
    Standing,
    Topic,
)
from bot.local.shapes import Json, chat_json, message_json, user_json
from bot.local.threads import thread_of, topic_closed
from bot.local.updates import CALLBACK_LIFETIME
from bot.local.watching import Watcher

_START_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_EDIT_SECONDS = 48 * 3600
_MAX_INLINE_TEXT = 256
# Bot API: InlineQuery. The others go by their own names.
_INLINE_CHAT_TYPES = {ChatKind.PRIVATE: "sender", ChatKind.PEOPLE: "private"}


class World(Groups):
    """All that is there, with what people do as methods.

    What a person's client or Telegram would refuse raises PersonError.
    """

    def add_person(
        self,
        first_name: str,
        *,
        username: str = "",
        last_name: str = "",
        language_code: str = "",
        person_id: int | None = None,
    ) -> Person:
        """Add a person who has not written to the bot yet."""
        new_id = self.next_person_id() if person_id is None else person_id
        person = Person(new_id, first_name, last_name, username, language_code)
        self.new_person(person)
        return person

    def add_group(
        self,
        title: str,
        members: Sequence[Person],
        *,
        kind: ChatKind = ChatKind.SUPERGROUP,
        is_forum: bool = False,
        username: str = "",
        bot_standing: Standing = Standing.MEMBER,
    ) -> Chat:
        """Add a group that has been there for long: the bot hears nothing of it.

        The first member is the creator.
        """
        chat = Chat(
            self.next_chat_id(kind),
            kind,
            title,
            username=username,
            is_forum=is_forum,
            bot_standing=bot_standing,
        )
        chat.members = dict.fromkeys((person.id for person in members), Standing.MEMBER)
        chat.members[members[0].id] = Standing.CREATOR
        if kind is ChatKind.SUPERGROUP:
            # The message that told of its creation was the first.
            self.last_message_ids[chat.id] = 1
        if is_forum:
            chat.topics[GENERAL_TOPIC] = Topic("General")
        self.new_chat(chat)
        return chat

    def add_private_chat(self, one: Person, other: Person) -> Chat:
        """Add the private chat of two people, of which the bot knows nothing."""
        chat = Chat(self.next_chat_id(ChatKind.PEOPLE), ChatKind.PEOPLE, bot_standing=Standing.LEFT)
        chat.members = {one.id: Standing.MEMBER, other.id: Standing.MEMBER}
        self.new_chat(chat)
        return chat

    # Writing

    def say(
        self,
        person: Person,
        chat: Chat,
        text: str,
        *,
        reply_to: int | None = None,
        thread_id: int | None = None,
        mentioning: Mapping[str, Person] | None = None,
    ) -> Message:
        """Send a text. `mentioning` links parts of the text to people without a username.

        `thread_id` is a topic; None and 1 are General, or the topic of the message replied to.
        """
        formatted = self._checked_text(text, mentioning or {})
        message = self._write(person, chat, formatted, reply_to, thread_id)
        self.deliver("message", message)
        return message

    def say_anonymously(self, person: Person, chat: Chat, text: str) -> Message:
        """Send a text as an administrator who stays anonymous."""
        if not chat.members.get(person.id, Standing.LEFT).administers:
            raise PersonError("Only administrators can write anonymously.")
        return self._speak(chat, ANONYMOUS_ADMIN_ID, chat_json(self, chat), text)

    def forward_from_channel(self, chat: Chat, text: str) -> Message:
        """Let a post of the channel that is linked with the group appear in it."""
        channel = {"id": chat.id - 500_000_000, "title": "News", "type": "channel"}
        return self._speak(chat, LINKED_CHANNEL_ID, channel, text)

    def follow_link(self, person: Person, payload: str = "") -> Message:
        """Open t.me/<bot>?start=<payload> and press Start, which also unblocks the bot.

        Telegram drops a payload that is not 1 to 64 characters of A-Z a-z 0-9 _ and -.
        """
        chat = self.private_chat(person)
        if chat.bot_standing is Standing.KICKED:
            self.unblock_bot(person)
        valid = _START_PAYLOAD.fullmatch(payload) is not None
        return self.say(person, chat, f"/start {payload}" if valid else "/start")

    def edit(self, person: Person, message: Message, text: str) -> None:
        """Change the person's own message."""
        own = message.sender_id == person.id and not message.service and not message.via_bot
        if not own or message.date + _EDIT_SECONDS < self.now():
            raise PersonError("This message can't be edited.")
        self.rewrite(message, self._checked_text(text, {}), message.media, message.keyboard)
        self.deliver("edited_message", message)

    def delete(self, person: Person, message: Message) -> None:
        """Delete a message for everybody; the bot is not told."""
        chat = message.chat
        own = message.sender_id == person.id
        administers = chat.members.get(person.id, Standing.LEFT).administers
        if not (own or administers or chat.is_private):
            raise PersonError("Only administrators can delete other people's messages.")
        self.remove(message)

    # Tapping

    def tap(self, person: Person, message: Message, button: Button | str) -> Tap:
        """Tap a button: one that the message has or had, or the one with this label now.

        Await the result for the bot's Answer. LookupError when no button has the label.
        """
        tapped = message.button(button) if isinstance(button, str) else button
        if not tapped.data:
            raise PersonError("This button does not call the bot.")
        return self.call_back(person, message.chat, message.id, tapped.data)

    def call_back(self, person: Person, chat: Chat, message_id: int, data: str) -> Tap:
        """Send callback data as if from a button of this message, which may be gone."""
        if person.id not in chat.members:
            raise PersonError(f"{person.first_name} is not in this chat.")
        message = chat.messages.get(message_id)
        origin: Json
        if message is not None and message.inline_id:
            origin = {"inline_message_id": message.inline_id}
        elif not chat.bot_standing.present:
            raise PersonError("The bot is not in this chat.")
        elif message is not None and message.accessible:
            origin = {"message": message_json(self, message)}
        else:
            gone = {"chat": chat_json(self, chat), "message_id": message_id, "date": 0}
            origin = {"message": gone}
        tap = self.queries.open(person.id, Tap)
        self.updates.add(
            "callback_query",
            {
                "id": tap.query_id,
                "from": user_json(self, person.id),
                **origin,
                "chat_instance": str(abs(chat.id) * 7919),
                "data": data,
            },
            lifetime=CALLBACK_LIFETIME,
        )
        return tap

    # Inline mode

    def ask_inline(self, person: Person, chat: Chat, text: str, *, offset: str = "") -> InlineQuery:
        """Type the bot's name and a text in a chat, which need not be one that the bot knows.

        Await the result for the bot's InlineAnswer, None when none comes in time.
        """
        if not self.bot.answers_inline:
            raise PersonError("This bot cannot be asked in other chats.")
        if person.id not in chat.members:
            raise PersonError(f"{person.first_name} is not in this chat.")
        query = self.inline.ask(person, chat, text[:_MAX_INLINE_TEXT], offset)
        if not query.answered:
            self.updates.add(
                "inline_query",
                {
                    "id": query.query_id,
                    "from": user_json(self, person.id),
                    "query": query.text,
                    "offset": offset,
                    "chat_type": _INLINE_CHAT_TYPES.get(chat.kind, chat.kind.value),
                },
                lifetime=self.inline.lifetime,
            )
        return query

    def choose_inline(
        self,
        query: InlineQuery,
        wanted: InlineResult | str,
        *,
        reply_to: int | None = None,
        thread_id: int | None = None,
    ) -> Message:
        """Send one of the results that the bot offers, named by its title or id, into the chat."""
        if query.answer is None:
            raise PersonError("The bot offers nothing yet.")
        result = query.answer.result(wanted) if isinstance(wanted, str) else wanted
        inline_id = secrets.token_urlsafe(18) if result.keyboard else ""
        message = self._write(
            query.person,
            query.chat,
            result.message,
            reply_to,
            thread_id,
            keyboard=result.keyboard,
            via_bot=True,
            inline_id=inline_id,
        )
        self.deliver("message", message)
        if self.bot.inline_feedback:
            chosen: Json = {
                "result_id": result.id,
                "from": user_json(self, query.person.id),
                "query": query.text,
            }
            if inline_id:
                chosen["inline_message_id"] = inline_id
            self.updates.add("chosen_inline_result", chosen)
        return message

    def make_inaccessible(self, message: Message) -> None:
        """Hide a message from the bot, as happens to old ones; people still see it."""
        message.accessible = False
        self.tell(Watcher.message_changed, message)

    # People

    def set_language(self, person: Person, language_code: str) -> None:
        """Set the language of a person's client; empty for none."""
        person.language_code = language_code
        self.tell(Watcher.people_changed)

    def rename(
        self, person: Person, first_name: str, *, last_name: str = "", username: str = ""
    ) -> None:
        """Give a person another name."""
        person.first_name, person.last_name, person.username = first_name, last_name, username
        self.tell(Watcher.people_changed)

    # Parts

    def _write(
        self,
        person: Person,
        chat: Chat,
        text: Formatted,
        reply_to: int | None,
        topic_id: int | None,
        **content: Any,
    ) -> Message:
        standing = chat.members.get(person.id)
        if standing is None:
            raise PersonError(f"{person.first_name} is not in this chat.")
        if chat.migrated_to is not None:
            raise PersonError("This group was upgraded to a supergroup.")
        if chat.is_private:
            self._begin_private(chat)
        if topic_id is not None and topic_id not in chat.topics:
            raise PersonError("There is no such topic.")
        replied = chat.messages.get(reply_to) if reply_to is not None else None
        if reply_to is not None and replied is None:
            raise PersonError("The message to reply to is gone.")
        thread_id, in_topic = thread_of(chat, replied, topic_id)
        if topic_closed(chat, thread_id, in_topic) and not standing.administers:
            raise PersonError("This topic is closed.")
        return self.post(
            chat,
            person.id,
            text=text.text,
            entities=text.entities,
            reply_to=reply_to,
            thread_id=thread_id,
            in_topic=in_topic,
            **content,
        )

    def _speak(self, chat: Chat, sender_id: int, sender_chat: Json, text: str) -> Message:
        formatted = self._checked_text(text, {})
        message = self.post(
            chat,
            sender_id,
            text=formatted.text,
            entities=formatted.entities,
            sender_chat=sender_chat,
        )
        self.deliver("message", message)
        return message

    def _begin_private(self, chat: Chat) -> None:
        if chat.bot_standing is Standing.KICKED:
            raise PersonError("You blocked this bot.")
        if chat.bot_standing is Standing.LEFT:
            chat.bot_standing = Standing.MEMBER
            self.tell(Watcher.chat_changed, chat)

    def _checked_text(self, text: str, mentioning: Mapping[str, Person]) -> Formatted:
        mentions = tuple(
            Entity(
                "text_mention",
                utf16_length(text[: text.index(part)]),
                utf16_length(part),
                user_id=person.id,
            )
            for part, person in mentioning.items()
        )
        formatted = self.formatted(Formatted(text, mentions))
        if not formatted.text:
            raise PersonError("The message is empty.")
        if utf16_length(formatted.text) > MAX_TEXT:
            raise PersonError("The message is too long.")
        return formatted


def demo_world(clock: Callable[[], float] = time.time) -> World:
    """Return the world of the local chat: Anna, Boris, their own chat, and a group with the bot."""
    world = World(clock=clock)
    anna = world.add_person("Anna", username="anna", language_code="en")
    boris = world.add_person("Boris", username="boris", language_code="en")
    world.add_private_chat(anna, boris)
    world.add_group("Ugolki club", [anna, boris])
    return world
