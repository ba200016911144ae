"""Where a bound meets a target along one parameter, by proof and by simulation."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from sympy import Abs, Ge, Gt, Le, Lt, Symbol

from boundcheck.claims import ExpectationBound, Letter
from boundcheck.prove import Proved, prove
from boundcheck.stats import proportion_interval
from boundcheck.symbolic import Statement, number
from boundcheck.symbolic.solution_sets import Rungs, SolutionSet, solution_set

from .quote import Bound, PlanError, Quote, along, ball, inside, quote, shown, summands

# Does a bound only fall, or only rise, with one parameter? Proved, not sampled.

SECONDS = 3.0


@dataclass(frozen=True)
class Direction:
    """How a bound moves: ``sign`` is -1 (never rises), +1 (never falls), or 0 (not proved); `engine` names who proved it."""

    sign: int
    how: str
    engine: str = ""


def direction(expression: sympy.Expr, symbol: Symbol, domain: tuple[sympy.Basic, ...]) -> Direction:
    """The sign of the derivative inside `domain`; by continuity it decides the closed domain too.

    Parameters
    ----------
    expression : Expr
        In `symbol` alone, with exact numbers.
    symbol : Symbol
    domain : tuple of relations in `symbol`

    Notes
    -----
    The provers also show that the derivative is defined inside the domain, so that the mean value theorem applies.
    """
    if symbol not in expression.free_symbols:
        return Direction(0, "the bound does not depend on it")
    whole = (condition for condition in domain if not isinstance(condition, sympy.Ne))  # across a hole no mean value theorem holds
    inside = tuple(_strict(condition) for condition in whole)
    bare = _without_abs(expression, symbol, inside)
    slope = sympy.diff(bare, symbol)
    for sign, statement in ((-1, Statement(slope, "<=", 0, inside)), (1, Statement(0, "<=", slope, inside))):
        try:
            answer = prove(statement, seconds=SECONDS)
        except (ValueError, TypeError):
            break
        if isinstance(answer, Proved):
            return Direction(sign, "derivative of one sign", answer.engine)
    return Direction(0, "not proved")


def _strict(condition: sympy.Basic) -> sympy.Basic:
    swapped = {Ge: Gt, Le: Lt}.get(type(condition))
    return swapped(condition.lhs, condition.rhs) if swapped else condition


def _without_abs(expression: sympy.Expr, symbol: Symbol, inside: tuple[sympy.Basic, ...]) -> sympy.Expr:
    """Absolute values resolved where the sign of what stands inside is proved."""
    positive = Symbol(symbol.name, positive=True)
    if isinstance(prove(Statement(0, "<=", symbol, inside), seconds=SECONDS), Proved):
        expression = expression.xreplace({symbol: positive}).xreplace({positive: symbol})
        expression = expression.replace(lambda e: isinstance(e, Abs) and e.args[0] == symbol, lambda e: symbol)
    for found in expression.atoms(Abs):
        body = found.args[0]
        for sign, statement in ((1, Statement(0, "<=", body, inside)), (-1, Statement(body, "<=", 0, inside))):
            if isinstance(prove(statement, seconds=SECONDS), Proved):
                expression = expression.xreplace({found: sign * body})
                break
    return expression


# What a plan answers: the values of a parameter at which a bound meets a target, or why there are none.

@dataclass(frozen=True)
class Answer:
    """The values of a parameter at which a bound meets a target.

    Parameters
    ----------
    value : Fraction or None
        The end of the set that is asked for: the smallest value from which on the target is met, if it is met up to the
        end of the domain; else the largest up to which it is, if it is met from the start; else the smallest at all.
        None where no value is shown to do.
    beyond : Fraction or None
        The next value, at which the bound does not meet the target; None at the end of the domain.
    at, past : Quote or None
        The bound at both; without an answer, `at` is the bound at the end of the domain that is best.
    monotone : Direction
    words : str
        Why there is no answer, or what the answer does not say.
    rising : bool
        Whether the answer is the largest value that does, and not the smallest.
    stays : bool
        Without an answer: whether the largest term at the end does not depend on the parameter.
    sides : tuple of str
        The bound at the answer and at the next value, with enough digits to tell them apart.
    ends : str
        Where no next value exists: what ends there, the domain or the search.
    intervals : tuple of (Fraction, Fraction)
        First and last value of every stretch on which the target is met, inside the domain and the range of the search.
    undecided : tuple of (Fraction, Fraction)
        Stretches of which it is not known; everywhere else it is proved that the target is not met.
    one_end : bool
        Whether the values that do are those at least, or at most, `value`.
    """

    name: str
    parameter: str
    value: Fraction | None
    beyond: Fraction | None
    at: Quote | None
    past: Quote | None
    monotone: Direction
    words: str
    rising: bool = False
    stays: bool = False
    sides: tuple[str, str] = ("", "")
    ends: str = ""
    intervals: tuple[tuple[Fraction, Fraction], ...] = ()
    undecided: tuple[tuple[Fraction, Fraction], ...] = ()
    one_end: bool = True


# The values among which an answer is sought: whole numbers, or decimals of four digits, in their order.

LARGEST = 10**60
PER_DECADE = 1000  # decimals run from 1.000 to 9.999 in each decade
DECADES = 30


@dataclass(frozen=True)
class Ladder:
    """Rungs `low` to `high`, all of them in the printed domain."""

    low: int
    high: int
    integer: bool

    def searched(self, rung: int) -> bool:
        """Whether a rung is where the search ends, not the domain."""
        return abs(rung) == (LARGEST if self.integer else 9 * PER_DECADE * DECADES)

    def value(self, rung: int) -> Fraction:
        """The number on a rung."""
        if self.integer:
            return Fraction(rung)
        decade, step = divmod(rung, 9 * PER_DECADE)
        return Fraction(PER_DECADE + step, PER_DECADE) * Fraction(10) ** decade


def ladder(parameter: Letter) -> Ladder:
    """The rungs of a parameter inside its printed domain, which is an interval."""
    if parameter.integer:
        whole = Ladder(-LARGEST, LARGEST, True)
        start = max(1, round(parameter.typical[0]))
    else:
        whole = Ladder(-9 * PER_DECADE * DECADES, 9 * PER_DECADE * DECADES, False)
        middle = Fraction((parameter.typical[0] + parameter.typical[1]) / 2)
        start = first(lambda rung: whole.value(rung) >= middle, whole.low, whole.high)

    def admissible(rung: int) -> bool:
        return inside(parameter, whole.value(rung))

    if not admissible(start):
        raise PlanError(
            f"{parameter.name}: its domain does not hold its typical values; ask for another parameter", "parameter"
        )
    low = whole.low if admissible(whole.low) else first(admissible, whole.low, start)
    high = whole.high if admissible(whole.high) else first(lambda r: not admissible(r), start, whole.high) - 1
    return Ladder(low, high, parameter.integer)


def rung_of(value: Fraction, rungs: Ladder) -> int:
    """The first rung whose value is at least `value`."""
    if rungs.integer:
        return math.ceil(value)
    if rungs.value(rungs.low) >= value:
        return rungs.low
    return (
        rungs.high
        if rungs.value(rungs.high) < value
        else first(lambda r: rungs.value(r) >= value, rungs.low, rungs.high)
    )


def first(good: Callable[[int], bool], low: int, high: int) -> int:
    """The first rung of ``(low, high]`` that is good, where `low` is not, `high` is, and good stays good."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if good(middle) else (middle, high)
    return high


