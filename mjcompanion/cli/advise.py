"""`mjcompanion advise`: how far a hand is from Mah Jongg, and what to discard."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

import click

from mjcompanion import Hand, advise_request
from mjcompanion.cli.json_output import echo_json
from mjcompanion.cli.lines import answer_lines, hand_text, json_option, jsonl_option
from mjcompanion.cli.localized_click import LocalizedCommand, option
from mjcompanion.core.tiles import current_terms
from mjcompanion.i18n.text_width import display_width, has_cjk, wrap
from mjcompanion.i18n.translation import _, capital, joined, ngettext, number, pad_cell, pgettext
from mjcompanion.solitaire.advice import Advice, Improvement, distance_words
from mjcompanion.solitaire.hand_advice import advise, answer_of, read_advise_request

WIDTH: Final = 79
"""Characters in a line of the table."""
_INSIDE: Final = re.compile("(?<![,;]) ")


@click.command("advise", cls=LocalizedCommand, epilog="mjcompanion advise '123m 456p 789s 11z 55z 9p' --seen '1z'")
@click.argument("hand", required=False)
@option("--seen", help="Tiles seen elsewhere: discards, and the exposed sets of others.")
@json_option
@jsonl_option
def command(hand: str | None, seen: str | None, jsonl: str | None, *, as_json: bool) -> int:
    """Tell how far a Chinese hand is from Mah Jongg: four sets and a pair.

    For 14 tiles, with a kong counted as three, it lists every discard, best first, with the unseen tiles that then
    improve the hand; for 13 tiles, what improves them. HAND is written like "123m 456p 99s (777z) [1111s] 1f":
    m characters, p dots, s bamboos, z honours (1 to 7: E S W N, white, green, red), f flowers, y seasons; ( ) an
    exposed set, [ ] a concealed kong.
    """
    if jsonl is not None:
        answer_lines(jsonl, advise_request)
        return 0
    if hand is None:
        raise click.UsageError(_("Give a hand, e.g. mjcompanion advise '123m 456p 789s 11z 55z 9p'."))
    given, elsewhere = read_advise_request({"hand": hand_text(hand), "seen": seen})
    advice = advise(given, elsewhere)
    if as_json:
        echo_json(answer_of(advice))
    else:
        click.echo(as_text(given, advice))
    return 0


def as_text(hand: Hand, advice: Advice) -> str:
    """Return the advice in words.

    >>> hand = Hand.parse("123m 456p 789s 11z 55z")
    >>> print(as_text(hand, advise(hand)))
    123m456p789s1155z
    Waiting for one tile
    <BLANKLINE>
    4 unseen tiles improve it: east wind (2); white dragon (2)
    """
    lines = [str(hand), capital(distance_words(advice.away)), ""]
    if not advice.discards:
        total = sum(one.unseen for one in advice.improves)
        if not total:
            return "\n".join([*lines, _("No unseen tile improves it.")])
        sentence = ngettext("{n} unseen tile improves it: {tiles}", "{n} unseen tiles improve it: {tiles}", total)
        before, _unused, after = sentence.format(n=number(total), tiles=_HERE).partition(_HERE)
        return "\n".join([*lines, *_wrapped(_named(advice.improves) + after, before)])
    rows = [(_("Discard"), _("Then"), _("Tiles"), _("Improved by"))]
    for one in advice.discards:
        improved_by = _named(one.improves) or _("no unseen tile")
        away = ngettext("{n} away", "{n} away", one.away).format(n=one.away)
        rows.append((one.tile.name(), away, number(one.unseen), improved_by))
    name, then, tiles = [max(display_width(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        before = f"{pad_cell(row[0], name)}  {pad_cell(row[1], then)}  {pad_cell(row[2], tiles, right=True)}  "
        lines += _wrapped(row[3], before)
    return "\n".join(lines)


_HERE: Final = "\0"


def _named(improves: Iterable[Improvement]) -> str:
    """Return the tiles with how many are unseen; several of a suit share its name.

    >>> advice = advise(Hand.parse("23p 67s 99s 123m 789m 1z"))
    >>> _named(advice.improves)
    'dots 1 (4), 4 (4); bamboos 5 (4), 8 (4)'
    """
    parts = []
    for kind, group in groupby(improves, lambda one: one.tile.kind):
        some = list(group)
        if some[0].tile.is_suited and len(some) > 1:
            numbers = joined(f"{one.tile.rank} ({one.unseen})" for one in some)
            each = pgettext("a suit and numbers of its tiles", "{suit} {numbers}")
            parts.append(each.format(suit=current_terms().word(kind).many, numbers=numbers))
        else:
            parts += [f"{one.tile.name()} ({one.unseen})" for one in some]
    return pgettext("between the parts of a sentence", "; ").join(parts)


def _wrapped(text: str, before: str) -> Iterator[str]:
    """Yield the text in lines, with `before` in front of the first; a tile and its number stay together."""
    if has_cjk(text):
        for line in wrap(text, WIDTH - display_width(before)):
            yield f"{before}{line}".rstrip()
            before = " " * display_width(before)
        return
    whole = _INSIDE.sub("\N{NO-BREAK SPACE}", text)
    for line in list(wrap(whole, WIDTH - display_width(before))) or [""]:
        yield f"{before}{line}".replace("\N{NO-BREAK SPACE}", " ").rstrip()
        before = " " * display_width(before)
