"""What the Score page knows and does, without a widget: the draft, what it shows, undo, and the copy on disk."""

from __future__ import annotations

import enum
import shlex
from collections.abc import Callable

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoStack

from mjcompanion.folders import reason
from mjcompanion.hand import SELF_DRAWN, By, Hand, Meld, MeldKind, meld
from mjcompanion.ledger.drafts import DraftStore
from mjcompanion.notation import read_groups
from mjcompanion.options import Options
from mjcompanion.problems import NotationError, Problem, RuleError
from mjcompanion.rulesets import DEFAULT, Ruleset, changed_options, options_for
from mjcompanion.scoring.draft import Draft, Look, look
from mjcompanion.scoring.receipt import as_text
from mjcompanion.tiles import ANY_FLOWER, JOKER, Terms, Tile, Wind
from mjcompanion.words import joined

from ...steps import Step
from .keys import KeyReader

FLUSH_AFTER_MS = 800
"""Once entering rests for so long, the disk is asked to write the draft for good."""


_WHOLE_HAND = 13
"""So many tiles in one text are a hand by themselves, and take the place of the one that is there."""


class Laying(enum.StrEnum):
    """What the next tile makes: itself in the hand, or a set laid out of which it is the (lowest) tile."""

    HAND = "hand"
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    CONCEALED_KONG = "concealed-kong"


