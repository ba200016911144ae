"""Whether the witness that a record displays is the point of its certificate, with the sides at that point."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from flint import arb

from boundcheck.claims.at_point import at
from boundcheck.prove.kernel.points import decimals
from boundcheck.prove.kernel.reading import displayed
from boundcheck.symbolic import Equivalence, decode
from boundcheck.symbolic.balls import ball
from boundcheck.symbolic.exact_values import Undefined, Unsure, as_arb, precision, rational

_BITS = (128, 512, 2560)  # with which the sides of a witness are computed
_FEWEST = 6  # digits of a displayed side; with fewer it has to agree to the letter


def misshown(settled: dict[str, Any], certificate: dict[str, Any], encoded: Any) -> str:
    """How the displayed witness differs from the point of the certificate; empty where it is that point."""
    witness = settled.get("witness")
    if certificate.get("kind") != "counterexample":
        return "a witness is shown beside a proof" if witness else ""
    if not witness or dict(witness["point"]) != certificate["point"]:
        return "the displayed witness is not the point of the certificate"
    where = at(certificate["point"])
    if witness.get("text") != where or ("summary" in settled and f"false {where}" not in settled["summary"]):
        return "the words name another point than the certificate"
    if not _same_sides(encoded, certificate["point"], (witness["lhs"], witness["rhs"])):
        return "the displayed sides are not those at the point of the certificate"
    return ""


def _same_sides(encoded: Any, point: dict[str, str], shown: tuple[str, str]) -> bool:
    """Whether the sides of a relation at a point are those shown; of several relations, those of one of them."""
    goal = displayed(decode(encoded))
    goals = (*goal.left, *goal.right) if isinstance(goal, Equivalence) else getattr(goal, "parts", (goal,))
    return any(
        all(_same_side(side, point, text) for side, text in zip((each.lhs, each.rhs), shown, strict=True))
        for each in goals
    )


def _same_side(expression: Any, point: dict[str, str], shown: str) -> bool:
    env = {name: rational(Fraction(value)) for name, value in point.items()}
    for bits in _BITS:
        with precision(bits):
            try:
                value = ball(expression, env)
            except Unsure:
                continue
            except Undefined:
                return False
            if decimals(value) == shown or _close(as_arb(value), shown):
                return True
    return False


def _close(value: Any, shown: str) -> bool:
    """Whether a decimal of enough digits is a value up to two units of its last place."""
    try:
        _, digits, exponent = Decimal(shown).as_tuple()
    except (InvalidOperation, ValueError):
        return False
    if len(digits) < _FEWEST or not isinstance(exponent, int):
        return False
    return bool(abs(value - arb(shown)) <= arb(f"2e{exponent}"))
