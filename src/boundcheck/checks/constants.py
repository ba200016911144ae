"""Constants of a bound: the one that it names, and those of its terms."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import sympy
from numpy.typing import NDArray
from sympy import Gt, Lt, Rational, Symbol

from boundcheck.claims import Claim, HighProbabilityBound, Letter, Step
from boundcheck.prove import Proved, Refuted, Unknown, proof, prove, refute
from boundcheck.symbolic import Statement, broken, encode, number
from boundcheck.verdict import StepVerdict, at, shapes
from boundcheck.verdict.facts import ConstantSettled
from boundcheck.verdict.statements import Witness

from .context import Context
from .formulas import engines_in_words, linked
from .settling import alike, beyond, by_step

# The constant that a bound names: is the explicit version at most that many times the printed rate, everywhere?

# Effort, in the seconds of `prove`: of the proof of a bound, and of the counterexample to one that a step proves.
EFFORT, BESIDE_A_STEP = 3.0, 0.5
POINT_TOLERANCE = 1e-9
LONGEST = 40  # characters of a constant in a sentence


Settling = Literal["equal", "proved", "step", "points", "refuted", "excluded", "unusable"]


@dataclass(frozen=True)
class Claimed:
    """How ``explicit <= constant * printed`` was settled.

    Parameters
    ----------
    settled : {"equal", "proved", "step", "points", "refuted", "excluded", "unusable"}
        The two versions are the same; proved on the stated domain; by a step of the proof; not beyond the points of
        the run; false; an instance excludes every constant; no positive number.
    fact : ConstantSettled, optional
        How, with the reserve under which it is quoted; None where no constant is spoken of.
    witness : mapping or None
        Where it is false.
    certificate, checked : mapping or None
        Of the proof or the counterexample, for replay.
    method : str
        Who proved or refuted it.
    trusted : tuple of str
        What that rests on.
    step : str
        Label of the step that settles it on the whole stated domain.
    """

    settled: Settling
    fact: ConstantSettled | None = None
    witness: Witness | None = None
    certificate: Mapping[str, Any] | None = None
    checked: Any = None
    method: str = ""
    trusted: tuple[str, ...] = ()
    step: str = ""

    @property
    def quoted(self) -> bool:
        """Whether the constant may be quoted."""
        return self.settled in ("equal", "proved", "step", "points")

    @property
    def everywhere(self) -> bool:
        """Whether it serves on the whole stated domain."""
        return self.settled in ("equal", "proved") or (self.settled == "step" and self.fact is not None and not self.fact.only)


def settle(
    bound: HighProbabilityBound,
    name: str,
    *,
    parameters: Sequence[Letter] = (),
    definitions: Mapping[Symbol, sympy.Expr] | None = None,
    steps: Sequence[tuple[Step, StepVerdict | None]] = (),
    effort: float = EFFORT,
    provers: bool = True,
) -> Claimed:
    """Prove the claimed constant on the domain of the parameters, refute it, or say what is open.

    A step settles it by `Step.settles` alone, and only by saying the composed inequality; a refutation by the provers
    goes before every step.

    Parameters
    ----------
    bound : HighProbabilityBound
    name : str
        Of the part, ``part`` or ``part@reading``; a step settles it whose field names it.
    parameters, definitions
        Of the claim.
    steps : sequence of (Step, StepVerdict)
        Of the claim's own proof, settled.
    effort : float
        The `seconds` of `boundcheck.prove.prove`.
    provers : bool
        Whether they are asked; without, it is what the claim and its steps say alone.
    """
    if bound.collapse is not None:
        return Claimed("excluded")
    constant = sympy.sympify(bound.constant)
    if not (constant.is_number and constant.is_positive and constant.is_finite):
        return Claimed("unusable", ConstantSettled(how="no number", constant=in_short(constant)))
    shown = in_short(constant)
    expand = dict(definitions or {})
    explicit, limit = (sympy.sympify(e).xreplace(expand) for e in (bound.explicit, constant * bound.printed))
    if explicit == limit:
        return Claimed("equal" if constant == 1 else "proved", ConstantSettled(how="equal", constant=shown))
    statement, bare = on_domain(explicit, limit, bound, parameters, expand)
    settling = by_step(bound, name, expand, steps)
    lacks = beyond(settling[1], statement.given, parameters) if settling is not None else []
    if not provers:
        found = None
    elif settling is None or lacks:
        found = _answer(prove, statement, effort)
    else:  # the step proves it; what may still be found is that its proof is of something else
        found = _answer(refute, statement, min(effort, BESIDE_A_STEP))
    only = tuple(map(str, lacks))
    label = settling[0].label if settling is not None else ""
    if isinstance(found, Refuted) and not bare:  # whatever a step says
        sides: Any = {"left": _short(found.lhs), "right": _short(found.rhs)}
        fact = ConstantSettled(how="refuted", constant=shown, step=label, only=only, at=dict(found.witness), **sides)
        return Claimed("refuted", fact, _witness(found), found.certificate, encode(statement), **_by_whom(found))
    if settling is not None and not lacks:
        return Claimed("step", ConstantSettled(how="step", constant=shown, step=label), step=label)
    if isinstance(found, Proved):
        fact = ConstantSettled(how="proved", constant=shown)
        return Claimed("proved", fact, None, found.certificate, encode(statement), **_by_whom(found))
    if settling is not None:
        return Claimed("step", ConstantSettled(how="step", constant=shown, step=label, only=only))
    return Claimed("points", ConstantSettled(how="points", constant=shown, bare=tuple(bare)))


def retold(bound: HighProbabilityBound, recorded: shapes.Constant | None, context: Context) -> Claimed:
    """How the constant was settled by a record: by its certificate, or else by what the claim and its steps say of it."""
    here: dict[str, Any] = {"parameters": context.parameters, "definitions": context.definitions, "steps": context.steps}
    plain = settle(bound, context.name, **here, provers=False)
    if recorded is None or recorded.certificate is None:
        return plain
    certified: dict[str, Any] = {key: getattr(recorded, key) for key in ("witness", "certificate", "checked", "method")}
    certified["trusted"] = recorded.trusted or ()
    if recorded.certificate.get("kind") == "proof":
        return Claimed("proved", ConstantSettled(how="proved", constant=in_short(bound.constant)), **certified)
    return Claimed("refuted", recorded.by, **certified)


def stated(bound: HighProbabilityBound, claim: Claim) -> Sequence[Any]:
    """The conditions under which a step has to bound the explicit version."""
    expand = dict(claim.definitions)
    most = (bound.constant * bound.printed).xreplace(expand)
    asked, _ = on_domain(bound.explicit.xreplace(expand), most, bound, claim.parameters, expand)
    return asked.given


def at_points(known: Claimed, constant: sympy.Expr, rows: Sequence[shapes.Regime]) -> Claimed:
    """`known`, unless nothing is proved and a point of the run contradicts it."""
    if known.settled != "points":
        return known
    for row in rows:
        limit = float(constant) * row.printed
        if row.bound > limit * (1 + POINT_TOLERANCE):
            point = {name: sympy.sstr(entry) for name, entry in row.point.items()}
            sides = {"lhs": f"{row.bound:.6g}", "rhs": f"{limit:.6g}"}
            there: Any = {"setting": row.name, "left": sides["lhs"], "right": sides["rhs"]}
            fact = ConstantSettled(how="refuted", constant=in_short(constant), **there)
            return Claimed("refuted", fact, Witness(point=point, **sides, text=f"in {row.name}"))
    return known


def on_domain(
    explicit: sympy.Expr,
    limit: sympy.Expr,
    bound: HighProbabilityBound,
    parameters: Sequence[Letter],
    definitions: Mapping[Symbol, sympy.Expr],
) -> tuple[Statement, list[str]]:
    """What the provers receive, on the stated domain, and the letters of which nothing is said."""
    given = [condition.xreplace(dict(definitions)) for condition in bound.given]
    symbols = set().union(*(e.free_symbols for e in (explicit, limit, *given)))
    known = {parameter.name: parameter for parameter in parameters}
    beside = linked({s.name for s in symbols}, [condition for p in parameters for condition in p.domain])
    symbols |= {s for s in beside if s.name not in {symbol.name for symbol in symbols}}
    failing = {bound.failure.name} if isinstance(bound.failure, Symbol) else set()  # a probability by its place
    mine = {s: Symbol(s.name, integer=True) if known[s.name].integer else s for s in symbols if s.name in known}
    conditions = [
        condition.xreplace({known[s.name].symbol: s})
        for s in sorted(mine, key=str)
        for condition in known[s.name].domain
    ]
    conditions += [
        c for s in sorted(symbols, key=str) if s.name in failing - known.keys() for c in (Gt(s, 0), Lt(s, 1))
    ]
    bare = sorted(s.name for s in symbols if s.name not in known.keys() | failing and s.is_positive is None)
    hypotheses = tuple(c.xreplace(mine) for c in (*conditions, *given) if c != sympy.true)
    return Statement(explicit.xreplace(mine), "<=", limit.xreplace(mine), hypotheses), bare


def in_short(constant: sympy.Expr) -> str:
    """A constant as it was written, or its leading digits where that is long."""
    text = str(constant)
    return text if len(text) <= LONGEST else f"about {str(sympy.N(constant, 4)).lower()}"


def _answer(provers: Callable[..., Any], statement: Statement, effort: float) -> Any:
    try:
        return provers(statement, seconds=effort)
    except (ValueError, TypeError):  # outside the language of the provers: open
        return None


def _by_whom(found: Proved | Refuted) -> dict[str, Any]:
    return {"method": engines_in_words(found.engine), "trusted": tuple(found.trusted)}


def _witness(found: Refuted) -> Witness:
    return Witness(point=dict(found.witness), lhs=found.lhs, rhs=found.rhs, text=at(found.witness))


def _short(decimal: str) -> str:
    try:
        return f"{float(decimal):.6g}"
    except ValueError:
        return decimal


def own_steps(steps: Sequence[Step], settled: Sequence[StepVerdict]) -> Iterator[tuple[Step, StepVerdict]]:
    """The claim's own steps with what was found of each."""
    verdicts = {verdict.label: verdict for verdict in settled}
    for step in steps:
        if step.label in verdicts:
            yield step, verdicts[step.label]


