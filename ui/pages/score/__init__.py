"""The Score page: the tiles of a finished hand go in, a score that explains itself comes out."""

from .page import ScorePage

__all__ = ["ScorePage"]
