"""The Ledger page: what was played, by whom, and how it went."""

from .page import LedgerPage

__all__ = ["LedgerPage"]
