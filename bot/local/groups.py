"""Groups and who is in them: people, the bot, topics, and the upgrade to a supergroup."""

from typing import Any

from bot.local.errors import PersonError
from bot.local.records import (
    GENERAL_TOPIC,
    Chat,
    ChatKind,
    Person,
    Rights,
    Standing,
    Topic,
)
from bot.local.shapes import Json, chat_json, message_json, standing_json, user_json
from bot.local.state import State
from bot.local.watching import Watcher

_ICON_COLOR = 0x6FB9F0


class Groups(State):
    """The state, with what happens to memberships as methods.

    Where `by` is left out, the group's creator does it.
    """

    # People in groups

    def join(self, person: Person, chat: Chat, *, by: Person | None = None) -> None:
        """Let a person into a group, by an invitation link or by somebody who adds them."""
        adder = by or person
        self._set_standing(chat, person, Standing.MEMBER, adder)
        self._announce(chat, adder, "new_chat_members", [person.id])

    def leave(self, person: Person, chat: Chat) -> None:
        """Let a person leave a group."""
        self._set_standing(chat, person, Standing.LEFT, person)
        self._announce(chat, person, "left_chat_member", [person.id])

    def ban(self, person: Person, chat: Chat, *, by: Person | None = None) -> None:
        """Throw a person out of a group."""
        admin = by or self._creator(chat)
        self._set_standing(chat, person, Standing.KICKED, admin)
        self._announce(chat, admin, "left_chat_member", [person.id])

    def promote(self, person: Person, chat: Chat, *, by: Person | None = None) -> None:
        """Make a member an administrator."""
        self._set_standing(chat, person, Standing.ADMINISTRATOR, by or self._creator(chat))

    # The bot in chats

    def block_bot(self, person: Person) -> None:
        """Block the bot in the person's private chat."""
        self._set_bot_standing(self.private_chat(person), Standing.KICKED, Rights(), person)

    def unblock_bot(self, person: Person) -> None:
        """Unblock the bot."""
        self._set_bot_standing(self.private_chat(person), Standing.MEMBER, Rights(), person)

    def add_bot(self, chat: Chat, *, by: Person | None = None) -> None:
        """Add the bot to a group."""
        adder = by or self._creator(chat)
        self._set_bot_standing(chat, Standing.MEMBER, Rights(), adder)
        self._announce(chat, adder, "new_chat_members", [self.bot.id])

    def remove_bot(self, chat: Chat, *, by: Person | None = None) -> None:
        """Throw the bot out of a group. Only in a basic group it sees the service message."""
        admin = by or self._creator(chat)
        self._set_bot_standing(chat, Standing.KICKED, Rights(), admin)
        message = self.post(chat, admin.id, service=("left_chat_member", [self.bot.id]))
        if chat.kind is ChatKind.GROUP:
            self.updates.add("message", message_json(self, message))

    def promote_bot(self, chat: Chat, *, by: Person | None = None) -> None:
        """Make the bot an administrator, who sees all messages and may delete them."""
        self._set_bot_standing(chat, Standing.ADMINISTRATOR, Rights(), by or self._creator(chat))

    def restrict_bot(self, chat: Chat, rights: Rights, *, by: Person | None = None) -> None:
        """Restrict what the bot may send; all rights make it an ordinary member again."""
        standing = Standing.MEMBER if rights == Rights() else Standing.RESTRICTED
        self._set_bot_standing(chat, standing, rights, by or self._creator(chat))

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
        self.deliver("message", message)
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

    def _announce(self, chat: Chat, by: Person, service: str, value: Any) -> None:
        self.deliver("message", self.post(chat, by.id, service=(service, value)))

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
        self.deliver("message", message)

    def _creator(self, chat: Chat) -> Person:
        creators = (i for i, s in chat.members.items() if s is Standing.CREATOR)
        return self.people[next(creators, next(iter(chat.members)))]

    def _set_bot_standing(self, chat: Chat, standing: Standing, rights: Rights, by: Person) -> None:
        bot = user_json(self, self.bot.id)
        old = standing_json(bot, chat.bot_standing, chat.bot_rights)
        chat.bot_standing, chat.bot_rights = standing, rights
        new = standing_json(bot, standing, rights)
        self.updates.add("my_chat_member", self._membership(chat, by, old, new))
        self.tell(Watcher.chat_changed, chat)

    def _set_standing(self, chat: Chat, person: Person, standing: Standing, by: Person) -> None:
        user = user_json(self, person.id)
        old = standing_json(user, chat.members.get(person.id, Standing.LEFT), Rights())
        if standing.present:
            chat.members[person.id] = standing
        else:
            chat.members.pop(person.id, None)
        if chat.bot_standing.administers:
            new = standing_json(user, standing, Rights())
            self.updates.add("chat_member", self._membership(chat, by, old, new))
        self.tell(Watcher.chat_changed, chat)

    def _membership(self, chat: Chat, by: Person, old: Json, new: Json) -> Json:
        return {
            "chat": chat_json(self, chat),
            "from": user_json(self, by.id),
            "date": self.now(),
            "old_chat_member": old,
            "new_chat_member": new,
        }
