"""Section 3: sub-optimality of the pessimistic policy."""

import itertools

import numpy as np
from sympy import Ge, Gt, IndexedBase, Integer, Le, Max, Min, Sum, Symbol, exp, sqrt, symbols

from boundcheck.claims import (
    Assumption,
    By,
    Cited,
    Claim,
    HighProbabilityBound,
    Identity,
    Inequality,
    InstanceInequality,
    Parameter,
    Reading,
    Source,
    Step,
)

from . import PAPER, lemma_3_1, theorem_3_2
from .lab import section_3_policy as study
from .lab.policies import least, size
from .notation import (
    LETTERS,
    LOW_PRIVACY,
    LOW_PRIVACY_EPSILON,
    PARAMETERS,
    delta,
    domain,
    epsilon,
    feature_bound,
    lam,
    radius,
)
from .quantities import DEFINITIONS

STATES, ACTIONS = 2, 3
DIMENSION = STATES * ACTIONS * 2 + 7
pess_best, pess_chosen, true_best, true_chosen, inside = symbols(
    "pess_best pess_chosen true_best true_chosen inside", real=True
)
hat_best, hat_chosen, miss, wide = symbols("hat_best hat_chosen miss wide", real=True)
f, x, y = symbols("f x y", real=True)
a, b, k, m, F, many, w_norm, S, V, X, Y = symbols("a b k m F many W S V X Y", real=True)
i = Symbol("i", integer=True)
p, q, s, t, v, w, x_, y_ = (IndexedBase(name, real=True) for name in ("p", "q", "s", "t", "v", "w", "x_", "y_"))
WHERE = "Section 3, after (6)"
CONSTANT = 2 * theorem_3_2.CONSTANT
SMALLEST = Parameter("least", r"\lambda_{\min}(\Sigma_D)", 'lambda_"min" (Sigma_cal(D))',
                     "least eigenvalue of the sample covariance", (Ge(least, 0),), (1e-4, 0.5))
COVERED = Parameter("size", r"\|\bar\phi_{\pi^*}\|", 'norm(overline(phi)_(pi^*))_((Sigma_cal(D) + lambda I)^(-1))',
                    "norm of the mean feature of the best policy", (Gt(size, 0),), (0.1, 100))


def instance(vector):
    """Features in R^2, a matrix with rational eigenvectors, a truth, and an interval of parameters around an estimate.

    With d = 2 the parameters of coordinate sum 0 are the multiples of (1, -1), so the confidence set is an interval and
    the infimum over it sits at one of its ends.
    """
    split = STATES * ACTIONS * 2
    weight, turn, first, second, truth, off, half = vector[split:]
    slant = 1 + turn * turn
    cos, sin = (1 - turn * turn) / slant, 2 * turn / slant
    rotation = np.array([[cos, -sin], [sin, cos]])
    eigenvalues = (first * first + second * second / 1000, second * second + first * first / 1000)
    half = half * half
    shift = half * 2 * off / (1 + off * off)  # |shift| <= half: the truth is in the set
    chance = weight * weight / (1 + weight * weight)
    return {
        "phi": np.reshape(vector[:split], (STATES, ACTIONS, 2)),
        "matrix": rotation @ np.diag(eigenvalues) @ rotation.T,
        "least": min(eigenvalues),
        "truth": truth,
        "ends": (truth + shift - half, truth + shift + half),
        "half": half,
        "rho": (chance, 1 - chance),
    }


DIRECTION = np.array([1, -1])


def value(case, policy, size):
    """Value of a policy under the parameter ``size * (1, -1)``."""
    return sum(
        weight * (phi[action] @ DIRECTION) * size
        for weight, phi, action in zip(case["rho"], case["phi"], policy, strict=True)
    )


def square_of_gap(case):
    """Square of the best policy's value less the pessimistic one's."""
    policies = list(itertools.product(range(ACTIONS), repeat=STATES))
    pessimistic = max(policies, key=lambda policy: min(value(case, policy, end) for end in case["ends"]))
    gap = max(value(case, policy, case["truth"]) for policy in policies) - value(case, pessimistic, case["truth"])
    return gap**2


