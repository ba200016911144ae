"""What is private, and stays so: mechanisms, compositions, groups, samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import Any

import sympy
from flint import arb, ctx
from sympy import Abs, Add, Integer, Max, Rational, exp, log, sqrt, sympify

from boundcheck.calculus import (
    Always,
    Expectation,
    Family,
    Index,
    Law,
    Missing,
    Private,
    event,
    family,
    law,
    le,
    lemma,
    letter,
    quantity,
)
from boundcheck.calculus.facts import Conclusion, name
from boundcheck.calculus.terms import letters, put, sources, within
from boundcheck.symbolic import Statement

from .entry import Entry, at, lt
from .models import BITS, Space, both, scalars
from .tails import DoubleExponential, as_ball, binomial_tail, compared, whole

epsilon, epsilon_1, epsilon_2, delta, delta_1, delta_2, k, q, scale, sigma, sensitivity, rate, t = map(
    letter,
    (
        "epsilon",
        "epsilon_1",
        "epsilon_2",
        "delta",
        "delta_1",
        "delta_2",
        "k",
        "q",
        "scale",
        "sigma",
        "sensitivity",
        "rate",
        "t",
    ),
)
ROW = "one row"


# ---- mechanisms ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mechanism:
    """A mechanism that its name determines."""

    name: str


@dataclass(frozen=True)
class Noisy:
    """A query of the data with noise added to it."""

    query: str
    noise: Any

    @property
    def name(self) -> str:
        return f"{self.query} + {self.noise}"


@dataclass(frozen=True)
class Pair:
    """Two mechanisms run on the same data."""

    first: Any
    second: Any

    @property
    def name(self) -> str:
        return f"({self.first.name}, {self.second.name})"


@dataclass(frozen=True)
class Repeated:
    """Copies of a mechanism on the same data, each with coins of its own."""

    mechanism: Any
    times: Any

    @property
    def name(self) -> str:
        return f"{self.times} copies of {self.mechanism.name}"


@dataclass(frozen=True)
class Processed:
    """What is computed from the output of a mechanism alone."""

    name: str
    mechanism: Any


@dataclass(frozen=True)
class Sampled:
    """A mechanism on a sample, which each row enters with this probability, on its own."""

    mechanism: Any
    probability: Any

    @property
    def name(self) -> str:
        return f"{self.mechanism.name} on a sample"


# ---- models: laws of outputs on adjacent data sets -------------------------------------------------------------------

Outputs = Mapping[Any, Any]


@dataclass(frozen=True)
class Releases:
    """Mechanisms with finitely many outputs, on a chain of data sets each of which differs from the next in one row.

    Parameters
    ----------
    outputs : by name, the law of the output on each data set of the chain
    queries : by name, the value of a query on each data set; of a score, its value at each output
    counts : how many outputs an output of a score stands for
    processed : by name, a function of outputs
    """

    outputs: Mapping[str, Sequence[Outputs]] = field(default_factory=dict)
    queries: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    counts: Mapping[Any, int] = field(default_factory=dict)
    processed: Mapping[str, Any] = field(default_factory=dict)

    def holds(self, said: Conclusion, numbers: Mapping[str, Any]) -> bool | None:
        with ctx.workprec(BITS):
            if isinstance(said, Always):
                return both(compared(r, numbers) for r in scalars(said))
            if isinstance(said, Law):
                return self._law(said, numbers)
            assert isinstance(said, Private)
            chain = self.laws(said.mechanism, numbers)
            far = said.adjacency.endswith(" rows")
            pairs = [(chain[0], chain[-1])] if far else list(pairwise(chain))
            return both(_at_most(a, b, said, numbers) for p in pairs for a, b in (p, p[::-1]))

    def laws(self, mechanism: Any, numbers: Mapping[str, Any]) -> Sequence[Outputs]:
        """The law of a mechanism's output on each data set of the chain."""
        if name(mechanism) in self.outputs:
            return self.outputs[name(mechanism)]
        if isinstance(mechanism, Pair):
            pairs = zip(self.laws(mechanism.first, numbers), self.laws(mechanism.second, numbers), strict=True)
            return [{(x, y): a[x] * b[y] for x, y in product(a, b)} for a, b in pairs]
        if isinstance(mechanism, Processed):
            function = self.processed[mechanism.name]
            return [_image(one, function) for one in self.laws(mechanism.mechanism, numbers)]
        if isinstance(mechanism, Sampled):  # the row is in the first data set alone
            own, other = self.laws(mechanism.mechanism, numbers)
            share = numbers[str(mechanism.probability)]
            return [{x: share * own[x] + (1 - share) * other[x] for x in own}, other]
        raise KeyError(f"{name(mechanism)} has no outputs here")

    def _law(self, said: Law, numbers: Mapping[str, Any]) -> bool | None:
        if said.property == "sensitivity":
            values = self.queries[name(said.object)]
            steps = [
                Abs(b[x] - a[x]) if isinstance(a, Mapping) else Abs(b - a)
                for a, b in pairwise(values)
                for x in (a if isinstance(a, Mapping) else (0,))
            ]
            return compared(le(Max(*steps), said.parameters[0]), numbers)
        if said.property == "independent coins":
            pair = said.object
            joint = self.laws(pair, numbers)
            apart = Releases({k: v for k, v in self.outputs.items() if k != name(pair)}).laws(pair, numbers)
            return list(joint) == list(apart)
        if said.property == "randomised response":
            level = as_ball(said.parameters[0], numbers)
            kept = [as_ball(one[bit]) for bit, one in enumerate(self.laws(said.object, numbers))]
            return all(p.overlaps(level.exp() / (1 + level.exp())) for p in kept)
        if said.property == "exponential mechanism":
            score, r = said.parameters
            wanted = [
                {x: self.counts.get(x, 1) * exp(numbers[str(r)] * u) for x, u in one.items()}
                for one in self.queries[name(score)]
            ]
            wanted = [{x: u / Add(*one.values()) for x, u in one.items()} for one in wanted]
            return list(self.laws(said.object, numbers)) == wanted
        raise KeyError(f"{said.property!r} is not read here")


