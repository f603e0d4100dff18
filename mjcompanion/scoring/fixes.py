"""What a person most likely meant where a hand can't be: a question, and what to do about each answer.

Four alike among fifteen tiles are the commonest first mistake: a kong that was entered as tiles. Everything that is
offered here makes the hand better; nothing is done by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import msgspec

from mjcompanion.core.errors import RuleError
from mjcompanion.core.hand import Hand, meld
from mjcompanion.core.tiles import FIRST_FLOWER, Terms, Wind
from mjcompanion.i18n.translation import _, number, pgettext
from mjcompanion.rules.shapes import with_row
from mjcompanion.scoring.check import tile_problems
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.decompose import PAIR, splits
from mjcompanion.scoring.reading import is_all_in_hand
from mjcompanion.scoring.score import NoMahJongg, score
from mjcompanion.scoring.suggestions import Fix, Suggestion, one_goes, too_often


def doubts(hand: Hand, situation: ScoringContext, terms: Terms | None = None) -> tuple[Suggestion, ...]:
    """What to ask about a hand that can't be. Never raises; a hand about which there is nothing to ask has none.

    >>> from mjcompanion.rulesets import Ruleset
    >>> for doubt in doubts(Hand.parse("1111s 123m 456p 99s 777z"), ScoringContext(Ruleset("traditional"))):
    ...     print(doubt.question, [(repair.words, str(repair.lays)) for repair in doubt.repairs])
    Four 1 bamboos: a kong? [('Concealed', '[1111s]'), ('Exposed', '(1111s)')]

    """
    copies = tuple(too_often(tile_problems(hand, situation), hand.concealed + hand.flowers, terms))
    kongs = copies or tuple(_kongs(hand, situation, terms))
    return kongs or tuple(_too_many(hand, situation, terms)) or tuple(_other_rules(hand, situation))


def seat_doubt(hand: Hand, situation: ScoringContext) -> Suggestion | None:
    """Return the question which seat it is, where the score of a whole hand depends on it, else None.

    >>> from mjcompanion.rulesets import Ruleset
    >>> doubt = seat_doubt(Hand.parse("123m 456p 99s 222z 777z"), ScoringContext(Ruleset("traditional")))
    >>> doubt.question, [repair.words for repair in doubt.repairs]
    ('Which seat are you?', ['E: 52', 'S: 104', 'W: 52', 'N: 52'])

    """
    if "seat" not in situation.rules.asks:
        return None
    scores: dict[Wind, int] = {}
    for seat in Wind:
        with suppress(RuleError):
            scores[seat] = score(hand, msgspec.structs.replace(situation, seat=seat)).score
    if len(set(scores.values())) < 2:
        return None
    words = _("{seat}: {score}")
    answers = [Fix(words.format(seat=seat.letter, score=number(points)), seat=seat) for seat, points in scores.items()]
    return Suggestion(None, _("Which seat are you?"), tuple(answers), "")


def _kongs(hand: Hand, situation: ScoringContext, terms: Terms | None) -> Iterator[Suggestion]:
    """Four alike in a hand of too many tiles."""
    if hand.size <= _due(situation):
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


def _too_many(hand: Hand, situation: ScoringContext, terms: Terms | None) -> Iterator[Suggestion]:
    """One tile too many: those without which the hand is complete, else any."""
    if hand.size == _due(situation) + 1 and hand.concealed:
        yield one_goes(hand.concealed, terms, lambda one: situation.winner and _is_complete(one.of(hand), situation))


def _other_rules(hand: Hand, situation: ScoringContext) -> Iterator[Suggestion]:
    """A hand that other rules score: whether the house does too."""
    try:
        score(hand, situation)
    except NoMahJongg as error:
        row = "" if error.shape is None else error.shape.row
        options = with_row(situation.rules, situation.options, row) if row else None
        if options is None:
            return
        words, limit = _("Add to house rules"), options.limit
        if limit is not None and limit != situation.options.limit:
            words = _("Add to house rules, with a limit of {points}").format(points=number(limit))
        yield Suggestion(None, _("Do you play this hand?"), (Fix(words, row=row),), _("No"))
    except RuleError:
        return


def _due(situation: ScoringContext) -> int:
    return 14 if situation.winner else 13


def _is_complete(hand: Hand, situation: ScoringContext) -> bool:
    """Whether the tiles make a hand that the ruleset knows."""
    sets = 5 - len(hand.melds)
    pairs = sum(1 for one in hand.melds if one.code >= PAIR)
    if any(len(one) == sets and sum(code >= PAIR for code in one) + pairs == 1 for one in splits(hand.key)):
        return True
    kinds = situation.rules.kinds_with(situation.options)
    return is_all_in_hand(hand) and any(kind.has(hand.total) for kind in kinds)
