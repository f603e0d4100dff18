"""The rulesets, one file each. Every file in this folder is read; nothing else names them.

>>> [str(rules) for rules in RULESETS.values() if rules.single_player]
['kemp-chinese', 'kemp-american']
"""

from importlib import import_module
from pkgutil import iter_modules

from mjcompanion.i18n.translation import N_
from mjcompanion.rules.house import changed_options, find_ruleset, options_for, stored_house
from mjcompanion.rules.ruleset import RULESETS, Possible, Ruleset

__all__ = [
    "DEFAULT",
    "RULESETS",
    "UNKNOWN_GAMES",
    "Possible",
    "Ruleset",
    "changed_options",
    "find_ruleset",
    "options_for",
    "read_folder",
    "stored_house",
]


def read_folder() -> None:
    """Make the rulesets of this package known, those in folders that were added to its path too."""
    for found in iter_modules(__path__, f"{__name__}."):
        import_module(found.name)


read_folder()
DEFAULT = next(iter(RULESETS.values()))
"""The rules that stand chosen until somebody chooses others."""
UNKNOWN_GAMES = (
    N_("riichi"),
    N_("Chinese official (MCR)"),
    N_("Taiwanese"),
    N_("Dutch (NTS)"),
)
"""Games that people ask for and no ruleset scores, by the names they use."""