def _image(law: Outputs, function: Any) -> Outputs:
    out: dict[Any, Any] = {}
    for x, p in law.items():
        out[function(x)] = out.get(function(x), 0) + p
    return out


def _at_most(a: Outputs, b: Outputs, said: Private, numbers: Mapping[str, Any]) -> bool | None:
    """Whether the first law exceeds exp(epsilon) times the second by at most delta in total."""
    level = exp(said.epsilon.xreplace({s: numbers[str(s)] for s in said.epsilon.free_symbols}))
    mass = Add(*(Max(0, a[x] - level * b.get(x, 0)) for x in a))
    return compared(le(mass, said.delta), numbers)


@dataclass(frozen=True)
class NormalRelease:
    """A query that changes by `shift`, with normal noise of a standard deviation; copies are one with the root of their number."""

    shift: Any
    deviation: Any = 1

    def holds(self, said: Conclusion, numbers: Mapping[str, Any]) -> bool | None:
        with ctx.workprec(BITS):
            if isinstance(said, Always):
                return both(compared(r, numbers) for r in scalars(said))
            if isinstance(said, Law):
                true = self.shift if said.property == "sensitivity" else sympify(self.deviation) ** 2
                return compared(
                    Statement(sympify(true), "<=" if said.property == "sensitivity" else "==", said.parameters[0]),
                    numbers,
                )
            assert isinstance(said, Private)
            times = numbers["k"] if isinstance(said.mechanism, Repeated) else 1
            x, level = as_ball(sqrt(times) * self.shift / sympify(self.deviation)), as_ball(said.epsilon, numbers)
            mass = _normal(x / 2 - level / x) - level.exp() * _normal(-x / 2 - level / x)
            allowed = as_ball(said.delta, numbers)
            return False if mass > allowed else True if mass <= allowed else None


def _normal(x: arb) -> arb:
    """The normal distribution function."""
    return (-x / arb(2).sqrt()).erfc() / 2


@dataclass(frozen=True)
class LaplaceRelease:
    """A query that changes by `shift`, with Laplace noise of a scale."""

    shift: Any
    scale: Any

    def holds(self, said: Conclusion, numbers: Mapping[str, Any]) -> bool | None:
        with ctx.workprec(BITS):
            if isinstance(said, Always):
                return both(compared(r, numbers) for r in scalars(said))
            if isinstance(said, Law):
                if said.property == "sensitivity":
                    return compared(le(self.shift, said.parameters[0]), numbers)
                return compared(Statement(sympify(self.scale), "==", said.parameters[0]), numbers)
            assert isinstance(said, Private)
            return compared(le(self.shift / sympify(self.scale), said.epsilon), numbers)  # with delta = 0


