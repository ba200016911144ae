"""Printed rates beside each other: the same exponents, the same up to a constant, or growing apart beyond every one."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import mpmath
import sympy
from sympy import Expr, Mul, Rational, Symbol, exp
from sympy.core.function import AppliedUndef

from boundcheck.claims import Identity, Inequality, Letter, SameUpToConstant
from boundcheck.prove import Proved, cause, proof, sharpness
from boundcheck.symbolic import Inner, Norm, Statement, broken, decode, encode, number
from boundcheck.verdict import Evidence, Outcome
from boundcheck.verdict import facts as say
from boundcheck.verdict.shapes import Constant, Found, OfRates
from boundcheck.verdict.statements import Settled, Witness

from .context import Check, Context

# Whether two printed rates have the same exponents in every parameter: read off far out, not typed in.

NEAR, FAR = 20, 40  # decimal exponents between which a ratio may not move
BEYOND = 200  # of the other parameters: a term that they multiply dominates
MOVED = 0.1  # of the ratio's logarithm; a factor log(x) moves by log 2
DIGITS = 260
GENERIC = ("3/7", "5/11", "7/3", "11/5", "13/9")


def same_rate(
    one: Any, other: Any, definitions: Mapping[Symbol, sympy.Expr], parameters: Sequence[Letter]
) -> bool | None:
    """Whether the rates of two statements differ by a bounded factor, each parameter far out; None if it cannot be told.

    The ratio is evaluated as one parameter tends to 0 or to infinity, where its domain reaches so far, while the others
    stay or one of them is further out still, so that each term dominates somewhere. Finite ends of a domain are
    matters of the range, not of the rate. An equation bounds nothing, and has no rate.
    """
    ratio = ratio_of(one, other)
    if ratio is None or isinstance(one, Identity):
        return None
    ratio = ratio.xreplace(dict(definitions))
    if ratio.atoms(AppliedUndef) or ratio.has(Inner, Norm):  # of which nothing is known, or of vectors
        return None
    letters = sorted(ratio.free_symbols, key=str)
    if not letters:
        return True
    given = (*getattr(one, "given", ()), *getattr(other, "given", ()))
    ends = {s: list(_ends(s, parameters, given)) for s in letters}
    known = [{"sigmoid": lambda x: 1 / (1 + mpmath.exp(-x))}, "mpmath"]
    evaluate = sympy.lambdify(letters, ratio, modules=known, cse=True)
    seen = 0
    with mpmath.workdps(DIGITS):
        base = {s: _generic(s, place, parameters) for place, s in enumerate(letters)}
        for moved in letters:
            beside = [{}, *({s: _at(end, BEYOND)} for s in letters if s != moved for end in ends[s])]
            for end, rest in itertools.product(ends[moved], beside):
                values = [
                    _log(evaluate, [{**base, **rest, moved: _at(end, size)}[s] for s in letters]) for size in (NEAR, FAR)
                ]
                if None in values:
                    continue
                seen += 1
                if abs(values[1] - values[0]) > MOVED:
                    return False
    return True if seen else None


def ratio_of(one: Any, other: Any) -> sympy.Expr | None:
    """The rate of one statement over that of another of the same shape."""
    if type(one) is not type(other):
        return None
    if isinstance(one, Inequality | Identity):
        if one.lhs == other.lhs:
            return one.rhs / other.rhs
        if one.rhs == other.rhs:
            return other.lhs / one.lhs
        return (one.rhs * other.lhs) / (other.rhs * one.lhs)
    for name in ("printed", "bound"):
        mine, theirs = getattr(one, name, None), getattr(other, name, None)
        if isinstance(mine, sympy.Expr) and isinstance(theirs, sympy.Expr):
            return mine / theirs
    return None


def _ends(symbol: Symbol, parameters: Sequence[Letter], given: Sequence[Any]) -> Iterator[int]:
    """The far ends of a letter: -1 for 0, 1 for infinity, where its domain reaches there."""
    conditions = [c for p in parameters if p.name == symbol.name for c in p.domain]
    conditions += [c for c in given if {s.name for s in getattr(c, "free_symbols", ())} == {symbol.name}]
    for end in (-1, 1):
        at = sympy.Rational(10) ** (end * 12)
        if all(c.subs({s: at for s in c.free_symbols if s.name == symbol.name}) != sympy.false for c in conditions):
            yield end


def _at(end: int, size: int) -> Any:
    return mpmath.mpf(10) ** (end * size)


def _generic(symbol: Symbol, place: int, parameters: Sequence[Letter]) -> Any:
    """A value in the middle of a letter's typical range."""
    share = sympy.Rational(GENERIC[place % len(GENERIC)])
    for parameter in parameters:
        if parameter.name == symbol.name:
            low, high = parameter.typical
            return mpmath.mpf(low) + (mpmath.mpf(high) - mpmath.mpf(low)) * mpmath.mpf(str(sympy.N(share / 3, DIGITS)))
    return mpmath.mpf(str(sympy.N(share, DIGITS)))


