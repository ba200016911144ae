"""Section 4: sub-optimality of the greedy policy."""

import numpy as np
from sympy import Ge, Gt, IndexedBase, Integer, Le, Sum, Symbol, exp, log, sqrt, symbols

from boundcheck.claims import (
    Assumption,
    By,
    Claim,
    HighProbabilityBound,
    Identity,
    Inequality,
    InstanceInequality,
    Reading,
    Source,
    Step,
)

from . import PAPER, lemma_3_1, theorem_4_4
from .lab import section_4_policy as study
from .notation import (
    LETTERS,
    SMALL_DELTA,
    c_epsilon,
    delta,
    domain,
    epsilon,
    feature_bound,
    gamma,
    kappa,
    n,
    radius,
)
from .proofs.faults import STEP_SIZE
from .quantities import DEFINITIONS

STATES, ACTIONS, FEATURES = 2, 3, 2
DIMENSION = STATES * ACTIONS * FEATURES + 2 * FEATURES + 1
best, chosen, best_hat, chosen_hat, a, b, along, error = symbols("best chosen best_hat chosen_hat a b along error", real=True)
x, s, h, price, m, many, d, A, B, D, R, S, T, X = symbols("x s h price m many d A B D R S T X", real=True)
i = Symbol("i", integer=True)
e, p, q, t, v, w = (IndexedBase(name, real=True) for name in ("e", "p", "q", "t", "v", "w"))
WHERE = "Section 4, greedy policy"
CONSTANT = 2 * theorem_4_4.CONSTANT
LARGE = (*theorem_4_4.LARGE_N, *SMALL_DELTA)
LOGARITHMS = log(log(n)) + log(1 / delta)


def instance(vector):
    """Features, a true and an estimated parameter, and the probability of the first state."""
    split = STATES * ACTIONS * FEATURES
    weight = vector[-1] * vector[-1]
    return {
        "phi": np.reshape(vector[:split], (STATES, ACTIONS, FEATURES)),
        "theta": vector[split : split + FEATURES],
        "estimate": vector[split + FEATURES : -1],
        "rho": (weight / (1 + weight), 1 / (1 + weight)),
    }


def coordinates(term):
    """The sum over the coordinates."""
    return Sum(term, (i, 1, d))


# Mean features v and w of the best and of the greedy policy, at most L long; the estimate e, the truth e + t, D its distance.
MEANS = (
    Ge(d, 1), Gt(feature_bound, 0), Gt(D, 0), Le(coordinates(v[i] ** 2), feature_bound**2), Le(coordinates(w[i] ** 2), feature_bound**2),
    Le(coordinates(t[i] ** 2), D**2), Le(coordinates((v[i] - w[i]) * e[i]), 0),
)  # fmt: skip


def letters(case):
    """The numbers of these conditions."""
    best_of, greedy = (
        sum(weight * phi[max(range(ACTIONS), key=(phi @ case[name]).__getitem__)] for phi, weight in zip(case["phi"], case["rho"], strict=True))
        for name in ("theta", "estimate")
    )
    miss = case["theta"] - case["estimate"]
    longest = max(float(phi @ phi) for phi in case["phi"].reshape(-1, FEATURES)) ** 0.5
    return {"d": FEATURES, "v": best_of, "w": greedy, "t": miss, "e": case["estimate"], "D": float(miss @ miss) ** 0.5, "feature_bound": longest}


def gap(case):
    """Value of the best policy less that of the greedy one."""
    total = 0
    for phi, weight in zip(case["phi"], case["rho"], strict=True):
        rewards, estimates = phi @ case["theta"], phi @ case["estimate"]
        greedy = max(range(ACTIONS), key=lambda action: estimates[action])
        total = total + weight * (max(rewards) - rewards[greedy])
    return total


def square_of_gap(case):
    """Left side, squared so that fractions stay exact."""
    return gap(case) ** 2


def bound(case):
    """4 L^2 |theta - estimate|^2, L the longest feature."""
    longest = max(phi @ phi for phi in case["phi"].reshape(-1, FEATURES))
    miss = case["theta"] - case["estimate"]
    return 4 * longest * (miss @ miss)


def explicit(scale=c_epsilon / (gamma * kappa)):
    """2 L g with every constant of Theorem 4.4."""
    return 2 * feature_bound * theorem_4_4.explicit(scale)


def over(term):
    """A sum over actions, states or sequences of labels."""
    return Sum(term, (i, 1, many))


PRINTED, TRIVIAL = feature_bound * theorem_4_4.PRINTED, 2 * feature_bound * radius


def _bound(regimes, **more):
    given = (*theorem_4_4.LARGE_N, *SMALL_DELTA)
    return HighProbabilityBound(PRINTED, explicit(), Integer(CONSTANT), TRIVIAL, delta, regimes, given=given, **more)


