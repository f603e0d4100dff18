"""The Print page: every form, blank or filled in, as the PDF that is saved or printed."""

from .page import PrintPage

__all__ = ["PrintPage"]
