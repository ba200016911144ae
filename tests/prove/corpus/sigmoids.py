"""Curvature, mean values and Taylor forms of the logistic function."""

from sympy import Abs, Equivalent, cosh, exp, log

from boundcheck.symbolic import Statement, sigmoid

from .case import B, Q, R, a, alpha, b, corner, curvature, delta, eps, eq, false, gamma, true, w, x, y, z

ball = (Abs(x) <= B, Abs(y) <= B, B > 0)
remainder = log(1 + exp(y)) - log(1 + exp(x)) - sigmoid(x) * (y - x)
spread = exp(-R) + 2 + exp(R)
inside = (Abs(z) <= R, Abs(w) <= R, R > 0)
f = (2 * alpha - 1) * (2 * sigmoid(x) - 1)
g = (2 * alpha - 1) * (2 * sigmoid(y) - 1)
swing = Abs(sigmoid(b + a) - sigmoid(b - a))
slope = (2 * alpha - 1) * sigmoid(x) * (1 - sigmoid(x)) / (1 - alpha + (2 * alpha - 1) * sigmoid(x))
halves = 1 / (exp(z / 2) + exp(-z / 2)) ** 2
UNIFIED, KL, SQUARE, AUP = "unified, Appendix E", "kl, Appendix A", "square, Lemma D.2", "aup, Appendix B"

