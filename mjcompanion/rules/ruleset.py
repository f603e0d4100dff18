"""A ruleset: one record with everything about one set of rules.

Each is a file in mjcompanion/rulesets. The rest of the program asks the record, never which ruleset it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Concatenate, Final, NoReturn, ParamSpec, Self

import msgspec

from mjcompanion.core.hand import AT_TABLES, By
from mjcompanion.core.options import OPTIONS, ROUNDINGS, HouseHand, Options, OptionSpec, RowChange, rounded
from mjcompanion.core.sanitize import printable
from mjcompanion.core.tiles import Wind
from mjcompanion.i18n.translation import N_, _, when_changed
from mjcompanion.rules.fault import Fault
from mjcompanion.rules.house_hands import house_kinds, house_row
from mjcompanion.rules.kind import HandKind
from mjcompanion.rules.optional_rows import OPTIONAL_KINDS, OPTIONAL_ROWS
from mjcompanion.rules.row import On, Rule, always, gift_words
from mjcompanion.rules.wall import WallRules


class Pays(msgspec.Struct, frozen=True):
    """Who pays what for a hand that won: how many times its score, or the value of its line.

    `discarder` and `others` pay when a discard won, `drawn` is what each pays when no discard did. So `others=0` means
    that the discarder alone pays, with `discarder=3` for all three; `others=Fraction(1, 2)` that the others pay half.
    The house options `east_double` and `losers_settle`, where a ruleset uses them, come on top.
    """

    discarder: int | Fraction = 1
    others: int | Fraction = 1
    drawn: int | Fraction = 1

    @property
    def ask_how(self) -> bool:
        """Whether the payments depend on how the hand was won, so that it must be known."""
        return not self.discarder == self.others == self.drawn


PAYMENTS: Final[Mapping[str, Pays]] = MappingProxyType(
    {
        "same": Pays(),
        "double-discard": Pays(discarder=2),
        "double-drawn": Pays(discarder=2, drawn=2),
        "half": Pays(others=Fraction(1, 2)),
        "discarder": Pays(others=0),
        "discarder-for-all": Pays(discarder=3, others=0),
    }
)
"""Who pays what by the house option `payments`, where it isn't as the rules have it."""


class CardFacts(msgspec.Struct, frozen=True):
    """The facts for a `Factor`; `singles_and_pairs` only where such lines aren't doubled."""

    jokerless: bool
    drawn: bool
    singles_and_pairs: bool


EVERY_HAND: Final = N_("every hand")
WITHOUT_JOKERS: Final = N_("without jokers")
DRAWN_WITHOUT_JOKERS: Final = N_("drawn, and without jokers")


class Factor(msgspec.Struct, frozen=True):
    """A factor for the value of a card's line, and its reason; `words` are translated where they are shown."""

    times: int
    words: str
    when: Callable[[CardFacts], bool]


class Possible(msgspec.Struct, frozen=True):
    """The scores that are possible: multiples of `step`, up to `most`, and for a winner from `least` on.

    `besides` are counts that the limit makes, whatever the step is. `values` are what the lines of a card are worth, or
    what a table of points by doubles gives; empty where anything may be.
    """

    step: int = 1
    least: int = 0
    most: int | None = None
    besides: frozenset[int] = frozenset()
    values: frozenset[int] = frozenset()


class Turns(msgspec.Struct, frozen=True):
    """The rotation of East and of the prevailing wind. Source: RULES 5 in docs/rules.md.

    With `dice` each throws for East at first. `rounds` make a game, after `reseat` rounds the seats are drawn again;
    0 for neither. `wall_again`: when all tiles are used up another wall may be built, and East stays.
    After a win with one of `passes_on` East doesn't stay.
    """

    winner_stays: bool = False
    round_wind: bool = False
    dice: int = 2
    rounds: int = 0
    reseat: int = 0
    wall_again: bool = False
    passes_on: frozenset[str] = frozenset()


DRAW: Final = N_("Draw")


class Virtual(msgspec.Struct, frozen=True):
    """The game against a virtual wall: its name, a shorter one, a line about it, and tiles as its picture.

    All words are translated where they are shown.
    """

    name: str
    short: str
    line: str
    picture: tuple[str, ...]


class ExampleHand(msgspec.Struct, frozen=True):
    """A winning hand in notation, its winning tile, how it came, and how many tiles were discarded, if counted.

    `flowers` are added where flowers are played.
    """

    hand: str
    tile: str
    flowers: str = ""
    by: By = By.DRAW
    discards: int | None = None


