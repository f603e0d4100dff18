"""The Solitaire page: three games on a virtual wall."""

from .page import SolitairePage

__all__ = ["SolitairePage"]
