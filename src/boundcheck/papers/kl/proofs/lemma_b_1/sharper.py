"""The sharper version: one over the least information of a private label in place of the printed price."""

import sympy
from sympy import Ge, Gt, Le, Lt, cosh, coth, exp, log, sinh, sqrt, tanh

from boundcheck.claims import Identity, Inequality, Step

from ...assumptions import ASSUMPTION_3_8
from ...notation import bound, delta, domain, epsilon, keep, n, size, tau
from ...quantities import PRICE, SHRINKS, private
from .letters import INSIDE, OPEN, G, X, Y, a, b, ell, m, p, q, w, x, y

# Letters of the last two: X = cosh((x + y)/2), Y = cosh((x - y)/2), G = cosh B, m = tanh^2(epsilon/2).
PRICE_IN_G = 2 * (1 + G) + (1 + G) ** 2 * (1 - m) / m
WITH_TWO_B = Step("with_two_b", "sharper version", Inequality(PRICE, 4 * exp(2 * bound) * coth(epsilon / 2) ** 2, domain(epsilon, bound)))
WHERE_THE_PRINT_STANDS = Step("where_the_print_stands", "sharper version", Inequality(PRICE, 8 * exp(bound) * coth(epsilon / 2) ** 2, (*domain(epsilon, bound), Le(bound, epsilon))),
        because=r"For $B$ at most $\varepsilon$ the printed factor is right, up to 8; without privacy it always is.")
CHORD = (p - q) ** 2 / (8 * ((p + q) / 2) * (1 - (p + q) / 2))
SHARPER = (
    Step("over_pairs_too", "sharper version", Inequality(log(1 - w), -w, (Ge(w, 0), Lt(w, 1))),
        form="reduction", display=r"\ln \mathbb{E}_{s, a^1, a^2, z} \sqrt{\tilde{P}_r/\tilde{P}_{r^*}} \le -\mathbb{E}_{s, a^1, a^2}\left[ 1 - \sum_z \sqrt{\tilde{P}_r \tilde{P}_{r^*}} \right]",
        because=r"Lemma A.1 with the pairs in the mean as well: $n$ times the population's mean of one minus the affinity is at most $\ln((N - 1)/\delta)$, at "
        r"once. Freedman's inequality, the term $B^2$ and the second $\delta$ are not needed.", assumes=ASSUMPTION_3_8),
    Step("half_chord", "sharper version", Inequality((a - b) ** 2 / (2 * (a + b)), (sqrt(a) - sqrt(b)) ** 2, (Gt(a, 0), Gt(b, 0))),
        because="Of the probabilities of either label under the two rewards."),
    Step("chord", "sharper version", Identity((p - q) ** 2 / (4 * (p + q)) + (p - q) ** 2 / (4 * (2 - p - q)), CHORD, OPEN),
        form="translation", display=r"1 - \sum_z \sqrt{\tilde{P}_r(z) \tilde{P}_{r^*}(z)} \ge \frac{(p - q)^2}{8 m (1 - m)}, \quad m = \frac{p + q}{2}",
        because="Half the sum of the squares of the step before, for both labels."),
    Step("in_half_angles", "sharper version", Identity(private(x) - private(y), SHRINKS / 2 * (tanh(x / 2) - tanh(y / 2)), domain(keep))),
    Step("arc", "sharper version", Inequality((x - y) ** 2, 16 * sinh((x - y) / 4) ** 2)),
    Step("product", "sharper version", Inequality(cosh((x + y) / 2) * cosh((x - y) / 2), cosh(bound), INSIDE)),
    Step("worst_at_the_end", "sharper version",
        Inequality((Y - 1) / PRICE_IN_G, m * (Y**2 - 1) / (2 * ((X + Y) ** 2 - m * (X**2 - 1))), (Ge(X, 1), Ge(Y, 1), Ge(G, X * Y), Gt(m, 0), Le(m, 1))),
        form="reduction", display=r"1 - \sum_z \sqrt{\tilde{P}_r(z) \tilde{P}_{r^*}(z)} \ge \frac{(\Delta_r - \Delta_{r^*})^2}{8 K}, \quad K = 4 \cosh^2 \frac{B}{2} + \frac{4 \cosh^4 \frac{B}{2}}{\sinh^2 \frac{\varepsilon}{2}}",
        because=r"$X = \cosh((x + y)/2)$, $Y = \cosh((x - y)/2)$, $G = \cosh B$, $m = \tanh^2(\varepsilon/2)$: the right side is the chord, the left side "
        r"$2 \sinh^2((x - y)/4)/K$. Equality in the limit $x = y = B$, so that $K$, one over the least Fisher information of a private label, is the least "
        "factor."),
    Step("information_at_the_end", "sharper version",
        Identity(tanh(epsilon / 2) ** 2 * (1 - tanh(bound / 2) ** 2) ** 2 / (4 * (1 - tanh(epsilon / 2) ** 2 * tanh(bound / 2) ** 2)) * PRICE, sympy.Integer(1), domain(epsilon, bound)),
        because="The information of one private label about a difference at $B$, times $K$."),
    Step("members_but_one", "sharper version", Inequality(4 * PRICE * log((size - 1) / delta) / n, 4 * PRICE * (log(size / delta) / n + tau),
        (*domain(epsilon, bound, delta, n, tau), Ge(size, 2))),
        because=r"Half of the pairs' mean square: for a finite class the lemma holds with $4 K \ln((N - 1)/\delta)/n$ and no net, with probability $1 - \delta$."),
    Step("with_a_net", "sharper version",
        Inequality(8 * PRICE * (ell + tanh(epsilon / 4) * tau) + 4 * tau**2, 9 * PRICE * (ell + tau), (*domain(epsilon, bound, tau), Gt(ell, 0))),
        because=r"For a class that is not finite: the estimate's likelihood is within $\tanh(\varepsilon/4) \tau n$ of its neighbour's (Lemma A.2, sharpened), "
        r"and the square is moved through the net once. ell is $\ln(N/\delta)/n$."),
    Step("net_composed", "sharper version",
        Inequality(8 * PRICE * (log(size / delta) / n + tanh(epsilon / 4) * tau) + 4 * tau**2, 9 * PRICE * (log(size / delta) / n + tau), domain(epsilon, bound, tau, delta, size, n)),
        settles=("error@mended",)),
    Step("price_against_print", "sharper version",
        Identity(PRICE, 4 * cosh(bound / 2) ** 2 * coth(epsilon / 2) ** 2 * (sinh(epsilon / 2) ** 2 + cosh(bound / 2) ** 2) / cosh(epsilon / 2) ** 2, domain(epsilon, bound)),
        because=r"The printed factor has the order of the first two: what is missing is of order $1 + e^{B - \varepsilon}$."),
    WHERE_THE_PRINT_STANDS,
    WITH_TWO_B,
)  # fmt: skip
