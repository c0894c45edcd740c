"""The world of the local chat: the state, and what people do in it."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.local.checks import MAX_TEXT
from bot.local.entities import Entity, Formatted, utf16_length
from bot.local.errors import PersonError
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
    Rights,
    Standing,
    Topic,
)
from bot.local.shapes import chat_json, message_json, user_json
from bot.local.state import State
from bot.local.threads import thread_of, topic_closed
from bot.local.updates import CALLBACK_LIFETIME
from bot.local.visibility import bot_sees
from bot.local.watching import Watcher

_START_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_EDIT_SECONDS = 48 * 3600
_ICON_COLOR = 0x6FB9F0


class World(State):
    """The state, with people's actions as methods.

    What a person's client or Telegram would refuse raises PersonError. Where `by` is left out,
    the group's creator does it.
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
        message = self._write(person, chat, text, reply_to, thread_id, mentioning or {})
        self._deliver("message", message)
        return message

    def say_anonymously(self, person: Person, chat: Chat, text: str) -> Message:
        """Send a text as an administrator who stays anonymous."""
        if not chat.members.get(person.id, Standing.LEFT).administers:
            raise PersonError("Only administrators can write anonymously.")
        text_now = self._checked_text(text, {})
        message = self.post(
            chat,
            ANONYMOUS_ADMIN_ID,
            text=text_now.text,
            entities=text_now.entities,
            sender_chat=chat_json(self, chat),
        )
        self._deliver("message", message)
        return message

    def forward_from_channel(self, chat: Chat, text: str) -> Message:
        """Let a post of the channel that is linked with the group appear in it."""
        channel = {"id": chat.id - 500_000_000, "title": "News", "type": "channel"}
        text_now = self._checked_text(text, {})
        message = self.post(
            chat,
            LINKED_CHANNEL_ID,
            text=text_now.text,
            entities=text_now.entities,
            sender_chat=channel,
        )
        self._deliver("message", message)
        return message

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
        own = message.sender_id == person.id and not message.service
        if not own or message.date + _EDIT_SECONDS < self.now():
            raise PersonError("This message can't be edited.")
        self.rewrite(message, self._checked_text(text, {}), message.media, message.keyboard)
        self._deliver("edited_message", message)

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
        if not chat.bot_standing.present:
            raise PersonError("The bot is not in this chat.")
        message = chat.messages.get(message_id)
        shape: dict[str, Any]
        if message is not None and message.accessible:
            shape = message_json(self, message)
        else:
            shape = {"chat": chat_json(self, chat), "message_id": message_id, "date": 0}
        tap = self.queries.open(person.id)
        self.updates.add(
            "callback_query",
            {
                "id": tap.query_id,
                "from": user_json(self, person.id),
                "message": shape,
                "chat_instance": str(abs(chat.id) * 7919),
                "data": data,
            },
            lifetime=CALLBACK_LIFETIME,
        )
        return tap

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

    def join(self, person: Person, chat: Chat, *, by: Person | None = None) -> None:
        """Let a person into a group, by an invitation link or by somebody who adds them."""
        adder = by or person
        self.set_standing(chat, person, Standing.MEMBER, adder)
        self._announce(chat, adder, "new_chat_members", [person.id])

    def leave(self, person: Person, chat: Chat) -> None:
        """Let a person leave a group."""
        self.set_standing(chat, person, Standing.LEFT, person)
        self._announce(chat, person, "left_chat_member", [person.id])

    def ban(self, person: Person, chat: Chat, *, by: Person | None = None) -> None:
        """Throw a person out of a group."""
        admin = by or self._creator(chat)
        self.set_standing(chat, person, Standing.KICKED, admin)
        self._announce(chat, admin, "left_chat_member", [person.id])

    def promote(self, person: Person, chat: Chat, *, by: Person | None = None) -> None:
        """Make a member an administrator."""
        self.set_standing(chat, person, Standing.ADMINISTRATOR, by or self._creator(chat))

    # The bot in chats

    def block_bot(self, person: Person) -> None:
        """Block the bot in the person's private chat."""
        self.set_bot_standing(self.private_chat(person), Standing.KICKED, Rights(), person)

    def unblock_bot(self, person: Person) -> None:
        """Unblock the bot."""
        self.set_bot_standing(self.private_chat(person), Standing.MEMBER, Rights(), person)

    def add_bot(self, chat: Chat, *, by: Person | None = None) -> None:
        """Add the bot to a group."""
        adder = by or self._creator(chat)
        self.set_bot_standing(chat, Standing.MEMBER, Rights(), adder)
        self._announce(chat, adder, "new_chat_members", [self.bot.id])

    def remove_bot(self, chat: Chat, *, by: Person | None = None) -> None:
        """Throw the bot out of a group. Only in a basic group it sees the service message."""
        admin = by or self._creator(chat)
        self.set_bot_standing(chat, Standing.KICKED, Rights(), admin)
        message = self.post(chat, admin.id, service=("left_chat_member", [self.bot.id]))
        if chat.kind is ChatKind.GROUP:
            self.updates.add("message", message_json(self, message))

    def promote_bot(self, chat: Chat, *, by: Person | None = None) -> None:
        """Make the bot an administrator, who sees all messages and may delete them."""
        self.set_bot_standing(chat, Standing.ADMINISTRATOR, Rights(), by or self._creator(chat))

    def restrict_bot(self, chat: Chat, rights: Rights, *, by: Person | None = None) -> None:
        """Restrict what the bot may send; all rights make it an ordinary member again."""
        standing = Standing.MEMBER if rights == Rights() else Standing.RESTRICTED
        self.set_bot_standing(chat, standing, rights, by or self._creator(chat))

    # Groups

    def migrate(self, chat: Chat, *, by: Person | None = None) -> Chat:
        """Turn a group into a supergroup, which is a new chat; return that."""
        admin = by or self._creator(chat)
        upgraded = Chat(
            self.next_chat_id(ChatKind.SUPERGROUP),
            ChatKind.SUPERGROUP,
            chat.title,
            members=dict(chat.members),
            bot_standing=chat.bot_standing,
            bot_rights=chat.bot_rights,
            migrated_from=chat.id,
        )
        self.new_chat(upgraded)
        self._announce(chat, admin, "migrate_to_chat_id", upgraded.id)
        chat.migrated_to = upgraded.id
        self.tell(Watcher.chat_changed, chat)
        self._announce(upgraded, admin, "migrate_from_chat_id", chat.id)
        return upgraded

    def open_topic(self, person: Person, chat: Chat, name: str) -> int:
        """Open a topic in a forum; return its thread id."""
        if not chat.is_forum:
            raise PersonError("This group has no topics.")
        created = {"name": name, "icon_color": _ICON_COLOR}
        message = self.post(
            chat, person.id, service=("forum_topic_created", created), in_topic=True
        )
        message.thread_id = message.id
        chat.topics[message.id] = Topic(name)
        self.tell(Watcher.message_changed, message)
        self.tell(Watcher.chat_changed, chat)
        self._deliver("message", message)
        return message.id

    def close_topic(self, person: Person, chat: Chat, thread_id: int) -> None:
        """Close a topic: only administrators can write there."""
        self._turn_topic(person, chat, thread_id, closed=True)

    def reopen_topic(self, person: Person, chat: Chat, thread_id: int) -> None:
        """Open a closed topic again."""
        self._turn_topic(person, chat, thread_id, closed=False)

    def delete_topic(self, chat: Chat, thread_id: int) -> None:
        """Delete a topic with all its messages."""
        del chat.topics[thread_id]
        for message in list(chat.messages.values()):
            if message.in_topic and message.thread_id == thread_id:
                self.remove(message)
        self.tell(Watcher.chat_changed, chat)

    # Parts

    def _write(
        self,
        person: Person,
        chat: Chat,
        text: str,
        reply_to: int | None,
        topic_id: int | None,
        mentioning: Mapping[str, Person],
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
        formatted = self._checked_text(text, mentioning)
        return self.post(
            chat,
            person.id,
            text=formatted.text,
            entities=formatted.entities,
            reply_to=reply_to,
            thread_id=thread_id,
            in_topic=in_topic,
        )

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

    def _deliver(self, kind: str, message: Message) -> None:
        if bot_sees(self, message):
            self.updates.add(kind, message_json(self, message))

    def _announce(self, chat: Chat, by: Person, service: str, value: Any) -> None:
        self._deliver("message", self.post(chat, by.id, service=(service, value)))

    def _turn_topic(self, person: Person, chat: Chat, thread_id: int, *, closed: bool) -> None:
        chat.topics[thread_id].closed = closed
        self.tell(Watcher.chat_changed, chat)
        in_topic = thread_id != GENERAL_TOPIC
        service = "forum_topic_closed" if closed else "forum_topic_reopened"
        message = self.post(
            chat,
            person.id,
            service=(service, {}),
            thread_id=thread_id if in_topic else None,
            in_topic=in_topic,
        )
        self._deliver("message", message)

    def _creator(self, chat: Chat) -> Person:
        creators = (i for i, s in chat.members.items() if s is Standing.CREATOR)
        return self.people[next(creators, next(iter(chat.members)))]


def demo_world(clock: Callable[[], float] = time.time) -> World:
    """Return the world of the local chat: Anna, Boris, and a supergroup of both with the bot."""
    world = World(clock=clock)
    anna = world.add_person("Anna", username="anna", language_code="en")
    boris = world.add_person("Boris", username="boris", language_code="en")
    world.add_group("Ugolki club", [anna, boris])
    return world
