"""The constant that a bound names: is the explicit version at most that many times the printed rate, everywhere?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from sympy import Gt, Lt, Symbol

from boundcheck.claims import Claim, HighProbabilityBound, Letter, Step, StepVerdict
from boundcheck.claims.at_point import at
from boundcheck.prove import Proved, Refuted, prove, refute
from boundcheck.symbolic import Statement, encode

from ..inequality import engines_in_words
from ..own_domain import linked
from ..settling import beyond, by_step

# Effort, in the seconds of `prove`: of the proof of a bound, and of the counterexample to one that a step proves.
EFFORT, BESIDE_A_STEP = 3.0, 0.5
AT_POINTS = "at the points of this run"
POINT_TOLERANCE = 1e-9
LONGEST = 40  # characters of a constant in a sentence


@dataclass(frozen=True)
class Claimed:
    """How ``explicit <= constant * printed`` was settled.

    Parameters
    ----------
    settled : {"equal", "proved", "step", "points", "refuted", "excluded", "unusable"}
        The two versions are the same; proved on the stated domain; by a step of the proof; not beyond the points of
        the run; false; an instance excludes every constant; no positive number.
    reserve : str
        Under which the constant is quoted; empty if without one.
    text : str
        A sentence that says how.
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

    settled: str
    reserve: str = ""
    text: str = ""
    witness: Mapping[str, Any] | None = None
    certificate: Mapping[str, Any] | None = None
    checked: Any = None
    method: str = ""
    trusted: tuple[str, ...] = ()
    step: str = ""

    @property
    def quoted(self) -> bool:
        """Whether the constant may be quoted."""
        return self.settled in ("equal", "proved", "step", "points")


def settle(
    bound: HighProbabilityBound,
    name: str,
    *,
    parameters: Sequence[Letter] = (),
    definitions: Mapping[Symbol, sympy.Expr] | None = None,
    steps: Sequence[tuple[Step, StepVerdict | None]] = (),
    effort: float = EFFORT,
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
    """
    if bound.collapse is not None:
        return Claimed("excluded")
    constant = sympy.sympify(bound.constant)
    if not (constant.is_number and constant.is_positive and constant.is_finite):
        text = f"the claimed constant {in_short(constant)} is no positive number, and is not quoted"
        return Claimed("unusable", text=text)
    expand = dict(definitions or {})
    explicit, limit = (sympy.sympify(e).xreplace(expand) for e in (bound.explicit, constant * bound.printed))
    if explicit == limit:
        words = "the printed one" if constant == 1 else f"{in_short(constant)} times the printed rate"
        return Claimed("equal" if constant == 1 else "proved", text=f"the explicit version is {words}")
    statement, bare = on_domain(explicit, limit, bound, parameters, expand)
    settling = by_step(bound, name, expand, steps)
    lacks = beyond(settling[1], statement.given, parameters) if settling is not None else []
    if settling is None or lacks:
        found = _answer(prove, statement, effort)
    else:  # the step proves it; what may still be found is that its proof is of something else
        found = _answer(refute, statement, min(effort, BESIDE_A_STEP))
    where = ", ".join(map(str, lacks))
    if isinstance(found, Refuted) and not bare:  # whatever a step says
        text = f"the claimed constant {in_short(constant)} is refuted: {_false(constant, found)}"
        if settling is not None:
            text += f"; the step {settling[0].label} proves it for {where}" if lacks else ""
        return Claimed("refuted", "", text, _witness(found), found.certificate, encode(statement), **_by_whom(found))
    if settling is not None and not lacks:
        return Claimed("step", text=f"proved by the step {settling[0].label}", step=settling[0].label)
    if isinstance(found, Proved):
        return Claimed(
            "proved",
            text="proved on the stated domain",
            certificate=found.certificate,
            checked=encode(statement),
            **_by_whom(found),
        )
    if settling is not None:
        text = f"the constant {in_short(constant)} is proved by the step {settling[0].label} for {where}"
        return Claimed("step", f"for {where}", text)
    if bare:
        lack = f"{', '.join(bare)} {'has' if len(bare) == 1 else 'have'} no domain"
        return Claimed("points", f"{AT_POINTS}; {lack}", f"not proved: {lack}; a Letter for each gives one")
    return Claimed("points", f"{AT_POINTS}; not proved beyond them", "neither proved nor refuted on the stated domain")


def limit(bound: HighProbabilityBound, claim: Claim) -> tuple[Sequence[Any], sympy.Expr]:
    """The conditions under which a step has to bound the explicit version, and by what: the printed rate with its constant."""
    expand = dict(claim.definitions)
    most = (bound.constant * bound.printed).xreplace(expand)
    asked, _ = on_domain(bound.explicit.xreplace(expand), most, bound, claim.parameters, expand)
    return asked.given, most


def at_points(known: Claimed, constant: sympy.Expr, rows: Sequence[Mapping[str, Any]]) -> Claimed:
    """`known`, unless nothing is proved and a point of the run contradicts it."""
    if known.settled != "points":
        return known
    for row in rows:
        limit = float(constant) * row["printed"]
        if row["bound"] > limit * (1 + POINT_TOLERANCE):
            point = {name: sympy.sstr(entry) for name, entry in row["point"].items()}
            sides = {"lhs": f"{row['bound']:.6g}", "rhs": f"{limit:.6g}"}
            name = in_short(constant)
            text = (
                f"the claimed constant {name} is refuted: in {row['name']!r} the explicit version is {sides['lhs']}, "
                f"and {name} times the printed rate {sides['rhs']}"
            )
            return Claimed("refuted", "", text, {"point": point, **sides, "text": f"in {row['name']}"})
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


def _witness(found: Refuted) -> dict[str, Any]:
    return {"point": dict(found.witness), "lhs": found.lhs, "rhs": found.rhs, "text": at(found.witness)}


def _false(constant: sympy.Expr, found: Refuted) -> str:
    left, right = (_short(side) for side in (found.lhs, found.rhs))
    sides = f"the explicit version is {left}, and {in_short(constant)} times the printed rate {right}"
    return f"{at(found.witness)} {sides}"


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
