"""Text for people: sessions hand by hand, finished games as a running card, kept hands with their score sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from typing import IO, Any, Final

from mjcompanion.core.errors import printable
from mjcompanion.i18n.translation import NP_, _, joined, ngettext, number, pad_cell, pgettext
from mjcompanion.ledger.values import GAMES, SESSIONS, GameRow, StoredHand, StoredSession
from mjcompanion.parsing.dates import utc_minute
from mjcompanion.table.events import HandItem, SeatsItem
from mjcompanion.table.final_settlement import places, standing_words, standings, winner_words
from mjcompanion.table.rows import TableRow
from mjcompanion.table.words import is_by_hand, outcome, people_words, row_title, seated, table_title, unknown_words

_LABEL: Final = 22
_WIDTH: Final = 14
_LONGEST: Final = 20_000


def write_text(out: IO[bytes], kind: str, items: Iterable[Any]) -> None:
    """Write sessions, games or hands."""
    if kind == GAMES:
        out.write(running_card(items).encode())
        return
    as_text: Callable[[Any], str] = session_text if kind == SESSIONS else hand_text
    between = "\n\n" if kind == SESSIONS else "\n"
    for place, item in enumerate(items):
        out.write(f"{between * bool(place)}{as_text(item)}".encode())


# sessions


def session_text(session: StoredSession) -> str:
    """Write a session for people: who played, by which rules, and every hand with everybody's balance."""
    table, rules = session.table, session.table.rules
    names = (*session.names, *table.bettors)
    hands = ngettext("{n} hand", "{n} hands", len(table.hands)).format(n=len(table.hands))
    known = _("{name} ({rules})").format(name=rules.name, rules=rules.rules) if rules.name else str(rules.rules)
    ended = _("ended") if table.ended else _("in progress")
    about = _("Session {id}, rules {fingerprint} (version {version})")
    lines = [
        printable(table_title(table), 200),
        " · ".join([f"{utc_minute(table.events[0].at)} UTC", printable(known, 200), hands, ended]),
        about.format(id=session.uid, fingerprint=rules.fingerprint, version=rules.version),
        *filter(None, [unknown_words(rules)]),
        "",
    ]
    bets = pgettext("somebody who bets on a player", "bets")
    for place, party in enumerate(table.parties, 1):
        lines.append(f"  {bets if party >= len(table.people) else place}  {printable(names[party], _LONGEST)}")
    lines += ["", _cells("", [printable(names[party], _WIDTH - 2) for party in table.parties])]
    lines.append(_cells(_("At the start"), [number(table.start_of(party)) for party in table.parties]))
    for row in table.rows:
        lines.append(_cells(_label(row), [number(table.balance_of(party, row)) for party in table.parties]))
        lines += [f"    {sentence}" for sentence in _sentences(row, names)]
    if any(is_by_hand(row, person) for row in table.rows for person in row.sits):
        lines += ["", _("* entered by hand")]
    if places(table):
        lines += ["", winner_words(table, names), *[f"  {standing_words(one, names)}" for one in standings(table)]]
    return "\n".join(lines) + "\n"


def _cells(label: str, cells: Iterable[str]) -> str:
    return pad_cell(label, _LABEL) + "".join([pad_cell(cell, _WIDTH, right=True) for cell in cells])


def _label(row: TableRow) -> str:
    if row.number:
        return f"{row.number:>3}  {_('{wind} round').format(wind=row.before.round.word)}"
    return f"     {row_title(row)}"


def _sentences(row: TableRow, names: Sequence[str]) -> Iterator[str]:
    """Yield what there is to say of a row, a line each."""
    item, sentence = row.item, printable(outcome(row, names), _LONGEST)
    if isinstance(item, SeatsItem):
        yield seated(row.after, row.on_places(names))
    elif isinstance(item, HandItem):
        east = printable(names[row.sits[row.before.east]], 60)
        scores = _scores(row, names)
        what = _("{what} ({scores})").format(what=sentence, scores=scores) if scores else sentence
        yield _("{name} is East. {what}").format(name=east, what=what)
        if row.turn is not None:
            yield row.turn.sentence(printable(names[row.seated.sits[row.turn.east]], 60))
        if moved := people_words(row, names):
            yield moved
        if item.note:
            yield printable(item.note, _LONGEST)
    else:
        yield sentence


def _scores(row: TableRow, names: Sequence[str]) -> str:
    """Return what each of the four scored."""
    each = pgettext("a player's score", "{name} {score}")
    scores = [
        each.format(name=printable(names[person], 60), score=number(score) + "*" * is_by_hand(row, person))
        for person, score in zip(row.sits, row.scores, strict=True)
        if score is not None
    ]
    return joined(scores)


# finished games


_TITLES: Final = {
    "kemp-chinese": NP_("a virtual game, in short", "Chinese"),
    "kemp-american": NP_("a virtual game, in short", "American"),
    "simple": NP_("a virtual game, in short", "Simple"),
}
_NO_SCORE: Final = "–"


def running_card(rows: Iterable[GameRow], when: Callable[[str], str] = utc_minute) -> str:
    """Write games as Kemp's running score card: date, score, per cent of the tiles left, final."""
    lines = [_game_line(_("Date"), _("Deal"), _("Game"), _("Score"), "%", _("Final"))]
    for row in rows:
        deal = _NO_SCORE if row.seed is None else str(row.seed)
        score = number(row.score) if row.won else _NO_SCORE
        percent = "" if row.percent is None else f"{row.percent} %"
        final = _NO_SCORE if row.final is None else number(Decimal(row.final_text), "")
        signs = [_("assisted")] * row.assisted + [_("played before")] * row.seen
        title = _TITLES.get(row.rules)
        game = printable(row.rules, 9) if title is None else pgettext("a virtual game, in short", title)
        line = _game_line(when(row.finished_at), deal, game, score, percent, final)
        lines.append(f"{line}  {joined(signs)}" if signs else line)
    return "\n".join(lines) + "\n"


def _game_line(when: str, deal: str, game: str, score: str, percent: str, final: str) -> str:
    left = f"{pad_cell(when, 17)} {pad_cell(deal, 9, right=True)}  {pad_cell(game, 9)}"
    return (
        f"{left} {pad_cell(score, 10, right=True)} {pad_cell(percent, 5, right=True)} {pad_cell(final, 13, right=True)}"
    )


# kept hands


def hand_text(hand: StoredHand, when: Callable[[str], str] = utc_minute) -> str:
    """Write a kept hand for people: when, who, where, the remark, and the sheet as it was counted."""
    row = hand.row
    facts = " · ".join(printable(one, 200) for one in (when(row.at), row.player, row.place) if one)
    lines = [*filter(None, [row.remark]), "", *hand.record["text"].split("\n")]
    return "\n".join([facts, *(printable(line, _LONGEST) for line in lines)]) + "\n"
