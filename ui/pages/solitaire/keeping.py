"""Where the games under way are kept on disk, and those that were left for them, and what goes into the ledger."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from mjcompanion.american.request import Cards
from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import Terms
from mjcompanion.scoring.draft import Draft
from mjcompanion.scoring.sheet_rows import ScoreRow
from mjcompanion.scoring.text_renderer import text_lines
from mjcompanion.solitaire.real_tiles import RealTilesGame, RealTilesRecord
from mjcompanion.solitaire.record import Played, summary, write_record
from mjcompanion.solitaire.saving import Arranged, SavedGame, glance, resume
from mjcompanion.storage.drafts import DraftStore
from mjcompanion.storage.paths import LARGEST_OWN, Folders, make_folder, read_bounded, write_atomically

from ...worker import Task, Worker
from .course import Course
from .real_words import form_lines, left_words, loose_words, next_words, title_words

if TYPE_CHECKING:
    from mjcompanion.american.draft import AmericanDraft
    from mjcompanion.american.score import AmericanSheet
    from mjcompanion.ledger.ledger import Ledger
    from mjcompanion.ledger.values import KeptHand
    from mjcompanion.scoring.sheet import ScoreSheet


class GameIdentity(msgspec.Struct, frozen=True):
    """What the ledger tells a game from all others by, when it began, and when it was over, once it is; in UTC."""

    uid: str
    begun: str
    finished: str = ""


class ContinuedGame(NamedTuple):
    """A game that goes on."""

    course: Course
    named: GameIdentity
    arranged: Arranged | None = None


class LeftGame(NamedTuple):
    """A game that was left for another one; `played` is None where its file can't be read."""

    path: Path
    played: Played | None
    when: datetime

    @property
    def uid(self) -> str:
        return self.path.stem


class GameFiles:
    """The file of the game under way, those of the games that were left for another one, and that with real tiles.

    Programs that use one folder at a time keep their games under way apart; those left they share. Next to each file
    is a small one with the game's id: a game that was finished and stored just before the program ended is known
    again by it, and not stored twice.

    Whatever can't be read, written, moved or taken away raises OSError and stays where it is.
    """

    def __init__(self, folders: Folders, disk: Worker) -> None:
        """What the disk takes its time for is done by its worker."""
        self._left = folders.left_games_folder
        self._disk = disk
        self._flushing: dict[DraftStore, Task[None]] = {}
        self._virtual = DraftStore(folders.solitaire_file, own=True)
        self.real = DraftStore(folders.real_wall_file, own=True)
        """The draft of the game with real tiles."""

    def _flush_soon(self, store: DraftStore) -> None:
        """Have the disk write what the system still holds in memory, on another thread; one wish of a game waits."""
        if store in self._flushing:
            self._flushing[store].cancel()
        self._flushing[store] = self._disk.ask(lambda _: store.flush())

    @property
    def path(self) -> Path:
        """Where the game under way is kept."""
        return self._virtual.path

    def card_under_way(self) -> str:
        """The name of the card of the game that was under way; empty without one, or where it can’t be read."""
        try:
            played = glance(self.path)
        except (RuleError, OSError):
            return ""
        return played.setup.card if played is not None else ""

    def load(self, cards: Cards, fresh: Callable[[], GameIdentity]) -> ContinuedGame | None:
        """The game that was under way, or None; `fresh` gives it a new id where its own is lost.

        Raises:
            RuleError: it can't go on; the sentence says why.

        """
        found = resume(self.path, cards)
        return None if found is None else self._going_on(found, fresh)

    def _going_on(self, found: SavedGame, fresh: Callable[[], GameIdentity]) -> ContinuedGame:
        played, moments, arranged = found
        return ContinuedGame(Course(played, moments), _name_in(_beside(self.path)) or fresh(), arranged)

    def name(self, named: GameIdentity) -> None:
        write_atomically(_beside(self.path), msgspec.json.encode(named))

    def save(self, content: bytes, *, flushed: bool = False) -> None:
        """Save the game under way, where `flushed` soon for a power cut too: no frame waits for the disk."""
        self._virtual.save(content)
        if flushed:
            self._flush_soon(self._virtual)

    def end(self) -> None:
        """The game is kept elsewhere."""
        self.path.unlink(missing_ok=True)
        _beside(self.path).unlink(missing_ok=True)

    # games that were left

    def leave(self, uid: str) -> None:
        """Put the game under way with those that were left."""
        own = _name_in(_beside(self.path))
        self._put_with_left(self.path, own.uid if own is not None else uid)

    def _put_with_left(self, path: Path, uid: str) -> None:
        if not path.exists():
            return
        make_folder(self._left)
        kept = self._left / f"{uid}{path.suffix}"
        path.replace(kept)
        if _beside(path).exists():
            _beside(path).replace(_beside(kept))

    def gather(self, fresh: Callable[[], GameIdentity]) -> None:
        """Put the game of a program that died while another was running with the games that were left."""
        for path in self._virtual.abandoned():
            self._put_with_left(path, (_name_in(_beside(path)) or fresh()).uid)

    def left(self) -> tuple[LeftGame, ...]:
        """The games that were left, the newest first."""
        found = []
        try:
            paths = [path for path in self._left.iterdir() if path.suffix == self.path.suffix and path.stem.isalnum()]
        except OSError:
            return ()
        for path in paths:
            try:
                when = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                found.append(LeftGame(path, glance(path), when))
            except RuleError:
                found.append(LeftGame(path, None, when))
            except OSError:
                continue  # another program has taken it up
        return tuple(sorted(found, key=lambda one: one.when, reverse=True))

    def take_up(
        self, left: LeftGame, cards: Cards, fresh: Callable[[], GameIdentity], make_room: Callable[[], object]
    ) -> ContinuedGame | None:
        """Resume a game that was left, once `make_room` has put the current one aside or ended it.

        None where another program has taken it up.

        Raises:
            RuleError: it can't go on, and nothing has changed; the sentence says why.

        """
        found = resume(left.path, cards)
        if found is None:
            return None
        make_room()
        try:
            left.path.replace(self.path)
        except FileNotFoundError:
            return None
        if _beside(left.path).exists():
            _beside(left.path).replace(_beside(self.path))
        return self._going_on(found, fresh)

    def throw_away(self, left: LeftGame) -> Path:
        """List a game no more; its file stays under another name, which this gives."""
        kept = left.path.with_suffix(".thrown-away")
        left.path.replace(kept)
        return kept

    def bring_back(self, left: LeftGame, kept: Path) -> None:
        """List it again."""
        kept.replace(left.path)

    def forget(self, uid: str) -> None:
        """A game that was left is in the ledger by now."""
        path = self._left / f"{uid}{self.path.suffix}"
        path.unlink(missing_ok=True)
        _beside(path).unlink(missing_ok=True)

    # the game with real tiles

    def load_real(self) -> bytes | None:
        """Return the game that was under way; that of a program that died while another was running becomes ours."""
        found = self.real.load()
        if found:
            return found
        for path in self.real.abandoned():
            found = read_bounded(path, LARGEST_OWN)
            if found:
                self.real.save(found)
            path.unlink()
            if found:
                return found
        return None

    def save_real(self, content: bytes) -> None:
        """Save the game with real tiles, empty without one; soon it survives a power cut too."""
        self.real.save(content)
        self._flush_soon(self.real)


