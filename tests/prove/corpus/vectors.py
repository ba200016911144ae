"""Functions of sums over a letter's range, sums of binomial coefficients, several integer letters, and far out points.

Written down with their truth before any of them was given to the provers; `bench/prove.py` asks them, no test does, for the time.
"""

from dataclasses import replace

from sympy import E, Eq, IndexedBase, Rational, Sum, Symbol, binomial, exp, factorial, log, sqrt, symbols

from boundcheck.symbolic import Statement

from .case import corner, false, true

n = Symbol("n", integer=True, positive=True)
m, k, d, i = symbols("m k d i", integer=True)
p, s, t, z = symbols("p s t z", real=True)
x, y, w = IndexedBase("x"), IndexedBase("y"), IndexedBase("w")


def total(term):
    """Return the sum over i from 1 to n."""
    return Sum(term, (i, 1, n))


def le(left, right):
    """Return an inequality that nothing evaluates."""
    return Statement(left, "<=", right)


def eq(left, right):
    """Return an equality that nothing evaluates."""
    return Statement(left, "==", right)


def at(count, xs="", ys="", ws="", **others):
    """Return a point with so many terms."""
    rows = {"x": xs.split(), "y": ys.split(), "w": ws.split()}
    terms = {f"{name}[{place}]": value for name, values in rows.items() for place, value in enumerate(values, 1)}
    return {"n": str(count), **terms, **others}


X, Y, XY, XX, YY = total(x[i]), total(y[i]), total(x[i] * y[i]), total(x[i] ** 2), total(y[i] ** 2)
ANY, ABOVE, BOTH = (), (x[i] > 0,), (x[i] > 0, y[i] > 0)
LAW, LAWS = (x[i] > 0, Eq(X, 1)), (x[i] > 0, y[i] > 0, Eq(X, 1), Eq(Y, 1))
KL, CHI = total(x[i] * log(x[i] / y[i])), total(x[i] ** 2 / y[i])
ROOTS = total(sqrt(x[i] * y[i]))
HALF = Rational(1, 2)
JENSEN, SCHWARZ, ONE = "the tangent at the mean", "Cauchy and Schwarz", "one term"


def mean(term):
    """Return the mean over the range."""
    return total(term) / n


