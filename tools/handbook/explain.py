"""Hands and score sheets as the handbook explains them: Markdown, with tiles as a `TileWriter` writes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from mjcompanion.core.hand import By, HowWon, feat_names
from mjcompanion.core.notation import write
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.i18n.translation import N_, _, capital, join_sentences, ngettext, number
from mjcompanion.rules.row import On, Rule
from mjcompanion.scoring.sheet import ScoreSheet

from .examples import seats_of

TileWriter = Callable[[Sequence[Tile], str, bool], str]
"""Writes tiles side by side from the tiles, their notation, and whether they are part of a hand shown large."""
_GROUP_SPACE: Final = "\u00a0 "

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


def bold(text: str, condition: bool = True) -> str:  # noqa: FBT001, FBT002 - reads well where it is called
    """Return the text in bold type; as HTML, for Markdown has no bold between Chinese characters."""
    return f"<b>{text}</b>" if condition else text


def write_hand(sheet: ScoreSheet, tiles: TileWriter, *, large: bool = True) -> str:
    """Return the hand of a sheet: exposed sets, concealed tiles in the sets they were counted in, flowers.

    A large hand has words before each part; in a small one exposed sets are in brackets, as in notation.
    """
    hand = sheet.hand
    exposed = [tiles(meld.tiles, str(meld), large) for meld in hand.melds]
    left = Counter(hand.concealed)
    groups = []
    for meld in sheet.sets:
        if all(left[tile] >= count for tile, count in Counter(meld.tiles).items()):
            left.subtract(meld.tiles)
            groups.append(tuple(meld.tiles))
    rest = tuple(sorted(left.elements()))
    concealed = [tiles(group, write(group), large) for group in sorted([*groups, *([rest] if rest else [])])]
    flowers = [tiles(hand.flowers, write(hand.flowers), large)] if hand.flowers else []
    if not large:
        return _GROUP_SPACE.join([*exposed, *concealed, *flowers])
    titled = ((_("On the table"), exposed), (_("In hand"), concealed), (_("Flowers"), flowers))
    return _GROUP_SPACE.join(
        f'<span class="quiet">{title}</span> {_GROUP_SPACE.join(pictures)}' for title, pictures in titled if pictures
    )


def explain(sheet: ScoreSheet, tiles: TileWriter) -> str:
    """Return whose hand it is, how it was won and what it scores."""
    return join_sentences([_seats(sheet), *_how_won(sheet, tiles), *_sums(sheet, ""), bold(_total(sheet))])


def explain_row(sheet: ScoreSheet, tiles: TileWriter, rule: Rule) -> str:
    """Return what a hand scores, with the line that `rule` gives in bold type.

    South and a win with a discard go without saying, unless the rule asks for the winning tile.
    """
    context, win = sheet.context, sheet.context.win
    plain = win is None or (win.by is By.DISCARD and not win.last_tile and not win.feats and rule.on is not On.PLACE)
    return join_sentences(
        [
            "" if context.seat is Wind.SOUTH else _seats(sheet),
            *(() if plain and context.winner else _how_won(sheet, tiles)),
            *_sums(sheet, rule.id),
            bold(_total(sheet)),
        ]
    )


def _seats(sheet: ScoreSheet) -> str:
    seat, round_ = seats_of(sheet)
    if sheet.context.rules.single_player:
        return ""
    if round_ is None:
        return _("You are {seat}.").format(seat=seat.word)
    return _("You are {seat}, the prevailing wind is {round}.").format(seat=seat.word, round=round_.word)


def _how_won(sheet: ScoreSheet, tiles: TileWriter) -> Iterator[str]:
    context = sheet.context
    win = context.win
    if not context.winner:
        yield _("This hand didn’t win.")
    elif win is not None:
        yield winning_tile(win, tiles)
        if win.last_tile:
            yield _(_LAST[win.by])
        for words in feat_names(win.feats):
            yield _("{what}.").format(what=capital(words))


def winning_tile(win: HowWon, tiles: TileWriter) -> str:
    """Return a sentence on the winning tile, with its picture."""
    picture = "" if win.tile is None else f"{tiles([win.tile], write([win.tile]), False)} {win.tile.name()}"
    return _(_WON[win.by]).format(tile=picture)


def _sums(sheet: ScoreSheet, rule: str) -> Iterator[str]:
    scored = [line for line in sheet.lines if line.points]
    parts = []
    for line in scored:
        text = _("{what} {points}").format(what=line.describe(), points=number(line.points))
        parts.append(bold(text if parts else capital(text), rule in line.rules))
    if not (parts or sheet.scale or sheet.share):
        parts.append(_("Nothing scores"))
    points = " = " + ngettext("{n} point", "{n} points", sheet.points).format(n=number(sheet.points))
    if parts:
        yield _("{what}.").format(what=" + ".join(parts) + (points if len(parts) > 1 else ""))
    for line in sheet.lines:
        what = capital(line.describe())
        if line.doubles:
            text = ngettext("{what}: {n} double.", "{what}: {n} doubles.", line.doubles)
            text = _("{what}: {n} faan.") if sheet.scale else text
            yield bold(text.format(what=what, n=line.doubles), rule in line.rules)
        if line.share:
            text = _("{what}: {points}.") if sheet.share else _("{what}.")
            yield bold(text.format(what=what, points=number(sheet.own)), rule in line.rules)
    if sheet.apart:
        yield _("Flowers and seasons, counted apart: {points}.").format(points=number(sheet.bonus))


def _total(sheet: ScoreSheet) -> str:
    figures = {
        "doubles": sheet.doubles_words,
        "own": number(sheet.own),
        "bonus": number(sheet.bonus),
        "points": number(sheet.points),
        "times": number(1 << sheet.doubles),
        "counted": number(sheet.counted),
        "score": number(sheet.score),
    }
    text = _("Score: {score}.")
    if sheet.scale and sheet.limited:
        text = _("Score: {doubles}, and by the limit {score}.")
    elif sheet.scale:
        text = _("Score: {doubles}, by the table {score}.")
    elif (sheet.share or sheet.apart) and sheet.is_cut:
        text = _("Score: {own} + {bonus}, and by the limit {score}.")
    elif (sheet.share or sheet.apart) and sheet.bonus:
        text = _("Score: {own} + {bonus} = {score}.")
    elif sheet.share or sheet.apart:
        pass
    elif sheet.limited:
        text = _("Score: {points} × {times} = {counted}, and by the limit {score}.")
    elif sheet.rounding:
        text = _("Score: {points} × {times} = {counted}, rounded to {score}.")
    elif sheet.doubles:
        text = _("Score: {points} × {times} = {score}.")
    return text.format(**figures)


def adjustment(sheet: ScoreSheet) -> str:
    """Return Kemp's adjustment in a sentence; empty where there is none."""
    found = sheet.adjustment
    if found is None:
        return ""
    return _(
        "130 less {flowers} flowers and seasons is {drawable}. {discards} tiles were discarded, so {left} are left. "
        "{score} × {left} ÷ {drawable} = {final}, as a whole point {whole}."
    ).format(
        flowers=found.flowers,
        drawable=found.drawable,
        discards=found.discards,
        left=found.left,
        score=number(found.score),
        final=found.final_text,
        whole=number(found.final_rounded),
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, figures: Sequence[int] = ()) -> str:
    """Return a Markdown table; `figures` are the columns aligned right."""
    marks = ["---:" if place in figures else "---" for place in range(len(head))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, marks, *rows))
