"""Texts on paper: names in any script, letters that no font has, and nothing that acts as markup."""

import struct
import unicodedata
from io import BytesIO

import pypdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from mjcompanion.i18n import translation
from mjcompanion.i18n.text_width import join_lines
from mjcompanion.printing import fonts
from mjcompanion.printing.bidi import visual
from mjcompanion.printing.document import Printed, make
from mjcompanion.printing.fonts import OWN, PLAIN, Lettering, clean
from mjcompanion.printing.layout import Words
from mjcompanion.printing.page import PrintStyle
from mjcompanion.storage.package_data import data

FONT = "fonts/DejaVuSansCondensed.ttf"
WIDTH = 500
NAMES = {
    "Greek": "Αθηνά Παπαδοπούλου",
    "Cyrillic": "Юлия Щербакова",
    "Hebrew": "שרה כהן",
    "Arabic": "محمد عبد الله",
    "Persian": "پژمان چگینی",
    "Armenian": "Արամ",
    "Vietnamese": "Nguyễn Thị Đào",
    "marks": "x\u0303q\u0307",
    "emoji": "Ann 😀",
    "markup": "<b>&amp;Ann</b> <font size=99> %s {0} \\n (a) [b]",
    "signs": "−1,128 → 4a ≤ 4b ≥ ≠ ←",
    "quotes": "“Zoë” ‘D’Arcy’ – €",
}
BEYOND = {"Thai": "สมชาย", "rare Chinese": "㐀㐁", "Hindi": "सीता", "Korean": "김", "modifier": "👍🏽"}


def forget():
    """Begin anew with the fonts of the machine; reportlab keeps what it once met too."""
    for known in (pdfmetrics._fonts, pdfmetrics._dynFaceNames):
        for name, font in list(known.items()):
            if font.fontName.startswith("mjc-machine-"):
                del known[name]
    fonts._font_of.cache_clear()
    fonts._found.clear()
    fonts._search.clear()


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine whose fonts are in this folder, which is empty."""
    monkeypatch.setattr(fonts, "_folders", lambda: [tmp_path])
    forget()
    yield tmp_path
    forget()


def font_with(letter, glyph=36):
    """Our font, changed to have this letter alone, drawn as its glyph of this number; 0 is the empty box."""
    content = data(FONT)
    count = struct.unpack(">H", content[4:6])[0]
    cmap = struct.pack(">HHHHL", 0, 1, 3, 10, 12)
    cmap += struct.pack(">HHLLLLLL", 12, 0, 28, 0, 1, ord(letter), ord(letter), glyph)
    tables = {}
    for at in range(12, 12 + 16 * count, 16):
        tag, _, start, length = struct.unpack(">4sLLL", content[at : at + 16])
        tables[tag] = cmap if tag == b"cmap" else content[start : start + length]
    made, place = BytesIO(), 12 + 16 * count
    made.write(content[:12])
    for tag, table in tables.items():
        padded = table + b"\0" * (-len(table) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}L", padded)) & 0xFFFFFFFF
        made.write(struct.pack(">4sLLL", tag, total, place, len(table)))
        place += len(padded)
    for table in tables.values():
        made.write(table + b"\0" * (-len(table) % 4))
    return made.getvalue()


def made_with(*names, bold=False, within=WIDTH):
    def draw(page):
        for number, name in enumerate(names):
            page.text(page.left, 60 + 20 * number, name, 12, bold=bold, within=within)

    return make(Printed("Names", (draw,)), PrintStyle())


def as_read(pdf):
    """The text as a reader copies it; letters from the right are in their own order there."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [line.strip() for line in document[0].get_textpage().get_text_range().splitlines()]


# --- every script


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("script", NAMES)
def test_a_name_is_printed_as_it_is(machine, script, bold):
    made = made_with(NAMES[script], bold=bold)
    assert made.missing == ()
    shown = unicodedata.normalize("NFC", "".join(as_read(made.pdf)))
    assert shown.replace(" ", "") == NAMES[script].replace(" ", "")


@pytest.mark.parametrize("script", BEYOND)
def test_a_letter_that_no_font_has_is_told(machine, script):
    name = BEYOND[script]
    made = made_with(name, "Ann")
    assert made.missing == tuple(sorted(set(name)))
    name_line, ann, told = as_read(made.pdf)
    assert name_line == "".join(f"<U+{ord(letter):04X}>" for letter in name)
    assert ann == "Ann"
    assert told.startswith("No font on this computer has the letters written here as <U+")
    assert all(f"<U+{ord(letter):04X}>" in told for letter in name)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb\nc\x00d\x7fe", "a b c d e"),
        ("a\u200bb\u202ec\u2066d\ufeffe\xadf", "abcdef"),
        ("a\ud800b\udfffc", "abc"),
        ("e\u0301", "é"),
        ("a\u2028b\u2029c", "abc"),
        ("", ""),
    ],
)
def test_what_does_not_show_is_left_out(text, shown):
    assert clean(text) == shown
    assert "".join(part for _, part in Lettering().runs(text, bold=False)) == shown


