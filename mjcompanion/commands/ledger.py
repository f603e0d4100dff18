"""`mjcompanion ledger`: the sessions that were played, in words, as files, and their care."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import IO, Any, Final, cast

import click
import msgspec

from mjcompanion.commands import Where
from mjcompanion.commands.lines import echo_json
from mjcompanion.folders import Folders, write_atomically
from mjcompanion.ledger.errors import Damaged, LedgerError, NoLedger
from mjcompanion.ledger.formats import MOST_BYTES, as_text, csv_rows
from mjcompanion.ledger.game_files import running_card
from mjcompanion.ledger.place import find_place
from mjcompanion.ledger.store import Kind, Ledger, backups_of, newest_good_backup, restore
from mjcompanion.ledger.values import BackupFile, GameFilter, GameRow, GameStatistics, SessionFilter, SessionRow
from mjcompanion.problems import RuleError, bad_request, listed, printable
from mjcompanion.scoring.sheet import hundredths
from mjcompanion.settings import load
from mjcompanion.solitaire.deal import GAMES

_SHORT: Final = 8
"""So many letters of an id are shown; they are enough to name the session."""
_DAY: Final = "%Y-%m-%d"
_WHOLE: Final = 20_000
_GAMES_IN: Final[dict[Kind, GameFilter | None]] = {"json": None, "csv": GameFilter(), "text": GameFilter()}
"""Which games an export holds: as JSON, which can be read again, those put aside too."""
_json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


@click.group("ledger")
def command() -> None:
    """List, show, export, import and look after the sessions that were played, and the virtual games.

    ID is a session's id, or as many of its first letters as are needed.
    """


@contextmanager
def _ledger(where: Where, *, as_json: bool, read_only: bool = False) -> Iterator[Ledger]:
    """Open the ledger that was named; what goes wrong is answered in JSON too where that was asked."""
    with _told(as_json=as_json):
        named, folders = _place(where)
        try:
            ledger = Ledger.open(named, folders, read_only=read_only)
        except Damaged:
            if (good := newest_good_backup(named, folders)) is not None:
                click.echo(f"{_backup(good)} is whole: mjcompanion ledger restore {good.path}", err=True)
            raise
        with ledger:
            yield ledger
        if ledger.backup_trouble is not None:
            click.echo(f"No backup was made. {ledger.backup_trouble}", err=True)


@contextmanager
def _told(*, as_json: bool) -> Iterator[None]:
    try:
        yield
    except (RuleError, LedgerError) as error:
        if as_json:
            echo_json({"ok": False, "error": str(error)})
        raise


def _place(where: Where) -> tuple[str | None, Folders]:
    folders = Folders.at(where.data_dir)
    return where.ledger or load(folders).settings.ledger or None, folders


def _filters(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--until", metavar="DAY", help="No session after this day (2026-11-21)."),
        click.option("--since", metavar="DAY", help="No session before this day."),
        click.option("--rules", help="Only sessions by these rules, e.g. classical."),
        click.option("--player", metavar="NAME", help="Only sessions of this player."),
        click.option("--text", help="Only sessions with this in their title or a player's name."),
    ):
        function = option(function)
    return function


def _filter(
    ledger: Ledger, player: str | None, text: str | None, rules: str | None, since: str | None, until: str | None
) -> SessionFilter:
    uid = ""
    if player:
        found = ledger.player_named(player)
        if found is None:
            raise bad_request(f"There is no player called “{printable(player)}”.")
        uid = found.uid
    return SessionFilter(uid, text or "", rules or "", _begin(since), _end(until))


def _begin(day: str | None) -> str:
    """The moment in UTC at which a day of the person's own calendar begins."""
    return "" if not day else _in_utc(_day(day))


def _end(day: str | None) -> str:
    """The last second of a day of the person's own calendar, in UTC."""
    return "" if not day else _in_utc(_day(day).replace(hour=23, minute=59, second=59))


def _day(day: str) -> datetime:
    try:
        return datetime.strptime(day, _DAY)  # noqa: DTZ007 - by the person's own clock
    except ValueError:
        raise bad_request(f"“{printable(day)}” is no day; write 2026-11-21.") from None


