"""The words for a table: rows, payments, corrections, options, chips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Final, Literal

from mjcompanion.american.line import shown
from mjcompanion.core.chips import CHIP_WORDS, ChipSet
from mjcompanion.core.errors import listed
from mjcompanion.core.hand import By, feat_names
from mjcompanion.core.options import OptionSpec, option
from mjcompanion.core.sanitize import one_line
from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import N_, _, capital, joined, ngettext, number, pgettext
from mjcompanion.rules.house import changed_rows
from mjcompanion.rulesets import options_for
from mjcompanion.table.chips import OWN_CHIPS, ChipState, pieces_words
from mjcompanion.table.club_rules.rules import value_words
from mjcompanion.table.events import HandItem, Number, PenaltyItem, PeopleItem, SeatsItem
from mjcompanion.table.people import InTurn
from mjcompanion.table.rotation import Position
from mjcompanion.table.rows import Paid, TableRow, worth
from mjcompanion.table.rules import TableRules
from mjcompanion.table.settle import Why, because
from mjcompanion.table.table import Table, Trace

LONGEST: Final = 40
"""The most letters of a name in a sentence."""
_LONGEST_REASON: Final = 80
_LONGEST_SHORT: Final = 18
"""The most letters of a name next to figures."""
_CHIPS: Final = "table-chips"
"""The section of options about chips; `chips_words` describes those."""


def figure(value: int) -> str:
    """Format points, with a true minus sign.

    >>> figure(-1128), figure(0)
    ('−1,128', '0')
    """
    return number(value).replace("-", "−")


def signed(value: int) -> str:
    """Format a gain or loss of points.

    >>> signed(64), signed(-40), signed(0)
    ('+64', '−40', '0')
    """
    return f"+{number(value)}" if value > 0 else figure(value)


def counted(count: int, one: Literal["session", "hand", "point"]) -> str:
    """Format a number and what it counts.

    >>> counted(1, "hand"), counted(1200, "point")
    ('1 hand', '1,200 points')
    """
    match one:
        case "session":
            text = ngettext("{n} session", "{n} sessions", abs(count))
        case "hand":
            text = ngettext("{n} hand", "{n} hands", abs(count))
        case "point":
            text = ngettext("{n} point", "{n} points", abs(count))
    return text.format(n=figure(count))


def average_words(points: int, count: int) -> str:
    """Format average points to one decimal, rounded half up; empty if `count` is 0.

    >>> average_words(100, 3), average_words(1, 20), average_words(5, 0)
    ('33.3', '0.1', '')
    """
    if not count:
        return ""
    tenths = (20 * points + count) // (2 * count)
    return number(Decimal(tenths) / 10, ",.1f")


def brief(name: str, most: int = LONGEST) -> str:
    """Shorten a name to one line of at most `most` letters.

    >>> brief("Ann  Lee"), brief("A" * 50, 5)
    ('Ann Lee', 'AAAA…')
    """
    line = one_line(name[: 4 * most])
    return line if len(line) <= most and len(name) <= 4 * most else f"{line[: most - 1].rstrip()}…"


_UNTITLED: Final = (
    N_("A table of four"),
    N_("A table of five"),
    N_("A table of six"),
    N_("A table of seven"),
    N_("A table of eight"),
)


def table_title(table: Table) -> str:
    """Return a session's title, or else how many people shared the table at most.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.table.events import SessionSetup, Started, now
    >>> from mjcompanion.table.table import replay
    >>> setup = SessionSetup(TableRules.of(Ruleset("classical")), ("a", "b", "c", "d"))
    >>> table_title(replay([Started(at=now(), setup=setup)]))
    'A table of four'
    """
    if one_line(table.title[:LONGEST]):
        return table.title
    out = max(len(seating.out) for seating in (table.first_seating, *(row.seated for row in table.rows)))
    return _(_UNTITLED[out])


def short_names(names: Sequence[str]) -> list[str]:
    """Return the first words of names, or whole names where two are alike; a sign alone is no word.

    >>> short_names(["Dorothea van der Meer", "Ann Lee", "Ann Ko", "* Bo Diddley"])
    ['Dorothea', 'Ann Lee', 'Ann Ko', 'Bo']
    """
    first = [
        next((word for word in brief(name).split(" ") if any(map(str.isalnum, word))), brief(name)) for name in names
    ]
    return [one if first.count(one) == 1 else brief(name) for one, name in zip(first, names, strict=True)]


def named(names: Iterable[str]) -> str:
    """List names in a sentence.

    >>> named(["Ann"]), named(["Ann", "Bob", "Chuck"])
    ('Ann', 'Ann, Bob and Chuck')
    """
    shown = [brief(name) for name in names]
    return listed(shown) if len(shown) > 1 else "".join(shown)


# rows


def row_title(row: TableRow) -> str:
    """Return a row's title.

    >>> row_title(TableRow("1", HandItem(), 3, Position((0, 1, 2, 3), 0, 0), Position((0, 1, 2, 3), 1, 0), (), ()))
    'Hand 3'
    """
    item = row.item
    if isinstance(item, HandItem):
        return _("Hand {number}").format(number=number(row.number))
    if isinstance(item, PenaltyItem):
        return _("Penalty")
    if isinstance(item, PeopleItem):
        return _("People")
    return _("New seats") if isinstance(item, SeatsItem) else _("Bank")


def outcome(row: TableRow, names: Sequence[str], *, short: bool = False) -> str:
    """Say what happened, without a full stop; `names` are the parties', and `short` leaves out what figures show.

    >>> hand = HandItem(winner=1, by=By.DISCARD, discarder=2)
    >>> row = TableRow("1", hand, 1, Position((0, 1, 2, 3), 0, 0), Position((0, 1, 2, 3), 1, 0), (), ())
    >>> outcome(row, ["Ann", "Bob", "Chuck", "Dora"]), outcome(row, ["Ann", "Bob", "Chuck", "Dora"], short=True)
    ('Bob won, Chuck discarded', 'Bob, from Chuck')
    """
    item = row.item
    if isinstance(item, PeopleItem):
        return people_words(row, names)
    names = row.on_places(names)
    if isinstance(item, HandItem):
        return _short_ending(row, item, names) if short else _ending(row, item, names)
    most = _LONGEST_SHORT if short else LONGEST
    if isinstance(item, PenaltyItem):
        if short:
            return _("Penalty: {name}").format(name=brief(names[item.payer], most))
        text = penalty_words(item, names)
        reason = pgettext("a penalty and its reason", "{what}: {why}")
        return reason.format(what=text, why=item.why) if item.why else text
    if isinstance(item, SeatsItem):
        text = _("New seats: {name} is East") if short else _("{name} is East")
        return text.format(name=brief(names[item.east], most))
    if short:
        text = _("Bank: {name} repays {points}") if item.points < 0 else _("Bank: {name} borrows {points}")
    elif item.points < 0:
        text = _("{name} gives the bank back {points}")
    else:
        text = _("{name} borrows {points} from the bank")
    return text.format(name=brief(names[item.player], most), points=figure(abs(item.points)))


def penalty_words(item: PenaltyItem, names: Sequence[str]) -> str:
    """Say who pays whom how much, double payees first; `names` are those on the places.

    >>> penalty_words(PenaltyItem(1, (0, 2, 3), 150, double=(2,)), ["Ann", "Bob", "Chuck", "Dora"])
    'Bob pays Chuck 300, Ann and Dora 150 each'
    """
    each, one = _("{payer} pays {payee} {points} each"), _("{payer} pays {payee} {points}")
    parts: list[str] = []
    for points in sorted({*item.amounts}, reverse=True):
        some = [names[at] for at, amount in zip(item.payees, item.amounts, strict=True) if amount == points]
        template = each if len(some) > 1 else one
        parts.append(template.format(payer=brief(names[item.payer]), payee=named(some), points=figure(points)))
        each, one = (
            pgettext("who is paid too", "{payee} {points} each"),
            pgettext("who is paid too", "{payee} {points}"),
        )
    return joined(parts)


def people_words(row: TableRow, names: Sequence[str]) -> str:
    """Say who came, left or moved in a row, without a full stop; empty if nobody did.

    >>> from mjcompanion.table.people import Seating
    >>> position, five = Position((0, 1, 2, 3), 0, 0), Seating((0, 4, 2, 3), (1,))
    >>> row = TableRow("1", HandItem(), 1, position, position, (), (), seating=Seating(), seated=five)
    >>> people_words(row, ["Ann", "Bob", "Chuck", "Dora", "Eve"])
    'Eve plays for Bob, Bob sits out'
    """
    was, now = row.seating, row.seated
    each, moves = _("{new} plays for {old}"), _("{new} takes the place of {old}")
    parts = [
        (moves if new in was.sits else each).format(new=brief(names[new]), old=brief(names[old]))
        for new, old in zip(now.sits, was.sits, strict=True)
        if new != old
    ]
    out = [person for person in now.out if person not in was.out]
    gone = [person for person in was.here if person not in now.here]
    if out:
        parts.append(
            ngettext("{names} sits out", "{names} sit out", len(out)).format(names=named(names[one] for one in out))
        )
    if gone and now.back is None and (was.back is None or not row.number):
        template = ngettext("{names} leaves", "{names} leave", len(gone))
        parts.append(template.format(names=named(names[one] for one in gone)))
    if now.back is not None and row.number == 0:
        parts.append(_("for one hand"))
    if now.turn is not was.turn and now.back is None:
        parts.append(turn_words(now.turn))
    if not parts and isinstance(row.item, PeopleItem):
        return _("Nobody moves")
    if isinstance(row.item, PeopleItem) and row.item.results_stay:
        parts.append(_("the results stay with the people"))
    return pgettext("between the parts of a sentence", ", ").join(parts)


_IN_TURN: Final = {
    InTurn.BY_CHOICE: N_("you choose who sits out"),
    InTurn.HAND: N_("the next one sits out after each hand"),
    InTurn.EAST: N_("East sits out when East passes"),
    InTurn.ROUND: N_("the next one sits out after each round"),
}


def turn_words(turn: InTurn) -> str:
    """Say when the next one sits out.

    >>> turn_words(InTurn.HAND)
    'the next one sits out after each hand'
    """
    return _(_IN_TURN[turn])


_WON: Final = {
    None: N_("{winner} won"),
    By.DRAW: N_("{winner} won, self-drawn"),
    By.DISCARD: N_("{winner} won with a discard"),
    By.KONG_REPLACEMENT: N_("{winner} won with a loose tile after a kong"),
    By.FLOWER_REPLACEMENT: N_("{winner} won with a loose tile after a flower"),
    By.ROBBED_KONG: N_("{winner} won by robbing a kong"),
    By.DEAL: N_("{winner} won as dealt"),
    By.FIRST_DISCARD: N_("{winner} won with East’s first discard"),
}
_WON_FROM: Final = {
    By.DISCARD: N_("{winner} won, {discarder} discarded"),
    By.ROBBED_KONG: N_("{winner} won, robbing a kong of {discarder}"),
}
"""The same with the discarder."""


def _ending(row: TableRow, item: HandItem, names: Sequence[str]) -> str:
    callers = named(names[one] for one in item.wrong_calls)
    wrong_calls = _("Mah Jongg in error: {names}").format(names=callers)
    remark = _("{name}’s tiles, not counted: {tiles}")
    remarks = [
        remark.format(name=brief(names[player]), tiles=brief(tiles))
        for player, tiles in enumerate(item.remarks or ())
        if tiles
    ]
    between = pgettext("between the parts of a sentence", ", ")
    if item.winner is None:
        ended = wrong_calls if callers else _(row.draw_name)
        return between.join((ended, *remarks))
    template = _WON[item.by]
    if item.by is not None and item.discarder is not None:
        template = _WON_FROM.get(item.by, template)
    discarder = "" if item.discarder is None else brief(names[item.discarder])
    parts = [_(template).format(winner=brief(names[item.winner]), discarder=discarder)]
    points = worth(row)
    parts += [counted(points, "point")] if item.value is not None and points is not None else []
    if item.line:
        section = item.section or ""
        line = _("“{pattern}” of {section}") if section else _("“{pattern}”")
        parts.append(line.format(pattern=brief(item.line), section=brief(shown(section))))
    elif item.tiles:
        parts.append(_("tiles that make no line: {tiles}").format(tiles=brief(item.tiles)))
    parts += [_("the last tile")] if item.last_tile else []
    parts += feat_names(item.feats)
    parts += [_("no jokers")] if item.jokerless else []
    parts += [_("singles and pairs")] if item.singles_and_pairs else []
    parts += [wrong_calls] if callers else []
    parts += [_("dead: {names}").format(names=named(names[one] for one in item.dead))] if item.dead else []
    if item.bet is not None:
        bet = _("{name} bet on {player}, shown too soon") if item.bet.shown else _("{name} bet on {player}")
        parts.append(bet.format(name=brief(item.bet.name), player=brief(names[item.bet.on])))
    return between.join((*parts, *remarks))


def seated(position: Position, names: Sequence[str]) -> str:
    """Say who sits where; `names` are those on the places.

    >>> seated(Position((0, 1, 2, 3), 1, 0), ["Ann", "Bob", "Chuck", "Dora"])
    'East Bob, South Chuck, West Dora, North Ann'
    """
    each = pgettext("who sits in a wind", "{wind} {name}")
    seats = [each.format(wind=wind.word, name=brief(names[position.player_at(wind)])) for wind in WINDS]
    return pgettext("between things in a row", ", ").join(seats)


def payment_words(paid: Paid, names: Sequence[str], *, points: bool = True) -> str:
    """Say who pays whom, how much unless that is shown elsewhere, and why; `names` are the parties'.

    >>> from mjcompanion.table.settle import Payment
    >>> payment = Payment(WINDS[0], WINDS[1], 64, (Why.WINNER, Why.EAST), 32, 2)
    >>> payment_words(Paid(0, 1, 64, payment), ["Ann", "Bob", "Chuck", "Dora"])
    'Ann pays Bob 64 (double: East)'
    >>> bet = Payment(WINDS[0], "Dora", 64, (Why.BET, Why.WINNER, Why.EAST), 32, 2)
    >>> payment_words(Paid(0, 3, 64, bet), ["Ann", "Bob", "Chuck", "Dora"], points=False)
    'Ann pays Dora for the bet (double: East)'
    """
    text = _("{payer} pays {payee} {points}") if points else _("{payer} pays {payee}")
    payer, payee = brief(names[paid.payer]), brief(names[paid.payee])
    words, why = text.format(payer=payer, payee=payee, points=figure(paid.points)), because(paid.payment)
    if Why.BET in paid.payment.reasons:
        words = _("{payment} for the bet").format(payment=words)
    return _("{payment} ({why})").format(payment=words, why=brief(why, _LONGEST_REASON)) if why else words


def _short_ending(row: TableRow, item: HandItem, names: Sequence[str]) -> str:
    """Say briefly how a hand ended: "Ann, from Chuck", "Ann, self-drawn", "Draw"."""
    if item.winner is None:
        return _("Mah Jongg in error") if len(item.wrong_calls) > 2 else _(row.draw_name)
    winner = brief(names[item.winner], _LONGEST_SHORT)
    if item.discarder is not None:
        other = brief(names[item.discarder], _LONGEST_SHORT)
        if item.by is By.ROBBED_KONG:
            return _("{winner}, robbed {other}’s kong").format(winner=winner, other=other)
        return _("{winner}, from {other}").format(winner=winner, other=other)
    templates = {
        By.DRAW: _("{winner}, self-drawn"),
        By.KONG_REPLACEMENT: _("{winner}, loose tile"),
        By.FLOWER_REPLACEMENT: _("{winner}, loose tile"),
        By.DEAL: _("{winner}, as dealt"),
    }
    return templates.get(item.by, "{winner}").format(winner=winner) if item.by is not None else winner


def row_round(row: TableRow, *, with_wind: bool) -> str:
    """Return the wind of the round, in rules that have one."""
    return _("{wind} round").format(wind=row.before.round.word) if with_wind else ""


def player_sentence(row: TableRow, player: int, name: str) -> str:
    """Say what a row did for one party, for a screen reader."""
    parts = []
    wind = row.wind_of(player)
    if wind is not None:
        parts.append(wind.word)
        score = row.score_of(player)
        if score is not None:
            text = _("score {score}, entered by hand") if is_by_hand(row, player) else _("score {score}, by tiles")
            parts.append(text.format(score=figure(score)))
    change, balance = row.change(player), row.balances[player]
    parts.append(_("change {change}").format(change=signed(change)))
    parts.append(_("balance {balance}").format(balance=figure(balance)))
    return _("{name}: {facts}").format(name=brief(name), facts=joined(parts))


# corrections


def trace_title(trace: Trace) -> str:
    """Return the title of a correction: the item, and what happened to it."""
    was, now = trace.was, trace.now
    if was is not None:
        text = _("{what} was removed") if now is None else _("{what} was changed")
        text = text.format(what=row_title(was))
    else:
        text = _("Something was inserted") if now is None else _("{what} was inserted").format(what=row_title(now))
    return text if trace.counts else _("{what}, and that was undone").format(what=text)


def trace_lines(trace: Trace, names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a correction: the old row, the new row, and who sat where."""
    if trace.was is not None:
        yield _("Was: {what}").format(what=_side(trace.was, names))
    if trace.now is not None:
        yield _("Now: {what}").format(what=_side(trace.now, names))
    sat = trace.was or trace.now
    if sat is not None:
        yield _("Seats: {seats}").format(seats=seated(sat.before, sat.on_places(names)))


