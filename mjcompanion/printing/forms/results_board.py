"""The board on which the results of a tournament are written by hand: a line a player, a box for each round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reportlab.platypus import Flowable  # type: ignore[import-untyped]

from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.ledger.values import Contest
from mjcompanion.printing.document import Printed
from mjcompanion.printing.forms.club_parts import BOXES, ContestForm
from mjcompanion.printing.layout import ruled_table
from mjcompanion.printing.page import BOX, PrintStyle
from mjcompanion.table.words import brief

_ROUNDS: Final = 8
"""The rounds that one board has room for."""
_NUMBER, _NAME, _LAST = 24.0, 0.32, 50.0
"""The width of the column for numbers, the part of the page for names, and the least width of totals and places."""


def lay_out(contest: Contest, style: PrintStyle) -> Printed:
    """Return a board for eight rounds, and others for those after them; the last has the totals."""
    form = _Board(contest, _("{title}: results"), style)
    rounds = range(len(contest.tournament.draw))
    boards = [rounds[at : at + _ROUNDS] for at in range(0, len(rounds), _ROUNDS)]
    return Printed(form.foot, form.pages(form.board(one) for one in boards), _("Results board"))


class _Board(ContestForm):
    """The flowables of the form."""

    def board(self, rounds: range) -> Iterator[Flowable]:
        """Yield the board of some rounds."""
        yield from self.heading(_("Results"), self.below, 30)
        scale, width = self.style.scale, self.style.width
        names = self.contest.names
        whole = rounds.stop == len(self.tournament.draw)
        last = (_("Total"), pgettext("in a ranking", "Place")) if whole else ()
        fixed = [_NUMBER * scale, _NAME * width]
        written = [self._name(at, fixed[1] - 4) for at in range(len(names))]
        rows = [self.heads(("", _("Player"), *[number(at + 1) for at in rounds], *last))]
        rows += [
            [self.words(number(at + 1), self.text, align="centre"), name, *[""] * (len(rounds) + len(last))]
            for at, name in enumerate(written)
        ]
        fixed += [max(_LAST, self.widest(last))] * len(last)
        each = (width - sum(fixed)) / len(rounds)
        highs = [max(BOX * scale, name.wrap(fixed[1] - 4, 0)[1] + 4) for name in written]
        widths = [*fixed[:2], *[each] * len(rounds), *fixed[2:]]
        yield ruled_table(rows, widths, heights=[2.2 * self.small, *highs], more=BOXES)

    def _name(self, player: int, width: float) -> Flowable:
        """Return a player's name; nothing where the player is only a number so far."""
        name = brief(self.contest.names[player], 60)
        return self.fitted("" if name == number(player + 1) else name, 1.15 * self.text, width, align="left")
