"""Randomized response, its debiasing and the likelihood of private labels."""

from sympy import Abs, Min, coth, exp, tanh

from boundcheck.symbolic import bernoulli_kl, sigmoid

from .case import B, K, Q, c_of, corner, curvature, eps, eq, false, m, p, q, true, u, x, y, z

flipped = (exp(eps) * p + 1 - p) / (exp(eps) + 1)
flopped = (exp(eps) * q + 1 - q) / (exp(eps) + 1)
both = bernoulli_kl(flipped, flopped) + bernoulli_kl(flopped, flipped)
laws = (eps > 0, p >= 0, p <= 1, q >= 0, q <= 1)
mean = sigmoid(eps) * y + (1 - sigmoid(eps)) * (1 - y)
score = exp(-u) * (exp(eps) - 1) / ((1 + exp(-u)) * (exp(eps) + exp(-u)))
largest = exp(B) * (exp(eps) - 1) / ((1 + exp(-B)) * (exp(eps) + exp(-B)))
fall = curvature(z) - curvature(z + eps)
positive = (eps > 0,)
UNIFIED, KL, REWARD, AUP = "unified, Section 5", "kl, Lemma A.5", "reward, Appendix A", "aup, Section 3"

CASES = [
    true("debiasing constant above 1", c_of(eps) > 1, positive, "numerator exceeds denominator", UNIFIED),
    false("debiasing constant below 2", c_of(eps) <= 2, positive, {"epsilon": "1"}, "2.16 > 2", UNIFIED),
    corner(
        "debiasing constant above 1.001",
        c_of(eps) >= Q(1001, 1000),
        positive,
        {"epsilon": "10"},
        "1.00009, only for large epsilon",
        UNIFIED,
    ),
    true("debiasing constant as coth", eq(c_of(eps), coth(eps / 2)), positive, "divide by e^(eps/2)", UNIFIED),
    true("debiasing constant by the sigmoid", eq(c_of(eps), 1 / (2 * sigmoid(eps) - 1)), positive, "clear", UNIFIED),
    false(
        "debiasing constant as coth, no half",
        eq(c_of(eps), coth(eps)),
        positive,
        {"epsilon": "1"},
        "2.16, 1.31",
        UNIFIED,
    ),
    true("debiasing constant from below", c_of(eps) >= 2 / eps, positive, "tanh x <= x", "aup, Remark 1"),
    true("debiasing constant from above", c_of(eps) <= 1 + 2 / eps, positive, "e^x - 1 >= x", "aup, Remark 1"),
    true(
        "debiasing constant, next term",
        c_of(eps) <= 2 / eps + eps / 6,
        positive,
        "x coth x <= 1 + x^2/3",
        "aup, Remark 1",
    ),
    false(
        "debiasing constant at most 2/eps",
        c_of(eps) <= 2 / eps,
        positive,
        {"epsilon": "1"},
        "2.16 > 2",
        "aup, Remark 1",
    ),
    corner(
        "debiasing constant, 4/25",
        c_of(eps) <= 2 / eps + 4 * eps / 25,
        (eps >= Q(3, 2),),
        {"epsilon": "3/2"},
        "fails below 1.56",
        "aup, Remark 1",
    ),
    true("unbiased", eq(c_of(eps) * (mean + sigmoid(eps) - 1), y), positive, "mean is (2s-1)y + 1-s", UNIFIED),
    false(
        "debiased with the wrong shift",
        eq(c_of(eps) * (mean - sigmoid(eps)), y),
        positive,
        {"epsilon": "1", "y": "0"},
        "-1 is not 0",
        UNIFIED,
    ),
    corner(
        "left biased",
        Abs(mean - y) <= Q(1, 2) - Q(1, 1000),
        (eps >= 0, y >= 0, y <= 1),
        {"epsilon": "0", "y": "1"},
        "bias (1-s)|1-2y| is 1/2 at epsilon 0",
        UNIFIED,
    ),
    true(
        "debiased gradient",
        eq(c_of(eps) * (exp(eps) / (1 + exp(eps)) * x + y / (1 + exp(eps)) - (x + y) / (1 + exp(eps))), x),
        positive,
        "collect x and y",
        "reward, Appendix B",
    ),
    false(
        "debiased gradient, wrong shift",
        eq(c_of(eps) * (exp(eps) / (1 + exp(eps)) * x + y / (1 + exp(eps)) - (x + y) / (exp(eps) - 1)), x),
        positive,
        {"epsilon": "1", "x": "1", "y": "0"},
        "another denominator",
        "reward, Appendix B",
    ),
    true("odds of randomized response", eq(sigmoid(eps) / (1 - sigmoid(eps)), exp(eps)), (), "definition", REWARD),
    true("K-wise factor", (exp(eps) + K - 1) / (exp(eps) - 1) >= 1, (eps > 0, K >= 1), "K >= 0", "reward, Section 5"),
    true(
        "K-wise factor above the binary one",
        (exp(eps) + K - 1) / (exp(eps) - 1) >= c_of(eps),
        (eps > 0, K >= 2),
        "K - 1 >= 1",
        "reward, Section 5",
    ),
    false(
        "K-wise factor below the binary one",
        (exp(eps) + K - 1) / (exp(eps) - 1) <= c_of(eps),
        (eps > 0, K >= 2),
        {"epsilon": "1", "K": "3"},
        "K - 1 = 2 > 1",
        "reward, Section 5",
    ),
    corner(
        "K-wise factor, K near 2",
        (exp(eps) + K - 1) / (exp(eps) - 1) <= c_of(eps),
        (eps > 0, K >= Q(19, 10), K <= Q(2001, 1000)),
        {"epsilon": "1", "K": "2001/1000"},
        "only above 2",
        "reward, Section 5",
    ),
    true("score bounded", score <= largest, (eps > 0, Abs(u) <= B, B > 0), "each factor at its worst", REWARD),
    true(
        "the bound rewritten",
        eq(largest, exp(3 * B) * (exp(eps) - 1) / ((exp(B) + 1) * (exp(eps + B) + 1))),
        positive,
        "multiply by e^(2B)",
        REWARD,
    ),
    true("score, sharp", score <= tanh(eps / 4), positive, "worst at e^-u = e^(eps/2)", REWARD),
    false(
        "score, half of it", score <= tanh(eps / 4) / 2, positive, {"epsilon": "1", "u": "0"}, "0.231 > 0.122", REWARD
    ),
    corner(
        "score, 0.1 % less",
        score <= Q(999, 1000) * tanh(eps / 4),
        positive,
        {"epsilon": "2", "u": "-1"},
        "a ridge u = -eps/2",
        REWARD,
    ),
    true(
        "Hessian weight in closed form",
        eq(fall, (exp(eps) - 1) * (exp(2 * z + eps) - 1) * exp(z) / ((1 + exp(z)) ** 2 * (1 + exp(z + eps)) ** 2)),
        (),
        "clear denominators",
        REWARD,
    ),
    true("Hessian weight positive", fall > 0, (Abs(z) <= B, eps > 2 * B, B > 0), "2z + eps > 0", REWARD),
    false(
        "Hessian weight positive for every epsilon",
        fall > 0,
        (Abs(z) <= B, eps > 0, B > 0),
        {"B": "1", "z": "-1", "epsilon": "1"},
        "0.197 - 0.25 < 0",
        REWARD,
    ),
    corner(
        "Hessian weight positive at the threshold",
        fall > 0,
        (Abs(z) <= B, eps >= 2 * B, B > 0),
        {"B": "1", "z": "-1", "epsilon": "2"},
        "0 at z = -B, eps = 2B",
        REWARD,
    ),
    true(
        "private divergences",
        both <= Min(4, exp(2 * eps)) * (exp(eps) - 1) ** 2 * (p - q) ** 2,
        laws,
        "Duchi, Jordan, Wainwright 2018, Theorem 1",
        KL,
    ),
    false(
        "private divergences, a quarter",
        both <= (exp(eps) - 1) ** 2 * (p - q) ** 2 / 4,
        laws,
        {"epsilon": "1", "p": "1", "q": "0"},
        "0.924 > 0.738",
        KL,
    ),
    corner(
        "private divergences, 0.99",
        both <= Q(99, 100) * (exp(eps) - 1) ** 2 * (p - q) ** 2,
        laws,
        {"epsilon": "1/1000", "p": "1", "q": "0"},
        "only for epsilon below 1/100",
        KL,
    ),
    true(
        "contraction",
        Abs(flipped - flopped) <= (exp(eps) - 1) / (exp(eps) + 1) * Abs(p - q),
        laws,
        "equality",
        "unified, Lemma H.4",
    ),
    true("contraction, equality", eq(flipped - flopped, tanh(eps / 2) * (p - q)), (), "linear in p", "unified, H.4"),
    false(
        "contraction, half",
        Abs(flipped - flopped) <= Abs(p - q) / 2,
        laws,
        {"epsilon": "2", "p": "1", "q": "0"},
        "0.76 > 0.5",
        "unified, Lemma H.4",
    ),
    corner(
        "contraction, 0.999",
        Abs(flipped - flopped) <= Q(999, 1000) * Abs(p - q),
        laws,
        {"epsilon": "10", "p": "1", "q": "0"},
        "only for large epsilon",
        "unified, Lemma H.4",
    ),
    true("user-level constant", c_of(eps / m) >= 2 * m / eps, (eps > 0, m > 0), "coth x >= 1/x", AUP),
    false(
        "user-level constant, turned",
        c_of(eps / m) <= 2 * m / eps,
        (eps > 0, m > 0),
        {"epsilon": "1", "m": "1"},
        "2.16 > 2",
        AUP,
    ),
    corner(
        "user-level constant, next term",
        c_of(eps / m) <= 2 * m / eps + Q(99, 600) * eps / m,
        (eps > 0, m > 0),
        {"epsilon": "1", "m": "10"},
        "for eps/m below 0.77",
        AUP,
    ),
    true("sharing a budget costs", c_of(eps / m) >= c_of(eps), (eps > 0, m >= 1), "coth falls", AUP),
    false(
        "sharing a budget is free",
        c_of(eps / m) <= c_of(eps),
        (eps > 0, m >= 1),
        {"epsilon": "1", "m": "2"},
        "4.08 > 2.16",
        AUP,
    ),
    true("private label within e^eps", flipped <= exp(eps) * flopped, laws, "p at 1, q at 0 is the worst", UNIFIED),
    false(
        "private label within 1+eps",
        flipped <= (1 + eps) * flopped,
        laws,
        {"epsilon": "1", "p": "1", "q": "0"},
        "ratio e > 2",
        UNIFIED,
    ),
    corner(
        "private label within 0.99 e^eps",
        flipped <= Q(99, 100) * exp(eps) * flopped,
        (*laws, eps >= Q(1, 50)),
        {"epsilon": "1", "p": "1", "q": "0"},
        "only near p = 1, q = 0",
        UNIFIED,
    ),
]
