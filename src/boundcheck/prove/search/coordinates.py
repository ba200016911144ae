"""Proofs of statements about vectors: which combinations are named, which minors are used, then the search for numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations, combinations_with_replacement
from typing import Any

from sympy import Expr, MatrixSymbol, S, Symbol, cosh, coth, exp, log, sinh, sqrt, tanh, zeros

from boundcheck.symbolic.functions import sigmoid
from boundcheck.symbolic.inner_products import Inner, Norm, dimensions_of, nodes, symbols_of

from ..kernel import certificates, gram, rules, smt
from ..kernel.configurations import Configuration, violated
from ..kernel.gram import Forms, Problem, Terms
from ..kernel.reading import Reading
from ..kernel.results import Inapplicable, Proved, Refuted, Unknown
from ..kernel.sequent import Sequent
from .instances import admissible_configuration, counterexample, instances
from .portfolio import searched
from .refuting import sides

_MOST = 28  # minors among the hypotheses

# Which minors, and whether inner products that are sums of entries are letters.
_ORDER = ((0, False), (1, False), (1, True), (2, False), (2, True), (3, False), (4, False))

Choices = dict[str, Any]
Search = Callable[[Reading], list[dict] | None]
_CURVED = (exp, log, sigmoid, sinh, cosh, tanh, coth)
_LIMITS = (80_000, 1_000_000)  # of the solver's counter for each second, at first and where that is not enough


def settled(goal: Any, given: tuple, seconds: float, *, far: bool = True, drawn: bool = True) -> Proved | Refuted | Unknown:
    """Prove or refute a statement about vectors; as `boundcheck.prove.prove`, which calls it."""
    try:
        problem = gram.problem(goal, given)
    except Inapplicable as wrong:
        return Unknown(("reading",), (str(wrong),))
    tried, places = ["vectors"], instances(problem)
    at = counterexample(places, "simple")
    if at is not None:
        return refuted(problem, at, tried)
    inside = admissible_configuration(places)
    at_once, *others = searches(problem, seconds, tried)
    # sooner done than points are drawn
    answer = None if inside is None else proved(problem, inside, seconds, tried, [at_once])
    if answer is not None:
        return answer
    at = counterexample(places, "drawn") if drawn else None
    if at is not None:
        return refuted(problem, at, tried)
    if inside is None:
        return Unknown(tuple(tried), ("no vectors were found that satisfy the hypotheses for certain",))
    answer = proved(problem, inside, seconds, tried, others)
    if answer is not None:
        return answer
    at = counterexample(places, "far") if far else None
    if at is not None:
        return refuted(problem, at, tried)
    return Unknown(tuple(tried), ("no choice of coordinates and minors led to a proof",))


def refuting(goal: Any, given: tuple, ways: tuple[str, ...] = ("simple", "drawn", "far")) -> Refuted | Unknown:
    """Look for vectors that refute a statement, and for no proof; as `boundcheck.prove.refute`, which calls it."""
    try:
        problem = gram.problem(goal, given)
    except Inapplicable as wrong:
        return Unknown(("reading",), (str(wrong),))
    tried, places = ["vectors"], instances(problem)
    for how in ways:
        at = counterexample(places, how)
        if at is not None:
            return refuted(problem, at, tried)
    return Unknown(tuple(tried), ())


def refuted(problem: Problem, at: Configuration, tried: list[str]) -> Refuted:
    """Return the answer that values make at which the claim fails."""
    claim = violated(problem, at)
    assert claim is not None
    lhs, rhs, margin = sides(claim, {})
    certificate = certificates.vectors_refuted(problem, at)
    return Refuted("vectors", at.written(), lhs, rhs, margin, certificate, tuple(tried), certificates.trust([]))


def searches(problem: Problem, seconds: float, tried: list[str]) -> list[Search]:
    """Return the ways to look for a proof, the quickest first."""
    found: list[Search] = [partial(_at_once, rlimit=int(seconds * limit)) for limit in _LIMITS]
    if any(side.has(*_CURVED) for side in problem.sides):  # else the solver has seen all there is
        found.append(partial(_searched, seconds=seconds, tried=tried))
    return found


def proved(
    problem: Problem, inside: Configuration, seconds: float, tried: list[str], ways: list[Search]
) -> Proved | None:
    """Return a proof by one of the choices of coordinates and minors."""
    with smt.limited(2 * seconds + 5):
        for search in ways:
            for choices in candidates(problem):
                trees = _trees(problem, choices, search)
                if trees is not None:
                    choices, trees = _needed(problem, choices, trees, search)
                    certificate = certificates.vectors_proved(problem, choices, trees, inside)
                    return Proved(certificates.engine(certificate), certificates.trust(trees), certificate, tuple(tried))
                if smt.is_up():
                    return None
    return None


def _needed(problem: Problem, choices: Choices, trees: list[dict], search: Search) -> tuple[Choices, list[dict]]:
    """Return choices without the facts that the proof does without."""
    for kind in ("between", "minors"):
        size = len(choices[kind])
        while size:
            for start in reversed(range(0, len(choices[kind]), size)):
                fewer = {**choices, kind: choices[kind][:start] + choices[kind][start + size :]}
                found = _trees(problem, fewer, search)
                if found is not None:
                    choices, trees = fewer, found
            size //= 2
    return choices, trees


def _trees(problem: Problem, choices: Choices, search: Search) -> list[dict] | None:
    found: list[dict] = []
    try:
        for read in gram.reduced(problem, choices):
            trees = search(read)
            if trees is None:
                return None
            found += trees
    except Inapplicable:
        return None
    return found


def _searched(read: Reading, seconds: float, tried: list[str]) -> list[dict] | None:
    return searched(read, seconds, tried)[0]


def _at_once(read: Reading, rlimit: int) -> list[dict] | None:
    """Return proofs by one question to the solver each, where it answers soon."""
    found = [_closed(sequent, 3, rlimit) for sequent in read.sequents]
    return None if None in found else [node for node in found if node is not None]


def _closed(sequent: Sequent, depth: int, rlimit: int) -> dict | None:
    for node in ({"rule": "given"}, {"rule": "polynomial", "variant": "full", "rlimit": rlimit}):
        try:
            rules.apply(sequent, node)
        except Inapplicable:
            continue
        return node
    for rule in ("cases", "sides"):
        try:
            goals = rules.apply(sequent, {"rule": rule})
        except Inapplicable:
            continue
        children = [_closed(goal, depth - 1, rlimit) for goal in goals] if depth else [None]
        if None not in children:
            return {"rule": rule, "then": children}
    return None


def candidates(problem: Problem) -> Iterator[Choices]:
    """Yield what may be chosen, the likeliest first: few minors in the best coordinates."""
    plans = list(_coordinates(problem))
    seen: list[Choices] = []
    for level, whole in _ORDER:
        for plan in plans:
            choices = {**plan, "whole": whole}
            try:
                forms = gram.prepared(problem, choices)
                if whole and not forms.letters:  # no sum of entries: the same as before
                    continue
                full = {**choices, **_facts(problem, forms, level)}
            except Inapplicable:
                continue
            if full not in seen:
                seen.append(full)
                yield full


# ---- coordinates ----------------------------------------------------------------------------------------------------


def _coordinates(problem: Problem) -> Iterator[Choices]:
    """Yield equations solved and combinations named, each time anew."""
    norms, products = _arguments(problem, Norm), _arguments(problem, Inner)
    seen: list[Choices] = []
    for wanted in ([*norms, *products], norms, [], [*products, *norms]):
        for solved in (True, False):
            choices = _plan(problem, wanted, solved=solved)
            if choices not in seen:
                seen.append(choices)
                yield choices


def _arguments(problem: Problem, kind: Any) -> list[Any]:
    """Return the vectors whose norms, or inner products, occur: those of the claim first."""
    found = [e for side in problem.sides for e in nodes(side) if isinstance(e, kind)]
    return list(dict.fromkeys(u for e in found for u in (e.args[:1] if kind is Norm else e.args)))


def _plan(problem: Problem, wanted: Iterable[Any], *, solved: bool) -> Choices:
    forms, solve, coordinates = Forms(problem), [], []
    for s in problem.equations:
        if s.lhs.shape[1] != 1:
            continue
        names = forms.solvable(forms.gap(s)) if solved else []
        own = [e.name for e in (s.lhs, s.rhs) if isinstance(e, MatrixSymbol) and e.name in names]
        solve.append((own or names or [""])[0])
        if solve[-1]:
            forms.solve(forms.gap(s), solve[-1])
    kept: set[str] = set()
    for u in wanted:
        terms = forms.of(u)
        if len(terms) == 1:
            kept |= {word[-1][0] for word in terms}
            continue
        for name in reversed(_replaceable(forms, terms, kept)):
            fresh = _fresh(forms)
            try:
                encoded = gram.terms_encoding(terms)
                forms.name(fresh, terms, name)
            except (Inapplicable, ValueError):
                continue
            coordinates.append([fresh, encoded, name])
            kept.add(fresh)
            break
    return {"solve": solve, "coordinates": coordinates}


def _replaceable(forms: Forms, terms: Terms, kept: set[str]) -> list[str]:
    if not all(c.is_polynomial() and not c.has(Inner, Norm) for c in terms.values()):
        return []
    return [name for name in forms.solvable(terms) if name not in kept]


def _fresh(forms: Forms) -> str:
    taken = {*forms.shape, *(s.name for s in symbols_of(forms.problem.sides))}
    return next(name for name in (f"w{k}" for k in range(1, 1000)) if name not in taken)


# ---- minors ---------------------------------------------------------------------------------------------------------


def _facts(problem: Problem, forms: Forms, level: int) -> Choices:
    """Return families of vectors whose Gram matrices, and pairs of which the equations, say something of the entries that occur.

    At level 0 there are only the squares of which a claim is a sum. At level 1 and 2 no entry comes in that does not occur,
    and minors have up to two rows, then three; at level 3 squares come in of vectors of which a product occurs; at level 4
    everything of two vectors does.
    """
    known = _occurring(problem, forms)
    vectors = _vectors(forms, known)
    if level == 3:
        known |= _beside(forms, vectors, known)
    minors: list[Any] = []
    for place, (dimension, order) in enumerate(forms.orders()):
        own = _of(forms, vectors, dimension)
        values = {
            (i, j): forms.product(own[i], order, own[j]) for i, j in combinations_with_replacement(range(len(own)), 2)
        }
        squares = (v for v in _squares(problem, forms, own, values) if all(c.is_polynomial() for c in v.values()))
        minors += [(0, place, [gram.terms_encoding(v)]) for v in squares]
        product = {pair: _entries(forms, value) for pair, value in values.items()}
        for size in ((), (1, 2), (1, 2, 3), (1, 2, 3), (1, 2))[level]:
            for family in combinations(range(len(own)), size):
                pairs = list(combinations_with_replacement(family, 2))
                seen = level == 4 or all(product[p] <= known for p in pairs)
                if seen and all(product[i, j] for i, j in pairs if i < j):
                    minors.append((size, place, [gram.terms_encoding(own[i]) for i in family]))
    minors.sort(key=lambda m: m[0])
    return {
        "minors": [[place, family] for _, place, family in minors[:_MOST]],
        "between": _between(forms, vectors, known, level),
    }


def _squares(problem: Problem, forms: Forms, own: list[Terms], values: dict[tuple[int, int], Expr]) -> Iterator[Terms]:
    """Yield vectors of whose squares the difference of a claim's sides is a sum, as far as it is one."""
    roots = {root: sqrt(entry) for entry, root in forms.roots.items()}
    for claim in problem.claims:
        gap = (forms.scalar(claim.rhs) - forms.scalar(claim.lhs)).xreplace(roots).expand()
        for sign in (1, -1):
            C = zeros(len(own), len(own))
            for (i, j), value in values.items():
                if isinstance(value, Symbol):
                    C[i, j] += sign * gap.coeff(value) / 2
                    C[j, i] += sign * gap.coeff(value) / 2
            while (k := next((k for k in range(len(own)) if C[k, k].is_Rational and C[k, k] > 0), None)) is not None:
                row = C.row(k) / C[k, k]
                yield gram.total({word: c * x for word, c in v.items()} for v, x in zip(own, row, strict=True))
                C -= C[k, k] * row.T * row


