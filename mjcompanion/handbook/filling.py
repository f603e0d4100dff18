"""The fields of a section filled: examples scored, cards matched, payments settled by the engine.

{{lines traditional}}               every line of the score sheet with a hand that has it
{{options traditional}}             the house options, and their values at first
{{score traditional | HAND | seat=S round=E win=9s by=draw last lost discards=40 limit=none}}
{{settle classical | winner=W scores=8,8,32,16 by=draw from=N value=25 jokerless …}}
{{card nmjl}}                       a hand for each section of the card
{{referee}}                         who may claim, what follows each fault, and how a hand ends, under all rules
{{keys}}                            all keys
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from mjcompanion.american.line import shown as card_words
from mjcompanion.core.hand import By, Hand, HowWon
from mjcompanion.core.options import OptionKind, OptionSpec, option
from mjcompanion.core.tiles import Terms, Tile, Wind
from mjcompanion.handbook.american import CardExample, card_examples
from mjcompanion.handbook.blocks import Block, Field, Grid, Items, Paragraph, Span, Spans, Title, read_spans, tiles
from mjcompanion.handbook.examples import Example, examples
from mjcompanion.handbook.texts import Section
from mjcompanion.handbook.words import adjusted, hand_spans, told, won_spans
from mjcompanion.i18n.translation import N_, _, joined, ngettext, number, pgettext, speaking
from mjcompanion.rules.row import On
from mjcompanion.rulesets import RULESETS, find_ruleset, options_for
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.table.faults import consequences, referee_place, source_of
from mjcompanion.table.settle import Bet, Ending, because, settle

Keys = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""All keys: for each group its title, and what each does with its keys in words."""


class Wants(msgspec.Struct, frozen=True):
    """What the reader's program adds: the words for the tiles, and the keys, of which `keys_of` tells one by name."""

    terms: Terms = Terms()
    keys: Keys = ()
    keys_of: Callable[[str], str] = str


def filled(section: Section, wants: Wants | None = None) -> tuple[Block, ...]:
    """The blocks of a section with all its fields filled.

    Raises:
        ValueError: a field that there isn't, or that makes no sense.

    """
    wants = wants or Wants()
    return tuple(_all(section.blocks, wants))


def _all(blocks: Iterable[Block], wants: Wants) -> Iterator[Block]:
    for block in blocks:
        if isinstance(block, Field):
            maker = _MAKERS.get(block.name)
            if maker is None:
                raise ValueError(f"there is no field called {block.name}")
            yield from maker(block.rest, wants)
        elif isinstance(block, Paragraph | Title):
            yield msgspec.structs.replace(block, spans=_keyed(block.spans, wants))
        elif isinstance(block, Items):
            yield msgspec.structs.replace(block, items=tuple(_keyed(one, wants) for one in block.items))
        elif isinstance(block, Grid):
            rows = tuple(tuple(_keyed(cell, wants) for cell in row) for row in block.rows)
            yield msgspec.structs.replace(block, rows=rows)
        else:
            yield block


def _keyed(spans: Spans, wants: Wants) -> Spans:
    """The names of keys replaced by the keys themselves."""
    if not any(span.key for span in spans):
        return spans
    return tuple(Span(wants.keys_of(span.key), code=True) if span.key else span for span in spans)


# --- every line of a score sheet -----------------------------------------------------------------------------------

_PARTS: Final = (
    (N_("Sets and the pair"), (On.SET,)),
    (N_("Flowers and seasons"), (On.FLOWER, On.FLOWER_SET, On.FLOWERS)),
    (N_("How the hand was won"), (On.WIN, On.PLACE)),
    (N_("The hand as a whole"), (On.NO_POINTS, On.NO_DOUBLES, On.SETS, On.SHAPE, On.TILES, On.HAND, On.KIND)),
    (N_("Hands that didn’t win"), (On.WAITING,)),
)


def _lines(rest: str, wants: Wants) -> Iterator[Block]:
    rules = find_ruleset(rest)
    found = examples(rules)
    for title, kinds in _PARTS:
        some = [one for one in found if one.rule.on in kinds]
        if some:
            yield Title(3, (Span(_(title)),), f"{rules}-{kinds[0].name.lower().replace('_', '-')}")
        for one in some:
            yield from shown(one, wants.terms, speaking())


