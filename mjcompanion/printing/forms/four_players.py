"""A sheet for the hands of a table of four: winds, points, doubles, scores, who pays whom, balances.

Blank it has room for several hands; filled it shows all that a table's list has, as the table worked it out.
Source: RULES 5 (docs/rules.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Final

import msgspec
from reportlab.lib.colors import Color, black  # type: ignore[import-untyped]
from reportlab.platypus import Flowable, Spacer, Table  # type: ignore[import-untyped]

from mjcompanion.core.hand import By, feat_names
from mjcompanion.core.options import OPTIONS
from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import N_, _, joined, pgettext
from mjcompanion.i18n.translation import number as written
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fields import FormNumber, added
from mjcompanion.printing.fonts import LEAST
from mjcompanion.printing.layout import Asked, Field, FormText, Words, paginate, plain_table, tagged_table
from mjcompanion.printing.page import BOX, HAIR, PALE, QUIET, SMALLEST, THICK, THIN, PrintStyle
from mjcompanion.rulesets import changed_options
from mjcompanion.table.club_rules import value_words
from mjcompanion.table.events import BankItem, HandItem, PenaltyItem, PeopleItem, SeatsItem
from mjcompanion.table.rotation import PLAYERS
from mjcompanion.table.rows import TableRow
from mjcompanion.table.rules import TableRules
from mjcompanion.table.session import SessionSource
from mjcompanion.table.words import figure, payment_words, people_words, signed, started_words

_GREY: Final = Color(PALE - 0.08, PALE - 0.08, PALE - 0.08)
TITLE: Final = N_("Hand sheet for four players")
NONE: Final = "–"
"""The sign for points and doubles that nobody entered."""
_HOW: Final = {
    By.DRAW: N_("won by {winner}, drawn"),
    By.KONG_REPLACEMENT: N_("won by {winner}, with a loose tile after a kong"),
    By.FLOWER_REPLACEMENT: N_("won by {winner}, with a loose tile after a flower"),
    By.DEAL: N_("won by {winner}, complete as dealt"),
}
_NOTE: Final = N_(
    "In the row of the player who pays, write the amount below the player who receives it. Net is what you received "
    "less what you paid. The old balance plus the net is the new balance."
)


_HEADS: Final = (
    ("wind", N_("Wind"), N_("Hand {n}, player {player}: wind")),
    ("points", N_("Points"), N_("Hand {n}, player {player}: points")),
    ("doubles", N_("Doubles"), N_("Hand {n}, player {player}: doubles")),
    ("score", N_("Score"), N_("Hand {n}, player {player}: score")),
)
_ENDS: Final = (
    ("net", N_("Net"), N_("Hand {n}, player {player}: net")),
    ("balance", N_("Balance"), N_("Hand {n}, player {player}: balance")),
)
"""The cells of a player before and behind the payments: key, head, and what a field says of it."""
_PAYS: Final = N_("Hand {n}, player {player}: pays player {other}")

# sizes in points before they are made large
_ROW: Final = 17.0
_FULL_ROW: Final = 14.5
"""What a row takes: a blank one that isn't in large print, and one that is filled in."""
_GAP: Final = 6.0
_PAD: Final = 3.0
_LEAST_NAME: Final = 0.6
"""How narrow the column of names may become, in its usual width."""
_BLANK_SHARES: Final = (0.09, 0.08, 0.09, 0.09, 0.1, 0.34, 0.1, 0.11)
_FULL_SHARES: Final = (0.17, 0.07, 0.075, 0.08, 0.09, 0.325, 0.09, 0.1)
"""How wide the columns are: player, wind, points, doubles, score, all payments together, net, balance."""


class PlayerLine(msgspec.Struct, frozen=True):
    """One party's row: `pays` is what it pays each of the parties, `net` what it gained or lost in all."""

    name: str
    wind: str
    points: str
    doubles: str
    score: str
    pays: tuple[str, ...]
    net: str
    balance: str
    won: bool = False


class Slip(msgspec.Struct, frozen=True):
    """One item of a table's list: a title, what is told next to it, a row for each party, remarks.

    Where no points changed hands, it has no rows. `heads` are the words above the columns that tell the score.
    """

    title: str
    told: str = ""
    rows: tuple[PlayerLine, ...] = ()
    remarks: str = ""
    heads: tuple[str, ...] = ()


# --- the sheet as data


