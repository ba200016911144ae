"""Appendix C: how tight are the bounds? Its conjectures as questions."""

import sympy
from sympy import Add, Eq, Ge, Gt, Integer, Le, Lt, Rational, exp, log, sqrt

from boundcheck.claims import Cited, Claim, HighProbabilityBound, Identity, Inequality, Source, Step

from . import PAPER, claim_e_1, lemma_h_4, theorem_5_4
from .notation import HALF, LETTERS, PARAMETERS, alpha, c_epsilon, d, delta, domain, epsilon, gamma, lam, n, radius, xi
from .quantities import CORRUPTION, DEFINITIONS, NOISE_WIDTHS
from .studies import appendix_c as study

CONSTANT = 2
D, N, b, s, r, h, p, q, t, k = sympy.symbols("D N b s r h p q t k", real=True)
POSITIVE = domain("epsilon")
NOISE = c_epsilon / gamma * sqrt((d + log(1 / delta)) / n)


def corruption(variant):
    """Root of the corrupted share times what a label costs: c(epsilon) stands under the root."""
    return Add(*(sqrt(2 * radius * cost * share / gamma) for share, cost in CORRUPTION[variant]))


def sharper(variant):
    """The rate that the chain of Theorem 5.4 gives if corruption is bounded before Cauchy and Schwarz."""
    return corruption(variant) + NOISE + radius * sqrt(lam)


def explicit(variant):
    """The same with every constant."""
    widths = NOISE_WIDTHS[variant]
    noise = Add(*(claim_e_1.explicit(width / 2, delta / len(widths)) for width in widths))
    return corruption(variant) + noise / gamma + 2 * radius * sqrt(lam)


def _bound(variant):
    return HighProbabilityBound(
        printed=sharper(variant),
        explicit=explicit(variant),
        constant=Integer(CONSTANT),
        trivial=theorem_5_4.TRIVIAL,
        failure=delta,
        regimes=study.regimes(variant),
        mutants=study.mutants(variant, explicit),
    )


