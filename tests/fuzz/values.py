"""Odd values: names, texts and ids that some people or some servers really send."""

from __future__ import annotations

from random import Random

LARGE_IDS = (2**31, 2**32, 2**52, 2**52 + 1, 2**53 - 1, 2**53 + 1, 2**63 - 1, -(2**63))
TOO_LARGE_IDS = (2**63, -(2**63) - 1, 2**64, 10**30)
SMALL_IDS = (0, 1, -1, 2, 7, 777_000, 136_817_688, 1_087_968_824, -1_000_000_000_001)

NAMES = (
    "Anna",
    "<b>Boris</b>",
    "</a><i>&amp;&lt;",
    '"><script>alert(1)</script>',
    "*_`[x](tg://user?id=1)~|\\",
    "%(name)s {name} %s {0} \\u0041",
    "محمد \u202eabc",
    "שלום \u2067x",
    "\u200b\u200d\u2060",
    "\ufeff",
    "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪",
    "Z̸̢͎͖a̴͇̚l̷̰͝g̶̱̈o̵͈͘" * 3,
    "𝕬𝖓𝖓𝖆",
    "\t\r\n",
    "a" * 64,
    "漢" * 64,
    "O'Neil; DROP TABLE games; --",
    "\x00\x01\x7f",
    ".",
)

COMMANDS = (
    *(("challenge",) * 12 + ("play",) * 4 + ("board", "export", "undo", "hint") * 2),
    *("start", "play", "challenge", "join", "games", "board", "hint", "undo", "resign", "draw"),
    *("export", "import", "stats", "top", "flip", "settings", "rules", "language", "privacy"),
    *("forget", "help", "frobnicate", "", "START", "123", "_"),
)

WORDS = (
    *("9", "10", "12", "16", "classic", "diagonal", "noleave", "mirror", "white", "black"),
    *("random", "1d", "5m", "7d", "0", "-1", "99999999999999999999", "½", "²", "١٦", "∞", "NaN"),
    *("@", "@anna", "@person7", "@ugolki_local_bot", "@a b", "/", "//", "en", "de", "xx", "..."),
    *("jABCDEFGHJK", "rules", "inline", "play", "j", "i", "%s", "{}", "\\", "<b>", "&nbsp;"),
    *("https://t.me/x?start=jABC", "https://t.me/x?start=", "'", '"', "\u202e", "\u200b", "🏳️"),
    *("a1", "c3", "z9", "c3-d3", "c1:c3:e3", "a1a1", "h8h7", "--"),
)

LANGUAGE_CODES = ("en", "de", "it", "fr", "ru", "de-AT", "pt-BR", "", "-", "xx-yy-zz", "EN", "🏳️")


def integer(rng: Random) -> int:
    """Any integer, the odd ones often."""
    match rng.randrange(40):
        case 0:
            return rng.choice(TOO_LARGE_IDS)
        case n if n < 10:
            return rng.choice(LARGE_IDS)
        case n if n < 20:
            return rng.choice(SMALL_IDS)
        case n if n < 30:
            return rng.randrange(-(2**52), 2**52)
        case _:
            return rng.randrange(1_000)


def characters(rng: Random, most: int = 40) -> str:
    """Any text, of all planes of Unicode but the surrogates."""
    ranges = ((32, 127), (0, 0x300), (0x2000, 0x2100), (0x1F300, 0x1FAFF), (0x10000, 0x10FFFF))
    low, high = rng.choice(ranges)
    signs = (rng.randrange(low, high) for _ in range(rng.randrange(most)))
    return "".join(chr(sign) for sign in signs if not 0xD800 <= sign < 0xE000)


def text(rng: Random) -> str:
    """Any text: a name, words, a move, characters."""
    match rng.randrange(5):
        case 0:
            return rng.choice(NAMES)
        case 1:
            return " ".join(rng.choices(WORDS, k=rng.randrange(1, 5)))
        case 2:
            return move(rng)
        case 3:
            return characters(rng)
        case _:
            return command(rng)


def move(rng: Random) -> str:
    """What looks like a move in writing."""
    squares = ("".join((rng.choice("abcdefgh"), rng.choice("12345678"))) for _ in range(17))
    count = rng.choice((1, 2, 2, 2, 3, 4, 16, 17))
    return rng.choice(("-", ":", " ", "")).join(list(squares)[:count])


def command(rng: Random) -> str:
    """A command with words after it, mostly of those that there are."""
    name = rng.choice(COMMANDS)
    to = rng.choice(("", "", "", "", "@ugolki_local_bot", "@other_bot", "@"))
    words = rng.choices(WORDS, k=rng.choice((0, 0, 0, 1, 1, 2, 4)))
    if rng.random() < 0.1:
        words.append(characters(rng))
    return " ".join((f"/{name}{to}", *words))
