"""What a person most likely meant where a hand can't be: a question, and a fix for each answer.

Four alike among fifteen tiles are the commonest first mistake: a kong that was entered as tiles. Everything that is
offered here makes the hand better; nothing is done by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress

import msgspec

from mjcompanion.core.errors import Problem, RuleError, listed
from mjcompanion.core.hand import Hand, Meld, meld
from mjcompanion.core.tiles import FIRST_FLOWER, Terms, Tile, Wind
from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.rules.shapes import with_row
from mjcompanion.scoring.check import tile_problems
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.decompose import PAIR, splits
from mjcompanion.scoring.reading import is_all_in_hand
from mjcompanion.scoring.score import NoMahJongg, score


class Fix(msgspec.Struct, frozen=True):
    """One answer: a tile that goes, a set to lay out, the player's seat, or a row for the house rules."""

    words: str
    goes: Tile | None = None
    lays: Meld | None = None
    seat: Wind | None = None
    row: str = ""

    def of(self, hand: Hand) -> Hand:
        """Return the hand with this fix.

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
    """A question about a doubtful hand, and the answers to choose from.

    `leave` answers that the hand stays as it is; it is empty where one of the fixes says so.
    """

    tile: Tile | None
    question: str
    fixes: tuple[Fix, ...]
    leave: str

    def hint(self) -> str:
        """Return the question and its answers in one line, as the command line gives it.

        >>> Suggestion(None, "A kong?", (Fix("Concealed kong", lays=Meld.parse("[1111s]")), Fix("No kong")), "").hint()
        'A kong? Concealed kong [1111s] or no kong.'
        """
        words: list[str] = []
        for one in self.fixes:
            answer = f"{one.words} {one.lays}" if one.lays else one.words
            words.append(answer[:1].lower() + answer[1:] if words and one.seat is None else answer)
        return f"{self.question} {listed(words, 'or')}."


def remove_one(tiles: Iterable[Tile], terms: Terms | None, is_good: Callable[[Fix], bool]) -> Suggestion:
    """Ask which of these tiles to remove: those without which the hand is good, else any."""
    found = [Fix(tile.name(terms), goes=tile) for tile in sorted(set(tiles))]
    good = [one for one in found if is_good(one)]
    return Suggestion(None, _("One tile too many: which one goes?"), tuple(good or found), _("Keep them all"))


def remove_extra_copies(
    problems: Iterable[Problem], tiles: Collection[Tile], terms: Terms | None
) -> Iterator[Suggestion]:
    """Ask whether to remove one of each tile that can't be there, or not as often."""
    for problem in problems:
        tile = problem.tile
        if tile is not None and tile in tiles:
            goes = Fix(_("Remove one {tile}").format(tile=tile.name(terms)), goes=tile)
            yield Suggestion(
                tile,
                _("One {tile} too many?").format(tile=tile.name(terms)),
                (goes,),
                pgettext("it is no such mistake", "No"),
            )


def suggest(hand: Hand, context: ScoringContext, terms: Terms | None = None) -> tuple[Suggestion, ...]:
    """Return the questions to ask about a hand that can't be, none where nothing is wrong. Never raises.

    >>> from mjcompanion.rulesets import Ruleset
    >>> for found in suggest(Hand.parse("1111s 123m 456p 99s 777z"), ScoringContext(Ruleset("traditional"))):
    ...     print(found.question, [(fix.words, str(fix.lays)) for fix in found.fixes])
    Four 1 bamboos: a kong? [('Concealed', '[1111s]'), ('Exposed', '(1111s)')]

    """
    copies = tuple(remove_extra_copies(tile_problems(hand, context), hand.concealed + hand.flowers, terms))
    kongs = copies or tuple(_kongs(hand, context, terms))
    return kongs or tuple(_too_many(hand, context, terms)) or tuple(_other_rules(hand, context))


def suggest_seat(hand: Hand, context: ScoringContext) -> Suggestion | None:
    """Return the question which seat it is, where the score of a whole hand depends on it, else None.

    >>> from mjcompanion.rulesets import Ruleset
    >>> found = suggest_seat(Hand.parse("123m 456p 99s 222z 777z"), ScoringContext(Ruleset("traditional")))
    >>> found.question, [fix.words for fix in found.fixes]
    ('Which seat are you?', ['E: 52', 'S: 104', 'W: 52', 'N: 52'])

    """
    if "seat" not in context.rules.asks:
        return None
    scores: dict[Wind, int] = {}
    for seat in Wind:
        with suppress(RuleError):
            scores[seat] = score(hand, msgspec.structs.replace(context, seat=seat)).score
    if len(set(scores.values())) < 2:
        return None
    words = _("{seat}: {score}")
    answers = [Fix(words.format(seat=seat.letter, score=number(points)), seat=seat) for seat, points in scores.items()]
    return Suggestion(None, _("Which seat are you?"), tuple(answers), "")


def _kongs(hand: Hand, context: ScoringContext, terms: Terms | None) -> Iterator[Suggestion]:
    """Four alike in a hand of too many tiles."""
    if hand.size <= _due(context):
        return
    for tile, count in sorted(Counter(hand.concealed).items()):
        if count == 4 and tile < FIRST_FLOWER:
            tiles = (tile,) * 4
            yield Suggestion(
                tile,
                _("Four {tiles}: a kong?").format(tiles=tile.plural(terms)),
                (
                    Fix(pgettext("a kong", "Concealed"), lays=meld(tiles, concealed=True)),
                    Fix(pgettext("a kong", "Exposed"), lays=meld(tiles, concealed=False)),
                ),
                pgettext("it is no such mistake", "No"),
            )


def _too_many(hand: Hand, context: ScoringContext, terms: Terms | None) -> Iterator[Suggestion]:
    """One tile too many: those without which the hand is complete, else any."""
    if hand.size == _due(context) + 1 and hand.concealed:
        yield remove_one(hand.concealed, terms, lambda one: context.winner and _is_complete(one.of(hand), context))


def _other_rules(hand: Hand, context: ScoringContext) -> Iterator[Suggestion]:
    """A hand that other rules score: whether the house does too."""
    try:
        score(hand, context)
    except NoMahJongg as error:
        row = "" if error.shape is None else error.shape.row
        options = with_row(context.rules, context.options, row) if row else None
        if options is None:
            return
        words, limit = _("Add to house rules"), options.limit
        if limit is not None and limit != context.options.limit:
            words = _("Add to house rules, with a limit of {points}").format(points=number(limit))
        yield Suggestion(None, _("Do you play this hand?"), (Fix(words, row=row),), _("No"))
    except RuleError:
        return


def _due(context: ScoringContext) -> int:
    return 14 if context.winner else 13


def _is_complete(hand: Hand, context: ScoringContext) -> bool:
    """Whether the tiles make a hand that the ruleset knows."""
    sets = 5 - len(hand.melds)
    pairs = sum(1 for one in hand.melds if one.code >= PAIR)
    if any(len(one) == sets and sum(code >= PAIR for code in one) + pairs == 1 for one in splits(hand.key)):
        return True
    kinds = context.rules.kinds_with(context.options)
    return is_all_in_hand(hand) and any(kind.has(hand.total) for kind in kinds)
