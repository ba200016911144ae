"""Theorem 3.5, from what the page assumes to its bound: least squares, rewards from probabilities, and the meta theorem at its beta."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Integer, Max, Min, exp, log, sqrt

from boundcheck.calculus import (
    Assumed,
    Choice,
    Definition,
    Derivation,
    Expectation,
    Expected,
    Granted,
    World,
    always,
    eq,
    event,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.claims import HighProbabilityBound, total
from boundcheck.lemmas.entry import lt
from boundcheck.lemmas.concentration import bound_of_square, expected_product, mean_of_square
from boundcheck.lemmas.martingales import mean_product, range_of
from boundcheck.lemmas.regression import logistic_across, steepness
from boundcheck.symbolic import sigmoid

from ..lab.alignment import Alignment
from ..lab.suboptimality import beta_of, gap_terms, logit_error
from ..notation import (
    alpha,
    c_epsilon,
    coverage,
    epsilon,
    members,
    n,
    range_bound,
    reward_bound,
    zeta,
)
from ..quantities import META, root_error
from .lemma_b_1.derivation import DESIGN, DRAWN, W, i, j, laws_of, least_squares

REALIZABLE, BOUNDED, COVERED, POLICIES = "Assumption 3.2; Algorithm 1", "Assumption 3.3", "Definition 3.4", "policies sum to one"
FIRST, SECOND = frozenset({"state", "first action"}), frozenset({"state", "second action"})
PAIR = FIRST | SECOND
WORLD = (n, members, epsilon, c_epsilon, alpha, zeta, reward_bound, range_bound, coverage)

# Of every member, on a new state with two actions of the reference policy.
u = quantity("u", "ratio of the comparator to the reference policy, at the first action", WORLD, FIRST)
ratio = family("w", "ratio of member j to the reference policy, at the first action", (j, *WORLD), FIRST)(j)
ln = family("l", "logarithm of this ratio", (j, *WORLD), FIRST)(j)
f = family("f", "phi of this ratio", (j, *WORLD), FIRST)(j)
q = family("q", "root of this ratio over the coverage", (j, *WORLD), FIRST)(j)
reward = quantity("r", "reward of the first action", WORLD, FIRST)
other = quantity("t", "reward of the second action", WORLD, SECOND)
implicit = family("g", "beta phi of the ratio of member j, at the second action", (j, *WORLD), SECOND)(j)
beyond = family("x", "implicit reward less the reward, at the second action", (j, *WORLD), SECOND)(j)
truth = quantity("Delta_star", "difference of the rewards", WORLD, PAIR)
guess = family("Delta", "difference of the implicit rewards of member j", (j, *WORLD), PAIR)(j)
wrong = family("e", "by how much it misses the difference of rewards", (j, *WORLD), PAIR)(j)
h = family("h", "function of member j minus the true one, on the pair", (j, *WORLD), PAIR)(j)

# Their means, and what the algorithm is given.
D = family("D", "function of member j minus the true one, on pair i", (i, j, *WORLD), DESIGN)
R = family("R", "mean square of the function of member j minus the true one", (j, *WORLD))
S = family("S", "mean square of what member j misses", (j, *WORLD))
own = family("own", "coverage of member j", (j, *WORLD))
gap = family("gap", "suboptimality of member j", (j, *WORLD))
k = quantity("k", "the member of least loss", WORLD, DRAWN, range=members)
beta = quantity("beta", "the printed weight, at the bound of the error", WORLD)
bound = quantity("E", "bound of V/R times the error of rewards", WORLD)


def derivation(order: str, part: HighProbabilityBound, slope: Any) -> Derivation:
    """The bound of an order, with the weight that this slope from probabilities to logits gives."""
    V, r_max, C = range_bound, reward_bound, coverage
    regression, lines, root = least_squares(order, D, R, k)
    regression["least squares"] = replace(regression["least squares"], place=REALIZABLE)
    error = logit_error(order, slope=slope)
    steep = 2 * (1 + r_max) * exp(r_max) if slope is None else slope
    true_slope = (1 + r_max) / (2 * steepness(r_max))
    in_letters = total(root_error(order))
    cut = Max(Min(guess, 2 * r_max), -2 * r_max)
    explicit, printed = part.explicit, part.constant * part.printed
    stated = event(*(le(gap(k), one) for one in dict.fromkeys((explicit, printed))), failure=zeta)
    products = {f"{a.kind.name} {b.kind.name}": a * b for a in (u, ratio) for b in (wrong, f, beyond, reward)}
    products |= {"u": u, "u squared": u**2, "w squared": ratio**2, "e squared": wrong**2, "h squared": h**2}
    assumptions: dict[str, Any] = {
        **regression,
        "comparator": Assumed(law(u, "mean", 1, given=SECOND), POLICIES),
        "policies": Assumed(law(ratio, "mean", 1, given=SECOND), POLICIES),
        "positive": Granted(always(le(0, u)), POLICIES),
        "coverage": Assumed(law(u, "second moment", C), COVERED),
        "rewards": Assumed(law(reward, "bounded", 0, r_max), "Section 2"),
        "rewards of the other": Assumed(law(other, "bounded", 0, r_max), "Section 2"),
        "implicit rewards": Assumed(law(guess, "bounded", -V, V), BOUNDED),
        "V above R": Granted(always(le(r_max, V)), BOUNDED),
        **{f"mean of {name}": Assumed(law(x, "integrable"), f"{BOUNDED}; {COVERED}") for name, x in products.items()},
        "E": Definition(bound, error),
        "beta": Definition(beta, beta_of(bound)),
        "w": Definition(ratio, exp(ln)),
        "f": Definition(f, ratio + ln),
        "x": Definition(beyond, implicit - other),
        "q": Definition(q, exp((ln - log(C)) / 2)),
        "Delta star": Definition(truth, reward - other),
        "Delta": Definition(guess, beta * f - implicit),
        "e": Definition(wrong, guess - truth),
        "h": Definition(h, (2 * sigmoid(cut) - 1) - (2 * sigmoid(truth) - 1)),
        "R": Definition(R(j), Expectation(h**2)),
        "S": Definition(S(j), Expectation(wrong**2)),
        "own": Definition(own(j), Expectation(ratio**2)),
        "gap": Definition(gap(j), Expectation(u * reward) - Expectation(ratio * reward)),
    }
    means = [f"mean of {name}" for name in products]
    x = V / r_max * steep * sqrt(R(j))
    facts = (
        *lines,
        # rewards from probabilities
        fact("of rewards", range_of(D=reward, low=0, high=r_max), by="rewards"),
        fact("of the other", range_of(D=other, low=0, high=r_max), by="rewards of the other"),
        fact("of implicit rewards", range_of(D=guess, low=-V, high=V), by="implicit rewards"),
        fact("true difference", always(le(-r_max, truth), le(truth, r_max)), by=("of rewards", "of the other", "Delta star")),
        fact("cut", always(le(-2 * r_max, cut), le(cut, 2 * r_max)), by=()),
        fact("slope", logistic_across(p=cut, s=truth, c=r_max, m=r_max), by=("true difference", "cut")),
        fact("function", eq(h, 2 * (sigmoid(cut) - sigmoid(truth))), by="h"),
        fact("clipped", le((cut - truth) ** 2, true_slope**2 * h**2), by=("slope", "function")),
        fact("one exponential", always(le(0, true_slope), le(true_slope, steep)), by=()),
        fact("squared slope", le(true_slope**2, steep**2), by="one exponential"),
        fact("in one exponential", le((cut - truth) ** 2, steep**2 * h**2), by=("clipped", "squared slope")),
        fact("unclipped", le(wrong**2, (V / r_max) ** 2 * (cut - truth) ** 2), by=("true difference", "of implicit rewards", "V above R", "e")),
        fact("on a pair", le(wrong**2, (V / r_max * steep) ** 2 * h**2), by=("in one exponential", "unclipped")),
        fact("on all pairs", Expected(), by=("on a pair", *means)),
        fact("error of rewards", le(S(j), (V / r_max * steep) ** 2 * R(j)), by=("on all pairs", "R", "S")),
        # the second action
        fact("sum of the comparator", mean_product(X=u, factor=Integer(1), mean=Integer(1), given=SECOND), by=("comparator", *means)),
        fact("comparator, second action", mean_product(X=u, factor=beyond, mean=Integer(1), given=SECOND), by=("comparator", *means)),
        fact("member, second action", mean_product(X=ratio, factor=beyond, mean=Integer(1), given=SECOND), by=("policies", *means)),
        fact("missed", eq(u * wrong - ratio * wrong, beta * u * f - beta * ratio * f - u * beyond + ratio * beyond - u * reward + ratio * reward),
             by=("e", "Delta", "Delta star", "x")),
        fact("missed in the mean", Expected(), by=("missed", *means)),
        # what the regulariser pays
        fact("half of the logarithm", le((ln - log(C)) / 2, q - 1), by="q"),
        fact("square of q", eq(ratio, C * q**2), by=("q", "w")),
        fact("entropy", le(ratio, ratio * ln + 1), by="w"),
        fact("cross entropy", le(u * (ln - log(C)), u**2 / C + ratio - 2 * u), by=("half of the logarithm", "square of q", "positive")),
        fact("logarithms", le(u * ln - ratio * ln, u**2 / C + u * log(C) + 1 - 2 * u), by=("cross entropy", "entropy")),
        fact("squares of the ratios", le(u * ratio - ratio**2, (u**2 - ratio**2) / 2), by=()),
        fact("split", eq(u * f - ratio * f, u * ratio - ratio**2 + u * ln - ratio * ln), by="f"),
        fact("divergences", le(u * f - ratio * f, (u**2 - ratio**2) / 2 + u**2 / C + u * log(C) + 1 - 2 * u), by=("logarithms", "squares of the ratios", "split")),
        fact("mean divergences", Expected(), by=("divergences", *means)),
        fact("comparator's coverage", mean_of_square(X=u, v=C), by="coverage"),
        fact("its share", le(Expectation(u**2) / C, 1), by="comparator's coverage"),
        fact("its logarithm", le(log(C), C / 2), by=()),
        fact("regulariser", le(Expectation(u * f) - Expectation(ratio * f), C - own(j) / 2),
             by=("mean divergences", "sum of the comparator", "comparator's coverage", "its share", "its logarithm", "own")),
        # the meta theorem
        fact("mean square of w", le(Expectation(ratio**2), own(j)), by="own"),
        fact("mean square of e", le(Expectation(wrong**2), S(j)), by="S"),
        fact("member's coverage", bound_of_square(X=ratio, v=own(j)), by=("mean square of w", "mean of w squared")),
        fact("misses", bound_of_square(X=wrong, v=S(j)), by=("mean square of e", "mean of e squared")),
        fact("under the comparator", expected_product(X=u, Y=wrong, v=C, w=S(j)), by=("coverage", "misses")),
        fact("under the member", expected_product(X=ratio, Y=wrong, v=own(j), w=S(j)), by=("member's coverage", "misses")),
        fact("squares", always(le(0, wrong**2), le(0, ratio**2), le(0, h**2)), by=()),
        fact("mean squares", Expected(), by=("squares", *means)),
        fact("signs", always(le(0, S(j)), le(0, own(j)), le(0, R(j))), by=("mean squares", "S", "own", "R")),
        fact("comparator misses", le(-Expectation(u * wrong), sqrt(C) * sqrt(S(j))), by=("under the comparator", "signs")),
        fact("member misses", le(Expectation(ratio * wrong), sqrt(own(j)) * sqrt(S(j))), by=("under the member", "signs")),
        fact("weight", always(lt(0, bound), lt(0, beta)), by=("E", "beta")),
        fact("decomposed", eq(gap(j), beta * (Expectation(u * f) - Expectation(ratio * f)) - Expectation(u * wrong) + Expectation(ratio * wrong)),
             by=("gap", "missed in the mean", "comparator, second action", "member, second action")),
        fact("three terms", le(gap(j), beta * (C - own(j) / 2) + sqrt(C) * sqrt(S(j)) + sqrt(own(j)) * sqrt(S(j))),
             by=("decomposed", "regulariser", "comparator misses", "member misses", "weight")),
        fact("own coverage", le(sqrt(own(j)) * sqrt(S(j)), beta * own(j) / 2 + S(j) / (2 * beta)), by=("weight", "signs")),
        fact("meta", le(gap(j), beta * C + sqrt(C) * sqrt(S(j)) + S(j) / (2 * beta)), by=("three terms", "own coverage")),
        fact("root of the error", le(sqrt(S(j)), V / r_max * steep * sqrt(R(j))), by=("error of rewards", "signs", "V above R")),
        fact("meta, in errors of functions", le(gap(j), beta * C + sqrt(C) * x + x**2 / (2 * beta)), by=("meta", "error of rewards", "root of the error", "weight")),
        # what is learned
        fact("the chosen one", Choice(j, k), by="meta, in errors of functions"),
        fact("W in letters", le(W, 2 * sqrt(log(members / zeta) / n)), by="W"),
        fact("root in letters", le(root, in_letters), by="W in letters"),
        fact("root of the error of the chosen one", event(le(sqrt(R(k)), in_letters), failure=zeta), by=("both", "root in letters")),
        fact("factor", lt(0, V / r_max * steep), by=()),
        fact("E in letters", eq(bound, V / r_max * steep * in_letters), by="E"),
        fact("within E", event(le(x.xreplace({R(j): R(k)}), bound), failure=zeta), by=("root of the error of the chosen one", "factor", "E in letters")),
        fact("at beta", event(le(gap(k), META * sqrt(C) * bound), failure=zeta), by=("the chosen one", "within E", "beta", "weight", "its error")),
        fact("bound", event(le(gap(k), explicit), failure=zeta), by=("at beta", "E")),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )  # fmt: skip
    runs = tuple(dict.fromkeys(regime.experiment for regime in part.regimes))
    worlds = (World("alignment", laws_of(assumptions), Alignment),)
    return Derivation((), assumptions, facts, stated, gap(k), worlds, runs)
