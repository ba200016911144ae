"""Equality at points that are not rational, and at infinity."""

from sympy import E, cosh, exp, log, pi, sqrt, tanh

from .case import Q, a, b, corner, n, t, true, u, x, y

above = (x > 0,)

CASES = [
    true("log and x/e", log(x) <= x / E, above, "touch at e", "peeling"),
    corner("log and x/e, 1 %", log(x) <= Q(99, 100) * x / E, above, {"x": "3"}, "near e", "peeling"),
    true("log and root", log(x) <= 2 * sqrt(x) / E, above, "touch at e^2", "peeling"),
    corner("log and root, 0.5 %", log(x) <= Q(199, 100) * sqrt(x) / E, above, {"x": "7"}, "near e^2", "peeling"),
    true("log and fourth root", log(x) <= 4 * x ** Q(1, 4) / E, above, "touch at e^4", "peeling"),
    corner(
        "log and fourth root, 1 %", log(x) <= Q(396, 100) * x ** Q(1, 4) / E, above, {"x": "40"}, "near e^4", "peeling"
    ),
    true("x e^-x", x * exp(-x) <= 1 / E, (), "touch at 1", "kernels"),
    corner("x e^-x, 1 %", x * exp(-x) <= Q(99, 100) / E, (), {"x": "1"}, "near 1", "kernels"),
    true("x e^-x^2", x * exp(-(x**2)) <= 1 / sqrt(2 * E), (), "touch at 1/sqrt 2", "kernels"),
    corner("x e^-x^2, 1 %", x * exp(-(x**2)) <= Q(99, 100) / sqrt(2 * E), (), {"x": "2/3"}, "near 0.7", "kernels"),
    true("sqrt x e^-x", sqrt(x) * exp(-x) <= 1 / sqrt(2 * E), (x >= 0,), "touch at 1/2", "kernels"),
    corner(
        "sqrt x e^-x, 1 %", sqrt(x) * exp(-x) <= Q(99, 100) / sqrt(2 * E), (x >= 0,), {"x": "1/2"}, "at 1/2", "kernels"
    ),
    true("x^2 e^-x", x**2 * exp(-x) <= 4 / E**2, (x >= 0,), "touch at 2", "moments"),
    corner("x^2 e^-x, 0.5 %", x**2 * exp(-x) <= Q(398, 100) / E**2, (x >= 0,), {"x": "2"}, "near 2", "moments"),
    true("x log x", x * log(x) >= -1 / E, above, "touch at 1/e", "entropy"),
    corner("x log x, 1 %", x * log(x) >= -Q(99, 100) / E, above, {"x": "1/3"}, "near 1/e", "entropy"),
    true("log x / x", log(x) / x <= 1 / E, above, "touch at e", "rates"),
    true("log^2", log(x) ** 2 <= 16 * sqrt(x) / E**2, (x >= 1,), "touch at e^4", "rates"),
    corner("log^2, 1 %", log(x) ** 2 <= Q(1584, 100) * sqrt(x) / E**2, (x >= 1,), {"x": "40"}, "near e^4", "rates"),
    true("e^x between two touches", exp(x) <= 1 + x + (E - 2) * x**2, (x <= 1,), "0 and 1", "Bennett"),
    corner(
        "e^x between two touches, 1 %",
        exp(x) <= 1 + x + Q(99, 100) * (E - 2) * x**2,
        (x <= 1,),
        {"x": "1"},
        "near 1",
        "Bennett",
    ),
    true(
        "AM-GM with a constant", a * x + b / x >= 2 * sqrt(a * b), (x > 0, a > 0, b > 0), "touch at sqrt(b/a)", "tuning"
    ),
    corner(
        "AM-GM with a constant, 1 %",
        a * x + b / x >= Q(202, 100) * sqrt(a * b),
        (x > 0, a > 0, b > 0),
        {"a": "1", "b": "1", "x": "1"},
        "there",
        "tuning",
    ),
    true("three terms", a / x + x**2 >= 3 * (a / 2) ** Q(2, 3), (x > 0, a > 0), "touch at (a/2)^(1/3)", "tuning"),
    corner(
        "three terms, 1 %",
        a / x + x**2 >= Q(303, 100) * (a / 2) ** Q(2, 3),
        (x > 0, a > 0),
        {"a": "2", "x": "1"},
        "there",
        "tuning",
    ),
    true("a polynomial at sqrt 2", x**4 - 4 * x**2 + 4 >= 0, (), "square", "tuning"),
    corner(
        "a polynomial at sqrt 2, less",
        x**4 - 4 * x**2 + 4 >= Q(1, 100000),
        (),
        {"x": "-58/41"},
        "near sqrt 2",
        "tuning",
    ),
    true("x^3 - 3x + 2", x**3 - 3 * x + 2 >= 0, (x >= 0,), "touch at 1", "tuning"),
    true("x^5 - 5x + 4", x**5 - 5 * x + 4 >= 0, (x >= 0,), "touch at 1", "tuning"),
    true("golden", x + 1 / x >= Q(2), above, "touch at 1", "tuning"),
    true("step size", t / 2 + n / t >= sqrt(2 * n), (t > 0, n > 0), "touch at sqrt(2n)", "gradient descent"),
    corner(
        "step size, 0.2 %",
        t / 2 + n / t >= Q(1002, 1000) * sqrt(2 * n),
        (t > 0, n > 0),
        {"n": "2", "t": "2"},
        "there",
        "gradient descent",
    ),
    true("cosh and a parabola", cosh(x) >= 1 + x**2 / 2, (), "series", "sub-Gaussian"),
    corner(
        "cosh and a parabola, order 4",
        cosh(x) >= 1 + x**2 / 2 + Q(42, 1000) * x**4,
        (),
        {"x": "1/3"},
        "1/24 = 0.0417",
        "sub-Gaussian",
    ),
    # both ends at infinity
    true("log(1+1/x) above", log(1 + 1 / x) >= 1 / (x + Q(1, 2)), above, "atanh series", "Stirling"),
    corner("log(1+1/x) above, 0.49", log(1 + 1 / x) >= 1 / (x + Q(49, 100)), above, {"x": "8"}, "far out", "Stirling"),
    true("log(1+1/x) below", log(1 + 1 / x) <= 1 / sqrt(x * (x + 1)), above, "geometric mean", "Stirling"),
    corner(
        "log(1+1/x) below, shifted",
        log(1 + 1 / x) <= 1 / sqrt(x * (x + 1) + Q(1, 6)),
        above,
        {"x": "1"},
        "far out",
        "Stirling",
    ),
    true(
        "Stirling's step",
        (x + Q(1, 2)) * log(1 + 1 / x) <= 1 + 1 / (12 * x) - 1 / (12 * (x + 1)),
        above,
        "atanh",
        "Robbins",
    ),
    corner(
        "Stirling's step, 1/13",
        (x + Q(1, 2)) * log(1 + 1 / x) <= 1 + 1 / (13 * x) - 1 / (13 * (x + 1)),
        above,
        {"x": "1"},
        "far out",
        "Robbins",
    ),
    true("Stirling's step from below", (x + Q(1, 2)) * log(1 + 1 / x) >= 1, above, "atanh", "Robbins"),
    true("x log(1+1/x)", x * log(1 + 1 / x) < 1, above, "log(1+u) < u", "compound"),
    corner("x log(1+1/x), 0.999", x * log(1 + 1 / x) < Q(999, 1000), above, {"x": "1000"}, "far out", "compound"),
    true("x(1 - e^(-1/x))", x * (1 - exp(-1 / x)) < 1, above, "1 - e^-u < u", "compound"),
    true("tanh at infinity", 1 - tanh(x) <= 2 * exp(-2 * x), (x >= 0,), "rational in e^2x", "saturation"),
    corner(
        "tanh at infinity, 1 %",
        1 - tanh(x) <= Q(198, 100) * exp(-2 * x),
        (x >= 0,),
        {"x": "3"},
        "far out",
        "saturation",
    ),
    true("root differences", sqrt(x + 1) - sqrt(x) <= 1 / (2 * sqrt(x)), above, "concave", "telescoping"),
    corner(
        "root differences, 0.499",
        sqrt(x + 1) - sqrt(x) <= Q(499, 1000) / sqrt(x),
        above,
        {"x": "200"},
        "far out",
        "telescoping",
    ),
    true(
        "root differences from below", sqrt(x + 1) - sqrt(x) >= 1 / (2 * sqrt(x + 1)), above, "concave", "telescoping"
    ),
    true("middle of roots", sqrt(x + 1) - sqrt(x) <= 1 / (2 * sqrt(x + Q(1, 4))), above, "squares", "telescoping"),
    true("rational at infinity", (x**2 + 1) / (x**2 + x + 1) <= 1, (x >= 0,), "x >= 0", "ratios"),
    corner(
        "rational at infinity, 0.999",
        (x**2 + 1) / (x**2 + x + 1) <= Q(999, 1000),
        (x >= Q(1, 100),),
        {"x": "1000"},
        "far out",
        "ratios",
    ),
    true("log of a ratio", log((x + 1) / (x - 1)) >= 2 / x, (x > 1,), "atanh", "capacity"),
    corner(
        "log of a ratio, 1 %", log((x + 1) / (x - 1)) >= Q(202, 100) / x, (x > 1,), {"x": "6"}, "far out", "capacity"
    ),
    true("u - log(1+u)", u - log(1 + u) <= u**2 / 2, (u >= 0,), "series", "Bernstein"),
    corner("u - log(1+u), 0.49", u - log(1 + u) <= Q(49, 100) * u**2, (u >= 0,), {"u": "1/50"}, "small", "Bernstein"),
    true("pi and a square", x**2 - pi * x + pi**2 / 4 >= 0, (), "square", "angles"),
    true("x y and e", log(x * y) <= (x + y) / E, (x > 0, y > 0), "twice log and x/e", "peeling"),
    corner(
        "x y and e, 1 %",
        log(x * y) <= Q(99, 100) * (x + y) / E,
        (x > 0, y > 0),
        {"x": "3", "y": "3"},
        "near (e, e)",
        "peeling",
    ),
]
