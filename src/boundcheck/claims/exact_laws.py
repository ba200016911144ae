"""What is settled without a sample: instances of a family, finite mechanisms and their releases, printed tables."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from math import factorial, prod
from typing import Any

import sympy

from .fields import Conditions, Expression, Shape, outside_range, twice

# What is settled without a sample: every instance of a family, a finite mechanism, a reported table.

@dataclass(frozen=True)
class InstanceInequality(Shape):
    """``lhs(instance) <= rhs(instance)`` for every instance of a family.

    Parameters
    ----------
    words : str
    dimension : int
        Length of the real vectors that parametrise the family.
    instance : callable
        ``ndarray (dimension,) of floats or Fractions -> dict``; total, so that every vector is an instance.
    lhs, rhs : callable
        ``dict -> number``. With rational operations alone, Fractions give the exact value; with SymPy's sqrt, exp and log,
        balls enclose it. What ends in floats, as with those of `math`, refutes by more than a margin alone, and the
        verdict says "in floating point".
    given : tuple of SymPy relations
        What is so of every instance, in letters: a step that settles the statement may start from these, and from no
        other condition. An instance that breaks one leaves the statement open.
    letters : callable, optional
        ``dict -> dict``: the numbers of the letters in `given` and in the line that settles the statement, by name; of a
        row of numbers ``x[1]``, ``x[2]``, ... a sequence. Such a line has to imply the statement with these numbers, at
        drawn instances and at the worst one: its left side is at least `lhs` and its right side at most `rhs`, or so for
        their squares. Without letters no line settles it.
    vector : str
        What the vector is, beside a witness.
    """

    words: str
    dimension: int
    instance: Callable[..., dict]
    lhs: Callable[[dict], Any]
    rhs: Callable[[dict], Any]
    given: Conditions = ()
    letters: Callable[[dict], Mapping[str, Any]] | None = None
    vector: str = ""

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Conditions that no instance is put to."""
        if self.given and self.letters is None:
            yield (
                "letters",
                "goes with `given`: every instance is put to the conditions, which takes the values of their letters",
            )


