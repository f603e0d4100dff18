"""`mjcompanion score`: one hand from options, or a file of requests."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec
from click.core import ParameterSource

from mjcompanion import RULESETS, By, RuleError, score, score_request
from mjcompanion.cli import Where
from mjcompanion.cli.json_output import echo_json, error_answer
from mjcompanion.cli.lines import (
    answer_lines,
    chosen_rules,
    club_option,
    hand_text,
    json_option,
    jsonl_option,
    read_win_type,
)
from mjcompanion.cli.localized_click import LocalizedCommand, option
from mjcompanion.core.hand import Hand
from mjcompanion.i18n.translation import _
from mjcompanion.parsing.requests import read_as, read_wind
from mjcompanion.rules.shapes import with_row
from mjcompanion.rulesets import changed_options
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.request import ScoreRequest, WinRequest, parse_request
from mjcompanion.scoring.suggestions import suggest, suggest_seat
from mjcompanion.scoring.text_renderer import as_text
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import load

if TYPE_CHECKING:
    from mjcompanion.american.score import AmericanSheet
    from mjcompanion.core.tiles import Terms
    from mjcompanion.scoring.sheet import ScoreSheet
    from mjcompanion.table.ruleset_comparison import ComparedHand

NOTHING: Final[Mapping[str, object]] = MappingProxyType({})
"""Nothing more in an answer."""


@click.command(
    "score",
    cls=LocalizedCommand,
    epilog="mjcompanion score '123m 456p 99s (777z) [1111s] 1f' --seat W --win 9s --by draw",
)
@click.argument("hand", required=False)
@option(
    "--rules", default="traditional", show_default=True, fields={"rules": ", ".join(RULESETS)}, help="One of {rules}."
)
@option("--seat", default="E", show_default=True, help="The player’s wind: E, S, W or N.")
@option("--round", "round_", default="E", show_default=True, help="The prevailing wind.")
@option("--win", "tile", help="The winning tile. It must be in the hand too.")
@option(
    "--by",
    fields={"ways": ", ".join(by for by in By if by is not By.CHARLESTON)},
    help="How it came: {ways}, or charleston in kemp-american.",
)
@option("--last-tile", is_flag=True, help="It was the last tile of the wall, or the discard after it.")
@option(
    "--called", is_flag=True, help="An original call: the player has been waiting since the first discard and said so."
)
@option("--second-kong", is_flag=True, help="A kong upon a kong: its loose tile won.")
@option("--ninth-win", is_flag=True, help="It was East’s ninth win in a row.")
@option("--loser", is_flag=True, help="The hand of a player who didn’t win.")
@option("--discards", type=int, help="Tiles discarded, for the solitaire rules.")
@option("--card", help="The card for an American hand: its name, e.g. companion, or its file.")
@option(
    "--option",
    "-o",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="A house option, e.g. -o limit=null.",
)
@club_option
@option("--elsewhere", is_flag=True, help="Show also what the same tiles are under the other rules, and why.")
@option("--keep", is_flag=True, help="Save the hand in the ledger: `mjcompanion ledger kept` lists it.")
@option("--player", metavar="NAME", help="With --keep: whose hand it was.")
@option("--place", help="With --keep: where it was played.")
@option("--remark", help="With --keep: anything worth remembering.")
@option("--date", metavar="DAY", help="With --keep: when it was played (2026-11-21 or “2026-11-21 19:30”), else now.")
@json_option
@jsonl_option
@click.pass_obj
def command(
    where: Where,
    /,
    hand: str | None,
    rules: str,
    seat: str,
    round_: str,
    tile: str | None,
    by: str | None,
    discards: int | None,
    card: str | None,
    options: tuple[str, ...],
    club: str | None,
    jsonl: str | None,
    *,
    last_tile: bool,
    called: bool,
    second_kong: bool,
    ninth_win: bool,
    loser: bool,
    elsewhere: bool,
    keep: bool,
    as_json: bool,
    **about: str | None,
) -> int:
    """Check and score a hand, and show why.

    HAND is written like "123m 55p (777z) [1111s] 1f 3y": m characters, p dots, s bamboos, z honours (1 to 7: E S W N,
    white, green, red), f flowers, y seasons; ( ) an exposed set, [ ] a concealed kong. In American hands J is a joker
    and F any flower; --card names the card. Or say it in words: "pung of reds, 123 crak, pair 9 bam, West, self-drawn".
    """
    named = {name: value for name, value in about.items() if value is not None}
    if named and not keep:
        raise click.UsageError(_("--{name} goes with --keep.").format(name=next(iter(named))))
    if jsonl is not None:
        answer_lines(jsonl, partial(answer_score, data_dir=where.data_dir))
        return 0
    if hand is None:
        raise click.UsageError(_("Give a hand, e.g. mjcompanion score '123m 456p 99s (777z) [1111s]'."))
    is_given = click.get_current_context().get_parameter_source
    text = hand_text(hand)
    try:
        chosen = chosen_rules(rules, club, options, where.data_dir)
        win = None
        if tile is not None or by is not None or last_tile or called or second_kong or ninth_win:
            win = WinRequest(
                by=read_win_type(by),
                tile=tile,
                last_tile=last_tile,
                called=called,
                second_kong=second_kong,
                ninth_win=ninth_win,
            )
        request = ScoreRequest(
            rules=chosen.rules,
            hand=text,
            seat=None if is_given("seat") is ParameterSource.DEFAULT else read_wind(seat),
            round=None if is_given("round_") is ParameterSource.DEFAULT else read_wind(round_, "round"),
            winner=False if loser else None,
            win=win,
            discards=discards,
            card=card,
            options=chosen.options,
        )
        answer = _Answer(where, chosen.house_name, named if keep else None, elsewhere=elsewhere, as_json=as_json)
        return answer.american(request) if request.with_card else answer.chinese(request)
    except RuleError as error:
        if not as_json:
            raise
        return _refuse(error)


def _refuse(error: RuleError, more: Mapping[str, object] = NOTHING) -> int:
    """Answer in JSON and in a sentence what is wrong; return the exit status."""
    echo_json({**error_answer(error), **more})
    click.echo(str(error), err=True)
    return 1


class _Answer:
    """The answer to one request, as the options of the command want it.

    Args:
        where: where the person's data is.
        house_name: what a club calls the rules.
        about: who played the hand, where and when, if it is kept in the ledger.
        elsewhere: whether the other rules are compared.
        as_json: whether the answer is JSON.

    """

    def __init__(
        self, where: Where, house_name: str, about: dict[str, str] | None, *, elsewhere: bool, as_json: bool
    ) -> None:
        self._where = where
        self._house_name = house_name
        self._about = about
        self._elsewhere = elsewhere
        self._as_json = as_json

    @property
    def _terms(self) -> Terms:
        """The words of the settings for tiles, in JSON too: a hand that is kept has them."""
        return load(Folders.at(self._where.data_dir)).settings.terms

    def chinese(self, request: ScoreRequest) -> int:
        """Score a Chinese hand and show it."""
        parsed = parse_request(request, Hand.parse)
        context = msgspec.structs.replace(parsed.context, house_name=self._house_name)
        try:
            sheet = score(parsed.hand, context)
        except RuleError as error:
            hint = _hint(parsed.hand, context)
            if self._as_json:
                return _refuse(error, {"hint": hint} if hint else NOTHING)
            if hint:
                click.echo(hint)
            raise
        others = _other_scores(sheet, self._where.data_dir) if self._elsewhere else ()
        self._show(sheet, as_text(sheet, self._terms), others)
        seats = None if self._as_json or parsed.request.seat else suggest_seat(parsed.hand, parsed.context)
        if seats is not None:
            click.echo(seats.hint(), err=True)
        return 0

    def american(self, request: ScoreRequest) -> int:
        """Match an American hand and show it."""
        from mjcompanion import score_american
        from mjcompanion.american import text_renderer
        from mjcompanion.american.request import read_score_request, warnings
        from mjcompanion.cli.match import cards_of, echo_warnings

        parsed = read_score_request(request)
        card, matcher = cards_of(self._where.data_dir).find(parsed.card)
        warned = warnings(card, parsed.card)
        if not self._as_json:
            echo_warnings(warned)
        context = msgspec.structs.replace(parsed.context, house_name=self._house_name)
        try:
            sheet = score_american(parsed.hand, context, matcher)
        except RuleError as error:
            if not self._as_json:
                raise
            return _refuse(error, warned)
        others: Sequence[ComparedHand] = ()
        if self._elsewhere:
            from mjcompanion.table.ruleset_comparison import compare_american_rulesets, places

            others = tuple(compare_american_rulesets(sheet, places(with_card=True), matcher))
        text = text_renderer.as_text(sheet, card.title or parsed.card, self._terms)
        self._show(sheet, text, others, parsed.card, warned)
        return 0

    def _show(
        self,
        sheet: ScoreSheet | AmericanSheet,
        text: str,
        others: Sequence[ComparedHand],
        card: str = "",
        warned: Mapping[str, object] = NOTHING,
    ) -> None:
        """Keep the hand where that is asked for, and print the answer."""
        kept = {} if self._about is None else _keep(self._where, sheet, text, self._about, card)
        if self._as_json:
            compared = {"elsewhere": [one.answer for one in others]} if others else {}
            echo_json({**sheet.answer(), **compared, **warned, **kept})
            return
        click.echo(text)
        if others:
            from mjcompanion.table import ruleset_comparison

            click.echo(ruleset_comparison.as_text(others))
        if kept:
            click.echo("\n" + _("Saved in the ledger as {id}.").format(id=kept["kept"][:8]))


def _keep(
    where: Where, sheet: ScoreSheet | AmericanSheet, text: str, about: dict[str, str], card: str = ""
) -> dict[str, Any]:
    """Keep a hand in the ledger; what the answer says of that."""
    from mjcompanion.cli.ledger import opened
    from mjcompanion.ledger.hand_records import record_of
    from mjcompanion.parsing.dates import parse_local_time

    named = dict(about)
    date = named.pop("date", None)
    at = None if date is None else parse_local_time(date)
    record = record_of(sheet, text, sheet.context.house_name, card)
    with opened(where) as ledger:
        return {"kept": ledger.hands.keep(record, at=at, **named).uid}


def _other_scores(sheet: ScoreSheet, data_dir: Path | None) -> Sequence[ComparedHand]:
    """Return the hand under the other rules, house rules among them."""
    from mjcompanion.table.club_rules import RulesLibrary
    from mjcompanion.table.ruleset_comparison import compare_rulesets, places

    shelf = RulesLibrary(Folders.at(data_dir).rules_folder)
    club = [entry.rules for entry in shelf.list() if entry.rules is not None]
    return tuple(compare_rulesets(sheet, places(club)))


def _hint(hand: Hand, context: ScoringContext) -> str:
    """Return what was most likely meant, where one fix makes the hand right; else nothing."""
    for suggestion in suggest(hand, context):
        for fix in suggestion.fixes:
            if fix.row:
                return _row_hint(context, fix.row)
            if fix.goes is not None and fix.goes is suggestion.tile:
                continue  # the problem named the tile already
            with suppress(RuleError):
                score(fix.of(hand), context)
                return suggestion.hint()
    return ""


def _row_hint(context: ScoringContext, row: str) -> str:
    """Return how house rules add a row: by options here, and by a line of their file."""
    rules, options = context.rules, context.options
    house = with_row(rules, options, row)
    changes = {} if house is None else changed_options(rules, house)
    rows = {key: {name: value for name, value in one.items() if value} for key, one in changes.get("rows", {}).items()}
    words = ["-o", f"rows={msgspec.json.encode(rows).decode()}"]
    if house is not None and house.limit != options.limit:
        words += ["-o", f"limit={house.limit}"]
    sentence = _("To score it, add {option}, or [rows.{row}] to the file of your house rules.")
    return sentence.format(option=shlex.join(words), row=row)


def answer_score(request: object, data_dir: Path | None = None) -> dict[str, Any]:
    """Answer one request; the cards of one's own are in the data folder.

    >>> answer_score({"rules": "simple", "hand": "[1111z] [2222z] [3333z] [4444z] 55z"})["score"]
    8192
    """
    given = read_as(ScoreRequest, request)
    if not given.with_card:
        return score_request(given).answer()
    from mjcompanion.american.request import score_answer
    from mjcompanion.cli.match import cards_of

    return score_answer(given, cards_of(data_dir))
