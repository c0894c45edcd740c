"""What the local chat remembers between runs: a small SQLite file."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bot.local.archive_rows import (
    chat_from_row,
    chat_row,
    file_from_row,
    file_row,
    message_from_row,
    message_row,
    person_from_row,
    person_row,
    profile_from_row,
    profile_row,
    updates_from_row,
    updates_row,
)
from bot.local.records import Chat, Message, StoredFile
from bot.local.updates import Update
from bot.local.watching import Watcher
from bot.local.world import World

_VERSION = 1
_SCHEMA = """
CREATE TABLE person (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
CREATE TABLE chat (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
CREATE TABLE message (
    chat_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (chat_id, id)
) STRICT;
CREATE TABLE last_message (chat_id INTEGER PRIMARY KEY, id INTEGER NOT NULL) STRICT;
CREATE TABLE file (id TEXT PRIMARY KEY, body TEXT NOT NULL, content BLOB NOT NULL) STRICT;
CREATE TABLE pending (id INTEGER PRIMARY KEY, body TEXT NOT NULL, expires REAL NOT NULL) STRICT;
CREATE TABLE setting (name TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
"""


class Archive(Watcher):
    """Keeps a world in a file. A new file takes the world as it is; an old one replaces it.

    Changes are collected, and written by flush() in one transaction. A process that is killed
    loses nothing that was flushed; a machine that fails may lose the last moments.
    """

    def __init__(self, path: Path, world: World) -> None:
        self._world = world
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._messages: dict[tuple[int, int], Message | None] = {}
        self._chats: dict[int, Chat] = {}
        self._pending: dict[int, Update] = {}
        self._confirmed = 0
        self._stored_files: set[str] = set()
        self._dropped_files: set[str] = set()
        self._settings: set[str] = set()
        self._people = False
        world.watch(self)
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version == _VERSION:
            self._load()
        elif version:
            self._connection.close()
            raise ValueError(f"{path} was written by another version ({version})")
        else:
            self._connection.executescript(_SCHEMA)
            self._connection.execute(f"PRAGMA user_version = {_VERSION}")
            self._take_all()

    def close(self) -> None:
        """Write what is left, and close the file."""
        self._world.unwatch(self)
        self.flush()
        self._connection.close()

    def flush(self) -> None:
        """Write all changes since the last time."""
        changed = (
            self._messages
            or self._chats
            or self._pending
            or self._confirmed
            or self._dropped_files
            or self._settings
            or self._people
        )
        if not changed:
            return
        with self._transaction() as connection:
            self._write_people(connection)
            self._write_counters(connection)
            self._write_chats(connection)
            # Before the messages: a file that went may have come back with one of them.
            self._remove_files(connection)
            self._write_messages(connection)
            self._write_updates(connection)
            self._write_settings(connection)

    # Hearing of changes

    def message_changed(self, message: Message) -> None:
        """Note a message to write."""
        self._messages[message.chat.id, message.id] = message

    def message_deleted(self, message: Message) -> None:
        """Note a message to remove."""
        self._messages[message.chat.id, message.id] = None

    def people_changed(self) -> None:
        """Note that people are to be written."""
        self._people = True

    def chat_changed(self, chat: Chat) -> None:
        """Note a chat to write."""
        self._chats[chat.id] = chat

    def bot_changed(self) -> None:
        """Note that the bot's profile is to be written."""
        self._settings.add("bot")

    def commands_changed(self) -> None:
        """Note that the bot's profile, which has the commands, is to be written."""
        self._settings.add("bot")

    def updates_changed(self) -> None:
        """Note that the webhook and the kinds of updates are to be written."""
        self._settings.add("updates")

    def update_added(self, update: Update) -> None:
        """Note an update to write."""
        self._pending[update.id] = update
        self._settings.add("updates")

    def updates_confirmed(self, update_id: int) -> None:
        """Note that this update and all before it are to be removed."""
        self._confirmed = update_id
        for pending in [key for key in self._pending if key <= update_id]:
            del self._pending[pending]

    def file_dropped(self, file: StoredFile) -> None:
        """Note a file to remove."""
        self._dropped_files.add(file.unique_id)

    # Writing

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def _write_people(self, connection: sqlite3.Connection) -> None:
        if self._people:
            connection.executemany(
                "INSERT OR REPLACE INTO person VALUES (?, ?)",
                [(person.id, person_row(person)) for person in self._world.people.values()],
            )
            self._people = False

    def _write_counters(self, connection: sqlite3.Connection) -> None:
        posted = [message.chat for message in self._messages.values() if message is not None]
        counters = {self._world.counter_of(chat) for chat in [*self._chats.values(), *posted]}
        connection.executemany(
            "INSERT OR REPLACE INTO last_message VALUES (?, ?)",
            [(counter, self._world.last_message_ids[counter]) for counter in counters],
        )

    def _write_chats(self, connection: sqlite3.Connection) -> None:
        connection.executemany(
            "INSERT OR REPLACE INTO chat VALUES (?, ?)",
            [(chat.id, chat_row(chat)) for chat in self._chats.values()],
        )
        self._chats.clear()

    def _remove_files(self, connection: sqlite3.Connection) -> None:
        connection.executemany(
            "DELETE FROM file WHERE id = ?", [(file_id,) for file_id in self._dropped_files]
        )
        self._stored_files -= self._dropped_files
        self._dropped_files.clear()

    def _write_messages(self, connection: sqlite3.Connection) -> None:
        for (chat_id, message_id), message in self._messages.items():
            if message is None:
                connection.execute(
                    "DELETE FROM message WHERE chat_id = ? AND id = ?", (chat_id, message_id)
                )
                continue
            if message.media is not None:
                self._write_file(connection, message.media)
            connection.execute(
                "INSERT OR REPLACE INTO message VALUES (?, ?, ?)",
                (chat_id, message_id, message_row(message)),
            )
        self._messages.clear()

    def _write_file(self, connection: sqlite3.Connection, file: StoredFile) -> None:
        if file.unique_id not in self._stored_files:
            connection.execute(
                "INSERT OR REPLACE INTO file VALUES (?, ?, ?)",
                (file.unique_id, file_row(file), file.content),
            )
            self._stored_files.add(file.unique_id)

    def _write_updates(self, connection: sqlite3.Connection) -> None:
        if self._confirmed:
            connection.execute("DELETE FROM pending WHERE id <= ?", (self._confirmed,))
            self._confirmed = 0
        connection.executemany(
            "INSERT OR REPLACE INTO pending VALUES (?, ?, ?)",
            [(update.id, update.body, update.expires) for update in self._pending.values()],
        )
        self._pending.clear()

    def _write_settings(self, connection: sqlite3.Connection) -> None:
        rows = {
            "bot": lambda: profile_row(self._world.bot),
            "updates": lambda: updates_row(self._world.updates),
        }
        connection.executemany(
            "INSERT OR REPLACE INTO setting VALUES (?, ?)",
            [(name, rows[name]()) for name in self._settings],
        )
        self._settings.clear()

    def _take_all(self) -> None:
        world = self._world
        self._people = True
        self._settings = {"bot", "updates"}
        self._chats = dict(world.chats)
        self._pending = {update.id: update for update in world.updates.pending}
        for chat in world.chats.values():
            self._messages.update({(chat.id, m.id): m for m in chat.messages.values()})
        self.flush()

    # Reading

    def _load(self) -> None:
        world = self._world
        settings: dict[str, str] = dict(self._rows("SELECT name, body FROM setting"))
        world.bot = profile_from_row(settings["bot"])
        updates_from_row(settings["updates"], world.updates)
        world.updates.pending.extend(
            Update(*row) for row in self._rows("SELECT id, body, expires FROM pending ORDER BY id")
        )
        people = [person_from_row(body) for (body,) in self._rows("SELECT body FROM person")]
        world.people = {person.id: person for person in people}
        chats = [
            chat_from_row(body) for (body,) in self._rows("SELECT body FROM chat ORDER BY id DESC")
        ]
        world.chats = {chat.id: chat for chat in chats}
        files = []
        for body, content in self._rows("SELECT body, content FROM file ORDER BY rowid"):
            file = world.files.put(file_from_row(body, content))
            # Held, so that it does not go as idle before the messages that show it are there.
            world.files.hold(file)
            files.append(file)
        self._stored_files = {file.unique_id for file in files}
        for chat_id, body in self._rows("SELECT chat_id, body FROM message ORDER BY chat_id, id"):
            message = message_from_row(body, world.chats[chat_id], world.files)
            message.chat.messages[message.id] = message
            if message.media is not None:
                world.files.hold(message.media)
        for file in files:
            world.files.release(file)
        world.last_message_ids.update(dict(self._rows("SELECT chat_id, id FROM last_message")))

    def _rows(self, query: str) -> list[Any]:
        return self._connection.execute(query).fetchall()
