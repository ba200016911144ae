"""Lemma C.5: optimism pays with the squared error under the optimistic policy."""

import sympy
from sympy import Eq, Ge, Gt, Rational, exp, log

from boundcheck.claims import Assumption, Claim, Identity, Inequality, KeyFinding, Repair, Source, Step

from . import PAPER, faults
from .notation import ANY_KEEP, HALF, beta, domain

OPTIMISM = Assumption("optimism", "$r + b$ is at least the truth at every state and action", "an offset of the state may be added to $r + b$ (Lemma A.7)")

u, v, p, y, m, w = sympy.symbols("u v p y m w", real=True)


def bound(beta, square, factor=HALF):
    """Shortfall against the mean of (g - r*)^2 under the optimistic policy; the page has the factor 1."""
    return factor * beta * square


def own(p, u, v):
    """KL of p, 1 - p from the law that is proportional to p e^{-u}, (1 - p) e^{-v}; u and v are beta (g - r*)."""
    return p * u + (1 - p) * v + log(p * exp(-u) + (1 - p) * exp(-v))


HALF_BOUND = Step("as_printed", "Lemma C.5", Inequality(bound(beta, w), bound(beta, w, 1), (*domain(beta), Ge(w, 0))),
    because="The printed factor 1 may be halved.")

CLAIM = Claim(
    source=Source(PAPER, "Lemma C.5", "Appendix C; Lemma A.1 of Zhao et al. (2025a)", kind="lemma"),
    words="For any $t$, on the event that $r + b$ is at least $r^*$ everywhere,",
    displays={"": r"J(\pi^*) - J(\pi_t) \le \beta \mathbb{E}_{d_0} \mathbb{E}_{\pi_t}[(\bar{r}_{t - 1} + b_{t - 1} - r^*)^2], \quad \pi_t = \pi_{\bar{r}_{t - 1} + b_{t - 1}}"},
    letters=ANY_KEEP,
    parts={"shortfall": Inequality(u + exp(-u) - 1, u**2, (Ge(u, 0),))},
    steps=(
        Step("event_of_the_round_before", "Lemma C.5",
            Inequality(m + exp(-m) - 1, m**2, (Ge(w, 0),)),
            display=r"\mathcal{E}_t = \{\bar{r}_t + b_t - r^* \ge 0\} \quad \text{for} \quad \pi_t = \pi_{\bar{r}_{t - 1} + b_{t - 1}}",
            form="reduction",
            because=r"$m$ and $w$ are $\beta$ times the errors of $r + b$ after $t - 1$ and after $t$ rounds, at one action: the lemma's line for $m$, which gives the policy of round $t$, where the event has $w$ nonnegative.",
            repair=Repair(Inequality(m + exp(-m) - 1, m**2, (Ge(m, 0),)), "the event is that of round $t - 1$; optimism is shown for all rounds at once",
                r"\mathcal{E}_{t - 1} = \{\bar{r}_{t - 1} + b_{t - 1} - r^* \ge 0\} \quad \text{for} \quad \pi_t = \pi_{\bar{r}_{t - 1} + b_{t - 1}}"),
            misprint="the conclusion has $r$ and $b$ of round $t - 1$", fault=faults.ROUND),
        Step("reversed_tilt", "Lemma C.5, proof",
            Identity(log(p / (p * exp(-u) / y)), u + log(y), (Gt(p, 0), Gt(y, 0))),
            form="reduction", display=r"\operatorname{KL}(\pi_g \| \pi^*) = \mathbb{E}_{\pi_g}[u] + \ln \mathbb{E}_{\pi_g}[e^{-u}], \quad u = \beta (g - r^*)",
            because=r"At one action; $y$ is the mean of $e^{-u}$ under $\pi_g$."),
        Step("logarithm", "Lemma C.5, proof", Inequality(log(y), y - 1, (Gt(y, 0),))),
        Step("per_action", "Lemma C.5, proof", Inequality(u + exp(-u) - 1, u**2 / 2, (Ge(u, 0),)),
            because=r"Its mean under $\pi_g$: for any number of actions the divergence is at most half the mean of $u^2$. This is where "
            "optimism enters.", assumes=OPTIMISM),
        HALF_BOUND,
        Step("half_is_sharp", "Lemma C.5, sharpened",
            Inequality(Rational(49, 100) * p * u**2, own(p, u, 0), (Eq(p, Rational(1, 1000)), Eq(u, Rational(1, 100))))),
    ),
    findings=(
        KeyFinding("With a factor 1/2, and no smaller one", ("per_action", "as_printed", "half_is_sharp"), weight="better"),
    ),
)
