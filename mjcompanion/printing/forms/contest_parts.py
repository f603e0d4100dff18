"""What the forms of a tournament share: their title, what was played when, and who sits where."""

from __future__ import annotations

from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _, ngettext, number
from mjcompanion.ledger.values import Contest
from mjcompanion.parsing.dates import format_local_day
from mjcompanion.table.words import brief, rules_title
from mjcompanion.tournament.ranking import Place
from mjcompanion.tournament.schedule import Round

LONGEST = 80


def title_of(contest: Contest) -> str:
    """What a tournament is called."""
    return brief(contest.tournament.title, LONGEST) or _("Tournament")


def all_tables(contest: Contest) -> list[Place]:
    """Return every table of every round."""
    return [(at, table) for at, one in enumerate(contest.tournament.draw) for table in range(len(one.tables))]


def seat_words(one: Round, player: int) -> str:
    """Return a player's table and the letter of the wind in a round, or that the player sits out."""
    table = one.table_of(player)
    if table is None:
        return _("out")
    return f"{number(table + 1)} {WINDS[one.tables[table].index(player)].letter}"


def about(contest: Contest) -> str:
    """When, how many, by which rules, in a line."""
    tournament = contest.tournament
    players, rounds = len(tournament.players), len(tournament.draw)
    parts = (
        format_local_day(tournament.at),
        ngettext("{n} player", "{n} players", players).format(n=number(players)),
        ngettext("{n} round", "{n} rounds", rounds).format(n=number(rounds)),
        rules_title(tournament.rules),
    )
    return " · ".join(parts)
