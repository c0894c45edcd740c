"""Names are in our own font, and large enough for a phone."""

from pathlib import Path

import pytest
from PIL import ImageFont

import render
from render.geometry import SIZE, SQUARE
from render.lettering import FONT_FILE, NAME_SIZE, fitted, font_of, shown_name, text_mask
from rules import SQUARES, square_name

PHONE = 360
AREA = (SQUARE, SQUARE)
CENTRE = (SQUARE / 2, SQUARE / 2)


def test_font_travels_with_the_code_and_its_licence() -> None:
    folder = Path(render.__file__).parent
    assert FONT_FILE.is_relative_to(folder)
    assert FONT_FILE.stat().st_size < 1_000_000
    assert "Bitstream Vera" in (FONT_FILE.parent / "LICENSE").read_text()


def test_no_other_font_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    truetype = ImageFont.truetype

    def watched(font: Path, *arguments: object, **options: object) -> ImageFont.FreeTypeFont:
        opened.append(font)
        return truetype(font, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(ImageFont, "truetype", watched)
    monkeypatch.setattr(ImageFont, "load_default", lambda *_: pytest.fail("the default font"))
    text_mask.cache_clear()
    font_of.cache_clear()
    text_mask("e3", NAME_SIZE, AREA, CENTRE)
    assert opened == [FONT_FILE]


@pytest.mark.parametrize("digit", "12345678")
def test_digits_are_11_pixels_tall_on_a_phone(digit: str) -> None:
    box = text_mask(digit, NAME_SIZE, AREA, CENTRE).getbbox()
    assert box is not None
    assert (box[3] - box[1]) * PHONE / SIZE >= 11


def test_every_name_fits_into_the_ring() -> None:
    for square in SQUARES:
        box = text_mask(square_name(square), NAME_SIZE, AREA, CENTRE).getbbox()
        assert box is not None
        assert box[2] - box[0] <= 60
        assert abs((box[0] + box[2]) / 2 - SQUARE / 2) <= 2


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "Łukasz Żółć",
        "Владимир",
        "Δημήτρης",
        "გიორგი",
        "Արամ",
        "Nguyễn Văn",
        "★Kai★",
        "W" * 64,
    ],
)
def test_names_that_the_font_has_are_shown(name: str) -> None:
    assert shown_name(name, "White") == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  \n",
        "\u200b\u200d",
        "\u2800",
        "\u3164",
        "\ue000",
        "张伟",
        "김철수",
        "さくら",
        "סמר",
        "محمد",
        "ก้อง",
        "नेहा",
        "ሰላም",
        "🎉",
        "Anna 🎉",
        "Zoe\u0335",
    ],
)
def test_names_with_a_letter_that_cannot_be_shown_become_the_colour(name: str) -> None:
    assert shown_name(name, "White") == "White"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Anna \n Maria ", "Anna Maria"),
        ("\u202eAnna\u202c", "Anna"),
        ("Zoe\u0308", "Zoë"),
        ("An\u200bna", "Anna"),
    ],
)
def test_what_cannot_be_seen_of_a_name_is_left_out(name: str, shown: str) -> None:
    assert shown_name(name, "White") == shown


def test_long_names_are_cut_with_an_ellipsis() -> None:
    font = font_of(22)
    assert fitted("Anna", 22, 200) == "Anna"
    cut = fitted("Maximilian " * 6, 22, 200)
    assert cut.startswith("Maximilian")
    assert cut.endswith("…")
    assert 150 < font.getlength(cut) <= 200
    assert fitted("Anna", 22, 0) == "…"
