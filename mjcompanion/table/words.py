"""What happened at a table in plain words: rows of the list, payments, corrections, options, chips.

For paper and other plain texts; the window has the same in the person's own language.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mjcompanion.hand import By
from mjcompanion.options import OptionKind, OptionSpec, Ruleset, options_for, options_used
from mjcompanion.problems import listed
from mjcompanion.table.chips import ChipSet, ChipState, Pieces
from mjcompanion.table.events import HandItem, Number, PenaltyItem, SeatsItem
from mjcompanion.table.rotation import Position
from mjcompanion.table.rules import TableRules
from mjcompanion.table.settle import Why, because, explain
from mjcompanion.table.table import Paid, Row, Trace, worth
from mjcompanion.tiles import WINDS

LONGEST: Final = 40
"""Letters of a name in a sentence."""
_LONGEST_REASON: Final = 80


def figure(value: int) -> str:
    """A number of points, with a true minus.

    >>> figure(-1128), figure(0)
    ('−1,128', '0')
    """
    return f"{value:,}".replace("-", "−")


def signed(value: int) -> str:
    """What a number of points grew or shrank by.

    >>> signed(64), signed(-40), signed(0)
    ('+64', '−40', '0')
    """
    return f"+{value:,}" if value > 0 else figure(value)


def counted(count: int, one: str) -> str:
    """A number and what it counts.

    >>> counted(1, "hand"), counted(1200, "point")
    ('1 hand', '1,200 points')
    """
    return f"{count:,} {one}" if count == 1 else f"{count:,} {one}s"


def average_words(points: int, count: int) -> str:
    """Points for each of so many, to one decimal, rounded half up; empty without any.

    >>> average_words(100, 3), average_words(1, 20), average_words(5, 0)
    ('33.3', '0.1', '')
    """
    if not count:
        return ""
    tenths = (20 * points + count) // (2 * count)
    return f"{tenths // 10:,}.{tenths % 10}"


def brief(name: str, most: int = LONGEST) -> str:
    """A name as one line that fits into a sentence.

    >>> brief("Ann  Lee"), brief("A" * 50, 5)
    ('Ann Lee', 'AAAA…')
    """
    line = " ".join(name[: 4 * most].split())
    return line if len(line) <= most and len(name) <= 4 * most else f"{line[: most - 1].rstrip()}…"


def joined(names: Iterable[str]) -> str:
    """Names in a sentence.

    >>> joined(["Ann"]), joined(["Ann", "Bob", "Chuck"])
    ('Ann', 'Ann, Bob and Chuck')
    """
    shown = [brief(name) for name in names]
    return listed(shown) if len(shown) > 1 else "".join(shown)


# rows


def row_title(row: Row) -> str:
    """What a row is.

    >>> row_title(Row("1", HandItem(), 3, Position((0, 1, 2, 3), 0, 0), Position((0, 1, 2, 3), 1, 0), (), ()))
    'Hand 3'
    """
    item = row.item
    if isinstance(item, HandItem):
        return f"Hand {row.number:,}"
    if isinstance(item, PenaltyItem):
        return "Penalty"
    return "New seats" if isinstance(item, SeatsItem) else "Bank"


def outcome(row: Row, names: Sequence[str]) -> str:
    """What happened, in a sentence without its full stop; `names` are those of the parties.

    >>> hand = HandItem(winner=1, by=By.DISCARD, discarder=2)
    >>> row = Row("1", hand, 1, Position((0, 1, 2, 3), 0, 0), Position((0, 1, 2, 3), 1, 0), (), ())
    >>> outcome(row, ["Ann", "Bob", "Chuck", "Dora"])
    'Bob won, Chuck discarded'
    """
    item = row.item
    if isinstance(item, HandItem):
        return _ending(row, item, names)
    if isinstance(item, PenaltyItem):
        each = " each" if len(item.payees) > 1 else ""
        payees = joined(names[one] for one in item.payees)
        said = f"{brief(names[item.payer])} pays {payees} {figure(item.points)}{each}"
        return f"{said}: {item.why}" if item.why else said
    if isinstance(item, SeatsItem):
        return f"Seats thrown anew: {brief(names[item.east])} is East"
    name, points = brief(names[item.player]), figure(abs(item.points))
    return f"{name} gives the bank back {points}" if item.points < 0 else f"{name} borrows {points} from the bank"


def _ending(row: Row, item: HandItem, names: Sequence[str]) -> str:
    wrong = f"wrong calls by {joined(names[one] for one in item.wrong_calls)}"
    if item.winner is None:
        return f"{wrong[:1].upper()}{wrong[1:]}" if item.wrong_calls else "Nobody won"
    discarder = None if item.discarder is None else brief(names[item.discarder])
    ways = {
        None: "won",
        By.DRAW: "won, self-drawn",
        By.DISCARD: "won with a discard" if discarder is None else f"won, {discarder} discarded",
        By.KONG_REPLACEMENT: "won with a loose tile after a kong",
        By.FLOWER_REPLACEMENT: "won with a loose tile after a flower",
        By.ROBBED_KONG: "won by robbing a kong" if discarder is None else f"won, robbing a kong of {discarder}",
        By.DEAL: "won as dealt",
        By.FIRST_DISCARD: "won with East’s first discard",
    }
    said = [f"{brief(names[item.winner])} {ways[item.by]}"]
    points = worth(row)
    said += [counted(points, "point")] if item.value is not None and points is not None else []
    said += ["the last tile"] if item.last_tile else []
    said += ["no jokers"] if item.jokerless else []
    said += ["singles and pairs"] if item.singles_and_pairs else []
    said += [wrong] if item.wrong_calls else []
    said += [f"dead: {joined(names[one] for one in item.dead)}"] if item.dead else []
    if item.bet is not None:
        off = ", shown too soon" if item.bet.shown else ""
        said.append(f"{brief(item.bet.name)} bet on {brief(names[item.bet.on])}{off}")
    return ", ".join(said)


def seated(position: Position, names: Sequence[str]) -> str:
    """Who sits where.

    >>> seated(Position((0, 1, 2, 3), 1, 0), ["Ann", "Bob", "Chuck", "Dora"])
    'East Bob, South Chuck, West Dora, North Ann'
    """
    return ", ".join(f"{wind.word} {brief(names[position.player_at(wind)])}" for wind in WINDS)


def payment_words(paid: Paid, position: Position, names: Sequence[str]) -> str:
    """Who pays whom how much, and why.

    >>> from mjcompanion.table.settle import Payment
    >>> payment = Payment(WINDS[0], WINDS[1], 64, (Why.WINNER, Why.EAST), 32, 2)
    >>> payment_words(Paid(0, 1, 64, payment), Position((0, 1, 2, 3), 0, 0), ["Ann", "Bob", "Chuck", "Dora"])
    'Ann pays Bob 64 (double: East)'
    """
    payment = paid.payment
    said = f"{brief(names[paid.payer])} pays {brief(names[paid.payee])} {figure(paid.points)}"
    if Why.BET in payment.reasons:
        seats = {str(wind): brief(names[position.player_at(wind)]) for wind in WINDS}
        why = explain(payment, seats)
    else:
        why = because(payment)
    return f"{said} ({brief(why, _LONGEST_REASON)})" if why else said


# corrections


def trace_title(trace: Trace) -> str:
    """Which item a correction was about, and what happened to it."""
    was, now = trace.was, trace.now
    if was is None:
        said = "Something was put in" if now is None else f"{row_title(now)} was put in"
    else:
        said = f"{row_title(was)} was taken out" if now is None else f"{row_title(was)} was changed"
    return said if trace.counts else f"{said}, and that was undone"


def trace_side(row: Row | None, names: Sequence[str]) -> str:
    """One side of a correction: what happened, and who scored what; empty where nothing stood."""
    if row is None:
        return ""
    scores = ", ".join(
        f"{brief(names[player])} {figure(score)}" for player, score in enumerate(row.scores) if score is not None
    )
    said = outcome(row, names)
    return f"{said} ({scores})" if scores else said


def is_by_hand(row: Row, player: int) -> bool:
    """Whether a player's score was entered as a number."""
    item = row.item
    return isinstance(item, HandItem) and player < len(item.scores) and isinstance(item.scores[player], Number)


