"""Definition 3: concentration."""

from fractions import Fraction

import sympy
from sympy import Ge, Gt, Le

from boundcheck.claims import Claim, Definition, Inequality, Source, Step

from . import PAPER
from .notation import LETTERS, domain, tau

a, b, x, k, n_t = sympy.symbols("a b x k n_t", real=True)


def radius(points):
    """Least tau at gamma = 0 for points on a line that do not move: half their spread."""
    return (max(points) - min(points)) / 2


CLAIM = Claim(
    source=Source(PAPER, "Definition 3", "Section 5", kind="definition"),
    words=r"Points are $(\tau, \gamma)$-concentrated if some $x$ has, with probability at least $1 - \gamma$,",
    displays={"": r"\max_i \|X_i - x\| \le \tau"},
    letters=LETTERS | {"a": "X_i - x", "b": "X_j - x", "x": "s^c", "n_t": r"\tilde{n}"},
    parts={
        "radius": Definition(r"least $\tau$ of points that do not move", radius,
            ({"points": (Fraction(0), Fraction(1))}, {"points": (Fraction(0), Fraction(1), Fraction(4))}, {"points": (Fraction(2), Fraction(2))})),
    },
    steps=(
        Step("pairs", "Definition 3", Inequality((a - b) ** 2, (2 * tau) ** 2, (*domain(tau), Le(a, tau), Ge(a, -tau), Le(b, tau), Ge(b, -tau))),
            display=r"\|X_i - X_j\| \le 2 \tau", form="special case", because="On a line, where it is attained; the triangle inequality in general."),
        Step("what_the_count_takes", "Algorithm 2, lines 8 and 9",
            Inequality((a - b) ** 2, tau**2, (*domain(tau), Le(a, tau / 2), Ge(a, -tau / 2), Le(b, tau / 2), Ge(b, -tau / 2))),
            display=r"(\tau/2, \gamma)\text{-concentrated} \Rightarrow \|X_i - X_j\| \le \tau", form="special case",
            because=r"Line 8 counts pairs within $\tau$, and not within $2 \tau$: by the step before, points that are concentrated at $\tau/2$ are sure to be counted, those "
            r"at $\tau$ are not. Where $\tau$ has a logarithm to spare, as in Theorem 4, the factor 2 is within it."),
        Step("passing_gives_a_core", "Section 5, 'predominantly concentrated'",
            Inequality(4 * n_t / 5, k, (Gt(n_t, 0), Ge(x, 4 * n_t / 5), Le(x, n_t * k / n_t))),
            because=r"$x$ is the score, the mean of the counts of the $\tilde{n}$ users, and $k$ the largest count: some user has at least $4 \tilde{n}/5$ users within $\tau$."),
    ),
)  # fmt: skip
