import pytest

from bot.local.entities import Entity, Formatted, find_entities, tidy, utf16_length, utf16_slice


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/start", [("bot_command", 0, 6)]),
        ("/challenge@ugolki_bot 16", [("bot_command", 0, 21)]),
        ("say /help now", [("bot_command", 4, 5)]),
        ("and/or </b> a//b", []),
        ("hi @anna!", [("mention", 3, 5)]),
        ("a@b.com", []),
        ("@ab", []),
        ("see https://e.org/x?y=1, or t.me/bot?start=a.", [("url", 4, 19), ("url", 28, 16)]),
        ("c1:c3:e3 and c3 d3", []),
        ("🎉 /go", [("bot_command", 3, 3)]),
    ],
)
def test_commands_mentions_and_links_are_found(
    text: str, found: list[tuple[str, int, int]]
) -> None:
    entities = find_entities(Formatted(text)).entities
    assert [(e.type, e.offset, e.length) for e in entities] == found


def test_nothing_is_found_inside_code() -> None:
    code = Formatted("/start /help", (Entity("code", 0, 6),))
    assert [e.type for e in find_entities(code).entities] == ["code", "bot_command"]


def test_blanks_at_both_ends_go_and_entities_follow() -> None:
    text = Formatted(" \n hello \n", (Entity("bold", 3, 7),))
    assert tidy(text) == Formatted("hello", (Entity("bold", 0, 5),))


def test_leading_blanks_inside_an_entity_stay() -> None:
    board = Formatted("  a b\n  c ", (Entity("pre", 0, 10),))
    assert tidy(board) == Formatted("  a b\n  c", (Entity("pre", 0, 9),))


def test_control_characters_become_blanks_and_embeddings_disappear() -> None:
    text = Formatted("a\x01b\r\n\u202ec\u2068d\u2069", (Entity("bold", 6, 1),))
    assert tidy(text) == Formatted("a b\nc\u2068d\u2069", (Entity("bold", 4, 1),))


def test_lengths_are_in_utf16_units() -> None:
    assert utf16_length("aé🎉") == 4
    assert utf16_slice("🎉/go 🎉", 2, 3) == "/go"
