"""The four flowers and the four seasons: a plant or a scene each, the number and the character above it."""

from __future__ import annotations

from collections.abc import Callable

from .brush import ribbon
from .characters import CHARACTERS
from .face import Face, Ink
from .geometry import Shape, around, closed, ellipse, join, numbers, petal, polygon
from .lettering import FIGURES


def _leaf(x: float, y: float, length: float, half: float, degrees: float) -> Shape:
    """A pointed leaf from (x, y); 0 degrees points up, 90 to the right."""
    return petal(0, length, half, 0).turned(degrees).moved(x, y)


def _blossom(x: float, y: float, r: float, start: float = 0) -> Shape:
    """Five round petals with their stamens cut out of them."""
    leaf = closed(
        f"0 {-0.2 * r}!  {-0.31 * r} {-0.5 * r}  {-0.4 * r} {-0.78 * r}  {-0.2 * r} {-r}"
        f"  {0.2 * r} {-r}  {0.4 * r} {-0.78 * r}  {0.31 * r} {-0.5 * r}"
    )
    stamen = petal(0.3 * r, 0.72 * r, 0.06 * r)
    return (around(leaf.holed(stamen), 5) + ellipse(0, 0, 0.14 * r)).turned(start).moved(x, y)


def plum() -> Face:
    """A gnarled branch with open blossoms and buds."""
    face = Face()
    branch = ribbon("44 358 22  66 330 20  98 304 15  112 270 13  146 240 11  180 214 9  202 166 6  236 128 3")
    twigs = [
        ribbon("110 282 11  98 268 8  92 256 5"),
        ribbon("76 206 5  80 176 4  68 140 2"),
        ribbon("140 246 9  136 224 6  134 203 4"),
        ribbon("78 320 13  126 318 9  170 334 6  222 330 2"),
        ribbon("158 330 7  178 320 5  190 304 4"),
    ]
    face.add(Ink.BLACK, branch, *twigs)
    blooms = [_blossom(132, 160, 44, 8), _blossom(210, 264, 44, -20), _blossom(78, 233, 29, 30)]
    buds = [ellipse(242, 127, 10, 12), ellipse(66, 134, 9, 11), ellipse(230, 330, 11, 9)]
    return face.add(Ink.RED, *blooms, *buds)


def _orchid_flower(x: float, y: float, size: float, degrees: float) -> tuple[Shape, Shape]:
    spread = ((-100, 54, 10), (-30, 46, 10), (30, 46, 10), (100, 54, 10), (0, 58, 9))
    sepals = join(petal(8, length, half, 0.25).turned(angle) for angle, length, half in spread)
    lip = closed("0 4!  -12 14  -9 34  0 27!  9 34  12 14")
    return sepals.scaled(size).turned(degrees).moved(x, y), lip.scaled(size).turned(degrees).moved(x, y)


def orchid() -> Face:
    """Arching leaves around two stems with a flower each."""
    face = Face()
    leaves = [
        ribbon("140 362 9  114 300 14  72 250 10  32 244 1"),
        ribbon("146 362 9  122 280 14  80 200 10  36 156 1"),
        ribbon("158 362 9  180 290 14  222 250 10  266 264 1"),
        ribbon("163 362 8  198 322 13  236 316 8  264 338 1"),
        ribbon("134 362 8  104 328 12  68 314 8  36 326 1"),
    ]
    stems = [ribbon("150 362 7  156 280 6  154 220 5  148 190 4"), ribbon("155 330 6  180 256 5  212 214 4")]
    flowers = [_orchid_flower(146, 162, 1.18, -10), _orchid_flower(220, 192, 0.9, 30)]
    face.add(Ink.GREEN, *leaves, *stems)
    face.add(Ink.BLUE, *(sepals for sepals, _ in flowers))
    return face.add(Ink.RED, *(lip for _, lip in flowers))


