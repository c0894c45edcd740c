"""People at a board: what they do and see in a chat, against the real application."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.local.records import Button, Chat, Message, Person
from bot.local.world import World
from rules import PASS, Ply, State, format_ply, square_name

_PATIENCE = 30.0

T = TypeVar("T")


class Table:
    """A chat in which people play. Messages are those of the bot."""

    def __init__(self, world: World, chat: Chat) -> None:
        self.world = world
        self.chat = chat

    # What is seen

    @property
    def messages(self) -> list[Message]:
        """The bot's messages in the chat, oldest first."""
        bot = self.world.bot.id
        return [each for each in self.chat.messages.values() if each.sender_id == bot]

    @property
    def boards(self) -> list[Message]:
        """The pictures that have buttons."""
        return [message for message in self.messages if message.photo and message.buttons]

    async def message(self, words: str) -> Message:
        """The newest message of the bot that holds these words, in its text or caption."""

        def look() -> Message | None:
            found = [each for each in self.messages if words in f"{each.text}{each.caption}"]
            return found[-1] if found else None

        return await self.until(look, f"a message with {words!r} among {self._shown()}")

    async def board(self, words: str) -> Message:
        """The newest board with these words, once it has got its buttons."""

        def look() -> Message | None:
            found = [each for each in self.boards if words in each.caption]
            return found[-1] if found else None

        return await self.until(look, f"a board with {words!r} among {self._shown()}")

    async def button(self, label: str, message: Message | None = None) -> tuple[Message, Button]:
        """The first button whose label holds these words, of this or else the newest message."""

        def look() -> tuple[Message, Button] | None:
            among = [message] if message is not None else reversed(self.messages)
            for each in among:
                for button in each.buttons:
                    if label in button.text:
                        return each, button
            return None

        return await self.until(look, f"a button {label!r} among {self._shown()}")

    async def until(self, look: Callable[[], T | None], what: str) -> T:
        """Waits until ``look`` finds something true."""
        found: T | None = None

        def seen() -> bool:
            nonlocal found
            found = look()
            return bool(found)

        try:
            await self.world.until(seen, _PATIENCE)
        except TimeoutError:
            raise AssertionError(f"never seen: {what}") from None
        assert found is not None
        return found

    def _shown(self) -> list[tuple[str, list[str]]]:
        return [
            (f"{each.text}{each.caption}", [button.text for button in each.buttons])
            for each in self.messages[-3:]
        ]

    # What is done

    def say(self, person: Person, text: str, *, reply_to: Message | None = None) -> Message:
        """Somebody writes in the chat."""
        replied = reply_to.id if reply_to is not None else None
        return self.world.say(person, self.chat, text, reply_to=replied)

    async def tap(self, person: Person, label: str, message: Message | None = None) -> str:
        """Somebody taps a button as soon as it is there. Returns the toast, empty without one."""
        found, button = await self.button(label, message)
        return await self.press(person, found, button)

    async def press(self, person: Person, message: Message, button: Button | str) -> str:
        """Somebody taps a button, or sends callback data as a client could that is out of date."""
        if isinstance(button, str):
            tap = self.world.call_back(person, self.chat, message.id, button)
        else:
            tap = self.world.tap(person, message, button)
        answer = await tap
        assert answer is not None, "the tap was never answered"
        return answer.text or ""

    async def begin(self, white: Person, black: Person, words: str = "") -> Message:
        """White challenges, Black accepts. Returns the board."""
        before = {message.id for message in self.boards}
        self.say(white, f"/challenge white {words}")

        def card() -> Message | None:
            return next((each for each in self.boards if each.id not in before), None)

        board = await self.until(card, "the challenge")
        assert await self.tap(black, "▶️", board) == ""
        await self.caption(board, "White to move")
        return board

    async def begin_against_ai(self, person: Person, *labels: str) -> Message:
        """Somebody sets a game up with these buttons and starts it. Returns the board."""
        before = {message.id for message in self.boards}
        self.say(person, "/play")

        def card() -> Message | None:
            return next((each for each in self.boards if each.id not in before), None)

        board = await self.until(card, "the card")
        for label in labels:
            assert await self.tap(person, label, board) == ""
            await self.button(f"· {label} ·", board)
        assert await self.tap(person, "▶️", board) == ""
        await self.caption(board, "to move")
        return board

    async def play(self, person: Person, board: Message, state: State, ply: Ply) -> None:
        """Somebody makes a move in this position tap by tap, each on the newest picture.

        A pass makes itself, and so does the end of a chain that cannot go on.
        """
        if ply is PASS:
            return
        assert await self.tap(person, square_name(ply[0]), board) == ""
        for length in range(1, len(ply)):
            if length > 1:
                await self.caption(board, format_ply(ply[:length]))
            assert await self.tap(person, f" {square_name(ply[length])}", board) == ""
        if state.hops_from(ply) and not state.steps_from(ply[0]) >> ply[-1] & 1:
            assert await self.tap(person, f"✅ Stop at {square_name(ply[-1])}", board) == ""

    async def caption(self, board: Message, words: str) -> None:
        """Waits until these words stand under the board."""
        await self.until(lambda: words in board.caption, f"{words!r} in {board.caption!r}")
