"""Ours beside its rivals on the same statements in one run: ``beside.py COUNT [FILE]`` stores the table in FILE.

Each statement has five seconds of processor time for each engine. What is answered is written down at once, so a run
that is broken off is gone on with by the same words. The statements are the first COUNT of a shuffle with a fixed seed.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import time
from collections import Counter
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "prove"))

from corpus import CASES, CLASS_OF

from boundcheck.prove import Proved, Refuted, prove
from rivals import ABSENT, RIVALS, ask

OURS = "boundcheck"
LIMIT = 5.0  # seconds of processor time
PACKAGES = ("sympy", "z3-solver", "cvc5", "mpmath", "python-flint")


def shuffled(count: int, seed: int = 1) -> list:
    """Return so many cases of the corpus, of all classes alike."""
    return random.Random(seed).sample(CASES, len(CASES))[:count]


def one(case) -> dict:
    """Return what each engine answers on one case: right, wrong or open, and our processor time."""
    began = time.process_time()
    answer = prove(case.goal, case.given, seconds=LIMIT)
    took = time.process_time() - began
    found = {OURS: True if isinstance(answer, Proved) else False if isinstance(answer, Refuted) else None}
    for name in RIVALS:
        found[name] = ask(name, case.goal, case.given, LIMIT)
    words = {n: "open" if v is None else "right" if v is case.truth else "WRONG" for n, v in found.items()}
    return {"name": case.name, "class": CLASS_OF[case.name], "truth": case.truth, "seconds": round(took, 3), **words}


def table(rows: list[dict]) -> dict:
    """Return the counts by engine, for all statements, for the true and for the false ones, and by class."""
    names = [OURS, *RIVALS]

    def of(some: list[dict]) -> dict:
        return {n: dict(sorted(Counter(row[n] for row in some).items())) for n in names}

    classes = {c: of([r for r in rows if r["class"] == c]) for c in dict.fromkeys(CLASS_OF.values())}
    return {
        "statements": len(rows),
        "false": sum(not r["truth"] for r in rows),
        "limit": LIMIT,
        "corpus": hashlib.sha256("\n".join(sorted(c.name for c in CASES)).encode()).hexdigest()[:12],
        "versions": {p: v for p in PACKAGES if (v := _version(p))},
        "all": of(rows),
        "of the true ones": of([r for r in rows if r["truth"]]),
        "of the false ones": of([r for r in rows if not r["truth"]]),
        "by class": classes,
        "wrong": [[r["name"], n] for r in rows for n in names if r[n] == "WRONG"],
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def main(words: list[str]) -> int:
    """Run, go on, store; the exit code counts our wrong verdicts."""
    chosen = shuffled(int(words[0]))
    file = Path(words[1]) if len(words) > 1 else Path("build/beside.json")
    file.parent.mkdir(parents=True, exist_ok=True)
    kept = file.with_suffix(".lines")
    rows = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    done = {row["name"] for row in rows}
    for case in chosen:
        if case.name not in done:
            rows.append(one(case))
            with kept.open("a") as lines:
                lines.write(json.dumps(rows[-1]) + "\n")
    names = {case.name for case in chosen}
    found = table([row for row in rows if row["name"] in names])
    file.write_text(json.dumps(found, indent=1) + "\n")
    print(f"{found['statements']} statements, {found['false']} of them false, {LIMIT:g} s each")
    for name, counts in found["all"].items():
        share = 100 * counts.get("right", 0) / max(1, found["statements"])
        print(f"{name:12s} {share:5.1f} % decided rightly, {counts.get('WRONG', 0)} wrongly")
    for name in ABSENT:
        print(f"{name:12s} is not installed")
    return found["all"][OURS].get("WRONG", 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
