"""Type on paper: which fonts a text needs, how wide it is, and what to do about letters that no font here has.

Texts are set in the program's own typeface, as in the window, and Chinese in its Chinese face, which in a Chinese
document has the quotation marks and the ellipsis too. What both lack is set in DejaVu Sans Condensed, which also comes
with the program, and what that lacks in a font of the machine; of all only the letters used are embedded. A letter that
no font has is written as its number, `<U+13000>`, and reported, never drawn as an empty box. Texts are drawn as they
are: nothing in a name acts as markup.
"""

from __future__ import annotations

import os
import struct
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from typing import Final

from reportlab.lib.colors import Color  # type: ignore[import-untyped]
from reportlab.pdfbase import pdfmetrics, ttfonts  # type: ignore[import-untyped]
from reportlab.pdfbase.ttfonts import TTFError, TTFont  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from mjcompanion.i18n.text_width import FIRST_CJK, breakable_pieces, has_cjk
from mjcompanion.i18n.translation import language
from mjcompanion.printing.bidi import visual
from mjcompanion.storage.package_data import data

PLAIN: Final = ("companion-sans", "companion-sans-bold")
"""The program's typeface, regular and bold."""
SERIF: Final = "companion-serif"
"""The typeface of headings and totals."""
OWN: Final = ("mjc-sans", "mjc-sans-bold")
"""The fonts for letters and signs that the typeface lacks, regular and bold."""
CHINESE: Final = ("companion-chinese", "companion-chinese-bold")
"""The Chinese of the program's typeface, regular and bold."""
_FILES: Final = {
    PLAIN[False]: "fonts/CompanionSans-Regular.ttf",
    PLAIN[True]: "fonts/CompanionSans-Bold.ttf",
    SERIF: "fonts/CompanionSerif-SemiBold.ttf",
    OWN[False]: "fonts/DejaVuSansCondensed.ttf",
    OWN[True]: "fonts/DejaVuSansCondensed-Bold.ttf",
    CHINESE[False]: "fonts/CompanionChinese-Regular.ttf",
    CHINESE[True]: "fonts/CompanionChinese-Bold.ttf",
}
_CHINESE_SIGNS: Final = frozenset("“”…")
"""The signs that a Chinese document has in the Chinese font."""
_PREFERRED: Final = ("wqy", "droid", "notosanssc", "notosanscjk", "uming", "ukai", "simhei", "msyh", "arialuni", "noto")
"""Fonts with many letters, by parts of their files' names: they are looked into first."""
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_MARKS: Final = frozenset({"Mn", "Me"})
_JOINED: Final = frozenset(map(chr, (*range(0xFB50, 0xFDFE), *range(0xFE70, 0xFEFF))))
"""Arabic letters in the forms that join, which stand for the letters themselves."""
_SLACK: Final = 0.001
"""Points: widths of pieces added up are not quite that of the whole."""
_MOST_PAIRS: Final = 100
_MOST_LOOKED_INTO: Final = 400

LEAST: Final = 7.0
"""Type of a smaller size, in points, is set in this one."""

Run = tuple[str, str]
"""The name of a font, and the letters set in it."""


