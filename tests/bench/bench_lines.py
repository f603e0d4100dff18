"""How many requests a second `mjcompanion score --jsonl` answers: one process, 100,000 lines, start-up included."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.brute import random_request

LINES = 100_000
DIFFERENT = 20_000


def main() -> None:
    """Print lines a second, and what the same lines cost `json` alone to read and write."""
    rng = random.Random(5)
    requests = [json.dumps(random_request(rng)) for _ in range(DIFFERENT)]
    lines = [requests[rng.randrange(DIFFERENT)] for _ in range(LINES)]
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
    began = time.perf_counter()
    for line in lines:
        json.dumps(json.loads(line))
    alone = time.perf_counter() - began
    print(f"{len(answers):,} lines, {good:,} scored, in {spent:.2f} s: {len(answers) / spent:,.0f} a second")
    print(f"reading and writing them with json alone: {alone:.2f} s, the ratio is {spent / alone:.1f}")


if __name__ == "__main__":
    main()
