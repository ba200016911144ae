"""Theorem 5.4: estimation error of Algorithm 1 in the norm of the data."""

from sympy import Add, Ge, log, sqrt

from boundcheck.claims import Assumption, Claim, HighProbabilityBound, Reading, Source

from . import PAPER, algorithm_1, claim_e_1, claim_e_2, definition_5_1, instances, lemma_h_2
from .notation import LETTERS, PARAMETERS, c_epsilon, covariance_norm, d, delta, gamma, lam, n, radius
from .proofs import theorem_5_4 as proof
from .quantities import CORRUPTION, DEFINITIONS, NOISE_WIDTHS
from .studies import theorem_5_4 as study

CONSTANT = 2


def terms(variant):
    """The named terms: of the explicit version, Claims E.1 and E.2 in the mended chain (20) to (22), and of the displayed rate."""
    widths = NOISE_WIDTHS[variant]
    noise = Add(*(claim_e_1.explicit(width / 2, delta / len(widths)) for width in widths))
    corruption = Add(*(claim_e_2.bound(cost, share) for share, cost in CORRUPTION[variant]))
    return {
        "corruption": (corruption / gamma, Add(*(cost * sqrt(share) / gamma for share, cost in CORRUPTION[variant]))),
        "noise": (noise / gamma, c_epsilon / gamma * sqrt((d + log(1 / delta)) / n)),
        "ridge": (2 * radius * sqrt(lam), radius * sqrt(lam)),
    }


def printed(variant):
    """The displayed rate without C."""
    return Add(*(rate for _, rate in terms(variant).values()))


def explicit(variant):
    """The version with every constant."""
    return Add(*(size for size, _ in terms(variant).values()))


def sharper_corruption(worth):
    """What corruption adds at most: `worth` is cost times share, each sample is bounded by the ball."""
    return sqrt(2 * radius * worth / gamma)


def sharper(variant):
    """Beyond the paper: the explicit version with the corruption bounded through the ball."""
    shown = {name: size for name, (size, _) in terms(variant).items()}
    worth = Add(*(cost * share for share, cost in CORRUPTION[variant]))
    return Add(*(shown | {"corruption": sharper_corruption(worth)}).values())


TRIVIAL = 2 * radius * sqrt(covariance_norm + lam)  # the diameter of the ball

ERROR = 'norm(hat(theta)_"{}" - theta_"true")_(hat(Sigma) + lambda I)'


def _bound(variant, bound=explicit):
    beyond = bound is not explicit
    return HighProbabilityBound(
        printed=printed(variant),
        explicit=bound(variant),
        constant=CONSTANT,
        trivial=TRIVIAL,
        failure=delta,
        regimes=(*study.regimes(variant), *([study.crossed_block()] if beyond else [])),
        mutants=study.mutants(variant),
        probes=study.probes(variant),
        search=instances.SEARCH + instances.CORRUPTED[variant],
        instance=study.INSTANCES[variant],
        fixed={covariance_norm.name: 1.0},
        terms={} if beyond else terms(variant),
        given=(Ge(d, 2),),  # for d = 1 the parameter is 0 (Definition 5.1), and so is the error
    )


CLAIM = Claim(
    source=Source(PAPER, "Theorem 5.4", "Section 5.2; proof in Appendix E.4"),
    words="For any epsilon > 0, alpha in [0, 1/2), delta in (0, 1) and lambda > 0, with probability at least 1 - delta",
    displays={v.upper(): (ERROR.format(v.upper()) + " <= C ({})", printed(v)) for v in ("ctl", "ltc", "clc")},
    parameters=tuple(PARAMETERS[name] for name in ("n", "d", "epsilon", "alpha", "alpha_1", "alpha_2", "delta", "lam", "radius")),
    definitions=DEFINITIONS,
    letters=LETTERS | proof.LETTERS,
    readings=(
        Reading("literal",
            "'α, [0, 1/2)' is read as α in [0, 1/2); C is an absolute constant; the theorem states CTL and LTC, and the bound for CLC is "
            "the one that the gradient bound at the end of the proof gives with (22)"),
        Reading("sharper",
            "the corruption term sqrt(2 B' c(epsilon) alpha / gamma) in place of c(epsilon) sqrt(alpha) / gamma under LTC: "
            "the root of c(epsilon) suffices, for the same algorithm",
            repair=True),
    ),
    parts={
        "coverage_ctl": _bound("ctl"),
        "coverage_ltc": {"literal": _bound("ltc"), "sharper": _bound("ltc", sharper)},
        "coverage_clc": _bound("clc"),
        "rates": study.rates(printed, explicit, TRIVIAL),
        "separation": study.separation(printed),
    },
    steps=proof.steps(printed, explicit, CONSTANT, sharper, sharper_corruption),
    assumptions=(
        Assumption("bounded_features", "‖xᵢ‖ <= 1", ("curvature",), "gamma is then the curvature at longer logits"),
        Assumption("ball", "the truth lies in the ball of radius B' over which Algorithm 1 minimises", ("first_order", "ridge")),
        Assumption("independent_coins",
            "samples are independent, and the coins of randomized response depend neither on them nor on the adversary",
            ("ctl_privacy_mean", "ctl_noise", "ltc_noise")),
        Assumption("logistic_labels", "labels follow the logistic model with the true parameter", ("ctl_label_mean",)),
        Assumption("adaptive_corruption", "at most alpha n labels change, after the adversary has seen all samples",
            ("ctl_corruption", "ltc_corruption")),
    ),
    uses=(definition_5_1, algorithm_1, claim_e_1, claim_e_2, lemma_h_2),
    not_covered=(
        "that the checked lines are the whole proof, which is how we read the page",
        "steps on vectors and matrices are checked in the reduced form that each of them names",
        "where the minimiser is not unique the one of least norm is simulated",
    ),
)
