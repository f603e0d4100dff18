"""`mjcompanion season`: keep a club's seasons, and show their league tables."""

from __future__ import annotations

import io
import secrets
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
import msgspec

from mjcompanion.cli import Where
from mjcompanion.cli.json_output import echo_json
from mjcompanion.cli.ledger import echo_changed, echo_rows, echo_rows_json, opened, undo_command
from mjcompanion.cli.lines import json_option, write_out
from mjcompanion.cli.localized_click import LocalizedGroup, option
from mjcompanion.core.errors import Problem, bad_request
from mjcompanion.i18n.translation import _, number, pad_cell
from mjcompanion.ledger.csv_files import write_csv
from mjcompanion.parsing.dates import format_local_day
from mjcompanion.rulesets import find_ruleset
from mjcompanion.table.events import now
from mjcompanion.table.words import brief, figure
from mjcompanion.tournament.season import (
    FIRST_FIGURES,
    MOST_SESSIONS,
    SYSTEM_WORDS,
    LeagueTable,
    Season,
    days_words,
    played_words,
    season_figures,
    season_words,
    unplaced_words,
)

if TYPE_CHECKING:
    from mjcompanion.ledger.values import SeasonRow, SeasonStandings

_REMOVE: Final = "season", "remove"
_SHORT: Final = 8
_NAME: Final = 24
_FIGURE: Final = 10
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
"""Without it spreadsheets take letters of a file for other ones."""


@click.group("season", cls=LocalizedGroup)
def command() -> None:
    """Keep a club’s seasons, and show their league tables.

    All sessions of a season’s days and rules belong to it. ID is a season’s id, or as many of its first letters as are
    needed.
    """


F = TypeVar("F", bound=Callable[..., Any])


def _season_options(*, needed: bool) -> Callable[[F], F]:
    """Add the options that say what a season is; those of a new one are `needed`, or have defaults."""

    def default(value: object) -> dict[str, Any]:
        return {"default": value, "show_default": bool(value)} if needed else {}

    numbers = click.IntRange(0, MOST_SESSIONS)
    options = [
        option("--title", required=needed, metavar="TEXT", help="What it is called."),
        option("--since", required=needed, metavar="DAY", help="Its first day (2026-03-01)."),
        option("--until", required=needed, metavar="DAY", help="Its last day."),
        option(
            "--rules", multiple=True, metavar="NAME", help="Only sessions by these rules. May be given more than once."
        ),
        option(
            "--system",
            type=click.Choice([*SYSTEM_WORDS]),
            help="What a session counts: table points 4-2-1-0, the place, or the points won and lost.",
            **default("table-points"),
        ),
        option(
            "--average" if needed else "--average/--sum",
            **({"is_flag": True} if needed else {"default": None}),
            help="Rank by the average, not by the sum. Places are always ranked by the average.",
        ),
        option(
            "--minimum", type=numbers, metavar="N", help="Rank only players with at least N sessions.", **default(0)
        ),
        option(
            "--best",
            type=numbers,
            metavar="N",
            help="Count only each player’s N best sessions. 0 counts all.",
            **default(0),
        ),
    ]

    def add(function: F) -> F:
        for one in reversed(options):
            function = one(function)
        return function

    return add


@command.command("new", epilog='mjcompanion season new --title "Spring league" --since 2026-03-01 --until 2026-05-31')
@_season_options(needed=True)
@json_option
@click.pass_obj
def new(where: Where, /, *, as_json: bool, rules: tuple[str, ...], **values: Any) -> int:  # noqa: ANN401 - options
    """Keep a new season in the ledger."""
    season = Season(uid=secrets.token_hex(16), at=now(), rules=_found(rules), **values)
    with opened(where) as ledger:
        return _echo_season(ledger.seasons.save(season).row, as_json=as_json)


@command.command("change", epilog="mjcompanion season change 2f1c --until 2026-06-15 --best 10")
@click.argument("id_", metavar="ID")
@_season_options(needed=False)
@option("--all-rules", is_flag=True, help="Sessions by any rules.")
@json_option
@click.pass_obj
def change(
    where: Where,
    /,
    id_: str,
    *,
    all_rules: bool,
    as_json: bool,
    rules: tuple[str, ...],
    **values: Any,  # noqa: ANN401 - options
) -> int:
    """Change a season. What you don’t give stays."""
    if rules and all_rules:
        raise click.UsageError(_("Give --rules or --all-rules."))
    changes = {name: value for name, value in values.items() if value is not None}
    if rules or all_rules:
        changes["rules"] = _found(rules)
    if not changes:
        raise click.UsageError(_("Nothing to change. Give at least one option."))
    with opened(where) as ledger:
        uid = ledger.seasons.resolve(id_)
        row = ledger.seasons.get(uid).row
        if row.put_aside:
            raise bad_request(_was_deleted(row))
        stored = ledger.seasons.change(uid, lambda season: msgspec.structs.replace(season, **changes))
        return _echo_season(stored.row, as_json=as_json)


@command.command("remove")
@click.argument("id_", metavar="ID")
@option("--undo", is_flag=True, help="Bring it back.")
@json_option
@click.pass_obj
def remove(where: Where, /, id_: str, *, undo: bool, as_json: bool) -> int:
    """Remove a season, not its sessions. --undo brings it back at any time."""
    with opened(where) as ledger:
        uid = ledger.seasons.resolve(id_)
        return _echo_season(ledger.seasons.restore(uid) if undo else ledger.seasons.remove(uid), as_json=as_json)