CLAIM = Claim(
    source=Source(PAPER, "Gap bound of Section 4", "Section 4, 'Comparison with Zhu et al.', greedy policy"),
    words="Under the conditions of Theorem 4.4, with g its bound at t = n, the policy that is greedy for the output of SGD-RR is "
    "epsilon-label DP and has, with probability at least 1 - delta, a gap of the order below; J is the expected reward of a "
    "policy, and the gap is what is called error where it is measured",
    displays={"": "J(pi^*) - J(hat(pi)_\"Greedy\") <= O(L g)"},
    parameters=(*theorem_4_4.PARAMETERS_OF_SGD, study.SCALE),
    definitions=DEFINITIONS,
    letters=LETTERS | {"scale_of_truth": study.SCALE.typst, "price": "ln(1\\/delta)", "x": "ln ln n"},
    readings=(
        Reading("literal", "the step size is the constant 1/(gamma kappa) of Theorem 4.4 as printed", fault=STEP_SIZE),
        Reading("appendix", "the step size is 1/(gamma kappa t), as in the proof of Theorem 4.4; Sigma is E[x x']; the log log "
        "n that the tilde of g hides is kept, n >= 4",
                misprint="Appendix B, line (b): eta_t = 1/(lambda t), lambda = gamma kappa"),
    ),
    parts={
        "squared_gap": InstanceInequality(
            "square of the gap against 4 L^2 times the square of the error, 2 states, 3 actions, d = 2", DIMENSION, instance,
            square_of_gap, bound, MEANS, letters,
        ),
        "end_to_end": {
            "literal": _bound(study.CONSTANT_STEP, collapse=study.COLLAPSE),
            "appendix": _bound(
                study.REGIMES, mutants=study.MUTANTS, probes=study.PROBES, search=study.SEARCH, instance=study.searched,
                fixed={"feature_bound": 0.5, "d": 2},
            ),
        },
        "rates": study.rates(PRINTED, explicit(), TRIVIAL),
    },
    steps=(
        Step("hidden_factor", "Section 4, after Theorem 4.4",
            Inequality(x + price, (1 + x) * price, (Ge(x, 0), Ge(price, 1))),
            display="g = tilde(O)(L/(gamma kappa) c(epsilon) sqrt(log(1\\/delta)/n))",
            reduction="What the tilde hides is a factor sqrt(1 + log log n), where log log n is at least 0 from n = 3 on and "
            "log(1/delta) at least 1."),
        Step("output_index", "Section 4, after Theorem 4.4",
            Inequality(n * (log(s + h) - log(s)) + n * (log(2 + (s + h) / 2) - log(2 + s / 2)), price,
                (Ge(n, 4), Ge(s, 3), Ge(h, 0), Le(n * h, Integer(3) / 2), Ge(price, 1))),
            display='theta_(n+1) "in place of" theta_t, quad t <= n',
            reduction="The output is the iterate at n + 1, beyond the theorem's t <= n. With the horizon n + 1 the explicit "
            "version has (A(n + 1) + log(1/delta))/(n + 1) under its root, where A(n) = log((2 + s/2) s) and s = log₂(2n). That is "
            "at most the same at n if n (A(n + 1) - A(n)) <= A(n) + log(1/delta). On the left, h is the increment of s."),
        Step("increment", "Section 4, after Theorem 4.4",
            Inequality(n * log(1 + 1 / n) / log(2), Integer(3) / 2, (Ge(n, 4),)),
            reduction="The left side is n h, with the increment h = log₂(1 + 1/n) of log₂(2n)."),
        Step("maps", WHERE,
            Inequality(over(p[i] * v[i]), m * over(p[i]), (Ge(p[i], 0), Le(v[i], m), Ge(many, 1))),
            reduction="A mixture of actions with rewards v_i, at most m, is worth no more than the best one; the p_i add up to 1: the best map is "
            "the best of all policies."),
        Step("greedy", WHERE,
            Inequality(best - chosen, (best - best_hat) + (chosen_hat - chosen), (Le(best_hat, chosen_hat),)),
            reduction="The rewards of the best and of the chosen action, true and, with a hat, estimated; the estimate of the "
            "chosen one is at least as large."),
        Step("regroup", WHERE,
            Identity((a * error - b * error), (a - b) * error),
            reduction="a and b are the components of the two features along the error of the estimate: together one inner "
            "product with their difference."),
        Step("length", WHERE,
            Inequality((a - b) * along, 2 * feature_bound * error,
                (Ge(a, -feature_bound), Le(a, feature_bound), Ge(b, -feature_bound), Le(b, feature_bound),
                 Ge(along, 0), Le(along, error))),
            reduction="Along the error, the length of which is at most error: the difference of the features is at most 2L long. The "
            "constant 2 is attained."),
        Step("mean_over_states", WHERE,
            Inequality(over(p[i] * v[i]), 2 * feature_bound * error * over(p[i]),
                (Ge(p[i], 0), Le(v[i], 2 * feature_bound * error), Ge(many, 1))),
            reduction="v_i are the gaps in the states, of probabilities p_i, which add up to 1. No coverage beyond that of Theorem "
            "4.4 enters."),
        Step("coordinates", WHERE + ", at once",
            Inequality(coordinates((v[i] - w[i]) * t[i]),
                D / (2 * feature_bound) * coordinates(v[i] ** 2) + D / (2 * feature_bound) * coordinates(w[i] ** 2)
                + feature_bound / D * coordinates(t[i] ** 2), MEANS[:3]),
            reduction="v and w are the mean features of the best and of the greedy policy, over the states, t the truth less the estimate."),
        Step("sum", WHERE + ", at once",
            Inequality(S + T, 2 * feature_bound * D,
                (*MEANS[1:3], Le(S, D / (2 * feature_bound) * A + D / (2 * feature_bound) * B + feature_bound / D * R),
                 Le(A, feature_bound**2), Le(B, feature_bound**2), Le(R, D**2), Le(T, 0))),
            reduction="S is the left side of the step before, A, B and R are the sums on its right; T is the gap under the estimate."),
        Step("every_state", WHERE + ", at once",
            By("sum", letters={"S": coordinates((v[i] - w[i]) * t[i]), "T": coordinates((v[i] - w[i]) * e[i]), "A": coordinates(v[i] ** 2),
                               "B": coordinates(w[i] ** 2), "R": coordinates(t[i] ** 2)},
               given=MEANS, says=Inequality(coordinates((v[i] - w[i]) * t[i]) + coordinates((v[i] - w[i]) * e[i]), 2 * feature_bound * D)),
            display='J(pi^*) - J(hat(pi)_"Greedy") <= 2 L norm(theta^* - hat(theta))',
            reduction="For any number of states, actions and coordinates: the truth is the estimate and t.",
            settles=("squared_gap",)),
        Step("logarithms", WHERE,
            By(next(step for step in theorem_4_4.CLAIM.steps if step.label == "constant"), letters={"s": log(2 * n)}, given=LARGE,
               says=Inequality(592 * theorem_4_4.CONFIDENCE, theorem_4_4.CONSTANT**2 * LOGARITHMS)),
            reduction="The constant of Theorem 4.4, between the two logarithms."),
        Step("root", WHERE,
            Inequality(4 * feature_bound**2 * price * sqrt(148 * X / n), CONSTANT * feature_bound**2 * price * sqrt(s / n),
                (Le(592 * X, theorem_4_4.CONSTANT**2 * s), Ge(price, 0), Ge(X, 0), Ge(s, 0), Gt(feature_bound, 0), Ge(n, 4))),
            reduction="X and s are the two logarithms, price is c(epsilon)/(gamma kappa). No other event is needed: the failure probability is delta."),
        Step("constant", WHERE,
            By("root", letters={"X": theorem_4_4.CONFIDENCE, "s": LOGARITHMS, "price": c_epsilon / (gamma * kappa)},
               given=(*LARGE, *domain("epsilon", "radius", "feature_bound", "kappa")), says=Inequality(explicit(), CONSTANT * PRINTED)),
            display=f"C = {CONSTANT}",
            reduction="2 L times the explicit version of Theorem 4.4, against L times its printed rate.",
            settles=("end_to_end@appendix", "rates")),
        Step("post_processing", WHERE + ", 'while ensuring label-DP'",
            Inequality(over(p[i] * w[i]), exp(epsilon) * over(q[i] * w[i]),
                (Le(p[i], exp(epsilon) * q[i]), Ge(w[i], 0), Ge(many, 1), *lemma_3_1.ANY_EPSILON)),
            display='PP[hat(pi)_"Greedy" in S | cal(D)] <= e^epsilon PP[hat(pi)_"Greedy" in S | cal(D)\']',
            reduction="Sequences of private labels lead into S with probabilities w_i; their own probabilities, p_i under D and q_i under D', "
            "obey Lemma 3.1."),
    ),
    assumptions=(
        Assumption("estimate", "the output of SGD-RR is within g of theta*: Theorem 4.4", ("length",)),
        Assumption("bounded_features", "norm(phi(s, a)) <= L", ("length",)),
        Assumption("coverage", "Assumption 4.3, which enters through g only", ("constant",)),
    ),
    not_covered=(
        "simulations of more than two states, or of more than four actions, save for all vectors of length L as actions",
        "epsilon = 0, where line 6 of Algorithm 1 divides by zero",
    ),
)
