"""The pages of the window, each in a folder of its own, in the order of the rail."""

from typing import Final

from ..page import register
from . import about, cards, club, help, ledger, practice, print, rules, score, settings, solitaire, table  # noqa: A004

PAGES: Final = (
    score.PAGE,
    table.PAGE,
    solitaire.PAGE,
    ledger.PAGE,
    print.PAGE,
    club.PAGE,
    cards.PAGE,
    practice.PAGE,
    rules.PAGE,
    help.PAGE,
    settings.PAGE,
    about.PAGE,
)

register(PAGES)