CASES = [
    true("curvature", gamma(B) <= curvature(z), (Abs(z) <= B, B > 0), "even, falls in |z|", UNIFIED),
    false("curvature on twice the ball", gamma(B) <= curvature(z), (Abs(z) <= 2 * B, B > 0), {"B": "1", "z": "2"},
          "0.197 > 0.105", UNIFIED),
    corner("curvature a little outside", gamma(B) <= curvature(z), (Abs(z) <= B + Q(1, 1000), B > 0),
           {"B": "1", "z": "1001/1000"}, "curvature falls in |z|", UNIFIED),
    true("curvature at most a quarter", curvature(z) <= Q(1, 4), (), "s(1-s) <= 1/4", UNIFIED),
    false("curvature at most 6/25", curvature(z) <= Q(6, 25), (), {"z": "0"}, "1/4 > 6/25", UNIFIED),
    corner("curvature below 0.249 off 0", curvature(z) <= Q(249, 1000), (Abs(z) >= Q(1, 10),), {"z": "1/10"},
           "0.24938 > 0.249; true beyond 0.127", UNIFIED),
    true("infimum of the curvature", eq(curvature(B), gamma(B)), (B > 0,), "clear denominators", UNIFIED),
    true("Lipschitz", Abs(sigmoid(a) - sigmoid(b)) <= Abs(a - b) / 4, (), "mean value, slope <= 1/4", "classical"),
    false("Lipschitz with 1/5", Abs(sigmoid(a) - sigmoid(b)) <= Abs(a - b) / 5, (), {"a": "1/2", "b": "-1/2"},
          "tanh(1/4) > 1/5", "classical"),
    corner("Lipschitz with 0.249", Abs(sigmoid(a) - sigmoid(b)) <= Q(249, 1000) * Abs(a - b), (),
           {"a": "1/10", "b": "-1/10"}, "tanh(1/20) > 0.0498; only near 0", "classical"),
    true("mean value", Abs(z - w) <= spread * Abs(sigmoid(z) - sigmoid(w)), inside, "slope >= 1/spread", SQUARE),
    false("mean value with 4", Abs(z - w) <= 4 * Abs(sigmoid(z) - sigmoid(w)), inside, {"R": "1", "z": "1", "w": "0"},
          "0.924 < 1", SQUARE),
    corner("mean value, constant less 1/100", Abs(z - w) <= (spread - Q(1, 100)) * Abs(sigmoid(z) - sigmoid(w)), inside,
           {"R": "1", "z": "1", "w": "999/1000"}, "both points near the rim", SQUARE),
    true("mean value, flipped labels", Abs(x - y) <= (exp(-B) + 2 + exp(B)) / (2 * (2 * alpha - 1)) * Abs(f - g),
         (*ball, alpha > Q(1, 2), alpha <= 1), "slope of f is 2(2a-1) curvature", KL),
    false("mean value, flipped labels, halved",
          Abs(x - y) <= (exp(-B) + 2 + exp(B)) / (4 * (2 * alpha - 1)) * Abs(f - g),
          (*ball, alpha > Q(1, 2), alpha <= 1), {"B": "1", "x": "1", "y": "0", "alpha": "1"}, "0.588 < 1", KL),
    corner("mean value, flipped labels, 99/100",
           Abs(x - y) <= Q(99, 100) * (exp(-B) + 2 + exp(B)) / (2 * (2 * alpha - 1)) * Abs(f - g),
           (*ball, alpha > Q(1, 2), alpha <= 1), {"B": "1", "x": "1", "y": "999/1000", "alpha": "1"},
           "both points near the rim", KL),
    true("Taylor from below", gamma(B) / 2 * (y - x) ** 2 <= remainder, ball, "second derivative >= gamma", UNIFIED),
    false("Taylor from below without the half", gamma(B) * (y - x) ** 2 <= remainder, ball,
          {"B": "1", "x": "0", "y": "1"}, "0.197 > 0.121", UNIFIED),
    corner("Taylor from below, 1 % more", Q(101, 200) * gamma(B) * (y - x) ** 2 <= remainder, ball,
           {"B": "1", "x": "1", "y": "99/100"}, "both points near the rim", UNIFIED),
    true("Taylor from above", remainder <= (y - x) ** 2 / 8, (), "second derivative <= 1/4", UNIFIED),
    false("Taylor from above with 1/9", remainder <= (y - x) ** 2 / 9, (), {"x": "0", "y": "1"}, "0.1201 > 0.1111",
          UNIFIED),
    corner("Taylor from above with 0.124", remainder <= Q(124, 1000) * (y - x) ** 2, (), {"x": "-1/20", "y": "1/20"},
           "second derivative near 1/4", UNIFIED),
    true("monotone gradient", gamma(B) * (y - x) ** 2 <= (sigmoid(y) - sigmoid(x)) * (y - x), ball, "mean value",
         UNIFIED),
    false("monotone gradient with 2 gamma", 2 * gamma(B) * (y - x) ** 2 <= (sigmoid(y) - sigmoid(x)) * (y - x), ball,
          {"B": "1", "x": "0", "y": "1"}, "0.393 > 0.231", UNIFIED),
    corner("monotone gradient with 1.01 gamma",
           Q(101, 100) * gamma(B) * (y - x) ** 2 <= (sigmoid(y) - sigmoid(x)) * (y - x), ball,
           {"B": "1", "x": "1", "y": "99/100"}, "both points near the rim", UNIFIED),
    true("reflection", eq(sigmoid(z) + sigmoid(-z), 1), (), "definition", "classical"),
    true("even curvature", eq(curvature(z), curvature(-z)), (), "reflection", "classical"),
    true("log-loss", eq(-log(sigmoid(z)), log(1 + exp(-z))), (), "definition", UNIFIED),
    true("score", eq(curvature(z) / sigmoid(z), 1 - sigmoid(z)), (), "cancel", "aup, Appendix C"),
    true("curvature by halves", eq(halves, curvature(z)), (), "expand the square", "unified, Appendix G"),
    true("the right direction", halves <= Q(1, 4), (), "2 <= e^u + e^-u", "unified, Appendix G"),
    false("the wrong direction", halves >= Q(1, 4), (), {"z": "1"}, "0.197 < 0.25", "unified, Appendix G"),
    corner("the wrong direction, nearly", halves >= Q(2499, 10000), (Abs(z) <= Q(41, 1000),), {"z": "41/1000"},
           "0.249895; true up to 0.04", "unified, Appendix G"),
    true("swing", swing <= Abs(a) / 2, (), "mean value", "kl, Theorem 4.5"),
    false("swing with a third", swing <= Abs(a) / 3, (), {"a": "1/2", "b": "0"}, "0.245 > 0.167", "kl, Theorem 4.5"),
    corner("swing with 0.499", swing <= Q(499, 1000) * Abs(a), (), {"a": "1/20", "b": "0"}, "near 0 only",
           "kl, Theorem 4.5"),
    true("slope of the private log", slope <= 1 - sigmoid(x), (alpha >= Q(1, 2), alpha <= 1),
         "(2a-1)s <= 1-a+(2a-1)s", "kl, Lemma A.2"),
    false("slope of the private log, halved", slope <= (1 - sigmoid(x)) / 2, (alpha >= Q(1, 2), alpha <= 1),
          {"alpha": "1", "x": "0"}, "1/2 > 1/4", "kl, Lemma A.2"),
    corner("slope of the private log, 0.1 % less", slope <= Q(999, 1000) * (1 - sigmoid(x)),
           (alpha >= Q(1, 2), alpha <= 1), {"alpha": "1", "x": "0"}, "only near alpha = 1", "kl, Lemma A.2"),
    true("difference of two logistics", 1 / (1 + exp(a)) - 1 / (1 + exp(b)) <= 1 - exp(a - b), (a <= b,),
         "denominator >= e^b", "aup, Lemma 7"),
    false("difference, order dropped", 1 / (1 + exp(a)) - 1 / (1 + exp(b)) <= 1 - exp(a - b), (b <= a,),
          {"a": "1", "b": "0"}, "-0.23 > -1.7", "aup, Lemma 7"),
    corner("difference, 1 % less", 1 / (1 + exp(a)) - 1 / (1 + exp(b)) <= Q(99, 100) * (1 - exp(a - b)), (a <= b,),
           {"a": "-6", "b": "6"}, "only for a far left and b far right", "aup, Lemma 7"),
    true("where the curvature falls", Equivalent(curvature(z) > curvature(z + eps), eps > -2 * z), (eps > 0,),
         "(e^eps-1)(e^(2z+eps)-1) > 0", "reward, Appendix A"),
    false("where the curvature falls, wrong", Equivalent(curvature(z) > curvature(z + eps), eps > -z), (eps > 0,),
          {"z": "-1", "epsilon": "3/2"}, "3/2 > 1 but not > 2", "reward, Appendix A"),
    corner("where the curvature falls, shifted", Equivalent(curvature(z) > curvature(z + eps), eps > -2 * z + Q(1, 100)),
           (eps > 0,), {"z": "-1", "epsilon": "401/200"}, "a strip of width 1/100", "reward, Appendix A"),
    true("log cosh of the loss", eq(log(1 + exp(z)), z / 2 + log(2 * cosh(z / 2))), (), "factor e^(z/2)", UNIFIED),
    true("softplus above its hinge", log(1 + exp(z)) >= (z + Abs(z)) / 2, (), "1+e^z >= max(1, e^z)", "classical"),
    true("softplus near its hinge", log(1 + exp(z)) <= (z + Abs(z)) / 2 + log(2), (), "worst at 0", "classical"),
    false("softplus below its hinge", log(1 + exp(z)) <= (z + Abs(z)) / 2, (), {"z": "0"}, "log 2 > 0", "classical"),
    corner("softplus near its hinge, 0.69", log(1 + exp(z)) <= (z + Abs(z)) / 2 + Q(69, 100), (), {"z": "0"},
           "log 2 > 0.69", "classical"),
    true("sigmoid below its tangent", sigmoid(z) <= Q(1, 2) + z / 4, (z >= 0,), "concave on the right", "classical"),
    true("sigmoid above its chord", sigmoid(z) >= Q(1, 2) + (sigmoid(B) - Q(1, 2)) * z / B, (z >= 0, z <= B, B > 0),
         "concave on the right", "classical"),
    true("a strict bound", Statement(sigmoid(delta), "<", 1), (), "positive denominator", "classical"),
]
