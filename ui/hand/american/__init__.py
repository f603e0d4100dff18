"""American hands on the Score page: tiles with jokers, a card, and the line that was won or is nearest."""

from .panel import AmericanPanel
from .presenter import AmericanPresenter

__all__ = ["AmericanPanel", "AmericanPresenter"]