@lru_cache(maxsize=512)
def shown(example: Example, terms: Terms, language: str) -> tuple[Block, ...]:  # noqa: ARG001 - part of the key
    """One line with its example in the language spoken: the rule, the hand, what it scores."""
    rule, line = example.rule, example.line
    law = _(rule.law) if rule.law else line.describe(terms)
    spans = [Span(law, strong=True)]
    for key, value in example.changes:
        spec = option(key)
        said = _("With the house option “{option}”: {value}.")
        spans.append(Span(" " + said.format(option=_(spec.label), value=value_of(spec, value))))
    return (
        Paragraph(tuple(spans), "rule"),
        Paragraph(hand_spans(example.sheet), "hand"),
        Paragraph(told(example.sheet, terms, rule.id), "told"),
    )


def value_of(spec: OptionSpec, value: object) -> str:
    """The value of a house option in words."""
    if spec.kind is OptionKind.BOOL:
        return pgettext("an option", "on") if value else pgettext("an option", "off")
    if value is None:
        return pgettext("no limit", "none")
    if isinstance(value, int):
        return number(value)
    if isinstance(value, tuple):
        return joined(map(number, value)) if value else _("none")
    return spec.choice_words(value)


def _options(rest: str, _unused: Wants) -> Iterator[Block]:
    rules = find_ruleset(rest)
    preset = options_for(rules)
    head = (_("House option"), _("Standard rules"), _("What it changes"))
    rows = [(_(spec.label), value_of(spec, getattr(preset, spec.key)), _(spec.help)) for spec in rules.options_used()]
    yield Grid(_cells(head), tuple(_cells((f"**{one}**", *others)) for one, *others in rows))


def _cells(texts: Iterable[str]) -> tuple[Spans, ...]:
    return tuple(read_spans(one) for one in texts)


# --- a hand, a settlement ------------------------------------------------------------------------------------------


def _facts(text: str) -> dict[str, str]:
    return {key: value for key, _unused, value in (word.partition("=") for word in text.split())}


def _score(rest: str, wants: Wants) -> Iterator[Block]:
    name, hand, facts_text = (part.strip() for part in rest.split("|"))
    rules, facts = find_ruleset(name), _facts(facts_text)
    changes: dict[str, object] = {}
    if "limit" in facts:
        changes["limit"] = None if facts["limit"] == "none" else int(facts["limit"])
    win = None
    if "by" in facts:
        tile = Tile.parse(facts["win"]) if "win" in facts else None
        win = HowWon(tile, By(facts["by"]), "last" in facts)
    situation = ScoringContext(
        rules,
        Wind(facts.get("seat", "E")),
        Wind(facts.get("round", "E")),
        winner="lost" not in facts,
        win=win,
        discards=int(facts["discards"]) if "discards" in facts else None,
        house=options_for(rules, changes) if changes else None,
    )
    sheet = score(Hand.parse(hand), situation)
    yield Paragraph(hand_spans(sheet), "hand")
    yield Paragraph(told(sheet, wants.terms), "told")
    factor = adjusted(sheet)
    if factor:
        yield Paragraph((Span(factor),), "told")


def _settle(rest: str, _unused: Wants) -> Iterator[Block]:
    name, text = (part.strip() for part in rest.split("|"))
    facts = _facts(text)
    scores = [int(one) if one != "-" else None for one in facts.get("scores", "-,-,-,-").split(",")]
    ending = Ending(
        Wind(facts["winner"]) if "winner" in facts else None,
        By(facts["by"]) if "by" in facts else None,
        Wind(facts["from"]) if "from" in facts else None,
        scores=tuple(scores),
        value=int(facts["value"]) if "value" in facts else None,
        jokerless="jokerless" in facts,
        singles_and_pairs="singles" in facts,
        dead=tuple(Wind(one) for one in facts.get("dead", "")),
        wrong_calls=tuple(Wind(one) for one in facts.get("wrong", "")),
        bet=Bet(_("Bettor"), Wind(facts["bet"])) if "bet" in facts else None,
    )
    found = settle(find_ruleset(name), ending)
    rows = [_cells((_party(one.payer), _party(one.payee), number(one.points), because(one))) for one in found.payments]
    yield Grid(_cells((_("Who pays"), _("Whom"), _("Points"), _("Why"))), tuple(rows), (2,))
    net = [
        _("{who} {points}").format(who=_party(party), points=number(points, "+,").replace("-", "−"))
        for party, points in found.net.items()
    ]
    yield Paragraph((Span(_("Together: {what}.").format(what=", ".join(net))),), "told")