class Lettering:
    """Sets texts in one document; `missing` are the letters that no font had. `serif` is that of headings.

    >>> lettering = Lettering()
    >>> lettering.runs("Zoë ♥", bold=False)
    [('companion-sans', 'Zoë '), ('mjc-sans', '♥')]
    """

    def __init__(self, missing: set[str] | None = None, *, serif: bool = False) -> None:
        self.missing: set[str] = set() if missing is None else missing
        self.serif = serif

    @cached_property
    def in_serif(self) -> Lettering:
        """The same document’s texts in the serif, which has one weight."""
        return Lettering(self.missing, serif=True)

    def runs(self, text: str, *, bold: bool) -> list[Run]:
        """The text in pieces of one font each, in the order in which they are drawn; control characters are spaces."""
        bold = bold or self.serif
        if not self.serif and _plain_width(text, bold=bold) is not None:
            return [(PLAIN[bold], text)] if text else []
        found: list[Run] = []
        for letter, font in _with_fonts(visual(clean(text)), bold=bold):
            shown = letter
            if font is None:
                missing = unicodedata.normalize("NFKC", letter) if letter in _JOINED else letter
                self.missing.update(missing)
                font, shown = PLAIN[bold], "".join(f"<U+{ord(one):04X}>" for one in missing)
            if self.serif and font == PLAIN[bold] and all(_has(SERIF, one) for one in shown):
                font = SERIF
            if found and found[-1][0] == font:
                found[-1] = (font, found[-1][1] + shown)
            else:
                found.append((font, shown))
        return found

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a text is, in points.

        >>> round(Lettering().width("1,128", 10), 2)
        22.37
        """
        size = max(size, LEAST)
        plain = None if self.serif else _plain_width(text, bold=bold)
        if plain is not None:
            return plain * size
        return float(sum(pdfmetrics.stringWidth(shown, font, size) for font, shown in self.runs(text, bold=bold)))

    def draw(
        self, canvas: Canvas, x: float, y: float, text: str, size: float, *, bold: bool = False, grey: float = 0
    ) -> None:
        """Draw a text from its left end on; x and y are points from the lower left corner of the page."""
        size = max(size, LEAST)
        canvas.setFillColor(Color(grey, grey, grey))
        runs = self.runs(text, bold=bold)
        if not runs:
            return
        pen = canvas.beginText(x, y)
        for font, shown in runs:
            pen.setFont(font, size)
            pen.textOut(shown)
        canvas.drawText(pen)

    def wrap(self, text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
        """The text in lines no wider than this; a word that is wider by itself is parted.

        >>> Lettering().wrap("Pung of red dragons", 60, 10)
        ['Pung of red', 'dragons']
        """
        words = [word for word in clean(text).split(" ") if word]
        if words and self.width(whole := " ".join(words), size, bold=bold) <= width:
            return [whole]
        if any(map(has_cjk, words)):
            return self._wrapped(words, width, size, bold=bold)
        lines: list[str] = []
        for word in words:
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width(longer, size, bold=bold) <= width:
                lines[-1] = longer
                continue
            lines += self._parted(word, width, size, bold=bold)
        return lines

    def _wrapped(self, words: Sequence[str], width: float, size: float, *, bold: bool) -> list[str]:
        """The same where there is Chinese: a line may end between any two letters, but for some signs."""
        space = self.width(" ", size, bold=bold)
        lines: list[str] = []
        taken = 0.0
        for number, word in enumerate(words):
            for at, piece in enumerate(breakable_pieces(word)):
                between = " " if number and not at else ""
                wide = self.width(piece, size, bold=bold)
                if lines and taken + (space if between else 0) + wide <= width + _SLACK:
                    lines[-1] += between + piece
                    taken += (space if between else 0) + wide
                    continue
                lines += self._parted(piece, width, size, bold=bold)
                taken = self.width(lines[-1], size, bold=bold)
        return lines

    def _parted(self, word: str, width: float, size: float, *, bold: bool) -> list[str]:
        pieces = [""]
        for letter in word:
            if pieces[-1] and self.width(pieces[-1] + letter, size, bold=bold) > width:
                pieces.append("")
            pieces[-1] += letter
        return pieces

    def shortened(self, text: str, width: float, size: float, *, bold: bool = False) -> str:
        """The text, or as much of its beginning as fits, with “…” behind.

        >>> Lettering().shortened("Featherstonehaugh-Cholmondeley", 60, 10)
        'Feathersto…'
        """
        text = clean(text)
        if self.width(text, size, bold=bold) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(f"{text[:middle].rstrip()}…", size, bold=bold) <= width:
                low = middle
            else:
                high = middle - 1
        return f"{text[:low].rstrip()}…" if low else "…"


def _plain_width(text: str, *, bold: bool) -> float | None:
    """Return the width in type of one point of a text that is set in the typeface alone, or None."""
    return None if _has_chinese_signs(text) else _width_in_typeface(text, bold)


def _has_chinese_signs(text: str) -> bool:
    return not text.isascii() and not _CHINESE_SIGNS.isdisjoint(text) and language().startswith("zh")


@lru_cache(1 << 12)
def _width_in_typeface(text: str, bold: bool) -> float | None:  # noqa: FBT001 - it is kept by both
    if not text.isprintable() or not unicodedata.is_normalized("NFC", text) or any(map(unicodedata.combining, text)):
        return None
    widths = font_called(PLAIN[bold]).face.charWidths
    try:
        return float(sum(widths[ord(letter)] for letter in text)) * 0.001
    except KeyError:
        return None


def clean(text: str) -> str:
    r"""A text as it can stand in a line.

    >>> clean("Ann\n\u202eBob\x00")
    'Ann Bob '
    """
    if text.isascii() and text.isprintable():
        return text
    return unicodedata.normalize(
        "NFC",
        "".join(
            (" " if unicodedata.category(letter) == "Cc" else "") if unicodedata.category(letter) in _HIDDEN else letter
            for letter in text
        ),
    )


def _with_fonts(text: str, *, bold: bool) -> Iterator[tuple[str, str | None]]:
    """Each letter with its font; a letter and the marks on it have one font, so that the marks sit right."""
    signs = _CHINESE_SIGNS if _has_chinese_signs(text) else ()
    for letter, following in zip_longest(text, text[1:], fillvalue=""):
        font = CHINESE[bold] if letter in signs else _font_of(letter, bold)
        if font == PLAIN[bold] and following and unicodedata.category(following) in _MARKS and _has(OWN[bold], letter):
            font = OWN[bold]
        yield letter, font


def _has(font: str, letter: str) -> bool:
    return bool(font_called(font).face.charToGlyph.get(ord(letter)))


@cache
def _font_of(letter: str, bold: bool) -> str | None:  # noqa: FBT001 - a cache takes no keywords apart
    """The font to set a letter in; None where none has it."""
    ours: tuple[str, ...] = (OWN[bold],) if unicodedata.category(letter) in _MARKS else (PLAIN[bold], OWN[bold])
    for name in (CHINESE[bold], *ours) if letter >= FIRST_CJK else ours:
        if _has(name, letter):
            return name
    code = ord(letter)
    for name, letters in _fonts_of_the_machine():
        if code in letters:
            return name
    return None


@cache
def font_called(name: str) -> TTFont:
    """Return a font that comes with the program, known to reportlab from then on."""
    font = TTFont(name, BytesIO(data(_FILES[name])))
    pdfmetrics.registerFont(font)
    return font


def _meanings(name: str, subset: Sequence[int]) -> str:
    """The part of an embedded font that says which letter each glyph is, for copying, searching and reading aloud."""
    pairs = [
        f"<{at:02X}> <{_meant(code).encode('utf-16-be', 'replace').hex().upper()}>" for at, code in enumerate(subset)
    ]
    blocks = [pairs[at : at + _MOST_PAIRS] for at in range(0, len(pairs), _MOST_PAIRS)]
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin",
            "12 dict begin",
            "begincmap",
            f"/CIDSystemInfo << /Registry ({name}) /Ordering ({name}) /Supplement 0 >> def",
            f"/CMapName /{name} def",
            "/CMapType 2 def",
            "1 begincodespacerange",
            "<00> <FF>",
            "endcodespacerange",
            *[f"{len(block)} beginbfchar\n{chr(10).join(block)}\nendbfchar" for block in blocks],
            "endcmap",
            "CMapName currentdict /CMap defineresource pop",
            "end",
            "end",
        ]
    )


def _meant(code: int) -> str:
    return unicodedata.normalize("NFKC", chr(code)) if chr(code) in _JOINED else chr(code)


# reportlab 5.1 writes letters beyond U+FFFF, such as emoji, in a way that no reader understands; drop this once
# `makeToUnicodeCMap` writes them as UTF-16
ttfonts.makeToUnicodeCMap = _meanings

_found: list[tuple[str, frozenset[int]]] = []
_search: list[Iterator[tuple[str, frozenset[int]]]] = []


def _fonts_of_the_machine() -> Iterator[tuple[str, frozenset[int]]]:
    """Fonts with TrueType outlines, looked into one after the other and only as far as somebody asks."""
    if not _search:
        _search.append(_look_for_fonts())
    at = 0
    while True:
        if at == len(_found):
            following = next(_search[0], None)
            if following is None:
                return
            _found.append(following)
        yield _found[at]
        at += 1


def _look_for_fonts() -> Iterator[tuple[str, frozenset[int]]]:
    paths = sorted(
        {path for folder in _folders() for path in folder.rglob("*") if path.suffix.lower() in (".ttf", ".ttc")},
        key=lambda path: (_rank(path), path.name),
    )
    for number, path in enumerate(paths[:_MOST_LOOKED_INTO]):
        name = f"mjc-machine-{number}"
        try:
            font = TTFont(name, str(path))
            if any(one["offset"] + one["length"] > path.stat().st_size for one in font.face.table.values()):
                continue  # its end is missing
        except (TTFError, struct.error, OSError, ValueError, LookupError, AttributeError, TypeError, AssertionError):
            continue  # a damaged or unusual font is as good as none
        font.face.name += b"-%d" % number  # of two fonts of one name reportlab takes only the first
        pdfmetrics.registerFont(font)
        yield name, frozenset(code for code, glyph in font.face.charToGlyph.items() if glyph)  # 0 is the empty box


def _rank(path: Path) -> int:
    name = path.name.lower()
    return next((rank for rank, part in enumerate(_PREFERRED) if part in name), len(_PREFERRED))


def _folders() -> list[Path]:
    """Where fonts lie on this machine."""
    home = Path.home()
    shared = os.environ.get("XDG_DATA_DIRS", "/usr/local/share:/usr/share").split(":")
    own = os.environ.get("XDG_DATA_HOME", str(home / ".local/share"))
    return [Path(folder) / "fonts" for folder in (own, *shared) if folder] + [home / ".fonts"]