def _log(evaluate: Any, point: list[Any]) -> Any:
    """The logarithm of the ratio's size, or None where it has none."""
    try:
        value = abs(evaluate(*point))
        found = mpmath.log(value) if value else None
    except (ZeroDivisionError, OverflowError, ValueError, TypeError, MemoryError):
        return None
    return found if found is not None and mpmath.isfinite(found) else None


# Growth beyond every constant: a path of exact points, for each K one at which K times the one rate is below the other.

CONSTANT = Symbol("K", real=True)
EVERY = (CONSTANT >= 1,)
EFFORT = 1.0  # in the seconds of `proof`, of each comparison
LOOKED_AT = (1, 3, 10)  # constants at which a path is looked at in floats before anything is proved
SPEEDS = (2 * CONSTANT, 4 * CONSTANT**2, 16 * CONSTANT**4, exp(2 * CONSTANT))
RESTING = tuple(map(Rational, ("1", "1/2", "2", "1/4", "3", "1/10")))
MOST_RESTS = 40  # of the letters that stay


@dataclass(frozen=True)
class Growth:
    """A path along which no constant K holds ``large <= K * small``, with what has been proved of it.

    Parameters
    ----------
    side : {"above", "below"}
        Which of the two comparisons fails.
    path : mapping of str to Expr
        Values of the letters in K.
    lhs, rhs : Expr
        The larger rate, and K times the smaller one, along the path.
    proofs : tuple of (words, Statement, Proved)
    """

    side: Literal["above", "below"]
    path: Mapping[str, Expr]
    lhs: Expr
    rhs: Expr
    proofs: tuple[tuple[str, Statement, Proved], ...]


def growth(lhs: Expr, rhs: Expr, given: Sequence[Any], context: Context) -> Growth | None:
    """The first path that is found and proved; None without one, which says nothing."""
    given = stated(lhs, rhs, given, context)
    letters = sorted({s for e in (lhs, rhs, *given) for s in e.free_symbols}, key=str)
    for path in _growth_paths(letters, given):
        for side, large, small in (("above", lhs, rhs), ("below", rhs, lhs)):
            if all(_beyond(large, small, path, given, k) for k in LOOKED_AT):
                found = _proved(side, large, small, path, given, context)
                if found is not None:
                    return found
    return None


def stated(lhs: Expr, rhs: Expr, given: Sequence[Any], context: Context) -> tuple[Any, ...]:
    """The conditions of the two rates, with the domains of the parameters that they speak of."""
    names = {s.name for s in lhs.free_symbols | rhs.free_symbols}
    domains = [context.expand(c) for p in context.parameters if p.name in names for c in p.domain]
    return (*given, *(c for c in domains if c not in given))


def comparisons(large: Expr, small: Expr, path: Mapping[Symbol, Expr], given: Iterable[Any]) -> list[tuple[str, Statement]]:
    """What has to be true for every K from 1 on: the conditions on the path, a smaller rate of at least 0, the growth."""
    asked = []
    for condition in given:
        lesser, greater = condition.lts.xreplace(path), condition.gts.xreplace(path)
        if lesser.free_symbols | greater.free_symbols:
            relation = "<=" if "=" in condition.rel_op else "<"
            asked.append((f"its condition {condition}", Statement(lesser, relation, greater, EVERY)))
    large, small = large.xreplace(path), small.xreplace(path)
    asked.append(("the smaller rate is at least 0", Statement(sympy.Integer(0), "<=", small, EVERY)))
    asked.append(("the other is larger than K times it", Statement(CONSTANT * small, "<", large, EVERY)))
    return asked


