"""What Algorithm 2 adds to a step, how far one user moves it, and the lines about it that several results share."""

from fractions import Fraction

import sympy
from sympy import Eq, Ge, Gt, Le, Rational, log, sqrt

from boundcheck.claims import Fault, Inequality

from ..notation import delta, epsilon, steps

C, q, batch = sympy.symbols("C q batch", real=True)

SIGMA = C / q * epsilon / sqrt(steps * log(1 / delta))  # Theorem 3
TURNED = C * q * sqrt(steps * log(1 / delta)) / epsilon  # the inverse fraction
SPREAD = sqrt(8 * (epsilon + log(steps / delta)))  # line 15: the deviation is SPREAD sigma tau/n~

# Our version: coins of B_t that turn when one user changes, and the noise that hides so many changes, in units of tau/n~.
CHANGES = 16 + log(4 * steps / delta)
MOVES = 6 * CHANGES  # of the mean
NOISE = MOVES * sqrt(2 * steps * (log(2 / delta) + epsilon / 2)) / (epsilon / 2)

LETTERS = {"q": r"\tilde{n}/n", "batch": r"\tilde{n}"}

INVERTED = Fault(
    "theorem_3_noise", "direction", "Theorem 3; Section 5, PrivacyAccount; Appendix C.2",
    r"the noise multiplier is printed upside down; the inverse fraction, which is presumably meant, is not enough either: in small batches of two distant groups the output reveals one user, whatever multiple of $\tau/\tilde{n}$ the noise is. "
    r"As printed it rises with $\varepsilon$ and falls with $T$; the noise that is needed grows like $\sqrt{T}/\varepsilon$",
)  # fmt: skip
DELTA_TWICE = Fault("c_2_delta", "missing factor", "Appendix C.2", r"$T \delta' + \delta$ at $\delta' = \delta/T$ is $2 \delta$: Lemma 1 then gives $(\varepsilon/2, 2 \delta)$, not $(\varepsilon/2, \delta)$")
SCORE = Fault(
    "c_2_score", "missing factor", "Appendix C.2, AboveThreshold",
    r"ordered pairs are counted, so one user moves the score by up to $2 - 2/\tilde{n}$, and AboveThreshold at $\varepsilon/2$ is for queries that move by 1",
)  # fmt: skip

TWO_GROUPS = Fault(
    "theorem_3_two_groups", "hidden assumption", "Theorem 3; Algorithm 2, lines 9 to 14",
    r"batches need $(80/(3 \varepsilon)) \ln(19/(80 \delta))$ users at least, 538 at $\varepsilon = 1/2$ and $\delta = 10^{-5}$: in smaller ones the noisy test can accept two distant "
    r"groups, and one user decides whether anybody is kept. Theorem 3 asks for no least batch; Theorem 4 asks for $n_i$ of that order, constants apart, and at its $\tau$ no two "
    r"gradients are that far apart for $m$ up to 50 and $\delta$ up to $10^{-5}$",
)  # fmt: skip

RANDOM_BATCH = Fault(
    "algorithm_2_random_batch", "algorithm line", "Algorithm 2, lines 8 to 12, with the Poisson sampling of Section 5",
    r"under Poisson sampling the size of a batch is random, and the thresholds are fractions of its expected size $\tilde{n}$: a small batch fails though all agree, and a large one can pass with two distant groups, so that "
    r"one user moves the mean by more than any multiple of $\tau/\tilde{n}$",
)  # fmt: skip

drawn, agree, other = sympy.symbols("drawn agree other", real=True)  # users of a batch, and those of them within 2 tau of each of two that are kept
KEPT_IN_LARGE_BATCHES = Inequality(drawn, agree + other, (Ge(batch, 50), Gt(agree, batch / 2), Gt(other, batch / 2), Gt(drawn, 0), Le(drawn, 13 * batch / 10)))
KEPT_BY_OWN_SIZE = Inequality(drawn, agree + other, (Gt(drawn, 0), Gt(agree, drawn / 2), Gt(other, drawn / 2)))
KEPT_IN_FULL_BATCHES = Inequality(drawn, agree + other, (Gt(drawn, 0), Eq(batch, drawn), Gt(agree, batch / 2), Gt(other, batch / 2)))


def between(low, high, digits=9):
    """Rationals of so many digits below `low` and above `high`."""
    unit = 10**digits
    return Rational(Fraction(low) * unit // 1, unit), Rational(-(-Fraction(high) * unit // 1), unit)
