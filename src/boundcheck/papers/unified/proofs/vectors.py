"""Textbook lines on vectors, in coordinates and for any number of them: Cauchy and Schwarz, the triangle, a minimiser in a convex set."""

import sympy
from sympy import Abs, Eq, Ge, Gt, IndexedBase, Le, Min, Sum, exp, log

from boundcheck.claims import Identity, Inequality, Step
from boundcheck.symbolic import sigmoid

rise, step, size, z, v, mu = sympy.symbols("rise step size z v mu", real=True)
j, many = sympy.symbols("j many", integer=True)
a_, b_, g_, e_ = (IndexedBase(name, real=True) for name in ("a_", "b_", "g_", "e_"))
LETTERS = {"size": "S", "step": r"\tau", "rise": "g", "many": "N"}


def over(term):
    """The sum over coordinates, samples or actions."""
    return Sum(term, (j, 1, many))


def cauchy_schwarz(label, where, display, coordinates):
    """For every mu > 0; the least right side is the product of the norms."""
    return Step(label, where,
        Inequality(over(a_[j] * b_[j]), mu / 2 * over(a_[j] ** 2) + over(b_[j] ** 2) / (2 * mu), (Gt(mu, 0), Ge(many, 1))),
        display=display, form="reduction",
        because=rf"{coordinates} For every $\mu > 0$; where $\mu$ is the norm of $b$ over that of $a$ the right side is the product of the two.")


def triangle(label, where, display, parts):
    """A norm is the largest component along a vector of norm 1 in the dual one; the components add up."""
    terms = (a_, b_, g_)[:parts]
    return Step(label, where,
        Identity(over(sum(term[j] for term in terms) * e_[j]), sympy.Add(*(over(term[j] * e_[j]) for term in terms)), (Ge(many, 1),)),
        display=display, form="reduction",
        because="Along any $e$ of norm 1 in the dual norm, in any number of coordinates: the component of the sum is the sum of the components, each at most "
        "the norm of its vector. The norm on the left is the largest component.")


def minimiser(where, assumes=()):
    """That the gradient at a minimiser over a convex set does not point out of the segment to another point of it, which `assumes` says."""
    return (
        Step("descent", where,
            Inequality(log(1 + exp(z + v)) - log(1 + exp(z)) - sigmoid(z) * v, v**2 / 8, ()),
            because=r"Per sample: $z$ is its logit at the estimate, $v$ the change along the segment to the truth. So a share $\tau$ of the segment changes the loss "
            r"by at most $\tau$ times its slope $g$ at the estimate and $\tau^2/8$ times $S$, the mean square of the changes along the whole segment."),
        Step("first_order", where,
            Inequality(sympy.Integer(0), rise, (Gt(size, 0), Eq(step, Min(1, 4 * Abs(rise) / size)), Le(0, step * rise + step**2 * size / 8))),
            display=r"\langle\nabla \tilde{L}(\hat{\theta}), \Delta\rangle \le 0", form="translation",
            because="$g$ is the slope from the estimate towards the truth, the negative of the left side. The segment lies in the ball, where no point has a smaller "
            r"loss than the estimate: at the share $\tau = \min(1, 4 |g|/S)$ that is the last condition. If $S = 0$, the whole segment says it.", assumes=assumes),
    )
