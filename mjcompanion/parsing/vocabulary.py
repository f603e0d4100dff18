"""The words for tiles, sets and wins in English and Chinese, one row for each meaning.

Sources: the nomenclature of source 1, "Identify Tiles" of source 2, "Tiles" of sources 4 and 5, and the language of
players. A row has all words of a meaning; hyphens and small words like “of” and “the” don't count.
"""

from __future__ import annotations

import enum
from typing import Final

import msgspec

from mjcompanion.core.hand import MeldKind
from mjcompanion.core.tiles import JOKER, WINDS, Tile, Wind

_SMALL: Final = "a, an, the, of, my, his, her, their, i, it, is, was, me, and, have, has, had, all"
SMALL: Final = frozenset(_SMALL.split(", "))
"""Words without a meaning of their own."""


class SuitWord(msgspec.Struct, frozen=True):
    """The letter of a suit."""

    letter: str


class NumberWord(msgspec.Struct, frozen=True):
    """A number from 1 to 9."""

    value: int


class HonourWord(msgspec.Struct, frozen=True):
    """A wind or a dragon; a wind by itself may be a seat."""

    tile: Tile


class FlowerWord(msgspec.Struct, frozen=True):
    """A flower or season that needs its number: the letter of its family."""

    letter: str


class TileWord(msgspec.Struct, frozen=True):
    """A tile with a name of its own."""

    tile: Tile


class ExposureWord(msgspec.Struct, frozen=True):
    """Exposed or concealed."""

    concealed: bool


class WinWord(msgspec.Struct, frozen=True):
    """How the hand was won: the value of `By`."""

    by: str


class Keyword(enum.Enum):
    """Other words about a hand; those for NOTHING have a meaning only together with others."""

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


Meaning = SuitWord | NumberWord | HonourWord | FlowerWord | TileWord | ExposureWord | MeldKind | WinWord | Keyword

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
    (SuitWord("m"), "character, char, chars, crak, crack, wan, c, m, 万, 萬, 万子, 萬子"),
    (SuitWord("p"), "dot, circle, ball, tung, bing, d, p, 筒, 饼, 餅, 筒子, 饼子, 餅子"),
    (SuitWord("s"), "bamboo, bam, stick, tiao, b, s, 条, 條, 索, 条子, 條子, 索子"),
    (SuitWord("z"), "z"),
    *[(NumberWord(value), words) for value, words in enumerate(_NUMBERS, 1)],
    *[(HonourWord(Tile.parse(f"{place}z")), words) for place, words in enumerate(_WINDS, 1)],
    (HonourWord(Tile.parse("7z")), "red, red dragon, chung, zhong, zhon, 中, 红中, 紅中"),
    (HonourWord(Tile.parse("6z")), "green, green dragon, fa, 发, 發, 发财, 發財, 青发, 青發"),
    (HonourWord(Tile.parse("5z")), "white, white dragon, soap, po, bai, bai ban, 白, 白板"),
    (Keyword.FAMILY, "wind, dragon, tile, 张, 張, 个, 個"),
    (Keyword.TIMES, "x, times"),
    (Keyword.NOTHING, "hand, went, plus, by, for, from, on, in, at, set, 的, 在, 是, 我, 了, 加, 家"),
    (Keyword.WITH, "with, including, 带, 帶, 含"),
    (FlowerWord("f"), "flower, hua, f, 花"),
    (FlowerWord("y"), "season, y, 季"),
    (TileWord(Tile.parse("1f")), "plum, 梅, 梅花"),
    (TileWord(Tile.parse("2f")), "orchid, 兰, 蘭, 兰花, 蘭花"),
    (TileWord(Tile.parse("3f")), "chrysanthemum, mum, 菊, 菊花"),
    (TileWord(Tile.parse("4f")), "bamboo flower, 竹, 竹花"),
    (TileWord(Tile.parse("1y")), "spring, 春"),
    (TileWord(Tile.parse("2y")), "summer, 夏"),
    (TileWord(Tile.parse("3y")), "autumn, fall, 秋"),
    (TileWord(Tile.parse("4y")), "winter, 冬"),
    (TileWord(JOKER), "joker, 百搭"),
    (MeldKind.CHOW, "chow, chie, chur, run, sequence, 吃, 顺, 順, 顺子, 順子"),
    (MeldKind.PUNG, "pung, pong, peng, triplet, 碰, 刻, 刻子"),
    (MeldKind.KONG, "kong, gang, quad, 杠, 槓"),
    (MeldKind.PAIR, "pair, eyes, pillow, 对, 對, 一对, 一對, 对子, 對子, 将, 將"),
    (ExposureWord(concealed=True), "concealed, hidden, closed, in hand, menzen, 暗"),
    (ExposureWord(concealed=False), "exposed, open, melded, laid out, on table, claimed, called, 明"),
    (
        WinWord("draw"),
        "self drawn, self draw, drawn, drew, drawn from wall, from wall, off wall, picked, self picked, zimo, 自摸",
    ),
    (
        WinWord("discard"),
        "discard, discarded, on discard, off discard, from discard, by discard, thrown, 点和, 點和, 点炮, 點炮",
    ),
    (
        WinWord("kong-replacement"),
        "after kong, kong replacement, kong box, from kong box, loose tile, 杠上开花, 槓上開花",
    ),
    (WinWord("flower-replacement"), "after flower, flower replacement, 花上开花, 花上開花"),
    (WinWord("robbed-kong"), "robbed kong, robbing kong, robbed, 抢杠, 搶槓"),
    (WinWord("deal"), "dealt, as dealt, from deal, blessing heaven, heavenly hand, 天和, 天胡"),
    (WinWord("first-discard"), "first discard, on first discard, blessing earth, earthly hand, 地和, 地胡"),
    (WinWord("charleston"), "charleston, in charleston"),
    (
        Keyword.WON_ON,
        "won on, won with, win on, win with, winning tile, winning, out on, out with, mah jongg on, mahjong on, 和, 胡",
    ),
    (Keyword.WON, "won, winner, mah jongg, mahjong"),
    (Keyword.LOST, "lost, loser, not won, didnt win, did not win"),
    (Keyword.LAST_TILE, "last tile, last tile wall, last, 海底, 海底捞月, 海底撈月, 最后一张, 最後一張"),
    (Keyword.DISCARDS, "discards, tiles discarded"),
    (Keyword.SEAT, "seat, seat wind, own wind, sitting, as, am, im, player"),
    (Keyword.ROUND, "round, round wind, wind round, prevailing, prevailing wind"),
)


def _plural(word: str) -> str:
    return f"{word}s" if word.isascii() and len(word) > 2 and not word.endswith("s") else word


MEANINGS: Final[dict[str, Meaning]] = {
    **{_plural(word): meaning for meaning, words in _ROWS for word in words.split(", ")},
    **{word: meaning for meaning, words in _ROWS for word in words.split(", ")},
}
"""The meaning of each word or phrase, in the singular and the plural."""
SEATS: Final[dict[str, Wind]] = {
    word: wind for wind, words in zip(WINDS, _SEATS, strict=True) for word in words.split(", ")
}
ROUNDS: Final[dict[str, Wind]] = {
    word: wind for wind, words in zip(WINDS, _ROUNDS, strict=True) for word in words.split(", ")
}
MOST_WORDS: Final = max(word.count(" ") for word in MEANINGS) + 1
"""The number of words in the longest phrase."""
