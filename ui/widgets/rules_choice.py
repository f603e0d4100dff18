"""The rules that four people can choose to play by: the rulesets, and the club's own."""

from __future__ import annotations

from mjcompanion.i18n.translation import _
from mjcompanion.rulesets import DEFAULT, Ruleset
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.table.rules import TableRules
from mjcompanion.table.words import brief

from ..shelves import Shelves
from .buttons import Choice
from .words import table_rules


class RulesChoice(Choice):
    """Offers the rules of a table, those of the club after the rulesets."""

    def __init__(self, shelves: Shelves, usual: str) -> None:
        super().__init__(_("Rules"))
        self._shelves, self._usual = shelves, usual
        self._club: dict[str, ClubRules] = {}

    def offer(self) -> None:
        """Offer what was read last; what is chosen stays chosen while it is there."""
        chosen = self.currentData() or self._usual
        self._club = {
            f"club:{one.file_name}": one.rules
            for one in self._shelves.rules
            if one.rules is not None and one.rules.for_table
        }
        rulesets = [(str(rules), words) for rules, words in table_rules().items()]
        self.set_choices([*rulesets, *((key, brief(rules.name, 40)) for key, rules in self._club.items())])
        self.choose_rules(chosen)

    def choose_rules(self, key: str) -> None:
        """Choose rules, if they are offered; those of an old session may be gone."""
        if self.findData(key) >= 0:
            self.choose(key)

    def key_of(self, rules: TableRules) -> str:
        """Return the key of the rules that a table was played by."""
        ours = (key for key, one in self._club.items() if (one.name, one.preset) == (rules.name, rules.rules))
        return next(ours, str(rules.rules))

    @property
    def club_rules(self) -> ClubRules | None:
        """The club's own rules, where those are chosen."""
        return self._club.get(self.currentData())

    @property
    def table_rules(self) -> TableRules:
        """The rules that are chosen, as a table plays them."""
        ours = self.club_rules
        return TableRules.of(Ruleset(self.currentData() or DEFAULT)) if ours is None else ours.table_rules()