def _side(row: TableRow, names: Sequence[str]) -> str:
    """Describe one side of a correction with its scores."""
    each = pgettext("a player's score", "{name} {score}")
    scores = pgettext("between things in a row", ", ").join(
        each.format(name=brief(names[person]), score=figure(score))
        for person, score in zip(row.sits, row.scores, strict=True)
        if score is not None
    )
    text = outcome(row, names)
    return _("{what} ({scores})").format(what=text, scores=scores) if scores else text


def started_words(table: Table, names: Sequence[str]) -> str:
    """Say with how many points everybody started."""
    usual = table.setup.starting
    others = [party for party in table.there if table.start_of(party) != usual]
    if not others:
        return _("Everybody started with {points}").format(points=counted(usual, "point"))
    each = pgettext("a standing", "{name} {points}")
    others_points = [each.format(name=brief(names[one]), points=figure(table.start_of(one))) for one in others]
    template = _("Everybody started with {points}, but for: {others}")
    return template.format(points=counted(usual, "point"), others=joined(others_points))


def is_by_hand(row: TableRow, player: int) -> bool:
    """Whether a party's score was entered as a number."""
    return isinstance(row.recorded_score(player), Number)


# rules and chips


def rules_title(rules: TableRules) -> str:
    """Return the club's name for its rules, and the ruleset they are made from.

    >>> from mjcompanion.rulesets import Ruleset
    >>> rules_title(TableRules.of(Ruleset("classical"))), rules_title(TableRules.of(Ruleset("classical"), name="Ours"))
    ('Classical', 'Ours, made from Classical')
    """
    preset = _(rules.rules.short)
    return _("{name}, made from {rules}").format(name=rules.name, rules=preset) if rules.name else preset


