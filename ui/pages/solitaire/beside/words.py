"""Words for a game at a real wall: its buttons, what comes next, the lines of Kemp's form."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from mjcompanion.i18n.translation import _, ngettext, number
from mjcompanion.solitaire.american import Stage
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.real_tiles import Beside, Did, Tap, Told

from ....parts.words import hundredths_words
from ..words import game_words

_KEYS: Final = {
    Did.OTHER: "O",
    Did.DISCARD: "D",
    Did.CLAIM: "C",
    Did.KONG: "K",
    Did.FLOWER: "F",
    Did.LOOSE: "L",
    Did.DRAW: "T",
    Did.MAH_JONGG: "M",
    Did.NOBODY: "X",
    Did.CHARLESTON: "C",
    Did.STOP: "S",
    Did.OTHER_FLOWER: "G",
    Did.OTHER_KONG: "J",
    Did.OTHER_OUT: "A",
}
_FEWEST: Final = (Did.PASS, Did.CHARLESTON, Did.STOP)


def key_of(tap: Tap) -> str:
    """The key of a button: a letter, for passes the number of tiles, for a claim of another the letter of the seat.

    >>> key_of(Tap(Did.PASS, 3)), key_of(Tap(Did.CLAIM))
    ('3', 'C')
    """
    if tap.did is Did.PASS:
        return str(tap.count)
    return tap.who.value if tap.who is not None else _KEYS[tap.did]


def taps_of(game: Beside) -> tuple[Tap, ...]:
    """The buttons as the game stands, in their order: those of the Charleston, or those of the play after it.

    >>> from mjcompanion.rulesets import Ruleset
    >>> "".join(key_of(tap) for tap in taps_of(Beside.begin(Ruleset("kemp-american"))))
    '3M'
    >>> "".join(key_of(tap) for tap in taps_of(Beside.begin(Ruleset("kemp-chinese"))))
    'ODCKFLTM'
    """
    if game.phase is Phase.OPTION:
        return Tap(Did.CHARLESTON), Tap(Did.STOP), Tap(Did.MAH_JONGG)
    if game.phase is Phase.CHARLESTON and game.stage is not None:
        return (*[Tap(Did.PASS, count) for count in reversed(game.stage.sizes)], Tap(Did.MAH_JONGG))
    deeds = [did for did in _KEYS if did in game.deeds and did not in _FEWEST]
    if game.phase is not Phase.ASKED:
        deeds.remove(Did.NOBODY)
    claims = [Tap(Did.OTHER_CLAIM, who=who) for who in game.opponents] if Did.OTHER_CLAIM in game.deeds else []
    return (*[Tap(did) for did in deeds], *claims)


def next_tap(game: Beside) -> Tap | None:
    """What happens next if nothing out of the way does.

    >>> from mjcompanion.rulesets import Ruleset
    >>> next_tap(Beside.begin(Ruleset("kemp-chinese")).apply(Tap(Did.DISCARD))).did.value
    'other'
    """
    if game.is_over:
        return None
    if game.phase is Phase.CHARLESTON and game.stage is not None:
        return Tap(Did.PASS, max(game.stage.sizes)) if len(game.stage.sizes) == 1 else None
    if game.phase is Phase.OPTION:
        return None
    if game.phase is Phase.ASKED:
        return Tap(Did.NOBODY)
    if game.due and game.turn is game.me:
        return Tap(Did.LOOSE)
    return Tap(Did.DISCARD if game.turn is game.me else Did.OTHER)


def tap_words(tap: Tap, game: Beside) -> str:
    """What a button says."""
    if tap.did is Did.PASS:
        return ngettext("Passed {count}", "Passed {count}", tap.count).format(count=number(tap.count))
    if tap.who is not None:
        return _("{wind} claimed it").format(wind=tap.who.word)
    drawn = game.phase is not Phase.DRAW
    mine = game.turn is game.me
    if tap.did is Did.OTHER:
        return _("Opponent discarded") if mine else _("{wind} discarded").format(wind=game.turn.word)
    if tap.did is Did.DISCARD:
        return _("I discarded") if drawn and mine else _("I drew and discarded")
    four = not game.rules.single_player
    return {
        Did.DRAW: _("I drew"),
        Did.CLAIM: _("I claimed it"),
        Did.KONG: _("I laid out four alike") if four else _("Kong"),
        Did.FLOWER: _("My flower") if four else _("Flower"),
        Did.LOOSE: _("Replacement") if four else _("Loose tile"),
        Did.MAH_JONGG: _("Mah Jongg"),
        Did.NOBODY: _("Nobody claims it"),
        Did.CHARLESTON: _("Go on passing"),
        Did.STOP: _("Stop passing"),
        Did.OTHER_FLOWER: _("Another’s flower"),
        Did.OTHER_KONG: _("Another’s four alike"),
        Did.OTHER_OUT: _("Another went out"),
    }[tap.did]


def tap_name(tap: Tap, game: Beside) -> str:
    """What a button does, in more words than it shows; empty where it says enough."""
    if tap.did is Did.PASS:
        words = ngettext("I passed {count} tile and drew as many", "I passed {count} tiles and drew as many", tap.count)
        return words.format(count=number(tap.count))
    if tap.did is Did.OTHER and game.turn is not game.me:
        return _("{wind} drew a tile and discarded it").format(wind=game.turn.word)
    offered = game.offered is not None
    return {
        Did.DRAW: _("I drew a tile and look at it before I discard"),
        Did.CLAIM: _("I claimed the last discard for a set"),
        Did.KONG: _("I claimed the last discard for a kong") if offered else _("I laid out a kong"),
        Did.FLOWER: _("I laid out a flower or season"),
        Did.LOOSE: _("I took the replacement that is due"),
        Did.MAH_JONGG: _("Mah Jongg with the last discard") if offered else _("Mah Jongg with my own tiles"),
        Did.NOBODY: _("Nobody claims the last discard: the game is over"),
    }.get(tap.did, "")


def title_words(told: Told) -> str:
    """What the game is called."""
    return _("{game}, with real tiles").format(game=game_words()[told.rules][0])


def left_words(game: Beside) -> str:
    """How many tiles are left in the wall."""
    return ngettext("{count} tile left", "{count} tiles left", game.left).format(count=number(game.left))


def loose_words(game: Beside) -> str:
    """How many loose tiles lie ready; empty where none are kept apart."""
    if not game.has_loose:
        return ""
    words = ngettext("{count} loose tile", "{count} loose tiles", game.loose)
    return words.format(count=number(game.loose))


def next_words(game: Beside) -> str:
    """What comes next, in one line."""
    wind, mine = game.turn.word, game.turn is game.me
    if game.is_over:
        return _("Mah Jongg!") if game.won else _("The game is over; you didn’t win.")
    if game.phase is Phase.OPTION:
        courtesy = game.stage is Stage.COURTESY
        return _("Next: a courtesy pass, or play") if courtesy else _("Next: a second Charleston, or play")
    if game.phase is Phase.CHARLESTON and game.stage is not None:
        if len(game.stage.sizes) == 1:
            return _("Next: you pass three tiles and draw three")
        return _("Next: you pass none to three tiles and draw as many")
    if game.phase is Phase.ASKED:
        return _("The wall is used up: is the last discard claimed?")
    if game.due:
        return _due_words(game)
    if game.phase is Phase.TURN:
        return _("Next: you discard") if mine else _("Next: {wind} discards").format(wind=wind)
    if game.opening and game.rules.wall is None:
        return _("Next: all lay out their flowers, then East draws")
    return _("Next: you draw and discard") if mine else _("Next: {wind} draws and discards").format(wind=wind)


def _due_words(game: Beside) -> str:
    if game.has_loose:
        return _("Next: you take a loose tile")
    if game.turn is game.me or game.opening:
        return _("Next: a replacement from the wall")
    return _("Next: {wind} takes a replacement").format(wind=game.turn.word)


def aside_words(game: Beside) -> str:
    """What else is to be known now; empty where nothing is."""
    if game.offered is not None and not game.is_over:
        return _("You may claim {wind}’s discard.").format(wind=game.offered.word)
    mine = game.phase is Phase.TURN and game.turn is game.me
    if mine and not game.due and game.loose == 2 and game.back >= 2:
        return _("The last stack of the wall lies ready as the next two loose tiles.")
    if game.opening and game.rules.wall is None:
        return _("Thirteen tiles are dealt to each of the four.")
    if mine and game.opening and game.has_flowers and not game.due:
        return _("Lay out your flowers first, each with its loose tile.")
    if game.phase is Phase.CHARLESTON:
        return _("Exchange a joker that you draw now for the end tile: that changes none of the counts.")
    return ""


def last_words(told: Told) -> str:
    """What was tapped last; empty at the beginning."""
    if not told.taps:
        return ""
    before, tap = told.undo().game, told.taps[-1]
    return tap_name(tap, before) or tap_words(tap, before)


class FormLine(NamedTuple):
    """A line of Kemp's form: its number, what it is, its figure."""

    place: str
    words: str
    figure: str