def _beside(path: Path) -> Path:
    """Where the id of the game in a file is."""
    return path.with_suffix(".id.json")


def _name_in(path: Path) -> GameIdentity | None:
    try:
        named = msgspec.json.decode(read_bounded(path, LARGEST_OWN), type=GameIdentity)
    except (OSError, ValueError, RecursionError):
        return None
    return named if named.uid.isalnum() else None  # it becomes the name of a file


def adding(course: Course, named: GameIdentity, cards: Cards) -> Callable[[Ledger], object]:
    """What the ledger thread does with a finished game."""
    played, last = course.played, course.game

    def add(ledger: Ledger) -> object:
        from mjcompanion.ledger.values import GameRow

        row = GameRow.of(named.uid, named.begun, named.finished, summary(played, last))
        return ledger.games.add(row, write_record(played, last, cards))

    return add


def draft_of(real: RealTilesRecord) -> Draft | AmericanDraft:
    """Return the hand as it was entered, or an empty one with what was counted of how it was won."""
    if real.rules.with_card:
        from mjcompanion.american.draft import AmericanDraft

        if real.hand:
            return AmericanDraft.load(real.hand.encode())
        return with_counts(AmericanDraft(real.rules, card=real.setup.card or real.rules.card), real.game)
    if real.hand:
        return Draft.load(real.hand.encode())
    setup = real.setup
    blank = Draft(real.rules, round=setup.round, house=setup.house, house_name=real.house_name)
    return with_counts(msgspec.structs.replace(blank, seat=setup.seat), real.game)


def with_counts(draft: Draft | AmericanDraft, game: RealTilesGame) -> Draft | AmericanDraft:
    """Return a hand with what was counted of how it was won; the tile that won it the person says."""
    counted: dict[str, Any] = {"discards": game.pile if game.adjustment is not None else None}
    if game.rules.single_player:
        counted["by"] = game.came
    if isinstance(draft, Draft):
        counted["last_tile"] = game.last_tile
    return msgspec.structs.replace(draft, **counted).without_conflicts()


def _lost_text(real: RealTilesRecord) -> str:
    """Return what is kept as text of a game that the person didn't win."""
    game = real.game
    left = " · ".join(one for one in (left_words(game), loose_words(game)) if one)
    form = text_lines(ScoreRow(f"{one.place} {one.words}".strip(), one.figure) for one in form_lines(game))
    return "\n".join((title_words(real), next_words(game), left, *form))


def keep_real(
    ledger: Ledger,
    *,
    real: RealTilesRecord,
    sheet: ScoreSheet | AmericanSheet | None,
    card: str,
    title: str,
    terms: Terms,
    about: dict[str, str],
) -> KeptHand:
    """Write a game with real tiles as a kept hand; once, however often it is tried with the same hand."""
    from mjcompanion.ledger.hand_records import at_the_wall, hand_of, nobody_won, record_of, sheet_text
    from mjcompanion.table.rules import TableRules

    if sheet is None:
        rules = TableRules.of(real.rules, real.setup.house, name=real.house_name)
        record = nobody_won(rules, real.setup, real.counts, _lost_text(real))
    else:
        record = at_the_wall(record_of(sheet, sheet_text(sheet, title, terms), real.house_name, card), real.counts)
    hand = hand_of(real.uid, real.ended, real.ended, record, **about)
    ledger.hands.put(hand)
    return hand.row
