"""Every rule with true and false uses: the true ones give their conclusion, of the false ones a link is missing."""

import pytest
import sympy
from sympy import Abs, Rational, Symbol, exp, log, oo, sqrt

from boundcheck.calculus import (
    IDENTITY,
    ORIGIN,
    Averaged,
    Choice,
    Definition,
    Equals,
    Expectation,
    Expected,
    Family,
    Follows,
    ForAll,
    Function,
    Index,
    Induction,
    Inner,
    Law,
    Missing,
    Moment,
    Norm,
    Past,
    Private,
    Prover,
    Summed,
    Total,
    With,
    always,
    eq,
    event,
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
from boundcheck.calculus import Average as Mean
from boundcheck.calculus.examples.lemmas import (
    Noisy,
    Pair,
    Processed,
    average_mean,
    average_sub_gaussian,
    bernstein,
    chernoff,
    composition,
    convex,
    hoeffding_lemma,
    laplace_mechanism,
    laplace_tail,
    mean_pairing,
    mean_square,
    norm_bound,
    post_processing,
    smooth,
)
from boundcheck.calculus.facts import defined_once
from boundcheck.calculus.proving import Domain, Goals
from boundcheck.calculus.rules import Cited, stated
from boundcheck.calculus.terms import Kind

PROVER = Prover(seconds=1.0)
a, b, c, t, u, n, delta, lam = map(letter, ("a", "b", "c", "t", "u", "n", "delta", "lambda"))
T = Symbol("T", integer=True)
DOMAIN = (a > 0, b > 0, c > 0, t >= 0, u >= 0, n >= 1, delta > 0, delta < 1, lam > 0, T >= 1)
X, Y, Z = (quantity(name, f"a number {name}", (n,), {name.lower()}) for name in "XYZ")
i, j, k = Index("i", n), Index("j", 5), Index("k", oo, 0)
FEWER = Index("f", T - 1)
WHOLE = Index("q", Symbol("N", real=True), 0)  # a number of values is whole, whatever letter it has
top = quantity("top", "one of five", (), {"x"}, range=5)
s, r = (family(name, "a number per sample", (i,), {"x"}) for name in "sr")
w, g, e = (family(name, "a number per round", (k,), {"x"}) for name in ("w", "g", "e"))
v = family("v", "a number per index", (j,), {"x"})
p, q, h = (vector(name, "a vector", (n,), {name}) for name in "pqh")
x = vectors("x", "features", (i,), {"design"})(i)
walk = vectors("y", "iterate", (k,), {Past("draws", k)})
f = Function("f")
S = Moment(x, i)
A = S + lam * IDENTITY
FIXED = Goals(PROVER, Domain(DOMAIN), "line", frozenset({n, delta, lam, a, b, c, T}), frozenset({n, a}))


def outcome(what, facts, says):
    """Empty where it follows, else the missing link."""
    rule, said = (what, says) if not isinstance(what, (type(always()), With, Law, Private)) else (Follows(), what)
    try:
        stated(FIXED, rule, said, Cited(tuple(facts)))
    except Missing as missing:
        return str(missing)
    return ""


def tail(width, failure, **more):
    return event(le(X, width), failure=failure, **more)


def sure(*relations):
    return always(*relations)


PAST = frozenset({Past("draws", k)})
taken = Kind("taken", "one of five per round", (k,), frozenset({"x"}), sympy.Integer(5))(k)
ALL_ROUNDS = event(le(w(k), a), failure=delta, every=(k,))
EACH = event(le(v(j), t), failure=exp(-t))
IND = [law(Family(s(i), i), "independent")]
LAP = law(X, "Laplace", a)
TWO = Pair(Noisy("f", X), Noisy("g", Y))


def private(mechanism, epsilon, delta=0):
    return Private(mechanism, sympy.sympify(epsilon), sympy.sympify(delta), "row")


TRUE = {
    "relations": [
        (sure(le(X, a)), [sure(le(X, a))]),
        (sure(le(X, 2 * a)), [sure(le(X, a))]),
        (sure(le(X, Z)), [sure(le(X, Y), le(Y, Z))]),
        (sure(le(X + Y, a + b)), [sure(le(X, a)), sure(le(Y, b))]),
        (sure(le(Abs(X), a)), [sure(le(X, a), le(-a, X))]),
        (sure(le(-a, X)), [sure(le(Abs(X), a))]),
        (sure(le(X**2, a**2)), [sure(le(Abs(X), a))]),
        (sure(le(a * X, a * Y)), [sure(le(X, Y))]),
        (sure(eq(X, Y)), [sure(le(X, Y), le(Y, X))]),
        (sure(le(X, a * b / b)), [sure(le(X, a))]),
        (sure(le(exp(-a), 1)), []),
        (sure(le(log(n), n)), []),
        (sure(le(sqrt(a * b), (a + b) / 2)), []),
        (sure(le(exp(X), exp(Y))), [sure(le(X, Y))]),
        (sure(le(v(j), 2 * a)), [sure(le(v(j), a))]),
        (sure(le(X, a), le(Y, b)), [sure(le(X, a)), sure(le(Y, b))]),
        (sure(le(X, a)), [sure(le(v(j), a), le(X, v(j)))]),
    ],
    "vectors": [
        (sure(le(Inner(p, q), Norm(p) * Norm(q))), []),
        (sure(le(Norm(p + q), Norm(p) + Norm(q))), []),
        (sure(le(Norm(p) - Norm(q), Norm(p - q))), []),
        (sure(le(0, Inner(p, p))), []),
        (sure(eq(Inner(p + q, p - q), Inner(p, p) - Inner(q, q))), []),
        (sure(eq(Inner(p + q, p + q) + Inner(p - q, p - q), 2 * Inner(p, p) + 2 * Inner(q, q))), []),
        (sure(le(2 * Inner(p, q), a * Inner(p, p) + Inner(q, q) / a)), []),
        (sure(le(Inner(p, q), Norm(p, A) * Norm(q, A.inverse))), []),
        (sure(le(lam * Inner(p, p), Norm(p, A) ** 2)), []),
        (sure(le(Inner(p, p, S), Norm(p, A) ** 2)), []),
        (sure(le(Norm(p), Norm(p + q) + Norm(q))), []),
        (sure(le(Inner(p, q), a * b)), [sure(le(Norm(p), a), le(Norm(q), b))]),
        (sure(le(Norm(p), Norm(q))), [sure(le(Inner(p, p), Inner(p, q)))]),
        (sure(le(Inner(p, h), 0)), [sure(Equals(p, -a * h))]),
        (sure(eq(Norm(p), 0)), [sure(le(Norm(p), 0))]),
        (always(Equals(p, q)), [sure(Equals(p, q))]),
    ],
    "events": [
        (tail(2 * a, delta), [tail(a, delta)]),
        (tail(a, 2 * delta), [tail(a, delta)]),
        (event(le(X, a), le(Y, b), failure=2 * delta), [tail(a, delta), event(le(Y, b), failure=delta)]),
        (event(le(X + Y, a + b), failure=delta), [tail(a, delta / 2), event(le(Y, b), failure=delta / 2)]),
        (event(le(X + Y, a + b), failure=delta), [tail(a, delta), sure(le(Y, b))]),
        (event(le(Abs(X), a), failure=delta), [tail(a, delta / 3), event(le(-X, a), failure=2 * delta / 3)]),
        (tail(a, delta), [tail(a, delta, given={"design"})]),
        (tail(a, delta), [tail(a, delta**2)]),
        (tail(a, delta), [tail(Z, delta), sure(le(Z, a))]),
        (event(le(v(j), a), failure=delta), [event(le(v(j), a), failure=delta, every=(j,))]),
        (event(le(v(j), a), failure=delta, every=(j,)), [event(le(v(j), a), failure=delta, every=(j,))]),
        (event(le(X, a), failure=delta, every=(j,)), [tail(a, delta)]),
        (tail(a, delta), [tail(a, 0)]),
        (event(le(exp(X), exp(a)), failure=delta), [tail(a, delta)]),
        (
            event(le(Inner(p, q), a * b), failure=delta),
            [event(le(Norm(p), a), failure=delta / 2), event(le(Norm(q), b), failure=delta / 2)],
        ),
        (event(le(X, Y), failure=delta), [tail(a, delta / 2), event(le(a, Y), failure=delta / 2)]),
    ],
    "laws": [
        (law(X, "bounded", 0, 2), [law(X, "bounded", 0, 1)]),
        (law(X, "bounded", -1, 1), [law(X, "bounded", 0, 1)]),
        (law(X, "bounded", 0, 1), [law(X, "bounded", 0, 1, given={"y"})]),
        (law(X, "mean", a), [law(X, "mean", a, given={"y"})]),
        (law(X, "mean", a + b), [law(X, "mean", b + a)]),
        (law(X, "sub-Gaussian", 2 * a), [law(X, "sub-Gaussian", a)]),
        (law(X, "variance", a + 1), [law(X, "variance", a)]),
        (law(X, "within", 2), [law(X, "within", 1)]),
        (law(X, "sub-Gaussian", b), [law(X, "sub-Gaussian", a), sure(le(a, b))]),
        (law(f, "smooth", 2 * a), [law(f, "smooth", a)]),
        (law(f, "strongly convex", a / 2), [law(f, "strongly convex", a)]),
        (law(Family(s(i), i), "independent"), IND),
        (law("f", "sensitivity", 2 * a, "row"), [law("f", "sensitivity", a, "row")]),
        (law(X, "Laplace", a), [LAP]),
        (law(X, "second moment", 2 * a), [law(X, "second moment", a, given={"y"})]),
        (law(x, "norm", 2), [law(x, "norm", 1)]),
    ],
    "guarantees": [
        (private(TWO, a), [private(TWO, a)]),
        (private(TWO, 2 * a), [private(TWO, a)]),
        (private(TWO, a, delta), [private(TWO, a)]),
        (private(TWO, a + b), [private(TWO, a)]),
        (private(TWO, b), [private(TWO, a), sure(le(a, b))]),
    ],
    "lemmas": [
        (hoeffding_lemma(X=X, a=0, b=1), [law(X, "bounded", 0, 1)]),
        (hoeffding_lemma(X=X, a=0, b=2), [law(X, "bounded", 0, 1)]),
        (hoeffding_lemma(X=X, a=Y, b=Y + 1, given=frozenset({"y"})), [law(X, "bounded", Y, Y + 1, given={"y"})]),
        (average_sub_gaussian(X=s(i), index=i, v=a), [*IND, law(s(i), "sub-Gaussian", a)]),
        (average_mean(X=s(i), index=i, mu=a), [law(s(i), "mean", a)]),
        (chernoff(Y=X, v=a, mu=b, t=t), [law(X, "sub-Gaussian", a), law(X, "mean", b)]),
        (chernoff(Y=X, v=a, mu=b, t=t, side=-1), [law(X, "sub-Gaussian", a), law(X, "mean", b)]),
        (
            bernstein(X=s(i), index=i, v=a, b=b, mu=c, t=t),
            [*IND, law(s(i), "mean", c), law(s(i), "variance", a), law(s(i), "within", b)],
        ),
        (
            laplace_mechanism(query="f", noise=X, sensitivity=b, scale=a, adjacency="row"),
            [law("f", "sensitivity", b, "row"), LAP],
        ),
        (laplace_tail(noise=X, scale=a, t=t), [LAP]),
        (
            composition(first=TWO.first, second=TWO.second, e1=a, e2=b, adjacency="row"),
            [private(TWO.first, a), private(TWO.second, b), law(TWO, "independent coins")],
        ),
        (post_processing(mechanism=TWO, name="table", epsilon=a, delta=0, adjacency="row"), [private(TWO, a)]),
        (smooth(f=f, L=a, x=p, y=q), [law(f, "smooth", a)]),
        (convex(f=f, x=p, y=ORIGIN), [law(f, "convex")]),
        (mean_square(g=p, v=a, past=PAST), [law(p, "second moment", a, given=PAST)]),
        (norm_bound(v=p, radius=a), [law(p, "norm", a)]),
    ],
    "choice": [
        (Choice(t, a), [tail(t, exp(-t))]),
        (Choice(t, 1 / a), [tail(t, exp(-t))]),
        (Choice(t, a - b), [tail(t, exp(-t)), sure(le(b, a))]),
        (Choice(t, log(1 / delta)), [tail(t, exp(-t))], tail(log(1 / delta), delta)),
        (Choice(t, u), [tail(t, exp(-t))]),
        (Choice(t, Abs(Y)), [tail(t, exp(-t), given={"y"})]),
        (Choice(t, X**2), [sure(le(Z, Z + t))]),
        (Choice(delta, delta / 2), [tail(a, delta)], tail(a, delta / 2)),
        (Choice(j, 3), [EACH]),
        (Choice(j, Index("l", 5)), [EACH]),
        (Choice(j, top), [event(le(v(j), t), failure=exp(-t), every=(j,))], event(le(v(top), t), failure=exp(-t))),
        (Choice(j, top), [sure(le(v(j), a))], sure(le(v(top), a))),
        (Choice(k, k + 1), [sure(le(w(k), a))], sure(le(w(k + 1), a))),
        (Choice(k, 0), [sure(le(w(k), a))], sure(le(w(0), a))),
        (Choice(k, T), [sure(le(w(k), a))], sure(le(w(T), a))),
        (Choice(k, 2 * T - 1), [sure(le(w(k), a))]),
        (
            Choice(j, taken),
            [event(le(v(j), t), failure=exp(-t), every=(j,))],
            event(le(v(taken), t), failure=exp(-t), every=(k,)),
        ),
    ],
    "for all": [
        (ForAll(j), [EACH], event(le(v(j), t), failure=5 * exp(-t), every=(j,))),
        (ForAll(j), [event(le(v(j), a), failure=delta / 5)], event(le(v(j), a), failure=delta, every=(j,))),
        (ForAll(j), [event(le(v(j), a), failure=delta / 10)], event(le(v(j), a), failure=delta, every=(j,))),
        (ForAll(j), [event(le(v(j), a), failure=j * delta / 15)], event(le(v(j), a), failure=delta, every=(j,))),
        (ForAll(j), [event(le(v(j), a), failure=delta * 2**-j)], event(le(v(j), a), failure=delta, every=(j,))),
        (ForAll(j), [event(le(v(j), a), failure=0)], event(le(v(j), a), failure=0, every=(j,))),
        (ForAll(j), [tail(a, delta)], tail(a, 5 * delta)),
        (ForAll(i), [event(le(s(i), a), failure=delta / n)], event(le(s(i), a), failure=delta, every=(i,))),
        (ForAll(i), [event(le(s(i), a), failure=delta / n**2)], event(le(s(i), a), failure=delta, every=(i,))),
        (
            ForAll(i),
            [event(le(s(i), a), failure=delta / n, given={"design"})],
            event(le(s(i), a), failure=delta, every=(i,)),
        ),
        (ForAll(Index("k", T), delta), [event(le(X, a), failure=delta / T)], tail(a, delta)),
        (ForAll(j, delta), [event(le(v(j), a), failure=delta / 5)], event(le(v(j), a), failure=delta, every=(j,))),
        (ForAll(j), [event(le(v(j), a), le(X, b), failure=delta / 5)], event(le(X, b), failure=delta)),
        (ForAll(j), [event(le(v(j), a), failure=delta / 5)], event(le(v(j), 2 * a), failure=delta, every=(j,))),
        (ForAll(j), [event(le(v(j), a), failure=delta / 5)], event(le(v(j), a), failure=delta)),
    ],
    "induction": [
        (Induction(k), [sure(le(w(k + 1), w(k)))], sure(le(w(k), w(0)))),
        (Induction(k), [sure(le(w(k + 1), w(k) + a))], sure(le(w(k), w(0) + k * a))),
        (Induction(k), [sure(eq(w(k + 1), w(k)))], sure(eq(w(k), w(0)))),
        (Induction(k), [sure(le(w(k + 1), w(k) / 2))], sure(le(w(k) * 2**k, w(0)))),
        (Induction(k), [sure(le(w(k + 1), w(k)), le(w(0), a))], sure(le(w(k), a))),
        (Induction(k), [sure(le(w(k + 1), w(k)), le(g(k + 1), g(k)))], sure(le(w(k) + g(k), w(0) + g(0)))),
        (Induction(k), [sure(le(w(k) + a, w(k + 1)))], sure(le(w(0) + k * a, w(k)))),
        (Induction(k), [sure(eq(w(k + 1), w(k) + 2 * k + 1))], sure(eq(w(k), w(0) + k**2))),
        (Induction(k), [], sure(le(0, k))),
        (Induction(k), [], sure(le(1 + k, 2**k))),
        (Induction(k), [], sure(le(1 + k * a, (1 + a) ** k))),
        (Induction(k), [sure(le(w(k + 1) + g(k), w(k)), le(0, g(k)))], sure(le(w(k), w(0)))),
        (Induction(k), [sure(le(w(k + 1), w(k) + e(k)), le(e(k), b))], sure(le(w(k), w(0) + k * b))),
        (Induction(k), [sure(eq(w(k + 1), a)), sure(eq(w(0), a))], sure(eq(w(k), a))),
        (Induction(k), [sure(le(w(k + 1), w(k)))], sure(le(2 * w(k), 2 * w(0)))),
    ],
    "average": [
        (Averaged(i), [sure(le(s(i), r(i)))], sure(le(Mean(s(i), i), Mean(r(i), i)))),
        (Averaged(i), [event(le(s(i), a), failure=delta, every=(i,))], event(le(Mean(s(i), i), a), failure=delta)),
        (Averaged(i), [sure(le(s(i), a))], sure(le(Mean(s(i), i), a))),
        (Averaged(i), [sure(le(a * s(i), r(i)))], sure(le(a * Mean(s(i), i), Mean(r(i), i)))),
        (Averaged(i), [sure(le(X * s(i), r(i)))], sure(le(X * Mean(s(i), i), Mean(r(i), i)))),
        (Averaged(i), [sure(le(s(i) + b, r(i)))], sure(le(Mean(s(i), i) + b, Mean(r(i), i)))),
        (Averaged(i), [sure(le(s(i) ** 2, a))], sure(le(Mean(s(i) ** 2, i), a))),
        (Averaged(i), [sure(eq(s(i), r(i)))], sure(eq(Mean(s(i), i), Mean(r(i), i)))),
        (Averaged(i), [sure(s(i) < r(i))], sure(le(Mean(s(i), i), Mean(r(i), i)))),
        (Averaged(i), [sure(le(Inner(x, p) ** 2, a))], sure(le(Inner(p, p, S), a))),
        (Averaged(i), [sure(le(Inner(x, p) * Inner(x, q), a))], sure(le(Inner(p, q, S), a))),
        (Averaged(i), [sure(le(s(i) * Inner(x, p), a))], sure(le(Inner(mean_vector(s(i), x, i), p), a))),
        (
            Averaged(i),
            [sure(le(a * Inner(x, p) ** 2, s(i) * Inner(x, p)))],
            sure(le(a * Inner(p, p, S), Inner(mean_vector(s(i), x, i), p))),
        ),
        (Averaged(i), [sure(le(s(i) * r(i), a))], sure(le(Mean(s(i) * r(i), i), a))),
        (Averaged(i), [sure(le(X, a))], sure(le(X, a))),
        (Averaged(i), [sure(le(s(i), a), le(r(i), b))], sure(le(Mean(s(i), i) + Mean(r(i), i), a + b))),
    ],
    "expectation": [
        (Expected(), [sure(le(X, a)), law(X, "integrable")], sure(le(Expectation(X), a))),
        (
            Expected(),
            [sure(le(X, Y)), law(X, "integrable"), law(Y, "integrable")],
            sure(le(Expectation(X), Expectation(Y))),
        ),
        (Expected(), [sure(le(X, a)), law(X, "bounded", 0, 1)], sure(le(Expectation(X), a))),
        (Expected(), [sure(le(2 * X, a)), law(X, "integrable")], sure(le(2 * Expectation(X), a))),
        (
            Expected(),
            [sure(eq(X, Y + 1)), law(X, "integrable"), law(Y, "integrable")],
            sure(eq(Expectation(X), Expectation(Y) + 1)),
        ),
        (Expected(frozenset({"y"})), [sure(le(X, Y)), law(X, "integrable")], sure(le(Expectation(X, {"y"}), Y))),
        (
            Expected(frozenset({"y"})),
            [sure(le(Y * X, a)), law(X, "integrable")],
            sure(le(Y * Expectation(X, {"y"}), a)),
        ),
        (Expected(frozenset({"x"})), [sure(le(X, a))], sure(le(X, a))),
        (Expected(), [sure(le(a, b))], sure(le(a, b))),
        (Expected(), [sure(le(X * Y, a)), law(X * Y, "integrable")], sure(le(Expectation(X * Y), a))),
        (Expected(), [sure(le(0, X**2)), law(X**2, "integrable")], sure(le(0, Expectation(X**2)))),
        (
            Expected(),
            [sure(X < Y), law(X, "integrable"), law(Y, "integrable")],
            sure(le(Expectation(X), Expectation(Y))),
        ),
        (Expected(), [sure(le(Expectation(X, {"y"}), a)), law(X, "integrable")], sure(le(Expectation(X), a))),
        (
            Expected(),
            [sure(le(X, a), le(Y, b)), law(X, "integrable"), law(Y, "integrable")],
            sure(le(Expectation(X) + Expectation(Y), a + b)),
        ),
        (Expected(), [sure(le(n * X, a)), law(X, "integrable")], sure(le(Expectation(X), a / n))),
    ],
    "sum": [
        (Summed(k, T), [sure(le(w(k), g(k)))], sure(le(Total(w(k), k, T), Total(g(k), k, T)))),
        (Summed(k, T), [sure(le(w(k), a))], sure(le(Total(w(k), k, T), T * a))),
        (Summed(k, T), [sure(le(w(k + 1) - w(k), a))], sure(le(w(T) - w(0), T * a))),
        (Summed(k, T), [sure(le(g(k), w(k) - w(k + 1)))], sure(le(Total(g(k), k, T), w(0) - w(T)))),
        (Summed(k, T), [sure(eq(w(k + 1), w(k) + g(k)))], sure(eq(w(T), w(0) + Total(g(k), k, T)))),
        (Summed(k, T), [sure(le(2 * a * w(k), b))], sure(le(2 * a * Total(w(k), k, T), T * b))),
        (Summed(k, T), [sure(le(X * w(k), b))], sure(le(X * Total(w(k), k, T), T * b))),
        (Summed(k, 2 * T), [sure(le(w(k), a))], sure(le(Total(w(k), k, 2 * T), 2 * T * a))),
        (Summed(k, T), [sure(w(k) < a)], sure(le(Total(w(k), k, T), T * a))),
        (Summed(k, T), [sure(le(w(k) ** 2, a))], sure(le(Total(w(k) ** 2, k, T), T * a))),
        (Summed(k, T), [sure(le(w(k + 1), w(k)))], sure(le(w(T), w(0)))),
        (Summed(k, T), [sure(le(a, b))], sure(le(a, b))),
        (Summed(k, T + 1), [sure(le(w(k), a))], sure(le(Total(w(k), k, T + 1), (T + 1) * a))),
        (Summed(k, T), [sure(le(w(k), a), le(g(k), b))], sure(le(Total(w(k), k, T) + Total(g(k), k, T), T * (a + b)))),
        (Summed(j, 6), [sure(le(v(j), a))], sure(le(Total(v(j), j, 6), 5 * a))),
        (Summed(k, T), [ALL_ROUNDS], event(le(Total(w(k), k, T), T * a), failure=delta)),
        (Summed(WHOLE, WHOLE.size), [sure(le(w(WHOLE), a)), sure(le(0, WHOLE.size))], None),
        (Summed(k, T), [event(le(w(k) + v(j), a), failure=delta, every=(j, k))], None),
    ],
}

FALSE = {
    "relations": [
        (sure(le(X, a / 2)), [sure(le(X, a))]),
        (sure(le(X, a)), []),
        (sure(le(X, b)), [sure(le(X, a))]),
        (sure(le(X**2, a**2)), [sure(le(X, a))]),
        (sure(le(Abs(X), a)), [sure(le(X, a))]),
        (sure(le(X * Z, Y * Z)), [sure(le(X, Y))]),
        (sure(le(X, Y)), [sure(le(Y, X))]),
        (sure(eq(X, Y)), [sure(le(X, Y))]),
        (sure(X < Y), [sure(le(X, Y))]),
        (sure(le(n, log(n))), []),
        (sure(le((a + b) / 2, sqrt(a * b))), []),
        (sure(le(1, exp(-a))), []),
        (sure(le(sqrt(X), a)), [sure(le(X, a**2))]),
        (sure(le(X / Y, a)), [sure(le(X, a * Y))]),
        (sure(le(X, a)), [tail(a, 0)]),
        (sure(le(X, 0)), [sure(le(X, -1), le(1, X))]),
        (sure(le(v(j), a)), [sure(le(v(1), a))]),
        (sure(le(X, n)), [sure(le(X, t))]),
    ],
    "vectors": [
        (sure(le(Inner(p, q), Rational(19, 20) * Norm(p) * Norm(q))), []),
        (sure(le(Norm(p + q), Norm(p))), []),
        (sure(le(Norm(p + q), Rational(19, 20) * (Norm(p) + Norm(q)))), []),
        (sure(le(Inner(p, p), 0)), []),
        (sure(le(0, Inner(p, q))), []),
        (sure(le(Norm(p), Inner(p, p))), []),
        (sure(eq(Inner(p, q), 0)), []),
        (sure(le(2 * Inner(p, q), a * Inner(p, p) + Inner(q, q) / (2 * a))), []),
        (sure(le(Inner(p, q), Norm(p) * Norm(q, A.inverse))), []),
        (sure(le(Norm(p, A) ** 2, lam * Inner(p, p))), []),
        (sure(le(Norm(p, A), Norm(p))), []),
        (sure(le(Norm(p), a)), [sure(le(Norm(p + q), a), le(Norm(q), a))]),
        (sure(le(Norm(q), Norm(p))), [sure(le(Inner(p, p), Inner(p, q)))]),
        (always(Equals(p, q)), [sure(eq(Norm(p), Norm(q)))]),
        (always(Equals(p, 2 * q)), [sure(Equals(p, q))]),
        (sure(le(f.at(p), f.at(q))), [sure(le(Norm(p), Norm(q)))]),
    ],
    "events": [
        (tail(a, delta), []),
        (tail(a / 2, delta), [tail(a, delta)]),
        (tail(a, delta / 2), [tail(a, delta)]),
        (event(le(X, a), le(Y, b), failure=delta), [tail(a, delta), event(le(Y, b), failure=delta)]),
        (event(le(X, a), le(Y, b), failure=delta), [tail(a, delta)]),
        (tail(a, delta, given={"design"}), [tail(a, delta)]),
        (tail(a, delta), [sure(le(Y, a))]),
        (tail(a, 0), [tail(a, delta)]),
        (event(le(v(j), a), failure=delta, every=(j,)), [event(le(v(j), a), failure=delta)]),
        (tail(t, delta), [tail(a, delta)]),
        (event(le(X, a), failure=Y), [tail(a, delta)]),
        (tail(a, exp(-t)), [tail(a, exp(-t / 2))]),
        (tail(a, delta), [tail(a, exp(-t))]),
        (tail(a, sqrt(delta) / 2), [tail(a, delta)]),
        (event(le(X**2, a**2), failure=delta), [tail(a, delta)]),
        (event(le(v(j), a), failure=delta / j, every=(j,)), [event(le(v(j), a), failure=delta / j)]),
    ],
    "laws": [
        (law(X, "bounded", 0, 1), [law(X, "bounded", 0, 2)]),
        (law(X, "bounded", 0, 1), [law(X, "bounded", -1, 1)]),
        (law(Y, "bounded", 0, 1), [law(X, "bounded", 0, 1)]),
        (law(X, "bounded", 0, 1, given={"y"}), [law(X, "bounded", 0, 1)]),
        (law(X, "mean", a, given={"y"}), [law(X, "mean", a)]),
        (law(X, "mean", b), [law(X, "mean", a)]),
        (law(X, "sub-Gaussian", a), [law(X, "sub-Gaussian", 2 * a)]),
        (law(X, "sub-Gaussian", a), [law(X, "sub-Gaussian", a, given={"y"})]),
        (law(X, "variance", a), [law(X, "variance", a, given={"y"})]),
        (law(X, "sub-Gaussian", a), [law(X, "variance", a)]),
        (law(f, "smooth", a), [law(f, "smooth", 2 * a)]),
        (law(f, "strongly convex", a), [law(f, "strongly convex", a / 2)]),
        (law(Family(r(i), i), "independent"), IND),
        (law(Family(s(i), i), "independent", given={"y"}), IND),
        (law("f", "sensitivity", a, "user"), [law("f", "sensitivity", a, "row")]),
        (law(X, "Laplace", 2 * a), [LAP]),
        (law(X, "mean", Y), [law(X, "mean", Y)]),
        (law(X, "heavy"), [law(X, "bounded", 0, 1)]),
        (law(X, "bounded", 1), [law(X, "bounded", 0, 1)]),
    ],
    "guarantees": [
        (private(TWO, a / 2), [private(TWO, a)]),
        (private(TWO, a), [private(TWO, a, delta)]),
        (private(TWO.first, a), [private(TWO, a)]),
        (Private(TWO, a, sympy.Integer(0), "user"), [private(TWO, a)]),
        (private(TWO, X), [private(TWO, X)]),
    ],
    "lemmas": [
        (hoeffding_lemma(X=X, a=0, b=1), []),
        (hoeffding_lemma(X=X, a=0, b=1), [law(X, "bounded", 0, 2)]),
        (hoeffding_lemma(X=X, a=Y, b=Y + 1), [law(X, "bounded", Y, Y + 1)]),
        (average_sub_gaussian(X=s(i), index=i, v=a), [law(s(i), "sub-Gaussian", a)]),
        (
            average_sub_gaussian(X=s(i), index=i, v=a),
            [law(Family(r(i), i), "independent"), law(s(i), "sub-Gaussian", a)],
        ),
        (average_mean(X=s(i), index=i, mu=a), [law(r(i), "mean", a)]),
        (chernoff(Y=X, v=a, mu=b, t=Abs(X)), [law(X, "sub-Gaussian", a), law(X, "mean", b)]),
        (chernoff(Y=X, v=a, mu=b, t=-t), [law(X, "sub-Gaussian", a), law(X, "mean", b)]),
        (chernoff(Y=X, v=a, mu=b, t=t, side=Y), [law(X, "sub-Gaussian", a), law(X, "mean", b)]),
        (
            laplace_mechanism(query="f", noise=X, sensitivity=b, scale=a, adjacency="user"),
            [law("f", "sensitivity", b, "row"), LAP],
        ),
        (laplace_tail(noise=Y, scale=a, t=t), [LAP]),
        (
            composition(first=TWO.first, second=TWO.second, e1=a, e2=b, adjacency="row"),
            [private(TWO.first, a), private(TWO.second, b)],
        ),
        (
            composition(first=TWO.first, second=TWO.first, e1=a, e2=a, adjacency="row"),
            [private(TWO.first, a), law(TWO, "independent coins")],
        ),
        (post_processing(mechanism=TWO.first, name="table", epsilon=a, delta=0, adjacency="row"), [private(TWO, a)]),
        (smooth(f=f, L=a, x=p, y=q), [law(Function("h"), "smooth", a)]),
        (
            mean_pairing(g=walk(k + 1), v=walk(k + 1), mean=walk(k), past=PAST),
            [law(walk(k + 1), "mean", walk(k), given=PAST), law(Inner(walk(k + 1), walk(k + 1)), "integrable")],
        ),
        (norm_bound(v=p, radius=a), [law(p, "norm", 2 * a)]),
    ],
    "choice": [
        (Choice(t, -a), [tail(t, exp(-t))]),
        (Choice(t, a - b), [tail(t, exp(-t))]),
        (Choice(t, Abs(Y)), [tail(t, exp(-t))]),
        (Choice(t, Abs(X)), [tail(t, exp(-t), given={"y"})]),
        (Choice(n, 4 * n), [tail(t, exp(-n * t))]),
        (Choice(a, 2 * a), [event(le(Z, 1 / a), failure=delta)]),
        (Choice(delta, 2 * delta), [tail(a, delta)]),
        (Choice(delta, delta / 2), [tail(a, delta)], tail(a, delta / 3)),
        (Choice(j, 6), [EACH]),
        (Choice(j, 0), [EACH]),
        (Choice(j, Index("l", 6)), [EACH]),
        (Choice(j, top), [EACH]),
        (Choice(j, quantity("other", "one of six", (), (), range=6)), [EACH]),
        (Choice(FEWER, quantity("none", "one of T - 1, of which there may be none", (), (), range=T - 1)), [sure(le(FEWER, a))]),
        (Choice(j, Rational(3, 2)), [EACH]),
        (Choice(k, k - 1), [sure(le(w(k), a))]),
        (Choice(k, -T), [sure(le(w(k), a))]),
        (Choice(T, a), [sure(le(b, T + b))]),
        (Choice(t, a), [law(X, "mean", t)]),
        (
            Choice(j, taken),
            [event(le(v(j), w(k)), failure=exp(-t), every=(j,))],
            event(le(v(taken), w(k)), failure=exp(-t), every=(k,)),
        ),
        (
            Choice(j, taken),
            [event(le(v(j), t), failure=exp(-t), given=PAST, every=(j,))],
            event(le(v(taken), t), failure=exp(-t), given=PAST, every=(k,)),
        ),
        (
            Choice(j, taken),
            [event(le(v(j), t), failure=exp(-k), every=(j,))],
            event(le(v(taken), t), failure=exp(-k), every=(k,)),
        ),
        (Choice(i, k), [sure(le(Mean(s(i), i) + s(i), a))]),
    ],
    "for all": [
        (ForAll(j), [EACH], event(le(v(j), t), failure=exp(-t), every=(j,))),
        (ForAll(j), [EACH], event(le(v(j), t), failure=4 * exp(-t), every=(j,))),
        (ForAll(j), [event(le(v(j), a), failure=delta / 4)], event(le(v(j), a), failure=delta, every=(j,))),
        (ForAll(j), [event(le(v(j), a), failure=j * delta / 14)], event(le(v(j), a), failure=delta, every=(j,))),
        (ForAll(j), [event(le(v(j), a), failure=delta / j)], event(le(v(j), a), failure=delta, every=(j,))),
        (ForAll(i), [event(le(s(i), a), failure=delta / (n + 1))], event(le(s(i), a), failure=delta / 2, every=(i,))),
        (ForAll(i), [event(le(s(i), a), failure=delta)], event(le(s(i), a), failure=delta, every=(i,))),
        (ForAll(k), [event(le(w(k), a), failure=delta)], None),
        (ForAll(k, 2 * delta), [event(le(w(k), a), failure=delta)], None),
        (ForAll(j, delta), [EACH], None),
        (ForAll(j), [sure(le(v(j), a))], None),
        (ForAll(j), [law(v(j), "mean", a)], None),
        (ForAll(j), [event(le(v(j), a), failure=delta / 5)], event(le(v(j), a / 2), failure=delta, every=(j,))),
        (ForAll(i), [EACH], event(le(v(j), t), failure=n * exp(-t), every=(j,))),
        (ForAll(Index("l", T - 1)), [tail(a, delta)], None),
        (ForAll(Index("l", Rational(1, 2))), [tail(a, delta)], None),
        (ForAll(k, delta), [event(le(w(k), a), failure=delta / 2 ** (k + 1), given=PAST)],
         event(le(w(k), a), failure=delta, given=PAST, every=(k,))),
        (
            ForAll(j),
            [event(le(v(j), a), failure=delta / 5)],
            event(le(v(j), a), failure=delta, every=(j,), given={"design"}),
        ),
    ],
    "induction": [
        (Induction(k), [], sure(le(w(k), w(0)))),
        (Induction(k), [sure(le(w(k), w(k + 1)))], sure(le(w(k), w(0)))),
        (Induction(k), [sure(le(w(k + 1), w(k) + a))], sure(le(w(k), w(0)))),
        (Induction(k), [sure(le(w(k + 1), w(k) + a))], sure(le(w(k), w(0) + k * a / 2))),
        (Induction(k), [sure(le(w(k + 1), w(k)))], sure(le(w(k), a))),
        (Induction(k), [sure(le(w(k + 1), w(k)))], sure(le(w(k), w(0) - k))),
        (Induction(k), [sure(le(w(k + 1), w(k)))], sure(le(w(k), w(1)))),
        (Induction(k), [sure(le(w(k + 1), 2 * w(k)))], sure(le(w(k), w(0)))),
        (Induction(k), [], sure(le(k, 5))),
        (Induction(k), [], sure(le(1, k))),
        (Induction(k), [], sure(le(2**k, 1 + k))),
        (Induction(k), [sure(eq(w(k + 1), w(k) + 2 * k))], sure(eq(w(k), w(0) + k**2))),
        (Induction(k), [sure(eq(w(k + 1), a))], sure(eq(w(k), a))),
        (Induction(k), [sure(le(w(k + 1), w(k) + e(k)))], sure(le(w(k), w(0) + k * b))),
        (Induction(k), [tail(a, delta)], tail(a, delta)),
        (Induction(k), [sure(le(w(k + 1), w(k)))], sure(le(w(k) ** 2, w(0) ** 2))),
    ],
    "average": [
        (Averaged(i), [event(le(s(i), a), failure=delta, every=(i,))], event(le(Mean(s(i), i), a), failure=delta / 2)),
        (Averaged(i), [event(le(s(i), a), failure=delta, every=(i,))], sure(le(Mean(s(i), i), a))),
        (Averaged(i), [sure(le(s(i), r(i)))], sure(le(Mean(r(i), i), Mean(s(i), i)))),
        (Averaged(i), [sure(le(s(i), r(i)))], sure(le(s(i), Mean(r(i), i)))),
        (Averaged(i), [sure(le(s(i), a))], sure(le(Mean(s(i), i), a / 2))),
        (Averaged(i), [sure(le(s(i) * r(i), a))], sure(le(Mean(s(i), i) * Mean(r(i), i), a))),
        (Averaged(i), [sure(le(s(i), r(i) * r(i)))], sure(le(Mean(s(i), i), Mean(r(i), i) ** 2))),
        (Averaged(i), [sure(le(s(i) * Inner(x, p) ** 2, a))], sure(le(s(i) * Inner(p, p, S), a))),
        (Averaged(i), [sure(le(s(i) * Inner(x, p) ** 2, a))], sure(le(Mean(s(i), i) * Inner(p, p, S), a))),
        (Averaged(i), [sure(le(Inner(x, p) ** 2, a))], sure(le(Inner(p, p), a))),
        (Averaged(i), [sure(le(Inner(x, p), a))], sure(le(Inner(p, p, S), a))),
        (Averaged(i), [sure(s(i) < r(i))], sure(Mean(s(i), i) < Mean(r(i), i) - a)),
        (Averaged(i), [event(le(s(i), a), failure=delta)], None),
        (Averaged(i), [law(s(i), "mean", a)], None),
        (Averaged(i), [sure(sympy.Ne(s(i), r(i)))], None),
        (Averaged(i), [always(Equals(p, q))], None),
        (Averaged(Index("m", a)), [sure(le(X, b))], None),
        (Averaged(i), [sure(le(exp(s(i)), a))], sure(le(a, exp(Mean(s(i), i))))),
    ],
    "expectation": [
        (Expected(), [sure(le(X, a))], None),
        (Expected(), [sure(le(X, Y)), law(X, "integrable")], None),
        (Expected(), [sure(le(X, a)), law(Y, "integrable")], None),
        (Expected(), [sure(le(X * Y, a)), law(X, "integrable"), law(Y, "integrable")], None),
        (Expected(), [tail(a, delta), law(X, "integrable")], None),
        (Expected(), [sure(le(X, a)), law(X, "integrable")], sure(le(Expectation(X), a / 2))),
        (Expected(), [sure(le(X, a)), law(X, "integrable")], sure(le(X, a / 2))),
        (Expected(), [sure(le(X * Y, a)), law(X * Y, "integrable")], sure(le(Expectation(X) * Expectation(Y), a))),
        (Expected(), [sure(le(X**2, a)), law(X**2, "integrable")], sure(le(Expectation(X), a))),
        (
            Expected(frozenset({"y"})),
            [sure(le(X, Z)), law(X, "integrable"), law(Z, "integrable")],
            sure(le(Expectation(X, {"y"}), Z)),
        ),
        (Expected(frozenset({"y"})), [sure(le(Y * X, a)), law(X, "integrable")], sure(le(Expectation(X, {"y"}), a))),
        (Expected(), [sure(le(exp(X), a)), law(exp(X), "integrable")], sure(le(a, exp(Expectation(X))))),
        (Expected(), [sure(sympy.Ne(X, Y)), law(X, "integrable"), law(Y, "integrable")], None),
        (Expected(), [always(Equals(p, q))], None),
        (Expected(), [sure(le(Expectation(X, {"y"}), a))], None),
        (Expected(), [sure(le(X, top)), law(X, "integrable"), law(top, "integrable")], sure(le(Expectation(X), top))),
    ],
    "sum": [
        (Summed(k, T), [sure(le(w(k), a))], sure(le(Total(w(k), k, T), a))),
        (Summed(k, T), [sure(le(w(k), a))], sure(le(Total(w(k), k, T), (T - 1) * a))),
        (Summed(k, T), [sure(le(w(k), g(k)))], sure(le(Total(g(k), k, T), Total(w(k), k, T)))),
        (Summed(k, T), [sure(le(g(k), w(k) - w(k + 1)))], sure(le(Total(g(k), k, T), w(0)))),
        (Summed(k, T), [sure(le(w(k + 1), w(k) + a))], sure(le(w(T), w(0)))),
        (Summed(k, T), [sure(le(w(k + 1), w(k) + a))], sure(le(w(T), w(0) + a))),
        (Summed(k, -T), [sure(le(w(k), a))], None),
        (Summed(k, a), [sure(le(w(k), a))], None),
        (Summed(k, T / 2), [sure(le(w(k), a))], None),
        (Summed(j, 7), [sure(le(v(j), a))], None),
        (Summed(j, T), [sure(le(v(j), a))], None),
        (Summed(k, T), [event(le(w(k), a), failure=delta)], None),
        (Summed(k, T), [sure(sympy.Ne(w(k), a))], None),
        (Summed(k, T), [sure(le(w(k) * g(k), a))], sure(le(Total(w(k), k, T) * Total(g(k), k, T), T * a))),
        (Summed(k, T), [sure(le(w(k + 2) - w(k), a))], sure(le(w(T) - w(0), T * a))),
        (Summed(j, 0), [sure(le(v(j), a))], None),
        (Summed(WHOLE, WHOLE.size / 2), [sure(le(w(WHOLE), a)), sure(le(0, WHOLE.size))], None),
        (Summed(k, T), [ALL_ROUNDS], event(le(Total(w(k), k, T), T * a), failure=delta / 2)),
        (Summed(k, T), [ALL_ROUNDS], event(le(Total(w(k), k, T), (T - 1) * a), failure=delta)),
        (Summed(k, T), [ALL_ROUNDS], sure(le(Total(w(k), k, T), T * a))),
        (Summed(j, 6), [EACH], None),
    ],
}


def uses(table):
    rows = [(f"{rule} {place}", use) for rule, found in table.items() for place, use in enumerate(found)]
    return [pytest.param(*use, *[None] * (3 - len(use)), id=name) for name, use in rows]


@pytest.mark.parametrize(("what", "facts", "says"), uses(TRUE))
def test_what_is_true_follows(what, facts, says):
    assert outcome(what, facts, says) == ""


@pytest.mark.parametrize(("what", "facts", "says"), uses(FALSE))
def test_what_is_false_does_not(what, facts, says):
    assert outcome(what, facts, says)


def test_every_rule_has_fifteen_of_each():
    short = {rule for table in (TRUE, FALSE) for rule, rows in table.items() if len(rows) < 15}
    assert short == {"guarantees"}  # two numbers and a name


Y0, Y1 = (quantity(name, "a number", (n,), {"x"}) for name in ("Y0", "Y1"))
DEFINED = {
    "a sum": ({"d": Definition(Y0, X + a)}, False),
    "of another": ({"d": Definition(Y0, X), "e": Definition(Y1, Y0**2)}, True),
    "by the round before": ({"d": Definition(w(k + 1), w(k) + 1)}, True),
    "a vector by the round before": ({"d": Definition(walk(k + 1), walk(k) - f.grad(walk(k)))}, True),
    "itself": ({"d": Definition(Y0, Y0 / 2 + X)}, False),
    "a circle": ({"d": Definition(Y0, Y1), "e": Definition(Y1, Y0)}, False),
    "by the round after": ({"d": Definition(w(k), w(k + 1))}, False),
    "by the same round": ({"d": Definition(w(k + 1), w(k + 1) / 2)}, False),
    "at one round": ({"d": Definition(w(3), X)}, False),
    "twice": ({"d": Definition(Y0, X), "e": Definition(Y0, 2 * X)}, False),
    "no quantity": ({"d": Definition(X + Y, Z)}, False),
    "more randomness": ({"d": Definition(Y0, Y)}, False),
}


@pytest.mark.parametrize("case", DEFINED)
def test_definitions_are_of_what_does_not_depend_on_them(case):
    definitions, fine = DEFINED[case]
    if fine:
        defined_once(definitions)
    else:
        with pytest.raises(Missing):
            defined_once(definitions)


def test_a_lemma_is_called_as_its_function_and_says_its_words():
    @lemma("Author (2020)", title="a truth of everything")
    def a_truth(X):
        """It is what it is."""
        return [], always(le(X, X))

    assert (a_truth.name, a_truth.words, a_truth.source) == ("a truth", "It is what it is.", "Author (2020)")
    assert a_truth(X=X).words == a_truth.cited == "a truth of everything (Author (2020))"
    assert outcome(a_truth(X=X), [], None) == ""
    assert Processed("table", TWO).mechanism is TWO


def test_a_lemma_travels_by_its_name():
    import pickle

    from boundcheck.calculus.examples.lemmas import chernoff

    assert pickle.loads(pickle.dumps(chernoff)) is chernoff


# ---- a choice within an expectation ----------------------------------------------------------------------------------------------

MEAN_OF = family("m", "number of each index", (j,), {"x"})
PAST_OF = frozenset({Past("x", k)})
OF_ROUND = family("o", "number of round k", (k,), {Past("x", k + 1)})


@pytest.mark.parametrize(
    ("fact", "choice"),
    [
        (always(le(Expectation(MEAN_OF(j)), a)), Choice(j, top)),
        (always(le(Expectation(MEAN_OF(j) ** 2), a)), Choice(j, top)),
        (always(le(Expectation(MEAN_OF(j), frozenset({"y"})), a)), Choice(j, top)),
        (event(le(MEAN_OF(j), Expectation(MEAN_OF(j)) + a), failure=delta, every=(j,)), Choice(j, top)),
        (always(le(Expectation(OF_ROUND(k), PAST_OF), a)), Choice(k, top)),
        (always(le(0, Expectation(exp(MEAN_OF(j))))), Choice(j, top)),
        (event(le(Y, t), failure=Expectation(MEAN_OF(j)), given=("x",)), Choice(j, top)),
        (always(eq(Expectation(X * MEAN_OF(j)), 0)), Choice(j, top)),
    ],
)
def test_what_the_data_choose_is_put_into_no_expectation(fact, choice):
    goals = Goals(PROVER, Domain(DOMAIN), "chosen", frozenset(), frozenset())
    with pytest.raises(Missing, match=r"not fixed by what is given|is not shown to be one of"):
        choice.conclude(goals, Cited((fact,)))


@pytest.mark.parametrize(
    ("fact", "choice"),
    [
        (always(le(Expectation(MEAN_OF(j)), a)), Choice(j, 3)),
        (always(le(Expectation(MEAN_OF(j), frozenset({"x", "y"})), a)), Choice(j, top)),
        (always(le(MEAN_OF(j), a)), Choice(j, top)),
        (event(le(MEAN_OF(j), Expectation(Y) + a), failure=delta, every=(j,)), Choice(j, top)),
        (always(le(Expectation(OF_ROUND(k), PAST_OF), a)), Choice(k, k + 1)),
        (always(le(0, Expectation((X - t) ** 2))), Choice(t, Abs(X))),  # a polynomial in t, whose coefficients are means
        (always(le(Expectation(OF_ROUND(k), PAST_OF), a)), Choice(k, 4)),
    ],
)
def test_what_is_fixed_beforehand_is_put_into_an_expectation(fact, choice):
    goals = Goals(PROVER, Domain(DOMAIN), "chosen", frozenset(), frozenset())
    assert choice.conclude(goals, Cited((fact,))) is not None
