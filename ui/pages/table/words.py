"""The Table page's words for what the engine names by keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from mjcompanion.hand import By
from mjcompanion.options import Ruleset
from mjcompanion.table.events import BankItem, HandItem, PenaltyItem
from mjcompanion.table.settle import Why, because
from mjcompanion.table.table import Paid, Row, worth
from mjcompanion.tiles import Wind
from mjcompanion.words import number, trn

from ...parts import figure, signed

_LONGEST_NAME = 40


def _tr(text: str) -> str:
    return QCoreApplication.translate("TablePage", text)


def ruleset_words() -> dict[Ruleset, str]:
    """The names of the rules that four people play."""
    return {
        Ruleset.TRADITIONAL: _tr("Traditional"),
        Ruleset.CLASSICAL: _tr("Classical"),
        Ruleset.NMJL: _tr("American, yearly card"),
        Ruleset.AMERICAN_CLUB: _tr("American, club"),
        Ruleset.SIMPLE: _tr("Simple game"),
    }


def wind_words() -> dict[Wind, str]:
    """The winds, written out."""
    return {
        Wind.EAST: _tr("East"),
        Wind.SOUTH: _tr("South"),
        Wind.WEST: _tr("West"),
        Wind.NORTH: _tr("North"),
    }


def short(name: str, longest: int = _LONGEST_NAME) -> str:
    """A name in a sentence or on a button: in one line, and cut where it is very long."""
    plain = " ".join(name.split())
    return plain if len(plain) <= longest else f"{plain[: longest - 1]}…"


def won_words(item: HandItem, names: Sequence[str]) -> str:
    """How a hand ended, in a few words: "Ann, from Chuck", "Ann, drawn"."""
    if item.winner is None:
        return _tr("Wrong calls") if len(item.wrong_calls) > 2 else _tr("Nobody won")
    winner = short(names[item.winner], 18)
    if item.discarder is not None:
        other = short(names[item.discarder], 18)
        if item.by is By.ROBBED_KONG:
            return _tr("{winner}, robbed {other}").format(winner=winner, other=other)
        return _tr("{winner}, from {other}").format(winner=winner, other=other)
    ways = {
        By.DRAW: _tr("{winner}, drawn"),
        By.KONG_REPLACEMENT: _tr("{winner}, after a kong"),
        By.FLOWER_REPLACEMENT: _tr("{winner}, after a flower"),
        By.DEAL: _tr("{winner}, as dealt"),
    }
    return ways.get(item.by, "{winner}").format(winner=winner) if item.by is not None else winner


def row_words(row: Row, names: Sequence[str]) -> tuple[str, str]:
    """A row of the list in two short lines."""
    item = row.item
    if isinstance(item, HandItem):
        counted = worth(row)
        head = number(row.number) if counted is None else f"{number(row.number)} · {number(counted)}"
        return head, won_words(item, names)
    if isinstance(item, PenaltyItem):
        return _tr("Penalty · {points}").format(points=number(item.points)), short(names[item.payer], 18)
    if isinstance(item, BankItem):
        head = _tr("Borrowed · {points}") if item.points > 0 else _tr("Repaid · {points}")
        return head.format(points=number(abs(item.points))), short(names[item.player], 18)
    return _tr("Seats"), _tr("thrown anew")


def payment_words(paid: Paid, names: Sequence[str]) -> str:
    """A payment in a line: who pays whom, and why: "Chuck pays Ann double: East"."""
    payer, payee = short(names[paid.payer], 24), short(names[paid.payee], 24)
    payment = paid.payment
    why, bet = because(payment), Why.BET in payment.reasons
    if not why:
        told = _tr("{payer} pays {payee} (the bet)") if bet else _tr("{payer} pays {payee}")
    elif payment.factor > 1:
        told = _tr("{payer} pays {payee} {why} (the bet)") if bet else _tr("{payer} pays {payee} {why}")
    elif Why.DIFFERENCE in payment.reasons:
        told = _tr("{payer} pays {payee} the difference")
    else:
        told = _tr("{payer} pays {payee} (the bet): {why}") if bet else _tr("{payer} pays {payee}: {why}")
    return told.format(payer=payer, payee=payee, why=why)


def points_counted(points: int) -> str:
    """So many points."""
    return trn("{n} point", "{n} points", abs(points)).format(n=figure(points))


def change_words(points: int) -> str:
    """A gain or a loss, for ears."""
    if not points:
        return _tr("no change")
    return _tr("last change {points}").format(points=signed(points))
