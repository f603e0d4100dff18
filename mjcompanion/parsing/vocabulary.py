"""The words that people say for tiles, sets and ways to win, in English and Chinese; one row for each meaning.

Sources: the nomenclature of source 1, "Identify Tiles" of source 2, "Tiles" of sources 4 and 5, and what is said at
tables. A row may hold several words; hyphens and small words like “of” and “the” are not counted.
"""

from __future__ import annotations

import enum
from typing import Final

import msgspec

from mjcompanion.core.hand import MeldKind
from mjcompanion.core.tiles import JOKER, WINDS, Tile, Wind

_SMALL: Final = "a, an, the, of, my, his, her, their, i, it, is, was, me, and, have, has, had, all"
SMALL: Final = frozenset(_SMALL.split(", "))
"""Words that change nothing, wherever they stand."""


class Suit(msgspec.Struct, frozen=True):
    """The letter of a suit."""

    letter: str


class Number(msgspec.Struct, frozen=True):
    """A number from 1 to 9, said as a word."""

    value: int


class Honour(msgspec.Struct, frozen=True):
    """A wind or a dragon; a wind by itself may be a seat."""

    tile: Tile


class Flower(msgspec.Struct, frozen=True):
    """A flower or a season that its number names: the letter of its family."""

    letter: str


class Lone(msgspec.Struct, frozen=True):
    """A tile with a name of its own."""

    tile: Tile


class Laid(msgspec.Struct, frozen=True):
    """Exposed or concealed."""

    concealed: bool


class Way(msgspec.Struct, frozen=True):
    """How the last tile came, as `By` writes it."""

    by: str


class Says(enum.Enum):
    """What else can be said of a hand; words for nothing mean something only together with others."""

    NOTHING = "nothing"
    WITH = "with"
    TIMES = "times"
    FAMILY = "family"
    WON_ON = "won on"
    WON = "won"
    LOST = "lost"
    LAST_TILE = "last tile"
    DISCARDS = "discards"
    SEAT = "seat"
    ROUND = "round"


Meaning = Suit | Number | Honour | Flower | Lone | Laid | MeldKind | Way | Says

