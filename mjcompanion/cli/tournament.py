"""`mjcompanion tournament`: draw a tournament, and show its tables and ranking."""

from __future__ import annotations

import random
import secrets
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from mjcompanion.cli import Where
from mjcompanion.cli.json_output import echo_json
from mjcompanion.cli.ledger import echo_rows, echo_rows_json, opened
from mjcompanion.cli.lines import content_of, json_option
from mjcompanion.cli.localized_click import LocalizedGroup, option
from mjcompanion.core.errors import bad_request
from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _, joined, ngettext, number, pad_cell
from mjcompanion.ledger.tournament_records import RECORDS
from mjcompanion.ledger.values import checked_name, key_of
from mjcompanion.parsing.dates import format_local_day
from mjcompanion.rulesets import DEFAULT, find_ruleset
from mjcompanion.table.events import now
from mjcompanion.table.rules import TableRules
from mjcompanion.table.words import brief, signed
from mjcompanion.tournament.ranking import points_text, ranking
from mjcompanion.tournament.schedule import MOST_ROUNDS, repeats
from mjcompanion.tournament.tournament import MOST_POINTS, Tournament, drawn

if TYPE_CHECKING:
    from mjcompanion.ledger.values import Contest, TournamentRow

_SHORT: Final = 8
_LONGEST_LIST: Final = 2**20
_NAME: Final = 24


@click.group("tournament", cls=LocalizedGroup)
def command() -> None:
    """Draw up tournaments for 4 to 64 players, and show their rounds and rankings.

    ID is a tournament’s id, or as many of its first letters as are needed.
    """


@command.command("new", epilog='mjcompanion tournament new --title "Spring cup" --players names.txt --rounds 5')
@option("--title", required=True, metavar="TEXT", help="What it is called.")
@option(
    "--players", required=True, metavar="FILE", help="The players’ names, one in each line (- reads standard input)."
)
@option("--rounds", type=click.IntRange(1, MOST_ROUNDS), required=True, help="How many rounds.")
@option("--rules", metavar="NAME", help="The rules, e.g. classical.")
@option(
    "--starting", type=click.IntRange(0, MOST_POINTS), default=1000, show_default=True, help="Points without chips."
)
@option(
    "--hands", type=click.IntRange(0, 64), default=0, help="Hands in a round, or 0 for as many as the rules call for."
)
@option(
    "--system",
    type=click.Choice(["both", "places", "points"]),
    default="both",
    show_default=True,
    help="How players are ranked.",
)
@option("--in-order", is_flag=True, help="Number the players as they are listed, without drawing lots.")
@option("--seed", type=int, help="Draw the same lot each time.")
@json_option
@click.pass_obj
def new(
    where: Where,
    /,
    title: str,
    players: str,
    rounds: int,
    rules: str | None,
    starting: int,
    hands: int,
    system: Any,  # noqa: ANN401 - one of the choices
    seed: int | None,
    *,
    in_order: bool,
    as_json: bool,
) -> int:
    """Draw up a new tournament and save it in the ledger. Players not yet in it are added."""
    if not title.strip():
        raise bad_request(_("A tournament needs a title."))
    try:
        lines = content_of(players, _LONGEST_LIST).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise bad_request(_("{file} isn’t text in UTF-8. Save it as UTF-8.").format(file=players)) from error
    names = [line.strip() for line in lines if line.strip()]
    ruleset = find_ruleset(rules) if rules else DEFAULT
    if not ruleset.at_table:
        raise bad_request(_("Nobody plays {rules} at a table.").format(rules=ruleset))
    frozen = TableRules.of(ruleset)
    chance = None if in_order else random.Random(seed) if seed is not None else random.SystemRandom()  # noqa: S311
    with opened(where) as ledger:
        known = [ledger.players.named(name) for name in names]
        keys = [key_of(checked_name(name)) if one is None else one.uid for name, one in zip(names, known, strict=True)]
        twice = next((name for at, name in enumerate(names) if keys[at] in keys[:at]), None)
        if twice is not None:
            sentence = _("“{name}” is in the tournament twice. Every player needs a name of their own.")
            raise bad_request(sentence.format(name=brief(twice, _NAME)))
        order, draw = drawn(keys, rounds, chance)
        made = Tournament(
            uid=secrets.token_hex(16),
            title=title,
            at=now(),
            players=order,
            rules=frozen,
            draw=draw,
            starting=frozen.chips.total if frozen.chips is not None else starting if ruleset.pays is not None else 0,
            system=system,
            hands=hands,
        )
        RECORDS.stored_of(made, made.at)  # what can't be is refused before anybody becomes known
        each = zip(keys, names, known, strict=True)
        people = {key: (one or ledger.players.add(name)).uid for key, name, one in each}
        made = msgspec.structs.replace(made, players=tuple(people[key] for key in order))
        uid = ledger.tournaments.start(made).row.uid
        found = ledger.tournaments.contest(uid)
    again = repeats(draw)
    if as_json:
        echo_json({"ok": True, "id": uid, "meet_again": again, "draw": _draw(found)})
        return 0
    click.echo(_("Tournament {id}. Pairs that meet again: {n}.").format(id=uid[:_SHORT], n=number(again)))
    _echo_draw(found)
    return 0


