"""Exponential moments and tails."""

from sympy import cosh, exp, log, sinh, sqrt, tanh

from .case import L, Q, a, b, corner, d, delta, false, p, t, true, u, x

moments = (u >= 0, u < Q(1, 2))
cgf = -log(1 - 2 * u) / 2
norm = d + 2 * sqrt(d * t) + 2 * t
union = d + 2 * sqrt(d * (L + log(2))) + 2 * (L + log(2))
centred = log(p * exp(t * (1 - p)) + (1 - p) * exp(-t * p))
bennett = (1 + u) * log(1 + u) - u

CASES = [
    true("chi-square moments", cgf <= u + u**2 / (1 - 2 * u), moments, "coefficients 2^(k-1)/k <= 2^(k-2)", "H.2"),
    false("chi-square moments, two terms", cgf <= u + u**2, moments, {"u": "1/4"}, "0.347 > 0.3125", "H.2"),
    corner(
        "chi-square moments, 3/2",
        cgf <= u + u**2 / (1 - 3 * u / 2),
        moments,
        {"u": "499/1000"},
        "only where the left side explodes",
        "H.2",
    ),
    true(
        "norm tail, sharp",
        norm <= (3 + sqrt(5)) / 2 * (d + t),
        (d >= 1, t >= 0),
        "eigenvalue of [[1,1],[1,2]]",
        "unified, Claim E.1",
    ),
    true(
        "norm tail, 2.619",
        norm <= Q(2619, 1000) * (d + t),
        (d >= 1, t >= 0),
        "above the eigenvalue",
        "unified, Claim E.1",
    ),
    false(
        "norm tail, 5/2",
        norm <= Q(5, 2) * (d + t),
        (d >= 1, t >= 0),
        {"d": "1", "t": "3"},
        "10.46 > 10",
        "unified, Claim E.1",
    ),
    corner(
        "norm tail, 2.618",
        norm <= Q(2618, 1000) * (d + t),
        (d >= 1, t >= 0),
        {"d": "4/3", "t": "7/2"},
        "the eigenvalue is 2.61803",
        "unified, Claim E.1",
    ),
    true("norm tail with a union", union <= 4 * (d + L), (d >= 2, L >= 0), "log 2 < d/2", "unified, Claim E.1"),
    false(
        "norm tail with a union, 3, d = 1",
        union <= 3 * (d + L),
        (d >= 1, L >= 0),
        {"d": "1", "L": "0"},
        "4.05 > 3",
        "unified, Claim E.1",
    ),
    corner(
        "norm tail with a union, 3",
        union <= 3 * (d + L),
        (d >= 2, L >= 0),
        {"d": "2", "L": "2"},
        "12.03 > 12",
        "unified, Claim E.1",
    ),
    true("Hoeffding's lemma", centred <= t**2 / 8, (p > 0, p < 1), "variance of a tilted law <= 1/4", "Hoeffding"),
    false(
        "Hoeffding's lemma, 1/9",
        centred <= t**2 / 9,
        (p > 0, p < 1),
        {"p": "1/2", "t": "1"},
        "0.1201 > 0.1111",
        "Hoeffding",
    ),
    corner(
        "Hoeffding's lemma, 0.124",
        centred <= Q(124, 1000) * t**2,
        (p > 0, p < 1),
        {"p": "1/2", "t": "1/10"},
        "only near p = 1/2, t = 0",
        "Hoeffding",
    ),
    true("Rademacher", cosh(x) <= exp(x**2 / 2), (), "series", "Hoeffding"),
    true("Rademacher, logarithm", log(cosh(x)) <= x**2 / 2, (), "tanh x <= x", "Hoeffding"),
    false("Rademacher, a third", cosh(x) <= exp(x**2 / 3), (), {"x": "1"}, "1.54 > 1.40", "Hoeffding"),
    corner("Rademacher, 0.49", cosh(x) <= exp(Q(49, 100) * x**2), (), {"x": "1/10"}, "only near 0", "Hoeffding"),
    true("log cosh from below", log(cosh(x)) >= x**2 / 2 - x**4 / 12, (), "tanh x >= x - x^3/3", "classical"),
    corner(
        "log cosh, order 4",
        log(cosh(x)) >= x**2 / 2 - Q(8, 100) * x**4,
        (x >= 0, x <= 1),
        {"x": "1/10"},
        "fails at order 4 near 0",
        "classical",
    ),
    true("exponential, parabola", exp(x) <= 1 + x + x**2, (x <= 1,), "series", "Bernstein"),
    false("exponential, parabola everywhere", exp(x) <= 1 + x + x**2, (), {"x": "2"}, "7.39 > 7", "Bernstein"),
    corner(
        "exponential, parabola to 9/5",
        exp(x) <= 1 + x + x**2,
        (x <= Q(9, 5),),
        {"x": "9/5"},
        "6.0496 > 6.04",
        "Bernstein",
    ),
    true("exponential above its tangent", exp(x) >= 1 + x, (), "convex", "classical"),
    true("exponential above its parabola", exp(x) >= 1 + x + x**2 / 2, (x >= 0,), "series", "classical"),
    false(
        "exponential above its parabola, left", exp(x) >= 1 + x + x**2 / 2, (), {"x": "-1"}, "0.368 < 0.5", "classical"
    ),
    true(
        "Bernstein's form", exp(x) - 1 - x <= x**2 / (2 * (1 - x / 3)), (x >= 0, x < 3), "k! >= 2*3^(k-2)", "Bernstein"
    ),
    false(
        "Bernstein's form, no denominator",
        exp(x) - 1 - x <= x**2 / 2,
        (x >= 0, x < 3),
        {"x": "1"},
        "0.718 > 0.5",
        "Bernstein",
    ),
    corner(
        "Bernstein's form, 0.1 % less",
        exp(x) - 1 - x <= Q(999, 1000) * x**2 / (2 * (1 - x / 3)),
        (x >= 0, x < 3),
        {"x": "1/1000"},
        "only below 0.19",
        "Bernstein",
    ),
    true("Bennett to Bernstein", bennett >= u**2 / (2 + 2 * u / 3), (u >= 0,), "second derivatives", "Bernstein"),
    false("Bennett to a parabola", bennett >= u**2 / 2, (u >= 0,), {"u": "1"}, "0.386 < 0.5", "Bernstein"),
    corner(
        "Bennett to Bernstein, 3/5",
        bennett >= u**2 / (2 + 3 * u / 5),
        (u >= 0,),
        {"u": "1/10"},
        "only below 0.44",
        "Bernstein",
    ),
    true(
        "Chernoff, upper",
        delta - (1 + delta) * log(1 + delta) <= -(delta**2) / (2 + delta),
        (delta >= 0,),
        "log(1+x) >= 2x/(2+x)",
        "matrix Chernoff",
    ),
    true(
        "Chernoff, lower",
        -delta - (1 - delta) * log(1 - delta) <= -(delta**2) / 2,
        (delta >= 0, delta < 1),
        "series",
        "matrix Chernoff",
    ),
    false(
        "Chernoff, lower, full square",
        -delta - (1 - delta) * log(1 - delta) <= -(delta**2),
        (delta >= 0, delta < 1),
        {"delta": "1/2"},
        "-0.153 > -0.25",
        "matrix Chernoff",
    ),
    corner(
        "Chernoff, lower, 1 % more",
        -delta - (1 - delta) * log(1 - delta) <= -Q(101, 200) * delta**2,
        (delta >= 0, delta < 1),
        {"delta": "1/100"},
        "only near 0",
        "matrix Chernoff",
    ),
    true("tanh below x", tanh(x) <= x, (x >= 0,), "derivative", "classical"),
    true("sinh above x", sinh(x) >= x, (x >= 0,), "derivative", "classical"),
    true("hyperbolic Pythagoras", cosh(x) ** 2 - sinh(x) ** 2 <= 1, (), "equality", "classical"),
    false(
        "tanh above x less a cube",
        tanh(x) >= x - x**3 / 4,
        (x >= 0, x <= 1),
        {"x": "1/10"},
        "order 3 is -1/3",
        "classical",
    ),
    true(
        "convexity of the exponential", exp((a + b) / 2) <= (exp(a) + exp(b)) / 2, (), "arithmetic-geometric", "Jensen"
    ),
    false(
        "convexity, turned",
        exp((a + b) / 2) >= (exp(a) + exp(b)) / 2,
        (),
        {"a": "0", "b": "2"},
        "2.72 < 4.19",
        "Jensen",
    ),
    corner(
        "convexity, 1 % less",
        exp((a + b) / 2) <= Q(99, 200) * (exp(a) + exp(b)),
        (),
        {"a": "0", "b": "0"},
        "only near a = b",
        "Jensen",
    ),
]
