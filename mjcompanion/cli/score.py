"""`mjcompanion score`: one hand from words, or a file of requests."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from click.core import ParameterSource

from mjcompanion import RULESETS, By, RuleError, score, score_request
from mjcompanion.cli import Where
from mjcompanion.cli.answers import echo_json, failure
from mjcompanion.cli.lines import answer_lines, asked_rules, club_option, hand_text, json_option, jsonl_option
from mjcompanion.cli.speech import Command, option
from mjcompanion.core.errors import Problem, listed
from mjcompanion.core.hand import Hand
from mjcompanion.i18n.translation import _
from mjcompanion.parsing.hand_text import said
from mjcompanion.rules.shapes import with_row
from mjcompanion.rulesets import changed_options
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.decompose import fill
from mjcompanion.scoring.fixes import doubts, seat_doubt
from mjcompanion.scoring.request import read_request
from mjcompanion.scoring.request_fields import is_american
from mjcompanion.scoring.text_renderer import as_text
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import load

if TYPE_CHECKING:
    from mjcompanion.american.score import AmericanSheet
    from mjcompanion.core.tiles import Terms
    from mjcompanion.scoring.sheet import ScoreSheet
    from mjcompanion.table.ruleset_comparison import ComparedHand


@click.command(
    "score",
    cls=Command,
    epilog="mjcompanion score '123m 456p 99s (777z) [1111s] 1f' --seat W --win 9s --by draw",
)
@click.argument("hand", required=False)
@option(
    "--rules", default="traditional", show_default=True, fields={"rules": ", ".join(RULESETS)}, help="One of {rules}."
)
@option("--seat", default="E", show_default=True, help="The player's wind: E, S, W or N.")
@option("--round", "round_", default="E", show_default=True, help="The prevailing wind.")
@option("--win", "tile", help="The winning tile; it must be in the hand too.")
@option(
    "--by",
    fields={"ways": ", ".join(by for by in By if by is not By.CHARLESTON)},
    help="How it came: {ways}; charleston in kemp-american.",
)
@option("--last-tile", is_flag=True, help="It was the last tile of the wall, or the discard after it.")
@option(
    "--called", is_flag=True, help="An original call: the player has been waiting since the first discard and said so."
)
@option("--second-kong", is_flag=True, help="A kong upon a kong: its loose tile won.")
@option("--ninth-win", is_flag=True, help="It was East's ninth win in a row.")
@option("--loser", is_flag=True, help="The hand of a player who didn't win.")
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
@option("--elsewhere", is_flag=True, help="Say too what the same tiles are under the other rules, and why.")
@option("--keep", is_flag=True, help="Keep the hand in the ledger: `mjcompanion ledger kept` lists it.")
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
        answer_lines(jsonl, partial(answer_score, data_dir=where.data_dir), prepare=fill)
        return 0
    if hand is None:
        raise click.UsageError(_("Give a hand, e.g. mjcompanion score '123m 456p 99s (777z) [1111s]'."))
    told: dict[str, Any] = {"hand": hand_text(hand), "discards": discards, "card": card}
    request = {key: value for key, value in told.items() if value is not None}
    asked_for = click.get_current_context().get_parameter_source
    winds = (("seat", "seat", seat), ("round", "round_", round_))
    request |= {key: wind for key, name, wind in winds if asked_for(name) is not ParameterSource.DEFAULT}
    if loser:
        request["winner"] = False
    said = {"last_tile": last_tile, "called": called, "second_kong": second_kong, "ninth_win": ninth_win}
    if tile is not None or by is not None or any(said.values()):
        request["win"] = {**said, "tile": tile, "by": by}
    try:
        request |= asked_rules(rules, club, options, where.data_dir)
        house = "" if options else _house_name(where, club)
        if is_american(request):
            about_it = named if keep else None
            return _american(request, where, house, elsewhere=elsewhere, about=about_it, as_json=as_json)
        entered, situation = read_request(request)
        _check_way(situation)
        situation = msgspec.structs.replace(situation, house_name=house)
        sheet = score(entered, situation)
    except RuleError as error:
        hint = _hint(request)
        if not as_json:
            if hint:
                click.echo(hint)
            raise
        echo_json(failure(error) | ({"hint": hint} if hint else {}))
        click.echo(str(error), err=True)
        return 1
    terms = load(Folders.at(where.data_dir)).settings.terms
    found = _elsewhere(sheet, where.data_dir, terms) if elsewhere else ()
    text = as_text(sheet, terms)
    kept = _keep(where, sheet, text, named) if keep else {}
    _answer(sheet, text, found, kept, as_json=as_json)
    if not as_json:
        _ask_seat(request, entered, situation)
    return 0


def _check_way(situation: ScoringContext) -> None:
    """Refuse a robbed kong where the others only draw and discard.

    Raises:
        RuleError: it is such a win.

    """
    if situation.win is not None and situation.win.by is By.ROBBED_KONG and situation.rules.alone:
        ways = listed(situation.rules.ways_of(situation.seat), "or")
        raise RuleError([Problem("unknown-by", text=By.ROBBED_KONG, why=ways)])


def _answer(
    sheet: ScoreSheet | AmericanSheet, text: str, found: Sequence[ComparedHand], more: dict[str, Any], *, as_json: bool
) -> None:
    if as_json:
        others = {"elsewhere": [one.answer for one in found]} if found else {}
        echo_json(sheet.answer() | others | more)
        return
    click.echo(text)
    if found:
        from mjcompanion.table import ruleset_comparison as elsewhere

        click.echo(elsewhere.as_text(found))
    if "kept" in more:
        click.echo("\n" + _("Kept in the ledger as {id}.").format(id=more["kept"][:8]))


def _keep(
    where: Where, sheet: ScoreSheet | AmericanSheet, text: str, about: dict[str, str], card: str = ""
) -> dict[str, Any]:
    """Keep a hand in the ledger; what the answer says of that."""
    from mjcompanion.cli.ledger import opened
    from mjcompanion.ledger.hand_records import record_of
    from mjcompanion.parsing.dates import moment_of

    named = dict(about)
    date = named.pop("date", None)
    at = None if date is None else moment_of(date)
    record = record_of(sheet, text, sheet.situation.house_name, card)
    with opened(where) as ledger:
        return {"kept": ledger.hands.keep(record, at=at, **named).uid}


def _elsewhere(sheet: ScoreSheet, data_dir: Path | None, terms: Terms) -> Sequence[ComparedHand]:
    """The hand under the other rules, house rules among them."""
    from mjcompanion.table.club_rules import RulesShelf
    from mjcompanion.table.ruleset_comparison import compare_rulesets, places

    shelf = RulesShelf(Folders.at(data_dir).rules_folder)
    club = [entry.rules for entry in shelf.list() if entry.rules is not None]
    return tuple(compare_rulesets(sheet, places(club), terms))


def _ask_seat(request: dict[str, Any], hand: Hand, situation: ScoringContext) -> None:
    """Say beside the answer that nobody named a seat, where it changes the score."""
    if "seat" in request or said(request["hand"]).seat is not None:
        return
    doubt = seat_doubt(hand, situation)
    if doubt is not None:
        click.echo(doubt.hint(), err=True)


def _hint(request: dict[str, Any]) -> str:
    """What was most likely meant, where one answer to a doubt makes the hand right; else nothing."""
    try:
        hand, situation = read_request(request)
    except RuleError:
        return ""
    for doubt in doubts(hand, situation):
        for repair in doubt.repairs:
            if repair.row:
                return _row_hint(situation, repair.row)
            if repair.goes is not None and repair.goes is doubt.tile:
                continue  # the problem named the tile already
            with suppress(RuleError):
                score(repair.of(hand), situation)
                return doubt.hint()
    return ""


def _row_hint(situation: ScoringContext, row: str) -> str:
    """How house rules add a row: by options here, and by a line of their file."""
    rules, options = situation.rules, situation.options
    house = with_row(rules, options, row)
    changes = {} if house is None else changed_options(rules, house)
    rows = {key: {name: value for name, value in one.items() if value} for key, one in changes.get("rows", {}).items()}
    words = ["-o", f"rows={msgspec.json.encode(rows).decode()}"]
    if house is not None and house.limit != options.limit:
        words += ["-o", f"limit={house.limit}"]
    sentence = _("To score it, add {option}, or [rows.{row}] to the file of your house rules.")
    return sentence.format(option=shlex.join(words), row=row)


def _house_name(where: Where, club: str | None) -> str:
    """What a club calls its rules; empty where none were named."""
    from mjcompanion.table.club_rules import RulesShelf

    return "" if club is None else RulesShelf(Folders.at(where.data_dir).rules_folder).named(club).name


def _american(
    request: dict[str, Any],
    where: Where,
    house: str,
    *,
    elsewhere: bool,
    about: dict[str, str] | None,
    as_json: bool,
) -> int:
    """Match one American hand and show it."""
    from mjcompanion import score_american
    from mjcompanion.american import text_renderer
    from mjcompanion.american.request import read_score_request, warnings
    from mjcompanion.cli.match import cards_of, tell_warnings

    asked = read_score_request(request)
    card, matcher = cards_of(where.data_dir).find(asked.card)
    warned = warnings(card, asked.card)
    situation = msgspec.structs.replace(asked.situation, house_name=house)
    if not as_json:
        tell_warnings(warned)
    try:
        sheet = score_american(asked.hand, situation, matcher)
    except RuleError as error:
        if not as_json:
            raise
        echo_json(failure(error) | warned)
        click.echo(str(error), err=True)
        return 1
    found: Sequence[ComparedHand] = ()
    if elsewhere:
        from mjcompanion.table.ruleset_comparison import compare_american_rulesets, places

        found = tuple(compare_american_rulesets(sheet, places(with_card=True), matcher))
    terms = load(Folders.at(where.data_dir)).settings.terms
    text = text_renderer.as_text(sheet, card.title or asked.card, terms)
    kept = {} if about is None else _keep(where, sheet, text, about, asked.card)
    _answer(sheet, text, found, warned | kept, as_json=as_json)
    return 0


def answer_score(request: object, data_dir: Path | None = None) -> dict[str, Any]:
    """Answer one request; the cards of one's own are in the data folder.

    >>> answer_score({"rules": "simple", "hand": "[1111z] [2222z] [3333z] [4444z] 55z"})["score"]
    8192
    """
    if not is_american(request):
        sheet = score_request(request)
        _check_way(sheet.situation)
        return sheet.answer()
    from mjcompanion.american.request import score_answer
    from mjcompanion.cli.match import cards_of

    return score_answer(request, cards_of(data_dir))
