"""A sheet for the hands of a table of four: winds, points, doubles, scores, who pays whom, balances.

Blank it has room for several hands; filled it shows all that a table's list has, as the table worked it out.
Source: RULES 5 (docs/rules.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, chain, permutations
from typing import Final, NamedTuple

import msgspec

from mjcompanion.core.hand import By, feat_names
from mjcompanion.core.options import OPTIONS
from mjcompanion.core.tiles import WINDS
from mjcompanion.i18n.translation import N_, _, joined, pgettext
from mjcompanion.i18n.translation import number as written
from mjcompanion.printing.document import Printed
from mjcompanion.printing.fields import FormNumber, added
from mjcompanion.printing.fonts import LEAST, Lettering
from mjcompanion.printing.forms.flowing import FlowBlock, FlowLine, draw_sheet, figure_at, flow, text_at, wrapped
from mjcompanion.printing.layout import LEADING
from mjcompanion.printing.page import BOX, HAIR, PALE, QUIET, THICK, THIN, Draw, PdfPage, PrintStyle
from mjcompanion.rulesets import changed_options
from mjcompanion.table.club_rules import value_words
from mjcompanion.table.events import BankItem, HandItem, PenaltyItem, PeopleItem, SeatsItem
from mjcompanion.table.rotation import PLAYERS
from mjcompanion.table.rows import TableRow
from mjcompanion.table.rules import TableRules
from mjcompanion.table.session import SessionSource
from mjcompanion.table.words import figure, payment_words, people_words, signed, started_words

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


class _Asked(NamedTuple):
    """Something to be written in: its key, the word before it, what a field says of it, its share of the width.

    It is a text or a `number`.
    """

    key: str
    word: str
    about: str
    share: float
    number: FormNumber | None = None


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
_SIZE: Final = 9.0
_ROW: Final = 17.0
_FULL_ROW: Final = 14.5
"""What a row takes: a blank one that isn't in large print, and one that is filled in."""
_MOST_LINES: Final = 3
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
    if sheet is None:
        return Printed(_(TITLE), (_blank(style),), _("Hands of a table of four"))
    title = " ".join(sheet.table.title.split())
    foot = f"{_(TITLE)} · {title}" if title else _(TITLE)
    filled = sheet

    def prepare(known: Callable[[int], None]) -> list[Draw]:
        blocks = chain([_heading(filled, style)], (_filled(_slip(filled, row), style) for row in filled.table.rows))
        return [partial(draw_sheet, page, foot) for page in flow(blocks, style.height, known)]

    return Printed(_(TITLE), subject=title, prepare=prepare)


def _heading(sheet: SessionSource, style: PrintStyle) -> FlowBlock:
    size = _SIZE * style.scale
    lettering = Lettering()
    lines = [FlowLine(2.15 * size, (text_at(0, 1.5 * size, _(TITLE), 1.6 * size, bold=True, tag="H1"),))]
    for words in heading(sheet):  # a title can have thousands of letters
        lines += wrapped(lettering, words, 0, style.width, size, most=_MOST_LINES)
    return FlowBlock((*lines, FlowLine(0.75 * size)))


def _filled(slip: Slip, style: PrintStyle) -> FlowBlock:
    size = _SIZE * style.scale
    small = style.share(0.85) * size
    across = style.width
    row = _FULL_ROW * style.scale
    grid = 1.5 * size + len(slip.rows) * row if slip.rows else 0.0
    # a remark that would take more than a page is cut: a page must hold it
    fitting = int((style.height - 6 * size - grid) / (LEADING * small))
    lettering = Lettering()
    start = lettering.width(slip.title, size, bold=True) + 8
    title = text_at(0, 1.15 * size, slip.title, size, bold=True, tag="H2")
    lines = [FlowLine(1.7 * size, (title, text_at(start, 1.15 * size, slip.told, size, within=across - start)))]
    if slip.rows:
        lines.append(FlowLine(grid, (partial(_draw_slip, slip, row),)))
    remarks = wrapped(lettering, slip.remarks, 0, across, small, grey=QUIET, most=fitting)
    return FlowBlock((*lines, FlowLine(0.3 * small), *remarks, FlowLine(1.5 * size - 0.3 * small)))


def _draw_slip(slip: Slip, row: float, page: PdfPage, _left: float, y: float) -> None:
    size, widths = _fitted(slip, page)
    grid = _Grid(page, y, len(slip.rows), widths, 1.5 * _SIZE * page.style.scale, row)
    grid.size = size
    grid.fill(slip)


