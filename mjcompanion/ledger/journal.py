"""What was confirmed, a second time: plain files that only grow, a checked line of JSON for each writing.

    {"what":"event","state":27,"session":"3f…","seq":4,"event":{"type":"changed",…},"after":"5c0e…","check":"91ab…"}

`state` is the number that the writing gave the ledger, `check` a digest of all before it in the line, `after` the check
of the line before: each line can be proved by itself, and that none is missing. A line is written before the ledger's
own transaction ends, and both are on the disk before anything is called confirmed. So the last line may be of a
writing that never was; whatever comes after it has the same number, and takes its place.

There is a file a month, and none is ever thrown away. Several programs may write at once.
"""

from __future__ import annotations

import _thread
import hashlib
import os
import re
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from mjcompanion import __version__
from mjcompanion.folders import create, make_folder, refuse_odd, take_lock

_DIGITS: Final = 16
"""So many hexadecimal digits of SHA-256 a check has."""
_CHECK: Final = b',"check":"'
_ENDS: Final = len(_CHECK) + _DIGITS + 2
_AT_ONCE: Final = 2**20
_TAIL: Final = 2**14
_APPENDING: Final = (
    os.O_RDWR | os.O_APPEND | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
)
_FAR: Final = 2**40
"""Where the lock is on Windows, which lets nobody read what is locked."""
_PATIENCE: Final = 2.0
"""Seconds to wait for another program that writes a line, which takes none to speak of."""


class Line(msgspec.Struct, frozen=True, tag_field="what", tag="line", kw_only=True, omit_defaults=True):
    """What all lines have: the state that the writing made, when, and whether another line belongs to it.

    A change that several lines tell happened only if the last of them, the one without `more`, is there.
    """

    state: int = 0
    at: str = ""
    more: bool = False


class Begun(Line, frozen=True, tag="journal", kw_only=True, omit_defaults=True):
    """The first line of a file: of which ledger it is, and which state it goes on from."""

    ledger: str
    program: str = ""


class Happened(Line, frozen=True, tag="event", kw_only=True, omit_defaults=True):
    """An event of a session, as the ledger has it; the one numbered 0 begins the session, `seal` is that after it."""

    session: str
    seq: int = 0
    event: msgspec.Raw
    seal: str = ""


class Evening(Line, frozen=True, tag="session", kw_only=True, omit_defaults=True):
    """All events of a session that came at once, from a file or a backup."""

    session: str
    events: tuple[msgspec.Raw, ...]
    seal: str = ""


class Person(Line, frozen=True, tag="player", kw_only=True, omit_defaults=True):
    """A player, new or under a new name; `same_as` is who that player is taken for, empty for nobody else."""

    player: str
    name: str
    same_as: str = ""


class Finished(Line, frozen=True, tag="game", kw_only=True, omit_defaults=True):
    """A finished game as exports have it."""

    game: msgspec.Raw


class Aside(Line, frozen=True, tag="put aside", kw_only=True, omit_defaults=True):
    """A finished game was put aside, or brought back."""

    game: str
    aside: bool = True


class Held(Line, frozen=True, tag="kept", kw_only=True, omit_defaults=True):
    """A kept hand as exports have it, new or changed."""

    hand: msgspec.Raw


class Contest(Line, frozen=True, tag="tournament", kw_only=True, omit_defaults=True):
    """A tournament as exports have it, new or changed."""

    tournament: msgspec.Raw


class Same(Line, frozen=True, tag="same", kw_only=True, omit_defaults=True):
    """Something was written that follows from the rest, or nothing at all."""


class Other(Line, frozen=True, tag="other", kw_only=True, omit_defaults=True):
    """Something was written of which the journal tells nothing; only a backup has it."""


class Restored(Line, frozen=True, tag="restored", kw_only=True, omit_defaults=True):
    """The ledger is what it was at the state `base`: what came after that counts no more."""

    base: int


class Void(Line, frozen=True, tag="void", kw_only=True, omit_defaults=True):
    """The writing of this state failed: its lines don't count."""


AnyLine = Begun | Happened | Evening | Person | Finished | Aside | Held | Contest | Same | Other | Restored | Void
_decoder: Final = msgspec.json.Decoder(AnyLine)


class Spoiled(msgspec.Struct, frozen=True):
    """A line that isn't what was written, or one whose forerunner is missing."""

    path: Path
    number: int


# lines


def sealed(line: Line, after: str) -> tuple[bytes, str]:
    r"""A line as it is written after the one with this check; and its own check.

    >>> sealed(Void(state=7), "00")[0]
    b'{"what":"void","state":7,"after":"00","check":"af7c920f7fed6cb3"}\n'
    """
    text = msgspec.json.encode(line)[:-1] + b',"after":"' + after.encode() + b'"'
    check = _digest(text)
    return text + _CHECK + check.encode() + b'"}\n', check