# Where the explicit bound meets a target, along the sample size or any other parameter.

DIGITS = (15, 40, 90)  # of the ball in which two values of a bound are told apart, one after the other
FARTHEST = 250  # powers of ten up to which an unanswered plan looks


def plan(bound: Bound, parameter: Letter, target: Fraction, point: Mapping[str, Fraction]) -> Answer:
    """Invert the explicit version of `bound` for `parameter`: all its values at which the target is met.

    The answer is a set. That nothing outside of it does is proved, by the sign of the derivative on the whole domain or
    piece by piece; of pieces for which it is not, nothing is said but where they lie. An end of the set is exact for
    whole numbers and a number of four digits otherwise. `bound` comes from `bounds_of`; `boundcheck.plan` takes a
    claim in its place.
    """
    if not isinstance(bound, Bound):
        raise TypeError(
            f"bounds_of(...) gives the bounds of a claim, got a {type(bound).__name__}; see boundcheck.plan"
        )
    name = parameter.name
    full = {**{k: v for k, v in bound.assumed.items() if k in bound.names}, **point}
    curve = bound.expand(bound.explicit)
    curve = curve.xreplace({symbol: sympy.Symbol(symbol.name, real=True) for symbol in curve.free_symbols})
    along([bound], name)
    numbers = {sympy.Symbol(k, real=True): sympy.Rational(v.numerator, v.denominator) for k, v in full.items()}
    moved = direction(curve.xreplace(numbers), parameter.symbol, parameter.domain)
    rungs = ladder(parameter)
    goal = sympy.Le(curve, sympy.Rational(target.numerator, target.denominator), evaluate=False)

    def met(low: int, high: int) -> tuple[SolutionSet, SolutionSet]:
        """Where the bound is stated, and where it meets the target as well."""
        between = Rungs(low, high, rungs.value, rungs.integer)
        stated = SolutionSet(((low, high),), (), between)
        holes = (c for c in parameter.domain if isinstance(c, sympy.Ne))  # a ladder has none
        for condition in (*bound.given, *bound.tied({*full, name}), *holes):
            stated &= solution_set(bound.expand(condition), name, between, full)
        return stated, stated & solution_set(goal, name, between, full, one_way=moved.sign != 0)

    stated, found = met(rungs.low, rungs.high)
    undecided = _values(found.undecided, rungs)
    if not found.inside:
        rising = moved.sign > 0 or (moved.sign == 0 and _rises(bound, curve, full, rungs, name))
        ends = [end for run in stated.inside for end in run] or [rungs.low, rungs.high]
        best = ends[0] if rising else ends[-1]
        at_end = _quoted(bound, {**full, name: rungs.value(best)})
        further = ""
        if found.complete and rungs.searched(best):
            further = _further(met, curve, full, name, rungs, best, moved, bound.name)
        words = _none(rungs, best, name, moved) + further if found.complete else f"no {name} is shown to suffice"
        return Answer(name=bound.name, parameter=name, value=None, beyond=None, past=None, monotone=moved,
                      at=at_end, words=words, rising=rising, stays=_stays(bound, at_end, name), undecided=undecided)  # fmt: skip
    to_the_end = found.inside[-1][1] == stated.inside[-1][1]
    from_the_start = found.inside[0][0] == stated.inside[0][0]
    rising = moved.sign > 0 or (moved.sign == 0 and from_the_start and not to_the_end)
    if rising:
        at, next_rung = found.inside[0][1], found.inside[0][1] + 1
    else:
        at = found.inside[-1 if to_the_end else 0][0]
        next_rung = at - 1
    beyond = rungs.value(next_rung) if rungs.low <= next_rung <= rungs.high else None
    past = None if beyond is None else _quoted(bound, {**full, name: beyond})
    sides = ("", "")
    if past is not None and beyond is not None:
        sides = _apart(curve, {**full, name: rungs.value(at)}, {**full, name: beyond}, bound.name)
    every = f"from {_short(rungs.value(rungs.low))} to {_short(rungs.value(rungs.high))}"
    return Answer(
        bound.name,
        name,
        rungs.value(at),
        beyond,
        quote(bound, {**full, name: rungs.value(at)}),
        past,
        moved,
        f"proved piece by piece for every {name} {every}" if found.complete else "elsewhere it is proved piece by piece",
        rising,
        sides=sides,
        ends="" if beyond is not None else "search" if rungs.searched(at) else "domain",
        intervals=_values(found.inside, rungs),
        undecided=undecided,
        one_end=len(found.inside) == 1 and (from_the_start if rising else to_the_end),
    )


