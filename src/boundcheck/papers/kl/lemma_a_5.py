"""Lemma A.5: contraction under label privacy."""

import sympy
from sympy import Abs, Eq, Ge, Gt, Le, Lt, Max, Min, exp, log, sinh, tanh

from boundcheck.claims import Assumption, Claim, Identity, Inequality, KeyFinding, Source, Step
from boundcheck.symbolic import bernoulli_kl

from . import PAPER
from .notation import ANY_KEEP, domain, epsilon, keep

NOT_INTERACTIVE = Assumption("not_interactive", "the channel of a label does not depend on other labels",
    "for interactive channels the same bound holds per label, given the past")

p, q, a, b, r = sympy.symbols("p q a b r", real=True)
w, least, x, y, T = sympy.symbols("w w_0 x y T", real=True)
E = exp(epsilon)
COIN = Eq(keep, exp(epsilon) / (exp(epsilon) + 1))
OPEN = (Gt(p, 0), Lt(p, 1), Gt(q, 0), Lt(q, 1))
GIVEN = (*OPEN, *domain(epsilon), COIN)


def arrives(p):
    """Probability of the output 1 of randomized response."""
    return keep * p + (1 - keep) * (1 - p)


def both(p, q):
    """Divergence plus its reverse."""
    return bernoulli_kl(p, q) + bernoulli_kl(q, p)


def ahead(r):
    """Integrand of the divergence of the outputs, per unit of the law under the label 0; `r` is the ratio of the two laws."""
    return (1 + p * (r - 1)) * log((1 + p * (r - 1)) / (1 + q * (r - 1)))


PRINTED = Min(4, exp(2 * epsilon)) * (exp(epsilon) - 1) ** 2
SHARP = 4 * sinh(epsilon / 2) ** 2

ONE_DIRECTION = Step("one_direction", "Lemma A.5, sharpened", Inequality(bernoulli_kl(arrives(p), arrives(q)), SHARP * (p - q) ** 2, GIVEN))

