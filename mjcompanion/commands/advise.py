"""`mjcompanion advise`: how far a hand is from Mah Jongg, and what to discard."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import Final

import click

from mjcompanion.commands import Where
from mjcompanion.commands.lines import answer_lines, echo_json, failure
from mjcompanion.folders import Folders
from mjcompanion.hand import Hand
from mjcompanion.problems import RuleError
from mjcompanion.scoring.advise import Advice, Improves, advise, advise_request, read_advise_request
from mjcompanion.settings import load
from mjcompanion.tiles import DEFAULT_TERMS, Terms

WIDTH: Final = 79
"""Characters in a line of the table."""
_NUMBERS: Final = (
    *("Mah Jongg", "Waiting: one tile", "Two tiles", "Three tiles", "Four tiles", "Five tiles", "Six tiles"),
    *("Seven tiles", "Eight tiles", "Nine tiles", "Ten tiles", "Eleven tiles", "Twelve tiles", "Thirteen tiles"),
    "Fourteen tiles",
)
_INSIDE: Final = re.compile("(?<![,;]) ")


@click.command("advise", epilog="Example: mjcompanion advise '123m 456p 789s 11z 55z 9p' --seen '1z'")
@click.argument("hand", required=False)
@click.option("--seen", help="Tiles that lie elsewhere: discards, and what others have laid out.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
@click.option("--jsonl", metavar="FILE", help="Answer a file of requests, one a line; - reads standard input.")
@click.pass_obj
def command(where: Where, hand: str | None, seen: str | None, jsonl: str | None, *, as_json: bool) -> int:
    """Tell how far a Chinese hand is from Mah Jongg: four sets and a pair.

    Of 14 tiles, a kong counted as three, every discard is told, the best first, with the unseen tiles that improve the
    hand then; of 13 tiles, what improves them. HAND is written like "123m 456p 99s (777z) [1111s] 1f": m characters,
    p dots, s bamboos, z honours (1 to 7: E S W N, white, green, red), f flowers, y seasons; ( ) a set laid out, [ ] a
    concealed kong.
    """
    if jsonl is not None:
        if hand is not None:
            raise click.UsageError("Give a hand or --jsonl FILE, not both.")
        answer_lines(jsonl, advise_request)
        return 0
    if hand is None:
        raise click.UsageError("Give a hand, e.g. mjcompanion advise '123m 456p 789s 11z 55z 9p'.")
    try:
        asked, lying = read_advise_request({"hand": hand, "seen": seen})
        advice = advise(asked, lying)
    except RuleError as error:
        if as_json:
            echo_json(failure(error))
        raise
    if as_json:
        echo_json(advice.answer())
    else:
        click.echo(as_text(asked, advice, load(Folders.at(where.data_dir)).settings.terms))
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
    far = _NUMBERS[advice.away]
    lines = [str(hand), f"{far} from Mah Jongg" if advice.away else far, ""]
    if not advice.discards:
        total = sum(count for _, count in advice.improves)
        tells = {0: "No unseen tile improves it.", 1: "1 unseen tile improves it: "}
        intro = tells.get(total, f"{total} unseen tiles improve it: ")
        return "\n".join([*lines, *_wrapped(_named(advice.improves, terms), intro)])
    rows = [("Discard", "Then", "Tiles", "Improved by")]
    for one in advice.discards:
        improved_by = _named(one.improves, terms) or "no unseen tile"
        rows.append((one.tile.name(terms), f"{one.away} away", str(one.tiles), improved_by))
    name, then, tiles = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        lines += _wrapped(row[3], f"{row[0]:<{name}}  {row[1]:<{then}}  {row[2]:>{tiles}}  ")
    return "\n".join(lines)


def _named(improves: Improves, terms: Terms | None) -> str:
    """The tiles with how many there are; several of a suit share its name.

    >>> advice = advise(Hand.parse("23p 67s 99s 123m 789m 1z"))
    >>> _named(advice.improves, None)
    'dots 1 (4), 4 (4); bamboos 5 (4), 8 (4)'
    """
    words = terms or DEFAULT_TERMS
    parts = []
    for kind, group in groupby(improves, lambda one: one[0].kind):
        some = list(group)
        if some[0][0].is_suited and len(some) > 1:
            numbers = ", ".join(f"{tile.rank} ({count})" for tile, count in some)
            parts.append(f"{words.word(kind).many} {numbers}")
        else:
            parts += [f"{tile.name(words)} ({count})" for tile, count in some]
    return "; ".join(parts)


def _wrapped(text: str, before: str) -> Iterator[str]:
    """The text in lines, with this before the first; no tile is torn from its number."""
    whole = _INSIDE.sub("\N{NO-BREAK SPACE}", text)
    for line in textwrap.wrap(whole, WIDTH - len(before)) or [""]:
        yield f"{before}{line}".replace("\N{NO-BREAK SPACE}", " ").rstrip()
        before = " " * len(before)
