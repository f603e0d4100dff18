"""`mjcompanion match`: the nearest lines of a card to a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import click

from mjcompanion.american.request import Cards, MatchRequest, match_answer, match_request, read_match_request, warnings
from mjcompanion.american.text_renderer import nearest_as_text
from mjcompanion.cli import Where
from mjcompanion.cli.json_output import echo_json
from mjcompanion.cli.lines import answer_lines, hand_text, json_option, jsonl_option
from mjcompanion.cli.localized_click import LocalizedCommand, option
from mjcompanion.i18n.translation import _
from mjcompanion.storage.paths import Folders


@click.command("match", cls=LocalizedCommand, epilog="mjcompanion match 'FFF 226m 5z 222p 66JJp' --card companion")
@click.argument("hand", required=False)
@option("--card", help="The card: its name, e.g. companion or club-fifteen, or its file.")
@option("--top", type=int, default=5, show_default=True, help="How many lines.")
@option("--seen", help="Tiles seen elsewhere: discards, and the exposed sets of others.")
@json_option
@jsonl_option
@click.pass_obj
def command(
    where: Where, hand: str | None, card: str | None, top: int, seen: str | None, jsonl: str | None, *, as_json: bool
) -> int:
    """Find the lines of a card that an American hand of 13 or 14 tiles is nearest to.

    HAND is written like "(22JJs) 1234m 55z FFF": m characters, p dots, s bamboos, z honours (1 to 7: E S W N, white,
    green, red), F any flower, J a joker; ( ) an exposed set.
    """
    if jsonl is not None:
        answer_lines(jsonl, partial(answer_match, data_dir=where.data_dir))
        return 0
    if hand is None:
        raise click.UsageError(_("Give a hand, e.g. mjcompanion match 'FFF 226m 5z 222p 66JJp' --card companion."))
    parsed = read_match_request(MatchRequest(hand=hand_text(hand), card=card, top=top, seen=seen))
    found, matcher = cards_of(where.data_dir).find(parsed.card)
    nearest = matcher.nearest(parsed.hand, parsed.seen, parsed.top)
    if as_json:
        echo_json(match_answer(nearest) | warnings(found, parsed.card))
    else:
        click.echo(nearest_as_text(nearest, found.title or parsed.card))
        echo_warnings(warnings(found, parsed.card))
    return 0


def answer_match(request: object, data_dir: Path | None = None) -> dict[str, Any]:
    """Answer one request; the cards of one's own are in the data folder.

    >>> answer_match({"card": "companion", "hand": "FFF 2m5z2m6m 222p 66JJp"})["lines"][0]["away"]
    0
    """
    return match_request(request, cards_of(data_dir))


def echo_warnings(found: Mapping[str, Iterable[str]]) -> None:
    """Print the warnings of an answer on standard error."""
    for sentence in found.get("warnings", ()):
        click.echo(_("Warning: {sentence}").format(sentence=sentence), err=True)


@cache
def cards_of(data_dir: Path | None) -> Cards:
    """Return the cards of the data folder, each read once."""
    return Cards(Folders.at(data_dir))