def slips(sheet: SessionSource) -> tuple[Slip, ...]:
    """Everything on a sheet below its heading, as the table has it.

    >>> from mjcompanion.rulesets import Ruleset
    >>> from mjcompanion.table.events import Changed, Number, Put, SessionSetup, Started, now
    >>> from mjcompanion.table.rules import TableRules
    >>> from mjcompanion.table.table import replay
    >>> setup = SessionSetup(TableRules.of(Ruleset("classical")), ("a", "b", "c", "d"), starting=1000)
    >>> hand = HandItem(winner=2, scores=(Number(8), Number(8), Number(32), Number(16)))
    >>> table = replay([Started(at=now(), setup=setup), Changed(at=now(), changes=(Put("1", hand),))])
    >>> [slip] = slips(SessionSource("1f", ("Ann", "Bob", "Chuck", "Dee"), table.events, ("2026-11-21 19:00",) * 2))
    >>> slip.rows[0].pays, slip.rows[0].balance
    (('', '', '64', '16'), '920')
    """
    return tuple(_slip(sheet, row) for row in sheet.table.rows)


def heading(sheet: SessionSource) -> tuple[str, ...]:
    """The lines below the title: the session, and the rules with all that is needed to play by them again."""
    table = sheet.table
    rules = table.rules
    named = _(rules.rules.short)
    if rules.name:
        named = _("{name}, made from {rules}").format(name=rules.name, rules=named)
    begun = _("{points} points each at the start").format(points=written(table.setup.starting))
    if any(table.start_of(party) != table.setup.starting for party in table.there):
        begun = started_words(table, sheet.names)
    text = " · ".join(words for words in (" ".join(table.title.split()), sheet.day) if words)
    sentence = _("Rules: {rules} · version {version}, {fingerprint} · {begun}")
    rules_told = sentence.format(rules=named, version=rules.version, fingerprint=rules.fingerprint, begun=begun)
    changed = changed_options(rules.rules, rules.options)
    options = pgettext("between the parts of a sentence", "; ").join(
        pgettext("an option's value", "{option}: {ours}").format(
            option=_(spec.label), ours=value_words(changed[spec.key])
        )
        for spec in OPTIONS
        if spec.key in changed
    )
    options_told = _("House options: {options}").format(options=options) if options else ""
    return tuple(line for line in (text, rules_told, options_told) if line)


def _slip(sheet: SessionSource, row: TableRow) -> Slip:
    item, names = row.item, row.on_places(sheet.names)
    if isinstance(item, HandItem):
        return _hand(sheet, row, item)
    if isinstance(item, PeopleItem):
        return Slip(_("People"), _("{sentence}.").format(sentence=people_words(row, sheet.names)))
    if isinstance(item, PenaltyItem):
        return Slip(_("Penalty"), item.why, tuple(_rows(sheet, row)), heads=_heads(sheet.table.rules))
    if isinstance(item, SeatsItem):
        seats = (
            pgettext("who sits in a wind", "{wind} {name}").format(
                wind=wind.word, name=names[row.after.player_at(wind)]
            )
            for wind in WINDS
        )
        return Slip(_("New seats"), joined(seats))
    assert isinstance(item, BankItem)  # noqa: S101 - there is nothing else
    if item.points > 0:
        sentence = _("{name} borrows {points}, in chips; the balance stays as it is")
    else:
        sentence = _("{name} gives back {points}, in chips; the balance stays as it is")
    return Slip(_("Bank"), sentence.format(name=names[item.player], points=written(abs(item.points))))


def _hand(sheet: SessionSource, row: TableRow, item: HandItem) -> Slip:
    parts = []
    if sheet.table.rules.rules.has_round_wind:
        parts.append(_("{wind} round").format(wind=row.before.round.word))
    names = row.on_places(sheet.names)
    parts.append(ending_words(row, item, names))
    if item.last_tile:
        parts.append(_("the last tile"))
    parts += feat_names(item.feats)
    if item.bet is not None:
        if item.bet.shown:
            sentence = _("{bettor} bets on {name}, which was shown: it is off")
        else:
            sentence = _("{bettor} bets on {name}")
        parts.append(sentence.format(bettor=item.bet.name, name=names[item.bet.on]))
    remarks = [*_limited(sheet, row), *(payment_words(one, _names(sheet)) for one in row.paid)]
    text = pgettext("a sentence of several remarks", "{remarks}.")
    text = text.format(remarks=pgettext("between the parts of a sentence", "; ").join(remarks)) if remarks else ""
    title = _("Hand {number}").format(number=written(row.number))
    words = " ".join(filter(None, (text, item.note)))
    return Slip(title, " · ".join(parts), tuple(_rows(sheet, row)), words, _heads(sheet.table.rules))