@dataclass(kw_only=True, eq=False, repr=False)
class RulesetFields:
    """All data of a ruleset but its id; words are looked up where they are shown."""

    name: str
    """In full: "Traditional, with counting sticks"."""
    short: str = ""
    """As a list names it: "Traditional"."""
    line: str
    """What it is, in a sentence."""
    order: int = 100
    """Its place in a list of all."""
    source: str
    """The number of its source."""
    taken_from: str
    """Its source in words."""
    usual: bool = False
    """Whether it is one of the games that most tables play, which a newcomer is offered first."""
    single_player: bool = False
    """One plays against three who only draw and discard: the player is East, and a factor adjusts the score."""
    card: str = ""
    """The card that comes along for it; empty where hands are sets and a pair."""
    rows: tuple[Rule, ...] = ()
    """Its points, doubles and limits."""
    kinds: tuple[HandKind, ...] = ()
    """Shapes that win without being four sets and a pair."""
    most_chows: int = 4
    """How many chows a hand that goes out may have."""
    losers_score: bool = False
    """Whether all four hands are counted."""
    asks: frozenset[str] = frozenset()
    """What it needs to know besides the tiles: `seat`, `round`, `how`, `tile`, `last_tile`, `called`, `discards`."""
    factors: tuple[Factor, ...] = ()
    """What multiplies the value of a card's line."""
    values: frozenset[int] = frozenset()
    """What the lines of its cards are worth; empty where the players agree on that."""
    uses: tuple[str, ...] = ()
    """The keys of the house options that make a difference."""
    preset: Options = Options()  # noqa: RUF009 - frozen
    """Its house options by default."""
    wall: WallRules | None = None
    """How the wall is built and broken; None where it isn't."""
    pays: Pays | None = None
    """Who pays what; None where scores are not paid."""
    turns: Turns | None = None
    """Who is East next; None where East never changes."""
    singles_and_pairs: bool = False
    """Whether a line of singles and pairs is paid otherwise than others."""
    score_card: str = ""
    """The printed form that is its own score card; empty where it has none."""
    club_faults: bool = False
    """Whether wrong calls end a game, and a bettor may back a player. Source: text 2, part A."""
    practice: tuple[str, ...] = ()
    """The steps of the exercises, the easiest first."""
    example: ExampleHand
    virtual: Virtual | None = None
    """Its game against a virtual wall."""
    hand_laws: tuple[str, ...]
    """What the rule sheet says of the hand: what Mah Jongg is, and when a set counts as exposed."""
    charleston: tuple[str, ...] = ()
    claims: tuple[str, ...]
    manners: tuple[str, ...] = ()
    """How tiles are handled at the table: what is called, shown, laid out and replaced."""
    ends: tuple[str, ...]
    """What happens when the wall is used up."""
    draw_name: str = DRAW
    """What a hand that nobody won is called."""
    faults: tuple[Fault, ...] = ()
    """What players do wrong, and what follows; the ruleset's own first, then customs where its source is silent."""
    known: bool = True
    """Whether the program knows more of it than the id."""


del RulesetFields.__dataclass_fields__  # else msgspec would take a ruleset for a dataclass, and not for a text
Fields = ParamSpec("Fields")


def _defines(make: Callable[Fields, RulesetFields]) -> Callable[Concatenate[str, Fields], Ruleset]:
    """Return the function that defines a ruleset from its id and these fields."""

    def define(name: str, /, *args: Fields.args, **fields: Fields.kwargs) -> Ruleset:
        """Define a ruleset, in place of one with the same id."""
        made = _RULESETS[name] = _with_fields(name, make(*args, **fields))
        in_order = sorted(_RULESETS.items(), key=lambda one: one[1].order)
        _RULESETS.clear()
        _RULESETS.update(in_order)
        return made

    return define


def _with_fields(id: str, fields: RulesetFields) -> Ruleset:  # noqa: A002 - what it is called
    made = str.__new__(Ruleset, id)
    made.__dict__.update(vars(fields), short=fields.short or fields.name)
    return made


