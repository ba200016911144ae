"""Random statements: every verdict of the provers against dense sampling at exact points by another library.

``differential.py FROM COUNT FILE`` checks one slice of the seeds and writes what it found; slices may run at any time and
in any order. ``differential.py --summary FILE...`` adds slices up and prints the summary that is kept beside this file.

A proved statement is evaluated at some two thousand rational points of its domain, in floats by code of its own; the worst
of them are evaluated again by mpmath at 60 and 120 digits. A refuted statement must fail at its witness by mpmath. Every
certificate is replayed.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import random
import statistics
import sys
import time
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from sympy import Rational

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "prove"))

import oracle
from oracle import fails
from random_statements import statement as random_tree

import boundcheck
from boundcheck.prove import Proved, Refuted, Unknown, prove, replay
from boundcheck.symbolic import Statement, encode
from boundcheck.symbolic.statement import read
from families import drawn
from pointwise import values

SECONDS, DENSE, EXACT = 0.2, 2000, 8
SHARE = 4  # one statement in so many is of a family whose truth turns on a constant


def statement(seed: int) -> Statement:
    """Return the statement of a seed."""
    return drawn(seed) if seed % SHARE == 0 else random_tree(seed)


def points(goal: Statement, seed: int) -> dict[str, list[Fraction]]:
    """Return rational values of each letter, small ones and ones of every size, ends of bounds among them."""
    rng = random.Random(seed)
    claim, given = read(goal, ())
    sides = [side for s in (claim, *given) for side in (s.lhs, s.rhs)]
    letters = sorted(set().union(*(side.free_symbols for side in sides)), key=str)
    ends = [Fraction(int(e.p), int(e.q)) for side in sides for e in side.atoms() if e.is_Rational]
    near = [e + Fraction(k, d) for e in dict.fromkeys(ends) for d in (1, 10, 1000, 10**6) for k in (0, 1, -1)]
    found: dict[str, list[Fraction]] = {}
    for letter in letters:
        column = [rng.choice(near) for _ in range(DENSE // 5 if near else 0)]
        column += rng.choices(_pool(), k=DENSE - len(column))
        rng.shuffle(column)
        found[str(letter)] = [Fraction(abs(round(v)) + 1) for v in column] if letter.is_integer else column
    return found


@cache
def _pool() -> list[Fraction]:
    """Small rationals, and rationals of every size."""
    rng = random.Random(16)
    small = [Fraction(rng.randint(-60, 60), rng.choice([1, 2, 3, 7, 10, 100])) for _ in range(10_000)]
    sizes = (rng.choice([-1, 1]) * 10 ** rng.uniform(-5, 3) for _ in range(10_000))
    return small + [Fraction(size).limit_denominator(10**6) for size in sizes]


def against(goal: Statement, seed: int) -> str:
    """Return a point of the domain at which a statement that was called proved fails, or ""."""
    claim, given = read(goal, ())
    columns = points(goal, seed)
    env = {n: np.array([float(v) for v in column]) for n, column in columns.items()}
    inside = np.ones(DENSE, bool)
    with np.errstate(all="ignore"):
        for h in given:
            left, right = (np.broadcast_to(values(side, env), (DENSE,)) for side in (h.lhs, h.rhs))
            inside &= _holds(h.relation, left, right, 1e-12)
        left, right = (np.broadcast_to(values(side, env), (DENSE,)) for side in (claim.lhs, claim.rhs))
        gap = (right - left if claim.relation in ("<=", "<") else left - right) / (
            np.abs(left) + np.abs(right) + 1e-300
        )
        if claim.relation == "==":
            gap = -np.abs(gap)
    usable = np.flatnonzero(inside & np.isfinite(gap))
    for i in usable[np.argsort(gap[usable], kind="stable")][:EXACT]:
        point = {n: str(column[i]) for n, column in columns.items()}
        if fails(goal, (), point) and _fails_still(goal, point):
            return json.dumps(point)
    return ""


def _fails_still(goal: Statement, point: dict[str, str]) -> bool:
    """Whether a statement fails with many more digits too, and a strict one by more than a tie that digits only suggest.

    The two sides may agree to any number of digits and differ; that they are equal is for SymPy to say.
    """
    before, oracle.DIGITS = oracle.DIGITS, 1500
    weak = {"<": "<=", ">": ">="}.get(goal.relation)
    try:
        if weak is None:
            return fails(goal, (), point)
        if fails(Statement(goal.lhs, weak, goal.rhs, goal.given), (), point):
            return True
    finally:
        oracle.DIGITS = before
    swap = {s: Rational(point[str(s)]) for s in goal.lhs.free_symbols | goal.rhs.free_symbols}
    return fails(goal, (), point) and (goal.lhs - goal.rhs).xreplace(swap).doit().expand() == 0


def _holds(relation: str, left: Any, right: Any, slack: float) -> Any:
    room = slack * (np.abs(left) + np.abs(right))
    if relation in ("<=", "<"):
        return left <= right + room
    if relation in (">=", ">"):
        return left >= right - room
    return np.abs(left - right) <= room if relation == "==" else left != right


def check(seed: int) -> tuple[str, float, str]:
    """Return verdict, seconds of processor time for it, and what is wrong with it, or ""."""
    goal = statement(seed)
    try:
        encode(goal)
    except ValueError:  # SymPy evaluated it to something that is not real
        return "refused", 0.0, ""
    began = time.thread_time()
    answer = prove(goal, seconds=SECONDS)
    took, wrong = time.thread_time() - began, ""
    if isinstance(answer, Refuted) and not fails(goal, (), answer.witness):
        wrong = f"does not fail at {answer.witness}"
    if isinstance(answer, Proved):
        point = against(goal, seed)
        wrong = f"fails at {point}" if point else ""
    if not isinstance(answer, Unknown) and not replay(json.loads(json.dumps(answer.certificate)), goal).ok:
        wrong = wrong or "the certificate does not replay"
    return type(answer).__name__, took, wrong


def run(start: int, count: int, path: Path) -> int:
    """Check a slice of the seeds and write it; the exit code counts what is wrong."""
    rows: dict[str, Any] = {"from": start, "count": count, "verdicts": {}, "seconds": [], "wrong": [], "code": code()}
    counts: Counter[str] = Counter()
    for seed in range(start, start + count):
        verdict, took, wrong = check(seed)
        kind = "families" if seed % SHARE == 0 else "trees"
        counts[f"{kind} {verdict}"] += 1
        if verdict != "refused":
            rows["seconds"].append(round(took, 4))
        if wrong:
            rows["wrong"].append([seed, str(statement(seed)), wrong])
            print(seed, statement(seed), wrong, flush=True)
    rows["verdicts"] = dict(sorted(counts.items()))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(rows), encoding="utf-8")
    return len(rows["wrong"])


def code() -> str:
    """Return a mark of the sources that are tested."""
    mark = hashlib.sha256()
    for room in ("prove", "symbolic"):
        for path in sorted((Path(boundcheck.__file__).parent / room).rglob("*.py")):
            mark.update(path.read_bytes())
    return mark.hexdigest()[:12]


def summary(paths: list[str]) -> dict[str, Any]:
    """Return slices added up; a ValueError where two of them overlap."""
    parts = sorted((json.loads(Path(path).read_text(encoding="utf-8")) for path in paths), key=lambda p: p["from"])
    for one, other in itertools.pairwise(parts):
        if one["from"] + one["count"] > other["from"]:
            raise ValueError(f"slices {one['from']} and {other['from']} overlap")
    counts: Counter[str] = Counter()
    for part in parts:
        counts.update(part["verdicts"])
    seconds = sorted(s for part in parts for s in part["seconds"])
    accused = [row for part in parts for row in part["wrong"]]
    # a slice may have been checked by a sampling that saw fewer digits: what it accused is looked at again
    wrong = [row for row in accused if check(row[0])[2]]
    return {
        "statements": sum(part["count"] for part in parts),
        "seeds": [[part["from"], part["from"] + part["count"], part["code"]] for part in parts],
        "limit": SECONDS,
        "verdicts": dict(sorted(counts.items())),
        "wrong": wrong,
        "accused_and_withdrawn": [row for row in accused if row not in wrong],
        "median_seconds": round(statistics.median(seconds), 4),
        "p95_seconds": seconds[int(0.95 * len(seconds))],
        "slowest_seconds": seconds[-1],
    }


def main(words: list[str]) -> int:
    """Run a slice or add slices up."""
    if words[:1] == ["--summary"]:
        print(json.dumps(summary(words[1:]), indent=1))
        return 0
    start, count, path = words
    return run(int(start), int(count), Path(path))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