@command.command("list")
@json_option
@click.pass_obj
def list_(where: Where, /, *, as_json: bool) -> int:
    """List the tournaments, newest first."""
    with opened(where, read_only=True) as ledger:
        rows = ledger.tournaments.all()
    if as_json:
        found = [
            {"id": row.uid, "at": row.at, "title": row.title, "players": row.players, "rounds": row.rounds}
            for row in rows
        ]
        return echo_rows_json(len(rows), "tournaments", found)
    return echo_rows(len(rows), [_line(row) for row in rows], _("There are no tournaments yet."))


def _line(row: TournamentRow) -> str:
    sentence = ngettext(
        "{id}  {day}  {title}: {players} players, {rounds} round",
        "{id}  {day}  {title}: {players} players, {rounds} rounds",
        row.rounds,
    )
    day, title = format_local_day(row.at), brief(row.title)
    return sentence.format(id=row.uid[:_SHORT], day=day, title=title, players=row.players, rounds=row.rounds)


@command.command("draw")
@click.argument("id_", metavar="ID")
@json_option
@click.pass_obj
def draw(where: Where, /, id_: str, *, as_json: bool) -> int:
    """Show who sits where in each round."""
    with opened(where, read_only=True) as ledger:
        found = ledger.tournaments.contest(ledger.tournaments.resolve(id_))
    if as_json:
        echo_json({"ok": True, "id": found.tournament.uid, "draw": _draw(found)})
    else:
        _echo_draw(found)
    return 0


def _draw(contest: Contest) -> list[dict[str, Any]]:
    names = contest.names
    return [
        {
            "tables": [
                {wind.value: names[player] for wind, player in zip(WINDS, table, strict=True)} for table in one.tables
            ],
            "out": [names[player] for player in one.out],
        }
        for one in contest.tournament.draw
    ]


def _echo_draw(contest: Contest) -> None:
    for at, one in enumerate(contest.tournament.draw):
        click.echo(_("Round {n}").format(n=number(at + 1)))
        for table, seats in enumerate(one.tables):
            people = "  ".join(pad_cell(brief(contest.names[player], _NAME), 16) for player in seats)
            click.echo(f"  {table + 1:>2}  {people}".rstrip())
        if one.out:
            out = joined(brief(contest.names[player], _NAME) for player in one.out)
            click.echo("  " + _("Sitting out: {people}").format(people=out))


@command.command("ranking")
@click.argument("id_", metavar="ID")
@option("--after", type=click.IntRange(1, MOST_ROUNDS), metavar="ROUND", help="The ranking after this round.")
@json_option
@click.pass_obj
def ranking_(where: Where, /, id_: str, after: int | None, *, as_json: bool) -> int:
    """Show the ranking, the tables still playing, and what was corrected after a table had ended."""
    with opened(where, read_only=True) as ledger:
        found = ledger.tournaments.contest(ledger.tournaments.resolve(id_))
    tournament = found.tournament
    if after is not None and after > len(tournament.draw):
        sentence = ngettext("This tournament has {n} round.", "This tournament has {n} rounds.", len(tournament.draw))
        raise bad_request(sentence.format(n=number(len(tournament.draw))))
    table = ranking(tournament, found.results, after)
    if as_json:
        ranks = [
            {
                "place": one.place,
                "name": found.names[one.player],
                "table_points": str(one.table_points),
                "points": one.points,
            }
            for one in table.ranks
        ]
        playing = [{"round": at + 1, "table": place + 1} for at, place in table.playing]
        echo_json(
            {"ok": True, "rounds": table.rounds, "ranking": ranks, "playing": playing, "corrections": found.corrections}
        )
        return 0
    for one in table.ranks:
        name = pad_cell(brief(found.names[one.player], _NAME), _NAME)
        points = pad_cell(points_text(one.table_points), 8, right=True)
        click.echo(f"{one.place:>3}  {name}  {points}  {pad_cell(signed(one.points), 10, right=True)}")
    for at, place in table.playing:
        sentence = _("Not over: round {round}, table {table}.")
        click.echo(sentence.format(round=number(at + 1), table=number(place + 1)))
    for sentence in found.corrections:
        click.echo(sentence)
    return 0
