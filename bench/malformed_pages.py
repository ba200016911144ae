"""Malformed pages: each is read or refused in one line, and nothing else happens.

``malformed_pages.py [COUNT] [SEED]`` prints how many of COUNT random edits of the example pages are read and refused, the longest
time that one took, and the memory of the process.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "pages"))

from test_malformed import edited, refusal


def main(count: int, seed: int) -> None:
    """Print what came out."""
    chance, refused, longest = random.Random(seed), 0, 0.0
    for _ in range(count):
        text, before = edited(chance), time.process_time()
        refused += refusal(text) is not None
        longest = max(longest, time.process_time() - before)
    read = count - refused
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps({"read": read, "refused": refused, "longest_ms": round(1000 * longest, 1), "memory_mb": memory}))


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*(given + [10_000, 1][len(given) :]))
