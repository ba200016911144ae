"""Appendix C.2: AboveThreshold, composition and sampling as printed; then a noise that is enough, and why."""

import sympy
from sympy import Add, E, Eq, Ge, Gt, Integer, Le, Lt, Mul, Rational, exp, log, sqrt

from boundcheck.claims import Assumption, By, Cited, Identity, Inequality, Repair, Step
from boundcheck.privacy import AboveThreshold, gaussian_delta

from .. import lemma_1, lemma_2
from ..lab.noise_tables import LEVELS
from ..notation import delta, domain, epsilon, steps, tau
from .descent import (
    DELTA_TWICE,
    INVERTED,
    KEPT_BY_OWN_SIZE,
    KEPT_IN_LARGE_BATCHES,
    MOVES,
    NOISE,
    RANDOM_BATCH,
    SCORE,
    C,
    batch,
    between,
    q,
)

ONE_USER = Assumption("one_user", r"others agree exactly and one user moves by $\tau$ through her labels: possible where $\tau$ is at most the norm of her rows")

WHERE, OURS, GROUPS = "Appendix C.2", "derivation: a noise that is enough", "derivation: two groups"
a, b, c, e, h, k, loss, r, s, t, u, w, x, y, z = sympy.symbols("a b c e h k loss r s t u w x y z", real=True)
mu, miss, apart, passing = sympy.symbols("mu miss apart passing", real=True)
LETTERS = {
    "loss": "l", "r": r"\rho", "mu": r"\mu", "miss": r"2 \Phi\left( -\frac{\mu}{2} \right)", "apart": r"\Phi\left( \frac{\mu}{2} - \frac{\varepsilon}{\mu} \right) - e^\varepsilon \Phi\left( -\frac{\mu}{2} - \frac{\varepsilon}{\mu} \right)",
    "drawn": "|U_t|", "agree": "f_{t, i}", "other": "f_{t, i'}", "passing": r"\mathbb{P}\left( s^c\text{ passes } \frac{4}{5} \tilde{n} \right)",
}  # fmt: skip
SMALL = (Gt(epsilon, 0), Lt(epsilon, 1))
AT = (*domain(delta, steps), *SMALL)
EACH = epsilon / (4 * sqrt(2 * steps * log(2 / delta)))  # the epsilon' of the page

PASSES, QUERY, MOVED = 25, "26", "24.04"  # 50 users, one within tau of 25 on either side, or of nobody


def loss_of_the_score():
    """Ends of the loss of AboveThreshold at epsilon/2 = 1/2 where one user moves the score, and not at the last query."""
    at = AboveThreshold(40, 4, 8)
    answers = [True] * PASSES + [False]
    ratio = (at.probability(answers, [QUERY] * PASSES + ["50"]) / at.probability(answers, [MOVED] * PASSES + ["50"])).log()
    ends = [x.man_exp() for x in (ratio.lower(), ratio.upper())]
    return between(*(int(mantissa) * sympy.Rational(2) ** int(power) for mantissa, power in ends))


def told_apart():
    """A lower end of the least delta at epsilon = 1/20 of two Gaussians eight deviations apart."""
    return between(gaussian_delta("1/20", 64).low, 1)[0]


LOW, HIGH = loss_of_the_score()


