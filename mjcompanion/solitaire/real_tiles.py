"""A solitaire game with real tiles: the player taps what happened, and the program counts.

No tap names a tile: the program knows how many were drawn, discarded, laid out and passed, whose turn it is, and what
can come next. A game is its setup and its taps; a tap that can't have happened is refused with its reason.
Source: RULES 4, 6, 7 and 8 in docs/rules.md; the wall and the factor are counted as in a virtual game.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Final, Self

import msgspec

from mjcompanion.american.draft import AmericanDraft
from mjcompanion.core.errors import Problem, RuleError
from mjcompanion.core.hand import By
from mjcompanion.core.tiles import WINDS, Wind
from mjcompanion.i18n.translation import N_, _, ngettext, number
from mjcompanion.rules.ruleset import read, written
from mjcompanion.rulesets import Ruleset, changed_options, options_for
from mjcompanion.scoring.context import Adjustment
from mjcompanion.scoring.draft import Draft
from mjcompanion.solitaire.american import Stage
from mjcompanion.solitaire.deal import game_rules
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.kemp import adjustment_of, loose_left, loose_taken, wall_left
from mjcompanion.solitaire.record import GameSetup
from mjcompanion.solitaire.simple import DEALT
from mjcompanion.wall.deal import DEALS
from mjcompanion.wall.dice import FACES

_FLOWERS: Final = 8
MAX_TAPS: Final = 2_000
"""The most taps of a game; a real one has some two hundred."""


class TapKind(enum.StrEnum):
    """The kind of a tap."""

    DRAW = "draw"
    """I drew a tile, and look at it."""
    DISCARD = "discard"
    """I discarded a tile; the draw before it needs no tap."""
    FLOWER = "flower"
    """I laid out a flower or season."""
    KONG = "kong"
    """I laid out a kong: from the hand, or with the last discard."""
    LOOSE = "loose"
    """The replacement that was due was taken; this needs no tap."""
    CLAIM = "claim"
    """I claimed the last discard for a set of mine."""
    MAH_JONGG = "mah-jongg"
    """I went out: with the last discard where it may be claimed, else with what I drew."""
    OTHER = "other"
    """The opponent whose turn it is drew and discarded."""
    NOBODY = "nobody"
    """Nobody claimed the last discard of the wall."""
    PASS = "pass"  # noqa: S105 - no password
    """I passed `count` tiles in the Charleston and drew as many."""
    CHARLESTON = "charleston"
    """I go on passing."""
    STOP = "stop"
    """I pass no more."""
    OTHER_CLAIM = "other-claim"
    """The opponent `who` claimed the last discard (`simple`)."""
    OTHER_FLOWER = "other-flower"
    """An opponent laid out a flower or season (`simple`)."""
    OTHER_KONG = "other-kong"
    """The opponent whose turn it is laid out four alike (`simple`)."""
    OTHER_OUT = "other-out"
    """An opponent went out (`simple`): the one whose turn it is, unless a claim was tapped before.

    On the person's turn it is one who claimed the last discard.
    """


class Tap(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: what, how many tiles were passed, which opponent claimed."""

    kind: TapKind = msgspec.field(name="did")
    count: int = 0
    who: Wind | None = None


class RealTilesGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game with real tiles at one moment; `begin` makes it, `apply` returns the next moment.

    `front` counts the tiles drawn from the wall, `back` the loose tiles taken, `pile` the unclaimed discards,
    `flowers` the person's own. `offered` is who discarded the tile that may be claimed, `due` whether a replacement
    is due that was not tapped yet, `came` how the person's last tile came.

    >>> game = RealTilesGame.begin(Ruleset("kemp-chinese"))
    >>> for kind in (TapKind.FLOWER, TapKind.DISCARD, TapKind.OTHER, TapKind.CLAIM, TapKind.DISCARD):
    ...     game = game.apply(Tap(kind))
    >>> game.left, game.pile, game.flowers, str(game.adjustment.factor), game.turn.word
    (127, 2, 1, '127/129', 'South')
    >>> game.apply(Tap(TapKind.CLAIM))
    Traceback (most recent call last):
    ...
    mjcompanion.core.errors.RuleError: Nothing was discarded that you could claim.
    """

    rules: Ruleset
    setup: GameSetup = GameSetup()
    phase: Phase = Phase.TURN
    turn: Wind = Wind.EAST
    front: int = 0
    back: int = 0
    pile: int = 0
    flowers: int = 0
    others_flowers: int = 0
    offered: Wind | None = None
    came: By | None = None
    opening: bool = True
    due: bool = False
    stage: Stage | None = None
    won: bool = False

    @classmethod
    def begin(cls, rules: Ruleset, setup: GameSetup | None = None) -> Self:
        """Return the game after the deal.

        Raises:
            RuleError: these rules aren't played as a solitaire.

        """
        game_rules(str(rules))
        setup = setup or GameSetup()
        if rules.wall is None:  # the four are dealt to, and East draws first
            return cls(rules=rules, setup=setup, phase=Phase.DRAW, front=DEALT)
        stage = Stage.FIRST_1 if rules.charleston else None
        phase = Phase.TURN if stage is None else Phase.CHARLESTON
        return cls(
            rules=rules, setup=setup, phase=phase, stage=stage, front=len(DEALS[rules.wall.dealing]), came=By.DEAL
        )

    # what there is to see

    @property
    def me(self) -> Wind:
        """The person's seat."""
        return self.setup.seat

    @property
    def whole(self) -> int:
        """How many tiles the wall has in a row, without the first loose ones."""
        return self.rules.tiles(self.rules.preset) - (2 if self.has_loose else 0)

    @property
    def has_loose(self) -> bool:
        """Whether replacements are loose tiles; else they are the next tiles of the wall."""
        return self.rules.wall is not None and self.rules.wall.loose

    @property
    def has_flowers(self) -> bool:
        """Whether flowers are laid out; where they are tiles like others, they are not."""
        return not self.rules.with_card

    @property
    def left(self) -> int:
        """How many tiles can still be drawn, without the loose tiles."""
        return wall_left(self.whole, self.front, self.back)

    @property
    def loose(self) -> int:
        """How many loose tiles are ready."""
        return len(loose_left(self.whole, self.front, self.back)) if self.has_loose else 0

    @property
    def adjustment(self) -> Adjustment | None:
        """Kemp's lines 4a to 4d as they are now, for a score of 0; None in rules without them."""
        return adjustment_of(self.rules, self.pile, self.flowers)

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.phase is Phase.OVER

    @property
    def last_tile(self) -> bool:
        """Whether the hand was won with the last tile of the wall, or the discard that followed it."""
        return self.won and not self.left and self.came in (By.DRAW, By.DISCARD)

    @property
    def opponents(self) -> tuple[Wind, ...]:
        """The three others, in the order of turns."""
        return tuple(wind for wind in WINDS if wind is not self.me)

    # what can happen

    @property
    def kinds(self) -> tuple[TapKind, ...]:
        """All that can happen in such a game, at one moment or another."""
        return _DEEDS[self._kind]

    def why_not(self, tap: Tap) -> str:
        """Return why this can't have happened, in a sentence; empty where it can."""
        if self.is_over:
            return _("The game is over.")
        if tap.kind not in self.kinds:
            return _("In this game that can’t happen.")
        if self.phase in (Phase.CHARLESTON, Phase.OPTION):
            return self._why_not_passing(tap)
        if tap.kind in (TapKind.PASS, TapKind.CHARLESTON, TapKind.STOP):
            return _("The passing is over.")
        if self.phase is Phase.CLAIM and tap.kind not in (*_CLAIMS, TapKind.NOBODY):
            return _("The wall is used up: the last discard may be claimed, or the game is over.")
        return self._why_not_playing(tap)

    @property
    def _kind(self) -> str:
        return "charleston" if self.rules.charleston else "chinese" if self.rules.single_player else "four"

    def _why_not_passing(self, tap: Tap) -> str:
        assert self.stage is not None  # noqa: S101 - so the phase says
        if tap.kind is TapKind.MAH_JONGG:
            return ""
        if self.phase is Phase.OPTION:
            return "" if tap.kind in (TapKind.CHARLESTON, TapKind.STOP) else _("Continue passing? Answer that first.")
        if tap.kind is not TapKind.PASS:
            return _("Pass first: the first Charleston is compulsory.")
        if tap.count in self.stage.sizes:
            return ""
        return _("Three tiles are passed here.") if 0 <= tap.count <= max(self.stage.sizes) else _(_NO_PASS)

    def _why_not_playing(self, tap: Tap) -> str:
        match tap.kind:
            case TapKind.DRAW | TapKind.DISCARD:
                twice = tap.kind is TapKind.DRAW and self.turn is self.me and self.phase is not Phase.DRAW
                return _("You have drawn already: discard a tile.") if twice else self._why_not_mine()
            case TapKind.OTHER | TapKind.OTHER_KONG:
                return self._why_not_others()
            case TapKind.FLOWER | TapKind.OTHER_FLOWER:
                return self._why_no_flower(mine=tap.kind is TapKind.FLOWER)
            case TapKind.KONG:
                return self._why_no_kong()
            case TapKind.LOOSE:
                return "" if self.due else _("No replacement to take: a flower or a kong comes first.")
            case TapKind.CLAIM:
                return "" if self.offered is not None else _("Nothing was discarded that you could claim.")
            case TapKind.MAH_JONGG:
                return "" if self.offered is not None else self._why_not_mine()
            case TapKind.NOBODY if self.phase is not Phase.CLAIM:
                words = ngettext(
                    "{count} tile is still in the wall.", "{count} tiles are still in the wall.", self.left
                )
                return words.format(count=number(self.left))
            case TapKind.OTHER_CLAIM:
                return self._why_no_other_claim(tap.who)
            case _:
                return ""  # a claim before another went out needs no tap

    def _why_no_draw(self) -> str:
        """Return why the player whose turn it is can’t draw, where a draw is due."""
        if self.phase is not Phase.DRAW or self.left > (self.due and not self.has_loose):
            return ""
        return _("The wall is used up: there is no tile left to draw.")

    def _why_not_mine(self) -> str:
        """Return why the person can't have drawn a tile, or has none to discard."""
        if self.turn is not self.me:
            return _("It is {wind}’s turn to draw.").format(wind=self.turn.word)
        return self._why_no_draw()

    def _why_not_others(self) -> str:
        if self.turn is self.me:
            return _("It is your turn: draw or discard first.")
        return self._why_no_draw()

    @property
    def _has_claimed(self) -> bool:
        """Whether the person claimed a set and drew nothing since."""
        return self.came is By.DISCARD and self.phase is Phase.TURN and not self.due

    def _why_no_flower(self, *, mine: bool) -> str:
        if self.flowers + self.others_flowers >= _FLOWERS:
            return _("All eight flowers and seasons are laid out already.")
        if self._kind == "four" and self.opening:
            return ""
        if not mine:
            return self._why_not_others()
        why = self._why_not_mine()
        if not why and self._has_claimed:
            return _("You claimed a tile and drew none: a flower is laid out as soon as it is drawn.")
        return why

    def _why_no_kong(self) -> str:
        if self.offered is None:
            why = self._why_not_mine()
            if why:
                return why
            if self._kind == "chinese" and self._has_claimed:
                return _("You claimed this set: a kong is laid out after a draw.")
        front = self.front + (self.phase is Phase.DRAW and self.offered is None)
        back = loose_taken(self.whole, self.front, self.back) if self.due else self.back
        if self.has_loose and not loose_left(self.whole, front, back):
            return _("There is no loose tile left for a kong.")
        return ""

    def _why_no_other_claim(self, who: Wind | None) -> str:
        if who is None or who is self.me:
            return _("Which opponent claimed the tile?")
        if not self.pile or self.phase not in (Phase.DRAW, Phase.CLAIM) or self.opening:
            return _("Nothing was discarded that could be claimed.")
        if who.next is self.turn:
            return _("{wind} discarded it and can’t claim it.").format(wind=who.word)
        return ""

    # what follows

    def apply(self, tap: Tap) -> Self:
        """Return the game after this happened.

        Raises:
            RuleError: why it can't have happened.

        """
        why = self.why_not(tap)
        if why:
            raise RuleError([Problem("not-at-the-wall", text=why)])
        if self.due and tap.kind in _IMPLY and not (tap.kind is TapKind.MAH_JONGG and self.offered is not None):
            settled = self._replaced()
            return settled if tap.kind is TapKind.LOOSE else settled.apply(tap)
        return self._after(tap)

    def _changed(self, **changes: object) -> Self:
        return msgspec.structs.replace(self, **changes)

    def _after(self, tap: Tap) -> Self:
        match tap.kind:
            case TapKind.DRAW:
                return self._drawn()
            case TapKind.DISCARD | TapKind.OTHER:
                return self._discarded()
            case TapKind.FLOWER | TapKind.OTHER_FLOWER:
                return self._flower(mine=tap.kind is TapKind.FLOWER)
            case TapKind.KONG | TapKind.OTHER_KONG:
                return self._kong(mine=tap.kind is TapKind.KONG)
            case TapKind.CLAIM:
                return self._claimed(self.me)
            case TapKind.OTHER_CLAIM:
                assert tap.who is not None  # noqa: S101 - so `why_not` says
                return self._claimed(tap.who)
            case TapKind.MAH_JONGG:
                return self._out()
            case TapKind.OTHER_OUT:
                return self._other_out()
            case TapKind.NOBODY:
                return self._changed(phase=Phase.OVER, offered=None)
            case TapKind.PASS:
                return self._passed(tap.count)
            case TapKind.CHARLESTON:
                return self._changed(phase=Phase.CHARLESTON)
            case _:
                return self._changed(phase=Phase.TURN, stage=None)

    def _drawn(self) -> Self:
        """Return the game after the draw of the player whose turn it is, where no tap recorded it."""
        if self.phase is not Phase.DRAW:
            return self
        mine = self.turn is self.me
        came = By.DRAW if mine else self.came
        opening = self.opening and self.rules.wall is not None
        return self._changed(front=self.front + 1, phase=Phase.TURN, came=came, offered=None, opening=opening)

    def _discarded(self) -> Self:
        drawn = self._drawn()
        mine = drawn.turn is drawn.me
        offered = None if mine else drawn.turn
        over = Phase.OVER if mine and drawn._kind != "four" else Phase.CLAIM  # noqa: SLF001 - the same game
        phase = Phase.DRAW if drawn.left else over
        return drawn._changed(  # noqa: SLF001 - the same game
            pile=drawn.pile + 1,
            turn=drawn.turn.next,
            phase=phase,
            offered=offered,
            came=None,
            opening=False,
        )

    def _flower(self, *, mine: bool) -> Self:
        counted = {"flowers": self.flowers + mine, "others_flowers": self.others_flowers + (not mine)}
        if self._kind == "four" and self.opening:
            return self._changed(**counted)._due()  # noqa: SLF001 - the same game
        drawn = self._drawn()
        came = By.DEAL if drawn.opening else By.FLOWER_REPLACEMENT
        return drawn._changed(**counted, came=came if mine else drawn.came)._due()  # noqa: SLF001 - the same game

    def _kong(self, *, mine: bool) -> Self:
        if mine and self.offered is not None:
            return self._claimed(self.me)._kong(mine=True)  # noqa: SLF001 - the same game
        drawn = self._drawn()
        came = By.KONG_REPLACEMENT if mine else drawn.came
        return drawn._changed(came=came, opening=False)._due()  # noqa: SLF001 - the same game

    def _due(self) -> Self:
        """Make a replacement due; with none left the game is over, because the hand stays a tile short (decided)."""
        ready = self.loose if self.has_loose else self.left
        return self._changed(due=True) if ready else self._changed(phase=Phase.OVER, due=False)

    def _replaced(self) -> Self:
        """Return the game after the replacement is taken."""
        if self.has_loose:
            return self._changed(back=loose_taken(self.whole, self.front, self.back), due=False)
        return self._changed(front=self.front + 1, due=False)

    def _claimed(self, who: Wind) -> Self:
        came = By.DISCARD if who is self.me else None
        return self._changed(turn=who, phase=Phase.TURN, pile=self.pile - 1, offered=None, came=came)

    def _out(self) -> Self:
        if self.offered is not None:
            return self._claimed(self.me)._changed(phase=Phase.OVER, won=True)  # noqa: SLF001 - the same game
        return self._drawn()._changed(phase=Phase.OVER, won=True)  # noqa: SLF001 - the same game

    def _other_out(self) -> Self:
        """Return the game after an opponent went out: with the last discard, where it is the person's turn to draw."""
        claimed = self.phase is Phase.CLAIM or (self.turn is self.me and self.phase is Phase.DRAW and self.pile)
        taken = self._changed(pile=self.pile - 1) if claimed else self._drawn()
        return taken._changed(phase=Phase.OVER, offered=None)  # noqa: SLF001 - the same game

    def _passed(self, count: int) -> Self:
        assert self.stage is not None  # noqa: S101 - so the phase says
        came = By.CHARLESTON if count else self.came
        following = self.stage.following
        phase = Phase.TURN if following is None else Phase.OPTION if following.is_optional else Phase.CHARLESTON
        return self._changed(front=self.front + count, pile=self.pile + count, came=came, phase=phase, stage=following)


