"""Run the provers on the corpus and print what they decide, and how fast."""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "prove"))

from corpus import CASES

from boundcheck.prove import Proved, Refuted, prove

WORDS = {True: Proved, False: Refuted}


def at_random(count: int) -> int:
    """Check so many random statements, as the tests do; the exit code counts what went wrong."""
    from test_random import check

    counts: Counter[str] = Counter()
    start = time.perf_counter()
    for seed in range(count):
        try:
            counts[check(seed)] += 1
        except AssertionError as wrong:
            counts["WRONG"] += 1
            print(seed, str(wrong)[:300], flush=True)
    print(f"{count} random statements in {time.perf_counter() - start:.0f} s: {dict(counts)}")
    return counts["WRONG"]


def main(words: list[str]) -> int:
    """Print one line per statement and a summary; the exit code counts wrong verdicts."""
    if words[:1] == ["--random"]:
        return at_random(int(words[1]))
    prove(CASES[0].goal, CASES[0].given)  # imports and caches
    counts: Counter[str] = Counter()
    times, wrong = [], 0
    print(f"{'statement':48s} {'truth':6s} {'answer':8s} {'ms':>7s}  engine or witness")
    for case in CASES:
        if words and not any(word in case.name for word in words):
            continue
        start = time.perf_counter()
        answer = prove(case.goal, case.given)
        times.append(time.perf_counter() - start)
        bad = isinstance(answer, WORDS[not case.truth])
        wrong += bad
        name = type(answer).__name__
        counts[name] += 1
        detail = getattr(answer, "engine", "") if name == "Proved" else getattr(answer, "witness", "")
        mark = "  <-- WRONG" if bad else ""
        print(f"{case.name[:48]:48s} {case.truth!s:6s} {name:8s} {times[-1] * 1e3:7.0f}  {detail}{mark}", flush=True)
    decided = counts["Proved"] + counts["Refuted"]
    false = sum(not case.truth for case in CASES)
    print(f"\n{len(CASES)} statements, {false} false, {sum(c.corner for c in CASES)} of them only in a corner")
    print(f"{decided}/{len(times)} decided ({100 * decided / max(1, len(times)):.1f} %), {wrong} wrong")
    print(f"median {statistics.median(times) * 1e3:.0f} ms, slowest {max(times):.2f} s, total {sum(times):.1f} s")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
