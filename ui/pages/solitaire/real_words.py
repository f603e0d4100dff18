"""Words for a game at a real wall: its buttons, what comes next, the lines of Kemp's form."""

from __future__ import annotations

from typing import Final, NamedTuple

from mjcompanion.i18n.translation import _, ngettext, number
from mjcompanion.solitaire.american import Stage
from mjcompanion.solitaire.game import Phase
from mjcompanion.solitaire.real_tiles import RealTilesGame, RealTilesRecord, Tap, TapKind

from ...widgets.words import hundredths_words
from .words import game_words, percent

_KEYS: Final = {
    TapKind.OTHER: "O",
    TapKind.DISCARD: "D",
    TapKind.CLAIM: "C",
    TapKind.KONG: "K",
    TapKind.FLOWER: "F",
    TapKind.LOOSE: "L",
    TapKind.DRAW: "T",
    TapKind.MAH_JONGG: "M",
    TapKind.NOBODY: "X",
    TapKind.CHARLESTON: "C",
    TapKind.STOP: "S",
    TapKind.OTHER_FLOWER: "G",
    TapKind.OTHER_KONG: "J",
    TapKind.OTHER_OUT: "A",
}
_FEWEST: Final = (TapKind.PASS, TapKind.CHARLESTON, TapKind.STOP)


def key_of(tap: Tap) -> str:
    """The key of a button: a letter, for passes the number of tiles, for a claim of another the letter of the seat.

    >>> key_of(Tap(TapKind.PASS, 3)), key_of(Tap(TapKind.CLAIM))
    ('3', 'C')
    """
    if tap.kind is TapKind.PASS:
        return str(tap.count)
    return tap.who.value if tap.who is not None else _KEYS[tap.kind]


def taps_of(game: RealTilesGame) -> tuple[Tap, ...]:
    """The buttons for this moment of the game, in their order: those of the Charleston, or those of the play after it.

    >>> from mjcompanion.rulesets import Ruleset
    >>> "".join(key_of(tap) for tap in taps_of(RealTilesGame.begin(Ruleset("kemp-american"))))
    '3M'
    >>> "".join(key_of(tap) for tap in taps_of(RealTilesGame.begin(Ruleset("kemp-chinese"))))
    'ODCKFLTM'
    """
    if game.phase is Phase.OPTION:
        return Tap(TapKind.CHARLESTON), Tap(TapKind.STOP), Tap(TapKind.MAH_JONGG)
    if game.phase is Phase.CHARLESTON and game.stage is not None:
        return (*[Tap(TapKind.PASS, count) for count in reversed(game.stage.sizes)], Tap(TapKind.MAH_JONGG))
    kinds = [kind for kind in _KEYS if kind in game.kinds and kind not in _FEWEST]
    if game.phase is not Phase.CLAIM:
        kinds.remove(TapKind.NOBODY)
    claims = [Tap(TapKind.OTHER_CLAIM, who=who) for who in game.opponents] if TapKind.OTHER_CLAIM in game.kinds else []
    return (*[Tap(kind) for kind in kinds], *claims)


def next_tap(game: RealTilesGame) -> Tap | None:
    """What happens next if nothing out of the way does.

    >>> from mjcompanion.rulesets import Ruleset
    >>> next_tap(RealTilesGame.begin(Ruleset("kemp-chinese")).apply(Tap(TapKind.DISCARD))).kind.value
    'other'
    """
    if game.is_over:
        return None
    if game.phase is Phase.CHARLESTON and game.stage is not None:
        return Tap(TapKind.PASS, max(game.stage.sizes)) if len(game.stage.sizes) == 1 else None
    if game.phase is Phase.OPTION:
        return None
    if game.phase is Phase.CLAIM:
        return Tap(TapKind.NOBODY)
    if game.due and game.turn is game.me:
        return Tap(TapKind.LOOSE)
    return Tap(TapKind.DISCARD if game.turn is game.me else TapKind.OTHER)


def tap_words(tap: Tap, game: RealTilesGame) -> str:
    """What a button says."""
    if tap.kind is TapKind.PASS:
        return ngettext("Passed {count}", "Passed {count}", tap.count).format(count=number(tap.count))
    if tap.who is not None:
        return _("{wind} claimed it").format(wind=tap.who.word)
    drawn = game.phase is not Phase.DRAW
    mine = game.turn is game.me
    if tap.kind is TapKind.OTHER:
        return _("Opponent discarded") if mine else _("{wind} discarded").format(wind=game.turn.word)
    if tap.kind is TapKind.DISCARD:
        return _("I discarded") if drawn and mine else _("I drew and discarded")
    four = not game.rules.single_player
    return {
        TapKind.DRAW: _("I drew"),
        TapKind.CLAIM: _("I claimed it"),
        TapKind.KONG: _("I laid out four alike") if four else _("Kong"),
        TapKind.FLOWER: _("My flower") if four else _("Flower"),
        TapKind.LOOSE: _("Replacement") if four else _("Loose tile"),
        TapKind.MAH_JONGG: _("Mah Jongg"),
        TapKind.NOBODY: _("Nobody claims it"),
        TapKind.CHARLESTON: _("Continue passing"),
        TapKind.STOP: _("Stop passing"),
        TapKind.OTHER_FLOWER: _("Another’s flower"),
        TapKind.OTHER_KONG: _("Another’s four alike"),
        TapKind.OTHER_OUT: _("Another went out"),
    }[tap.kind]


