"""The proof of Theorem 4.2, its sketch, and what cannot be improved."""

import sympy
from sympy import Abs, Eq, Ge, Gt, Integer, Le, Rational, cosh, coth, exp, log, sqrt, tanh

from boundcheck.claims import Assumption, By, Identity, Inequality, Repair, Step

from .. import faults, lemma_a_7, lemma_b_2
from ..notation import HALF, beta, bound, coverage, delta, domain, epsilon, n, size, tau
from ..quantities import PRICE
from .lemma_b_1 import needed as offline

REALIZABLE = Assumption("realizable", "Assumptions 3.7 and 3.8")
COVERAGE_IS_FINITE = Assumption("coverage_is_finite", "Definition 3.3 with the reference policy's mean as offset",
    "without pessimism the policy goes where a rare arm looks good by mistake: the false version without it exceeds the bound")

e, G, D, v, r, s, b, p, z, w, c, x, C, q, u = sympy.symbols("e G D v r s b p z w c x C q u", real=True)
LETTERS = {"G": r"\Gamma_n", "D": "D^2", "q": r"\text{probability}"}

PAGE = (
    Step("coverage_bounds_errors", "display after the event", Inequality(e**2, D * v, (Gt(v, 0), Ge(D, e**2 / v))),
        because="$D$ is the supremum over pairs of members, of which the estimate and the truth are one.", assumes=COVERAGE_IS_FINITE),
    Step("event", "event of Theorem 4.2", Inequality(Abs(e), G, (Ge(G, 0), Ge(D, 0), Ge(v, 0), Le(e**2, D * v), Le(v, x), Eq(G, sqrt(D * x)))),
        because=r"At one state and action: $e$ is the error of the estimate less the offset of Lemma B.1, $x$ the bound of that lemma, at one $\delta$ for all $(s, a)$.", assumes=REALIZABLE),
    Step("one_offset", "event of Theorem 4.2, 'thus'", Inequality(Abs(e - v), G + c, (Ge(G, 0), Ge(c, 0), Le(Abs(e - b), G), Le(Abs(v - w), c))),
        because="At two actions of a state: $e$ and $v$ are the errors of the estimate, $G$ and $c$ their bonuses, $b$ and $w$ the offsets at which the infimum over offsets is taken at each. The event asks for one offset of the state, and with one "
        "the errors are at most $G + c$ apart. An infimum at each action by itself is 0, whatever $D^2$ is, and gives no such offset.",
        repair=Repair(Inequality(Abs(e - v), G + c, (Ge(G, 0), Ge(c, 0), Le(Abs(e - b), G), Le(Abs(v - b), c))), "one offset of the state: the reference policy's mean of the error, as Lemma B.1 takes it"),
        fault=faults.OFFSET),
    Step("pessimistic", "under the event", Inequality(r - G - b, s, (Le(Abs(r - b - s), G),)), form="translation", display=r"\hat{r}(s, a) - b(s) \le r^*(s, a)",
        because="$r$ is the estimate, $s$ the truth."),
    Step("offset", "under the event", By(lemma_a_7, given=(Gt(p, 0), Gt(z, 0), Eq(w, exp(-beta * b) * z))), display=r"J(\pi_{\hat{r}}) = J(\pi_{\hat{r} - b})"),
    Step("lemma_b_2", "under the event", By(lemma_b_2.HALF_BOUND, w=u, given=(Ge(u, 0),)),
        display=r"J(\pi^*) - J(\pi_{\hat{r} - b}) \le \beta \mathbb{E}_{d_0 \times \pi^*}[(\hat{r} - b - r^*)^2]"),
    Step("two_squares", "last display, third line", Inequality((e - G) ** 2, 2 * G**2 + 2 * e**2)),
    Step("four", "last display, fourth line", Inequality(2 * G**2 + 2 * e**2, 4 * G**2, (Le(Abs(e), G),))),
    Step("at_once", "last display, sharpened", Inequality((e - G) ** 2, 4 * G**2, (Le(Abs(e), G),)),
        because="Without the detour, and the same."),
    Step("mean", "last display, fifth line", Identity(4 * beta * G**2, 4 * beta * D * x, (*domain(beta), Ge(D, 0), Gt(x, 0), Eq(G, sqrt(D * x)))),
        form="reduction", display=r"4 \beta \mathbb{E}_{d_0 \times \pi^*}[\Gamma_n^2] = 4 \beta D_{\pi^*}^2 \cdot x",
        because="At one state and action; then the mean under the best policy, which is the concentrability times $x$."),
    Step("two_deltas", "'From the result of Lemma B.1'", Inequality(1 - delta, q, (*domain(delta), Ge(q, 1 - 2 * delta), Le(q, 1))),
        form="translation", display=r"\mathbb{P}\left( \mathbb{E}_{d_0} \operatorname{Var}_{\pi_{\mathrm{ref}}}[\bar{r} - r^*] \le C \frac{e^B}{(2 \alpha - 1)^2} \left( \frac{\ln(\mathcal{N}_{\mathcal{F}}(\tau)/\delta)}{n} + \tau \right) \right) \ge 1 - \delta",
        because="$q$ is the probability with which the bound of Lemma B.1 holds.",
        repair=Repair(Inequality(1 - 2 * delta, q, (*domain(delta), Ge(q, 1 - 2 * delta), Le(q, 1))), r"$1 - 2 \delta$, or the lemma at $\delta/2$",
            r"\mathbb{P}\left( \mathbb{E}_{d_0} \operatorname{Var}_{\pi_{\mathrm{ref}}}[\bar{r} - r^*] \le C \frac{e^B}{(2 \alpha - 1)^2} \left( \frac{\ln(\mathcal{N}_{\mathcal{F}}(\tau)/\delta)}{n} + \tau \right) \right) \ge 1 - 2 \delta"),
        misprint=r"Lemma B.1, whose probability is $1 - 2 \delta$", fault=faults.ONE_DELTA),
    Step("half_of_delta", "probability", Inequality(log(2 * size / delta), 2 * log(size / delta), (*domain(delta), Ge(size, 2))),
        because=r"At $\delta/2$ the lemma's rate at most doubles, which the constant of the line pays for. A net of one member makes no error but that of its width."),
)  # fmt: skip

