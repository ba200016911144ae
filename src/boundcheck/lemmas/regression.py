"""Logistic regression over a ball: its minimiser, labels made private and debiased, labels that an adversary changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy
from sympy import Integer, Rational, exp, log, sqrt, sympify

from boundcheck.calculus import (
    IDENTITY,
    Average,
    Family,
    Index,
    Inner,
    Moment,
    Norm,
    always,
    eq,
    event,
    fact,
    family,
    law,
    le,
    lemma,
    letter,
    mean_vector,
    quantity,
    vector,
    vectors,
)
from boundcheck.calculus.terms import Combination, Weight

from .concentration import HALF
from .entry import Entry, at, derived, lt
from .models import Space, sign

n, c, m, zeta, alpha, lam, epsilon = map(letter, ("n", "c", "m", "zeta", "alpha", "lambda", "epsilon"))
i = Index("i", n)


@dataclass(frozen=True)
class Ball:
    """The parameters of at most this norm, of a linear space of them."""

    radius: Any

    @property
    def name(self) -> str:
        return f"the ball of radius {self.radius}"


def sigmoid(z: Any) -> Any:
    """The slope of the logistic loss."""
    return exp(z) / (1 + exp(z))


def amplification(epsilon: Any) -> Any:
    """By how much randomised response at this level is stretched when it is debiased."""
    return (exp(epsilon) + 1) / (exp(epsilon) - 1)


@dataclass(frozen=True)
class LogisticLoss:
    """The average logistic loss of labels y(i), which need not lie in [0, 1], at vectors x(i)."""

    labels: Any
    features: Combination
    index: Index

    name = "the logistic loss"

    def grad(self, point: Combination) -> Combination:
        """Its gradient."""
        return mean_vector(sigmoid(Inner(self.features, point)) - self.labels, self.features, self.index)

    def weight(self, lam: Any) -> Weight:
        """The second moment of the features, with a ridge."""
        return Moment(self.features, self.index) + lam * IDENTITY


@dataclass(frozen=True)
class PrivateLikelihood:
    """The average logarithm of one over the likelihood of private labels r(i), bits of randomised response at a level."""

    labels: Any
    features: Combination
    index: Index
    epsilon: Any

    name = "the likelihood of private labels"

    def slope(self, logit: Any) -> Any:
        """The slope of the loss of one label, at a logit."""
        private = self.labels * sigmoid(logit + self.epsilon) + (1 - self.labels) * sigmoid(logit - self.epsilon)
        return sigmoid(logit) - private

    def grad(self, point: Combination) -> Combination:
        """Its gradient."""
        return mean_vector(self.slope(Inner(self.features, point)), self.features, self.index)


# ---- a minimiser over a ball -----------------------------------------------------------------------------------------

v, hat, other = (vector(name, "a vector") for name in ("v", "hat", "other"))
x = vectors("x", "vector i", (i,), {"data"})(i)
y = family("y", "label i", (i,), {"data"})(i)
LOSS, BALL = LogisticLoss(y, x, i), Ball(c)


@dataclass(frozen=True)
class Line:
    """One logistic loss of one label at the vector 1, and an interval about 0."""

    label: Any
    radius: Any

    def minimises(self, point: Any) -> bool:
        """By the sign of the slope, which grows: it is 0 within, and points outwards at an end."""
        slope = sign(sigmoid(sympify(point)) - self.label)
        ends = {self.radius: slope in (0, -1), -self.radius: slope in (0, 1)}
        return self.has(point) and ends.get(point, slope == 0)

    def has(self, point: Any) -> bool:
        return bool(abs(point) <= self.radius)

    def space(self, **points: Any) -> Space:
        """These points of the line, with what they are."""
        values: dict[str, Callable[..., Any]] = {"x": lambda *_: (1,), "y": lambda *_: self.label}
        values |= {name: lambda _, p=p: (p,) for name, p in points.items()}
        laws: dict[tuple[str, str], Callable[..., bool]] = {}
        for name, p in points.items():
            laws[name, "member"] = lambda _, p=p: self.has(p)
            laws[name, "minimiser"] = lambda *_, p=p: self.minimises(p)
        return Space({0: 1}, values, properties=laws)


@lemma("what a norm is bounded by", "definition", title="norm at most its bound")
def norm_bound(v: Any, radius: Any) -> Any:
    """A vector of at most this norm."""
    return [law(v, "norm", radius)], always(le(Norm(v), radius))


UNIT = Space({0: 1}, {"v": lambda _: (1,)})
NORM_BOUND = Entry(norm_bound, {"v": v, "radius": c}, (at(UNIT, c=1),), {"norm": at(UNIT, c=HALF)})


@lemma("what a ball is", "definition", title="member of a ball")
def member_of_ball(v: Any, ball: Any) -> Any:
    """What lies in a ball has at most its radius as norm."""
    return [law(v, "member", ball)], always(le(Norm(v), ball.radius))


MEMBER_OF_BALL = Entry(
    member_of_ball,
    {"v": v, "ball": BALL},
    (at(Line(1, 1).space(v=1), c=1),),
    {"member": at(Line(1, 1).space(v=2), c=1)},
)


@lemma("what a minimiser over a set is", "definition", title="a minimiser is a member of its set")
def minimiser_is_member(loss: Any, hat: Any, ball: Any) -> Any:
    """A minimiser over a set lies in it."""
    return [law(hat, "minimiser", loss, ball)], law(hat, "member", ball)


MINIMISER_IS_MEMBER = Entry(
    minimiser_is_member,
    {"loss": LOSS, "hat": hat, "ball": BALL},
    (at(Line(1, 1).space(hat=1), c=1, n=1),),
    {"minimiser": at(Line(1, 1).space(hat=2), c=1, n=1)},
)


@lemma("Boyd and Vandenberghe (2004), Section 4.2.3", title="first-order optimality condition")
def first_order(loss: Any, hat: Any, other: Any, ball: Any) -> Any:
    """At a minimiser over a convex set no direction into the set pairs negatively with the gradient."""
    needs = [law(hat, "minimiser", loss, ball), law(other, "member", ball)]
    return needs, always(le(Inner(loss.grad(hat), hat - other), 0))


FIRST_ORDER = Entry(
    first_order,
    {"loss": LOSS, "hat": hat, "other": other, "ball": BALL},
    (at(Line(1, 1).space(hat=1, other=1), c=1, n=1),),
    {
        "minimiser": at(Line(1, 1).space(hat=0, other=1), c=1, n=1),
        "member": at(Line(1, 1).space(hat=1, other=2), c=1, n=1),
    },
)


@dataclass(frozen=True)
class RidgeLoss:
    """Half the average squared error of labels y(i) at vectors x(i), with a ridge."""

    labels: Any
    features: Combination
    index: Index
    lam: Any

    name = "the ridge loss"

    def grad(self, point: Combination) -> Combination:
        """Its gradient."""
        residual = Inner(self.features, point) - self.labels
        return mean_vector(residual, self.features, self.index) + self.lam * point

    def minimises(self, point: Any, label: Any, lam: Any) -> bool:
        """Of one label at the vector 1."""
        return sign((1 + lam) * sympify(point) - label) == 0


EVERYWHERE = "all vectors"


@lemma("Boyd and Vandenberghe (2004), Section 4.2.3", title="gradient at an unconstrained minimiser")
def stationary(loss: Any, hat: Any, other: Any) -> Any:
    """At a minimiser over all vectors the gradient pairs with no vector to another number than 0."""
    return [law(hat, "minimiser", loss, EVERYWHERE)], always(eq(Inner(loss.grad(hat), other), 0))


RIDGE = RidgeLoss(y, x, i, lam)


def ridge_line(**points: Any) -> Space:
    """One label 2 at the vector 1, with a ridge of 1: the minimiser is 1."""
    values: dict[str, Callable[..., Any]] = {"x": lambda *_: (1,), "y": lambda *_: Integer(2)}
    values |= {name: lambda _, p=p: (p,) for name, p in points.items()}
    return Space({0: 1}, values, properties={("hat", "minimiser"): lambda *_: RIDGE.minimises(points["hat"], 2, 1)})


STATIONARY = Entry(
    stationary,
    {"loss": RIDGE, "hat": hat, "other": other},
    (at(ridge_line(hat=1, other=1), **{"n": 1, "lambda": 1}),),
    {"minimiser": at(ridge_line(hat=2, other=1), **{"n": 1, "lambda": 1})},
)

# ---- the least value over a confidence set -----------------------------------------------------------------------------


@dataclass(frozen=True)
class ConfidenceSet:
    """The parameters of a ball that are at most this far from one of them, in the norm of a weight."""

    centre: Combination
    weight: Any
    width: Any
    ball: Any

    name = "the confidence set"


q, width = quantity("q", "a number", (), {"data"}), letter("w")
u, theta = vector("u", "a vector", (), {"data"}), vector("theta", "a parameter")
AROUND = ConfidenceSet(hat, Moment(x, i), width, BALL)
DATA = frozenset({"data"})


@lemma("what a least value is", title="least value over a confidence set, from above")
def least_value_above(value: Any, direction: Any, among: Any, theta: Any, failure: Any, known: Any) -> Any:
    """Where a parameter lies in a confidence set the least value over the set is at most its own."""
    close = le(Norm(among.centre - theta, among.weight), among.width)
    needs = [
        law(value, "least value", direction, among, given=known),
        law(theta, "member", among.ball),
        event(close, failure=failure),
    ]
    return needs, event(close, le(value, Inner(theta, direction)), failure=failure)


@lemma("Cauchy and Schwarz", title="least value over a confidence set, from below")
def least_value_below(value: Any, direction: Any, among: Any, known: Any) -> Any:
    """The least value over a confidence set is that at its centre, less at most the width times the dual norm."""
    needs = [law(value, "least value", direction, among, given=known)]
    far = among.width * Norm(direction, among.weight.inverse)
    return needs, always(le(Inner(among.centre, direction) - far, value))


def interval(value: Any, **points: Any) -> Space:
    """The parameters from -1 to 1 that are at most 1 from `hat` in a norm that doubles; `value` is of the direction 1."""
    values: dict[str, Callable[..., Any]] = {"x": lambda *_: (2,), "u": lambda _: (1,), "q": lambda _: sympify(value)}
    values |= {name: lambda _, p=p: (p,) for name, p in points.items()}
    laws: dict[tuple[str, str], Callable[..., bool]] = {
        ("q", "least value"): lambda *_: bool(value == max(-1, points["hat"] - HALF)),
        ("theta", "member"): lambda _: bool(abs(points["theta"]) <= 1),
    }
    return Space({0: 1}, values, properties=laws)


WIDE = {"n": 1, "w": 1, "c": 1}
LEAST = {"value": q, "direction": u, "among": AROUND, "known": DATA}
LEAST_VALUE_ABOVE = Entry(
    least_value_above,
    {**LEAST, "theta": theta, "failure": alpha},
    (at(interval(HALF, hat=1, theta=HALF), **WIDE, alpha=0),),
    {
        "least value": at(interval(Rational(9, 10), hat=1, theta=HALF), **WIDE, alpha=0),
        "member": at(interval(-1, hat=-1, theta=-Rational(3, 2)), **WIDE, alpha=0),
        f"with probability at least 1 - (alpha): |hat + -1*theta|_[{AROUND.weight}] <= w": at(
            interval(HALF, hat=1, theta=0), **WIDE, alpha=0
        ),
    },
)
LEAST_VALUE_BELOW = Entry(
    least_value_below,
    LEAST,
    (at(interval(HALF, hat=1), **WIDE),),
    {"least value": at(interval(Rational(3, 10), hat=1), **WIDE)},
)

# ---- the logistic function ------------------------------------------------------------------------------------------


def steepness(z: Any) -> Any:
    """The derivative of the logistic function."""
    return exp(z) / (1 + exp(z)) ** 2


@lemma("the mean value theorem", "proved here", title="slope of the logistic function within a range")
def logistic_within(p: Any, s: Any, c: Any) -> Any:
    """Between logits of at most c the logistic function rises at least as steeply as at c."""
    needs = [always(le(-c, p), le(p, c), le(-c, s), le(s, c))]
    return needs, always(le(steepness(c) * (s - p) ** 2, (sigmoid(s) - sigmoid(p)) * (s - p)))


@lemma("the mean value theorem", "proved here", title="slope of the logistic function beyond a range")
def logistic_beyond(p: Any, s: Any, m: Any) -> Any:
    """Between logits of at least m > 0 the logistic function rises at most as steeply as at m."""
    needs = [always(lt(0, m), le(m, p), le(m, s))]
    return needs, always(le((sigmoid(s) - sigmoid(p)) * (s - p), steepness(m) * (s - p) ** 2))


@lemma("the mean value theorem", title="slope of the logistic function from within a range to beyond it")
def logistic_across(p: Any, s: Any, c: Any, m: Any) -> Any:
    """From a logit of at most c to one of at most c + m the logistic function rises on average at the slope of c over 1 + m."""
    needs = [always(le(-c, s), le(s, c), le(-c - m, p), le(p, c + m), le(0, m))]
    return needs, always(le((s - p) ** 2, ((1 + m) / steepness(c)) ** 2 * (sigmoid(s) - sigmoid(p)) ** 2))


p, s = letter("p"), letter("s")
RISE = (sigmoid(s) - sigmoid(p)) * (s - p)
NEXT_TO_ONE = {"p": Integer(1), "s": Rational(999, 1000)}
NO_DATA = Space({0: 1})
LOGISTIC_WITHIN = Entry(
    logistic_within,
    {"p": p, "s": s, "c": c},
    (at(NO_DATA, c=1, **NEXT_TO_ONE),),
    {
        "-c <= p": at(NO_DATA, c=1, p=-9, s=1),
        "p <= c": at(NO_DATA, c=1, p=9, s=-1),
        "-c <= s": at(NO_DATA, c=1, p=1, s=-9),
        "s <= c": at(NO_DATA, c=1, p=-1, s=9),
    },
    derived=derived(fact("bound", le(steepness(c) * (s - p) ** 2, RISE), by=())),
)
LOGISTIC_BEYOND = Entry(
    logistic_beyond,
    {"p": p, "s": s, "m": m},
    (at(NO_DATA, m=1, p=1, s=Rational(1001, 1000)), at(NO_DATA, m=1, p=1, s=Rational(3, 2))),
    {
        "0 < m": at(NO_DATA, m=-1, p=0, s=Rational(1, 1000)),
        "m <= p": at(NO_DATA, m=1, p=0, s=1),
        "m <= s": at(NO_DATA, m=1, p=1, s=0),
    },
    derived=derived(fact("bound", le(RISE, steepness(m) * (s - p) ** 2), by=())),
)
ACROSS_ZERO = {"c": Rational(3, 10), "m": 0, "s": -Rational(3, 10), "p": Rational(3, 10)}
FAR_OUT = {"c": 50, "m": 10**4, "s": Integer(50), "p": Integer(10**4 + 50)}
LOGISTIC_ACROSS = Entry(
    logistic_across,
    {"p": p, "s": s, "c": c, "m": m},
    (at(NO_DATA, **FAR_OUT), at(NO_DATA, **ACROSS_ZERO), at(NO_DATA, c=1, m=0, **NEXT_TO_ONE)),
    {
        "-c <= s": at(NO_DATA, c=1, m=0, s=-9, p=1),
        "s <= c": at(NO_DATA, c=1, m=0, s=9, p=-1),
        "-c - m <= p": at(NO_DATA, c=1, m=0, s=1, p=-9),
        "p <= c + m": at(NO_DATA, c=1, m=0, s=-1, p=9),
        "0 <= m": at(NO_DATA, c=1, m=-Rational(1, 2), s=Integer(1), p=Rational(1, 2)),
    },
)

# ---- labels made private ---------------------------------------------------------------------------------------------

eta = quantity("eta", "what debiased randomised response adds to its bit", (epsilon,), {"coins"})


def response(level: Any, bit: int = 1) -> dict[Any, Any]:
    """The law of what debiased randomised response adds to a bit."""
    stretched, flips = sympy.simplify(amplification(level)), sympy.simplify(1 / (1 + exp(level)))
    right, wrong = (stretched - 1) / 2, -(stretched + 1) / 2
    return {right: 1 - flips, wrong: flips} if bit else {-right: 1 - flips, -wrong: flips}


def added(law: Mapping[Any, Any]) -> Space:
    """A number of this law; whether it is that of debiased randomised response."""
    responses: Callable[[Any], bool] = lambda level: any(response(level, bit) == law for bit in (0, 1))  # noqa: E731
    return Space(law, {"eta": lambda w: w}, {"labels": lambda _: ()}, properties={("eta", "debiased"): responses})


@lemma("Warner (1965): what debiasing does", "definition", title="mean of a debiased label")
def debiased_mean(eta: Any, epsilon: Any, given: Any) -> Any:
    """Debiased randomised response has its bit as mean."""
    return [law(eta, "debiased", epsilon, given=given), always(lt(0, epsilon))], law(eta, "mean", 0, given=given)


SEEN = frozenset({"labels"})
PRIVATE = {"eta": eta, "epsilon": epsilon, "given": SEEN}
DEBIASED_MEAN = Entry(
    debiased_mean,
    PRIVATE,
    (at(added(response(log(3))), epsilon=log(3)),),
    {"debiased": at(added({1: 1}), epsilon=log(3))},
    spare=("0 < epsilon",),
)


@lemma("Hoeffding (1963), Section 4, of two values", title="Hoeffding's lemma for a debiased label")
def debiased_sub_gaussian(eta: Any, epsilon: Any, given: Any) -> Any:
    """Debiased randomised response takes two values at the distance of its amplification."""
    needs = [law(eta, "debiased", epsilon, given=given), always(lt(0, epsilon))]
    return needs, law(eta, "sub-Gaussian", amplification(epsilon) ** 2 / 4, given=given)


WEAK = log(Rational(11, 10))
DEBIASED_SUB_GAUSSIAN = Entry(
    debiased_sub_gaussian,
    PRIVATE,
    (at(added(response(WEAK)), epsilon=WEAK),),
    {"debiased": at(added({-50: HALF, 50: HALF}), epsilon=WEAK)},
    spare=("0 < epsilon",),
)

# ---- labels that are changed -----------------------------------------------------------------------------------------

b = family("b", "change i", (i,), {"data"})(i)
z = family("z", "number i", (i,), {"data"})(i)


def few(*values: Any, **others: tuple[Any, ...]) -> Space:
    """These changes, with other numbers or vectors for each; whether a share of them is another number than 0."""
    shared: Callable[[Any], bool] = lambda share: sum(v != 0 for v in values) <= share * len(values)  # noqa: E731
    members: dict[str, Callable[..., Any]] = {
        name: lambda _, k, own=own: own[k - 1] for name, own in {"b": values, **others}.items()
    }
    return Space({0: 1}, members, properties={(str(Family(b, i).name), "share"): shared})


@lemma("what a share is", "definition", title="number of corrupted labels")
def few_changes(change: Any, numbers: Any, size: Any, bound: Any, share: Any) -> Any:
    """The mean product of few bounded changes and bounded numbers."""
    factor, index = numbers.member, numbers.index
    needs = [
        law(change, "bounded", -size, size),
        law(Family(change, index), "share", share),
        always(le(factor, bound), le(-bound, factor)),
    ]
    return needs, always(le(Average(change * factor, index), size * bound * share))


ONE_OF_TWO = {"n": 2, "zeta": 1, "m": 1, "alpha": HALF}
FEW_CHANGES = Entry(
    few_changes,
    {"change": b, "numbers": Family(z, i), "size": zeta, "bound": m, "share": alpha},
    (at(few(1, 0, z=(1, 1)), **ONE_OF_TWO),),
    {
        "bounded": at(few(2, 0, z=(1, 1)), **ONE_OF_TWO),
        "share": at(few(1, 1, z=(1, 1)), **ONE_OF_TWO),
        "z(i) <= m": at(few(1, 0, z=(2, 1)), **ONE_OF_TWO),
        "-m <= z(i)": at(few(-1, 0, z=(-2, 1)), **ONE_OF_TWO),
    },
)


@lemma("Zhou, Wu and Orabona (2025), Claim E.2", title="norm of the corrupted part of the gradient")
def change_norm(change: Any, vectors: Any, size: Any, share: Any, lam: Any) -> Any:
    """The mean of few bounded changes times vectors, in the norm that these give, with a ridge."""
    x, index = vectors.member, vectors.index
    needs = [
        law(change, "bounded", -size, size),
        law(Family(change, index), "share", share),
        always(lt(0, lam)),
    ]
    weight = (Moment(x, index) + lam * IDENTITY).inverse
    return needs, always(le(Norm(mean_vector(change, x, index), weight), size * sqrt(share)))


LINE = {"n": 2, "d": 1, "zeta": 1, "alpha": HALF, "lambda": Rational(1, 10**9)}
AT_ONE = ((Integer(1),), (Integer(0),))
CHANGE_NORM = Entry(
    change_norm,
    {"change": b, "vectors": Family(x, i), "size": zeta, "share": alpha, "lam": lam},
    (at(few(1, 0, x=AT_ONE), **LINE),),
    {
        "bounded": at(few(2, 0, x=AT_ONE), **LINE),
        "share": at(few(1, 1, x=((1,), (1,))), **LINE),
        "0 < lambda": at(few(1, 0, x=AT_ONE), **{**LINE, "lambda": -Rational(1, 4)}),
    },
)


@lemma("Zhou, Wu and Orabona (2025), Claim E.4", title="Euclidean norm of the corrupted part of the gradient")
def change_length(change: Any, vectors: Any, size: Any, share: Any, radius: Any) -> Any:
    """The mean of few bounded changes times vectors of at most this norm."""
    x, index = vectors.member, vectors.index
    needs = [law(change, "bounded", -size, size), law(Family(change, index), "share", share), law(x, "norm", radius)]
    return needs, always(le(Norm(mean_vector(change, x, index)), radius * size * share))


CHANGE_LENGTH = Entry(
    change_length,
    {"change": b, "vectors": Family(x, i), "size": zeta, "share": alpha, "radius": c},
    (at(few(1, 0, x=AT_ONE), **LINE, c=1),),
    {
        "bounded": at(few(2, 0, x=AT_ONE), **LINE, c=1),
        "share": at(few(1, 1, x=((1,), (1,))), **LINE, c=1),
        "norm": at(few(1, 0, x=AT_ONE), **LINE, c=HALF),
    },
)