def _heads(rules: TableRules) -> tuple[str, ...]:
    """Of an American hand the score is a value; where a table says what doubles are worth they are faan."""
    wind, points, _unused, score = (_(word) for _unused, word, _unused in _HEADS)
    return wind, points, rules.rules.doubles_with(rules.options), _("Value") if rules.rules.settles_value else score


def ending_words(row: TableRow, item: HandItem, names: Sequence[str]) -> str:
    """Return how a hand ended: "won by Ann, discarded by Chuck"."""
    if item.winner is None:
        wrong = [names[player] for player in item.wrong_calls]
        if len(wrong) > len(names) - 2:
            return _("Mah Jongg in error: {names}").format(names=joined(wrong))
        return _(row.draw_name)
    winner = names[item.winner]
    if item.discarder is not None:
        if item.by is By.ROBBED_KONG:
            sentence = _("won by {winner}, robbed from a kong of {name}")
        else:
            sentence = _("won by {winner}, discarded by {name}")
        return sentence.format(winner=winner, name=names[item.discarder])
    if item.by is None:
        return _("won by {winner}").format(winner=winner)
    sentence = _(_HOW[item.by]) if item.by in _HOW else _("won by {winner}, from a discard")
    return sentence.format(winner=winner)


def _limited(sheet: SessionSource, row: TableRow) -> Iterator[str]:
    for player in PLAYERS:
        found = sheet.table.sheet(row, player)
        if found is not None and found.limited:
            yield _("the limit decides {name}’s score").format(name=row.on_places(sheet.names)[player])


def _names(sheet: SessionSource) -> tuple[str, ...]:
    return (*sheet.names, *sheet.table.bettors)


def _parties(sheet: SessionSource, row: TableRow) -> tuple[int, ...]:
    """The four who played, and the bettor of the hand."""
    table, bet = sheet.table, row.item.bet if isinstance(row.item, HandItem) else None
    if bet is None:
        return row.sits
    bettor = table.people.index(bet.who) if bet.who else len(table.people) + table.bettors.index(bet.name)
    return (*row.sits, bettor)


def _rows(sheet: SessionSource, row: TableRow) -> Iterator[PlayerLine]:
    parties = _parties(sheet, row)
    winner = row.winner
    for party in parties:
        pays = {to: sum(one.points for one in row.paid if (one.payer, one.payee) == (party, to)) for to in parties}
        yield PlayerLine(
            _names(sheet)[party],
            _wind(row, party),
            *_scored(sheet, row, party),
            tuple(written(points) if points else "" for points in pays.values()),
            signed(row.change(party)),
            figure(row.balances[party]),
            party == winner,
        )


def _wind(row: TableRow, party: int) -> str:
    wind = row.wind_of(party)
    return pgettext("the row of a bettor", "bet") if wind is None else wind.word


def _scored(sheet: SessionSource, row: TableRow, party: int) -> tuple[str, str, str]:
    """Points, doubles and score; of an American hand the value."""
    item, place = row.item, row.place_of(party)
    if place is None or not isinstance(item, HandItem):
        return "", "", ""
    found = sheet.table.sheet(row, place)
    if found is not None:
        return NONE if found.scale else written(found.points), written(found.doubles), written(found.score)
    score = row.scores[place]
    if score is None and place == item.winner:
        score = item.value
    return NONE, NONE, NONE if score is None else written(score)


# --- the sheet on paper


def lay_out(sheet: SessionSource | None, style: PrintStyle) -> Printed:
    """The sheet; blank where there is nothing to fill it in from."""
    form = _Sheet(style)
    if sheet is None:
        pages = paginate(form.blank(), style, form.lettering, _(TITLE))
        return Printed(_(TITLE), pages, _("Hands of a table of four"))
    title = " ".join(sheet.table.title.split())
    foot = f"{_(TITLE)} · {title}" if title else _(TITLE)
    return Printed(_(TITLE), paginate(form.filled(sheet), style, form.lettering, foot), title)