@dataclass(frozen=True)
class PrivacyGuarantee(Shape):
    """A finite mechanism is ``(epsilon, delta)``-DP.

    `law` maps an input to the probabilities of its outputs (SymPy expressions in `epsilon`); every pair in
    `neighbours` is compared exactly, in either order; each input has to be in one, and the verdict names the pairs that are
    in none. `in_turn`, `repeated` and `subsampled` give the laws of composed,
    adaptive and subsampled releases. `adjacency` says whose data differs between neighbours, and how, as
    ``str(LABEL_REPLACED)`` of `boundcheck.privacy`; it has to be there, and is said in the verdict.
    """

    law: Mapping[Any, tuple[Expression, ...]]
    neighbours: tuple[tuple[Any, Any], ...]
    epsilon: Expression
    delta: Expression
    given: Conditions = ()
    adjacency: str = ""

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Numbers that are no privacy level, laws of different length, and neighbours that have no law."""
        yield from outside_range(
            "epsilon", self.epsilon, 0, sympy.oo, "epsilon >= 0", "write a letter, or a number from 0 on"
        )
        yield from outside_range("delta", self.delta, 0, 1, "0 <= delta <= 1", "write 0 for pure privacy, or a letter")
        if not self.law or not self.neighbours:
            yield "law" if not self.law else "neighbours", "is empty, so nothing is compared"
        if len({len(probabilities) for probabilities in self.law.values()}) > 1:
            yield (
                "law",
                "has rows of different length; give every output a place in each, with probability 0 if need be",
            )
        for pair in self.neighbours:
            if pair[0] == pair[1]:
                yield "neighbours", f"{pair!r} is no pair of two inputs; list each pair that differs in one unit, as (0, 1)"
            for source in pair:
                if source not in self.law:
                    yield "neighbours", f"{source!r} has no law; there are {', '.join(map(repr, self.law))}"
        compared = {source for pair in self.neighbours for source in pair}
        if self.neighbours and (alone := [source for source in self.law if source not in compared]):
            yield (
                "neighbours",
                f"{alone[0]!r} is compared with nobody, so that nothing is said of it; pair it with an input, or leave out its law",
            )
        if not self.adjacency.strip():
            yield (
                "adjacency",
                "is empty; say whose data differs between neighbours, and how: 'the label of one record replaced'",
            )


@dataclass(frozen=True)
class ReportedTable(Shape):
    """Means with standard deviations, or win rates, that a sentence of the paper rests on.

    `rows` are ``(words, mean_a, sd_a, mean_b, sd_b)`` for "a exceeds b", over `seeds` runs each. Where a mean is
    taken over other things than runs, `units` is what a report calls them, in the plural.
    """

    measured = tabular = True

    rows: tuple[tuple[str, float, float, float, float], ...]
    seeds: int
    units: str = "seeds"

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """No row, or too few runs for a standard deviation."""
        if not self.rows:
            yield "rows", "is empty, so nothing is compared"
        if self.seeds < 2:
            yield "seeds", f"a standard deviation takes two runs or more, got {self.seeds}"
        if not self.units.strip():
            yield "units", "is empty; say what is repeated, such as 'prompts'"


# A printed table of counts from which a sentence is drawn.

@dataclass(frozen=True)
class CountsTable(Shape):
    """Counts of successes that a sentence of the paper rests on: "a succeeds more often than b".

    Parameters
    ----------
    rows : tuple of (str, int, int, int, int)
        ``(words, successes_a, trials_a, successes_b, trials_b)``.
    """

    measured = tabular = True

    rows: tuple[tuple[str, int, int, int, int], ...]

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """No row, two of one name, no trial, or more successes than trials."""
        if not self.rows:
            yield "rows", "is empty, so nothing is compared"
        for name in twice(row[0] for row in self.rows):
            yield "rows", f"two are called {name!r}; give each a name of its own"
        for words, *counts in self.rows:
            for successes, trials in (counts[:2], counts[2:]):
                if trials < 1 or not 0 <= successes <= trials:
                    yield "rows", f"{words!r} has {successes} successes of {trials}; write 0 <= successes <= trials"


# Laws of several releases in formulas, for `PrivacyGuarantee`: one after the other, the same one again, from a sample.
#
# A law maps each input to the probabilities of the outputs, as SymPy expressions.

Law = Mapping[Any, tuple[sympy.Expr, ...]]


def in_turn(first: Law, then: Law | Callable[[int], Law]) -> dict[Any, tuple[sympy.Expr, ...]]:
    """The law of two releases, both seen.

    Parameters
    ----------
    first : mapping of input to probabilities
    then : mapping, or callable ``place of the first output -> mapping``
        A callable is a second release that is chosen in view of the first one's output.
    """
    outputs = len(next(iter(first.values())))
    chosen = [then(place) if callable(then) else then for place in range(outputs)]
    return {
        source: tuple(p * q for place, p in enumerate(law) for q in chosen[place][source])
        for source, law in first.items()
    }


def repeated(law: Law, times: int) -> dict[Any, tuple[sympy.Expr, ...]]:
    """The law of independent releases by how often each output came: their order tells nothing of the input."""
    if times < 1:
        raise ValueError(f"times: must be at least 1, got {times}")
    outputs = len(next(iter(law.values())))
    counts = list(_counts(times, outputs))
    return {
        source: tuple(
            sympy.Integer(factorial(times) // prod(map(factorial, count)))
            * sympy.Mul(*(p**k for p, k in zip(row, count, strict=True) if k))
            for count in counts
        )
        for source, row in law.items()
    }


def subsampled(law: Law, rate: Any, absent: Hashable) -> dict[Any, tuple[sympy.Expr, ...]]:
    """The law where each input is looked at with probability `rate`, and otherwise treated as the input `absent`."""
    if absent not in law:
        raise ValueError(f"absent: {absent!r} has no law; there are {', '.join(map(repr, law))}")
    share = sympy.sympify(rate)
    return {
        source: tuple(share * p + (1 - share) * q for p, q in zip(row, law[absent], strict=True))
        for source, row in law.items()
    }


def _counts(total: int, places: int) -> Iterator[tuple[int, ...]]:
    if places == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _counts(total - first, places - 1):
            yield (first, *rest)
