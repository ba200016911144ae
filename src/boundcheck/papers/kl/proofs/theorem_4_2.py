"""The proof of Theorem 4.2, its sketch, and what cannot be improved."""

import sympy
from sympy import Abs, Eq, Ge, Gt, Integer, Le, Lt, Rational, cosh, coth, exp, log, sqrt

from boundcheck.claims import Assumption, By, Identity, Inequality, Repair, Step

from .. import faults, lemma_a_7, lemma_b_2
from ..notation import HALF, beta, bound, coverage, delta, domain, epsilon, n, size, tau
from ..quantities import PRICE
from .lemma_b_1 import needed as offline

REALIZABLE = Assumption("realizable", "Assumptions 3.7 and 3.8")
COVERAGE_IS_FINITE = Assumption("coverage_is_finite", "Definition 3.3 with the reference policy's mean as offset",
    "without pessimism the policy goes where a rare arm looks good by mistake: the false version without it exceeds the bound")

e, G, D, v, r, s, b, p, z, w, c, x, C, q, u = sympy.symbols("e G D v r s b p z w c x C q u", real=True)
LETTERS = {"G": "Gamma_n", "D": "D^2"}

PAGE = (
    Step("ratio", "display after the event", Identity(e**2 / v * v, e**2, (Gt(v, 0),)),
        display="inf_b (overline(r) - b - r^*)^2 = inf_b ((overline(r) - b - r^*)^2)/(EE \"Var\"[overline(r) - r^*]) EE \"Var\"[overline(r) - r^*]",
        because="e is the centred error at (s, a), v its variance; where v is 0 the centred error is 0 wherever the reference policy goes."),
    Step("coverage_bounds_errors", "display after the event", Inequality(e**2, D * v, (Gt(v, 0), Ge(D, e**2 / v))),
        because="D is the supremum over pairs of members, of which the estimate and the truth are one.", assumes=COVERAGE_IS_FINITE),
    Step("event", "event of Theorem 4.2", Inequality(Abs(e), G, (Ge(G, 0), Ge(D, 0), Ge(v, 0), Le(e**2, D * v), Le(v, x), Eq(G, sqrt(D * x)))),
        display="forall (s, a): abs(overline(r)(s, a) - b(s) - r^*(s, a)) <= Gamma_n (s, a)",
        because="x is the bound of Lemma B.1, at one delta for all (s, a): the offset is the one of that lemma.", assumes=REALIZABLE),
    Step("pessimistic", "under the event", Inequality(r - G - b, s, (Le(Abs(r - b - s), G),)), display="hat(r)(s, a) - b(s) <= r^*(s, a)",
        because="r is the estimate, s the truth."),
    Step("offset", "under the event", By(lemma_a_7, given=(Gt(p, 0), Gt(z, 0), Eq(w, exp(-beta * b) * z))), display="J(pi_(hat(r))) = J(pi_(hat(r) - b))"),
    Step("lemma_b_2", "under the event", By(lemma_b_2.HALF_BOUND, w=u, given=(Ge(u, 0),)),
        display="J(pi^*) - J(pi_(hat(r) - b)) <= beta EE_(d_0 times pi^*)[(hat(r) - b - r^*)^2]"),
    Step("two_squares", "last display, third line", Inequality((e - G) ** 2, 2 * G**2 + 2 * e**2)),
    Step("four", "last display, fourth line", Inequality(2 * G**2 + 2 * e**2, 4 * G**2, (Le(Abs(e), G),))),
    Step("at_once", "last display, sharpened", Inequality((e - G) ** 2, 4 * G**2, (Le(Abs(e), G),)),
        because="Without the detour, and the same."),
    Step("mean", "last display, fifth line", Identity(4 * beta * G**2, 4 * beta * D * x, (*domain(beta), Ge(D, 0), Gt(x, 0), Eq(G, sqrt(D * x)))),
        display="4 beta EE_(d_0 times pi^*)[Gamma_n^2] = 4 beta D_(pi^*)^2 dot x",
        because="At one state and action; then the mean under the best policy, which is the concentrability times x."),
    Step("two_deltas", "probability", Inequality(log(2 * size / delta), 2 * log(size / delta), (*domain(delta, size), Le(delta, HALF))),
        because="Lemma B.1 fails with probability 2 delta as proved on the page; at delta/2 the rate at most doubles for delta up to 1/2. The sharper version fails with "
        "probability delta."),
)  # fmt: skip

