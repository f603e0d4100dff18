"""Words for games: their names, how they ended, the figures of the running score card."""

from __future__ import annotations

from typing import Final

from mjcompanion.core.hand import By
from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import _, capital, date, joined, ngettext, number, pgettext, sentences
from mjcompanion.ledger.values import GameRow
from mjcompanion.parsing.dates import to_local_time
from mjcompanion.rulesets import RULESETS
from mjcompanion.solitaire.deal import GAMES
from mjcompanion.table.words import brief

from ...widgets.words import hundredths_words

NO_FIGURE: Final = "–"
SEEN: Final = "↺"
"""The mark after the number of a deal that was played before."""
REDUCED: Final = frozenset(str(rules) for rules in GAMES if rules.single_player)
"""The ids of the games whose final score depends on how much of the wall was left."""


def day(at: str) -> str:
    """Return the local day of a time of the ledger."""
    return date(to_local_time(at).date())


def game_word(rules: str) -> str:
    """Return the short name of a game."""
    game = RULESETS[rules].virtual if rules in RULESETS else None
    return _(game.short) if game is not None else brief(rules)


def game_title(rules: str) -> str:
    """Return the whole name of a game."""
    game = RULESETS[rules].virtual if rules in RULESETS else None
    return _(game.name) if game is not None else brief(rules)


def games_counted(count: int) -> str:
    """Return the number of games in words."""
    return ngettext("{count} game", "{count} games", count).format(count=number(count))


def deal_words(row: GameRow) -> str:
    """Return the number of a deal, or that its walls were set up by hand."""
    if row.real:
        return _("real tiles")
    if row.seed is None:
        return _("a wall set up by hand")
    words = _("deal {number}, played before") if row.seen else _("deal {number}")
    return words.format(number=row.seed)


def deal_figure(row: GameRow) -> str:
    """Return the deal for the card: its number, marked where it was played before, or that the tiles were real."""
    if row.real:
        return pgettext("tiles, not virtual", "real")
    return NO_FIGURE if row.seed is None else f"{row.seed}{SEEN * row.seen}"


def score_figure(row: GameRow) -> str:
    """Return the score for the card."""
    return number(row.score) if row.won else NO_FIGURE


def percent_figure(row: GameRow) -> str:
    """Return how much of the wall was left, for the card."""
    return NO_FIGURE if row.percent is None else _("{number}\u00a0%").format(number=number(row.percent))


def final_figure(row: GameRow) -> str:
    """Return the final score for the card: to two decimals, in the simple game a whole number of points."""
    if row.final is None:
        return NO_FIGURE
    return number(row.score) if row.factor is None else hundredths_words(row.final)


def share(value: float) -> str:
    r"""A share in per cent.

    >>> share(0.585)
    '58\xa0%'
    """
    return _("{number}\u00a0%").format(number=number(100 * value, ".0f"))


def ending(row: GameRow) -> str:
    """Return how a game ended, in a few words."""
    if row.won:
        words = {
            By.DRAW: _("Mah Jongg with a tile from the wall"),
            By.DISCARD: _("Mah Jongg with a discard"),
            By.KONG_REPLACEMENT: _("Mah Jongg with a loose tile after a kong"),
            By.FLOWER_REPLACEMENT: _("Mah Jongg with a loose tile after a flower"),
            By.ROBBED_KONG: _("Mah Jongg by robbing a kong"),
            By.DEAL: _("Mah Jongg as dealt"),
            By.FIRST_DISCARD: _("Mah Jongg with the first discard"),
            "charleston": _("Mah Jongg in the Charleston"),
        }
        return words.get(row.by, _("Mah Jongg"))
    if row.winner:
        seat = next((wind.word for wind in WINDS if str(wind) == row.winner), row.winner)
        return _("not won: {seat} went out").format(seat=seat)
    return _("not won: the wall was used up")


def help_words(row: GameRow) -> str:
    """Return what help there was; nothing for a game without any."""
    parts = []
    if row.asked:
        words = ngettext("the coach asked once", "the coach asked {count} times", row.asked)
        parts.append(words.format(count=number(row.asked)))
    if row.taken_back:
        words = ngettext("a move taken back once", "moves taken back {count} times", row.taken_back)
        parts.append(words.format(count=number(row.taken_back)))
    return _("Assisted: {what}").format(what=joined(parts)) if parts else ""


def reckoning(row: GameRow) -> str:
    """Return the score, the adjustment and the final score in a line."""
    if not row.won:
        return ""
    if row.factor is None:
        return ngettext("{score} point", "{score} points", row.score).format(score=number(row.score))
    text = _("{score} × {factor} ({percent}) = {final}")
    return text.format(score=number(row.score), factor=row.factor, percent=percent_figure(row), final=final_figure(row))


def facts(row: GameRow) -> str:
    """Return the discards, the flowers and the card of a game."""
    parts = [ngettext("{count} discard", "{count} discards", row.discards).format(count=number(row.discards))]
    if row.flowers:
        words = ngettext("{count} flower or season", "{count} flowers and seasons", row.flowers)
        parts.append(words.format(count=number(row.flowers)))
    if row.card:
        parts.append(_("card {name}").format(name=brief(row.card)))
    return joined(parts)


def sentence(row: GameRow, when: str) -> str:
    """Return a whole game for screen readers."""
    parts = [when, titled(row), ending(row), reckoning(row), help_words(row)]
    return sentences(*[capital(part) for part in parts if part])


def titled(row: GameRow) -> str:
    """Return a game's name and deal."""
    return _("{game}, {deal}").format(game=game_title(row.rules), deal=deal_words(row))
