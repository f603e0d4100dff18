"""`mjcompanion ledger`: list, show, export and look after sessions, games and saved hands."""

from __future__ import annotations

import io
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import IO, Any, Final, cast

import click
import msgspec

from mjcompanion import Ledger, RuleError
from mjcompanion.cli import Where
from mjcompanion.cli.completion import files, sessions
from mjcompanion.cli.json_output import echo_json
from mjcompanion.cli.lines import content_of, json_option, standard_output, write_out
from mjcompanion.cli.localized_click import LocalizedGroup, option
from mjcompanion.core.errors import bad_request, listed, printable
from mjcompanion.i18n.text_width import join_lines
from mjcompanion.i18n.translation import N_, _, joined, ngettext, number, pgettext
from mjcompanion.ledger.csv_files import session_rows
from mjcompanion.ledger.database import backups_of, newest_good_backup, restore
from mjcompanion.ledger.errors import Damaged, NoLedger
from mjcompanion.ledger.exporting import Kind
from mjcompanion.ledger.formats import MOST_BYTES
from mjcompanion.ledger.hands import file_bytes
from mjcompanion.ledger.location import find_place
from mjcompanion.ledger.text_files import hand_text, running_card, session_text
from mjcompanion.ledger.values import (
    GAMES,
    HANDS,
    KINDS,
    SESSIONS,
    BackupFile,
    Entry,
    Figures,
    GameFilter,
    GameRow,
    KeptFilter,
    KeptHand,
    NotebookFilter,
    SeasonRow,
    SeatFigures,
    SessionFilter,
    SessionRow,
    TableFigures,
    table_titles,
)
from mjcompanion.parsing.dates import format_local_time, parse_local_time, parse_period, span
from mjcompanion.scoring.context import hundredths
from mjcompanion.storage.passwords import parted
from mjcompanion.storage.paths import Folders, write_named_file
from mjcompanion.storage.settings import load
from mjcompanion.table.final_settlement import places
from mjcompanion.table.house_key import house_words, read_house, rules_named
from mjcompanion.table.words import counted

_SHORT: Final = 8
"""The letters of an id that are shown."""
_WHOLE: Final = 20_000
_OFFERED: Final = 5
"""The most sessions that continued differently of which both sides are shown."""
_GAMES_IN: Final[dict[Kind, GameFilter | None]] = {"json": None, "csv": GameFilter(), "text": GameFilter()}
"""The games in an export by format; JSON includes those put aside."""


@click.group("ledger", cls=LocalizedGroup)
def command() -> None:
    """List, show, export, import and look after the sessions that were played, the virtual games, and kept hands.

    ID is a session’s id, or as many of its first letters as are needed.
    """


@contextmanager
def opened(where: Where, *, read_only: bool = False) -> Iterator[Ledger]:
    """Open the ledger and show its notices, with a command to type where it is damaged."""
    named, folders = _place(where)
    try:
        with Ledger.open(named, folders, read_only=read_only, second=_second(folders)) as ledger:
            if ledger.damage is not None:
                click.echo(str(ledger.damage), err=True)
                click.echo(_("To see what is damaged: {command}").format(command=_command("check")), err=True)
            yield ledger
    except Damaged:
        for sentence in _whole_backup(named, folders):
            click.echo(sentence, err=True)
        raise
    if ledger.backup_trouble is not None:
        click.echo(f"{_('No backup was made.')} {ledger.backup_trouble}", err=True)


def _command(*words: str) -> str:
    """Return a command of `ledger` to type."""
    return command_to_type("ledger", *words)


def command_to_type(*words: str) -> str:
    """Return a command about this ledger to type, without its password."""
    where: Where = click.get_current_context().obj
    named = [] if where.data_dir is None else ["--data-dir", str(where.data_dir)]
    if where.ledger:
        named += ["--ledger", parted(where.ledger).address]
    return shlex.join(["mjcompanion", *named, *words])


def _place(where: Where) -> tuple[str | None, Folders]:
    folders = Folders.at(where.data_dir)
    if where.ledger:
        return where.ledger, folders
    found = load(folders)
    for sentence in found.problems:  # they may have named another ledger
        click.echo(sentence, err=True)
    return found.settings.ledger or None, folders


def _second(folders: Folders) -> Path | None:
    """Return the second folder for backups, as the settings have it."""
    named = load(folders).settings.backup_folder
    return Path(named) if named else None


