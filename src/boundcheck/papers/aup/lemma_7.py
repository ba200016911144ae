"""Lemma 7: Assouad's lemma under privacy of users."""

import sympy
from sympy import Eq, Ge, Gt, Le, Lt, Mul, Rational, exp

from boundcheck.claims import Claim, Definition, Identity, Inequality, KeyFinding, Source, Step

from . import PAPER
from .lab.cubes import TESTS, contracted, lemma, share_of_best
from .notation import LETTERS, delta, domain, epsilon

A, T, d, D, a, b, c, h, k, q, s, v, x, y, z = sympy.symbols("A T d D a b c h k q s v x y z", real=True)
WHERE, OURS, SHARPER = "Lemma 7", "derivation; the page cites the lemma", "derivation: without Markov's inequality"
LEVEL = domain(epsilon, delta)
EXPECTED = (*LEVEL, Ge(D, 0))
UNIT = (Ge(b, 0), Le(b, 1))
PRINTED = Rational(9, 10) * exp(-10 * epsilon * D) - 10 * D * delta
ETA = (exp(epsilon) - 1 + 2 * delta) / (exp(epsilon) + 1)

ONE_USER = Step("one_user", SHARPER,
    Inequality(a - b, ETA, (*LEVEL, Ge(a, 0), Le(b, 1), Le(a, exp(epsilon) * b + delta), Le(1 - b, exp(epsilon) * (1 - a) + delta))),
    because=r"The distance between the releases on two neighbours is at most $\eta$, which is $\tanh(\varepsilon/2)$ for $\delta = 0$.")  # fmt: skip
LINEAR = Step("linear", SHARPER, Inequality(1 - ETA * D, x + (1 - y), (*EXPECTED, Ge(h, 0), Le(h, D), Le(y - x, ETA * h))),
    because=r"$x$ and $1 - y$ are the two errors of a test of the release. Distances add up along the users that differ, so the mean of their difference is at most $\eta$ times $h$, the mean number of these.")  # fmt: skip

SUM_OF_ERRORS = Step("sum_of_errors", OURS,
    Inequality(PRINTED, x + v, (*EXPECTED, Ge(v, 0), Le(v, 1), Eq(y, 1 - v), Ge(x, exp(-10 * epsilon * D) * (y - z) - 10 * D * delta), Ge(z, 0), Le(z, Rational(1, 10)))),
    because="$x$ and $v$ are the errors of a test under the two mixtures, $x$ on the event that at most $10 D$ users differ.")  # fmt: skip


def printed_share(pair):
    """Lemma 7's bound over the exact least sum of errors."""
    return share_of_best(lemma, pair)


def sharper_share(pair):
    """Ours over the same."""
    return share_of_best(contracted, pair)


