"""The Practice page: a hand to score by oneself, and where one differs."""

from .page import PracticePage

__all__ = ["PracticePage"]