CLAIM = Claim(
    source=Source(PAPER, "Appendix C", "Appendix C"),
    title="Discussion of tightness: the conjectured sqrt(c(epsilon)) separation is attained, C = 2",
    words="Without coverage a separation of the order sqrt(c(epsilon)) between LTC and CTL is thought possible; with coverage c(epsilon) and 1/xi "
    "are thought tight. The appendix is right on both; steps that are false as printed are those of Appendices E.4 and F, on which it rests. The first is true, by the paper's own steps in another order:",
    displays={v.upper(): (f'norm(hat(theta)_"{v.upper()}" - theta_"true")_(hat(Sigma) + lambda I) <= C ({{}})', sharper(v)) for v in CORRUPTION},
    parameters=tuple(PARAMETERS[name] for name in ("n", "d", "epsilon", "alpha", "delta", "lam", "radius")),
    definitions=DEFINITIONS,
    letters=LETTERS,
    parts={
        **{f"sharper_{variant}": _bound(variant) for variant in CORRUPTION},
        "rates": study.rates(sharper, explicit, theorem_5_4.TRIVIAL),
    },
    uses=tuple(f"unified/{module.__name__.rsplit('.', 1)[1]}" for module in (claim_e_1, lemma_h_4, theorem_5_4)),
    steps=(
        Step("gamma_order_below", "Dependence on 1/gamma",
            Inequality(exp(radius), 1 / gamma, (Gt(radius, 0),)),
            display='1/gamma = Theta(e^(B\'))'),
        Step("gamma_order_above", "Dependence on 1/gamma", Inequality(1 / gamma, 4 * exp(radius), (Gt(radius, 0),))),
        Step("privacy_cost_below", "The privacy cost",
            Inequality(2 / epsilon, c_epsilon, POSITIVE),
            display='c(epsilon) = Theta(1/epsilon) "for" epsilon in [0, 1]'),
        Step("privacy_cost_above", "The privacy cost",
            Inequality(c_epsilon, Rational(13, 6) / epsilon, (*POSITIVE, Le(epsilon, 1)))),
        Step("divergence_contracts", "The privacy cost",
            Cited(
                "an epsilon-private channel contracts divergences: the symmetric divergence of the outputs is at most "
                "4 (e^epsilon - 1)^2 times the squared total variation of the inputs",
                "Duchi et al. (2018), Theorem 1",
            )),
        Step("divergence_cost", "The privacy cost",
            Inequality(1 / (exp(epsilon) - 1), c_epsilon, POSITIVE),
            display='1/(e^epsilon - 1) <= c(epsilon) <= 3/(e^epsilon - 1) "for" epsilon <= 0.69',
            reduction="The lower bound's factor 1/(e^epsilon - 1) and the upper bound's c(epsilon) agree up to e^epsilon + 1; for large "
            "epsilon the first tends to 0 and says nothing."),
        Step("corruption_first", "improvement: sqrt(c(epsilon)) is possible",
            Inequality(b * k / n, 2 * radius * b * alpha, (Gt(n, 0), Ge(k, 0), Le(k, 2 * radius * alpha * n), Ge(b, 0))),
            display='abs(1/n sum_i b_i chevron.l x_i, Delta chevron.r) <= c(epsilon) alpha dot 2 B\'',
            reduction="At most alpha n of the b_i are not zero, each at most b; |<x_i, Delta>| <= norm(Delta) <= 2 B'. k is the sum of these "
            "inner products over the corrupted samples."),
        Step("chain", "improvement: sqrt(c(epsilon)) is possible",
            Inequality(gamma * (s + lam * r), N * D + 2 * radius * b * alpha + 4 * gamma * lam * radius**2,
                (Le(gamma * s, N * D + 2 * radius * b * alpha), Le(r, 4 * radius**2), Gt(lam, 0), Gt(radius, 0))),
            display='gamma norm(Delta)^2 <= N norm(Delta) + 2 B\' c(epsilon) alpha + 4 gamma lambda B\'^2',
            reduction="The mended (20) with the corrupted part of the gradient bounded as above and only the noise N by Cauchy and Schwarz.",
        ),
        Step("solve", "improvement: sqrt(c(epsilon)) is possible",
            Inequality(D, N / gamma + sqrt(2 * radius * b * alpha / gamma) + 2 * radius * sqrt(lam),
                (
                    Le(gamma * D**2, N * D + 2 * radius * b * alpha + 4 * gamma * lam * radius**2),
                    Ge(D, 0), Ge(N, 0), Ge(b, 0), Ge(alpha, 0), Gt(lam, 0), Gt(radius, 0),
                )),
            reduction="The positive root of the quadratic, its parts apart."),
        *(
            Step(f"constant_{variant}", "improvement: sqrt(c(epsilon)) is possible",
                Inequality(explicit(variant) - corruption(variant), CONSTANT * (sharper(variant) - corruption(variant)),
                    (*domain("n", "epsilon", "delta", "lam", "radius"), Ge(d, 2))),
                reduction="Less the corruption term, which is the same on both sides.")
            for variant in CORRUPTION
        ),
        Step("never_worse", "improvement: sqrt(c(epsilon)) is possible",
            Inequality(2 * radius * gamma, Rational(9, 20), (Gt(radius, 0),)),
            display='sqrt(2 B\' c alpha/gamma) <= sqrt(9/20) (c sqrt(alpha))/gamma',
            reduction="The square of the quotient is 2 B' gamma / c(epsilon): the new term is smaller everywhere, under CTL as well, and "
            "smaller by sqrt(c(epsilon)/gamma) up to sqrt(2 B')."),
        Step("trace", "Dependence on alpha, xi <= 1/d",
            Inequality(xi, 1 / d, (Ge(d, 1), Le(d * xi, t), Le(t, 1))),
            reduction="t is the trace of the covariance, the mean of norm(x)^2."),
        Step("best_case", "Dependence on alpha", Identity(alpha / xi, d * alpha, (Ge(d, 1), Eq(xi, 1 / d)))),
        Step("two_worlds", "improvement: 1/(gamma xi) and c(epsilon) are needed",
            Inequality(xi * (1 / c_epsilon) * h / 2, alpha, (*POSITIVE, Ge(h, 0), Le(h, 2 * c_epsilon * alpha / xi), Gt(xi, 0))),
            display='xi/2 abs(p_1 - p_0)/c(epsilon) <= alpha quad => quad "an adversary after privacy makes two worlds look alike"',
            reduction="A share xi of the samples lies in one direction; there the labels are 1 with probability p_0 or p_1, h apart. By Lemma "
            "H.4 any private mechanism brings their laws to a distance h/c(epsilon); changing half of it in either world is enough.",
        ),
        Step("logits_apart", "improvement: 1/(gamma xi) and c(epsilon) are needed",
            Inequality(
                h / (2 * p * (1 - p)), log(p / (1 - p)) - log((p - h) / (1 - p + h)), (Ge(p - h, HALF), Gt(h, 0), Lt(p, 1), Le(h, 1 - p))
            ),
            reduction="Between p - h and p, h at most 1 - p, the logits differ by h/(2 gamma) at least, p being the largest probability in the ball.",
        ),
        Step("lower_bound", "improvement: 1/(gamma xi) and c(epsilon) are needed",
            Inequality(HALF * c_epsilon * alpha / (p * (1 - p) * xi), (log(p / (1 - p)) - log((p - h) / (1 - p + h))) / 2,
                (*POSITIVE, Gt(xi, 0), Eq(h, 2 * c_epsilon * alpha / xi), Ge(p - h, HALF), Gt(h, 0), Lt(p, 1), Le(h, 1 - p))),
            display='max "error" >= 1/2 c(epsilon) alpha/(gamma xi)',
            reduction="gamma is p (1 - p), and both truths lie in the ball: p - h is at least 1/2. No estimator tells the two worlds apart, so in one of them it is off by half their distance: h/(4 gamma) for "
            "every h below 2 c(epsilon) alpha/xi with h <= min(1 - p, p - 1/2) and n large. For small alpha Theorem 5.7's corruption "
            "term under LTC is optimal up to a constant."),
    ),
    not_covered=(
        "the two-world argument is for large n, where the counts are near their means",
        "whether sqrt(alpha) is needed for suboptimality, in place of the estimation error",
        "lower bounds that the appendix cites",
    ),
)