def bound_of_best(case):
    """4 f^2 times the square of the norm of the best policy's mean feature: the matrix cancels where one direction is left."""
    policies = itertools.product(range(ACTIONS), repeat=STATES)
    best = max(policies, key=lambda policy: value(case, policy, case["truth"]))
    return 4 * case["half"] ** 2 * value(case, best, 1) ** 2


def bound(case):
    """4 L^2 f^2 over the least eigenvalue of the matrix, f the radius of the confidence set in the matrix norm."""
    longest = max(phi @ phi for phi in case["phi"].reshape(-1, 2))
    square_of_f = case["half"] ** 2 * (DIRECTION @ case["matrix"] @ DIRECTION)
    return 4 * longest * square_of_f / case["least"] if case["least"] else 0 * longest


def gap_bound(width, scale=None):
    """2 L f ||(Sigma_D + lambda I)^(-1/2)||, or 2 f times `scale`."""
    return 2 * width * (feature_bound / sqrt(least + lam) if scale is None else scale)


def rate(scale=None):
    """L f ||(Sigma_D + lambda I)^(-1/2)|| with the f of Theorem 3.2, without its constant."""
    return theorem_3_2.printed() * (feature_bound / sqrt(least + lam) if scale is None else scale)


def over(term):
    """A sum over actions, coordinates or estimates."""
    return Sum(term, (i, 1, many))


# In an eigenbasis of Sigma + lambda I, with eigenvalues s_i: v is the mean feature of the best policy, x the truth less the
# estimate, y the estimate less the parameter of the set that is worst for the best policy; size is the norm of v in the inverse.
GAP = true_best - true_chosen
PESSIMISTIC = (
    Ge(many, 1), Gt(f, 0), Gt(s[i], 0), Le(over(s[i] * x_[i] ** 2), f**2), Le(over(s[i] * y_[i] ** 2), f**2),
    Le(pess_best, pess_chosen), Le(pess_chosen, true_chosen), Le(true_best - pess_best, over(v[i] * (x_[i] + y_[i]))),
)  # fmt: skip
BEST = (*PESSIMISTIC, Gt(size, 0), Le(over(v[i] ** 2 / s[i]), size**2))
LONGEST = (*PESSIMISTIC, Gt(m, 0), Ge(s[i], m), Gt(feature_bound, 0), Le(over(v[i] ** 2), feature_bound**2))
SUMS = {"S": over(v[i] * (x_[i] + y_[i])), "X": over(s[i] * x_[i] ** 2), "Y": over(s[i] * y_[i] ** 2)}
STATED = (*domain("n", "d", "epsilon", "delta", "lam", "radius", "feature_bound"), *LOW_PRIVACY)


def letters(case, basis, eigenvalues):
    """The numbers of these conditions, in coordinates of an orthonormal basis."""
    policies = list(itertools.product(range(ACTIONS), repeat=STATES))
    centre = sum(case["ends"]) / 2
    chosen = max(policies, key=lambda policy: min(value(case, policy, end) for end in case["ends"]))
    best = max(policies, key=lambda policy: value(case, policy, case["truth"]))
    worst = min(case["ends"], key=lambda end: value(case, best, end))
    mean = sum(weight * phi[action] for weight, phi, action in zip(case["rho"], case["phi"], best, strict=True)) @ basis
    along = DIRECTION @ basis
    return {
        "many": len(eigenvalues), "s": eigenvalues, "v": mean, "x_": (case["truth"] - centre) * along, "y_": (centre - worst) * along,
        "f": case["half"] * float(along**2 @ eigenvalues) ** 0.5, "size": float(mean**2 @ (1 / eigenvalues)) ** 0.5,
        "m": min(eigenvalues), "feature_bound": float(max(phi @ phi for phi in case["phi"].reshape(-1, 2))) ** 0.5,
        "true_best": value(case, best, case["truth"]), "true_chosen": value(case, chosen, case["truth"]),
        "pess_best": value(case, best, worst), "pess_chosen": min(value(case, chosen, end) for end in case["ends"]),
    }  # fmt: skip