def again(
    lhs: Expr, rhs: Expr, given: Sequence[Any], point: Mapping[str, str], context: Context
) -> list[list[Statement]]:
    """What a recorded path would have to prove, on each of the two sides."""
    letters = {s.name: s for e in (lhs, rhs, *given) for s in e.free_symbols}
    path = {letters[name]: sympy.sympify(text, locals={"K": CONSTANT}) for name, text in point.items()}
    whole = stated(lhs, rhs, given, context)
    return [
        [statement for _, statement in comparisons(large, small, path, whole)]
        for large, small in ((lhs, rhs), (rhs, lhs))
    ]


def _proved(
    side: Any, large: Expr, small: Expr, path: Mapping[Symbol, Expr], given: Sequence[Any], context: Context
) -> Growth | None:
    whole = {p.name for p in context.parameters if p.integer}
    step = {CONSTANT: Symbol("K", integer=True, positive=True)}
    if any(s.name in whole and not value.xreplace(step).is_integer for s, value in path.items()):
        return None  # whole constants are enough, and the path must stay among whole numbers
    proofs = []
    for words, statement in comparisons(large, small, path, given):
        try:
            found = proof(statement, seconds=EFFORT)
        except (ValueError, TypeError):
            return None
        if not isinstance(found, Proved):
            return None
        proofs.append((words, statement, found))
    shown = {s.name: value for s, value in path.items()}
    return Growth(side, shown, large.xreplace(path), CONSTANT * small.xreplace(path), tuple(proofs))


def _growth_paths(letters: Sequence[Symbol], given: Sequence[Any]) -> Iterator[dict[Symbol, Expr]]:
    """One letter moves, to infinity or to a number that a condition names, and the others rest where the conditions admit it."""
    for moved in letters:
        rest = [s for s in letters if s != moved]
        ends = [end for c in given for end in (c.lts, c.gts) if end.is_Rational and moved in c.free_symbols]
        targets = dict.fromkeys((sympy.Integer(0), *ends))
        for speed in SPEEDS:
            moves = [speed, *(e + sign / speed for e in targets for sign in (1, -1))]
            for move in moves:
                for values in itertools.islice(itertools.product(RESTING, repeat=len(rest)), MOST_RESTS):
                    path = {moved: move, **dict(zip(rest, values, strict=True))}
                    if not any(broken(given, _point(path, k)) for k in LOOKED_AT):
                        yield path
                        break


def _point(path: Mapping[Symbol, Expr], constant: int) -> dict[str, float]:
    return {s.name: float(value.subs(CONSTANT, constant)) for s, value in path.items()}


def _beyond(large: Expr, small: Expr, path: Mapping[Symbol, Expr], given: Sequence[Any], constant: int) -> bool:
    point = _point(path, constant)
    return bool(number(large, point) > constant * number(small, point) >= 0)


# Two rates agree up to a constant: both constants are found and proved, or a path is proved along which none does.

def check(same: SameUpToConstant, context: Context) -> Evidence:
    """Prove ``lhs <= K rhs`` and ``rhs <= k lhs`` with the sharpest constants to three digits, or that no constant does."""
    lhs, rhs = context.expand(same.lhs), context.expand(same.rhs)
    given = tuple(context.expand(condition) for condition in same.given)
    try:
        if (grown := growth(lhs, rhs, given, context)) is not None:
            return _no_constant(grown)
        found = {"above": (lhs, rhs, sharpness(lhs, rhs, given)), "below": (rhs, lhs, sharpness(rhs, lhs, given))}
    except (ValueError, TypeError) as error:
        return Evidence(Outcome.UNDECIDED, say.NotRead(str(error)))
    missing: list[Any] = [side for side, (_, _, sharp) in found.items() if sharp.proved is None]
    if missing:
        tried = tuple(found[missing[0]][2].tried)
        unknown = cause(Statement(lhs, "<=", rhs, given))
        open_ = say.Words(unknown) if unknown else say.NoConstantProved(sides=tuple(missing), methods=len(tried))
        return Evidence(Outcome.UNDECIDED, open_, found=Found(evidence=OfRates(tried=tried)))
    proofs = {side: sharp.proof for side, (_, _, sharp) in found.items()}
    constants = {side: str(sharp.proved) for side, (_, _, sharp) in found.items()}
    return Evidence(
        Outcome.PROVED,
        _between(constants["below"], constants["above"]),
        method="bisection over proofs",
        certificate={
            "engine": "bisection over proofs",
            "comparisons": [
                {"what": f"constant from {side}", "certificate": proof.certificate}
                for side, proof in proofs.items()
                if proof is not None
            ],
        },
        found=Found(
            evidence=OfRates(),
            constant=Constant(explicit=constants["above"], upper=str(float(Rational(constants["above"])))),
        ),
        statements=tuple(_at_most(small, Rational(sharp.proved), large, given) for small, large, sharp in found.values()),
    )


