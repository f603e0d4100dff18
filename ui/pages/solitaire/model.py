"""What the Solitaire page knows and does, without a widget: the games under way, their pace, and the replay of a game.

The moves of a game come from the engine and the person, those of a game with real tiles from taps.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from mjcompanion.american.card_library import BUILT_IN
from mjcompanion.american.request import Cards
from mjcompanion.core.errors import RuleError
from mjcompanion.core.tiles import Terms, Tile
from mjcompanion.i18n.translation import _
from mjcompanion.rulesets import Ruleset
from mjcompanion.scoring.draft import Draft
from mjcompanion.solitaire.american import PASSED, AmericanGame
from mjcompanion.solitaire.deal import Deal, fresh_number
from mjcompanion.solitaire.game import Game, Phase
from mjcompanion.solitaire.moves import Do, Move
from mjcompanion.solitaire.players import CoachPlayer
from mjcompanion.solitaire.real_tiles import MAX_TAPS, RealTilesRecord, Tap
from mjcompanion.solitaire.record import GameSetup, Played, check_result, read_record, with_digest
from mjcompanion.solitaire.saving import SavedGameError, saved_game
from mjcompanion.storage.paths import reason
from mjcompanion.storage.settings import Settings
from mjcompanion.table.events import now
from mjcompanion.wall.dice import Throw

from ...context import PageContext, moment
from ...widgets.saving import Saving
from ...widgets.words import sentence_of
from ...worker import Worker
from .course import Course, HandOrder, fresh_of, is_passing, order_of, passing
from .keeping import GameFiles, GameIdentity, LeftGame, adding, draft_of, keep_real, with_counts
from .real_words import left_words, title_words
from .words import deal_words, game_words

if TYPE_CHECKING:
    from pathlib import Path

    from mjcompanion.american.card import Card
    from mjcompanion.american.draft import AmericanDraft
    from mjcompanion.american.score import AmericanSheet
    from mjcompanion.ledger.values import KeptHand, StoredGame
    from mjcompanion.scoring.sheet import ScoreSheet

    from .keeping import ContinuedGame


class SolitaireScreen(enum.StrEnum):
    """What the page shows: the choice of a game, a game, or a step of a game with real tiles."""

    START = "start"
    PLAY = "play"
    BREAK = "break"
    COUNT = "count"
    END = "end"


class Speed(enum.StrEnum):
    """How fast what happens by itself follows on what happened before."""

    STEP = "step"
    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    INSTANT = "instant"


PAUSES: Final = {Speed.SLOW: 1100, Speed.NORMAL: 450, Speed.FAST: 130}
"""Milliseconds before a move that happens by itself."""
DEALING: Final = {Speed.STEP: 70, Speed.SLOW: 140, Speed.NORMAL: 70, Speed.FAST: 25}
"""Milliseconds between the tiles that are dealt."""


class Happened(msgspec.Struct, frozen=True):
    """A move, and the game before and after it."""

    before: Game
    move: Move
    after: Game


class SolitaireModel(QObject):
    """Holds the games under way, lets happen what happens by itself, and writes finished games into the ledger.

    Signals:
        changed(): something that is shown is different now.
        moved(Happened): a move was made that is to be seen.
        told(tuple): there is something to tell those who don't see it; what was moved, in a game under way.
        said(str, str): a sentence, and its kind: "info", "good", "warn" or "wrong".
        noted(str): a word about the game, which passes with the next move.
        mended(): what was wrong before is put right.
        began(): a game begins.
        look_wanted(str): the saved hand with this id is to be shown.
        record_wanted(): the finished games are to be shown.
    """

    changed = Signal()
    moved = Signal(object)
    told = Signal(object)
    said = Signal(str, str)
    noted = Signal(str)
    mended = Signal()
    began = Signal()
    look_wanted = Signal(str)
    record_wanted = Signal()

    def __init__(self, context: PageContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._cards = Cards(context.folders)
        self._store = GameFiles(context.folders, Worker("solitaire-file", self, finishes=True))
        self._saving, self._saving_real = Saving(self.said.emit), Saving(self.said.emit)
        self._card: Card | None = None
        self._waiting = 0
        """How many wait for a card to be read."""
        self._chosen = SolitaireScreen.START
        self.course: Course | None = None
        """The game under way, or the one just finished."""
        self.replayed: Course | None = None
        """The game that is shown again, move by move, while it is."""
        self.at = 0
        """How many moves of the replayed game were made in what is shown."""
        self.hand = HandOrder()
        self._hand_aside = self.hand
        """The hand of the game under way, while another moment is shown."""
        self.named = _fresh_name()
        self.in_ledger = False
        self.trouble = ""
        """Why the finished game isn't in the ledger."""
        self.left: tuple[LeftGame, ...] = ()
        """The games that were under way when another one began, the newest first."""
        self.real: RealTilesRecord | None = None
        """The game with real tiles under way; every tap is on the disk before the next."""
        self._is_dealt = False
        """Whether the tiles of the real wall are taken."""
        self._is_keeping = False
        """Whether the game with real tiles is being written into the ledger."""
        self._running = False
        self._held_ms = 0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._step)
        context.settings.changed.connect(self._on_settings)

    # what there is to see

    @property
    def settings(self) -> Settings:
        return self._context.settings.value

    @property
    def is_hand_own(self) -> bool:
        """Whether the hand is in the person's own order, and not sorted."""
        return self.settings.hand_order == "own"

    @property
    def terms(self) -> Terms:
        return self.settings.terms

    @property
    def speed(self) -> Speed:
        return Speed(self.settings.game_speed)

    @property
    def screen(self) -> SolitaireScreen:
        """What the page shows."""
        real = self.real
        if self._chosen in (SolitaireScreen.START, SolitaireScreen.PLAY):
            return self._chosen if self.shown is not None else SolitaireScreen.START
        if real is None:
            return SolitaireScreen.START
        if real.game.is_over:
            return SolitaireScreen.END
        if not real.taps and not real.undone and not self._is_dealt and real.rules.wall is not None:
            return SolitaireScreen.BREAK
        return SolitaireScreen.COUNT

    @property
    def is_real(self) -> bool:
        """Whether the game with real tiles is shown."""
        return self.screen not in (SolitaireScreen.START, SolitaireScreen.PLAY)

    @property
    def title(self) -> str:
        """Return what the game that is shown is called; empty where one is chosen."""
        if self.is_real and self.real is not None:
            return title_words(self.real)
        course = self.shown
        if course is None or self.screen is SolitaireScreen.START:
            return ""
        words = _("{game}, {deal}").format(game=game_words()[course.deal.rules][0], deal=deal_words(course.deal))
        return self.tr("Replay: {name}").format(name=words) if self.replayed is not None else words

    @property
    def shown(self) -> Course | None:
        """The game that is shown: the replayed one, else the one under way."""
        return self.replayed or self.course

    @property
    def game(self) -> Game | None:
        """The moment that is shown."""
        shown = self.shown
        if shown is None:
            return None
        return shown.games[self.at] if self.replayed is not None else shown.game

    @property
    def decides(self) -> bool:
        """Whether the person has to decide now."""
        course = self.course
        return self.replayed is None and course is not None and course.game.waits_for_person

    @property
    def waits_for_step(self) -> bool:
        """Whether the next move happens when the person says so."""
        if self.replayed is not None or self.course is None or self.speed is not Speed.STEP:
            return False
        game = self.course.game
        return not game.is_over and not game.waits_for_person and game.phase is not Phase.DEAL

    def choices(self) -> tuple[Move, ...]:
        return self.course.game.choices() if self.decides and self.course is not None else ()

    def came_by_passing(self) -> frozenset[int]:
        """The places of the tiles that came for those passed last, while the Charleston goes on."""
        shown, game = self.shown, self.game
        if shown is None or game is None or game.phase not in (Phase.CHARLESTON, Phase.OPTION):
            return frozenset()
        at = self.at if self.replayed is not None else len(shown.moves)
        came = [move.tile for move in shown.since_decision(at) if move.do in (Do.DRAW, Do.END_TILE)]
        return self.hand.newest(tile for tile in came if tile is not None)

    def card(self) -> Card | None:
        """The card of this game as it was when the game began, if it still is or was shown before."""
        game = self.game
        if not isinstance(game, AmericanGame):
            return None
        if self._card is None or self._card.digest != game.digest:
            try:
                self._card = self._cards.find(game.card)[0]
            except RuleError:
                return None
        return self._card if self._card.digest == game.digest else None

    def why_not_discard(self, tile: Tile) -> str:
        """Why a tile can't be discarded now; empty where it can."""
        if self.course is None or self.replayed is not None:
            return ""
        return self._why_not(Move(self.course.game.person, Do.DISCARD, tile))

    def why_not_pass(self) -> str:
        """Why the tiles that are lifted can't be passed; empty where they can."""
        if self.course is None:
            return ""
        return self._why_not(passing(self.course.game, self.hand.lifted_tiles))

    def _why_not(self, move: Move) -> str:
        """Why a move can't be made now in the game under way; empty where it can."""
        problem = self.course.game.why_not(move, self.terms) if self.course is not None else None
        return problem.sentence() if problem is not None else ""

    # beginning

    def _with_card(self, name: str, do: Callable[[], object]) -> None:
        """Do something once the card of this name is read; one's own are read on another thread, in their turn."""
        if self._waiting or (name and name not in BUILT_IN):
            self._waiting += 1

            def then() -> None:
                self._waiting -= 1
                do()

            self._context.shelves.look_for(name or BUILT_IN[0], self._cards, then, self)
        else:
            do()

    def begin(self) -> None:
        """Come back to the games that were under way when the program ended, however it ended."""
        self._load_real()
        self.changed.emit()
        self._attempt(lambda: self._store.gather(_fresh_name))
        self._with_card(self._store.card_under_way(), self._load)

    def _load(self) -> None:
        try:
            found = self._store.load(self._cards, _fresh_name)
        except RuleError as error:
            self._cant_go_on(error)
            if not isinstance(error, SavedGameError):  # its card may come back
                self._attempt(lambda: self._store.leave(self.named.uid))
            found = None
        except OSError as error:
            sentence = self.tr("The game in progress can’t be read: {reason}.").format(reason=reason(error))
            self.said.emit(sentence, "warn")
            found = None
        self.left = self._store.left()
        if found is not None:
            self._resume(found)
        self.changed.emit()

    def _resume(self, found: ContinuedGame) -> None:
        """Go on with a game that was kept on disk."""
        self.course, self.named, arranged = found
        self.in_ledger, self.trouble = False, ""
        self.hand = order_of(self.course, arranged, own=self.is_hand_own)
        if self.course.game.is_over:
            self._finish()

    def _cant_go_on(self, error: RuleError) -> None:
        name = error.kept.name if isinstance(error, SavedGameError) and error.kept is not None else ""
        kept = self.tr("Its file is saved as {name}.").format(name=name) if name else ""
        sentence = self.tr("The game in progress can’t be continued. {why} {kept}").format(why=error, kept=kept)
        self.said.emit(sentence.strip(), "wrong")

    @property
    def can_continue(self) -> bool:
        """Whether a game is under way."""
        return self.course is not None and not self.course.game.is_over

    def start(
        self,
        rules: str,
        number: int | None = None,
        setup: GameSetup | None = None,
        then: Callable[[], object] = lambda: None,
    ) -> None:
        """Begin a game: of the deal with this number, or of one that nobody chose; `then`, once it has begun."""

        def do() -> None:
            with self._refusing():
                course = self._begun(Deal.of(rules, fresh_number() if number is None else number), setup or GameSetup())
                changes: dict[str, object] = {"virtual_game": str(course.deal.rules)}
                if course.setup.card:
                    changes["virtual_card"] = course.setup.card
                self._context.settings.change(**changes)
                self._take(course)
                then()

        self._with_card((setup or GameSetup()).card, do)

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """Say why a game can't begin or be shown, where that is so."""
        try:
            yield
        except RuleError as error:
            self._refuse(error)

    def _refuse(self, error: Exception) -> None:
        self.said.emit(str(error), "wrong")

    def _begun(self, deal: Deal, setup: GameSetup) -> Course:
        """A game of this deal; a card without a digest is taken as it is now."""
        return Course.of(Played(deal, with_digest(setup, self._cards)), self._cards)

    def again(self) -> None:
        """Play the same deal again, from its first tile."""
        shown = self.shown
        if shown is not None:
            with self._refusing():
                self._take(self._begun(shown.deal, shown.setup))

    def new_deal(self) -> None:
        """Play the same game with another deal."""
        shown = self.shown
        if shown is not None:
            card = msgspec.structs.replace(shown.setup, card_digest="")
            self.start(shown.deal.rules, None, card)

    def play_deal(self, uid: str) -> None:
        """Play the deal of a game in the ledger again, with what was chosen for it then."""
        self._with_record(uid, self._deal_again)

    def _with_record(self, uid: str, do: Callable[[StoredGame], None]) -> None:
        """Do something with a game of the ledger once its card is read."""

        def then(stored: StoredGame) -> None:
            self._with_card(_card_of(stored), lambda: do(stored))

        self._context.ledger.ask(lambda ledger: ledger.games.get(uid), then, self._refuse, self)

    def _deal_again(self, stored: StoredGame) -> None:
        with self._refusing():
            played = read_record(stored.record)
            self._take(self._begun(played.deal, msgspec.structs.replace(played.setup, card_digest="")))

    def _leave(self) -> str:
        """Make room for another game; one that is worth it can be come back to, as the sentence says.

        So can be one that couldn't be read when the program began.
        """
        course = self.course
        if course is not None and (self.in_ledger or course.last_decision() is None):
            return ""
        self._attempt(lambda: self._store.leave(self.named.uid))
        self.left = self._store.left()
        if course is None or course.game.is_over:
            return ""
        sentence = self.tr("You left the other game ({deal}). “New” leads back to it.")
        return sentence.format(deal=deal_words(course.deal))

    def _take(self, course: Course) -> None:
        """Let this be the game under way; one that was is left, and can be come back to."""
        left = self._leave()
        self.replayed = None
        self.course = course
        self.named = _fresh_name()
        self.in_ledger, self.trouble = False, ""
        self.hand = HandOrder()
        self._attempt(lambda: self._store.name(self.named))
        self._follow_hand()
        self._save(flushed=True)
        self.mended.emit()
        self._chosen = SolitaireScreen.PLAY
        self.changed.emit()
        self.began.emit()
        if left:
            self.noted.emit(left)
        self._go_on()

    def go_back(self, left: LeftGame) -> None:
        """Take up a game that was left for another; the other one can be come back to then."""
        self._timer.stop()
        self._with_card(left.played.setup.card if left.played is not None else "", lambda: self._take_up(left))

    def _take_up(self, left: LeftGame) -> None:
        def make_room() -> None:
            self._leave()
            self.course = None  # it is with those that were left, whatever becomes of this one

        try:
            found = self._store.take_up(left, self._cards, _fresh_name, make_room)
        except RuleError as error:
            self._cant_go_on(error)
            found = None
        except OSError as error:
            self.said.emit(self.tr("This game can’t be continued: {reason}.").format(reason=reason(error)), "warn")
            found = None
        self.left = self._store.left()
        if found is None:
            self.changed.emit()
            return
        self.replayed = None
        self._resume(found)
        self.show(SolitaireScreen.PLAY)

    def throw_away(self, left: LeftGame) -> None:
        """List a game that was left no more."""
        try:
            kept = self._store.throw_away(left)
        except OSError as error:
            self.said.emit(self.tr("This game can’t be thrown away: {reason}.").format(reason=reason(error)), "warn")
        else:
            words = self.tr("The game was thrown away.")
            self._context.say(words, "good", self.tr("Undo"), lambda: self._bring_back(left, kept))
        self.left = self._store.left()
        self.changed.emit()

    def _bring_back(self, left: LeftGame, kept: Path) -> None:
        self._attempt(lambda: self._store.bring_back(left, kept))
        self.left = self._store.left()
        self.changed.emit()

    def go_on(self) -> None:
        """Show the game under way, though another one was being shown again."""
        self.close_replay()
        self.show(SolitaireScreen.PLAY)

    def show(self, screen: SolitaireScreen) -> None:
        """Show another part of the page; of a game with real tiles the step that is due."""
        self._chosen = screen
        if screen is SolitaireScreen.START:
            self.left = self._store.left()
        self.changed.emit()
        self._go_on()

    # what happens by itself

    def set_running(self, running: bool) -> None:  # noqa: FBT001 - like Qt's own setters
        """Let things happen by themselves while the page is seen, and only then."""
        self._running = running
        if running:
            self._go_on()
        else:
            self._timer.stop()

    def hold(self, milliseconds: int) -> None:
        """Let the next move that happens by itself wait this much longer."""
        self._held_ms = milliseconds

    def hurry(self) -> None:
        """Let the next move that is to happen by itself happen now."""
        if self.waits_for_step or self._timer.isActive():
            self._timer.stop()
            self._step()

    def _go_on(self) -> None:
        """Arrange for the next move, if it happens by itself and is asked for."""
        self._timer.stop()
        course = self.course
        if course is None or not self._running or self.replayed is not None or self.screen is not SolitaireScreen.PLAY:
            return
        if course.game.is_over or course.game.waits_for_person or self.waits_for_step:
            return
        if self.speed is Speed.INSTANT:
            self._all_at_once(course)
            return
        dealing = course.game.phase is Phase.DEAL
        held, self._held_ms = self._held_ms, 0
        self._timer.start(held + (DEALING[self.speed] if dealing else PAUSES[self.speed]))

    def _step(self) -> None:
        """One move that happens by itself, or that another player decides."""
        course = self.course
        if course is None or course.game.is_over or course.game.waits_for_person:
            return
        self._make(_next_move(course.game))

    def _all_at_once(self, course: Course) -> None:
        """Everything until the person decides, without showing it."""
        said = len(course.moves)
        while not course.game.is_over and not course.game.waits_for_person:
            course.add(_next_move(course.game))
        self._follow_hand()
        self._save()
        new = len(course.moves) - said
        self.told.emit(tuple(course.since_decision()[-new:]) if new else ())  # the decision itself was told
        self._after_move(course)

    # what the person does

    def do(self, move: Move | Tap) -> None:
        """Make a move of the person's, or count what was tapped; one that isn't legal is refused with its reason."""
        if isinstance(move, Tap):
            self._count(move)
            return
        if self.course is None or self.replayed is not None:
            return
        why = self._why_not(move)
        if why:
            self.said.emit(why, "wrong")
            return
        if self.course.game.waits_for_person:
            self.mended.emit()
            self._make(move)

    def _make(self, move: Move) -> None:
        course = self.course
        assert course is not None  # noqa: S101 - asked in a game only
        before = course.game
        after = course.add(move)
        decided = before.waits_for_person
        if move.do in (Do.DISCARD, Do.PASS) and move.who is before.person:
            self._follow_hand()
            self.hand.lay_down()
        self._follow_hand()
        self._save(flushed=decided)
        self.moved.emit(Happened(before, move, after))
        self.told.emit((move,))
        self._after_move(course)

    def _after_move(self, course: Course) -> None:
        if course.game.is_over:
            self._finish()
        self.changed.emit()
        self._go_on()

    def click_tile(self, at: int) -> None:
        """A tile was clicked: lift it, or discard it, as the settings have it."""
        way = self.settings.discard_by
        if not self.decides or not 0 <= at < len(self.hand.tiles):
            return
        if self._may_discard() and (way == "one-click" or (way == "two-clicks" and at in self.hand.lifted)):
            self.discard(at)
        else:
            self.lift(at)

    def double_click_tile(self, at: int) -> None:
        """A tile was clicked twice in quick succession."""
        if self.settings.discard_by == "double-click" and self.decides and self._may_discard():
            self.discard(at)

    def lift(self, at: int) -> None:
        """Lift a tile, or lay it down again; in the Charleston several."""
        if not self.decides or self.course is None or not 0 <= at < len(self.hand.tiles):
            return
        most = PASSED if is_passing(self.course.game) else 1
        if not self.hand.lift(at, most=most):
            self.noted.emit(self.tr("At most three tiles are passed. Put one back first."))
            return
        self.mended.emit()
        self.changed.emit()

    def enter_tile(self, at: int) -> None:
        """Enter on a tile discards it; in the Charleston it lifts it."""
        if self._may_discard():
            self.discard(at)
        else:
            self.lift(at)

    def discard(self, at: int | None = None) -> None:
        """Discard the tile in this place, or the one that is lifted."""
        if at is None:
            at = next(iter(self.hand.lifted), None)
        if at is None or not 0 <= at < len(self.hand.tiles) or self.course is None:
            return
        if self._may_discard():
            self.hand.lay_down()
            self.hand.lift(at)
            self.do(Move(self.course.game.person, Do.DISCARD, self.hand.tiles[at]))

    def _may_discard(self) -> bool:
        return any(move.do is Do.DISCARD for move in self.choices())

    def pass_lifted(self) -> None:
        """Pass the tiles that are lifted."""
        if self.decides and self.course is not None and is_passing(self.course.game):
            self.do(passing(self.course.game, self.hand.lifted_tiles))

    def lay_down(self) -> None:
        """Lift nothing any more."""
        self.hand.lay_down()
        self.changed.emit()

    # the hand

    def _follow_hand(self) -> None:
        game = self.game
        if game is not None:
            self.hand.follow(game.holding(game.person).hand, fresh_of(game), own=self.is_hand_own)

    def shift(self, at: int, to: int) -> None:
        """Put a tile of the hand into another place: from now on the hand is as the person arranges it."""
        if not self.is_hand_own:
            self._context.settings.change(hand_order="own")
        self.hand.shift(at, to)
        if self.replayed is None:
            self._save()
        self.changed.emit()

    def sort(self) -> None:
        """Put the hand in the order of the suits, and keep it so."""
        self._context.settings.change(hand_order="sorted")
        self._follow_hand()
        self.hand.sort()
        self.changed.emit()

    # taking back

    @property
    def can_undo(self) -> bool:
        if self.is_real:
            return self.real is not None and bool(self.real.taps)
        return self.replayed is None and self.course is not None and self.course.last_decision() is not None

    def undo(self) -> None:
        """Go back to the person's last decision, which marks the game as assisted; with real tiles to the last tap."""
        if self.is_real:
            self._undo_tap()
            return
        course = self.course
        at = course.last_decision() if course is not None and self.replayed is None else None
        if course is None or at is None:
            return
        self._timer.stop()
        if course.game.is_over:
            self._take(course.until(at))  # a game of its own
            return
        was_assisted = course.is_assisted
        course.take_back(at)
        self._note_assistance(course, was_assisted=was_assisted)
        self._show_moment()
        self._save(flushed=True)
        self.told.emit(())

    def _note_assistance(self, course: Course, *, was_assisted: bool) -> None:
        if course.is_assisted and not was_assisted:
            self.noted.emit(self.tr("This game is marked as assisted now."))

    def count_asked(self) -> None:
        course = self.course
        if course is not None and self.decides:
            was_assisted = course.is_assisted
            course.asked += 1
            self._save(flushed=True)
            self._note_assistance(course, was_assisted=was_assisted)
            self.changed.emit()

    def _show_moment(self) -> None:
        self._follow_hand()
        self.hand.lay_down()
        self.changed.emit()
        self._go_on()

    # replay

    def replay(self, course: Course | None = None) -> None:
        """Show a game again, by default the one under way, from its beginning."""
        course = course or self.course
        if course is None:
            return
        self._timer.stop()
        if self.replayed is None:
            self._hand_aside = self.hand
        self.replayed = course
        self.at = 0
        self.hand = HandOrder()
        self._chosen = SolitaireScreen.PLAY
        self._show_moment()

    def go_to(self, at: int) -> None:
        """Show the moment after so many moves; the next move is seen being made."""
        course = self.replayed
        if course is None or not 0 <= at <= len(course.moves) or at == self.at:
            return
        onward = at == self.at + 1
        self.at = at
        if onward:
            self._follow_hand()
            self.moved.emit(Happened(course.games[at - 1], course.moves[at - 1], course.games[at]))
            self.changed.emit()
        else:
            self._show_moment()
        self.told.emit(())

    def close_replay(self) -> None:
        """Come back to the game under way, or to where a game begins."""
        if self.replayed is None:
            return
        self.replayed, self.hand = None, self._hand_aside
        if self.course is None:
            self.show(SolitaireScreen.START)
        else:
            self._show_moment()

    def go_on_from_here(self) -> None:
        """Play on from the moment that is shown, as a game of its own that is marked as assisted."""
        if self.replayed is not None:
            self._take(self.replayed.until(self.at))

    def replay_record(self, uid: str) -> None:
        self._with_record(uid, self._show_record)

    def _show_record(self, stored: StoredGame) -> None:
        with self._refusing():
            course = Course.of(read_record(stored.record), self._cards)
            check_result(stored.record, course.game)
            self.replay(course)

    # with real tiles

    @property
    def real_offer(self) -> str:
        """Return the sentence that offers to go on with the game with real tiles; empty without one."""
        real = self.real
        if real is None:
            return ""
        words = self.tr("{game}, started {when}: {left} in the wall.")
        return words.format(game=title_words(real), when=moment(real.begun), left=left_words(real.game))

    def _load_real(self) -> None:
        try:
            found = self._store.load_real()
        except OSError as error:
            words = self.tr("The game at the real wall can’t be read: {reason}.")
            self.said.emit(words.format(reason=reason(error)), "warn")
            return
        if not found:
            return
        try:
            self.real = RealTilesRecord.load(found)
        except ValueError:
            kept = self.tr("The game at the real wall can’t be continued. Its file was saved as {name}.")
            lost = self.tr("The game at the real wall can’t be continued, and its file can’t be saved: {reason}.")
            self._saving_real.set_aside(self._store.real, kept, lost)

    def begin_real(self, rules: Ruleset, setup: GameSetup, house_name: str = "") -> None:
        """Begin a game with real tiles; where another one is under way, say so instead."""
        if not self._has_real():
            self._is_dealt = False
            self._set_real(RealTilesRecord.begin(rules, setup, uid=uuid4().hex, begun=now(), house_name=house_name))
            self.show(SolitaireScreen.COUNT)

    def _has_real(self) -> bool:
        """Whether another game is under way, which is said then, with what can be done about it."""
        if self.real is None or not (self.real.taps or self.real.undone or self.real.dice):
            return False
        self._context.say(
            self.tr("A game at the real wall is in progress. Continue it, or throw it away first."),
            "warn",
            self.tr("Continue"),
            lambda: self.show(SolitaireScreen.COUNT),
            self.tr("Throw away"),
            self.throw_away_real,
        )
        return True

    def throw_away_real(self) -> None:
        """Forget the game with real tiles; that can be undone as long as the message is there."""
        real = self.real
        if real is None:
            return
        self._set_real(None)
        self._context.say(
            self.tr("The game at the real wall was thrown away."),
            "good",
            self.tr("Undo"),
            lambda: self._bring_back_real(real),
        )

    def _bring_back_real(self, real: RealTilesRecord) -> None:
        if not self._has_real():
            self._set_real(real)

    def set_dice(self, dice: Sequence[Throw]) -> None:
        """Keep the dice as they lie; none, while they aren't thrown."""
        if self.real is not None and self.real.dice != tuple(dice):
            self._set_real(msgspec.structs.replace(self.real, dice=tuple(dice)))

    def begin_counting(self) -> None:
        """Count from now on: the tiles are taken."""
        self._is_dealt = True
        self.changed.emit()

    def _count(self, tap: Tap) -> None:
        """Count what happened, or say why it can't have."""
        real = self.real
        if real is None:
            return
        why = real.game.why_not(tap)
        if not why and len(real.taps) >= MAX_TAPS:
            why = self.tr("That is more than can happen in one game: undo what didn’t happen.")
        if why:
            self.said.emit(why, "wrong")
            return
        self.mended.emit()
        self._set_counted(real.tell(tap))

    def _undo_tap(self) -> None:
        if self.real is not None and self.real.taps:
            self.mended.emit()
            self._set_counted(self.real.undo())

    @property
    def can_redo(self) -> bool:
        return self.real is not None and bool(self.real.undone)

    def redo(self) -> None:
        """Count the tap again that was undone last."""
        if self.real is not None and self.real.undone:
            self._set_counted(self.real.redo())

    def _set_counted(self, real: RealTilesRecord) -> None:
        """Show the game after a tap; how a hand that was entered before was won may be counted otherwise now."""
        real = msgspec.structs.replace(real, ended=now(real.begun) if real.game.is_over else "")
        if real.hand and real.game.won:
            hand = with_counts(draft_of(real), real.game)
            real = msgspec.structs.replace(real, hand=hand.save().decode())
        self._set_real(real)

    def take_hand(self, draft: Draft | AmericanDraft) -> None:
        """Keep on disk what was entered of the hand."""
        if self.real is not None and self.real.game.won:
            real = msgspec.structs.replace(self.real, hand=draft.save().decode())
            if real != self.real:
                self.real = real
                self._write_real()

    def keep_real(
        self, sheet: ScoreSheet | AmericanSheet | None, about: dict[str, str], card: str = "", title: str = ""
    ) -> None:
        """Write the game into the ledger: with the hand, or without one where the person didn't win."""
        real = self.real
        if real is None or self._is_keeping or not real.game.is_over:
            return
        self._is_keeping = True
        do = partial(keep_real, real=real, sheet=sheet, card=card, title=title, terms=self.terms, about=about)
        self._context.ledger.ask(do, lambda row: self._on_real_kept(real, row), self._on_real_not_kept, self)

    def _on_real_kept(self, real: RealTilesRecord, row: KeptHand) -> None:
        self._is_keeping = False
        if self.real == real:
            self._set_real(None)
        elif self.real is not None and self.real.uid == real.uid:  # it went on meanwhile, and is another one now
            self._set_real(msgspec.structs.replace(self.real, uid=uuid4().hex))
        self._context.say(
            self.tr("Saved."),
            "good",
            self.tr("Undo"),
            lambda: self._undo_keeping(real, row.uid),
            self.tr("Look at it"),
            lambda: self.look_wanted.emit(row.uid),
        )

    def _on_real_not_kept(self, error: Exception) -> None:
        self._is_keeping = False
        self._context.say(sentence_of(error), "wrong")
        self.changed.emit()

    def _undo_keeping(self, real: RealTilesRecord, uid: str) -> None:
        if self._has_real():
            return
        again = msgspec.structs.replace(real, uid=uuid4().hex)
        self._set_real(again)  # before the ledger has answered: another game may be begun meanwhile

        def done(_: object) -> None:
            self._context.say(self.tr("The hand isn’t saved."))

        def fail(error: Exception) -> None:
            if self.real == again:
                self._set_real(None)
            self._on_real_not_kept(error)

        self._context.ledger.ask(lambda ledger: ledger.hands.remove(uid), done, fail, self)

    def _set_real(self, real: RealTilesRecord | None) -> None:
        """Hold this game with real tiles, or none: without one the choice of a game takes its place."""
        was_shown = self.is_real
        self.real = real
        self._write_real()
        if real is None and was_shown:
            self.show(SolitaireScreen.START)
        else:
            self.changed.emit()

    def _write_real(self) -> None:
        """Save on disk before this returns, as far as the program's death goes; a power cut a moment later."""
        content = self.real.save() if self.real is not None else b""
        unsaved = self.tr("The game at the real wall can’t be saved to disk: {reason}.")
        self._saving_real.write(lambda: self._store.save_real(content), unsaved)

    # the end

    def _finish(self) -> None:
        """Write the finished game into the ledger, once however often it is tried."""
        course = self.course
        assert course is not None  # noqa: S101 - asked in a game only
        if not self.named.finished:
            self.named = msgspec.structs.replace(self.named, finished=now(self.named.begun))
            self._attempt(lambda: self._store.name(self.named))
        self.keep()

    def keep(self) -> None:
        course, named = self.course, self.named
        if course is None or not course.game.is_over or self.in_ledger:
            return
        self.trouble = ""
        write = adding(course, named, self._cards)
        self._context.ledger.ask(write, lambda _: self._on_kept(named), partial(self._on_not_kept, named), self)

    def _on_kept(self, named: GameIdentity) -> None:
        if named == self.named:
            self.in_ledger, self.trouble = True, ""
            self._attempt(self._store.end)
        else:
            self._attempt(lambda: self._store.forget(named.uid))
            self.left = self._store.left()
        self.changed.emit()

    def _on_not_kept(self, named: GameIdentity, error: Exception) -> None:
        if named == self.named:
            self.trouble = str(error).partition("\n")[0]
        self._context.tell_trouble(error)
        self.changed.emit()

    # keeping

    def _save(self, *, flushed: bool = False) -> None:
        """Save the game under way as it is now, unless it is in the ledger already."""
        course = self.course
        if course is not None and not self.in_ledger:
            content = saved_game(course.played, self.hand.tiles if self.is_hand_own else (), self._cards)
            self._attempt(lambda: self._store.save(content, flushed=flushed))

    def _attempt(self, write: Callable[[], None]) -> None:
        self._saving.write(write, self.tr("The game can’t be saved to disk: {reason}."))

    def _on_settings(self, _settings: Settings) -> None:
        self._follow_hand()
        self.changed.emit()
        self._go_on()


def _next_move(game: Game) -> Move:
    """What happens by itself, or what a computer player decides from what that player can know."""
    return game.forced() or CoachPlayer().choose(game.view(game.turn))


def _fresh_name() -> GameIdentity:
    return GameIdentity(uuid4().hex, now())


def _card_of(stored: StoredGame) -> str:
    """The card with which a finished game was played, empty without one; what is wrong is told when it is read."""
    try:
        return read_record(stored.record).setup.card
    except RuleError:
        return ""
