"""Theorems 3.5 and 3.7 and Lemma C.2, from what the page assumes to their bounds: least squares, rewards from probabilities, and the meta theorem at its beta."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import exp, sqrt

from boundcheck.calculus import (
    Choice,
    Definition,
    Derivation,
    Expectation,
    Expected,
    World,
    always,
    eq,
    event,
    fact,
    family,
    le,
    quantity,
)
from boundcheck.claims import HighProbabilityBound, total
from boundcheck.lemmas.entry import lt
from boundcheck.lemmas.regression import logistic_across, steepness
from boundcheck.symbolic import sigmoid

from ..lab.alignment import Alignment
from ..lab.implicit_errors import Error
from ..lab.suboptimality import beta_of, logit_error
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
from .lemma_b_1.derivation import DESIGN, DRAWN, i, in_letters, j, laws_of, least_squares, root_in_letters
from .meta_derivation import PAIR, Policy

REALIZABLE = "Assumption 3.2; Algorithm 1"
WORLD = (n, members, epsilon, c_epsilon, alpha, zeta, reward_bound, range_bound, coverage)

# What the algorithm is given, and what it returns.
weight = quantity("beta", "the printed weight, at the bound of the error", WORLD)
bound = quantity("E", "bound of V/R times the error of rewards", WORLD)
member = Policy(WORLD, (j,), weight)
h = member.own("h", "function of the member minus the true one, on the pair", PAIR)
D = family("D", "function of member j minus the true one, on pair i", (i, j, *WORLD), DESIGN)
R = family("R", "mean square of the function of member j minus the true one", (j, *WORLD))
CHOSEN = {
    "ctl": quantity("k", "the member of least loss", WORLD, DRAWN, range=members),
    "central": quantity("k", "the member that is drawn", WORLD, DRAWN | {"coins"}, range=members),
}


def realizable(order: str, D: Any, R: Any, k: Any) -> Any:
    """Least squares over the functions of the policies of a class, with what these papers' assumption says of it."""
    regression, lines, root = least_squares(order, D, R, k)
    for label in {"least squares", "realizable"} & regression.keys():
        regression[label] = replace(regression[label], place=REALIZABLE)
    return regression, lines, root


def functions(member: Policy, h: Any, R: Any) -> dict[str, Any]:
    """What the function of a member misses on a pair, and its mean square."""
    missed = (2 * sigmoid(member.cut) - 1) - (2 * sigmoid(member.truth) - 1)
    return {"h": Definition(h, missed), "R": Definition(R(j), Expectation(h**2))}


def errors_of_rewards(member: Policy, h: Any, steep: Any) -> tuple[Any, ...]:
    """The lines from functions back to rewards, at this slope."""
    cut, truth, r_max = member.cut, member.truth, reward_bound
    true_slope = (1 + r_max) / (2 * steepness(r_max))
    return (
        fact("cut", always(le(-2 * r_max, cut), le(cut, 2 * r_max)), by=()),
        fact("slope", logistic_across(p=cut, s=truth, c=r_max, m=r_max), by=("true difference", "cut")),
        fact("function", eq(h, 2 * (sigmoid(cut) - sigmoid(truth))), by="h"),
        fact("clipped", le(member.short**2, true_slope**2 * h**2), by=("slope", "function", "z")),
        fact("one exponential", always(le(0, true_slope), le(true_slope, steep)), by=()),
        fact("squared slope", le(true_slope**2, steep**2), by="one exponential"),
        fact("in one exponential", le(member.short**2, steep**2 * h**2), by=("clipped", "squared slope")),
    )


