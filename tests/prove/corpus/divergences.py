"""Divergences of two-point laws, and the logarithm's own inequalities."""

from sympy import Abs, exp, log, sqrt, tanh

from boundcheck.symbolic import bernoulli_kl

from .case import Q, a, b, c, corner, d, eps, false, p, q, true, u, v, x

inside = (p > 0, p < 1, q > 0, q < 1)
kl = bernoulli_kl(p, q)
chi = (p - q) ** 2 / (q * (1 - q))
affinity = sqrt(p * q) + sqrt((1 - p) * (1 - q))
square = (p >= 0, p <= 1, q >= 0, q <= 1)
unit = (a >= 0, a <= 1, b >= 0, b <= 1)
quadrant = (a > 0, b > 0, c > 0, d > 0)
logsum = a * log(a / b) + c * log(c / d)
pooled = (a + c) * log((a + c) / (b + d))
entropy = -p * log(p) - (1 - p) * log(1 - p)

jensen = (bernoulli_kl(p, (p + q) / 2) + bernoulli_kl(q, (p + q) / 2)) / 2
channel = (eps > 0, p <= exp(eps) * q, 1 - p <= exp(eps) * (1 - q), q <= exp(eps) * p, 1 - q <= exp(eps) * (1 - p))
shifted = (*inside, p > q, p - q <= Q(1, 2))

_AT_CORNERS = [
    # name, smaller side, larger side, hypotheses, a weight that makes it false, where, reason, source
    (
        "Jensen-Shannon and distance",
        jensen,
        log(2) * (p - q),
        (*inside, p >= q),
        Q(99, 100),
        {"p": "9999/10000", "q": "1/10000"},
        "only where one is certain and the other not",
        "Lin (1991)",
    ),
    (
        "divergence of a private channel",
        kl,
        eps * tanh(eps / 2),
        (*inside, *channel),
        Q(99, 100),
        {"p": "57/74", "q": "7/31", "epsilon": "27/22"},
        "only at randomized response",
        "local privacy",
    ),
    (
        "entropy moves by entropy",
        p * log(p) - q * log(q),
        -(p - q) * log(p - q),
        (*inside, p > q, p - q <= Q(1, 2)),
        Q(99, 100),
        {"p": "99999/100000", "q": "49999/100000"},
        "only near 1 and 1/2",
        "Fannes (1973)",
    ),
]