def steps_of_the_page():
    """The displays of C.2."""
    return (
        Step("above_threshold", f"{WHERE}, AboveThreshold", Cited(r"for queries that move by at most 1 the answers of AboveThreshold with $\operatorname{Lap}(2/\varepsilon)$ and $\operatorname{Lap}(4/\varepsilon)$ are $\varepsilon$-private", "Dwork, Roth (2014), Theorem 3.23")),
        Step("above_threshold_for_the_score", rf"{WHERE}, '$\varepsilon/2$-DP for $T$ iterations in total'",
            Inequality(loss, Rational(1, 2), (Ge(loss, LOW), Le(loss, HIGH))),
            display=r"\ln \frac{\mathbb{P}(\top^{25} \bot \mid \mathcal{D})}{\mathbb{P}(\top^{25} \bot \mid \mathcal{D}')} \le \frac{\varepsilon}{2} \quad \text{at} \quad \varepsilon = 1", form="special case",
            because="$l$ is the logarithm of this ratio, enclosed by exact integration, for batches of 50: 25 scores of 26, as 25 "
            r"users lie at $-\tau$, 24 at $\tau$ and one between them, which are 24.04 when that one user has moved a little at "
            "right angles; then a score of 50 in both. The page does not say by how much the score moves: the sentence breaks "
            r"off after it. Where the score moves by the same amount at every step $\varepsilon/2$ is right.",
            repair=Repair(Inequality(2 * (batch - 1) / batch, Integer(2), (Ge(batch, 2),)), r"a score moves by $2 - 2/\tilde{n}$, below 2: AboveThreshold at $\varepsilon/4$, with $\operatorname{Lap}(8/\varepsilon)$ and $\operatorname{Lap}(16/\varepsilon)$",
                r"\ln \frac{\mathbb{P}(\top^{25} \bot \mid \mathcal{D})}{\mathbb{P}(\top^{25} \bot \mid \mathcal{D}')} \le \frac{\varepsilon}{2} \quad \text{with Lap}(8/\varepsilon)\text{ and Lap}(16/\varepsilon)"),
            fault=SCORE),
        Step("level_of_a_step", f"{WHERE}, after Lemma 1", By(lemma_1.CLAIM.steps[1], epsilon=epsilon / 2, says=Identity(Mul(sqrt(2 * steps * log(2 / delta)), EACH, evaluate=False), epsilon / 4, AT), given=AT)),
        Step("total_delta", f"{WHERE}, after Lemma 1", Identity(Add(Mul(steps, delta / steps, evaluate=False), delta, evaluate=False), delta, domain(delta, steps)),
            because=r"The left side is what Lemma 1 gives.",
            repair=Repair(Identity(Add(Mul(steps, delta / 2 / steps, evaluate=False), delta / 2, evaluate=False), delta, domain(delta, steps)), r"$\delta/2$ for $\delta$ in both places"),
            misprint=r"Algorithm 2, line 2, has PrivacyAccount($\varepsilon/2$, $\delta/2$, ...)", fault=DELTA_TWICE),
        Step("noise_of_a_step", f"{WHERE}, 'when there is no subsampling'",
            Inequality(Integer(1) / EACH, C * epsilon / sqrt(steps * log(1 / delta)), (*AT, Ge(C, 1))),
            display=r"\sigma = O\left( \frac{\varepsilon}{\sqrt{T \ln(1/\delta)}} \right) \Rightarrow \text{level of a step} \le \varepsilon'", form="interpretation",
            because=r"The level of one Gaussian release is of the order of $1/\sigma$, so $\sigma$ has to be at least of the order of $1/\varepsilon'$; what is printed is of the order of $\varepsilon'$.",
            repair=Repair(Inequality(1 / EACH, 8 * sqrt(steps * log(2 / delta)) / epsilon, AT), r"the inverse fraction, with $\ln(2/\delta)$"), fault=INVERTED),
        Step("every_constant", "Theorem 3", Inequality(Integer(8), mu, (Ge(t, Rational(23, 10)), Gt(e, 0), Le(e, Rational(1, 20)), Eq(mu, 20 * sqrt(2 * t) / sqrt(8 * (e + log(2) + t))))),
            because=r"At $\varepsilon = 1/(20 C)$, $T = 2$ and $\tilde{n} = n$; $t$ is $\ln(1/\delta)$, from $\delta = 1/10$ on. A user within $\tau$ of all others moves her gradient by $\tau$ through her labels: $\mu$ is $\tau/\tilde{n}$ over the deviation of line 15, for any $C$.", assumes=ONE_USER),
        Step("told_apart", "Theorem 3", Inequality(Rational(9999, 10000), apart, (Ge(apart, told_apart()), Le(apart, 1))),
            because=r"The right side is the least $\delta$ of two Gaussians with $\mu = 8$ at $\varepsilon = 1/20$, in balls; it grows with $\mu$ and falls with $\varepsilon$. So Theorem 3 fails for every $C$, and for logarithms of $1/\varepsilon$ beside it."),
        Step("experiments_outside", "Theorem 3 with Section 6.1, Settings", Inequality(Integer(1), Integer(min(LEVELS)), strict=True),
            because=r"The least $\varepsilon$ of the experiments is above 1, the upper end of the $\varepsilon$ of the theorem."),
        Step("sampling", f"{WHERE}, last paragraph", By(lemma_2.CLAIM.steps[2], given=(*SMALL, Gt(q, 0), Le(q, 1)))),
        Step("small_batches", r"Theorem 3, $\sigma$ inverted", Inequality(delta, q * (1 - miss / 2) - exp(1) * miss / 2, (*domain(delta), Gt(q, 0), Le(q, 1), Ge(miss, 0), Le(3 * miss, q), Le(4 * delta, q))),
            because=r"Also with the inverse fraction: at $T = 2$ the noise vanishes as $q = \tilde{n}/n$ does, and a user who is in the batch with probability $q > \delta$ is seen. This is a corner: it takes batches far below "
            r"$\varepsilon' n$, where the level of a step before sampling has no upper end and Lemma 2 does not turn it into $O(\varepsilon')$, and no verdict hangs on it. At the 50 of 1,800 users of the experiments "
            r"$\varepsilon'$ is a seventh of the sampling rate or less."),
        Step("sampled_batches", f"{WHERE}, 'when there is Poisson subsampling'", KEPT_IN_LARGE_BATCHES,
            because=r"Two users who are kept have a common third within $2 \tau$ if their counts exceed the batch. Lemma 2 asks that lines 8 to 15 are private for the sample at hand, whatever its size; of one of 65 users, where "
            r"$\tilde{n}$ is 50, halves of 33 and 32, any distance apart, pass the test and are kept with probability 0.84 or more.",
            repair=Repair(KEPT_BY_OWN_SIZE, r"the drawn size in place of $\tilde{n}$ in lines 8 to 12, or batches of fixed size"), fault=RANDOM_BATCH),
    )  # fmt: skip


