"""Two rates agree up to a constant: both constants are found and proved."""

from __future__ import annotations

from boundcheck.claims import Evidence, Outcome, SameUpToConstant
from boundcheck.prove import sharpness

from .context import Context


def check(statement: SameUpToConstant, context: Context) -> Evidence:
    """Prove ``low * rhs <= lhs <= high * rhs`` with the sharpest constants to three digits."""
    lhs, rhs = context.expand(statement.lhs), context.expand(statement.rhs)
    given = tuple(context.expand(condition) for condition in statement.given)
    above = sharpness(lhs, rhs, given)
    below = sharpness(rhs, lhs, given)
    if above.constant is None or below.constant is None:
        side = "above" if above.constant is None else "below"
        return Evidence(Outcome.UNDECIDED, f"no constant {side} could be proved; a certified growth would decide it")
    return Evidence(
        Outcome.PROVED,
        f"the ratio lies between 1/{below.constant} and {above.constant}",
        method="sharp constants by bisection over proofs",
        certificate={"engine": "sharpness", "above": above.certificate, "below": below.certificate},
        data={"constant": {"explicit": str(above.constant), "upper": str(above.constant)}},
    )
