"""The referee: the consequences of a fault, in words and as a penalty."""

from __future__ import annotations

import msgspec

from mjcompanion.core.options import Options
from mjcompanion.i18n.text_width import join_lines
from mjcompanion.i18n.translation import _, capital, number, pgettext
from mjcompanion.rules.fault import Fault, Who
from mjcompanion.rulesets import Ruleset
from mjcompanion.table.events import PenaltyItem
from mjcompanion.table.table import Table


def custom_words() -> str:
    """Explain the mark of a fault that is a custom."""
    return _("These rules don’t say. This is common practice.")


def paid(fault: Fault, rules: Ruleset, options: Options) -> str:
    """Say who pays whom how much; empty if the fault costs nothing.

    >>> from mjcompanion.rulesets import options_for
    >>> rules = Ruleset("traditional")
    >>> paid(next(one for one in rules.faults if one.id == "false-mah-jongg"), rules, options_for(rules))
    'The player at fault pays each of the others 150. Whatever East pays or gets is double.'
    """
    if fault.payer is Who.NOBODY:
        return ""
    if fault.refunds:
        sentence = _("{payer} pays {payee} back.")
        return capital(sentence.format(payer=_(fault.payer.value), payee=_(fault.payee.value)))
    amount = fault.amount(options)
    template = _("{payer} pays {payee} {amount}.")
    if doubles(fault, rules, options):
        template = _("{payer} pays {payee} {amount}. Whatever East pays or gets is double.")
    what = pgettext("an amount", "what the players agree on") if amount is None else number(amount)
    if fault.times:
        what = pgettext("an amount", "{n} times the value of the hand").format(n=fault.times)
    return capital(template.format(payer=_(fault.payer.value), payee=_(fault.payee.value), amount=what))


def doubles(fault: Fault, rules: Ruleset, options: Options) -> bool:
    """Whether East pays and gets double for a fault at this table."""
    return fault.east and "east_double" in rules.uses and options.east_double


def consequences(fault: Fault, rules: Ruleset, options: Options) -> str:
    """Say all that follows from a fault."""
    sentences = [_(fault.law) if fault.law else "", paid(fault, rules, options)]
    return join_lines([one for one in sentences if one])


def penalty(payer: int, payees: tuple[int, ...], points: int, why: str, east: int | None) -> PenaltyItem:
    """Return the item of a penalty; the player `east`, if any, pays and gets double.

    >>> penalty(1, (0, 2, 3), 150, "", 0).amounts, penalty(0, (1, 2, 3), 150, "", 0).amounts
    ((300, 150, 150), (300, 300, 300))
    """
    if payer == east:
        return PenaltyItem(payer, payees, 2 * points, why)
    return PenaltyItem(payer, payees, points, why, (east,) if east in payees else msgspec.UNSET)


def refund(table: Table) -> tuple[int, tuple[int, ...], int, bool] | None:
    """Return what the discarder of the last hand refunds: payer, payees, points, and whether East gets double.

    Players are their present places. None if no discard won, or the discarder has left.
    """
    hand = table.hands[-1] if table.hands else None
    place = {person: at for at, person in enumerate(table.seating.sits)}
    if hand is None or hand.discarder not in place:
        return None
    cost = {place[one.payer]: one.points for one in hand.paid if one.payee == hand.winner and one.payer in place}
    payer = place[hand.discarder]
    payees = tuple(one for one in sorted(cost) if one != payer)
    if not payees:
        return None
    least = min(cost[one] for one in payees)
    return payer, payees, least, any(cost[one] > least for one in payees)


def east_then(table: Table) -> int | None:
    """Return the present place of the last hand's East; None before any hand, and if that player has left."""
    hand, sits = table.hands[-1] if table.hands else None, table.seating.sits
    east = None if hand is None else hand.sits[hand.before.east]
    return sits.index(east) if east in sits else None


def referee_place(rules: Ruleset) -> str:
    """Return the place in the handbook for the claims and faults of these rules.

    >>> referee_place(Ruleset("nmjl"))
    'referee#referee-nmjl'
    """
    return f"referee#referee-{rules}"
