"""A mean of products of vectors, paired with a vector, is a pairing in their second moment; nothing else is taken for one."""

import pytest
from sympy import Rational

from boundcheck.calculus import IDENTITY, Index, Inner, Moment, Norm, eq, family, letter, mean_vector, vector, vectors
from boundcheck.calculus.facts import always
from boundcheck.lemmas.models import Space

n = letter("n")
i, j = Index("i", n), Index("j", n)
x, z = (vectors(name, "vector i", (i,))(i) for name in "xz")
y = vectors("x", "vector i", (i,))(j)
u, v = vector("u", "a vector"), vector("v", "a vector")
s = family("s", "a number per vector", (i,))(i)
S = Moment(x, i)

SPACE = Space(
    {0: 1},
    {
        "x": lambda _, k: ((1, 2), (3, -1), (0, 5))[k - 1],
        "z": lambda _, k: ((2, 2), (1, 1), (-3, 1))[k - 1],
        "s": lambda _, k: (1, 7, -2)[k - 1],
        "u": lambda _: (2, 3),
        "v": lambda _: (-1, 4),
    },
)
PLAIN = {
    "paired with a vector": (Inner(mean_vector(Inner(x, u), x, i), v), Inner(u, v, S)),
    "from the other side": (Inner(v, mean_vector(Inner(x, u), x, i)), Inner(u, v, S)),
    "the factor turned round": (Inner(mean_vector(Inner(u, x), x, i), v), Inner(u, v, S)),
    "with itself": (Inner(mean_vector(Inner(x, u), x, i), u), Inner(u, u, S)),
    "with a number in front": (Inner(mean_vector(3 * Inner(x, u), x, i), v), 3 * Inner(u, v, S)),
    "a sum of two": (Inner(mean_vector(Inner(x, u) - Inner(x, v), x, i), v), Inner(u, v, S) - Inner(v, v, S)),
    "a residual": (
        Inner(mean_vector(Inner(x, u) - s, x, i), v), Inner(u, v, S) - Inner(mean_vector(s, x, i), v)),
    "a combination": (Inner(mean_vector(Inner(x, u), x, i), 2 * u - v), 2 * Inner(u, u, S) - Inner(u, v, S)),
}  # fmt: skip
OPAQUE = {
    "products with another vector": Inner(mean_vector(Inner(z, u), x, i), v),
    "a number per vector beside it": Inner(mean_vector(s * Inner(x, u), x, i), v),
    "the square of a product": Inner(mean_vector(Inner(x, u) ** 2, x, i), v),
    "a vector of the index itself": Inner(mean_vector(Inner(x, z), x, i), v),
    "another index": Inner(mean_vector(Inner(y, u), x, i), v),
    "in another weight": Inner(mean_vector(Inner(x, u), x, i), v, S + IDENTITY),
    "a product in another weight": Inner(mean_vector(Inner(x, u, S + IDENTITY), x, i), v),
}


@pytest.mark.parametrize("case", PLAIN)
def test_it_is_a_pairing_in_the_second_moment(case):
    found, wanted = PLAIN[case]
    assert found == wanted


@pytest.mark.parametrize("case", OPAQUE)
def test_anything_else_stays_as_it_is(case):
    assert Inner(u, v, S) not in OPAQUE[case].atoms(Inner)


@pytest.mark.parametrize("factor", [Inner(x, u), 2 * Inner(x, u) - s, Inner(x, u) - Inner(x, v)])
def test_it_has_the_value_of_the_mean(factor):
    """The mean is written out here: three vectors of the plane."""
    found = Inner(mean_vector(factor, x, i), v)
    rows = [((1, 2), 1), ((3, -1), 7), ((0, 5), -2)]

    def value(term, k):
        (a, b), number = rows[k]
        products = {Inner(x, u): 2 * a + 3 * b, Inner(x, v): -a + 4 * b, s: number}
        return term.xreplace(products) * (-a + 4 * b)

    wanted = sum(value(factor, k) for k in range(3)) * Rational(1, 3)
    assert SPACE.holds(always(eq(found, wanted)), {"n": 3, "d": 2})
    assert not SPACE.holds(always(eq(found, wanted + 1)), {"n": 3, "d": 2})


def test_a_norm_of_it_is_none_of_the_second_moment():
    mean = mean_vector(Inner(x, u), x, i)
    assert Norm(mean) != Norm(u, S)
    assert Inner(mean, mean) not in (Inner(u, u, S), Inner(u, u))
