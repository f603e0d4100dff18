"""Mah Jongg Companion: takes the tiles of a finished hand, checks and scores it, and shows why."""

__version__ = "0.1.0"
