"""The lemmas of the examples: from objects, hypotheses and a conclusion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Abs, exp, log, sqrt, sympify

from ..facts import Private, always, eq, event, law, le
from ..rules import lemma
from ..terms import (
    IDENTITY,
    NOTHING,
    Average,
    Combination,
    Expectation,
    Family,
    Functional,
    Index,
    Inner,
    Missing,
    Moment,
    Norm,
    Weight,
    mean_vector,
    sources,
    within,
)


@lemma("Hoeffding (1963), Section 4", title="Hoeffding's lemma")
def hoeffding_lemma(X: Any, a: Any, b: Any, given: Any = NOTHING) -> Any:
    """A variable with values in [a, b] is, about its mean, sub-Gaussian with variance proxy (b - a)^2/4."""
    return [law(X, "bounded", a, b, given=given)], law(X, "sub-Gaussian", (b - a) ** 2 / 4, given=given)


@lemma("Vershynin (2018), Proposition 2.6.1, with constants", title="average of independent sub-Gaussian numbers")
def average_sub_gaussian(X: Any, index: Any, v: Any, given: Any = NOTHING) -> Any:
    """The average of n independent sub-Gaussian variables has the n-th part of their variance proxy."""
    needs = [
        law(Family(X, index), "independent", given=given),
        law(X, "sub-Gaussian", v, given=given),
        always(1 <= index.size),
    ]
    return needs, law(Average(X, index), "sub-Gaussian", v / index.size, given=given)


@lemma("linearity of the expectation", "proved here", title="mean of an average of equal means")
def average_mean(X: Any, index: Any, mu: Any, given: Any = NOTHING) -> Any:
    """The average of variables of one mean has this mean."""
    return [law(X, "mean", mu, given=given), always(1 <= index.size)], law(Average(X, index), "mean", mu, given=given)


@lemma("Boucheron, Lugosi and Massart (2013), Section 2.3", title="tail of a sub-Gaussian number")
def chernoff(Y: Any, v: Any, mu: Any, t: Any, side: Any = 1, given: Any = NOTHING) -> Any:
    """A sub-Gaussian variable exceeds its mean by t, or falls below it, with probability at most exp(-t^2/(2v))."""
    if side not in (1, -1):
        raise Missing(f"a side is 1 or -1, not {side}")
    needs = [law(Y, "sub-Gaussian", v, given=given), law(Y, "mean", mu, given=given), always(le(0, t))]
    return needs, event(le(side * (Y - mu), t), failure=exp(-(t**2) / (2 * v)), given=given)


@lemma("Nesterov (2018), Lemma 1.2.3", title="descent inequality of a smooth function")
def smooth(f: Any, L: Any, x: Any, y: Any) -> Any:
    """A function with an L-Lipschitz gradient lies below its tangent at x plus L/2 times the squared distance."""
    return [law(f, "smooth", L)], always(le(f.at(y), f.at(x) + Inner(f.grad(x), y - x) + L / 2 * Inner(y - x, y - x)))


@lemma("Nesterov (2018), Section 2.1", "proved here", title="first-order inequality of a convex function")
def convex(f: Any, x: Any, y: Any) -> Any:
    """A differentiable convex function lies above its tangents."""
    return [law(f, "convex")], always(le(f.at(x) + Inner(f.grad(x), y - x), f.at(y)))


@lemma("Boucheron, Lugosi and Massart (2013), Section 2.8", title="Bernstein's inequality")
def bernstein(X: Any, index: Any, v: Any, b: Any, mu: Any, t: Any) -> Any:
    """The average of n independent variables of variance v, each within b of its mean, exceeds it by t with small probability."""
    needs = [
        law(Family(X, index), "independent"),
        law(X, "mean", mu),
        law(X, "variance", v),
        law(X, "within", b),
        always(le(0, t)),
    ]
    return needs, event(le(Average(X, index) - mu, t), failure=exp(-index.size * t**2 / (2 * (v + b * t / 3))))


# ---- mechanisms ------------------------------------------------------------------------------------------------------------------


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
class Processed:
    """What is computed from the output of a mechanism alone."""

    name: str
    mechanism: Any


@lemma("Dwork and Roth (2014), Theorem 3.6", title="Laplace mechanism")
def laplace_mechanism(query: Any, noise: Any, sensitivity: Any, scale: Any, adjacency: Any) -> Any:
    """A query with Laplace noise is private at the level of its sensitivity over the scale."""
    needs = [law(query, "sensitivity", sensitivity, adjacency), law(noise, "Laplace", scale)]
    return needs, Private(Noisy(query, noise), sensitivity / scale, sympify(0), adjacency)


@lemma("the Laplace law", "proved here", title="tail of the Laplace law")
def laplace_tail(noise: Any, scale: Any, t: Any) -> Any:
    """A Laplace variable exceeds t in absolute value with probability exp(-t/scale)."""
    return [law(noise, "Laplace", scale), always(le(0, t))], event(le(Abs(noise), t), failure=exp(-t / scale))


@lemma("Dwork and Roth (2014), Theorem 3.14", title="basic composition")
def composition(first: Any, second: Any, e1: Any, e2: Any, adjacency: Any) -> Any:
    """Two private mechanisms with coins of their own are private together, at the sum of their levels."""
    both = Pair(first, second)
    needs = [
        Private(first, e1, sympify(0), adjacency),
        Private(second, e2, sympify(0), adjacency),
        law(both, "independent coins"),
    ]
    return needs, Private(both, e1 + e2, sympify(0), adjacency)


@lemma("Dwork and Roth (2014), Proposition 2.1", "proved here", title="post-processing")
def post_processing(mechanism: Any, name: Any, epsilon: Any, delta: Any, adjacency: Any) -> Any:
    """What is computed from a private output is as private."""
    return [Private(mechanism, epsilon, delta, adjacency)], Private(
        Processed(name, mechanism), epsilon, delta, adjacency
    )


# ---- two coins -------------------------------------------------------------------------------------------------------------------


def divergence(p: Any, q: Any, n: Any) -> Any:
    """Kullback and Leibler's, of n flips of a coin of bias p from those of one of bias q."""
    return Functional("KL", p, q, n)


