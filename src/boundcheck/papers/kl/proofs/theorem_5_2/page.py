"""The displays of the proof, with a bonus that is capped where it has to be, and the dimension of a run."""

from sympy import Abs, Eq, Ge, Gt, Le, Max, Min, cosh, exp, log, sqrt

from boundcheck.claims import Assumption, By, Inequality, Repair, Step, within_constant

from ... import definition_3_5, faults, lemma_a_7, lemma_c_5
from ...notation import beta, bound, delta, dimension, domain, epsilon, lam, rounds, size
from .letters import LARGEST, G, S, U, b, d, e, p, r, u, w, x, z

REALIZABLE = Assumption("realizable", "Assumptions 3.7 and 3.8, a finite class")
FRESH_ACTIONS = Assumption("fresh_actions", "both actions of a round are drawn from its policies, independently",
    r"with second actions chosen after the first ones the dimension grows like $T$ for fixed $\beta$")


def page(mended):
    """The displays of the proof with the bonus that survives; `mended` is the bound."""
    return (
        Step("offset", "first display", By(lemma_a_7, given=(Gt(p, 0), Gt(z, 0), Eq(w, exp(-beta * b) * z))), display=r"J(\pi_{\bar{r} + b}) = J(\pi_{\bar{r} + b + c})"),
        Step("decomposition", "second display", By(lemma_c_5.HALF_BOUND, w=u, given=(Ge(u, 0),)),
            display=r"J(\pi^*) - J(\pi_t^2) \le \beta \mathbb{E}_{\pi_t^2}[(\bar{r}_{t - 1} + b_{t - 1} + c_{t - 1} - r^*)^2]", assumes=REALIZABLE),
        Step("four", "second display", Inequality((b - e) ** 2, 4 * b**2, (Le(Abs(e), b),)), because="$e$ is the centred error, at most the bonus by Lemma C.4."),
        Step("round_one", "second display", Inequality(r, 4 * beta * b**2, (*domain(beta, bound), Ge(b, 0), Ge(r, 0), Le(r, beta * bound**2 / 8))),
            form="translation", display=r"J(\pi^*) - J(\pi_1^2) \le 4 \beta \mathbb{E}_{\pi_1^2}[b_0^2]",
            because="$r$ is the shortfall of the reference policy, which line 2 of the algorithm plays in round 1, whatever $b_0$ is. For a class of one member $U$ and all bonuses are 0; for two members a small distance apart they are as "
            "small as one likes.",
            repair=Repair(Inequality(r, 4 * beta * b**2 + beta * bound**2 / 8, (*domain(beta, bound), Ge(b, 0), Le(r, beta * bound**2 / 8))),
                r"round 1 adds at most $\beta B^2/8$, whatever the class is", r"J(\pi^*) - J(\pi_1^2) \le \frac{\beta B^2}{8}"),
            fault=faults.FIRST_ROUND),
        Step("all_rounds", "first line of the proof",
            Inequality(1 - delta, x, (*domain(delta), Ge(x, 0), Le(x, u), Le(u, 1), Ge(u, 1 - delta))),
            form="translation", display=r"\bigcup_{t \in [T]} \mathcal{E}_t",
            because="$x$ is the probability that all events of the rounds hold, $u$ that one of them does: the page's union of the events is not enough.",
            repair=Repair(Inequality(1 - delta, x, (*domain(delta), Ge(x, 1 - delta), Le(x, 1))), "the intersection is meant, of which Lemma C.4 speaks", r"\bigcap_{t \in [T]} \mathcal{E}_t"),
            misprint="Lemma C.4 has all $t$ uniformly", fault=faults.UNION),
        Step("plugging_in", "last line, 'by plugging in'",
            Inequality(p, u * r, (Ge(u, 1), Ge(r, 0), Ge(S, 0), Le(p - r, sqrt(2 * p * S) + 2 * S / 3), Ge(p, 0))),
            form="interpretation", display=r"\sum_{t \le T} \mathbb{E}_{\pi_t^2}[b_{t - 1}^2] \le C \Gamma_T^2 d_{\mathcal{F}}",
            because=r"$p$ is the sum over rounds of the means of $\min(1, U^2)$ over the exploring policy, given the data so far, $r$ the sum of $\min(1, U^2)$ at the actions that are taken, $S$ the logarithm $\ln(1/\delta)$ and $u$ a constant. Of means and sums no more is known than Lemma A.3 "
            "says: while a rare action is not taken the sum stays 0, and the means add up. The dimension of Definition 3.5 is a supremum over sequences, $U$ taken with the data of the round, and the page gives no step to it.",
            repair=Repair(Inequality(p, 2 * r + 4 * S, (Ge(r, 0), Ge(S, 0), Le(p - r, sqrt(2 * p * S) + 2 * S / 3), Ge(p, 0))),
                r"the sum of means is at most twice the sum along the run plus $4 \ln(1/\delta)$; the dimension is then that of a run", r"\sum_{t \le T} \mathbb{E}_{\pi_t^2}[\min(1, U^2)] \le 2 \sum_{t \le T} \min(1, U^2) + 4 \ln \frac{1}{\delta}"),
            fault=faults.PLUGGED_IN),
        Step("squared_bonus", "after the last display", Inequality(Min(2 * bound, G * U) ** 2, G**2 * Min(1, U**2), (*domain(bound), Ge(G, 2 * bound), Ge(U, 0))),
            because="With the cap $2 B$, which the width exceeds."),
        Step("width_exceeds_the_cap", "after the last display", Inequality(4 * bound**2, 64 * cosh(bound / 2) ** 4 * log(2), domain(bound))),
        Step("width_in_print", "after the last display", Inequality(64 * cosh(bound / 2) ** 4 * x, 64 * exp(2 * bound) * x, (*domain(bound), Ge(x, 0))),
            because="$x$ is the rest of the squared width."),
        Step("first_round", "Algorithm 2, line 2", Inequality(beta * bound**2 / 8, beta * exp(2 * bound) * log(2), domain(beta, bound)),
            because="Round 1 has no data and no bonus: the proof's sum starts at round 2."),
        Step("sum", "explicit version", Inequality(z * x + 2 * beta * 64 * d * exp(2 * bound) * x, 129 * beta * d * exp(2 * bound) * x,
            (*domain(beta, bound), Ge(x, 0), Ge(d, 1), Ge(z, 0), Le(z, beta * exp(2 * bound)))),
            because="$d$ is the dimension, $x$ the rest of the bound, $z x$ the first round."),
        Step("composed", "explicit version",
            within_constant(mended, *domain(beta, bound, epsilon, delta), Ge(size, 2), Ge(rounds, 2), Ge(dimension, 1)), settles=("regret@mended", "regret@room"),
            because="The logarithm needs no $T$."),
        Step("per_round_of_a_pair", "dimension of a run", Inequality(x / (lam + S), 2 * Max(1, LARGEST / lam) * log(1 + x / (lam + S)), (*domain(lam, bound), Ge(S, 0), Ge(x, 0), Le(x, LARGEST))),
            because="$x$ is what a round adds to the sum $S$ of a pair. The logarithms telescope (Definition 3.5, `elliptic_potential`)."),
        Step("means_to_sums", "dimension of a run", By(definition_3_5.FREEDMAN, given=definition_3_5.FREEDMAN_GIVEN), assumes=FRESH_ACTIONS),
    )  # fmt: skip