def _between(forms: Forms, vectors: list[Terms], known: set[Symbol], level: int) -> list[Any]:
    found = []
    for place, s in enumerate(forms.between):
        gap = forms.gap(s)
        if not gap:  # used up in writing words
            continue
        for u in _of(forms, vectors, s.lhs.shape[0]):
            for v in _of(forms, vectors, s.lhs.shape[1]):
                value = forms.inner(u, _applied(gap, v)).expand()
                if value != 0 and level > 0 and (level >= 3 or _entries(forms, value) <= known):
                    found.append([place, gram.terms_encoding(u), gram.terms_encoding(v)])
    return found[:_MOST]


def _of(forms: Forms, vectors: list[Terms], dimension: Any) -> list[Terms]:
    return [v for v in vectors if forms.dimensions(next(iter(v)))[0] == dimension]


def _applied(order: Terms, v: Terms) -> Terms:
    return gram.total({a + b: c * k} for a, c in order.items() for b, k in v.items())


def _occurring(problem: Problem, forms: Forms) -> set[Symbol]:
    sides = [side for s in (*problem.claims, *problem.given) for side in (s.lhs, s.rhs)]
    found: set[Symbol] = set()
    for side in sides:
        found |= _entries(forms, forms.scalar(side))
    for fact in forms.facts:
        found |= _entries(forms, fact.lhs)
    return found | set(forms.roots)


