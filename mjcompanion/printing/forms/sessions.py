"""The sessions of some days in brief: each player's results under each set of rules, and one line per session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reportlab.platypus import Flowable, Spacer  # type: ignore[import-untyped]

from mjcompanion.i18n.translation import N_, _, joined, pgettext
from mjcompanion.ledger.values import SeatFigures, table_titles
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fonts import clean
from mjcompanion.printing.layout import HEADING, FormText, paginate, ruled_table
from mjcompanion.printing.page import QUIET, PrintStyle
from mjcompanion.printing.values import SessionsSource
from mjcompanion.table.final_settlement import winner_words
from mjcompanion.table.session import SessionSource
from mjcompanion.table.words import brief, counted, figure, rules_title, signed, table_title

TITLE: Final = N_("Sessions in brief")
_FIGURE: Final = 42.0
"""The width of a column of figures in points."""
_DAY: Final = 62.0
_LONGEST: Final = 60


def lay_out(source: SessionsSource, style: PrintStyle) -> Printed:
    """Return the sessions that a search found, all on a page where they are a month's."""
    days = [one.day for one in source.sessions]
    since, until = source.since or min(days, default=""), source.until or max(days, default="")
    title = since if since == until else _("{since} to {until}").format(since=since, until=until)
    brief_form = _Brief(source, style)
    named = pgettext("a form and its days", "{form}, {days}").format(form=_(TITLE), days=title)
    return Printed(clean(named), paginate(brief_form.story(named), style, brief_form.lettering, named), _(TITLE))


class _Brief(FormText):
    """The flowables of the form."""

    def __init__(self, source: SessionsSource, style: PrintStyle) -> None:
        super().__init__(style)
        self.source = source

    def story(self, title: str) -> Iterator[Flowable]:
        """Yield the title, the players of each set of rules, and the sessions."""
        hands = sum(len(one.table.hands) for one in self.source.sessions)
        facts = f"{counted(len(self.source.sessions), 'session')} · {counted(hands, 'hand')}"
        yield from self.heading(title, facts)
        for rules, table in zip(table_titles(self.source.tables), self.source.tables, strict=True):
            yield Spacer(0, 1.2 * self.text)
            yield self.title(rules, HEADING)
            yield self._players(table.players)
        yield Spacer(0, 1.2 * self.text)
        yield self.title(_("Sessions"), HEADING)
        yield self._sessions()

    def _players(self, players: Sequence[SeatFigures]) -> Flowable:
        """Return a line a player, the highest net first: sessions, hands, wins, places, the best hand and the net."""
        most = max((len(one.places) for one in players), default=0)
        ranks = [figure(place) for place in range(1, most + 1)]
        heads = (
            _("Player"),
            _("Sessions"),
            pgettext("games at the table", "Hands"),
            pgettext("how many hands", "Won"),
            *[pgettext("how often in this place", "Place {n}").format(n=rank) for rank in ranks],
            pgettext("of the hands won", "Best"),
            pgettext("won less lost", "Net"),
        )
        rows = [self.column_heads(*heads, left=1)]
        for one in sorted(players, key=lambda one: -one.net):
            places = [figure(one.places[at]) if at < len(one.places) else "" for at in range(most)]
            best = "" if one.best is None else figure(one.best)
            cells = (figure(one.sessions), figure(one.hands), figure(one.wins), *places, best, signed(one.net))
            rows.append([self.words(brief(one.name, _LONGEST)), *[self.words(cell, align="right") for cell in cells]])
        count = len(heads) - 1
        wide = min(_FIGURE * self.style.scale, 0.75 * self.style.width / count)
        return ruled_table(rows, [self.style.width - count * wide, *[wide] * count])

    def _sessions(self) -> Flowable:
        scale, width = self.style.scale, self.style.width
        hands = _FIGURE * scale
        rows = [
            self.column_heads(
                _("Day"),
                pgettext("where four play", "Table"),
                _("Result"),
                pgettext("games at the table", "Hands"),
                left=3,
            )
        ]
        rows += [self._session(one) for one in self.source.sessions]
        day = _DAY * scale
        rest = width - day - hands
        return ruled_table(rows, [day, 0.42 * rest, 0.58 * rest, hands])

    def _session(self, source: SessionSource) -> list[Flowable | str]:
        """Return the line of a session: day, title and rules, who won and everybody's net, hands."""
        table = source.table
        names = (*source.names, *table.bettors)
        each = pgettext("a player's score", "{name} {score}")
        order = sorted(table.parties, key=lambda party: table.start_of(party) - table.balances[party])
        nets = joined(
            [
                each.format(name=brief(names[party]), score=signed(table.balances[party] - table.start_of(party)))
                for party in order
            ]
        )
        result = f"{winner_words(table, names)} · {nets}" if table.ended else nets
        about = f"{brief(table_title(table), _LONGEST)} · {brief(rules_title(table.rules), _LONGEST)}"
        return [
            self.words(source.day, grey=QUIET),
            self.words(about),
            self.words(result, self.small),
            self.words(figure(len(table.hands)), align="right"),
        ]
