"""Algorithm 2: the exponential mechanism of Square χPO."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, exp, log, tanh

from boundcheck.claims import Claim, Definition, Inequality, PrivacyGuarantee, Source, Step
from boundcheck.privacy import RECORD_REPLACED
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, domain, epsilon, members, zeta

h, g, y, y_2, v, R, m, t, w, a, b, q = sympy.symbols("h g y y_2 v R m t w a b q", real=True)
u_1, u_2, v_1, v_2 = sympy.symbols("u_1 u_2 v_1 v_2", real=True)
RANGES = (Ge(h, -1), Le(h, 1), Ge(g, -1), Le(g, 1), Eq(y**2, 1), Eq(y_2**2, 1))
# Factors exp(-epsilon (loss of the changed sample)/8) of two policies, before and after; w is the rest of the data.
SAMPLE = (Gt(t, 1), Gt(w, 0), *(condition for u in (u_1, u_2, v_1, v_2) for condition in (Ge(u, 1 / t), Le(u, 1))))


def two(one, other):
    """The law over two policies."""
    return (w * one / (w * one + other), other / (w * one + other))


EXACT = PrivacyGuarantee(
    law={"before": two(u_1, u_2), "after": two(v_1, v_2)},
    neighbours=(("before", "after"), ("after", "before")),
    epsilon=2 * log(t),
    delta=Integer(0),
    given=SAMPLE,
    adjacency=str(RECORD_REPLACED),
)


def enumerated(privacy, rows, samples):
    """Largest factor between probabilities of one policy, over all data sets that differ in one sample."""
    import numpy as np

    from boundcheck.rlhf.bandits.policies import largest_ratio

    functions = np.array([[0.9, -0.9], [-0.9, 0.9], [0.5, 0.5], [0.0, 0.3]])[:, :rows]
    return round(largest_ratio(functions, n=samples, epsilon=privacy), 6)


CLAIM = Claim(
    source=Source(PAPER, "Algorithm 2", "Section 3.2", kind="algorithm"),
    words="A policy is drawn with a probability that falls exponentially with its square loss; one sample changes the loss by at most 4",
    displays={"": r"P(\pi) \propto \exp\left( -\frac{\varepsilon}{8} L(\pi; \bar{\mathcal{D}}) \right)"},
    letters=LETTERS | {"g": "h_2", "y": r"\bar{y}'", "y_2": r"\bar{y}'_2", "R": r"R_{\mathrm{max}}", "t": r"e^{\varepsilon/2}",
        },
    parts={
        "two_policies": EXACT,
        "enumerated": Definition("largest factor, by enumeration of all data sets", enumerated,
            tuple({"privacy": privacy, "rows": rows, "samples": samples} for privacy in (0.5, 2.0) for rows, samples in ((1, 1), (2, 2)))),
    },
    steps=(
        Step("sensitivity", "Section 3.2", Inequality((h - y) ** 2 - (g - y_2) ** 2, Integer(4), RANGES),
            form="reduction", display=r"|L(\pi; \mathcal{D}) - L(\pi; \mathcal{D}')| \le 4", because="One sample is replaced, prompt and responses included, so the policy may have another value there; the other direction is the same."),
        Step("sharper_sensitivity", "derivation", Inequality((h - y) ** 2 - (g - y_2) ** 2, 4 * m, (Ge(h, -m), Le(h, m), Ge(g, -m), Le(g, m), Gt(m, 0), Le(m, 1), Eq(y**2, 1), Eq(y_2**2, 1))),
            because=r"$m$ is $\tanh(R)$: with the clip at $2R$ values lie within it."),
        Step("clipped_value", "derivation", Inequality((2 * sigmoid(v) - 1) ** 2, tanh(R) ** 2, (Ge(v, -2 * R), Le(v, 2 * R))),
            because=r"So Algorithm 2 as printed is $\varepsilon \tanh(R_{\max})$-DP: for small rewards more private than it says."),
        Step("numerator", "Theorem 3.7, privacy", Inequality(exp(epsilon * (a - b) / 8), exp(epsilon / 2), (*domain(epsilon), Ge(a, 0), Le(a, 4), Ge(b, 0), Le(b, 4))),
            because="Half of the level goes to the weight of a policy, half to the sum of all weights."),
        Step("normaliser", "Theorem 3.7, privacy", Inequality(w * u_1 + u_2, t * (w * v_1 + v_2), (Gt(w, 0), Gt(t, 1), Ge(u_1, 0), Ge(u_2, 0), Le(u_1, t * v_1), Le(u_2, t * v_2))),
            because="Term by term; any number of policies."),
        Step("utility", "used by Lemma B.1", Inequality(members * exp(-epsilon * q / 8), zeta, (*domain(epsilon, members, zeta), Ge(q, 8 * log(members / zeta) / epsilon))),
            because=r"A policy whose loss is more than $q$ above the least one has a probability of at most $\exp(-\varepsilon q/8)$."),
        Step("multiplicity", "Appendix C, central model", Inequality(m * exp(-epsilon * q / 8), members * exp(-epsilon * q / 8), (*domain(epsilon), Le(m, members))),
            because=r"Several policies may have the same values $h$ after clipping; $m$ of them together have at most the probability that the bound with $|\Pi|$ allows."),
    ),
)  # fmt: skip
