"""Let everything go wrong that can, by chance, and see whether the program bears it: `./run chaos`.

    ./run chaos 600                               ten minutes, both kinds in turn, by a seed that is printed
    ./run chaos 600 --seed 5 --only kills         again, one kind only
    ./run chaos --seed 5 --only kills --deed 17   one deed again; of the monkey, all until that one
    ./run chaos 3600 --only monkey --large        the monkey on a ledger of a million hands

`tests/chaos` has the kinds; each runs in a process of its own, so that one that dies or stands still is a fault too.
The last line says how many deeds were done, how many faults found, and how much memory the window grew in the second
half.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import importlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

KINDS = {"kills": "Kills", "monkey": "Monkey"}
"""Each is a module of `tests/chaos` and a class in it; the monkey gets half of the time."""
_STANDS_STILL_S = 120
_SAMPLED_EVERY, _LEAST_DEEDS = 100, 4_000


def main(words: Sequence[str]) -> None:
    """Do what the words say."""
    asked = argparse.ArgumentParser(prog="./run chaos", description="Let everything go wrong that can.")
    asked.add_argument("seconds", nargs="?", type=int, default=120)
    asked.add_argument("--seed", default=str(random.SystemRandom().randrange(10_000)))
    asked.add_argument("--only", default=",".join(KINDS), help=f"some of {', '.join(KINDS)}")
    asked.add_argument("--deed", type=int, help="this one again")
    asked.add_argument("--large", action="store_true", help="the monkey has a ledger of a million hands")
    asked.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = asked.parse_args(words)
    kinds = given.only.split(",")
    if not set(kinds) <= KINDS.keys():
        asked.error(f"there is no {next(one for one in kinds if one not in KINDS)}; there are {', '.join(KINDS)}")
    if given.child:
        _do(kinds[0], given)
    print(f"seed {given.seed}", flush=True)
    deeds, faults, grown = 0, 0, ""
    shares = {kind: len(kinds) - 1 or 1 if kind == "monkey" else 1 for kind in kinds}
    for kind in kinds:
        found = _watched(kind, given, given.seconds * shares[kind] / sum(shares.values()))
        deeds, faults = deeds + found["deeds"], faults + found["faults"]
        if found.get("grown") is not None:
            grown = f", {found['grown']:.1f} MB grown per 1,000 deeds"
    print(f"{_counted(deeds, 'deed')}, {_counted(faults, 'fault')}{grown}")
    sys.exit(bool(faults))


def _watched(kind: str, given: argparse.Namespace, seconds: float) -> dict[str, Any]:
    """Do a kind in a process of its own, and tell its faults; what it found."""
    command = [
        sys.executable,
        "-m",
        "tools.chaos",
        str(round(seconds)),
        "--seed",
        given.seed,
        "--only",
        kind,
        "--child",
    ]
    command += ["--large"] if given.large else []
    command += [] if given.deed is None else ["--deed", str(given.deed)]
    at, faults, end = "its beginning", 0, {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace") as process:  # noqa: S603 - ours
        for line in process.stdout or ():
            word, _, rest = line.rstrip("\n").partition(" ")
            if word == "at":
                at = f"deed {rest}"
            elif word == "fault":
                faults += 1
                print(f"  {kind} {rest}", flush=True)
            elif word == "end":
                end = json.loads(rest)
    if process.returncode or not end:
        faults += 1
        print(f"  {kind} ended with {process.returncode} in {at}", flush=True)
    said = f"{_counted(end.get('deeds', 0), 'deed')}, {_counted(faults, 'fault')}, {end.get('seconds', 0):.0f} s"
    print(f"{kind}: {said}", flush=True)
    return {"deeds": 0, **end, "faults": faults}


def _do(kind: str, given: argparse.Namespace) -> None:
    """Do the deeds of a kind, as the process of its own."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    faulthandler.enable()
    faulthandler.dump_traceback_later(_STANDS_STILL_S, exit=True)
    begun, end = time.monotonic(), {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        made = _made(kind, Path(folder), large=given.large)
        number, sizes = 0, []
        first = given.deed if given.deed is not None and kind != "monkey" else 0
        for number in range(first, sys.maxsize):
            faulthandler.dump_traceback_later(_STANDS_STILL_S, exit=True)
            _tell("at", str(number))
            wrong = _one(made, random.Random(f"{given.seed} {kind} {number}"))  # noqa: S311 - it shall be repeatable
            if wrong:
                _tell("fault", f"{number}: {wrong}")
            if kind == "monkey" and number % _SAMPLED_EVERY == 0:
                sizes.append(made.megabytes())
            if time.monotonic() - begun > given.seconds if given.deed is None else number >= given.deed:
                break
        end = {"deeds": number - first + 1, "seconds": time.monotonic() - begun, "grown": _growth(sizes)}
        with contextlib.suppress(Exception):
            made.close()
    _tell("end", json.dumps(end))
    os._exit(0)  # at once: windows and threads are still there


def _made(kind: str, folder: Path, *, large: bool) -> Any:  # noqa: ANN401 - any kind
    made = getattr(importlib.import_module(f"tests.chaos.{kind}"), KINDS[kind])
    if kind == "monkey" and large:
        from tests.bench import bench_ledger

        bench_ledger.make(folder / "million.db")
        return made(folder, ledger=str(folder / "million.db"))
    return made(folder)


def _one(made: Any, rng: random.Random) -> str:  # noqa: ANN401 - any kind
    try:
        return str(made.deed(rng))
    except Exception as error:
        import traceback

        frames = traceback.extract_tb(error.__traceback__)
        where = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[:-5:-1])
        said = " ".join(str(error).split())
        return f"{type(error).__name__}: {said[:160]} ({where})"


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _tell(word: str, rest: str) -> None:
    print(word, " ".join(rest.splitlines()), flush=True)


def _growth(sizes: Sequence[float]) -> float | None:
    """How many megabytes came with each thousand deeds in the second half, by the line that fits the least sizes best.

    A window that has just been opened still takes what it needs, so a short run says nothing. Of each thousand deeds
    the least size counts: what a page laid out for printing takes for a moment, and gives back, is no growth.
    """
    if len(sizes) * _SAMPLED_EVERY < _LEAST_DEEDS:
        return None
    later, block = sizes[len(sizes) // 2 :], 1_000 // _SAMPLED_EVERY
    least = [min(later[at : at + block]) for at in range(0, len(later) - block + 1, block)]
    return statistics.linear_regression(range(len(least)), least).slope


if __name__ == "__main__":
    main(sys.argv[1:])