@dataclass(frozen=True)
class ManyResponses:
    """k answers of randomised response, each true with probability p; the two data sets differ in every true answer."""

    p: Any

    def holds(self, said: Conclusion, numbers: Mapping[str, Any]) -> bool | None:
        with ctx.workprec(BITS):
            if isinstance(said, Always):
                return both(compared(r, numbers) for r in scalars(said))
            odds = self.p / (1 - self.p)
            assert isinstance(said, Private)
            if not isinstance(said.mechanism, Repeated):
                return compared(le(odds, exp(numbers[str(said.epsilon)])), {})
            level, times = as_ball(said.epsilon, numbers), int(numbers["k"])
            least = whole(
                ((level / as_ball(log(odds)) + times) / 2).upper().ceil()
            )  # answers from which the loss is larger
            mass = binomial_tail(times, self.p, least) - level.exp() * binomial_tail(times, 1 - self.p, least)
            return False if mass > as_ball(said.delta, numbers) else None


# ---- lemmas ----------------------------------------------------------------------------------------------------------

noise = quantity("noise", "what is added to the query", (), {"noise"})
A, B, M = Mechanism("A"), Mechanism("B"), Mechanism("M")
THREE = log(3)
NEVER, ALWAYS = {0: Rational(3, 4), 1: Rational(1, 4)}, {0: Rational(1, 4), 1: Rational(3, 4)}
RESPONSE, STRONG = (NEVER, ALWAYS), ({0: Rational(9, 10), 1: Rational(1, 10)}, {0: Rational(1, 10), 1: Rational(9, 10)})


@lemma("Dwork and Roth (2014), Theorem 3.6", title="Laplace mechanism")
def laplace_mechanism(query: Any, noise: Any, sensitivity: Any, scale: Any, adjacency: Any) -> Any:
    """A query with Laplace noise is private at the level of its sensitivity over the scale."""
    needs = [law(query, "sensitivity", sensitivity, adjacency), law(noise, "Laplace", scale)]
    return needs, Private(Noisy(query, noise), sensitivity / scale, Integer(0), adjacency)


LAPLACE_MECHANISM = Entry(
    laplace_mechanism,
    {"query": "f", "noise": noise, "sensitivity": sensitivity, "scale": scale, "adjacency": ROW},
    (at(LaplaceRelease(1, 2), sensitivity=1, scale=2),),
    {
        "sensitivity": at(LaplaceRelease(3, 2), sensitivity=1, scale=2),
        "Laplace": at(LaplaceRelease(1, 1), sensitivity=1, scale=2),
    },
)


@lemma("the Laplace law", title="tail of the Laplace law")
def laplace_tail(noise: Any, scale: Any, t: Any) -> Any:
    """A Laplace number exceeds t in absolute value with probability exp(-t/scale)."""
    return [law(noise, "Laplace", scale)], event(le(Abs(noise), t), failure=exp(-t / scale))


LAPLACE_TAIL = Entry(
    laplace_tail,
    {"noise": noise, "scale": scale, "t": t},
    (at(DoubleExponential(2), scale=2, t=5),),
    {
        "Laplace": at(DoubleExponential(3), scale=2, t=5),
    },
)


@lemma("Bun and Steinke (2016), Propositions 1.3 and 1.6", title="Gaussian mechanism by zero-concentrated privacy")
def gaussian_mechanism(query: Any, noise: Any, sensitivity: Any, sigma: Any, delta: Any, adjacency: Any) -> Any:
    """A query with normal noise is private for every delta, at a level that its sensitivity over the deviation gives."""
    x = sensitivity / sigma
    needs = [
        law(query, "sensitivity", sensitivity, adjacency),
        law(noise, "normal", sigma**2),
        Always((lt(0, x), lt(0, delta), lt(delta, 1))),
    ]
    return needs, Private(Noisy(query, noise), x**2 / 2 + x * sqrt(2 * log(1 / delta)), delta, adjacency)