class _Sheet(FormText):
    """The flowables of the form."""

    def __init__(self, style: PrintStyle) -> None:
        super().__init__(style)
        self.small = style.share(0.85) * self.text

    def headline(self) -> Words:
        """Return the title of the form."""
        return Words(self.lettering, _(TITLE), 1.6 * self.text, serif=True, tag="H1")

    def filled(self, sheet: SessionSource) -> Iterator[Flowable | list[Flowable]]:
        """Yield everything on a sheet of a session."""
        yield from (self.headline(), *map(self.words, heading(sheet)))
        for slip in slips(sheet):
            yield Spacer(0, self.text)
            yield list(self._slip(slip))

    def _slip(self, slip: Slip) -> Iterator[Flowable]:
        start = self.lettering.width(slip.title, self.text, bold=True) + 8
        title = Words(self.lettering, slip.title, self.text, bold=True, tag="H2")
        yield plain_table([[title, self.words(slip.told)]], [start, self.style.width - start])
        if slip.rows:
            size, widths = self._fitted(slip)
            rows = [self._row(row, size) for row in slip.rows]
            yield self._grid(slip.heads, [row.name for row in slip.rows], rows, widths, _FULL_ROW * self.style.scale)
        if slip.remarks:
            yield Spacer(0, 0.3 * self.small)
            yield self.words(slip.remarks, self.small, grey=QUIET)

    def _row(self, row: PlayerLine, size: float) -> list[Flowable]:
        name, wind = (
            Words(self.lettering, words, size, bold=row.won and words == row.name, fit=SMALLEST)
            for words in (row.name, row.wind)
        )
        figures = (row.points, row.doubles, row.score, *row.pays, row.net, row.balance)
        return [name, wind, *[self.figure(one, size, bold=row.won and at == 2) for at, one in enumerate(figures)]]

    def _fitted(self, slip: Slip) -> tuple[float, list[float]]:
        """The largest type in which all figures of a hand have room, and the widths of its columns.

        Where some of the usual ones are too narrow, the others give way as far as they can.
        """
        across, size = self.style.width, self.text
        usual = _widths(across, _FULL_SHARES, len(slip.rows))
        cells = list(
            zip(*((r.wind, r.points, r.doubles, r.score, *r.pays, r.net, r.balance) for r in slip.rows), strict=True)
        )
        while True:
            needed = [_LEAST_NAME * usual[0]]
            needed += [max(self.lettering.width(cell, size, bold=True) for cell in one) + 2 * _PAD for one in cells]
            free = [max(0, width - need) for width, need in zip(usual, needed, strict=True)]
            missing = sum(needed) - across + sum(free)
            if missing <= sum(free) or size <= LEAST:
                given = min(1, missing / sum(free))
                return size, [
                    max(width, need) - given * one for width, need, one in zip(usual, needed, free, strict=True)
                ]
            size = max(LEAST, 0.95 * size)

    def _grid(
        self,
        heads: Iterable[str],
        to: Iterable[str],
        rows: Sequence[Sequence[object]],
        widths: Sequence[float],
        height: float,
    ) -> Table:
        """Return the table of one hand, the places where somebody would pay himself greyed."""
        words = (*heads, *(_("to {name}").format(name=name) for name in to), *(_(word) for _key, word, _about in _ENDS))
        size, end = self.style.share(0.82) * self.text, 5 + len(rows)
        first = Words(self.lettering, _("Player"), size, fit=SMALLEST)
        above = [first, *[self.centred_line(word, size) for word in words]]
        more: list[tuple[object, ...]] = [
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, 0), (1, -1), _PAD),
            ("LEFTPADDING", (1, 0), (-1, 0), 1),
            ("RIGHTPADDING", (0, 0), (-1, 0), 1),
            ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ("BOTTOMPADDING", (0, 0), (-1, 0), 1),
            ("INNERGRID", (0, 1), (-1, -1), HAIR, black),
            ("BOX", (0, 1), (-1, -1), THIN, black),
            ("LINEABOVE", (0, 1), (-1, 1), THICK, black),
            *[("LINEBEFORE", (at, 1), (at, -1), THIN, black) for at in (5, end)],
            *[("BACKGROUND", (4 + row, row), (4 + row, row), _GREY) for row in range(1, len(rows) + 1)],
        ]
        more.append(("RIGHTPADDING", (1, 1), (-1, -1), 1 if self.style.fillable else _PAD))
        if self.style.fillable:
            more.append(("LEFTPADDING", (1, 1), (-1, -1), 1))
        return tagged_table([above, *rows], widths, more, heights=[1.5 * self.text, *[height] * len(rows)])

    # --- blank

    def blank(self) -> Iterator[Flowable]:
        """Yield as many hands as a page holds, below the names."""
        line = BOX if self.style.large else _ROW
        gap = Spacer(0, _GAP)
        note = self.words(_(_NOTE), 0.85 * self.text, grey=QUIET)
        head = [self.headline(), *self._asked(line), gap, note]
        free = self.style.height - sum(one.wrap(self.style.width, 0)[1] for one in head) - 0.1
        fixed = 1.5 * self.text + line + 1.4 * _GAP
        count = int(free // (fixed + len(PLAYERS) * line))
        row = (free / count - fixed) / len(PLAYERS)
        yield from head
        widths = _widths(self.style.width, _BLANK_SHARES, len(PLAYERS))
        heads = [_(word) for _key, word, _about in _HEADS]
        for hand in range(1, count + 1):
            yield from (Spacer(0, 1.4 * _GAP), self._told(hand, line))
            rows = [self._places(hand, player, row) for player in PLAYERS]
            yield self._grid(heads, [str(other + 1) for other in PLAYERS], rows, widths, row)

    def _asked(self, line: float) -> Iterator[Flowable]:
        """Yield date and place, the names and what everybody starts with."""
        once = [("date", _("Date")), ("place", pgettext("where four play", "Table")), ("rules", _("Rules"))]
        yield self.asks([Asked(key, word, word, 1 / 3) for key, word in once], line)
        yield Spacer(0, _GAP)
        about = _("Name of player {n}")
        names = [Asked(f"name-{one}", f"{one}", about.format(n=one), 1 / 4) for one in range(1, 5)]
        yield self.asks(names, line, bold=True)
        about, word = _("Player {n}: points at the start"), _("starts with")
        starts = [Asked(f"start-{one}", word, about.format(n=one), 1 / 4, FormNumber()) for one in range(1, 5)]
        yield self.asks(starts, line)

    def _told(self, hand: int, line: float) -> Table:
        """Return the questions above a hand."""
        places = (
            ("hand", pgettext("one game at the table", "Hand"), _("Hand {n}: its number"), 0.14),
            ("round", _("Round"), _("Hand {n}: the prevailing wind"), 0.2),
            ("winner", _("Won by"), _("Hand {n}: won by"), 0.33),
            ("from", _("Discarded by"), _("Hand {n}: discarded by"), 0.33),
        )
        asked = [Asked(f"hand-{hand}-{key}", word, about.format(n=hand), share) for key, word, about, share in places]
        return self.asks(asked, line)

    def _places(self, hand: int, player: int, row: float) -> list[object]:
        """Return the number of a player, and the places to write into, each a field where there are some."""
        cells: list[object] = [self.words(f"{player + 1}", bold=True)]
        pays = [(f"to-{other + 1}", "", _PAYS) for other in PLAYERS]
        for at, (key, _unused, about) in enumerate((*_HEADS, *pays, *_ENDS), 1):
            if not self.style.fillable or at == 5 + player:
                cells.append("")
                continue
            words = _(about).format(n=hand, player=player + 1, other=at - 4)
            number = _number(hand, player, key)
            cells.append(Field(self.style, f"{_of(hand, player)}-{key}", words, row - 2, self.text, number=number))
        return cells


def _widths(across: float, shares: Sequence[float], parties: int) -> list[float]:
    """The widths of columns, the room of all payments parted between those who are paid."""
    widths = [across * share for share in shares]
    widths[5:6] = [widths[5] / parties] * parties
    return widths


def _of(hand: int, player: int) -> str:
    """What the names of a player's fields in a hand begin with."""
    return f"hand-{hand}-player-{player + 1}"


def _number(hand: int, player: int, key: str) -> FormNumber | None:
    """The number in a cell of a player: the score, the net and the balance are worked out from the others."""
    if key == "wind":
        return None
    mine = _of(hand, player)
    if key == "score":
        return FormNumber(expression="n[0] * Math.pow(2, n[1])", fields=(f"{mine}-points", f"{mine}-doubles"))
    if key == "net":
        pays = {(one, other): f"{_of(hand, one)}-to-{other + 1}" for one, other in permutations(PLAYERS, 2)}
        ours = sorted(pays, key=lambda pair: player not in pair)  # then those that say that the hand is over
        signs = [f"{'+' if other == player else '-'} n[{at}]" for at, (_one, other) in enumerate(ours[:6])]
        fields = tuple(pays[pair] for pair in ours)
        return FormNumber(expression=f"0 {' '.join(signs)}", fields=fields, needs=len(fields))
    if key == "balance":
        nets = [f"{_of(one, player)}-net" for one in range(hand, 0, -1)]
        return added((*nets, f"start-{player + 1}"))
    return FormNumber()
