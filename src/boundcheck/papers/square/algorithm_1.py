"""Algorithm 1: Square χPO in the local model."""

from fractions import Fraction

import sympy
from sympy import Ge, Gt, Integer, Le, sqrt

from boundcheck.claims import Claim, Definition, Identity, Inequality, Reading, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER
from .notation import LETTERS, c_epsilon, coverage, domain, epsilon
from .proofs import one_beta
from .quantities import FLIP, KEEP, META

h, s, z, x, y, v, k, n_1, n_0 = sympy.symbols("h s z x y v k n_1 n_0", real=True)
x_ctl, x_ltc = sympy.symbols("x_ctl x_ltc", real=True)
loss = (h - c_epsilon * z) ** 2
up = KEEP * (1 + s) / 2 + FLIP * (1 - s) / 2  # probability of the private label 1, for a clean mean s


def excess(chance, value, truth, factor):
    """Expected loss of a value less that of the truth, for a label that is 1 with this probability."""
    gap = value - truth
    mean = 2 * chance - 1
    return gap * (value + truth - 2 * factor * mean)


CLAIM = Claim(
    source=Source(PAPER, "Algorithm 1", "Section 3.1", kind="algorithm"),
    words=r"The policy with the least sum of squares over the private labels of +1 and $-1$, times $c(\varepsilon)$",
    displays={"": r"\operatorname{argmin}_{\pi \in \Pi} \sum_i [2 \sigma(\operatorname{clip}_{2 R_{\mathrm{max}}}[\beta h_i]) - 1 - c(\varepsilon) \bar{z}_i]^2"},
    readings=(
        Reading("literal", r"the order need not be known: one $\beta$, chosen from $n$, the class, $\varepsilon$, $\alpha$, $\zeta$, $R$, $V$ and the comparator's coefficient, gives both rates of Theorem 3.5",
            fault=one_beta.ADAPTIVE),
        Reading("each", r"the lines are the same for both orders, and $\beta$ is chosen for the order at hand",
            support=r"Section 3.1, where adaptive is what is the same for both, and Theorem C.1, whose $\beta$ holds $\operatorname{err}_{\mathrm{stat}}$, which Lemma C.2 bounds for each order by itself"),
    ),
    letters=LETTERS | one_beta.LETTERS | {"s": "h^*", "z": r"\bar{z}",
        "x_ctl": r"x_{\mathrm{CTL}}", "x_ltc": r"x_{\mathrm{LTC}}"},
    parts={
        "adaptive": {
            "literal": one_beta.LITERAL,
            "each": Inequality(sqrt(coverage) * x + sqrt(2 / coverage) * x * coverage + x**2 / (2 * sqrt(2 / coverage) * x), META * x * sqrt(coverage), (Gt(x, 0), *domain(coverage))),
        },
        "excess": Definition(r"expected loss of a value less that of the truth, with $c(\varepsilon)$ and without it", excess,
            tuple({"chance": Fraction(5, 8), "value": Fraction(m, 4), "truth": Fraction(1, 2), "factor": Fraction(f)} for m in (1, 2, 3) for f in (1, 2)))
    },
    steps=(
        Step("unbiased", "Section 3.1.1, (ii)", Identity(c_epsilon * (2 * up - 1), s, domain(epsilon)),
            form="reduction", display=r"\mathbb{E}[c(\varepsilon) \bar{z}] = \mathbb{E}[2 y - 1]", because="The probability of a private label 1 by the law of total probability; $h^*$ is the clean mean."),
        Step("population_minimiser", "line 3", Identity(up * (loss.subs(z, 1) - loss.subs({z: 1, h: s})) + (1 - up) * (loss.subs(z, -1) - loss.subs({z: -1, h: s})),
                (h - s) ** 2, domain(epsilon)),
            form="reduction", display=r"\mathbb{E}[(h - c(\varepsilon) \bar{z})^2] - \mathbb{E}[(h^* - c(\varepsilon) \bar{z})^2] = (h - h^*)^2",
            because="So the truth is the only minimiser of the expected loss."),
        Step("mean_is_least_squares", "Section 3.1.1, (ii)", Identity(n_1 * (x - v) ** 2 + n_0 * (x + v) ** 2,
                (n_1 + n_0) * (x - v * (n_1 - n_0) / (n_1 + n_0)) ** 2 + 4 * v**2 * n_1 * n_0 / (n_1 + n_0), (Gt(n_1, 0), Gt(n_0, 0))),
            because="$n_1$ labels are $v$ and $n_0$ are $-v$: the sum of squares is least at their average."),
        Step("at_face_value", "line 3", Inequality(Integer(0), (s - s / c_epsilon) * (s + s / c_epsilon - 2 * (2 * up - 1)), domain(epsilon)),
            because=r"Without the factor $c(\varepsilon)$ the truth has a larger expected loss than the mean of the private labels."),
        Step("clip_keeps_the_truth", "line 3", Inequality(x**2, (2 * v) ** 2, (Ge(x, -v), Le(x, v), Ge(v, 0))),
            because="Differences of true rewards lie within $R$, so a clip at $2R$ leaves them; a clip at $R$ would, too."),
        Step("range", "line 3", Inequality((2 * sigmoid(x) - 1) ** 2, Integer(1))),
        Step("beta_of_the_other_order", "Section 3.1 and Theorem 3.5",
            Inequality(sqrt(coverage) * x_ctl + sqrt(2 / coverage) * x_ltc * coverage + x_ctl**2 / (2 * sqrt(2 / coverage) * x_ltc), sqrt(coverage) * (x_ctl + 2 * x_ltc),
                (Gt(x_ctl, 0), Le(x_ctl, x_ltc), *domain(coverage))),
            because=r"One $\beta$ for both orders: that of LTC under CTL gives, by Theorem C.1, the rate of LTC. The algorithm's "
            r"lines are the same for both orders; the $\beta$ of Theorem 3.5 is not, and depends on $\alpha$ and on the "
            "comparator, too."),
        Step("beta_of_ctl_under_ltc", "Section 3.1 and Theorem 3.5",
            Inequality(k * x_ltc, x_ltc + sqrt(2) * x_ctl + x_ltc**2 / (2 * sqrt(2) * x_ctl), (Gt(x_ctl, 0), Gt(k, 0), Le(2 * sqrt(2) * k * x_ctl, x_ltc))),
            because=r"The $\beta$ of CTL under LTC: the last term of Theorem C.1 is larger than the rate of LTC by the factor $k$ when the two errors differ by $2 \sqrt{2} k$. Both are upper bounds; of the gap itself the next steps speak."),
        *one_beta.steps(),
    ),
    not_covered=("policy classes that are not finite", r"a $\beta$ that is chosen from the data"),
)  # fmt: skip
