"""The Cards page: the cards for American hands, as cards look, and the writing of one's own."""

from .page import CardsPage

__all__ = ["CardsPage"]
