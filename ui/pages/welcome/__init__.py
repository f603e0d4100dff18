"""What a newcomer sees first: three questions on one page."""

from .page import WelcomePage, show_welcome

__all__ = ["WelcomePage", "show_welcome"]
