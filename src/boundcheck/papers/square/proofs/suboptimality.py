"""From the error of least squares to the gap: the composition of Lemma C.2 with Theorem C.1, with constants."""

import sympy
from sympy import Ge, Gt, Le, exp, sqrt

from boundcheck.claims import Assumption, Inequality, Step

from ..notation import alpha, coverage, domain, range_bound, reward_bound
from ..quantities import META

BOUNDED = Assumption("bounded", r"Assumption 3.3, with $V \ge R$")
KNOWN_ALPHA = Assumption("known_alpha", r"$\beta$ depends on $\alpha$, on the order, and on the comparator's coefficient",
    r"with the $\beta$ of the other order the gap is larger by up to the root of $c(\varepsilon)$; see the claim `algorithm_1`")

# kappa, c(epsilon), roots of log(|Pi|/zeta)/n and of 1/epsilon; errors and bounds of them.
k, c, w, v, e, x, root = sympy.symbols("k c w v e x root", real=True)
LETTERS = {
    "k": r"\kappa", "c": r"c(\varepsilon)", "root": r"\sqrt{c(\varepsilon) \alpha}",
}  # fmt: skip
WHERE = "Appendix C, from Theorem C.1 and Lemma C.2"
LETTER_WORDS = r"$k$ is $\kappa$, $w$ the root of $\ln(|\Pi|/\zeta)/n$, $c$ is $c(\varepsilon)$."
POSITIVE = (Gt(k, 0), Ge(w, 0), *domain(alpha))
CONSTANT = {"ctl": 45, "ltc": 45, "central": 56}


def shared(beta=(), bounded=()):
    """Steps of both theorems: logits from probabilities, and the printed beta at a bound of the error, with what these assume."""
    bounds = (*domain(reward_bound, coverage), Ge(range_bound, reward_bound))
    return (
        Step("logits_from_probabilities", "Lemma C.2", Inequality((1 + reward_bound) * (exp(-reward_bound) + 2 + exp(reward_bound)) * e / 2,
                2 * exp(2 * reward_bound) * e, (*domain(reward_bound), Ge(e, 0))),
            because="$e$ is the root of the error of $h$: $h$ is twice a probability, so half of the factor of Lemma C.3 is left; in the version with one logit further out."),
        Step("gap_at_beta", WHERE,
            Inequality(x * sqrt(coverage) + sqrt(2 / coverage) * e * coverage + x**2 / (2 * sqrt(2 / coverage) * e), META * e * sqrt(coverage),
                (Ge(x, 0), Le(x, e), Gt(e, 0), *domain(coverage))),
            because=r"$x$ is $V/R$ times $\operatorname{err}_{\mathrm{stat}}$, $e$ a bound of it, and $\beta$ is $\sqrt{2/C}$ times that bound.", assumes=beta),
        Step("worse_than_all", WHERE, Inequality(reward_bound, exp(2 * reward_bound) * range_bound / reward_bound * sqrt(coverage), bounds),
            because="Where the terms in brackets are above 1 the bound is above the trivial one.", assumes=bounded),
    )  # fmt: skip


def local():
    """The printed rates of Theorem 3.5, with a constant."""
    return (
        *shared(KNOWN_ALPHA, BOUNDED),
        Step("constant_ctl", "Theorem 3.5, CTL", Inequality(META * 2 * k * (4 * alpha + 4 * (1 + c) * w), CONSTANT["ctl"] * k * (c * w + sqrt(alpha)), (*POSITIVE, Ge(c, 1))),
            because=LETTER_WORDS),
        Step("constant_ltc", "Theorem 3.5, LTC",
            Inequality(META * 2 * k * (2 * (1 + c) * alpha + 4 * (1 + c) * w), CONSTANT["ltc"] * k * (c * w + root), (*POSITIVE, Ge(c, 1), Ge(root, 0), Le(alpha * c, 1), Ge(root**2, alpha * c))),
            because=LETTER_WORDS + r" The root of $c \alpha$ is written as a letter."),
        Step("constant_ctl_sharper", "derivation", Inequality(META * 2 * k * (4 * alpha + 4 * (1 + c) * w), 45 * k * (c * w + alpha), (*POSITIVE, Ge(c, 1))),
            because=LETTER_WORDS),
        Step("constant_ltc_sharper", "derivation", Inequality(META * 2 * k * (2 * (1 + c) * alpha + 4 * (1 + c) * w), 45 * k * (c * w + alpha * c), (*POSITIVE, Ge(c, 1))),
            because=LETTER_WORDS),
        Step("sharper_factor", "derivation", Inequality((1 + reward_bound) * exp(reward_bound), exp(2 * reward_bound), domain(reward_bound)),
            because="$(1 + R) e^R$ in place of $e^{2R}$."),
        Step("root_is_weaker", "derivation", Inequality(alpha, sqrt(alpha), domain(alpha))),
    )  # fmt: skip


def central():
    """The rate of Theorem 3.7, with a constant."""
    return (
        *shared(),
        Step("constant_central", "Theorem 3.7",
            Inequality(META * 2 * k * (4 * alpha + 2 * sqrt(21) * w + sqrt(21) * w * v), CONSTANT["central"] * k * (w + w * v + sqrt(alpha)), (*POSITIVE, Ge(v, 0))),
            because=r"$k$ is $\kappa$, $w$ the root of $\ln(|\Pi|/\zeta)/n$, $v$ that of $1/\varepsilon$."),
    )  # fmt: skip

