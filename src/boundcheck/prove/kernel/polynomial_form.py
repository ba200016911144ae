"""A sequent in polynomial form, and what the solver is told about exponentials, roots, logarithms and numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq, fmpz
from sympy import Expr

from . import field, smt
from . import field as special
from .field import CONTEXT, GENS, ONE, Field, Rescale, factors, used
from .results import Inapplicable
from .sequent import Atom, Sequent
from .smt import OutOfTime

# What the solver is told about logarithms: 1 - 1/r <= log r <= r - 1, for the right ratios r.

Fact = tuple[Any, str]


def logarithms(field: Field, claim: Any, kind: str) -> list[Fact]:
    """Return ``1 - 1/r <= log r <= r - 1`` for ratios r that share a coefficient in the claim.

    A symbol with an exponential counts as the logarithm of that exponential.
    """
    found: list[Fact] = []
    combinations: dict[str, list[tuple[fmpq, Log]]] = {}
    if kind == "tangents":
        return [fact for log in _logs(field, claim) for fact in _log_tangents(field, log)]
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


def _log_tangents(field: Field, log: Log) -> list[Fact]:
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


# What the solver is told about exponentials, roots and numbers: true polynomial facts, nothing else.

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
        extra += _exp_tangents(field, sorted(reach))
    for kind in ("groups", "monomials", "single", "tangents"):
        if kind in kinds:
            extra += logarithms(field, claim[0], kind)
            if everything:
                for poly, _ in facts:
                    if used(poly) <= reach:
                        extra += logarithms(field, poly, kind)
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
    with ctx.workprec(96):
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


def _exp_tangents(field: Field, reach: list[int]) -> list[Fact]:
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


# A sequent in polynomial form: hypotheses and claim over one field, and signs that its domain fixes.

_SIGN_LIMIT = 60_000
_DEEP = 400  # degree times order of a root, above which a solver looks at one polynomial for a quarter of a minute


def too_deep(field: Field, poly: Any) -> bool:
    """Whether a solver is not asked about a polynomial: what its roots stand for has too high a degree."""
    orders = [int(field.generators[i].step) for i in used(poly) if field.generators[i].kind == "root"]
    return poly.total_degree() * max(orders, default=1) > _DEEP


class Signs:
    """Which polynomials are positive where the hypotheses hold."""

    def __init__(self, field: Field):
        self.field = field
        self.facts: list[Fact] = []
        self.known: dict[str, int] = {}
        self.weak: dict[str, bool] = {}

    def copied(self, field: Field) -> Signs:
        """Return the same signs over a copy of their field."""
        twin = Signs(field)
        twin.facts, twin.known, twin.weak = list(self.facts), dict(self.known), dict(self.weak)
        return twin

    def learn(self, poly: Any, relation: str) -> None:
        """Take ``poly relation 0`` as a hypothesis."""
        self.facts.append((poly, relation))
        self.known.clear()
        self.weak.clear()

    def of(self, poly: Any) -> int:
        """Return 1 or -1 where the sign is settled, else 0."""
        if poly.is_constant():
            value = poly.coefficient(0) if poly != 0 else fmpq(0)
            return (value > 0) - (value < 0)
        key = str(poly)
        if key not in self.known:
            self.known[key] = self._of(poly)
        return self.known[key]

    def not_negative(self, poly: Any) -> int:
        """Return 1 where ``poly >= 0`` is settled, else 0."""
        key = str(poly)
        if key not in self.weak:
            self.weak[key] = (
                any(f == poly and r in (">=", "==") for f, r in self.facts)
                or (used(poly) <= self._letters(weak=True) and all(c > 0 for c in poly.coeffs()))
                or self._holds(poly, ">=")
            )
        return int(self.weak[key])

    def _of(self, poly: Any) -> int:
        positive = self._letters(weak=False)
        for sign in (1, -1):
            if any(f == sign * poly and r == ">" for f, r in self.facts):
                return sign
            if used(poly) <= positive and all(c * sign > 0 for c in poly.coeffs()):
                return sign
        if any(self.field.generators[i].kind == "log" for i in used(poly)):
            return 0
        for sign in (1, -1):
            if self._holds(sign * poly, ">"):
                return sign
        return 0

    def _letters(self, *, weak: bool) -> set[int]:
        """Return the generators that single hypotheses make positive, or only not negative."""
        found = {
            i
            for i, g in enumerate(self.field.generators)
            if g.kind in ("exp", "pi", *field.POSITIVE) or (weak and g.kind == "root")
        }
        wanted = (">", ">=") if weak else (">",)
        return found | {i for f, r in self.facts if r in wanted for i in used(f) if f == CONTEXT.gen(i)}

    def _holds(self, poly: Any, relation: str) -> bool:
        if too_deep(self.field, poly):
            return False
        near = closure(self.field, used(poly), self.facts)
        facts = [f for f in self.facts if used(f[0]) <= near]
        script = text(self.field, facts, (poly, relation), near, ("exponents",))
        return smt.check(script, _SIGN_LIMIT) == "unsat"


class Model:
    """Field, hypotheses as facts, and the claim of a sequent as one fact."""

    def __init__(self, sequent: Sequent, steps: dict[str, fmpq]):
        self.field = Field(steps)
        self.signs = self.field.signs = Signs(self.field)
        simple = sorted(range(len(sequent.given)), key=lambda i: (_size(sequent.given[i].expr), i))
        for i in simple:
            self._learn(sequent.given[i])
        num, den = self.field.normal(sequent.claim.expr)
        self.num, self.den, self.relation = num, den, sequent.claim.relation

    def copied(self) -> Model:
        """Return a model that shares nothing with this one that can change."""
        twin = object.__new__(Model)
        twin.field = self.field.copied()
        twin.signs = twin.field.signs = self.signs.copied(twin.field)
        twin.num, twin.den, twin.relation = self.num, self.den, self.relation
        return twin

    def _learn(self, hypothesis: Atom) -> None:
        try:
            num, den = self.field.normal(hypothesis.expr)
        except OutOfTime:
            raise  # a model without a hypothesis is kept only where the hypothesis has no place in it
        except Inapplicable:
            return  # a hypothesis that cannot be expressed is not used
        self.signs.learn(self.times_sign(num, den), hypothesis.relation)

    def times_sign(self, num: Any, den: Any) -> Any:
        """Return a polynomial of the sign of num/den, for a denominator that is not 0."""
        content, parts = factors(den)
        num = num * (1 if content > 0 else -1)
        for f, k in parts:
            sign = self.signs.of(f)
            if k % 2 and sign:
                num = num * sign
            elif k % 2:
                num = num * f
        return num

    def split(self) -> tuple[Any, list[tuple[Any, str]]] | None:
        """Return sign-free rest of the claim and the factors that must be assumed positive, or None if it is settled.

        A factor of known sign is dropped; one that may vanish is dropped from a weak claim, under the assumption that
        it does not.
        """
        if self.num == 0:
            if self.relation in (">=", "=="):
                return None
            raise Inapplicable("the claim reads 0 > 0")
        content, up = factors(self.num)
        extra, down = factors(self.den)
        sign = 1 if content * extra > 0 else -1
        rest, assumed = ONE, []
        for f, k, below in [(f, k, False) for f, k in up] + [(f, k, True) for f, k in down]:
            known = self.signs.of(f)
            if known:
                sign *= known**k
            elif self.relation in ("==", "!=") and not below:
                rest *= f
            elif k % 2 == 0 and (below or self.relation == ">="):
                if not below:
                    assumed.append((f, "!="))
            elif not below and self.relation == ">=" and self.signs.not_negative(f):
                assumed.append((f, ">"))
            elif self.relation not in ("==", "!="):
                rest *= f if k % 2 else f * f
        rest *= sign
        if rest.is_constant():
            value = rest.coefficient(0)
            if (value > 0 and self.relation != "==") or (value != 0 and self.relation == "!="):
                return None
            if not assumed or self.relation == "==":
                raise Inapplicable("the claim's sign is the wrong one")
        return rest, assumed

    def expr(self, poly: Any) -> Expr:
        """Return the expression that a polynomial stands for."""
        return self.field.to_sympy(poly)


def _size(expr: Expr) -> int:
    return sum(1 for _ in _walk(expr))


def _walk(expr: Any) -> Iterable:
    yield expr
    for arg in expr.args:
        yield from _walk(arg)


def model(sequent: Sequent) -> Model:
    """Return the polynomial form, with exponentials scaled finely enough: a copy for the caller alone.

    What is asked of a field adds generators to it, and generators bring facts with them; nothing that one rule asks may
    reach another.
    """
    return _model(sequent).copied()


@lru_cache(maxsize=5_000)
def _model(sequent: Sequent) -> Model:
    steps: dict[str, fmpq] = {}
    for _ in range(24):
        try:
            return Model(sequent, dict(steps))
        except Rescale as needed:
            steps[needed.key] = needed.step
    raise Inapplicable("the exponents have no common step")
