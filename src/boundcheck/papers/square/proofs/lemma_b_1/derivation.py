"""Lemma B.1 under local privacy, from what the page assumes to its bound: the second proof, for all members at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Integer, Min, log, sqrt

from boundcheck.calculus import (
    Assumed,
    Average,
    Averaged,
    Choice,
    Definition,
    Derivation,
    Expected,
    Family,
    ForAll,
    Granted,
    Index,
    World,
    always,
    event,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.claims import HighProbabilityBound
from boundcheck.lemmas.concentration import (
    average_product,
    hoeffding_lemma,
    lower_tail,
    non_negative,
    second_moment_by_mean,
    weighted_noise,
)
from boundcheck.lemmas.martingales import expectation_of, range_of
from boundcheck.lemmas.samples import bounded_by

from ...lab.needles import Regression
from ...notation import alpha, c_epsilon, epsilon, members, n, zeta
from ...quantities import SHIFT

CLASS, LABELS, METHOD = "Section 5, the class", "Definition 2.1; Algorithm 1, line 2", "Lemma B.1, least squares; realizability"
DESIGN = frozenset({"design"})
DRAWN = DESIGN | {"labels"}

i, j = Index("i", n), Index("j", members)
D = family("D", "member j minus the truth, at feature i", (i, j), DESIGN)
R = family("R", "mean square of member j minus the truth", (j,))
truth = family("s", "the truth at feature i", (i,), DESIGN)(i)
of_labels = (i, n, alpha, epsilon)
bias = family("b", "by how much bad labels move the mean of debiased label i", of_labels, DESIGN)(i)
noise = family("w", "debiased label i minus its mean", of_labels, DRAWN)(i)
k = quantity("k", "the member of least loss", (n, members, alpha, epsilon), DRAWN, range=members)
W = quantity("W", "sqrt(2 ln(2|H|/zeta)/n)", (n, members, zeta))


def derivation(order: str, part: HighProbabilityBound) -> Derivation:
    """The bound of an order; its explicit version, constant and rate are what the last lines say."""
    explicit, printed = part.explicit, part.constant * part.printed
    stated = event(*(le(R(k), bound) for bound in dict.fromkeys((explicit, printed))), failure=zeta)
    assumptions, facts, root = least_squares(order, D, R, k)
    facts = (
        *facts,
        fact("squared", event(le(R(k), root**2), failure=zeta), by="both"),
        fact("in letters", le(root**2, part_squared(explicit)), by="W"),
        fact("bound", event(le(R(k), explicit), failure=zeta), by=("squared", "in letters", *(("its error",) if isinstance(explicit, Min) else ()))),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )  # fmt: skip
    worlds = (World("needles", laws_of(assumptions), Regression),)
    return Derivation((), assumptions, facts, stated, R(k), worlds, Regression(order))


def laws_of(assumptions: Mapping[str, Any]) -> tuple[Any, ...]:
    """The laws among assumptions."""
    return tuple(a.says for a in assumptions.values() if isinstance(a, Assumed))


def least_squares(order: str, D: Any, R: Any, k: Any) -> tuple[dict[str, Any], tuple[Any, ...], Any]:
    """What is assumed of least squares over the members D with the errors R, the lines to the root of the error of k, and its bound."""
    shift, failure, own = SHIFT[order], zeta / (2 * members), D(i, k)
    low, high = -c_epsilon - truth - bias, c_epsilon - truth - bias
    error, seen = R(k), Average(own**2, i)
    confidence = log(2 * members / zeta)
    moved, drawn = Average(own * bias, i), Average(own * noise, i)
    root = 2 * shift + 2 * (1 + c_epsilon) * W
    assumptions: dict[str, Any] = {
        "range": Assumed(law(D(i), "bounded", -2, 2), CLASS),
        "features": Assumed(law(Family(D(i) ** 2, i), "independent"), CLASS),
        "mean square": Assumed(law(D(i) ** 2, "mean", R(j)), CLASS),
        "two values": Assumed(law(noise, "bounded", low, high, given=DESIGN), LABELS),
        "mean": Assumed(law(noise, "mean", 0, given=DESIGN), LABELS),
        "independent": Assumed(law(Family(noise, i), "independent", given=DESIGN), LABELS),
        "bad labels": Assumed(law(bias, "bounded", -shift, shift), LABELS),
        "W": Definition(W, sqrt(2 * confidence / n)),
        "least squares": Granted(always(le(Average((own - bias - noise) ** 2, i), Average((bias + noise) ** 2, i))), METHOD),
    }
    facts = (
        fact("values", range_of(D=D(i), low=-2, high=2), by="range"),
        fact("square", always(le(0, D(i) ** 2), le(D(i) ** 2, 4)), by="values"),
        fact("range of the square", bounded_by(X=D(i) ** 2, low=0, high=4), by="square"),
        fact("never negative", non_negative(Y=D(i) ** 2), by=()),
        fact("second moment", second_moment_by_mean(X=D(i) ** 2, high=4, mu=R(j)), by=("range of the square", "mean square")),
        fact("mean of the square", expectation_of(D=D(i) ** 2, mean=R(j)), by="mean square"),
        fact("expected", Expected(), by=("square", "range of the square")),
        fact("errors", always(le(0, R(j)), le(R(j), 4)), by=("expected", "mean of the square")),
        fact("width", le(0, W), by="W"),
        fact("short", lower_tail(X=D(i) ** 2, index=i, mu=R(j), q=4 * R(j), delta=failure),
             by=("features", "never negative", "mean square", "second moment")),
        fact("in the width", le(sqrt(8 * R(j) * confidence / n), 2 * W * sqrt(R(j))), by=("W", "errors")),
        fact("short of it", event(le(R(j) - Average(D(i) ** 2, i), 2 * W * sqrt(R(j))), failure=failure), by=("short", "in the width")),
        fact("no member is short", ForAll(j), by="short of it"),
        fact("short, the chosen one", Choice(j, k), by="no member is short"),
        fact("tail", hoeffding_lemma(X=noise, low=low, high=high, given=DESIGN), law(noise, "sub-Gaussian", c_epsilon**2, given=DESIGN), by="two values"),
        fact("noise", weighted_noise(eta=noise, weights=Family(D(i), i), sigma=c_epsilon, delta=failure, given=DESIGN),
             by=("independent", "mean", "tail")),
        fact("noise in the width", event(le(Average(D(i) * noise, i), c_epsilon * W * sqrt(Average(D(i) ** 2, i))), failure=failure, given=DESIGN),
             by=("noise", "W")),
        fact("noise of all members", ForAll(j), by="noise in the width"),
        fact("noise, the chosen one", Choice(j, k), by="noise of all members"),
        fact("its square", Choice(j, k), by="square"),
        fact("its error", Choice(j, k), by="errors"),
        fact("its mean square", Averaged(i), by="its square"),
        fact("bias", range_of(D=bias, low=-shift, high=shift), by="bad labels"),
        fact("squared bias", le(bias**2, shift**2), by="bias"),
        fact("mean squared bias", Averaged(i), by="squared bias"),
        fact("product", average_product(one=Family(own, i), other=Family(bias, i)), by=()),
        fact("moved", le(moved, shift * sqrt(seen)), by=("product", "mean squared bias", "its mean square")),
        fact("not worse", le(seen, 2 * moved + 2 * drawn), by="least squares"),
        fact("on the sample", event(le(seen, (2 * shift + 2 * c_epsilon * W) * sqrt(seen)), failure=zeta / 2), by=("not worse", "moved", "noise, the chosen one")),
        fact("root on the sample", event(le(sqrt(seen), 2 * shift + 2 * c_epsilon * W), failure=zeta / 2), by=("on the sample", "width")),
        fact("root", event(le(sqrt(error), sqrt(seen) + 2 * W), failure=zeta / 2), by=("short, the chosen one", "its mean square", "width")),
        fact("both", event(le(sqrt(error), root), failure=zeta), by=("root", "root on the sample")),
    )  # fmt: skip
    return assumptions, facts, root


def part_squared(explicit):
    """The square in the explicit version, which under LTC is cut at 4."""
    return next(arg for arg in explicit.args if arg != Integer(4)) if isinstance(explicit, Min) else explicit
