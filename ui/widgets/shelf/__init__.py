"""The page of a shelf: what there is at the left, what is chosen at the right, and what the two of them know."""

from .faults import FaultCard
from .page import ShelfPage, ShelfWords
from .presenter import OpenDocument, RefusedFile, ShelfPresenter

__all__ = ["FaultCard", "OpenDocument", "RefusedFile", "ShelfPage", "ShelfPresenter", "ShelfWords"]
