"""The coach's drawer: advice on request, and the playing out of Kemp's question."""

from .drawer import CoachDrawer

__all__ = ["CoachDrawer"]