def distance(p: Any, q: Any, n: Any) -> Any:
    """In total variation, of the same."""
    return Functional("TV", p, q, n)


def coin_risk(n: Any) -> Any:
    """The least, over estimators of a bias from n flips, of the largest mean absolute error over biases in [0, 1]."""
    return Functional("risk", n)


@lemma("additivity of the divergence", "proved here", title="divergence and distance of two coins")
def coin_divergence(p: Any, q: Any, n: Any) -> Any:
    """The divergence of n flips is n times that of one."""
    one = p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))
    return [always(0 < p, p < 1, 0 < q, q < 1, 0 < n)], always(le(divergence(p, q, n), n * one))


@lemma("Tsybakov (2009), Lemma 2.5", title="Pinsker's inequality")
def pinsker(p: Any, q: Any, n: Any) -> Any:
    """Twice the squared distance is at most the divergence."""
    distances = distance(p, q, n)
    return [], always(le(0, distances), le(2 * distances**2, divergence(p, q, n)))


@lemma("Tsybakov (2009), Theorem 2.1 with the triangle inequality", title="Le Cam's two-point method")
def le_cam(p: Any, q: Any, n: Any) -> Any:
    """Two biases that n flips hardly tell apart cost half their difference."""
    return [always(0 <= p, p <= 1, 0 <= q, q <= 1)], always(le((p - q) / 2 * (1 - distance(p, q, n)), coin_risk(n)))


# ---- expectations ----------------------------------------------------------------------------------------------------------------


@lemma("the tower property", "proved here", title="mean of an inner product with a vector of the past")
def mean_pairing(g: Any, v: Any, mean: Any, past: Any) -> Any:
    """A vector of known mean given the past, paired with what the past determines."""
    if not within(sources(v), past):
        raise Missing(f"{v} is not determined by what is given")
    needs = [law(g, "mean", mean, given=past), law(Inner(g, v), "integrable")]
    return needs, always(eq(Expectation(Inner(g, v)), Expectation(Inner(mean, v))))


@lemma("the tower property", "proved here", title="mean square given the past")
def mean_square(g: Any, v: Any, past: Any) -> Any:
    """A bound on the second moment given the past bounds the second moment."""
    return [law(g, "second moment", v, given=past)], always(le(Expectation(Inner(g, g)), v))


