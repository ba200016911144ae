"""Lemma 3: excess loss of Algorithm 1, imported."""

import sympy
from sympy import Ge, Gt, Integer, Le, Min, Rational, log, sqrt

from boundcheck.claims import Cited, Claim, Identity, Inequality, Reading, Repair, Source, Step

from . import PAPER, lemma_4
from .faults import SIGN
from .notation import LETTERS, d, delta, domain, epsilon, feature_bound, gamma, kappa, m, n, radius

T, j, k, s = sympy.symbols("T j k s", real=True)
WHERE, OURS = "Lemma 3", "derivation: what the printed step size does"
SIZE = (*domain(n, m, d, epsilon, feature_bound, radius), Gt(delta, 0), sympy.Lt(delta, 1))
LOGARITHM = log(n * d * m / delta)
EXCESS = feature_bound**2 / (kappa * gamma) * (1 / (n * m) + d * LOGARITHM**2 / (n**2 * m * epsilon**2))
STEP_SIZE = radius / (4 * feature_bound) * Min(sqrt(m) * n * epsilon / (T * s), T ** Rational(-3, 4), sqrt(n * m) / T)

IMPORTED = Cited("the excess loss of the phased algorithm with removal of outliers on a strongly convex Lipschitz loss is of the displayed order", "Liu and Asi (2024), Theorem 4.11")

CLAIM = Claim(
    source=Source(PAPER, "Lemma 3", "Appendix C.3; Theorem 4.11 of Liu and Asi (2024)", kind="lemma"),
    words=r"For $0 < \varepsilon < 10$ and $0 < \delta < 1$, where the population loss is $\kappa \gamma$ strongly convex and $4L$ Lipschitz, and Algorithm 1 has the parameters of Theorem 4",
    displays={"": (r"\mathbb{E}[L_P(\hat{\theta}) - \min_{\theta \in \Theta} L_P(\theta)] \le C \cdot {}", EXCESS)},
    letters=LETTERS | lemma_4.CLAIM.letters | {
        "s": r"\sqrt{d \log^2(m n d/\delta)}",
    },
    readings=(Reading("literal", "the loss has its minus; $n$ is the number of users of the last part, which is half of all"),),
    parts={"excess": IMPORTED},
    steps=(
        Step("imported", WHERE, IMPORTED),
        Step("premise", f"{WHERE}, the loss", Inequality(Integer(0), lemma_4.LIKELIHOOD, lemma_4.CURVED),
            display=r"\text{loss} = \mathbb{E}[\mathbf{1}\{y = 1\} \log \sigma(\theta^\top x) + \mathbf{1}\{y = 0\} \log(1 - \sigma(\theta^\top x))]\text{ is convex}", form="interpretation",
            because=r"The second derivative along $x$ of the loss as it is printed; it is $-\sigma'$. The premise of the lemma "
            "is then never fulfilled. Printed so in both texts that were read.",
            repair=Repair(Inequality(Integer(0), -lemma_4.LIKELIHOOD, lemma_4.CURVED), "a minus before the loss"),
            misprint="(1) and the loss of B.3 have the minus, and line 16 of Algorithm 2 descends", fault=SIGN),
        Step("parts_add_up", "Algorithm 1, line 2", Identity(n * (2 ** (j - k) - 2**-k) + n / 2 ** (k - j), n * (2 ** (j + 1 - k) - 2**-k), (Ge(n, 1), Ge(k, 1), Ge(j, 0))),
            because="By induction on parts: the first $j$ of them have $n (2^{j - k} - 2^{-k})$ users, so that all $k$ have $n (1 - 2^{-k})$, and the last one $n/2$."),
        Step("last_part", "Algorithm 1, line 2", Inequality(EXCESS.subs(n, n / 2) * sympy.S.One, 4 * feature_bound**2 / (kappa * gamma) * (1 / (n * m) + d * LOGARITHM**2 / (n**2 * m * epsilon**2)), (*SIZE, *domain(kappa), Ge(n * m * d, 4))),
            because="The rate of the last part, with $n/2$ users, is at most four times that of all."),
        Step("transient", OURS, Identity(radius / (T * STEP_SIZE * kappa * gamma), 4 * feature_bound / (kappa * gamma) * sympy.Max(s / (sqrt(m) * n * epsilon), T ** Rational(-1, 4), 1 / sqrt(n * m)), (*SIZE, *domain(kappa), Gt(T, 0), Gt(s, 0))),
            because=r"The mean of $T$ iterates that approach the minimiser at rate $\eta \kappa \gamma$ from a distance $B$ keeps $B/(T \eta \kappa \gamma)$: with the printed step size that is the printed rate of Theorem 4, if $T$ is large enough for the second term. The step size has the same $B$ in every part, so later parts do not shorten it."),
        Step("iterations", "Theorem 4, $T_i$", Inequality(T ** Rational(-1, 4), 1 / sqrt(n * m), (*domain(n, m), Ge(T, n**2 * m**2))), because="This is what $T = (m n)^2$ is for. Each iteration compares all pairs of users: $(m n)^2 n^2$ comparisons."),
        Step("fewer_iterations", OURS, Inequality(1 / sqrt(n * m), T ** Rational(-1, 4), (*domain(n, m), Gt(T, 0), Le(T, n**2 * m**2))), because=r"With $T$ iterations the mean keeps $4L/(\kappa \gamma T^{1/4})$: ten thousand iterations leave a tenth of it."),
    ),
    not_covered=("the cited theorem itself", "that users' gradients stay concentrated at iterates that depend on the same users' labels", "how often the threshold of Algorithm 3 halts the descent"),
)  # fmt: skip