def test_a_letter_and_its_mark_have_one_font():
    # a mark that is set in another font than its letter would sit beside it
    assert Lettering().runs("x\u0303y", bold=False) == [(OWN[0], "x\u0303"), (PLAIN[0], "y")]


@given(st.text())
def test_any_text_is_drawn_by_fonts_that_have_its_letters_or_is_told(text):
    mine = Lettering()
    for font, shown in mine.runs(text, bold=False):
        if font in (*PLAIN, *OWN):
            assert all(fonts.font_called(font).face.charToGlyph[ord(letter)] for letter in shown)
    assert mine.missing <= set(unicodedata.normalize("NFKC", clean(text))) | set(clean(text))
    assert mine.width(text, 10) >= 0


@given(st.lists(st.text(st.characters(exclude_categories=[])), min_size=1, max_size=5))
def test_any_names_make_a_document(texts):
    made = made_with(*texts)
    assert len(pypdf.PdfReader(BytesIO(made.pdf)).pages) == 1


# --- fonts of the machine


def test_a_font_of_the_machine_lends_its_letters(machine):
    (machine / "han.ttf").write_bytes(font_with("㐀"))
    made = made_with("㐀 Ann 㐁")
    assert made.missing == ("㐁",)
    assert as_read(made.pdf)[0] == "㐀 Ann <U+3401>"
    fonts = [font.get_object() for font in pypdf.PdfReader(BytesIO(made.pdf)).pages[0]["/Resources"]["/Font"].values()]
    assert any("/FontDescriptor" in font and "/FontFile2" in font["/FontDescriptor"] for font in fonts)


@pytest.mark.parametrize(
    "content", [b"", b"\0\1\0\0", b"OTTO" + bytes(400), b"<html>", data(FONT)[:5_000], font_with("㐀")[:-50_000]]
)
def test_a_damaged_font_is_passed_over(machine, content):
    (machine / "a-damaged.ttf").write_bytes(content)
    (machine / "below").mkdir()
    (machine / "below" / "han.TTF").write_bytes(font_with("㐀"))
    assert made_with("㐀").missing == ()


def test_the_program_brings_its_fonts():
    for file in ("fonts/DejaVuSansCondensed.ttf", "fonts/DejaVuSansCondensed-Bold.ttf"):
        assert TTFont("any", BytesIO(data(file))).face.charToGlyph[ord("Я")]
    common = bytes(byte for high in range(0xB0, 0xD8) for low in range(0xA1, 0xFF) for byte in (high, low))
    letters = common.decode("gb2312", "ignore")
    assert len(letters) == 3755
    for style in ("Regular", "Bold"):
        chinese = TTFont("any", BytesIO(data(f"fonts/CompanionChinese-{style}.ttf"))).face.charToGlyph
        assert all(chinese.get(ord(letter)) for letter in letters + "陳東發萬龍鳳，。、：；？！（）「」《》％“”…")


# --- Chinese


def test_chinese_needs_no_font_of_the_machine(machine):
    made = made_with("王小明：红中明刻，4分 × 2", "陳大文", bold=True)
    assert made.missing == ()
    assert as_read(made.pdf) == ["王小明：红中明刻，4分 × 2", "陳大文"]
    assert len(made.pdf) < 20_000


def test_bold_chinese_is_set_in_the_bold():
    assert Lettering().runs("红中 Ann", bold=True) == [(fonts.CHINESE[True], "红中"), (PLAIN[True], " Ann")]
    assert Lettering().in_serif.runs("比分 Ann", bold=False) == [(fonts.CHINESE[True], "比分"), (fonts.SERIF, " Ann")]


def test_no_line_of_a_chinese_paragraph_begins_with_a_comma():
    made = Words(Lettering(), "东家8分，南家8分，西家32分，北家16分，西家和牌：东家付西家64分；北家付32分。", 10)
    for width in range(60, 200, 7):
        assert made.wrap(width, 1000)[1] == 12.5 * len(made.lines) > 12.5
        assert not any(line[0] in "，：；。" for line in made.lines)


