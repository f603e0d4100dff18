"""What the Score page knows of a Chinese hand and does with it, without a widget."""

from __future__ import annotations

import enum
import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject

from mjcompanion.core.errors import NotationError, Problem, RuleError
from mjcompanion.core.hand import FEATS, By, Feat, Hand, Meld, MeldKind, meld
from mjcompanion.core.notation import read_groups
from mjcompanion.core.options import Options
from mjcompanion.core.tiles import ANY_FLOWER, JOKER, Tile, Wind
from mjcompanion.i18n.translation import _
from mjcompanion.rules.shapes import with_row
from mjcompanion.rulesets import DEFAULT, Ruleset, changed_options, options_for
from mjcompanion.scoring.draft import Draft, DraftCheck, look
from mjcompanion.scoring.suggestions import Fix, Suggestion, suggest, suggest_seat
from mjcompanion.storage.drafts import DraftStore

from .hand_model import CHOSEN, LINE, HandModel

if TYPE_CHECKING:
    from ..worker import Worker


class Laying(enum.StrEnum):
    """What the next tile makes: itself in the hand, or a set laid out of which it is the (lowest) tile."""

    HAND = "hand"
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    CONCEALED_KONG = "concealed-kong"


class ScoreModel(HandModel[Draft]):
    """Holds a Chinese hand being entered."""

    laying: Laying
    IN_HAND = Laying.HAND
    seen: DraftCheck

    def __init__(
        self,
        draft: Draft | None = None,
        store: DraftStore | None = None,
        parent: QObject | None = None,
        *,
        disk: Worker | None = None,
    ) -> None:
        super().__init__(draft or Draft(DEFAULT), store, parent, disk=disk)
        self.take_row: Callable[[str], object] | None = self.add_row
        """Adds a row to the house rules; None where nobody can change them."""
        self.look_again()

    def set_seat(self, seat: Wind) -> None:
        self._set(self.tr("Change the seat"), seat=seat, seat_known=True)

    def restored(self, draft: Draft) -> Draft:
        """Return the hand that was kept; before a new one it is asked again whether East is right."""
        known = draft.seat_known and (bool(draft.entries) or draft.seat is not Wind.EAST)
        return msgspec.structs.replace(draft, seat_known=known)

    def look_again(self) -> None:
        self.seen = look(self.draft)

    def doubts(self) -> Sequence[Suggestion]:
        """What to ask about the hand as it is now: the seat, where nobody said it and it matters; what can't be."""
        if self.is_scored and not self.draft.seat_known:
            asked = suggest_seat(self.hand, self.draft.context)
            return () if asked is None else (asked,)
        if not self.seen.problems and not self.seen.missing:
            return ()
        found = suggest(self.hand, self.draft.context, self.terms)
        return found if self.take_row else [one for one in found if not any(repair.row for repair in one.fixes)]

    def repair(self, repair: Fix) -> None:
        if repair.seat is not None:
            self.set_seat(repair.seat)
        elif repair.lays is not None:
            tiles, concealed = repair.lays.tiles, repair.lays.concealed
            self._change(self.draft.lay_down(tiles, concealed=concealed), self.tr("Lay out a set"))
        elif repair.row and self.take_row is not None:
            self.take_row(repair.row)
        else:
            super().repair(repair)

    def nothing_to_paste(self) -> str:
        return self.tr("There is no hand to paste: copy some text like 123m 55p first.")

    # what there is to see

    @property
    def is_scored(self) -> bool:
        return bool(self.seen.sheets) and not self.seen.unanswered

    @property
    def hand(self) -> Hand:
        """The tiles as a hand."""
        return self.draft.hand

    def why_not_lay(self, *, concealed: bool = False) -> str:
        tiles = self.chosen_tiles()
        if not tiles:
            return self.tr("Choose the tiles of a set first.")
        kind = meld(tiles, concealed=concealed).kind
        if concealed:
            return "" if kind is MeldKind.KONG else self.tr("A concealed kong is four tiles alike.")
        fits = kind in (MeldKind.CHOW, MeldKind.PUNG, MeldKind.KONG)
        return "" if fits else self.tr("The chosen tiles aren’t a chow, pung or kong.")

    # entering tiles

    def enter_example(self) -> None:
        self.set_winner(won=True)
        super().enter_example()

    def add(self, *tiles: Tile) -> bool:
        if self.is_laying and len(tiles) == 1 and not tiles[0].is_flower:
            return self.lay_out(self.laying, tiles[0])
        return self.add_tiles(tiles)

    def lay_out(self, how: Laying, tile: Tile) -> bool:
        """Lay out a set given by its kind and its lowest tile; an 8 or 9 represents the chow 7 8 9."""
        if how is Laying.CHOW:
            if not tile.is_suited:
                sentence = self.tr("A chow needs a suit: {tile} has none.").format(tile=tile.name(self.terms))
                self.said.emit(sentence, "wrong")
                return False
            lowest = Tile(tile - max(0, tile.rank - 7))
            tiles = [lowest, Tile(lowest + 1), Tile(lowest + 2)]
        else:
            tiles = [tile] * (3 if how is Laying.PUNG else 4)
        if not self.has_room(tiles):
            return False
        self.laying = Laying.HAND
        laid = meld(tiles, concealed=how is Laying.CONCEALED_KONG)
        self._change(self.draft.lay(laid), self.tr("Lay out a set"))
        return True

    def refuse(self, tile: Tile, wanted: int = 1) -> None:
        left = self.draft.left(tile)
        if tile is JOKER or tile is ANY_FLOWER:
            problem = Problem("joker-in-chinese" if tile is JOKER else "any-flower-in-chinese", tile=tile)
        elif left <= 0 and tile in self.draft.elsewhere:
            problem = Problem("tile-elsewhere", tile=tile)
        elif tile.is_flower and left <= 0 and not self.draft.has_flowers:
            problem = Problem("flowers-not-in-play", tile=tile)
        elif tile.is_flower:
            problem = Problem("second-flower", tile=tile)
        elif left <= 0:
            problem = Problem("fifth-copy", tile=tile, count=5)
        else:
            problem = Problem("too-few-left", tile=tile, count=wanted, limit=left)
        self.said.emit(problem.sentence(self.terms), "wrong")
        self.changed.emit(LINE)

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
        if self.has_room(list(laid.tiles)):
            self._change(self.draft.lay(laid), self.tr("Lay out a set"))
        return True

    # changing what is there

    def choose_alike(self, index: int) -> None:
        """Choose the set that this tile is in: all that are like it, else the chow around it."""
        concealed = self.hand.concealed
        alike = [at for at, tile in enumerate(concealed) if tile is concealed[index]]
        if len(alike) >= 3:
            self.chosen = frozenset(alike)
        else:
            self.chosen = self._chow_around(index) or frozenset({index})
        self.changed.emit(CHOSEN)

    def _chow_around(self, index: int) -> frozenset[int]:
        concealed = self.hand.concealed
        tile = concealed[index]
        for low in range(tile - 2, tile + 1):
            if low >= 0 and Tile(low).is_suited and Tile(low).rank <= 7:
                chow = [Tile(low + step) for step in range(3)]
                if all(one in concealed for one in chow):
                    return frozenset(index if one is tile else concealed.index(one) for one in chow)
        return frozenset()

    def lay_concealed(self) -> bool:
        """Lay out four chosen tiles alike as a concealed kong."""
        why_not = self.why_not_lay(concealed=True)
        if why_not:
            self.said.emit(why_not, "wrong")
            return False
        self._change(self.draft.lay_down(self.chosen_tiles(), concealed=True), self.tr("Lay out a set"))
        return True

    def turn(self, laid: Meld) -> None:
        """Make a kong that was laid out concealed, or exposed."""
        self._change(self.draft.turn(laid), self.tr("Turn a kong"))

    # the context

    def set_rules(self, rules: Ruleset, house: Options | None = None, name: str = "") -> None:
        """Score by other rules, with these house options, which a club may have named, or those last used with them."""
        after = self.draft.with_rules(rules) if rules is not self.draft.rules else self.draft
        if house is not None:
            after = msgspec.structs.replace(after, house=house, house_name=name)
        if after != self.draft:
            self._change(after.without_conflicts(), self.tr("Change the rules"))

    def follow(self, house: Options) -> None:
        """Have the club's rules in use hold as they are now; no step that could be undone."""
        if house != self.draft.options:
            self._hold(house=house)
            self._save()

    def set_option(self, key: str, value: object) -> bool:
        """Change one house option; says why when the value can't be."""
        changes = changed_options(self.draft.rules, self.draft.options)
        changes[key] = value
        try:
            house = options_for(self.draft.rules, changes)
        except RuleError as error:
            self.said.emit(str(error), "wrong")
            return False
        self._set(self.tr("Change a house option"), house=house, house_name="")
        return True

    def set_options(self, house: Options | None) -> None:
        """Play by these options; None: by the ruleset's own."""
        self._set(self.tr("Change the house options"), house=house, house_name="")

    def add_row(self, row: str) -> None:
        """Score by one more row, with a limit where it needs one."""
        options = with_row(self.draft.rules, self.draft.options, row)
        if options is not None:
            self.set_options(options)

    def set_round(self, wind: Wind) -> None:
        """Change the wind of the round."""
        self._set(self.tr("Change the prevailing wind"), round=wind)

    def set_winner(self, *, won: bool) -> None:
        """Say whether this hand won."""
        self._set(self.tr("Winner or loser"), winner=won)

    def set_by(self, by: By | None) -> None:
        """Say how the last tile came; only one drawn or discarded can be the last."""
        last = self.draft.last_tile and by in (By.DRAW, By.DISCARD)
        self._set(self.tr("How it was won"), by=by, last_tile=last)

    def set_last_tile(self, *, last: bool) -> None:
        """Say whether it was the last tile of the wall."""
        self._set(self.tr("The last tile of the wall"), last_tile=last)

    def set_feat(self, feat: Feat, *, on: bool) -> None:
        """Say whether the win has this feature."""
        feats = self.draft.feats
        self._set(_(feat.label), feats=feats | {feat.id} if on else feats - {feat.id})

    # copies

    def text(self) -> str:
        """The result as text."""
        if self.seen.sheets:
            from mjcompanion.scoring.text_renderer import as_text

            return as_text(self.seen.sheet, self.terms)
        problems = [problem.sentence(self.terms) for problem in (*self.seen.problems, *self.seen.missing)]
        return "\n".join([str(self.hand), *problems])

    def command_line(self) -> str:
        """The command that scores the same hand."""
        draft, context = self.draft, self.draft.context
        words = ["mjcompanion", "score", str(self.hand), "--rules", str(draft.rules)]
        if "seat" in draft.asks:
            words += ["--seat", str(context.seat)]
        if "round" in draft.asks:
            words += ["--round", str(context.round)]
        win = context.win
        if win is not None:
            words += ["--win", str(win.tile)] if win.tile is not None else []
            words += ["--by", str(win.by)]
            words += ["--last-tile"] if win.last_tile else []
            words += [f"--{feat.id.replace('_', '-')}" for feat in FEATS if feat.id in win.feats]
        if not context.winner:
            words.append("--loser")
        if context.discards is not None:
            words += ["--discards", str(context.discards)]
        for key, value in changed_options(draft.rules, draft.options).items():
            words += ["-o", f"{key}={_plain(value)}"]
        return shlex.join(words)


def _plain(value: object) -> str:
    """A house option's value as the command line takes it."""
    if isinstance(value, tuple | list):
        return ",".join(map(str, value))
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
