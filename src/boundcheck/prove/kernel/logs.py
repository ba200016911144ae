"""What the solver is told about logarithms: 1 - 1/r <= log r <= r - 1, for the right ratios r."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from .field import Field
from .generators import GENS, ONE, used

Fact = tuple[Any, str]


def logarithms(field: Field, claim: Any, kind: str) -> list[Fact]:
    """Return ``1 - 1/r <= log r <= r - 1`` for ratios r that share a coefficient in the claim.

    A symbol with an exponential counts as the logarithm of that exponential.
    """
    found: list[Fact] = []
    combinations: dict[str, list[tuple[fmpq, Log]]] = {}
    if kind == "tangents":
        return [fact for log in _logs(field, claim) for fact in _tangents(field, log)]
    for log in _logs(field, claim):
        c = log.coefficient
        if kind == "single":
            combinations[f"single {log.value}"] = [(fmpq(1), log)]
        elif kind == "groups":
            lead = c.coeffs()[0]
            combinations.setdefault(str(c / lead), []).append((lead, log))
        else:
            for monomial, value in c.terms():
                combinations.setdefault(str(monomial), []).append((value, log))
    for weights in combinations.values():
        found += _ratio(field, weights)
    return found


def _tangents(field: Field, log: Log) -> list[Fact]:
    """Return ``log r <= r/c - 1 + log c`` and ``log r >= log c + 1 - c/r``, for constants c with a logarithm at hand."""
    found = []
    for value, up, down in [(0 * ONE, ONE, ONE), *_constants(field)]:
        n, d = log.num * down, log.den * up  # the ratio r/c
        total = log.value - value
        if field.signs.of(d) == 1 and field.signs.of(n) == 1:
            found += [(total * d - (n - d), "<="), (total * n - (n - d), ">=")]
    return found


def _constants(field: Field) -> list[tuple[Any, Any, Any]]:
    """Return logarithm, numerator and denominator of e, of primes and of their reciprocals, those in the field."""
    found: list[tuple[Any, Any, Any]] = []
    for i, gen in enumerate(field.generators):
        if gen.kind == "exp" and gen.num == 1 and gen.den == 1:
            found += [(gen.step * ONE, GENS[i], ONE), (-gen.step * ONE, ONE, GENS[i])]
        elif gen.kind == "log" and gen.num.is_constant() and gen.den.is_constant():
            found += [(GENS[i], gen.num, gen.den), (-GENS[i], gen.den, gen.num)]
    return found


@dataclass(frozen=True)
class Log:
    """A polynomial `value` that is the logarithm of num/den, and its coefficient in a claim."""

    coefficient: Any
    value: Any
    num: Any
    den: Any


def _logs(field: Field, claim: Any) -> list[Log]:
    found = []
    inside = used(claim)
    for i in sorted(inside):
        gen = field.generators[i]
        if gen.kind == "log" and claim.degrees()[i] == 1:
            found.append(Log(claim.derivative(i), GENS[i], gen.num, gen.den))
    if not found:
        return []
    for i, gen in enumerate(field.generators):
        if gen.kind == "exp" and gen.num == 1 and gen.den == 1:
            constant = sum((c for m, c in claim.terms() if not any(m)), fmpq(0))
            if constant != 0:
                found.append(Log(constant / gen.step * ONE, gen.step * ONE, GENS[i], ONE))
        elif gen.kind == "exp" and gen.den == 1 and gen.num.total_degree() == 1 and used(gen.num) <= inside:
            (j,) = used(gen.num)
            if claim.degrees()[j] == 1:
                found.append(Log(claim.derivative(j) * (1 / gen.step), gen.num * gen.step, GENS[i], ONE))
    return found


def _ratio(field: Field, weights: list[tuple[fmpq, Log]]) -> list[Fact]:
    lcm = math.lcm(*(int(w.q) for w, _ in weights))
    gcd = math.gcd(*(int((w * lcm).p) for w, _ in weights))
    total, up, down = 0 * ONE, ONE, ONE
    for weight, log in weights:
        k = int((weight * lcm / gcd).p)
        total += k * log.value
        if abs(k) > 4:
            return []
        n, d = (log.num, log.den) if k > 0 else (log.den, log.num)
        up, down = up * n ** abs(k), down * d ** abs(k)
    if field.signs.of(down) != 1:
        # up and down have one sign, an unknown one: both sides are multiplied by products that are positive
        return [(total * down**2 - (up - down) * down, "<="), (total * up * down - (up - down) * down, ">=")]
    return [(total * down - (up - down), "<="), (total * up - (up - down), ">=")]
