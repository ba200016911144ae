"""Lemma C.4: optimism at all rounds at once."""

import sympy
from sympy import Abs, Eq, Ge, Gt, Integer, Le, Min, Mul, sqrt

from boundcheck.claims import (
    Assumption,
    By,
    Claim,
    Identity,
    Inequality,
    Reading,
    Repair,
    Source,
    Step,
)

from . import PAPER, faults, lemma_c_3
from .assumptions import NOT_NAMED
from .lab import online_regimes
from .lab.online import Online
from .notation import ANY_KEEP, HALF, bound, delta, domain, lam
from .proofs import optimism as proof

SCALE = Assumption("scale", r"$\lambda$ is at most $\Gamma_T^2/2$, as Theorem 5.2 asks")

e, U, G, S, x, y, p, m = sympy.symbols("e U G S x y p m", real=True)

# Under the event of Lemma C.3: e is the centred error at (s, a), S the in-sample squared error, U the uncertainty, G is Gamma_T.
EVENT = (*domain(lam), Gt(G, 0), Le(lam, G**2 / 2), Ge(S, 0), Le(S, G**2 / 2), Ge(U, 0), Le(Abs(e), U * sqrt(lam + S)))
CENTRED = (Ge(x, -bound), Le(x, bound), Ge(m, -bound), Le(m, bound), Eq(e, x - m), *domain(bound))

HYPOTHESES = (*EVENT, *CENTRED)

RUNS = online_regimes.optimism().exact(HALF, failure=delta, trivial=Integer(1), given=proof.GIVEN)

CLAIM = Claim(
    source=Source(PAPER, "Lemma C.4", "Appendix C", kind="lemma"),
    words=r"With $c_t(s)$ the mean of $r^*$ less the estimate under the exploiting policy of the next round, with probability at least $1 - \delta$, for all $t$, states and actions",
    displays={"": r"\bar{r}_t(s, a) + b_t(s, a) + c_t(s) - r^*(s, a) \ge 0"},
    letters=ANY_KEEP | {"G": r"\Gamma_T"},
    readings=(
        Reading("literal", "the bonus is the one of (13), at most 1, and $B$ is any positive number; on the event of Lemma C.3", fault=faults.CAP),
        Reading("proof", r"the bonus is $\Gamma_T U$ without a cap", support=r"last line of the proof of Lemma C.4, and the last line of the proof of Theorem 5.2, which put $b_t = \Gamma_T U$"),
        Reading("mended", "with the bonus capped at $2 B$, the range of centred differences", repair=True),
        Reading("half", "as printed, for $B$ at most 1/2", repair=True),
    ),
    parts={
        "optimism": {
            "literal": Inequality(e, Min(1, G * U), (*EVENT, *CENTRED)),
            "proof": Inequality(e, G * U, (*EVENT, *CENTRED)),
            "mended": Inequality(e, Min(2 * bound, G * U), (*EVENT, *CENTRED)),
            "half": Inequality(e, Min(1, G * U), (*EVENT, *CENTRED, Le(bound, HALF))),
        },
        "runs": RUNS,
    },
    derivations={"runs": proof.derivation(RUNS, Online, Online("optimism"))},
    steps=(
        Step("in_sample", "Lemma C.3", By(lemma_c_3, given=lemma_c_3.HYPOTHESES), assumes=NOT_NAMED),
        Step("truth_is_inside", "confidence set", Inequality(S + lam, G**2, (Gt(G, 0), Ge(S, 0), Le(S, G**2 / 2), Le(lam, G**2 / 2), *domain(lam))),
            form="translation", display=r"r^* \in \mathcal{F}_t", because="So that the truth and the estimate are one of the pairs in the supremum.", assumes=(SCALE, NOT_NAMED)),
        Step("multiplied", "first inequality", Identity(Mul(Abs(e) / sqrt(lam + S), sqrt(lam + S), evaluate=False), Abs(e), (*domain(lam), Ge(S, 0)))),
        Step("supremum", "second inequality", Inequality(Abs(e), U * sqrt(lam + S), (*domain(lam), Ge(S, 0), Ge(U, Abs(e) / sqrt(lam + S))))),
        Step("width", "fourth line", Inequality(U * sqrt(lam + S), U * sqrt(lam + G**2 / 2), (*domain(lam), Gt(G, 0), Ge(U, 0), Ge(S, 0), Le(S, G**2 / 2)))),
        Step("scale", "fifth line", Inequality(U * sqrt(lam + G**2 / 2), U * G, (*domain(lam), Gt(G, 0), Ge(U, 0), Le(lam, G**2 / 2))), assumes=SCALE),
        Step("bonus", "last line", Identity(U * G, Min(1, G * U), (Gt(G, 0), Ge(U, 0))),
            form="translation", display=r"U_{\mathcal{F}_t}(\lambda, s, a; \mathcal{D}_t; \pi_{t + 1}^1) \cdot \Gamma_T = b_t(s, a)",
            because="(13) has the bonus capped at 1. The left side bounds a number that goes up to $2 B$.",
            repair=Repair(Inequality(Min(2 * bound, Abs(e)), Min(2 * bound, G * U), (*domain(bound), Gt(G, 0), Ge(U, 0), Le(Abs(e), G * U))),
                "with the cap $2 B$, which centred differences never exceed", r"\min\{2 B, U_{\mathcal{F}_t}(\lambda, s, a; \mathcal{D}_t; \pi_{t + 1}^1) \cdot \Gamma_T\} = b_t(s, a)"),
            fault=faults.CAP),
        Step("range_of_centred_differences", "cap of the bonus", Inequality(Abs(e), 2 * bound, CENTRED),
            because="$x$ is the difference of $r^*$ and the estimate at an action, $m$ its mean under a policy."),
        Step("range_is_met", "cap of the bonus", Identity(x - (p * y + (1 - p) * x), 2 * bound * p, (Eq(x, bound), Eq(y, -bound), *domain(bound))),
            because="Two members that order two actions the other way round at distance $B$: under a policy that takes the first with probability $p$ the centred difference at "
            r"the second is $2 B p$, and $p$ tends to 1 as $\beta$ grows."),
        Step("half_is_enough", "cap of the bonus", Inequality(e, Min(1, G * U), (*EVENT, *CENTRED, Le(bound, HALF))),
            because="For $B$ at most 1/2 the printed cap is harmless."),
    ),
)