GAUSSIAN = {"query": "f", "noise": noise, "sensitivity": sensitivity, "sigma": sigma, "delta": delta, "adjacency": ROW}
TINY = exp(-5000)
GAUSSIAN_MECHANISM = Entry(
    gaussian_mechanism,
    GAUSSIAN,
    (
        at(NormalRelease(1), sensitivity=1, sigma=1, delta=TINY),
        at(NormalRelease(1000), sensitivity=1000, sigma=1, delta=Rational(1, 10)),
    ),
    {
        "sensitivity": at(NormalRelease(2), sensitivity=1, sigma=1, delta=Rational(1, 10**5)),
        "normal": at(NormalRelease(1, HALF := Rational(1, 2)), sensitivity=1, sigma=1, delta=Rational(1, 10**5)),
        "0 < sensitivity/sigma": at(NormalRelease(1), sensitivity=1, sigma=-1, delta=Rational(1, 10**5)),
        "0 < delta": at(NormalRelease(1), sensitivity=1, sigma=1, delta=0),
        "delta < 1": at(NormalRelease(1), sensitivity=1, sigma=1, delta=2),
    },
)


@lemma("Bun and Steinke (2016), Propositions 1.3 and 1.6, Lemma 1.7", title="composition of Gaussian mechanisms")
def gaussian_composition(
    query: Any, noise: Any, times: Any, sensitivity: Any, sigma: Any, delta: Any, adjacency: Any
) -> Any:
    """Many queries, each with normal noise of its own, lose as much as one with the root of their number times the sensitivity."""
    x = sensitivity / sigma
    needs = [
        law(query, "sensitivity", sensitivity, adjacency),
        law(noise, "normal", sigma**2),
        Always((lt(0, x), lt(0, delta), lt(delta, 1))),
    ]
    level = times * x**2 / 2 + x * sqrt(2 * times * log(1 / delta))
    return needs, Private(Repeated(Noisy(query, noise), times), level, delta, adjacency)


MANY = {"k": 100, "sensitivity": 1, "sigma": 10}
GAUSSIAN_COMPOSITION = Entry(
    gaussian_composition,
    GAUSSIAN | {"times": k},
    (
        at(NormalRelease(1, 10), **MANY, delta=TINY),
        at(NormalRelease(100, 1), k=100, sensitivity=100, sigma=1, delta=Rational(1, 10)),
    ),
    {
        "sensitivity": at(NormalRelease(2, 10), **MANY, delta=Rational(1, 10**5)),
        "normal": at(NormalRelease(1, 5), **MANY, delta=Rational(1, 10**5)),
        "0 < sensitivity/sigma": at(NormalRelease(1, 10), **MANY | {"sigma": -10}, delta=Rational(1, 10**5)),
        "0 < delta": at(NormalRelease(1, 10), **MANY, delta=0),
        "delta < 1": at(NormalRelease(1, 10), **MANY, delta=2),
    },
)


@lemma("Dwork and Roth (2014), Theorem A.1", title="Gaussian mechanism")
def classical_gaussian_mechanism(
    query: Any, noise: Any, sensitivity: Any, sigma: Any, delta: Any, adjacency: Any
) -> Any:
    """A query with normal noise is private at sqrt(2 log(5/(4 delta))) sensitivities over the deviation, if that is below 1."""
    level = sensitivity / sigma * sqrt(2 * log(5 / (4 * delta)))
    needs = [
        law(query, "sensitivity", sensitivity, adjacency),
        law(noise, "normal", sigma**2),
        Always((lt(0, sensitivity / sigma), lt(level, 1), lt(0, delta), lt(delta, 1))),
    ]
    return needs, Private(Noisy(query, noise), level, delta, adjacency)


CLASSICAL = {"sensitivity": Rational(1, 120), "sigma": 1, "delta": TINY}
CLASSICAL_GAUSSIAN_MECHANISM = Entry(
    classical_gaussian_mechanism,
    GAUSSIAN,
    (at(NormalRelease(Rational(1, 120)), **CLASSICAL),),
    {
        "sensitivity": at(NormalRelease(Rational(1, 60)), **CLASSICAL),
        "normal": at(NormalRelease(Rational(1, 120), HALF), **CLASSICAL),
        "0 < sensitivity/sigma": at(NormalRelease(Rational(1, 120)), **CLASSICAL | {"sigma": -1}),
        "sqrt(2)*sensitivity*sqrt(log(5/(4*delta)))/sigma < 1": at(
            NormalRelease(100), sensitivity=100, sigma=1, delta=Rational(1, 10)
        ),
    },
    slack={
        "epsilon, in the logarithm": "the best level is where the release's own delta is met: Balle and Wang (2018), Theorem 8"
    },
    spare=("0 < delta", "delta < 1"),
)


