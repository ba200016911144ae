"""What a derivation speaks of: letters, indices, quantities that have a value on every run, vectors, and what is computed of them.

Every term is a SymPy expression, so that relations are written and substituted as usual. A quantity is applied to the letters that
its definition depends on: with other letters it is another quantity, and what is proved of the one says nothing of the other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy
from sympy import Add, Atom, Basic, Expr, Integer, Mul, Symbol, Tuple, oo, sympify

from boundcheck.symbolic import Statement


class Missing(Exception):
    """A link that nobody gives."""


@dataclass(frozen=True)
class Past:
    """Everything that a stream of randomness has brought before a round."""

    stream: str
    before: Expr


Source = str | Past
Sources = frozenset[Source]
NOTHING: Sources = frozenset()


def within(inner: Iterable[Source], outer: Sources) -> bool:
    """Whether whoever knows `outer` knows `inner`; a stream as a whole is known under its name."""
    return all(any(_covers(known, source) for known in outer) for source in inner)


def _covers(known: Source, source: Source) -> bool:
    if known == source:
        return True
    if isinstance(source, str):
        return False
    if isinstance(known, str):
        return known == source.stream
    return known.stream == source.stream and bool(sympy.expand(known.before - source.before).is_nonnegative)


class Index(Symbol):
    """A letter that runs through ``first, ..., first + size - 1``: what is said of it is said of each; `size` may be ``oo``."""

    __slots__ = ("first", "size")
    size: Expr
    first: int

    def __new__(cls, name: str, size: Any, first: int = 1) -> Index:
        self = Symbol.__xnew__(cls, name, integer=True)
        self.size, self.first = sympify(size), first
        return self

    def _hashable_content(self) -> tuple[Any, ...]:
        return (*super()._hashable_content(), self.size, self.first)

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (self.name, self.size, self.first), {}

    def _sympyrepr(self, _: Any) -> str:
        return f"Index({self.name!r}, {sympy.srepr(self.size)}, {self.first})"


@dataclass(frozen=True)
class Kind:
    """What a name stands for: its definition, the letters that it depends on, the randomness that it is a function of.

    Called with the first of its letters replaced it is another member of the family: ``x(k + 1)``.
    """

    name: str
    words: str
    on: tuple[Symbol, ...] = ()
    sources: Sources = NOTHING
    range: Expr | None = None  # of a quantity whose values are those of an index of this size
    vector: bool = False
    known: bool = True  # whether a run can compute it

    def __call__(self, *first: Any) -> Any:
        if len(first) > len(self.on):
            raise TypeError(f"{self.name} depends on {len(self.on)} letters, got {len(first)}")
        args = (*map(sympify, first), *self.on[len(first) :])
        leaf = Leaf(self)
        return Combination((Integer(1), BaseVector(leaf, *args))) if self.vector else Quantity(leaf, *args)


def expanded(expr: Any) -> Expr:
    """An expression as a sum of products; exponents, roots and logarithms stay as they are."""
    return sympy.expand(sympify(expr), power_base=False, power_exp=False, log=False)


class Leaf(Atom):
    """A value of Python among the arguments of an expression, compared as it is."""

    __slots__ = ("spelled_out", "value")

    def __new__(cls, value: Any) -> Leaf:
        """A leaf with this value."""
        self = super().__new__(cls)
        self.value, self.spelled_out = value, spelling(value)
        return self

    def _hashable_content(self) -> tuple[Any, ...]:
        return (self.spelled_out,)

    def sort_key(self, order: Any = None) -> Any:
        """By what is spelled out, so that the order of terms is the same everywhere."""
        return self.class_key(), (1, (self.spelled_out,)), Integer(1).sort_key(), Integer(1)

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self.value,)

    def _sympystr(self, _: Any) -> str:
        return str(getattr(self.value, "name", self.value))

    def _sympyrepr(self, _: Any) -> str:
        return f"Leaf({self.spelled_out})"


def spelling(thing: Any) -> str:
    """A value, spelled out in one way: two values are the same exactly if this is."""
    if isinstance(thing, Basic):
        return sympy.srepr(thing)
    if isinstance(thing, (tuple, list)):
        return "(" + ", ".join(map(spelling, thing)) + ")"
    if isinstance(thing, frozenset):
        return "{" + ", ".join(sorted(map(spelling, thing))) + "}"
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        fields = ", ".join(f"{f.name}={spelling(getattr(thing, f.name))}" for f in dataclasses.fields(thing))
        return f"{type(thing).__name__}({fields})"
    if callable(thing):
        return f"{thing.__module__}.{thing.__qualname__}"
    return repr(thing)


class Term(Expr):
    """A number that has a value on every run, and of which the provers know nothing: to them it is a letter."""

    is_real = True
    is_commutative = True

    @property
    def sources(self) -> Sources:
        """The randomness that its value is a function of."""
        return frozenset().union(*(sources(arg) for arg in self.args))


def _applied(self: Any, printer: Any) -> str:
    leaf, *args = self.args
    kind = leaf.value
    shown = [a for a, formal in zip(args, kind.on, strict=False) if a != formal or isinstance(formal, Index)]
    return f"{kind.name}({', '.join(map(printer.doprint, shown))})" if shown else kind.name


def _own_sources(self: Any) -> Sources:
    leaf, *args = self.args
    own = frozenset(put(s, dict(zip(leaf.value.on, args, strict=True))) for s in leaf.value.sources)
    return own | sources(tuple(args))


class Quantity(Term):
    """A kind, applied to letters."""

    _sympystr = _applied
    sources = property(_own_sources)

    @property
    def kind(self) -> Kind:
        return self.args[0].value


class BaseVector(Basic):
    """A vector quantity, applied to letters: of any dimension, the same for all vectors that are added or paired."""

    _sympystr = _applied
    sources = property(_own_sources)

    @property
    def kind(self) -> Kind:
        return self.args[0].value


class Function(Basic):
    """A differentiable function of a vector; its values and gradients are functions of the point, and never typed."""

    def __new__(cls, name: Any) -> Function:
        """A function called `name`."""
        return super().__new__(cls, name if isinstance(name, Leaf) else Leaf(name))

    @property
    def name(self) -> str:
        return str(self.args[0].value)

    def at(self, point: Combination) -> Value:
        return Value(self, point)

    def grad(self, point: Combination) -> Combination:
        return Combination((Integer(1), Gradient(self, point)))

    def _sympystr(self, _: Any) -> str:
        return self.name


class Value(Term):
    """A function at a point."""

    def _sympystr(self, printer: Any) -> str:
        return f"{self.args[0]}({printer.doprint(self.args[1])})"


class Gradient(Basic):
    """The gradient of a function at a point."""

    @property
    def sources(self) -> Sources:
        return sources(self.args[1])

    def _sympystr(self, printer: Any) -> str:
        return f"grad {self.args[0]}({printer.doprint(self.args[1])})"


class Combination(Basic):
    """A linear combination of vectors, kept in normal form: pairs of a coefficient and a base vector."""

    def __new__(cls, *pairs: Any) -> Combination:
        total: dict[Basic, Expr] = {}
        for coefficient, base in pairs:
            inner = base if isinstance(base, Combination) else None
            for c, b in inner.args if inner is not None else (Tuple(1, base),):
                total[b] = total.get(b, Integer(0)) + coefficient * c
        kept = {b: sympy.expand(c) for b, c in total.items()}
        ordered = sorted((b for b, c in kept.items() if c != 0), key=lambda b: b.sort_key())
        return super().__new__(cls, *(Tuple(kept[b], b) for b in ordered))

    def __add__(self, other: Combination) -> Combination:
        return Combination((Integer(1), self), (Integer(1), other))

    def __sub__(self, other: Combination) -> Combination:
        return Combination((Integer(1), self), (Integer(-1), other))

    def __neg__(self) -> Combination:
        return Combination((Integer(-1), self))

    def __rmul__(self, factor: Any) -> Combination:
        return Combination((sympify(factor), self))

    def _sympystr(self, printer: Any) -> str:
        return " + ".join(f"{c}*{printer.doprint(b)}" if c != 1 else printer.doprint(b) for c, b in self.args) or "0"


ORIGIN = Combination()


class Weight(Basic):
    """A symmetric positive semidefinite matrix: the identity, the second moment of a family, sums with coefficients, inverses."""

    def __add__(self, other: Weight) -> Weight:
        return WeightSum((Integer(1), self), (Integer(1), other))

    def __rmul__(self, factor: Any) -> Weight:
        return WeightSum((sympify(factor), self))

    @property
    def inverse(self) -> Weight:
        return Inverse(self)


class Identity(Weight):
    def _sympystr(self, _: Any) -> str:
        return "I"


class Moment(Weight):
    """``(1/n) sum_i x_i x_i^T`` of the vectors ``x(i)``."""

    def __new__(cls, vector: Any, index: Any) -> Moment:
        return super().__new__(cls, _base(vector), index)

    @property
    def free_symbols(self) -> set[Basic]:
        return (self.args[0].free_symbols - {self.args[1]}) | sympify(self.args[1].size).free_symbols

    def _sympystr(self, printer: Any) -> str:
        return f"S[{printer.doprint(self.args[0])}]"


class WeightSum(Weight):
    """A sum of weights with coefficients that are not negative."""

    def __new__(cls, *pairs: Any) -> WeightSum:
        total: dict[Basic, Expr] = {}
        for coefficient, weight in pairs:
            for c, w in weight.args if isinstance(weight, WeightSum) else (Tuple(1, weight),):
                total[w] = total.get(w, Integer(0)) + coefficient * c
        return super().__new__(cls, *(Tuple(total[w], w) for w in sorted(total, key=lambda w: w.sort_key())))

    def _sympystr(self, printer: Any) -> str:
        return " + ".join(f"{c}*{printer.doprint(w)}" for c, w in self.args)


class Inverse(Weight):
    """The inverse of a positive definite weight."""

    def _sympystr(self, printer: Any) -> str:
        return f"({printer.doprint(self.args[0])})^-1"


IDENTITY = Identity()


def _base(vector: Any) -> Basic:
    if isinstance(vector, Combination):
        if len(vector.args) != 1 or vector.args[0][0] != 1:
            raise TypeError(f"{vector}: one vector is expected, and this is a combination")
        return vector.args[0][1]
    return vector


class Inner(Term):
    """``<u, W v>`` of two vectors; of combinations it is the sum of those of their parts."""

    def __new__(cls, u: Any, v: Any, weight: Any = IDENTITY) -> Any:
        pairs_u = u.args if isinstance(u, Combination) else (Tuple(1, u),)
        pairs_v = v.args if isinstance(v, Combination) else (Tuple(1, v),)
        atoms = []
        for c, a in pairs_u:
            for d, b in pairs_v:
                plain = _through_a_moment(a, b) or _through_a_moment(b, a) if weight == IDENTITY else None
                one, other, form = plain or (a, b, weight)
                first, second = sorted((one, other), key=lambda x: x.sort_key())
                atoms.append(c * d * super().__new__(cls, first, second, form))
        return Add(*atoms)

    def _sympystr(self, printer: Any) -> str:
        a, b, weight = map(printer.doprint, self.args)
        return f"<{a}, {b}>" + (f"_[{weight}]" if weight != "I" else "")


def _through_a_moment(mean: Any, other: Any) -> tuple[Any, Any, Any] | None:
    """``(1/n) sum_i <x_i, v> x_i``, paired with a vector, is v paired with it in the second moment of the x_i."""
    if not isinstance(mean, MeanVector) or mean.args[2] in other.free_symbols:
        return None
    factor, x, index = mean.args
    owner = _owner(factor, index) if isinstance(factor, Inner) and factor.args[2] == IDENTITY else None
    return (owner[1], other, Moment(x, index)) if owner is not None and owner[0] == x else None


class Norm(Term):
    """``(<v, W v>)^(1/2)`` of a vector."""

    is_nonnegative = None  # the vector rule says so in sight

    def __new__(cls, vector: Any, weight: Any = IDENTITY) -> Any:
        if vector == ORIGIN:
            return Integer(0)
        return super().__new__(cls, vector, weight)

    def _sympystr(self, printer: Any) -> str:
        v, weight = map(printer.doprint, self.args)
        return f"|{v}|" + (f"_[{weight}]" if weight != "I" else "")


def over(thing: Any, index: Index, end: Any) -> Sources:
    """The randomness of something for all values of an index before `end`: that of the last of them."""
    return frozenset(put(source, {index: end - 1}) for source in sources(thing))


class Average(Term):
    """``(1/n) sum_i e(i)`` over an index of size n, linear in what does not depend on the index."""

    def __new__(cls, expr: Any, index: Index) -> Any:
        out = []
        for term in Add.make_args(expanded(expr)):
            fixed, own = term.as_independent(index, as_Add=False)
            out.append(fixed * _average_of(own, index) if own != 1 else fixed)
        return Add(*out)

    @classmethod
    def opaque(cls, expr: Expr, index: Index) -> Expr:
        return super().__new__(cls, expr, index)

    @property
    def sources(self) -> Sources:
        return over(self.args[0], self.args[1], self.args[1].size + self.args[1].first)

    @property
    def free_symbols(self) -> set[Basic]:
        return (self.args[0].free_symbols - {self.args[1]}) | sympify(self.args[1].size).free_symbols

    def _sympystr(self, printer: Any) -> str:
        return f"avg[{self.args[1]}]({printer.doprint(self.args[0])})"


class MeanVector(Basic):
    """``(1/n) sum_i s(i) x(i)`` of a number and a vector per index."""

    @property
    def free_symbols(self) -> set[Basic]:
        own = self.args[0].free_symbols | self.args[1].free_symbols
        return (own - {self.args[2]}) | sympify(self.args[2].size).free_symbols

    @property
    def sources(self) -> Sources:
        index = self.args[2]
        return over((self.args[0], self.args[1]), index, index.size + index.first)

    def _sympystr(self, printer: Any) -> str:
        return f"avg[{self.args[2]}]({printer.doprint(self.args[0])} {printer.doprint(self.args[1])})"


def mean_vector(factor: Any, vector: Any, index: Index) -> Combination:
    """``(1/n) sum_i factor(i) vector(i)``, linear in the factor."""
    pairs = []
    for term in Add.make_args(expanded(factor)):
        fixed, own = term.as_independent(index, as_Add=False)
        pairs.append((fixed, MeanVector(own, _base(vector), index)))
    return Combination(*pairs)


def _average_of(own: Expr, index: Index) -> Expr:
    """The mean of a product of factors that all depend on the index, in vectors where it is a form in one vector per index."""
    factors = []
    for factor in Mul.make_args(own):
        base, power = factor.as_base_exp()
        factors += [base] * int(power) if power.is_Integer and power > 0 else [factor]
    forms = [(f, _owner(f, index)) for f in factors if isinstance(f, Inner) and f.args[2] == IDENTITY]
    owners = [o for _, o in forms if o is not None]
    rest = Mul(*(f for f in factors if not any(f == g and o is not None for g, o in forms)))
    if len(owners) == 2 and rest == 1 and owners[0][0] == owners[1][0]:
        return Inner(owners[0][1], owners[1][1], Moment(owners[0][0], index))
    if len(owners) == 1 and rest != 1:
        return Inner(mean_vector(rest, owners[0][0], index), owners[0][1])
    return Average.opaque(own, index)


def _owner(pairing: Expr, index: Index) -> tuple[Basic, Basic] | None:
    """The vector per index and the fixed one of an inner product, where it pairs one with the other."""
    a, b, _ = pairing.args
    own = [index in v.free_symbols for v in (a, b)]
    return None if own[0] == own[1] else (a, b) if own[0] else (b, a)


class Functional(Term):
    """A number that its name and its arguments determine: a divergence of two laws, a least risk."""

    def __new__(cls, name: Any, *args: Any) -> Functional:
        """The functional called `name`, of these."""
        return super().__new__(cls, name if isinstance(name, Leaf) else Leaf(name), *map(sympify, args))

    def _sympystr(self, printer: Any) -> str:
        return f"{self.args[0]}({', '.join(map(printer.doprint, self.args[1:]))})"


class Hypotheses(Basic):
    """Laws, one for each value of an index: its arguments are the law and the index."""

    @property
    def free_symbols(self) -> set[Basic]:
        return (self.args[0].free_symbols - {self.args[1]}) | sympify(self.args[1].size).free_symbols


class Expectation(Term):
    """``E[e | given]``, linear in what the given sources determine; `Leaf` holds the given sources."""

    def __new__(cls, expr: Any, given: Any = NOTHING) -> Any:
        held = given.value if isinstance(given, Leaf) else frozenset(given)
        out = []
        for term in Add.make_args(expanded(expr)):
            factors = Mul.make_args(term)
            fixed = [f for f in factors if within(sources(f), held)]
            own = Mul(*(f for f in factors if f not in fixed))
            if own == 1:
                out.append(term)
            elif isinstance(own, Expectation) and within(held, own.given):
                out.append(Mul(*fixed) * super().__new__(cls, own.args[0], Leaf(held)))
            else:
                out.append(Mul(*fixed) * super().__new__(cls, own, Leaf(held)))
        return Add(*out)

    @property
    def given(self) -> Sources:
        return self.args[1].value

    @property
    def sources(self) -> Sources:
        return self.given

    def _sympystr(self, printer: Any) -> str:
        past = "".join(f" | {s}" for s in sorted(map(str, self.given)))
        return f"E[{printer.doprint(self.args[0])}{past}]"


@dataclass(frozen=True)
class Family:
    """The members of a term for every value of an index, as one object: a sample, a class of functions."""

    member: Any
    index: Index

    @property
    def name(self) -> str:
        return f"({self.member} for all {self.index})"


def quantity(
    name: str,
    words: str,
    on: Iterable[Symbol] = (),
    sources: Iterable[Source] = (),
    *,
    range: Any = None,
    known: bool = True,
) -> Any:
    """A scalar that has a value on every run: what is called `name`, of which `words` is the definition.

    Parameters
    ----------
    on : letters that its definition depends on
    sources : randomness that it is a function of
    range : size of the index whose values it takes
    known : whether a run can compute it
    """
    size = None if range is None else sympify(range)
    return Kind(name, words, tuple(on), frozenset(sources), size, known=known)()


def family(name: str, words: str, on: Iterable[Symbol], sources: Iterable[Source] = ()) -> Kind:
    """Quantities ``x(i)``, one for every value of the first letter."""
    return Kind(name, words, tuple(on), frozenset(sources))


def vector(name: str, words: str, on: Iterable[Symbol] = (), sources: Iterable[Source] = ()) -> Combination:
    """A vector that has a value on every run."""
    return Kind(name, words, tuple(on), frozenset(sources), vector=True)()


def vectors(name: str, words: str, on: Iterable[Symbol], sources: Iterable[Source] = ()) -> Kind:
    """Vectors ``x(i)``, one for every value of the first letter."""
    return Kind(name, words, tuple(on), frozenset(sources), vector=True)


def letter(name: str) -> Symbol:
    """A real number, fixed before the data."""
    return Symbol(name, real=True)


# ---- what a term, a relation or an object consists of ----------------------------------------------------------------------------


def parts(thing: Any) -> Iterator[Any]:
    """The expressions that a relation, an object of a law, or a tuple consists of."""
    if isinstance(thing, Basic):
        yield thing
    elif isinstance(thing, Statement):
        yield from (thing.lhs, thing.rhs)
    elif dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield from parts(getattr(thing, field.name))
    elif isinstance(thing, (tuple, frozenset)):
        for each in thing:
            yield from parts(each)


def sources(thing: Any) -> Sources:
    """The randomness that a term, a relation or an object is a function of."""
    if isinstance(thing, Family):
        return sources(thing.member)
    found: set[Source] = set()
    for part in parts(thing):
        todo = [part]
        while todo:
            term = todo.pop()
            if hasattr(term, "sources"):
                found |= term.sources
            else:
                todo += term.args
    own = getattr(thing, "sources", NOTHING) if not isinstance(thing, Basic) else NOTHING
    return frozenset(found) | own


def letters(thing: Any) -> frozenset[Symbol]:
    """The free letters of a term, a relation or an object."""
    found = frozenset().union(*(part.free_symbols for part in parts(thing)))
    return found - {thing.index} if isinstance(thing, Family) else found


def terms(thing: Any) -> frozenset[Term]:
    """The outermost terms in it that the scalar provers read as letters."""
    found: set[Term] = set()
    for part in parts(thing):
        todo = [part]
        while todo:
            term = todo.pop()
            if isinstance(term, Term):
                found.add(term)
            else:
                todo += term.args
    return frozenset(found)


def put(thing: Any, values: Mapping[Symbol, Any]) -> Any:
    """A term, a relation or an object with expressions in place of letters; an index that is bound stays, and catches no letter."""
    if not values:
        return thing
    if isinstance(thing, (Average, Moment, MeanVector, Hypotheses, Family)):
        index = thing.index if isinstance(thing, Family) else thing.args[-1]
        values = {old: new for old, new in values.items() if old != index and old in letters(thing)}
        if any(index in sympify(new).free_symbols for new in values.values()):
            raise Missing(
                f"{index} is bound in {getattr(thing, 'name', thing)}, and what is put there speaks of {index}; rename one of them"
            )
        if any(old in sympify(index.size).free_symbols for old in values):
            index_new = Index(index.name, put(index.size, values), index.first)
            values = {**values, index: index_new}
            if isinstance(thing, Family):
                return Family(put(thing.member, values), index_new)
            return thing.func(*(put(arg, values) for arg in thing.args[:-1]), index_new)
        if isinstance(thing, Family):
            return Family(put(thing.member, values), index)
        return thing.func(*(put(arg, values) for arg in thing.args[:-1]), index)
    if getattr(thing, "bound", None) is not None:  # a sum over the rounds before another
        expr, index, last = thing.args
        inside = {old: new for old, new in values.items() if old != index and old in expr.free_symbols}
        if any(index in sympify(new).free_symbols for new in inside.values()):
            raise Missing(f"{index} is bound in {thing}, and what is put there speaks of {index}; rename one of them")
        return thing.func(put(expr, inside), index, put(last, values))
    if isinstance(thing, Leaf):
        return Leaf(put(thing.value, values)) if isinstance(thing.value, frozenset) else thing
    if isinstance(thing, Basic):
        if thing in values:
            return sympify(values[thing])
        if not thing.args or not letters(thing) & values.keys():
            return thing
        return thing.func(*(put(arg, values) for arg in thing.args))
    if isinstance(thing, Statement):
        return Statement(put(thing.lhs, values), thing.relation, put(thing.rhs, values))
    if isinstance(thing, (tuple, frozenset)):
        return type(thing)(put(each, values) for each in thing)
    if dataclasses.is_dataclass(thing) and not isinstance(thing, (type, Kind)):
        return dataclasses.replace(
            thing, **{f.name: put(getattr(thing, f.name), values) for f in dataclasses.fields(thing) if f.init}
        )
    return thing


def infinite(index: Index) -> bool:
    return bool(index.size == oo)