def unknown_words(rules: TableRules) -> str:
    """Say that the program doesn't know the rules of a table; empty if it does.

    >>> from mjcompanion.rulesets import Ruleset
    >>> unknown_words(TableRules.of(Ruleset("classical"))), unknown_words(TableRules.of(Ruleset.stored("ours")))[:44]
    ('', 'This program doesn’t know the rules “ours”. ')
    """
    if rules.rules.known:
        return ""
    sentence = _(
        "This program doesn’t know the rules “{rules}”. The scores are those that were confirmed, and only the "
        "winners’ are added up: who paid whom isn’t known here."
    )
    return sentence.format(rules=rules.rules.name)


def options_words(rules: TableRules) -> tuple[tuple[str, bool], ...]:
    """Return every option that matters in these rules, and whether it differs from the ruleset's own.

    `chips_words` describes the chips.

    >>> from mjcompanion.rulesets import Ruleset
    >>> options_words(TableRules.of(Ruleset("simple")))[0]
    ('Limit: no limit', False)
    """
    preset = options_for(rules.rules)
    found = []
    for spec in rules.rules.options_used():
        if spec.key == "chips":
            continue
        ours, theirs = getattr(rules.options, spec.key), getattr(preset, spec.key)
        differs = ours != theirs
        each = (
            _("{option}: {ours} (the rules: {theirs})")
            if differs
            else pgettext("an option's value", "{option}: {ours}")
        )
        text = each.format(option=_(spec.label), ours=value_words(ours), theirs=value_words(theirs))
        found.append((text, differs))
    return tuple(found)