def _was_deleted(row: SeasonRow) -> str:
    return _("This season was deleted. {command} brings it back.").format(command=undo_command(row, *_REMOVE))


def _found(rules: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of rulesets of a season, each once."""
    found = [*dict.fromkeys(map(find_ruleset, rules))]
    unplayed = next((one for one in found if not one.at_table), None)
    if unplayed is not None:
        raise bad_request(_("Nobody plays {rules} at a table.").format(rules=unplayed))
    return tuple(map(str, found))


def _echo_season(row: SeasonRow, *, as_json: bool) -> int:
    """Show a season that was just written."""
    echo_changed(row, _season(row), _line(row), _REMOVE, as_json=as_json)
    return 0


@command.command("list")
@json_option
@click.pass_obj
def list_(where: Where, /, *, as_json: bool) -> int:
    """List the seasons, the latest first."""
    with opened(where, read_only=True) as ledger:
        rows = ledger.seasons.all()
    if as_json:
        return echo_rows_json(len(rows), "seasons", [_season(row) for row in rows])
    return echo_rows(len(rows), [_line(row) for row in rows], _("There are no seasons yet."))


def _season(row: SeasonRow) -> dict[str, Any]:
    return {"id": row.uid, "title": row.title, "since": row.since, "until": row.until, "rules": row.rules.split()}


def _line(row: SeasonRow) -> str:
    return "  ".join((row.uid[:_SHORT], days_words(row.since, row.until), brief(row.title), row.rules)).rstrip()


@command.command("show")
@click.argument("id_", metavar="ID")
@option("--csv", "csv_file", metavar="FILE", help="Write the league table as CSV to this file (- is standard output).")
@json_option
@click.pass_obj
def show(where: Where, /, id_: str, csv_file: str | None, *, as_json: bool) -> int:
    """Show a season’s league table and its highest hands. Sessions in progress don’t count yet."""
    if csv_file is not None and as_json:
        raise click.UsageError(_("Give --csv or --json."))
    with opened(where, read_only=True) as ledger:
        uid = ledger.seasons.resolve(id_)
        row, found = ledger.seasons.get(uid).row, ledger.seasons.standings(uid)
    if row.put_aside:
        click.echo(_was_deleted(row), err=True)
    if csv_file is not None:
        content = io.BytesIO()
        write_csv(content, "season", [found])
        write_out(csv_file, (b"" if csv_file == "-" else _BYTE_ORDER_MARK) + content.getvalue())
    elif as_json:
        echo_json({"ok": True, **_standings(found)})
    else:
        _echo(found)
    return 0


def _standings(found: SeasonStandings) -> dict[str, Any]:
    season = found.season
    tables = [
        {
            "rules": table.rules,
            "fingerprint": table.fingerprint,
            "sessions": table.sessions,
            "evenings": table.evenings,
            "players": [
                {
                    "place": line.place,
                    "id": line.player,
                    "name": found.names[line.player],
                    "sessions": line.sessions,
                    "counted": line.counted,
                    "evenings": line.evenings,
                    "points": str(line.points),
                    "average": str(line.average),
                    "best": str(line.best),
                    "won": line.wins,
                    "streak": line.streak,
                }
                for line in table.lines
            ],
        }
        for table in found.tables
    ]
    highest = [
        {name: getattr(one, name) for name in ("rules", "fingerprint", "name", "points", "at", "session")}
        for one in found.highest
    ]
    return {
        "id": season.uid,
        "title": season.title,
        "since": season.since,
        "until": season.until,
        "rules": season.rules,
        "system": season.system,
        "by_average": season.by_average,
        "minimum": season.minimum,
        "best": season.best,
        "tables": tables,
        "highest": highest,
    }


def _echo(found: SeasonStandings) -> None:
    season = found.season
    click.echo(f"{brief(season.title)}  {days_words(season.since, season.until)}")
    click.echo(" · ".join(season_words(season)))
    if not found.tables:
        click.echo(Problem("season-empty", text=brief(season.title)).sentence())
    for title, table in zip(found.titles, found.tables, strict=True):
        click.echo()
        click.echo(" · ".join([*[title] * bool(title), played_words(table)]))
        _echo_table(found, table)
    if found.highest:
        click.echo()
        click.echo(_("Highest hands"))
    for rules, hands in found.highest_by_rules.items():
        for one in hands:
            name, points = pad_cell(brief(one.name, _NAME), _NAME), pad_cell(figure(one.points), _FIGURE, right=True)
            click.echo(f"     {name}  {points}  {format_local_day(one.at)}  {rules}")


def _echo_table(found: SeasonStandings, table: LeagueTable) -> None:
    figures = season_figures(found.season, table)[:FIRST_FIGURES]
    click.echo(f"     {pad_cell(_('Player'), _NAME)}  {_cells([one.head for one in figures])}")
    for line in table.lines:
        place = "" if line.place is None else number(line.place)
        cells = _cells([one.words(line, found.season.system) for one in figures])
        click.echo(f"{place:>3}  {pad_cell(brief(found.names[line.player], _NAME), _NAME)}  {cells}")
    reason = unplaced_words(found.season, table)
    if reason:
        click.echo(f"     {reason}")


def _cells(texts: Iterable[str]) -> str:
    return " ".join(pad_cell(text, _FIGURE, right=True) for text in texts)
