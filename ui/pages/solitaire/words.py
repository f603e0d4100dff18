"""The Solitaire page's words: the games, the moves, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable

from mjcompanion.core.tiles import Terms, Tile, Wind
from mjcompanion.i18n.translation import joined, number, tr
from mjcompanion.rulesets import Ruleset
from mjcompanion.solitaire.american import AmericanGame, Stage
from mjcompanion.solitaire.deal import GAMES, Deal
from mjcompanion.solitaire.game import Game, Phase
from mjcompanion.solitaire.moves import Do, Move


def game_words() -> dict[Ruleset, tuple[str, str]]:
    """The name of each virtual game, and what it is in a line."""
    return {rules: (tr(game.name), tr(game.line)) for rules in GAMES if (game := rules.virtual)}


def short_game_words() -> dict[Ruleset, str]:
    """Their names where there is little room."""
    return {rules: tr(game.short) for rules in GAMES if (game := rules.virtual)}


def deal_words(deal: Deal) -> str:
    """A deal by its number, where its walls are those of the number."""
    return tr("deal {number}").format(number=deal.seed) if deal.is_numbered else tr("walls set up by hand")


def wind_letters() -> dict[Wind, str]:
    """The winds in as few letters as there are."""
    return {Wind.EAST: tr("E"), Wind.SOUTH: tr("S"), Wind.WEST: tr("W"), Wind.NORTH: tr("N")}


def claim_words() -> dict[Do, str]:
    """What a button says that makes this move."""
    return {
        Do.MAH_JONGG: tr("Mah Jongg"),
        Do.CHOW: tr("Chow"),
        Do.PUNG: tr("Pung"),
        Do.KONG: tr("Kong"),
        Do.QUINT: tr("Quint"),
        Do.CONCEALED_KONG: tr("Kong"),
        Do.ADDED_KONG: tr("Add to the pung"),
        Do.LAY: tr("Lay out"),
        Do.JOKER: tr("Take the joker"),
        Do.LEAVE: tr("Leave it"),
        Do.PASS: tr("Pass"),
        Do.CHARLESTON: tr("Go on passing"),
        Do.STOP: tr("Stop passing"),
    }


def said(move: Move, you: Wind, terms: Terms, *, hidden: bool) -> str:
    """What happened, in a short sentence. With `hidden`, what others draw isn't told."""
    who, tile = move.who.word, move.tile.name(terms) if move.tile is not None else ""
    several = listed_tiles(move.tiles, terms)
    draws, replaced = tr("{who} draws the {tile}"), tr("{who}’s replacement is the {tile}")
    if hidden:
        draws, replaced = tr("{who} draws"), tr("{who} takes a replacement")
    passing = tr("You pass {tiles}"), tr("{who} passes {tiles}")
    if not several:
        passing = tr("You pass nothing"), tr("{who} passes nothing")
    sentences = {
        Do.DRAW: (tr("You draw the {tile}"), draws),
        Do.LOOSE: (tr("Your replacement is the {tile}"), replaced),
        Do.FLOWER: (tr("You lay out the {tile}"), tr("{who} lays out the {tile}")),
        Do.DISCARD: (tr("You discard the {tile}"), tr("{who} discards the {tile}")),
        Do.CHOW: (tr("You claim the {tile} for a chow"), tr("{who} claims the {tile} for a chow")),
        Do.PUNG: (tr("You claim the {tile} for a pung"), tr("{who} claims the {tile} for a pung")),
        Do.KONG: (tr("You claim the {tile} for a kong"), tr("{who} claims the {tile} for a kong")),
        Do.QUINT: (tr("You claim the {tile}"), tr("{who} claims the {tile}")),
        Do.CONCEALED_KONG: (tr("You declare a kong of the {tile}"), tr("{who} declares a kong of the {tile}")),
        Do.ADDED_KONG: (tr("You add the {tile} to the pung"), tr("{who} adds the {tile} to the pung")),
        Do.LAY: (tr("You lay out {tiles}"), tr("{who} lays out {tiles}")),
        Do.LEAVE: (tr("You leave it"), tr("{who} leaves it")),
        Do.PASS: passing,
        Do.CHARLESTON: (tr("You go on passing"), tr("{who} goes on passing")),
        Do.STOP: (tr("You stop passing"), tr("{who} stops passing")),
        Do.END_TILE: (tr("The end tile for your joker is the {tile}"), tr("The end tile comes for {who}’s joker")),
        Do.JOKER: (tr("You exchange the {tile} for a joker"), tr("{who} exchanges the {tile} for a joker")),
        Do.MAH_JONGG: (tr("You declare Mah Jongg"), tr("{who} declares Mah Jongg")),
    }
    mine, others = sentences[move.do]
    return (mine if move.who is you else others).format(who=who, tile=tile, tiles=several)


def course_words(moves: tuple[Move, ...], you: Wind, terms: Terms, *, hidden: bool) -> list[str]:
    """What happened since the person decided, a short sentence each; what others draw shows when they discard it."""
    told = [move for move in moves if move.do is not Do.LEAVE and (move.do is not Do.DRAW or move.who is you)]
    return [said(move, you, terms, hidden=hidden) for move in told]


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
            return tr("A courtesy pass of up to three tiles?")
        return tr("A second Charleston?")
    most = max(stage.sizes)
    if stage is Stage.COURTESY:
        words = tr("Courtesy pass: choose up to {count} tiles; {lifted} chosen.")
    elif "second" in stage and min(stage.sizes) < most:
        words = tr("Second Charleston, pass {number}: choose up to {count} tiles; {lifted} chosen.")
    elif "second" in stage:
        words = tr("Second Charleston, pass {number}: choose {count} tiles; {lifted} chosen.")
    elif min(stage.sizes) < most:
        words = tr("Charleston, pass {number}: choose up to {count} tiles; {lifted} chosen.")
    else:
        words = tr("Charleston, pass {number}: choose {count} tiles; {lifted} chosen.")
    return words.format(number=stage[-1], count=number(most), lifted=number(lifted))


def asks(game: Game, terms: Terms, *, lifted: int = 0, short: bool = False) -> str:
    """Whose move it is, and what is to be decided; `short` where there is little room."""
    you = game.person
    if game.is_over:
        if game.out is None:
            return tr("The wall is used up; nobody won.")
        return tr("Mah Jongg!") if game.out is you else tr("{who} went out.").format(who=game.out.word)
    if game.phase is Phase.DEAL:
        return tr("Dealing your tiles.")
    if not game.waits_for_person:
        return tr("You draw.") if game.turn is you else tr("{who}’s turn").format(who=game.turn.word)
    if game.phase is Phase.ASKED and game.offered is not None:
        who, tile = game.offered.who.word, game.offered.tile.name(terms)
        words = tr("{who}: {tile}?") if short else tr("{who} discards the {tile}: do you want it?")
        return words.format(who=who, tile=tile)
    if isinstance(game, AmericanGame) and game.stage is not None:
        return _stage_words(game, lifted)
    due = {move.do for move in game.choices()}
    if due == {Do.MAH_JONGG}:
        return tr("Your hand is complete. Declare it.")
    if Do.MAH_JONGG in due:
        return tr("Your hand is complete. Declare it, or discard.")
    return tr("Your turn: discard a tile.")
