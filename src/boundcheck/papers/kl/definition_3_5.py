"""Definition 3.5: uncertainty and the pair eluder dimension, order by order."""

import sympy
from sympy import Eq, Ge, Gt, Le, Min, log, sqrt

from boundcheck.claims import Claim, Definition, Identity, Inequality, Reading, Repair, Source, Step

from . import PAPER, faults
from .lab import small_classes
from .notation import ANY_KEEP, domain, lam, rounds

g, p, x, y, w, s, c, width, beta_, q, u = sympy.symbols("g p x y w s c width beta q u", real=True)

SMALL = tuple({"gap": gap, "rounds": rounds} for gap in ("0", "1/10", "1") for rounds in (1, 3, 5))

FREEDMAN_GIVEN = (Ge(s, 0), Gt(q, 0), Ge(c, 0), Le(c - s, sqrt(2 * c * q) + 2 * q / 3))
FREEDMAN = Step("freedman_for_means", "Definition 3.5, in a run", Inequality(c, 2 * s + 4 * q, FREEDMAN_GIVEN),
    because=r"$c$ is the sum of the conditional means of variables in [0, 1], $s$ that of the variables, $q = \ln(1/\delta)$: Lemma A.3 has $c - s$ at most $\sqrt{2 c q} + 2 q/3$, as the conditional variances sum to at most $c$.")

