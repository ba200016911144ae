"""The proof of Lemma B.1: the page's displays in order, then the sharper version, then what cannot be improved."""

import sympy
from sympy import Abs, Eq, Ge, Gt, Integer, Le, Lt, cosh, coth, exp, log, sinh, sqrt, tanh

from boundcheck.claims import By, Identity, Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from .. import faults, lemma_a_2, lemma_a_3, lemma_a_4, lemma_a_5
from ..notation import HALF, bound, delta, domain, epsilon, n, size, tau
from ..quantities import PRICE, PRINTED_PRICE, SHRINKS, private

p, q, x, y, a, b, k, u, v, w, m, X, Y, G, g, C, S, ell, t = sympy.symbols("p q x y a b k u v w m X Y G g C S ell t", real=True)
LETTERS = {"ell": "ell", "C": "C", "S": "S"}

OPEN = (Gt(p, 0), Lt(p, 1), Gt(q, 0), Lt(q, 1))
CLOSED = (Ge(a, 0), Le(a, 1), Ge(b, 0), Le(b, 1))
INSIDE = (Le(Abs(x), bound), Le(Abs(y), bound), Gt(bound, 0))
AFFINITY = sqrt(p * q) + sqrt((1 - p) * (1 - q))
FLAT = exp(bound) / (1 + exp(bound)) ** 2  # least slope of the logistic function on [-B, B]
HELLINGER = -(sqrt(p) - sqrt(q)) ** 2 / 2 - (sqrt(1 - p) - sqrt(1 - q)) ** 2 / 2

STEP_1 = (
    Step("log_ratio", "Step 1, second display", Identity(log(q) / 2 - log(p) / 2, log(q / p) / 2, OPEN),
        display="1/2 tilde(L)(r) - 1/2 tilde(L)(r^*) = 1/2 ln (tilde(P)_r (z))/(tilde(P)_(r^*) (z))",
        reduction="Per sample; p and q are the probabilities of the label under r^* and under r. Lemma A.1 is used on the sums of these."),
    Step("exponential", "Step 1, third display", Identity(exp(log(q / p) / 2), sqrt(q / p), OPEN)),
    Step("mean", "Step 1, third display",
        Identity(p * sqrt(q / p) + (1 - p) * sqrt((1 - q) / (1 - p)), AFFINITY, OPEN),
        display="EE[sqrt(tilde(P)_r slash tilde(P)_(r^*))] = sum_z sqrt(tilde(P)_r (z) tilde(P)_(r^*) (z))"),
    Step("a", "Step 1, (a)", Inequality(log(x), x - 1, (Gt(x, 0),))),
    Step("squares", "Step 1, fifth line", Identity(AFFINITY - 1, HELLINGER, OPEN)),
    Step("fact_for_b", "Step 1, after (15)", Inequality((a - b) ** 2 / 4, (sqrt(a) - sqrt(b)) ** 2, CLOSED)),
    Step("b", "Step 1, (b)", Inequality(HELLINGER, -((p - q) ** 2) / 8, OPEN),
        reduction="Per sample. Both labels contribute, so that 1/4 in place of 1/8 follows as well."),
    Step("private_difference", "Step 1, next to last line", Identity(private(x) - private(y), SHRINKS * (sigmoid(x) - sigmoid(y)), domain("keep"))),
    Step("slope", "Step 1, after (15)", Inequality(FLAT, sigmoid(x) * (1 - sigmoid(x)), (Le(Abs(x), bound), Gt(bound, 0))),
        display="sigma'(x) >= e^B/(1 + e^B)^2"),
    Step("mean_value", "Step 1, after (15)", Inequality(FLAT * (x - y), sigmoid(x) - sigmoid(y), (*INSIDE, Le(y, x)))),
    Step("eq_15", "Eq. (15)",
        Inequality(-(SHRINKS**2) * (sigmoid(x) - sigmoid(y)) ** 2 / 8, -(SHRINKS**2) * FLAT / 8 * (x - y) ** 2, (*INSIDE, *domain("keep"))),
        display="-1/8 (2 alpha - 1)^2 [sigma(Delta_(r^*)) - sigma(Delta_r)]^2 <= -((2 alpha - 1)^2 e^B)/(8 (1 + e^B)^2) [Delta_(r^*) - Delta_r]^2",
        reduction="Per sample, x and y the two differences.",
        repair=Repair(
            Inequality(-(SHRINKS**2) * u**2 / 8, -(SHRINKS**2) * FLAT**2 / 8 * (x - y) ** 2, (*INSIDE, *domain("keep"), Ge(Abs(u), FLAT * Abs(x - y)))),
            "by the mean value theorem the square of a difference has the square of the slope; u is the difference of the two logistic values",
            "-1/8 (2 alpha - 1)^2 [sigma(Delta_(r^*)) - sigma(Delta_r)]^2 <= -((2 alpha - 1)^2 e^(2 B))/(8 (1 + e^B)^4) [Delta_(r^*) - Delta_r]^2"),
        note="The square turns e^B of the lemma into e^(2 B).",
        fault=faults.SLOPE),
)  # fmt: skip

