"""What a fact of a derivation says, when it is well formed, and which laws there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import sympy
from sympy import Basic, Expr, sympify

from boundcheck.symbolic import Statement
from boundcheck.symbolic.statement import flatten

from .terms import (
    NOTHING,
    BaseVector,
    Combination,
    Index,
    Missing,
    Quantity,
    Source,
    Sources,
    letters,
    put,
    sources,
    within,
)


@dataclass(frozen=True)
class Equals:
    """An equation between vectors: a vector quantity, and the combination that it is."""

    lhs: Combination
    rhs: Combination

    def __str__(self) -> str:
        return f"{self.lhs} == {self.rhs}"

    @property
    def base(self) -> Basic | None:
        """The vector that the left side is, where it is one."""
        pairs = self.lhs.args
        return pairs[0][1] if len(pairs) == 1 and pairs[0][0] == 1 else None


Relation = Statement | Equals


@dataclass(frozen=True)
class Always:
    """Relations that hold on every run, for all values of the letters in their domain."""

    relations: tuple[Relation, ...]

    def __str__(self) -> str:
        return "always " + " and ".join(map(str, self.relations))


@dataclass(frozen=True)
class With:
    """``P(not all relations | given) <= failure``, whatever the given sources bring.

    Parameters
    ----------
    every : indices for all of whose values at once the relations hold in the event
    events : the lemma instances whose intersection implies the relations; a union counts each once
    """

    relations: tuple[Relation, ...]
    failure: Expr
    given: Sources = NOTHING
    every: tuple[Index, ...] = ()
    events: frozenset[Any] = field(default=frozenset(), compare=False)

    def __str__(self) -> str:
        held = f" given {', '.join(sorted(map(str, self.given)))}" if self.given else ""
        all_of = f" for all {', '.join(map(str, self.every))}" if self.every else ""
        return f"with probability at least 1 - ({self.failure}){held}: {' and '.join(map(str, self.relations))}{all_of}"


@dataclass(frozen=True)
class Law:
    """An object has a property of the closed table `LAWS`, given sources of randomness."""

    object: Any
    property: str
    parameters: tuple[Any, ...] = ()
    given: Sources = NOTHING

    def __str__(self) -> str:
        words = ", ".join(map(name, self.parameters))
        held = f" given {', '.join(sorted(map(str, self.given)))}" if self.given else ""
        return f"{name(self.object)} is {self.property}{f' ({words})' if words else ''}{held}"


@dataclass(frozen=True)
class Private:
    """A mechanism is (epsilon, delta)-private for an adjacency of its data sets."""

    mechanism: Any
    epsilon: Expr
    delta: Expr
    adjacency: str

    def __str__(self) -> str:
        return f"{name(self.mechanism)} is ({self.epsilon}, {self.delta})-private for {self.adjacency}"


Conclusion = Always | With | Law | Private


def name(thing: Any) -> str:
    return str(getattr(thing, "name", thing))


@dataclass(frozen=True)
class Property:
    """A row of the table of laws.

    Parameters
    ----------
    words : what the page says
    directions : of each parameter: 1 where a larger value says less, -1 where a smaller one does, 0 where it is exact
    forgets : whether a law given more implies that given less
    """

    words: str
    directions: tuple[int, ...] = ()
    forgets: bool = False


#: The closed table of laws. A parameter that is no number is compared as it is.
LAWS: dict[str, Property] = {
    "bounded": Property("lies in [a, b]", (-1, 1), forgets=True),
    "within": Property("differs from its mean by at most b", (1,)),
    "mean": Property("has this mean", (0,), forgets=True),
    "variance": Property("has at most this variance", (1,)),
    "second moment": Property("has a square, or a squared norm, of at most this mean", (1,), forgets=True),
    "spectral second moment": Property(
        "is a vector whose matrix of second moments has no larger eigenvalue than this", (1,)
    ),
    "covering": Property(
        "is a vector whose product with each difference of two members of this set has a mean square of at least this times the "
        "difference's squared norm, and these differences lie in a linear space of at most this many dimensions",
        (0, -1, 1),
    ),
    "sub-Gaussian": Property("is, about its mean, sub-Gaussian with this variance proxy", (1,)),
    "integrable": Property("has an expectation"),
    "independent": Property("has independent members"),
    "identically distributed": Property("has members of one law"),
    "non-negative": Property("is never negative", forgets=True),
    "indicator": Property("is 1 where this relation fails, and else 0", (0,)),
    "bounded differences": Property("changes by at most this where one member of this family does", (0, 1)),
    "exchangeable": Property("has members that may change places: their joint law stays"),
    "median": Property("is a median of this family", (0,)),
    "order statistic": Property("is, of this family, the member that is in this place by size", (0, 0)),
    "count": Property("is, of each value, one more than how often this choice has taken it before the round", (0,)),
    "locally private": Property("is a channel that is private at this level, of any two inputs", (1,)),
    "normal": Property("follows the normal law of this variance about 0", (0,)),
    "chi-square": Property("follows the chi-square law of this many degrees of freedom", (0,)),
    "Laplace": Property("follows the Laplace law of this scale about 0", (0,)),
    "reaching": Property(
        "is a vector whose product with any vector w has a mean square that, with this many times the squared norm of w, this many "
        "times is at least the square of w's product with this vector",
        (0, 1, 1),
    ),
    "mean square": Property("is the mean square of the product of a new copy of this vector with this one", (0, 0)),
    "mean feature": Property(
        "is the mean feature of the policy with weights exp(product with this parameter), over this law of features",
        (0, 0),
    ),
    "apart": Property("has, in each state, no two features further apart than this", (1,)),
    "condition number": Property(
        "is a vector whose product with any w has a mean square that, this many times, is at least that of w's product with the "
        "difference of two draws in a state, for each policy with weights exp(product with a parameter) over this law of features",
        (0, 1),
    ),
    "policy weights": Property(
        "is, for each pair of a state and an action, its probability under the law of states and the reference policy tilted by "
        "exp(rate times this reward), times the number of pairs",
        (0, 0),
    ),
    "of the state": Property("has one value for all actions of a state"),
    "shortfall": Property(
        "is by how much the reference policy tilted by exp(rate times the first reward) falls short, in the second reward less the "
        "divergence from the reference policy over the rate, of the best policy",
        (0, 0, 0),
    ),
    "least value": Property("is the least product of this vector with a parameter of this set", (0, 0)),
    "convex": Property("is convex"),
    "smooth": Property("has a gradient that is Lipschitz with this constant", (1,)),
    "strongly convex": Property("is strongly convex with this constant", (-1,)),
    "minimiser": Property("minimises this function over this set", (0, 0)),
    "member": Property("lies in this set", (0,)),
    "sensitivity": Property("changes by at most this between adjacent data sets", (1, 0)),
    "randomised response": Property("is its bit, flipped with probability 1/(1 + e^epsilon) of this epsilon", (0,)),
    "exponential mechanism": Property("is drawn with weights exp(rate score), of this score and rate", (0, 0)),
    "independent coins": Property("is a pair of mechanisms, each with coins of its own"),
    "norm": Property("is a vector of at most this norm", (1,), forgets=True),
    "dimension": Property("is a vector of this many coordinates", (1,)),
    "share": Property("has at most this share of members other than 0", (1,), forgets=True),
    "debiased": Property("is what randomised response at this level, debiased, adds to its bit", (0,)),
}


def always(*relations: Any) -> Always:
    """Relations of SymPy, statements or vector equations, as a conclusion."""
    return Always(tuple(relation(r) for r in relations))


def event(*relations: Any, failure: Any, given: Iterable[Source] = (), every: Iterable[Index] = ()) -> With:
    """Relations that hold together with probability at least ``1 - failure``."""
    return With(tuple(relation(r) for r in relations), sympify(failure), frozenset(given), tuple(every))


def law(thing: Any, property: str, *parameters: Any, given: Iterable[Source] = ()) -> Law:
    """A law of the table; numbers become exact expressions."""
    kept = tuple(sympify(p) if isinstance(p, (int, Basic)) else p for p in parameters)
    return Law(thing, property, kept, frozenset(given))


def relation(said: Any) -> Relation:
    if isinstance(said, Equals):
        return said
    if isinstance(said, Statement):
        return Statement(said.lhs, said.relation, said.rhs)
    (one,) = flatten(said)
    return one


def le(lhs: Any, rhs: Any) -> Statement:
    """``lhs <= rhs``, as it is written."""
    return Statement(sympify(lhs), "<=", sympify(rhs))


def eq(lhs: Any, rhs: Any) -> Relation:
    """``lhs == rhs`` of numbers or of vectors, as it is written."""
    if isinstance(lhs, Combination):
        return Equals(lhs, rhs)
    return Statement(sympify(lhs), "==", sympify(rhs))


def well_formed(said: Conclusion) -> None:
    """Raise `Missing` where a conclusion has no meaning: no law of the table, a failure that the given sources do not fix."""
    if isinstance(said, Law):
        row = LAWS.get(said.property)
        if row is None:
            raise Missing(f"{said.property!r} is no law of the table: {', '.join(LAWS)}")
        if len(said.parameters) != len(row.directions):
            raise Missing(f"{said.property}: {len(row.directions)} parameters belong to it, got {len(said.parameters)}")
        numbers = tuple(p for p in said.parameters if isinstance(p, (Expr, Combination)))
        if not within(sources(numbers), said.given):
            raise Missing(f"'{said}': its parameters depend on what is not given")
    if isinstance(said, With):
        if not within(sources(said.failure), said.given):
            raise Missing(f"'{said}': the failure probability depends on what is not given")
        if letters(said.failure) & set(said.every):
            raise Missing(f"'{said}': the failure of an event for all {said.every} is one number")
        if letters(said.given) & set(said.every):
            raise Missing(f"'{said}': what is given is the same for all {said.every}")
    if isinstance(said, Private) and sources((said.epsilon, said.delta)):
        raise Missing(f"'{said}': epsilon and delta are no random numbers")


# ---- assumptions: three sorts ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Definition:
    """A quantity or a vector is, by definition, this expression: for every value of its letters."""

    lhs: Any
    rhs: Any

    @property
    def says(self) -> Always:
        return Always((eq(self.lhs, self.rhs),))


@dataclass(frozen=True)
class Assumed:
    """A law of the page, with the place where it stands."""

    says: Law
    place: str


@dataclass(frozen=True)
class Granted:
    """A relation between quantities that the page assumes, with the place where it stands; without one it carries no `Holds`."""

    says: Always
    place: str = ""


Assumption = Definition | Assumed | Granted


def head(definition: Definition) -> Any:
    """The quantity or the base vector that a definition is of."""
    lhs = definition.lhs
    if isinstance(lhs, Combination):
        lhs = Equals(lhs, lhs).base
    if not isinstance(lhs, (Quantity, BaseVector)):
        raise Missing(f"{definition.lhs} is no quantity, so it has no definition")
    return lhs


def defined_once(definitions: dict[str, Definition]) -> None:
    """Raise `Missing` unless each quantity is defined once, for all its letters, of what does not depend on it."""
    below: dict[Any, set[Any]] = {}
    for label, definition in definitions.items():
        lhs = head(definition)
        kind = lhs.kind
        if kind in below:
            raise Missing(f"{label}: {kind.name} is defined twice")
        shifts = [sympy.expand(a - formal) for a, formal in zip(lhs.args[1:], kind.on, strict=True)]
        if any(not s.is_Integer or (s != 0 and not isinstance(f, Index)) for s, f in zip(shifts, kind.on, strict=True)):
            raise Missing(f"{label}: {lhs} is defined for some of its letters' values alone; define {kind()}")
        if extra := letters(definition.rhs) - letters(lhs):
            raise Missing(
                f"{label}: the definition depends on {_listed(extra)}, and {kind.name} does not; add it to its letters"
            )
        if not within(sources(definition.rhs), lhs.sources):
            raise Missing(
                f"{label}: the definition depends on {_listed(sources(definition.rhs) - lhs.sources)}, and {kind.name} does not"
            )
        uses = list(_applications(definition.rhs))
        below[kind] = {used.kind for used in uses if used.kind != kind}
        again = [
            [sympy.expand(a - b) for a, b in zip(lhs.args[1:], used.args[1:], strict=True)]
            for used in uses
            if used.kind == kind
        ]
        falls = [isinstance(f, Index) and all(shift[i].is_positive for shift in again) for i, f in enumerate(kind.on)]
        if again and not any(falls):
            raise Missing(f"{label}: {kind.name} is defined by itself")
    for kind in below:
        seen, todo = set(), set(below[kind])
        while todo:
            one = todo.pop()
            if one == kind:
                raise Missing(f"{kind.name} is defined by itself")
            seen.add(one)
            todo |= below.get(one, set()) - seen


def _applications(thing: Any) -> Iterable[Any]:
    return (t for t in sympy.preorder_traversal(thing) if isinstance(t, (Quantity, BaseVector)))


def _listed(things: Iterable[Any]) -> str:
    return ", ".join(sorted(map(str, things)))


def at(said: Any, values: dict[Any, Any]) -> Any:
    """A conclusion with expressions in place of letters; its events are others then."""
    out = put(said, values)
    if isinstance(said, With):
        mark = tuple(sorted(values.items(), key=str))
        out = replace(out, events=frozenset((e, mark) for e in said.events))
    return out