CLAIM = Claim(
    source=Source(PAPER, "Lemma A.5", "Appendix A; Theorem 1 of Duchi et al. (2013)", kind="lemma"),
    words=r"For an $\varepsilon$-LDP channel $Q$ of a label (a bit, as in the paper) and the laws $M_1$, $M_2$ of its outputs under $P_1$, $P_2$,",
    displays={"": r"D_{\mathrm{kl}}(M_1 \| M_2) + D_{\mathrm{kl}}(M_2 \| M_1) \le \min\{4, e^{2 \varepsilon}\} (e^\varepsilon - 1)^2 \|P_1 - P_2\|_{\mathrm{TV}}^2"},
    letters=ANY_KEEP,
    parts={"randomized_response": Inequality(both(arrives(p), arrives(q)), PRINTED * (p - q) ** 2, GIVEN)},
    steps=(
        Step("chord_of_the_ratio", "Lemma A.5, any channel of a bit",
            Inequality((E - 1 / E) * ahead(r), (E - r) * ahead(1 / E) + (r - 1 / E) * ahead(E), (*OPEN, *domain(epsilon), Ge(r, 1 / E), Le(r, E))),
            because=r"$r$ is the ratio of the two laws of the channel at one output, between $e^{-\varepsilon}$ and $e^\varepsilon$; the divergence's integrand is "
            "convex in it. Times the law under the label 0 and summed over the outputs; the other direction is the same with $p$ and $q$ changed."),
        Step("any_channel", "Lemma A.5, any channel of a bit",
            Identity((E - 1) * ahead(1 / E) + (1 - 1 / E) * ahead(E), (E - 1 / E) * bernoulli_kl(arrives(p), arrives(q)), GIVEN),
            because="$r$ has mean 1, so that the chord's mean is that of randomized response: for labels the two-point computation is the whole lemma.", assumes=NOT_INTERACTIVE),
        Step("inputs_of_any_kind", "Lemma A.5, any channel", Inequality((w - least) * (x - y), (E - 1) * least * Max(x - y, 0), (*domain(epsilon), Ge(least, 0), Ge(w, least), Le(w, E * least))),
            form="reduction", display=r"|m_1 - m_2| \le (e^\varepsilon - 1) \inf_x Q(z \mid x) \|P_1 - P_2\|_{\mathrm{TV}}",
            because="$w$ is the probability of an output given one input, $w_0$ the least over all inputs; $x$ and $y$ are the probabilities of the input. Summed over the "
            "inputs, where the positive parts add up to the total variation; the other sign is the same with the laws changed."),
        Step("one_output", "Lemma A.5, any channel",
            Inequality((a - b) * log(a / b), ((E - 1) * T) ** 2 * least, (*domain(epsilon), Gt(least, 0), Ge(a, least), Ge(b, least), Ge(T, 0), Le(Abs(a - b), (E - 1) * least * T))),
            because="$a$ and $b$ are the probabilities of the output under $M_1$ and $M_2$, $T$ is the total variation; where $w_0$ is 0 so are both. Summed over the outputs; the $w_0$ add up to at most 1.", assumes=NOT_INTERACTIVE),
        Step("without_the_minimum", "Lemma A.5, any channel", Inequality(((E - 1) * T) ** 2, PRINTED * T**2, domain(epsilon)),
            because=r"For inputs of any kind the lemma stands without min{4, $e^{2 \varepsilon}$}."),
        Step("shrinks", "Lemma A.5", Identity(arrives(p) - arrives(q), tanh(epsilon / 2) * (p - q), GIVEN),
            because=r"Total variation shrinks by exactly $\tanh(\varepsilon/2)$."),
        Step("outputs_inside", "Lemma A.5", Inequality(keep * (1 - keep), arrives(p) * (1 - arrives(p)), GIVEN)),
        Step("odds", "Lemma A.5", Identity(both(a, b), (a - b) * (log(a / b) + log((1 - b) / (1 - a))), (Gt(a, 0), Lt(a, 1), Gt(b, 0), Lt(b, 1))),
            because="$a$ and $b$ are the two output probabilities."),
        ONE_DIRECTION,
        Step("both_directions", "Lemma A.5, sharpened", Inequality(both(arrives(p), arrives(q)), SHARP * (p - q) ** 2, GIVEN),
            because=r"Even the sum of both directions is at most $(2 \alpha - 1)^2/(\alpha (1 - \alpha))$ times the square."),
        Step("sharper_than_printed", "Lemma A.5, sharpened", Inequality(SHARP, PRINTED, domain(epsilon)),
            because=r"$4 \sinh^2(\varepsilon/2) = (e^\varepsilon - 1)^2/e^\varepsilon$ grows like $e^\varepsilon$; the printed factor like $e^{2 \varepsilon}$."),
        Step("ratio", "Lemma A.5, sharpened", Identity(SHARP, (exp(epsilon) - 1) ** 2 / exp(epsilon), domain(epsilon))),
        Step("least_constant", "Lemma A.5, sharpened",
            Identity(tanh(epsilon / 2) ** 2 / (keep * (1 - keep)), SHARP, (*domain(epsilon), COIN)),
            because=r"Near $p = q = 1$ the sum of both directions is $(2 \alpha - 1)^2 (p - q)^2/(\alpha (1 - \alpha))$ to second "
            "order, so that no smaller constant will do."),
    ),
    findings=(
        KeyFinding(r"For a bit $4 \sinh^2(\varepsilon/2)$ in place of the factor, of order $e^\varepsilon$ where the printed one is of order $e^{2 \varepsilon}$; no smaller one serves", ("both_directions", "sharper_than_printed", "least_constant"), weight="better"),
    ),
    not_covered=(r"the sharpened factor is that of bits; for three inputs it can be exceeded, up to $(e^\varepsilon - 1)^2$ max{$e^{-\varepsilon}$, $2/(e^\varepsilon + 2)$}",),
)
