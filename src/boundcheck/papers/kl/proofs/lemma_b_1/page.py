"""The page's displays in order: Steps 1 to 4."""

import sympy
from sympy import Abs, Add, Eq, Ge, Gt, Le, Mul, Pow, exp, log, sqrt

from boundcheck.claims import Assumption, Identity, Inequality, Repair, Step
from boundcheck.symbolic import sigmoid

from ... import faults, lemma_a_2, lemma_a_3, lemma_a_4
from ...assumptions import ASSUMPTION_3_8
from ...notation import HALF, bound, delta, domain, keep, n, size, tau
from ...quantities import PRINTED_PRICE, SHRINKS, private
from .letters import AFFINITY, CLOSED, FLAT, HELLINGER, INSIDE, OPEN, C, S, a, b, ell, k, m, p, q, u, v, w, x, y

BRADLEY_TERRY = Assumption("bradley_terry", "Assumption 3.7, and independent pairs with both actions from one policy")

STEP_1 = (
    Step("log_ratio", "Step 1, second display", Identity(log(q) / 2 - log(p) / 2, log(q / p) / 2, OPEN),
        form="reduction", display=r"\frac{1}{2} \tilde{L}(r) - \frac{1}{2} \tilde{L}(r^*) = \frac{1}{2} \ln \frac{\tilde{P}_r(z)}{\tilde{P}_{r^*}(z)}",
        because="Per sample; $p$ and $q$ are the probabilities of the label under $r^*$ and under $r$. Lemma A.1 is used on the sums of these."),
    Step("mean", "Step 1, third display",
        Identity(p * sqrt(q / p) + (1 - p) * sqrt((1 - q) / (1 - p)), AFFINITY, OPEN),
        form="reduction", display=r"\mathbb{E}[\sqrt{\tilde{P}_r/\tilde{P}_{r^*}}] = \sum_z \sqrt{\tilde{P}_r(z) \tilde{P}_{r^*}(z)}",
        because="The label 1 has probability $p$ under the truth and $q$ under $r$.", assumes=BRADLEY_TERRY),
    Step("a", "Step 1, (a)", Inequality(log(x), x - 1, (Gt(x, 0),))),
    Step("squares", "Step 1, fifth line", Identity(AFFINITY - 1, HELLINGER, OPEN)),
    Step("fact_for_b", "Step 1, after (15)", Inequality((a - b) ** 2 / 4, (sqrt(a) - sqrt(b)) ** 2, CLOSED)),
    Step("b", "Step 1, (b)", Inequality(HELLINGER, -((p - q) ** 2) / 8, OPEN),
        because="Per sample. Both labels contribute, so that 1/4 in place of 1/8 follows as well."),
    Step("private_difference", "Step 1, next to last line", Identity(private(x) - private(y), SHRINKS * (sigmoid(x) - sigmoid(y)), domain(keep))),
    Step("slope", "Step 1, after (15)", Inequality(FLAT, sigmoid(x) * (1 - sigmoid(x)), (Le(Abs(x), bound), Gt(bound, 0))),
        display=r"\sigma'(x) \ge \frac{e^B}{(1 + e^B)^2}", because=r"The slope is $\sigma(1 - \sigma)$, even, and falls away from 0."),
    Step("mean_value", "Step 1, after (15)", Inequality(FLAT * (x - y), sigmoid(x) - sigmoid(y), (*INSIDE, Le(y, x)))),
    Step("eq_15", "Eq. (15)",
        Inequality(-(SHRINKS**2) * (sigmoid(x) - sigmoid(y)) ** 2 / 8, -(SHRINKS**2) * FLAT / 8 * (x - y) ** 2, (*INSIDE, *domain(keep))),
        form="reduction", display=r"-\frac{1}{8} (2 \alpha - 1)^2 [\sigma(\Delta_{r^*}) - \sigma(\Delta_r)]^2 \le -\frac{(2 \alpha - 1)^2 e^B}{8 (1 + e^B)^2} [\Delta_{r^*} - \Delta_r]^2",
        because="Per sample, $x$ and $y$ the two differences. The square turns $e^B$ of the lemma into $e^{2 B}$.",
        repair=Repair(
            Inequality(-(SHRINKS**2) * u**2 / 8, -(SHRINKS**2) * FLAT**2 / 8 * (x - y) ** 2, (*INSIDE, *domain(keep), Ge(Abs(u), FLAT * Abs(x - y)))),
            "by the mean value theorem the square of a difference has the square of the slope; $u$ is the difference of the two logistic values",
            r"-\frac{1}{8} (2 \alpha - 1)^2 [\sigma(\Delta_{r^*}) - \sigma(\Delta_r)]^2 \le -\frac{(2 \alpha - 1)^2 e^{2 B}}{8 (1 + e^B)^4} [\Delta_{r^*} - \Delta_r]^2"),
        fault=faults.SLOPE),
)  # fmt: skip

