"""People in tests, who do more in a second than people can."""

from __future__ import annotations

from bot.handlers.limits import Activity, Allowance

QUICK_PEOPLE = dict.fromkeys(Activity, Allowance(1_000_000, 1))
