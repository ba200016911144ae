"""Sums with a symbolic number of terms."""

from sympy import IndexedBase, Sum, Symbol, log, sqrt

from boundcheck.symbolic import Statement as eq  # noqa: N813

from .case import Q, c, corner, false, i, q, t, true, x

n = Symbol("n", integer=True, positive=True)
m = Symbol("m", integer=True, nonnegative=True)
v = IndexedBase("v")[i]
unit, inner = (q >= 0, q < 1), (q > 0, q < 1)


def total(term, last=n, first=1):
    """Return the sum over t."""
    return Sum(term, (t, first, last))


roots, harmonic, squares, logs = total(1 / sqrt(t)), total(1 / t), total(1 / t**2), total(log(t))
step = "its last term is at most the step of the bound"
CASES = [
    true("inverse roots", roots <= 2 * sqrt(n), (), step, "regret of online gradient descent"),
    false(
        "inverse roots, 1.9", roots <= Q(19, 10) * sqrt(n), (), {"n": "300"}, "the sum is 2 sqrt(n) - 1.46", "regret"
    ),
    true("inverse roots, less 1", roots <= 2 * sqrt(n) - 1, (), step, "regret"),
    false("inverse roots, less 1.1", roots <= 2 * sqrt(n) - Q(11, 10), (), {"n": "1"}, "one term", "regret"),
    true("inverse roots from below", roots >= 2 * sqrt(n + 1) - 2, (), step, "integral"),
    false("inverse roots from below, 1.8", roots >= 2 * sqrt(n + 1) - Q(9, 5), (), {"n": "1"}, "one term", "integral"),
    true("harmonic, from below", harmonic >= log(n + 1), (), step, "integral"),
    false(
        "harmonic, from below, 10 %",
        harmonic >= Q(110, 100) * log(n + 1) + Q(1, 5),
        (),
        {"n": "50"},
        "far out",
        "integral",
    ),
    true("harmonic", harmonic <= 1 + log(n), (), step, "strongly convex regret"),
    false("harmonic, 0.99", harmonic <= Q(99, 100) + log(n), (), {"n": "1"}, "one term", "strongly convex regret"),
    corner(
        "harmonic above log, 0.58",
        harmonic >= Q(58, 100) + log(n),
        (),
        {"n": "300"},
        "Euler's constant is 0.5772",
        "tail",
    ),
    true("inverse squares", squares <= 2 - 1 / n, (), step, "telescoping"),
    false("inverse squares, 1 % less", squares <= Q(199, 100) - 1 / n, (), {"n": "1"}, "one term", "telescoping"),
    true("inverse squares below 2", squares < 2, (), "below 2 - 1/n", "union over rounds"),
    corner(
        "inverse squares below 1.64", squares <= Q(164, 100), (), {"n": "300"}, "pi^2/6 = 1.6449", "union over rounds"
    ),
    true("inverse squares below 7/4", squares <= Q(7, 4), (), "two terms and the integral from there", "union"),
    true("geometric", total(q**t, m, 0) <= 1 / (1 - q), unit, "closed form", "discounted return"),
    false(
        "geometric, 1 % less",
        total(q**t, m, 0) <= Q(99, 100) / (1 - q),
        unit,
        {"m": "0", "q": "0"},
        "one term",
        "discounted return",
    ),
    true("geometric from 1", total(q**t) <= q / (1 - q), inner, "closed form", "discounted return"),
    corner(
        "geometric from 1, 0.1 %",
        total(q**t) <= Q(999, 1000) * q / (1 - q),
        inner,
        {"n": "2", "q": "1/50"},
        "small q",
        "return",
    ),
    true("geometric, closed", eq(total(q**t, n - 1, 0), "==", (1 - q**n) / (1 - q)), inner, "telescopes", "momentum"),
    false(
        "geometric, closed, one more",
        eq(total(q**t, n, 0), "==", (1 - q**n) / (1 - q)),
        inner,
        {"n": "1", "q": "1/2"},
        "one",
        "off",
    ),
    true("weighted geometric", total(t * q**t) <= q / (1 - q) ** 2, inner, "closed form", "delayed credit"),
    corner(
        "weighted geometric, 1 %",
        total(t * q**t) <= Q(99, 100) * q / (1 - q) ** 2,
        inner,
        {"n": "1", "q": "1/1000"},
        "small q",
        "delay",
    ),
    true("contraction, series", total((1 - x) ** t) <= 1 / x, (x > 0, x <= 1), "closed form", "bias of averaging"),
    false(
        "contraction, from 0",
        total((1 - x) ** t, n, 0) <= 1 / x - Q(1, 100),
        (x > 0, x <= 1),
        {"n": "1", "x": "1"},
        "x = 1",
        "bias",
    ),
    true("logarithms", logs >= n * log(n) - n, (), step, "Stirling, crude"),
    false("logarithms, 0.9", logs >= n * log(n) - Q(9, 10) * n, (), {"n": "30"}, "far out", "Stirling"),
    true("logarithms, plus 1", logs >= n * log(n) - n + 1, (), step, "Stirling"),
    false("logarithms, plus 1.1", logs >= n * log(n) - n + Q(11, 10), (), {"n": "1"}, "one term", "Stirling"),
    true("logarithms from above", logs <= n * log(n), (), "term by term", "Stirling"),
    true("first powers", eq(total(t), "==", n * (n + 1) / 2), (), "Gauss", "closed form"),
    true("squares", eq(total(t**2), "==", n * (n + 1) * (2 * n + 1) / 6), (), "telescopes", "closed form"),
    false(
        "squares, wrong factor",
        eq(total(t**2), "==", n * (n + 1) * (2 * n + 2) / 6),
        (),
        {"n": "1"},
        "one term",
        "typo",
    ),
    true("cubes", eq(total(t**3), "==", (n * (n + 1) / 2) ** 2), (), "Nicomachus", "closed form"),
    true("squares below n^3", total(t**2) <= n**3, (), "term by term", "crude"),
    true("squares above n^3/3", total(t**2) >= n**3 / 3, (), step, "integral"),
    false("squares above n^3/3 + n^2", total(t**2) >= n**3 / 3 + n**2, (), {"n": "1"}, "half of it", "integral"),
    true("telescoping", eq(total(1 / (t * (t + 1))), "==", 1 - 1 / (n + 1)), (), "partial fractions", "closed form"),
    false("telescoping below 0.99", total(1 / (t * (t + 1))) <= Q(99, 100), (), {"n": "100"}, "far out", "closed form"),
    true(
        "regret of a step size",
        sqrt(n) / (2 * c) + c / 2 * roots <= sqrt(n) * (1 / (2 * c) + c),
        (c > 0,),
        "inverse roots",
        "online gradient descent with step c/sqrt(t)",
    ),
    false(
        "regret of a step size, 0.9",
        sqrt(n) / (2 * c) + c / 2 * roots <= sqrt(n) * (1 / (2 * c) + Q(9, 10) * c),
        (c > 0,),
        {"c": "1", "n": "50"},
        "1.5 < 1.8 only for small n; 2 far out",
        "online gradient descent",
    ),
    true("three halves", total(t ** Q(-3, 2)) <= 3, (), "3 - 2/sqrt(n)", "peeling"),
    corner(
        "three halves, 2.58", total(t ** Q(-3, 2)) <= Q(258, 100), (), {"n": "5000"}, "zeta(3/2) = 2.612", "peeling"
    ),
    true("shifted", total(2 / (t + 1)) <= 2 * log(n + 1), (), step, "step sizes 2/(mu (t+1))"),
    false(
        "shifted, 1.9", total(2 / (t + 1)) <= Q(19, 10) * log(n + 1) - Q(1, 3), (), {"n": "1"}, "one term", "step sizes"
    ),
    true("telescoping logarithms", total(log(1 + 1 / t)) <= log(n + 1), (), "equality", "potential argument"),
    true("bounded terms", Sum(v, (i, 1, n)) <= n, (v <= 1,), "term by term", "union bound"),
    true("squares of bounded terms", Sum(v**2, (i, 1, n)) <= Sum(v, (i, 1, n)), (v >= 0, v <= 1), "each", "variance"),
    true("roots, series", total(sqrt(t)) >= Q(2, 3) * n * sqrt(n), (), step, "integral"),
    false("roots, 0.7", total(sqrt(t)) >= Q(7, 10) * n * sqrt(n), (), {"n": "15"}, "far out", "integral"),
    true("roots from above", total(sqrt(t)) <= Q(2, 3) * (n + 1) * sqrt(n + 1), (), step, "integral"),
    true("sum below its last term times n", total(t**3) <= n**4, (), "term by term", "crude"),
    true("powers of 2, series", eq(total(2**t, n - 1, 0), "==", 2**n - 1), (), "doubling", "doubling trick"),
    false("powers of 2, to n", total(2**t, n, 0) <= 2**n, (), {"n": "1"}, "3 > 2", "doubling trick"),
    true("doubling epochs", total(sqrt(2) ** t, n - 1, 0) <= sqrt(2) ** n / (sqrt(2) - 1), (), "closed", "doubling"),
    true("mean of a linear ramp", total(t) / n >= n / 2, (), "closed form", "averaging"),
    false(
        "mean of a linear ramp, 0.51",
        total(t) / n >= Q(51, 100) * n + Q(1, 10),
        (),
        {"n": "50"},
        "far out",
        "averaging",
    ),
    true("weights 2t/(n(n+1))", eq(total(2 * t) / (n * (n + 1)), "==", 1), (), "Gauss", "weighted averaging"),
]
