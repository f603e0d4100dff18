"""The page of a shelf: what there is at the left, what is chosen at the right, and what the two of them know."""

from .faults import FaultCard
from .model import OpenDocument, RefusedFile, ShelfModel
from .page import ShelfPage, ShelfWords

__all__ = ["FaultCard", "OpenDocument", "RefusedFile", "ShelfModel", "ShelfPage", "ShelfWords"]