@lemma("by definition", "proved here", title="norm at most its bound")
def norm_bound(v: Any, radius: Any) -> Any:
    """A vector of at most this norm."""
    return [law(v, "norm", radius)], always(le(Norm(v), radius))


# ---- private logistic regression -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ball:
    """The vectors of at most this norm."""

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

    name = "logistic loss"

    def grad(self, point: Combination) -> Combination:
        """Its gradient."""
        return mean_vector(sigmoid(Inner(self.features, point)) - self.labels, self.features, self.index)

    def weight(self, lam: Any) -> Weight:
        """The second moment of the features, with a ridge."""
        return Moment(self.features, self.index) + lam * IDENTITY


@lemma("Boyd and Vandenberghe (2004), Section 4.2.3", title="first-order optimality condition")
def first_order(loss: Any, hat: Any, other: Any, ball: Any) -> Any:
    """At a minimiser over a convex set the gradient pairs with no direction into the set negatively."""
    needs = [law(hat, "minimiser", loss, ball), law(other, "member", ball)]
    return needs, always(le(Inner(loss.grad(hat), hat - other), 0))


@lemma("by definition", "proved here", title="a minimiser is a member of its set")
def minimiser_is_member(loss: Any, hat: Any, ball: Any) -> Any:
    """A minimiser over a set lies in it."""
    return [law(hat, "minimiser", loss, ball)], law(hat, "member", ball)


@lemma("by definition", "proved here", title="member of a ball")
def member_of_ball(v: Any, ball: Any) -> Any:
    """What lies in a ball has at most its radius as norm."""
    return [law(v, "member", ball)], always(le(Norm(v), ball.radius))


@lemma("by definition of debiased randomised response", "proved here", title="mean of a debiased label")
def debiased_mean(eta: Any, epsilon: Any, given: Any) -> Any:
    """Debiased randomised response has its bit as mean."""
    return [law(eta, "debiased", epsilon, given=given), always(0 < epsilon)], law(eta, "mean", 0, given=given)


@lemma("Hoeffding (1963), Section 4, of two values", title="Hoeffding's lemma for a debiased label")
def debiased_sub_gaussian(eta: Any, epsilon: Any, given: Any) -> Any:
    """Debiased randomised response takes two values at the distance of its amplification."""
    needs = [law(eta, "debiased", epsilon, given=given), always(0 < epsilon)]
    return needs, law(eta, "sub-Gaussian", amplification(epsilon) ** 2 / 4, given=given)


@lemma("Claim E.1: Hsu, Kakade and Zhang (2012), Theorem 1", title="tail of a quadratic form of sub-Gaussian noise")
def noise_norm(eta: Any, loss: Any, s: Any, d: Any, lam: Any, failure: Any, given: Any) -> Any:
    """Independent sub-Gaussian noise times fixed vectors, averaged, in the inverse of their second moment with a ridge."""
    x, i = loss.features, loss.index
    if not within(sources(x), given):
        raise Missing(f"the vectors are not fixed by {', '.join(sorted(map(str, given)))}")
    t = log(1 / failure)
    of_noise = [law(Family(eta, i), "independent", given=given), law(eta, "mean", 0, given=given)]
    numbers = always(0 < lam, 0 < failure, failure < 1, le(0, s))
    needs = [*of_noise, law(eta, "sub-Gaussian", s**2, given=given), law(x, "dimension", d), numbers]
    bound = s * sqrt((d + 2 * sqrt(d * t) + 2 * t) / i.size)
    return needs, event(le(Norm(mean_vector(eta, x, i), loss.weight(lam).inverse), bound), failure=failure, given=given)


@lemma("Claim E.2", title="norm of the corrupted part of the gradient")
def change_norm(change: Any, loss: Any, size: Any, share: Any, lam: Any) -> Any:
    """The mean of few bounded changes times the vectors, in the same norm."""
    x, i = loss.features, loss.index
    needs = [
        law(change, "bounded", -size, size),
        law(Family(change, i), "share", share),
        always(0 < lam, le(0, size), le(0, share)),
    ]
    return needs, always(le(Norm(mean_vector(change, x, i), loss.weight(lam).inverse), size * sqrt(share)))