def _values(runs: tuple[tuple[int, int], ...], rungs: Ladder) -> tuple[tuple[Fraction, Fraction], ...]:
    return tuple((rungs.value(low), rungs.value(high)) for low, high in runs)


def _apart(
    curve: sympy.Expr, here: Mapping[str, Fraction], there: Mapping[str, Fraction], words: str
) -> tuple[str, str]:
    """The bound at both points in decimals, with as many digits as it takes to tell them apart."""
    said = ("", "")
    for digits in DIGITS:
        middles = [sum(ball(curve, at, words, digits), Fraction(0)) / 2 for at in (here, there)]
        for shown_digits in range(8 if digits == DIGITS[0] else DIGITS[0] - 2, digits - 2):
            with localcontext(prec=shown_digits):
                numbers = [Decimal(m.numerator) / Decimal(m.denominator) for m in middles]
            said = (_plain(numbers[0]), _plain(numbers[1]))
            if said[0] != said[1]:
                return said
    return said


def _plain(number: Decimal) -> str:
    """Decimals without an exponent where they are readable."""
    short = number.normalize()
    return f"{short:f}" if Decimal("1e-5") <= abs(short) < Decimal("1e15") or not short else f"{short:e}"


def _stays(bound: Bound, at: Quote | None, name: str) -> bool:
    """Whether the largest term is free of the parameter, so that no value of it takes it away."""
    if at is None or not at.terms:
        return False
    free = [str(t) for t in summands(bound.explicit) if name not in {s.name for s in bound.expand(t).free_symbols}]
    return at.terms[0].formula in free


