"""Sparse vector as it is usually stated: query noise grows with the number of positives."""

from dataclasses import dataclass
from typing import ClassVar

from sympy import Integer, Rational, symbols

from boundcheck.claims import AccountedGuarantee, Claim, Letter, Paper, Source
from boundcheck.privacy import RECORD_REPLACED, Change
from boundcheck.privacy.finite_laws import HALTS, PASSES, AboveThreshold, FinitePair

epsilon = symbols("epsilon", real=True)
# A pure level holds with every delta > 0; the accountant wants one.
DELTA = Rational(1, 10**12)


def answers_of(queries, positives):
    """Every string of answers: it ends with the queries, or with so many that pass."""
    unfinished, strings = [()], []
    while unfinished:
        said = unfinished.pop()
        if len(said) == queries or said.count(PASSES) == positives:
            strings.append(said)
        else:
            unfinished += [(*said, HALTS), (*said, PASSES)]
    return strings


@dataclass(frozen=True)
class SparseVector:
    """Laplace noise of these scales, for queries with these true answers on two neighbours; it stops after so many that pass."""

    threshold_scale: Rational
    query_scale: Rational
    here: tuple
    there: tuple
    positives: int
    answers: ClassVar = (Change.REPLACED,)

    def law(self, queries):
        noisy = AboveThreshold(0, self.threshold_scale, self.query_scale)
        return tuple(noisy.probability(said, queries[: len(said)]) for said in answers_of(len(queries), self.positives))

    def pair(self, change):
        return FinitePair(self.law(self.here), self.law(self.there))

    def __str__(self):
        return f"sparse vector, {self.positives} positives"


#: The answers on the one data set and on its neighbour, of queries that move by at most 1, and after how many positives it stops.
NEIGHBOURS = {
    "one query": ((0,), (1,), 1),
    "two queries, both move up": ((0, 0), (1, 1), 1),
    "four queries, the last against the others": ((0, 0, 0, 1), (1, 1, 1, 0), 1),
    "five queries, two positives": ((0, 0, 0, 1, 1), (1, 1, 1, 0, 0), 2),
    "six queries, four positives": ((0, 0, 1, 1, 1, 1), (1, 1, 0, 0, 0, 0), 4),
    "six queries, three positives, all move up": ((0,) * 6, (1,) * 6, 3),
}
CASES = tuple(NEIGHBOURS.values())


def points(*levels):
    """Each pair of neighbours at each level, by name."""
    return {
        f"{name}, epsilon = {level}": {"epsilon": level, "case": case}
        for case, name in enumerate(NEIGHBOURS)
        for level in levels
    }


def released(epsilon, case):
    here, there, positives = CASES[int(case)]
    return SparseVector(2 / epsilon, 4 * positives / epsilon, here, there, positives), RECORD_REPLACED


CLAIM = Claim(
    source=Source(Paper("own", "Understanding the sparse vector technique for differential privacy", ("M. Lyu", "D. Su", "N. Li"), year=2017), "Algorithm 1", "privacy theorem"),
    title="the standard sparse vector mechanism",
    words=r"The threshold gets Laplace noise of scale $2/\varepsilon$ and each query of sensitivity 1 noise of scale $4 c/\varepsilon$; the mechanism stops after $c$ positive answers. It is $\varepsilon$-differentially private:",
    displays={"": r"P(a) \le e^\varepsilon P'(a) \quad \text{for every string of answers}"},
    letters=(Letter(epsilon, "privacy", epsilon > 0, (0.1, 4)),),
    parts={"private": AccountedGuarantee(epsilon, DELTA, released, points(Rational(1, 2), Integer(1), Integer(3)))},
    not_covered=("neighbours that are not listed", "a delta below that of the computation"),
)  # fmt: skip