def _entries(forms: Forms, expr: Expr) -> set[Symbol]:
    made = {s for value in forms.letters.values() for s in value.free_symbols} if forms.whole else set()
    return {s for s in expr.free_symbols if s in forms.words or s in made}


def _vectors(forms: Forms, known: set[Symbol]) -> list[Terms]:
    """Return the vectors of which entries that occur are products."""
    found: dict[Any, Terms] = {}
    for word in (forms.words[entry] for entry in sorted(known, key=str) if entry in forms.words):
        for one in (word, *forms.transposed({word: S.One})):
            for i in range(1, len(one)):
                found.setdefault(one[i:], {one[i:]: S.One})
    for n in dimensions_of(forms.problem.sides):
        letter = f"1|{n}"
        if any(letter in {name for name, _ in word} for word in found):
            found.setdefault(((letter, ""),), {((letter, ""),): S.One})
    vectors = [found[word] for word in sorted(found, key=lambda w: (len(w), w))]
    return [*_sums(forms), *vectors] if forms.whole else vectors


def _sums(forms: Forms) -> list[Terms]:
    """Return the vectors whose norms or products occur, as they stand, those of a dual norm brought back by the inverse."""
    found: list[Terms] = []
    for u in (*_arguments(forms.problem, Norm), *_arguments(forms.problem, Inner)):
        for name in ("", *sorted(forms.definite)):
            if name and forms.shape[name][0] != u.shape[0]:
                continue
            v = forms.reduced(_applied({((name, "-"),): S.One} if name else {(): S.One}, forms.of(u)))
            if v and v not in found and all(c.is_polynomial() and not c.has(Inner, Norm) for c in v.values()):
                found.append(v)
    return found


def _beside(forms: Forms, vectors: list[Terms], known: set[Symbol]) -> set[Symbol]:
    """Return the entries of squares of vectors of which a product occurs."""
    found: set[Symbol] = set()
    for dimension, order in forms.orders():
        for u, v in combinations(_of(forms, vectors, dimension), 2):
            cross = _entries(forms, forms.product(u, order, v))
            if cross and cross <= known:
                for w in (u, v):
                    found |= _entries(forms, forms.product(w, order, w))
    return found


__all__ = ["candidates", "proved", "refuted", "settled"]
