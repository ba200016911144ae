"""Two events at once, and the ridge that the second of them, Lemma H.1, asks for: as Theorems 5.7, 6.1 and 6.3 use them."""

from sympy import Ge, log

from boundcheck.claims import Cited, Inequality, Step

from ..notation import d, delta, domain, n

UNION = Cited("the probability that one of several events fails is at most the sum of theirs", "the union bound")


def ridge(where, because):
    """The printed hypothesis on the ridge, with a constant for its Omega, is enough for Lemma H.1 at delta/2."""
    return Step("ridge", where, Inequality(log(4 * d / delta), 2 * d * log(n / delta), (*domain(delta), Ge(d, 2), Ge(n, 2))),
        display=r"\frac{22}{n} \ln\left( \frac{4 d}{\delta} \right) \le 44 \frac{d}{n} \ln\left( \frac{n}{\delta} \right)", because=because)
