"""What a rule sheet says, as data: figures read from the rows of the ruleset, or worked out by the engine itself.

Points and doubles are what the rows give for real sets, payments what a settlement comes to, rotation what turning
the winds does, the wall what the dice open. Only what no table of the program holds is written here in words:
claims, the Charleston, the end of the wall (RULES 3, 4, 5, 6, 7 and 8 in docs/rules.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from mjcompanion.american.line import Line
from mjcompanion.american.score import KEMP_TILES as AMERICAN_TILES
from mjcompanion.american.score import factors
from mjcompanion.core.chips import SETS, ChipSet
from mjcompanion.core.errors import listed
from mjcompanion.core.hand import By, Meld
from mjcompanion.core.options import Options, minimum_sentence
from mjcompanion.core.tiles import FLOWER_TILES, Terms, Tile, Wind
from mjcompanion.i18n.text_width import join_lines
from mjcompanion.i18n.translation import N_, NP_, _, capital, joined, ngettext, pgettext
from mjcompanion.i18n.translation import number as written
from mjcompanion.parsing.pattern import read_pattern
from mjcompanion.printing.forms.kemp_parts import localised
from mjcompanion.printing.forms.part_sheet import PartEntry, PartTopic, SheetPart
from mjcompanion.printing.tiles import laid_out, loose
from mjcompanion.rules.house import changed_rows
from mjcompanion.rules.row import WHOLE_LIMIT, On, Rule, SetFacts
from mjcompanion.rules.wall import Dealing, Direction, Side
from mjcompanion.rulesets import Ruleset, options_for
from mjcompanion.scoring.context import Adjustment, ScoringContext
from mjcompanion.scoring.sheet import KEMP_TILES
from mjcompanion.table.club_rules.rules import piece_words, value_words
from mjcompanion.table.faults import consequences, custom_words
from mjcompanion.table.rotation import Position, Turning, turn_after
from mjcompanion.table.settle import Ending, settle
from mjcompanion.wall.breaks import break_wall


def title(rules: Ruleset) -> str:
    """The name of a ruleset in full.

    >>> title(Ruleset("classical")), title(Ruleset("nmjl"))
    ('Classical, with the prevailing wind', 'American, with a yearly card')
    """
    return _(rules.name)


def facts(rules: Ruleset, options: Options | None = None) -> str:
    """Tiles, players and who scores, in one line.

    >>> facts(Ruleset("traditional"))
    '144 tiles · four players · all four hands score'
    """
    count = rules.tiles(options or options_for(rules))
    texts = [
        ngettext("{n} tile", "{n} tiles", count).format(n=written(count)),
        _("one player against three who only draw and discard") if rules.single_player else _("four players"),
        _("all four hands score") if rules.losers_score else _("only Mah Jongg scores"),
    ]
    return " · ".join(texts)


def parts(rules: Ruleset, options: Options | None = None, terms: Terms | None = None) -> tuple[SheetPart, ...]:
    """Everything a rule sheet says below its heading.

    >>> [part.title for part in parts(Ruleset("simple"))]
    ['The hand', 'Points of sets', 'Other points', 'Doubles', 'Limit', 'Payment', 'Who is East next', 'The wall', \
'Claims', 'Mistakes', 'The end of the wall', 'House options']
    >>> parts(Ruleset("traditional"))[1].entries[1].cells
    ('2', '4')
    """
    options = options or options_for(rules)
    american = rules.with_card
    made: list[SheetPart | None] = [_the_hand(rules, terms or Terms())]
    if not american:
        made += [] if rules.scale_with(options) else _points(rules, options)
        made += [*_doubles(rules, options), _worths(rules, options), _limit(rules, options)]
    made += [_jokers() if american else None, _sentences(_("The Charleston"), map(_, rules.charleston))]
    made += [_adjustment(rules), _payment(rules, options), _bettor(rules), _rotation(rules, options)]
    made += [_wall(rules, options), _claims(rules), _faults(rules, options)]
    made.append(_sentences(_("The end of the wall"), map(_, rules.ends), PartTopic.ENDS))
    changes = [one.sentence for one in changed_rows(rules, options)]
    made.append(_sentences(_("House rules"), changes, PartTopic.CHANGES))
    made.append(_agreed(rules, options))
    return tuple(part for part in made if part is not None)


def _sentences(title: str, sentences: Iterable[str], topic: PartTopic | None = None) -> SheetPart | None:
    """A part of sentences; none without any."""
    entries = tuple(map(PartEntry, sentences))
    return SheetPart(title, entries, topic=topic) if entries else None


# --- the hand


def _the_hand(rules: Ruleset, terms: Terms) -> SheetPart:
    if rules.with_card:
        pattern = "FFFF 2222a 4444b 66c"
        build = read_pattern(pattern).builds[0]
        shown = tuple(loose(run.tile for run in group for _unused in range(run.count)) for group in build.groups)
        each = pgettext("dragons and the suit they go with", "{dragons} with {suit}")
        dragons = joined(
            each.format(dragons=Tile.parse(code).plural(terms), suit=terms.word(suit).many)
            for code, suit in (("6z", "bamboos"), ("7z", "characters"), ("5z", "dots"))
        )
        example = _("For example {pattern}: a, b and c are different suits, any.").format(pattern=pattern)
        suits = _("Dragons go with suits: {dragons}.").format(dragons=dragons)
        exactly = _("Mah Jongg is 14 tiles that match a line of the card exactly. All eight flowers are alike.")
        where = [_(law) for law in rules.hand_laws]
        entries = (PartEntry(exactly), PartEntry(example, tiles=shown), PartEntry(join_lines([*where, suits])))
        return SheetPart(_("The hand"), entries, topic=PartTopic.HAND)
    melds = [laid_out(Meld.parse(text)) for text in ("(123m)", "(666p)", "(7777z)")]
    shown = (*melds, loose(map(Tile.parse, ("7s", "8s", "9s"))), loose(map(Tile.parse, ("2p", "2p"))))
    first, *more = map(_, rules.hand_laws)
    entry = PartEntry(first, tiles=shown)
    return SheetPart(_("The hand"), (entry, *map(PartEntry, more)), topic=PartTopic.HAND)


# --- points and doubles of Chinese hands

_CLASSES: Final = (
    (N_("2s to 8s"), "2345678p"),
    (N_("1s or 9s"), "19p"),
    (N_("winds"), "1234z"),
    (N_("dragons"), "567z"),
)
"""The kinds of tiles that sets are made of, and tiles that stand for them."""
_KINDS: Final = ((N_("Pung of {tiles}"), 3), (N_("Kong of {tiles}"), 4))
_SEAT, _ROUND = Wind.EAST, Wind.EAST


class _Set(msgspec.Struct, frozen=True):
    """What a kind of set gives: points and doubles, on the table and in hand, for each class of tiles."""

    points: tuple[int, int]
    doubles: tuple[int, int]


def _sets(rules: Ruleset, options: Options) -> tuple[list[tuple[str, str, _Set]], frozenset[str]]:
    """The kinds of sets, an example and what they give wherever they lie, and the ids of the rows behind that.

    Rows that look at the winds of seat and round, or at what the set is besides its size, stand elsewhere.
    """
    rows = [row for row in rules.rows_with(options) if row.on is On.SET and row.points]
    found: list[tuple[str, str, _Set]] = []
    used: set[str] = set()
    for word, size in _KINDS:
        same: list[tuple[list[str], str, _Set]] = []
        for name, text in _CLASSES:
            given = []
            for open_ in (True, False):
                meld = Meld.parse(f"({text[0] * size}{text[-1]})" if open_ else f"[{text[0] * size}{text[-1]}]")
                holding = [row for row in rows if row.when(SetFacts(meld, _SEAT, _ROUND))]
                used.update(row.id for row in holding)
                given.append((sum(row.points for row in holding), sum(row.doubles for row in holding)))
            one = _Set((given[0][0], given[1][0]), (given[0][1], given[1][1]))
            if same and same[-1][2] == one:
                same[-1][0].append(name)
            else:
                same.append(([name], text[0] * size + text[-1], one))
        found += [
            (_(word).format(tiles=listed([_(name) for name in names], "or")), example, one)
            for names, example, one in same
        ]
    return found, frozenset(used)


def _points(rules: Ruleset, options: Options) -> Iterator[SheetPart]:
    sets, used = _sets(rules, options)
    alike = all(len(set(one.points)) == len(set(one.doubles)) == 1 for _unused, _unused, one in sets)
    doubles = any(one.doubles != (0, 0) for _unused, _unused, one in sets)
    heads: tuple[str, ...] = (_POINTS,) if alike else (N_("On table"), N_("In hand"))
    heads += (_DOUBLES,) if doubles else ()
    nothing = ("0",) * (1 if alike else 2) + ("",) * doubles
    entries = [PartEntry(_("Run of three"), nothing, (loose(map(Tile.parse, ("2s", "3s", "4s"))),))]
    for words, example, one in sets:
        cells = tuple(map(str, one.points[:1] if alike else one.points))
        cells += (_doubled(max(one.doubles)),) if doubles else ()
        tiles = tuple(Tile.parse(letter + example[-1]) for letter in example[:-1])
        entries.append(PartEntry(words, cells, (loose(tiles),)))
    yield SheetPart(_("Points of sets"), tuple(entries), _shown(heads))
    rows = [
        row
        for row in rules.rows_with(options)
        if row.points_with(options) and row.id not in used and _plays(row, rules, options)
    ]
    doubling = any(row.doubles for row in rows)
    heads = (_POINTS, _DOUBLES) if doubling else (_POINTS,)
    if rules.losers_score:
        yield _figures(_("Points of every hand"), [row for row in rows if row.everybody], options, heads)
        yield _figures(_("Points of the winner"), [row for row in rows if not row.everybody], options, heads)
    else:
        yield _figures(_("Other points"), rows, options, heads)


def _plays(row: Rule, rules: Ruleset, options: Options) -> bool:
    """Whether a row can hold at all: without flowers those on flowers don't."""
    return rules.with_flowers(options) or row.on not in (On.FLOWER, On.FLOWER_SET, On.FLOWERS)


