"""Definition 3.9: nets and covering numbers."""

import itertools
from fractions import Fraction

import sympy
from sympy import Abs, Eq, Ge, Gt, Le, Lt, log

from boundcheck.claims import Claim, Definition, Identity, Inequality, Source, Step

from . import PAPER
from .notation import ANY_KEEP, bound, domain, size, tau

f, g, h, x, y, N, k = sympy.symbols("f g h x y N k", real=True)


def covering_number(members, width):
    """The least number of members within `width` of which all members lie, by trying all subsets.

    Members are functions on two points, as text of fractions.
    """
    points = [tuple(map(Fraction, member.split())) for member in members.split(", ")]
    near = Fraction(width)
    for count in range(1, len(points) + 1):
        for centres in itertools.combinations(points, count):
            if all(any(max(abs(a - b) for a, b in zip(p, c, strict=True)) <= near for c in centres) for p in points):
                return Fraction(count)
    raise ZeroDivisionError


CLAIM = Claim(
    source=Source(PAPER, "Definition 3.9", "Section 3.1", kind="definition"),
    words=r"A finite subset of the class is a $\tau$-net if every member is within $\tau$ of it in the sup norm; the covering number is the least size,",
    displays={"": r"\mathcal{N}_{\mathcal{F}}(\tau) = \min\{|\mathcal{F}(\tau)| : \forall f \in \mathcal{F} \exists f' \in \mathcal{F}(\tau), \|f - f'\|_\infty \le \tau\}"},
    letters=ANY_KEEP,
    parts={
        "covering_number": Definition(
            "covering number of listed members, functions on two points",
            covering_number,
            (
                {"members": "0 0, 1 0, 0 1, 1 1", "width": "1/2"},
                {"members": "0 0, 1 0, 0 1, 1 1, 1/2 1/2", "width": "1/2"},
                {"members": "0 0, 1/4 0, 1/2 0, 3/4 0, 1 0", "width": "1/4"},
                {"members": "0 0", "width": "1/8"},
            ),
        )
    },
    steps=(
        Step("differences", "Definition 3.9, as used in (16)",
            Inequality(Abs((f - g) - (x - y)), 2 * tau, (*domain(tau), Le(Abs(f - x), tau), Le(Abs(g - y), tau))),
            form="translation", display=r"|\Delta_r - \Delta_{r'}| \le 2 \tau",
            because="$f$, $g$ are the rewards of two actions under $r$, $x$, $y$ those under $r'$."),
        Step("finite_classes", "Definition 3.9",
            Identity(f, g, (*domain(tau), Gt(h, 0), Lt(tau, h), Le(Abs(f - g), tau), Ge(Abs(f - g) * (Abs(f - g) - h), 0))),
            form="reduction", display=r"\tau < \min_{f \ne g} \|f - g\|_\infty \quad \Rightarrow \quad \mathcal{N}_{\mathcal{F}}(\tau) = |\mathcal{F}|",
            because=r"$h$ is the least distance of two different members: a member within $\tau$ of $f$, at distance 0 or at least $h$, is $f$."),
        Step("monotone", "Definition 3.9", Inequality(Abs(f - g), tau, (*domain(tau), Le(Abs(f - g), h), Le(h, tau))),
            because=r"A net of width $h$ is one of every larger width, so that the covering number falls with $\tau$."),
        Step("at_least_one", "Definition 3.9", Inequality(sympy.Integer(0), log(size), (Ge(size, 1),))),
        Step("grid", "Definition 3.9", Inequality(Abs(f - h), tau, (*domain(tau, bound), Ge(f, k), Le(f, k + 2 * tau), Eq(h, k + tau))),
            because=r"For all functions of one point the cells of a grid of width $2 \tau$ are covered by their middles: at most $B/(2 \tau) + 1$ "
            r"centres a point, so that $\ln N$ is finite for finitely many states and actions."),
        Step("grows_without_end", "Definition 3.9", Inequality(log(bound / (2 * tau)), log(N), (*domain(tau, bound), Ge(N * 2 * tau, bound))),
            because=r"$N$ intervals of length $2 \tau$ cover $[0, B]$ only if $2 \tau N$ is at least $B$: for a class that is not finite $\ln N$ grows "
            r"without end as $\tau$ falls, so that $\tau$ cannot be sent to 0 in a bound."),
    ),
)