def _fitted(slip: Slip, page: PdfPage) -> tuple[float, list[float]]:
    """The largest type in which all figures of a hand have room, and the widths of its columns.

    Where some of the usual ones are too narrow, the others give way as far as they can.
    """
    across, size = page.style.width, _SIZE * page.style.scale
    usual = _widths(across, _FULL_SHARES, len(slip.rows))
    cells = list(zip(*(_cells(row)[1:] for row in slip.rows), strict=True))
    while True:
        needed = [_LEAST_NAME * usual[0]]
        needed += [max(page.lettering.width(cell, size, bold=True) for cell in one) + 2 * _PAD for one in cells]
        free = [max(0, width - need) for width, need in zip(usual, needed, strict=True)]
        missing = sum(needed) - across + sum(free)
        if missing <= sum(free) or size <= LEAST:
            given = min(1, missing / sum(free))
            return size, [max(width, need) - given * one for width, need, one in zip(usual, needed, free, strict=True)]
        size = max(LEAST, 0.95 * size)


def _widths(across: float, shares: Sequence[float], parties: int) -> list[float]:
    """The widths of columns, the room of all payments parted between those who are paid."""
    widths = [across * share for share in shares]
    widths[5:6] = [widths[5] / parties] * parties
    return widths


def _cells(row: PlayerLine) -> tuple[str, ...]:
    return (row.name, row.wind, row.points, row.doubles, row.score, *row.pays, row.net, row.balance)


class _Grid:
    """The table of one hand, its upper edge at y: heads, a row for each party, lines.

    The places where somebody would pay himself are greyed.
    """

    def __init__(self, page: PdfPage, y: float, parties: int, widths: Sequence[float], head: float, row: float) -> None:
        self.page, self.y, self.head, self.row = page, y, head, row
        self.size = _SIZE * page.style.scale
        self.edges = list(accumulate(widths, initial=page.left))
        self._draw_lines(parties)

    def _draw_lines(self, parties: int) -> None:
        page, top, left, right = self.page, self.y + self.head, self.edges[0], self.edges[-1]
        bottom = top + parties * self.row
        for party in range(parties):
            x, to_x = self.edges[5 + party], self.edges[6 + party]
            page.box(x, top + party * self.row, to_x - x, self.row, strength=0, grey=PALE - 0.08)
        for party in range(1, parties):
            page.rule(left, top + party * self.row, right, strength=HAIR)
        strong = (0, 5, 5 + parties, len(self.edges) - 1)
        for at, x in enumerate(self.edges):
            page.rule(x, top, x, bottom, strength=THIN if at in strong else HAIR)
        page.rule(left, top, right, strength=THICK)
        page.rule(left, bottom, right, strength=THIN)

    def heads(self, heads: Iterable[str], to: Iterable[str]) -> None:
        """The words above the columns."""
        base = self.y + self.head - 0.4 * self.size
        small = self.page.style.share(0.82) * self.size
        words = (_("Player"), *heads, *(_("to {name}").format(name=name) for name in to))
        words += tuple(_(word) for _unused, word, _unused in _ENDS)
        with self.page.row("head"):
            for at, word in enumerate(words):
                x, to_x = self.edges[at], self.edges[at + 1]
                if at == 0:
                    self.page.text(x + _PAD, base, word, small, within=to_x - x - _PAD)
                else:
                    self.page.text((x + to_x) / 2, base, word, small, align="centre", within=to_x - x - 2)

    def fill(self, slip: Slip) -> None:
        """Write a hand."""
        self.heads(slip.heads, [row.name for row in slip.rows])
        for number, row in enumerate(slip.rows):
            base = self.y + self.head + number * self.row + self.row / 2 + 0.36 * self.size
            with self.page.row():
                for at, words in enumerate(_cells(row)):
                    self._cell(at, base, words, bold=row.won and at in (0, 4))

    def _cell(self, at: int, base: float, words: str, *, bold: bool) -> None:
        if not words:
            return
        x, to_x = self.edges[at], self.edges[at + 1]
        within = to_x - x - 2 * _PAD
        if at < 2:
            self.page.text(x + _PAD, base, words, self.size, bold=bold, within=within)
            return
        figure_at(to_x - _PAD, 0, words, self.size, within, bold=bold)(self.page, 0, base)

    def ask(self, hand: int) -> None:
        """Places to write into, each a field where the form can be filled in on a screen."""
        page, style = self.page, self.page.style
        self.heads([_(word) for _unused, word, _unused in _HEADS], [str(other + 1) for other in PLAYERS])
        pays = [(f"to-{other + 1}", "", _PAYS) for other in PLAYERS]
        for player in PLAYERS:
            top = self.y + self.head + player * self.row
            base = top + self.row / 2 + 0.36 * self.size
            with page.row():
                page.text(self.edges[0] + _PAD, base, f"{player + 1}", self.size, bold=True)
                for at, (key, _unused, about) in enumerate((*_HEADS, *pays, *_ENDS), 1):
                    if not style.fillable or at == 5 + player:
                        continue
                    x, to_x = self.edges[at], self.edges[at + 1]
                    about = _(about).format(n=hand, player=player + 1, other=at - 4)
                    name, number = f"{_of(hand, player)}-{key}", _number(hand, player, key)
                    size = min(self.size, 0.7 * self.row)
                    page.field(name, x + 1, top + 1, to_x - x - 2, self.row - 1, about=about, size=size, number=number)