@lemma("Warner (1965); Kairouz, Oh and Viswanath (2016), Section 2", title="privacy of randomised response")
def randomised_response(mechanism: Any, epsilon: Any, adjacency: Any) -> Any:
    """A bit that is kept with probability e^epsilon/(1 + e^epsilon) is private at this level."""
    return [law(mechanism, "randomised response", epsilon)], Private(mechanism, epsilon, Integer(0), adjacency)


RANDOMISED_RESPONSE = Entry(
    randomised_response,
    {"mechanism": M, "epsilon": epsilon, "adjacency": ROW},
    (at(Releases({"M": RESPONSE}), epsilon=THREE),),
    {"randomised response": at(Releases({"M": STRONG}), epsilon=THREE)},
)


def selection(scores: Sequence[Mapping[Any, int]], counts: Mapping[Any, int], power: int) -> Releases:
    """The exponential mechanism at the rate log(power)."""
    weights = [{x: counts[x] * Integer(power) ** u for x, u in one.items()} for one in scores]
    return Releases(
        {"M": [{x: w / Add(*one.values()) for x, w in one.items()} for one in weights]}, {"u": scores}, counts
    )


@lemma("McSherry and Talwar (2007), Theorem 6; Dwork and Roth (2014), Theorem 3.10", title="exponential mechanism")
def exponential_mechanism(mechanism: Any, score: Any, rate: Any, sensitivity: Any, adjacency: Any) -> Any:
    """What is drawn with weights exp(rate score) is private at twice the rate times the sensitivity of the score."""
    needs = [law(score, "sensitivity", sensitivity, adjacency), law(mechanism, "exponential mechanism", score, rate)]
    return needs, Private(mechanism, 2 * rate * sensitivity, Integer(0), adjacency)


ONE_UP = [{0: 0, 1: 1}, {0: 1, 1: 0}]
EXPONENTIAL_MECHANISM = Entry(
    exponential_mechanism,
    {"mechanism": M, "score": "u", "rate": rate, "sensitivity": sensitivity, "adjacency": ROW},
    (at(selection(ONE_UP, {0: 1, 1: 10**9}, 3), rate=THREE, sensitivity=1),),
    {
        "sensitivity": at(selection([{0: 0, 1: 3}, {0: 3, 1: 0}], {0: 1, 1: 10**9}, 3), rate=THREE, sensitivity=1),
        "exponential mechanism": at(
            Releases({"M": ({0: 1, 1: 0}, {0: 0, 1: 1})}, {"u": ONE_UP}), rate=THREE, sensitivity=1
        ),
    },
)


@lemma(
    "McSherry and Talwar (2007), Theorem 8; Dwork and Roth (2014), Theorem 3.11",
    title="score of what the exponential mechanism draws",
)
def drawn_score(chosen: Any, scores: Any, rate: Any, delta: Any, given: Any) -> Any:
    """What is drawn falls short of the best score by more than log(N/delta) over the rate with probability at most delta."""
    score, index = scores.member, scores.index
    if getattr(chosen, "kind", None) is None or chosen.kind.range != index.size or index.first != 1:
        raise Missing(f"{chosen} is not one of the {index.size} values of {index}")
    if not within(sources(score), given) or score.atoms(Expectation) or index in letters(rate):
        raise Missing(f"{score} is not what is given, or {rate} is not one for all {index}")
    needs = [law(chosen, "exponential mechanism", scores, rate, given=given), Always((lt(0, rate), lt(0, delta)))]
    short = score - put(score, {index: chosen})
    return needs, event(le(short, log(index.size / delta) / rate), failure=delta, given=given, every=(index,))


N_SCORES = letter("N")
candidate = Index("j", N_SCORES)
score_of = family("u", "score of candidate j", (candidate,), {"data"})(candidate)
choice = quantity("k", "the candidate that is drawn", (), {"data", "coins"}, range=N_SCORES)


def one_best(far: int, size: int, weights: Callable[[Any], Any]) -> Space:
    """Candidates of which the first has the score 1 and all others one that is smaller by this; drawn with weights of the score."""
    scores = {j: Integer(1 if j == 1 else 1 - far) for j in range(1, size + 1)}
    mass = {j: weights(u) for j, u in scores.items()}
    own = {j: m / Add(*mass.values()) for j, m in mass.items()}

    def tilted(_: Any, rate: Any) -> bool:
        return all(sympy.simplify(mass[j] - mass[1] * exp(rate * (u - 1))) == 0 for j, u in scores.items())

    values: dict[str, Callable[..., Any]] = {"u": lambda _, j: scores[j], "k": lambda w: w}
    return Space(own, values, {"data": lambda _: ()}, properties={("k", "exponential mechanism"): tilted})


