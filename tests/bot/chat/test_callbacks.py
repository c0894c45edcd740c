from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.callbacks import (
    Accept,
    Booklet,
    CallbackDataError,
    Choose,
    ConfirmResign,
    Deed,
    EraseMe,
    Fetch,
    Go,
    Join,
    KeepMe,
    KeepPlaying,
    Leaf,
    Meaning,
    Open,
    Pick,
    Prefer,
    Press,
    Read,
    ReplayFile,
    Resume,
    Retract,
    Speak,
    Stop,
    Withdraw,
    decode,
    encode,
)
from bot.chat.look import PREFERENCES
from bot.chat.rulebook import Page
from bot.chat.texts import languages
from bot.play.setup import CHOICES
from bot.play.tickets import TICKET
from rules import Side

numbers = st.integers(0, 2**63 - 1)
plies = st.integers(0, 10_000)
# A chain lands on 16 squares at most, its start included.
paths = st.lists(st.integers(0, 63), max_size=16).map(tuple)
sides = st.sampled_from(Side)

meanings: st.SearchStrategy[Meaning] = st.one_of(
    st.builds(Pick, numbers, plies, paths),
    st.builds(Stop, numbers, plies, paths),
    st.builds(Press, numbers, plies, st.sampled_from(Deed)),
    st.builds(ConfirmResign, numbers, sides),
    st.builds(KeepPlaying, numbers, sides),
    st.builds(Choose, numbers, st.sampled_from(sorted(CHOICES))),
    st.builds(Accept, numbers, numbers),
    st.builds(Withdraw, numbers),
    st.builds(Leaf, numbers, numbers),
    st.builds(Go, numbers, plies, st.integers(0, 63), st.integers(0, 63)),
    st.builds(Prefer, st.sampled_from(sorted(PREFERENCES))),
    st.builds(Fetch, numbers),
    st.builds(Open, st.sampled_from(Booklet)),
    st.builds(Read, numbers, st.sampled_from(Page), st.sampled_from(languages())),
    st.builds(Speak, st.sampled_from(languages())),
    st.builds(Retract, st.from_regex(TICKET, fullmatch=True)),
    st.builds(Join, st.text("ABCXYZ019", min_size=1, max_size=32)),
    st.sampled_from([ReplayFile(), EraseMe(), KeepMe(), Resume()]),
    st.from_regex(TICKET, fullmatch=True).map(Retract),
)


@given(meanings)
def test_meaning_to_data_and_back(meaning: Meaning) -> None:
    data = encode(meaning)
    assert decode(data) == meaning
    assert 1 <= len(data.encode()) <= 64


@pytest.mark.parametrize(
    "data",
    [
        "",
        "1",
        "2p1.0.A",  # another version
        "1x1.0.A",  # no such kind
        "1p01.0.A",  # not how we write numbers
        "1p1.0.!",
        "1p1.0",
        "1p9223372036854775808.0.A",
        "1p1.0.A.B",
        "1d1.0.win",
        "1c1.17",
        "1r1.red",
        "1w1.1",
        "1v1.",
        "1g1.0.A",
        "1t.nothing",
        "1e.",
        "1j.",
        "1j.abc",
        "1u.A",
        "1f1.A",
        "1i.A",
        "1q.A",
        "1q1." + "A" * 48,
        "1p1.0.A\n",
        "\N{ARABIC-INDIC DIGIT ONE}p1.0.A",
    ],
)
def test_what_is_not_ours_is_an_error(data: str) -> None:
    with pytest.raises(CallbackDataError):
        decode(data)


@given(st.text(max_size=64))
def test_any_text_is_a_meaning_or_an_error(data: str) -> None:
    with suppress(CallbackDataError):
        assert encode(decode(data)) == data
