"""Sessions as files: JSON that holds everything and can be read again, CSV for other programs, text for people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

import msgspec

from mjcompanion import __version__
from mjcompanion.foreign import decode_json, why_unread
from mjcompanion.hand import By
from mjcompanion.ledger.game_files import game_bytes, read_game
from mjcompanion.ledger.hand_files import is_hand, read_file
from mjcompanion.ledger.hand_records import hand_bytes, read_hand
from mjcompanion.ledger.tournament_records import read_tournament, tournament_bytes
from mjcompanion.ledger.values import StoredGame, StoredHand, StoredSession, StoredTournament, checked_name, is_moment
from mjcompanion.problems import Problem, RuleError, printable
from mjcompanion.table.clearing import places, standing_words, standings, winner_words
from mjcompanion.table.events import (
    AnyEvent,
    BankItem,
    HandItem,
    Number,
    PenaltyItem,
    PeopleItem,
    SeatsItem,
    Tiles,
    decode_event,
)
from mjcompanion.table.rotation import PLAYERS
from mjcompanion.table.table import Row, Table, replay
from mjcompanion.table.words import outcome, people_words, table_title, unknown_words
from mjcompanion.words import joined, mark, number, padded, tr, trn

H = TypeVar("H", StoredGame, StoredHand, StoredTournament)
FORMAT: Final = 5
"""The newest JSON that this program knows; it rises when an older program would read a newer file wrongly.

A file without finished games is written in format 1, which has none, one without kept hands in format 2, one without
exercises in format 3, one without tournaments in format 4.
"""
MOST_BYTES: Final = 2**31
_HIGHEST_FORMAT: Final = 9_999
_WITHOUT_GAMES: Final = 1
_WITHOUT_KEPT: Final = 2
_WITHOUT_EXERCISES: Final = 3
_WITHOUT_TOURNAMENTS: Final = 4
_UID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


# JSON


class FilePlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player in a file; `same_as` is the id of who that player is taken for."""

    uid: str
    name: str
    same_as: str = ""


class Read(msgspec.Struct, frozen=True):
    """What a file holds, looked at: every session and every finished game was played through."""

    players: tuple[FilePlayer, ...]
    sessions: tuple[tuple[str, Table], ...]
    games: tuple[StoredGame, ...] = ()
    kept: tuple[StoredHand, ...] = ()
    tournaments: tuple[StoredTournament, ...] = ()
    left_out: tuple[str, ...] = ()
    """What the file has and isn't taken, a sentence each."""
    from_cells: bool = False
    """Whether it was a table, which doesn't say how often a hand was corrected."""


class _Raw(msgspec.Struct, frozen=True):
    uid: str
    events: list[msgspec.Raw]


class _File(msgspec.Struct, frozen=True):
    format: int
    players: list[FilePlayer]
    sessions: list[_Raw]
    games: list[msgspec.Raw] = []
    kept: list[msgspec.Raw] = []
    tournaments: list[msgspec.Raw] = []


class _Format(msgspec.Struct, frozen=True):
    format: int


def json_parts(
    players: Iterable[FilePlayer],
    sessions: Iterable[tuple[str, Sequence[str]]],
    games: Iterable[StoredGame] | None = None,
    kept: Iterable[StoredHand] | None = None,
    contests: Iterable[StoredTournament] | None = None,
    *,
    exercises: bool = False,
) -> Iterator[bytes]:
    """Write players, sessions, finished games, kept hands and tournaments, a piece at a time.

    Sessions come as their ids and events as they are written; `exercises` says that there may be some among what is
    kept.

    >>> b"".join(json_parts([], [])).split()[:2]
    [b'{"format":1,"program":"mjcompanion', b'...
    """
    encode = msgspec.json.encode
    forms = (
        (contests, FORMAT),
        (exercises or None, _WITHOUT_TOURNAMENTS),
        (kept, _WITHOUT_EXERCISES),
        (games, _WITHOUT_KEPT),
    )
    version = next((form for some, form in forms if some is not None), _WITHOUT_GAMES)
    yield b'{"format":%d,"program":%s,\n' % (version, encode(f"mjcompanion {__version__}"))
    yield b'"players":['
    between = b"\n"
    for player in players:
        yield between + encode(player)
        between = b",\n"
    yield b'],\n"sessions":['
    between = b"\n"
    for uid, bodies in sessions:
        yield between + b'{"uid":%s,"events":[\n' % encode(uid)
        yield ",\n".join(bodies).encode()
        yield b"]}"
        between = b",\n"
    lists = (
        ("games", None if games is None else map(game_bytes, games)),
        ("kept", None if kept is None else map(hand_bytes, kept)),
        ("tournaments", None if contests is None else map(tournament_bytes, contests)),
    )
    for name, lines in lists:
        if lines is None:
            continue
        yield b'],\n"%s":[' % name.encode()
        between = b"\n"
        for line in lines:
            yield between + line
            between = b",\n"
    yield b"]}\n"


