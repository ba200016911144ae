"""Run the provers on the corpus and print what they decide, and how fast.

``prove.py [WORDS]`` prints one line a statement and a table by class, of those whose name has a word or whose class is one;
``--random COUNT [FROM]`` checks random statements as the tests do. ``beside.py`` puts Z3 alone, cvc5, SymPy and branch
and bound beside them on the same statements.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "prove"))

from corpus import CASES, CLASS_OF, MORE

from boundcheck.prove import Proved, Refuted, prove

WORDS = {True: Proved, False: Refuted}


def at_random(count: int, start: int = 0) -> int:
    """Check so many random statements, as the tests do; the exit code counts what went wrong."""
    from test_random import check

    counts: Counter[str] = Counter()
    began = time.perf_counter()
    for seed in range(start, start + count):
        try:
            counts[check(seed)] += 1
        except AssertionError as wrong:
            counts["WRONG"] += 1
            print(seed, str(wrong)[:300], flush=True)
    print(f"{count} random statements in {time.perf_counter() - began:.0f} s: {dict(counts)}")
    return counts["WRONG"]


def main(words: list[str]) -> int:
    """Print one line per statement and a summary; the exit code counts wrong verdicts."""
    if words[:1] == ["--random"]:
        return at_random(*map(int, words[1:]))
    prove(CASES[0].goal, CASES[0].given)  # imports and caches
    classes: dict[str, Counter[str]] = {}
    times, wrong = [], 0
    print(f"{'statement':48s} {'truth':6s} {'answer':8s} {'ms':>7s}  engine or witness")
    for case in (*CASES, *MORE):
        if words and not any(word in (case.name, CLASS_OF[case.name]) or word in case.name for word in words):
            continue
        start = time.thread_time()
        answer = prove(case.goal, case.given)
        times.append(time.thread_time() - start)
        bad = isinstance(answer, WORDS[not case.truth])
        wrong += bad
        name = type(answer).__name__
        counts = classes.setdefault(CLASS_OF[case.name], Counter())
        counts["decided"] += name != "Unknown"
        counts["all"] += 1
        counts["false"] += not case.truth
        detail = getattr(answer, "engine", "") if name == "Proved" else getattr(answer, "witness", "")
        mark = "  <-- WRONG" if bad else ""
        print(f"{case.name[:48]:48s} {case.truth!s:6s} {name:8s} {times[-1] * 1e3:7.0f}  {detail}{mark}", flush=True)
    print()
    for name, counts in classes.items():
        print(f"{name:12s} {counts['decided']:4d} of {counts['all']:4d} decided, {counts['false']:4d} false")
    total = sum(classes.values(), Counter())
    print(
        f"\n{total['all']} statements, {total['false']} false, {sum(c.corner for c in (*CASES, *MORE))} of them only in a corner"
    )
    print(
        f"{total['decided']}/{len(times)} decided ({100 * total['decided'] / max(1, len(times)):.1f} %), {wrong} wrong"
    )
    ordered = sorted(times)
    print(
        f"median {statistics.median(times) * 1e3:.0f} ms, 95 % below {ordered[int(0.95 * len(ordered))]:.2f} s, "
        f"slowest {max(times):.2f} s, total {sum(times):.1f} s of processor time"
    )
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