# The constant of each named term of a bound: what the derivation gives there, proved, and where a smaller one is too small.

TERM_EFFORT = 0.1  # of a proof, in the seconds of `proof`: a first look, which finds what three times as much finds
TERM_DIGITS = (2, 1)  # of the constants that are tried, rounded up
FAR = (1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e6, 1e9)  # distances from an end of a domain, and from 0
NEAR = tuple(sign * 10**-power * unit for power in (1, 2, 3) for unit in (6, 3, 1) for sign in (-1, 1))  # shares
STARTS, ROUNDS = 3, 20


@dataclass(frozen=True)
class Largest:
    """The largest ratio of a term to its printed one that was seen, and where; no sample enters."""

    ratio: float
    point: dict[str, float]


def per_term(bound: HighProbabilityBound, context: Context) -> tuple[shapes.PerTerm, ...]:
    """A row for every named term: the least constant of two digits that the provers prove for it, if they prove one.

    The ratio of the term to its printed one is looked at over the stated domain, in floats; what was seen is tried,
    rounded up. Only what is proved is called a constant.
    """
    rows = []
    for name, (explicit, printed) in bound.terms.items():
        sides = context.expand(explicit), context.expand(printed)
        seen = _largest(sides, bound, context)
        known: dict[str, Any] = {"constant": None, "settled": "open"}
        if seen is not None:
            known |= {"seen": seen.ratio, "at": seen.point, **_proved(sides, seen.ratio, bound, context)}
        rows.append(shapes.PerTerm(term=name, **known))
    return tuple(rows)


