"""What is kept here of a ledger on a server, so that an evening goes on while the server doesn't answer.

Sessions that are read and written there are copied into a ledger of their own in the data folder. When the server
falls silent, that one stands in for it; when it is back, what was written here meanwhile is written there, event by
event through `append`, which tells where another window was first.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec
from sqlalchemy import delete, select

from mjcompanion.folders import LARGEST_OWN, Folders, read_bounded, write_atomically
from mjcompanion.ledger import games, kept, proof, schema, sitting
from mjcompanion.ledger.connect import Reader
from mjcompanion.ledger.errors import Conflict, LedgerError, NotHere, closed_folder
from mjcompanion.ledger.formats import FilePlayer, json_parts
from mjcompanion.ledger.opening import Opened
from mjcompanion.ledger.place import Place, find_place
from mjcompanion.ledger.records import Rows
from mjcompanion.ledger.store import Ledger
from mjcompanion.ledger.values import SessionRow, StoredSession
from mjcompanion.problems import RuleError
from mjcompanion.table.entry import HandEntry
from mjcompanion.table.events import AnyEvent, Changed, HandItem, Put
from mjcompanion.table.table import people_of, replay

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_DIGITS: Final = 16
_ADDRESS: Final = "address.txt"
_BEFORE: Final = "before.json"
_LEFT: Final = ".left.json"


class Left(msgspec.Struct, frozen=True):
    """What of a session couldn't join: hands to be confirmed once more, what else was done, and the file with all."""

    session: str
    hands: tuple[msgspec.Raw, ...]
    others: tuple[str, ...]
    file: str


class Joined(msgspec.Struct, frozen=True):
    """What became of what was written here: how many hands joined, and what couldn't."""

    hands: int = 0
    left: tuple[Left, ...] = ()


