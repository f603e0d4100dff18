"""What a newcomer sees first: three questions on one page."""

from .page import WelcomePage

__all__ = ["WelcomePage"]
