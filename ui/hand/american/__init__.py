"""American hands on the Score page: tiles with jokers, a card, and the line that was won or is nearest."""

from .model import AmericanModel
from .panel import AmericanPanel

__all__ = ["AmericanModel", "AmericanPanel"]