_limit_option = option(
    "--limit", type=click.IntRange(1, 1_000_000_000), default=50, show_default=True, help="List at most this many."
)


def _filter_fields(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the filter that the options of a list make, with days as their first and last second."""
    chosen = {name: value for name, value in given.items() if value is not None}
    when, since, until = (chosen.pop(name, None) for name in ("when", "since", "until"))
    if when is not None and (since or until):
        raise click.UsageError(_("Use either --when, or --since and --until."))
    chosen["since"], chosen["until"] = span(since, until) if when is None else parse_period(when).moments
    return chosen


def _time_options(function: Callable[..., Any]) -> Callable[..., Any]:
    period = N_("Only this period: “last week”, “March”, “2026-03”, “since May”, “1 May to 3 June”.")
    for one in (
        option("--when", metavar="TIME", help=period),
        option("--until", metavar="DAY", help="Nothing after this day."),
        option("--since", metavar="DAY", help="Nothing before this day (2026-11-21)."),
    ):
        function = one(function)
    return function


def _filter(ledger: Ledger, kinds: tuple[str, ...], filters: Mapping[str, str | None]) -> NotebookFilter:
    chosen = _filter_fields(filters)
    uid, player = "", chosen.pop("player", "")
    if player:
        found = ledger.players.named(player)
        if found is None and kinds == (SESSIONS,):
            raise bad_request(_("There is no player called “{name}”.").format(name=printable(player)))
        uid = "" if found is None else found.uid
    return NotebookFilter(kinds=kinds, player=uid, name=player, **chosen)


@command.command("list")
@option("--text", help="Only sessions with all these words in their title, players, rules or notes.")
@option("--player", metavar="NAME", help="Only sessions of this player.")
@option("--rules", help="Only sessions by these rules, e.g. classical.")
@_time_options
@option(
    "--kind",
    type=click.Choice([*KINDS, "all"]),
    default=SESSIONS,
    show_default=True,
    help="What to list: kept hands, virtual games, sessions, practice results, or all of them together.",
)
@_limit_option
@json_option
@click.pass_obj
def list_(where: Where, /, kind: str, limit: int, *, as_json: bool, **filters: str | None) -> int:
    """List sessions or other records, newest first."""
    with opened(where, read_only=True) as ledger:
        chosen = _filter(ledger, KINDS if kind == "all" else (kind,), filters)
        page, count = ledger.notebook.page(chosen, limit=limit), sum(ledger.notebook.counts(chosen).values())
    if as_json and kind == SESSIONS:
        return echo_rows_json(count, "sessions", [msgspec.to_builtins(row) for row in page.rows])
    if as_json:
        return echo_rows_json(count, "entries", [_entry_json(entry) for entry in page.rows])
    nothing = _("There is nothing like that.")
    if kind == SESSIONS:
        nothing = _("There are no such sessions.") if any(filters.values()) else _("The ledger is empty.")
    return echo_rows(count, [_entry_line(entry) for entry in page.rows], nothing)


def echo_rows(count: int, lines: list[str], nothing: str) -> int:
    """Print the lines of a list, and how many more there are; return the exit status."""
    for line in lines:
        click.echo(line)
    if not lines:
        click.echo(nothing)
    elif count > len(lines):
        click.echo(_("and {n} more (--limit shows them).").format(n=number(count - len(lines))))
    return 0


def echo_rows_json(count: int, name: str, rows: list[Any], **extra: Any) -> int:  # noqa: ANN401 - JSON
    """Print rows in JSON, with other fields of the answer; return the exit status."""
    echo_json({"ok": True, "count": count, name: rows, **extra})
    return 0


def _entry_json(entry: Entry) -> dict[str, Any]:
    if isinstance(entry, KeptHand):
        return {**_kept_json(entry), "kind": entry.kind or HANDS}
    if isinstance(entry, GameRow):
        return {**_game_json(entry), "kind": GAMES}
    return {**msgspec.to_builtins(entry), "kind": SESSIONS}


def _entry_line(entry: Entry) -> str:
    if isinstance(entry, SessionRow):
        return _line(entry)
    if isinstance(entry, KeptHand):
        return _kept_line(entry)
    final = _final(entry.final_text) if entry.final is not None else _("not won")
    deal = [] if entry.seed is None else [_("deal {number}").format(number=entry.seed)]
    facts = [printable(entry.rules, 24), *deal, final, *[_("assisted")] * entry.assisted]
    return f"{entry.uid[:_SHORT]}  {format_local_time(entry.finished_at)}  {'  '.join(facts)}"


def _line(row: SessionRow) -> str:
    """Return a session on a line."""
    each = pgettext("a player's score", "{name} {score}")
    people = joined(
        each.format(name=printable(name, 24), score=number(net, "+,"))
        for name, net in zip(row.names, row.nets, strict=True)
    )
    sentence = _("{rules}, {hands}: {scores}") if row.ended else _("{rules}, {hands}, in progress: {scores}")
    rules = printable(row.rules_name or row.rules, 24)
    facts = sentence.format(rules=rules, hands=counted(row.hands, "hand"), scores=people)
    title = f"  “{printable(row.title)}”" if row.title else ""
    return f"{row.uid[:_SHORT]}  {format_local_time(row.started_at)}  {facts}{title}"


@command.command("show")
@click.argument("id_", metavar="ID", shell_complete=sessions)
@json_option
@click.pass_obj
def show(where: Where, id_: str, *, as_json: bool) -> int:
    """Show a session (who played, every hand, and how it stood after each) or a kept hand, as it was counted."""
    with opened(where, read_only=True) as ledger:
        try:
            uid = ledger.sessions.resolve(id_)
        except RuleError:
            with suppress(RuleError):
                hand = ledger.hands.get(ledger.hands.resolve(id_))
                if as_json:
                    frozen = {"table_rules": hand.record["rules"]}
                    echo_json({"ok": True, **hand.record, **_kept_json(hand.row), **frozen})
                else:
                    click.echo(hand_text(hand, format_local_time), nl=False)
                return 0
            raise
        session, row = ledger.sessions.get(uid), ledger.sessions.row(uid)
        if not as_json:
            click.echo(session_text(session), nl=False)
            return 0
        rows = session_rows(session)
        table, reached = session.table, places(session.table)
        standings = [
            {**msgspec.to_builtins(one), "place": reached.get(player)}
            for player, one in zip(table.there, table.summary().standings, strict=True)
        ]
        echo_json({"ok": True, **msgspec.to_builtins(row), "standings": standings, "rows": rows})
    return 0


@command.command("kept")
@option("--rules", help="Only hands by these rules, e.g. classical.")
@option("--player", metavar="NAME", help="Only hands of this player.")
@option(
    "--text",
    help="Only hands with all these words in the player’s name, the place, the remark, the rules or the tiles.",
)
@_time_options
@option("--deleted", "put_aside", is_flag=True, help="The hands that were deleted, instead of the others.")
@_limit_option
@json_option
@click.pass_obj
def kept_(where: Where, /, limit: int, *, put_aside: bool, as_json: bool, **filters: str | None) -> int:
    """List the kept hands, newest first."""
    chosen = KeptFilter(**_filter_fields(filters), put_aside=put_aside)
    with opened(where, read_only=True) as ledger:
        page, count = ledger.hands.page(chosen, limit=limit), ledger.hands.count(chosen)
    if as_json:
        return echo_rows_json(count, "hands", [_kept_json(row) for row in page.rows])
    return echo_rows(count, [_kept_line(row) for row in page.rows], _("There are no such hands."))


def _kept_json(row: KeptHand) -> dict[str, Any]:
    fields = {name: getattr(row, name) for name in KeptHand.__struct_fields__ if name not in ("final_cents", "kind")}
    return {**fields, "final": row.final_text or None}


def _kept_line(row: KeptHand) -> str:
    """Return a saved hand or an exercise on a line."""
    if row.kind:
        remark = printable(row.remark or row.went, 60)
        return f"{row.uid[:_SHORT]}  {format_local_time(row.at)}  {printable(row.place, 40)}  {remark}"
    score = number(row.score) if row.final_cents is None else f"{number(row.score)} → {_final(row.final_text)}"
    if not row.won and not row.hand:  # a game at a real wall that another won, or nobody
        score = _("not won")
    about = [printable(text, 40) for text in (row.player, row.place, row.remark) if text]
    facts = [printable(row.rules_name or row.rules, 24), score, *[printable(row.hand, 60)] * bool(row.hand), *about]
    return f"{row.uid[:_SHORT]}  {format_local_time(row.at)}  {'  '.join(facts)}"


@command.command("share")
@click.argument("id_", metavar="ID")
@option("--out", metavar="FILE", help="Write a file that another Companion opens: NAME.mjhand.json.")
@json_option
@click.pass_obj
def share(where: Where, id_: str, out: str | None, *, as_json: bool) -> int:
    """Show a kept hand as text to pass on, or write it as a file that another Companion opens on its Score page."""
    with opened(where, read_only=True) as ledger:
        hand = ledger.hands.get(ledger.hands.resolve(id_))
    if out is None:
        text = hand_text(hand, format_local_time)
        if as_json:
            echo_json({"ok": True, "text": text})
        else:
            click.echo(text, nl=False)
        return 0
    if hand.row.kind:
        raise bad_request(_("Only a hand that was saved can be shared."))
    content = file_bytes(hand)
    write_out(out, content)
    if out == "-":
        return 0
    if as_json:
        echo_json({"ok": True, "file": out, "bytes": len(content)})
    else:
        sentence = _("{file}: a hand that another Companion opens.")
        click.echo(sentence.format(file=printable(out, _WHOLE)))
    return 0


@command.command("correct")
@click.argument("id_", metavar="ID")
@option("--player", metavar="NAME", help="Whose hand it was.")
@option("--place", help="Where it was played.")
@option("--remark", help="Anything worth remembering.")
@option("--date", metavar="DAY", help="When it was played (2026-11-21 or “2026-11-21 19:30”).")
@json_option
@click.pass_obj
def correct(where: Where, /, id_: str, date: str | None, *, as_json: bool, **about: str | None) -> int:
    """Correct the details of a kept hand. Its score stays. An empty text removes a detail."""
    if date is None and not any(text is not None for text in about.values()):
        raise click.UsageError(_("What is to be corrected? Give --player, --place, --remark or --date."))
    with opened(where) as ledger:
        at = None if date is None else parse_local_time(date)
        row = ledger.hands.correct(ledger.hands.resolve(id_), at=at, **about)
    _echo_kept(row, as_json=as_json)
    return 0


@command.command("delete")
@click.argument("id_", metavar="ID")
@option("--undo", is_flag=True, help="Bring it back.")
@json_option
@click.pass_obj
def delete(where: Where, id_: str, *, undo: bool, as_json: bool) -> int:
    """Delete a kept hand. --undo brings it back at any time."""
    with opened(where) as ledger:
        uid = ledger.hands.resolve(id_)
        row = ledger.hands.restore(uid) if undo else ledger.hands.remove(uid)
    _echo_kept(row, as_json=as_json)
    return 0


def _echo_kept(row: KeptHand, *, as_json: bool) -> None:
    echo_changed(row, _kept_json(row), _kept_line(row), ("ledger", "delete"), as_json=as_json)


def echo_changed(
    row: KeptHand | SeasonRow, values: dict[str, Any], line: str, remove: tuple[str, ...], *, as_json: bool
) -> None:
    """Show what was just written, and the command that brings it back where `remove` removed it."""
    if as_json:
        echo_json({"ok": True, **values})
        return
    click.echo(line)
    if row.put_aside:
        click.echo(_("Deleted. To bring it back: {command}").format(command=undo_command(row, *remove)))


def undo_command(row: KeptHand | SeasonRow, *remove: str) -> str:
    """Return the command to type that brings back what was removed."""
    return command_to_type(*remove, "--undo", row.uid[:_SHORT])


@command.command("games")
@option("--rules", help="Only games by these rules, e.g. kemp-chinese.")
@option("--won/--not-won", "won", default=None, help="Only games won, or only the others.")
@option("--assisted/--unassisted", "assisted", default=None, help="Only games with the coach’s help, or without.")
@option("--text", help="Only games with all these words in the deal’s number, the hand, the card or the rules.")
@_time_options
@option("--put-aside", is_flag=True, help="The games that were put aside, instead of the others.")
@_limit_option
@json_option
@click.pass_obj
def games(where: Where, /, limit: int, *, as_json: bool, **filters: Any) -> int:  # noqa: ANN401 - texts, yes and no
    """List finished virtual games as a running score card, newest first, with the result of each."""
    chosen = GameFilter(**_filter_fields(filters))
    with opened(where, read_only=True) as ledger:
        page, count = ledger.games.page(chosen, limit=limit), ledger.games.count(chosen)
        by_house = ledger.statistics.games(chosen)
        by_rules = ledger.statistics.games(chosen, with_seen=True, by_house=False) if as_json else ()
    if as_json:
        found = [_game_json(row) for row in page.rows]
        statistics = {one.rules: _statistics_json(one) for one in by_rules}
        by_each = [_figures_json(one) for one in by_house]
        return echo_rows_json(count, "games", found, statistics=statistics, figures=by_each)
    title, *lines = running_card(page.rows, format_local_time).splitlines()
    if lines:
        click.echo(title)
    echo_rows(count, lines, _("There are no such games."))
    if by_house:
        click.echo("")
    for one in by_house:
        sentence = pgettext("what became of games", "{rules}: {figures}").format(rules=one.rules, figures=_figures(one))
        click.echo(join_lines([sentence, *_seen_before(one)]))
    return 0


def _game_json(row: GameRow) -> dict[str, Any]:
    exact = {name: None if (value := getattr(row, name)) is None else str(value) for name in ("factor", "final")}
    fields = {name: getattr(row, name) for name in GameRow.__struct_fields__}
    return {**fields, "factor": exact["factor"], "final": row.final_text or None, "final_exact": exact["final"]}


def _figures_json(one: Figures) -> dict[str, Any]:
    def text(value: Fraction | None) -> str | None:
        return None if value is None else _plain(value)

    names = ("rules", "name", "real", "played", "won", "lost", "used_up", "assisted", "seen", "factor")
    counts = {name: getattr(one, name) for name in names}
    means = {name: text(getattr(one, name)) for name in ("mean", "mean_of_all", "low", "median", "high")}
    best = None
    if one.best is not None:
        best = _game_json(one.best) if isinstance(one.best, GameRow) else _kept_json(one.best)
    finals = msgspec.to_builtins(one.finals)
    months = [{**msgspec.structs.asdict(month), "mean": text(month.mean)} for month in one.months]
    return {**counts, "house": read_house(one.house), **means, "best": best, "finals": finals, "months": months}


def _statistics_json(one: Figures) -> dict[str, Any]:
    """Return the results of all games by a ruleset, including repeated deals."""
    written = _figures_json(one)
    counts = ("played", "won", "lost", "used_up", "assisted", "factor")
    names = (*counts, "mean", "mean_of_all", "median", "best", "finals")
    months = [{name: month[name] for name in ("month", "played", "won")} for month in written["months"]]
    return {**{name: written[name] for name in names}, "months": months}


def _seen_before(one: Figures) -> list[str]:
    """Return a sentence about the games left out because their deals had been seen before, if there are any."""
    if not one.seen:
        return []
    seen = ngettext(
        "{n} game is on a deal that was played before.", "{n} games are on deals that were played before.", one.seen
    )
    return [seen.format(n=number(one.seen))]


def _plain(value: Fraction) -> str:
    """Return a number with two decimals, also one below zero."""
    return hundredths(value) if value >= 0 else f"-{hundredths(-value)}"


def _figures(one: Figures) -> str:
    """Return the results of hands or games by the same rules on a line."""
    won = _("{games}, {won} won ({share})")
    games = _counted(one.played, real=one.real)
    parts = [won.format(games=games, won=number(one.won), share=number(one.share or 0.0, ".0%"))]
    if one.mean is not None and one.median is not None and one.low is not None and one.high is not None:
        mean, median, low, high = (_final(_plain(each)) for each in (one.mean, one.median, one.low, one.high))
        parts.append(_("average {mean}, median {median}").format(mean=mean, median=median))
        parts.append(_("the middle half {low} to {high}").format(low=low, high=high))
    if one.best is not None:
        best = one.best.final_text or str(one.best.score)
        parts.append(_("the best {final} with {hand}").format(final=_final(best), hand=printable(one.best.hand, 60)))
    if one.factor is not None:
        parts.append(_("{share} of the tiles left on average").format(share=number(one.factor, ".0%")))
    return _("{sentence}.").format(sentence=pgettext("between the parts of a sentence", "; ").join(parts))


def _final(text: str) -> str:
    return number(Decimal(text), ".2f")


@command.command("figures")
@option("--player", metavar="NAME", help="Only hands and sessions of this player. Virtual games name nobody.")
@option("--rules", help="Only by these rules, e.g. classical.")
@_time_options
@option("--real/--virtual", "real", default=None, help="Only real hands and sessions, or only virtual games.")
@option("--seen", is_flag=True, help="Also count games on deals that you had played before.")
@json_option
@click.pass_obj
def figures(where: Where, /, *, real: bool | None, seen: bool, as_json: bool, **filters: str | None) -> int:
    """Show the results of kept hands, virtual games and sessions, by rules: different rules are never added up."""
    chosen = _filter_fields(filters)
    player = chosen.pop("player", "")
    found: list[Figures] = []
    tables: tuple[TableFigures, ...] = ()
    with opened(where, read_only=True) as ledger:
        if real is not False:
            found += ledger.statistics.hands(KeptFilter(player=player, **chosen))
            who = ledger.players.named(player) if player else None
            if who or not player:
                tables = ledger.statistics.sessions(SessionFilter(player=who.uid if who else "", **chosen))
        if not real and not player:
            found += ledger.statistics.games(GameFilter(**chosen), with_seen=seen)
    if as_json:
        by_rules = [_figures_json(one) for one in found]
        echo_json({"ok": True, "figures": by_rules, "sessions": msgspec.to_builtins(tables)})
        return 0
    blocks = [*(_figures_block(one) for one in found), *map(_table_block, tables, table_titles(tables))]
    click.echo("\n\n".join(blocks) if blocks else _("There is nothing to count yet."))
    return 0


def _figures_block(one: Figures) -> str:
    """Return the results of hands by the same rules, on several lines."""
    kind = _("real hands") if one.real else _("virtual games")
    title = pgettext("what figures are about", "{rules} · {kind}").format(
        rules=rules_named(one.rules, one.name), kind=kind
    )
    lines = [title, *(f"  {sentence}" for sentence in house_words(one.house)), f"  {_figures(one)}"]
    lines += [f"  {sentence}" for sentence in _seen_before(one)]
    for month in one.months:
        sentence = _("{month}: {games}, {won} won").format(
            month=month.month, games=_counted(month.played, real=one.real), won=number(month.won)
        )
        mean = "" if month.mean is None else _(", average {mean}").format(mean=_final(_plain(month.mean)))
        lines.append(f"    {sentence}{mean}")
    return "\n".join(lines)


def _table_block(one: TableFigures, rules: str) -> str:
    """Return the results of sessions by the same rules, a line for each player."""
    title = pgettext("what figures are about", "{rules} · {kind}").format(rules=rules, kind=_("sessions"))
    return "\n".join([title, *(f"  {_seat_line(seat)}" for seat in one.players)])


def _seat_line(seat: SeatFigures) -> str:
    sentence = _(
        "{name}: {sessions}; places from 1st on {places}; won {won} of {hands}, self-drawn {drawn}, as East {east}; "
        "dealt in {thrown}; balance {net}"
    )
    return sentence.format(
        name=printable(seat.name, 24),
        sessions=counted(seat.sessions, "session"),
        places="–".join(map(number, seat.places)),
        won=number(seat.wins),
        hands=counted(seat.hands, "hand"),
        drawn=number(seat.self_drawn),
        east=number(seat.east_wins),
        thrown=number(seat.thrown),
        net=number(seat.net, "+,"),
    )


def _counted(count: int, *, real: bool) -> str:
    return counted(count, "hand") if real else _games(count)


@command.command("export")
@click.argument("ids", metavar="[ID]…", nargs=-1, shell_complete=sessions)
@option("--all", "all_", is_flag=True, help="All sessions.")
@option("--games", "games_", is_flag=True, help="All virtual games, or those named. With --all both, as json.")
@option("--kept", "kept", is_flag=True, help="All kept hands, or those named. With --all these too, as json.")
@option("--tournaments", "contests", is_flag=True, help="With --all: all tournaments too, as json.")
@option("--seasons", "seasons", is_flag=True, help="With --all: all seasons too, as json.")
@option(
    "--format",
    "kind",
    type=click.Choice(["csv", "json", "text"]),
    default="json",
    show_default=True,
    help="json holds everything and can be imported, csv is for spreadsheets, text for people.",
)
@option("--out", metavar="FILE", help="Write to this file instead of standard output.")
@click.pass_obj
def export(
    where: Where,
    ids: tuple[str, ...],
    kind: str,
    out: str | None,
    *,
    all_: bool,
    games_: bool,
    kept: bool,
    contests: bool,
    seasons: bool,
) -> int:
    """Write sessions, finished virtual games, or kept hands as a file."""
    if all_ and ids:
        raise click.UsageError(_("Name what to export by ids, or say --all."))
    if not (ids or all_ or games_ or kept):
        raise click.UsageError(_("Name sessions by their ids, or say --all, --games or --kept."))
    if all_ and (games_ or kept) and kind != "json":
        raise click.UsageError(_("Sessions and games can go into one file only as json."))
    if contests and not (all_ and kind == "json"):
        raise click.UsageError(_("--tournaments goes with --all, as json."))
    if seasons and not (all_ and kind == "json"):
        raise click.UsageError(_("--seasons goes with --all, as json."))
    if games_ and kept and not all_:
        raise click.UsageError(_("Games and kept hands fit into one file with --all only."))
    format_ = cast("Kind", kind)
    with opened(where, read_only=True) as ledger:

        def write(stream: IO[bytes]) -> None:
            if games_ and not all_:
                which = [ledger.games.resolve(one) for one in ids] if ids else _GAMES_IN[format_]
                ledger.games.export_to(stream, format_, which)
            elif kept and not all_:
                hands = None if format_ == "json" else KeptFilter()
                ledger.hands.export_to(stream, format_, [ledger.hands.resolve(one) for one in ids] if ids else hands)
            else:
                uids = None if all_ else [ledger.sessions.resolve(one) for one in ids]
                asked = {"game": games_, "kept": kept, "tournament": contests, "season": seasons}
                ledger.export_to(stream, format_, uids, records=[one for one, wanted in asked.items() if wanted])

        if out is None or out == "-":
            with standard_output() as stream:
                write(stream)
            return 0
        made = io.BytesIO()
        write(made)
        content = made.getvalue()
    byte_order_mark = b"\xef\xbb\xbf" if kind == "csv" else b""  # without it spreadsheets take letters for other ones
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    write_named_file(Path(out), byte_order_mark + content)
    return 0


@command.command("import")
@click.argument("file", metavar="FILE", shell_complete=files)
@option(
    "--separate",
    is_flag=True,
    help="Add a session that continued differently here as a separate session.",
)
@json_option
@click.pass_obj
def import_(where: Where, file: str, *, separate: bool, as_json: bool) -> int:
    """Import the sessions, virtual games and kept hands of an export in JSON (- reads standard input).

    Kept hands can also be read from their CSV: each is scored again, and left out if the score differs.

    What is already here stays as it is. Sessions continue where the file has more of them. Nothing is imported from a
    damaged file.
    """
    content = content_of(file, MOST_BYTES)
    with opened(where) as ledger:
        report = ledger.import_json(content, folders=Folders.at(where.data_dir), separate=separate)
    if as_json:
        echo_json({"ok": True, **msgspec.to_builtins(report)})
        return 0
    click.echo(_("{sentence}.").format(sentence=listed(report.words or [_("There are no sessions in it")])))
    for name in report.joined:
        click.echo(_("{name}: treated as the player of that name here.").format(name=printable(name, _WHOLE)))
    for name in report.renamed:
        click.echo(_("{name}: a new name.").format(name=printable(name, _WHOLE)))
    for sentence in report.few_different:
        click.echo(sentence)
    for fork in report.forks[:_OFFERED]:
        sides = _("Here: {here}. In the file: {there}. To add the file’s version as well: --separate")
        click.echo(sides.format(here=listed(fork.here), there=listed(fork.there)))
    for sentence in report.few_warnings:
        click.echo(_("Warning: {sentence}").format(sentence=sentence))
    return 0


def _games(count: int) -> str:
    return ngettext("{n} game", "{n} games", count).format(n=number(count))


def _besides(games: int, kept: int) -> list[str]:
    """Return the numbers of virtual games and saved hands."""
    hands = ngettext("{n} kept hand", "{n} kept hands", kept).format(n=number(kept))
    return [_games(games)] * bool(games) + [hands] * bool(kept)


@command.command("backup")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@json_option
@click.pass_obj
def backup(where: Where, file: Path, *, as_json: bool) -> int:
    """Copy the ledger to a file and verify the copy. A ledger on a server is exported as JSON."""
    if str(file) == "-":
        raise click.UsageError(_("Name the file to write."))
    with opened(where, read_only=True) as ledger:
        made = ledger.backup(file)
        copied = ledger.is_file
    if as_json:
        echo_json({"ok": True, "kind": "copy" if copied else "export", **_as_json(made)})
    else:
        sentence = (
            _("{file}: a whole copy of the ledger, {held}.")
            if copied
            else _("{file}: a whole export of the ledger, {held}.")
        )
        contents = [*_besides(made.games, made.kept), counted(made.sessions, "session"), counted(made.hands, "hand")]
        click.echo(sentence.format(file=file, held=listed(contents)))
    return 0


def _as_json(made: BackupFile) -> dict[str, Any]:
    return {**msgspec.structs.asdict(made), "path": str(made.path)}


def _whole_backup(named: str | None, folders: Folders) -> Iterator[str]:
    """Yield that the newest undamaged backup is whole, with the command to restore it; nothing where there is none."""
    made = newest_good_backup(named, folders, _second(folders))
    if made is None:
        return
    contents = [counted(made.sessions, "session"), *_besides(made.games, made.kept)]
    restoring = _command("restore", str(made.path))
    sentence = _("The backup of {moment} with {held} is whole: {command}")
    yield sentence.format(moment=format_local_time(made.at), held=listed(contents), command=restoring)


@command.command("backups")
@json_option
@click.pass_obj
def backups(where: Where, *, as_json: bool) -> int:
    """List the backups, the newest first."""
    found = backups_of(*_place(where))
    if as_json:
        echo_json({"ok": True, "backups": [_as_json(one) for one in found]})
        return 0
    for one in found:
        contents = [counted(one.sessions, "session"), counted(one.hands, "hand"), *_besides(one.games, one.kept)]
        state = joined(contents) if one.ok else _("damaged")
        click.echo(f"{format_local_time(one.at)}  {state}  {one.path}")
    if not found:
        click.echo(_("There are no backups."))
    return 0


@command.command("restore")
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(dir_okay=False, exists=True, path_type=Path))
@option(
    "--from",
    "second",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Without FILE: another folder with backups.",
)
@json_option
@click.pass_obj
def restore_(where: Where, /, file: Path | None, second: Path | None, *, as_json: bool) -> int:
    """Put a backup in place of the ledger. The old ledger is saved under another name.

    Without FILE it is the newest undamaged backup.
    """
    if second is not None and file is not None:
        raise click.UsageError(_("Use either FILE or --from."))
    named, folders = _place(where)
    place = find_place(named, folders)
    if place.path is None:
        raise NoLedger("backup-only-files")
    found = None
    if file is None:
        found = newest_good_backup(named, folders, second or _second(folders))
        if found is None:
            raise NoLedger("backup-none", why=place.shown)
        file = found.path
    kept = restore(file, named, folders)
    if as_json:
        more = {} if found is None else {"backup": str(found.path)}
        echo_json({"ok": True, "kept": None if kept is None else str(kept), **more})
        return 0
    sentence = _("The ledger is restored.")
    if found is not None:
        sentence = _("The ledger is restored from the backup of {moment}.").format(moment=format_local_time(found.at))
    lines = [sentence] if kept is None else [sentence, _("The old file is kept: {file}").format(file=kept)]
    click.echo(join_lines(lines))
    return 0


def _progress(done: int, count: int) -> bool:
    """Show the progress on a terminal, and clear it at the end."""
    if sys.stderr.isatty():
        sentence = _("{n} of {count} sessions").format(n=number(done), count=number(count))
        click.echo("\r\033[K" + (sentence if done < count else ""), nl=False, err=True)
    return True


@command.command("check")
@option("--repair", is_flag=True, help="Repair whatever doesn’t follow correctly from the hands.")
@json_option
@click.pass_obj
def check(where: Where, *, repair: bool, as_json: bool) -> int:
    """Look through the whole ledger: the file, every event and game, and all balances that should follow from them.

    The exit status is 1 when something is wrong.
    """
    with opened(where, read_only=not repair) as ledger:
        mended = ledger.repair() if repair else 0
        report = ledger.check(_progress)
    if as_json:
        echo_json({"ok": report.ok, "mended": mended, **msgspec.to_builtins(report)})
        return 0 if report.ok else 1
    if repair and (mended or report.ok):
        sentence = ngettext("{n} session was repaired.", "{n} sessions were repaired.", mended)
        click.echo(sentence.format(n=number(mended)) if mended else _("Nothing needed to be repaired."))
    for finding in report.findings:
        click.echo(finding.sentence)
    if report.ok:
        contents = [counted(report.sessions, "session"), counted(report.hands, "hand")]
        contents.append(ngettext("{n} event", "{n} events", report.events).format(n=number(report.events)))
        contents += _besides(report.games, report.kept)
        click.echo(_("All is well: {held}.").format(held=joined(contents)))
        return 0
    if not repair and any(one.repairable for one in report.findings):
        click.echo(_("To repair what can be repaired: {command}").format(command=_command("check", "--repair")))
    if not all(one.repairable for one in report.findings):
        for sentence in _whole_backup(*_place(where)):
            click.echo(sentence)
    return 1
