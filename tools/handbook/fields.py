"""The fields of a text filled by the engine: examples scored, cards matched, payments settled.

{{tiles 123m (777z)}}               tiles, within a line; each of the others is a paragraph
{{lines traditional}}               tables of what scores, each row with a hand that has it
{{options traditional}}             the house options, and their values at first
{{score traditional | HAND | seat=S round=E win=9s by=draw last lost discards=40 limit=none}}
{{settle classical | winner=W scores=8,8,32,16 by=draw from=N value=25 jokerless …}}
{{card nmjl}}                       a table with a hand for each section of the card
{{referee}}                         who may claim, what follows each fault, and how a hand ends, under all rules
{{key undo}} {{keys}}               a key, all keys: filled when the text is shown, for people change them
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from mjcompanion.american.line import shown as card_words
from mjcompanion.core.hand import By, Hand, HowWon
from mjcompanion.core.notation import read_groups, write
from mjcompanion.core.options import OptionKind, OptionSpec, option
from mjcompanion.core.tiles import Tile, Wind
from mjcompanion.i18n.translation import N_, _, join_sentences, joined, ngettext, number, pgettext
from mjcompanion.rules.row import On
from mjcompanion.rulesets import RULESETS, find_ruleset, options_for
from mjcompanion.scoring.context import ScoringContext
from mjcompanion.scoring.score import score
from mjcompanion.table.faults import Fault, referee_place
from mjcompanion.table.faults import consequences as fault_words
from mjcompanion.table.settle import Bet, Ending, because, settle

from .american import CardExample, card_examples
from .examples import Example, examples
from .explain import TileWriter, adjustment, bold, explain, explain_row, table, winning_tile, write_hand

_BLOCK: Final = re.compile(r"^\{\{(\w+) ?([^{}]*)\}\}$", re.MULTILINE)
_TILES: Final = re.compile(r"\{\{tiles ([^{}]+)\}\}")
_FILLED_LATER: Final = ("key", "keys")


def fill(text: str, tiles: TileWriter) -> str:
    """Return a text with its fields filled; ` {.hand}` at the end of a paragraph names its style.

    Raises:
        ValueError: a field that doesn't exist.
        NotationError: tiles that can't be read.

    """

    def make(field: re.Match[str]) -> str:
        name, rest = field.groups()
        if name in _FILLED_LATER:
            return field[0]
        if name not in _MAKERS:
            raise ValueError(f"there is no field called {name}")
        return "\n\n".join(_MAKERS[name](rest.strip(), tiles))

    return _BLOCK.sub(make, _TILES.sub(lambda field: _tiles(field[1], tiles), text))


def _tiles(text: str, tiles: TileWriter) -> str:
    parts = []
    for group in read_groups(text):
        notation = write(group.tiles)
        parts.append(tiles(group.tiles, f"[{notation}]" if group.bracket.name == "KONG" else notation, False))
    return " ".join(parts)


# --- every line of a score sheet -----------------------------------------------------------------------------------

_PARTS: Final = (
    (N_("Sets and the pair"), (On.SET,)),
    (N_("Flowers and seasons"), (On.FLOWER, On.FLOWER_SET, On.FLOWERS)),
    (N_("How the hand was won"), (On.WIN, On.PLACE)),
    (
        N_("The hand as a whole"),
        (On.NO_POINTS, On.NO_DOUBLES, On.SETS, On.SHAPE, On.TILES, On.HAND, On.READING, On.KIND),
    ),
    (N_("Hands that didn’t win"), (On.WAITING,)),
)


def _lines(name: str, tiles: TileWriter) -> Iterator[str]:
    rules = find_ruleset(name)
    found = examples(rules)
    for title, kinds in _PARTS:
        some = [one for one in found if one.rule.on in kinds]
        if some:
            yield f"### {_(title)} {{#{rules}-{kinds[0].name.lower().replace('_', '-')}}}"
            yield table((_("What scores"), _("A hand that has it")), (example_row(one, tiles) for one in some))


def example_row(example: Example, tiles: TileWriter) -> tuple[str, str]:
    """Return a rule, and a hand for it with what that scores, as a row of a table."""
    rule = example.rule
    sentences = [_(rule.law) if rule.law else example.line.describe()]
    for key, value in example.changes:
        text = _("With the house option “{option}”: {value}.")
        sentences.append(text.format(option=_(option(key).label), value=value_words(option(key), value)))
    hand = write_hand(example.sheet, tiles, large=False)
    return join_sentences(sentences), f"{hand}<br>{explain_row(example.sheet, tiles, rule)}"


def value_words(spec: OptionSpec, value: object) -> str:
    """Return the value of a house option in words."""
    if spec.kind is OptionKind.BOOL:
        return pgettext("an option", "on") if value else pgettext("an option", "off")
    if value is None:
        return pgettext("no limit", "none")
    if isinstance(value, int):
        return number(value)
    if isinstance(value, tuple):
        return joined(map(number, value)) if value else _("none")
    return spec.choice_words(value)


def _options(name: str, _tiles: TileWriter) -> Iterator[str]:
    rules = find_ruleset(name)
    preset = options_for(rules)
    rows = [
        (bold(_(spec.label)), value_words(spec, getattr(preset, spec.key)), _(spec.help))
        for spec in rules.options_used()
    ]
    yield table((_("House option"), _("Standard rules"), _("What it changes")), rows)


# --- a hand, a settlement ------------------------------------------------------------------------------------------


def _facts(text: str) -> dict[str, str]:
    return {key: value for key, _equals, value in (word.partition("=") for word in text.split())}


def _score(rest: str, tiles: TileWriter) -> Iterator[str]:
    name, hand, facts_text = (part.strip() for part in rest.split("|"))
    rules, facts = find_ruleset(name), _facts(facts_text)
    changes: dict[str, object] = {}
    if "limit" in facts:
        changes["limit"] = None if facts["limit"] == "none" else int(facts["limit"])
    win = None
    if "by" in facts:
        tile = Tile.parse(facts["win"]) if "win" in facts else None
        win = HowWon(tile, By(facts["by"]), "last" in facts)
    context = ScoringContext(
        rules,
        Wind(facts.get("seat", "E")),
        Wind(facts.get("round", "E")),
        winner="lost" not in facts,
        win=win,
        discards=int(facts["discards"]) if "discards" in facts else None,
        house=options_for(rules, changes) if changes else None,
    )
    sheet = score(Hand.parse(hand), context)
    yield write_hand(sheet, tiles) + " {.hand}"
    yield explain(sheet, tiles) + " {.explanation}"
    if sheet.adjustment is not None:
        yield adjustment(sheet) + " {.explanation}"


def _settle(rest: str, _tiles: TileWriter) -> Iterator[str]:
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
    rows = [(_party(one.payer), _party(one.payee), number(one.points), because(one)) for one in found.payments]
    yield table((_("Who pays"), _("Whom"), _("Points"), _("Why")), rows, figures=(2,))
    net = [
        _("{who} {points}").format(who=_party(party), points=number(points, "+,").replace("-", "−"))
        for party, points in found.net.items()
    ]
    yield _("Together: {what}.").format(what=", ".join(net)) + " {.explanation}"


def _party(party: object) -> str:
    seats = {wind.value: wind.player for wind in Wind}
    return seats.get(str(party), str(party))


# --- American cards ------------------------------------------------------------------------------------------------


def _card(name: str, tiles: TileWriter) -> Iterator[str]:
    rows = []
    for one in card_examples(find_ruleset(name)):
        line = one.line
        kind = _("concealed") if line.concealed else _("exposed")
        value = _("value {value}, {kind}").format(value=number(line.value), kind=kind)
        pattern = line.pattern.replace("|", "\\|")
        hand = "\u00a0 ".join(tiles(group.tiles, str(group), False) for group in one.sheet.reading.sets)
        shown = f"{bold(card_words(line.section))}: `{pattern}` ({value})"
        rows.append((shown, f"{hand}<br>{_explain_card(one, tiles)}"))
    yield table((_("Section and line"), _("A hand that has it")), rows)


def _explain_card(one: CardExample, tiles: TileWriter) -> str:
    sheet = one.sheet
    jokers = _("There are no jokers in the hand.")
    if not sheet.jokerless:
        text = ngettext("There is {n} joker in the hand.", "There are {n} jokers in the hand.", sheet.jokers)
        jokers = text.format(n=sheet.jokers)
    return join_sentences([winning_tile(one.win, tiles), jokers, bold(_card_payments(one) or _card_factor(one))])


def _card_factor(one: CardExample) -> str:
    sheet, found = one.sheet, one.sheet.adjustment
    if found is None:
        return ""
    text = _(
        "{value} × {factors} = {score}. {discards} tiles were discarded, so {left} of 138 are left: {score} × {left} "
        "÷ 138 = {final}."
    )
    return text.format(
        value=number(sheet.line.value),
        factors=" × ".join(str(factor) for factor, _why in sheet.factors),
        score=number(sheet.score),
        discards=found.discards,
        left=found.left,
        final=found.final_text,
    )


def _card_payments(one: CardExample) -> str:
    if one.settlement is None:
        return ""
    points = sorted(payment.points for payment in one.settlement.payments)
    if points[0] == points[-1]:
        return _("Each of the three pays {points}.").format(points=number(points[0]))
    text = _("The discarder pays {most}, the two others {least} each.")
    return text.format(most=number(points[-1]), least=number(points[0]))


# --- the referee ---------------------------------------------------------------------------------------------------


def _referee(_rest: str, _tiles: TileWriter) -> Iterator[str]:
    for rules in RULESETS.values():
        options = options_for(rules)
        yield f"## {_(rules.name)} {{#{referee_place(rules).partition('#')[2]}}}"
        yield _sentences(_("Who may claim"), rules.claims)
        if rules.faults:
            rows = []
            for fault in rules.faults:
                follows = pgettext("what follows a fault", "**{what}.** {more}")
                more = fault_words(fault, rules, options)
                rows.append((_(fault.words), follows.format(what=_(fault.follows.value), more=more), _source(fault)))
            yield table((_("Mistake"), _("Consequence"), _("Source")), rows)
        else:
            yield _("You play alone: the source gives no penalties.")
        if rules.manners:
            yield _sentences(_("Table manners"), rules.manners)
        yield _sentences(_("The end of the wall"), rules.ends)


def _source(fault: Fault) -> str:
    """Return a fault's source; a custom is marked as one."""
    if fault.custom:
        return _("custom ({source})").format(source=fault.source)
    return _("text {source}").format(source=fault.source)


def _sentences(title: str, texts: tuple[str, ...]) -> str:
    return join_sentences([bold(_("{what}.").format(what=title)), *map(_, texts)])


_MAKERS: Final[Mapping[str, Callable[[str, TileWriter], Iterator[str]]]] = {
    "lines": _lines,
    "options": _options,
    "score": _score,
    "settle": _settle,
    "card": _card,
    "referee": _referee,
}