STEP_2 = (
    Step("lipschitz", "Eq. (16), first half",
        Inequality(log(private(x)) - log(private(y)), lemma_a_2.LIPSCHITZ * (x - y), (*INSIDE, Le(y, x), *domain("keep"))),
        reduction="Lemma A.2 at x = z Delta_r, for either label."),
    Step("net", "Eq. (16), second half", Inequality(sigmoid(bound) * Abs(x - y), 2 * sigmoid(bound) * tau, (*domain("tau"), *INSIDE, Le(Abs(x - y), 2 * tau))),
        reduction="Definition 3.9 at both actions."),
    Step("eq_17", "Eq. (17)", Inequality(u, v + 2 * sigmoid(bound) * tau, (*domain("tau", "bound"), Le(Abs(u - v), 2 * sigmoid(bound) * tau))),
        reduction="Per sample; then summed."),
)  # fmt: skip

WEIGHT = SHRINKS**2 * FLAT
STEP_3 = (
    Step("union", "Step 3, first display", Identity(log(1 / (delta / size)), log(size / delta), domain("delta", "size")),
        reduction="Every member of the net at the level delta/N."),
    Step("eq_18_a", "Eq. (18), (a)", Identity(2 * sigmoid(bound) * tau * n / 2, sigmoid(bound) * tau * n, domain("tau", "bound", "n"))),
    Step("eq_18_b", "Eq. (18), (b)",
        Inequality(-k / 8 * (a + b) ** 2, -k / 4 * a**2 + k * tau**2, (Ge(k, 0), Le(Abs(b), 2 * tau), *domain("tau"))),
        display="-((2 alpha - 1)^2 e^B)/(8 (1 + e^B)^2) (a + b)^2 <= -((2 alpha - 1)^2 e^B)/(4 (1 + e^B)^2) a^2 + ((2 alpha - 1)^2 e^B)/(1 + e^B)^2 tau^2",
        reduction="Per sample: a = Delta_(r*) - Delta_r, b = Delta_r - Delta_r', k the factor that both sides share.",
        repair=Repair(Inequality(-k / 8 * (a + b) ** 2, -k / 16 * a**2 + k * tau**2 / 2, (Ge(k, 0), Le(Abs(b), 2 * tau), *domain("tau"))),
            "from a^2 <= 2 (a + b)^2 + 2 b^2: 16 in place of 4, so that the leading factor of (19) is 16"),
        fault=faults.NET_SPLIT),
    Step("small_width", "Eq. (18), last line", Inequality(WEIGHT * tau**2 + sigmoid(bound) * tau, 2 * tau, domain("tau", "bound", "keep")),
        reduction="For every tau in (0, 1), not only for small ones."),
    Step("eq_19", "Eq. (19)",
        Inequality(S, 4 / WEIGHT * (ell + 2 * tau * n), (*domain("tau", "bound", "keep", "n"), Ge(S, 0), Gt(ell, 0), Le(WEIGHT / 4 * S, ell + 2 * tau * n))),
        reduction="The line before, solved for the sum S; ell is ln(N/delta). The likelihood of the maximiser is at least that of the truth, which lies in the class."),
)  # fmt: skip