def steps_of_two_groups():
    """What the test lets pass by its noise: h users at x/2 and h at -x/2, with one feature vector x for all, T = 2, and one user who moves."""
    half = (Ge(h, 4),)
    return (
        Step("two_groups_score", GROUPS, Identity(((h + 1) ** 2 + (h - 1) ** 2) / (2 * h), h + 1 / h, half),
            because=r"At the parameter 0 gradients are $x/2$ or $-x/2$, by a user's labels, with $\tau < \|x\|/2$. $h + 1$ users have one, $h - 1$ the other; in the neighbour $h$ and $h$, of which the score is $h$."),
        Step("two_groups_pass", GROUPS, Inequality(exp(-3 * (2 * h) * epsilon / 80) / 4, exp(-(3 * h / 5 - 1 / h) * epsilon / 8) / 2 / 2, (*half, *domain(epsilon))),
            because=r"With probability 1/2 the noise of the threshold helps, and that of the score, $\operatorname{Lap}(8/\varepsilon)$, makes up for $3h/5 - 1/h$ with probability $e^{-(3h/5 - 1/h) \varepsilon/8}/2$."),
        Step("two_groups_kept", GROUPS, Inequality(exp(-3 * (h + 1) / h), exp(-3), half),
            because=r"The $h + 1$ are kept with probability $6 (h + 1 - h)/\tilde{n} = 3/h$ each, so that all are dropped with probability at most $e^{-3(h + 1)/h} \le e^{-3}$; the $h - 1$ are dropped. In the neighbour everybody is: $f = \tilde{n}/2$ has $p = 0$."),
        Step("two_groups_together", GROUPS, Inequality(Rational(19, 80) * exp(-3 * batch * epsilon / 80), (1 - exp(-3)) * passing, (*domain(epsilon), Gt(batch, 0), Ge(passing, exp(-3 * batch * epsilon / 80) / 4))),
            because=r"Then the mean is $x/2$, or its opposite, on one side and 0 on the other: as $\tau$ gets small the noise of line 15 hides nothing of it, whatever multiple of $\tau$ it is. What one side shows with this probability the other never does, so $\delta$ is at least the left side."),
    )  # fmt: skip