def _party(one: object) -> str:
    seats = {wind.value: wind.player for wind in Wind}
    return seats.get(str(one), str(one))


# --- American cards ------------------------------------------------------------------------------------------------


def _card(rest: str, wants: Wants) -> Iterator[Block]:
    for one in card_examples(find_ruleset(rest)):
        line = one.line
        kind = _("concealed") if line.concealed else _("exposed")
        said = _("worth {value}, {kind}").format(value=number(line.value), kind=kind)
        rule = (
            Span(card_words(line.section), strong=True),
            Span(": "),
            Span(line.pattern, code=True),
            Span(f" ({said})"),
        )
        yield Paragraph(rule, "rule")
        yield Paragraph(tuple(_card_hand(one)), "hand")
        yield Paragraph(tuple(_card_told(one, wants.terms)), "told")


def _card_hand(one: CardExample) -> Iterator[Span]:
    for at, some in enumerate(one.sheet.reading.sets):
        if at:
            yield Span(" ")
        yield tiles(some.tiles, notation=str(some))


def _card_told(one: CardExample, terms: Terms) -> Iterator[Span]:
    sheet = one.sheet
    yield from won_spans(one.win, terms)
    if sheet.jokerless:
        yield Span(_("There are no jokers in the hand.") + " ")
    else:
        said = ngettext("There is {n} joker in the hand.", "There are {n} jokers in the hand.", sheet.jokers)
        yield Span(said.format(n=sheet.jokers) + " ")
    yield Span(_card_paid(one) or _card_factor(one), strong=True)


def _card_factor(one: CardExample) -> str:
    """Kemp's score and his factor; empty in other rules."""
    sheet, found = one.sheet, one.sheet.adjustment
    if found is None:
        return ""
    said = _(
        "{value} × {factors} = {score}; {discards} tiles were discarded, so {left} of 138 are left: "
        "{score} × {left} ÷ 138 = {final}."
    )
    return said.format(
        value=number(sheet.line.value),
        factors=" × ".join(str(factor) for factor, _unused in sheet.factors),
        score=number(sheet.score),
        discards=found.discards,
        left=found.left,
        final=found.final_text,
    )


def _card_paid(one: CardExample) -> str:
    """Who pays how much; empty in solitaire."""
    if one.settlement is None:
        return ""
    points = sorted(payment.points for payment in one.settlement.payments)
    if points[0] == points[-1]:
        return _("Each of the three pays {points}.").format(points=number(points[0]))
    said = _("The discarder pays {most}, the two others {least} each.")
    return said.format(most=number(points[-1]), least=number(points[0]))


# --- the referee ---------------------------------------------------------------------------------------------------


def _referee(_unused: str, __: Wants) -> Iterator[Block]:
    for rules in RULESETS.values():
        options = options_for(rules)
        yield Title(2, (Span(_(rules.name)),), referee_place(rules).partition("#")[2])
        yield from _sentences(_("Who may claim"), rules.claims)
        if rules.faults:
            head = (_("Mistake"), _("Consequence"), _("Source"))
            follows = pgettext("what follows a fault", "**{what}.** {more}")
            rows = [
                (
                    _(one.words),
                    follows.format(what=_(one.follows.value), more=consequences(one, rules, options)),
                    source_of(one),
                )
                for one in rules.faults
            ]
            yield Grid(_cells(head), tuple(_cells(row) for row in rows))
        else:
            yield Paragraph((Span(_("You play alone: the source gives no penalties.")),))
        if rules.manners:
            yield from _sentences(_("Table manners"), rules.manners)
        yield from _sentences(_("The end of the wall"), rules.ends)


def _sentences(title: str, texts: Iterable[str]) -> Iterator[Block]:
    yield Title(3, (Span(title),))
    for text in texts:
        yield Paragraph((Span(_(text)),))


# --- keys ----------------------------------------------------------------------------------------------------------


def _keys(_unused: str, wants: Wants) -> Iterator[Block]:
    for title, rows in wants.keys:
        yield Title(3, (Span(title),))
        cells = tuple(((Span(keys, code=True),), (Span(words),)) for words, keys in rows)
        yield Grid(_cells((_("Keys"), _("Action"))), cells)


_MAKERS: Final[Mapping[str, Callable[[str, Wants], Iterator[Block]]]] = {
    "lines": _lines,
    "options": _options,
    "score": _score,
    "settle": _settle,
    "card": _card,
    "keys": _keys,
    "referee": _referee,
}
