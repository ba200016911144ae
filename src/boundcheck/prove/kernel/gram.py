r"""Statements about vectors of any dimension as statements about the entries of Gram matrices.

Every vector is written as a sum of words, products of matrices applied to a named vector, so that an inner product is a
polynomial in the entries :math:`\langle u, W v \rangle`. Whatever the dimension is, for a positive semidefinite matrix P and
vectors :math:`v_i` the matrix of all :math:`\langle v_i, P v_j \rangle` is positive semidefinite: its principal minors are not
negative. With :math:`v = A^{-1} w` and P = A that are the products of primal vectors in the norm of A with dual ones in the
norm of its inverse. What is left speaks of numbers alone, and is for the other rules. The choices of a certificate say which
equations are solved for which vector, which combinations are named, and which minors are used; what follows from them is computed
here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy
from sympy import Add, Expr, Identity, Integer, MatrixSymbol, Mul, OneMatrix, Pow, Rational, S, Symbol, ZeroMatrix
from sympy.matrices.expressions import Inverse, MatAdd, MatMul, MatPow, Transpose

from boundcheck.symbolic.encode import decode, encode
from boundcheck.symbolic.inner_products import (
    Inner,
    Norm,
    dimensions_of,
    in_plain_numbers,
    is_matrix,
    nodes,
    sides_of,
    symbols_of,
    vector_fingerprint,
)
from boundcheck.symbolic.plain_letters import statements
from boundcheck.symbolic.statement import Conjunction, Statement, read

from . import reading as definitions
from . import rules
from .reading import Reading, reading
from .results import Inapplicable

Letter = tuple[str, str]  # a name, and what is done to it: nothing, "T" or "-"
Word = tuple[Letter, ...]
Terms = dict[Word, Expr]
_STEPS = 20_000  # of rewriting
_LARGEST = 4  # minors
_NAME = re.compile(r"[\\\w'{}]+")  # the rest is of use in the names of entries


@dataclass(frozen=True)
class Problem:
    """A statement about vectors, taken apart.

    Attributes
    ----------
    claims, given : tuple of Statement
        Relations between numbers; of a relation between matrices that is claimed, what it says of any vector.
    orders, equations : tuple of Statement
        Relations between matrices that are given: smaller ``<=`` or ``<`` larger, and ``==``, vectors included.
    sides : tuple of Expr
        Both sides of everything, for its letters.
    print : str
    """

    claims: tuple[Statement, ...]
    given: tuple[Statement, ...]
    orders: tuple[Statement, ...]
    equations: tuple[Statement, ...]
    sides: tuple[Any, ...]
    print: str

    @cached_property
    def matrices(self) -> dict[str, MatrixSymbol]:
        """The named vectors and matrices; ValueError where a name has two shapes."""
        found: dict[str, MatrixSymbol] = {}
        for e in (e for side in self.sides for e in nodes(side) if isinstance(e, MatrixSymbol)):
            if found.setdefault(e.name, e) != e:
                raise ValueError(f"{e.name}: two matrices have this name")
            if not _NAME.fullmatch(e.name):
                raise ValueError(f"{e.name}: the name of a vector or matrix has letters, digits and _ alone")
        return found

    @cached_property
    def dimensions(self) -> list[Symbol]:
        """The letters of the dimensions."""
        return dimensions_of(self.sides)

    @cached_property
    def words(self) -> dict[Any, Terms]:
        """The sums of words that matrix expressions were written as, before any equation is used."""
        return {}

    @cached_property
    def symmetric(self) -> frozenset[str]:
        """The matrices that are compared: the order is one of symmetric matrices."""
        return frozenset(e.name for s in self.orders for e in (s.lhs, s.rhs) if isinstance(e, MatrixSymbol))

    @cached_property
    def definite(self) -> frozenset[str]:
        """The matrices that are positive definite, and so have an inverse."""
        return self._above_zero(("<",))

    @cached_property
    def semidefinite(self) -> frozenset[str]:
        """The matrices that are positive semidefinite."""
        return self._above_zero(("<", "<="))

    def _above_zero(self, relations: tuple[str, ...]) -> frozenset[str]:
        above = [s.rhs for s in self.orders if isinstance(s.lhs, ZeroMatrix) and s.relation in relations]
        return frozenset(e.name for e in above if isinstance(e, MatrixSymbol))


def problem(goal: Any, given: tuple = ()) -> Problem:
    """Return a statement about vectors, taken apart; ValueError where it is not understood."""
    mark = vector_fingerprint(goal, given)  # refuses what is no statement about vectors
    claim, hypotheses = read(goal, given)
    claim, hypotheses = definitions.unfold(*in_plain_numbers(claim, tuple(map(_upwards, hypotheses))))
    sides = sides_of(claim, hypotheses)
    taken = {e.name for side in sides for e in nodes(side) if isinstance(e, MatrixSymbol)}
    claims = [_of_numbers(_upwards(s), taken) for s in statements(claim)]
    matrix = [s for s in hypotheses if is_matrix(s.lhs)]
    found = Problem(
        tuple(claims),
        tuple(s for s in hypotheses if not is_matrix(s.lhs)),
        tuple(s for s in matrix if s.relation != "=="),
        tuple(s for s in matrix if s.relation == "=="),
        tuple(side for s in (*claims, *hypotheses) for side in (s.lhs, s.rhs)),
        mark,
    )
    numbers = {e.name for e in symbols_of(found.sides)} & found.matrices.keys()
    if numbers:
        raise ValueError(f"{min(numbers)}: a number and a vector or matrix have this name")
    forms = Forms(found)
    for e in (e for side in (*sides, *found.sides) for e in nodes(side)):  # as printed too: what cancels has to have a value
        if is_matrix(e):
            forms.of(e)  # refuses what has no words
        elif isinstance(e, Norm) and not forms.is_semidefinite(e.args[1]):
            raise ValueError(f"{e}: no hypothesis says that the weight is positive semidefinite")
    for s in statements(claim):
        if is_matrix(s.lhs) and s.relation != "==" and (gap := forms.gap(s)) != forms.transposed(gap):
            raise ValueError(f"{s}: an order of symmetric matrices, and no hypothesis says that these are")
    return found


def _upwards(s: Statement) -> Statement:
    if is_matrix(s.lhs) and s.relation in (">=", ">"):
        return Statement(s.rhs, {">=": "<=", ">": "<"}[s.relation], s.lhs)
    return s


def _of_numbers(s: Statement, taken: set[str]) -> Statement:
    """Return a claim about numbers that says what a relation between matrices says: of any vector e, as letters are any numbers."""
    if not is_matrix(s.lhs):
        return s
    if s.relation == "<":
        raise ValueError(f"{s}: that a matrix is positive definite is understood of hypotheses alone")
    gap = s.rhs - s.lhs
    name = "e"
    while name in taken:
        name += "'"
    any_vector = MatrixSymbol(name, s.lhs.shape[1], 1)
    if s.relation == "<=":
        return Statement(Inner(any_vector, gap * any_vector), ">=", 0)
    w = gap if s.lhs.shape[1] == 1 else gap * any_vector
    return Statement(Inner(w, w), "==", 0)


class Forms:
    """Normal forms of vectors, matrices and inner products under the equations of a problem."""

    def __init__(self, problem: Problem, *, whole: bool = False):
        self.problem, self.whole = problem, whole
        self.shape: dict[str, tuple[Any, Any]] = {name: e.shape for name, e in problem.matrices.items()}
        self.shape |= {_one(n): (n, Integer(1)) for n in problem.dimensions}
        self.symmetric, self.definite = problem.symmetric, problem.definite
        self.positive = _positive(problem)
        self.rewriting: list[tuple[Word, Terms]] = []
        self.values: dict[str, Terms] = {}
        self.roots: dict[Symbol, Symbol] = {}  # entries that are squares of norms, and the norms
        self.norms: dict[Norm, Expr] = {}
        self.letters: dict[Expr, Expr] = {}  # sums of entries, and the letters of which they are the values
        self.lengths: dict[Expr, Symbol] = {}  # sums of entries, and the letters of which they are the squares
        self.taken: set[str] = set()
        self.facts: list[Statement] = []
        self.words: dict[Symbol, Word] = {}  # of the entries
        self.between = [s for s in problem.equations if s.lhs.shape[1] != 1]
        for s in self.between:
            self._rewrite(self.gap(s))

    # ---- words ------------------------------------------------------------------------------------------------------

    def of(self, expr: Any) -> Terms:
        """Return a matrix expression as a sum of words."""
        return self.reduced(self._of(expr))

    def _of(self, expr: Any) -> Terms:
        if expr not in self.problem.words:
            self.problem.words[expr] = self._written(expr)
        return self.problem.words[expr]

    def _written(self, expr: Any) -> Terms:
        if isinstance(expr, MatrixSymbol):
            return {((expr.name, ""),): S.One}
        if isinstance(expr, Identity):
            return {(): S.One}
        if isinstance(expr, ZeroMatrix):
            return {}
        if isinstance(expr, OneMatrix) and expr.shape[1] == 1:
            return {((_one(expr.shape[0]), ""),): S.One}
        if isinstance(expr, Transpose):
            return self.transposed(self._of(expr.args[0]))
        if isinstance(expr, MatAdd):
            return total(map(self._of, expr.args))
        if isinstance(expr, MatMul):
            product: Terms = {(): S.One}
            for arg in expr.args:
                product = _times(product, self._of(arg) if is_matrix(arg) else {(): arg})
            return product
        if isinstance(expr, (Inverse, MatPow)):
            return self._power(expr.args[0], expr.args[1])
        raise ValueError(f"{expr}: {type(expr).__name__} is not understood among matrices")

    def _power(self, base: Any, exponent: Any) -> Terms:
        if isinstance(exponent, Integer) and 0 < exponent <= 4:
            factor = self._of(base)
        elif exponent in (-1, -2) and isinstance(base, MatrixSymbol) and base.name in self.definite:
            factor = {((base.name, "-"),): S.One}
        else:
            raise ValueError(
                f"{base}^{exponent}: only a letter that is positive definite by a hypothesis has an inverse here"
            )
        product: Terms = {(): S.One}
        for _ in range(abs(int(exponent))):
            product = _times(product, factor)
        return product

    def transposed(self, terms: Terms) -> Terms:
        """Return the words of the transpose."""
        return {self._reversed(word): c for word, c in terms.items()}

    def _reversed(self, word: Word) -> Word:
        turned = {"": "T", "T": "", "-": "-"}
        return tuple((name, how if name in self.symmetric else turned[how]) for name, how in reversed(word))

    def reduced(self, terms: Terms) -> Terms:
        """Return the sum with what the equations say put in and inverses cancelled."""
        left, done, steps = list(terms.items()), [], 0
        while left:
            steps += 1
            if steps > _STEPS:
                raise Inapplicable("the words grow without end")
            word, c = left.pop()
            found = self._once(word)
            if found is None:
                done.append({word: c})
            else:
                left += [(w, Mul(c, k)) for w, k in found.items()]
        return total(done)

    def _once(self, word: Word) -> Terms | None:
        for i, letter in enumerate(word):
            name, how = letter
            if i + 1 < len(word) and word[i + 1][0] == name and {how, word[i + 1][1]} == {"", "-"}:
                return {word[:i] + word[i + 2 :]: S.One}
            if name in self.values:
                value = self.values[name] if how == "" else self.transposed(self.values[name])
                return _times(_times({word[:i]: S.One}, value), {word[i + 1 :]: S.One})
            for pattern, value in self.rewriting:
                if word[i : i + len(pattern)] == pattern:
                    return _times(_times({word[:i]: S.One}, value), {word[i + len(pattern) :]: S.One})
        return None

    def dimensions(self, word: Word) -> tuple[Any, Any]:
        """Return rows and columns of a word that is not empty; `Inapplicable` where its letters do not fit."""
        rows = columns = None
        for name, how in word:
            if name not in self.shape or how not in ("", "T", "-") or (how == "-" and name not in self.definite):
                raise Inapplicable(f"{name}: no such vector or matrix")
            r, c = self.shape[name] if how != "T" else self.shape[name][::-1]
            if columns is not None and columns != r:
                raise Inapplicable("the letters of a word do not fit each other")
            rows, columns = (r if rows is None else rows), c
        return rows, columns

    # ---- equations --------------------------------------------------------------------------------------------------

    def _rewrite(self, gap: Terms) -> None:
        """Use an equation of matrices from its last word, in an order that no rewriting goes up.

        One with a product of a column and a row is not used: of it the certificate says what it means for two vectors.
        """
        while gap and not any(self.shape[name][1] == 1 for word in gap for name, _ in word):
            word = max(gap, key=self._rank)
            if not word or not self.differs_from_zero(gap[word]):
                return  # an equation that is not used
            value = {w: Mul(S.NegativeOne, c, Pow(gap[word], -1)) for w, c in gap.items() if w != word}
            self.rewriting.append((word, value))
            gap = self.reduced(total([self.transposed({word: S.One}), _scaled(self.transposed(value), S.NegativeOne)]))

    def _rank(self, word: Word) -> tuple:
        kinds = [(how != "-", name not in self.definite, name, how) for name, how in word]
        return len(word), kinds

    def gap(self, s: Statement) -> Terms:
        """Return the difference of the sides of an equation."""
        return total([self.of(s.lhs), _scaled(self.of(s.rhs), S.NegativeOne)])

    def solvable(self, gap: Terms) -> list[str]:
        """Return the vectors for which the equation that a sum of vectors is 0 can be solved."""
        return sorted(name for name in {word[-1][0] for word in gap if word} if self._solution(gap, name) is not None)

    def solve(self, gap: Terms, name: str) -> None:
        """Put into everything what the equation that a sum of vectors is 0 says of one of them."""
        value = self._solution(gap, name)
        if value is None:
            raise Inapplicable(f"the equation is not solved for {name}")
        self.values[name] = value
        self.values = {other: self.reduced(terms) for other, terms in self.values.items()}

    def _solution(self, gap: Terms, name: str) -> Terms | None:
        with_it = [word for word in gap if any(letter[0] == name for letter in word)]
        if name in self.values or len(with_it) != 1 or (name not in self.problem.matrices and name not in self.shape):
            return None
        word = with_it[0]
        front, last = word[:-1], word[-1]
        if last != (name, "") or self.shape[name][1] != 1 or _is_one(name):
            return None
        if any(other == name or other not in self.definite for other, _ in front):
            return None
        if not self.differs_from_zero(gap[word]) or name in self._behind(gap.values()):
            return None
        back = tuple((other, "-" if how == "" else "") for other, how in reversed(front))
        rest = {w: Mul(S.NegativeOne, c, Pow(gap[word], -1)) for w, c in gap.items() if w != word}
        return self.reduced(_times({back: S.One}, rest))

    def _behind(self, coefficients: Iterable[Expr]) -> set[str]:
        """Return the names on which coefficients depend through the norms and inner products in them."""
        found: set[str] = set()
        new = {e.name for c in coefficients for e in nodes(c) if isinstance(e, MatrixSymbol)}
        while new:
            found |= new
            terms = [self.values[name] for name in new if name in self.values]
            inside = {letter[0] for t in terms for word in t for letter in word}
            inside |= {e.name for t in terms for c in t.values() for e in nodes(c) if isinstance(e, MatrixSymbol)}
            new = inside - found
        return found

    def name(self, fresh: str, terms: Terms, instead_of: str) -> None:
        """Give a sum of vectors a name of its own and solve its definition for one of them."""
        if (
            fresh in self.shape
            or not _NAME.fullmatch(fresh)
            or fresh in {s.name for s in symbols_of(self.problem.sides)}
        ):
            raise Inapplicable(f"{fresh}: the name is taken")
        shapes = {self.dimensions(word) for word in terms if word}
        if len(shapes) != 1 or () in terms:
            raise Inapplicable("a coordinate is a sum of vectors of one dimension")
        (self.shape[fresh],) = shapes
        self.solve(self.reduced(total([{((fresh, ""),): S.One}, _scaled(terms, S.NegativeOne)])), instead_of)

    def differs_from_zero(self, c: Expr) -> bool:
        """Whether a coefficient is not 0 wherever it is defined, for a reason that is seen at once."""
        if isinstance(c, Rational):
            return c != 0
        if isinstance(c, Mul):
            return all(map(self.differs_from_zero, c.args))
        if isinstance(c, Pow) and isinstance(c.exp, Integer):
            return c.exp < 0 or self.differs_from_zero(c.base)
        return isinstance(c, Symbol) and c.name in self.positive

    # ---- numbers ----------------------------------------------------------------------------------------------------

    def entry(self, word: Word) -> Expr:
        """Return the number that a word from a row to a column is: an entry of a Gram matrix, or a product of such."""
        rows, columns = self.dimensions(word)
        if rows != 1 or columns != 1:
            raise Inapplicable("no inner product")
        factors, start = [], 0
        for i, (name, how) in enumerate(word):
            if self.shape[name][1] == 1 and how == "":
                factors.append(self._segment(word[start : i + 1]))
                start = i + 1
        return Mul(*factors)

    def _segment(self, word: Word) -> Expr:
        word = min(word, self._reversed(word), key=lambda w: ((w[-1], w[0]), w))
        first, last = word[0][0], word[-1][0]
        if len(word) == 2 and first == last and _is_one(first):
            return self.shape[first][0]
        entry = Symbol(f"<{first}, {_in_words(word[1:])}>", real=True)
        self.words[entry] = word
        return entry

    def inner(self, u: Terms, v: Terms) -> Expr:
        """Return the inner product of two vectors, in entries."""
        product = self.reduced(_times(self.transposed(u), v))
        return Add(*(Mul(self.scalar(c), self.entry(word)) for word, c in product.items()))

    def scalar(self, expr: Expr) -> Expr:
        """Return an expression with entries in place of inner products, and letters in place of norms."""
        if isinstance(expr, Inner):
            form = self._form(expr)
            return self._product(expr, form) if self.whole and isinstance(form, Add) else form
        if isinstance(expr, Norm):
            return self._norm(expr)
        if not expr.args or not expr.has(Inner, Norm):
            return expr
        return expr.func(*map(self.scalar, expr.args), evaluate=False)

    def _form(self, product: Inner) -> Expr:
        return expanded(self.inner(*map(self.of, product.args)))

    def _product(self, product: Inner, form: Expr) -> Expr:
        """Return a letter of its own for an inner product that is a sum of entries."""
        if form not in self.letters:
            letter = self._letter(f"<{product}>")
            self.letters |= {form: letter, expanded(-form): -letter}
            self.facts.append(Statement(form - letter, "==", 0))
        return self.letters[form]

    def _letter(self, name: str) -> Symbol:
        if name in self.taken:
            raise Inapplicable(f"{name}: two things are written like this")
        self.taken.add(name)
        return Symbol(name, real=True)

    def _norm(self, norm: Norm) -> Expr:
        if norm not in self.norms:
            form = self._form(norm.square)
            c, entry = form.as_coeff_Mul()
            if (
                isinstance(entry, Symbol)
                and c.is_Rational
                and c > 0
                and sympy.sqrt(c).is_Rational
                and entry.name[0] == "<"
            ):
                letter = self.roots.setdefault(entry, Symbol(f"|{entry.name}|", real=True))
                self.norms[norm] = Mul(sympy.sqrt(c), letter)
            else:
                if form not in self.lengths:
                    self.lengths[form] = self._letter(f"|{norm}|")
                    self.facts.append(Statement(form - self.lengths[form] ** 2, "==", 0))
                letter = self.norms[norm] = self.lengths[form]
                self.letters.setdefault(form, letter**2)
            if Statement(letter, ">=", 0) not in self.facts:
                self.facts.append(Statement(letter, ">=", 0))
        return self.norms[norm]

    def is_semidefinite(self, W: Any) -> bool:
        """Whether a weight is positive semidefinite for a reason that is seen at once."""
        if isinstance(W, (Identity, ZeroMatrix)):
            return True
        if isinstance(W, MatrixSymbol):
            return W.name in self.problem.semidefinite
        if isinstance(W, (Inverse, MatPow)):
            return isinstance(W.args[0], MatrixSymbol) and W.args[0].name in self.definite
        if isinstance(W, MatAdd):
            return all(map(self.is_semidefinite, W.args))
        if isinstance(W, MatMul):
            numbers = [a for a in W.args if not is_matrix(a)]
            factors = [a for a in W.args if is_matrix(a)]
            square = len(factors) == 2 and self._of(factors[0]) == self.transposed(self._of(factors[1]))
            return all(self._above_zero(c) for c in numbers) and (
                square or (len(factors) == 1 and self.is_semidefinite(factors[0]))
            )
        return False

    def _above_zero(self, c: Expr) -> bool:
        if isinstance(c, Rational):
            return c > 0
        if isinstance(c, Mul):
            return all(map(self._above_zero, c.args))
        if isinstance(c, Pow) and isinstance(c.exp, Integer):
            return c.exp % 2 == 0 or self._above_zero(c.base)
        return isinstance(c, Symbol) and c.name in self.positive

    # ---- what is always true ----------------------------------------------------------------------------------------

    def orders(self) -> list[tuple[Any, Terms]]:
        """Return the matrices that are positive semidefinite, with their dimension: identities, then what is given."""
        known: list[tuple[Any, Terms]] = [(n, {(): S.One}) for n in self.problem.dimensions]
        return known + [(s.lhs.shape[0], _scaled(self.gap(s), S.NegativeOne)) for s in self.problem.orders]

    def gram(self, order: Terms, family: list[Terms]) -> list[list[Expr]]:
        """Return the Gram matrix of a family of vectors in the product of a positive semidefinite matrix."""
        return [[self.product(u, order, v) for v in family] for u in family]

    def product(self, u: Terms, order: Terms, v: Terms) -> Expr:
        """Return the inner product of two vectors in the weight of a matrix, as a letter where it has one."""
        value = expanded(self.inner(u, self.reduced(_times(order, v))))
        return self.letters.get(value, value) if self.whole else value


def _one(n: Any) -> str:
    return f"1|{n}"  # no name of a matrix has a bar


def _is_one(name: str) -> bool:
    return "|" in name


def _in_words(word: Word) -> str:
    return " ".join(name + {"": "", "T": "^T", "-": "^-1"}[how] for name, how in word)


def _times(a: Terms, b: Terms) -> Terms:
    return total({u + v: Mul(c, k)} for u, c in a.items() for v, k in b.items())


def _scaled(terms: Terms, by: Expr) -> Terms:
    return {word: Mul(by, c) for word, c in terms.items()}


def expanded(expr: Expr) -> Expr:
    """Return products multiplied out; powers and logarithms stay as they are, for they may lose or gain a value."""
    return expr.expand(power_base=False, power_exp=False, log=False)


def total(parts: Iterable[Terms]) -> Terms:
    """Return the sum, without words whose coefficient is seen to be 0."""
    found: dict[Word, list[Expr]] = {}
    for terms in parts:
        for word, c in terms.items():
            found.setdefault(word, []).append(c)
    sums = {word: expanded(Add(*cs)) if len(cs) > 1 else cs[0] for word, cs in found.items()}
    return {word: c for word, c in sums.items() if c != 0}


def _positive(problem: Problem) -> frozenset[str]:
    """Return the letters that a hypothesis says to be positive, and the dimensions."""
    found = {n.name for n in problem.dimensions}
    for s in problem.given:
        low, relation, high = s.lhs, s.relation, s.rhs
        if relation in (">", ">="):
            low, relation, high = high, {">": "<", ">=": "<="}[relation], low
        if isinstance(high, Symbol) and isinstance(low, Rational) and (low > 0 or (low == 0 and relation == "<")):
            found.add(high.name)
    return frozenset(found)


def terms_encoding(terms: Terms) -> list:
    """Return a sum of words as plain data."""
    return [[encode(c), [list(letter) for letter in word]] for word, c in sorted(terms.items())]


def _decoded(data: Any) -> Terms:
    terms = total({tuple((str(name), str(how)) for name, how in word): decode(c)} for c, word in data)
    if not all(c.is_polynomial() for c in terms.values()):  # what is brought in must have a value everywhere
        raise Inapplicable("the coefficients of a chosen vector are polynomials")
    return terms


def _at(items: list[Any], place: Any) -> Any:
    if not isinstance(place, int) or not 0 <= place < len(items):
        raise Inapplicable(f"there is no place {place!r}")
    return items[place]


def between(forms: Forms, chosen: Iterable[Any]) -> list[Expr]:
    """Return products of two vectors with the difference of the sides of an equation of matrices, all of which are 0."""
    found = []
    for place, u, v in chosen:
        s, left, right = _at(forms.between, place), forms.reduced(_decoded(u)), forms.reduced(_decoded(v))
        _of_dimension(forms, left, s.lhs.shape[0])
        _of_dimension(forms, right, s.lhs.shape[1])
        found.append(expanded(forms.inner(left, _times(forms.gap(s), right))))
    return found


def _of_dimension(forms: Forms, v: Terms, dimension: Any) -> None:
    if () in v or any(forms.dimensions(word) != (dimension, 1) for word in v):
        raise Inapplicable("a vector of another dimension")


def reduced(problem: Problem, choices: dict[str, Any]) -> tuple[Reading, ...]:
    """Return what has to be shown of numbers, so that a statement about vectors is true: that it has a value, and the claim.

    Parameters
    ----------
    problem : Problem
    choices : dict
        ``solve``: for each equation between vectors the name of the one it is solved for, or "". ``coordinates``: triples
        of a new name, the sum of vectors that has it, and the name it replaces. ``minors``: pairs of the place of a
        positive semidefinite matrix in `Forms.orders` and a family of vectors. ``between``: triples of the place of an
        equation between matrices and a vector on either side of it. ``whole``: whether inner products that are sums of
        entries have letters of their own.
    """
    forms = prepared(problem, choices)
    facts = [Statement(m, ">=", 0) for m in minors(forms, choices["minors"])]
    facts += [Statement(g, "==", 0) for g in between(forms, choices["between"])]
    return read_numbers(problem, forms, facts)


def prepared(problem: Problem, choices: dict[str, Any]) -> Forms:
    """Return the normal forms with the equations and coordinates of the choices."""
    forms = Forms(problem, whole=choices["whole"] is True)
    equations = [s for s in problem.equations if s.lhs.shape[1] == 1]
    if len(choices["solve"]) != len(equations):
        raise Inapplicable(f"{len(equations)} equations between vectors, {len(choices['solve'])} choices")
    for s, name in zip(equations, choices["solve"], strict=True):
        if name:
            forms.solve(forms.gap(s), str(name))
    for fresh, terms, instead_of in choices["coordinates"]:
        forms.name(str(fresh), forms.reduced(_decoded(terms)), str(instead_of))
    if forms.whole:
        if _coefficients(side for s in problem.claims for side in (s.lhs, s.rhs)):
            raise Inapplicable("a claim with coefficients that may have no value is taken in entries")
        for s in (*problem.given, *problem.claims):
            _scalar(s, forms)
    return forms


def minors(forms: Forms, chosen: Iterable[Any]) -> list[Expr]:
    """Return the determinants of Gram matrices, none of which is negative."""
    orders, found = forms.orders(), []
    for place, family in chosen:
        dimension, order = _at(orders, place)
        vectors = [forms.reduced(_decoded(v)) for v in family]
        if not 1 <= len(vectors) <= _LARGEST:
            raise Inapplicable(f"minors have 1 to {_LARGEST} rows")
        for v in vectors:
            _of_dimension(forms, v, dimension)
        found.append(expanded(determinant(forms.gram(order, vectors))))
    return found


def determinant(rows: list[list[Expr]]) -> Expr:
    """Return a determinant, by its first row."""
    if len(rows) == 1:
        return rows[0][0]
    parts = (
        (-1) ** j * rows[0][j] * determinant([row[:j] + row[j + 1 :] for row in rows[1:]]) for j in range(len(rows))
    )
    return Add(*parts)


def read_numbers(problem: Problem, forms: Forms, known: list[Statement]) -> tuple[Reading, ...]:
    """Return the statements about numbers that are left, with what is known of the entries among their hypotheses."""
    others = [side for s in (*problem.given, *problem.equations, *problem.orders) for side in (s.lhs, s.rhs)]
    # a vector has a value only where its coefficients have one
    given = [_scalar(s, forms) for s in problem.given]
    given += [Statement(c, "==", c) for c in map(forms.scalar, _coefficients(others))]
    facts = [*forms.facts, *known]
    brought = _coefficients(side for s in problem.claims for side in (s.lhs, s.rhs))
    defined = [Statement(c, "==", c) for c in map(forms.scalar, brought)]
    claims = [_scalar(s, forms) for s in problem.claims]
    # the norms in a claim are roots of something that may lack a value as long as its coefficients are not shown to have one
    safe = [*facts, *(f for f in forms.facts if f not in facts and f.lhs.is_polynomial())]
    everything = [*facts, *(f for f in forms.facts if f not in facts)]
    letters = {s for f in (*claims, *given, *everything) for side in (f.lhs, f.rhs) for s in side.free_symbols}
    given += [Statement(n, ">=", 1) for n in problem.dimensions if n in letters]
    own = {s.name for s in symbols_of(problem.sides)}
    made = {s.name for s in letters if s.name[0] in "<|"} | {root.name for root in forms.roots.values()}
    if own & made:
        raise Inapplicable(f"{min(own & made)}: the name of a number is that of an entry of a Gram matrix")
    first = (_read(defined, (*given, *safe), forms),) if defined else ()
    return (*first, _read(claims, (*given, *defined, *everything), forms))


def _read(claims: list[Statement], given: Iterable[Statement], forms: Forms) -> Reading:
    squares = {entry: root**2 for entry, root in forms.roots.items()}
    goals = tuple(_put(s, squares) for s in claims)
    hypotheses = dict.fromkeys(_put(s, squares) for s in given)
    useful = tuple(h for h in hypotheses if not (h.relation == ">=" and h.rhs == 0 and h.lhs.is_nonnegative))
    return reading(Conjunction(goals) if len(goals) > 1 else goals[0], useful)


def _scalar(s: Statement, forms: Forms) -> Statement:
    return Statement(forms.scalar(s.lhs), s.relation, forms.scalar(s.rhs))


def _put(s: Statement, values: dict[Symbol, Expr]) -> Statement:
    return Statement(s.lhs.xreplace(values), s.relation, s.rhs.xreplace(values)) if values else s


def _coefficients(sides: Iterable[Any]) -> list[Expr]:
    """Return the numbers before vectors and matrices that may have no value."""
    found = [a for side in sides for e in nodes(side) if isinstance(e, MatMul) for a in e.args if not is_matrix(a)]
    return [c for c in dict.fromkeys(found) if not (c.is_polynomial() and not c.has(Inner, Norm))]


def verify(certificate: dict[str, Any], problem: Problem) -> list[dict]:
    """Check the proof of a statement about vectors, without its satisfiability; return its trees."""
    sequents = [s for read in reduced(problem, certificate["choices"]) for s in read.sequents]
    trees = certificate["proofs"]
    if len(trees) != len(sequents):
        raise Inapplicable(f"{len(sequents)} goals, {len(trees)} proofs")
    for sequent, tree in zip(sequents, trees, strict=True):
        rules.verify(sequent, tree)
    return trees