def read_json(content: bytes) -> Read:
    """Read what `json_parts` wrote, or the file of one hand, and play everything through.

    Raises:
        RuleError: a newer version wrote it, it is damaged, or what it tells can't have happened; the sentence names
            the place.

    """
    if len(content) > MOST_BYTES:
        sentence = tr("it has {count} bytes, and {limit} is the most")
        raise _no_export(sentence.format(count=number(len(content)), limit=number(MOST_BYTES)))
    if is_hand(content):
        hand = read_file(content)
        return Read((), (), (), _kept([msgspec.Raw(hand_bytes(hand))]))
    content = content.removeprefix(b"\xef\xbb\xbf")
    if content.startswith(b'"'):  # as each of its tables begins
        raise _no_export(tr("only its table of kept hands can be imported; export it as JSON"))
    found = _decoded(content)
    known: dict[str, FilePlayer] = {}
    for place, player in enumerate(found.players, 1):
        if not _UID.fullmatch(player.uid) or player.uid in known:
            raise _at(_player(place), tr("the id isn’t valid, or is there twice."))
        try:
            checked_name(player.name)
        except RuleError as error:
            raise _at(_player(place), str(error)) from error
        known[player.uid] = player
    _check_same(known)
    seen: set[str] = set()
    sessions = []
    for place, session in enumerate(found.sessions, 1):
        if not _UID.fullmatch(session.uid) or session.uid in seen:
            raise _at(_session(place), tr("the id isn’t valid, or is there twice."))
        seen.add(session.uid)
        sessions.append((session.uid, _played(place, session, known)))
    return Read(
        tuple(found.players),
        tuple(sessions),
        _records(found.games, tr("Game {number}"), read_game, "begun_at", "finished_at"),
        _kept(found.kept),
        _records(found.tournaments, tr("Tournament {number}"), read_tournament, "at", "changed_at"),
    )


def _records(lines: Sequence[msgspec.Raw], said: str, read: Callable[[bytes], H], *moments: str) -> tuple[H, ...]:
    """What is read of each of these, whose rows have an id of their own and these moments; `said` names the place."""
    found: dict[str, H] = {}
    for place, line in enumerate(lines, 1):
        where = said.format(number=place)
        try:
            held = read(bytes(line))
        except RuleError as error:
            raise _at(where, str(error)) from error
        row = held.row
        if not _UID.fullmatch(row.uid) or row.uid in found:
            raise _at(where, tr("the id isn’t valid, or is there twice."))
        for moment in (getattr(row, name) for name in moments):
            if not is_moment(moment):
                raise _at(where, _no_time(moment))
        found[row.uid] = held
    return tuple(found.values())


def _kept(lines: Sequence[msgspec.Raw]) -> tuple[StoredHand, ...]:
    return _records(lines, tr("Kept hand {number}"), read_hand, "at", "changed_at")


def _player(place: int) -> str:
    return tr("Player {number}").format(number=place)


def _session(place: int, seq: int | None = None) -> str:
    """A session of the file, or an event of it."""
    said = tr("Session {number}") if seq is None else tr("Session {number}, event {event}")
    return said.format(number=place, event=seq)