CASES = [
    *(
        true(n, low <= high, given, "concave, true at its ends", source)
        for n, low, high, given, *_, source in _AT_CORNERS
    ),
    *(
        corner(f"{name}, 1 % less", low <= weight * high, given, at, reason, source)
        for name, low, high, given, weight, at, reason, source in _AT_CORNERS
    ),
    true("Pinsker", 2 * (p - q) ** 2 <= kl, inside, "(q-p)(1/(q(1-q)) - 4) has the sign of q-p", "Pinsker"),
    false("Pinsker, twice", 4 * (p - q) ** 2 <= kl, inside, {"p": "1/2", "q": "1/4"}, "0.25 > 0.144", "Pinsker"),
    corner(
        "Pinsker, 0.5 % more",
        Q(201, 100) * (p - q) ** 2 <= kl,
        inside,
        {"p": "1/2", "q": "49/100"},
        "only near p = q = 1/2",
        "Pinsker",
    ),
    true("nonnegative divergence", kl >= 0, inside, "log x <= x - 1", "Gibbs"),
    true("divergence below chi-square", kl <= chi, inside, "log x <= x - 1", "classical"),
    false(
        "divergence below half chi-square",
        kl <= chi / 2,
        inside,
        {"p": "9/10", "q": "1/2"},
        "0.368 > 0.32",
        "classical",
    ),
    corner(
        "divergence below 0.99 chi-square",
        kl <= Q(99, 100) * chi,
        inside,
        {"p": "9999999/10000000", "q": "99/100"},
        "only where both tend to 1",
        "classical",
    ),
    true(
        "Bretagnolle-Huber",
        (p - q) ** 2 <= 1 - exp(-kl),
        inside,
        "take logarithms, then slope in q",
        "Bretagnolle and Huber",
    ),
    true(
        "Bretagnolle-Huber, root",
        Abs(p - q) <= sqrt(1 - exp(-kl)),
        inside,
        "root of the above",
        "Bretagnolle and Huber",
    ),
    false(
        "Bretagnolle-Huber without the root",
        Abs(p - q) <= 1 - exp(-kl),
        inside,
        {"p": "1/2", "q": "1/4"},
        "0.25 > 0.134",
        "Bretagnolle and Huber",
    ),
    corner(
        "Bretagnolle-Huber, 1 % less",
        (p - q) ** 2 <= Q(99, 100) * (1 - exp(-kl)),
        inside,
        {"p": "999/1000", "q": "1/1000"},
        "only for nearly disjoint laws",
        "Bretagnolle and Huber",
    ),
    true("roots", (sqrt(a) - sqrt(b)) ** 2 >= (a - b) ** 2 / 4, unit, "(sqrt a + sqrt b)^2 <= 4", "kl, Lemma B.1"),
    false(
        "roots, a half",
        (sqrt(a) - sqrt(b)) ** 2 >= (a - b) ** 2 / 2,
        unit,
        {"a": "1", "b": "81/100"},
        "0.01 < 0.018",
        "kl, Lemma B.1",
    ),
    corner(
        "roots, 0.26",
        (sqrt(a) - sqrt(b)) ** 2 >= Q(26, 100) * (a - b) ** 2,
        unit,
        {"a": "1", "b": "99/100"},
        "only near a = b = 1",
        "kl, Lemma B.1",
    ),
    true("affinity", affinity <= 1, square, "Cauchy-Schwarz", "Hellinger"),
    true("affinity and distance", affinity <= 1 - (p - q) ** 2 / 4, square, "the roots, twice", "kl, Lemma B.1"),
    true("affinity and distance, sharp", affinity <= 1 - (p - q) ** 2 / 2, square, "TV^2 <= H^2(2-H^2)", "Le Cam"),
    false(
        "affinity and distance, 1",
        affinity <= 1 - (p - q) ** 2,
        square,
        {"p": "1/2", "q": "1/4"},
        "0.966 > 0.9375",
        "Le Cam",
    ),
    corner(
        "affinity and distance, 0.501",
        affinity <= 1 - Q(501, 1000) * (p - q) ** 2,
        square,
        {"p": "1/2", "q": "51/100"},
        "only near p = q = 1/2",
        "Le Cam",
    ),
    true("Hellinger below distance", 1 - affinity <= Abs(p - q), square, "(sqrt a - sqrt b)^2 <= |a - b|", "Le Cam"),
    false(
        "Hellinger below half the distance",
        1 - affinity <= Abs(p - q) / 2,
        square,
        {"p": "1", "q": "0"},
        "1 > 1/2",
        "Le Cam",
    ),
    corner(
        "Hellinger, 1 % less",
        1 - affinity <= Q(99, 100) * Abs(p - q),
        square,
        {"p": "1", "q": "0"},
        "only for nearly disjoint laws",
        "Le Cam",
    ),
    true("log of the affinity", log(affinity) <= affinity - 1, inside, "log x <= x - 1", "kl, Lemma B.1"),
    true("log-sum", logsum >= pooled, quadrant, "Jensen", "log-sum"),
    false(
        "log-sum, turned",
        logsum <= pooled,
        quadrant,
        {"a": "1", "b": "1", "c": "1", "d": "2"},
        "-0.69 > -0.81",
        "log-sum",
    ),
    corner(
        "log-sum with a bonus",
        logsum >= pooled + (a / b - 1) ** 2 / 1000,
        (*quadrant, a <= 2 * b),
        {"a": "2", "b": "1", "c": "2", "d": "1"},
        "only where the ratios agree and are not 1",
        "log-sum",
    ),
    true("logarithm from above", log(x) <= x - 1, (x > 0,), "concave", "classical"),
    true("logarithm from below", log(x) >= 1 - 1 / x, (x > 0,), "put 1/x", "classical"),
    false("logarithm below sqrt - 1", log(x) <= sqrt(x) - 1, (x > 0,), {"x": "4"}, "1.39 > 1", "classical"),
    corner(
        "logarithm, 0.1 % less",
        log(x) <= Q(999, 1000) * (x - 1),
        (x >= 1,),
        {"x": "1001/1000"},
        "only near 1",
        "classical",
    ),
    corner(
        "logarithm, curved",
        log(x) <= x - 1 - (x - 1) ** 2 / 10,
        (x >= 1,),
        {"x": "10"},
        "2.3 > 0.9, only for large x",
        "classical",
    ),
    true("log(1+x), Pade from below", log(1 + x) >= 2 * x / (2 + x), (x >= 0,), "derivative", "classical"),
    true("log(1+x), Pade from above", log(1 + x) <= x * (6 + x) / (6 + 4 * x), (x >= 0,), "derivative", "classical"),
    true("log(1+x), root", log(1 + x) <= x / sqrt(1 + x), (x >= 0,), "derivative", "classical"),
    true("log(1+x), parabola", log(1 + x) >= x - x**2 / 2, (x >= 0,), "derivative", "classical"),
    false(
        "log(1+x), parabola on the left",
        log(1 + x) >= x - x**2 / 2,
        (x > -1,),
        {"x": "-1/2"},
        "-0.693 < -0.625",
        "classical",
    ),
    corner(
        "log(1+x), parabola 0.49",
        log(1 + x) >= x - Q(49, 100) * x**2,
        (x >= 0,),
        {"x": "1/100"},
        "only near 0",
        "classical",
    ),
    true("entropy", entropy <= log(2), (p > 0, p < 1), "concave, symmetric", "classical"),
    true(
        "entropy, parabola",
        entropy >= 4 * log(2) * p * (1 - p),
        (p > 0, p < 1),
        "Topsoe 2001, Theorem 1.2",
        "classical",
    ),
    false("entropy below 2/3", entropy <= Q(2, 3), (p > 0, p < 1), {"p": "1/2"}, "0.693 > 0.667", "classical"),
    corner(
        "entropy below 0.693", entropy <= Q(693, 1000), (p > 0, p < 1), {"p": "1/2"}, "log 2 = 0.69315", "classical"
    ),
    true(
        "link of the regulariser",
        (u + log(u)) - (v + log(v)) >= u - v,
        (u >= v, v > 0),
        "log grows",
        "square, Section 3",
    ),
    false(
        "link of the regulariser, twice",
        (u + log(u)) - (v + log(v)) >= 2 * (u - v),
        (u >= v, v > 0),
        {"u": "4", "v": "1"},
        "3 + 1.39 < 6",
        "square, Section 3",
    ),
    corner(
        "link of the regulariser, 0.1 % more",
        (u + log(u)) - (v + log(v)) >= Q(1001, 1000) * (u - v),
        (u >= v, v > 0),
        {"u": "2000", "v": "1999"},
        "only for u, v of a thousand",
        "square, Section 3",
    ),
]
