"""People who play whatever the network does: they tap what they see, and again if nothing happens.

They know their game (a recorded one) and nothing of the bot: which message is the board, whose turn
it shows and how far a move has been picked they read off the buttons.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from bot.chat.callbacks import (
    Accept,
    CallbackDataError,
    ConfirmResign,
    Deed,
    GameMeaning,
    Go,
    Meaning,
    Pick,
    Prefer,
    Press,
    Stop,
    decode,
)
from bot.local.records import Button, Chat, Message, Person
from bot.local.world import World
from rules import PASS, Route
from tests.e2e.recorded import Recorded


@dataclass(frozen=True)
class Patience:
    """For how many seconds people wait: for the answer to a tap, a new picture, a board at all."""

    answer: float = 12
    picture: float = 4
    board: float = 25


@dataclass
class Deeds:
    """What people did, and what the bot told them."""

    taps: int = 0
    unanswered: int = 0
    refused: int = 0
    commands: int = 0
    waits: list[float] = field(default_factory=list)
    """From each tap that was answered silently to the next picture."""


async def _as_one_likes() -> None:
    """Nothing keeps people from tapping."""


def _as_well(meaning: Pick | Stop | Go) -> None:
    """Nobody keeps a list of what was confirmed."""


@dataclass(frozen=True)
class Offer:
    """A board with buttons that lead on in some turn, and who is to tap them."""

    turn: int
    person: Person
    board: Message
    buttons: list[tuple[Button, Meaning]]


@dataclass
class Player:
    """Somebody who taps in some world. ``before_tap`` is awaited before each tap and command;
    ``confirmed`` is told of each tap that was answered silently and made a move, or led on to it.
    """

    world: World
    patience: Patience
    deeds: Deeds
    before_tap: Callable[[], Awaitable[object]] = _as_one_likes
    confirmed: Callable[[Pick | Stop | Go], None] = _as_well

    async def say(self, person: Person, chat: Chat, text: str) -> None:
        """Gives a command."""
        await self.before_tap()
        self.deeds.commands += 1
        self.world.say(person, chat, text)

    async def tap(
        self, person: Person, board: Message, button: Button, something_new: Callable[[], bool]
    ) -> None:
        """Taps a button if it is still there, and waits until there is something new to see."""
        await self.before_tap()
        if board.id not in board.chat.messages or button not in board.buttons:
            return
        began = asyncio.get_running_loop().time()
        self.deeds.taps += 1
        tap = self.world.tap(person, board, button)
        if not await self.until(lambda: tap.answered, self.patience.answer) or tap.answer is None:
            self.deeds.unanswered += 1
        elif tap.answer.text:
            self.deeds.refused += 1
        else:
            meaning = decode(button.data)
            if isinstance(meaning, Pick | Stop | Go):
                self.confirmed(meaning)
        if await self.until(something_new, self.patience.picture):
            self.deeds.waits.append(asyncio.get_running_loop().time() - began)

    async def until(self, condition: Callable[[], bool], seconds: float) -> bool:
        """Waits until the condition holds, but not longer. Returns whether it does."""
        try:
            await self.world.until(condition, seconds)
        except TimeoutError:
            return False
        return True


@dataclass
class Pair:
    """Two people who play one recorded game: in a group, or each in a private chat.

    White is the challenger, and has a name of its own, for the challenge is known by it.
    """

    player: Player
    white: Person
    black: Person
    group: Chat | None
    recorded: Recorded
    words: str = ""
    quick_taps: bool = False
    game: int = 0

    @property
    def world(self) -> World:
        return self.player.world

    async def play(self) -> None:
        """Plays to the end, until all boards offer a rematch."""
        if self.quick_taps:
            for person, chat in zip((self.white, self.black), self.chats, strict=False):
                await self._choose_quick_taps(person, chat)
        await self._challenge()
        while not self.over:
            offer = self._offer()
            if offer is None:
                await self._ask_for_boards()
            else:
                await self.tap_on(offer)

    @property
    def chats(self) -> list[Chat]:
        """Where the game is played."""
        if self.group is not None:
            return [self.group]
        return [self.world.private_chat(self.white), self.world.private_chat(self.black)]

    @property
    def boards(self) -> list[list[Message]]:
        """The live boards in each chat, oldest first."""
        return [live_boards(self.world, chat, self.game) for chat in self.chats]

    @property
    def over(self) -> bool:
        return all(boards and offers_rematch(boards[-1]) for boards in self.boards)

    # Beginning

    async def _choose_quick_taps(self, person: Person, chat: Chat) -> None:
        """From now on two taps make a move: the piece, and where it ends."""

        def offers(choice: str) -> tuple[Message, Button] | None:
            for message in reversed(chat.messages.values()):
                for button, meaning in buttons_of(message):
                    if meaning == Prefer(choice):
                        return message, button
            return None

        def chosen() -> bool:
            return offers("hops") is not None

        while not chosen():
            if (offer := offers("quick")) is not None:
                await self.player.tap(person, *offer, chosen)
            else:
                await self.player.say(person, chat, "/settings")
                patience = self.player.patience.board
                await self.player.until(lambda: offers("quick") is not None or chosen(), patience)

    async def _challenge(self) -> None:
        patience, chat = self.player.patience.board, self.chats[0]
        while not self.game:
            words = f"/challenge white {self.recorded.words} {self.words}"
            await self.player.say(self.white, chat, words)
            await self.player.until(lambda: self._card() is not None, patience)
            card = self._card()
            if card is not None:
                self.game = game_of(card)
        while self.group is None and not self.boards[1]:
            cards = self.boards[0]
            code = re.search(r"start=(j\w+)", cards[-1].caption) if cards else None
            if code is not None:
                await self.player.before_tap()
                self.world.follow_link(self.black, code[1])
            await self.player.until(lambda: bool(self.boards[1]), patience)

    def _card(self) -> Message | None:
        for message in reversed(self.chats[0].messages.values()):
            known = self.group is None or self.white.first_name in message.text
            if known and message.sender_id == self.world.bot.id and game_of(message):
                return message
        return None

    # Playing

    def _offer(self) -> Offer | None:
        """What the newest of the boards offers to whom, if anything that leads on."""
        offers = []
        for boards in self.boards:
            if boards:
                offered = buttons_of(boards[-1])
                turns = [m.turn for _, m in offered if isinstance(m, Pick | Stop | Go)]
                if any(isinstance(meaning, Accept) for _, meaning in offered) and self.group:
                    offers.append(Offer(-1, self.black, boards[-1], offered))
                elif turns:
                    offers.append(Offer(turns[0], self._mover(turns[0]), boards[-1], offered))
        return max(offers, key=lambda offer: offer.turn, default=None)

    def _moves(self) -> list[tuple[int, Route]]:
        return [(n, ply) for n, ply in enumerate(self.recorded.plies) if ply is not PASS]

    def _mover(self, turn: int) -> Person:
        moves = self._moves()
        number = moves[turn][0] if turn < len(moves) else len(self.recorded.plies)
        return self.black if number % 2 else self.white

    async def _ask_for_boards(self) -> None:
        def anything() -> bool:
            return self.over or self._offer() is not None

        if not await self.player.until(anything, self.player.patience.board):
            for person, chat in zip((self.white, self.black), self.chats, strict=False):
                await self.player.say(person, chat, "/board")

    async def tap_on(self, offer: Offer) -> None:
        """Does what comes next."""
        if offer.turn < 0:
            button, _ = next(each for each in offer.buttons if isinstance(each[1], Accept))
        elif offer.turn < len(self._moves()):
            button = best_button(offer.buttons, self._moves()[offer.turn][1])
        else:
            button = resigning_button(offer.buttons)
        board, seen = offer.board, look_of(offer.board)

        def something_new() -> bool:
            if look_of(board) != seen or board.id not in board.chat.messages:
                return True
            newest = self._offer()
            return newest is not None and newest.turn > offer.turn

        await self.player.tap(offer.person, board, button, something_new)


def game_of(message: Message) -> int:
    """The game that a message with buttons shows, 0 if it shows none."""
    games = [m.game for _, m in buttons_of(message) if isinstance(m, GameMeaning)]
    return games[0] if games else 0


def offers_rematch(message: Message) -> bool:
    return any(
        isinstance(meaning, Press) and meaning.deed is Deed.REMATCH
        for _, meaning in buttons_of(message)
    )


def best_button(offered: list[tuple[Button, Meaning]], ply: Route) -> Button:
    """The button that comes closest to a move: it ends it, leads on to it, or leads back to it."""
    best, length = None, -1
    for button, meaning in offered:
        if isinstance(meaning, Stop) and meaning.path == ply:
            return button
        if isinstance(meaning, Go) and (meaning.start, meaning.end) == (ply[0], ply[-1]):
            return button
        leads_on = isinstance(meaning, Pick) and ply[: len(meaning.path)] == meaning.path
        if isinstance(meaning, Pick) and leads_on and len(meaning.path) > length:
            best, length = button, len(meaning.path)
    assert best is not None, (ply, [button.text for button, _ in offered])
    return best


def resigning_button(offered: list[tuple[Button, Meaning]]) -> Button:
    """The button that gives the game up, or else leads to it."""
    confirming = [button for button, meaning in offered if isinstance(meaning, ConfirmResign)]
    asking = [
        button
        for button, meaning in offered
        if isinstance(meaning, Press) and meaning.deed is Deed.RESIGN
    ]
    others = [
        button for button, meaning in offered if isinstance(meaning, Pick) and not meaning.path
    ]
    return (confirming or asking or others)[0]


def buttons_of(message: Message) -> list[tuple[Button, Meaning]]:
    """A message's buttons that call the bot, with what they mean."""
    found = []
    for button in message.buttons:
        try:
            found.append((button, decode(button.data)))
        except CallbackDataError:
            continue
    return found


def live_boards(world: World, chat: Chat, game: int) -> list[Message]:
    """The bot's messages in a chat with buttons of a game, oldest first."""
    return [
        message
        for message in chat.messages.values()
        if message.sender_id == world.bot.id
        and any(isinstance(m, GameMeaning) and m.game == game for _, m in buttons_of(message))
    ]


def look_of(message: Message) -> tuple[Any, ...]:
    """What people see of a message."""
    return message.text, message.media, message.keyboard
