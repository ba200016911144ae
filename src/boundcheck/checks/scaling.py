"""Rates: the measured exponent along each sweep, against the exponent of the printed rate there."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache

import numpy as np

from boundcheck.claims import Evidence, Finding, Outcome, Scaling, Sweep
from boundcheck.stats import quantile_interval, slope

from .cells import cell, failures_of, sample_of, value
from .context import Context
from .rate_constant import constant_in_words
from .row import TESTED, Row

# Exponents closer than this are called equal; it was fixed before any sweep was run.
SAME = 0.05
# An interval wider than this says nothing about an exponent.
WIDE = 0.25


def check(scaling: Scaling, context: Context) -> Evidence:
    """Measure every exponent; error/rate growing towards the limit is GROWS, shrinking is LOOSE.

    Growth that the explicit version shares on the range of the sweep is TRANSIENT where that version is proved to stay
    within a constant of the printed rate on the stated domain.
    """
    within = cache(lambda: constant_in_words(scaling, context, points))
    points = {sweep.parameter: [_point(sweep, v) for v in sweep.values] for sweep in scaling.sweeps}
    cells = {
        (sweep.parameter, i): cell(
            context, f"{sweep.parameter}: {i}", sweep.experiment, point, context.budget.sweep_repeats
        )
        for sweep in scaling.sweeps
        for i, point in enumerate(points[sweep.parameter])
    }
    results = context.run(list(cells.values()))
    samples = {key: sample_of(results[c]) for key, c in cells.items()}
    risk = context.risk / len(scaling.sweeps)
    rows = [
        _row(scaling, sweep, context, points[sweep.parameter], _of(samples, sweep.parameter), risk, within)
        for sweep in scaling.sweeps
    ]
    grows = [row["parameter"] for row in rows if row["finding"] == "GROWS"]
    wide = [row["parameter"] for row in rows if row["finding"] == "UNCLEAR"]
    data = {"exponents": rows, "failures": failures_of({str(k): s for k, s in samples.items()})}
    findings = tuple(_finding(row) for row in rows)
    if grows or wide:
        words = [f"error/rate grows along {_listed(grows)}; a certified sequence would decide it" if grows else ""]
        words += [
            f"too noisy along {_listed(wide)}; a longer design or more than {context.budget.sweep_repeats:,} --repeats "
            "would decide it"
            if wide
            else ""
        ]
        summary = "; ".join(filter(None, words))
        return Evidence(Outcome.UNDECIDED, summary, "slopes with replicate bootstrap", findings, data=data)
    return Evidence(
        Outcome.SUPPORTED,
        _summary(rows),
        "slopes with replicate bootstrap",
        findings,
        data=data,
    )


def _summary(rows: list[dict]) -> str:
    """Where the error outgrows the printed rate, if only on the range of a sweep, and where it follows it."""
    found = {kind: [row["parameter"] for row in rows if row["finding"] == kind] for kind in ("TRANSIENT", "TIGHT")}
    transient, tight = found["TRANSIENT"], found["TIGHT"]
    if transient:
        said = f"along {_listed(transient)} the error outgrows the printed rate on the range measured, as the explicit "
        said += "version does, which stays within a constant of the rate"
        rest = len(rows) - len(transient)
        said += f"; along the other {'sweep' if rest == 1 else f'{rest} sweeps'} it does not" if rest else ""
    elif len(rows) == 1:
        said = f"the error does not outgrow the printed rate along {rows[0]['parameter']}"
    else:
        said = f"the error outgrows the printed rate along none of {len(rows)} sweeps"
    return f"{said}; it follows the rate along {_listed(tight)}" if tight else said


def _listed(names: list[str]) -> str:
    """Names in a row, some with commas of their own."""
    return ("; " if any("," in name for name in names) else ", ").join(names)


def _of(samples: dict, parameter: str) -> list:
    return [samples[key] for key in samples if key[0] == parameter]


def _point(sweep: Sweep, moved: float) -> dict:
    """The sweep's point with its parameter set, and everything that follows it recomputed."""
    from boundcheck.symbolic import number

    point = {**sweep.point, sweep.moves: moved}
    return {**point, **{name: number(expression, point) for name, expression in sweep.follow.items()}}


def _finding(row: dict) -> Finding:
    """What is found along one parameter; in brief without what the claim notes of it."""
    found = _words(row["finding"], row["measured"], row["printed"])
    return Finding(
        row["finding"], f"along {row['parameter']}: {row['note']}", brief=f"along {row['parameter']}: {found}"
    )


def _row(
    scaling: Scaling,
    sweep: Sweep,
    context: Context,
    points: list[dict],
    samples: list,
    risk: float,
    within: Callable[[], str],
) -> dict:
    x = [value(context, sweep.scale, point) for point in points]
    q = [1 - value(context, scaling.failure, point) for point in points]
    rng = np.random.default_rng(
        [context.seed, zlib.crc32(f"{context.claim}/{context.name}/{sweep.parameter}".encode())]
    )
    errors = [s.error[s.sound] for s in samples]
    measured = slope(x, errors, q, risk / 2, rng)
    rates = {
        "printed": [value(context, scaling.printed, point) for point in points],
        "explicit": [value(context, scaling.explicit, point) for point in points],
        "trivial": [value(context, scaling.trivial, point) for point in points],
    }
    printed = _least_squares(x, rates["printed"])
    low, high = float(measured.interval.low), float(measured.interval.high)
    explicit = _least_squares(x, rates["explicit"])
    finding = judge(low - printed, high - printed, sweep.towards)
    how = ""
    if finding == "GROWS" and judge(low - explicit, high - explicit, sweep.towards) != "GROWS" and (how := within()):
        finding = "TRANSIENT"
    intervals = [quantile_interval(e, qi, risk / (2 * len(points))) for e, qi in zip(errors, q, strict=True)]
    return {
        "parameter": sweep.parameter,
        "printed": printed,
        "explicit": explicit,
        "measured": float(measured.value),
        "low": low,
        "high": high,
        "finding": finding,
        "note": "; ".join(filter(None, (_words(finding, measured.value, printed), how, sweep.note))),
        "points": [
            {
                "value": x[i],
                "quantile": float(measured.quantiles[i]),
                "low": float(intervals[i].low),
                "high": float(intervals[i].high),
                **{name: rate[i] for name, rate in rates.items()},
            }
            for i in range(len(points))
        ],
    }


def judge(low: float, high: float, towards: str) -> str:
    """Finding for the excess of the measured exponent over the printed one, known to lie in ``[low, high]``."""
    if high - low > WIDE:
        return "UNCLEAR"
    if low <= SAME and high >= -SAME:
        return "TIGHT"
    above = low > SAME
    return "GROWS" if above == (towards == "large") else "LOOSE"


def _words(finding: str, measured: float, printed: float) -> str:
    said = {
        "TIGHT": "the error follows the rate",
        "LOOSE": "the error falls behind the rate, so the rate is loose here",
        "GROWS": "the error outgrows the rate",
        "TRANSIENT": "the error outgrows the rate on this range, as the explicit version does, which stays within a "
        "constant of the rate",
        "UNCLEAR": "the interval is too wide to say",
    }[finding]
    return f"measured {measured:.3f} against {printed:.3f}, {said}"


def _least_squares(x: list[float], y: list[float]) -> float:
    """Slope of log y on log x over the design: the exponent that the rate itself would show there."""
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


ROWS = (Row(Scaling, check, TESTED, sampled=True),)