of_sums = [
    true("mean squared", le(mean(x[i]) ** 2, mean(x[i] ** 2)), ANY, JENSEN, "Jensen"),
    false("mean squared, twice", le(2 * mean(x[i]) ** 2, mean(x[i] ** 2)), ANY, at(1, "1"), ONE, "Jensen"),
    true("log of a mean", le(mean(log(x[i])), log(mean(x[i]))), ABOVE, JENSEN, "Jensen"),
    corner(
        "log of a mean, below",
        le(log(mean(x[i])), mean(log(x[i]))),
        ABOVE,
        at(2, "1 2"),
        "log 1.5 > log(2)/2",
        "Jensen",
    ),
    true("exp of a mean", le(exp(mean(x[i])), mean(exp(x[i]))), ANY, JENSEN, "Jensen"),
    false("exp of a mean, above", le(mean(exp(x[i])), exp(mean(x[i]))), ANY, at(2, "0 1"), "1.86 > 1.65", "Jensen"),
    true("root of a mean", le(mean(sqrt(x[i])), sqrt(mean(x[i]))), ABOVE, JENSEN, "Jensen"),
    corner(
        "root of a mean, 99 %",
        le(mean(sqrt(x[i])), Rational(99, 100) * sqrt(mean(x[i]))),
        ABOVE,
        at(1, "1"),
        ONE,
        "Jensen",
    ),
    true("cube of a mean", le(mean(x[i]) ** 3, mean(x[i] ** 3)), ABOVE, JENSEN, "Jensen"),
    corner("cube of a mean, any sign", le(mean(x[i]) ** 3, mean(x[i] ** 3)), ANY, at(2, "-3 1"), "-1 > -13", "Jensen"),
    true("power of a mean", le(mean(x[i]) ** p, mean(x[i] ** p)), (*ABOVE, p >= 1), JENSEN, "power means"),
    corner(
        "power of a mean, below 1",
        le(mean(x[i]) ** p, mean(x[i] ** p)),
        (*ABOVE, p >= HALF),
        at(2, "1 4", p="1/2"),
        "1.58 > 1.5",
        "power means",
    ),
    true("harmonic mean", le(n / total(1 / x[i]), mean(x[i])), ABOVE, SCHWARZ, "means"),
    false("harmonic mean, above", le(mean(x[i]), n / total(1 / x[i])), ABOVE, at(2, "1 2"), "1.5 > 1.33", "means"),
    true("log-sum-exp above the mean", le(mean(x[i]), log(mean(exp(x[i])))), ANY, JENSEN, "softmax"),
    false(
        "log-sum-exp below the mean", le(log(total(exp(x[i]))), mean(x[i])), ANY, at(2, "0 0"), "log 2 > 0", "softmax"
    ),
    true("variance", le(0, mean(x[i] ** 2) - mean(x[i]) ** 2), ANY, JENSEN, "variance"),
    corner(
        "variance above 0",
        Statement(mean(x[i] ** 2) - mean(x[i]) ** 2, ">", 0),
        ANY,
        at(2, "1 1"),
        "equal terms",
        "variance",
    ),
    true("Cauchy and Schwarz", le(XY**2, XX * YY), ANY, SCHWARZ, SCHWARZ),
    corner("Cauchy and Schwarz, 99 %", le(XY**2, Rational(99, 100) * XX * YY), ANY, at(1, "1", "1"), ONE, SCHWARZ),
    true("Cauchy and Schwarz, roots", le(XY, sqrt(XX) * sqrt(YY)), ANY, SCHWARZ, SCHWARZ),
    false("Cauchy and Schwarz, below", le(sqrt(XX) * sqrt(YY), XY), ANY, at(2, "1 0", "0 1"), "1 > 0", SCHWARZ),
    true("l1 by l2", le(X, sqrt(n) * sqrt(XX)), ANY, SCHWARZ, "norms"),
    corner("l1 by l2, without n", le(X, sqrt(XX)), ABOVE, at(2, "1 1"), "2 > 1.41", "norms"),
    true("l2 by l1", le(sqrt(XX), X), (x[i] >= 0,), "the square has products besides", "norms"),
    corner("l2 by l1, any sign", le(sqrt(XX), X), ANY, at(1, "-1"), "1 > -1", "norms"),
    true("squares by the square", le(XX, X**2), (x[i] >= 0,), "the square has products besides", "norms"),
    false("square by the squares", le(X**2, XX), (x[i] >= 0,), at(2, "1 1"), "4 > 2", "norms"),
    true("Minkowski", le(sqrt(total((x[i] + y[i]) ** 2)), sqrt(XX) + sqrt(YY)), ANY, SCHWARZ, "Minkowski"),
    false(
        "Minkowski, one root",
        le(sqrt(total((x[i] + y[i]) ** 2)), sqrt(XX + YY)),
        ANY,
        at(1, "1", "1"),
        "2 > 1.41",
        "Minkowski",
    ),
    true(
        "difference of norms", le(sqrt(XX) - sqrt(YY), sqrt(total((x[i] - y[i]) ** 2))), ANY, "Minkowski", "Minkowski"
    ),
    false(
        "difference of norms, squares",
        le(total((x[i] - y[i]) ** 2), XX - YY),
        ANY,
        at(1, "0", "1"),
        "1 > -1",
        "Minkowski",
    ),
    true("parallelogram", le(total((x[i] + y[i]) ** 2), 2 * XX + 2 * YY), ANY, "term by term", "norms"),
    false(
        "parallelogram, 3/2",
        le(total((x[i] + y[i]) ** 2), Rational(3, 2) * (XX + YY)),
        ANY,
        at(1, "1", "1"),
        "4 > 3",
        "norms",
    ),
    true(
        "Hoelder, 3 and 3/2",
        le(XY, total(x[i] ** 3) ** Rational(1, 3) * total(y[i] ** Rational(3, 2)) ** Rational(2, 3)),
        BOTH,
        "Young, term by term",
        "Hoelder",
    ),
    corner(
        "Hoelder, 3 and 3",
        le(XY, total(x[i] ** 3) ** Rational(1, 3) * total(y[i] ** 3) ** Rational(1, 3)),
        BOTH,
        at(2, "1 1", "1 1"),
        "2 > 1.59",
        "Hoelder",
    ),
    true(
        "Hoelder, any exponent",
        le(XY, total(x[i] ** p) ** (1 / p) * total(y[i] ** (p / (p - 1))) ** (1 - 1 / p)),
        (*BOTH, p > 1),
        "Young, term by term",
        "Hoelder",
    ),
    true("Titu", le(X**2 / Y, total(x[i] ** 2 / y[i])), (y[i] > 0,), SCHWARZ, "Titu"),
    false(
        "Titu, turned round", le(total(x[i] ** 2 / y[i]), X**2 / Y), (y[i] > 0,), at(2, "1 0", "1 1"), "1 > 1/2", "Titu"
    ),
    true("log-sum", le(X * log(X / Y), KL), BOTH, JENSEN, "log-sum"),
    corner("log-sum, from above", le(KL, X * log(X / Y)), BOTH, at(2, "1 1", "1 2"), "-0.69 > -0.81", "log-sum"),
    true("divergence", le(0, KL), LAWS, "log-sum", "Gibbs"),
    corner("divergence without laws", le(0, KL), BOTH, at(1, "1", "2"), "-log 2", "Gibbs"),
    true("divergence by chi-square", le(KL, CHI - 1), LAWS, "log u <= u - 1", "divergences"),
    corner(
        "divergence by half of it",
        le(KL, HALF * (CHI - 1)),
        LAWS,
        at(2, "1/10 9/10", "1/5 4/5"),
        "0.0367 > 0.0313",
        "divergences",
    ),
    true("divergence by the log", le(KL, log(CHI)), LAWS, JENSEN, "Renyi"),
    true("Hellinger", le(2 - 2 * ROOTS, KL), LAWS, "log u <= u - 1", "Hellinger"),
    corner(
        "Hellinger, five times",
        le(5 - 5 * ROOTS, KL),
        LAWS,
        at(2, "1/2 1/2", "49/100 51/100"),
        "five quarters",
        "Hellinger",
    ),
    true("affinity", le(ROOTS, 1), LAWS, SCHWARZ, "Hellinger"),
    corner("affinity below 1", Statement(ROOTS, "<", 1), LAWS, at(1, "1", "1"), ONE, "Hellinger"),
    true("entropy", le(-total(x[i] * log(x[i])), log(n)), LAW, JENSEN, "entropy"),
    corner(
        "entropy, 99 %",
        le(-total(x[i] * log(x[i])), Rational(99, 100) * log(n)),
        LAW,
        at(2, "1/2 1/2"),
        "equal",
        "entropy",
    ),
    true("collision", le(1 / n, XX), LAW, SCHWARZ, "Renyi"),
    corner("collision, twice", le(2 / n, XX), LAW, at(2, "1/2 1/2"), "1 > 1/2", "Renyi"),
    true("collision below 1", le(XX, 1), LAW, "each is at most 1", "Renyi"),
    corner("collision below 1/2", le(XX, HALF), LAW, at(1, "1"), ONE, "Renyi"),
    true("chi-square", le(1, CHI), LAWS, SCHWARZ, "divergences"),
    corner("chi-square above 1", Statement(CHI, ">", 1), LAWS, at(1, "1", "1"), ONE, "divergences"),
    true(
        "Gibbs",
        le(total(y[i] * w[i]), log(total(x[i] * exp(w[i]))) + total(y[i] * log(y[i] / x[i]))),
        LAWS,
        JENSEN,
        "Donsker",
    ),
    corner(
        "Gibbs, half",
        le(total(y[i] * w[i]), log(total(x[i] * exp(w[i]))) + total(y[i] * log(y[i] / x[i])) / 2),
        LAWS,
        at(2, "1/2 1/2", "9/10 1/10", "2 0"),
        "1.8 > 1.434 + 0.184",
        "Donsker",
    ),
]