def percent(part: Fraction) -> str:
    r"""A part of the whole in per cent, rounded half up.

    >>> percent(Fraction(89, 129))
    '69\xa0%'
    """
    whole = (Decimal(100 * part.numerator) / part.denominator).quantize(Decimal(1), ROUND_HALF_UP)
    return _("{number}\u00a0%").format(number=number(whole))


def form_lines(game: Beside) -> tuple[FormLine, ...]:
    r"""Lines 4a to 4d of Kemp's Chinese form, F1 to F4 of his American one; what is counted elsewhere in other rules.

    >>> from mjcompanion.rulesets import Ruleset
    >>> [line.figure for line in form_lines(Beside.begin(Ruleset("kemp-american")).apply(Tap(Did.PASS, 3)))]
    ['138', '3', '135', '98\xa0%']
    """
    found = game.adjustment
    if found is None:
        return (
            FormLine("", _("Discards on the table"), number(game.pile)),
            FormLine("", _("My flowers"), number(game.flowers)),
        )
    american = game.rules.with_card
    places = ("F1", "F2", "F3", "F4") if american else ("4a", "4b", "4c", "4d")
    flowers = ngettext("Tiles less {count} flower", "Tiles less {count} flowers", game.flowers)
    words = (
        _("All tiles but 14") if american else flowers.format(count=number(game.flowers)),
        _("Passed and discarded") if american else _("Discarded"),
        _("Not played or drawn"),
        _("Factor {factor}").format(factor=hundredths_words(found.factor)),
    )
    figures = (*[number(each) for each in (found.drawable, found.discards, found.left)], percent(found.factor))
    return tuple(FormLine(*line) for line in zip(places, words, figures, strict=True))
