"""The proof of Theorem 4.5, display by display, and what is sharper."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Lt, Min, Mul, Rational, cosh, exp, log, sinh, sqrt

from boundcheck.calculus import Assumed, Definition, Derivation, World, always, eq, fact, law, le, quantity
from boundcheck.calculus.terms import Functional
from boundcheck.claims import Assumption, By, Identity, Inequality, Repair, Step
from boundcheck.lemmas.information import (
    Channel,
    Coin,
    Copies,
    Image,
    Seldom,
    bretagnolle_huber,
    coin_divergence,
    coin_hellinger,
    divergence,
    locally_private,
    private_divergence,
    seldom_seen,
    tensorisation,
)
from boundcheck.lemmas.minimax import two_errors, two_shortfalls
from boundcheck.symbolic import sigmoid

from .. import faults, lemma_a_5
from ..notation import beta, bound, concentrability, domain, epsilon, n

NOT_INTERACTIVE = Assumption("not_interactive", "every label is randomised by itself")
EXISTENCE = Assumption("existence",
    r"the class is the cube of the proof: for a given class of covering number $N$ no such bound can hold for all small $\tau$, since $\ln N(\tau)$ of an infinite class grows "
    "without end while the shortfall does not")

S, a, b, v, p, q, u, t, z, x, r, k = sympy.symbols("S a b v p q u t z x r k", real=True)
C = concentrability
SIGN = Eq(v**2, 1)
SHAPE = (*domain(beta, bound), Gt(C, 2), Gt(a, 0))
LOOKED_FOR = exp(beta * (b + v * a)) / (exp(beta * (b + v * a)) + C - 1)
ODDS = Eq(b, log(C - 1) / beta)
HALVES = (Eq(p, 1 / C), Eq(q, 1 - 1 / C))

# a as chosen in Step 5.
CHOICE = sqrt(S * C) / ((exp(epsilon) - 1) * sqrt(n))

# With tanh(epsilon/2) in place of e^epsilon - 1: what is left of a divergence after a binary channel (Asoodeh and Zhang 2024).
SHARPER = CHOICE * (exp(epsilon) + 1)


def separation(a):
    """What two shortfalls under neighbours sum to at least."""
    return Min(beta * a**2 / 8, 3 * a / 10)


OWN = {one: sympy.Symbol(one.name, real=True) for one in (n, S, C, epsilon, beta)}
N, STATES, C_STAR, EPS, B = OWN.values()
far = quantity("a", "how far the reward of the rare action is from what it is on average", (N, STATES, C_STAR, EPS))
offset = quantity("b", "ln(C* - 1)/beta", (C_STAR, B))
CHANNEL = Channel("K")
SHOWN = 2 * (C_STAR - 1) / C_STAR**2 / STATES  # the chance that a pair shows both actions, in one state
UP, DOWN = (1 / (1 + exp(-(offset + side * far))) for side in (1, -1))
ONE, OTHER = (Image(CHANNEL, Coin(mean)) for mean in (UP, DOWN))
SEEN = tuple(Copies(Seldom(SHOWN, law), N) for law in (ONE, OTHER))
BEST = tuple(Coin(1 / (1 + exp(-side * B * far))) for side in (1, -1))
SHORTFALL = Functional("least mean shortfall", *SEEN, *BEST, 1 / B)
PRIVATE = law(CHANNEL, "locally private", EPS)


def derivation(family, choice=CHOICE) -> Derivation:
    """For the family whose Bayes risk is computed: one state, both signs as likely; `choice` is the a of the family."""
    u, labels = B * far, divergence(Coin(UP), Coin(DOWN))
    hellinger = Functional("squared Hellinger distance", *BEST)
    formula = UP * log(UP / DOWN) + (1 - UP) * log((1 - UP) / (1 - DOWN))
    high, low = (one.args[0] for one in BEST)
    both, errors = divergence(*SEEN), Functional("least sum of the two errors", *SEEN)
    statement = always(le((exp(-1) / 4 * separation(choice)).xreplace(OWN), SHORTFALL))
    return Derivation(
        (),
        {
            "private": Assumed(PRIVATE, "Section 4.2: every label is made private at the level of the theorem"),
            "a": Definition(far, choice.xreplace(OWN)),
            "b": Definition(offset, log(C_STAR - 1) / B),
        },
        (
            fact("above 0", 0 < far, by="a"),
            fact("coins", coin_divergence(p=UP, q=DOWN), by=()),
            fact("curvature", le(formula, far**2 / 2), by="above 0"),
            fact("labels", le(labels, far**2 / 2), by=("coins", "curvature")),
            fact("channel", locally_private(channel=CHANNEL, epsilon=EPS), by="private"),
            fact("contraction", private_divergence(p=Coin(UP), q=Coin(DOWN), channel=CHANNEL, epsilon=EPS), by="channel"),
            fact("one user", seldom_seen(p=ONE, q=OTHER, rate=SHOWN), by=()),
            fact("all users", tensorisation(p=SEEN[0].args[0], q=SEEN[1].args[0], n=N), by=()),
            fact("divergence", le(both, N * SHOWN * ((exp(EPS) - 1) / (exp(EPS) + 1)) ** 2 * far**2 / 2),
                 by=("labels", "contraction", "one user", "all users")),
            fact("of order 1", le(both, 1), by=("divergence", "a")),
            fact("distance", bretagnolle_huber(p=SEEN[0], q=SEEN[1]), by=()),
            fact("tests", two_errors(p=SEEN[0], q=SEEN[1]), by=()),
            fact("tests err", le(exp(-1) / 2, errors), by=("of order 1", "distance", "tests")),
            fact("best policies", coin_hellinger(p=high, q=low), by=()),
            fact("affinity", eq(1 - hellinger / 2, 1 / cosh(u / 2)), by="best policies"),
            fact("gap", le(Min(u**2 / 8, 3 * u / 10) / 2, -log(1 - hellinger / 2)), by=("affinity", "above 0")),
            fact("shortfalls", two_shortfalls(p=SEEN[0], q=SEEN[1], one=BEST[0], other=BEST[1], scale=1 / B), by=()),
            fact("joined", le(exp(-1) / 4 * Min(B * far**2 / 8, 3 * far / 10), SHORTFALL), by=("tests err", "gap", "shortfalls", "above 0")),
            fact("bound", statement, by=("joined", "a")),
        ),
        statement,
        SHORTFALL,
        (World("randomized response", (PRIVATE,), family),),
        family,
    )


STEPS = (
    Step("rewards_inside", "Step 1", Inequality(bound / 2 + v * a, bound, (SIGN, Gt(a, 0), Lt(a, bound / 2), *domain(bound)))),
    Step("rewards_above_zero", "Step 1", Inequality(Integer(0), bound / 2 - b, (Gt(b, 0), Lt(b, bound / 2), *domain(bound)))),
    Step("best_policy", "Step 1, last display",
        Identity(exp(beta * (bound / 2 + v * a)) / C / (exp(beta * (bound / 2 + v * a)) / C + (1 - 1 / C) * exp(beta * (bound / 2 - b))), LOOKED_FOR, SHAPE),
        form="translation", display=r"\pi_v^*(-1 \mid s) = \frac{\exp(\beta (b + v_s a))}{\exp(\beta (b + v_s a)) + C - 1}",
        because=r"Both exponents less $\beta (B/2 - b)$, both sides of the fraction times $C$."),
    Step("other_action", "Step 1, last display", Identity(1 - LOOKED_FOR, (C - 1) / (exp(beta * (b + v * a)) + C - 1), SHAPE)),
    Step("offset_inside", "Step 2", Inequality(log(C - 1) / beta, bound / 2, (*domain(beta, bound), Gt(C, 2), Le(C, exp(beta * bound / 2) + 1))),
        because="This is what the upper end of the range of $C^*$ is for."),
    Step("ratio", "Step 2, first display", Identity(C * LOOKED_FOR, C * sigmoid(beta * v * a), (*SHAPE, ODDS)),
        form="translation", display=r"\frac{\pi_v^*(-1|s)}{\pi_{\mathrm{ref}} (-1|s)} = C \frac{e^{\beta v_s a}}{1 + e^{\beta v_s a}}", because=r"$e^{\beta b} = C - 1$ cancels."),
    Step("concentrability", "Step 2, first display", Inequality(C * sigmoid(u), C, (Gt(C, 2),))),
    Step("other_ratio", "Step 2, second display", Inequality(C / (C - 1) * (1 - sigmoid(u)), C, (Gt(C, 2),))),
    Step("per_action", "Step 3, third line", Identity(r - log(q / p) / beta, log(z) / beta - log(q / (p * exp(beta * r) / z)) / beta, (*domain(beta), Gt(p, 0), Gt(q, 0), Gt(z, 0))),
        form="reduction", display=r"\operatorname{SubOpt}_s(\hat{\pi}, v) = \frac{1}{\beta} \operatorname{KL}(\hat{\pi} \| \pi_v^*)", because="At one action; the mean under the policy, and under the best one, gives the chain of displays."),
    Step("affinity", "Step 3, last display", Identity(sqrt(sigmoid(u) * sigmoid(-u)) * 2, 1 / cosh(u / 2)),
        because=r"Over all policies the sum of two divergences is least at the geometric mean: $-2$ ln of the affinity of $\sigma(u)$ and $\sigma(-u)$, $u = \beta$ a."),
    Step("separation", "Step 3, last display", Inequality(Min(u**2 / 8, 3 * u / 10), 2 * log(cosh(u / 2)), (Gt(u, 0),)),
        form="reduction", display=r"\operatorname{SubOpt}_s(\hat{\pi}, v) + \operatorname{SubOpt}_s(\hat{\pi}, v') \ge \min\{\frac{\beta a^2}{8}, \frac{3 a}{10}\}", because=r"Times $\beta$, $u = \beta$ a."),
    Step("symmetrised", "Step 4, first line", Inequality(x, x + z, (Ge(x, 0), Ge(z, 0))), form="translation", display=r"\operatorname{KL}(P \| Q) \le \operatorname{KL}(P \| Q) + \operatorname{KL}(Q \| P)",
        because="$x$ and $z$ are the two divergences, which are not negative."),
    Step("contraction", "Step 4, second line", By(lemma_a_5.ONE_DIRECTION, given=lemma_a_5.GIVEN), assumes=NOT_INTERACTIVE),
    Step("ordered_pairs", "Step 4, third line",
        Identity(2 * (4 * (exp(epsilon) - 1) ** 2 * (C - 1) / (S * C**2) * x), 4 * (exp(epsilon) - 1) ** 2 * (C - 1) / (S * C**2) * x, (*domain(epsilon), Gt(C, 2), Ge(S, 1), Ge(x, 0))),
        form="translation", display=r"\frac{4 (e^\varepsilon - 1)^2 (C - 1)}{S C^2} \sum_{s', a^1, a^2} \operatorname{TV}^2 = \frac{4 (e^\varepsilon - 1)^2 (C - 1)}{S C^2} \operatorname{TV}^2 (\operatorname{Bern}(\sigma(b + a)) \| \operatorname{Bern}(\sigma(b - a)))",
        because="$x$ is the squared distance. The sum over both actions has the pair ($-1$, +1) and the pair $(+1, -1)$, each of probability $(C - 1)/C^2$.",
        repair=Repair(Inequality(2 * (4 * sinh(epsilon / 2) ** 2 * (C - 1) / (S * C**2) * x), 4 * (exp(epsilon) - 1) ** 2 * (C - 1) / (S * C**2) * x,
                (*domain(epsilon), Gt(C, 2), Ge(S, 1), Ge(x, 0))), r"both orders counted, with the divergence in one direction and the sharp contraction $4 \sinh^2(\varepsilon/2)$, for which the right side and the last line stand",
            r"\frac{4 \sinh^2(\varepsilon/2) (C - 1)}{S C^2} \sum_{s', a^1, a^2} \operatorname{TV}^2 \le \frac{4 (e^\varepsilon - 1)^2 (C - 1)}{S C^2} \operatorname{TV}^2 (\operatorname{Bern}(\sigma(b + a)) \| \operatorname{Bern}(\sigma(b - a)))"),
        fault=faults.ORDERED_PAIRS),
    Step("mean_value", "Step 4, last display", Inequality(sigmoid(b + a) - sigmoid(b - a), a / 2, (Gt(a, 0),))),
    Step("last_line", "Step 4, (a)", Inequality(8 * sinh(epsilon / 2) ** 2 * (C - 1) / (S * C**2) * (a / 2) ** 2, (exp(epsilon) - 1) ** 2 * a**2 / (S * C), (*domain(epsilon), Gt(C, 2), Ge(S, 1), Gt(a, 0))),
        because=r"From the mended line: the page's end is right, with a factor $2 e^\varepsilon$ to spare."),
    Step("choice", "Step 5", Identity(n * (exp(epsilon) - 1) ** 2 * a**2 / (S * C), Integer(1), (*domain(epsilon, n), Gt(C, 2), Ge(S, 1), Eq(a, CHOICE))),
        because="So that the divergence of $n$ samples is at most 1, and Assouad's factor at least $1/e$."),
    Step("assouad", "Step 5, first line", Identity(Mul(S / 4, separation(a) / S, exp(-1), evaluate=False), exp(-1) / 4 * separation(a), (Ge(S, 1), Gt(a, 0), *domain(beta))),
        because=r"Lemma A.6 with $S$ coordinates and $c = \mathrm{separation}/S$."),
    Step("rate", "Step 5, last lines", Inequality(Rational(1, 110) * Min(beta * S * C / ((exp(epsilon) - 1) ** 2 * n), t), Rational(91, 1000) * Min(beta * S * C / (8 * (exp(epsilon) - 1) ** 2 * n), 3 * t / 10),
        (*domain(beta, epsilon, n), Gt(C, 2), Ge(S, 1), Gt(t, 0))),
        because=r"$t$ is $\sqrt{S C}/((e^\varepsilon - 1) \sqrt{n})$. The constant is 1/110 at least, with $1/(4 e)$ rounded down to 91/1000."),
    Step("one_over_four_e", "Step 5, last lines", Inequality(Rational(91, 1000), exp(-1) / 4)),
    Step("range_of_n", "Step 1 with Step 5", Inequality(CHOICE, bound / 2, (*domain(epsilon, bound), Gt(C, 2), Ge(S, 1), Gt(n, 0), Ge(n, 4 * S * C / ((exp(epsilon) - 1) ** 2 * bound**2)))),
        because="a has to be below $B/2$: from this $n$ on, which the theorem does not say. Below it the printed bound can exceed $B$, which no shortfall of a sensible policy does."),
    Step("for_every_constant", "Theorem 4.5 without a range of n", Inequality(bound, k * Min(z * x**2, x), (*domain(bound), Gt(k, 0), Gt(z, 0), Ge(x, 2 * bound / k), Ge(x, 2 * bound / (k * z)), Ge(x, 1)), strict=True),
        because=r"$x$ is $\sqrt{S C}/((e^\varepsilon - 1) \sqrt{n})$ and $z$ is $\beta$: for small $\varepsilon$ at a fixed $n$ the printed bound, with any constant $k$, is above $B$."),
    Step("offsets_only", "Theorem 4.5 for a given class", Identity(exp(beta * (r + x)) / (exp(beta * (r + x)) + exp(beta * (b + x))), exp(beta * r) / (exp(beta * r) + exp(beta * b)), domain(beta)),
        because=r"The class $\{r + x : 0 \le x \le 1\}$ has a covering number of order $1/\tau$ and one best policy: the method that plays it has the shortfall 0, while $\ln N(\tau)$ grows without end. So the class has to be chosen, as "
        "the proof does; two equally likely actions here."),
    Step("natural_logarithm", r"Step 5, $S = \ln N$", Inequality(S * log(2), S, (Ge(S, 1),)), because=r"The cube has $2^S$ members, so that $\ln N$ is $S \ln 2$: the constant pays for it.", assumes=EXISTENCE),
    Step("for_large_epsilon", "Theorem 4.5, sharpened", Inequality((exp(epsilon) - 1) ** 2 * Rational(1, 2) * exp(-epsilon), 2 * sinh(epsilon / 2) ** 2, domain(epsilon)),
        because=r"The divergence is at most $2 \sinh^2(\varepsilon/2)$ $a^2 n/(S C)$: the same proof gives $\sinh^2(\varepsilon/2)$, of order $e^\varepsilon$, in place of $(e^\varepsilon - 1)^2$, of order $e^{2 \varepsilon}$."),
)  # fmt: skip
