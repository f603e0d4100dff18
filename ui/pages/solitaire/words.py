"""The Solitaire page's words: the games, the moves, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor

from mjcompanion.core.tiles import Terms, Tile, Wind
from mjcompanion.i18n.translation import _, join_sentences, joined, number
from mjcompanion.rulesets import Ruleset
from mjcompanion.solitaire.american import AmericanGame, Stage
from mjcompanion.solitaire.deal import GAMES, Deal
from mjcompanion.solitaire.game import Game, Phase
from mjcompanion.solitaire.kemp import adjustment_of
from mjcompanion.solitaire.moves import Do, Move


def game_words() -> dict[Ruleset, tuple[str, str]]:
    """The name of each virtual game, and what it is in a line."""
    return {rules: (_(game.name), _(game.line)) for rules in GAMES if (game := rules.virtual)}


def deal_words(deal: Deal) -> str:
    """A deal by its number, where its walls are those of the number."""
    return _("deal {number}").format(number=deal.seed) if deal.is_numbered else _("walls set up by hand")


def claim_words() -> dict[Do, str]:
    """What a button says that makes this move."""
    return {
        Do.MAH_JONGG: _("Mah Jongg"),
        Do.CHOW: _("Chow"),
        Do.PUNG: _("Pung"),
        Do.KONG: _("Kong"),
        Do.QUINT: _("Quint"),
        Do.CONCEALED_KONG: _("Kong"),
        Do.ADDED_KONG: _("Add to the pung"),
        Do.LAY: _("Lay out"),
        Do.JOKER: _("Take the joker"),
        Do.LEAVE: _("Leave it"),
        Do.PASS: _("Pass"),
        Do.CHARLESTON: _("Continue passing"),
        Do.STOP: _("Stop passing"),
    }


def said(move: Move, you: Wind, terms: Terms, *, hidden: bool) -> str:
    """What happened, in a short sentence. With `hidden`, what others draw isn't told."""
    who, tile = move.who.word, move.tile.name(terms) if move.tile is not None else ""
    several = listed_tiles(move.tiles, terms)
    draws, replaced = _("{who} draws the {tile}"), _("{who}’s replacement is the {tile}")
    if hidden:
        draws, replaced = _("{who} draws"), _("{who} takes a replacement")
    passing = _("You pass {tiles}"), _("{who} passes {tiles}")
    if not several:
        passing = _("You pass nothing"), _("{who} passes nothing")
    sentences = {
        Do.DRAW: (_("You draw the {tile}"), draws),
        Do.LOOSE: (_("Your replacement is the {tile}"), replaced),
        Do.FLOWER: (_("You lay out the {tile}"), _("{who} lays out the {tile}")),
        Do.DISCARD: (_("You discard the {tile}"), _("{who} discards the {tile}")),
        Do.CHOW: (_("You claim the {tile} for a chow"), _("{who} claims the {tile} for a chow")),
        Do.PUNG: (_("You claim the {tile} for a pung"), _("{who} claims the {tile} for a pung")),
        Do.KONG: (_("You claim the {tile} for a kong"), _("{who} claims the {tile} for a kong")),
        Do.QUINT: (_("You claim the {tile}"), _("{who} claims the {tile}")),
        Do.CONCEALED_KONG: (_("You declare a kong of the {tile}"), _("{who} declares a kong of the {tile}")),
        Do.ADDED_KONG: (_("You add the {tile} to the pung"), _("{who} adds the {tile} to the pung")),
        Do.LAY: (_("You lay out {tiles}"), _("{who} lays out {tiles}")),
        Do.LEAVE: (_("You leave it"), _("{who} leaves it")),
        Do.PASS: passing,
        Do.CHARLESTON: (_("You continue passing"), _("{who} continues passing")),
        Do.STOP: (_("You stop passing"), _("{who} stops passing")),
        Do.END_TILE: (_("The end tile for your joker is the {tile}"), _("The end tile comes for {who}’s joker")),
        Do.JOKER: (_("You exchange the {tile} for a joker"), _("{who} exchanges the {tile} for a joker")),
        Do.MAH_JONGG: (_("You declare Mah Jongg"), _("{who} declares Mah Jongg")),
    }
    mine, others = sentences[move.do]
    return (mine if move.who is you else others).format(who=who, tile=tile, tiles=several)


