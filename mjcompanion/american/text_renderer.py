"""What was won, and what is nearest, in plain text, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator

from mjcompanion.american.match import FilledRun, Near, Nearest
from mjcompanion.american.score import AmericanSheet, counted_names
from mjcompanion.american.sheet_rows import counted_rows, describe_line, other_lines, result_rows
from mjcompanion.core.tiles import JOKER, Terms
from mjcompanion.i18n.translation import _, joined, ngettext
from mjcompanion.scoring.context import describe_context
from mjcompanion.scoring.text_renderer import text_lines


def as_text(sheet: AmericanSheet, card: str, terms: Terms | None = None) -> str:
    """Return the whole sheet, ready to paste.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.american.hand import AmericanHand
    >>> from mjcompanion.american.match import Matcher
    >>> from mjcompanion.american.score import score_american
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> from mjcompanion.american.card_library import built_in
    >>> matcher = Matcher.of(built_in("companion").card)
    >>> hand = AmericanHand.parse("1f2f3f 2m5z2m6m 222p 6666p")
    >>> print(as_text(score_american(hand, ScoringContext(Ruleset("nmjl")), matcher), "Companion 2026"))
    226m2226666p5z123f
    American, with a yearly card · East · won
    <BLANKLINE>
      FFF 2026a 222b 6666b
      FFF 2m5z2m6m 222p 6666p
      Companion 2026: line 1, 2026, exposed
    <BLANKLINE>
      Value of the line                             25
      No jokers: all pay double
      ================================================
      Score                                         25
    """
    line = sheet.line
    out = [str(sheet.hand), describe_context(sheet.context, terms), "", f"  {line.pattern}"]
    out += [f"  {standing(sheet.reading.sets, sheet.reading.build.sizes)}", f"  {card}: {describe_line(line)}"]
    if others := other_lines(sheet):
        words = _("line {number} ({value})")
        lines = joined(words.format(number=other.number, value=other.value) for other in others)
        out.append("  " + _("Also {lines}").format(lines=lines))
    return "\n".join([*out, "", *text_lines([*counted_rows(sheet), *result_rows(sheet)])])


def nearest_as_text(nearest: Nearest, card: str, terms: Terms | None = None) -> str:
    """Return the nearest lines, ready to paste.

    >>> from mjcompanion.american.hand import AmericanHand
    >>> from mjcompanion.american.match import Matcher
    >>> from mjcompanion.american.card_library import built_in
    >>> matcher = Matcher.of(built_in("companion").card)
    >>> hand = AmericanHand.parse("FFF 2m5z2m6m 222p 66Jp 9s")
    >>> print(nearest_as_text(matcher.nearest(hand, top=1), "Companion 2026"))
    226m22266p9s5z FFF J
    Companion 2026
    <BLANKLINE>
    1 away · FFF 2026a 222b 6666b · 25
      line 1, 2026, exposed
      FFF 2m5z2m6m 222p 6666p
      FFF 2m5z2m6m 222p 66J-p
      Missing: 6 dot
      Tiles left: 6 dot (2), joker (7)
    <BLANKLINE>
    Discard first: 9 bamboo
    """
    out = [str(nearest.hand), card]
    for near in nearest.lines:
        out += ["", *_near(near, terms)]
    if nearest.dead:
        out += ["", _("Dead:")]
        for near in nearest.dead:
            out += ["", *_near(near, terms)]
    if nearest.discards:
        names = joined(tile.name(terms) for tile in nearest.discards)
        out += ["", _("Discard first: {tiles}").format(tiles=names)]
    return "\n".join(out)


def _near(near: Near, terms: Terms | None) -> Iterator[str]:
    line = near.line
    how_far = ngettext("{n} away", "{n} away", near.away).format(n=near.away) if near.away else _("Mah Jongg")
    yield f"{how_far} · {line.pattern} · {line.value}"
    yield f"  {describe_line(line)}"
    have = standing(near.sets, near.build.sizes)
    yield f"  {near.build if near.away else have}"
    if near.dead is not None:
        yield f"  {near.dead.sentence(terms)}"
    elif near.missing:
        yield f"  {have}"
        yield "  " + _("Missing: {tiles}").format(tiles=counted_names(near.missing, terms))
        left = joined(f"{tile.name(terms)} ({count})" for tile, count in near.out)
        yield "  " + _("Tiles left: {tiles}").format(tiles=left)


def standing(sets: tuple[FilledRun, ...], sizes: tuple[int, ...]) -> str:
    """Return the tiles of a line in their places, with a dash for every empty place.

    >>> from mjcompanion.parsing.pattern import Run
    >>> from mjcompanion.core.tiles import Tile
    >>> sets = FilledRun(Run(Tile.parse("2s"), 4, True), 2, 1), FilledRun(Run(Tile.parse("1z"), 1, False), 0, 0)
    >>> standing(sets, (1, 1))
    '22J-s -z'
    """
    words, begin = [], 0
    for size in sizes or (1,) * len(sets):
        words.append("".join(_shown(one) for one in sets[begin : begin + size]))
        begin += size
    return " ".join(words)


def _shown(one: FilledRun) -> str:
    face = str(one.run.tile)
    inside = face[0] * one.naturals + str(JOKER) * one.jokers + "-" * one.missing + face[1:]
    return f"({inside})" if one.exposed else inside