def test_quotation_marks_are_chinese_in_a_chinese_document():
    text = "“Ann” 胡了…… Dora’s"
    assert Lettering().runs(text, bold=False)[0] == (PLAIN[False], "“Ann” ")
    wide = Lettering().width("“”", 10)
    translation.use("zh_CN")
    assert Lettering().width("“”", 10) == 20 > wide
    assert as_read(made_with(text).pdf) == [text]
    assert Lettering().runs(text, bold=False) == [
        (fonts.CHINESE[False], "“"),
        (PLAIN[False], "Ann"),
        (fonts.CHINESE[False], "”"),
        (PLAIN[False], " "),
        (fonts.CHINESE[False], "胡了……"),
        (PLAIN[False], " Dora’s"),
    ]


SENTENCES = [
    "打牌的人把牌（东、南、西、北）按“顺子”“刻子”排好，每组3张；然后数番数。共144张牌，其中有8张花牌！",
    "Mah Jongg 是四组牌加一对：顺子、刻子（three alike）或杠子。",
    "一二三四五六七八九十" * 20,
    "1,234分 × 2 = 2,468分……",
]


@pytest.mark.parametrize("text", SENTENCES)
@pytest.mark.parametrize("width", [12, 40, 77, 150, 400])
def test_chinese_is_parted_between_letters(text, width):
    mine = Lettering()
    lines = mine.wrap(text, width, 10)
    assert join_lines(lines).replace(" ", "") == text.replace(" ", "")
    assert all(mine.width(line, 10) <= width + 0.01 for line in lines)
    if width >= 77:
        assert not any(line[0] in "，。、）”；：！…" or line[-1] in "（“" for line in lines)
        full = [mine.width(line, 10) for line in lines[:-1] if not line.isascii()]
        assert all(wide > width - 64 for wide in full)  # no line ends long before the edge


# --- from right to left


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Ann", "Ann"),
        ("אבג", "גבא"),
        ("Ann אבג Bob", "Ann גבא Bob"),
        ("אבג 12 דה", "הד 12 גבא"),
        ("אבג 12.5 דה", "הד 12.5 גבא"),
        ("to אבג 311x500", "to גבא 311x500"),
        ("to אבג 40, דה gives", "to גבא 40, הד gives"),
        ("is אבג. דה is", "is גבא. הד is"),
        ("אבג (ד) ה", "ה (ד) גבא"),
        ("Ann (אבג) Bob", "Ann (גבא) Bob"),
        ("אבג (Ann)", "גבא (Ann)"),
        ("אבג, דה", "הד ,גבא"),
        ("(אבג", "(גבא"),
        ("א)ב", "ב(א"),
        ("א[ב)ג]ד", "ד[ג(ב]א"),
    ],
)
def test_letters_from_the_right(text, seen):
    assert visual(text) == seen


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("ب", ["ISOLATED"]),
        ("به", ["INITIAL", "FINAL"]),
        ("بهه", ["INITIAL", "MEDIAL", "FINAL"]),
        ("دب", ["ISOLATED", "ISOLATED"]),
        ("بد", ["INITIAL", "FINAL"]),
        ("لا", ["ISOLATED"]),
        ("بلا", ["INITIAL", "FINAL"]),
        ("ب به", ["ISOLATED", "", "INITIAL", "FINAL"]),
    ],
)
def test_arabic_letters_join(text, forms):
    names = [unicodedata.name(letter).removesuffix(" FORM") for letter in reversed(visual(text))]
    assert [name.rsplit(" ", 1)[1] if name != "SPACE" else "" for name in names] == forms


def test_a_mark_on_arabic_letters_lets_them_join():
    assert unicodedata.normalize("NFKC", visual("بَه")[::-1]) == "بَه"
    assert "INITIAL" in unicodedata.name(visual("بَه")[-1])


# --- room


@given(st.text(max_size=60), st.floats(8, 300))
def test_a_shortened_text_fits(text, width):
    short = Lettering().shortened(text, width, 10)
    assert short == "…" or Lettering().width(short, 10) <= width
    if Lettering().width(text, 10) <= width:
        assert short == clean(text)


@given(st.text(st.characters(codec="cp1252"), max_size=80), st.floats(20, 300))
def test_lines_are_no_wider_and_lose_nothing(text, width):
    mine = Lettering()
    lines = mine.wrap(text, width, 10)
    assert all(mine.width(line, 10) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(clean(text).split())


def test_a_long_name_is_set_smaller_then_shortened():
    # 24 letters go with a smaller type, 60 don't
    made = made_with("W" * 12, "W" * 14, "W" * 60, within=140)
    assert as_read(made.pdf)[:2] == ["W" * 12, "W" * 14]
    assert as_read(made.pdf)[2].endswith("W…")


def test_a_paragraph_from_the_right_begins_on_its_first_line():
    made = Words(Lettering(), "אבג דהו", 10)
    made.wrap(Lettering().width("אבג ", 10), 100)
    assert made.lines == ["אבג", "דהו"]
