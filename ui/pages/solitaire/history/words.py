"""The record's words: the games, how they ended, the figures of the running score card."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from PySide6.QtCore import QCoreApplication

from .....american.hand import AmericanHand
from .....hand import By, Hand
from .....ledger.values import GameRow
from .....options import Ruleset
from .....problems import RuleError
from .....scoring.sheet import hundredths
from .....tiles import WINDS, Terms
from ....tiles import TileFace
from ....widgets import figure
from ...ledger.sheet import hand_faces
from ...ledger.words import brief, counted

GAMES: Final = (Ruleset.KEMP_CHINESE, Ruleset.KEMP_AMERICAN, Ruleset.SIMPLE)
NO_FIGURE: Final = "–"


def _tr(text: str) -> str:
    return QCoreApplication.translate("SolitaireRecord", text)


def game_word(rules: str) -> str:
    """The short name of a game."""
    words = {
        Ruleset.KEMP_CHINESE: _tr("Chinese"),
        Ruleset.KEMP_AMERICAN: _tr("American"),
        Ruleset.SIMPLE: _tr("Simple"),
    }
    return words.get(Ruleset(rules), rules) if rules in set(Ruleset) else brief(rules)


def game_title(rules: str) -> str:
    """The whole name of a game."""
    words = {
        Ruleset.KEMP_CHINESE: _tr("Kemp’s Chinese game"),
        Ruleset.KEMP_AMERICAN: _tr("Kemp’s American game"),
        Ruleset.SIMPLE: _tr("The simple game"),
    }
    return words.get(Ruleset(rules), rules) if rules in set(Ruleset) else brief(rules)


def games_counted(count: int) -> str:
    """So many games."""
    return counted(count, _tr("1 game"), _tr("{count} games"))


def deal_words(row: GameRow) -> str:
    """The number of a deal, or that its walls were set up by hand."""
    return _tr("deal {number}").format(number=row.seed) if row.seed is not None else _tr("a wall set up by hand")


def score_figure(row: GameRow) -> str:
    """The score as the card has it."""
    return figure(row.score) if row.won else NO_FIGURE


def percent_figure(row: GameRow) -> str:
    """How much of the wall was left, as the card has it."""
    return NO_FIGURE if row.percent is None else _tr("{number}\u00a0%").format(number=row.percent)


def final_figure(row: GameRow) -> str:
    """The final as the card has it: to two decimals, in the simple game a whole number of points."""
    if row.final is None:
        return NO_FIGURE
    return figure(row.score) if row.factor is None else points(row.final)


def points(value: Fraction) -> str:
    """Points to two decimals.

    >>> points(Fraction(9612, 129)), points(Fraction(2621440))
    ('74.51', '2,621,440.00')
    """
    whole, _, parts = hundredths(value).partition(".")
    return f"{int(whole):,}.{parts}"


def share(value: float) -> str:
    r"""A share in per cent.

    >>> share(0.585)
    '58\xa0%'
    """
    return _tr("{number}\u00a0%").format(number=f"{100 * value:.0f}")


def ending(row: GameRow) -> str:
    """How a game ended, in a few words."""
    if row.won:
        words = {
            By.DRAW: _tr("Mah Jongg with a tile from the wall"),
            By.DISCARD: _tr("Mah Jongg with a discard"),
            By.KONG_REPLACEMENT: _tr("Mah Jongg with a loose tile after a kong"),
            By.FLOWER_REPLACEMENT: _tr("Mah Jongg with a loose tile after a flower"),
            By.ROBBED_KONG: _tr("Mah Jongg by robbing a kong"),
            By.DEAL: _tr("Mah Jongg as dealt"),
            By.FIRST_DISCARD: _tr("Mah Jongg with the first discard"),
            "charleston": _tr("Mah Jongg in the Charleston"),
        }
        return words.get(row.by, _tr("Mah Jongg"))
    if row.winner:
        seat = next((wind.word for wind in WINDS if str(wind) == row.winner), row.winner)
        return _tr("not won: {seat} went out").format(seat=seat)
    return _tr("not won: the wall was used up")


def help_words(row: GameRow) -> str:
    """What help there was; empty for a game without any."""
    said = []
    if row.asked:
        said.append(counted(row.asked, _tr("the coach asked once"), _tr("the coach asked {count} times")))
    if row.taken_back:
        said.append(counted(row.taken_back, _tr("a move taken back once"), _tr("moves taken back {count} times")))
    return _tr("Assisted: {what}").format(what=", ".join(said)) if said else ""


def reckoning(row: GameRow) -> str:
    """The score, the adjustment and the final in a line."""
    if not row.won:
        return ""
    if row.factor is None:
        return _tr("{score} points").format(score=figure(row.score))
    said = _tr("{score} × {factor} ({percent}) = {final}")
    return said.format(score=figure(row.score), factor=row.factor, percent=percent_figure(row), final=final_figure(row))


def facts(row: GameRow) -> str:
    """What else is told of a game."""
    said = [counted(row.discards, _tr("1 discard"), _tr("{count} discards"))]
    if row.flowers:
        said.append(counted(row.flowers, _tr("1 flower or season"), _tr("{count} flowers and seasons")))
    if row.card:
        said.append(_tr("card {name}").format(name=brief(row.card)))
    return ", ".join(said)


def sentence(row: GameRow, when: str) -> str:
    """A whole game for those who hear it."""
    parts = [when, game_title(row.rules), deal_words(row), ending(row), reckoning(row), help_words(row)]
    return ". ".join(part[:1].upper() + part[1:] for part in parts if part) + "."


def tiles_of(row: GameRow, terms: Terms) -> tuple[TileFace, ...]:
    """The hand as a row of tiles; none where it can't be read."""
    try:
        if row.rules != Ruleset.KEMP_AMERICAN:
            return tuple(hand_faces(Hand.parse(row.hand), None, terms))
        hand = AmericanHand.parse(row.hand)
    except RuleError:
        return ()
    groups = [hand.concealed, *[one.tiles for one in hand.exposures]]
    return tuple(
        [TileFace(tile, gap=not at and bool(group)) for group, one in enumerate(groups) for at, tile in enumerate(one)]
    )
