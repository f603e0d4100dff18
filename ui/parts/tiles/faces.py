"""The tiles of a finished hand as they lie."""

from __future__ import annotations

from mjcompanion.hand import Hand, MeldKind
from mjcompanion.scoring.sheet import describe_meld
from mjcompanion.tiles import Terms, Tile

from .button import TileFace, TileState


def hand_faces(hand: Hand, won_with: Tile | None, terms: Terms) -> list[TileFace]:
    """The tiles of a hand as they lie: in hand, the sets laid out, flowers; the tile that won is marked."""
    faces: list[TileFace] = []
    for tile in hand.concealed:
        drawn = won_with is not None and tile == won_with
        faces.append(TileFace(tile, TileState.DRAWN if drawn else TileState.NORMAL))
        won_with = None if drawn else won_with
    for one in hand.melds:
        hidden = one.concealed and one.kind is MeldKind.KONG
        name = describe_meld(one, terms)
        for at, tile in enumerate(one.tiles):
            drawn = won_with is not None and tile == won_with
            won_with = None if drawn else won_with
            faces.append(
                TileFace(
                    None if hidden and at in (1, 2) else tile,
                    TileState.DRAWN if drawn else TileState.NORMAL,
                    name=f"{tile.name(terms)}, {name}",
                    gap=at == 0 and bool(faces),
                )
            )
    faces += [TileFace(tile, gap=at == 0 and bool(faces)) for at, tile in enumerate(hand.flowers)]
    return faces