def _further(
    met: Any, curve: sympy.Expr, full: Mapping, name: str, rungs: Ladder, best: int, moved: Direction, words: str
) -> str:
    """What would be needed beyond the end of the search."""
    said = ", where the search ends"
    if rungs.integer and best == rungs.low:
        return said
    far = 10**FARTHEST if rungs.integer else 9 * PER_DECADE * FARTHEST
    ends = (best + 1, far) if best == rungs.high else (-far, best - 1)
    try:
        _, found = met(*ends)
        if found.inside:
            about = _about(rungs.value(found.inside[0][0] if best == rungs.high else found.inside[-1][1]), best == rungs.high)
            return f"{said}; about {name} = {about} would {'be needed' if moved.sign else 'do'}"
        outer = far if best == rungs.high else -far
        here, there = (ball(curve, {**full, name: rungs.value(rung)}, words) for rung in (best, outer))
    except PlanError:
        return said
    return f"{said}; the bound still falls there" if there[1] < here[0] * Fraction(999, 1000) else ""


def _about(value: Fraction, up: bool) -> str:
    """One digit, rounded up or down."""
    power = len(str(value.numerator // value.denominator)) - 1 if value >= 1 else -len(str(value.denominator // value.numerator))
    unit = Fraction(10) ** power
    digit = -((-value) // unit) if up else value // unit
    return f"{float(digit * unit):.0e}".replace("e+", "e").replace("e-0", "e-")


def _rises(bound: Bound, curve: sympy.Expr, full: dict, rungs: Ladder, name: str) -> bool:
    """Without a proof: whether the bound is larger at the far end of the ladder."""
    ends = [ball(curve, {**full, name: rungs.value(rung)}, bound.name)[0] for rung in (rungs.low, rungs.high)]
    return ends[1] > ends[0]


def _quoted(bound: Bound, at: Mapping[str, Fraction]) -> Quote | None:
    """The bound there, or None where its own conditions fail."""
    try:
        return quote(bound, at)
    except PlanError:
        return None


def _short(end: Fraction) -> str:
    """The end of a ladder: a power of ten as one, anything else in its digits."""
    text = f"{float(end):.0e}".replace("e+", "e").replace("e-0", "e-")
    return text if float(text) == float(end) and not Fraction(1, 1000) < abs(end) < 10**6 else shown(end)


def _none(rungs: Ladder, best: int, name: str, moved: Direction) -> str:
    end = rungs.value(best)
    if best == rungs.low and rungs.integer:
        far = f"down to {shown(end)}"
    else:
        far = f"{'up' if best == rungs.high else 'down'} to {_short(end)}"
    return f"no {name} {far} suffices"


# What the estimator needs in simulation, beside what the bound asks for.

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
