"""What the printed cap and no cap at all do, whatever the constant: an estimate that stays wrong, a policy that is sent away."""

import sympy
from sympy import E, Eq, Ge, Gt, Integer, Le, Min, cosh, coth, exp, log, sqrt

from boundcheck.claims import Inequality, Step

from ...notation import HALF, bound, domain, lam
from .letters import LARGEST, C, G, M, T, U, d, u, x

# B = 2, epsilon = 1, lambda = 1, two equally likely actions, two members that order them the other way round; beta = 2 ln T.
STUCK = T / 2  # regret, with probability at least 1/5
LOGS = 2 * log(T) * 64 * (log(1 + 16 * T) + 3) * E**4 * coth(HALF) ** 2 * log(40 * T)
LARGE = (Ge(C, 1), Eq(T, (3 * 10**8 * C) ** 2))

# Without a cap: B = beta = epsilon = 1, T = 2, a best policy that takes an arm of chance e^-M as rarely as that, sqrt(lambda) = Gamma_T/(4 M).
SENT_AWAY = M / 2 - 1  # regret of round 2, with probability at least 1 - 2 e^-M
TWO_ROUNDS = 2 * E**2 * coth(HALF) ** 2 * log(80)  # every dimension is at most T
RARE = (Ge(C, 1), Eq(M, 700 * C))

SENT_AWAY_STEP = Step("sent_away", "the bonus without a cap", Inequality(M / 2 - 1, d * M - log(2), (Ge(M, 1), Ge(d, HALF), Le(d, 1))),
        because="Two members that differ by 1 at an arm of chance $e^{-M}$ under the reference policy; the truth is 0 everywhere, so that the best policy is the reference policy. But for a probability $2 e^{-M}$ both actions of round 1 "
        r"are the other arm, nothing is learned, and the bonuses of the two arms are at least $\Gamma_T/(2 \sqrt{\lambda}) = 2 M$ apart: the exploring policy takes the rare arm with a probability $\rho$ (here $d$) of at least "
        r"$1/(1 + e^{-M})$, at a divergence of at least $\rho M - \ln 2$.")

STUCK_STEP = Step("stuck_regret", "the printed cap", Inequality(STUCK, T / 2 * (2 * (1 - exp(-d)) - log(2) / d), (Gt(T, 0), Ge(d, 4))),
        because=r"$B = 2$, $d$ is $\beta$. A first informative label for the worse action, of probability more than $1/(1 + e^\varepsilon) = 0.268$ at $\varepsilon = 1$, puts the estimate on the wrong member, and after a first pair without information "
        "a tie is broken without knowing the truth, so that under one of the two truths the estimate is wrong after round 1 with at least this probability (0.268/2 + 1/4 if ties are broken by a coin, more if by a rule); the odds of the better "
        r"action are then at most $e^{-\beta (B - 1)}$ under the exploring policy (Algorithm 2, `printed_cap_is_no_better`), so that for $T = e^{\beta/2}$ rounds no pair corrects it with probability $1 - 2 T e^{-\beta}$, and each round costs "
        "$B$ less what that policy still gains.")

WITH_THE_CAP = (
    STUCK_STEP,
    Step("stuck_probability", "the printed cap", Inequality(sympy.Rational(1, 5), (1 - 2 * exp(-d / 2)) / (1 + E), (Ge(d, 10),)),
        because=r"From $\beta = 10$ on."),
    Step("logarithms", "the printed cap", Inequality(log(40) + 6 * log(u), 20 * u, (Ge(u, 1),)), form="translation", display=r"\ln(40 T) \le 20 T^{1/6}", because="$u$ is $T^{1/6}$."),
    Step("more_logarithms", "the printed cap", Inequality(3 + log(17) + 6 * log(u), 20 * u, (Ge(u, 1),)), form="translation", display=r"\ln(1 + 16 T) + 3 \le 20 T^{1/6}",
        because="$u$ is $T^{1/6}$, and $1 + 16 T$ is at most $17 T$."),
    Step("constants", "the printed cap", Inequality(64 * 8000 * E**4 * coth(HALF) ** 2, Integer(15 * 10**7))),
    Step("for_every_constant", "the printed cap", Inequality(C * 15 * 10**7 * sqrt(T), T / 2, (Ge(C, 1), Gt(T, (3 * 10**8 * C) ** 2)), strict=True),
        because=r"The printed bound with the dimension of a run, at most $64 (\ln(1 + 16 T) + 3)$, each logarithm bounded by $20 T^{1/6}$, against the regret of $T/2$ that has probability 1/5: whatever the "
        "constant $C$ is, Algorithm 2 with the printed cap exceeds it."),
    Step("as_written_too", "the printed cap", Inequality(1 + 16 * T * T ** (-8) + 1 + log(T), 64 * (log(1 + 16 * T) + 3), (Ge(T, 2),)),
        because=r"The left side bounds the dimension as written in Definition 3.5 on these runs, the right side is that of a run. On the runs that stay stuck all first actions from round 2 on are the one that the wrong estimate prefers, of probability $p$ with $1 - p \le e^{-\beta B} = T^{-4}$. A second action that equals the first "
        r"has $U^2 \le 16 (1 - p)^2$; the $k$-th one that does not has $U^2 \le 16/(1 + 16 k)$, its own round counted, and the sum of these is at most $1 + \ln T$. Round 1 adds at most 1."),
)  # fmt: skip
WITHOUT_A_CAP = (
    SENT_AWAY_STEP,
    Step("two_rounds", "the bonus without a cap", Inequality(C * TWO_ROUNDS, SENT_AWAY, RARE, strict=True),
        because=r"The printed bound at $T = 2$, two members and $\delta = 1/20$, where every dimension is at most 2: without a cap it fails for small $\lambda$, whatever $C$ is."),
    Step("uncapped", "the bonus without a cap", Inequality((G * U) ** 2, G**2 * Min(1, U**2), (*domain(bound, lam), Gt(G, 0), Ge(U, 0), Le(U**2, LARGEST / lam), Ge(lam, LARGEST))),
        because=r"For $\lambda$ of at least $4 B^2$ no uncertainty exceeds 1, and the squared bonus without a cap is what the dimension counts."),
    Step("room_for_lambda", "the bonus without a cap", Inequality(LARGEST, 32 * cosh(bound / 2) ** 4 * x, (*domain(bound), Ge(x, log(2)))),
        form="translation", display=r"4 B^2 \le \frac{1}{2} \Gamma_T^2, \quad \Gamma_T^2 = 64 \cosh^4\left( \frac{B}{2} \right) \coth^2\left( \frac{\varepsilon}{2} \right) \ln\left( 2 \frac{\mathcal{N}_{\mathcal{F}} - 1}{\delta} \right)",
        because=r"Such $\lambda$ are at most $\Gamma_T^2/2$; $x$ is $\coth^2(\varepsilon/2) \ln(2 (N - 1)/\delta)$, which is at least ln 2."),
)  # fmt: skip