def chrysanthemum() -> Face:
    """One great head of many petals."""
    face = Face()
    head = around(petal(48, 88, 11), 18) + around(petal(24, 52, 9), 12, start=15) + around(petal(4, 25, 6), 8)
    face.add(Ink.GREEN, ribbon("150 286 9  146 320 9  151 362 12"))
    leaf = closed(
        "0 0!  10 -26  34 -22!  40 -44  62 -34!  74 -46  92 -26!  82 -14  88 0!  66 2  62 16!  40 8  26 16!  14 10"
    )
    rib = petal(10, 62, 2.4, 0).turned(78)
    leaf = leaf.holed(rib)
    face.add(Ink.GREEN, leaf.turned(-4).moved(154, 342), leaf.mirrored().turned(8).moved(144, 326))
    return face.add(Ink.RED, head.moved(150, 196))


def _stalk(x: float, foot: float, top: float, width: float, joints: int, lean: float) -> Shape:
    """A cane of several segments, a little wider at its joints."""
    step, half = (foot - top) / joints, width / 2
    segment = closed(
        f"{-half} 0!  {-0.8 * half} {-0.3 * step}  {-0.8 * half} {-0.7 * step}  {-half} {-step + 5}!"
        f"  {half} {-step + 5}!  {0.8 * half} {-0.7 * step}  {0.8 * half} {-0.3 * step}  {half} 0!"
    )
    return join(segment.moved(0, -i * step) for i in range(joints)).turned(lean).moved(x, foot)


def _spray(x: float, y: float, size: float, *angles: float) -> Shape:
    return join(_leaf(x, y, size * (1 - 0.1 * (i % 2)), 0.115 * size, angle) for i, angle in enumerate(angles))


def bamboo() -> Face:
    """Two canes with sprays of leaves."""
    face = Face()
    face.add(Ink.GREEN, _stalk(104, 362.5, 116, 26, 4, 3), _stalk(217, 363, 206, 15, 3, -2))
    twigs = [ribbon("110 262 5  126 246 4  141 240 3"), ribbon("106 182 5  96 168 4  84 164 3")]
    leaves = [
        _spray(141, 239, 68, 124, 154, 184),
        _spray(86, 163, 63, 188, 220, 249),
        _spray(120, 118, 84, 56, 84, 114),
        _spray(211, 210, 72, -34, 0, 34, 66),
    ]
    return face.add(Ink.GREEN, *twigs, *leaves)


def spring() -> Face:
    """A swallow above a sprig of peach blossom."""
    face = Face()
    swallow = closed(
        "60 194!  80 178  104 180  120 184  134 148  174 118  206 112!  184 138  170 164  166 190"
        "  196 202  260 204!  216 213  196 221!  220 243  246 276!  204 251  176 231  150 225"
        "  138 260  106 288  68 298!  94 264  104 239  108 213  90 201"
    )
    face.add(Ink.BLUE, swallow.holed(ellipse(88, 189, 4.5)).scaled(0.97).moved(4, 8))
    twig = [
        ribbon("36 358 11  100 350 9  176 354 6  258 336 2"),
        ribbon("118 351 6  132 346 5  142 340 4"),
        ribbon("184 354 5  195 350 4  202 345 3"),
    ]
    face.add(Ink.BLACK, *twig)
    leaves = [_leaf(92, 350, 42, 9, 8), _leaf(240, 340, 42, 8, 8), _leaf(58, 355, 40, 8, -10)]
    face.add(Ink.GREEN, *leaves)
    return face.add(Ink.RED, _blossom(150, 312, 32, 10), _blossom(209, 328, 21, -10), ellipse(263, 333, 7, 8))