def _no_time(text: str) -> str:
    return tr("“{text}” isn’t a time; write {example}.").format(text=printable(text), example="2026-11-21T05:31:52Z")


def _decoded(content: bytes) -> _File:
    try:
        version = msgspec.json.decode(content, type=_Format).format
        if not 1 <= version <= _HIGHEST_FORMAT:
            raise _no_export(tr("its format number isn’t valid"))
        if version > FORMAT:
            raise RuleError([Problem("import-newer", count=version, limit=FORMAT)])
        return decode_json(content, _File)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _no_export(why_unread(error)) from error


def _check_same(known: Mapping[str, FilePlayer]) -> None:
    for place, player in enumerate(known.values(), 1):
        seen = {player.uid}
        while player.same_as:
            if player.same_as not in known or player.same_as in seen:
                raise _at(_player(place), tr("“same_as” names nobody in this file."))
            player = known[player.same_as]
            seen.add(player.uid)


def _played(place: int, session: _Raw, known: Mapping[str, FilePlayer]) -> Table:
    happened = []
    for seq, line in enumerate(session.events):
        try:
            event = decode_event(bytes(line))
        except ValueError as error:
            raise _at(_session(place, seq), tr("{sentence}.").format(sentence=error)) from error
        if not is_moment(event.at):
            raise _at(_session(place, seq), _no_time(event.at))
        happened.append(event)
    try:
        table = replay(happened)
    except RuleError as error:
        raise _at(_where_it_fails(place, happened), str(error)) from error
    for uid in table.people:
        if uid not in known:
            sentence = tr("the player “{id}” isn't among the players of the file.")
            raise _at(_session(place), sentence.format(id=printable(uid)))
    return table


def _where_it_fails(place: int, happened: Sequence[AnyEvent]) -> str:
    """The first event that can't have happened: found by halving, for most files are whole."""
    good, bad = 0, len(happened)
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            replay(happened[:middle])
            good = middle
        except RuleError:
            bad = middle
    return _session(place, max(bad - 1, 0))


def is_uid(text: str) -> bool:
    """Whether it may be an id."""
    return _UID.fullmatch(text) is not None


def _no_export(why: str) -> RuleError:
    return RuleError([Problem("import-syntax", why=why)])


def _at(place: str, why: str) -> RuleError:
    return RuleError([Problem("import-place", text=place, why=why)])


# CSV


class CsvPlayer(msgspec.Struct, frozen=True):
    """What a row says of one of the four who played: `entered` is "tiles" or "number", empty without a score."""

    name: str
    wind: str
    score: int | None
    entered: str
    change: int
    balance: int


class CsvRow(msgspec.Struct, frozen=True):
    """One hand, penalty, change of seats or people, or loan of a session, and the balances of those who play, after it.

    `what` is "hand", "penalty", "seats", "people" or "bank"; `number` counts the hands. `players` are those on the four
    places; who sits out has the balance of the last row in which they played. `payer` pays the `payees` a penalty for
    the `reason`.
    """

    session: str
    title: str
    started: str
    rules: str
    what: str
    number: int | None
    round: str
    east: str
    winner: str
    by: str
    discarder: str
    value: int | None
    players: tuple[CsvPlayer, CsvPlayer, CsvPlayer, CsvPlayer]
    bettor: str = ""
    bettor_change: int | None = None
    bettor_balance: int | None = None
    note: str = ""
    payer: str = ""
    payees: str = ""
    reason: str = ""


_LEFT: Final = (
    *("session", "title", "started", "rules", "what", "number", "round", "east", "winner", "by", "discarder", "value"),
)
_RIGHT: Final = ("bettor", "bettor_change", "bettor_balance", "note", "payer", "payees", "reason")
_OF_EACH: Final = CsvPlayer.__struct_fields__
COLUMNS: Final = (*_LEFT, *(f"{name}_{seat + 1}" for seat in PLAYERS for name in _OF_EACH), *_RIGHT)