STEP_2 = (
    Step("lipschitz", "Eq. (16), first half",
        Inequality(log(private(x)) - log(private(y)), lemma_a_2.LIPSCHITZ * (x - y), (*INSIDE, Le(y, x), *domain(keep))),
        because=r"Lemma A.2 at $x = z \Delta_r$, for either label."),
    Step("net", "Eq. (16), second half", Inequality(sigmoid(bound) * Abs(x - y), 2 * sigmoid(bound) * tau, (*domain(tau), *INSIDE, Le(Abs(x - y), 2 * tau))),
        because="Definition 3.9 at both actions."),
    Step("eq_17", "Eq. (17)", Inequality(u, v + 2 * sigmoid(bound) * tau, (*domain(tau, bound), Le(Abs(u - v), 2 * sigmoid(bound) * tau))),
        because="Per sample; then summed."),
)  # fmt: skip

WEIGHT = SHRINKS**2 * FLAT
STEP_3 = (
    Step("union", "Step 3, first display", Identity(log(Pow(delta / size, -1, evaluate=False), evaluate=False), log(size / delta), domain(delta, size)),
        because=r"Every member of the net at the level $\delta/N$."),
    Step("eq_18_a", "Eq. (18), (a)", Identity(Mul(HALF, 2 * sigmoid(bound) * tau * n, evaluate=False), sigmoid(bound) * tau * n, domain(tau, bound, n))),
    Step("eq_18_b", "Eq. (18), (b)",
        Inequality(-k / 8 * (a + b) ** 2, -k / 4 * a**2 + k * tau**2, (Ge(k, 0), Le(Abs(b), 2 * tau), *domain(tau))),
        form="reduction", display=r"-\frac{(2 \alpha - 1)^2 e^B}{8 (1 + e^B)^2} (a + b)^2 \le -\frac{(2 \alpha - 1)^2 e^B}{4 (1 + e^B)^2} a^2 + \frac{(2 \alpha - 1)^2 e^B}{(1 + e^B)^2} \tau^2",
        because=r"Per sample: $a = \Delta_{r^*} - \Delta_r$, $b = \Delta_r - \Delta_{r'}$, $k$ the factor that both sides share.",
        repair=Repair(Inequality(-k / 8 * (a + b) ** 2, -k / 16 * a**2 + k * tau**2 / 2, (Ge(k, 0), Le(Abs(b), 2 * tau), *domain(tau))),
            r"from $a^2 \le 2 (a + b)^2 + 2 b^2$: 16 in place of 4, so that the leading factor of (19) is 16"),
        fault=faults.NET_SPLIT),
    Step("small_width", "Eq. (18), last line", Inequality(WEIGHT * tau**2 + sigmoid(bound) * tau, 2 * tau, domain(tau, bound, keep)),
        because=r"For every $\tau$ in (0, 1), not only for small ones."),
    Step("eq_19", "Eq. (19)",
        Inequality(S, 4 / WEIGHT * (ell + 2 * tau * n), (*domain(tau, bound, keep, n), Ge(S, 0), Gt(ell, 0), Le(WEIGHT / 4 * S, ell + 2 * tau * n))),
        because=r"The line before, solved for the sum $S$; ell is $\ln(N/\delta)$. The likelihood of the maximiser is at least that of the truth, which lies in the class.", assumes=ASSUMPTION_3_8),
)  # fmt: skip