def summer() -> Face:
    """A lotus above its leaf and the water."""
    face = Face()
    leaf = closed("34 328!  52 314  96 306  150 312!  204 306  248 314  266 328!  232 345  150 350  68 345")
    veins = [petal(16, 104, 3, 0).turned(a).scaled(1, 0.2).moved(150, 329) for a in (-92, -66, 66, 92)]
    face.add(Ink.GREEN, leaf.holed(*veins))
    middle = petal(0, 152, 33, 0.1).moved(150, 270)
    inner = closed("94 146!  72 186  80 230  132 268!  117 238  111 206  114 172!  106 158")
    outer = closed("44 180!  38 220  62 258  122 276!  90 254  73 228  67 204!  58 190")
    base = closed("146 279!  112 284  80 278  50 262!  72 292  112 304  146 297!")
    sides = [part for shape in (inner, outer, base) for part in (shape, shape.mirrored(150))]
    face.add(Ink.RED, *(part.moved(0, -4) for part in (middle, *sides)))
    return face.add(Ink.BLUE, ribbon("50 358 2  92 355 6  150 361 6  208 355 6  250 358 2"))


def _maple(size: float) -> Shape:
    """A toothed leaf of five lobes, pointing up from where its stalk begins."""
    half = numbers("0 -122  15 -88  33 -97  24 -48  50 -76  56 -60  96 -68  84 -38  98 -28  54 -2  60 16  8 10")
    right = list(zip(half[::2], half[1::2], strict=True))
    leaf = polygon(*right, *((-x, y) for x, y in right[:0:-1]))
    lengths = {0: 86, 48: 80, -48: 80, 84: 58, -84: 58}
    veins = [petal(6, length, 2.8, 0).turned(angle) for angle, length in lengths.items()]
    return leaf.holed(*veins).scaled(size)


def autumn() -> Face:
    """Maple leaves."""
    face = Face()
    big = (_maple(0.99) + ribbon("0 8 5  2 46 6  14 84 8")).turned(-18).moved(139, 252)
    small = (_maple(0.5) + ribbon("0 4 4  -2 26 4  -10 44 5")).turned(34).moved(214, 324)
    face.add(Ink.RED, big)
    return face.add(Ink.GREEN, small)


def _needles(x: float, y: float, width: float) -> Shape:
    """A cushion of pine needles, flat below."""
    fan = join(petal(0.12, 1, 0.085, 0.2).turned(a) for a in range(-85, 86, 17))
    return fan.scaled(width / 2, width / 2.3).moved(x, y)


def winter() -> Face:
    """An old pine in the snow."""
    face = Face()
    trunk = ribbon("108 352 34  120 312 23  160 272 18  160 232 15  134 204 10  134 180 6")
    boughs = [ribbon("158 276 12  190 262 9  222 266 4"), ribbon("156 232 11  112 244 8  78 264 4")]
    face.add(Ink.BLACK, trunk, *boughs)
    face.add(
        Ink.GREEN, _needles(216, 262, 104), _needles(80, 260, 104), _needles(136, 182, 124), _needles(214, 207, 80)
    )
    flake = around(petal(2, 13, 2.6), 6)
    flakes = [flake.moved(x, y) for x, y in ((50, 150), (226, 136), (54, 310), (236, 312), (186, 322))]
    snow = closed("30 364!  66 350  116 354  170 346  230 354  270 364!")
    return face.add(Ink.BLUE, *flakes, snow)


def _corners(face: Face, number: int, sign: str, ink: Ink) -> Face:
    """The number into the left corner of the face, the character into the right one."""
    figure = FIGURES[number]
    left, _, right, _ = figure.bounds()
    width = (right - left) * 0.52
    return face.add(ink, figure.fitted(32, 40, width, 52), CHARACTERS[sign].fitted(206, 38, 64, 66))


_FLOWERS: list[tuple[Callable[[], Face], str]] = [(plum, "梅"), (orchid, "蘭"), (chrysanthemum, "菊"), (bamboo, "竹")]
_SEASONS: list[tuple[Callable[[], Face], str]] = [(spring, "春"), (summer, "夏"), (autumn, "秋"), (winter, "冬")]


def flower(number: int) -> Face:
    """Plum, orchid, chrysanthemum or bamboo, marked in red."""
    draw, sign = _FLOWERS[number - 1]
    return _corners(draw(), number, sign, Ink.RED)


def season(number: int) -> Face:
    """Spring, summer, autumn or winter, marked in blue."""
    draw, sign = _SEASONS[number - 1]
    return _corners(draw(), number, sign, Ink.BLUE)