def csv_rows(session: StoredSession) -> tuple[CsvRow, ...]:
    """List what happened in a session, in the order in which it counts."""
    table = session.table
    names = (*session.names, *table.bettors)
    return tuple(_csv_row(session, table, names, row) for row in table.rows)


def _csv_row(session: StoredSession, table: Table, names: Sequence[str], row: Row) -> CsvRow:
    item, before = row.item, row.before

    seated = row.seated if isinstance(item, PeopleItem) else row.seating

    def name(place: int | None) -> str:
        return "" if place is None else names[seated.sits[place]]

    hand = item if isinstance(item, HandItem) else None
    what = str(type(item).__struct_config__.tag)
    penalty = item if isinstance(item, PenaltyItem) else None
    players = []
    for place, person in enumerate(seated.sits):
        score = row.scores[place]
        written = hand.scores[place] if hand else None
        entered = "" if written is None else "tiles" if isinstance(written, Tiles) else "number"
        wind = str(before.wind_of(place))
        players.append(CsvPlayer(names[person], wind, score, entered, row.change(person), row.balances[person]))
    bet = hand.bet if hand else None
    party = None
    if bet:
        party = table.people.index(bet.who) if bet.who else len(table.people) + table.bettors.index(bet.name)
    note = hand.note if hand else ""
    if isinstance(item, BankItem):
        note = f"{name(item.player)}: {item.points}"
    elif isinstance(item, SeatsItem):
        note = ", ".join(map(name, item.chairs))
    elif isinstance(item, PeopleItem):
        note = people_words(row, names)
    one, two, three, four = players
    return CsvRow(
        session.uid,
        table.title,
        table.events[0].at,
        table.rules.name or str(table.rules.rules),
        what,
        row.number or None,
        str(before.round),
        name(before.east),
        name(hand.winner if hand else None),
        str(hand.by) if hand and hand.by is not None else "",
        name(hand.discarder if hand else None),
        hand.value if hand else None,
        (one, two, three, four),
        bet.name if bet else "",
        None if party is None else row.change(party),
        None if party is None else row.balances[party],
        note,
        name(penalty.payer if penalty else None),
        ", ".join(map(name, penalty.payees)) if penalty else "",
        penalty.why if penalty else "",
    )


def csv_cells(row: CsvRow) -> list[str | int | None]:
    """A row as the `COLUMNS` of a CSV."""
    middle = [getattr(player, name) for player in row.players for name in _OF_EACH]
    return [*[getattr(row, name) for name in _LEFT], *middle, *[getattr(row, name) for name in _RIGHT]]


# text


_LABEL: Final = 22
_WIDTH: Final = 14


def as_text(session: StoredSession) -> str:
    """A session for people: who played, by which rules, and every hand with everybody's balance."""
    table = session.table
    rules = table.rules
    names = (*session.names, *table.bettors)
    title = printable(table_title(table), 200)
    at, hands = table.events[0].at, len(table.hands)
    counted = trn("{n} hand", "{n} hands", hands).format(n=hands)
    known = tr("{name} ({rules})").format(name=rules.name, rules=rules.rules) if rules.name else str(rules.rules)
    ended = tr("ended") if table.ended else tr("in progress")
    about = tr("Session {id}, rules {fingerprint} (version {version})")
    lines = [
        title,
        " · ".join([f"{at[:10]} {at[11:16]} UTC", printable(known, 200), counted, ended]),
        about.format(id=session.uid, fingerprint=rules.fingerprint, version=rules.version),
        *([said] if (said := unknown_words(rules)) else []),
        "",
    ]
    parties, people = table.parties, len(table.people)
    bets = tr("bets", "somebody who bets on a player")
    numbered = [(bets if party >= people else place, party) for place, party in enumerate(parties, 1)]
    lines += [f"  {place}  {printable(names[party], 20_000)}" for place, party in numbered]
    lines.append("")
    lines.append(_cells("", [printable(names[party], _WIDTH - 2) for party in parties]))
    lines.append(_cells(tr("At the start"), [number(table.start_of(party)) for party in parties]))
    entered = False
    for row in table.rows:
        entered = entered or _by_hand(row)
        lines.append(_cells(_label(row), [number(table.balance_of(party, row)) for party in parties]))
        lines += [f"    {said}" for said in _said(row, names)]
    if entered:
        lines += ["", tr("* entered by hand")]
    if places(table):
        lines += ["", winner_words(table, names), *[f"  {standing_words(one, names)}" for one in standings(table)]]
    return "\n".join(lines) + "\n"