SKETCH = (
    Step("sketch", "Section 4.1, proof sketch",
        Inequality(beta * (p * (1 - p)) * G**2 / 4, beta * D * v, (*domain(beta), Gt(p, 0), Lt(p, 1), Ge(G, 0), Ge(D, 1), Eq(v, 0))),
        display='"SubOpt"(hat(pi)) <= beta D_(pi^*)^2 "Err"_"RM"',
        because="Where the estimate is the truth, v = Err_RM is 0, but the bonus still moves the policy: the left side is less than the shortfall for two actions whose bonuses differ "
        "by a small Gamma_n, p the probability of one.",
        repair=Repair(Inequality(beta * (e - G) ** 2, 4 * beta * D * x, (*domain(beta), Ge(G, 0), Le(Abs(e), G), Le(G**2, D * x))),
            "the bound of the error in place of the error, with a factor 4; x is the bound of Lemma B.1", '"SubOpt"(hat(pi)) <= 4 beta D_(pi^*)^2 dot x'),
        fault=faults.SKETCH),
)  # fmt: skip

SHARPER = (
    Step("eight", "explicit version", Identity(lemma_b_2.bound(beta, 4 * coverage * (4 * x)), 8 * beta * coverage * x, domain(beta, coverage)),
        because="Half from Lemma B.2, four from the square of twice the bonus, and 4 x, x = K ln((N - 1)/delta)/n, from Lemma B.1."),
    Step("composed", "explicit version",
        Inequality(8 * beta * coverage * PRICE * log((size - 1) / delta) / n, 8 * beta * coverage * PRICE * (log(size / delta) / n + tau),
            (*domain(beta, epsilon, bound, n, delta, coverage, tau), Ge(size, 2))),
        settles=("suboptimality@mended",)),
    Step("trivial_policy", "explicit version", Inequality(log((1 + exp(beta * bound)) / 2) / beta - bound / 2, beta * bound**2 / 8, domain(beta, bound)),
        because="Without data the reference policy is within beta B^2/8 of the best; here for two equally likely actions."),
)  # fmt: skip

# Two members of one state with two equally likely actions as for Lemma B.1; beta = 1/B keeps both best policies away from certainty.
GAP = offline.GAP
ALLOWED = C * beta * exp(bound) * coth(epsilon / 2) ** 2 * 2 * log(40) / offline.BLIND  # D^2 is 1
TIMES = 200_000  # e^B over C cosh^2(epsilon/2)
NEEDED = (Ge(C, 1), *domain(epsilon), Eq(bound, log(TIMES * C * cosh(epsilon / 2) ** 2)), Eq(beta, 1 / bound))
AT = {epsilon: Integer(1), bound: log(10**6 * C)}
BLIND = offline.BLIND.subs(epsilon, 1).subs(AT)
INSTANCE = {
    **AT, delta: Rational(1, 20), size: Integer(2), coverage: Integer(1), beta: 1 / AT[bound], n: BLIND, tau: log(40) / BLIND,
}
LEAST = GAP**2 / (202 * AT[bound])  # beta is 1/B
LEAST_SHORTFALL = Step("least_shortfall", "what cannot be improved", Inequality(x**2 / 101, log(1 + x**2 / 100), (Ge(x, 0), Le(x, Rational(1, 10)))),
    because="x is beta g: the sum of the two shortfalls is at least 1/beta times the right side, the larger one at least half of that.")
AFFINITY = Step("affinity_elsewhere", "what cannot be improved",
        Inequality(cosh((x + w) / 4) ** 2, cosh(x / 2) * cosh(w / 2) / (1 + (x - w) ** 2 / 100), (Ge(x, HALF), Le(x, 1), Ge(w, HALF), Le(w, x))),
        display="max_r \"SubOpt\"_r (hat(pi)) >= -1/beta ln (sqrt(sigma(x) sigma(y)) + sqrt(sigma(-x) sigma(-y))), quad (dots)^2 <= 1/(1 + (x - y)^2 slash 100)",
        because="The sum of the shortfalls of one policy under two truths is at least -2/beta times the logarithm of the affinity of the two best policies. Here x = beta B = 1 and y = beta (B - g), which is at least 1/2 as B is at least 1/2: the squared affinity is cosh^2((x + y)/4)/(cosh(x/2) cosh(y/2)).")
LIKELY, GROUNDS = offline.LIKELY, offline.GROUNDS
LIMITS = (
    Step("coverage_is_one", "what cannot be improved", Identity(q * (1 - HALF) / HALF + (1 - q) * HALF / (1 - HALF), sympy.Integer(1)),
        because="Two equally likely actions: whatever the best policy is, the concentrability is 1."),
    AFFINITY,
    LEAST_SHORTFALL,
    Step("for_every_constant", "what cannot be improved", Inequality(ALLOWED, beta * GAP**2 / 202, NEEDED, strict=True),
        because="The printed bound at delta = 1/20 and tau = ln(40)/n, with any constant C, against the shortfall that any algorithm has under one of two truths with probability 1/5, at "
        "e^B = 200000 C cosh^2(epsilon/2), beta = 1/B and the number of samples of Lemma B.1 that cannot tell the two."),
)  # fmt: skip

STEPS = PAGE + SKETCH + SHARPER + LIMITS
