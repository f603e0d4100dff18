"""Draws the program's own icon, `resources/app.svg`: a red dragon on felt, out of the tile that the program shows.

Run it from the root of the repository: `python tools/draw_app_icon.py`.
"""

from __future__ import annotations

import re
from pathlib import Path

RESOURCES = Path(__file__).resolve().parents[1] / "resources"
FILE = RESOURCES / "app.svg"
_TILE = "tiles/7z.svg"
_INK = re.compile(r"<path [^>]*/>")

_FRAME = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256">
<defs><linearGradient id="felt" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#2F7D5F"/><stop offset="1" stop-color="#1F5B45"/></linearGradient></defs>
<rect x="8" y="8" width="240" height="240" rx="52" fill="url(#felt)"/>
<rect x="66" y="44" width="136" height="188" rx="16" fill="#0E2E22" fill-opacity="0.45"/>
<rect x="60" y="52" width="136" height="170" rx="15" fill="#43A077"/>
<rect x="60" y="44" width="136" height="168" rx="15" fill="#D9CDA8"/>
<rect x="60" y="26" width="136" height="176" rx="15" fill="#FBF6E8"/>
<g transform="translate(53 13) scale(0.5)">
{ink}
</g>
</svg>
"""


def drawn() -> str:
    """The icon as SVG."""
    tile = (RESOURCES / _TILE).read_text(encoding="utf-8")
    return _FRAME.format(ink="\n".join(_INK.findall(tile)))


if __name__ == "__main__":
    FILE.write_text(drawn(), encoding="utf-8")