# a saved game


_Die = Annotated[int, msgspec.Meta(ge=1, le=FACES)]
_VERSION: Final = 1


class RealTilesRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """A game with real tiles as it is saved: its setup, its taps, and those undone.

    `uid` identifies the game in the ledger; `begun` and `ended` are times in UTC, `dice` the throws for the wall.
    `undone` are the undone taps, the next to be redone first. `hand` is the draft of the hand at the end.

    >>> record = RealTilesRecord(rules=Ruleset("kemp-chinese"), uid="a1", begun="2026-11-21T18:00:00Z")
    >>> record = record.tell(Tap(TapKind.DISCARD)).tell(Tap(TapKind.OTHER))
    >>> record.undo().game.pile, record.undo().redo() == record, RealTilesRecord.load(record.save()) == record
    (1, True, True)
    """

    version: int = _VERSION
    rules: Ruleset
    round: Wind = Wind.EAST
    seat: Wind = Wind.EAST
    card: str = ""
    house: dict[str, Any] | None = None
    """The house options that differ from those of the rules."""
    uid: str
    begun: str
    house_name: str = ""
    dice: tuple[tuple[_Die, _Die], ...] = ()
    taps: tuple[Tap, ...] = ()
    undone: tuple[Tap, ...] = ()
    ended: str = ""
    hand: str = ""

    @classmethod
    def begin(cls, rules: Ruleset, setup: GameSetup, *, uid: str, begun: str, house_name: str = "") -> Self:
        """Return a game without taps."""
        house = None if setup.house is None else changed_options(rules, setup.house)
        return cls(
            rules=rules,
            round=setup.round,
            seat=setup.seat,
            card=setup.card,
            house=house,
            uid=uid,
            begun=begun,
            house_name=house_name,
        )

    @cached_property
    def setup(self) -> GameSetup:
        """What the game began with."""
        house = None if self.house is None else options_for(self.rules, self.house)
        return GameSetup(self.round, self.seat, self.card, house=house)

    @cached_property
    def game(self) -> RealTilesGame:
        """The game as it is now.

        Raises:
            RuleError: a tap can't have happened.

        """
        return functools.reduce(RealTilesGame.apply, self.taps, RealTilesGame.begin(self.rules, self.setup))

    def tell(self, tap: Tap) -> RealTilesRecord:
        """Return the game with one more tap; what was undone is dropped.

        Raises:
            RuleError: why it can't have happened.

        """
        self.game.apply(tap)
        return msgspec.structs.replace(self, taps=(*self.taps, tap), undone=())

    def undo(self) -> RealTilesRecord:
        """Return the game without its last tap."""
        return msgspec.structs.replace(self, taps=self.taps[:-1], undone=(*self.taps[-1:], *self.undone))

    def redo(self) -> RealTilesRecord:
        """Return the game with the last undone tap."""
        return msgspec.structs.replace(self, taps=(*self.taps, *self.undone[:1]), undone=self.undone[1:])

    @property
    def counts(self) -> dict[str, Any]:
        """What is saved with the hand: when the game began, and what was counted.

        >>> RealTilesRecord(rules=Ruleset("kemp-chinese"), uid="a1", begun="2026-11-21T18:00:00Z").counts
        {'begun': '2026-11-21T18:00:00Z', 'left': 128, 'discards': 0, 'flowers': 0}
        """
        game = self.game
        counted = {"begun": self.begun, "left": game.left, "discards": game.pile, "flowers": game.flowers}
        return counted | ({"dice": [list(thrown) for thrown in self.dice]} if self.dice else {})

    def save(self) -> bytes:
        """Return the game as its draft file holds it."""
        return msgspec.json.encode(self, enc_hook=written)

    @classmethod
    def load(cls, saved: bytes) -> RealTilesRecord:
        """Read what `save` wrote.

        Raises:
            ValueError: it is no such game, or has a tap that can't have happened; a RuleError is one.

        """
        try:
            record = msgspec.json.decode(saved, type=cls, dec_hook=read)
        except RecursionError as error:
            raise ValueError(f"this is no saved game: {error}") from error
        rules = game_rules(str(record.rules))
        if record.version > _VERSION or len(record.taps) + len(record.undone) > MAX_TAPS:
            raise ValueError(record.version)
        functools.reduce(RealTilesGame.apply, record.undone, record.game)  # each of them can have happened
        if record.hand:
            (AmericanDraft if rules.with_card else Draft).load(record.hand.encode())
        return record


