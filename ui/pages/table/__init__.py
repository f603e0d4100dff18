"""The Table page: four people, their winds, payments and chips."""

from .page import TablePage

__all__ = ["TablePage"]