def opened(text: bytes) -> tuple[AnyLine, str, str]:
    """What a line says, the check of the line before it, and its own.

    >>> opened(sealed(Void(state=7), "00")[0])[0]
    Void(state=7, at='', more=False)

    Raises:
        ValueError: it isn't what was written, or a newer version of the program wrote it.

    """
    text = text.rstrip(b"\n")
    body, end = text[:-_ENDS], text[-_ENDS:]
    check = _digest(body)
    if end != _CHECK + check.encode() + b'"}':
        raise ValueError("this line isn't what was written")
    _, _, after = body.rpartition(b',"after":"')
    return _decoder.decode(body + b"}"), after[:-1].decode(), check


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:_DIGITS]


def files_of(folder: Path, stem: str, ledger: str = "") -> list[Path]:
    """The files of the journal of a ledger, or of all ledgers that were called so, the oldest first."""
    name = re.compile(rf"{re.escape(stem)}-{re.escape(ledger[:8]) or '[^-]{8}'}-\d{{4}}-\d\d\.jsonl")
    try:
        return sorted((one for one in folder.iterdir() if name.fullmatch(one.name)), key=lambda one: one.name[-13:])
    except OSError:
        return []


def read_lines(files: Iterable[Path]) -> Iterator[AnyLine | Spoiled]:
    """What some files of one journal say, line by line; whatever can't be believed is told as such.

    Raises:
        OSError: a file can't be read.

    """
    before: str | None = None
    for path in files:
        refuse_odd(path)
        with path.open("rb") as file:
            for number, text in enumerate(file, 1):
                if not text.strip():
                    continue
                try:
                    line, after, check = opened(text)
                except (ValueError, msgspec.MsgspecError):
                    yield Spoiled(path, number)
                    continue
                if before is not None and after != before:
                    yield Spoiled(path, number)
                before = check
                yield line


def events_of(folder: Path, stem: str, session: str) -> dict[int, str]:
    """The events of a session as they were written last, by their numbers; no number is sure to be there."""
    found: dict[int, str] = {}
    for line in read_lines(files_of(folder, stem)):
        if isinstance(line, Happened) and line.session == session:
            found[line.seq] = bytes(line.event).decode()
        elif isinstance(line, Evening) and line.session == session:
            found |= {seq: bytes(event).decode() for seq, event in enumerate(line.events)}
    return found


# writing


class Pending:
    """Lines on their way to the disk, at the same time as the ledger's: in turns the two take half as long again."""

    def __init__(self, handle: int, *, gap: bool) -> None:
        self.gap = gap
        """Whether something is in the ledger that the journal doesn't tell."""
        self._failed: OSError | None = None
        self._done = threading.Lock()
        self._done.acquire()
        _thread.start_new_thread(self._sync, (handle,))  # nobody waits for its start, as for that of a Thread

    def _sync(self, handle: int) -> None:
        try:
            getattr(os, "fdatasync", os.fsync)(handle)
        except OSError as error:
            self._failed = error
        finally:
            self._done.release()

    def wait(self) -> None:
        """Come back once they are on the disk.

        Raises:
            OSError: they aren't.

        """
        with self._done:
            pass
        if self._failed is not None:
            raise self._failed