of_coefficients = [
    false(
        "sum of binomials, less 1", le(Sum(binomial(n, k), (k, 0, n)), 2**n - 1), ANY, {"n": "1"}, "2 > 1", "binomials"
    ),
    true("sum of binomials", le(Sum(binomial(n, k), (k, 0, n)), 2**n), ANY, "the binomial theorem", "binomials"),
    false(
        "binomial theorem from 1",
        eq(Sum(binomial(n, k) * t**k, (k, 1, n)), (1 + t) ** n),
        (t > 0,),
        {"n": "1", "t": "1"},
        ONE,
        "binomials",
    ),
    true(
        "binomial theorem",
        eq(Sum(binomial(n, k) * t**k, (k, 0, n)), (1 + t) ** n),
        (t > 0,),
        "the theorem",
        "binomials",
    ),
    false(
        "Sauer, half",
        le(Sum(binomial(n, k), (k, 0, m)), (E * n / m) ** m / 2),
        (m >= 1, n >= m),
        {"n": "1", "m": "1"},
        "2 > e/2",
        "Sauer",
    ),
    corner(
        "Sauer, n to the d",
        le(Sum(binomial(n, k), (k, 0, m)), n**m),
        (m >= 1, n >= m),
        {"n": "1", "m": "1"},
        "2 > 1",
        "Sauer",
    ),
    corner(
        "Sauer, n + 1 less 1",
        le(Sum(binomial(n, k), (k, 0, m)), (n + 1) ** m - 1),
        (m >= 1, n >= m),
        {"n": "1", "m": "1"},
        "2 > 1",
        "Sauer",
    ),
    corner(
        "binomial tail, exponent 3",
        le(Sum(binomial(n, k) * t**k * (1 - t) ** (n - k), (k, m, n)), exp(-3 * n * (m / n - t) ** 2)),
        (m >= 1, n >= m, t > 0, t < 1, m >= n * t),
        {"n": "1", "m": "1", "t": "1/2"},
        "0.5 > 0.4724",
        "Chernoff",
    ),
    corner(
        "binomial tail, 9/10",
        le(
            Sum(binomial(n, k) * t**k * (1 - t) ** (n - k), (k, m, n)), Rational(9, 10) * exp(-2 * n * (m / n - t) ** 2)
        ),
        (m >= 0, n >= m, t > 0, t < 1, m >= n * t),
        {"n": "1", "m": "1", "t": "999/1000"},
        "0.999 > 0.9",
        "Chernoff",
    ),
    false("half of a row", le(Sum(binomial(2 * n, k), (k, 0, n)), 4**n / 2), ANY, {"n": "1"}, "3 > 2", "binomials"),
    true("middle coefficient", le(binomial(2 * n, n), 4**n), ANY, "one term of a row", "binomials"),
    corner(
        "middle coefficient, by a root",
        le(binomial(2 * n, n), 4**n / sqrt(4 * n)),
        ANY,
        {"n": "10"},
        "184756 > 165791",
        "Stirling",
    ),
    true("squares of a number", le(binomial(n, 2), n**2 / 2), ANY, "n(n - 1)/2", "binomials"),
    false("squares of a number, a third", le(binomial(n, 2), n**2 / 3), ANY, {"n": "4"}, "6 > 16/3", "binomials"),
    true("coefficient by a power", le(binomial(n, k), (E * n / k) ** k), (k >= 1, k <= n), "Stirling", "binomials"),
    corner(
        "coefficient by a power, without e",
        le(binomial(n, k), (n / k) ** k),
        (k >= 1, k <= n),
        {"n": "3", "k": "2"},
        "3 > 9/4",
        "binomials",
    ),
    true("coefficient by 2", le(binomial(n, k), 2**n), (k >= 0, k <= n), "one term of a row", "binomials"),
    corner(
        "coefficient by 2, less 2",
        le(binomial(n, k), 2**n - 2),
        (k >= 0, k <= n),
        {"n": "1", "k": "0"},
        "1 > 0",
        "binomials",
    ),
    true("factorial below a power", le(factorial(n), n**n), ANY, "factor by factor", "Stirling"),
    corner("factorial below a smaller one", le(factorial(n), (n / 2) ** n), ANY, {"n": "1"}, "1 > 1/2", "Stirling"),
    true("factorial above a power", le((n / E) ** n, factorial(n)), ANY, "Stirling", "Stirling"),
    corner("factorial above a larger one", le((n / 2) ** n, factorial(n)), ANY, {"n": "6"}, "729 > 720", "Stirling"),
]

