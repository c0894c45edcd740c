"""Settings for all tests."""

from __future__ import annotations

import os
from typing import Final

from hypothesis import settings

# Time limits for single examples would fail on a busy machine.
settings.register_profile("ugolki", deadline=None)
settings.load_profile("ugolki")

# Then the longest tests decide how long all take.
_MANY_WORKERS: Final = 12


def pytest_xdist_auto_num_workers() -> int:
    """Return two workers for each core, for half of the end-to-end tests' time is waiting."""
    return min(2 * (os.cpu_count() or 1), _MANY_WORKERS)
