"""`mjcompanion advise`: how far a hand is from Mah Jongg, and what to discard."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import Final

import click

from mjcompanion import Hand, advise_request
from mjcompanion.cli.answers import echo_json
from mjcompanion.cli.lines import answer_lines, hand_text, json_option, jsonl_option
from mjcompanion.cli.speech import Command, option
from mjcompanion.core.tiles import Terms, current_terms
from mjcompanion.i18n.text_width import has_squares, lines_of, room_of
from mjcompanion.i18n.translation import N_, _, joined, ngettext, number, padded, pgettext
from mjcompanion.scoring.advise import Advice, AdviseRequest, Improves, advise, read_advise_request

WIDTH: Final = 79
"""Characters in a line of the table."""
_FAR: Final = (
    N_("Mah Jongg"),
    N_("Waiting: one tile from Mah Jongg"),
    N_("Two tiles from Mah Jongg"),
    N_("Three tiles from Mah Jongg"),
    N_("Four tiles from Mah Jongg"),
    N_("Five tiles from Mah Jongg"),
    N_("Six tiles from Mah Jongg"),
    N_("Seven tiles from Mah Jongg"),
    N_("Eight tiles from Mah Jongg"),
    N_("Nine tiles from Mah Jongg"),
    N_("Ten tiles from Mah Jongg"),
    N_("Eleven tiles from Mah Jongg"),
    N_("Twelve tiles from Mah Jongg"),
    N_("Thirteen tiles from Mah Jongg"),
    N_("Fourteen tiles from Mah Jongg"),
)
"""How far a hand is, by the tiles still to be exchanged."""
_INSIDE: Final = re.compile("(?<![,;]) ")


@click.command("advise", cls=Command, epilog="mjcompanion advise '123m 456p 789s 11z 55z 9p' --seen '1z'")
@click.argument("hand", required=False)
@option("--seen", help="Tiles that lie elsewhere: discards, and what others have laid out.")
@json_option
@jsonl_option
def command(hand: str | None, seen: str | None, jsonl: str | None, *, as_json: bool) -> int:
    """Tell how far a Chinese hand is from Mah Jongg: four sets and a pair.

    For 14 tiles, with a kong counted as three, it lists every discard, best first, with the unseen tiles that then
    improve the hand; for 13 tiles, what improves them. HAND is written like "123m 456p 99s (777z) [1111s] 1f":
    m characters, p dots, s bamboos, z honours (1 to 7: E S W N, white, green, red), f flowers, y seasons; ( ) a set
    laid out, [ ] a concealed kong.
    """
    if jsonl is not None:
        answer_lines(jsonl, advise_request)
        return 0
    if hand is None:
        raise click.UsageError(_("Give a hand, e.g. mjcompanion advise '123m 456p 789s 11z 55z 9p'."))
    parsed, lying = read_advise_request(AdviseRequest(hand=hand_text(hand), seen=seen))
    advice = advise(parsed, lying)
    if as_json:
        echo_json(advice.answer())
    else:
        click.echo(as_text(parsed, advice))
    return 0


def as_text(hand: Hand, advice: Advice, terms: Terms | None = None) -> str:
    """The advice in words.

    >>> hand = Hand.parse("123m 456p 789s 11z 55z")
    >>> print(as_text(hand, advise(hand)))
    123m456p789s1155z
    Waiting: one tile from Mah Jongg
    <BLANKLINE>
    4 unseen tiles improve it: east wind (2); white dragon (2)
    """
    lines = [str(hand), _(_FAR[advice.away]), ""]
    if not advice.discards:
        total = sum(count for _unused, count in advice.improves)
        if not total:
            return "\n".join([*lines, _("No unseen tile improves it.")])
        said = ngettext("{n} unseen tile improves it: {tiles}", "{n} unseen tiles improve it: {tiles}", total)
        before, _unused, after = said.format(n=number(total), tiles=_HERE).partition(_HERE)
        return "\n".join([*lines, *_wrapped(_named(advice.improves, terms) + after, before)])
    rows = [(_("Discard"), _("Then"), _("Tiles"), _("Improved by"))]
    for one in advice.discards:
        improved_by = _named(one.improves, terms) or _("no unseen tile")
        away = _("{n} away").format(n=one.away)
        rows.append((one.tile.name(terms), away, number(one.tiles), improved_by))
    name, then, tiles = [max(room_of(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        before = f"{padded(row[0], name)}  {padded(row[1], then)}  {padded(row[2], tiles, right=True)}  "
        lines += _wrapped(row[3], before)
    return "\n".join(lines)


_HERE: Final = "\0"


def _named(improves: Improves, terms: Terms | None) -> str:
    """The tiles with how many there are; several of a suit share its name.

    >>> advice = advise(Hand.parse("23p 67s 99s 123m 789m 1z"))
    >>> _named(advice.improves, None)
    'dots 1 (4), 4 (4); bamboos 5 (4), 8 (4)'
    """
    words = terms or current_terms()
    parts = []
    for kind, group in groupby(improves, lambda one: one[0].kind):
        some = list(group)
        if some[0][0].is_suited and len(some) > 1:
            numbers = joined(f"{tile.rank} ({count})" for tile, count in some)
            each = pgettext("a suit and numbers of its tiles", "{suit} {numbers}")
            parts.append(each.format(suit=words.word(kind).many, numbers=numbers))
        else:
            parts += [f"{tile.name(words)} ({count})" for tile, count in some]
    return pgettext("between the parts of a sentence", "; ").join(parts)


def _wrapped(text: str, before: str) -> Iterator[str]:
    """The text in lines, with this before the first; no tile is torn from its number."""
    if has_squares(text):
        for line in lines_of(text, WIDTH - room_of(before)):
            yield f"{before}{line}".rstrip()
            before = " " * room_of(before)
        return
    whole = _INSIDE.sub("\N{NO-BREAK SPACE}", text)
    for line in textwrap.wrap(whole, WIDTH - len(before)) or [""]:
        yield f"{before}{line}".replace("\N{NO-BREAK SPACE}", " ").rstrip()
        before = " " * len(before)
