"""Make the fonts of resources/fonts from larger ones. This needs the packages `fonttools` and `brotli`.

    python -m tools.make_fonts chinese DroidSansFallback.ttf
    python -m tools.make_fonts latin FOLDER

**chinese** writes DroidSansFallbackChinese.ttf, the Chinese letters for paper, and for desktops without any. It is cut
from the font of Debian's package fonts-droid-fallback (Apache License 2.0) and keeps the letters and signs of GB 2312
(Chinese as it is written on the mainland), the 5,401 common ones of Big5 (names are also written in those), the CJK
punctuation and the full-width forms, without hints, layout tables and vertical metrics.

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
_CHINESE: Final = "DroidSansFallbackChinese.ttf"
WEIGHTS: Final = {400: "Regular", 600: "SemiBold", 700: "Bold"}
_FIRST: Final = {"gb2312": 0xA1A1, "big5": 0xA440}
_LAST_COMMON: Final = 0xC67E
"""Where the letters of an encoding begin, and where those of Big5 end that are common."""
_NAMES: Final = {1: "Fallback Chinese", 3: "Fallback Chinese", 4: "Fallback Chinese", 6: "FallbackChinese"}
"""The font is changed, so it bears another name, by the number of the record."""
_DROPPED: Final = ("GPOS", "GSUB", "GDEF", "vhea", "vmtx", "gasp", "fpgm", "prep", "cvt ")


def wanted() -> list[int]:
    """The code points that are kept.

    >>> 0x4E2D in wanted(), 0xFF0C in wanted(), 0x9EBB in wanted(), 0x41 in wanted()
    (True, True, True, False)
    >>> ord("陳") in wanted()
    True
    """
    found = {*range(0x3000, 0x3040), *range(0xFF01, 0xFFEF)}
    for code, last in (("gb2312", 0xF7FE), ("big5", _LAST_COMMON)):
        for pair in range(_FIRST[code], last + 1):
            try:
                found.add(ord(pair.to_bytes(2, "big").decode(code)))
            except UnicodeDecodeError:
                continue
    return sorted(code for code in found if code >= 0x2E80)  # signs below stand in the other fonts


def make_chinese(source: Path) -> Path:
    """Cut the Chinese font."""
    from fontTools.subset import Options, Subsetter  # type: ignore[import-not-found,unused-ignore]
    from fontTools.ttLib import TTFont  # type: ignore[import-not-found,unused-ignore]

    font = TTFont(source, recalcTimestamp=False)
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
    for record in font["name"].names:
        if record.nameID in _NAMES:
            record.string = record.toUnicode().replace("Fallback", _NAMES[record.nameID])
    font.save(FOLDER / _CHINESE)
    return FOLDER / _CHINESE


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
    style = WEIGHTS[weight]
    plain = family.replace(" ", "")
    names = {1: family, 2: style, 4: f"{family} {style}", 6: f"{plain}-{style}", 16: family, 17: style}
    if style == "SemiBold":  # old programs know only four styles of a family
        names |= {1: f"{family} {style}", 2: "Regular"}
    table = made["name"]
    table.names = [record for record in table.names if record.nameID in (0, 13, 14)]
    for number, text in names.items():
        table.setName(text, number, 3, 1, 0x409)
    made["OS/2"].usWeightClass = weight
    made["OS/2"].fsSelection = 0x20 if weight == 700 else 0x40
    made["head"].macStyle = int(weight == 700)
    target = FOLDER / f"{plain}-{style}.ttf"
    made.save(target)
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
        case ["chinese", source]:
            made = [make_chinese(Path(source))]
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