def tap_name(tap: Tap, game: RealTilesGame) -> str:
    """What a button does, in more words than it shows; empty where it says enough."""
    if tap.kind is TapKind.PASS:
        words = ngettext("I passed {count} tile and drew as many", "I passed {count} tiles and drew as many", tap.count)
        return words.format(count=number(tap.count))
    if tap.kind is TapKind.OTHER and game.turn is not game.me:
        return _("{wind} drew a tile and discarded it").format(wind=game.turn.word)
    offered = game.offered is not None
    return {
        TapKind.DRAW: _("I drew a tile and look at it before I discard"),
        TapKind.CLAIM: _("I claimed the last discard for a set"),
        TapKind.KONG: _("I claimed the last discard for a kong") if offered else _("I laid out a kong"),
        TapKind.FLOWER: _("I laid out a flower or season"),
        TapKind.LOOSE: _("I took the replacement that is due"),
        TapKind.MAH_JONGG: _("Mah Jongg with the last discard") if offered else _("Mah Jongg with my own tiles"),
        TapKind.NOBODY: _("Nobody claims the last discard: the game is over"),
    }.get(tap.kind, "")


def title_words(real: RealTilesRecord) -> str:
    """What the game is called."""
    return _("{game}, with real tiles").format(game=game_words()[real.rules][0])


def left_words(game: RealTilesGame) -> str:
    """How many tiles are left in the wall."""
    return ngettext("{count} tile left", "{count} tiles left", game.left).format(count=number(game.left))


def loose_words(game: RealTilesGame) -> str:
    """How many loose tiles lie ready; empty where none are kept apart."""
    if not game.has_loose:
        return ""
    words = ngettext("{count} loose tile", "{count} loose tiles", game.loose)
    return words.format(count=number(game.loose))


def next_words(game: RealTilesGame) -> str:
    """What comes next, in one line."""
    wind, mine = game.turn.word, game.turn is game.me
    if game.is_over:
        return _("Mah Jongg!") if game.won else _("The game is over. You didn’t win.")
    if game.phase is Phase.OPTION:
        courtesy = game.stage is Stage.COURTESY
        return _("Next: a courtesy pass, or play") if courtesy else _("Next: a second Charleston, or play")
    if game.phase is Phase.CHARLESTON and game.stage is not None:
        if len(game.stage.sizes) == 1:
            return _("Next: you pass three tiles and draw three")
        return _("Next: you pass none to three tiles and draw as many")
    if game.phase is Phase.CLAIM:
        return _("The wall is used up: is the last discard claimed?")
    if game.due:
        return _due_words(game)
    if game.phase is Phase.TURN:
        return _("Next: you discard") if mine else _("Next: {wind} discards").format(wind=wind)
    if game.opening and game.rules.wall is None:
        return _("Next: all lay out their flowers, then East draws")
    return _("Next: you draw and discard") if mine else _("Next: {wind} draws and discards").format(wind=wind)


def _due_words(game: RealTilesGame) -> str:
    if game.has_loose:
        return _("Next: you take a loose tile")
    if game.turn is game.me or game.opening:
        return _("Next: a replacement from the wall")
    return _("Next: {wind} takes a replacement").format(wind=game.turn.word)


def aside_words(game: RealTilesGame) -> str:
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


def last_words(real: RealTilesRecord) -> str:
    """What was tapped last; empty at the beginning."""
    if not real.taps:
        return ""
    before, tap = real.undo().game, real.taps[-1]
    return tap_name(tap, before) or tap_words(tap, before)


class FormLine(NamedTuple):
    """A line of Kemp's form: its number, what it is, its figure."""

    place: str
    words: str
    figure: str


def form_lines(game: RealTilesGame) -> tuple[FormLine, ...]:
    r"""Lines 4a to 4d of Kemp's Chinese form, F1 to F4 of his American one; what is counted elsewhere in other rules.

    >>> from mjcompanion.rulesets import Ruleset
    >>> [line.figure for line in form_lines(RealTilesGame.begin(Ruleset("kemp-american")).apply(Tap(TapKind.PASS, 3)))]
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
