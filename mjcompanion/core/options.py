"""House options: their types, values and explanations. Each session stores those it was played with.

Source: section 9 of the rules (docs/rules.md).
"""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

import msgspec

from mjcompanion.core.chips import CHIP_WORDS, COUNTING_STICKS
from mjcompanion.core.errors import listed
from mjcompanion.i18n.translation import N_, _, ngettext, number

NETTED: Final = "netted"
PAIRS: Final = "pairs"
"""Values of `hand_over`: a hand's payments are netted before chips move, or each pair of players settles."""


class RowChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True, omit_defaults=True):
    """A house's change of one row of the rules: left out, with another score, or added from the library of rows.

    `points`, `doubles` and `limit` replace all that the rules give for the row, where any is set. `limit` makes a limit
    hand: a number of points, or a share of the limit such as "1/2" or "1". `everybody`: all players count the row, not
    the winner alone.
    """

    id: str
    off: bool = False
    points: int | None = None
    doubles: int | None = None
    limit: int | str | None = None
    everybody: bool | None = None

    @property
    def gives(self) -> bool:
        """Return whether it changes the score of the row."""
        return (self.points, self.doubles, self.limit) != (None, None, None)

    @property
    def share(self) -> Fraction | None:
        """Return the share of the limit; None where it isn't a share above 0 and up to 1."""
        return share_of_limit(self.limit)


class HouseHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True, omit_defaults=True):
    """A special hand of a house's own: the pattern of its fourteen tiles, and what it gives.

    `shift` moves its numbers together, as on a card. `points`, `doubles` and `limit` are those of a `RowChange`;
    where all three are missing the hand gives the limit. With `concealed` no set of it may be exposed.

    >>> HouseHand("civil-war", "2468a 2468b NNN SSS").title
    'Civil war'
    """

    id: str
    pattern: str
    name: str = ""
    shift: int = 0
    points: int | None = None
    doubles: int | None = None
    limit: int | str | None = None
    concealed: bool = True

    @property
    def title(self) -> str:
        """Return its name, which its id stands in for."""
        return self.name or self.id.replace("-", " ").capitalize()

    @property
    def gives(self) -> bool:
        """Return whether it says what it gives."""
        return (self.points, self.doubles, self.limit) != (None, None, None)

    @property
    def share(self) -> Fraction | None:
        """Return the share of the limit: all of it where nothing is said; None where it isn't a share."""
        return share_of_limit(self.limit if self.gives else "1")


def share_of_limit(limit: int | str | None) -> Fraction | None:
    """Return a share of the limit that is written as text; None where it isn't one above 0 and up to 1.

    >>> share_of_limit("1/2"), share_of_limit("2/0"), share_of_limit(300)
    (Fraction(1, 2), None, None)
    """
    if not isinstance(limit, str):
        return None
    try:
        found = Fraction(limit) if _SHARE.fullmatch(limit) else None
    except ZeroDivisionError:
        return None
    return found if found is not None and 0 < found <= 1 else None


_SHARE: Final = re.compile(r"[0-9]{1,3}(/[0-9]{1,3})?")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True, omit_defaults=True):
    """The house options of one table, each with a value; `options_for` fills in a ruleset's defaults.

    `limit` and `basal` are points; `wrong_call_amount` is the points each player pays for a wrong call.

    The defaults here are not those of a ruleset, and never change: only values that differ from them are stored, so an
    older program can read a session that doesn't use a newer option.
    """

    limit: int | None = None
    basal: int = 10
    extras_as: str = "points"
    own_wind_pair_adds: bool = True
    only_tile_by_shape: bool = True
    flower_doubles_add: bool = True
    flowers: bool = True
    losers_settle: bool = True
    east_double: bool = True
    east_stays_after_draw: bool = False
    wrong_call_amount: int = 25
    chips: str = COUNTING_STICKS
    loser_pairs: str = "one"
    no_combinations: str = "tiles"
    rounds: str = "rules"
    minimum: int = 0
    minimum_in: str = "score"
    scale: tuple[int, ...] = ()
    payments: str = "rules"
    hand_over: str = PAIRS
    singles_and_pairs: str = "rules"
    rounding: str = "none"
    rows: tuple[RowChange, ...] = ()
    hands: tuple[HouseHand, ...] = ()

    def __post_init__(self) -> None:
        """Replace texts that equal a default by the default itself: msgspec omits only the same object."""
        for name, ever in _TEXTS:
            if getattr(self, name) == ever:
                msgspec.structs.force_setattr(self, name, ever)
        for name in ("rows", "hands"):
            if len(getattr(self, name)) > 1:
                msgspec.structs.force_setattr(self, name, tuple(sorted(getattr(self, name), key=lambda one: one.id)))

    @property
    def limit_hand(self) -> int | None:
        """Return the value of a limit hand: the limit, or the end of the scale where that is less.

        >>> Options(limit=128, scale=(1, 2, 4)).limit_hand, Options(scale=(1, 2)).limit_hand, Options().limit_hand
        (4, 2, None)
        """
        return min(self.scale[-1], self.limit or self.scale[-1]) if self.scale else self.limit


