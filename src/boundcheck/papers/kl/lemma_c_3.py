"""Lemma C.3: in-sample error of reward differences."""

from dataclasses import replace

import sympy
from sympy import Eq, Ge, Gt, Le, Mul, coth, exp, log

from boundcheck.claims import By, Claim, Identity, Inequality, KeyFinding, Repair, Source, Step

from . import PAPER, faults, lemma_a_8, lemma_c_1, lemma_c_2
from .assumptions import NOT_NAMED
from .notation import LETTERS, bound, delta, domain, epsilon, keep, rounds, size
from .quantities import SHRINKS

REALIZABLE = replace(NOT_NAMED, dropped="without it Lemma C.2 fails, for a class of one member already")

x, y, w, C, c, v, h, N = sympy.symbols("x y w C c v h N", real=True)
FLATTEST = lemma_a_8.FLATTEST  # e^-B + 2 + e^B
UNION = lemma_c_2.UNION
SIGMA = 2  # as printed; 1 is enough (Lemma C.1)


def printed(confidence):
    """The claimed bound."""
    return 8 * FLATTEST**2 / SHRINKS**2 * confidence


def sharper(confidence):
    """With the noise's own parameter 1."""
    return 2 * FLATTEST**2 / SHRINKS**2 * confidence


def width_squared(constant, confidence):
    """Square of the printed Gamma_T with its constant c."""
    return constant**2 * exp(2 * bound) * confidence / SHRINKS**2


GIVEN = (*domain(bound, keep), Ge(w, 0))
THROUGH = Le(x, FLATTEST**2 / (4 * SHRINKS**2) * w)  # Lemma A.8, squared and summed

HYPOTHESES = (*GIVEN, *domain(rounds, size, delta), THROUGH, Le(w, lemma_c_2.printed(SIGMA, UNION)))

CLAIM = Claim(
    source=Source(PAPER, "Lemma C.3", "Appendix C", kind="lemma"),
    words=r"For a finite class, with probability at least $1 - \delta$, for all $t$ up to $T$,",
    displays={"": (r"\sum_{i \le t} (\Delta_i^{r^*} - \Delta_i^{\bar{r}_t})^2 \le {}", printed(UNION))},
    letters=LETTERS | {"N": r"\mathcal{N}_{\mathcal{H}}"},
    parts={"in_sample": Inequality(x, printed(UNION), HYPOTHESES)},
    steps=(
        Step("through_the_means", "proof, first line", By(lemma_a_8, given=(Le(sympy.Abs(x), bound), Le(sympy.Abs(y), bound), Le(y, x), Gt(bound, 0))),
            because="Lemma A.8 at each pair, $x$ and $y$ its two differences; squared and summed."),
        Step("squared", "proof, first line", Inequality(v**2, FLATTEST**2 / (4 * SHRINKS**2) * h**2, (*domain(bound, keep), Le(sympy.Abs(v), FLATTEST / (2 * SHRINKS) * sympy.Abs(h))))),
        Step("least_squares", "proof, second line", Identity(Mul(FLATTEST**2 / (4 * SHRINKS**2), lemma_c_2.printed(SIGMA, log(rounds * N / delta)), evaluate=False), printed(log(rounds * N / delta)),
            (*domain(bound, keep, rounds, delta), Ge(N, 1))),
            because=r"Lemma C.2 with $\sigma = 2$, as the page says.", assumes=REALIZABLE),
        Step("sizes", "proof, third line", Inequality(log(rounds * N / delta), UNION, (*domain(rounds, size, delta), Ge(N, 1), Le(N, size))),
            because="Members of the class of private means are images of rewards."),
        Step("width", "proof, last line",
            Identity(printed(UNION), width_squared(c, UNION) / 2, (*domain(bound, keep, rounds, size, delta), Eq(c, 4 * (1 + exp(-1)) ** 2))),
            form="translation", display=r"8 \frac{(e^{-B} + 2 + e^B)^2}{(2 \alpha - 1)^2} \ln \frac{T N_{\mathcal{F}}}{\delta} = \frac{1}{2} \Gamma_T^2",
            because=r"$\Gamma_T$ has a constant $c$; equality would need $c = 4 (1 + e^{-B})^2$, which depends on $B$; here $c$ is the one that fits $B = 1$.",
            repair=Repair(Inequality(printed(UNION), width_squared(16, UNION) / 2, domain(bound, keep, rounds, size, delta)),
                r"$\le$ in place of the equality, with $c = 16$", r"8 \frac{(e^{-B} + 2 + e^B)^2}{(2 \alpha - 1)^2} \ln \frac{T N_{\mathcal{F}}}{\delta} \le \frac{1}{2} \Gamma_T^2 \quad (c = 16)"),
            fault=faults.WIDTH),
        Step("sixteen_is_least", "proof, last line", Inequality((c - 1) * exp(bound), 4 * exp(bound) * (1 + exp(-bound)) ** 2, (*domain(bound), Gt(c, 1), Le(c, 16), Le(bound, sympy.Rational(1, 100)))),
            because="The needed factor $4 (1 + e^{-B})^2$ comes within 1 of 16 as $B$ falls to 0, and falls to 4 as $B$ grows."),
        Step("sigma_one", "sharper version", Inequality(lemma_c_1.NOISE**2, sympy.Integer(SIGMA**2)),
            because="Labels in {$-1$, 1} are 1-sub-Gaussian about any mean: the print's 2 costs a factor 4."),
        Step("anytime", "sharper version", Inequality(sharper(lemma_c_2.ANYTIME), printed(UNION) / 4, (*domain(bound, keep, rounds, delta), Ge(size, 2)))),
        Step("in_hyperbolic_functions", "sharper version", Identity(sharper(w), 32 * sympy.cosh(bound / 2) ** 4 * coth(epsilon / 2) ** 2 * w, (*domain(bound, epsilon), Ge(w, 0)))),
    ),
    findings=(
        KeyFinding("A quarter of it, and no factor $T$ in the logarithm", ("sigma_one", "anytime"), weight="better"),
    ),
)
