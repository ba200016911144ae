"""Lemma A.2: the private log-likelihood is Lipschitz."""

import sympy
from sympy import Abs, Eq, Le, diff, exp, log, tanh

from boundcheck.claims import Claim, Identity, Inequality, KeyFinding, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import ANY_KEEP, bound, domain, epsilon, keep

a, b, x, c = sympy.symbols("a b x c", real=True)
DOMAIN = domain(keep, bound)
INSIDE = (Le(Abs(a), bound), Le(Abs(b), bound))

mixture = keep * sigmoid(x) + (1 - keep) * (1 - sigmoid(x))
f = log(mixture)
slope = (2 * keep - 1) * sigmoid(x) * (1 - sigmoid(x)) / (1 - keep + (2 * keep - 1) * sigmoid(x))

LIPSCHITZ = sigmoid(bound)

CLAIM = Claim(
    source=Source(PAPER, "Lemma A.2", "Appendix A", kind="lemma"),
    words=r"For $\alpha$ in (1/2, 1), and $a$, $b$ in $[-B, B]$,",
    displays={"": r"|\ln(\alpha \sigma(a) + (1 - \alpha)(1 - \sigma(a))) - \ln(\alpha \sigma(b) + (1 - \alpha)(1 - \sigma(b)))| \le \sigma(B) |a - b|"},
    letters=ANY_KEEP,
    parts={"lipschitz": Inequality(Abs(f.subs(x, a) - f.subs(x, b)), LIPSCHITZ * Abs(a - b), (*DOMAIN, *INSIDE))},
    steps=(
        Step("rewritten", "proof, first display",
            Identity(mixture, 1 - keep + (2 * keep - 1) * sigmoid(x), domain(keep))),
        Step("derivative", "proof, second display",
            Identity(diff(f, x), slope, domain(keep)),
            because="The left side is differentiated by SymPy from the definition of $f$."),
        Step("at_most_the_other_label", "proof, second display", Inequality(slope, 1 - sigmoid(x), domain(keep))),
        Step("largest_at_the_end", "proof, third display",
            Inequality(1 - sigmoid(x), 1 - sigmoid(-bound), (Le(Abs(x), bound), *domain(bound))),
            because="The logistic function increases: the supremum over $[-B, B]$ is the value at $-B$, which is one of them."),
        Step("reflected", "proof, third display", Identity(1 - sigmoid(-bound), sigmoid(bound), domain(bound))),
        Step("increasing", "proof, last display",
            Inequality(f.subs(x, b), f.subs(x, a), (*domain(keep), Le(b, a))),
            because="So that the absolute values may be left out where $b$ is at most a."),
        Step("mean_value", "proof, last display",
            Inequality(c * Abs(a - b), sigmoid(bound) * Abs(a - b), (*DOMAIN, *INSIDE, Le(c, sigmoid(bound)))),
            because="$c$ is the derivative of $f$ at the intermediate point of the mean value theorem."),
        Step("sharp_without_privacy", "Lemma A.2",
            Identity(diff(log(sigmoid(x)), x).subs(x, -bound), sigmoid(bound), domain(bound)),
            because=r"At $\alpha = 1$ the derivative at $-B$ is $\sigma(B)$: over all $\alpha$ no smaller constant will do."),
        Step("sharp_with_privacy", "Lemma A.2, sharpened",
            Inequality(slope, tanh(epsilon / 4), (*domain(epsilon), Eq(keep, exp(epsilon) / (exp(epsilon) + 1)))),
            because=r"For the $\alpha$ of randomized response the slope is at most $\tanh(\varepsilon/4)$ on the whole line, which "
            r"falls with $\varepsilon$ and is below $\sigma(B)$ for every $B$ up to $\varepsilon = 2 \ln 3$."),
        Step("attained_with_privacy", "Lemma A.2, sharpened",
            Identity(slope.subs(x, -epsilon / 2), tanh(epsilon / 4), (*domain(epsilon), Eq(keep, exp(epsilon) / (exp(epsilon) + 1)))),
            because=r"It is attained at $x = -\varepsilon/2$."),
    ),
    findings=(
        KeyFinding(r"For the $\alpha$ of randomized response $\tanh(\varepsilon/4)$ in place of $\sigma(B)$, for every $B$; it is attained", ("sharp_with_privacy", "attained_with_privacy"), weight="better"),
    ),
)
