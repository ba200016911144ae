"""What the solver is told about exponentials, roots and numbers: true polynomial facts, nothing else."""

from __future__ import annotations

import math
from typing import Any

from flint import arb, fmpq, fmpz

from boundcheck.symbolic.exact_values import precision

from . import logs, smt, special
from .field import Field
from .generators import CONTEXT, GENS, ONE, used
from .results import Inapplicable

Fact = tuple[Any, str]
_REACH = 8  # largest power of an exponential that a hypothesis on exponents may need


def closure(field: Field, start: set[int], facts: list[Fact], *, all_facts: bool = False) -> set[int]:
    """Return the generators that the given ones are defined by, and optionally those tied to them by facts."""
    reached = set(start)
    while True:
        more: set[int] = set()
        for i in reached:
            gen = field.generators[i]
            if gen.kind == "root" or gen.kind in special.KINDS:
                more |= used(gen.num) | used(gen.den) | special.beside(gen)
        if all_facts:
            more |= {j for i in reached for j in _linked(field, i)}
            for poly, _ in facts:
                if used(poly) & (reached | more):
                    more |= used(poly)
            for i, gen in enumerate(field.generators):
                if gen.kind in ("exp", "root") and (used(gen.num) | used(gen.den)) & reached and used(gen.num):
                    more.add(i)
        if more <= reached:
            return reached
        reached |= more


def _linked(field: Field, i: int) -> set[int]:
    gen = field.generators[i]
    return used(gen.num) | used(gen.den) if gen.num is not None else set()


def text(
    field: Field,
    facts: list[Fact],
    claim: Fact,
    reach: set[int],
    kinds: tuple[str, ...],
    *,
    everything: bool = False,
) -> str:
    """Return the SMT-LIB script that is unsatisfiable only if the claim follows.

    With `everything`, logarithms in hypotheses are bounded as those of the claim are.
    """
    opposite = {">=": "<", ">": "<=", "==": "!=", "!=": "=="}[claim[1]]
    extra: list[Fact] = []
    for i in sorted(reach):
        extra += _definition(field, i)
    if "exponents" in kinds:
        for fact in facts_on_exponents(field, [*facts_all(field), (claim[0], opposite)], reach):
            extra.append(fact)
    if "link" in kinds:
        for i in sorted(reach):
            extra += _link(field, i)
        extra += _tangents(field, sorted(reach))
    for kind in ("groups", "monomials", "single", "tangents"):
        if kind in kinds:
            extra += logs.logarithms(field, claim[0], kind)
            if everything:
                for poly, _ in facts:
                    if used(poly) <= reach:
                        extra += logs.logarithms(field, poly, kind)
    inside = [fact for fact in facts if used(fact[0]) <= reach]
    asserted = [smt.comparison(*fact) for fact in extra + inside] + [smt.comparison(claim[0], opposite)]
    names = set().union(reach, *(used(p) for p, _ in extra))
    return smt.script(asserted, sorted(names))


def facts_all(field: Field) -> list[Fact]:
    """Return all hypotheses of the field."""
    return field.signs.facts


def _definition(field: Field, i: int) -> list[Fact]:
    gen, v = field.generators[i], GENS[i]
    if gen.kind == "exp":
        if gen.num == 1 and gen.den == 1:
            return _between(v, lambda: (arb(gen.step)).exp())
        return [(v, ">")]
    if gen.kind == "root":
        return [(v, ">="), (v**gen.step * gen.den - gen.num, "==")]
    if gen.kind == "pi":
        return _between(v, lambda: arb.pi())
    if gen.kind in special.KINDS:
        return special.facts(gen, v, _between)
    if gen.kind == "log" and gen.num.is_constant() and gen.den.is_constant():
        value = gen.num.coefficient(0) / gen.den.coefficient(0)
        return _between(v, lambda: arb(value).log()) if value > 0 else []
    return []


def _between(v: Any, value: Any, bits: int = 24) -> list[Fact]:
    low, high = rational_bounds(value, bits)
    return [(v - low, ">"), (high - v, ">")]


def rational_bounds(value: Any, bits: int = 24) -> tuple[fmpq, fmpq]:
    """Return short rationals strictly below and above the ball that `value()` returns."""
    with precision(96):
        ball = value()
        size = float(abs(ball).upper())
        if not math.isfinite(size):
            raise Inapplicable("a number is too large")
        scale = fmpz(2) ** max(4, bits - int(math.log2(max(1e-9, size))))
        low = (ball * scale).floor().lower().unique_fmpz() - 1
        high = (ball * scale).ceil().upper().unique_fmpz() + 1
    return fmpq(low, scale), fmpq(high, scale)


def facts_on_exponents(field: Field, facts: list[Fact], reach: set[int]) -> list[Fact]:
    """Return what hypotheses that are linear in exponents say about the exponentials."""
    table = {}
    for i, gen in enumerate(field.generators):
        if gen.kind == "exp" and gen.den == 1 and i in reach:
            table[gen.num.monomial(0)] = i
    found: list[Fact] = []
    for poly, relation in facts:
        if relation == "!=":
            continue
        if relation in ("<", "<="):
            poly, relation = -poly, relation.replace("<", ">")
        powers: dict[int, fmpq] = {}
        constant = fmpq(0)
        for monomial, coefficient in poly.terms():
            if not any(monomial):
                constant = coefficient
            elif monomial in table:
                i = table[monomial]
                powers[i] = coefficient / field.generators[i].step
            else:
                break
        else:
            found += _exponentiated(field, powers, constant, relation, table)
    return found


def _exponentiated(field: Field, powers: dict, constant: fmpq, relation: str, table: dict) -> list[Fact]:
    if not powers:
        return []
    lcm = math.lcm(*(int(p.q) for p in powers.values()))
    gcd = math.gcd(*(int((p * lcm).p) for p in powers.values()))
    scale = fmpq(lcm, gcd)
    up, down = ONE, ONE
    for i, power in sorted(powers.items()):
        k = int((power * scale).p)
        if abs(k) > _REACH:
            return []
        up, down = (up * GENS[i] ** k, down) if k > 0 else (up, down * GENS[i] ** -k)
    if constant == 0:
        return [(up - down, relation)]
    found: list[Fact] = []
    one = table.get((0,) * len(next(iter(CONTEXT.gens())).monomial(0)))
    if one is not None:
        k = -constant * scale / field.generators[one].step
        if k.q == 1 and abs(k) <= _REACH:
            e = GENS[one]
            found.append((up - down * e ** int(k.p) if k > 0 else up * e ** int(-k.p) - down, relation))
    low, high = rational_bounds(lambda: arb(-constant * scale).exp(), 16)
    found.append((up - down * low, ">" if relation == "==" else relation))
    if relation == "==":
        found.append((down * high - up, ">"))
    return found


def _link(field: Field, i: int) -> list[Fact]:
    gen, v = field.generators[i], GENS[i]
    if gen.kind != "exp" or gen.den != 1 or gen.num == 1:
        return []
    x = gen.num * gen.step
    return [(v - 1 - x, ">="), (1 - v * (1 - x), ">=")]


def _tangents(field: Field, reach: list[int]) -> list[Fact]:
    found: list[Fact] = []
    plain = [i for i in reach if field.generators[i].kind == "exp" and field.generators[i].den == 1]
    plain = [i for i in plain if field.generators[i].num != 1]
    if len(plain) > 3:
        return []
    for i in plain:
        for j in plain:
            if i != j:
                a, b = (field.generators[k].num * field.generators[k].step for k in (i, j))
                found.append((GENS[i] - GENS[j] * (1 + a - b), ">="))
    return found
