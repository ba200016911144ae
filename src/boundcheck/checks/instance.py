"""Instance inequalities: worst-case search over a family, exact re-evaluation of the best instance."""

from __future__ import annotations

import math
import zlib
from fractions import Fraction

import numpy as np

from boundcheck.claims import Evidence, Finding, InstanceInequality, Outcome

from .context import Context

# Instances are rounded to this denominator before they are judged; the search itself uses floats.
DENOMINATOR = 10**6
RESTARTS = 8


def check(inequality: InstanceInequality, context: Context) -> Evidence:
    """Random restarts, then a local optimiser on lhs/rhs; the worst instance is re-evaluated in fractions.

    A refutation is an exact rational instance. Without one the statement is SUPPORTED by the search, with the
    largest ratio found, which is also how tight it is.
    """
    rng = np.random.default_rng([context.seed, zlib.crc32(f"{context.claim}/{context.name}".encode())])
    if inequality.dimension < 1:
        return Evidence(Outcome.UNDECIDED, "tried: nothing, vectors of dimension 0 are a single instance; name more")
    found, undefined = _search(inequality, context, rng)
    candidates = sorted(found, key=lambda pair: -pair[0])
    best_ratio, best = candidates[0]
    for _, vector in candidates[:3]:
        exact = [Fraction(v).limit_denominator(DENOMINATOR) for v in vector]
        instance = inequality.instance(np.array(exact, dtype=object))
        lhs, rhs = inequality.lhs(instance), inequality.rhs(instance)
        if lhs > rhs:
            witness = {
                "point": {f"u_{i}": str(v) for i, v in enumerate(exact)},
                "lhs": str(lhs),
                "rhs": str(rhs),
                "text": inequality.words,
            }
            return Evidence(
                Outcome.REFUTED,
                f"false at an exact instance: {float(lhs):.6g} exceeds {float(rhs):.6g}"
                f" ({inequality.words.partition(';')[0]})",
                method="worst-case search, exact re-evaluation in fractions",
                certificate={"engine": "exact instance", "vector": [str(v) for v in exact]},
                witness=witness,
                data={"ratio": best_ratio},
            )
    evaluations = context.budget.evaluations * RESTARTS
    if undefined:
        return Evidence(
            Outcome.UNDECIDED,
            f"a side has no value (nan) at {undefined:,} of the instances looked at; sides that have one everywhere would "
            "decide it",
            method="worst-case search over instances",
            data={"undefined": undefined},
        )
    return Evidence(
        Outcome.SUPPORTED,
        f"no instance among {evaluations:,} evaluations violates it; largest ratio {best_ratio:.6g}",
        method="worst-case search over instances",
        findings=(Finding("TIGHT", "an instance comes within 1 % of equality"),) if best_ratio > 0.99 else (),
        data={"ratio": best_ratio, "instance": [float(v) for v in best]},
    )


def _search(inequality: InstanceInequality, context: Context, rng: np.random.Generator) -> tuple[list, int]:
    """Ratios with their vectors, and at how many instances a side has no value."""
    from scipy.optimize import minimize

    undefined = 0

    def loss(vector: np.ndarray) -> float:
        instance = inequality.instance(vector)
        rhs = float(inequality.rhs(instance))
        lhs = float(inequality.lhs(instance))
        if math.isnan(lhs) or math.isnan(rhs):
            nonlocal undefined
            undefined += 1
            return 0.0
        if rhs <= 0:
            return 0.0 if lhs <= 0 else -1e12
        return -lhs / rhs

    found = []
    for _ in range(RESTARTS):
        starts = rng.standard_normal((max(context.budget.evaluations // 2, 8), inequality.dimension))
        values = [loss(start) for start in starts]
        start = starts[int(np.argmin(values))]
        result = minimize(
            loss, start, method="Nelder-Mead", options={"maxfev": context.budget.evaluations // 2, "xatol": 1e-6}
        )
        found.append((-float(result.fun), np.asarray(result.x)))
    return found, undefined
