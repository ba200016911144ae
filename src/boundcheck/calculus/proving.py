"""Goals that the provers settle: terms become letters, or vectors become vectors; found once, then replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import sympy
from sympy import Expr, MatrixSymbol, Symbol, exp, log, oo, sympify

from boundcheck.prove import Proved, Refuted, Unknown, proof, prove, replay
from boundcheck.symbolic import Statement, inner_products
from boundcheck.symbolic.encode import fingerprint
from boundcheck.symbolic.statement import flatten_all

from .terms import (
    Combination,
    Function,
    Gradient,
    Identity,
    Index,
    Inner,
    Inverse,
    Missing,
    Norm,
    Term,
    Value,
    WeightSum,
    letters,
    spelling,
    terms,
)

SECONDS = 2.0
FIRST = 0.2  # seconds of a first look, which finds most proofs
CONTRADICTORY = "nothing is shown to satisfy its hypotheses"


class Prover:
    """Settles goals; what it proved is kept by the goal's own fingerprint, and with it a certificate replays.

    Parameters
    ----------
    certificates : what was proved before; where it is given nothing is searched for
    seconds : the effort for one goal, roughly
    """

    def __init__(self, certificates: dict[str, Any] | None = None, seconds: float = SECONDS):
        self.kept = certificates
        self.seconds = seconds
        self.found: dict[str, Any] = {}
        self.failed: dict[tuple[str, Any], str] = {}
        self.used: dict[str, Any] = {}

    def scalar(
        self, goal: Statement, given: Sequence[Statement], *, hunt: bool = True, seconds: float | None = None
    ) -> str:
        """Empty where the goal is proved, every term read as a letter; else why it is not."""
        return self._settled(Names(), goal, given, hunt, seconds or self.seconds)

    def vectors(self, goal: Statement, given: Sequence[Statement]) -> str:
        """Empty where the goal is proved of vectors of any dimension; else why it is not."""
        return self._settled(Matrices(), goal, given, True, self.seconds)

    def _settled(self, names: Names, goal: Statement, given: Sequence[Statement], hunt: bool, seconds: float) -> str:
        plain = names.plain(goal)
        hypotheses = tuple(dict.fromkeys(h for h in map(names.plain, given) if not _says_nothing(h)))
        hypotheses += tuple(names.known)
        matrices = bool(names.known) or inner_products.has_vectors(plain, hypotheses)
        key = (inner_products.vector_fingerprint if matrices else fingerprint)(plain, hypotheses)
        if self.kept is not None:
            held = self.kept.get(key)
            if held is None or not replay(held, plain, hypotheses).ok:
                return "the certificate has no proof of it"
            self.used[key] = held
            return ""
        if key not in self.found:
            if (key, (hunt, seconds)) in self.failed:
                return self.failed[key, (hunt, seconds)]
            answer = (prove if hunt else proof)(plain, hypotheses, seconds=seconds)
            if not isinstance(answer, Proved):
                words = "not proved"
                if isinstance(answer, Refuted):
                    words = f"it is false at {names.shown(answer.witness)}"
                elif isinstance(answer, Unknown) and any("satisfy" in text for text in answer.left):
                    words = CONTRADICTORY
                self.failed[key, (hunt, seconds)] = words
                return words
            self.found[key] = answer.certificate
        self.used[key] = self.found[key]
        return ""


class Names:
    """Plain letters for terms and indices, one each, in the order in which they come."""

    opaque: tuple[type, ...] = (Term,)

    def __init__(self) -> None:
        self.letters: dict[Any, Any] = {}
        self.known: list[Statement] = []

    def plain(self, said: Statement) -> Statement:
        """The relation, in letters."""
        for side in (said.lhs, said.rhs):
            for atom in sorted(terms(side) | letters(side), key=sympy.srepr):
                if not isinstance(atom, Term) or isinstance(atom, self.opaque):
                    self.letters.setdefault(atom, self._letter(atom))
        return Statement(self.expression(said.lhs), said.relation, self.expression(said.rhs))

    def expression(self, x: Expr) -> Any:
        """An expression, in letters."""
        if x in self.letters:
            return self.letters[x]
        return x.func(*map(self.expression, x.args)) if x.args else x

    def _letter(self, atom: Any) -> Symbol:
        kind = "integer" if getattr(atom, "is_integer", False) else "real"
        return Symbol(self.fresh(atom), **{kind: True})

    def fresh(self, atom: Any) -> str:
        """A name that nothing has yet, near to how it prints."""
        taken = {s.name for s in self.letters.values()}
        kept = "".join(c if c.isalnum() or c == "_" else " " for c in str(atom))
        base = "_".join(kept.split()) or "q"
        name, n = base, 1
        while name in taken:
            n += 1
            name = f"{base}_{n}"
        return name

    def shown(self, witness: dict[str, str]) -> str:
        """A witness in the terms that its letters stand for."""
        back = {s.name: str(a) for a, s in self.letters.items()}
        return ", ".join(f"{back.get(n, n)} = {v}" for n, v in witness.items())


class Matrices(Names):
    """Letters for terms, and one matrix symbol for every vector and every weight: relations of which dimensions say nothing."""

    opaque = tuple(c for c in Term.__subclasses__() if c not in (Inner, Norm))
    dimension = Symbol("dimension", integer=True, positive=True)

    def plain(self, said: Statement) -> Statement:
        """The relation, in letters and vectors."""
        inner = {
            a
            for t in terms((said.lhs, said.rhs))
            if isinstance(t, (Inner, Norm))
            for a in letters(t) | _coefficients(t)
        }
        for atom in sorted(inner, key=sympy.srepr):
            self.letters.setdefault(atom, self._letter(atom))
        return super().plain(said)

    def expression(self, x: Any) -> Any:
        """An expression or a vector, in letters and vectors."""
        if isinstance(x, Inner):
            u, v, weight = x.args
            last = self._symbol(v, 1) if isinstance(weight, Identity) else self.weight(weight) * self._symbol(v, 1)
            return inner_products.Inner(self._symbol(u, 1), last)
        if isinstance(x, Norm):
            pairs = x.args[0].args
            vector = _sum(self.expression(c) * self._symbol(b, 1) if c != 1 else self._symbol(b, 1) for c, b in pairs)
            return inner_products.Norm(vector, None if isinstance(x.args[1], Identity) else self.weight(x.args[1]))
        return super().expression(x)

    def weight(self, weight: Any) -> Any:
        """A matrix, of which `known` says that it is positive, and what it is the sum of."""
        if isinstance(weight, Identity):
            return sympy.Identity(self.dimension)
        if isinstance(weight, Inverse):
            return self.weight(weight.args[0]).I
        new = weight not in self.letters
        symbol = self._symbol(weight, self.dimension)
        if new and isinstance(weight, WeightSum):
            total = _sum(self.expression(c) * self.weight(w) if c != 1 else self.weight(w) for c, w in weight.args)
            sign = inner_products.definite(symbol) if _with_identity(weight) else inner_products.loewner(0, symbol)
            self.known += [Statement(symbol, "==", total), sign]
        elif new:
            self.known.append(inner_products.loewner(0, symbol))
        return symbol

    def _symbol(self, thing: Any, columns: Any) -> MatrixSymbol:
        if thing not in self.letters:
            self.letters[thing] = MatrixSymbol(self.fresh(thing), self.dimension, columns)
        return self.letters[thing]


def _sum(parts: Iterable[Any]) -> Any:
    first, *rest = parts
    for part in rest:
        first = first + part
    return first


def _coefficients(term: Any) -> frozenset[Any]:
    """The terms among the coefficients of vectors and weights."""
    pairs = [pair for arg in term.args if isinstance(arg, (Combination, WeightSum)) for pair in arg.args]
    return frozenset().union(*(terms(c) for c, _ in pairs))


def _says_nothing(said: Statement) -> bool:
    return said.relation in ("<=", ">=", "==") and said.lhs == said.rhs and not said.lhs.args


Shape = tuple[Statement, list[Statement]]


def whole_sides(goal: Statement, given: Sequence[Statement]) -> Shape | None:
    """Goal and hypotheses with letters for what stands whole on a side of a hypothesis and in the goal: a stronger statement."""
    return _with_letters(goal, given, lambda side, _: goal.lhs.has(side) or goal.rhs.has(side))


def shared_sides(goal: Statement, given: Sequence[Statement]) -> Shape | None:
    """The same with what stands whole on a side of a hypothesis and in another one, the links of a chain, as well."""

    def elsewhere(side: Expr, own: Statement) -> bool:
        return any(one is not own and (one.lhs.has(side) or one.rhs.has(side)) for one in (goal, *given))

    return _with_letters(goal, given, elsewhere)


def _with_letters(
    goal: Statement, given: Sequence[Statement], stands: Callable[[Expr, Statement], bool]
) -> Shape | None:
    found: dict[Expr, Expr] = {}
    for hypothesis in given:
        for side in (hypothesis.lhs, hypothesis.rhs):
            if side.args and not isinstance(side, Term) and stands(side, hypothesis):
                found.setdefault(side, Symbol(f"whole{len(found)}", real=True))
    if not found:
        return None
    changed = [Statement(_outside(s.lhs, found), s.relation, _outside(s.rhs, found)) for s in (goal, *given)]
    return changed[0], changed[1:]


def _outside(x: Expr, found: dict[Expr, Expr]) -> Expr:
    """With letters outside of terms alone: inside of a mean or a sum over an index a letter would be taken for a constant."""
    if x in found:
        return found[x]
    return x if isinstance(x, Term) or not x.args else x.func(*(_outside(a, found) for a in x.args))


class Domain:
    """Relations between letters alone, which hold of all values that the statement speaks of."""

    def __init__(self, relations: Iterable[Any]):
        self.relations = flatten_all(relations)
        for one in self.relations:
            if terms((one.lhs, one.rhs)):
                raise Missing(f"'{one}' stands among the domains, and speaks of more than letters")
            # a rule that binds an index, a mean or an induction, goes through all of its range
            if any(isinstance(s, Index) for s in letters((one.lhs, one.rhs))):
                raise Missing(f"'{one}' stands among the domains: the domain of an index is its range")

    def of(self, said: Iterable[Statement]) -> list[Statement]:
        """The relations that tie the letters of these, and those of the indices among them."""
        reached: set[Symbol] = set().union(*(letters((s.lhs, s.rhs)) for s in said))
        out: list[Statement] = []
        grew = True
        while grew:
            grew = False
            for one in self.relations:
                if one not in out and letters((one.lhs, one.rhs)) & reached:
                    out.append(one)
                    reached |= letters((one.lhs, one.rhs))
                    grew = True
            for index in sorted((s for s in reached if isinstance(s, Index)), key=sympy.srepr):  # a set has no order
                for one in within_range(index, index):
                    if one not in out:
                        out.append(one)
                        reached |= letters((one.lhs, one.rhs))
                        grew = True
        return out

    def without(self, letter: Symbol) -> Domain:
        return Domain([r for r in self.relations if letter not in letters((r.lhs, r.rhs))])


def within_range(index: Index, value: Any) -> list[Statement]:
    """What it means that a value is one of an index."""
    low = [Statement(sympify(index.first), "<=", value)]
    return low if index.size == oo else [*low, Statement(value, "<=", index.size + index.first - 1)]


class Goals:
    """What is to be shown for one fact: relations from relations, under the letters' domain.

    `world` are the letters of which the statement or an assumption speaks; all others are letters of the proof. What holds for each
    value of a letter says nothing without it, unless there is a value: a letter of the proof is chosen, an index has a size.
    `fixed` are those of which an assumption speaks: with another value they are another world.
    """

    def __init__(self, prover: Prover, domain: Domain, label: str, world: frozenset[Symbol], fixed: frozenset[Symbol]):
        self.prover, self.domain, self.label, self.world, self.fixed = prover, domain, label, world, fixed

    def labelled(self, domain: Domain) -> Goals:
        """The same under another domain."""
        return Goals(self.prover, domain, self.label, self.world, self.fixed)

    def of_the_proof(self, said: Any) -> frozenset[Symbol]:
        """The letters of the proof in it, indices apart."""
        return frozenset(s for s in letters(said) - self.world if not isinstance(s, Index))

    def usable(self, fact: Any, goal: Any) -> bool:
        """Whether what is said of each value of a letter may be used where the letter does not stand."""
        gone = letters(fact) - letters(goal)
        indices = [s for s in gone if isinstance(s, Index) and s.size != oo]
        return not (gone & self.of_the_proof(fact)) and all(map(self._has_a_value, indices))

    def _has_a_value(self, index: Index) -> bool:
        goal = Statement(sympify(1), "<=", index.size)
        return bool(index.size.is_positive) or not self.prover.scalar(goal, self._domain([goal]), hunt=False)

    def _domain(self, said: Sequence[Statement]) -> list[Statement]:
        """The domain of the letters of these; what ties a letter of the proof that is not among them says nothing of others."""
        own = self.of_the_proof(tuple(said))
        return [r for r in self.domain.of(said) if self.of_the_proof(r) <= own]

    def need(self, goal: Statement, given: Sequence[Statement], why: str = "") -> None:
        """Raise `Missing` unless the goal follows."""
        if goal in given:
            return
        trouble = self._trouble(goal, [one for one in given if self.usable(one, goal)])
        if trouble:
            raise Missing(f"{self.label}{why and f', {why}'}: '{goal}' does not follow ({trouble})")

    def _trouble(self, goal: Statement, given: list[Statement]) -> str:
        known = list(dict.fromkeys([*given, *self._domain([goal, *given])]))
        changed = whole_sides(goal, known)
        for shape in (changed, shared_sides(goal, known), (goal, known)):
            if shape is None:
                continue
            if not self.prover.scalar(*shape, hunt=False, seconds=min(FIRST, self.prover.seconds)):
                return ""
        about_vectors = any(isinstance(t, (Inner, Norm)) for s in (goal, *given) for t in terms((s.lhs, s.rhs)))
        if about_vectors and _algebraic(goal):
            trouble = self.prover.vectors(goal, self._algebraic(goal, known))
            if trouble in ("", CONTRADICTORY) or (trouble != "not proved" and all(map(_algebraic, known))):
                return trouble
        if changed is not None and not self.prover.scalar(*changed, hunt=False, seconds=self.prover.seconds / 2):
            return ""
        return self.prover.scalar(goal, known, hunt=not about_vectors)

    def satisfiable(self, given: Sequence[Statement]) -> None:
        """Raise `Missing` unless relations are shown to hold together somewhere; nothing is concluded from what does not."""
        known = [*given, *(r for r in self.domain.relations if not self.of_the_proof(r))]
        about_vectors = any(isinstance(t, (Inner, Norm)) for s in known for t in terms((s.lhs, s.rhs)))
        sure = Statement(sympify(0), "<", sympify(1))
        trouble = (
            self.prover.vectors(sure, self._algebraic(sure, known))
            if about_vectors
            else self.prover.scalar(sure, known)
        )
        if trouble:
            raise Missing(f"{self.label}: what is assumed is not shown to hold anywhere: {', '.join(map(str, known))}")

    def _algebraic(self, goal: Statement, known: list[Statement]) -> list[Statement]:
        """What the vector rule is given: of what has logarithms or exponentials, the signs of its letters."""
        passed: list[Statement] = []
        for one in known:
            signs = (
                []
                if _algebraic(one)
                else [Statement(sympify(0), "<", x) for x in sorted(letters((one.lhs, one.rhs)), key=str)]
            )
            shown = [s for s in signs if not self.prover.scalar(s, self._domain([s]), hunt=False)]
            passed += [one] if _algebraic(one) else shown
        for weight in sorted(weights([goal, *known]), key=spelling):
            self._definite(weight)
        return list(dict.fromkeys(passed))

    def _definite(self, weight: Any) -> None:
        """Sums of weights have coefficients that are not negative, and a positive one of the identity: they have an inverse."""
        if isinstance(weight, WeightSum):
            for coefficient, part in weight.args:
                strict = isinstance(part, Identity)
                goal = Statement(sympify(0), "<" if strict else "<=", coefficient)
                if not coefficient.is_positive and self.prover.scalar(goal, self._domain([goal])):
                    raise Missing(f"{self.label}: the weight {weight} is not shown to be positive")
        if isinstance(weight, Inverse) and not _with_identity(weight.args[0]):
            raise Missing(f"{self.label}: {weight.args[0]} is not shown to have an inverse")


def _with_identity(weight: Any) -> bool:
    """Whether a weight is a sum with the identity in it, which is positive definite where its coefficients are positive."""
    return isinstance(weight, WeightSum) and any(isinstance(part, Identity) for _, part in weight.args)


def _algebraic(said: Statement) -> bool:
    """Whether exponentials and logarithms stand at most inside of its terms."""
    names = Names()
    plain = names.plain(said)
    return not (plain.lhs.has(exp, log) or plain.rhs.has(exp, log))


def weights(said: Iterable[Statement]) -> set[Any]:
    """The weights of the norms and inner products of relations, with those that are inverted."""
    used = {t.args[-1] for one in said for t in terms((one.lhs, one.rhs)) if isinstance(t, (Inner, Norm))}
    return used | {w.args[0] for w in used if isinstance(w, Inverse)}


def rewritten(thing: Any, by: dict[Any, Combination]) -> Any:
    """A term or a relation with vectors replaced by what they are equal to, until none is left; also in the points of functions."""
    if isinstance(thing, Statement):
        return Statement(rewritten(thing.lhs, by), thing.relation, rewritten(thing.rhs, by))
    if isinstance(thing, Combination):
        pairs = []
        for coefficient, base in thing.args:
            new = by.get(base)
            if new is not None:
                pairs.append((coefficient, rewritten(new, by)))
            elif isinstance(base, Gradient):
                pairs.append((coefficient, Gradient(base.args[0], rewritten(base.args[1], by))))
            else:
                pairs.append((coefficient, base))
        return Combination(*pairs)
    if isinstance(thing, Inner):
        a, b, weight = thing.args
        return Inner(rewritten(Combination((1, a)), by), rewritten(Combination((1, b)), by), weight)
    if isinstance(thing, (Norm, Value)):
        return thing.func(*(rewritten(a, by) if isinstance(a, Combination) else a for a in thing.args))
    if isinstance(thing, Function) or not getattr(thing, "args", ()) or isinstance(thing, Term):
        return thing
    return thing.func(*(rewritten(a, by) for a in thing.args))
