"""Challenges in a group: who may do what with the card."""

from __future__ import annotations

import pytest

from bot.app import App
from tests.e2e.conftest import People
from tests.e2e.table import Table

pytestmark = pytest.mark.usefixtures("bot")


async def test_an_open_challenge_is_accepted_by_anybody_else(table: Table, people: People) -> None:
    table.say(people.anna, "/challenge 10 diagonal white")
    card = await table.message("Anna")
    assert "10 pieces in a triangle · Diagonal" in card.caption
    assert "own challenge" in await table.tap(people.anna, "▶️", card)
    assert await table.tap(people.carla, "▶️", card) == ""
    await table.message("White to move")
    assert "Carla" in card.caption