class ScorePresenter(QObject):
    """Holds the hand being entered; every change goes through here, can be undone, and is kept on disk.

    Signals:
        changed(): the draft, what it shows, or what is chosen is different now.
        typed(str): what waits for another key, as text.
        said(str, str): a sentence, and its kind: "info", "good", "warn" or "wrong".
        mended(): what was wrong before is put right; a sentence about it can go.
    """

    mended = Signal()
    changed = Signal()
    typed = Signal(str)
    said = Signal(str, str)

    def __init__(
        self,
        draft: Draft | None = None,
        store: DraftStore | None = None,
        parent: QObject | None = None,
        *,
        flush: Callable[[Callable[[], None]], object] | None = None,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._flush = flush
        self._told_unsaved = False
        self.stack = QUndoStack(self)
        self.destroyed.connect(lambda stack=self.stack: stack.blockSignals(True))  # a dying stack still counts steps
        self.keys = KeyReader()
        self.terms = Terms()
        self.chosen: frozenset[int] = frozenset()
        self.laying = Laying.HAND
        self._draft = draft or Draft(DEFAULT)
        self._look = look(self._draft)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(FLUSH_AFTER_MS)
        self._timer.timeout.connect(self._on_rest)

    # what there is to see

    @property
    def draft(self) -> Draft:
        """The hand being entered and its situation."""
        return self._draft

    @property
    def seen(self) -> Look:
        """What counts, what is missing, what is wrong."""
        return self._look

    @property
    def hand(self) -> Hand:
        """The tiles as a hand."""
        return self._draft.hand

    @property
    def asks(self) -> frozenset[str]:
        """What the ruleset needs to know besides the tiles."""
        return self._draft.rules.asks

    @property
    def losers_score(self) -> bool:
        """Whether a hand that didn't win counts in these rules."""
        return self._draft.rules.losers_score

    @property
    def ways(self) -> tuple[By, ...]:
        """The ways to win that can be asked about now."""
        return self._draft.ways

    def winning_choices(self) -> tuple[Tile, ...]:
        """The tiles that can have won."""
        return self._draft.winning_choices

    def chosen_tiles(self) -> tuple[Tile, ...]:
        """The concealed tiles that are chosen."""
        concealed = self.hand.concealed
        return tuple(concealed[index] for index in sorted(self.chosen) if index < len(concealed))

    def why_not_lay(self, *, concealed: bool = False) -> str:
        """Why the chosen tiles can't be laid out; empty when they can."""
        tiles = self.chosen_tiles()
        if not tiles:
            return self.tr("Choose the tiles of a set first.")
        kind = meld(tiles, concealed=concealed).kind
        if concealed:
            return "" if kind is MeldKind.KONG else self.tr("A concealed kong is four tiles alike.")
        fits = kind in (MeldKind.CHOW, MeldKind.PUNG, MeldKind.KONG)
        return "" if fits else self.tr("The chosen tiles are no chow, pung or kong.")

    # entering tiles

    def add(self, *tiles: Tile) -> bool:
        """Put tiles into the hand, or lay out a set where one is being laid out; says why when it can't."""
        if self.laying is not Laying.HAND and len(tiles) == 1 and not tiles[0].is_flower:
            return self.lay_out(self.laying, tiles[0])
        for tile in tiles:
            if self._draft.left(tile) < tiles.count(tile):
                return self._refuse(tile, tiles.count(tile))
        names = joined(tile.name(self.terms) for tile in tiles)
        self._change(self._draft.add(*tiles), self.tr("Add {tiles}").format(tiles=names))
        return True

    def lay_out(self, how: Laying, tile: Tile) -> bool:
        """Lay out a set given by its kind and its lowest tile; an 8 or 9 stands for the chow 7 8 9."""
        if how is Laying.CHOW:
            if not tile.is_suited:
                sentence = self.tr("A chow needs a suit: {tile} has none.").format(tile=tile.name(self.terms))
                self.said.emit(sentence, "wrong")
                return False
            lowest = Tile(tile - max(0, tile.rank - 7))
            tiles = [lowest, Tile(lowest + 1), Tile(lowest + 2)]
        else:
            tiles = [tile] * (3 if how is Laying.PUNG else 4)
        for one in tiles:
            if self._draft.left(one) < tiles.count(one):
                return self._refuse(one, tiles.count(one))
        self.laying = Laying.HAND
        laid = meld(tiles, concealed=how is Laying.CONCEALED_KONG)
        self._change(self._draft.lay(laid), self.tr("Lay out a set"))
        return True

    def _refuse(self, tile: Tile, wanted: int = 1) -> bool:
        """Say why a tile can't be entered."""
        left = self._draft.left(tile)
        if tile is JOKER or tile is ANY_FLOWER:
            problem = Problem("joker-in-chinese" if tile is JOKER else "any-flower-in-chinese", tile=tile)
        elif tile.is_flower and left <= 0 and not self._draft.has_flowers:
            problem = Problem("flowers-not-in-play", tile=tile)
        elif tile.is_flower:
            problem = Problem("second-flower", tile=tile)
        elif left <= 0:
            problem = Problem("fifth-copy", tile=tile, count=5)
        else:
            problem = Problem("too-few-left", tile=tile, count=wanted, limit=left)
        self.said.emit(problem.sentence(self.terms), "wrong")
        self.changed.emit()
        return False

    def set_laying(self, how: Laying) -> None:
        """Say what the next tile makes."""
        self.laying = how
        self.changed.emit()

    def type_key(self, key: str) -> None:
        """Take a key that was typed; `!` says that the tile entered last has won."""
        if key == "!":
            self._last_won()
            return
        try:
            made = self.keys.feed(key)
        except NotationError as error:
            self.said.emit(error.problems[0].sentence(self.terms), "wrong")
            made = ()
        else:
            self.mended.emit()
        for one in made:
            if isinstance(one, Meld):
                self._lay_typed(one)
        tiles = [one for one in made if isinstance(one, Tile)]
        if tiles:
            self.add(*tiles)
        self.typed.emit(self.keys.text)

    def _last_won(self) -> None:
        last = self._draft.entries[-1] if self._draft.entries else None
        if last is None or last.is_flower or last.laid is not None:
            self.said.emit(self.tr("Type the winning tile last, then “!”."), "info")
        else:
            self.set_winning_tile(last.tiles[0])

    def _lay_typed(self, laid: Meld) -> None:
        for tile in laid.tiles:
            if self._draft.left(tile) < laid.tiles.count(tile):
                self._refuse(tile, len(laid.tiles))
                return
        self._change(self._draft.lay(laid), self.tr("Lay out a set"))

    def backspace(self) -> None:
        """Take back the last key, or the chosen tiles, or what was entered last."""
        if self.keys.backspace():
            self.typed.emit(self.keys.text)
        elif self.chosen:
            self.remove_chosen()
        elif self._draft.entries:
            self._change(self._draft.without_last(), self.tr("Take back the last tile"))

    def insert(self, text: str) -> bool:
        """Add what a text describes, tiles and sets, to the hand; says why when it can't."""
        try:
            added = Draft(self._draft.rules).pasted(text).entries
        except NotationError as error:
            self.said.emit(error.problems[0].sentence(self.terms), "wrong")
            return False
        entries = (*self._draft.entries, *added)
        wanted = [tile for entry in added for tile in entry.tiles]
        if len(wanted) >= _WHOLE_HAND:
            return self.paste(text)
        for tile in wanted:
            if self._draft.left(tile) < wanted.count(tile):
                return self._refuse(tile, wanted.count(tile))
        self._change(self._draft.with_entries(entries), self.tr("Add tiles"))
        return True

    def lay_text(self, text: str) -> bool:
        """Lay out what a text describes: one tile makes the set that is being laid out, else a pung of it."""
        try:
            tiles = [tile for group in read_groups(text) for tile in group.tiles]
        except NotationError as error:
            self.said.emit(error.problems[0].sentence(self.terms), "wrong")
            return False
        if len(tiles) == 1:
            how = Laying.PUNG if self.laying is Laying.HAND else self.laying
            return self.add(*tiles) if tiles[0].is_flower else self.lay_out(how, tiles[0])
        laid = meld(tiles, concealed=False) if tiles else None
        if laid is None or laid.kind not in (MeldKind.CHOW, MeldKind.PUNG, MeldKind.KONG):
            self.said.emit(Problem("no-set", text=text).sentence(self.terms), "wrong")
            return False
        self._lay_typed(laid)
        return True

    def paste(self, text: str) -> bool:
        """Show the hand that a text describes; says why when it can't be read, and changes nothing then."""
        try:
            draft = self._draft.pasted(text)
        except NotationError as error:
            self.said.emit(error.problems[0].sentence(self.terms), "wrong")
            return False
        if not draft.entries:
            self.said.emit(self.tr("There is no hand to paste: copy some text like 123m 55p first."), "info")
            return False
        self.keys.clear()
        self.laying = Laying.HAND
        self.typed.emit("")
        self._change(draft, self.tr("Paste a hand"))
        return True

    # changing what is there

    def choose(self, index: int) -> None:
        """Choose a concealed tile, or let it go."""
        self.chosen = self.chosen ^ {index}
        self.changed.emit()

    def choose_alike(self, index: int) -> None:
        """Choose the set that this tile stands in: all that are like it, else the chow around it."""
        concealed = self.hand.concealed
        alike = [at for at, tile in enumerate(concealed) if tile is concealed[index]]
        if len(alike) >= 3:
            self.chosen = frozenset(alike)
        else:
            self.chosen = self._chow_around(index) or frozenset({index})
        self.changed.emit()

    def _chow_around(self, index: int) -> frozenset[int]:
        concealed = self.hand.concealed
        tile = concealed[index]
        for low in range(tile - 2, tile + 1):
            if low >= 0 and Tile(low).is_suited and Tile(low).rank <= 7:
                wanted = [Tile(low + step) for step in range(3)]
                if all(one in concealed for one in wanted):
                    return frozenset(index if one is tile else concealed.index(one) for one in wanted)
        return frozenset()

    def choose_none(self) -> None:
        """Let all tiles go."""
        self.chosen = frozenset()
        self.changed.emit()

    def lay_chosen(self, *, concealed: bool = False) -> bool:
        """Lay out the chosen tiles as a set."""
        why_not = self.why_not_lay(concealed=concealed)
        if why_not:
            self.said.emit(why_not, "wrong")
            return False
        self._change(self._draft.lay_down(self.chosen_tiles(), concealed=concealed), self.tr("Lay out a set"))
        return True

    def remove_chosen(self) -> None:
        """Take the chosen tiles out of the hand."""
        draft = self._draft
        for tile in self.chosen_tiles():
            draft = draft.remove(tile)
        self._change(draft, self.tr("Remove tiles"))

    def remove(self, tile: Tile) -> None:
        """Take one tile, or a flower, away."""
        self._change(self._draft.remove(tile), self.tr("Remove {tile}").format(tile=tile.name(self.terms)))

    def take_back(self, laid: Meld) -> None:
        """Put a set that was laid out back into the hand."""
        self._change(self._draft.take_back(laid), self.tr("Take a set back"))

    def turn(self, laid: Meld) -> None:
        """Make a kong that was laid out concealed, or exposed."""
        self._change(self._draft.turn(laid), self.tr("Turn a kong"))

    def remove_set(self, laid: Meld) -> None:
        """Take a set that was laid out away."""
        self._change(self._draft.remove_set(laid), self.tr("Remove a set"))

    def clear(self) -> None:
        """Begin another hand at the same table."""
        self.keys.clear()
        self.laying = Laying.HAND
        self.typed.emit("")
        self._change(self._draft.cleared(), self.tr("New hand"))

    # the situation

    def set_rules(self, rules: Ruleset, house: Options | None = None) -> None:
        """Score by other rules, with these house options or those that were last used with them."""
        after = self._draft.with_rules(rules) if rules is not self._draft.rules else self._draft
        if house is not None:
            after = msgspec.structs.replace(after, house=house)
        if after != self._draft:
            self._change_to(after, self.tr("Change the rules"))

    def set_option(self, key: str, value: object) -> bool:
        """Change one house option; says why when the value can't be."""
        changes = changed_options(self._draft.rules, self._draft.options)
        changes[key] = value
        try:
            house = options_for(self._draft.rules, changes)
        except RuleError as error:
            self.said.emit(str(error), "wrong")
            return False
        self._set(self.tr("Change a house option"), house=house)
        return True

    def set_options(self, house: Options | None) -> None:
        """Play by these options; None: by the ruleset's own."""
        self._set(self.tr("Change the house options"), house=house)

    def set_seat(self, seat: Wind) -> None:
        """Change the player's wind; a way to win that the seat rules out is forgotten."""
        self._set(self.tr("Change the seat"), seat=seat)

    def set_round(self, wind: Wind) -> None:
        """Change the wind of the round."""
        self._set(self.tr("Change the wind of the round"), round=wind)

    def set_winner(self, *, won: bool) -> None:
        """Say whether this hand won."""
        self._set(self.tr("Winner or loser"), winner=won)

    def set_by(self, by: By | None) -> None:
        """Say how the last tile came."""
        last = self._draft.last_tile and by in (By.DRAW, By.DISCARD)
        self._set(self.tr("How it was won"), by=by, last_tile=last)

    def set_winning_tile(self, tile: Tile | None) -> None:
        """Say which tile won."""
        self._set(self.tr("The winning tile"), tile=tile)

    def set_last_tile(self, *, last: bool) -> None:
        """Say whether it was the last tile of the wall."""
        self._set(self.tr("The last tile of the wall"), last_tile=last)

    def set_discards(self, count: int | None) -> None:
        """Say how many tiles were discarded."""
        self._set(self.tr("Tiles discarded"), kind=1, discards=count)

    # copies

    def text(self) -> str:
        """The result as text."""
        seen = self._look
        if seen.sheets:
            return as_text(seen.sheet, self.terms)
        problems = [problem.sentence(self.terms) for problem in (*seen.problems, *seen.missing)]
        return "\n".join([str(self.hand), *problems])

    def command_line(self) -> str:
        """The command that scores the same hand."""
        draft, situation = self._draft, self._draft.situation
        words = ["mjcompanion", "score", str(self.hand), "--rules", str(draft.rules)]
        if "seat" in self.asks:
            words += ["--seat", str(situation.seat)]
        if "round" in self.asks:
            words += ["--round", str(situation.round)]
        win = situation.win
        if win is not None:
            words += ["--win", str(win.tile)] if win.tile is not None else []
            words += ["--by", str(win.by)]
            words += ["--last-tile"] if win.last_tile else []
        if not situation.winner:
            words.append("--loser")
        if situation.discards is not None:
            words += ["--discards", str(situation.discards)]
        for key, value in changed_options(draft.rules, draft.options).items():
            words += ["-o", f"{key}={_plain(value)}"]
        return shlex.join(words)

    # keeping

    def _set(self, text: str, *, kind: int = -1, **values: object) -> None:
        self._change_to(msgspec.structs.replace(self._draft, **values), text, kind)

    def _change_to(self, after: Draft, text: str, kind: int = -1) -> None:
        """Change the situation; a way to win that it rules out is forgotten."""
        if after.by is not None and after.by not in after.ways:
            after = msgspec.structs.replace(after, by=None, last_tile=False)
        if after.by in SELF_DRAWN and after.tile is not None and after.tile not in after.hand.concealed:
            after = msgspec.structs.replace(after, tile=None)
        self._change(after, text, kind)

    def _change(self, after: Draft, text: str, kind: int = -1) -> None:
        self.mended.emit()
        if after != self._draft:
            self.stack.push(Step(self._show, self._draft, after, text, kind))
        else:
            self.changed.emit()

    def _show(self, draft: Draft) -> None:
        if draft.entries != self._draft.entries:
            self.chosen = frozenset()
        self._draft = draft
        self._look = look(draft)
        self._save()
        self.changed.emit()

    def _save(self) -> None:
        if self._store is None:
            return
        try:
            self._store.save(self._draft.save())
            self._told_unsaved = False
            self._timer.start()
        except OSError as error:
            if not self._told_unsaved:
                self._told_unsaved = True
                self.said.emit(
                    self.tr("The hand can't be kept on disk: {reason}.").format(reason=reason(error)), "warn"
                )

    def _on_rest(self) -> None:
        if self._store is not None and self._flush is not None:
            self._flush(self._store.flush)

    def restore(self) -> None:
        """Show the hand that was being entered when the program last ended."""
        if self._store is None:
            return
        try:
            saved = self._store.load()
            if saved is not None:
                self._draft = Draft.load(saved)
                self._look = look(self._draft)
                self.changed.emit()
        except OSError as error:
            self.said.emit(self.tr("The last hand can't be read: {reason}.").format(reason=reason(error)), "warn")
        except ValueError:
            self._set_aside(self._store)

    def _set_aside(self, store: DraftStore) -> None:
        """Keep a file that can't be read, and say where."""
        try:
            kept = store.set_aside()
        except OSError as error:
            sentence = self.tr("The last hand was damaged, and its file can't be kept: {reason}.")
            self.said.emit(sentence.format(reason=reason(error)), "warn")
            return
        sentence = self.tr("The last hand was damaged; its file is kept as {name}.")
        self.said.emit(sentence.format(name=kept.name), "warn")


def _plain(value: object) -> str:
    """A house option's value as the command line takes it."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)
