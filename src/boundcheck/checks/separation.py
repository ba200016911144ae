"""Separations: two pipelines on common random numbers, along one parameter."""

from __future__ import annotations

import zlib

import numpy as np

from boundcheck.claims import Evidence, Finding, Outcome, Separation
from boundcheck.stats import paired_ratio

from .cells import cell, sample_of, value
from .context import Context


def check(separation: Separation, context: Context) -> Evidence:
    """Ratio of the harder error to the easier one at every point; below one with certainty is a refutation."""
    points = [{**separation.point, separation.moves: v} for v in separation.values]
    pairs = []
    for i, point in enumerate(points):
        # One stream for both: the same rows, labels and coins, so the ratio is that of the pipelines.
        stream = f"{context.name}: pair {i}"
        pairs.append(
            tuple(
                cell(context, f"{side} {i}", experiment, point, context.budget.sweep_repeats, stream)
                for side, experiment in (("easier", separation.easier), ("harder", separation.harder))
            )
        )
    results = context.run([c for pair in pairs for c in pair])
    each = context.risk / (2 * len(points))
    rows = []
    for point, (easier, harder) in zip(points, pairs, strict=True):
        a, b = sample_of(results[easier]), sample_of(results[harder])
        sound = a.sound & b.sound
        rng = np.random.default_rng([context.seed, zlib.crc32(f"{context.claim}/{easier.name}".encode())])
        ratio = paired_ratio(b.error[sound], a.error[sound], 1 - value(context, separation.failure, point), each, rng)
        rows.append(
            {
                "value": value(context, separation.scale, point),
                "ratio": float(ratio.value),
                "low": float(ratio.interval.low),
                "high": float(ratio.interval.high),
                "printed": value(context, separation.printed, point),
            }
        )
    return _evidence(separation, rows)


def _evidence(separation: Separation, rows: list[dict]) -> Evidence:
    data = {"separation": {"parameter": separation.parameter, "points": rows}}
    largest = max(rows, key=lambda row: row["ratio"])
    finding = Finding(
        "SEPARATED",
        f"the ratio reaches {largest['ratio']:.3g} [{largest['low']:.3g}, {largest['high']:.3g}] at "
        f"{separation.parameter} = {largest['value']:.3g}, where the printed bounds suggest {largest['printed']:.3g}"
        + (f"; {separation.note}" if separation.note else ""),
    )
    reversed_ = [row for row in rows if row["high"] < 1]
    method = "paired replicates on common random numbers"
    if reversed_:
        row = min(reversed_, key=lambda r: r["high"])
        return Evidence(
            Outcome.REFUTED,
            f"the order is the other way round at {separation.parameter} = {row['value']:.3g}: ratio at most {row['high']:.3g}",
            method,
            (finding,),
            witness={
                "point": {separation.moves: str(row["value"])},
                "lhs": f"{row['high']:.6g}",
                "rhs": "1",
                "text": "ratio",
            },
            data=data,
        )
    clear = sum(row["low"] > 1 for row in rows)
    outcome = Outcome.SUPPORTED if all(row["low"] >= 1 - 0.05 for row in rows) and clear else Outcome.UNDECIDED
    return Evidence(
        outcome,
        f"harder by a clear factor at {clear} of {len(rows)} points, at none the other way round",
        method,
        (finding,),
        data=data,
    )