_TEXTS: Final = tuple(
    (field.name, field.default) for field in msgspec.structs.fields(Options) if isinstance(field.default, str)
)


class OptionKind(enum.StrEnum):
    """The type of an option's value."""

    BOOL = "bool"
    LIMIT = "limit"
    EVEN = "even"
    NUMBER = "number"
    CHOICE = "choice"
    SCALE = "scale"


class OptionChoice(msgspec.Struct, frozen=True):
    """A value of an option that is a choice: its key, its name, and the house rule it makes."""

    key: str
    words: str
    sentence: str


class OptionSpec(msgspec.Struct, frozen=True):
    """A house option: its key, its values, and its meaning. Texts are translated where they are shown.

    `note` explains it at length, as the handbook's `section` does. `on` is the house rule for true or a number, `off`
    the one for false or no limit. `scores`: the option changes the score of a hand; the others concern a table of four.
    `short_label` is a short label for the table, `short_label_off` the one for false or no limit; without them the
    option is shown only where a table differs from its rules. `unit` is the option with the unit of a number.
    """

    key: str
    kind: OptionKind
    label: str
    help: str
    on: str = ""
    off: str = ""
    note: str = ""
    section: str = ""
    offers: tuple[OptionChoice, ...] = ()
    scores: bool = False
    short_label: str = ""
    short_label_off: str = ""
    unit: str = ""

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the keys of its choices."""
        return tuple(choice.key for choice in self.offers)

    def choice_words(self, value: object) -> str:
        """Return the name of a choice; any other value is a name that people gave."""
        return next((_(choice.words) for choice in self.offers if choice.key == value), str(value))

    @property
    def values(self) -> str:
        """Return its possible values in words."""
        if self.kind is OptionKind.CHOICE:
            return listed([f"“{choice}”" for choice in self.choices], "or")
        return _(_VALUES[self.kind])

    def sentence(self, value: str | int | tuple[int, ...] | None) -> str:
        """Return the house rule for a value.

        >>> OPTIONS[0].sentence(500), OPTIONS[0].sentence(None)
        ('No hand counts for more than 500 points.', 'There is no limit: every hand counts in full.')
        """
        if self.kind is OptionKind.CHOICE:
            chosen = next(choice for choice in self.offers if choice.key == value)
            return _(chosen.sentence)
        if self.kind is OptionKind.BOOL:
            return _(self.on if value else self.off)
        if not value and self.off:
            return _(self.off)
        points = ", ".join(map(number, value)) if isinstance(value, tuple) else number(int(value or 0))
        return _(self.on).format(points=points)


_VALUES: Final = {
    OptionKind.BOOL: N_("true or false"),
    OptionKind.LIMIT: N_("an even number of points from 2 up, or null for no limit"),
    OptionKind.EVEN: N_("an even number from 0 to 100"),
    OptionKind.NUMBER: N_("a whole number from 0 up"),
    OptionKind.SCALE: N_("a list of whole numbers, none smaller than the one before it"),
}
HIGHEST_LIMIT: Final = 10**9
ROUNDINGS: Final = {"none": 1, "ten": 10, "hundred": 100}
"""The unit of totals by the value of `rounding`."""
LONGEST_SCALE: Final = 64

OPTIONS: Final = (
    OptionSpec(
        "limit",
        OptionKind.LIMIT,
        N_("Limit"),
        N_("No hand counts for more than this many points."),
        on=N_("No hand counts for more than {points} points."),
        off=N_("There is no limit: every hand counts in full."),
        note=N_(
            "No hand counts for more than this many points, however many doubles it has. A few rare hands earn "
            "the whole limit, or half of it. 0 means that there is none."
        ),
        section="traditional",
        scores=True,
        short_label=N_("limit {points}"),
        short_label_off=N_("no limit"),
    ),
    OptionSpec(
        "basal",
        OptionKind.EVEN,
        N_("Points for Mah Jongg"),
        N_("What Mah Jongg itself scores. Usually 10, sometimes 20, 30 or more."),
        on=N_("The winner adds {points} points for Mah Jongg."),
        note=N_("What the winner gets for Mah Jongg by itself, before anything else is added."),
        section="traditional",
        scores=True,
        short_label=N_("base {points}"),
        short_label_off=N_("base 0"),
    ),
    OptionSpec(
        "extras_as",
        OptionKind.CHOICE,
        N_("The five extras give"),
        N_("No chows, no points, a loose tile, the last tile, a robbed kong: what each gives, if you agreed on them."),
        note=N_(
            "No chows, no points, a loose tile, the last tile, a robbed kong: each gives 10 points, or a double "
            "instead, or nothing where you haven’t agreed on them."
        ),
        section="traditional",
        offers=(
            OptionChoice(
                "points",
                N_("10 points each"),
                N_(
                    "No chows, no points, a loose tile, the last tile and a robbed kong give the winner 10 points each."
                ),
            ),
            OptionChoice(
                "doubles",
                N_("a double each"),
                N_("No chows, no points, a loose tile, the last tile and a robbed kong give the winner a double each."),
            ),
            OptionChoice(
                "none",
                N_("nothing"),
                N_("No chows, no points, a loose tile, the last tile and a robbed kong give nothing."),
            ),
        ),
        scores=True,
    ),
    OptionSpec(
        "own_wind_pair_adds",
        OptionKind.BOOL,
        N_("A pair of East counts twice"),
        N_("A pair of East winds scores 2 as a pair of winds and 2 more as the player’s own."),
        on=N_("A pair of East counts twice: as a pair of winds and as the player’s own."),
        off=N_("A pair of East counts once, like a pair of any wind."),
        note=N_("On: a pair of East counts 2 as a pair of winds and 2 more as your seat wind. Off: 2 in all."),
        section="kemp-chinese",
        scores=True,
    ),
    OptionSpec(
        "only_tile_by_shape",
        OptionKind.BOOL,
        N_("Only tile by shape"),
        N_(
            "On: a tile that makes the pair, fills a gap or ends 1 2 3 or 7 8 9 has the bonus. "
            "Off: only if no other tile would have won as well."
        ),
        on=N_("A winning tile that makes the pair, fills a gap or ends 123 or 789 has the bonus of the only tile."),
        off=N_("The only tile has its bonus only if no other tile would have won as well."),
        note=N_(
            "The only tile is the one that made the pair, filled the middle of a chow, or ended 1 2 3 or 7 8 9. On: "
            "its place alone decides. Off: no other tile may have won as well."
        ),
        section="game-hand",
        scores=True,
    ),
    OptionSpec(
        "flower_doubles_add",
        OptionKind.BOOL,
        N_("Own flower and full set both double"),
        N_("On: with all four flowers the double for your own counts too. Off: only the doubles of the set count."),
        on=N_("All four flowers, or all four seasons, give the double for your own one too."),
        off=N_("All four flowers, or all four seasons, give the doubles of the set and none for your own."),
        note=N_(
            "With all four flowers or all four seasons: whether the double for your own one still counts beside "
            "those for the set."
        ),
        section="traditional",
        scores=True,
    ),
    OptionSpec(
        "loser_pairs",
        OptionKind.CHOICE,
        N_("Pairs of a loser"),
        N_("Which scoring pairs a hand that didn’t win counts: dragons, your seat wind and the like."),
        note=N_(
            "A hand that didn’t win counts its scoring pairs of dragons and winds: all of them, or only the "
            "best one, as if it were the pair of four sets and a pair."
        ),
        section="traditional",
        offers=(
            OptionChoice("all", N_("all of them"), N_("A loser counts every pair that scores.")),
            OptionChoice("one", N_("one"), N_("A loser counts only one scoring pair.")),
        ),
        scores=True,
    ),
    OptionSpec(
        "no_combinations",
        OptionKind.CHOICE,
        N_("“No scoring combinations in Subtotal 2”"),
        N_("What Kemp’s line applies to: points for sets, pair and flowers, or the doubles in part 2 of his sheet."),
        note=N_(
            "Kemp’s sheet gives 10 points for “No scoring combinations in Subtotal 2” and says no more. This "
            "program takes it to mean that sets, pair and flowers score nothing. Taken word for word, nothing "
            "in part 2 of the sheet may double."
        ),
        section="kemp-chinese",
        offers=(
            OptionChoice(
                "tiles",
                N_("no points of tiles"),
                N_("Kemp’s “No scoring combinations” means that sets, pair and flowers score nothing."),
            ),
            OptionChoice(
                "literal",
                N_("no doubles in part 2"),
                N_("Kemp’s “No scoring combinations in Subtotal 2” means that nothing in part 2 of the sheet doubles."),
            ),
        ),
        scores=True,
    ),
    OptionSpec(
        "flowers",
        OptionKind.BOOL,
        N_("Play with flowers"),
        N_("The eight flowers and seasons are in play. Off: the set has 136 tiles."),
        on=N_("Flowers and seasons are in play."),
        off=N_("We play without flowers and seasons."),
        note=N_("Whether the eight flowers and seasons are in play. Without them there are 136 tiles."),
        section="walls",
        scores=True,
        short_label_off=N_("no flowers"),
    ),
    OptionSpec(
        "losers_settle",
        OptionKind.BOOL,
        N_("Losers settle"),
        N_("Any two losers pay each other the difference of their scores."),
        on=N_("Any two losers pay each other the difference of their scores."),
        off=N_("Losers pay the winner and don’t settle with each other."),
        note=N_("Whether two losers pay each other the difference of their scores."),
        section="settlement",
        short_label=N_("losers settle"),
        short_label_off=N_("losers don’t settle"),
    ),
    OptionSpec(
        "east_double",
        OptionKind.BOOL,
        N_("East pays and gets double"),
        N_("Every payment to or by East is doubled."),
        on=N_("Every payment to or by East is doubled."),
        off=N_("East pays and gets what the others do, nothing double."),
        note=N_("Whether every payment to or by East is doubled."),
        section="settlement",
        short_label=N_("East double"),
        short_label_off=N_("East not double"),
    ),
    OptionSpec(
        "east_stays_after_draw",
        OptionKind.BOOL,
        N_("East stays after a draw"),
        N_("When nobody wins, East is East again. Off: East passes to the right."),
        on=N_("When nobody wins, East is East again."),
        off=N_("When nobody wins, East passes to the right."),
        note=N_("Who is East next when nobody won: East again, or the next player."),
        section="settlement",
    ),
    OptionSpec(
        "rounds",
        OptionKind.CHOICE,
        N_("Rounds of a game"),
        N_("After how many rounds the game is over. A shorter game has one."),
        note=N_(
            "After how many rounds the program says that the game is over and who won. A round is over when "
            "everybody has been East. You can always continue."
        ),
        section="settlement",
        offers=(
            OptionChoice("rules", N_("standard rules"), N_("The game has as many rounds as the rules say.")),
            OptionChoice("1", N_("1"), N_("The game is over after one round.")),
            OptionChoice("2", N_("2"), N_("The game is over after two rounds.")),
            OptionChoice("3", N_("3"), N_("The game is over after three rounds.")),
            OptionChoice("4", N_("4"), N_("The game is over after four rounds.")),
            OptionChoice("8", N_("8"), N_("The game is over after eight rounds.")),
            OptionChoice("any", N_("any number"), N_("The game has as many rounds as the players like.")),
        ),
    ),
    OptionSpec(
        "wrong_call_amount",
        OptionKind.NUMBER,
        N_("Points for a wrong call"),
        N_("What each player pays when all but one have exposed their hands after a wrong call of Mah Jongg."),
        on=N_("When all but one have shown their hands on wrong calls of Mah Jongg, each pays that player {points}."),
        note=N_("What each player pays when three have shown their hands on a wrong call of Mah Jongg."),
        section="american-club",
    ),
    OptionSpec(
        "chips",
        OptionKind.CHOICE,
        N_("Chips"),
        N_("The set of chips or counting sticks on the table."),
        note=N_("What you pay with at the table. The program then says which pieces to hand over."),
        section="table-chips",
        offers=tuple(OptionChoice(name, words, sentence) for name, (words, sentence) in CHIP_WORDS.items()),
    ),
    OptionSpec(
        "hand_over",
        OptionKind.CHOICE,
        N_("Payments"),
        N_("Whether the payments of a hand are netted before chips move."),
        note=N_(
            "Netted: what everybody gains or loses in a hand is worked out first and settled with as few "
            "payments as possible. Pair by pair: any two players hand over what one owes the other. The points "
            "are the same."
        ),
        section="table-chips",
        offers=(
            OptionChoice(NETTED, N_("netted"), N_("The payments of a hand are netted before chips move.")),
            OptionChoice(PAIRS, N_("pair by pair"), N_("Any two players hand over what one owes the other.")),
        ),
    ),
    OptionSpec(
        "minimum",
        OptionKind.NUMBER,
        N_("Minimum to go out"),
        N_("A hand that scores less isn’t Mah Jongg. With 0 any hand may go out."),
        on=N_("The minimum to go out is {points}."),
        off=N_("Any hand may go out, whatever it scores."),
        note=N_(
            "A hand that scores less can’t go out. Counted in points or in doubles (faan), as the next option says. "
            "A limit hand is always enough."
        ),
        section="score-house",
        scores=True,
        short_label=N_("minimum {points} {unit}"),
        unit="minimum_in",
    ),
    OptionSpec(
        "minimum_in",
        OptionKind.CHOICE,
        N_("Minimum counted in"),
        N_("Points of the whole hand, or its doubles (faan)."),
        note=N_("What the minimum is counted in: the points of the hand after doubling, or its doubles."),
        section="score-house",
        offers=(
            OptionChoice("score", N_("points"), N_("The minimum is counted in points.")),
            OptionChoice("faan", N_("doubles (faan)"), N_("The minimum is counted in doubles (faan).")),
        ),
        scores=True,
    ),
    OptionSpec(
        "scale",
        OptionKind.SCALE,
        N_("Points by doubles"),
        N_("What a hand scores with 0, 1, 2 … doubles (faan), instead of points doubled. The last is for all above."),
        on=N_("A hand scores, with 0, 1, 2 … faan: {points}."),
        off=N_("Points are doubled. No table turns doubles into points."),
        note=N_(
            "From doubles (faan) to points: the first figure is for a hand without doubles, the next for one "
            "double, and the last for all above. Sets then have no points of their own. Empty: points are "
            "doubled as usual."
        ),
        section="score-house",
        scores=True,
    ),
    OptionSpec(
        "rounding",
        OptionKind.CHOICE,
        N_("Rounding"),
        N_("Round the total of each hand, after doubling, to the nearest 10 or 100."),
        note=N_(
            "Many European tables pay in tens: 134 is paid as 130, and 135 as 140. The total of each hand is rounded "
            "after doubling and before anybody pays, for the winner and the losers. The limit, and what a limit hand "
            "scores, stay as they are."
        ),
        section="score-house",
        offers=(
            OptionChoice("none", N_("none"), N_("Totals aren’t rounded.")),
            OptionChoice("ten", N_("to 10"), N_("The total of each hand is rounded to the nearest 10.")),
            OptionChoice("hundred", N_("to 100"), N_("The total of each hand is rounded to the nearest 100.")),
        ),
        scores=True,
    ),
    OptionSpec(
        "payments",
        OptionKind.CHOICE,
        N_("Who pays"),
        N_("What the discarder pays, and what the others pay."),
        note=N_("How many times the winner’s score each loser pays, when a discard won and when the tile was drawn."),
        section="settlement",
        offers=(
            OptionChoice("rules", N_("standard rules"), N_("The winner is paid by the standard rules.")),
            OptionChoice("same", N_("all alike"), N_("Each loser pays the winner the whole score.")),
            OptionChoice(
                "double-discard",
                N_("the discarder double"),
                N_("The discarder pays double, the others once. For a drawn tile all pay once."),
            ),
            OptionChoice(
                "double-drawn",
                N_("double, drawn too"),
                N_("The discarder pays double, the others once. For a drawn tile all pay double."),
            ),
            OptionChoice(
                "half",
                N_("the others half"),
                N_("The discarder pays the score, the others half of it. For a drawn tile all pay the score."),
            ),
            OptionChoice(
                "discarder",
                N_("the discarder alone"),
                N_("The discarder alone pays, the score once. For a drawn tile all pay."),
            ),
            OptionChoice(
                "discarder-for-all",
                N_("the discarder for all"),
                N_("The discarder pays for all three. For a drawn tile each pays."),
            ),
        ),
    ),
    OptionSpec(
        "singles_and_pairs",
        OptionKind.CHOICE,
        N_("Singles and pairs without jokers"),
        N_("Whether a line of singles and pairs, which takes no jokers anyway, is doubled for having none."),
        note=N_(
            "A hand without jokers is doubled. Lines of singles and pairs can’t have any: the National League doesn’t "
            "double them, Kemp’s sheet makes no exception."
        ),
        section="nmjl",
        offers=(
            OptionChoice(
                "rules",
                N_("standard rules"),
                N_("Lines of singles and pairs are doubled for having no jokers as the standard rules say."),
            ),
            OptionChoice(
                "doubled",
                N_("doubled"),
                N_("Lines of singles and pairs are doubled for having no jokers, like all others."),
            ),
            OptionChoice(
                "plain", N_("not doubled"), N_("Lines of singles and pairs aren’t doubled for having no jokers.")
            ),
        ),
        scores=True,
    ),
)
"""Every house option, in the order in which a page shows them."""


def rounded(score: int, unit: int) -> int:
    """Round to the nearest multiple of a unit, half up.

    >>> rounded(134, 10), rounded(135, 10), rounded(149, 100), rounded(136, 1)
    (130, 140, 100, 136)
    """
    return (score + unit // 2) // unit * unit


def minimum_sentence(options: Options) -> str:
    """Return the minimum to go out as a sentence.

    >>> minimum_sentence(Options(minimum=3, minimum_in="faan", scale=(1, 2))), minimum_sentence(Options(minimum=1))
    ('The minimum to go out is 3 faan.', 'The minimum to go out is 1 point.')
    """
    least = options.minimum
    if options.minimum_in == "score" or not least:
        sentence = ngettext("The minimum to go out is {n} point.", "The minimum to go out is {n} points.", least)
        return sentence.format(n=number(least)) if least else option("minimum").sentence(least)
    if options.scale:
        return _("The minimum to go out is {n} faan.").format(n=number(least))
    sentence = ngettext("The minimum to go out is {n} double.", "The minimum to go out is {n} doubles.", least)
    return sentence.format(n=number(least))


_BY_KEY: Final = {spec.key: spec for spec in OPTIONS}


def option(key: str) -> OptionSpec:
    """Return the house option with this key."""
    return _BY_KEY[key]


def stored_options(options: Options) -> dict[str, Any]:
    """Return the options that a session stores: those that differ from the defaults of `Options`.

    >>> from mjcompanion.rulesets import options_for
    >>> from mjcompanion.rulesets import Ruleset
    >>> stored_options(options_for(Ruleset("classical"), {"losers_settle": False}))
    {'losers_settle': False, 'loser_pairs': 'all', 'hand_over': 'netted'}
    """
    found: dict[str, Any] = msgspec.to_builtins(options)
    return found


def fits(spec: OptionSpec, value: object) -> bool:
    """Return whether an option takes a value; true and false aren't numbers."""
    if spec.kind is OptionKind.BOOL:
        return isinstance(value, bool)
    if spec.kind is OptionKind.CHOICE:
        return value in spec.choices
    if spec.kind is OptionKind.LIMIT and value is None:
        return True
    if spec.kind is OptionKind.SCALE:
        return isinstance(value, list | tuple) and len(value) <= LONGEST_SCALE and _rises([0, *value])
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    if spec.kind is OptionKind.LIMIT:
        return 2 <= value <= HIGHEST_LIMIT and value % 2 == 0
    if spec.kind is OptionKind.EVEN:
        return 0 <= value <= 100 and value % 2 == 0
    return 0 <= value <= HIGHEST_LIMIT


def _rises(values: Sequence[object]) -> bool:
    whole = all(isinstance(one, int) and not isinstance(one, bool) and one <= HIGHEST_LIMIT for one in values)
    return whole and all(one <= other for one, other in pairwise(values))  # type: ignore[operator]
