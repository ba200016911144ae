"""Two rates agree up to a constant: both constants are found and proved, or a path is proved along which none does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Rational

from boundcheck.claims import Evidence, Outcome, SameUpToConstant
from boundcheck.prove import cause, sharpness
from boundcheck.symbolic import Statement, decode, encode

from .context import Context
from .growth import Growth, growth
from .growth import again as growth_again
from .row import DECIDED, Row


def check(same: SameUpToConstant, context: Context) -> Evidence:
    """Prove ``lhs <= K rhs`` and ``rhs <= k lhs`` with the sharpest constants to three digits, or that no constant does."""
    lhs, rhs = context.expand(same.lhs), context.expand(same.rhs)
    given = tuple(context.expand(condition) for condition in same.given)
    try:
        if (grown := growth(lhs, rhs, given, context)) is not None:
            return _no_constant(grown)
        found = {"above": (lhs, rhs, sharpness(lhs, rhs, given)), "below": (rhs, lhs, sharpness(rhs, lhs, given))}
    except (ValueError, TypeError) as error:
        return Evidence(Outcome.UNDECIDED, f"tried: nothing, the provers cannot read it ({error})")
    missing = [side for side, (_, _, sharp) in found.items() if sharp.proved is None]
    if missing:
        tried = list(found[missing[0]][2].tried)
        return Evidence(
            Outcome.UNDECIDED,
            cause(Statement(lhs, "<=", rhs, given))
            or f"no constant could be proved from {' nor from '.join(missing)}; tried: {len(tried)} methods. A certified "
            "growth of the ratio would decide it, or a narrower domain in `given`",
            data={"tried": tried},
        )
    proofs = {side: sharp.proof for side, (_, _, sharp) in found.items()}
    constants = {side: str(sharp.proved) for side, (_, _, sharp) in found.items()}
    return Evidence(
        Outcome.PROVED,
        f"the ratio lies between 1/{constants['below']} and {constants['above']}",
        method="bisection over proofs",
        certificate={
            "engine": "bisection over proofs",
            "comparisons": [
                {"what": f"constant from {side}", "certificate": proof.certificate}
                for side, proof in proofs.items()
                if proof is not None
            ],
        },
        data={
            "constant": {
                "explicit": constants["above"],
                "upper": str(float(Rational(constants["above"]))),
                "reserve": "",
            },
            "statements": [
                Statement(small, "<=", Rational(sharp.proved) * large, given) for small, large, sharp in found.values()
            ],
        },
    )


def _no_constant(grown: Growth) -> Evidence:
    """The refutation along a path: for every K a point at which K is too small."""
    at = ", ".join(f"{name} = {value}" for name, value in grown.path.items())
    return Evidence(
        Outcome.REFUTED,
        f"no constant K from {grown.side} will do: at {at} it is too small, whatever K >= 1",
        method="certified growth along a path",
        certificate={
            "engine": "growth along a path",
            "comparisons": [{"what": words, "certificate": proof.certificate} for words, _, proof in grown.proofs],
        },
        witness={
            "point": {name: str(value) for name, value in grown.path.items()},
            "lhs": str(grown.lhs),
            "rhs": str(grown.rhs),
            "text": f"at {at}, for every K >= 1",
        },
        data={"statements": [statement for _, statement, _ in grown.proofs], "side": grown.side},
    )


def recorded(same: SameUpToConstant, settled: Mapping[str, Any], context: Context) -> bool:
    """Whether a record is of these rates: both inequalities with its constants, or its path from above or from below."""
    several = settled.get("checked_parts") or []
    if settled["outcome"] == "PROVED":
        return bool(several == _rates(same, settled, context))
    return settled["outcome"] != "REFUTED" or several in _paths(same, settled, context)


def _rates(same: SameUpToConstant, settled: Mapping[str, Any], context: Context) -> list[Any]:
    """Both inequalities with the constants that the recorded ones have, where the summary names these."""
    lhs, rhs = context.expand(same.lhs), context.expand(same.rhs)
    given = tuple(context.expand(condition) for condition in same.given)
    sides = [decode(each).rhs for each in settled.get("checked_parts") or []]
    if len(sides) != 2:
        return []
    above, below = (_content(side) / _content(large) for side, large in zip(sides, (rhs, lhs), strict=True))
    if settled["summary"] != f"the ratio lies between 1/{below} and {above}":
        return []
    return [encode(Statement(lhs, "<=", above * rhs, given)), encode(Statement(rhs, "<=", below * lhs, given))]


def _content(expression: Any) -> Rational:
    """The rational factor of an expression."""
    return expression.as_content_primitive()[0]


def _paths(same: SameUpToConstant, settled: Mapping[str, Any], context: Context) -> list[Any]:
    """What the path of the record has to prove of the rates of the claim, from above or from below."""
    sides = (context.expand(same.lhs), context.expand(same.rhs))
    given = tuple(context.expand(condition) for condition in same.given)
    try:
        found = growth_again(*sides, given, settled["witness"], context)
    except (KeyError, ValueError, TypeError, SyntaxError):
        return []
    return [[encode(statement) for statement in side] for side in found]


ROWS = (Row(SameUpToConstant, check, DECIDED, recorded=recorded, no_constant=True),)