def _in_utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@command.command("list")
@_filters
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="So many sessions at most.")
@_json_option
@click.pass_obj
def list_(where: Where, /, limit: int, *, as_json: bool, **wanted: str | None) -> int:
    """List sessions, the newest first."""
    with _ledger(where, as_json=as_json, read_only=True) as ledger:
        asked = _filter(ledger, **wanted)
        page, count = ledger.sessions(asked, limit=limit), ledger.count(asked)
    if as_json:
        sessions = [msgspec.to_builtins(row) for row in page.rows]
        echo_json({"ok": True, "count": count, "sessions": sessions})
        return 0
    for row in page.rows:
        click.echo(_line(row))
    if not page.rows:
        click.echo("There are no such sessions." if any(wanted.values()) else "The ledger is empty.")
    elif count > len(page.rows):
        click.echo(f"and {count - len(page.rows):,} more; --limit shows them.")
    return 0


def _line(row: SessionRow) -> str:
    """A session in a line."""
    hands = f"{row.hands} {'hand' if row.hands == 1 else 'hands'}"
    people = ", ".join(f"{printable(name, 24)} {net:+,}" for name, net in zip(row.names, row.nets, strict=True))
    title = f"  “{printable(row.title)}”" if row.title else ""
    rules = printable(row.rules_name or row.rules, 24)
    going = "" if row.ended else ", not ended"
    return f"{row.uid[:_SHORT]}  {_local(row.started_at)}  {rules}, {hands}{going}: {people}{title}"


def _local(at: str) -> str:
    """A moment by the person's own clock."""
    return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")


@command.command("show")
@click.argument("id_", metavar="ID")
@_json_option
@click.pass_obj
def show(where: Where, id_: str, *, as_json: bool) -> int:
    """Show a session: who played, every hand, and how it stood after each."""
    with _ledger(where, as_json=as_json, read_only=True) as ledger:
        uid = ledger.resolve(id_)
        session, row = ledger.session(uid), ledger.session_row(uid)
        if not as_json:
            click.echo(as_text(session), nl=False)
            return 0
        rows = [msgspec.to_builtins(one) for one in csv_rows(session)]
        standings = [msgspec.to_builtins(one) for one in session.table.summary().standings]
        echo_json({"ok": True, **msgspec.to_builtins(row), "standings": standings, "rows": rows})
    return 0


@command.command("games")
@click.option("--rules", help="Only games by these rules, e.g. kemp-chinese.")
@click.option("--won/--not-won", "won", default=None, help="Only games won, or only the others.")
@click.option("--assisted/--unassisted", "assisted", default=None, help="Only games with the coach's help, or without.")
@click.option("--text", help="Only games with this in the deal's number, the hand or the card.")
@click.option("--since", metavar="DAY", help="No game before this day (2026-11-21).")
@click.option("--until", metavar="DAY", help="No game after this day.")
@click.option("--put-aside", is_flag=True, help="The games that were put aside, instead of the others.")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="So many games at most.")
@_json_option
@click.pass_obj
def games(
    where: Where, /, limit: int, since: str | None, until: str | None, *, as_json: bool, **wanted: str | bool | None
) -> int:
    """List finished virtual games as a running score card, the newest first, and what became of them."""
    named = {name: value for name, value in wanted.items() if value is not None}
    asked = msgspec.convert({**named, "since": _begin(since), "until": _end(until)}, GameFilter)
    with _ledger(where, as_json=as_json, read_only=True) as ledger:
        page = ledger.games(asked, limit=limit)
        counted = [
            (rules, ledger.game_statistics(msgspec.structs.replace(asked, rules=rules)))
            for rules in ([asked.rules] if asked.rules else [str(one) for one in GAMES])
        ]
    counted = [(rules, one) for rules, one in counted if one.played]
    if as_json:
        found = [_game_json(row) for row in page.rows]
        echo_json({"ok": True, "games": found, "statistics": {rules: _figures_json(one) for rules, one in counted}})
        return 0
    if not page.rows:
        click.echo("There are no such games.")
        return 0
    click.echo(running_card(page.rows, _local), nl=False)
    total = sum(one.played for _, one in counted)
    if total > len(page.rows):
        click.echo(f"and {total - len(page.rows):,} more; --limit shows them.")
    click.echo("")
    for rules, one in counted:
        click.echo(f"{rules}: {_figures(one)}")
    return 0