RANGE = 4 * bound**2
STEP_4 = (
    Step("range", "Step 4, line 2", Inequality((x - y) ** 2, RANGE, INSIDE)),
    Step("centred", "Step 4, line 3", Inequality(Abs(m - a), RANGE, (Ge(a, 0), Le(a, RANGE), Ge(m, 0), Le(m, RANGE), Gt(bound, 0)))),
    Step("second_moment", "Step 4, line 3", Inequality(a**2, RANGE * a, (Ge(a, 0), Le(a, RANGE), Gt(bound, 0)))),
    Step("eq_20", "Eq. (20)",
        Inequality(lemma_a_3.tail(n * RANGE * m, RANGE, ell), sqrt(4 * n * bound**2 * ell * m) + 8 * bound**2 * ell / 3,
            (Gt(m, 0), Gt(ell, 0), *domain(n, bound))),
        form="translation", display=r"\sqrt{2 n 4 B^2 \mathbb{E}[Y] \ln \frac{\mathcal{N}_{\mathcal{F}}(\tau)}{\delta}} + \frac{2}{3} 4 B^2 \ln \frac{\mathcal{N}_{\mathcal{F}}(\tau)}{\delta} \le \sqrt{4 n B^2 \ln \frac{\mathcal{N}_{\mathcal{F}}(\tau)}{\delta} \mathbb{E}[Y]} + \frac{8}{3} B^2 \ln \frac{\mathcal{N}_{\mathcal{F}}(\tau)}{\delta}",
        because=r"Lemma A.3 with $M = 4 B^2$ and $v = 4 n B^2 \mathbb{E}[Y]$; $m$ is $\mathbb{E}[Y]$, $\ell$ is $\ln(N/\delta)$.",
        repair=Repair(Inequality(lemma_a_3.tail(n * RANGE * m, RANGE, ell), sqrt(8 * n * bound**2 * ell * m) + 8 * bound**2 * ell / 3,
            (Gt(m, 0), Gt(ell, 0), *domain(n, bound))), "8 in place of 4 under the root, and in the displays after it twice the sum, twice the square, and (18), (a), for the neighbour: other constants, and the same rate"),
        fault=faults.FOURTH_STEP),
    Step("choice_of_b", "Step 4, choices for Lemma A.4",
        Identity(sqrt(4 * bound**2 * ell * x**2), 2 * bound * x, (Gt(x, 0), Gt(ell, 0), *domain(bound))),
        form="translation", display=r"\sqrt{4 n B^2 \ln \frac{\mathcal{N}_{\mathcal{F}}(\tau)}{\delta} \mathbb{E}[Y]} = b x, \quad b = 2 B, \quad x = \sqrt{n \mathbb{E}[Y]}",
        repair=Repair(Identity(sqrt(4 * bound**2 * ell * x**2), 2 * bound * sqrt(ell) * x, (Gt(x, 0), Gt(ell, 0), *domain(bound))),
            r"$b = 2 B \sqrt{\ln(N/\delta)}$"),
        misprint=r"(20), whose root has the logarithm, and the display after the choices, where $b^2$ is of order $B^2 \ln(N/\delta)$",
        fault=faults.CHOICE_OF_B),
    Step("after_lemma_a_4", "Step 4, display after (20)",
        Inequality(x**2, C * bound**2 * ell + S,
            (Ge(C, 14), Gt(ell, 0), Ge(S, 0), *domain(bound), Eq(x, sqrt(lemma_a_4.solved(S + 8 * bound**2 * ell / 3, 2 * bound * sqrt(2 * ell)))))),
        form="translation", display=r"n \mathbb{E}[Y] = O\left( B^2 \ln \frac{\mathcal{N}_{\mathcal{F}}(\tau)}{\delta} \right) + \sum_i Y_i",
        because=r"$x^2$ is $n \mathbb{E}[Y]$ where (20), mended, holds with equality, $S$ the sum. Lemma A.4 gives $2 S$, and no constant $C$ makes $S$ enough (its step `not_one`).",
        repair=Repair(Inequality(x**2, sympy.Rational(40, 3) * bound**2 * ell + 2 * S, (Gt(ell, 0), Ge(S, 0), *domain(bound),
            Le(x**2, S + 8 * bound**2 * ell / 3 + 2 * bound * sqrt(2 * ell) * x))), "twice the sum", r"n \mathbb{E}[Y] \le \frac{40}{3} B^2 \ln \frac{\mathcal{N}_{\mathcal{F}}(\tau)}{\delta} + 2 \sum_i Y_i"),
        fault=faults.FOURTH_STEP),
    Step("to_the_estimate", "Step 4, last display, first line",
        Inequality(v**2, u**2 + 8 * tau**2, (*domain(tau), Le(Abs(v - u), 2 * tau))),
        form="reduction", display=r"\mathbb{E}[\Delta_{\bar{r}} - \Delta_{r^*}]^2 \le \mathbb{E}[\Delta_{r'} - \Delta_{r^*}]^2 + 8 \tau^2",
        because="$u$ and $v$ are the differences of $r'$ and of the estimate from the truth, at a pair.",
        repair=Repair(Inequality(v**2, 2 * u**2 + 8 * tau**2, (*domain(tau), Le(Abs(v - u), 2 * tau))), r"twice the square, for which $8 \tau^2$ is right"),
        fault=faults.FOURTH_STEP),
    Step("from_the_estimate", "Step 4, last display, second line",
        Inequality(u**2, v**2, (*domain(tau), Le(Abs(v - u), 2 * tau))),
        form="reduction", display=r"\sum_i [\Delta_{r'} - \Delta_{r^*}]^2 \le \sum_i [\Delta_{\bar{r}} - \Delta_{r^*}]^2",
        because="(19) bounds the sum for the estimate; the line needs it for the member $r'$ of the net. Line (a) of (18), which is about $r'$, gives that with 8 in place of 4: the order is right.",
        repair=Repair(Inequality(u**2, 2 * v**2 + 8 * tau**2, (*domain(tau), Le(Abs(v - u), 2 * tau))), "as before, once more through the net"),
        fault=faults.FOURTH_STEP),
    Step("absorbed", "Step 4, last line", Inequality(bound**2, exp(bound), domain(bound))),
    Step("leading_factor", "Step 4, last line", Inequality(4 * (1 + exp(bound)) ** 2 / (SHRINKS**2 * exp(bound)), 16 * PRINTED_PRICE, domain(bound, keep))),
    Step("width_squared", "Step 4, last line", Inequality(8 * tau**2, 8 * tau, domain(tau))),
    Step("pairs_and_variance", "last line, with the display after the lemma", Identity(Add(w, Mul(-2, m, m, evaluate=False), w, evaluate=False), 2 * (w - m**2)),
        form="reduction", display=r"\mathbb{E}_{a^1, a^2}[\Delta_{\bar{r}} - \Delta_{r^*}]^2 = 2 \operatorname{Var}_{a \sim \pi}[\bar{r} - r^*]",
        because="$m$ and $w$ are the moments of the error under the policy; the two actions are independent. With the mean as the offset $b$ the lemma's left "
        "side is half of what was bounded.", assumes=BRADLEY_TERRY),
)  # fmt: skip