RANGE = 4 * bound**2
STEP_4 = (
    Step("range", "Step 4, line 2", Inequality((x - y) ** 2, RANGE, INSIDE)),
    Step("centred", "Step 4, line 3", Inequality(Abs(m - a), RANGE, (Ge(a, 0), Le(a, RANGE), Ge(m, 0), Le(m, RANGE), Gt(bound, 0)))),
    Step("second_moment", "Step 4, line 3", Inequality(a**2, RANGE * a, (Ge(a, 0), Le(a, RANGE), Gt(bound, 0)))),
    Step("eq_20", "Eq. (20)",
        Inequality(lemma_a_3.tail(n * RANGE * m, RANGE, ell), sqrt(4 * n * bound**2 * ell * m) + 8 * bound**2 * ell / 3,
            (Gt(m, 0), Gt(ell, 0), *domain("n", "bound"))),
        display="sqrt(2 n 4 B^2 EE[Y] ln (cal(N)_cal(F)(tau))/delta) + 2/3 4 B^2 ln (cal(N)_cal(F)(tau))/delta <= sqrt(4 n B^2 ln (cal(N)_cal(F)(tau))/delta EE[Y]) + 8/3 B^2 ln (cal(N)_cal(F)(tau))/delta",
        reduction="Lemma A.3 with M = 4 B^2 and v = n 4 B^2 E[Y]; m is E[Y], ell is ln(N/delta).",
        repair=Repair(Inequality(lemma_a_3.tail(n * RANGE * m, RANGE, ell), sqrt(8 * n * bound**2 * ell * m) + 8 * bound**2 * ell / 3,
            (Gt(m, 0), Gt(ell, 0), *domain("n", "bound"))), "8 in place of 4 under the root"),
        fault=faults.FREEDMAN),
    Step("choice_of_b", "Step 4, choices for Lemma A.4",
        Identity(sqrt(4 * bound**2 * ell * x**2), 2 * bound * x, (Gt(x, 0), Gt(ell, 0), *domain("bound"))),
        display="sqrt(4 n B^2 ln (cal(N)_cal(F)(tau))/delta EE[Y]) = b x, quad b = 2 B, quad x = sqrt(n EE[Y])",
        repair=Repair(Identity(sqrt(4 * bound**2 * ell * x**2), 2 * bound * sqrt(ell) * x, (Gt(x, 0), Gt(ell, 0), *domain("bound"))),
            "b has the root of ln(N/delta), too"),
        misprint="(20), whose root has the logarithm, and the display after the choices, where b^2 is of order B^2 ln(N/delta)",
        fault=faults.CHOICE_OF_B),
    Step("after_lemma_a_4", "Step 4, display after (20)",
        Inequality(x**2, C * bound**2 * ell + S,
            (Ge(C, 14), Gt(ell, 0), Ge(S, 0), *domain("bound"), Eq(x, sqrt(lemma_a_4.solved(S + 8 * bound**2 * ell / 3, 2 * bound * sqrt(2 * ell)))))),
        display="n EE[Y] = O(B^2 ln (cal(N)_cal(F)(tau))/delta) + sum_i Y_i",
        reduction="x^2 is n E[Y] where (20), mended, holds with equality, S the sum. Lemma A.4 gives 2 S, and no constant C makes S enough (its step not_one).",
        repair=Repair(Inequality(x**2, sympy.Rational(40, 3) * bound**2 * ell + 2 * S, (Gt(ell, 0), Ge(S, 0), *domain("bound"),
            Le(x**2, S + 8 * bound**2 * ell / 3 + 2 * bound * sqrt(2 * ell) * x))), "twice the sum", "n EE[Y] <= 40/3 B^2 ln (cal(N)_cal(F)(tau))/delta + 2 sum_i Y_i"),
        fault=faults.LEMMA_A_4_ONCE),
    Step("to_the_estimate", "Step 4, last display, first line",
        Inequality(v**2, u**2 + 8 * tau**2, (*domain("tau"), Le(Abs(v - u), 2 * tau))),
        display="EE[Delta_(overline(r)) - Delta_(r^*)]^2 <= EE[Delta_(r') - Delta_(r^*)]^2 + 8 tau^2",
        reduction="u and v are the differences of r' and of the estimate from the truth, at a pair.",
        repair=Repair(Inequality(v**2, 2 * u**2 + 8 * tau**2, (*domain("tau"), Le(Abs(v - u), 2 * tau))), "twice the square, for which 8 tau^2 is right"),
        fault=faults.TO_ESTIMATE),
    Step("from_the_estimate", "Step 4, last display, second line",
        Inequality(u**2, v**2, (*domain("tau"), Le(Abs(v - u), 2 * tau))),
        display="sum_i [Delta_(r') - Delta_(r^*)]^2 <= sum_i [Delta_(overline(r)) - Delta_(r^*)]^2",
        reduction="(19) bounds the sum for the estimate; the line needs it for the member r' of the net. Line (a) of (18), which is about r', gives that with 8 in place of 4: the order is right.",
        repair=Repair(Inequality(u**2, 2 * v**2 + 8 * tau**2, (*domain("tau"), Le(Abs(v - u), 2 * tau))), "as before, once more through the net"),
        fault=faults.FROM_ESTIMATE),
    Step("absorbed", "Step 4, last line", Inequality(bound**2, exp(bound), domain("bound"))),
    Step("leading_factor", "Step 4, last line", Inequality(4 * (1 + exp(bound)) ** 2 / (SHRINKS**2 * exp(bound)), 16 * PRINTED_PRICE, domain("bound", "keep"))),
    Step("width_squared", "Step 4, last line", Inequality(8 * tau**2, 8 * tau, domain("tau"))),
    Step("pairs_and_variance", "last line, with the display after the lemma", Identity(w - 2 * m * m + w, 2 * (w - m**2)),
        display="EE_(a^1, a^2)[Delta_(overline(r)) - Delta_(r^*)]^2 = 2 \"Var\"_(a tilde pi)[overline(r) - r^*]",
        reduction="m and w are the moments of the error under the policy; the two actions are independent. With the mean as the offset b the lemma's left side "
        "is half of what was bounded."),
)  # fmt: skip