PAIRS = tuple({"pair": i} for i in range(len(TESTS)))
CLAIM = Claim(
    source=Source(PAPER, "Lemma 7", "Appendix C.5", kind="lemma"),
    words="Under the conditions of Lemma 6, where for every coordinate the mixtures have a coupling in which at most $D$ users differ in the mean",
    displays={"": r"R(\mathcal{P}, \rho, \varepsilon, \delta) \ge \frac{d \tau}{2 \alpha} (0.9 e^{-10 \varepsilon D} - 10 D \delta)"},
    letters=LETTERS | {
        "A": r"\alpha", "T": r"\tau", "d": "d", "a": r"\mathbb{P}(M(X) \in S)", "b": r"\mathbb{P}(M(Y) \in S)", "c": r"\mathbb{P}(M(X') \in S)", "h": r"\mathbb{E}[d_{\mathrm{Ham}}(X, Y)]", "k": r"d_{\mathrm{Ham}}(X, Y)", "q": r"e^{-\varepsilon k} \mathbb{P}(M(Y) \in S)",
        "v": r"1 - \mathbb{P}(M(Y) \in S)", "x": r"\mathbb{E} \mathbb{P}(M(X) \in S)", "y": r"\mathbb{E} \mathbb{P}(M(Y) \in S)", "z": r"\mathbb{P}(d_{\mathrm{Ham}} > 10 D)",
    },
    parts={
        "bound": Inequality(d * T / (2 * A) * PRINTED, T / (2 * A) * (d * s), (*EXPECTED, Ge(d, 1), Gt(A, 0), Ge(T, 0), Ge(s, PRINTED))),
        "best_tests": Definition("the sum of errors that the lemma leaves over the least one of any private test of $n$ users with $m$ labels, by linear programs", printed_share, PAIRS),
        "best_tests_sharper": Definition(r"the same for $1 - \eta D$, $\eta = (e^\varepsilon - 1 + 2 \delta)/(e^\varepsilon + 1)$", sharper_share, PAIRS),
    },
    steps=(
        Step("markov", OURS, Inequality(z, Rational(1, 10), (Gt(D, 0), Ge(z, 0), Le(10 * D * z, D))), because="$z$ is the chance that more than $10 D$ users differ; for $D = 0$ none do."),
        Step("one_more_user", OURS, Inequality(exp(-epsilon) * q - (k + 1) * delta, c, (*LEVEL, Ge(k, 0), Ge(q, 0), Le(q - k * delta, a), Le(a, exp(epsilon) * c + delta))),
            because=r"Privacy for $k$ users by induction: $q$ is $e^{-\varepsilon k} \mathbb{P}(M(Y) \in S)$, and one more user multiplies it by $e^{-\varepsilon}$ and costs another $\delta$."),
        Step("few_users", OURS, Inequality(exp(-10 * epsilon * D) * b - 10 * D * delta, exp(-epsilon * k) * b - k * delta, (*EXPECTED, *UNIT, Ge(k, 0), Le(k, 10 * D)))),
        SUM_OF_ERRORS,
        Step("coordinates", WHERE, Identity(Mul(T / A, s / 2, d, evaluate=False), d * T / (2 * A) * s, (Gt(A, 0), Ge(d, 1))), because=r"$\tau/\alpha$ for every wrong coordinate, as in Lemma 6, and half of the sum of errors in the mean over the cube."),
        Step("whole_law", SHARPER, Inequality(exp(-epsilon * k) - k * delta, x + (1 - b), (*LEVEL, *UNIT, Ge(k, 0), Ge(x, exp(-epsilon * k) * b - k * delta))),
            because="The same for every $k$ at once: nothing has to be cut off at $10 D$."),
        Step("jensen", SHARPER, Inequality(exp(-epsilon * D) * (1 - epsilon * (k - D)), exp(-epsilon * k), (*EXPECTED, Ge(k, 0))),
            because=r"The mean of the left side over the coupling is at least $e^{-\varepsilon D}$: the sum of errors is at least $e^{-\varepsilon D} - D \delta$."),
        Step("dominates", SHARPER, Inequality(PRINTED, exp(-epsilon * D) - D * delta, EXPECTED), because="0.9 and both tens may be 1."),
        ONE_USER,
        LINEAR,
        Step("eta", SHARPER, Inequality(ETA, epsilon / 2 + delta, LEVEL), because=r"With the mean over the coupling: $1 - D (\varepsilon/2 + \delta)$, which is what a lower bound of the right constant needs."),
        Step("linear_is_larger", SHARPER, Inequality(PRINTED, 1 - ETA * D, (*EXPECTED, Le(ETA * D, Rational(1, 2)), Lt(epsilon, 10))),
            because="Where at most half of the certainty is lost, which is where lower bounds are taken."),
    ),
    findings=(
        KeyFinding(r"$1 - \eta D$ with $\eta = (e^\varepsilon - 1 + 2 \delta)/(e^\varepsilon + 1)$ in place of $0.9 e^{-10 \varepsilon D} - 10 D \delta$, which is smaller wherever $\eta D \le 1/2$", ("one_user", "linear", "linear_is_larger"), weight="better"),
    ),
)  # fmt: skip
