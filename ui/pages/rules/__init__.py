"""The Rules page: the rulesets, the club's own rules made from them, and what differs."""

from .page import RulesPage

__all__ = ["RulesPage"]