class StandIn(Ledger):
    """A ledger here that stands in for one on a server; of what it can't do it says that the server doesn't answer.

    What was copied into it counts as imported; a session that is `touched` was written to here, and waits, as do
    every finished game and every kept hand. Once that is on the server it is taken out.
    """

    def __init__(self, place: Place, opened: Opened) -> None:
        super().__init__(place, opened)
        assert place.path is not None  # noqa: S101 - it lies in the data folder
        self._folder = place.path.parent
        self._copied: dict[str, int] = {}
        self.stands_for = ""
        """The ledger on a server, as it is shown."""

    @classmethod
    def beside(cls, address: str, folders: Folders) -> Self | None:
        """Open the one for the ledger at an address; a new one is made. None where the ledger is a file.

        Raises:
            LedgerError: it can't be opened.

        """
        place = find_place(address or None, folders)
        if place.path is not None:
            return None
        folder = _folder_of(place.shown, folders)
        found = cls.open(folder / "ledger.db")
        found.stands_for = place.shown
        with suppress(OSError):  # it is told only
            write_atomically(folder / _ADDRESS, place.shown.encode())
        return found

    @classmethod
    def elsewhere(cls, address: str, folders: Folders) -> Iterator[Self]:
        """Yield the stand-ins of other addresses that have hands waiting; each is closed once the next is asked for.

        These hands stay behind when the address of a server changes.
        """
        own = _folder_of(find_place(address or None, folders).shown, folders)
        for folder in sorted(folders.away_folder.glob("*")):
            with suppress(LedgerError, OSError, ValueError):
                if folder == own or not (folder / "ledger.db").exists():
                    continue
                with cls.open(folder / "ledger.db") as found:
                    with suppress(FileNotFoundError):
                        found.stands_for = read_bounded(folder / _ADDRESS, LARGEST_OWN).decode()
                    if found.waits or found.has_left:
                        yield found

    @property
    def has_left(self) -> bool:
        """Whether a hand that couldn't join waits to be confirmed again."""
        return any(left.hands for _, left in self._left(""))

    def bring_in(self, server: Ledger) -> Joined:
        """Let all that waits here join the ledger that is in use now.

        Raises:
            LedgerError: it isn't there, or doesn't take it.

        """
        if isinstance(server, StandIn):
            raise NotHere("ledger-no-server", why=server.stands_for)
        joined = self.join(server)
        if isinstance(server, Copied) and server.stand_in is not None:
            for path, _ in self._left(""):
                server.stand_in.take_over(path)
        return joined

    def take_over(self, path: Path) -> None:
        """Take over hands that couldn't join from another address, so that the Table page offers them."""
        path.replace(self._folder / path.name)

    def _refuse(self) -> NotHere:
        return NotHere("ledger-no-server", why=self.stands_for)

    @property
    def is_file(self) -> bool:
        """It has no backups of its own: what is in it is on the server, or on its way there."""
        return False

    def _look_after(self) -> None:
        """Nothing: copies need no backup."""

    # copies of what is on the server

    def copy(self, uid: str, names: Sequence[str], events: Sequence[AnyEvent]) -> None:
        """Keep a session as it is on the server."""
        if self._copied.get(uid) != len(events):
            super().import_json(_as_file(uid, names, events))
            self._copied[uid] = len(events)

    # standing in

    def _waiting(self) -> list[str]:
        wanted = select(schema.sessions.c.uid).where(schema.sessions.c.touched > 0).order_by(schema.sessions.c.touched)
        with self._reading() as connection:
            return list(connection.execute(wanted).scalars())

    @property
    def waits(self) -> bool:
        """Whether something was written here that isn't on the server."""
        return bool(self._waiting() or any(self._alone()))

    def _alone(self) -> tuple[list[str], list[str]]:
        """The finished games, and the kept hands and exercises; all that are here wait."""
        with self._reading() as connection:
            reader = Reader.of(connection)
            return games.ROWS.every(reader), kept.RECORDS.every(reader)

    @property
    def hands_waiting(self) -> int:
        """How many hands were confirmed here that aren't on the server."""
        before = self._before()
        return sum(max(0, self.session_row(uid).hands - before.get(uid, 0)) for uid in self._waiting())

    def _before(self) -> dict[str, int]:
        """How many hands the sessions had on the server that were written to here, as far as that is known."""
        try:
            return msgspec.json.decode(read_bounded(self._folder / _BEFORE, LARGEST_OWN), type=dict[str, int])
        except (OSError, ValueError, RecursionError):
            return {}

    def append(self, uid: str, seq: int, event: AnyEvent) -> int:
        """Write what happened next in a session that is kept here."""
        with suppress(OSError):  # it is told only
            before = self._before()
            if uid not in before:
                waiting = {one: hands for one, hands in before.items() if one in self._waiting()}
                waiting[uid] = 0 if uid in self._waiting() else self._row(uid).hands
                write_atomically(self._folder / _BEFORE, msgspec.json.encode(waiting))
        self._row(uid)
        self._copied.pop(uid, None)
        return super().append(uid, seq, event)

    def session(self, uid: str) -> StoredSession:
        """A whole session, if it is kept here."""
        self._row(uid)
        return super().session(uid)

    def _row(self, uid: str) -> SessionRow:
        try:
            return self.session_row(uid)
        except RuleError:
            raise self._refuse() from None

    def _not_here(self, *_words: object, **_names: object) -> Any:  # noqa: ANN401 - it gives nothing
        raise self._refuse()

    rename_player = merge_players = unmerge_player = remove_game = bring_back_game = _not_here
    correct_kept = remove_kept = bring_back_kept = export_kept_to = _not_here
    begin_tournament = change_tournament = remove_tournament = bring_back_tournament = put_tournament = _not_here
    tournament = contest = tournaments = resolve_tournament = _not_here
    import_json = export_to = export_games_to = export_notebook_to = backup = check = rebuild = _not_here

    # joining

    def join(self, server: Ledger) -> Joined:
        """Write to the server what was written here; whatever ends this, the next time goes on with the rest.

        Raises:
            LedgerError: the server doesn't take it; what isn't there yet still waits.

        """
        hands, left, before = 0, list[Left](), self._before()
        for uid in self._waiting():
            mine = super().session(uid)
            at, others = self._join_session(server, mine)
            if others:
                left.append(self._leave(mine, at, others))
            else:
                hands += max(0, len(mine.table.hands) - before.get(uid, 0))
            self._forget(uid)
        finished, held = self._alone()
        for uid in finished:
            stored = self.game(uid)
            with suppress(RuleError):  # another one with this id
                server.add_game(stored.row, stored.record)
            self._take_out(games.ROWS, uid)
        for uid in held:
            with suppress(RuleError):  # another one with this id
                server.put_kept(self.kept_hand(uid))
            self._take_out(kept.RECORDS, uid)
        return Joined(hands, tuple(left))

    def _take_out(self, rows: Rows, uid: str) -> None:
        """Take out a game or a hand, which is on the server now."""
        with self._writing() as (connection, _):
            connection.execute(delete(rows.table).where(rows.wanted), {"which": uid})
            proof.count_one(connection, rows.table.name, -1)

    def _join_session(self, server: Ledger, mine: StoredSession) -> tuple[int, tuple[AnyEvent, ...]]:
        """Write a session's events that the server hasn't; where another window was first, from which on they aren't.

        Where the server doesn't know the session, it is begun there by its first event and its players.
        """
        uid, events = mine.uid, mine.events
        try:
            there = Ledger.session(server, uid).events
        except RuleError:
            there = events[:1]
            try:
                server.import_json(_as_file(uid, mine.names, there))
            except RuleError:
                return 0, events
        pairs = zip(events, there, strict=False)
        same = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(events), len(there)))
        if same < len(there):
            return same, events[same:]
        if len(people_of(events)) > len(people_of(there)):
            server.import_json(b"".join(json_parts(_as_players(mine.names, events), [])))
        for seq, event in enumerate(events[same:], same):
            try:
                server.append(uid, seq, event)
            except (Conflict, RuleError):  # what stands there by now rules it out
                return seq, events[seq:]
        return len(events), ()

    # what couldn't join

    def _leave(self, mine: StoredSession, at: int, events: tuple[AnyEvent, ...]) -> Left:
        """Keep what another window was before with, as hands to be confirmed again."""
        before = replay(mine.events[: max(at, 1)])
        fresh = [row.id for row in mine.table.hands if before.row(row.id) is None]
        hands = [msgspec.structs.replace(HandEntry.of(mine.table, one), item=None) for one in fresh]
        others = [sitting.described(event) for event in events if not _only_hands(event, fresh)]
        content, number = _as_file(mine.uid, mine.names, mine.events), 0
        try:
            while True:  # what was left before, and waits still, keeps its name
                name = f"{mine.uid[:8]}-{len(mine.events)}" + f"-{number}" * (number > 0)
                file = self._folder / f"{name}.mjledger.json"
                if not file.exists() or file.read_bytes() == content:
                    break
                number += 1
            left = Left(mine.uid, tuple(msgspec.Raw(one.save()) for one in hands), tuple(others), str(file))
            write_atomically(file, content)
            write_atomically(self._folder / f"{name}{_LEFT}", msgspec.json.encode(left))
        except OSError as error:
            raise closed_folder(self._folder, error) from error
        return left

    def _forget(self, uid: str) -> None:
        """Take a session out: it is another one on the server."""
        self._copied.pop(uid, None)
        self._tables.pop(uid, None)
        with self._writing() as (connection, _):
            number = select(schema.sessions.c.id).where(schema.sessions.c.uid == uid).scalar_subquery()
            for table in (schema.events, schema.standings):
                connection.execute(delete(table).where(table.c.session_id == number))
            connection.execute(delete(schema.sessions).where(schema.sessions.c.uid == uid))
            proof.count_one(connection, "sessions", -1)

    def _left(self, uid: str) -> Iterator[tuple[Path, Left]]:
        """Yield what of a session couldn't join, or of all sessions where none is named."""
        for path in sorted(self._folder.glob(f"{uid[:8]}*{_LEFT}")):
            with suppress(OSError, ValueError, RecursionError):
                left = msgspec.json.decode(read_bounded(path, LARGEST_OWN), type=Left)
                if uid in ("", left.session):
                    yield path, left

    def left_hands(self, uid: str) -> tuple[bytes, ...]:
        """Hands of a session that another window's events kept from joining."""
        return tuple(bytes(hand) for _, one in self._left(uid) for hand in one.hands)

    def take_left_hand(self, uid: str) -> None:
        """The first of these is being entered again, and kept elsewhere."""
        for path, one in self._left(uid):
            if one.hands:
                rest = msgspec.structs.replace(one, hands=one.hands[1:])
                with suppress(OSError):  # then it is offered again
                    write_atomically(path, msgspec.json.encode(rest))
                return