def house_words(rules: TableRules) -> tuple[str, ...]:
    """Return the options to show at the table, a few words each.

    >>> from mjcompanion.rulesets import Ruleset
    >>> house_words(TableRules.of(Ruleset("traditional")))
    ('limit 300', 'base 10', 'losers settle', 'East double')
    """
    preset, used = options_for(rules.rules), rules.rules.options_used()
    units = {spec.unit for spec in used}
    parts = []
    for spec in used:
        value = getattr(rules.options, spec.key)
        if spec.section == _CHIPS or spec.key in units:
            continue
        if spec.short_label or spec.short_label_off:
            parts.append(_in_sight(spec, value, rules))
        elif value != getattr(preset, spec.key):
            template = pgettext("an option's value", "{option}: {ours}")
            parts.append(template.format(option=_(spec.label), ours=value_words(value)))
    count = len(changed_rows(rules.rules, rules.options))
    parts += [ngettext("{n} rule changed", "{n} rules changed", count).format(n=number(count))] if count else []
    return tuple(filter(None, parts)) or (_("standard rules"),)


def _in_sight(spec: OptionSpec, value: object, rules: TableRules) -> str:
    if not value or not spec.short_label:
        return _(spec.short_label_off) if spec.short_label_off and not value else ""
    unit = option(spec.unit).choice_words(getattr(rules.options, spec.unit)) if spec.unit else ""
    points = figure(value) if isinstance(value, int) else ""
    return _(spec.short_label).format(points=points, unit=unit)


