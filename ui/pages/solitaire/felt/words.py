"""The felt in words, for those who can't see it."""

from __future__ import annotations

from mjcompanion.core.tiles import WINDS, Terms, Wind
from mjcompanion.i18n.translation import _, join_sentences, ngettext, number
from mjcompanion.solitaire.game import DiscardedTile, Game, Phase

from ..words import listed_tiles
from .scene import Key, turn_shown, visible_pile


def described(game: Game, terms: Terms | None = None) -> str:
    """The whole table: whose turn it is, the walls, the others' places, and the discards, the newest first.

    >>> from mjcompanion.solitaire.chinese import ChineseGame
    >>> from mjcompanion.solitaire.deal import Deal
    >>> described(ChineseGame(deal=Deal.of("kemp-chinese", 7)))
    'It is East’s turn. 142 tiles are left in the wall. 2 loose tiles lie beside them. Nothing is discarded.'
    """
    parts = [_turn(game), _walls(game)]
    parts += [_place(game, wind, terms) for wind in WINDS if wind is not game.person]
    parts += _pile(game, terms)
    return join_sentences(parts)


def _turn(game: Game) -> str:
    if game.out is not None:
        return _("{wind} went out.").format(wind=game.out.word)
    turn = turn_shown(game)
    if turn is None:
        return _("The wall is used up.")
    return _("It is {wind}’s turn.").format(wind=turn.word)


def _walls(game: Game) -> str:
    left = game.wall
    words = ngettext("{count} tile is left in the wall.", "{count} tiles are left in the wall.", left)
    words = words.format(count=number(left))
    if not game.loose:
        return words
    more = ngettext("{count} loose tile lies beside them.", "{count} loose tiles lie beside them.", game.loose)
    return join_sentences((words, more.format(count=number(game.loose))))


def _place(game: Game, wind: Wind, terms: Terms | None) -> str:
    holding = game.holding(wind)
    found = []
    if not game.rules.single_player:
        if game.out is wind:
            found.append(_("in hand {tiles}").format(tiles=listed_tiles(holding.hand, terms)))
        elif holding.hand:
            found.append(_held(len(holding.hand)))
        found += [_("laid out {tiles}").format(tiles=listed_tiles(one.tiles, terms)) for one in holding.laid]
        if holding.flowers:
            found.append(_("flowers {tiles}").format(tiles=listed_tiles(holding.flowers, terms)))
    elif game.turn is wind and game.fresh is not None:
        found.append(_("has drawn the {tile}").format(tile=game.fresh.name(terms)))
    listed = _("; ").join(found)
    return _("{wind}: {has}.").format(wind=wind.word, has=listed) if found else ""


def _held(count: int) -> str:
    return ngettext("{count} tile in hand", "{count} tiles in hand", count).format(count=number(count))


def _pile(game: Game, terms: Terms | None) -> list[str]:
    lying = [one for _unused, one in visible_pile(game)]
    passed = [one.tile for one in lying if one.passed]
    thrown = [one for one in lying if not one.passed][::-1]
    found = []
    if not thrown:
        found.append(_("Nothing is discarded."))
    else:
        newest = thrown[0]
        words = _("Last discard: {tile}, from {wind}.")
        if game.phase is Phase.CLAIM and game.waits_for_person:
            words = _("Last discard: {tile}, from {wind}. You may claim it.")
        found.append(words.format(tile=newest.tile.name(terms), wind=newest.who.word))
        if len(thrown) > 1:
            before = listed_tiles([one.tile for one in thrown[1:]], terms)
            found.append(_("Before that, newest first: {tiles}.").format(tiles=before))
    if passed:
        found.append(_("Passed in the Charleston: {tiles}.").format(tiles=listed_tiles(passed, terms)))
    return found


def tip(game: Game, key: Key, terms: Terms | None = None) -> str:
    """What the mouse is told about a piece of the felt: the name of a tile, and how it came to lie there."""
    if not isinstance(key, tuple):
        return _("The dice of this deal") if key == "dice" else ""
    kind = key[0]
    if kind == "discard":
        return _lying(game.pile[key[1]], terms)
    if kind == "fresh":
        return game.fresh.name(terms) if game.fresh is not None else ""
    if kind == "laid":
        one = game.holding(key[1]).laid[key[2]]
        if one.claimed is not None and one.claimed_from is not None:
            words = _("{tiles}; the {tile} was {wind}’s discard")
            tile, wind = one.claimed.name(terms), one.claimed_from.word
            return words.format(tiles=listed_tiles(one.tiles, terms), tile=tile, wind=wind)
        return listed_tiles(one.tiles, terms)
    if kind == "flower":
        return game.holding(key[1]).flowers[key[2]].name(terms)
    if kind == "hand":
        return game.holding(key[1]).hand[key[2]].name(terms)
    if kind == "held":
        return _held(len(game.holding(key[1]).hand))
    if kind == "loose":
        return _("A loose tile: a replacement for a flower or a kong")
    if kind == "stack":
        return _walls(game)
    return ""


def _lying(lying: DiscardedTile, terms: Terms | None) -> str:
    words = _("{tile}, passed by {wind}") if lying.passed else _("{tile}, from {wind}")
    return words.format(tile=lying.tile.name(terms), wind=lying.who.word)
