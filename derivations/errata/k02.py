"""The least delta of Gaussian noise: no half-line does worse than one of them, which attains it."""

from sympy import erfc, exp, sqrt, symbols

from boundcheck.claims import Claim, Identity, Inequality, Letter, Paper, Source

a, epsilon, y = symbols("a epsilon y", real=True)


def tail(t):
    return erfc(t / sqrt(2)) / 2


def apart(y):
    """How much likelier outcomes above y are on the one data set than e^epsilon times on the other."""
    return tail(y - a) - exp(epsilon) * tail(y)


LEAST = tail(epsilon / a - a / 2) - exp(epsilon) * tail(epsilon / a + a / 2)
CLAIM = Claim(
    source=Source(Paper("own", "Improving the Gaussian mechanism for differential privacy", ("B. Balle", "Y.-X. Wang"), year=2018), "Theorem 8", "the analytic Gaussian mechanism"),
    title="the least delta of Gaussian noise",
    words=r"With $a = \Delta/\sigma$, Gaussian noise is $(\varepsilon, \delta)$-differentially private if and only if $\delta$ is at least $\Phi(a/2 - \varepsilon/a) - e^\varepsilon \Phi(-a/2 - \varepsilon/a)$. The events to be compared are half-lines:",
    displays={
        "sufficient": r"\Phi(a - y) - e^\varepsilon \Phi(-y) \le \Phi(a/2 - \varepsilon/a) - e^\varepsilon \Phi(-a/2 - \varepsilon/a)",
        "necessary": r"\Phi(a - y) - e^\varepsilon \Phi(-y) = \Phi(a/2 - \varepsilon/a) - e^\varepsilon \Phi(-a/2 - \varepsilon/a) \quad \text{at } y = a/2 + \varepsilon/a",
    },
    letters=(
        Letter(a, "sensitivity over deviation", a > 0, (0.1, 4)), Letter(epsilon, "privacy", epsilon >= 0, (0.1, 4)),
        Letter(y, "where the half-line starts, in deviations"),
    ),
    parts={"sufficient": Inequality(apart(y), LEAST), "necessary": Identity(apart(a / 2 + epsilon / a), LEAST)},
    not_covered=("that no other events have to be compared, which is the lemma of Neyman and Pearson",),
)  # fmt: skip
