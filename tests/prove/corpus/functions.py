"""Gaussian tails, factorials and the gamma function: Chernoff's, Mill's and Stirling's bounds, and slightly sharper ones."""

from sympy import E, Symbol, binomial, erf, erfc, exp, factorial, gamma, log, pi, polygamma, sqrt

from .case import Q, corner, eq, true, x

n = Symbol("n", integer=True, positive=True)
TAIL, DENSITY = erfc(x / sqrt(2)) / 2, exp(-(x**2) / 2) / sqrt(2 * pi)
half, above = (x >= 0,), (x > 0,)
ROOT = sqrt(2 * pi * n) * (n / E) ** n

# name, smaller side, larger side, hypotheses, the weight that makes it false, where, reason, source
_ROWS = [
    ("Chernoff's tail", TAIL, exp(-(x**2) / 2) / 2, half, Q(1002, 1000), {"x": "0"}, "equal at 0", "Gaussian tails"),
    ("Mill from above", TAIL, DENSITY / x, above, Q(1002, 1000), {"x": "50"}, "equal far out", "Mill's ratio"),
    ("Mill from below", DENSITY * x / (1 + x**2), TAIL, above, Q(1001, 1000), {"x": "7"}, "far out", "Gordon (1941)"),
    ("centre of a Gaussian", Q(1, 2) - TAIL, x / sqrt(2 * pi), half, Q(1002, 1000), {"x": "1/20"}, "slope at 0", "TV"),
    ("error function and line", erf(x), 2 * x / sqrt(pi), half, Q(1002, 1000), {"x": "1/100"}, "slope at 0", "TV"),
    ("factorial, Stirling", ROOT, factorial(n), (), Q(1001, 1000), {"n": "100"}, "1 + 1/(12n)", "counting"),
    (
        "factorial from above",
        factorial(n),
        E * sqrt(n) * (n / E) ** n,
        (),
        Q(1001, 1000),
        {"n": "1"},
        "at 1",
        "counting",
    ),
    ("middle binomial", binomial(2 * n, n), 4**n / sqrt(pi * n), (), Q(1005, 1000), {"n": "30"}, "1 - 1/(8n)", "walks"),
    ("digamma and log", polygamma(0, x), log(x) - 1 / (2 * x), above, Q(1001, 1000), {"x": "50"}, "far out", "A&S 6.3"),
    ("trigamma", 1 / x + 1 / (2 * x**2), polygamma(1, x), above, Q(1001, 1000), {"x": "200"}, "far out", "A&S 6.4"),
    ("least gamma", Q(885, 1000), gamma(x), above, Q(1001, 1000), {"x": "73/50"}, "near 1.46", "A&S 6.3.19"),
]

CASES = [
    *(true(name, small <= large, given, reason, source) for name, small, large, given, _, _, reason, source in _ROWS),
    *(
        corner(f"{name}, sharpened", weight * small <= large, given, at, reason, source)
        for name, small, large, given, weight, at, reason, source in _ROWS
    ),
    true("gamma, one step", eq(gamma(x + 1), x * gamma(x)), above, "by parts", "A&S 6.1.15"),
]