def _at_most(small: Expr, constant: Rational, large: Expr, given: tuple[Any, ...]) -> Statement:
    """What was proved: the constant stands before the other side as that was written."""
    return Statement(small, "<=", Mul(constant, large, evaluate=False), given)


def _between(below: Any, above: Any) -> say.Fact:
    """Both constants, the one from below turned around."""
    return say.RatioBetween(low=str(1 / Rational(below)), high=str(Rational(above)))


def _no_constant(grown: Growth) -> Evidence:
    """The refutation along a path: for every K a point at which K is too small."""
    at = ", ".join(f"{name} = {value}" for name, value in grown.path.items())
    return Evidence(
        Outcome.REFUTED,
        say.NoConstantAlong(side=grown.side, path={name: str(value) for name, value in grown.path.items()}),
        method="certified growth along a path",
        certificate={
            "engine": "growth along a path",
            "comparisons": [{"what": words, "certificate": proof.certificate} for words, _, proof in grown.proofs],
        },
        witness=Witness(
            point={name: str(value) for name, value in grown.path.items()},
            lhs=str(grown.lhs),
            rhs=str(grown.rhs),
            text=f"at {at}, for every K >= 1",
        ),
        found=Found(evidence=OfRates(side=grown.side)),
        statements=tuple(statement for _, statement, _ in grown.proofs),
    )


def recorded(same: SameUpToConstant, settled: Settled, context: Context) -> bool:
    """Whether a record is of these rates: both inequalities with its constants, or its path from above or from below."""
    several = list(settled.checked_parts)
    if settled.outcome == "PROVED":
        return bool(several == _rates(same, settled, context))
    return settled.outcome != "REFUTED" or several in _path_claims(same, settled, context)


def _rates(same: SameUpToConstant, settled: Settled, context: Context) -> list[Any]:
    """Both inequalities with the constants that the recorded ones have, where the fact names these."""
    lhs, rhs = context.expand(same.lhs), context.expand(same.rhs)
    given = tuple(context.expand(condition) for condition in same.given)
    sides = [decode(each).rhs for each in settled.checked_parts]
    if len(sides) != 2:
        return []
    above, below = (_content(side) / _content(large) for side, large in zip(sides, (rhs, lhs), strict=True))
    if settled.fact != _between(below, above):
        return []
    return [encode(_at_most(lhs, above, rhs, given)), encode(_at_most(rhs, below, lhs, given))]


def _content(expression: Any) -> Rational:
    """The rational factor of an expression."""
    return expression.as_content_primitive()[0]


def _path_claims(same: SameUpToConstant, settled: Settled, context: Context) -> list[Any]:
    """What the path of the record has to prove of the rates of the claim, from above or from below."""
    sides = (context.expand(same.lhs), context.expand(same.rhs))
    given = tuple(context.expand(condition) for condition in same.given)
    if settled.witness is None:
        return []
    try:
        found = again(*sides, given, settled.witness.point, context)
    except (KeyError, ValueError, TypeError, SyntaxError):
        return []
    return [[encode(statement) for statement in side] for side in found]


class Rates(Check):
    """Two rates; a refutation proves that no constant will do."""

    no_constant = True

    def is_of(self, statement: Any, settled: Settled, context: Context) -> bool:
        return recorded(statement, settled, context)


CHECKS = (Rates(SameUpToConstant, check),)