def of_errors(order: str, part: HighProbabilityBound, slope: Any) -> Derivation:
    """Lemma C.2: the error of the implicit rewards of the policy that is returned, at this slope."""
    world = (n, members, epsilon, c_epsilon, alpha, zeta, reward_bound)
    one = Policy(world, (j,))
    h = one.own("h", "function of the member minus the true one, on the pair", PAIR)
    D = family("D", "function of member j minus the true one, on pair i", (i, j, *world), DESIGN)
    R = family("R", "mean square of the function of member j minus the true one", (j, *world))
    square = family("m", "mean square of what the clipped differences of member j miss", (j, *world))
    coins = {"coins"} if order == "central" else set()
    k = quantity("k", "the member that is returned", world, DRAWN | coins, range=members)
    regression, lines, root = realizable(order, D, R, k)
    most = part.explicit / slope**2
    explicit, printed = part.explicit, part.constant * part.printed
    stated = event(*(le(square(k), bound) for bound in dict.fromkeys((explicit, printed))), failure=zeta)
    means = {"h squared": h**2, "z squared": one.short**2}
    assumptions: dict[str, Any] = {
        **regression, **one.rewards(), **one.integrable(means), **functions(one, h, R),
        "m": Definition(square(j), Expectation(one.short**2)),
    }  # fmt: skip
    facts = (
        *lines,
        *one.differences(),
        *errors_of_rewards(one, h, slope),
        fact("on all pairs", Expected(), by=("in one exponential", *(f"mean of {name}" for name in means))),
        fact("error of rewards", le(square(j), slope**2 * R(j)), by=("on all pairs", "R", "m")),
        fact("the chosen one", Choice(j, k), by="error of rewards"),
        fact("squared", event(le(R(k), root**2), failure=zeta), by="both"),
        *in_letters(order, root, most),
        fact("factor", lt(0, slope**2), by=()),
        fact("bound", event(le(square(k), explicit), failure=zeta), by=("the chosen one", "squared", "in letters", "factor")),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )  # fmt: skip
    runs = tuple(dict.fromkeys(regime.experiment for regime in part.regimes))
    return Derivation((), assumptions, facts, stated, square(k), (World("alignment", laws_of(assumptions), Error),), runs)


def derivation(order: str, part: HighProbabilityBound, slope: Any) -> Derivation:
    """The bound of an order, with the weight that this slope from probabilities to logits gives."""
    V, r_max, C = range_bound, reward_bound, coverage
    k = CHOSEN["central" if order == "central" else "ctl"]
    regression, lines, root = realizable(order, D, R, k)
    steep = 2 * (1 + r_max) * exp(r_max) if slope is None else slope
    in_letters = total(root_error(order))
    wrong, missed = member.wrong, member.missed
    gap = member.gap.xreplace({j: k})
    explicit, printed = part.explicit, part.constant * part.printed
    stated = event(*(le(gap, one) for one in dict.fromkeys((explicit, printed))), failure=zeta)
    assumptions: dict[str, Any] = {
        **regression,
        "E": Definition(bound, logit_error(order, slope=slope)),
        "beta": Definition(weight, beta_of(bound)),
        **member.assumptions(),
        **member.integrable({"h squared": h**2}),
        **functions(member, h, R),
    }
    x = V / r_max * steep * sqrt(R(j))
    facts = (
        *lines,
        fact("weight", always(lt(0, bound), lt(0, weight)), by=("E", "beta")),
        *member.facts(),
        # rewards from probabilities
        *errors_of_rewards(member, h, steep),
        fact("on a pair", le(wrong**2, (V / r_max * steep) ** 2 * h**2), by=("in one exponential", "unclipped")),
        fact("on all pairs", Expected(), by=("on a pair", "mean of e squared", "mean of h squared")),
        fact("error of rewards", le(missed, (V / r_max * steep) ** 2 * R(j)), by=("on all pairs", "R", "S")),
        fact("factor", lt(0, V / r_max * steep), by=()),
        fact("root of the error", le(sqrt(missed), x), by=("error of rewards", "signs", "factor")),
        fact("in errors of functions", le(member.gap, weight * C + sqrt(C) * x + x**2 / (2 * weight)), by=("meta", "error of rewards", "root of the error", "weight")),
        # what is learned
        fact("the chosen one", Choice(j, k), by="in errors of functions"),
        *root_in_letters(order, root, in_letters),
        fact("root of its error", event(le(sqrt(R(k)), in_letters), failure=zeta), by=("both", "root in letters")),
        fact("E in letters", eq(bound, V / r_max * steep * in_letters), by="E"),
        fact("within E", event(le(x.xreplace({R(j): R(k)}), bound), failure=zeta), by=("root of its error", "factor", "E in letters")),
        fact("at beta", event(le(gap, META * sqrt(C) * bound), failure=zeta), by=("the chosen one", "within E", "beta", "weight", "its error")),
        fact("bound", event(le(gap, explicit), failure=zeta), by=("at beta", "E")),
        fact("constant", le(explicit, printed), by=()),
        fact("theorem", stated, by=("bound", "constant")),
    )  # fmt: skip
    runs = tuple(dict.fromkeys(regime.experiment for regime in part.regimes))
    worlds = (World("alignment", laws_of(assumptions), Alignment),)
    return Derivation((), assumptions, facts, stated, gap, worlds, runs)