SKETCH = (
    Step("sketch", "Section 4.1, proof sketch",
        Inequality(beta * (e - G) ** 2, 4 * beta * D * x, (*domain(beta), Ge(G, 0), Le(Abs(e), G), Le(G**2, D * x))),
        form="interpretation", display=r"\operatorname{SubOpt}(\hat{\pi}) \le \beta D_{\pi^*}^2 \operatorname{Err}_{\mathrm{RM}}",
        because="A sketch, which names the error of the estimate for its bound, $x$ here, of which the bonus is made, and leaves out a factor 4; the proof has both. By its letters it would fail where the estimate is the truth, as the bonus still moves the policy."),
)  # fmt: skip

# The bound of Lemma B.1 for a class with a net.
ERROR = 8 * PRICE * (log(size / delta) / n + tanh(epsilon / 4) * tau) + 4 * tau**2
SHARPER = (
    Step("composed", "explicit version",
        Inequality(2 * beta * coverage * ERROR, 18 * beta * coverage * PRICE * (log(size / delta) / n + tau), domain(beta, epsilon, bound, n, delta, coverage, tau, size)),
        settles=("suboptimality@mended",)),
    Step("finite_class", "explicit version",
        Inequality(8 * beta * coverage * PRICE * log((size - 1) / delta) / n, 2 * beta * coverage * ERROR, (*domain(beta, epsilon, bound, n, delta, coverage, tau), Ge(size, 2))),
        because=r"Half from Lemma B.2, four from the square of twice the bonus, and $4 K \ln((N - 1)/\delta)/n$ from Lemma B.1: for a class of $N$ members the bound holds with the left side."),
    Step("trivial_policy", "explicit version", Inequality(log((1 + exp(beta * bound)) / 2) / beta - bound / 2, beta * bound**2 / 8, domain(beta, bound)),
        because=r"Without data the reference policy is within $\beta B^2/8$ of the best; here for two equally likely actions."),
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
    because=r"$x$ is $\beta g$: the sum of the two shortfalls is at least $1/\beta$ times the right side, the larger one at least half of that.")
