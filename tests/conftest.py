"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# Time limits for single examples would fail on a busy machine.
settings.register_profile("ugolki", deadline=None)
settings.load_profile("ugolki")