# Letters of the last two: X = cosh((x + y)/2), Y = cosh((x - y)/2), G = cosh B, m = tanh^2(epsilon/2).
PRICE_IN_G = 2 * (1 + G) + (1 + G) ** 2 * (1 - m) / m
WITH_TWO_B = Step("with_two_b", "sharper version", Inequality(PRICE, 4 * exp(2 * bound) * coth(epsilon / 2) ** 2, domain("epsilon", "bound")))
WHERE_THE_PRINT_STANDS = Step("where_the_print_stands", "sharper version", Inequality(PRICE, 8 * exp(bound) * coth(epsilon / 2) ** 2, (*domain("epsilon", "bound"), Le(bound, epsilon))),
        reduction="For B at most epsilon the printed factor is right, up to 8; without privacy it always is.")
CHORD = (p - q) ** 2 / (8 * ((p + q) / 2) * (1 - (p + q) / 2))
SHARPER = (
    Step("over_pairs_too", "sharper version", Inequality(log(1 - w), -w, (Ge(w, 0), Lt(w, 1))),
        display="ln EE_(s, a^1, a^2, z) sqrt(tilde(P)_r slash tilde(P)_(r^*)) <= -EE_(s, a^1, a^2)[1 - sum_z sqrt(tilde(P)_r tilde(P)_(r^*))]",
        reduction="Lemma A.1 with the pairs in the mean as well: n times the population's mean of one minus the affinity is at most ln((N - 1)/delta), at once. "
        "Freedman's inequality, the term B^2 and the second delta are not needed."),
    Step("half_chord", "sharper version", Inequality((a - b) ** 2 / (2 * (a + b)), (sqrt(a) - sqrt(b)) ** 2, (Gt(a, 0), Gt(b, 0))),
        reduction="Of the probabilities of either label under the two rewards."),
    Step("chord", "sharper version", Identity((p - q) ** 2 / (4 * (p + q)) + (p - q) ** 2 / (4 * (2 - p - q)), CHORD, OPEN),
        display="1 - sum_z sqrt(tilde(P)_r (z) tilde(P)_(r^*) (z)) >= ((p - q)^2)/(8 m (1 - m)), quad m = (p + q)/2",
        reduction="Half the sum of the squares of the step before, for both labels."),
    Step("in_half_angles", "sharper version", Identity(private(x) - private(y), SHRINKS / 2 * (tanh(x / 2) - tanh(y / 2)), domain("keep"))),
    Step("arc", "sharper version", Inequality((x - y) ** 2, 16 * sinh((x - y) / 4) ** 2)),
    Step("product", "sharper version", Inequality(cosh((x + y) / 2) * cosh((x - y) / 2), cosh(bound), INSIDE)),
    Step("worst_at_the_end", "sharper version",
        Inequality((Y - 1) / PRICE_IN_G, m * (Y**2 - 1) / (2 * ((X + Y) ** 2 - m * (X**2 - 1))), (Ge(X, 1), Ge(Y, 1), Ge(G, X * Y), Gt(m, 0), Le(m, 1))),
        display='1 - sum_z sqrt(tilde(P)_r (z) tilde(P)_(r^*) (z)) >= ((Delta_r - Delta_(r^*))^2)/(8 K), quad K = 4 cosh^2 B/2 + (4 cosh^4 B/2)/(sinh^2 epsilon/2)',
        reduction="X = cosh((x + y)/2), Y = cosh((x - y)/2), G = cosh B, m = tanh^2(epsilon/2): the right side is the chord, the left side 2 sinh^2((x - y)/4)/K. "
        "Equality in the limit x = y = B, so that K, one over the least Fisher information of a private label, is the least factor."),
    Step("information_at_the_end", "sharper version",
        Identity(tanh(epsilon / 2) ** 2 * (1 - tanh(bound / 2) ** 2) ** 2 / (4 * (1 - tanh(epsilon / 2) ** 2 * tanh(bound / 2) ** 2)) * PRICE, sympy.Integer(1), domain("epsilon", "bound")),
        reduction="The information of one private label about a difference at B, times K."),
    Step("four", "sharper version", Identity(8 * PRICE * ell / 2, 4 * PRICE * ell, domain("epsilon", "bound")),
        reduction="Half of the pairs' mean square: for a finite class the lemma holds with 4 K ln((N - 1)/delta)/n, with probability 1 - delta."),
    Step("members_but_one", "sharper version", Inequality(4 * PRICE * log((size - 1) / delta) / n, 4 * PRICE * (log(size / delta) / n + tau),
        (*domain("epsilon", "bound", "delta", "n", "tau"), Ge(size, 2))), settles=("error@mended",)),
    Step("with_a_net", "sharper version",
        Inequality(8 * PRICE * (ell + tanh(epsilon / 4) * tau) + 4 * tau**2, 9 * PRICE * (ell + tau), (*domain("epsilon", "bound", "tau"), Gt(ell, 0))),
        reduction="For a class that is not finite: the estimate's likelihood is within tanh(epsilon/4) tau n of its neighbour's (Lemma A.2, sharpened), and the "
        "square is moved through the net once. ell is ln(N/delta)/n."),
    Step("net_composed", "sharper version",
        Inequality(8 * PRICE * (log(size / delta) / n + tanh(epsilon / 4) * tau) + 4 * tau**2, 9 * PRICE * (log(size / delta) / n + tau), domain("epsilon", "bound", "tau", "delta", "size", "n")),
        settles=("net",)),
    Step("price_against_print", "sharper version",
        Identity(PRICE, 4 * cosh(bound / 2) ** 2 * coth(epsilon / 2) ** 2 * (sinh(epsilon / 2) ** 2 + cosh(bound / 2) ** 2) / cosh(epsilon / 2) ** 2, domain("epsilon", "bound")),
        reduction="The printed factor has the order of the first two: what is missing is of order 1 + e^(B - epsilon)."),
    WHERE_THE_PRINT_STANDS,
    WITH_TWO_B,
)  # fmt: skip

