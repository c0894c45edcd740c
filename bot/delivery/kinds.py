"""Whether a board is a picture or text: neither can be edited into the other."""

from __future__ import annotations

from bot.chat.screens import Screen
from bot.delivery.wishes import Key
from bot.store.boards import BoardKind, BoardRecord


class Kinds:
    """Decides of which kind boards are to be.

    Where photos are refused a board is text, until it is sent anew: then a photo is tried again.
    """

    def __init__(self) -> None:
        """No chat has chosen just now."""
        self._chosen: set[Key] = set()

    def choose(self, key: Key) -> None:
        """A board's chat has chosen pictures or text."""
        self._chosen.add(key)

    def settle(self, key: Key) -> None:
        """A board has been sent as was chosen, or cannot be."""
        self._chosen.discard(key)

    def is_wrong(self, board: BoardRecord, screen: Screen) -> bool:
        """Whether a board is to be sent anew as the other kind."""
        if not screen.pictures:
            return board.kind is BoardKind.PHOTO
        return board.kind is BoardKind.TEXT and self._was_chosen(board)

    def to_send(self, board: BoardRecord, screen: Screen) -> BoardKind:
        """Returns what to send a board as."""
        # Text without a message is what a photo that was just refused leaves.
        refused = board.kind is BoardKind.TEXT and board.message is None
        if not screen.pictures or (refused and not self._was_chosen(board)):
            return BoardKind.TEXT
        return BoardKind.PHOTO

    def _was_chosen(self, board: BoardRecord) -> bool:
        return (board.game, board.chat) in self._chosen
