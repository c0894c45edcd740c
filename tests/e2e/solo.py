"""Somebody who plays the AI at random, whatever the network does."""

from __future__ import annotations

import random
from dataclasses import dataclass

from bot.chat.callbacks import Accept, Pick, Stop
from bot.local.records import Button, Chat, Message, Person
from tests.e2e.patient import (
    Player,
    buttons_of,
    game_of,
    live_boards,
    look_of,
    offers_rematch,
)


@dataclass
class Solo:
    """A person with the AI in a private chat, with the options that come first."""

    player: Player
    person: Person
    chance: random.Random
    game: int = 0

    async def play(self) -> None:
        """Plays to the end, until the board offers a rematch."""
        while not self.over:
            board = self._board()
            if board is None:
                await self.player.say(self.person, self.chat, "/board" if self.game else "/play")
                patience = self.player.patience.board
                await self.player.until(lambda: self._board() is not None, patience)
            else:
                await self._go_on(board)

    async def _go_on(self, board: Message) -> None:
        seen, button = look_of(board), self._choice(board)

        def something_new() -> bool:
            return look_of(board) != seen or board.id not in self.chat.messages

        if button is not None:
            await self.player.tap(self.person, board, button, something_new)
        else:
            # The AI is to move.
            await self.player.until(something_new, self.player.patience.board)

    @property
    def chat(self) -> Chat:
        return self.player.world.private_chat(self.person)

    @property
    def over(self) -> bool:
        board = self._board()
        return board is not None and offers_rematch(board)

    def _board(self) -> Message | None:
        if not self.game:
            cards = [each for each in self.chat.messages.values() if game_of(each)]
            self.game = game_of(cards[-1]) if cards else 0
        boards = live_boards(self.player.world, self.chat, self.game)
        return boards[-1] if boards else None

    def _choice(self, board: Message) -> Button | None:
        """Any piece, then anything that goes on, then mostly a stop; None on the AI's turn."""
        offered = buttons_of(board)
        for button, meaning in offered:
            ends = isinstance(meaning, Stop) and self.chance.random() < 0.8
            if ends or isinstance(meaning, Accept):
                return button
        picks = [(button, meaning) for button, meaning in offered if isinstance(meaning, Pick)]
        onward = [button for button, _ in picks if not button.text.startswith(("✖️", "↩️"))]
        others = [button for button, _ in picks]
        return self.chance.choice(onward or others) if picks else None
