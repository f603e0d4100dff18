"""`mjcompanion break`: where the wall opens."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any, Final

import click

from mjcompanion import RULESETS, Break, break_wall
from mjcompanion.cli.json_output import echo_json
from mjcompanion.cli.lines import answer_lines, json_option, jsonl_option
from mjcompanion.cli.localized_click import LocalizedCommand, option
from mjcompanion.core.errors import listed
from mjcompanion.i18n.translation import _
from mjcompanion.parsing.requests import RequestForm, read_as
from mjcompanion.rules.wall import Direction, Side
from mjcompanion.rulesets import find_ruleset, options_for
from mjcompanion.wall.breaks import throw_for, wall_rules
from mjcompanion.wall.dice import read_dice

_FEW_DIGITS: Final = re.compile(r" *[0-9]{1,18} *")


@click.command("break", cls=LocalizedCommand, epilog="mjcompanion break --rules classical --dice 5,5 --dice 2,3")
@option(
    "--rules",
    default="traditional",
    show_default=True,
    fields={"rules": ", ".join(rules for rules in RULESETS.values() if rules.wall)},
    help="One of {rules}.",
)
@option("--dice", multiple=True, metavar="A,B", help="The throw, once for each throw. By default the program throws.")
@option("--seed", type=int, help="Throw the same dice again.")
@option("--without-flowers", is_flag=True, help="The set has 136 tiles.")
@json_option
@jsonl_option
def command(
    rules: str,
    dice: tuple[str, ...],
    seed: int | None,
    jsonl: str | None,
    *,
    without_flowers: bool,
    as_json: bool,
) -> int:
    """Find where the wall is broken: throw the dice, or enter what was thrown."""
    if jsonl is not None:
        answer_lines(jsonl, answer_break)
        return 0
    ruleset = find_ruleset(rules)
    thrown = read_dice([_throw(text) for text in dice], wall_rules(ruleset).throws) if dice else None
    thrown = thrown or throw_for(ruleset, random.Random(seed))  # noqa: S311 - dice, no secrets
    opened = break_wall(ruleset, thrown, flowers=not without_flowers)
    if as_json:
        answer = opened.answer()
        echo_json(answer if dice else {**answer, "dice": thrown})
    else:
        click.echo(_describe(opened, thrown))
    return 0


class BreakRequest(RequestForm, frozen=True):
    """A request to break the wall with these dice."""

    rules: str
    dice: Any
    options: dict[str, Any] | None = None


def answer_break(request: object) -> dict[str, Any]:
    """Answer one request.

    >>> answer_break({"rules": "classical", "dice": [[5, 5], [2, 3]]})["first_draw"]
    {'wall': 'S', 'stack': 3, 'from': 'right'}
    """
    given = read_as(BreakRequest, request)
    rules = find_ruleset(given.rules)
    return break_wall(rules, given.dice, flowers=options_for(rules, given.options).flowers).answer()


def _throw(text: str) -> list[object]:
    """Read a throw: `5,3`."""
    return [int(part) if _FEW_DIGITS.fullmatch(part) else part for part in text.split(",")]


def _describe(opened: Break, thrown: Sequence[Sequence[int]]) -> str:
    """Return the break in words."""
    dice = ["+".join(str(die) for die in throw) for throw in thrown]
    first = opened.first_draw
    if opened.side is Side.LEFT:
        at = _("The break is at stack {stack} of the {wall} wall, counted from the left.")
    else:
        at = _("The break is at stack {stack} of the {wall} wall, counted from the right.")
    begins = _("The first tiles drawn are stack {stack} of the {wall} wall, counted from the right.")
    clockwise = opened.direction is Direction.CLOCKWISE
    lines = [
        _("Dice {dice}.").format(dice=listed(dice)),
        at.format(stack=opened.stack, wall=opened.wall.word),
        _("{wind} deals.").format(wind=opened.dealer.word) if opened.dealer != "E" else "",
        begins.format(stack=first.stack, wall=first.wall.word),
        _("Drawing goes clockwise.") if clockwise else _("Drawing goes counter-clockwise."),
    ]
    return "\n".join(line for line in lines if line)
