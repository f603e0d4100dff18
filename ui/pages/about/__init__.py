"""What this program is, what it is made with, where the data lies, and what went wrong."""

from .page import AboutPage

__all__ = ["AboutPage"]