def course_words(moves: tuple[Move, ...], you: Wind, terms: Terms, *, hidden: bool) -> list[str]:
    """What happened since the person decided, a short sentence each; what others draw shows when they discard it."""
    shown = [move for move in moves if move.do is not Do.LEAVE and (move.do is not Do.DRAW or move.who is you)]
    return [said(move, you, terms, hidden=hidden) for move in shown]


def tiles_of(move: Move) -> tuple[Tile, ...]:
    """The tiles that a move is about."""
    if move.do in (Do.LEAVE, Do.MAH_JONGG, Do.STOP, Do.CHARLESTON):
        return ()
    if move.do is Do.CONCEALED_KONG and move.tile is not None:
        return (move.tile,) * 4
    return move.tiles or ((move.tile,) if move.tile is not None else ())


def listed_tiles(tiles: Iterable[Tile], terms: Terms | None) -> str:
    """Tiles by name, one after the other."""
    return joined([tile.name(terms) for tile in tiles])


def _stage_words(game: AmericanGame, lifted: int) -> str:
    """Which pass of which Charleston is due."""
    stage = game.stage
    assert stage is not None  # noqa: S101 - asked in the Charleston only
    if game.phase is Phase.OPTION:
        if stage is Stage.COURTESY:
            return _("A courtesy pass of up to three tiles?")
        return _("A second Charleston?")
    most = max(stage.sizes)
    if stage is Stage.COURTESY:
        words = _("Courtesy pass: choose up to {count} tiles ({lifted} chosen).")
    elif "second" in stage and min(stage.sizes) < most:
        words = _("Second Charleston, pass {number}: choose up to {count} tiles ({lifted} chosen).")
    elif "second" in stage:
        words = _("Second Charleston, pass {number}: choose {count} tiles ({lifted} chosen).")
    elif min(stage.sizes) < most:
        words = _("Charleston, pass {number}: choose up to {count} tiles ({lifted} chosen).")
    else:
        words = _("Charleston, pass {number}: choose {count} tiles ({lifted} chosen).")
    return words.format(number=stage[-1], count=number(most), lifted=number(lifted))


def asks(game: Game, terms: Terms, *, lifted: int = 0, short: bool = False) -> str:
    """Whose move it is, and what is to be decided; `short` where there is little room."""
    you = game.person
    if game.is_over:
        if game.out is None:
            return _("The wall is used up. Nobody won.")
        return _("Mah Jongg!") if game.out is you else _("{who} went out.").format(who=game.out.word)
    if game.phase is Phase.DEAL:
        return _("Dealing your tiles.")
    if not game.waits_for_person:
        return _("You draw.") if game.turn is you else _("{who}’s turn").format(who=game.turn.word)
    if game.phase is Phase.CLAIM and game.offered is not None:
        who, tile = game.offered.who.word, game.offered.tile.name(terms)
        words = _("{who}: {tile}?") if short else _("{who} discards the {tile}: do you want it?")
        return join_sentences((words.format(who=who, tile=tile), _nothing_left(game)))
    if isinstance(game, AmericanGame) and game.stage is not None:
        return _stage_words(game, lifted)
    complete = any(move.do is Do.MAH_JONGG for move in game.choices())
    asked = _("Your hand is complete. Declare it, or discard.") if complete else _("Your turn: discard a tile.")
    return join_sentences((asked, _nothing_left(game)))


def _nothing_left(game: Game) -> str:
    """A warning that a win scores nothing by Kemp's adjustment, or will after the discard to be made."""
    found = adjustment_of(game.rules, game.discards, len(game.holding(game.person).flowers))
    if found is None or found.left > 1:
        return ""
    if found.left == 1:
        return _("After one more discard a win scores 0.") if game.phase is Phase.TURN else ""
    wins = any(move.do is Do.MAH_JONGG for move in game.choices())
    return _("Mah Jongg scores 0 now: no tiles are left.") if wins else ""


def percent(part: float | Fraction) -> str:
    """A share in per cent, "under 1 %" and "over 99 %" where it isn't certain; number and sign stay together.

    >>> [percent(part).replace(_NO_BREAK, " ") for part in (0.0, 0.001, Fraction(89, 129), 0.999, 1.0)]
    ['0 %', 'under 1 %', '69 %', 'over 99 %', '100 %']
    """
    whole = floor(100 * part + 0.5)
    if not whole and part:
        words = _("under 1 %")
    elif whole == 100 and part < 1:
        words = _("over 99 %")
    else:
        words = _("{number} %").format(number=number(whole))
    return words.replace(" %", f"{_NO_BREAK}%")


_NO_BREAK = "\N{NO-BREAK SPACE}"