def steps_of_the_repair():
    """A noise that is enough for lines 10 to 15, with batches of fixed size."""
    return (
        Step("core", OURS, Inequality(2 * b / 3, k - 1, (Ge(b, 30), Ge(k, 7 * b / 10))),
            display=r"\frac{7}{10} \tilde{n} - 1 \ge \frac{2}{3} \tilde{n}", form="translation",
            because=r"Where the score is at least $7 \tilde{n}/10$ some user has $k$, so many, within $\tau$, and these lie within $2 \tau$ of one another: all of them are kept for sure, before and after another user changes; $b$ is $\tilde{n}$, the size of the batch."),
        Step("coins_turn_rarely", OURS, Identity((k + 1 - b / 2) / (b / 6) - (k - b / 2) / (b / 6), 6 / b, (Gt(b, 0),)),
            because=r"One user changes each count $f$ by at most 1. Coupled, each of the other coins turns with probability at most $6/\tilde{n}$."),
        Step("mean_number", OURS, Inequality(x * 6 / b, Rational(9, 5), (Gt(b, 0), Le(x, 3 * b / 10))),
            because="At most 3/10 of the users are not in the core, so at most 9/5 coins turn in the mean."),
        Step("few_turn", OURS, Inequality(k * log(9 * E / (5 * k)) - Rational(9, 5), -k, (Ge(k, 9 * exp(2) / 5),)),
            display=r"(9 e/(5 k))^k e^{-9/5} \le e^{-k}",
            because="Chernoff's bound on the probability that $k$ or more independent coins turn, of a mean of at most 9/5."),
        Step("enough_of_them", OURS, Inequality(9 * exp(2) / 5, 14 + log(4 * steps / delta), domain(delta, steps)),
            because=r"$k = 14 + \ln(4T/\delta)$ is one such $k$, and $T e^{-k}$ is below $\delta/4$. With the user herself, in one data set or both, at most $k + 2$ places differ: $16 + \ln(4T/\delta)$."),
        Step("neighbours_meet", OURS, Inequality(b, x + y, (Gt(x, b / 2), Gt(y, b / 2))),
            because=r"Two users who are kept agree with more than half of $\tilde{n}$ each, so both agree with some third."),
        Step("kept_within", OURS, Inequality((a - c) ** 2, (4 * tau) ** 2, (*domain(tau), Le(a - b, 2 * tau), Ge(a - b, -2 * tau), Le(b - c, 2 * tau), Ge(b - c, -2 * tau))),
            display=r"\|g_i - g_j\| \le 4 \tau", form="special case", because="By the triangle inequality, here on a line; $b$ is the third."),
        Step("mean_moves", OURS, Inequality(x / (x + k) * u + y / (y + k) * u, (x + y) * u / z, (Gt(z, 0), Ge(x, 0), Ge(y, 0), Gt(k, 0), Gt(u, 0), Ge(x + k, z), Ge(y + k, z))),
            display=r"\|\hat{g}_t - \hat{g}'_t\| \le 4 \tau \frac{|B \setminus B'| + |B' \setminus B|}{\min(|B|, |B'|)}", form="reduction",
            because=r"$k$ are kept in both, $x$ and $y$ in one; each mean is within $u = 4 \tau$ times its share of the others from the mean of the $k$."),
        Step("move_of_the_mean", OURS, Inequality(4 * tau * k / z, 6 * k * tau / b, (*domain(tau), Gt(b, 0), Gt(k, 0), Ge(z, 2 * b / 3))),
            display=r"\|\hat{g}_t - \hat{g}'_t\| \le 6 (16 + \ln(4 T/\delta)) \frac{\tau}{\tilde{n}}", form="reduction",
            because=r"$z$, the smaller number of users that are kept, is at least $2 \tilde{n}/3$, and $k$ is the number of places that differ."),
        Step("score_is_high", OURS, Inequality(Rational(7, 10) * b, 4 * b / 5 - x - y, (Gt(b, 0), Le(x, b / 20), Le(y, b / 20))),
            because=r"AboveThreshold passes a score below $7 \tilde{n}/10$ only if one of its two noises, $x$ and $y$, exceeds $\tilde{n}/20$: with probability at most $\delta/4$ in all $T$ steps once $\tilde{n} \ge 320 \ln(8T/\delta)/\varepsilon$."),
        Step("concentrated_privacy", OURS, Inequality(r + 2 * sqrt(r * t), e, (Gt(e, 0), Gt(t, 0), Ge(r, 0), Le(4 * (t + e) * r, e**2))),
            display=r"\rho + 2 \sqrt{\rho \ln(1/\delta_0)} \le \varepsilon_0", form="translation",
            because=r"$t$ is $\ln(1/\delta_0)$. $T$ releases that are each $\Delta^2/(2 s^2)$-concentrated, but for a failure, are $\rho$-concentrated with $\rho = T \Delta^2/(2 s^2)$."),
        Step("noise_is_enough", OURS, Identity(4 * (log(2 / delta) + epsilon / 2) * steps * MOVES**2 / (2 * NOISE**2), (epsilon / 2) ** 2, domain(epsilon, delta, steps)),
            display=r"s = 6 (16 + \ln(4 T/\delta)) \frac{\tau}{\tilde{n}} \frac{\sqrt{2 T (\ln(2/\delta) + \varepsilon/2)}}{\varepsilon/2}", form="interpretation",
            because=r"With this $s$ the condition of the step before holds at $\varepsilon_0 = \varepsilon/2$, $\delta_0 = \delta/2$, with equality."),
        Step("levels_add_up", OURS, Identity(Add(delta / 2, delta / 4, delta / 4, evaluate=False), delta), because=r"Noise, coins, small batches; AboveThreshold has the other $\varepsilon/2$. Drawing batches of fixed size does not make it worse; with Poisson samples the drawn size has to stand for $\tilde{n}$ in lines 8 to 15."),
        Step("imported", OURS, Cited(r"failures of probability $\delta_1$ and $\rho$-concentrated privacy compose by addition and give ($\rho + 2 \sqrt{\rho \ln(1/\delta_0)}$, $\delta_0$ + sum of $\delta_1$)-privacy; Renyi divergence is quasi-convex, so coupled coins may be fixed", "Bun, Steinke (2016), Proposition 1.3 and Section 8; van Erven, Harremoes (2014), Theorem 13")),
    )  # fmt: skip


STEPS = (*steps_of_the_page(), *steps_of_two_groups(), *steps_of_the_repair())
