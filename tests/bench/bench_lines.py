"""How many requests a second `mjcompanion score --jsonl` answers: one process, 100,000 lines, start-up included."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from timeit import timeit

from tests.brute import random_request

LINES = 100_000
DIFFERENT = 20_000


def measure(name: str, lines: list[str]) -> None:
    """Print lines a second, and what the same lines cost `json` alone to read and write."""
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "requests.jsonl"
        asked.write_text("\n".join(lines) + "\n")
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "mjcompanion", "score", "--jsonl", str(asked)], capture_output=True, check=True
        )
        spent = time.perf_counter() - began
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    good = sum(answer["ok"] for answer in answers)
    alone = timeit(lambda: [json.dumps(json.loads(line)) for line in lines], number=1)
    print(
        f"{name}: {len(answers):,} lines, {good:,} scored, in {spent:.2f} s: {len(answers) / spent:,.0f} a second; ",
        end="",
    )
    print(f"{spent / alone:.1f} times what json alone takes to read and write them")


def main() -> None:
    rng = random.Random(5)
    requests = [random_request(rng) for _ in range(DIFFERENT)]
    lines = [rng.randrange(DIFFERENT) for _ in range(LINES)]
    plain = [json.dumps({key: value for key, value in one.items() if key != "options"}) for one in requests]
    varied = [json.dumps(one) for one in requests]
    measure("the rules’ own options", [plain[at] for at in lines])
    measure("house options on every line", [varied[at] for at in lines])


if __name__ == "__main__":
    main()