def _proved(
    sides: tuple[sympy.Expr, sympy.Expr], seen: float, bound: HighProbabilityBound, context: Context
) -> dict[str, Any]:
    for constant in _tried(seen):
        asked, _ = on_domain(sides[0], constant * sides[1], bound, context.parameters, context.definitions)
        if alike(asked.lhs, asked.rhs):
            return {"constant": str(constant), "settled": "equal"}
        try:
            answer = proof(asked, seconds=TERM_EFFORT)
        except (ValueError, TypeError):  # outside the language of the provers
            return {}
        if isinstance(answer, Proved):
            return {
                "constant": str(constant),
                "settled": "proved",
                "certificate": answer.certificate,
                "checked": encode(asked),
                "method": engines_in_words(answer.engine),
                "trusted": answer.trusted,
            }
        if isinstance(answer, Unknown):  # with a constant that is hardly larger it would stay open, too
            return {}
    return {}


def _tried(seen: float) -> Iterator[Rational]:
    """What was seen, rounded up to two digits and to one."""
    for digits in TERM_DIGITS if 0 < seen < math.inf else ():
        unit = Rational(10) ** (math.floor(math.log10(seen)) + 1 - digits)
        yield unit * math.ceil(seen * (1 - 1e-9) / float(unit))


def _largest(sides: tuple[sympy.Expr, sympy.Expr], bound: HighProbabilityBound, context: Context) -> Largest | None:
    """Move one letter after the other to where the ratio is largest, far first and then near; ties keep what stands first."""
    given = [context.expand(c) for c in bound.given]
    symbols = sorted({s.name for e in (*sides, *given) for s in e.free_symbols})
    known = {parameter.name: parameter for parameter in context.parameters}
    if any(name not in known and name != str(bound.failure) for name in symbols):
        return None  # a letter without a domain
    given += [context.expand(c) for name in symbols if name in known for c in known[name].domain]
    whole = {name for name in symbols if name in known and known[name].integer}
    values = {name: _values(name, known.get(name), given) for name in symbols}

    def climbed(here: dict[str, float], top: float, near: bool) -> Largest:
        for _ in range(ROUNDS):
            before = top
            for name in values:
                options = [here[name] * (1 + step) for step in NEAR] if near else values[name]
                options = [float(round(option)) for option in options] if name in whole else options
                found = _ratios(sides, given, {**here, name: np.array(options)}, len(options))
                place = int(np.argmax(found))
                if found[place] > top:
                    here, top = {**here, name: options[place]}, float(found[place])
            if top == before:
                break
        return Largest(top, here)

    best = Largest(-math.inf, {})
    for start in range(STARTS):
        here = {name: options[start * (len(options) - 1) // (STARTS - 1)] for name, options in values.items()}
        found = climbed(here, -math.inf, near=False)
        best = found if found.ratio > best.ratio else best
    best = climbed(best.point, best.ratio, near=True) if best.point else best
    return best if best.ratio > 0 and not broken(given, best.point) else None


def _ratios(
    sides: tuple[sympy.Expr, sympy.Expr], given: Sequence[Any], point: Mapping[str, Any], count: int
) -> NDArray[np.float64]:
    """The ratio at several points, to nine decimals; minus infinity where there is none, or a condition fails."""
    with np.errstate(all="ignore"):
        found = np.round(np.broadcast_to(np.divide(number(sides[0], point), number(sides[1], point)), count), 9)
        sound = np.isfinite(found)
        for condition in given:
            if getattr(condition, "rel_op", "") in ("<", "<=", ">", ">="):
                sound = sound & (number(condition.lts, point) <= number(condition.gts, point))
    return np.where(sound, found, -math.inf)


def _values(name: str, parameter: Letter | None, given: Sequence[Any]) -> list[float]:
    """Values of a letter: near to the ends of its domain and far from them; of a probability without a domain (0, 1)."""
    own = [c for c in given if {s.name for s in c.free_symbols} == {name}]
    ends = {0.0, 1.0} if parameter is None else {0.0, *parameter.typical}
    ends |= {float(side) for c in own for side in c.args if side.is_number and side.is_finite}
    spread = {end + sign * far for end in ends for sign in (-1, 1) for far in FAR} | ends
    if parameter is not None and parameter.integer:
        spread = {float(round(value)) for value in spread}
    inside = [value for value in sorted(spread) if parameter is not None or 0 < value < 1]
    return [value for value in inside if not broken(own, {name: value})]