class Ruleset(str, RulesetFields):  # noqa: SLOT000 - its fields are its own
    """One set of rules: its id, as the command line and saved files have it, with all its data.

    `Ruleset(id)` finds one; `Ruleset.define(id, …)` makes one from the fields of `RulesetFields`.

    Raises:
        ValueError: there are no rules with this id.

    >>> Ruleset("classical").losers_score, Ruleset("nmjl").with_card
    (True, True)

    """

    define: Final = staticmethod(_defines(RulesetFields))

    def __new__(cls, id: object) -> Self:  # noqa: A002 - what it is called everywhere
        """Return the ruleset with this id."""
        known = _RULESETS.get(id)  # type: ignore[call-overload]
        if known is None:
            raise ValueError(id)
        return known  # type: ignore[no-any-return]

    def __init__(self, id: object) -> None:  # noqa: A002 - what it is called everywhere
        """Leave the ruleset as it was defined."""

    @staticmethod
    def stored(id: str) -> Ruleset:  # noqa: A002 - what it is called everywhere
        """Return the ruleset with the id of a saved session; an unknown one counts and pays nothing.

        >>> Ruleset.stored("classical").known, Ruleset.stored("ours-of-1990").known
        (True, False)
        """
        if id in _RULESETS:
            return _RULESETS[id]
        fields = RulesetFields(
            name=printable(id, 60),
            line="",
            source="",
            taken_from="",
            example=ExampleHand("", ""),
            claims=(),
            ends=(),
            hand_laws=(),
            turns=Turns(winner_stays=True, round_wind=True),
            known=False,
        )
        return _with_fields(id, fields)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(name)

    def __reduce__(self) -> tuple[type[Ruleset], tuple[str]]:
        return Ruleset, (str(self),)

    @property
    def with_card(self) -> bool:
        """Whether a hand is a line of a card; else it is sets and a pair."""
        return bool(self.card)

    @property
    def at_table(self) -> bool:
        """Whether four people play it at a table."""
        return self.turns is not None

    @property
    def dice(self) -> int:
        """How many dice each throws for East."""
        return (self.turns or Turns()).dice

    def pays_with(self, options: Options) -> Pays | None:
        """Return who pays what at a table."""
        return self.pays and PAYMENTS.get(options.payments, self.pays) if "payments" in self.uses else self.pays

    def asks_how(self, options: Options) -> bool:
        """Return whether a payment depends on how the hand was won."""
        pays = self.pays_with(options)
        return pays is not None and pays.ask_how

    @property
    def losers_settle(self) -> bool:
        """Whether losers pay each other the difference of their scores, unless a table's options say otherwise."""
        return self.pays is not None and "losers_settle" in self.uses

    @property
    def settles_scores(self) -> bool:
        """Whether the scores of hands are paid."""
        return self.pays is not None and not self.with_card

    @property
    def win_types(self) -> tuple[By, ...]:
        """How the last tile can come; players who only draw and discard have no kong to rob."""
        if not self.with_card:
            return tuple([by for by in AT_TABLES if not (self.single_player and by is By.ROBBED_KONG)])
        return (By.DRAW, By.DISCARD, By.DEAL, By.FIRST_DISCARD, *([By.CHARLESTON] if self.single_player else []))

    def win_types_for(self, seat: Wind, options: Options | None = None) -> tuple[By, ...]:
        """Return how it can come for a seat: only East can be dealt a hand, only others win on East's first discard.

        With `options`, at a table: without flowers none is replaced.

        >>> [str(by) for by in Ruleset("kemp-chinese").win_types_for(Wind.EAST)]
        ['draw', 'discard', 'kong-replacement', 'flower-replacement', 'deal']
        """
        left_out = {By.FIRST_DISCARD if seat is Wind.EAST else By.DEAL}
        if options is not None and not self.with_flowers(options):
            left_out.add(By.FLOWER_REPLACEMENT)
        return tuple([by for by in self.win_types if by not in left_out])

    @property
    def settles_value(self) -> bool:
        """Whether the value of the winner's line is paid."""
        return self.pays is not None and self.with_card

    @property
    def has_round_wind(self) -> bool:
        """Whether a round has a wind."""
        return self.turns is not None and self.turns.round_wind

    def asks_with(self, options: Options) -> frozenset[str]:
        """Return what must be known at a table besides the tiles, also for rows that the house added."""
        return _asks_with(self, options.rows) if options.rows else self.asks

    def round_matters(self, options: Options) -> bool:
        """Return whether the prevailing wind changes what a hand scores."""
        return "round" in self.asks_with(options)

    def scale_with(self, options: Options) -> tuple[int, ...]:
        """Return the table from doubles to points; empty where points are doubled."""
        return options.scale if "scale" in self.uses else ()

    def doubles_with(self, options: Options) -> str:
        """Return the word for doubles: faan where a table gives their value.

        >>> Ruleset("hong-kong").doubles_with(Ruleset("hong-kong").preset)
        'Faan'
        """
        return _("Faan") if self.scale_with(options) else _("Doubles")

    def worths_with(self, options: Options) -> tuple[int, ...]:
        """Return the values of doubles up to the limit, where there is such a table.

        >>> Ruleset("hong-kong").worths_with(Options(limit=24, scale=(1, 2, 4, 8, 16, 32, 64)))
        (1, 2, 4, 8, 16, 24)
        """
        scale, limit = self.scale_with(options), self.limit_with(options)
        below = tuple([one for one in scale if limit is None or one < limit])
        return scale if limit is None or len(below) == len(scale) else (*below, limit)

    def limit_with(self, options: Options) -> int | None:
        """Return the value of a limit hand, None where there is no limit.

        >>> Ruleset("hong-kong").limit_with(Options(limit=128, scale=(1, 2, 4)))
        4
        """
        return options.limit_hand if "scale" in self.uses else options.limit

    def rounding_with(self, options: Options) -> int:
        """Return what the totals of hands are rounded to; 1 where they aren't."""
        return ROUNDINGS[options.rounding] if "rounding" in self.uses and not self.scale_with(options) else 1

    def rows_with(self, options: Options) -> tuple[Rule, ...]:
        """Return the rows in force at a table: its own as the house has them, and those that the house added.

        >>> from mjcompanion.core.options import RowChange
        >>> changes = RowChange("no-runs", doubles=1), RowChange("all-chows"), RowChange("dealt", off=True)
        >>> house = Options(limit=300, rows=changes)
        >>> rows = {row.id: row for row in Ruleset("traditional").rows_with(house)}
        >>> rows["no-runs"].law, rows["all-chows"].law, "dealt" in rows
        ('No chows: a double.', 'All chows: a double.', False)
        """
        return _rows_with(self, options)

    def row_named(self, id: str) -> Rule | None:  # noqa: A002 - what it is called everywhere
        """Return the row with this id, of these rules or else of the optional ones."""
        return next((row for row in self.rows if row.key == id), None) or OPTIONAL_ROWS.get(id)

    def kinds_with(self, options: Options) -> tuple[HandKind, ...]:
        """Return the shapes that win without being four sets and a pair; a row for one adds it."""
        if not options.rows and not options.hands:
            return self.kinds
        off = {change.id for change in options.rows if change.off}
        own = [kind for kind in self.kinds if kind.id not in off]
        known = {kind.id for kind in self.kinds} | off
        added = [OPTIONAL_KINDS[one.id] for one in options.rows if one.id in OPTIONAL_KINDS and one.id not in known]
        return (*own, *added, *house_kinds(options.hands))

    def options_used(self) -> tuple[OptionSpec, ...]:
        """Return the options that make a difference, in the order in which a page shows them."""
        return tuple(spec for spec in OPTIONS if spec.key in self.uses)

    def possible(self, options: Options) -> Possible:
        """Return the scores that its rows or its card can give, to check what a person typed.

        >>> Ruleset("traditional").possible(Options(limit=500, basal=20))
        Possible(step=2, least=20, most=500, besides=frozenset({250, 500}), values=frozenset())
        """
        if self.with_card:
            return Possible(values=self.values)
        rows = self.rows_with(options)
        least = sum(row.points_with(options) for row in rows if row.on is On.WIN and row.when is always)
        limit = self.limit_with(options) if "limit" in self.uses else None
        step = math.gcd(*[row.points_with(options) for row in rows]) or 1
        needed = options.minimum if "minimum" in self.uses else 0
        shares = {math.floor(limit * row.share) for row in rows if row.share} if limit is not None else set()
        worths = self.worths_with(options)
        if worths:
            enough = [one for one in worths if one >= needed]
            if options.minimum_in != "score":
                enough = [*worths[min(needed, len(worths) - 1) :]]
            values = frozenset({*enough, *shares} or worths[-1:])
            return Possible(least=min(values), most=limit, values=values)
        if options.minimum_in == "score":
            least = max(least, needed)
        unit = self.rounding_with(options)
        if unit > 1:
            step, least = unit, rounded(least, unit)
        if limit is None:
            return Possible(step, least)
        return Possible(step, min(least, limit, *shares), limit, frozenset({limit, *shares}))

    def rounds(self, options: Options) -> int:
        """Return how many rounds make a game, 0 for as many as the players like.

        >>> Ruleset("traditional").rounds(Options()), Ruleset("traditional").rounds(Options(rounds="1"))
        (8, 1)
        """
        if self.turns is None or options.rounds == "any":
            return 0
        return self.turns.rounds if options.rounds == "rules" or "rounds" not in self.uses else int(options.rounds)

    def least_hands(self, options: Options) -> int:
        """Return how many hands a game has at least, 0 for as many as the players like.

        >>> Ruleset("traditional").least_hands(Options()), Ruleset("traditional").least_hands(Options(rounds="1"))
        (32, 4)
        """
        return 4 * self.rounds(options)

    def pairs_apart(self, options: Options) -> bool:
        """Return whether singles-and-pairs lines are exempt from the double for no jokers.

        >>> Ruleset("nmjl").pairs_apart(Options()), Ruleset("kemp-american").pairs_apart(Options())
        (True, False)
        """
        choice = options.singles_and_pairs if "singles_and_pairs" in self.uses else "rules"
        return self.singles_and_pairs if choice == "rules" else choice == "plain"

    def with_flowers(self, options: Options) -> bool:
        """Return whether flowers are in play; where the ruleset leaves no choice they are."""
        return options.flowers or "flowers" not in self.uses

    def tiles(self, options: Options) -> int:
        """Return how many tiles are in play."""
        if self.wall is None:
            return 144
        if self.with_flowers(options):
            return 8 * self.wall.stacks
        return 8 * self.wall.stacks_without_flowers


