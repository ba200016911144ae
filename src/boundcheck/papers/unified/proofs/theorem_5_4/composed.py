"""What the chain gives under each order, and beyond the page: corruption bounded through the ball."""

import sympy
from sympy import Ge, Gt, Le, sqrt

from boundcheck.claims import Inequality, Step

from ...notation import alpha, c_epsilon, d, domain, gamma, lam, radius
from .letters import EPSILON, WHERE, D

_CORRUPTED = {"ctl": "sqrt(alpha)", "ltc": "c(epsilon) sqrt(alpha)", "clc": "sqrt(alpha_1) + c(epsilon) sqrt(alpha_2)"}
_RATES = {
    variant: f"({corrupted})/gamma + c(epsilon)/gamma sqrt((d + ln(1/delta))/n) + B' sqrt(lambda)"
    for variant, corrupted in _CORRUPTED.items()
}


def combined(printed, explicit, constant):
    """What the three cases end with: the explicit version is at most the constant times the printed rate."""
    rows = []
    for variant, words in (("ctl", "CTL"), ("ltc", "LTC"), ("clc", "CLC")):
        names = ("alpha_1", "alpha_2") if variant == "clc" else ("alpha",)
        rows.append(
            Step(f"constant_{variant}", f"{WHERE}{words}, last line",
                Inequality(explicit(variant), constant * printed(variant),
                    (*domain("n", "epsilon", "delta", "lam", "radius", *names), Ge(d, 2))),
                settles=(f"coverage_{variant}",),
                display=f'1/gamma ({_CORRUPTED[variant]} + N) + 2 B\' sqrt(lambda) <= {constant} ({{}})'.format(_RATES[variant]),
                reduction=f"N is the sum of Claim E.1's bounds for the noise; C = {constant} times the printed rate.")
        )
    return tuple(rows)


def beyond(corruption):
    """Not in the paper: corrupted samples bounded by the ball, which improves the dependence on c and on gamma."""
    noise, worth = sympy.symbols("N w", real=True)
    positive = (Ge(D, 0), Ge(noise, 0), Ge(worth, 0), Gt(lam, 0), Gt(radius, 0))
    return (
        Step("sharper_corruption", "not in the paper",
            Inequality(D, noise / gamma + corruption(worth) + 2 * radius * sqrt(lam),
                (Le(gamma * D**2, noise * D + 2 * radius * worth + 4 * gamma * lam * radius**2), *positive)),
            display="norm(Delta)_(hat(Sigma) + lambda I) <= N/gamma + sqrt((2 B' w)/gamma) + 2 B' sqrt(lambda)",
            reduction="In the mended (20) the corrupted samples contribute at most 2 B' w, w being cost times share, since "
            "|⟨xᵢ, Δ⟩| is at most 2 B'; N is the norm of the noise alone, D that of Delta."),
        Step("sharper_than_printed", "not in the paper",
            Inequality(corruption(c_epsilon * alpha), sqrt(c_epsilon * alpha) / gamma,
                (*EPSILON, *domain("alpha"), Gt(radius, 0))),
            reduction="So the root of c(ε) suffices under LTC, and the factor 1/γ improves to the root of 2 B'/γ."),
    )
