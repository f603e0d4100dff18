"""A question about a hand that can't be, or about what it can't show, with the answers that can be chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

import msgspec

from mjcompanion.core.errors import Problem, listed
from mjcompanion.core.hand import Hand, Meld
from mjcompanion.core.tiles import Terms, Tile, Wind
from mjcompanion.i18n.translation import _, pgettext


class Fix(msgspec.Struct, frozen=True):
    """One answer: a tile that goes, a set to lay out, the player's seat, or a row for the house rules."""

    words: str
    goes: Tile | None = None
    lays: Meld | None = None
    seat: Wind | None = None
    row: str = ""

    def of(self, hand: Hand) -> Hand:
        """The hand as it is then.

        >>> str(Fix("", goes=Tile.parse("9s")).of(Hand.parse("199s")))
        '19s'
        """
        if self.goes is not None and self.goes.is_flower:
            flowers = list(hand.flowers)
            flowers.remove(self.goes)
            return Hand(hand.concealed, hand.melds, flowers)
        left = list(hand.concealed)
        for tile in (self.goes,) if self.goes is not None else self.lays.tiles if self.lays else ():
            left.remove(tile)
        return Hand(left, (*hand.melds, self.lays) if self.lays else hand.melds, hand.flowers)


class Suggestion(msgspec.Struct, frozen=True):
    """What is doubtful about a hand, as a question, and the answers that can be chosen.

    `leave` answers that the hand stays as it is; it is empty where one of the repairs says so.
    """

    tile: Tile | None
    question: str
    repairs: tuple[Fix, ...]
    leave: str

    def hint(self) -> str:
        """The question and its answers in one line, as the command line gives it.

        >>> Suggestion(None, "A kong?", (Fix("Concealed kong", lays=Meld.parse("[1111s]")), Fix("No kong")), "").hint()
        'A kong? Concealed kong [1111s] or no kong.'
        """
        words: list[str] = []
        for one in self.repairs:
            said = f"{one.words} {one.lays}" if one.lays else one.words
            words.append(said[:1].lower() + said[1:] if words and one.seat is None else said)
        return f"{self.question} {listed(words, 'or')}."


def one_goes(tiles: Iterable[Tile], terms: Terms | None, is_good: Callable[[Fix], bool]) -> Suggestion:
    """Which of these tiles goes: those without which the hand is good, else any."""
    found = [Fix(tile.name(terms), goes=tile) for tile in sorted(set(tiles))]
    good = [one for one in found if is_good(one)]
    return Suggestion(None, _("One tile too many: which one goes?"), tuple(good or found), _("Keep them all"))


def too_often(problems: Iterable[Problem], held: Collection[Tile], terms: Terms | None) -> Iterator[Suggestion]:
    """Tiles that can't be there, or not so often: one of them goes."""
    for problem in problems:
        tile = problem.tile
        if tile is not None and tile in held:
            goes = Fix(_("Remove one {tile}").format(tile=tile.name(terms)), goes=tile)
            yield Suggestion(
                tile,
                _("One {tile} too many?").format(tile=tile.name(terms)),
                (goes,),
                pgettext("it is no such mistake", "No"),
            )