_NUMBERS: Final = (
    "one, ee, yi, 一, 壹",
    "two, er, 二, 两, 兩",
    "three, san, 三",
    "four, sih, suh, si, 四",
    "five, wuu, wu, 五",
    "six, liu, 六",
    "seven, chi, qi, 七",
    "eight, ba, 八",
    "nine, joh, jiu, 九",
)
_WINDS: Final = (
    "east, dong, 东, 東, 东风, 東風",
    "south, nan, 南, 南风, 南風",
    "west, xi, 西, 西风, 西風",
    "north, bei, 北, 北风, 北風",
)
_SEATS: Final = ("东家, 東家", "南家", "西家", "北家")
_ROUNDS: Final = ("东圈, 東圈, 东风圈, 東風圈", "南圈, 南风圈, 南風圈", "西圈, 西风圈, 西風圈", "北圈, 北风圈, 北風圈")
_ROWS: Final[tuple[tuple[Meaning, str], ...]] = (
    (Suit("m"), "character, char, chars, crak, crack, wan, c, m, 万, 萬, 万子, 萬子"),
    (Suit("p"), "dot, circle, ball, tung, bing, d, p, 筒, 饼, 餅, 筒子, 饼子, 餅子"),
    (Suit("s"), "bamboo, bam, stick, tiao, b, s, 条, 條, 索, 条子, 條子, 索子"),
    (Suit("z"), "z"),
    *[(Number(value), words) for value, words in enumerate(_NUMBERS, 1)],
    *[(Honour(Tile.parse(f"{place}z")), words) for place, words in enumerate(_WINDS, 1)],
    (Honour(Tile.parse("7z")), "red, red dragon, chung, zhong, zhon, 中, 红中, 紅中"),
    (Honour(Tile.parse("6z")), "green, green dragon, fa, 发, 發, 发财, 發財, 青发, 青發"),
    (Honour(Tile.parse("5z")), "white, white dragon, soap, po, bai, bai ban, 白, 白板"),
    (Says.FAMILY, "wind, dragon, tile, 张, 張, 个, 個"),
    (Says.TIMES, "x, times"),
    (Says.NOTHING, "hand, went, plus, by, for, from, on, in, at, set, 的, 在, 是, 我, 了, 加, 家"),
    (Says.WITH, "with, including, 带, 帶, 含"),
    (Flower("f"), "flower, hua, f, 花"),
    (Flower("y"), "season, y, 季"),
    (Lone(Tile.parse("1f")), "plum, 梅, 梅花"),
    (Lone(Tile.parse("2f")), "orchid, 兰, 蘭, 兰花, 蘭花"),
    (Lone(Tile.parse("3f")), "chrysanthemum, mum, 菊, 菊花"),
    (Lone(Tile.parse("4f")), "bamboo flower, 竹, 竹花"),
    (Lone(Tile.parse("1y")), "spring, 春"),
    (Lone(Tile.parse("2y")), "summer, 夏"),
    (Lone(Tile.parse("3y")), "autumn, fall, 秋"),
    (Lone(Tile.parse("4y")), "winter, 冬"),
    (Lone(JOKER), "joker, 百搭"),
    (MeldKind.CHOW, "chow, chie, chur, run, sequence, 吃, 顺, 順, 顺子, 順子"),
    (MeldKind.PUNG, "pung, pong, peng, triplet, 碰, 刻, 刻子"),
    (MeldKind.KONG, "kong, gang, quad, 杠, 槓"),
    (MeldKind.PAIR, "pair, eyes, pillow, 对, 對, 一对, 一對, 对子, 對子, 将, 將"),
    (Laid(concealed=True), "concealed, hidden, closed, in hand, menzen, 暗"),
    (Laid(concealed=False), "exposed, open, melded, laid out, on table, claimed, called, 明"),
    (
        Way("draw"),
        "self drawn, self draw, drawn, drew, drawn from wall, from wall, off wall, picked, self picked, zimo, 自摸",
    ),
    (
        Way("discard"),
        "discard, discarded, on discard, off discard, from discard, by discard, thrown, 点和, 點和, 点炮, 點炮",
    ),
    (Way("kong-replacement"), "after kong, kong replacement, kong box, from kong box, loose tile, 杠上开花, 槓上開花"),
    (Way("flower-replacement"), "after flower, flower replacement, 花上开花, 花上開花"),
    (Way("robbed-kong"), "robbed kong, robbing kong, robbed, 抢杠, 搶槓"),
    (Way("deal"), "dealt, as dealt, from deal, blessing heaven, heavenly hand, 天和, 天胡"),
    (Way("first-discard"), "first discard, on first discard, blessing earth, earthly hand, 地和, 地胡"),
    (Way("charleston"), "charleston, in charleston"),
    (
        Says.WON_ON,
        "won on, won with, win on, win with, winning tile, winning, out on, out with, mah jongg on, mahjong on, 和, 胡",
    ),
    (Says.WON, "won, winner, mah jongg, mahjong"),
    (Says.LOST, "lost, loser, not won, didnt win, did not win"),
    (Says.LAST_TILE, "last tile, last tile wall, last, 海底, 海底捞月, 海底撈月, 最后一张, 最後一張"),
    (Says.DISCARDS, "discards, tiles discarded"),
    (Says.SEAT, "seat, seat wind, own wind, sitting, as, am, im, player"),
    (Says.ROUND, "round, round wind, wind round, prevailing, prevailing wind"),
)


def _plural(word: str) -> str:
    return f"{word}s" if word.isascii() and len(word) > 2 and not word.endswith("s") else word


MEANINGS: Final[dict[str, Meaning]] = {
    **{_plural(word): meaning for meaning, words in _ROWS for word in words.split(", ")},
    **{word: meaning for meaning, words in _ROWS for word in words.split(", ")},
}
"""What each word, or words with one space between them, stand for; several of a thing as well."""
SEATS: Final[dict[str, Wind]] = {
    word: wind for wind, words in zip(WINDS, _SEATS, strict=True) for word in words.split(", ")
}
ROUNDS: Final[dict[str, Wind]] = {
    word: wind for wind, words in zip(WINDS, _ROUNDS, strict=True) for word in words.split(", ")
}
LONGEST: Final = max(word.count(" ") for word in MEANINGS) + 1
"""The most words that one meaning has."""