far_out = [
    false(
        "log below 3 tenth roots",
        le(log(z), 3 * z ** Rational(1, 10)),
        (z >= 1,),
        {"z": "10000"},
        "9.21 > 7.54",
        "powers",
    ),
    true("log below 4 tenth roots", le(log(z), 4 * z ** Rational(1, 10)), (z >= 1,), "10/e = 3.68", "powers"),
    corner(
        "tenth root below 5 logs",
        le(n ** Rational(1, 10), 5 * log(n)),
        (n >= 3,),
        {"n": str(10**30)},
        "1000 > 345",
        "powers",
    ),
    corner(
        "hundredth root below the log",
        le(n ** Rational(1, 100), log(n)),
        (n >= 3,),
        {"n": str(10**400)},
        "10^4 > 921",
        "powers",
    ),
    true(
        "powers -51/100",
        le(Rational(9, 20) * z ** Rational(-51, 100), HALF * z ** Rational(-51, 100)),
        (z >= 1,),
        "9/20 < 1/2",
        "powers",
    ),
    false(
        "powers -51/100, turned",
        le(HALF * z ** Rational(-51, 100), Rational(9, 20) * z ** Rational(-51, 100)),
        (z >= 1,),
        {"z": "1"},
        ONE,
        "powers",
    ),
    true(
        "powers -99/100",
        le(Rational(9, 20) * z ** Rational(-99, 100), HALF * z ** Rational(-99, 100)),
        (z >= 1,),
        "9/20 < 1/2",
        "powers",
    ),
    corner("2 to the n above n to the 5", le(n**5, 2**n), ANY, {"n": "10"}, "100000 > 1024", "powers"),
    true("2 to the n above n", le(n, 2**n), ANY, "induction", "powers"),
    true("product of two letters", le(k * m, 2 ** (k + m)), (k >= 0, m >= 0), "2^k > k", "two integers"),
    corner(
        "sum of two letters",
        le(2 ** (k + m), 2**k + 2**m + k * m),
        (k >= 0, m >= 0),
        {"k": "2", "m": "3"},
        "32 > 18",
        "two integers",
    ),
    true("two powers", le(2**k + 2**m, 2 ** (k + m) + 1), (k >= 0, m >= 0), "(2^k - 1)(2^m - 1)", "two integers"),
    corner(
        "two powers, without 1",
        le(2**k + 2**m, 2 ** (k + m)),
        (k >= 0, m >= 0),
        {"k": "0", "m": "0"},
        "2 > 1",
        "two integers",
    ),
    true("a log that is at most 0", le(z, 1), (log(z) <= 0,), "exponentials", "hypotheses"),
    corner(
        "a log that is at most 1", le(z, Rational(27, 10)), (log(z) <= 1,), {"z": "271/100"}, "e = 2.718", "hypotheses"
    ),
    true("an exponential that is at most 1", le(z, 0), (exp(z) <= 1,), "logarithms", "hypotheses"),
    corner(
        "an exponential that is at most 2",
        le(z, Rational(69, 100)),
        (exp(z) <= 2,),
        {"z": "693/1000"},
        "log 2 = 0.6931",
        "hypotheses",
    ),
    true("power 1000", le(0, z**1000), (), "even", "powers"),
    corner("power 999", le(0, z**999), (z >= -1,), {"z": "-1"}, "-1", "powers"),
    true(
        "exponential below a square",
        le(exp(-z), Rational(1, 10**9) + (2 / (E * z)) ** 2),
        (z > 0,),
        "z^2 e^-z <= 4/e^2",
        "powers",
    ),
    corner(
        "exponential below less",
        le(exp(-z), (Rational(199, 100) / (E * z)) ** 2),
        (z > 0,),
        {"z": "2"},
        "0.1353 > 0.1340",
        "powers",
    ),
    corner("Gauss against a power", le(exp(-z), 1 / z**3), (z >= 1,), {"z": "3"}, "0.0498 > 0.0370", "powers"),
    true("logarithm by a root", le(log(z), 2 * sqrt(z) / E), (z >= 1,), "at z = e^2", "powers"),
    corner(
        "logarithm by less",
        le(log(z), Rational(735, 1000) * sqrt(z)),
        (z >= 1,),
        {"z": "739/100"},
        "2.00013 > 1.99809",
        "powers",
    ),
]
# others of these names are in other classes
CASES = [replace(case, name=f"n terms: {case.name}") for case in (*of_sums, *of_coefficients, *far_out)]
