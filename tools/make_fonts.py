"""Make the fonts of resources/fonts from larger ones. This needs the packages `fonttools` and `brotli`.

    python -m tools.make_fonts chinese FOLDER
    python -m tools.make_fonts latin FOLDER

**chinese** writes Companion Chinese in weights 400 and 700. It is cut from Noto Sans SC (SIL Open Font License 1.1),
which is Source Han Sans as it is written on the mainland; that licence asks for another name. It keeps the letters and
signs of GB 2312, the 5,401 common ones of Big5 (names are also written in those), the CJK punctuation, the full-width
forms, quotation marks and the ellipsis, without hints, layout tables and vertical metrics. A line of it is as high as
one of Companion Sans. FOLDER holds the two TrueType files of the npm package @expo-google-fonts/noto-sans-sc.

**latin** writes the typeface of window and paper: Companion Sans in weights 400, 600, 700, and Companion Serif in 600.
They are Source Sans 3 and Source Serif 4 (SIL Open Font License 1.1) under other names, as that licence asks of changed
fonts. FOLDER holds the woff2 files of the npm packages @fontsource/source-sans-3 and @fontsource/source-serif-4; the
Latin and Latin-extended parts are merged, and all figures get the same width.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont  # type: ignore[import-not-found,unused-ignore]

FOLDER: Final = Path(__file__).resolve().parent.parent / "resources" / "fonts"
WEIGHTS: Final = {400: "Regular", 600: "SemiBold", 700: "Bold"}
_FIRST: Final = {"gb2312": 0xA1A1, "big5": 0xA440}
_LAST_COMMON: Final = 0xC67E
"""Where the letters of an encoding begin, and where those of Big5 end that are common."""
_QUOTES: Final = "\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}\N{HORIZONTAL ELLIPSIS}"
"""Signs below the Chinese ones that are as wide as a letter. Single quotation marks aren't: one is the apostrophe."""
_DROPPED: Final = ("BASE", "GPOS", "GSUB", "GDEF", "STAT", "vhea", "vmtx", "gasp", "fpgm", "prep", "cvt ")
_MEASURES: Final = {
    "hhea": {"ascent": 1024, "descent": -400},
    "OS/2": {
        "sTypoAscender": 1024,
        "sTypoDescender": -400,
        "usWinAscent": 1024,
        "usWinDescent": 400,
        "sxHeight": 486,
        "sCapHeight": 660,
        "xAvgCharWidth": 485,
    },
}
"""Those of a line of Companion Sans; both fonts have 1,000 units."""


def wanted() -> list[int]:
    """The code points that are kept.

    >>> 0x4E2D in wanted(), 0xFF0C in wanted(), 0x9EBB in wanted(), 0x41 in wanted()
    (True, True, True, False)
    >>> ord("陳") in wanted(), ord("“") in wanted(), ord("’") in wanted()
    (True, True, False)
    """
    found = {*range(0x3000, 0x3040), *range(0xFF01, 0xFFEF)}
    for code, last in (("gb2312", 0xF7FE), ("big5", _LAST_COMMON)):
        for pair in range(_FIRST[code], last + 1):
            try:
                found.add(ord(pair.to_bytes(2, "big").decode(code)))
            except UnicodeDecodeError:
                continue
    return sorted({*map(ord, _QUOTES), *(code for code in found if code >= 0x2E80)})  # other fonts have what is below


def make_chinese(folder: Path, weight: int) -> Path:
    """Cut one weight of the Chinese font."""
    from fontTools.subset import Options, Subsetter  # type: ignore[import-not-found,unused-ignore]
    from fontTools.ttLib import TTFont  # type: ignore[import-not-found,unused-ignore]

    font = TTFont(folder / f"NotoSansSC_{weight}{WEIGHTS[weight]}.ttf", recalcTimestamp=False)
    options = Options(
        hinting=False,
        layout_features=[],
        glyph_names=False,
        notdef_outline=True,
        prune_unicode_ranges=False,
        prune_codepage_ranges=False,  # by them Qt and others know that it is a Chinese font
        name_IDs=["*"],
        drop_tables=[*Options().drop_tables, *_DROPPED],
    )
    made = Subsetter(options)
    made.populate(unicodes=wanted())
    made.subset(font)
    for table, measures in _MEASURES.items():
        for measure, units in measures.items():
            setattr(font[table], measure, units)
    return _named(font, "Companion Chinese", weight)


def make_latin(folder: Path, source: str, family: str, weight: int) -> Path:
    """Merge the parts of one weight into a font under the program's own name."""
    from fontTools.merge import Merger  # type: ignore[import-not-found,unused-ignore]
    from fontTools.ttLib import TTFont  # type: ignore[import-not-found,unused-ignore]

    with TemporaryDirectory() as scratch:
        parts = []
        for part in ("latin", "latin-ext"):
            font = TTFont(folder / f"{source}-{part}-{weight}-normal.woff2", recalcTimestamp=False)
            font.flavor = None
            for table in ("STAT", "GDEF", "DSIG"):
                if table in font:
                    del font[table]
            parts.append(str(Path(scratch) / f"{part}.ttf"))
            font.save(parts[-1])
        made = Merger().merge(parts)
    _even_figures(made)
    return _named(made, family, weight)


def _named(font: TTFont, family: str, weight: int) -> Path:
    """Store a font under a name of the program's own."""
    style, plain = WEIGHTS[weight], family.replace(" ", "")
    names = {1: family, 2: style, 4: f"{family} {style}", 6: f"{plain}-{style}", 16: family, 17: style}
    if style == "SemiBold":  # old programs know only four styles of a family
        names |= {1: f"{family} {style}", 2: "Regular"}
    table = font["name"]
    table.names = [record for record in table.names if record.nameID in (0, 13, 14)]
    for number, text in names.items():
        table.setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
    font["OS/2"].fsSelection = 0x20 if weight == 700 else 0x40
    font["head"].macStyle = int(weight == 700)
    target = FOLDER / f"{plain}-{style}.ttf"
    font.save(target)
    return target


def _even_figures(font: TTFont) -> None:
    """Let the figures be those of one width, where the font has them as an alternative."""
    if "GSUB" not in font:
        return
    table = font["GSUB"].table
    mapping: dict[str, str] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for at in record.Feature.LookupListIndex:
                for sub in table.LookupList.Lookup[at].SubTable:
                    mapping.update(getattr(sub, "ExtSubTable", sub).mapping)
    for sub in font["cmap"].tables:
        for code in range(0x30, 0x3A):
            if sub.cmap.get(code) in mapping:
                sub.cmap[code] = mapping[sub.cmap[code]]


def main() -> int:
    """Write the fonts; 2 without something to make them from."""
    match sys.argv[1:]:
        case ["chinese", folder]:
            made = [make_chinese(Path(folder), weight) for weight in (400, 700)]
        case ["latin", folder]:
            made = [make_latin(Path(folder), "source-sans-3", "Companion Sans", weight) for weight in WEIGHTS]
            made.append(make_latin(Path(folder), "source-serif-4", "Companion Serif", 600))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    for path in made:
        print(f"{path.name}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
