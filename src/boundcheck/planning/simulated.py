"""What the estimator needs in simulation, beside what the bound asks for."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import ExpectationBound, Letter
from boundcheck.stats import proportion_interval
from boundcheck.symbolic import number

from .answer import Answer
from .bounds_of_claim import Bound
from .ladder import first, ladder, rung_of

RISK = 1e-3  # of the interval for the violation rate
SLOW = 0.5  # seconds for PROBE replicates: more of that would keep the user waiting
PROBE = 16
RAREST = 1e-3


@dataclass(frozen=True)
class Measured:
    """A simulation at the answer, and the value at which the target is met in it.

    Parameters
    ----------
    regime : str
        Whose world, adversary and estimator were simulated.
    violations, repeats : int
        Data sets at the answer whose error exceeds the target.
    rate_high : float
        Upper end of the violation rate, one-sided, error probability 1e-3.
    allowed : float
    quantile : float
        The measured (1 - failure)-quantile of the error at the answer.
    needed : Fraction or None
        Where that quantile first meets the target; an estimate on this kind of data, no guarantee.
    words : str
        Why there is no simulation, or what was fixed beside the point.
    point : str
        All of the point at which it was simulated, in words.
    asked : int
        Data sets that were asked for; fewer than ``20 / failure`` see too few violations.
    end : bool
        Whether `needed` is the last value that was tried, and not where the target ceases to be met.
    """

    regime: str
    violations: int
    repeats: int
    rate_high: float
    allowed: float
    quantile: float
    needed: Fraction | None
    words: str
    point: str
    asked: int
    end: bool


def measured(
    bound: Bound,
    parameter: Letter,
    target: Fraction,
    point: Mapping[str, Fraction],
    answer: Answer,
    *,
    seed: int,
    repeats: int,
) -> Measured | str:
    """Simulate the claim's biting regime at the answer, and look for what would have been enough there.

    Returns a sentence where nothing can be simulated.
    """
    statement = bound.statement
    if isinstance(statement, ExpectationBound):
        return (
            "not compared: plan simulates how often an error exceeds the target, and this bound speaks of the mean "
            "error; a check of the claim measures that in its regimes"
        )
    if not statement.regimes:
        return "not compared: the claim names no experiment for this part"
    regime = next((r for r in statement.regimes if r.biting), statement.regimes[0])
    whole = {p.name for p in bound.claim.parameters if p.integer}
    given = {k: int(v) if k in whole else float(v) for k, v in point.items()}
    base: dict[str, Any] = {**regime.point, **given}
    rungs, name = ladder(parameter), parameter.name

    def errors(rung: int, count: int) -> np.ndarray:
        value = rungs.value(rung)
        at = {**base, parameter.name: int(value) if rungs.integer else float(value)}
        columns = regime.experiment.sample(np.random.default_rng([seed, 0]), count, **at)
        found = np.asarray(columns["error"], float)
        return np.where(np.asarray(columns.get("converged", True)) & np.isfinite(found), found, np.inf)

    assert answer.value is not None
    found = rung_of(answer.value, rungs)
    failure = float(
        number(bound.expand(sympy.sympify(statement.failure)), {**base, parameter.name: float(answer.value)})
    )
    if failure < RAREST:
        return f"not compared: a failure probability of {failure:.3g} is too rare to simulate"
    if rungs.integer and answer.value >= 2**63:
        return f"not compared: {name} = {float(answer.value):.4g} is too large to simulate"
    slow = _too_slow(errors, found, rungs)
    if slow:
        return slow
    asked, repeats = repeats, min(max(repeats, math.ceil(20 / failure)), 20_000)

    def enough(rung: int) -> bool:
        return float(np.quantile(errors(rung, repeats), 1 - failure, method="higher")) <= target

    at_answer = errors(found, repeats)
    over = int((at_answer > float(target)).sum())
    needed, end = None, False
    if enough(found) and name not in {s.name for s in sympy.sympify(statement.failure).free_symbols}:
        needed, end = _needed(enough, found, rungs, parameter, answer.rising)
    fixed = {k: v for k, v in regime.point.items() if k not in point and k not in bound.assumed}
    words = ", ".join(f"{k} = {v:g}" for k, v in fixed.items() if k != parameter.name and not isinstance(v, str))
    return Measured(
        regime.name,
        over,
        repeats,
        float(proportion_interval(over, repeats, RISK, side="upper").high),
        failure,
        float(np.quantile(at_answer, 1 - failure, method="higher")),
        needed,
        words,
        _words({**base, name: int(answer.value) if rungs.integer else float(answer.value)}),
        asked,
        end,
    )


def _words(point: Mapping[str, Any]) -> str:
    """A point in words."""
    return ", ".join(
        f"{k} = {v:,}" if isinstance(v, int) else f"{k} = {v:g}" if isinstance(v, float) else f"{k} = {v}"
        for k, v in point.items()
    )


def _needed(enough: Any, found: int, rungs: Any, parameter: Letter, rising: bool) -> tuple[Fraction | None, bool]:
    """Between the answer and the end of what is typical: the last value at which the target is met in simulation, and
    whether it is the end."""
    if not rising:
        end = rungs.low if rungs.integer else max(rungs.low, rung_of(Fraction(parameter.typical[0]), rungs))
        if end >= found:
            return None, False
        met = enough(end)
        return rungs.value(end if met else first(enough, end, found)), met
    if rungs.integer:  # a larger dimension costs more than anyone would wait for
        return None, False
    end = min(rungs.high, rung_of(Fraction(parameter.typical[1]), rungs))
    if end <= found:
        return None, False
    met = enough(end)
    return rungs.value(end if met else first(lambda rung: not enough(rung), found, end) - 1), met


def _too_slow(errors: Any, found: int, rungs: Any) -> str:
    """Climb to the answer from below with few replicates; a sentence where that takes too long or fails."""
    rung = max(rungs.low, 1) if rungs.integer else found
    while True:
        rung = min(rung, found)
        started = time.perf_counter()
        try:
            errors(rung, PROBE)
        except (ValueError, OverflowError, MemoryError, ArithmeticError) as error:
            if rung == found and isinstance(error, MemoryError | OverflowError):
                return f"not compared: {float(rungs.value(rung)):.4g} is too large to simulate"
            if rung == found:  # below the answer the experiment may have no place for so small a number
                said = " ".join(str(error).split())[:200] or type(error).__name__
                return f"not compared: the simulation fails at {float(rungs.value(rung)):.4g}: {said}"
        if time.perf_counter() - started > SLOW and (rung < found or not rungs.integer):
            return f"not compared: simulating beyond {float(rungs.value(rung)):.4g} takes too long here"
        if rung == found:
            return ""
        rung *= 2
