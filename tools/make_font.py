"""Make resources/fonts/DroidSansFallbackChinese.ttf: the Chinese letters for paper, and for desktops without any.

    python -m tools.make_font /usr/share/fonts-droid-fallback/truetype/DroidSansFallback.ttf

The font is that of Debian's package fonts-droid-fallback (Apache License 2.0). Kept are the letters and signs of
GB 2312 (Chinese as it is written on the mainland), the 5,401 common ones of Big5 (names are also written in those), the
CJK punctuation and the full-width forms; hints for coarse screens, layout tables and vertical metrics go. This needs
the package `fonttools`, which nothing else does.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

TARGET: Final = Path(__file__).resolve().parent.parent / "resources" / "fonts" / "DroidSansFallbackChinese.ttf"
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


def main() -> int:
    """Write the font; 2 without a font to take it from."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    from fontTools.subset import Options, Subsetter  # type: ignore[import-not-found,unused-ignore]
    from fontTools.ttLib import TTFont  # type: ignore[import-not-found,unused-ignore]

    font = TTFont(sys.argv[1], recalcTimestamp=False)
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
    font.save(TARGET)
    print(f"{TARGET.name}: {TARGET.stat().st_size:,} bytes, {len(font.getBestCmap()):,} letters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
