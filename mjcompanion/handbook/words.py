"""Tiles, hands and sheets in words and pieces, as the handbook shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from mjcompanion.core.hand import By, HowWon, feat_words
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.handbook.blocks import Span, Spans, tiles
from mjcompanion.handbook.examples import seats_of
from mjcompanion.i18n.translation import N_, _, capital
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.scoring.sheet_rows import counted_rows, result_rows

_WON: Final = {
    By.DRAW: N_("Won with {tile}, drawn from the wall."),
    By.DISCARD: N_("Won with {tile}, a discard."),
    By.KONG_REPLACEMENT: N_("Won with {tile}, a loose tile after a kong."),
    By.FLOWER_REPLACEMENT: N_("Won with {tile}, a loose tile after a flower."),
    By.ROBBED_KONG: N_("Won with {tile}, robbed from another player’s kong."),
    By.DEAL: N_("Complete as dealt."),
    By.FIRST_DISCARD: N_("Won with {tile}, East’s first discard."),
}
_LAST: Final = {
    By.DRAW: N_("It was the last tile of the wall."),
    By.DISCARD: N_("It followed the last tile of the wall."),
}


def names(those: Iterable[Tile], terms: Terms | None = None) -> str:
    """Tiles by name, those of a suit side by side.

    >>> names(Tile.parse(text) for text in ("2p", "3p", "4p", "7z"))
    '2 3 4 dots, red dragon'
    """
    found = []
    for suited, group in groupby(those, key=lambda tile: tile.kind if tile.is_suited else None):
        some = list(group)
        if suited is None or len(some) == 1:
            found += [tile.name(terms) for tile in some]
        else:
            found.append(" ".join([*(str(tile.rank) for tile in some[:-1]), some[-1].plural(terms)]))
    return ", ".join(found)


def hand_spans(sheet: ScoreSheet) -> Spans:
    """A hand as it lies: sets on the table, tiles in hand as they were read, flowers."""
    hand = sheet.hand
    laid = [tiles(one.tiles, concealed_kong=one.concealed, notation=str(one)) for one in hand.melds]
    left = Counter(hand.concealed)
    held = []
    for one in sheet.sets:
        if all(left[tile] >= count for tile, count in Counter(one.tiles).items()):
            left.subtract(one.tiles)
            held.append(tiles(one.tiles))
    over = sorted(left.elements())
    held += [tiles(over)] if over else []
    return tuple(
        _groups(
            (_("On the table"), laid),
            (_("In hand"), sorted(held, key=lambda span: span.tiles)),
            (_("Flowers"), [tiles(hand.flowers)] if hand.flowers else []),
        )
    )


def _groups(*those: tuple[str, list[Span]]) -> Iterator[Span]:
    first = True
    for title, pieces in those:
        if not pieces:
            continue
        yield Span(f"{title} " if first else f"  {title} ", quiet=True)
        first = False
        for at, one in enumerate(pieces):
            if at:
                yield Span(" ")
            yield one


def told(sheet: ScoreSheet, terms: Terms | None = None, about: str = "") -> Spans:
    """Return how a hand was won and the rows of its score; the row of the rule `about` is strong."""
    return (*_how(sheet, terms), *_sum(sheet, terms, about))


def _how(sheet: ScoreSheet, terms: Terms | None) -> Iterator[Span]:
    situation = sheet.situation
    seat, round_ = seats_of(sheet)
    if not situation.rules.alone:
        if round_ is None:
            yield Span(_("You are {seat}.").format(seat=seat.word))
        else:
            said = _("You are {seat}, the prevailing wind is {round}.")
            yield Span(said.format(seat=seat.word, round=round_.word))
        yield Span(" ")
    win = situation.win
    if not situation.winner:
        yield Span(_("This hand didn’t win.") + " ")
    elif win is not None:
        yield from won_spans(win, terms)
        if win.last_tile:
            yield Span(_(_LAST[win.by]) + " ")
        for words in feat_words(win.feats):
            yield Span(_("{what}.").format(what=capital(words)) + " ")


def won_spans(win: HowWon, terms: Terms | None) -> Iterator[Span]:
    """How the last tile came, with its picture, and a space after it."""
    before, _unused, after = _(_WON[win.by]).partition("{tile}")
    yield Span(before)
    if win.tile is not None and after:
        yield tiles([win.tile])
        yield Span(f" {win.tile.name(terms)}{after}")
    yield Span(" ")


def _sum(sheet: ScoreSheet, terms: Terms | None, about: str) -> Iterator[Span]:
    for at, row in enumerate([*counted_rows(sheet, terms), *result_rows(sheet)]):
        if at:
            yield Span(" · ")
        yield Span(f"{row.label} {row.figures}".strip(), strong=about in row.rules or row.role == "total")
