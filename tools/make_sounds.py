"""Make the sounds of the program, always the same bytes: ``python -m tools.make_sounds [FOLDER]``.

Nothing is recorded. A tile is a few short bars ringing out, with a breath of noise where it touches the table; dice are
such knocks, ever closer and softer; Mah Jongg is two bells, the second a fifth above the first.
"""

from __future__ import annotations

import io
import math
import random
import sys
import wave
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parents[1] / "resources" / "sounds"
RATE: Final = 44_100
"""Samples a second; one channel of 16 bits."""
_FULL: Final = 32_767

Partial = tuple[float, float, float]
"""One tone of a knock: hertz, loudness, and the seconds in which it falls to a third."""

_TILE: Final[tuple[Partial, ...]] = ((1_240, 0.50, 0.011), (2_310, 0.34, 0.007), (3_870, 0.16, 0.004))
_SOFT: Final[tuple[Partial, ...]] = ((820, 0.50, 0.010), (1_530, 0.22, 0.006))
_DIE: Final[tuple[Partial, ...]] = ((1_020, 0.46, 0.008), (1_960, 0.30, 0.006), (3_300, 0.14, 0.003))
_BELL: Final[tuple[Partial, ...]] = ((1.0, 0.60, 0.30), (2.0, 0.12, 0.18), (3.98, 0.06, 0.06))
"""In multiples of the note."""


def knock(partials: Iterable[Partial], seconds: float, noise: float, seed: int, pitch: float = 1.0) -> list[float]:
    """Bars that are struck once: samples from -1 to 1, silent at both ends."""
    grains = random.Random(seed)  # noqa: S311 - noise, and the same each time
    found = []
    hiss = 0.0
    for at in range(round(seconds * RATE)):
        now = at / RATE
        rise = min(1.0, now / 0.0008)
        fall = min(1.0, (seconds - now) / 0.004)
        hiss += 0.35 * (grains.uniform(-1, 1) - hiss)  # without the highest tones, which would be sharp
        tone = sum(
            loud * math.exp(-now / fading) * math.sin(math.tau * hertz * pitch * now)
            for hertz, loud, fading in partials
        )
        found.append(rise * fall * (tone + noise * math.exp(-now / 0.003) * hiss))
    return found


def mixed(parts: Iterable[tuple[float, float, list[float]]], seconds: float) -> list[float]:
    """Several sounds in one: each with its moment and its loudness."""
    found = [0.0] * round(seconds * RATE)
    for begin, loud, samples in parts:
        first = round(begin * RATE)
        for at, sample in enumerate(samples[: len(found) - first]):
            found[first + at] += loud * sample
    return found


def tile() -> list[float]:
    """A tile that is laid on the table."""
    return [0.7 * sample for sample in knock(_TILE, 0.085, 0.5, seed=1)]


def soft() -> list[float]:
    """A tile that is put among others in the hand."""
    return [0.55 * sample for sample in knock(_SOFT, 0.065, 0.25, seed=2)]


def dice() -> list[float]:
    """Two dice that tumble for six tenths of a second and come to rest."""
    chance = random.Random(3)  # noqa: S311 - the same each time
    parts, begin, number = [], 0.0, 0
    while begin < 0.6:
        far = begin / 0.6
        loud = (1 - far) ** 0.8 * chance.uniform(0.65, 1.0)
        parts.append((begin, loud, knock(_DIE, 0.05, 0.4, seed=100 + number, pitch=chance.uniform(0.86, 1.16))))
        begin += chance.uniform(0.75, 1.25) * (0.095 - 0.06 * far)
        number += 1
    return mixed(parts, 0.66)


def mah_jongg() -> list[float]:
    """Two quiet bells, rising."""
    low, high = (knock(_BELL, 0.9, 0.04, seed=4, pitch=note) for note in (587.33, 880.0))
    return mixed([(0.0, 0.5, low), (0.17, 0.55, high)], 1.07)


SOUNDS: Final = {"tile": tile, "soft": soft, "dice": dice, "mah-jongg": mah_jongg}


def as_wave(samples: Iterable[float]) -> bytes:
    """Samples from -1 to 1 as a file."""
    figures = array("h", (max(-_FULL, min(_FULL, round(sample * _FULL))) for sample in samples))
    if sys.byteorder == "big":
        figures.byteswap()
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(RATE)
        written.writeframes(figures.tobytes())
    return file.getvalue()


def made() -> Mapping[str, bytes]:
    """Every file by its name."""
    return {f"{name}.wav": as_wave(make()) for name, make in SOUNDS.items()}


def main() -> None:
    """Write them to the folder given, or where the program looks for them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in made().items():
        (folder / name).write_bytes(content)
        print(f"{folder / name}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
