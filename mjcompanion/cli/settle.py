"""`mjcompanion settle`: who pays whom after a hand."""

from __future__ import annotations

import re
from typing import Final

import click

from mjcompanion import RULESETS, By, Settlement, Wind, explain, settle, settle_request
from mjcompanion.cli import Where
from mjcompanion.cli.json_output import echo_json
from mjcompanion.cli.lines import (
    LONGEST_LINE,
    answer_lines,
    chosen_rules,
    club_option,
    content_of,
    json_option,
    jsonl_option,
    read_json,
    read_win_type,
    warn,
)
from mjcompanion.cli.localized_click import LocalizedCommand, option
from mjcompanion.core.errors import bad_request, printable
from mjcompanion.i18n.translation import _, joined, number, pgettext
from mjcompanion.parsing.requests import read_wind
from mjcompanion.table.request import BettorRequest, SettleRequest, read_ending, settle_answer
from mjcompanion.table.score_validation import request_doubts

_WHOLE_NUMBER: Final = re.compile("-?[0-9]+")
_MOST_DIGITS: Final = 18
_WHOLE: Final = 20_000
"""The most characters shown of a name or a reason."""


@click.command(
    "settle",
    cls=LocalizedCommand,
    epilog="mjcompanion settle --rules classical --winner W --score W=32 --score N=16 --score E=8 --score S=8",
)
@click.argument("request", required=False, metavar="[REQUEST]")
@option(
    "--rules",
    default="traditional",
    show_default=True,
    fields={"rules": ", ".join(id_ for id_, rules in RULESETS.items() if rules.pays is not None)},
    help="One of {rules}.",
)
@option("--winner", help="The winner’s seat: E, S, W or N. Without it nobody won.")
@option(
    "--by",
    fields={"ways": ", ".join(by for by in By if by is not By.CHARLESTON)},
    help="How the last tile came: {ways}.",
)
@option("--from", help="The seat of the player who gave the winning tile.")
@option("--score", "scores", multiple=True, metavar="SEAT=POINTS", help="A player’s score, once for each seat.")
@option("--value", type=int, help="The value of an American hand.")
@option("--jokerless", is_flag=True, help="The hand holds no jokers.")
@option("--singles-and-pairs", is_flag=True, help="The hand is one of “Singles and Pairs”.")
@option("--dead", multiple=True, metavar="SEAT", help="A dead hand. It pays like the others.")
@option("--wrong-call", "wrong_calls", multiple=True, metavar="SEAT", help="A hand shown after a wrong call.")
@option("--bettor", "bettors", multiple=True, metavar="NAME=SEAT", help="A bettor, and the seat that is backed.")
@option("--option", "-o", "options", multiple=True, metavar="KEY=VALUE", help="A house option.")
@club_option
@json_option
@jsonl_option
@click.pass_obj
def command(
    where: Where,
    /,
    request: str | None,
    rules: str,
    winner: str | None,
    by: str | None,
    scores: tuple[str, ...],
    value: int | None,
    dead: tuple[str, ...],
    wrong_calls: tuple[str, ...],
    bettors: tuple[str, ...],
    options: tuple[str, ...],
    club: str | None,
    jsonl: str | None,
    *,
    jokerless: bool,
    singles_and_pairs: bool,
    as_json: bool,
    **others: str | None,
) -> int:
    """Work out who pays whom after a hand, and say why.

    REQUEST is the whole question in JSON, or - to read it from standard input. Without it the options ask.
    """
    if jsonl is not None:
        answer_lines(jsonl, settle_request)
        return 0
    given: object
    if request is not None:
        warn(_("Warning: the request says everything, so {option} changes nothing."), but=("request", "as_json"))
        line = content_of("-", LONGEST_LINE) if request == "-" else request.encode("utf-8", "replace")
        given = read_json(line, alone=True)
    else:
        chosen = chosen_rules(rules, club, options, where.data_dir)
        given = SettleRequest(
            rules=chosen.rules,
            scores=_scores(scores),
            value=value,
            winner=_seat(winner),
            by=read_win_type(by),
            discarder=_seat(others["from"]),
            jokerless=jokerless,
            singles_and_pairs=singles_and_pairs,
            dead=[read_wind(seat) for seat in dead],
            wrong_calls=[read_wind(seat) for seat in wrong_calls],
            bettor=_bettor(bettors),
            options=chosen.options,
        )
    ruleset, ending, house = read_ending(given)
    if as_json:
        echo_json(settle_answer(ruleset, ending, house))
        return 0
    click.echo(_as_text(settle(ruleset, ending, house)))
    for doubt in request_doubts(ruleset, ending, house):
        click.echo(_("Warning: {sentence}").format(sentence=doubt.sentence()), err=True)
    return 0


def _seat(text: str | None) -> Wind | None:
    return None if text is None else read_wind(text)


def _scores(texts: tuple[str, ...]) -> dict[Wind, int | None] | None:
    scores: dict[Wind, int | None] = {}
    for text in texts:
        seat, sign, points = text.partition("=")
        if not sign or not _WHOLE_NUMBER.fullmatch(points):
            raise bad_request(_("“{text}” isn’t a score. Write it SEAT=POINTS.").format(text=printable(text)))
        if len(points.lstrip("-")) > _MOST_DIGITS:
            sentence = _("The score “{text}” is too large. It has {limit} digits at most.")
            raise bad_request(sentence.format(text=printable(text), limit=_MOST_DIGITS))
        wind = read_wind(seat)
        if wind in scores:
            raise bad_request(_("The score of {seat} is given twice.").format(seat=seat))
        scores[wind] = int(points)
    return scores or None


def _bettor(texts: tuple[str, ...]) -> BettorRequest | None:
    if not texts:
        return None
    if len(texts) > 1:
        raise bad_request(_("A hand has one bettor, not two: name one."))
    text = texts[0]
    name, sign, seat = text.rpartition("=")
    if not sign:
        raise bad_request(_("“{text}” isn’t a bet. Write it NAME=SEAT.").format(text=text))
    return BettorRequest(name=name, on=read_wind(seat))


def _as_text(settlement: Settlement) -> str:
    """Return a settlement in words."""
    if not settlement.payments:
        return _("Nobody pays.")
    winds = {wind.value: wind.player for wind in Wind}

    def who(party: str) -> str:
        return winds.get(party) or printable(party, _WHOLE)

    sentence = _("{payer} pays {payee} {points} ({why}).")
    lines = [
        sentence.format(
            payer=who(str(one.payer)),
            payee=who(str(one.payee)),
            points=number(one.points),
            why=printable(explain(one), _WHOLE),
        )
        for one in settlement.payments
    ]
    each = pgettext("a player's score", "{name} {score}")
    net = joined(each.format(name=who(party), score=number(points, "+,")) for party, points in settlement.net.items())
    return "\n".join([*lines, _("Total: {scores}.").format(scores=net)])