# Two members of one state with two equally likely actions, B and B - g apart there.
GAP = sympy.Rational(1, 4)
ENOUGH = 3000  # e^B over C cosh^2(epsilon/2)
BLIND = log(sympy.Rational(5, 4)) / (2 * sinh(epsilon / 2) ** 2 * GAP**2) * exp(2 * (bound - GAP))  # samples that cannot tell
NEEDED = (Ge(C, 1), *domain("epsilon"), Eq(bound, log(ENOUGH * C * cosh(epsilon / 2) ** 2)))
ALLOWED = C * exp(bound) * coth(epsilon / 2) ** 2 * 2 * log(40) / BLIND
AT = {epsilon: Integer(1), bound: log(ENOUGH * C * cosh(HALF) ** 2)}
INSTANCE = {
    **AT, delta: sympy.Rational(1, 20), size: Integer(2), n: BLIND.subs(epsilon, 1).subs(AT), tau: log(40) / BLIND.subs(epsilon, 1).subs(AT),
}
WRONG = Inequality(GAP**2 / 4, HALF * (GAP - GAP / 2) ** 2 + HALF * (0 - GAP / 2) ** 2)
LIKELY = Inequality(sympy.Rational(1, 5), exp(-log(sympy.Rational(5, 4))) / 4)
GROUNDS = (
    Inequality(sigmoid(bound) - sigmoid(bound - g), g * exp(-(bound - g)), (Gt(g, 0), Le(g, bound))),
    Inequality(2 * n * sinh(epsilon / 2) ** 2 * w**2, log(sympy.Rational(5, 4)), (*domain("epsilon", "bound"), Gt(n, 0), Le(n, BLIND), Ge(w, 0), Le(w, GAP * exp(-(bound - GAP))))),
)
LIMITS = (
    Step("flat_end", "what cannot be improved", Inequality(sigmoid(bound) - sigmoid(bound - g), g * exp(-(bound - g)), (Gt(g, 0), Le(g, bound))),
        reduction="Two members that differ by B and by B - g at the two actions of one state."),
    Step("divergence", "what cannot be improved", By(lemma_a_5.ONE_DIRECTION, given=(*OPEN, *domain("epsilon")))),
    Step("undetected", "what cannot be improved",
        Inequality(2 * n * sinh(epsilon / 2) ** 2 * w**2, log(sympy.Rational(5, 4)), (*domain("epsilon", "bound"), Gt(n, 0), Le(n, BLIND), Ge(w, 0), Le(w, GAP * exp(-(bound - GAP))))),
        display='n "KL" <= ln 5/4',
        reduction="w is the difference of the two logistic values, at most (1/4) e^(-(B - 1/4)); half of the samples show both actions."),
    Step("one_in_five", "what cannot be improved", Identity(exp(-log(sympy.Rational(5, 4))) / 4, sympy.Rational(1, 5)),
        reduction="Bretagnolle and Huber (Lemma A.6): the chances of picking the wrong member under the two truths sum to 2/5 at least, so under one of them "
        "it is 1/5, more than the 2 delta = 1/10 of the lemma at delta = 1/20."),
    Step("error_of_the_wrong_member", "what cannot be improved", Identity(HALF * (g - g / 2) ** 2 + HALF * (0 - g / 2) ** 2, g**2 / 4)),
    Step("for_every_constant", "what cannot be improved", Inequality(ALLOWED, GAP**2 / 4, NEEDED, strict=True),
        reduction="The printed bound at delta = 1/20 and tau = ln(40)/n, with any constant C, against the error g^2/4 of the wrong member, at e^B = 3000 C "
        "cosh^2(epsilon/2) and the number of samples that cannot tell: e^(2 B) has to stand in place of e^B, for every epsilon."),
)  # fmt: skip

STEPS = STEP_1 + STEP_2 + STEP_3 + STEP_4 + SHARPER + LIMITS
