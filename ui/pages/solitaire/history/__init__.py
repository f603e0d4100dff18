"""The record of finished virtual games: a running score card like Kemp's, and what became of all of them."""

from .view import RecordView

__all__ = ["RecordView"]