# rules and chips

RULES_WORDS: Final = {
    Ruleset.TRADITIONAL: "Traditional",
    Ruleset.CLASSICAL: "Classical",
    Ruleset.NMJL: "American, yearly card",
    Ruleset.AMERICAN_CLUB: "American, club",
    Ruleset.SIMPLE: "Simple game",
}
"""The rules that are played at a table."""

_VALUES: Final = {
    "american": "American chips",
    "counting-sticks": "counting sticks",
    "points": "10 points each",
    "doubles": "a double each",
}


def rules_title(rules: TableRules) -> str:
    """The club's name for its rules, and the ruleset they are made from.

    >>> rules_title(TableRules.of(Ruleset.CLASSICAL)), rules_title(TableRules.of(Ruleset.CLASSICAL, name="Ours"))
    ('Classical', 'Ours, made from Classical')
    """
    preset = RULES_WORDS[rules.rules]
    return f"{rules.name}, made from {preset}" if rules.name else preset


def value_words(spec: OptionSpec, value: object) -> str:
    """The value of a house option in words."""
    if spec.kind is OptionKind.BOOL:
        return "yes" if value else "no"
    if spec.kind is OptionKind.LIMIT and value is None:
        return "no limit"
    return figure(value) if isinstance(value, int) else _VALUES.get(str(value), str(value))


