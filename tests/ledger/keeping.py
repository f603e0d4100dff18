"""Hands to keep in a ledger."""

import functools

from mjcompanion import RULESETS, Hand, HowWon, ScoringContext, score, score_american
from mjcompanion.american import text_renderer as american
from mjcompanion.american.hand import AmericanHand
from mjcompanion.american.request import Cards
from mjcompanion.core.tiles import Tile
from mjcompanion.i18n.translation import in_english
from mjcompanion.ledger.hand_records import record_of
from mjcompanion.ledger.values import KeptFilter
from mjcompanion.scoring.text_renderer import as_text
from tests.ledger.making import at


@functools.cache
@in_english()
def _record(rules):
    example = RULESETS[rules].example
    win = HowWon(by=example.by, tile=Tile.parse(example.tile))
    context = ScoringContext(RULESETS[rules], win=win, discards=example.discards)
    if RULESETS[rules].with_card:
        card, matcher = Cards().find(RULESETS[rules].card)
        sheet = score_american(AmericanHand.parse(example.hand), context, matcher)
        return record_of(sheet, american.as_text(sheet, card.title), card=RULESETS[rules].card)
    sheet = score(Hand.parse(f"{example.hand} {example.flowers}".strip()), context)
    return record_of(sheet, as_text(sheet))


def record(rules="classical"):
    """What is kept of a ruleset's own example."""
    return dict(_record(rules))


def keep(ledger, number=1, rules="classical", **more):
    """Keep one, played so many minutes into the day."""
    return ledger.hands.keep(record(rules), at=at(number), **more)


def kept(ledger):
    """All that is kept, with what was deleted."""
    rows = [*ledger.hands.page(limit=1_000).rows, *ledger.hands.page(KeptFilter(put_aside=True), limit=1_000).rows]
    return [ledger.hands.get(row.uid) for row in sorted(rows, key=lambda row: (row.at, row.uid))]
