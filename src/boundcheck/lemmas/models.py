"""Concrete laws, to which lemmas are put: finite spaces and sums of large samples, evaluated exactly or in balls."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy
from flint import ctx, fmpq
from sympy import Abs, Add, Expr, Integer, Rational, Symbol, exp, oo, sqrt, sympify

from boundcheck.calculus import (
    Always,
    Average,
    Expectation,
    Family,
    Index,
    Inner,
    Law,
    Norm,
    Past,
    Total,
    With,
)
from boundcheck.calculus.facts import Conclusion
from boundcheck.calculus.terms import (
    BaseVector,
    Combination,
    Functional,
    Gradient,
    Identity,
    Inverse,
    MeanVector,
    Moment,
    Quantity,
    Value,
    WeightSum,
)
from boundcheck.symbolic import Statement
from boundcheck.symbolic.balls import Undefined, Unsure, ball

BITS = 256


def sign(expr: Any) -> int | None:
    """The sign of a number, None where its ball contains 0."""
    if sympify(expr).has(sympy.nan, sympy.zoo, sympy.I):
        raise Undefined(f"{expr}")
    try:
        with ctx.workprec(BITS):
            value = ball(sympify(expr), {})
    except Unsure:
        return None
    if isinstance(value, fmpq):
        return (value > 0) - (value < 0)
    return 1 if value > 0 else -1 if value < 0 else None


def true_of(said: Statement) -> bool | None:
    """Whether a relation between numbers holds."""
    found = sign(said.lhs - said.rhs)
    if found is None:
        return None
    return {"<=": found <= 0, "<": found < 0, ">=": found >= 0, ">": found > 0, "==": found == 0, "!=": found != 0}[
        said.relation
    ]


def both(answers: Iterable[bool | None]) -> bool | None:
    """Whether all hold: False where one is false, None where none is false and one unknown."""
    kept = list(answers)
    return False if False in kept else None if None in kept else True


def scalars(said: Always | With) -> tuple[Statement, ...]:
    """The relations of a fact, all between numbers."""
    found = tuple(r for r in said.relations if isinstance(r, Statement))
    if len(found) < len(said.relations):
        raise TypeError(f"{said}: an equation between vectors is not read here")
    return found


@dataclass(frozen=True)
class Space:
    """Finitely many outcomes with their probabilities, and the values of quantities there.

    Parameters
    ----------
    weights : mapping of outcomes to probabilities
    values : mapping of str to callable
        Of a quantity, its value at an outcome and at values of its indices; a vector's are tuples.
    sources : mapping of str to callable
        What a source of randomness brings at an outcome; what a stream has brought before round k are its first k parts.
    functions : mapping of str to pairs of callables
        Value and gradient of a function at a point.
    properties : mapping of (object, property) to callable
        Of laws that are no probability statements, whether they hold with given parameters.
    """

    weights: Mapping[Any, Any]
    values: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    sources: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    functions: Mapping[str, tuple[Callable[..., Any], Callable[..., Any]]] = field(default_factory=dict)
    properties: Mapping[tuple[str, str], Callable[..., bool]] = field(default_factory=dict)

    def holds(self, said: Conclusion, numbers: Mapping[str, Any]) -> bool | None:
        return _Reading(self, numbers).holds(said)


class _Reading:
    """What facts say in a space, with numbers for letters."""

    def __init__(self, space: Space, numbers: Mapping[str, Any]):
        self.space, self.numbers = space, numbers

    # values

    def value(self, expr: Any, w: Any, env: Mapping[Any, Any]) -> Expr:
        if isinstance(expr, Index):
            return env[expr.name]
        if isinstance(expr, Symbol):
            return env[expr.name] if expr.name in env else self.numbers[expr.name]
        if not expr.args and isinstance(expr, Expr):
            return expr
        if isinstance(expr, Quantity):
            return sympify(self._applied(expr, w, env))
        if isinstance(expr, (Average, Total)):
            index = expr.args[1]
            size = (
                self.size(index, env)
                if isinstance(expr, Average)
                else int(self.value(expr.args[2], w, env)) - index.first
            )
            total = Add(
                *(
                    self.value(expr.args[0], w, {**env, index.name: Integer(k)})
                    for k in range(index.first, index.first + size)
                )
            )
            return total / size if isinstance(expr, Average) else total
        if isinstance(expr, Expectation):
            return self.mean(expr.args[0], w, env, expr.given)
        if isinstance(expr, (Norm, Inner)):
            a, b = (
                self.vector(expr.args[0], w, env),
                self.vector(expr.args[-2] if isinstance(expr, Inner) else expr.args[0], w, env),
            )
            form = (a.T * self.matrix(expr.args[-1], w, env, len(a)) * b)[0, 0]
            return sqrt(form) if isinstance(expr, Norm) else form
        if isinstance(expr, Value):
            return sympify(self.space.functions[expr.args[0].name][0](*self.vector(expr.args[1], w, env)))
        if isinstance(expr, Functional):
            name, *args = expr.args
            return sympify(
                self.space.values[str(name.value)](
                    w,
                    *(
                        self.matrix(a, w, env, None)
                        if isinstance(a, sympy.Basic) and not isinstance(a, Expr)
                        else self.value(a, w, env)
                        for a in args
                    ),
                )
            )
        return expr.func(*(self.value(a, w, env) for a in expr.args))

    def _applied(self, expr: Any, w: Any, env: Mapping[Any, Any]) -> Any:
        args = [
            self.value(a, w, env)
            for a, formal in zip(expr.args[1:], expr.kind.on, strict=True)
            if isinstance(formal, Index)
        ]
        if expr.kind.name in self.numbers:
            return self.numbers[expr.kind.name]
        return self.space.values[expr.kind.name](w, *map(int, args))

    def vector(self, v: Any, w: Any, env: Mapping[Any, Any]) -> Any:
        if isinstance(v, Combination):
            parts = [self.value(c, w, env) * self.vector(b, w, env) for c, b in v.args]
            return sum(parts[1:], parts[0]) if parts else sympy.zeros(self.dimension, 1)
        if isinstance(v, BaseVector):
            return sympy.Matrix(self._applied(v, w, env))
        if isinstance(v, Gradient):
            return sympy.Matrix(self.space.functions[v.args[0].name][1](*self.vector(v.args[1], w, env)))
        if isinstance(v, MeanVector):
            factor, x, index = v.args
            size = self.size(index, env)
            rounds = [{**env, index.name: Integer(k)} for k in range(index.first, index.first + size)]
            parts = [self.value(factor, w, e) * self.vector(x, w, e) for e in rounds]
            return sum(parts[1:], parts[0]) / size
        raise TypeError(f"{v} is no vector")

    @property
    def dimension(self) -> int:
        return int(self.numbers.get("d", 1))

    def matrix(self, weight: Any, w: Any, env: Mapping[Any, Any], d: int | None) -> Any:
        d = self.dimension if d is None else d
        if isinstance(weight, Identity):
            return sympy.eye(d)
        if isinstance(weight, Inverse):
            return self.matrix(weight.args[0], w, env, d).inv()
        if isinstance(weight, WeightSum):
            return sum((self.value(c, w, env) * self.matrix(m, w, env, d) for c, m in weight.args), sympy.zeros(d, d))
        if isinstance(weight, Moment):
            x, index = weight.args
            size = self.size(index, env)
            xs = [self.vector(x, w, {**env, index.name: Integer(k)}) for k in range(index.first, index.first + size)]
            return sum((v * v.T for v in xs[1:]), xs[0] * xs[0].T) / size
        raise TypeError(f"{weight} is no weight")

    def size(self, index: Index, env: Mapping[Any, Any]) -> int:
        if index.size == oo:
            return int(self.numbers["rounds"])
        return int(self.value(sympify(index.size), None, env))

    # probabilities

    def known(self, given: Iterable[Any], w: Any, env: Mapping[Any, Any]) -> tuple[Any, ...]:
        """What given sources bring at an outcome."""
        out = []
        for source in sorted(given, key=str):
            name = source.stream if isinstance(source, Past) else source
            seen = self.space.sources.get(name, lambda v: v)(w)
            out.append(seen[: int(self.value(source.before, w, env))] if isinstance(source, Past) else seen)
        return tuple(out)

    def atoms(self, given: Iterable[Any], env: Mapping[Any, Any]) -> list[dict[Any, Any]]:
        """The outcomes, apart by what the given sources bring, with probabilities given that."""
        found: dict[Any, dict[Any, Any]] = {}
        for w, weight in self.space.weights.items():
            if weight != 0:
                found.setdefault(self.known(given, w, env), {})[w] = sympify(weight)
        return [{w: p / sum(atom.values()) for w, p in atom.items()} for atom in found.values()]

    def mean(self, expr: Any, w: Any, env: Mapping[Any, Any], given: Iterable[Any]) -> Expr:
        (atom,) = [a for a in self.atoms(given, env) if w in a]
        return Add(*(p * self.value(expr, v, env) for v, p in atom.items()))

    # facts

    def holds(self, said: Conclusion) -> bool | None:
        if isinstance(said, Always):
            return both(
                true_of(Statement(self.value(r.lhs, w, env), r.relation, self.value(r.rhs, w, env)))
                for r in scalars(said)
                for env in self.everywhere((r.lhs, r.rhs))
                for w in self.space.weights
            )
        if isinstance(said, With):
            return both(self._event(said, env) for env in self.everywhere(said, but=said.every))
        if isinstance(said, Law):
            return self._law(said)
        raise TypeError(f"{said} is not read in a finite space")

    def everywhere(self, said: Any, but: Iterable[Index] = ()) -> list[dict[str, Any]]:
        """All values of the free indices."""
        free = sorted((s for s in _free(said) if isinstance(s, Index) and s not in set(but)), key=str)
        ranges = [range(i.first, i.first + self.size(i, {})) for i in free]
        return [dict(zip([i.name for i in free], map(Integer, v), strict=True)) for v in itertools.product(*ranges)]

    def _event(self, said: With, env: Mapping[Any, Any]) -> bool | None:
        answers: list[bool | None] = []
        runs = [dict(zip([i.name for i in said.every], map(Integer, v), strict=True))
                for v in itertools.product(*(range(i.first, i.first + self.size(i, env)) for i in said.every))]  # fmt: skip
        for atom in self.atoms(said.given, env):
            certain, possible = Integer(0), Integer(0)
            for w, p in atom.items():
                kept = both(
                    true_of(
                        Statement(
                            self.value(r.lhs, w, {**env, **run}), r.relation, self.value(r.rhs, w, {**env, **run})
                        )
                    )
                    for r in scalars(said)
                    for run in runs
                )
                certain += p if kept is False else 0
                possible += p if kept is not True else 0
            failure = self.value(said.failure, next(iter(atom)), env)
            if true_of(Statement(failure, "<", certain)):
                answers.append(False)
            else:
                answers.append(True if true_of(Statement(possible, "<=", failure)) else None)
        return both(answers)

    def _law(self, said: Law) -> bool | None:
        thing = said.object
        name = str(getattr(thing, "name", thing))
        if (name, said.property) in self.space.properties:
            return bool(self.space.properties[name, said.property](*(self._parameter(p) for p in said.parameters)))
        if said.property in ("independent", "identically distributed"):
            return both(self._joint(said, thing, env) for env in self.everywhere(thing, but=(thing.index,)))
        if said.property == "bounded differences":
            return self._differences(thing, *said.parameters)
        if said.property == "integrable":
            return True
        return both(
            self._of_number(said, atom, env)
            for env in self.everywhere((thing, *said.parameters))
            for atom in self.atoms(said.given, env)
        )

    def _parameter(self, value: Any) -> Any:
        return self.value(value, None, {}) if isinstance(value, Expr) and not isinstance(value, Quantity) else value

    def _differences(self, thing: Any, family: Family, bound: Any) -> bool | None:
        """Of an average of the family: one member moves it by its own range over their number."""
        if thing != Average(family.member, family.index):
            return None
        size = self.size(family.index, {})
        runs = [{family.index.name: Integer(k)} for k in range(family.index.first, family.index.first + size)]
        seen = [self.value(family.member, w, env) for w in self.space.weights for env in runs]
        return true_of(Statement((max(seen) - min(seen)) / size, "<=", self.value(bound, None, {})))

    def _joint(self, said: Law, thing: Family, fixed: Mapping[Any, Any]) -> bool:
        size = self.size(thing.index, {})
        rounds = [{**fixed, thing.index.name: Integer(k)} for k in range(thing.index.first, thing.index.first + size)]
        read = (
            (lambda w, e: tuple(self.vector(thing.member, w, e)))
            if isinstance(thing.member, (Combination, BaseVector))
            else (lambda w, e: self.value(thing.member, w, e))
        )
        for atom in self.atoms(said.given, fixed):
            joint: dict[Any, Any] = {}
            for w, p in atom.items():
                key = tuple(read(w, e) for e in rounds)
                joint[key] = joint.get(key, 0) + p
            single: list[dict[Any, Any]] = [{} for _ in rounds]
            for key, p in joint.items():
                for own, v in zip(single, key, strict=True):
                    own[v] = own.get(v, 0) + p
            if said.property == "identically distributed":
                if any(own != single[0] for own in single):
                    return False
            elif any(
                joint.get(key, 0) != sympy.prod(own[v] for own, v in zip(single, key, strict=True))
                for key in itertools.product(*single)
            ):
                return False
        return True

    def _of_number(self, said: Law, atom: Mapping[Any, Any], env: Mapping[Any, Any]) -> bool | None:
        """A law of one number or vector, on outcomes with their conditional probabilities."""
        at, parameters = next(iter(atom)), said.parameters
        if isinstance(said.object, (Combination, BaseVector)):
            vs = {w: self.vector(said.object, w, env) for w in atom}
            squares = {w: (v.T * v)[0, 0] for w, v in vs.items()}
            if said.property == "norm":
                return both(
                    true_of(Statement(s, "<=", self.value(parameters[0], w, env) ** 2)) for w, s in squares.items()
                )
            if said.property == "dimension":
                return len(vs[at]) <= self.value(parameters[0], at, env)
            if said.property == "spectral second moment":
                moment = sum((p * vs[w] * vs[w].T for w, p in atom.items()), sympy.zeros(len(vs[at]), len(vs[at])))
                return both(true_of(Statement(e, "<=", self.value(parameters[0], at, env))) for e in moment.eigenvals())
            if said.property == "second moment":
                return true_of(
                    Statement(Add(*(p * squares[w] for w, p in atom.items())), "<=", self.value(parameters[0], at, env))
                )
            if said.property == "mean":
                centre = sum((p * vs[w] for w, p in atom.items()), sympy.zeros(len(vs[at]), 1))
                wanted = parameters[0]
                goal = self.vector(wanted, at, env) if isinstance(wanted, Combination) else sympy.zeros(len(vs[at]), 1)
                return centre == goal
        xs = {w: self.value(said.object, w, env) for w in atom}
        if said.property == "indicator":
            (one,) = parameters
            fails = {
                w: true_of(Statement(self.value(one.lhs, w, env), one.relation, self.value(one.rhs, w, env)))
                for w in atom
            }
            return both(None if fails[w] is None else x == (0 if fails[w] else 1) for w, x in xs.items())
        mean = Add(*(p * xs[w] for w, p in atom.items()))
        if said.property == "bounded":
            low, high = parameters
            return both(
                true_of(Statement(a, "<=", b))
                for w, x in xs.items()
                for a, b in ((self.value(low, w, env), x), (x, self.value(high, w, env)))
            )
        if said.property == "non-negative":
            return both(true_of(Statement(Integer(0), "<=", x)) for x in xs.values())
        (bound,) = (self.value(p, at, env) for p in parameters)
        if said.property == "mean":
            return true_of(Statement(mean, "==", bound))
        if said.property == "variance":
            return true_of(Statement(Add(*(p * (xs[w] - mean) ** 2 for w, p in atom.items())), "<=", bound))
        if said.property == "second moment":
            return true_of(Statement(Add(*(p * xs[w] ** 2 for w, p in atom.items())), "<=", bound))
        if said.property == "within":
            return both(true_of(Statement(Abs(x - mean), "<=", bound)) for x in xs.values())
        if said.property == "sub-Gaussian":
            return self._sub_gaussian([(p, xs[w] - mean) for w, p in atom.items()], bound)
        raise KeyError(f"{said.property!r} is not read in a finite space")

    @staticmethod
    def _sub_gaussian(law: list[tuple[Any, Any]], proxy: Any) -> bool | None:
        """By Hoeffding's lemma it is; by a moment generating function that is too large it is not."""
        values = [x for _, x in law]
        if true_of(Statement((max(values) - min(values)) ** 2 / 4, "<=", proxy)):
            return True
        for s in (Rational(1, 100), Rational(1, 10), Rational(1), Rational(5), Rational(30)):
            for t in (s, -s):
                if sign(Add(*(p * exp(t * x) for p, x in law)) - exp(t**2 * proxy / 2)) == 1:
                    return False
        return None


def _free(said: Any) -> set[Any]:
    from boundcheck.calculus.terms import letters

    return set(letters(said))