def chips_words(chips: ChipSet | None) -> str:
    """Describe the chips on the table.

    >>> chips_words(None)
    'No chips: points are written down'
    """
    if chips is None:
        return _("No chips: points are written down")
    each = [f"{piece.count} × {figure(piece.value)}" for piece in chips.pieces]
    name = _("our own") if chips.name == OWN_CHIPS else _(CHIP_WORDS.get(chips.name, (chips.name,))[0])
    pieces = pgettext("between things in a row", ", ").join(each)
    return _("{name}: {pieces} for each player").format(name=capital(name), pieces=pieces)


def purse_words(chips: ChipSet, state: ChipState, party: int, names: Sequence[str]) -> str:
    """Say what a party has and owes.

    >>> from mjcompanion.core.chips import AMERICAN
    >>> purse_words(AMERICAN, ChipState.start(AMERICAN), 0, ["Ann", "Bob", "Chuck", "Dora"])
    '4×200, 6×25 and 10×5: 1,000 points'
    """
    purse = state.purse(chips, party)
    pieces, points = pieces_words(purse.pieces(chips)) or _("no chips"), counted(purse.total(chips), "point")
    holding = pgettext("chips and their worth", "{pieces}: {points}").format(pieces=pieces, points=points)
    return pgettext("between the parts of a sentence", "; ").join([holding, *owed_words(state, party, names)])


def owed_words(state: ChipState, party: int, names: Sequence[str], most: int = LONGEST) -> tuple[str, ...]:
    """Say what a party owes the bank and others, with at most `most` letters of their names."""
    loan = state.loan(party)
    bank = [_("owes the bank {points}").format(points=figure(loan))] if loan else []
    each = _("owes {name} {points}")
    debts = [one for one in state.debts if one.debtor == party]
    others = [each.format(name=brief(names[one.creditor], most), points=figure(one.points)) for one in debts]
    return (*bank, *others)
