import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.local.entities import Entity, Formatted
from bot.local.markup import MarkupError, parse_html


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("plain", "plain", []),
        ("<b>a</b><strong>b</strong>", "ab", [("bold", 0, 1), ("bold", 1, 1)]),
        ("<i>a</i><em>b</em>", "ab", [("italic", 0, 1), ("italic", 1, 1)]),
        ("<u>a</u><ins>b</ins>", "ab", [("underline", 0, 1), ("underline", 1, 1)]),
        ("<s>a</s><del>b</del>", "ab", [("strikethrough", 0, 1), ("strikethrough", 1, 1)]),
        ("<tg-spoiler>a</tg-spoiler>", "a", [("spoiler", 0, 1)]),
        ('<span class="tg-spoiler">a</span>', "a", [("spoiler", 0, 1)]),
        ("<code>a</code> <pre>b</pre>", "a b", [("code", 0, 1), ("pre", 2, 1)]),
        ("<blockquote>a</blockquote>", "a", [("blockquote", 0, 1)]),
        ("<blockquote expandable>a</blockquote>", "a", [("expandable_blockquote", 0, 1)]),
        ("<b>a<i>b</i></b>", "ab", [("bold", 0, 2), ("italic", 1, 1)]),
        ("<B>a</>", "a", [("bold", 0, 1)]),
        ("<b></b>x", "x", []),
        ("&lt;b&gt; &amp;&quot; &#65;&#x42; &copy;", '<b> &" AB &copy;', []),
        ("🎉<b>🏆</b>", "🎉🏆", [("bold", 2, 2)]),
    ],
)
def test_tags_become_entities(source: str, text: str, entities: list[tuple[str, int, int]]) -> None:
    parsed = parse_html(source)
    assert parsed.text == text
    assert [(e.type, e.offset, e.length) for e in parsed.entities] == entities


@pytest.mark.parametrize(
    ("source", "entity"),
    [
        (
            '<a href="https://e.org/x?a=1&amp;b=2">x</a>',
            ("text_link", "https://e.org/x?a=1&b=2", 0),
        ),
        ("<a href='e.org'>x</a>", ("text_link", "http://e.org/", 0)),
        ('<a href="tg://user?id=42">x</a>', ("text_mention", "", 42)),
        ("<a>e.org</a>", ("text_link", "http://e.org/", 0)),
    ],
)
def test_links_and_mentions(source: str, entity: tuple[str, str, int]) -> None:
    (found,) = parse_html(source).entities
    assert (found.type, found.url, found.user_id) == entity


def test_a_link_that_is_none_is_only_text() -> None:
    assert parse_html('<a href="nowhere">x</a>') == Formatted("x")


def test_code_with_a_language_is_one_entity() -> None:
    source = '<pre><code class="language-python">x</code></pre>'
    assert parse_html(source).entities == (Entity("pre", 0, 1, language="python"),)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("é<x>", 'Unsupported start tag "x" at byte offset 2'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<a =x>", 'Empty attribute name in the tag "a" at byte offset 0'),
        (
            "<a href>",
            'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0',
        ),
        ("<a href=", 'Unclosed start tag "a" at byte offset 0'),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("<a href=x/y>", "Unexpected end of name token at byte offset 8"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
def test_what_telegram_refuses(source: str, message: str) -> None:
    with pytest.raises(MarkupError) as refused:
        parse_html(source)
    assert str(refused.value) == message


@given(st.text())
def test_escaped_text_comes_back(text: str) -> None:
    assert parse_html(html.escape(text)).text == text


@given(st.text(alphabet="<>/ab= \"'&;#x1é🎉"))
def test_any_text_is_parsed_or_refused(source: str) -> None:
    try:
        parsed = parse_html(source)
    except MarkupError:
        return
    units = len(parsed.text.encode("utf-16-le")) // 2
    assert all(0 <= e.offset < e.end <= units for e in parsed.entities)
