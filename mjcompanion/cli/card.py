"""`mjcompanion card`: cards for American hands."""

from __future__ import annotations

from typing import Any, Final

import click

from mjcompanion.american.card import LARGEST_FILE, Card, CardFault, card_from_bytes
from mjcompanion.american.card_library import named_card
from mjcompanion.cli import Where
from mjcompanion.cli.completion import cards
from mjcompanion.cli.json_output import echo_json
from mjcompanion.cli.lines import content_of, json_option
from mjcompanion.cli.localized_click import LocalizedGroup
from mjcompanion.core.errors import Problem
from mjcompanion.i18n.translation import _, number
from mjcompanion.storage.paths import Folders

_MOST: Final = 200
"""The most faults, and the most warnings, that are listed for a person to read."""


@click.group("card", cls=LocalizedGroup)
def command() -> None:
    """Check a card for American hands."""


@command.command("check", epilog="mjcompanion card check ours.toml")
@click.argument("file", shell_complete=cards)
@json_option
@click.pass_obj
def check(where: Where, file: str, *, as_json: bool) -> int:
    """List the faults of a card, each with its line in the file.

    FILE is a file of TOML or JSON, - for standard input, or the name of a card. The exit status is 1 when there is a
    fault.
    """
    card = _from_input() if file == "-" else named_card(file, Folders.at(where.data_dir))
    if as_json:
        echo_json(_answer(card))
    else:
        for fault in card.faults[:_MOST]:
            click.echo(fault.sentence())
        if more := len(card.faults[_MOST:]):
            click.echo(Problem("card-more-faults", count=more).sentence())
        for warning in card.warnings[:_MOST]:
            click.echo(_("Warning: {sentence}").format(sentence=warning.sentence()))
        if more := len(card.warnings[_MOST:]):
            click.echo(Problem("card-more-warnings", count=more).sentence())
        lines = _("{card}: {playable} of {count} lines can be played.")
        title = card.title or file
        click.echo(lines.format(card=title, playable=number(len(card.lines)), count=number(card.count)))
    return 1 if card.faults else 0


def _from_input() -> Card:
    content = content_of("-", LARGEST_FILE)
    return card_from_bytes(content, "json" if content.lstrip().startswith(b"{") else "toml")


def _answer(card: Card) -> dict[str, Any]:
    return {
        "ok": not card.faults,
        "card": card.title,
        "lines": card.count,
        "playable": len(card.lines),
        "faults": [_fault_json(one) for one in card.faults],
        "warnings": [_fault_json(one) for one in card.warnings],
    }


def _fault_json(fault: CardFault) -> dict[str, Any]:
    place = fault.place or fault.problem.place or 0  # a file that can't be read at all says the place itself
    return {"place": place, "line": fault.line, "field": fault.field, "what": fault.words}