def every_direction(case):
    """In an eigenbasis of the plane."""
    eigenvalues, basis = np.linalg.eigh(case["matrix"].astype(float))
    return letters(case, basis, eigenvalues)


def one_direction(case):
    """On the vectors of coordinate sum 0 alone."""
    basis = DIRECTION[:, None] / 2**0.5
    return letters(case, basis, np.diag(basis.T @ case["matrix"].astype(float) @ basis))


EXPLICIT, TRIVIAL = gap_bound(theorem_3_2.EXPLICIT), 2 * feature_bound * radius
END_TO_END = HighProbabilityBound(
    printed=rate(),
    explicit=EXPLICIT,
    constant=Integer(CONSTANT),
    trivial=TRIVIAL,
    failure=delta,
    regimes=study.REGIMES,
    mutants=study.MUTANTS,
    probes=study.PROBES,
    search=study.SEARCH,
    instance=study.searched,
    fixed={"feature_bound": 0.5, "d": 2},
    given=LOW_PRIVACY,
)
COMPARATOR = HighProbabilityBound(
    printed=rate(size),
    explicit=gap_bound(theorem_3_2.EXPLICIT, size),
    constant=Integer(CONSTANT),
    trivial=TRIVIAL,
    failure=delta,
    regimes=study.COMPARATOR_REGIMES,
    mutants=study.COMPARATOR_MUTANTS,
    probes=study.COMPARATOR_PROBES,
    given=LOW_PRIVACY,
)