def _cells(label: str, cells: Iterable[str]) -> str:
    return padded(label, _LABEL) + "".join([padded(cell, _WIDTH, right=True) for cell in cells])


def _by_hand(row: Row) -> bool:
    """Whether a score of a row was entered as a number."""
    return isinstance(row.item, HandItem) and any(isinstance(score, Number) for score in row.item.scores)


def _label(row: Row) -> str:
    item, before = row.item, row.before
    if isinstance(item, HandItem):
        return f"{row.number:>3}  {tr('{wind} round').format(wind=before.round.word)}"
    return f"     {tr(_LABELS[str(type(item).__struct_config__.tag)])}"


_LABELS: Final = {
    "penalty": mark("penalty"),
    "seats": mark("seats thrown"),
    "bank": mark("bank"),
    "people": mark("people"),
}


def _said(row: Row, names: Sequence[str]) -> Iterator[str]:
    """What there is to say of a row, a line each."""
    item = row.item
    if isinstance(item, PeopleItem):
        yield people_words(row, names)
        return
    called, now, moved, names = names, row.seated.sits, people_words(row, names), row.on_places(names)

    def name(player: int) -> str:
        return printable(names[player], 60)

    if isinstance(item, HandItem):
        sentence = tr("{name} is East; {ending}")
        yield sentence.format(name=name(row.before.east), ending=_ending(row, item, names))
        if row.turn is not None:
            yield row.turn.sentence(printable(called[now[row.turn.east]], 60))
        if moved:
            yield moved
        if item.note:
            yield printable(item.note, 20_000)
    elif isinstance(item, PenaltyItem):
        yield printable(outcome(row, called), 20_000)
    elif isinstance(item, SeatsItem):
        yield tr("{names}; East is {name}").format(names=joined(map(name, item.chairs)), name=name(item.east))
    else:
        sentence = tr("{name} borrows {points}") if item.points > 0 else tr("{name} gives back {points}")
        yield sentence.format(name=name(item.player), points=number(abs(item.points)))


def _ending(row: Row, item: HandItem, names: Sequence[str]) -> str:
    def name(player: int) -> str:
        return printable(names[player], 60)

    if item.winner is None:
        told = tr("nobody won")
    else:
        way = "" if item.by is None else tr(_WAYS[item.by], "how a hand was won")
        discarder = "" if item.discarder is None else name(item.discarder)
        if discarder:
            told = tr("{winner} won by {way} from {discarder}") if way else tr("{winner} won from {discarder}")
        else:
            told = tr("{winner} won by {way}") if way else tr("{winner} won")
        told = told.format(winner=name(item.winner), way=way, discarder=discarder)
    each = tr("{name} {score}", "a player's score")
    scores = [
        each.format(name=name(player), score=f"{number(score)}{'' if isinstance(item.scores[player], Tiles) else '*'}")
        for player, score in enumerate(row.scores)
        if score is not None
    ]
    if item.value is not None:
        scores.append(tr("value {points}").format(points=number(item.value)))
    return tr("{ending}; {scores}").format(ending=told, scores=joined(scores)) if scores else told


_WAYS: Final = {
    By.DRAW: mark("draw", "how a hand was won"),
    By.DISCARD: mark("discard", "how a hand was won"),
    By.KONG_REPLACEMENT: mark("kong replacement", "how a hand was won"),
    By.FLOWER_REPLACEMENT: mark("flower replacement", "how a hand was won"),
    By.ROBBED_KONG: mark("robbed kong", "how a hand was won"),
    By.DEAL: mark("deal", "how a hand was won"),
    By.FIRST_DISCARD: mark("first discard", "how a hand was won"),
}