def _figures(title: str, rows: Iterable[Rule], options: Options, heads: tuple[str, ...]) -> SheetPart:
    return SheetPart(title, tuple(PartEntry(label(row), _cells(row, options, heads)) for row in rows), _shown(heads))


def _cells(row: Rule, options: Options, heads: tuple[str, ...]) -> tuple[str, ...]:
    """The figures of a row under these heads, with what its law adds to the figure."""
    points = written(row.points_with(options)) if row.points_with(options) else ""
    if row.instead_of:
        points = _("{points} instead of {other}").format(points=points, other=row.instead_of)
    elif row.additive:
        points = _("{points} more").format(points=points)
    cells = {_POINTS: points, _DOUBLES: _doubled(row.doubles)}
    return tuple(cells[head] for head in heads)


_POINTS: Final = N_("Points")
_DOUBLES: Final = N_("Doubles")


def _shown(heads: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([_(head) for head in heads])


def _doubled(doubles: int) -> str:
    return str(doubles) if doubles else ""


def label(row: Rule) -> str:
    """What a row is for, without its figures.

    >>> rows = {row.id: row for row in Ruleset("traditional").rows}
    >>> label(rows["pair-dragons"]), label(rows["own-wind"]), label(rows["mah-jongg"])
    ('A pair of dragons', 'A pung or kong of your seat wind', 'Mah Jongg, the winner’s base score')
    """
    return _(row.title) if row.title else _(row.law)


def _doubles(rules: Ruleset, options: Options) -> Iterator[SheetPart]:
    _unused, used = _sets(rules, options)
    rows = [
        row
        for row in rules.rows_with(options)
        if row.doubles and row.id not in used and _plays(row, rules, options)
        if not row.points
    ]
    more = [PartEntry(_("Each double multiplies the points by 2: two by 4, three by 8, four by 16."))]
    if rules.scale_with(options):
        more = []
    if any(row.on is On.FLOWER for row in rows):
        each = pgettext("a wind and the number of its flower", "{n} {wind}")
        whose = joined(each.format(n=wind.number, wind=wind.word) for wind in Wind)
        flowers = tuple(loose(tile for tile in FLOWER_TILES if tile.wind is wind) for wind in Wind)
        more.append(PartEntry(_("Whose flower and season: {winds}.").format(winds=whose), tiles=flowers))
    if not rules.losers_score:
        title = _("What a hand counts") if rules.scale_with(options) else _(_DOUBLES)
        yield SheetPart(title, (*map(_doubling, rows), *more), (rules.doubles_with(options),))
        return
    every = (*[_doubling(row) for row in rows if row.everybody], *more)
    yield SheetPart(_("Doubles of every hand"), every, _shown((_DOUBLES,)))
    winners = tuple(_doubling(row) for row in rows if not row.everybody)
    yield SheetPart(_("Doubles of the winner"), winners, _shown((_DOUBLES,)))


def _worths(rules: Ruleset, options: Options) -> SheetPart | None:
    """The table of what doubles are worth, with what each player pays for it where that goes by who discarded."""
    worths = rules.worths_with(options)
    if not worths:
        return None
    least = options.minimum if "minimum" in rules.uses and options.minimum_in == "faan" else 0
    alike, by_how = msgspec.structs.replace(options, east_double=False), rules.asks_how(options)
    heads = [_("Score"), *([_("Discarder"), _("Others, each"), _("Drawn, each")] if by_how else [])]
    entries = []
    for faan, score in enumerate(worths):
        if faan < min(least, len(worths) - 1):
            continue
        paid = [*_paid(rules, By.DISCARD, alike, score), _paid(rules, By.DRAW, alike, score)[1]] if by_how else []
        words = _("{n} faan and more") if faan == len(worths) - 1 else _("{n} faan")
        entries.append(PartEntry(words.format(n=written(faan)), (written(score), *[written(one) for one in paid])))
    return SheetPart(_("Faan"), tuple(entries), tuple(heads))


def _paid(rules: Ruleset, by: By, options: Options, score: int) -> tuple[int, int]:
    """What the discarder and each of the others pay for a score, East being one of them or not."""
    other = 0 if rules.losers_score else None
    ending = Ending(Wind.WEST, by, Wind.SOUTH if by is By.DISCARD else None, (other, other, score, other))
    paid = dict.fromkeys(Wind, 0) | {one.payer: one.points for one in settle(rules, ending, options).payments}
    return paid[Wind.SOUTH], paid[Wind.NORTH]


def _doubling(row: Rule) -> PartEntry:
    doubles = str(row.doubles)
    if row.on in (On.FLOWER, On.FLOWER_SET):
        doubles = _("{n} each").format(n=doubles)
    return PartEntry(label(row), (doubles,))


def _limit(rules: Ruleset, options: Options) -> SheetPart | None:
    limit = rules.limit_with(options)
    least = [minimum_sentence(options)] if "minimum" in rules.uses and options.minimum else []
    if limit is None:
        return _sentences(_("Limit"), [_("None: the hand counts in full."), *least])
    if rules.losers_score:
        holds = _("The limit applies to losers’ hands too.")
    elif rules.single_player:
        holds = _("The limit applies to every hand, before the adjustment.")
    else:
        holds = _("The limit applies to every hand.")
    rows = [row for row in rules.rows_with(options) if row.share]
    entries = [PartEntry(_("No hand counts for more than"), (written(limit),))]
    for row in rows:
        gives = written(math.floor(limit * row.share))
        words = _("{points} and bonus tiles") if row.special else _("at least {points}")
        text = gives if row.share == WHOLE_LIMIT else words.format(points=gives)
        entries.append(PartEntry(label(row), (text,)))
    return SheetPart(_("Limit"), (*entries, PartEntry(holds), *map(PartEntry, least)), (_("Score"),))


# --- American play


def _jokers() -> SheetPart | None:
    return _sentences(
        _("Jokers"),
        [
            _(
                "They stand in for tiles of three or more alike, never in pairs or for single tiles, unless "
                "the card says that jokers may be used anywhere. Five or six alike of a suit need some."
            ),
            _("On your turn a real tile may replace a joker in any exposed set. A discarded joker is dead."),
        ],
    )


# --- what the score is worth


def _adjustment(rules: Ruleset) -> SheetPart | None:
    """Kemp's doublings and his factor, with an example that the engine works out."""
    if "discards" in rules.asks:
        adjustment = Adjustment(score=256, tiles=KEMP_TILES, discards=40, flowers=1)
        sum_ = f"{adjustment.score} × {adjustment.left}/{adjustment.drawable} = {localised(adjustment.final_text)}"
        example = _("For example {points} points, {flowers} flower, {discards} discards: {sum}.")
        example = example.format(
            points=adjustment.score, flowers=adjustment.flowers, discards=adjustment.discards, sum=sum_
        )
        return SheetPart(
            _("Adjustment for the tiles left"),
            (
                PartEntry(_("a. Tiles less the 14 of the hand, less flowers drawn"), (f"{KEMP_TILES} − f",)),
                PartEntry(_("b. Tiles discarded by everybody, less those claimed"), ("b",)),
                PartEntry(_("c. Tiles left"), ("a − b",)),
                PartEntry(_("Final score"), (_("score × c/a"),)),
                PartEntry(example),
            ),
        )
    if not rules.single_player:
        return None
    context = ScoringContext(rules)
    doublings = [
        PartEntry(capital(_(why)), (f"× {factor}",)) for factor, why in factors(context, Line(), jokerless=True)
    ]
    one = Adjustment(score=50, tiles=AMERICAN_TILES, discards=40)
    tiles = one.tiles
    sum_ = f"{one.score} × {one.left}/{tiles} = {localised(one.final_text)}"
    example = _("For example {points} points, {discards} discards: {sum}.")
    return SheetPart(
        _("Score"),
        (
            PartEntry(_("The value of the line on the card"), ("v",)),
            *doublings,
            PartEntry(_("Tiles less the 14 of the hand"), (str(tiles),)),
            PartEntry(_("Tiles discarded, those passed too"), ("b",)),
            PartEntry(_("Final score"), (_("score × ({tiles} − b)/{tiles}").format(tiles=tiles),)),
            PartEntry(example.format(points=one.score, discards=one.discards, sum=sum_)),
        ),
    )


def _payment(rules: Ruleset, options: Options) -> SheetPart | None:
    if rules.single_player:
        return None
    if rules.settles_value:
        return _payment_by_value(rules, options)
    if not rules.settles_scores:
        nobody = _("The winner’s score is written down. Nobody pays.")
        return _sentences(_("Payment"), [nobody], PartTopic.PAYMENT)
    texts = (
        [] if rules.asks_how(options) else [_("The winner gets the whole score of the winning hand from each loser.")]
    )
    texts.append(
        _("Any two losers settle: the one with fewer points pays the other the difference.")
        if rules.losers_settle and options.losers_settle
        else _("Losers don’t settle with each other.")
    )
    texts.append(
        _("Every payment to or by East is doubled.")
        if "east_double" in rules.uses and options.east_double
        else _("East pays and gets what the others do.")
    )
    texts += [_example(rules, options), *_chips(rules, options)]
    if not rules.asks_how(options):
        return _sentences(_("Payment"), texts, PartTopic.PAYMENT)
    alike = msgspec.structs.replace(options, east_double=False)
    entries = [PartEntry(words, _times_paid(rules, by, alike)) for by, words in _hows()]
    meaning = PartEntry(_("v is the score of the hand that won."))
    entries += [meaning, *map(PartEntry, texts)]
    return SheetPart(_("Payment"), tuple(entries), _payers(), topic=PartTopic.PAYMENT)


def _payers() -> tuple[str, str]:
    return _("Discarder"), _("Others, each")


def _hows() -> tuple[tuple[By, str], tuple[By, str]]:
    return (By.DISCARD, _("Won on a discard")), (By.DRAW, _("Drawn by the winner"))


def _example(rules: Ruleset, options: Options) -> str:
    """A settlement, worked out; the scores are those of source 3's own example."""
    scores = (8, 8, 32, 16) if rules.losers_score else (None, None, 32, None)
    by, discarder = (By.DISCARD, Wind.NORTH) if rules.asks_how(options) else (None, None)
    made = settle(rules, Ending(Wind.WEST, by, discarder, scores), options)
    paid: dict[str, list[str]] = {}
    each = pgettext("who is paid how much", "{payee} {points}")
    for one in made.payments:
        payee = each.format(payee=Wind(one.payee).word, points=written(one.points))
        paid.setdefault(str(one.payer), []).append(payee)
    pays = _("{payer} pays {payments}")
    texts = [pays.format(payer=Wind(who).word, payments=joined(to)) for who, to in paid.items()]
    payments = pgettext("between the parts of a sentence", "; ").join(texts)
    if not rules.losers_score:
        won = _("For example West wins {points} with North’s discard: {payments}.")
        return won.format(points=written(32), payments=payments)
    sentence = _("For example East has {east}, South {south}, West {west}, North {north}, and West wins: {payments}.")
    east, south, west, north = scores
    return sentence.format(east=east, south=south, west=west, north=north, payments=payments)


def _chips(rules: Ruleset, options: Options) -> list[str]:
    chips: ChipSet | None = SETS.get(options.chips)
    if not chips or not any(spec.key == "chips" for spec in rules.options_used()):
        return []
    sentence = _("Each starts with {chips}: {pieces}.")
    return [sentence.format(chips=value_words(options.chips), pieces=piece_words(chips))]


def _payment_by_value(rules: Ruleset, options: Options) -> SheetPart:
    """What is paid, in values of the hand, as settlements come out."""
    entries = []
    for by, words in _hows():
        paid = [_times_paid(rules, by, options, jokerless=jokerless) for jokerless in (False, True)]
        entries.append(PartEntry(words, paid[0]))
        if paid[1] != paid[0]:
            pairs = _times_paid(rules, by, options, jokerless=True, singles_and_pairs=True) == paid[1]
            without = _("{how}, without jokers").format(how=words)
            entries.append(PartEntry(without if pairs else f"{without} *", paid[1]))
    texts = [PartEntry(_("v is the value of the hand. Dead hands pay like the others."))]
    if any("*" in entry.words for entry in entries):
        texts.append(PartEntry(_("* But not a hand of “Singles and Pairs”.")))
    texts += map(PartEntry, _chips(rules, options))
    return SheetPart(_("Payment"), (*entries, *texts), _payers(), topic=PartTopic.PAYMENT)


def _times_paid(
    rules: Ruleset, by: By, options: Options, *, jokerless: bool = False, singles_and_pairs: bool = False
) -> tuple[str, str]:
    """What the discarder and each of the others pay: how many times the value, or the score."""
    discarder = Wind.SOUTH if by is By.DISCARD else None
    ending = Ending(Wind.EAST, by, discarder, (1, 0, 0, 0), 1, jokerless, singles_and_pairs)
    paid: dict[object, int] = dict.fromkeys(Wind, 0)
    paid |= {one.payer: one.points for one in settle(rules, ending, options).payments}
    del paid[Wind.EAST]
    others = {points for payer, points in paid.items() if payer is not discarder}
    texts = [_times(points) for points in sorted(others)]
    return "–" if discarder is None else _times(paid[discarder]), listed(texts, "or")


def _times(number: int) -> str:
    return {0: pgettext("an amount", "nothing"), 1: "v"}.get(number, f"{number}v")


def _bettor(rules: Ruleset) -> SheetPart | None:
    """What text 2A says of the bettor."""
    if not rules.club_faults:
        return None
    return _sentences(
        _("The bettor"),
        [
            _(
                "A bettor backs one player in secret. When that player wins, each payer pays the bettor the same "
                "amount. Otherwise the bettor pays the winner what the backed player pays. The bettor shares that "
                "player’s penalties and awards too. A bet that is shown too soon is off."
            ),
        ],
    )


# --- who is East next


def _rotation(rules: Ruleset, options: Options) -> SheetPart | None:
    if not rules.at_table:
        return None
    start = Position((0, 1, 2, 3), east=0, first=0)
    cases = ((_("East won"), 0, False), (_("Another won"), 1, False), (_(rules.draw_name), None, True))
    entries = []
    for words, winner, wall_again in cases:
        after, turn = turn_after(rules, start, winner, options, wall_again=wall_again)
        if turn.why is Turning.WALL_AGAIN:
            text = (
                pgettext("East", "stays, new wall")
                if after.east == start.east
                else pgettext("East", "passes on, new wall")
            )
        else:
            text = pgettext("East", "stays") if after.east == start.east else pgettext("East", "passes on")
        entries.append(PartEntry(words, (text,)))
    more = [_("East passes to the player on the right.")]
    if rules.has_round_wind:
        more.append(_("When the first East is East again, the prevailing wind moves on: East, South, West, North."))
    more += _rounds(rules, options)
    entries += map(PartEntry, more)
    return SheetPart(_("Who is East next"), tuple(entries), (_("East"),), topic=PartTopic.ROTATION)


def _rounds(rules: Ruleset, options: Options) -> Iterator[str]:
    """When seats are thrown again and when the game is over, found by playing on with East always losing."""
    position, hands = Position((0, 1, 2, 3), east=0, first=0), 0
    last = rules.rounds(options) or (rules.turns.reseat if rules.turns is not None else 0)
    while position.rounds < last:
        position, turn = turn_after(rules, position, (position.east + 1) % 4, options)
        hands += 1
        if turn.reseat:
            yield _("After {rounds} rounds the players throw for new seats.").format(rounds=_count(position.rounds))
        if turn.over:
            yield ngettext(
                "The game ends after {rounds} round, at least {hands} hands.",
                "The game ends after {rounds} rounds, at least {hands} hands.",
                position.rounds,
            ).format(rounds=_count(position.rounds), hands=hands)


_NUMBERS: Final = (
    N_("no"),
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
)


def _count(number: int) -> str:
    return _(_NUMBERS[number]) if number < len(_NUMBERS) else str(number)


# --- the wall

_EXAMPLES: Final = {1: ((3, 4),), 2: ((5, 5), (2, 3))}
"""Dice for the drawing: those of the examples in sources 2 and 3."""
_SIDES: Final = {Side.LEFT: NP_("a side", "left"), Side.RIGHT: NP_("a side", "right")}
_OTHER: Final = {Side.RIGHT: Side.LEFT, Side.LEFT: Side.RIGHT}
_DEALS: Final = {
    Dealing.ALONE: N_("The player, East, draws 14 tiles in a row. The others have no hands."),
    Dealing.EAST_SKIPS: N_(
        "East, South, West and North take two stacks each, three times. Then East takes the first and third tile of "
        "the top row, the others one tile each."
    ),
    Dealing.ONE_EACH: N_(
        "East, South, West and North take two stacks each, three times, then one tile each. East’s first turn starts "
        "with a draw."
    ),
}
_NO_WALL: Final = (
    N_(
        "The wall isn’t broken: tiles are drawn one after the other. Each player is dealt 13 tiles: four "
        "at a time, three times, and then one."
    ),
    N_("Flowers and seasons are laid out at once, and a tile is drawn for each."),
)
_FLOWERS: Final = N_("A flower or season is laid out and replaced with a loose tile, as is the fourth tile of a kong.")


def _wall(rules: Ruleset, options: Options) -> SheetPart | None:
    row = rules.wall
    if row is None:
        return _sentences(_("The wall"), map(_, _NO_WALL), PartTopic.WALL)
    opened = break_wall(rules, _EXAMPLES[row.throws], flowers=options.flowers)
    side, other = pgettext("a side", _SIDES[row.side]), pgettext("a side", _SIDES[_OTHER[row.side]])
    texts = [_("Four walls of {stacks} stacks of two tiles.").format(stacks=opened.stacks)]
    if row.throws == 1:
        counts = _(
            "East throws two dice and counts that many stacks from the {side} of East’s wall: in the drawing {count}."
        )
        texts[0] = join_lines([texts[0], counts.format(side=side, count=opened.count)])
    else:
        if row.chosen_deals:
            chooses = _(
                "The first throw of two dice chooses the player who deals: East 1, South 2, West 3, North 4, East 5 …"
            )
        else:
            chooses = _("The first throw of two dice chooses the wall: East 1, South 2, West 3, North 4, East 5 …")
        counts = _(
            "Both throws together count the stacks from the {side} of that wall, on around the corner: in the "
            "drawing {count} in {wind}’s."
        )
        texts += [chooses, counts.format(side=side, count=opened.count, wind=opened.start.word)]
    text = _("clockwise") if row.side.direction is Direction.CLOCKWISE else _("counter-clockwise")
    begins = _("Drawing starts with the stack to the {side} of the counted one and goes {way}, top tile first.")
    texts.append(begins.format(side=other, way=text))
    if not row.loose:
        texts.append(_("The counted stack is drawn last."))
    elif row.kong_box:
        sentence = _(
            "The counted stack’s two tiles are the first loose tiles. With the {stacks} stacks to the {side} of it "
            "they are the kong box: {tiles} tiles for replacements only."
        )
        texts.append(sentence.format(stacks=_count(row.kong_box), side=side, tiles=2 * (row.kong_box + 1)))
    else:
        texts.append(_("The counted stack’s two tiles are the first loose tiles."))
    texts.append(_(_DEALS[row.dealing]))
    if row.loose:
        flowers = rules.with_flowers(options)
        texts.append(_(_FLOWERS) if flowers else _("The fourth tile of a kong is replaced with a loose tile."))
    return SheetPart(_("The wall"), tuple(map(PartEntry, texts)), picture=opened, topic=PartTopic.WALL)


# --- claims and the end of the wall: RULES 5 to 8


def _claims(rules: Ruleset) -> SheetPart | None:
    told = join_lines([_(law) for law in rules.manners])
    claims = [_(law) for law in rules.claims]
    if told:
        return _sentences(_("Claims and table manners"), [*claims, told], PartTopic.CLAIMS)
    return _sentences(_("Claims"), claims, PartTopic.CLAIMS)


def _faults(rules: Ruleset, options: Options) -> SheetPart | None:
    """What follows each fault; customs are marked with a star."""
    if not rules.faults:
        return None
    entries = [
        PartEntry(
            join_lines(
                [
                    f"{_(one.words)}{pgettext('the end of a sentence', '.')}{'*' * one.custom}",
                    consequences(one, rules, options),
                ]
            ),
            (_(one.follows.value),),
        )
        for one in rules.faults
    ]
    if any(one.custom for one in rules.faults):
        entries.append(PartEntry(f"* {custom_words()}"))
    return SheetPart(_("Mistakes"), tuple(entries), topic=PartTopic.FAULTS)


def _agreed(rules: Ruleset, options: Options) -> SheetPart | None:
    """The house options, as this table has them; a choice of none is left out."""
    each = pgettext("an option's value", "{option}: {ours}")
    texts = [
        each.format(option=_(spec.label), ours=value_words(getattr(options, spec.key)))
        for spec in rules.options_used()
        if getattr(options, spec.key) != "none"
    ]
    return _sentences(_("House options"), [" · ".join(texts)] if texts else [], PartTopic.OPTIONS)