CLAIM = Claim(
    source=Source(PAPER, "Gap bound of Section 3", "Section 3, Eq. (6) and after"),
    words="For epsilon > 2LB, with f the error of Theorem 3.2, the map that maximises the least value over the parameters "
    "within f of the estimate is epsilon-label DP and has, with probability at least 1 - delta, a gap of the order below; J is "
    "the expected reward of a policy, and the gap is what is called error where it is measured",
    displays={"": "J(pi^*) - J(hat(pi)_Theta) <= O(L f norm((Sigma_cal(D) + lambda I)^(-1\\/2)))"},
    parameters=(
        *(PARAMETERS[name] for name in ("n", "d")),
        LOW_PRIVACY_EPSILON,
        *(PARAMETERS[name] for name in ("delta", "lam", "radius", "feature_bound")),
        SMALLEST, COVERED, study.SCALE,
    ),
    definitions=DEFINITIONS,
    letters=LETTERS | {"scale_of_truth": study.SCALE.typst, "least": SMALLEST.typst, "size": COVERED.typst, "x_": "x", "y_": "y"},
    readings=(
        Reading("literal", "policies are maps from states to actions, as printed; Theta is taken with the f that is proved, "
                "whose ridge term is 2 sqrt(lambda) B where Theorem 3.2 prints sqrt(lambda) B (step printed_radius; the O "
                "covers either)"),
        Reading("comparator",
            "the gap is at most 2 f times the norm of the mean feature of the best policy, in the inverse of Sigma + lambda I "
            "on the vectors of coordinate sum 0, with Sigma the sample covariance: coverage of the best policy is enough. The "
            "factor of the page, L over the root of the least eigenvalue, asks for coverage of every direction, and the greedy "
            "policy has that bound too",
            repair=True),
    ),
    parts={
        "squared_gap": {
            "literal": InstanceInequality(
                "square of the gap against 4 L^2 f^2 over the least eigenvalue, 2 states, 3 actions, d = 2",
                DIMENSION, instance, square_of_gap, bound, LONGEST, every_direction),
            "comparator": InstanceInequality(
                "square of the gap against 4 f^2 times the square of the best policy's norm, 2 states, 3 actions, d = 2",
                DIMENSION, instance, square_of_gap, bound_of_best, BEST, one_direction),
        },
        "end_to_end": {"literal": END_TO_END, "comparator": COMPARATOR},
        "rates": study.rates(rate(), EXPLICIT, TRIVIAL),
    },
    steps=(
        Step("maps", "Section 3, Eq. (6)",
            Inequality(over(p[i] * v[i]), m * over(p[i]), (Ge(p[i], 0), Le(v[i], m), Ge(many, 1))),
            reduction="In one state: a mixture of actions of values v_i, at most m, is worth no more than the best one; the p_i add up to 1. So the "
            "best map is the best of all policies, and the gap is one against these too."),
        Step("mixtures", "Section 3, Eq. (6)",
            Inequality(Max(Min(-a, b), Min(a, -b)), 0, (Gt(a, 0), Gt(b, 0)), strict=True),
            display='max_"maps" inf_Theta J < 0 = max_"mixtures" inf_Theta J',
            reduction="Two actions of features v and -v, parameters from -a to b along v: the least value of either is negative, "
            "that of the even mixture is 0. Over stochastic policies (6) may choose another one.",
            note="The page maximises over maps. The steps below hold for any class that contains the best policy."),
        Step("printed_radius", "Section 3, Theta",
            Inequality(x + 2 * y, 2 * (x + y), (Ge(x, 0), Ge(y, 0))),
            reduction="x is the noise term and y = sqrt(lambda) B: the f that is proved is at most twice the one with the "
            "ridge term as printed.",
            note="With the ridge term as printed no C makes Theta contain theta* with probability 1 - delta: see the literal "
            "reading of Theorem 3.2. The order of the gap does not depend on that (step greedy_too)."),
        Step("pessimism", WHERE,
            Inequality(true_best - true_chosen, true_best - pess_best,
                (Le(pess_chosen, true_chosen), Le(pess_best, pess_chosen))),
            reduction="true is the value of a policy and pess its least value over the set. The least one is at most the true "
            "one, as theta* is in the set, and the chosen policy has the largest least one."),
        Step("two_radii", WHERE,
            Inequality((x + y) ** 2, 4 * f**2, (Ge(x, 0), Le(x, f), Ge(y, 0), Le(y, f))),
            display='norm(theta^* - theta)_(Sigma_cal(D) + lambda I) <= 2 f',
            reduction="Both lie within f of the estimate; x and y are their distances from it."),
        Step("cauchy_schwarz", WHERE,
            Cited("the Cauchy-Schwarz inequality in the norm of a positive definite matrix and its dual", "textbook"),
            display="chevron.l theta^* - theta, v chevron.r <= norm(theta^* - theta)_M norm(v)_(M^(-1))",
            reduction="M = Sigma + lambda I, and v is the mean feature of the policy."),
        Step("mean_feature", WHERE,
            Cited("a norm is convex: that of a mean is at most the mean of the norms", "textbook"),
            display='norm(EE_(s tilde rho) phi(s, pi(s))) <= L'),
        Step("operator_norm", WHERE,
            Inequality(over(v[i] ** 2 / s[i]), 1 / m * over(v[i] ** 2), (Gt(m, 0), Ge(s[i], m), Ge(many, 1))),
            display='norm(v)_(M^(-1)) <= L norm(M^(-1\\/2))',
            reduction="In an eigenbasis of M, with eigenvalues s_i, of which m is the least; the squares of v add up to at most L^2. With the "
            "steps before, the constant is 2."),
        Step("coordinates", WHERE + ", at once",
            Inequality(SUMS["S"], f / size * over(v[i] ** 2 / s[i]) + size / (2 * f) * SUMS["X"] + size / (2 * f) * SUMS["Y"],
                (*PESSIMISTIC[:3], Gt(size, 0))),
            reduction="In an eigenbasis of M, with its eigenvalues s_i: v is the mean feature of the best policy and size its norm in the inverse, x the truth "
            "less the estimate, y the estimate less the parameter of the set that is worst for the best policy."),
        Step("gap", WHERE + ", at once",
            Inequality(GAP, 2 * f * size,
                (Gt(f, 0), Gt(size, 0), Le(S, f / size * V + size / (2 * f) * X + size / (2 * f) * Y), Le(V, size**2), Le(X, f**2), Le(Y, f**2),
                 *PESSIMISTIC[5:7], Le(true_best - pess_best, S))),
            reduction="S is the left side of the step before, V, X and Y are the sums on its right."),
        Step("every_direction", WHERE,
            Inequality(SUMS["S"],
                f / (feature_bound * sqrt(m)) * over(v[i] ** 2) + feature_bound / (2 * f * sqrt(m)) * SUMS["X"]
                + feature_bound / (2 * f * sqrt(m)) * SUMS["Y"],
                (*PESSIMISTIC[:2], *LONGEST[-4:-1])),
            reduction="The same with L over the root of the least eigenvalue m in place of the norm of v."),
        Step("gap_every_direction", WHERE,
            Inequality(GAP, 2 * f * feature_bound / sqrt(m),
                (Gt(f, 0), Gt(m, 0), Gt(feature_bound, 0),
                 Le(S, f / (feature_bound * sqrt(m)) * V + feature_bound / (2 * f * sqrt(m)) * X + feature_bound / (2 * f * sqrt(m)) * Y),
                 Le(V, feature_bound**2), Le(X, f**2), Le(Y, f**2), *PESSIMISTIC[5:7], Le(true_best - pess_best, S)))),
        Step("whole", WHERE,
            By("gap_every_direction", letters={**SUMS, "V": over(v[i] ** 2)}, given=LONGEST, says=Inequality(GAP, 2 * f * feature_bound / sqrt(m))),
            display='J(pi^*) - J(hat(pi)_Theta) <= 2 L f norm((Sigma_cal(D) + lambda I)^(-1\\/2))',
            reduction="For any number of states, actions and coordinates, wherever theta^* is in the set.",
            settles=("squared_gap",)),
        Step("radius", WHERE,
            By(next(step for step in theorem_3_2.CLAIM.steps if step.label == "whole"), given=STATED,
               says=Inequality(theorem_3_2.EXPLICIT, theorem_3_2.CONSTANT * theorem_3_2.printed())),
            reduction="The radius that is proved is at most 35 times the printed one."),
        Step("times_norm", WHERE,
            Inequality(2 * f * w_norm, CONSTANT * F * w_norm, (Le(f, theorem_3_2.CONSTANT * F), Ge(w_norm, 0))),
            reduction="W is L over the root of the least eigenvalue, or the norm of the best policy's mean feature. No other event is needed than that of "
            "Theorem 3.2: the failure probability is delta."),
        Step("constant", WHERE,
            By("times_norm", letters={"f": theorem_3_2.EXPLICIT, "F": theorem_3_2.printed(), "W": feature_bound / sqrt(least + lam)},
               given=(*STATED, Ge(least, 0)), says=Inequality(EXPLICIT, CONSTANT * rate())),
            display=f"C = {CONSTANT}",
            reduction="The explicit version against the printed rate, both with the f of Theorem 3.2.",
            settles=("end_to_end", "rates")),
        Step("post_processing", "Section 3, 'while guaranteeing label DP'",
            Inequality(over(p[i] * w[i]), exp(epsilon) * over(q[i] * w[i]),
                (Le(p[i], exp(epsilon) * q[i]), Ge(w[i], 0), Ge(many, 1), *lemma_3_1.ANY_EPSILON)),
            display="PP[hat(pi)_Theta in S | cal(D)] <= e^epsilon PP[hat(pi)_Theta in S | cal(D)']",
            reduction="Estimates lead into S with probabilities w_i; their own probabilities, p_i under D and q_i under D', obey Lemma 3.1. "
            "Sigma, rho and f do not depend on labels."),
        Step("vacuous_norm", WHERE,
            Inequality(1 / (least + lam), 1 / lam, (Ge(least, 0), Gt(lam, 0))),
            reduction="Squares of both sides. Without coverage the factor is 1/sqrt(lambda), which cancels the sqrt(lambda) in "
            "the ridge term of f."),
        Step("coverage_needed", "Section 3, before (6)",
            Inequality(TRIVIAL, gap_bound(2 * sqrt(lam) * radius),
                (Ge(least, 0), Le(least, 3 * lam), *domain("lam", "radius", "feature_bound"))),
            display='2 L B <= 2 L f norm((Sigma_cal(D) + lambda I)^(-1\\/2)) quad (lambda_"min" (Sigma_cal(D)) <= 3 lambda)',
            reduction="For the ridge part of f alone. If the data leave any direction of R^d unseen, the bound is at least the "
            "largest possible gap for every n and every lambda.",
            note="The page turns to pessimism where coverage of all directions cannot be had. There the bound with this factor "
            "says nothing; and features of equal coordinate sums, such as one-hot ones, never cover all directions (step "
            "ones_direction)."),
        Step("ones_direction", "Section 3, before (6)",
            Identity(over(v[i] - w[i]), over(v[i]) - over(w[i]), (Ge(many, 1),)),
            display='Sigma_cal(D) bold(1) = 0',
            reduction="Two features v and w of the same coordinate sum: their difference has the coordinate sum 0, and so the least "
            "eigenvalue of Sigma on R^d is 0."),
        Step("greedy_too", WHERE,
            Inequality(true_best - true_chosen, 2 * miss + wide,
                (Le(true_best - hat_best, miss), Le(hat_chosen - true_chosen, miss), Le(hat_best - wide, pess_best),
                 Le(pess_best, pess_chosen), Le(pess_chosen, hat_chosen))),
            display='J(pi^*) - J(hat(pi)) <= (2 norm(hat(theta) - theta^*)_(Sigma_cal(D) + lambda I) + r) L '
            'norm((Sigma_cal(D) + lambda I)^(-1\\/2))',
            reduction="For a set of any radius r around the estimate, whether theta* is in it or not; the values of the best "
            "and of the chosen policy are true, estimated (hat) and least over the set (pess); miss and wide are the error and "
            "r, each times the rest. With r = 0 this is the greedy policy, under the bound of the pessimistic one; with the "
            "radius f as printed the bound is 5 L f in place of 2 L f."),
        Step("sum_zero", "improvement: coverage of the best policy",
            Identity(over(t[i] * (v[i] + k)), over(t[i] * v[i]) + k * over(t[i]), (Ge(many, 1),)),
            reduction="A difference t of two parameters, of coordinate sum 0, does not see a multiple k of the vector of ones: "
            "the matrix and the mean feature may be projected on the vectors of coordinate sum 0."),
        Step("best_policy_alone", "improvement: coverage of the best policy",
            By("gap", letters={**SUMS, "V": over(v[i] ** 2 / s[i])}, given=BEST, says=Inequality(GAP, 2 * f * size)),
            display='J(pi^*) - J(hat(pi)_Theta) <= 2 f norm(EE_(s tilde rho) phi(s, pi^* (s)))_((Sigma_cal(D) + lambda I)^(-1))',
            reduction="For any number of states, actions and coordinates: the chain speaks of the best policy only.",
            settles=("squared_gap@comparator",)),
        Step("constant_comparator", "improvement: coverage of the best policy",
            By("times_norm", letters={"f": theorem_3_2.EXPLICIT, "F": theorem_3_2.printed(), "W": size},
               given=(*STATED, Gt(size, 0)), says=Inequality(gap_bound(theorem_3_2.EXPLICIT, size), CONSTANT * rate(size))),
            settles=("end_to_end@comparator",)),
    ),
    assumptions=(
        Assumption("confidence_set", "theta* is within f of the estimate: Theorem 3.2, for epsilon > 2LB",
            ("pessimism", "constant"),
            "the gap is then at most (2 e + f) L/sqrt(least eigenvalue + lambda), with e the error of the estimate (step "
                "greedy_too)"),
        Assumption("bounded_features", "norm(phi(s, a)) <= L", ("mean_feature",)),
        Assumption("known_law", "rho is known where (6) is solved", ("pessimism",)),
    ),
    not_covered=(
        "the proof of Li et al. (2022), to which the page refers: the one that is checked here is ours",
        "steps in n dimensions beyond the reduced form that each of them names",
        "another radius than the one that is proved: 70 is for that one, against the rate with f as printed and its C left "
            "out; a smaller radius of the same probability would give a smaller gap",
        "simulations with another L than 1/2, of more than two states or four actions, of stochastic policies for d > 2",
    ),
)