def _game_json(row: GameRow) -> dict[str, Any]:
    exact = {name: None if (value := getattr(row, name)) is None else str(value) for name in ("factor", "final")}
    told = {name: getattr(row, name) for name in GameRow.__struct_fields__}
    return {**told, "factor": exact["factor"], "final": row.final_text or None, "final_exact": exact["final"]}


def _figures_json(one: GameStatistics) -> dict[str, Any]:
    def text(value: Fraction | None) -> str | None:
        return None if value is None else hundredths(value)

    counts = {name: getattr(one, name) for name in ("played", "won", "lost", "used_up", "assisted", "factor")}
    means = {"mean": text(one.mean), "mean_of_all": text(one.mean_of_all), "median": text(one.median)}
    lists = {"finals": msgspec.to_builtins(one.finals), "months": msgspec.to_builtins(one.months)}
    return {**counts, **means, "best": None if one.best is None else _game_json(one.best), **lists}


def _figures(one: GameStatistics) -> str:
    """What became of games, in a line."""
    share = one.share or 0.0
    said = [f"{_number(one.played, 'game')}, {one.won:,} won ({share:.0%})"]
    if one.mean is not None and one.median is not None and one.best is not None:
        said.append(f"finals {hundredths(one.mean)} on the average, {hundredths(one.median)} the middle one")
        said.append(f"the best {one.best.final_text} with {one.best.hand}")
    if one.factor is not None:
        said.append(f"{one.factor:.0%} of the tiles left on the average")
    return "; ".join(said) + "."


@command.command("export")
@click.argument("ids", metavar="[ID]…", nargs=-1)
@click.option("--all", "all_", is_flag=True, help="All sessions.")
@click.option("--games", "games_", is_flag=True, help="All virtual games, or those named; with --all both, as json.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["csv", "json", "text"]),
    default="json",
    show_default=True,
    help="json holds everything and can be imported; csv is for spreadsheets, text for people.",
)
@click.option("--out", metavar="FILE", help="Write to this file instead of standard output.")
@click.pass_obj
def export(where: Where, ids: tuple[str, ...], kind: str, out: str | None, *, all_: bool, games_: bool) -> int:
    """Write sessions, or finished virtual games, as a file."""
    if all_ and ids:
        raise click.UsageError("Name what to export by ids, or say --all.")
    if not (ids or all_ or games_):
        raise click.UsageError("Name sessions by their ids, or say --all or --games.")
    if all_ and games_ and kind != "json":
        raise click.UsageError("Sessions and games fit into one file of json only.")
    wanted = cast("Kind", kind)
    with _ledger(where, as_json=False, read_only=True) as ledger:

        def write(stream: IO[bytes]) -> None:
            if games_ and not all_:
                which = [ledger.resolve_game(one) for one in ids] if ids else _GAMES_IN[wanted]
                ledger.export_games_to(stream, wanted, which)
            else:
                uids = None if all_ else [ledger.resolve(one) for one in ids]
                ledger.export_to(stream, wanted, uids, with_games=games_)

        if out is None or out == "-":
            with click.open_file("-", "wb") as stream:
                write(stream)
            return 0
        made = io.BytesIO()
        write(made)
        content = made.getvalue()
    mark = b"\xef\xbb\xbf" if kind == "csv" else b""  # without it spreadsheets take letters for other ones
    write_atomically(Path(out), mark + content)
    return 0


@command.command("import")
@click.argument("file", metavar="FILE")
@_json_option
@click.pass_obj
def import_(where: Where, file: str, *, as_json: bool) -> int:
    """Take in the sessions and virtual games of an export in JSON; - reads standard input.

    What is here already stays as it is; sessions go on where the file has more of them. A file that is damaged is not
    taken in at all.
    """
    with click.open_file(file, "rb") as stream:
        content = stream.read(MOST_BYTES + 1)
    with _ledger(where, as_json=as_json) as ledger:
        report = ledger.import_json(content)
    if as_json:
        echo_json({"ok": True, **msgspec.to_builtins(report)})
        return 0
    parts = [
        _counted(len(report.added), "session is new", "sessions are new"),
        _counted(len(report.continued), "session goes on", "sessions go on"),
        _counted(len(report.known), "session was here already", "sessions were here already"),
        _counted(len(report.games), "game is new", "games are new"),
        _counted(len(report.known_games), "game was here already", "games were here already"),
    ]
    told = [part for part in parts if part] or ["There are no sessions in it"]
    click.echo(f"{listed(told) if len(told) > 1 else told[0]}.")
    for names, said in ((report.joined, "taken for the player of that name here"), (report.renamed, "a new name")):
        for name in names:
            click.echo(f"{printable(name, _WHOLE)}: {said}.")
    for sentence in report.different:
        click.echo(sentence)
    return 0


