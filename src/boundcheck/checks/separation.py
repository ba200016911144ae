"""Separations: two pipelines on common random numbers, along one parameter."""

from __future__ import annotations

import zlib

import numpy as np

from boundcheck.claims import Evidence, Finding, Outcome, Separation
from boundcheck.stats import paired_ratio

from .cells import cell, sample_of, value
from .context import Context
from .rounded import at_most
from .row import TESTED, Row


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


def _high(row: dict) -> float:
    return float(row["high"])


def _evidence(separation: Separation, rows: list[dict]) -> Evidence:
    data = {"separation": {"parameter": separation.parameter, "points": rows}}
    largest = max(rows, key=lambda row: row["ratio"])
    reversed_ = [row for row in rows if row["high"] < 1]
    extreme, reaches = (min(reversed_, key=_high), "is") if reversed_ else (largest, "reaches")
    brief = (
        f"the ratio {reaches} {extreme['ratio']:.3g} [{extreme['low']:.3g}, {extreme['high']:.3g}] at "
        f"{separation.parameter} = {extreme['value']:.3g}, where the printed bounds suggest {extreme['printed']:.3g}"
    )
    finding = Finding("SEPARATED", "; ".join(filter(None, (brief, separation.note))), brief=brief)
    method = "paired replicates on common random numbers"
    if reversed_:
        moved = separation.values[rows.index(extreme)]
        at = f"{separation.moves} = {moved:g}"
        if separation.parameter != separation.moves:
            at += f" ({separation.parameter} = {extreme['value']:.3g})"
        return Evidence(
            Outcome.REFUTED,
            f"the order is the other way round at {at}: the error said to be larger is at most {at_most(extreme['high'])} "
            "times the other",
            method,
            (finding,),
            witness={
                "point": {separation.moves: f"{moved:g}"},
                "lhs": at_most(extreme["high"]),
                "rhs": "1",
                "text": f"The error said to be larger is at most {at_most(extreme['high'])} times the other at {at}",
            },
            data=data,
        )
    clear = sum(row["low"] > 1 for row in rows)
    outcome = Outcome.SUPPORTED if all(row["low"] >= 1 - 0.05 for row in rows) and clear else Outcome.UNDECIDED
    return Evidence(
        outcome,
        f"the error said to be larger is larger by a clear factor at {clear} of {len(rows)} points, and clearly smaller at none",
        method,
        (finding,),
        data=data,
    )


ROWS = (Row(Separation, check, TESTED, sampled=True),)
