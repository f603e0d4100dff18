"""Hebrew, Arabic and their like on a line that runs from left to right: their letters from right to left, and joined.

A PDF is drawn glyph by glyph from the left, so a text is put into the order in which it is seen, and Arabic letters
take the forms that join. This is what names and short notes need of Unicode's bidirectional algorithm (UAX 9): the
line as a whole runs from the left, and nothing is embedded in it by signs that don't show. In one thing it goes
further: names stand in sentences of the program, so a number or a sentence that follows a name isn't drawn into the
name, as UAX 9 would have it where nothing says where the name ends.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

_RIGHT: Final = frozenset({"R", "AL"})
_NUMBER: Final = frozenset({"EN", "AN"})
_IN_NUMBERS: Final = frozenset({"CS", "ES"})
_FIRST: Final = "\u0590"
"""Before this letter nothing runs from the right."""
_MIRRORED: Final = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
_CLOSING: Final = {")": "(", "]": "[", "}": "{"}
_OPENING: Final = frozenset(_CLOSING.values())
_PARTS_SENTENCES: Final = frozenset(".;:")
_PARTS_NUMBERS: Final = _PARTS_SENTENCES | {","}
_TATWEEL: Final = "\u0640"
_LAM: Final = "\u0644"


def visual(text: str) -> str:
    """The text in the order in which it is drawn from the left, Arabic letters joined.

    >>> visual("Ann אבג 12 (ד)") == "Ann (ד) 12 גבא"
    True
    >>> visual("Ann pays אבג 40; דה pays Ann 8") == "Ann pays גבא 40; הד pays Ann 8"
    True
    >>> [unicodedata.name(letter) for letter in visual("به")]
    ['ARABIC LETTER HEH FINAL FORM', 'ARABIC LETTER BEH INITIAL FORM']
    """
    if not any(letter >= _FIRST and unicodedata.bidirectional(letter) in _RIGHT for letter in text):
        return text
    clusters = _clusters(_joined(text))
    levels = _levels("".join(cluster[0] for cluster in clusters))
    return "".join(_reordered(clusters, levels))


def _clusters(text: str) -> list[str]:
    """Letters with their marks, which stay with them wherever they go."""
    found: list[str] = []
    for letter in text:
        if found and unicodedata.category(letter) in ("Mn", "Me"):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def _levels(letters: str) -> list[int]:
    """0 for what runs from the left, 1 from the right, 2 for numbers among the latter."""
    sides = _sides(letters)
    _part(letters, sides)
    _decide_brackets(letters, sides)
    levels = []
    before = "L"
    for at, side in enumerate(sides):
        after = next((later for later in sides[at:] if later), "L")
        levels.append({"L": 0, "R": 1, "N": 2}[side] if side else int(before != "L" and after != "L"))
        before = side or before
    return levels


def _sides(letters: str) -> list[str]:
    """Return each letter's direction: L, R, N (a number in right-to-left text) or nothing, as its neighbours."""
    kinds = [unicodedata.bidirectional(letter) for letter in letters]
    sides = []
    last = "L"
    for at, kind in enumerate(kinds):
        within = kind in _IN_NUMBERS and {*kinds[at - 1 : at], *kinds[at + 1 : at + 2]} <= _NUMBER  # 12.5
        if kind == "L" or kind in _RIGHT:
            last = "L" if kind == "L" else "R"
            sides.append(last)
        elif kind in _NUMBER or (within and 0 < at < len(kinds) - 1):
            sides.append("L" if last == "L" else "N")
        else:
            sides.append("")
    return sides


def _part(letters: str, sides: list[str]) -> None:
    """A number behind a name, and a stop between two sentences, run from the left."""
    after = "L"  # what follows, as far as a number is concerned
    for at in reversed(range(len(sides))):
        stops = letters[at + 1 : at + 2] in ("", " ") and not sides[at]
        if stops and letters[at] in _PARTS_NUMBERS:
            after = "L"
            if letters[at] in _PARTS_SENTENCES:
                sides[at] = "L"
        elif sides[at] == "N":
            sides[at] = "N" if after == "R" else "L"
        elif sides[at]:
            after = sides[at]


def _decide_brackets(letters: str, sides: list[str]) -> None:
    """Two brackets that belong together run alike: from the left if anything between them does."""
    opened: list[int] = []
    for at, letter in enumerate(letters):
        if letter in _OPENING:
            opened.append(at)
        elif letter in _CLOSING and any(letters[one] == _CLOSING[letter] for one in opened):
            while letters[start := opened.pop()] != _CLOSING[letter]:
                pass
            inside = {side for side in sides[start + 1 : at] if side}
            before = next((side for side in reversed(sides[:start]) if side), "L")
            if inside:
                sides[start] = sides[at] = "L" if "L" in inside or before == "L" else "R"


def _reordered(clusters: list[str], levels: list[int]) -> list[str]:
    shown = [
        # the marks of such letters are drawn first, from where the letter begins
        cluster.translate(_MIRRORED)[::-1] if level % 2 else cluster
        for cluster, level in zip(clusters, levels, strict=True)
    ]
    for least in (2, 1):
        start = 0
        while start < len(shown):
            end = start
            while end < len(shown) and levels[end] >= least:
                end += 1
            shown[start:end] = shown[start:end][::-1]
            levels[start:end] = levels[start:end][::-1]
            start = end + 1
    return shown


# --- Arabic letters join


@cache
def _forms() -> dict[str, dict[str, str]]:
    """The forms of each Arabic letter, and of lam with an alef: isolated, final, initial, medial."""
    found: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFBEA), *range(0xFBFC, 0xFC00), *range(0xFE80, 0xFEFD)):
        how, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if letters:
            text = "".join(chr(int(letter, 16)) for letter in letters)
            found.setdefault(text, {})[how.strip("<>")] = chr(code)
    return found


def _joined(text: str) -> str:
    forms = _forms()
    if not any(letter in forms for letter in text):
        return text
    units: list[str] = []
    for letter in text:
        if units and units[-1] == _LAM and _LAM + letter in forms:
            units[-1] += letter
        else:
            units.append(letter)
    bases = [at for at, unit in enumerate(units) if unicodedata.category(unit[0]) not in ("Mn", "Me")]
    shown = list(units)
    for number, at in enumerate(bases):
        has = forms.get(units[at])
        if has is None:
            continue
        before = units[bases[number - 1]] if number else ""
        after = units[bases[number + 1]] if number + 1 < len(bases) else ""
        joins_before = "final" in has and (before == _TATWEEL or "initial" in forms.get(before, {}))
        joins_after = "initial" in has and (after == _TATWEEL or "final" in forms.get(after, {}))
        how = ("medial" if joins_after else "final") if joins_before else "initial" if joins_after else "isolated"
        shown[at] = has.get(how, units[at])
    return "".join(shown)
