"""A session as it is printed, in words and figures: everything on its pages is here first.

Scores, payments, balances and chips are the table's own; points and doubles those of the score sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from mjcompanion.american.hand import AmericanHand
from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import Hand
from mjcompanion.core.notation import read_tile
from mjcompanion.core.tiles import Terms, Wind
from mjcompanion.i18n.translation import N_, _, joined, pgettext
from mjcompanion.printing.chart_scale import Series
from mjcompanion.printing.tiles import PrintedGroup, groups_of, loose
from mjcompanion.scoring.sheet import ScoreSheet
from mjcompanion.scoring.sheet_rows import figures_in_words
from mjcompanion.table.chips import ChipPlan, describe
from mjcompanion.table.events import AnyEvent, Changed, HandItem, PeopleItem, Put, Redone, SeatsItem, Tiles, Undone
from mjcompanion.table.final_settlement import places
from mjcompanion.table.rotation import PLAYERS
from mjcompanion.table.rows import TableRow
from mjcompanion.table.session import SessionSource
from mjcompanion.table.table import Table, Trace
from mjcompanion.table.words import (
    average_words,
    brief,
    chips_words,
    counted,
    figure,
    is_by_hand,
    options_words,
    outcome,
    payment_words,
    people_words,
    purse_words,
    row_title,
    rules_title,
    seated,
    signed,
    started_words,
    table_title,
    trace_lines,
    trace_title,
    unknown_words,
)

BY_HAND: Final = "*"
"""Stands behind a score that was entered as a number."""
_LONGEST_NAME: Final = 300


class Party(msgspec.Struct, frozen=True):
    """What a row did for a player or a bettor: wind, name, tiles as they are written, and figures.

    `american` says how to read the tiles; `facts` stand behind them.
    """

    wind: str
    name: str
    score: str
    change: str
    balance: str
    tiles: str = ""
    facts: str = ""
    won: bool = False
    american: bool = False
    is_east: bool = False

    def groups(self) -> tuple[PrintedGroup, ...]:
        """The tiles to be drawn."""
        return tile_groups(self.tiles, american=self.american)


class PrintedRow(msgspec.Struct, frozen=True):
    """A row of the list: what it is and what happened, what it did for everybody, who paid whom, which chips moved."""

    title: str
    said: str
    parties: tuple[Party, ...]
    paid: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


class CorrectionRow(msgspec.Struct, frozen=True):
    """Something that was put right: when, what it was and became, who sat where, which chips moved for it."""

    time: str
    title: str
    lines: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()


class StandingRow(msgspec.Struct, frozen=True):
    """What a player or a bettor comes to: name, the first wind, and figures, empty where there is none.

    `place` is where a player came in, empty before the end.
    """

    name: str
    wind: str
    balance: str
    net: str
    won: str = ""
    self_drawn: str = ""
    thrown: str = ""
    east: str = ""
    average: str = ""
    best: str = ""
    place: str = ""


class Session(msgspec.Struct, frozen=True):
    """All that is printed of a session.

    `rules` are sentences, each with whether it differs from the ruleset's own; `scored` says that hands have scores,
    `notes` explains signs.
    """

    title: str
    facts: str
    day: str
    standings: tuple[StandingRow, ...]
    balances: tuple[Series, ...]
    points: tuple[str, ...]
    rules: tuple[tuple[str, bool], ...]
    rows: tuple[PrintedRow, ...]
    corrections: tuple[CorrectionRow, ...]
    held: tuple[str, ...]
    scored: bool
    notes: tuple[str, ...] = ()


def session_rows(source: SessionSource, terms: Terms | None = None, *, keep: bool = True) -> Session:
    """Everything that is printed of a session; the source may `keep` its table, for other forms."""
    table = source.table if keep else source.replay()
    names = (*source.names, *table.bettors)
    at_row, moved = _chips_by_row(table)
    chips = [_said(plan, plan.names(source.names)) for plan in table.chip_log]
    teller = _Teller(table, names, terms, {row: chips[seq] for row, seq in at_row.items()})
    rows = tuple(map(teller.told, table.rows))
    return Session(
        brief(table_title(table), _LONGEST_NAME),
        _facts(source, table),
        source.day,
        tuple(_standings(table, names)),
        tuple(Series(brief(names[party]), table.course_of(party)) for party in table.parties),
        ("0", *[str(row.number) if row.number else "" for row in table.rows]),
        tuple(_rules(table, names)),
        rows,
        tuple(_corrections(source, table, names, {seq: chips[seq] for seq in moved if chips[seq]})),
        tuple(_held(table, names)),
        not table.rules.rules.settles_value,
        tuple(_notes(table)),
    )


def tile_groups(written: str, *, american: bool = False) -> tuple[PrintedGroup, ...]:
    """Tiles as they are written in a ledger, to be drawn; none where they are nothing that can be drawn.

    >>> [group.text for group in tile_groups("33m (222Jm) F", american=True)]
    ['33mF', '(222Jm)']
    """
    try:
        if not american:
            return groups_of(Hand.parse(written))
        hand = AmericanHand.parse(written)
    except (RuleError, ValueError):  # nothing that is read in looks at the tiles of a hand whose score it has
        return ()
    groups = [loose(hand.concealed)] if hand.concealed else []
    return (*groups, *[msgspec.structs.replace(loose(one.tiles), text=str(one)) for one in hand.exposures])


# the head


def _facts(source: SessionSource, table: Table) -> str:
    until = source.times[-1]
    if until.split(" ")[0] == source.day:
        until = until.split(" ")[-1]
    when = source.times[0]
    if len(source.times) > 1:
        when = pgettext("from one time to another", "{since} to {until}").format(since=when, until=until)
    ended = pgettext("a session", "ended") if table.ended else pgettext("a session", "in progress")
    facts = [when, rules_title(table.rules), counted(len(table.hands), "hand"), ended]
    return " · ".join(brief(fact, _LONGEST_NAME) for fact in facts)


def _standings(table: Table, names: Sequence[str]) -> Iterator[StandingRow]:
    counted_for = dict(zip(table.there, table.summary().standings, strict=True))
    numbers = {row.id: row.number for row in table.hands}
    reached = places(table)
    for party in table.parties:
        balance = table.balances[party]
        shown = brief(names[party], _LONGEST_NAME)
        money = figure(balance), signed(balance - table.start_of(party))
        one = counted_for.get(party)
        if one is None:
            yield StandingRow(shown, pgettext("in the place of a wind", "bets"), *money)
            continue
        average = average_words(one.won_points, one.wins)
        best = ""
        if one.best is not None:
            best = _("{points} (hand {n})").format(points=figure(one.best), n=numbers[one.best_item or ""])
        wins, drawn, thrown, east = map(figure, (one.wins, one.self_drawn, one.thrown, one.east_wins))
        wind = table.start.wind_of(party).letter if party in PLAYERS else ""
        place = figure(reached[party]) if reached else ""
        yield StandingRow(shown, wind, *money, wins, drawn, thrown, east, average, best, place)


def _rules(table: Table, names: Sequence[str]) -> Iterator[tuple[str, bool]]:
    rules = table.rules
    yield rules_title(rules), True
    if sentence := unknown_words(rules):
        yield sentence, True
    text = _("Version {version}, fingerprint {fingerprint}")
    yield text.format(version=rules.version, fingerprint=rules.fingerprint), False
    yield from options_words(rules)
    yield chips_words(rules.chips), False
    yield started_words(table, names), False


def _notes(table: Table) -> Iterator[str]:
    if any(is_by_hand(row, player) for row in table.rows for player in row.sits):
        yield _("{sign} entered by hand, not counted from tiles").format(sign=BY_HAND)


def _held(table: Table, names: Sequence[str]) -> Iterator[str]:
    state, chips = table.chip_state, table.rules.chips
    if state is None or chips is None:
        return
    for party in table.parties:
        text = purse_words(chips, state, party, names)
        yield pgettext("a player and the chips held", "{name}: {held}").format(name=brief(names[party]), held=text)


# rows


class _Teller:
    """Tells of one row after the other."""

    def __init__(
        self, table: Table, names: Sequence[str], terms: Terms | None, chips: dict[str, tuple[str, ...]]
    ) -> None:
        self.table = table
        self.names = names
        self.terms = terms
        self.chips = chips
        self.with_wind = table.rules.rules.has_round_wind
        self.scored = not table.rules.rules.settles_value

    def told(self, row: TableRow) -> PrintedRow:
        """All there is to say of a row."""
        item, names = row.item, self.names
        parts = [row_title(row)]
        if isinstance(item, HandItem) and self.with_wind:
            parts.append(_("{wind} round").format(wind=row.before.round.word))
        more = []
        now = [names[person] for person in row.seated.sits]
        if isinstance(item, SeatsItem | PeopleItem):
            more.append(pgettext("a sentence of who sits where", "{seats}.").format(seats=seated(row.after, now)))
        if row.turn is not None:
            more.append(row.turn.sentence(brief(now[row.turn.east])))
        if isinstance(item, HandItem) and (moved := people_words(row, names)):
            more.append(_("{sentence}.").format(sentence=moved))
        if isinstance(item, HandItem) and item.note:
            more.append(_("Note: {note}").format(note=item.note))
        settled = isinstance(item, HandItem) or bool(row.paid)
        paid = [payment_words(one, names) for one in row.paid] if isinstance(item, HandItem) else []
        return PrintedRow(
            " · ".join(parts),
            outcome(row, names),
            tuple(self._party(row, party) for party in self.table.parties_at(row)) if settled else (),
            tuple(paid),
            self.chips.get(row.id, ()),
            tuple(more),
        )

    def _party(self, row: TableRow, party: int) -> Party:
        item = row.item
        hand = item if isinstance(item, HandItem) else None
        won = hand is not None and row.winner == party
        score = row.score_of(party)
        shown = "" if score is None else f"{figure(score)}{BY_HAND * is_by_hand(row, party)}"
        tiles, facts, american = "", "", False
        wind = row.wind_of(party)
        if hand is not None and wind is not None:
            found = row.recorded_score(party)
            if isinstance(found, Tiles):
                tiles, facts = found.hand, " · ".join(self._facts(row, party, found))
            elif won and (hand.tiles or hand.line):
                tiles, american = _american(hand.tiles), True
                text = _("{line} · {points} on the card {card}") if hand.line else ""
                facts = text.format(line=hand.line, points=counted(hand.value or 0, "point"), card=hand.card)
        return Party(
            wind.letter if wind is not None else "",
            brief(self.names[party], _LONGEST_NAME),
            shown,
            signed(row.change(party)),
            figure(row.balances[party]),
            tiles,
            facts,
            won,
            american,
            wind is Wind.EAST,
        )

    def _facts(self, row: TableRow, party: int, found: Tiles) -> Iterator[str]:
        """What is next to tiles: the tile that won, and what the score sheet says."""
        item = row.item
        if found.tile is not None and isinstance(item, HandItem) and row.winner == party:
            yield _("won with {tile}").format(tile=_tile_name(found.tile, self.terms))
        place = row.place_of(party)
        sheet = None if place is None else self.table.sheet(row, place)
        if sheet is not None and sheet.score == row.score_of(party):
            yield sheet_words(sheet)
        if (found.seat, found.round) != (row.wind_of(party), row.before.round):
            yield _("scored again because a correction changed the winds")


def _american(written: str) -> str:
    try:
        return str(AmericanHand.parse(written))
    except (RuleError, ValueError):
        return written


def _tile_name(written: str, terms: Terms | None) -> str:
    try:
        return read_tile(written).name(terms)
    except RuleError:
        return brief(written)


def sheet_words(sheet: ScoreSheet) -> str:
    """A score sheet in a few words.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.scoring.score import score
    >>> from mjcompanion.scoring.context import ScoringContext
    >>> sheet_words(score(Hand.parse("234m 567m 55s (666z) (234p)"), ScoringContext(Ruleset("traditional"))))
    '14 points, 1 double'
    """
    text = figures_in_words(sheet)
    text += [_("the limit")] if sheet.limited and not sheet.share else []
    return joined(text)


# chips and corrections


def _said(plan: ChipPlan, names: Sequence[str]) -> tuple[str, ...]:
    short = [brief(name) for name in names]
    return (*[describe(one, short) for one in plan.moves], *[describe(one, short) for one in plan.notes])


def _chips_by_row(table: Table) -> tuple[dict[str, int], list[int]]:
    """The events whose chips are told with a row, by the row's id; and all others.

    A row's chips moved when it came onto the list for the last time: put there, or restored by redoing that.
    """
    came: dict[str, int] = {}
    shown: dict[str, int] = {}
    for seq, event in enumerate(table.events):
        if isinstance(event, Changed):
            for change in event.changes:
                if isinstance(change, Put) and change.id not in came:
                    came[change.id] = shown[change.id] = seq
        elif isinstance(event, Redone):
            for item, first in came.items():
                if first == event.seq:
                    shown[item] = seq
    first_row: dict[int, str] = {}
    for row in table.rows if table.chip_log else ():
        first_row.setdefault(shown[row.id], row.id)
    others = set(range(len(table.chip_log))) - {*first_row}
    return {row: seq for seq, row in first_row.items()}, sorted(others)


def _corrections(
    source: SessionSource, table: Table, names: Sequence[str], chips: dict[int, tuple[str, ...]]
) -> Iterator[CorrectionRow]:
    """Everything that was put right, oldest first, and all chips that moved for it."""
    traced: dict[int, list[Trace]] = {}
    for trace in table.traces if _has_corrections(table.events) else ():
        traced.setdefault(trace.seq, []).append(trace)
    for seq in sorted({*traced, *chips}):
        time, moved = source.times[seq], chips.get(seq, ())
        for trace in traced.get(seq, ()):
            yield CorrectionRow(time, trace_title(trace), tuple(trace_lines(trace, names)), moved)
            moved = ()
        if seq not in traced:
            yield CorrectionRow(time, _without_trace(table, seq), (), moved)


def _has_corrections(events: Sequence[AnyEvent]) -> bool:
    """Whether anything changed that stood on the list: only then is it worth looking for traces."""
    known = set[str]()
    for event in events:
        for change in event.changes if isinstance(event, Changed) else ():
            if change.id in known or not isinstance(change, Put) or change.before is not None:
                return True
            known.add(change.id)
    return False


def _without_trace(table: Table, seq: int) -> str:
    """What happened that left nothing on the list, and yet chips moved."""
    event = table.events[seq]
    if isinstance(event, Undone):
        return _(_UNDONE[_kind(table, event.seq)])
    if isinstance(event, Redone):
        return _(_REDONE[_kind(table, event.seq)])
    return _(_ENTERED[_kind(table, seq)])


def _kind(table: Table, seq: int) -> str:
    """What an event put on the list; nothing: it deleted."""
    event = table.events[seq]
    items = [change.item for change in event.changes if isinstance(change, Put)] if isinstance(event, Changed) else []
    return str(type(items[0]).__struct_config__.tag) if items else ""


_UNDONE: Final = {
    "hand": N_("A hand was undone"),
    "penalty": N_("A penalty was undone"),
    "seats": N_("New seats were undone"),
    "bank": N_("A loan was undone"),
    "people": N_("A change of players was undone"),
    "": N_("A deletion was undone"),
}
_REDONE: Final = {
    "hand": N_("A hand was redone"),
    "penalty": N_("A penalty was redone"),
    "seats": N_("New seats were redone"),
    "bank": N_("A loan was redone"),
    "people": N_("A change of players was redone"),
    "": N_("A deletion was redone"),
}
_ENTERED: Final = {
    "hand": N_("A hand was entered, and undone later"),
    "penalty": N_("A penalty was entered, and undone later"),
    "seats": N_("New seats were entered, and undone later"),
    "bank": N_("A loan was entered, and undone later"),
    "people": N_("A change of players was entered, and undone later"),
    "": N_("A deletion was entered, and undone later"),
}
"""What left nothing on the list, by what it had put there."""