class Journal:
    """The journal of one ledger in one folder, for writing.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     journal = Journal(Path(folder), "ledger", "3f2a91bc07d6")
    ...     journal.write([Person(player="a1", name="Ann")], 1).wait()
    ...     journal.close()
    ...     [type(line).__name__ for line in read_lines(journal.files)]
    ['Begun', 'Person']
    """

    def __init__(self, folder: Path, stem: str, ledger: str) -> None:
        self.folder = folder
        self._stem, self.ledger = stem, ledger
        self._handle: int | None = None
        self._path = folder
        self._size = -1
        self._check = ""
        self._state = 0

    @property
    def files(self) -> list[Path]:
        """All its files, the oldest first."""
        return files_of(self.folder, self._stem, self.ledger)

    @property
    def state(self) -> int:
        """The state of the ledger that its last line tells of, 0 where there is none.

        Raises:
            OSError: it can't be read.

        """
        files = self.files
        return _end_of(files[-1])[1] if files else 0

    def write(self, lines: Sequence[Line], state: int) -> Pending:
        """Write what makes a state of the ledger, and have it brought to the disk, which the answer can be asked for.

        Raises:
            OSError: it can't be written.

        """
        moment = datetime.now(UTC)
        with self._held(moment) as handle:
            gap = self._state < state - 1
            self._put(handle, self._numbered(lines, state, f"{moment:%Y-%m-%dT%H:%M:%SZ}"))
            return Pending(handle, gap=gap)

    def void(self, state: int) -> None:
        """Say that the writing of a state failed after its lines were written, if nobody has written it since.

        Raises:
            OSError: it can't be written.

        """
        with self._held(datetime.now(UTC)) as handle:
            if self._state == state:
                self._put(handle, [Void(state=state)])

    def close(self) -> None:
        """Let go of the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    @staticmethod
    def _numbered(lines: Sequence[Line], state: int, at: str) -> Iterator[Line]:
        for place, line in enumerate(lines, 1):
            yield msgspec.structs.replace(line, state=state, at=at, more=place < len(lines))

    def _put(self, handle: int, lines: Iterable[Line]) -> None:
        check, state = self._check, self._state
        waiting = bytearray()
        for line in lines:
            text, check = sealed(line, check)
            state = line.state - isinstance(line, Void)
            waiting += text
            if len(waiting) >= _AT_ONCE:
                self._append(handle, waiting)
                waiting.clear()
        self._append(handle, waiting)
        self._check, self._state = check, state

    def _append(self, handle: int, text: bytes | bytearray) -> None:
        left = memoryview(bytes(text))
        while left:
            written = os.write(handle, left)
            self._size += written
            left = left[written:]

    @contextmanager
    def _held(self, moment: datetime) -> Iterator[int]:
        """The file to write into, with its lock, after its last line.

        What goes wrong meanwhile leaves half a line at most, and the next one begins on a line of its own.
        """
        handle = self._opened(moment)
        _lock(handle)
        try:
            size = os.fstat(handle).st_size
            if size != self._size:
                self._find_end(handle, size)
            yield handle
        except BaseException:
            self._size = -1
            raise
        finally:
            _unlock(handle)

    def _opened(self, moment: datetime) -> int:
        """The file of this month, or a later one if there is one: clocks are set back."""
        month = f"{moment:%Y-%m}"
        if self._handle is not None and self._path.stem[-7:] >= month and _is_at(self._handle, self._path):
            return self._handle
        files = self.files
        self.close()
        make_folder(self.folder)
        newest = files[-1].stem[-7:] if files else ""
        self._path = self.folder / f"{self._stem}-{self.ledger[:8]}-{max(month, newest)}.jsonl"
        with suppress(FileExistsError):
            os.close(create(self._path))
        self._handle = os.open(self._path, _APPENDING)
        self._size = -1
        return self._handle

    def _find_end(self, handle: int, size: int) -> None:
        """Find out what the last line is; a file that is new gets its first."""
        self._size = size
        if not size:
            before = [one for one in self.files if one.name < self._path.name]
            self._check, self._state = _end_of(before[-1]) if before else ("", 0)
            self._put(handle, [Begun(state=self._state, ledger=self.ledger, program=__version__)])
            _sync_folder(self.folder)
            return
        self._check, self._state = _end_of(self._path)
        if os.pread(handle, 1, size - 1) != b"\n" if hasattr(os, "pread") else not _ends_whole(self._path):
            self._append(handle, b"\n")


def _end_of(path: Path) -> tuple[str, int]:
    """The check of the last line that can be believed, and the state it tells of."""
    refuse_odd(path)
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        room = _TAIL
        while True:
            start = max(0, size - room)
            file.seek(start)
            lines = file.read(size - start).split(b"\n")
            for text in reversed(lines if not start else lines[1:]):
                try:
                    line, _, check = opened(text)
                except (ValueError, msgspec.MsgspecError):
                    continue
                return check, line.state - isinstance(line, Void)
            if not start:
                return "", 0
            room *= 16


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def _is_at(handle: int, path: Path) -> bool:
    """Whether a path leads to the file that is open."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False


def _lock(handle: int) -> None:
    os.lseek(handle, _FAR, os.SEEK_SET)  # where Windows locks
    until = time.monotonic() + _PATIENCE
    while not take_lock(handle):
        if time.monotonic() > until:
            raise TimeoutError(f"another program writes the journal for more than {_PATIENCE:.0f} seconds")
        time.sleep(0.002)


def _unlock(handle: int) -> None:
    if os.name == "posix":
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_UN)
        return
    import msvcrt

    os.lseek(handle, _FAR, os.SEEK_SET)
    msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined]


def _sync_folder(folder: Path) -> None:
    """Have the disk keep the name of a new file."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return  # a system that opens no folders
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