_CLAIMS: Final = frozenset({TapKind.CLAIM, TapKind.KONG, TapKind.MAH_JONGG, TapKind.OTHER_CLAIM, TapKind.OTHER_OUT})
_IMPLY: Final = frozenset(
    {
        TapKind.LOOSE,
        TapKind.DRAW,
        TapKind.DISCARD,
        TapKind.OTHER,
        TapKind.FLOWER,
        TapKind.OTHER_FLOWER,
        TapKind.KONG,
        TapKind.OTHER_KONG,
    }
    | {TapKind.MAH_JONGG, TapKind.OTHER_OUT}
)
"""Taps that imply that the replacement that was due was taken."""
_NO_PASS: Final = N_("Up to three tiles are passed here.")
_ALONE: Final = (TapKind.OTHER, TapKind.DISCARD, TapKind.DRAW, TapKind.CLAIM)
_DEEDS: Final[Mapping[str, tuple[TapKind, ...]]] = {
    "chinese": (*_ALONE, TapKind.FLOWER, TapKind.KONG, TapKind.LOOSE, TapKind.MAH_JONGG, TapKind.NOBODY),
    "charleston": (*_ALONE, TapKind.MAH_JONGG, TapKind.NOBODY, TapKind.PASS, TapKind.CHARLESTON, TapKind.STOP),
    "four": (
        *_ALONE,
        *(TapKind.FLOWER, TapKind.KONG, TapKind.LOOSE, TapKind.MAH_JONGG, TapKind.NOBODY),
        *(TapKind.OTHER_CLAIM, TapKind.OTHER_FLOWER, TapKind.OTHER_KONG, TapKind.OTHER_OUT),
    ),
}
