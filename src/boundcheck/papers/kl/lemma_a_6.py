"""Lemma A.6: Assouad's lemma."""

import sympy
from sympy import Eq, Ge, Gt, Le, exp, log

from boundcheck.claims import Claim, Identity, Inequality, Repair, Source, Step

from . import PAPER, faults
from .notation import ANY_KEEP

S, c, m, y, k, v, w, a, b = sympy.symbols("S c m y k v w a b", real=True)

# k is the divergence of two neighbours, v their total variation, m their affinity.
NEIGHBOURS = (Le(m**2, 2 * (1 - v)), Le(exp(-k), m**2))

CLAIM = Claim(
    source=Source(PAPER, "Lemma A.6", "Appendix A"),
    words="For instances indexed by a cube and a loss that is a sum of S losses of which each two neighbours cannot both be below c/2 on average,",
    displays={"": "inf_(pi) sup_(I) L(pi, I) >= S c/4 min_(theta tilde theta') exp(-\"KL\"(P_(I_theta) || P_(I_(theta'))))"},
    letters=ANY_KEEP,
    parts={"two_points": Inequality(S * c / 4 * exp(-k), S * c / 2 * (1 - v), (Gt(c, 0), Gt(S, 0), *NEIGHBOURS))},
    steps=(
        Step("neighbours", "Lemma A.6, hypothesis", Identity(v + w, a + b, (Ge(v, 0), Ge(w, 0), Ge(a, 0), Ge(b, 0))),
            display="L_j (pi, J_theta) + L_j (pi, J_(theta'))",
            because="a and b are the losses of a policy under the instances I of two neighbours, v and w those under J, which the lemma does not introduce.",
            repair=Repair(Identity(v + w, a + b, (Eq(v, a), Eq(w, b))), "J is the instance I of the same index", "L_j (pi, I_theta) + L_j (pi, I_(theta'))"),
            misprint="the lemma's first lines and its conclusion have I_theta", fault=faults.NEIGHBOUR),
        Step("average_below_worst", "proof of Lemma A.6", Inequality((v + w) / 2, m, (Le(v, m), Le(w, m))),
            because="The worst instance is no better than the mean over the cube, coordinate by coordinate over pairs of neighbours."),
        Step("one_coordinate", "proof of Lemma A.6",
            Inequality(c * m, v + w, (Gt(c, 0), Ge(m, 0), Ge(a, 0), Ge(b, 0), Ge(a + b, c), Eq(v, a * m), Eq(w, b * m))),
            display="EE_theta L_j + EE_(theta') L_j >= c integral min(d P_theta, d P_(theta'))",
            because="a and b are the two losses of the policy that a data set gives, m is the smaller of its two densities: a p + b q is at "
            "least (a + b) min(p, q). Summed over data sets, integral min = 1 - TV."),
        Step("affinity", "proof of Lemma A.6", Inequality(m * (2 - m), 2 * m, (Ge(m, 0), Le(m, 1))),
            display="(sum sqrt(P Q))^2 <= (sum min(P, Q)) (sum max(P, Q)) <= 2 (1 - \"TV\")",
            because="By Cauchy and Schwarz; m is the sum of minima, and maxima sum to 2 - m."),
        Step("jensen", "proof of Lemma A.6", Inequality(log(y), log(m) + (y - m) / m, (Gt(y, 0), Gt(m, 0))),
            display="-2 ln sum sqrt(P Q) <= \"KL\"(P || Q)",
            because="y is sqrt(Q/P) at a point and m its mean, the affinity: the mean of the last term is 0."),
        Step("bretagnolle_huber", "proof of Lemma A.6",
            Inequality(exp(-k) / 2, 1 - v, NEIGHBOURS),
            because="k is the divergence, v the total variation, m the affinity."),
        Step("four", "Lemma A.6", Identity(S * c / 2 * (exp(-k) / 2), S * c / 4 * exp(-k)),
            because="Half from the mean over a pair, half from the last step."),
    ),
)
