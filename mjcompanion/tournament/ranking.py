"""Table points, the ranking after each round, and the effect of late corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final

import msgspec

from mjcompanion.i18n.translation import _, joined, ngettext, number, pgettext
from mjcompanion.table.corrections import differences
from mjcompanion.table.events import Ended, Planned, Reopened, Titled
from mjcompanion.table.table import Table, replay
from mjcompanion.table.words import brief, counted
from mjcompanion.tournament.schedule import Four
from mjcompanion.tournament.tournament import System, Tournament, TournamentPenalty

Place = tuple[int, int]
"""A round and a table in it, from 0."""


class TableResult(msgspec.Struct, frozen=True):
    """The result of a table in a round: its players' gains, East first, and whether it is over."""

    net: Four
    hands: int
    over: bool


class Score(msgspec.Struct, frozen=True):
    """A player's result of a round; `table` is None if the player sat out, `place` counts from 1, shared by equals."""

    table: int | None
    table_points: Fraction
    points: int = 0
    place: int = 0


class Rank(msgspec.Struct, frozen=True):
    """A line of the ranking: the place, shared by equals, the player's number, and the points.

    `scores` are the rounds, None where that table isn't over; `fined` are the penalties, table points and points.
    """

    place: int
    player: int
    table_points: Fraction
    points: int
    scores: tuple[Score | None, ...]
    fined: tuple[int, int] = (0, 0)


class Ranking(msgspec.Struct, frozen=True):
    """The ranking after some rounds; `playing` are the tables of these that aren't over yet."""

    rounds: int
    ranks: tuple[Rank, ...]
    playing: tuple[Place, ...]


def table_points(net: Sequence[int], places: Four) -> tuple[Fraction, ...]:
    """Return the table points of four players; equals share the points of their places.

    >>> [str(one) for one in table_points((120, -40, -40, -40), (4, 2, 1, 0))]
    ['4', '1', '1', '1']
    """
    found: list[Fraction] = []
    for mine in net:
        above = sum(other > mine for other in net)
        alike = sum(other == mine for other in net)
        found.append(Fraction(sum(places[above : above + alike]), alike))
    return tuple(found)


def ranking(tournament: Tournament, results: Mapping[Place, TableResult], rounds: int | None = None) -> Ranking:
    """Return the ranking after some rounds, by default all that have begun; unfinished tables don't count yet."""
    if rounds is None:
        rounds = begun(results)
    each: list[list[Score | None]] = [[] for _unused in tournament.players]
    playing: list[Place] = []
    for at, one in enumerate(tournament.draw[:rounds]):
        for table, seats in enumerate(one.tables):
            result = results.get((at, table))
            if result is None or not result.over:
                playing.append((at, table))
                for player in seats:
                    each[player].append(None)
                continue
            given = table_points(result.net, tournament.places)
            for player, points, net in zip(seats, given, result.net, strict=True):
                place = 1 + sum(other > net for other in result.net)
                each[player].append(Score(table, points, net, place))
        for player in one.out:
            each[player].append(Score(None, tournament.middle))
    fined = [[0, 0] for _unused in tournament.players]
    for penalty in tournament.penalties:
        if penalty.round < rounds:
            fined[penalty.player][0] += penalty.table_points
            fined[penalty.player][1] += penalty.points
    ranks = []
    for player, scores in enumerate(each):
        mine = [score for score in scores if score is not None]
        ranks.append(
            Rank(
                0,
                player,
                sum((score.table_points for score in mine), Fraction(0)) - fined[player][0],
                sum(score.points for score in mine) - fined[player][1],
                tuple(scores),
                (fined[player][0], fined[player][1]),
            )
        )
    return Ranking(rounds, _placed(tournament, ranks), tuple(playing))


def begun(results: Mapping[Place, TableResult]) -> int:
    """Count the rounds that have begun: one of their tables has a hand, or is over."""
    return 1 + max((at for (at, _unused), one in results.items() if one.hands or one.over), default=-1)


def finished(tournament: Tournament, results: Mapping[Place, TableResult]) -> int:
    """Count the rounds, from the first, that are over at all tables."""
    rounds = len(tournament.draw)
    return min((at for at, _unused in ranking(tournament, results, rounds).playing), default=rounds)


def _counts(system: System, one: Rank) -> tuple[Fraction | int, ...]:
    """Return the figures that a line is ranked by."""
    both: tuple[Fraction | int, ...] = (one.table_points, one.points)
    return both if system == "both" else both[:1] if system == "places" else both[1:]


def _placed(tournament: Tournament, ranks: Sequence[Rank]) -> tuple[Rank, ...]:
    def counts(one: Rank) -> tuple[Fraction | int, ...]:
        return _counts(tournament.system, one)

    order = sorted(ranks, key=lambda one: (tuple(-each for each in counts(one)), one.player))
    found: list[Rank] = []
    for _unused, alike in groupby(order, key=counts):
        place = len(found) + 1
        found += [msgspec.structs.replace(one, place=place) for one in alike]
    return tuple(found)


# corrections


_MOST_MOVES: Final = 6
"""The most players to name in a sentence."""


