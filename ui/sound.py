"""Sounds: a tile on the table, dice, Mah Jongg. Off unless somebody wants them, and never in anybody's way.

`Sounds` is what the window asks; its worker opens the loudspeaker when the first sound comes and lets it go when it
has been quiet for a while. Nothing here is imported, and no library loaded, before sound is on.
"""

from __future__ import annotations

import io
import os
import sys
import threading
import wave
from array import array
from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from mjcompanion.storage.package_data import data

from .sounds import NAMES
from .worker import Worker

RATE: Final = 44_100
"""Samples a second, one channel of 16 bits, in all files and on the loudspeaker."""
LOUDNESS: Final = {"low": 0.3, "medium": 0.6, "high": 1.0}
"""What is made of a sample at each volume."""
_BUFFER_MS: Final = 25
_QUIET_SECONDS: Final = 4.0
"""After so long without a sound the loudspeaker is let go."""
_HIGHEST: Final = 32_767
_CARDS: Final = Path("/dev/snd")
_SERVER: Final = Path("pulse", "native")
"""Where a sound server listens in the folder of a person's session."""


class Loudspeaker(Protocol):
    """What sounds are played on: miniaudio's PlaybackDevice, or a test's."""

    def start(self, samples: Generator[array[int] | bytes, int, None]) -> None:
        """Ask the generator for samples again and again, from another thread."""

    def close(self) -> None:
        """Ask no more."""


@cache
def samples_of(name: str) -> array[int]:
    """The samples of a sound as its file has them."""
    with wave.open(io.BytesIO(data(f"sounds/{name}.wav"))) as file:
        found = array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        found.byteswap()
    return found


@cache
def at_volume(name: str, volume: str) -> array[int]:
    """The samples of a sound at a volume."""
    share = LOUDNESS[volume]
    return array("h", (round(sample * share) for sample in samples_of(name)))


class Mixer:
    """Adds up the sounds that are heard at the same time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._voices: list[tuple[array[int], int]] = []

    @property
    def is_silent(self) -> bool:
        """Whether nothing is left to be heard."""
        return not self._voices

    def add(self, samples: array[int], after: int = 0) -> None:
        """Play these too, after this many samples."""
        with self._lock:
            self._voices.append((samples, -after))

    def take(self, count: int) -> array[int]:
        """Return exactly this many of the next samples; silence where there is nothing."""
        mixed = array("h", bytes(2 * count))
        with self._lock:
            voices, self._voices = self._voices, []
            for samples, at in voices:
                start = min(count, max(0, -at))
                part = samples[max(0, at) : max(0, at + count)]
                if mixed[start : start + len(part)].count(0) == len(part):
                    mixed[start : start + len(part)] = part
                else:
                    for place, sample in enumerate(part, start):
                        mixed[place] = max(-_HIGHEST, min(_HIGHEST, mixed[place] + sample))
                if at + count < len(samples):
                    self._voices.append((samples, at + count))
        return mixed

    def stream(self) -> Generator[array[int] | bytes, int, None]:
        """What a loudspeaker asks; it sends how many samples it wants."""
        wanted = yield b""
        while True:
            wanted = yield self.take(wanted)


def open_loudspeaker() -> Loudspeaker:
    """The loudspeaker of this machine.

    Raises:
        ImportError: the library that plays isn't installed; it is not made for every processor.
        OSError: there is nothing to play on.

    """
    if not (_CARDS.exists() or Path(os.environ.get("XDG_RUNTIME_DIR", ""), _SERVER).exists()):
        raise OSError("no sound card and no sound server")  # else ALSA writes two dozen lines to the terminal
    import miniaudio  # type: ignore[import-untyped]

    backends = [one for one in miniaudio.Backend if one is not miniaudio.Backend.NULL]
    try:
        found: Loudspeaker = miniaudio.PlaybackDevice(
            nchannels=1, sample_rate=RATE, buffersize_msec=_BUFFER_MS, backends=backends, app_name="Mah Jongg Companion"
        )
    except miniaudio.MiniaudioError as error:
        raise OSError(str(error)) from error
    return found


class Sounds(QObject):
    """Lets sounds be heard. It is asked on the window's thread and returns at once; the rest happens on a worker's.

    Where the loudspeaker can't be opened it stays silent, and tries again only when somebody asks for it expressly.

    Signals:
        failed(str): somebody asked to hear something and it can't be played; a sentence that says why.
    """

    failed = Signal(str)

    def __init__(self, parent: QObject | None = None, *, opens: Callable[[], Loudspeaker] = open_loudspeaker) -> None:
        super().__init__(parent)
        self._opens = opens
        self._mixer = Mixer()
        self._loudspeaker: Loudspeaker | None = None
        self._given_up = False
        self._worker = Worker("sounds", self, at_end=self._let_go)
        self._quiet = QTimer(self, singleShot=True, interval=round(_QUIET_SECONDS * 1000))
        self._quiet.timeout.connect(lambda: self._worker.ask(lambda _: self._rest(), self._on_rested))

    @property
    def is_silent(self) -> bool:
        """Whether nothing is left to be heard."""
        return self._mixer.is_silent

    def play(self, name: str, volume: str = "medium", after: int = 0, *, asked: bool = False) -> None:
        """Play one of `NAMES` after this many milliseconds; report a failure if a person `asked` for the sound."""
        if name not in NAMES:
            raise ValueError(f"there is no sound “{name}”")
        self._worker.ask(lambda _: self._play(name, volume, after, asked=asked), self._on_played)
        self._quiet.start()

    def close(self) -> None:
        """Play nothing any more; the program is about to end."""
        self._quiet.stop()
        self._worker.close()

    def _on_played(self, trouble: Exception | None) -> None:
        if isinstance(trouble, ImportError):
            self.failed.emit(
                self.tr("Sound is on, but the part of the program that plays sounds isn’t installed here.")
            )
        elif trouble is not None:
            self.failed.emit(self.tr("Sound is on, but this computer has nothing to play it on."))

    def _on_rested(self, rested: bool) -> None:  # noqa: FBT001 - an answer
        if not rested:
            self._quiet.start()

    # on the worker's thread

    def _play(self, name: str, volume: str, after: int, *, asked: bool) -> Exception | None:
        """Play a sound; what is wrong, if somebody asked."""
        if self._loudspeaker is None:
            trouble = self._open() if asked or not self._given_up else None
            if self._loudspeaker is None:
                return trouble if asked else None
        self._mixer.add(at_volume(name, volume), after * RATE // 1000)
        return None

    def _open(self) -> Exception | None:
        try:
            loudspeaker = self._opens()
            stream = self._mixer.stream()
            next(stream)
            loudspeaker.start(stream)
        except Exception as error:  # whatever a driver thinks of, the game goes on without sound
            self._given_up = True
            return error
        self._loudspeaker, self._given_up = loudspeaker, False
        return None

    def _rest(self) -> bool:
        """Let the loudspeaker go if all is quiet; whether it is."""
        if self._mixer.is_silent:
            self._let_go()
        return self._loudspeaker is None

    def _let_go(self) -> None:
        loudspeaker, self._loudspeaker = self._loudspeaker, None
        if loudspeaker is not None:
            loudspeaker.close()
