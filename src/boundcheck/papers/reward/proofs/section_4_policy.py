"""The gap of the greedy policy: twice the longest feature times the error of the estimate, for every world."""

from sympy import Ge, Gt, IndexedBase, Integer, Le, Sum, exp, log, sqrt, symbols

from boundcheck.claims import Assumption, By, Identity, Inequality, Step, within_constant

from .. import lemma_3_1, theorem_4_4
from ..assumptions import BOUNDED_FEATURES
from ..notation import c_epsilon, delta, domain, epsilon, feature_bound, gamma, kappa, n, radius

ESTIMATE = Assumption("estimate", r"the output of SGD-RR is within $g$ of $\theta^*$: Theorem 4.4")
COVERAGE = Assumption("coverage", "Assumption 4.3, which enters through $g$ only")

best, chosen, best_hat, chosen_hat, a, b, along, error = symbols("best chosen best_hat chosen_hat a b along error", real=True)
x, s, h, price, m, A, B, D, R, S, T, X = symbols("x s h price m A B D R S T X", real=True)
i, many, d = symbols("i many d", integer=True)
e, p, q, t, v, w = (IndexedBase(name, real=True) for name in ("e", "p", "q", "t", "v", "w"))
WHERE = "Section 4, greedy policy"
LOGARITHMS = log(log(n)) + log(1 / delta)


def coordinates(term):
    """The sum over the coordinates."""
    return Sum(term, (i, 1, d))


def over(term):
    """A sum over actions, states or sequences of labels."""
    return Sum(term, (i, 1, many))


# Mean features v and w of the best and of the greedy policy, at most L long; the estimate e, the truth e + t, D its distance.
MEANS = (
    Ge(d, 1), Gt(feature_bound, 0), Gt(D, 0), Le(coordinates(v[i] ** 2), feature_bound**2), Le(coordinates(w[i] ** 2), feature_bound**2),
    Le(coordinates(t[i] ** 2), D**2), Le(coordinates((v[i] - w[i]) * e[i]), 0),
)  # fmt: skip