def _folder_of(address: str, folders: Folders) -> Path:
    """Where what stands in for the ledger at an address is kept."""
    return folders.away_folder / hashlib.sha256(address.encode()).hexdigest()[:_DIGITS]


def _as_file(uid: str, names: Sequence[str], events: Sequence[AnyEvent]) -> bytes:
    """A session with its players as a file to be imported."""
    return b"".join(json_parts(_as_players(names, events), [(uid, [sitting.body_of(event) for event in events])]))


def _as_players(names: Sequence[str], events: Sequence[AnyEvent]) -> list[FilePlayer]:
    """The players of a session's events; more may have come later."""
    return [FilePlayer(*one) for one in zip(people_of(events), names, strict=False)]


def _only_hands(event: AnyEvent, fresh: list[str]) -> bool:
    """Whether an event does nothing but put hands that are told by themselves."""
    return isinstance(event, Changed) and all(
        isinstance(one, Put) and isinstance(one.item, HandItem) and one.id in fresh for one in event.changes
    )


class Copied(Ledger):
    """A ledger on a server; what is read and written there is kept here too, in its stand-in.

    Whatever happens to the copy, what the server has taken is confirmed.
    """

    def __init__(self, place: Place, opened: Opened) -> None:
        super().__init__(place, opened)
        self.stand_in: StandIn | None = None
        self._names: dict[str, tuple[str, ...]] = {}
        self._fresh: dict[str, Sequence[AnyEvent]] = {}

    def session(self, uid: str) -> StoredSession:
        """A whole session, which will be kept here too."""
        found = super().session(uid)
        self._names[uid], self._fresh[uid] = found.names, found.events
        return found

    def append(self, uid: str, seq: int, event: AnyEvent) -> int:
        """Write what happened next, which will be kept here too."""
        done = super().append(uid, seq, event)
        if uid in self._names and uid in self._tables:
            table = self._tables[uid][1]
            if len(table.people) != len(self._names[uid]):
                self._names[uid] = super().session(uid).names
            self._fresh[uid] = table.events
        return done

    def copy_fresh(self) -> None:
        """Keep here what was read and written since this was asked last: nobody waits for it."""
        fresh, self._fresh = self._fresh, {}
        for uid, events in fresh.items():
            if self.stand_in is not None:
                with suppress(LedgerError, RuleError):
                    self.stand_in.copy(uid, self._names[uid], events)

    def left_hands(self, uid: str) -> tuple[bytes, ...]:
        """What couldn't join, as its stand-in has it."""
        return () if self.stand_in is None else self.stand_in.left_hands(uid)

    def take_left_hand(self, uid: str) -> None:
        """The first of these is being entered again, and kept elsewhere."""
        if self.stand_in is not None:
            self.stand_in.take_left_hand(uid)