def _number(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}" if count else ""


@command.command("backup")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@_json_option
@click.pass_obj
def backup(where: Where, file: Path, *, as_json: bool) -> int:
    """Copy the ledger into a file and verify the copy; of a ledger on a server, an export in JSON is made."""
    if str(file) == "-":
        raise click.UsageError("Name the file to write.")
    with _ledger(where, as_json=as_json, read_only=True) as ledger:
        made = ledger.backup(file)
        kind = "copy" if ledger.is_file else "export"
    if as_json:
        echo_json({"ok": True, "kind": kind, **_as_json(made)})
    else:
        games = f"{_number(made.games, 'game')}, " if made.games else ""
        held = f"{games}{_number(made.sessions, 'session')} and {_number(made.hands, 'hand')}"
        click.echo(f"{file}: a whole {kind} of the ledger, {held}.")
    return 0


def _as_json(made: BackupFile) -> dict[str, Any]:
    return {**msgspec.structs.asdict(made), "path": str(made.path)}


def _backup(made: BackupFile) -> str:
    games = f" and {_number(made.games, 'game')}" if made.games else ""
    return f"The backup of {_local(made.at)} with {_number(made.sessions, 'session')}{games}"


@command.command("backups")
@_json_option
@click.pass_obj
def backups(where: Where, *, as_json: bool) -> int:
    """List the backups, the newest first."""
    with _told(as_json=as_json):
        found = backups_of(*_place(where))
    if as_json:
        echo_json({"ok": True, "backups": [_as_json(one) for one in found]})
        return 0
    for one in found:
        games = f", {_number(one.games, 'game')}" if one.games else ""
        state = f"{_number(one.sessions, 'session')}, {_number(one.hands, 'hand')}{games}" if one.ok else "damaged"
        click.echo(f"{_local(one.at)}  {state}  {one.path}")
    if not found:
        click.echo("There are no backups.")
    return 0


@command.command("restore")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@_json_option
@click.pass_obj
def restore_(where: Where, file: Path, *, as_json: bool) -> int:
    """Put a backup in the place of the ledger; the ledger that was there is kept under another name."""
    with _told(as_json=as_json):
        named, folders = _place(where)
        if find_place(named, folders).path is None:
            raise NoLedger("backup-only-files")
        kept = restore(file, named, folders)
    if as_json:
        echo_json({"ok": True, "kept": None if kept is None else str(kept)})
    else:
        click.echo("The ledger is restored." + (f" The old file is kept: {kept}" if kept is not None else ""))
    return 0


@command.command("check")
@click.option("--repair", is_flag=True, help="Write anew what follows from the hands, where it isn't right.")
@_json_option
@click.pass_obj
def check(where: Where, *, repair: bool, as_json: bool) -> int:
    """Look through the whole ledger: the file, every event and game, and all balances that should follow from them.

    The exit status is 1 when something is wrong.
    """
    with _ledger(where, as_json=as_json, read_only=not repair) as ledger:
        mended = ledger.rebuild() if repair else 0
        report = ledger.check()
    if as_json:
        echo_json({"ok": report.ok, "mended": mended, **msgspec.to_builtins(report)})
        return 0 if report.ok else 1
    if repair:
        click.echo(
            f"{_counted(mended, 'session or game was', 'sessions or games were') or 'Nothing had to be'} put right."
        )
    for finding in report.findings:
        click.echo(finding.sentence)
    if report.ok:
        held = [(report.sessions, "session"), (report.hands, "hand"), (report.events, "event")]
        held += [(report.games, "game")] if report.games else []
        click.echo(f"All is well: {', '.join(_number(count, word) for count, word in held)}.")
    elif any(one.repairable for one in report.findings):
        click.echo("--repair puts right what follows from the hands; the hands themselves are as they were entered.")
    return 0 if report.ok else 1