class LateCorrection(msgspec.Struct, frozen=True):
    """A correction of a table that was over already: which hands, 0 for anything else, and what it moved."""

    round: int
    table: int
    hands: tuple[int, ...]
    before: Four


def place_nets(table: Table) -> Four:
    """Return what the four places of a table won and lost."""
    found = [0, 0, 0, 0]
    before = None
    for row in table.rows:
        for place, person in enumerate(row.sits):
            was = table.start_of(person) if before is None else table.balance_of(person, before)
            found[place] += table.balance_of(person, row) - was
        before = row
    one, two, three, four = found
    return one, two, three, four


def corrected(table: Table, since: str) -> tuple[tuple[int, ...], Table] | None:
    """Return the hands corrected after a moment, and the table as it was then; None if there are none."""
    at = next(
        (
            seq
            for seq, event in enumerate(table.events)
            if seq and event.at > since and not isinstance(event, Ended | Planned | Reopened | Titled)
        ),
        None,
    )
    if at is None:
        return None
    before = replay(table.events[:at])
    own = [
        one
        for one in differences(before, table)
        if one.was is None or one.will is None or one.was.item != one.will.item
    ]
    numbers = {row.number for one in own if (row := one.will or one.was) is not None}
    return (tuple(sorted(numbers)), before) if numbers else None


def moved(before: Ranking, after: Ranking) -> tuple[tuple[int, int, int], ...]:
    """Return who changed places: player, place before and after, in the new order."""
    places = {one.player: one.place for one in before.ranks}
    return tuple((one.player, places[one.player], one.place) for one in after.ranks if places[one.player] != one.place)


def playing_words(found: Ranking) -> list[str]:
    """Say which tables aren't over and don't count yet, a sentence for each round.

    >>> playing_words(Ranking(1, (), ((0, 1),)))
    ['Round 1: table 2 isn’t over, and doesn’t count yet.']
    """
    sentences = []
    for at in sorted({at for at, _unused in found.playing}):
        tables = [number(table + 1) for of, table in found.playing if of == at]
        template = ngettext(
            "Round {round}: table {tables} isn’t over, and doesn’t count yet.",
            "Round {round}: tables {tables} aren’t over, and don’t count yet.",
            len(tables),
        )
        sentences.append(template.format(round=number(at + 1), tables=joined(tables)))
    return sentences


def moved_words(before: Ranking, after: Ranking, names: Sequence[str], correction: LateCorrection) -> str:
    """Say what a correction did to the ranking.

    >>> correction = LateCorrection(0, 1, (4,), (0, 0, 0, 0))
    >>> def places(*order):
    ...     ranks = (Rank(place, player, Fraction(0), 0, ()) for place, player in enumerate(order, 1))
    ...     return Ranking(1, tuple(ranks), ())
    >>> moved_words(places(0, 1, 2), places(1, 0, 2), ("Ann", "Bob", "Chuck"), correction)
    'Bob and Ann change places: hand 4 of round 1, table 2, was corrected.'
    """
    moves = moved(before, after)
    if not moves:
        what = _("All places stay")
    elif len(moves) == 2 and moves[0][1:] == moves[1][:0:-1]:
        what = _("{one} and {other} change places").format(
            one=brief(names[moves[0][0]], 24), other=brief(names[moves[1][0]], 24)
        )
    else:
        one = pgettext("a move in the ranking", "{name} from {before} to {after}")
        parts = [
            one.format(name=brief(names[player], 24), before=number(was), after=number(is_))
            for player, was, is_ in moves[:_MOST_MOVES]
        ]
        more = len(moves) - _MOST_MOVES
        parts += [ngettext("{n} other player", "{n} other players", more).format(n=number(more))] if more > 0 else []
        what = joined(parts)
    numbered = [str(hand) for hand in correction.hands if hand]
    if len(numbered) == 1 and len(correction.hands) == 1:
        why = _("{what}: hand {hand} of round {round}, table {table}, was corrected.")
    elif numbered:
        why = _("{what}: hands {hand} of round {round}, table {table}, were corrected.")
    else:
        why = _("{what}: the list of round {round}, table {table}, was corrected.")
    return why.format(
        what=what, hand=joined(numbered), round=number(correction.round + 1), table=number(correction.table + 1)
    )


def points_text(points: Fraction) -> str:
    """Format table points, with at most two decimals.

    >>> points_text(Fraction(7, 3)), points_text(Fraction(4))
    ('2.33', '4')
    """
    return number(int(points)) if points.denominator == 1 else number(round(float(points), 2))


def table_points_words(points: Fraction) -> str:
    """Format table points with their name.

    >>> table_points_words(Fraction(1)), table_points_words(Fraction(3, 2))
    ('1 table point', '1.5 table points')
    """
    return ngettext("{n} table point", "{n} table points", 1 if abs(points) == 1 else 2).format(n=points_text(points))


def taken_words(penalty: TournamentPenalty) -> str:
    """Say what a penalty takes.

    >>> taken_words(TournamentPenalty(0, 0, 1, 20)), taken_words(TournamentPenalty(0, 0, points=1))
    ('1 table point, 20 points', '1 point')
    """
    of_table = [table_points_words(Fraction(penalty.table_points))] if penalty.table_points else []
    return joined([*of_table, *([counted(penalty.points, "point")] if penalty.points else [])])