AFFINITY = Step("affinity_elsewhere", "what cannot be improved",
        Inequality(cosh((x + w) / 4) ** 2, cosh(x / 2) * cosh(w / 2) / (1 + (x - w) ** 2 / 100), (Ge(x, HALF), Le(x, 1), Ge(w, HALF), Le(w, x))),
        form="reduction", display=r"\max_r \operatorname{SubOpt}_r(\hat{\pi}) \ge -\frac{1}{\beta} \ln(\sqrt{\sigma(x) \sigma(y)} + \sqrt{\sigma(-x) \sigma(-y)}), \quad (\ldots)^2 \le \frac{1}{1 + (x - y)^2/100}",
        because=r"The sum of the shortfalls of one policy under two truths is at least $-2/\beta$ times the logarithm of the affinity of the two best policies. Here $x = \beta B = 1$ and $y = \beta (B - g)$, which is at least 1/2 as $B$ is at least 1/2: the squared affinity is $\cosh^2((x + y)/4)/(\cosh(x/2) \cosh(y/2))$.")
LIKELY, GROUNDS = offline.LIKELY, offline.GROUNDS
RATIO = exp(bound) * coth(epsilon / 2) ** 2  # the printed factor, for PRICE
HOW_MUCH = (
    Step("up_to_two", "what the printed factor lacks", Inequality(PRICE, 4 * RATIO, (*domain(epsilon, bound), Le(bound, 2))),
        because=r"Up to $B = 2$ the corrected factor is at most 4 times the printed one, whatever $\varepsilon$ is."),
    Step("at_ten", "what the printed factor lacks", Inequality(4000 * RATIO, PRICE, (*domain(epsilon), Le(epsilon, 1), Eq(bound, 10))),
        because=r"At the $B = 10$ of Section 6 and $\varepsilon \le 1$ it is 4,000 times the printed one and more."),
    Step("weak_privacy", "what the printed factor lacks", Inequality(PRICE, 8 * RATIO, (*domain(epsilon, bound), Ge(epsilon, bound))),
        because=r"From $\varepsilon = B$ on, and so without privacy, $e^B$ as printed is right up to 8: there $\cosh(B/2) \le \cosh(\varepsilon/2)$."),
    Step("rate_in_epsilon", "what stands of the rate", Inequality(PRICE, 8 * cosh(bound / 2) ** 4 * coth(epsilon / 2) ** 2, domain(epsilon, bound)),
        because=r"At any $B$ the factor $1/(2 \alpha - 1)^2$ is right up to a number: above for every $\varepsilon$, and below for $\varepsilon$ up to 1."),
    Step("rate_in_epsilon_below", "what stands of the rate", Inequality(3 * cosh(bound / 2) ** 4 * coth(epsilon / 2) ** 2, PRICE, (*domain(epsilon, bound), Le(epsilon, 1)))),
)  # fmt: skip
LIMITS = (
    AFFINITY,
    LEAST_SHORTFALL,
    Step("for_every_constant", "what cannot be improved", Inequality(ALLOWED, beta * GAP**2 / 202, NEEDED, strict=True),
        because=r"The printed bound at $\delta = 1/20$ and $\tau = \ln(40)/n$, with any constant $C$, against the shortfall that any algorithm has under one of two truths with probability "
        r"1/5, at $e^B = 200000 C \cosh^2(\varepsilon/2)$, $\beta = 1/B$ and the number of samples of Lemma B.1 that cannot tell the two."),
)  # fmt: skip

STEPS = PAGE + SKETCH + SHARPER + HOW_MUCH + LIMITS
