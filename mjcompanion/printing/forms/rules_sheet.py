"""A rule sheet: a set of rules on a page, in large print on several. What it says is `rules_parts`'s."""

from __future__ import annotations

from mjcompanion.i18n.translation import _
from mjcompanion.printing.document import Printed
from mjcompanion.printing.forms.part_sheet import lay_out_sheet
from mjcompanion.printing.forms.rules_parts import facts, parts, title
from mjcompanion.printing.page import PrintStyle
from mjcompanion.rulesets import Ruleset


def lay_out(rules: Ruleset, style: PrintStyle) -> Printed:
    """The sheet of a ruleset as it is without house options of its own.

    >>> len(lay_out(Ruleset("classical"), PrintStyle()).pages)
    1
    """
    name = title(rules)
    foot = _("Rule sheet: {rules}, after {source}").format(rules=name, source=_(rules.taken_from))
    document = Printed(_("Rule sheet: {rules}").format(rules=name), subject=_("Rule sheet"))
    return lay_out_sheet(document, name, facts(rules), parts(rules, terms=style.terms), style, foot)
