"""Lemma A.4: a quadratic inequality."""

import sympy
from sympy import Eq, Ge, Gt, Le, sqrt

from boundcheck.claims import Claim, Inequality, Source, Step

from . import PAPER
from .notation import ANY_KEEP

a, b, x, r = sympy.symbols("a b x r", real=True)
GIVEN = (Ge(a, 0), Ge(b, 0), Le(x**2, a + b * x))


def solved(a, b):
    """The largest x**2 with x**2 <= a + b x."""
    return ((b + sqrt(b**2 + 4 * a)) / 2) ** 2


CLAIM = Claim(
    source=Source(PAPER, "Lemma A.4", "Appendix A; Zhao et al. (2024)", kind="lemma"),
    words=r"If $a$ and $b$ are nonnegative and $x^2 \le a + b x$, then",
    displays={"": r"x^2 \le b^2 + 2 a"},
    letters=ANY_KEEP,
    parts={"solved": Inequality(x**2, b**2 + 2 * a, GIVEN)},
    steps=(
        Step("product", "Lemma A.4", Inequality(b * x, (b**2 + x**2) / 2, (Ge(b, 0),)),
            because=r"Then $x^2 \le a + b^2/2 + x^2/2$, which is the lemma."),
        Step("rearranged", "Lemma A.4", Inequality(x**2, b**2 + 2 * a, (Le(x**2, a + (b**2 + x**2) / 2),))),
        Step("root", "Lemma A.4, sharp", Inequality(x, (b + sqrt(b**2 + 4 * a)) / 2, GIVEN),
            because="The exact solution; its square is the least bound."),
        Step("never_worse", "Lemma A.4, sharp", Inequality(solved(a, b), b**2 + 2 * a, (Ge(a, 0), Ge(b, 0))),
            because="With equality where $a = 0$ or $b = 0$, so that neither constant of the lemma can be lowered alone."),
        Step("any_share", "Lemma A.4, weighted", Inequality(x**2, (1 + r) * a + (1 + r) ** 2 / (4 * r) * b**2, (*GIVEN, Gt(r, 0))),
            because="The factor of a can be brought to $1 + r$ for any $r > 0$, at a price in $b$."),
        Step("not_one", "Lemma A.4, weighted", Inequality(4 + a, x**2, (Ge(a, 25), Eq(x, 1 + sqrt(1 + a)))),
            because=r"With $b = 2$ and $x$ the exact solution the excess over a grows like $2 \sqrt{a}$: no bound $a + C b^2$ holds."),
    ),
)
