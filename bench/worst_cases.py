"""Worst cases of first-order methods: our two ends beside PEPit's value, on random step matrices, in one run.

python bench/worst_cases.py                  60 methods of 1 to 4 steps
python bench/worst_cases.py --cases 20 --seed 7

Ours are fractions: a function that reaches the low end, multipliers that prove the high one. PEPit's value is that of a
semidefinite program in floats. It is counted as outside where it misses our two ends by more than a millionth, and as disjoint
by more than a thousandth of them.
"""

from __future__ import annotations

import argparse
import statistics
import time
from fractions import Fraction

import numpy as np

from boundcheck.checks.first_order import Method, worst_case


def methods(count: int, seed: int) -> list[Method]:
    """Random weights between 0 and 3/2 in sixteenths; every second is gradient descent with one step size."""
    rng, found = np.random.default_rng(seed), []
    for place in range(count):
        steps, of = int(rng.integers(1, 5)), str(rng.choice(["value", "gradient"]))
        if place % 2:
            size = Fraction(int(rng.integers(4, 33)), 16)
            rows = tuple((size,) * (k + 1) for k in range(steps))
        else:
            rows = tuple(tuple(Fraction(int(h), 16) for h in rng.integers(1, 25, k + 1)) for k in range(steps))
        found.append(Method(rows, of))
    return found


def theirs(method: Method) -> float | None:
    """PEPit's worst case; None where it is not installed."""
    try:
        from PEPit import PEP
        from PEPit.functions import SmoothConvexFunction
    except ImportError:
        return None
    problem = PEP()
    function = problem.declare_function(SmoothConvexFunction, L=1)
    least = function.stationary_point()
    start = problem.set_initial_point()
    problem.set_initial_condition((start - least) ** 2 <= 1)
    gradients, point = [function.gradient(start)], start
    for row in method.steps:
        point = start - sum(
            (float(h) * g for h, g in zip(row[1:], gradients[1:], strict=True)), float(row[0]) * gradients[0]
        )
        gradients.append(function.gradient(point))
    measured = function(point) - function(least) if method.of == "value" else gradients[-1] ** 2
    problem.set_performance_metric(measured)
    return float(problem.solve(verbose=0))


def main() -> int:
    """Print what is open or disjoint, and a summary; the exit status counts disjoint ones."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--cases", type=int, default=60)
    options.add_argument("--seed", type=int, default=2026)
    chosen = options.parse_args()
    drawn = methods(chosen.cases, chosen.seed)
    theirs(drawn[0])  # imports are not timed
    widths, ratios, open_, outside, disjoint = [], [], 0, 0, 0
    for method in drawn:
        start = time.process_time()
        instance, proof = worst_case(method, Fraction(0))
        between = time.process_time()
        if instance is None or proof is None:
            open_ += 1
            print(f"{method}: no {'function' if instance is None else 'multipliers'}", flush=True)
            continue
        low, high = float(instance.reached(method)), float(proof.start)
        widths.append((high - low) / high)
        if (other := theirs(method)) is not None:
            ratios.append((time.process_time() - between) / max(between - start, 1e-3))
            off = max(low - other, other - high, 0.0) / high
            outside += off > 1e-6
            if off > 1e-3:
                disjoint += 1
                print(f"{method}: ours [{low:.8g}, {high:.8g}], PEPit {other:.8g}", flush=True)
    print(
        f"{len(drawn)} methods, {open_} open; ends apart by {statistics.median(widths):.1e} (median), {max(widths):.1e} at most"
    )
    if ratios:
        ratio = statistics.median(ratios)
        print(
            f"PEPit on {len(ratios)}: {ratio:.1f} times our processor time (median), {outside} outside, {disjoint} disjoint"
        )
    return disjoint


if __name__ == "__main__":
    raise SystemExit(main())
