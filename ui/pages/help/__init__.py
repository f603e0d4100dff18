"""The Help page: the handbook, with its contents, a search, and a way back."""

from .page import HelpPage

__all__ = ["HelpPage"]