def tenfold(score: Any) -> Any:
    """Weights of the rate log(10)."""
    return Integer(10) ** score


DRAWN_SCORE = Entry(
    drawn_score,
    {"chosen": choice, "scores": Family(score_of, candidate), "rate": rate, "delta": delta, "given": frozenset({"data"})},
    (
        at(one_best(6, 22, tenfold), N=22, rate=log(10), delta=22 / (Rational(1049, 1000) * 10**6)),
        at(one_best(24, 2, tenfold), N=2, rate=log(10), delta=Rational(2, 10**25)),
    ),
    {
        "exponential mechanism": at(one_best(6, 2, lambda _: Integer(1)), N=2, rate=log(10), delta=Rational(1, 10**4)),
        "0 < rate": at(one_best(1, 2, lambda u: Integer(10) ** -u), N=2, rate=-log(10), delta=HALF),
        "0 < delta": at(one_best(6, 2, tenfold), N=2, rate=log(10), delta=0),
    },
)  # fmt: skip


# ---- from private to private -----------------------------------------------------------------------------------------


@lemma("Dwork and Roth (2014), Theorem 3.16", title="basic composition")
def composition(first: Any, second: Any, e1: Any, d1: Any, e2: Any, d2: Any, adjacency: Any) -> Any:
    """Two private mechanisms with coins of their own are private together, at the sums of their levels."""
    both_of = Pair(first, second)
    needs = [Private(first, e1, d1, adjacency), Private(second, e2, d2, adjacency), law(both_of, "independent coins")]
    return needs, Private(both_of, e1 + e2, d1 + d2, adjacency)


def leaks(p: Any) -> tuple[Outputs, Outputs]:
    """With this probability it says which data set it was."""
    return {0: 1 - p, 1: p, 2: 0}, {0: 1 - p, 1: 0, 2: p}


TWO = {"epsilon_1": THREE, "delta_1": 0, "epsilon_2": THREE, "delta_2": 0}
THOUSANDTH = Rational(1, 1000)
COMPOSITION = Entry(
    composition,
    {"first": A, "second": B, "e1": epsilon_1, "d1": delta_1, "e2": epsilon_2, "d2": delta_2, "adjacency": ROW},
    (
        at(Releases({"A": RESPONSE, "B": RESPONSE}), **TWO),
        at(
            Releases({"A": leaks(THOUSANDTH), "B": leaks(THOUSANDTH)}),
            epsilon_1=0,
            delta_1=THOUSANDTH,
            epsilon_2=0,
            delta_2=THOUSANDTH,
        ),
    ),
    {
        "private": at(Releases({"A": STRONG, "B": RESPONSE}), **TWO),
        "private of B": at(Releases({"A": RESPONSE, "B": STRONG}), **TWO),
        "independent coins": at(
            Releases(
                {
                    "A": ({0: HALF, 1: HALF}, {0: HALF, 1: HALF}),
                    "B": ({0: HALF, 1: HALF}, {0: HALF, 1: HALF}),
                    "(A, B)": ({(0, 0): HALF, (1, 1): HALF}, {(0, 1): HALF, (1, 0): HALF}),
                }
            ),
            **TWO,
        ),
    },
)


@lemma("Kairouz, Oh and Viswanath (2017), Theorem 3.4", title="advanced composition")
def advanced_composition(mechanism: Any, times: Any, epsilon: Any, delta: Any, adjacency: Any) -> Any:
    """Many copies of a private mechanism lose no more than their mean loss and a deviation of it."""
    level = epsilon * sqrt(2 * times * log(1 / delta)) + times * epsilon * (exp(epsilon) - 1) / (exp(epsilon) + 1)
    needs = [Private(mechanism, epsilon, Integer(0), adjacency), Always((lt(0, delta), lt(delta, 1)))]
    return needs, Private(Repeated(mechanism, times), level, delta, adjacency)


