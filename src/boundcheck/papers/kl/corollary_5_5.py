"""Corollary 5.5: regret without privacy."""

from sympy import E, Ge, Gt, Integer, Le, exp, log, symbols

from boundcheck.claims import By, Claim, Inequality, KeyFinding, Reading, Source, Step
from boundcheck.symbolic import sigmoid

from . import PAPER, faults, theorem_5_2
from .lab import online_regimes
from .notation import ANY_KEEP, beta, bound, delta, dimension, domain, lam, rounds, size
from .proofs.theorem_5_2 import LARGE, RARE, SENT_AWAY, SENT_AWAY_STEP, STUCK, STUCK_STEP, C, M, T, d


def printed(dimension=dimension):
    """The claimed bound without its constant."""
    return beta * dimension * exp(2 * bound) * log(size * rounds / delta)


def explicit():
    """Theorem 5.2 at alpha = 1."""
    return 129 * beta * dimension * exp(2 * bound) * log(2 * (size - 1) / delta)


MENDED = online_regimes.plain(explicit()).bound(
    printed=printed(), explicit=explicit(), constant=Integer(129), trivial=rounds * theorem_5_2.TRIVIAL, failure=delta,
    given=(Ge(size, 2), Ge(rounds, 2), Ge(dimension, 1)),
)  # fmt: skip

r, G, S = symbols("r G S", real=True)
LOGS = 2 * log(T) * 64 * (log(1 + 16 * T) + 3) * E**4 * log(40 * T)

CLAIM = Claim(
    source=Source(PAPER, "Corollary 5.5", "Section 5", kind="corollary"),
    words=r"For $\alpha = 1$, with probability at least $1 - \delta$,",
    displays={
        "": (r"\sum_{t \le T} (J(\pi^*) - J(\pi_t^2)) \le C {}", printed()),
        "what survives": (r"\sum_{t \le T} (J(\pi^*) - J(\pi_t^2)) \le {}", explicit()),
    },
    letters=ANY_KEEP | {"G": r"\Gamma_T", "S": r"\sum_{i \le t} (\Delta_i^{r^*} - \Delta_i^{\bar{r}_t})^2"},
    readings=(
        Reading("literal", "as in Theorem 5.2: the printed cap, any $B$, and either dimension", fault=faults.CAP),
        Reading("proof", r"with the bonus $\Gamma_T U$ without a cap, for every $\lambda$", support=r"last lines of the proofs of Lemma C.4 and of Theorem 5.2, which put $b_t = \Gamma_T U$"),
        Reading("theorem", r"with $\lambda \le \Gamma_T^2/2$, as in Theorem 5.2, so that the truth is in the confidence set", support=r"Theorem 5.2, of which this is the case $\alpha = 1$, and which asks for it"),
        Reading("mended", r"with the bonus capped at $2 B$, and $d_{\mathcal{F}}$ replaced by $\max(1, d_{\mathrm{run}})$, $d_{\mathrm{run}}$ the dimension of a run as in Theorem 5.2", repair=True),
    ),
    parts={
        "regret": {"literal": Inequality(STUCK, C * LOGS, LARGE), "proof": Inequality(SENT_AWAY, C * 2 * E**2 * log(80), RARE), "mended": MENDED},
        # Above Gamma_T^2 no member is in the confidence set: the suprema are over nothing, and r is the regret of the reference policy in round 1.
        "scale": {
            "literal": Inequality(r, C * printed(Integer(0)), (*domain(beta, bound, delta, rounds, size), Ge(C, 1), Gt(G, 0), Gt(lam, G**2), Gt(r, 0), Le(r, beta * bound**2 / 8))),
            "theorem": Inequality(S + lam, G**2, (*domain(lam), Gt(G, 0), Ge(S, 0), Le(S, G**2 / 2), Le(lam, G**2 / 2))),
        },
    },
    faults={"scale": faults.SCALE},
    steps=(
        Step("larger_without_privacy", "Corollary 5.5", Inequality(explicit(), 129 * printed(), (*domain(beta, bound, delta), Ge(size, 2), Ge(rounds, 2), Ge(dimension, 1))), settles=("regret@mended",)),
        Step("stuck_regret", "the printed cap", By(STUCK_STEP, given=(Gt(T, 0), Ge(d, 4)))),
        Step("wrong_label", "the printed cap", Inequality(Integer(1) / 9, sigmoid(Integer(-2)), strict=True),
            because=r"Without privacy the first informative label is wrong with probability $\sigma(-2) = 0.119$ at $B = 2$, and a tie is broken without knowing the truth, so that under one of the two truths the estimate is wrong after round 1 with at least this probability: enough for any $\delta$ up to 1/10."),
        Step("still_stuck", "the printed cap", Inequality(Integer(1) / 10, Integer(1) / 9 * (1 - 2 * exp(-d / 2)), (Ge(d, 10),))),
        Step("sent_away", "the bonus without a cap", By(SENT_AWAY_STEP, given=(Ge(M, 1), Ge(d, Integer(1) / 2), Le(d, 1)))),
    ),
    findings=(
        KeyFinding(r"As the case $\alpha = 1$ of Theorem 5.2, the corollary inherits that condition", ("scale@theorem",), weight="little", fault=faults.SCALE),
    ),
    not_covered=("as for Theorem 5.2",),
)