CLAIM = Claim(
    source=Source(PAPER, "Definition 3.5", "Section 3.1", kind="definition"),
    words="With $U$ the uncertainty at a state and action given the data and a policy,",
    displays={
        "uncertainty": r"U_{\mathcal{F}}(\lambda, s, a; \mathcal{D}_t; \pi_{t + 1}) = \sup_{r_1, r_2} \frac{|r_1(s, a) - r_2(s, a) - \mathbb{E}_{b \sim \pi_{t + 1}}[r_1(s, b) - r_2(s, b)]|}{\sqrt{\lambda + \sum_{i \le t} (\Delta_i^{r_1} - \Delta_i^{r_2})^2}}",
        "dimension": r"d_{\mathcal{F}} = \sup_{s_{1 : T}, a_{1 : T}^2} \sum_{t \le T} \min(1, U_{\mathcal{F}_t}(\lambda, s_t, a_t^2; \mathcal{D}_t; \pi_{t + 1}^1)^2)",
    },
    letters=ANY_KEEP | {"width": r"\Gamma_T", "beta": r"\beta"},
    readings=(
        Reading("literal", r"the supremum over second actions is taken once the first ones are there, whatever they are; for fixed $\beta$ the dimension then grows like $T$", fault=faults.DIMENSION),
        Reading("run", "the dimension is that of a run: first actions are drawn, after the second ones are chosen, from the policies of their rounds, and $U$ "
                "of round $t$ uses the data before round $t$, as the bonus in (13) does",
                support="Algorithm 2, lines 5 and 10, and the bonus $b_{t - 1}$ in the proof of Theorem 5.2"),
    ),
    parts={
        "dimension": {
            "literal": Definition("largest sum over second actions, which is the same for all first ones; two members that differ at one of two actions",
                                  small_classes.eluder_as_written, SMALL),
            "run": Definition("mean of the sum over first actions of a run", small_classes.eluder_of_a_run, SMALL),
        },
        # What a logarithmic regret with this dimension needs (Remark 5.6): less than of order sqrt(T), here of two members and for fixed beta.
        # As written it is at least s T (nothing_is_learned_from_ties); in a run at most of order ln u, u = 1 + T x/lambda (elliptic_potential).
        "growth": {
            "literal": Inequality(rounds * s, c * sqrt(rounds), (*domain(rounds), Gt(s, 0), Le(s, 1), Ge(c, 1), Eq(rounds, (2 * c / s) ** 2))),
            "run": Inequality(2 * log(u), 4 * sqrt(u), (Ge(u, 1),)),
        },
    },
    steps=(
        Step("data_so_far", "Definition 3.5, first line", Identity(s + x, s, (Ge(s, 0), Ge(x, 0))),
            form="translation", display=r"\mathcal{D}_{t - 1} = \{(s_i, a_i^1, a_i^2)\}_{i \le t - 1}, \quad U_{\mathcal{F}}(\lambda, s, a; \mathcal{D}_t; \pi_{t + 1})",
            because="$s$ is the sum of squares over $t - 1$ rounds, $x$ what round $t$ adds, $w$ the sum over $t$ rounds: a sequence of $t - 1$ rounds is given, and the uncertainty sums over $t$.",
            repair=Repair(Identity(s + x, w, (Ge(s, 0), Ge(x, 0), Eq(w, s + x))), r"$\mathcal{D}_t = \{(s_i, a_i^1, a_i^2)\}_{i \le t}$", r"\mathcal{D}_t = \{(s_i, a_i^1, a_i^2)\}_{i \le t}"),
            misprint="the display of the same definition, whose sum runs to $t$ and whose argument is $D_t$", fault=faults.DATA),
        Step("own_round_counts", "Definition 3.5, indices",
            Inequality(Min(1, x / lam) / 2, x / (lam + x), (*domain(lam), Ge(x, 0))),
            because=r"$x$ is what the pair of round $t$ adds to the sum of squares. Counting it in $U$ of round $t$, as $D_t$ and $\pi_{t + 1}$ say, loses at "
            "most a factor 2 where numerator and added square agree."),
        Step("nothing_is_learned_from_ties", "Definition 3.5, as written",
            Inequality(c * sqrt(rounds), rounds * s, (*domain(rounds), Gt(s, 0), Gt(c, 0), Ge(rounds, (c / s) ** 2))),
            because="Two members that differ by $g$ at one action. Where the second action of every round is its first the sum of squares stays 0 and the policies stay "
            r"as they are, so that each summand stays at $s = \min(1, g^2 (1 - p)^2/\lambda)$, $p$ the probability of that action: whatever the first actions "
            r"are, the dimension grows linearly, for fixed $\beta$, past every $c \sqrt{T}$."),
        Step("then_the_bound_is_empty", "Theorem 5.2 with the dimension as written",
            Inequality(beta_ * g**2 / 8, 4 * beta_ * width**2 * Min(1, (g / 2) ** 2 / lam),
                (*domain(lam), Gt(beta_, 0), Gt(g, 0), Le(g, width), Le(lam, width**2 / 2))),
            because="Per round, $p = 1/2$: the left side is the shortfall of the policy that knows nothing of two members $g$ apart, the right side what the sum "
            r"of squared bonuses allows. A regret bound with that dimension is above the trivial one for every $T$, for fixed $\beta$."),
        Step("growth_in_the_mean", "Definition 3.5, in a run", Inequality((x - y) ** 2, x**2 - 2 * x * y + w, (Ge(w, y**2),)),
            form="reduction", display=r"(r_1 - r_2 - \mathbb{E}_b[r_1 - r_2])^2 \le \mathbb{E}_{b \sim \pi}[(\Delta^{r_1} - \Delta^{r_2})^2]",
            because="$x$ is the difference at the second action, $y$ and $w$ the moments of the difference under the policy of the first: the squared numerator is "
            "at most the mean of what a round adds. This is why the numerator has the policy's mean, and it needs first actions drawn from that policy."),
        Step("elliptic_potential", "Definition 3.5, in a run",
            Inequality(Min(1, x / w), 2 * log(1 + x / w), (Ge(x, 0), Gt(w, 0))),
            form="reduction", display=r"\sum_t \min\left( 1, \frac{x_t}{\lambda + x_1 + \ldots + x_{t - 1}} \right) \le 2 \ln\left( 1 + \frac{x_1 + \ldots + x_T}{\lambda} \right)",
            because=r"Of one round: the logarithms telescope. For each pair of members the sum grows like $\ln T$."),
        Step("telescopes", "Definition 3.5, in a run",
            Identity(log(1 + x / w) + log(w), log(w + x), (Ge(x, 0), Gt(w, 0)))),
        FREEDMAN,
    ),
    not_covered=(
        "the supremum over second actions is that of the page; the regret needs them drawn from the exploring policy",
        "the growth is that of a pair of members; in a run of a larger class it is not bounded here",
    ),
)