# --- blank


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


def _blank(style: PrintStyle) -> Callable[[PdfPage], None]:
    """As many hands as a page holds, below the names."""
    size = _SIZE * style.scale
    across, high = style.width, style.height
    small = 0.85 * size
    told = Lettering().wrap(_(_NOTE), across, small)
    line = _row_of(style)
    head = 1.9 * size + 3 * (line + _GAP) + len(told) * LEADING * small
    fixed = 1.6 * size + line + 1.4 * _GAP
    least = fixed + len(PLAYERS) * line
    count = int((high - head) // least)
    row = ((high - head) / count - fixed) / len(PLAYERS)

    def draw(page: PdfPage) -> None:
        y = _draw_asked(page, size)
        for at, words in enumerate(told):
            page.text(page.left, y + 0.85 * size, words, small, grey=QUIET, tag="" if at else "P")
            y += LEADING * small
        y = page.top + head
        step = (page.bottom - y) / count
        for hand in range(1, count + 1):
            top = y + (hand - 1) * step + 1.4 * _GAP
            _draw_told(page, hand, top, line)
            widths = _widths(across, _BLANK_SHARES, len(PLAYERS))
            _Grid(page, top + line, len(PLAYERS), widths, 1.6 * size, row).ask(hand)
        page.foot(_(TITLE))

    return draw


def _row_of(style: PrintStyle) -> float:
    """The height of a line to write on."""
    return BOX if style.large else _ROW


def _draw_asked(page: PdfPage, size: float) -> float:
    """The title, date and place, the names and what everybody starts with; where the lines end."""
    page.text(page.left, page.top + 1.4 * size, _(TITLE), 1.6 * size, bold=True, tag="H1")
    y = page.top + 1.9 * size
    line, table = _row_of(page.style), pgettext("where four play", "Table")
    third, quarter = 1 / 3, 1 / 4
    once = [("date", _("Date")), ("place", table), ("rules", _("Rules"))]
    _ask(page, y, line, [_Asked(key, word, word, third) for key, word in once])
    y += line + _GAP
    about = _("Name of player {n}")
    names = [_Asked(f"name-{one}", f"{one}", about.format(n=one), quarter) for one in range(1, 5)]
    _ask(page, y, line, names, bold=True)
    y += line
    about, word = _("Player {n}: points at the start"), _("starts with")
    starts = [_Asked(f"start-{one}", word, about.format(n=one), quarter, FormNumber()) for one in range(1, 5)]
    _ask(page, y, line, starts)
    return y + line + _GAP


def _draw_told(page: PdfPage, hand: int, y: float, line: float) -> None:
    """Draw the questions above a hand."""
    places = (
        ("hand", pgettext("one game at the table", "Hand"), _("Hand {n}: its number"), 0.14),
        ("round", _("Round"), _("Hand {n}: the prevailing wind"), 0.2),
        ("winner", _("Won by"), _("Hand {n}: won by"), 0.33),
        ("from", _("Discarded by"), _("Hand {n}: discarded by"), 0.33),
    )
    asked = [_Asked(f"hand-{hand}-{key}", word, about.format(n=hand), share) for key, word, about, share in places]
    _ask(page, y, line - 3, asked)


def _ask(page: PdfPage, y: float, line: float, places: Sequence[_Asked], *, bold: bool = False) -> None:
    """Words with a line to write on behind each."""
    size, across = _SIZE * page.style.scale, page.style.width
    x = page.left
    for at, (key, word, about, share, number) in enumerate(places):
        width = across * share - (_GAP if at < len(places) - 1 else 0)
        taken = page.text(x, y + line - 3, word, size, bold=bold) + 4
        fitting = min(size, 0.7 * line)
        page.field(key, x + taken, y + 1, width - taken, line - 1, about=about, size=fitting, number=number)
        x += across * share