def options_words(rules: TableRules) -> tuple[tuple[str, bool], ...]:
    """Every option that makes a difference in these rules, and whether it differs from the ruleset's own.

    The chips on the table are told by themselves: `chips_words`.

    >>> options_words(TableRules.of(Ruleset.SIMPLE))
    (('Limit: no limit', False),)
    """
    preset = options_for(rules.rules)
    said = []
    for spec in options_used(rules.rules):
        if spec.key == "chips":
            continue
        ours, theirs = getattr(rules.options, spec.key), getattr(preset, spec.key)
        differs = ours != theirs
        also = f" (the rules: {value_words(spec, theirs)})" if differs else ""
        said.append((f"{spec.label}: {value_words(spec, ours)}{also}", differs))
    return tuple(said)


def chips_words(chips: ChipSet | None) -> str:
    """The chips on the table.

    >>> chips_words(None)
    'No chips: points are written down'
    """
    if chips is None:
        return "No chips: points are written down"
    pieces = ", ".join(f"{piece.count} × {figure(piece.value)}" for piece in chips.pieces)
    name = _VALUES.get(chips.name, chips.name)
    return f"{name[:1].upper()}{name[1:]}: {pieces} for each player"


def held_words(chips: ChipSet, state: ChipState, party: int, names: Sequence[str]) -> str:
    """What a party holds, and owes.

    >>> from mjcompanion.table.chips import AMERICAN
    >>> held_words(AMERICAN, ChipState.start(AMERICAN), 0, ["Ann", "Bob", "Chuck", "Dora"])
    '4×200, 6×25, 10×5: 1,000 points'
    """
    purse = state.purse(chips, party)
    said = [f"{_pieces_words(purse.pieces(chips))}: {counted(purse.total(chips), 'point')}"]
    loan = state.loan(party)
    said += [f"owes the bank {figure(loan)}"] if loan else []
    said += [f"owes {brief(names[one.creditor])} {figure(one.points)}" for one in state.debts if one.debtor == party]
    return "; ".join(said)


def _pieces_words(pieces: Pieces) -> str:
    return ", ".join(f"{count:,}×{value:,}" for value, count in pieces) or "no chips"