@lru_cache(maxsize=1024)
def _asks_with(rules: Ruleset, changes: tuple[RowChange, ...]) -> frozenset[str]:
    named = [rules.row_named(change.id) for change in changes if not change.off]
    needs = frozenset[str]().union(*[row.needs for row in named if row is not None])
    return rules.asks | needs - {OTHERS}


@lru_cache(maxsize=1024)
def _rows_with(rules: Ruleset, options: Options) -> tuple[Rule, ...]:
    rows = tuple(row for row in rules.rows if row.enabled_if(options))
    if not options.rows and not options.hands:
        return rows
    changes = {change.id: change for change in options.rows}
    own = {row.key for row in rules.rows}
    added = [OPTIONAL_ROWS[key] for key in changes if key not in own and key in OPTIONAL_ROWS]
    found = [_as_the_house(row, changes.get(row.key), rules, options) for row in (*rows, *added)]
    limit, faan = rules.limit_with(options), bool(rules.scale_with(options))
    hands = [house_row(hand, share_of(hand, limit), faan=faan) for hand in options.hands]
    return tuple([row for row in (*found, *hands) if row is not None])


when_changed(_rows_with.cache_clear)


def _as_the_house(row: Rule, change: RowChange | None, rules: Ruleset, options: Options) -> Rule | None:
    """Apply a change to a row; None leaves the row out. An optional row gets its law from what it gives."""
    if change is None or change.off:
        return row if change is None else None
    values: dict[str, object] = {}
    if change.gives:
        values |= {"points": change.points or 0, "doubles": change.doubles or 0, "points_option": "", "instead_of": 0}
        values |= {
            "share": share_of(change, rules.limit_with(options)),
            "words": row.title if row.share else row.words,
            "texts": None,
        }
    if change.everybody is not None:
        values["everybody"] = change.everybody
    made = msgspec.structs.replace(row, **values)
    if change.gives or not row.law:
        gives = gift_words(made.points, made.doubles, made.share, faan=bool(rules.scale_with(options)))
        made = msgspec.structs.replace(made, law=_("{what}: {gives}.").format(what=_(row.title), gives=gives))
    return made


def share_of(change: RowChange | HouseHand, limit: int | None) -> Fraction | int:
    """Return the share of the limit that a row or hand of the house gives; points are compared with the limit."""
    if isinstance(change.limit, int) and limit:
        return min(Fraction(change.limit, limit), Fraction(1))
    return change.share or 0


OTHERS: Final = "others"
"""In `Rule.needs`: only where several can win."""
_RULESETS: Final[dict[str, Ruleset]] = {}
RULESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(_RULESETS)
"""All rulesets by their ids, in the order in which a list shows them."""


def written(value: object) -> str:
    """Write a ruleset as its id, for msgspec."""
    if isinstance(value, Ruleset):
        return str(value)
    raise NotImplementedError(type(value).__name__)


def read(kind: type, value: object) -> object:
    """Read a ruleset by its id, for msgspec."""
    if kind is Ruleset:
        return Ruleset(value)
    if isinstance(value, kind):
        return value
    raise NotImplementedError(kind.__name__)
