"""Mah Jongg Companion: takes the tiles of a finished hand, checks and scores it, and shows why.

The public names are in `__all__` and in docs/api.md, and stay. Each name is loaded when first asked for.

>>> from mjcompanion import Hand, Ruleset, ScoringContext, score
>>> score(Hand.parse("123m 456p 99s (777z) [1111s] 1f"), ScoringContext(Ruleset("traditional"))).score
200
"""

from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "mjcompanion.american.card": ("Card",),
    "mjcompanion.american.hand": ("AmericanHand",),
    "mjcompanion.american.match": ("Matcher", "Nearest"),
    "mjcompanion.american.score": ("AmericanSheet", "score_american"),
    "mjcompanion.american.card_library": ("find_card",),
    "mjcompanion.core.hand": ("By", "Hand", "HowWon"),
    "mjcompanion.ledger.ledger": ("Ledger",),
    "mjcompanion.core.errors": ("Problem", "RuleError"),
    "mjcompanion.rulesets": ("RULESETS", "Ruleset", "options_for"),
    "mjcompanion.scoring.request": ("score_request",),
    "mjcompanion.scoring.score": ("readings", "score"),
    "mjcompanion.scoring.sheet": ("ScoreSheet",),
    "mjcompanion.scoring.context": ("ScoringContext",),
    "mjcompanion.solitaire.deal": ("Deal",),
    "mjcompanion.solitaire.hand_advice": ("advise_request",),
    "mjcompanion.solitaire.players": ("RandomPlayer", "play_out"),
    "mjcompanion.solitaire.record": ("begin",),
    "mjcompanion.table.request": ("settle_request",),
    "mjcompanion.table.settle": ("Ending", "Settlement", "explain", "settle"),
    "mjcompanion.core.tiles": ("Tile", "Wind"),
    "mjcompanion.wall.breaks": ("Break", "break_wall"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}
__all__ = ["__version__", *sorted(_HOME)]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOME[name]), name)
    return found