SMALL, LARGE = Rational(501, 1001), Rational(525, 1000)
ADVANCED_COMPOSITION = Entry(
    advanced_composition,
    {"mechanism": M, "times": k, "epsilon": epsilon, "delta": delta, "adjacency": ROW},
    (
        at(ManyResponses(SMALL), k=10**6, epsilon=log(Rational(501, 500)), delta=exp(-1000)),
        at(ManyResponses(LARGE), k=10**6, epsilon=log(Rational(525, 475)), delta=Rational(3, 10)),
        at(ManyResponses(Rational(99, 100)), k=10**4, epsilon=log(99), delta=Rational(3, 10)),
    ),
    {
        "private": at(ManyResponses(LARGE), k=10**4, epsilon=log(Rational(501, 500)), delta=Rational(1, 100)),
        "0 < delta": at(ManyResponses(LARGE), k=100, epsilon=log(Rational(525, 475)), delta=0),
        "delta < 1": at(ManyResponses(LARGE), k=100, epsilon=log(Rational(525, 475)), delta=2),
    },
)


@lemma("Dwork and Roth (2014), Proposition 2.1", title="post-processing")
def post_processing(mechanism: Any, name: Any, epsilon: Any, delta: Any, adjacency: Any) -> Any:
    """What is computed from a private output is as private."""
    return [Private(mechanism, epsilon, delta, adjacency)], Private(
        Processed(name, mechanism), epsilon, delta, adjacency
    )


POST_PROCESSING = Entry(
    post_processing,
    {"mechanism": M, "name": "table", "epsilon": epsilon, "delta": delta, "adjacency": ROW},
    (
        at(Releases({"M": RESPONSE}, processed={"table": lambda x: -x}), epsilon=THREE, delta=0),
        at(Releases({"M": leaks(THOUSANDTH)}, processed={"table": lambda x: -x}), epsilon=0, delta=THOUSANDTH),
    ),
    {"private": at(Releases({"M": STRONG}, processed={"table": lambda x: -x}), epsilon=THREE, delta=0)},
)


@lemma("Dwork and Roth (2014), Theorem 2.2", title="group privacy")
def group_privacy(mechanism: Any, epsilon: Any, number: Any) -> Any:
    """What is private for one row is private for several, at their number times the level."""
    return [Private(mechanism, epsilon, Integer(0), ROW)], Private(
        mechanism, number * epsilon, Integer(0), f"{number} rows"
    )


def chain(power: int, length: int) -> list[dict[int, Any]]:
    """An output whose small probability is multiplied by a power from each data set to the next."""
    return [{1: p, 0: 1 - p} for p in (Rational(power**i, 10**6) for i in range(length + 1))]


GROUP_PRIVACY = Entry(
    group_privacy,
    {"mechanism": M, "epsilon": epsilon, "number": k},
    (at(Releases({"M": chain(3, 3)}), epsilon=THREE, k=3),),
    {"private": at(Releases({"M": chain(5, 3)}), epsilon=THREE, k=3)},
)


@lemma("Balle, Barthe and Gaboardi (2018), Theorem 8", title="privacy amplification by subsampling")
def subsampling(mechanism: Any, epsilon: Any, delta: Any, probability: Any) -> Any:
    """On a sample that each row enters with probability q, privacy is amplified to log(1 + q(e^epsilon - 1))."""
    needs = [Private(mechanism, epsilon, delta, "adding a row"), Always((le(0, probability), le(probability, 1)))]
    level = log(1 + probability * (exp(epsilon) - 1))
    return needs, Private(Sampled(mechanism, probability), level, probability * delta, "adding a row")


SUBSAMPLING = Entry(
    subsampling,
    {"mechanism": M, "epsilon": epsilon, "delta": delta, "probability": q},
    (
        at(Releases({"M": chain(3, 1)[::-1]}), epsilon=THREE, delta=0, q=Rational(1, 10)),
        at(Releases({"M": chain(10001, 1)[::-1]}), epsilon=log(10001), delta=0, q=Rational(1, 10)),
        at(Releases({"M": leaks(THOUSANDTH)}), epsilon=0, delta=THOUSANDTH, q=Rational(1, 10)),
    ),
    {
        "private": at(Releases({"M": chain(9, 1)[::-1]}), epsilon=THREE, delta=0, q=Rational(1, 10)),
        "0 <= q": at(Releases({"M": RESPONSE}), epsilon=THREE, delta=0, q=-1),
        "q <= 1": at(Releases({"M": RESPONSE}), epsilon=THREE, delta=0, q=2),
    },
)