def steps(constant, bound):
    """From the rate that the page abbreviates to the gap, its constant, and privacy; `bound` is the page's."""
    return (
        Step("hidden_factor", "Section 4, after Theorem 4.4",
            Inequality(x + price, (1 + x) * price, (Ge(x, 0), Ge(price, 1))),
            display=r"g = \tilde{O}\left( \frac{L}{\gamma \kappa} c(\varepsilon) \sqrt{\frac{\log(1/\delta)}{n}} \right)",
            form="interpretation", because=r"What the tilde hides is a factor $\sqrt{1 + \ln \ln n}$, where $\ln \ln n$ is at least 0 from $n = 3$ on "
            r"and $\ln(1/\delta)$ at least 1."),
        Step("output_index", "Section 4, after Theorem 4.4",
            Inequality(n * (log(s + h) - log(s)) + n * (log(2 + (s + h) / 2) - log(2 + s / 2)), price,
                (Ge(n, 4), Ge(s, 3), Ge(h, 0), Le(n * h, Integer(3) / 2), Ge(price, 1))),
            display=r"\theta_{n + 1}\text{ in place of } \theta_t, \quad t \le n",
            form="interpretation", because=r"The output is the iterate at $n + 1$, beyond the theorem's $t \le n$. With the horizon $n + 1$ the explicit version has "
            r"$(A(n + 1) + \ln(1/\delta))/(n + 1)$ under its root, where $A(n) = \ln((2 + s/2) s)$ and $s = \log_2(2 n)$. That is at "
            r"most the same at $n$ if $n (A(n + 1) - A(n)) \le A(n) + \ln(1/\delta)$. On the left, $h$ is the increment of $s$."),
        Step("increment", "Section 4, after Theorem 4.4",
            Inequality(n * log(1 + 1 / n) / log(2), Integer(3) / 2, (Ge(n, 4),)),
            because=r"The left side is $n h$, with the increment $h = \log_2(1 + 1/n)$ of $\log_2(2 n)$."),
        Step("maps", WHERE,
            Inequality(over(p[i] * v[i]), m * over(p[i]), (Ge(p[i], 0), Le(v[i], m), Ge(many, 1))),
            because="A mixture of actions with rewards $v_i$, at most $m$, is worth no more than the best one; the $p_i$ add up to 1: the best map "
            "is the best of all policies."),
        Step("greedy", WHERE,
            Inequality(best - chosen, (best - best_hat) + (chosen_hat - chosen), (Le(best_hat, chosen_hat),)),
            because="The rewards of the best and of the chosen action, true and, with a hat, estimated; the estimate of the "
            "chosen one is at least as large."),
        Step("regroup", WHERE,
            Identity((a * error - b * error), (a - b) * error),
            because="$a$ and $b$ are the components of the two features along the error of the estimate: together one "
            "inner product with their difference."),
        Step("length", WHERE,
            Inequality((a - b) * along, 2 * feature_bound * error,
                (Ge(a, -feature_bound), Le(a, feature_bound), Ge(b, -feature_bound), Le(b, feature_bound),
                 Ge(along, 0), Le(along, error))),
            because="Along the error, the length of which is at most error: the difference of the features is at most $2L$ long. The "
            "constant 2 is attained.", assumes=(ESTIMATE, BOUNDED_FEATURES)),
        Step("mean_over_states", WHERE,
            Inequality(over(p[i] * v[i]), 2 * feature_bound * error * over(p[i]),
                (Ge(p[i], 0), Le(v[i], 2 * feature_bound * error), Ge(many, 1))),
            because="$v_i$ are the gaps in the states, of probabilities $p_i$, which add up to 1. No coverage beyond that of "
            "Theorem 4.4 enters."),
        Step("coordinates", WHERE + ", at once",
            Inequality(coordinates((v[i] - w[i]) * t[i]),
                D / (2 * feature_bound) * coordinates(v[i] ** 2) + D / (2 * feature_bound) * coordinates(w[i] ** 2)
                + feature_bound / D * coordinates(t[i] ** 2), MEANS[:3]),
            because="$v$ and $w$ are the mean features of the best and of the greedy policy, over the states, $t$ the truth less the estimate."),
        Step("sum", WHERE + ", at once",
            Inequality(S + T, 2 * feature_bound * D,
                (*MEANS[1:3], Le(S, D / (2 * feature_bound) * A + D / (2 * feature_bound) * B + feature_bound / D * R),
                 Le(A, feature_bound**2), Le(B, feature_bound**2), Le(R, D**2), Le(T, 0))),
            because="$S$ is the left side of the step before, A, $B$ and $R$ are the sums on its right; $T$ is the gap under the estimate."),
        Step("every_state", WHERE + ", at once",
            By("sum", letters={"S": coordinates((v[i] - w[i]) * t[i]), "T": coordinates((v[i] - w[i]) * e[i]), "A": coordinates(v[i] ** 2),
                               "B": coordinates(w[i] ** 2), "R": coordinates(t[i] ** 2)},
               given=MEANS, says=Inequality(coordinates((v[i] - w[i]) * t[i]) + coordinates((v[i] - w[i]) * e[i]), 2 * feature_bound * D)),
            display=r"J(\pi^*) - J(\hat{\pi}_{\mathrm{Greedy}}) \le 2 L \|\theta^* - \hat{\theta}\|",
            form="reduction", because="For any number of states, actions and coordinates: the truth is the estimate and $t$.",
            settles=("squared_gap",)),
        Step("logarithms", WHERE,
            By(next(step for step in theorem_4_4.CLAIM.steps if step.label == "constant"), letters={"s": log(2 * n)}, given=bound.given,
               says=Inequality(592 * theorem_4_4.CONFIDENCE, theorem_4_4.CONSTANT**2 * LOGARITHMS)),
            because="The constant of Theorem 4.4, between the two logarithms."),
        Step("root", WHERE,
            Inequality(4 * feature_bound**2 * price * sqrt(148 * X / n), constant * feature_bound**2 * price * sqrt(s / n),
                (Le(592 * X, theorem_4_4.CONSTANT**2 * s), Ge(price, 0), Ge(X, 0), Ge(s, 0), Gt(feature_bound, 0), Ge(n, 4))),
            because=r"$X$ and $s$ are the two logarithms, price is $c(\varepsilon)/(\gamma \kappa)$. No other event is needed: the failure probability is $\delta$."),
        Step("constant", WHERE,
            By("root", letters={"X": theorem_4_4.CONFIDENCE, "s": LOGARITHMS, "price": c_epsilon / (gamma * kappa)},
               given=(*bound.given, *domain(epsilon, radius, feature_bound, kappa)), says=within_constant(bound)),
            because="$2 L$ times the explicit version of Theorem 4.4, against $L$ times its printed rate.",
            settles=("end_to_end@appendix", "rates"), assumes=COVERAGE),
        Step("post_processing", WHERE + ", 'while ensuring label-DP'",
            Inequality(over(p[i] * w[i]), exp(epsilon) * over(q[i] * w[i]),
                (Le(p[i], exp(epsilon) * q[i]), Ge(w[i], 0), Ge(many, 1), *lemma_3_1.ANY_EPSILON)),
            display=r"\mathbb{P}[\hat{\pi}_{\mathrm{Greedy}} \in S \mid \mathcal{D}] \le e^\varepsilon \mathbb{P}[\hat{\pi}_{\mathrm{Greedy}} \in S \mid \mathcal{D}']",
            form="translation", because="Sequences of private labels lead into $S$ with probabilities $w_i$; their own probabilities, $p_i$ under $D$ and $q_i$ "
            "under $D'$, obey Lemma 3.1."),
    )
