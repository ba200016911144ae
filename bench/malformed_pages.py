"""Malformed pages and sources: each is read or refused in one line, and nothing else happens.

``malformed_pages.py [COUNT] [SEED]`` prints how many of COUNT random edits of the example pages, and of COUNT of the example in
LaTeX, are read and refused, the longest time that one took, which files were opened or written, and the memory of the process.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "pages"))

from test_malformed import BITS, OF_LATEX, PAGES, SOURCES, edited, refusal, refusal_of_source


def main(count: int, seed: int) -> None:
    """Print what came out."""
    seen: list[str] = []
    watched = {
        "open",
        "os.system",
        "subprocess.Popen",
        "os.mkdir",
        "os.remove",
        "os.rename",
        "exec",
        "compile",
        "import",
    }
    sys.addaudithook(
        lambda event, given: seen.append(f"{event} {given[0]!s:.80}") if watching[0] and event in watched else None
    )
    for what, texts, bits, why in (
        ("pages", PAGES, BITS, refusal),
        ("sources", SOURCES, [*OF_LATEX, *BITS], lambda text: refusal_of_source(text) or None),
    ):
        chance, refused, longest = random.Random(seed), 0, 0.0
        for text in texts:  # what the first ones import and compile is ours
            why(text)
        for _ in range(count):
            text, before = edited(chance, texts, bits), time.process_time()
            watching[0] = True
            refused += why(text) is not None
            watching[0] = False
            longest = max(longest, time.process_time() - before)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        told = {
            "read": count - refused,
            "refused": refused,
            "longest_ms": round(1000 * longest, 1),
            "memory_mb": memory,
        }
        print(json.dumps({"what": what, **told, "other": sorted(set(seen))[:10]}))


watching = [False]

if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*(given + [10_000, 1][len(given) :]))
