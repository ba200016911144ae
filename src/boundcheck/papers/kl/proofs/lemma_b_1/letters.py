"""Letters of the proof of Lemma B.1, and the domains that its parts share."""

import sympy
from sympy import Abs, Ge, Gt, Le, Lt, exp, sqrt

from ...notation import bound

p, q, x, y, a, b, k, u, v, w, m, X, Y, G, g, C, S, ell, t = sympy.symbols("p q x y a b k u v w m X Y G g C S ell t", real=True)
LETTERS = {"ell": r"\ell"}

OPEN = (Gt(p, 0), Lt(p, 1), Gt(q, 0), Lt(q, 1))
CLOSED = (Ge(a, 0), Le(a, 1), Ge(b, 0), Le(b, 1))
INSIDE = (Le(Abs(x), bound), Le(Abs(y), bound), Gt(bound, 0))
AFFINITY = sqrt(p * q) + sqrt((1 - p) * (1 - q))
FLAT = exp(bound) / (1 + exp(bound)) ** 2  # least slope of the logistic function on [-B, B]
HELLINGER = -(sqrt(p) - sqrt(q)) ** 2 / 2 - (sqrt(1 - p) - sqrt(1 - q)) ** 2 / 2
