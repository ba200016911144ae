"""Theorem 4.5: lower bound on the shortfall of every private method."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Min, Rational, exp, log, sqrt

from boundcheck.claims import Claim, FamilyLowerBound, Inequality, KeyFinding, Reading, Source
from boundcheck.minimax import Divergence, Family, bernoulli, randomized_response, spread

from . import PAPER, faults, lemma_a_5, lemma_a_6
from .notation import ANY_KEEP, beta, bound, concentrability, domain, epsilon, n
from .proofs import theorem_4_5 as proof
from .proofs.theorem_4_5 import CHOICE, SHARPER, C, S


def logistic(x):
    """The logistic function as an exact number."""
    return 1 / (1 + exp(-x))


def one_state(n, S, concentrability, epsilon, beta, choice=CHOICE):
    """The data that speak of one state, and the shortfall there: the mean over states of a product prior is that of one state."""
    a = choice.subs({proof.n: n, proof.S: S, proof.C: concentrability, proof.epsilon: epsilon})
    b = log(concentrability - 1) / beta
    bits = Family.bits((logistic(b + a), logistic(b - a)), 1).through(randomized_response(epsilon))
    rate = 2 * (concentrability - 1) / concentrability**2 / S  # both actions shown, in this state
    best = tuple(bernoulli(logistic(sign * beta * a)) for sign in (1, -1))
    return spread(bits, int(n), rate), Divergence(best, 1 / beta)


def sharper(n, S, concentrability, epsilon, beta):
    """The same with rewards further apart, which the contraction of a binary channel allows."""
    return one_state(n, S, concentrability, epsilon, beta, choice=SHARPER)


def risk(choice, family):
    """What no method beats, at the a of the family."""
    return FamilyLowerBound(exp(-1) / 4 * proof.separation(choice), family, POINTS, given=(Gt(C, 2), Ge(S, 1)))


POINTS = {
    "one state": {"n": Integer(1000), "S": Integer(1), "concentrability": Integer(3), "epsilon": Integer(1), "beta": Integer(1)},
    "rare good arm": {"n": Integer(2000), "S": Integer(1), "concentrability": Integer(20), "epsilon": Integer(1), "beta": Integer(8)},
    "strong privacy": {"n": Integer(2000), "S": Integer(1), "concentrability": Integer(3), "epsilon": Rational(1, 5), "beta": Integer(2)},
    "weak privacy": {"n": Integer(500), "S": Integer(1), "concentrability": Integer(3), "epsilon": Integer(3), "beta": Integer(2)},
    "many states": {"n": Integer(20_000), "S": Integer(50), "concentrability": Integer(5), "epsilon": Integer(1), "beta": Integer(4)},
}

k, t = sympy.symbols("k t", real=True)
RATE = Min(beta * S * concentrability / ((exp(epsilon) - 1) ** 2 * n), sqrt(S * concentrability) / ((exp(epsilon) - 1) * sqrt(n)))
SHAPE = (*domain(beta, bound, epsilon, n), Gt(C, 2), Le(C, exp(beta * bound / 2) + 1), Ge(S, 1), Gt(k, 0), Le(k, 1))

# Values for a class whose members differ by offsets: its shortfall is 0 at these and all others.
ORDINARY = (Eq(beta, 1), Eq(bound, 4), Eq(C, 3), Eq(S, 3), Eq(epsilon, 1), Eq(n, 100))

# At a fixed n, a privacy so strong that the printed bound with the constant k is above B (the step for_every_constant).
STRONG = Eq(epsilon, log(1 + sqrt(S * C / n) / (1 + 2 * bound / k + 2 * bound / (k * beta))))

CLAIM = Claim(
    source=Source(PAPER, "Theorem 4.5", "Section 4.2; proof in Appendix B"),
    words=r"For $C^*$ in $(2, e^{\beta B/2} + 1)$ and $S$ states on a class with $\ln N$ of order $S$, every method under label privacy has on some instance a shortfall of at least",
    displays={"": ("c {}", RATE), "with its constant": proof.separation(CHOICE) * exp(-1) / 4},
    letters=ANY_KEEP | {"k": "c"},
    faults={"class": faults.ANY_CLASS},
    readings=(
        Reading("literal", r"for every $n$ at least 1, for every class of covering number $N(\tau)$ and every small $\tau$, $c$ a constant that depends on nothing; put beside $B$, which no regularised "
                "shortfall of the reference policy exceeds, and beside a class whose members differ by offsets only", fault=faults.SMALL_SAMPLES),
        Reading("large", r"there is a class, of $\ln N = S \ln 2$, for which the bound holds from $n = 4 S C^*/((e^\varepsilon - 1)^2 B^2)$ on",
                support=r"Step 1 of the proof, which takes rewards 'in some function class' and asks for a below $B/2$; and $\Omega$, which speaks of growing $n$"),
        Reading("sharper", r"with $((e^\varepsilon - 1)/(e^\varepsilon + 1))^2$ in place of $(e^\varepsilon - 1)^2$: for rewards that lie further apart by the factor $e^\varepsilon + 1$, which the "
                "contraction of the divergence by a binary channel allows for every privacy level, as long as they stay in $[0, B]$", repair=True),
    ),
    parts={
        "below_the_trivial": {
            "literal": Inequality(k * RATE, bound, (*SHAPE, STRONG)),
            "large": Inequality(k * RATE, bound, (*SHAPE, Ge(n, 4 * S * C / ((exp(epsilon) - 1) ** 2 * bound**2)))),
        },
        # t is sqrt(S C)/((e^epsilon - 1) sqrt(n)). All members of {r + c} have one best policy (Lemma A.7): the method that plays it has the shortfall 0.
        "class": {
            "literal": Inequality(k * RATE, Integer(0), (Gt(k, 0), Le(k, 1), *ORDINARY)),
            "large": Inequality(Min(beta * t**2, t) / 110, Rational(91, 1000) * proof.separation(t), (*domain(beta), Gt(t, 0))),
        },
        "risk": {"literal": risk(CHOICE, one_state), "sharper": risk(SHARPER, sharper)},
    },
    steps=proof.STEPS,
    derivations={"risk": proof.derivation(one_state), "risk@sharper": proof.derivation(sharper, SHARPER)},
    uses=(lemma_a_5, lemma_a_6),
    findings=(
        KeyFinding("For the class of the proof the rate stands", ("rate", "range_of_n"), weight="little", fault=faults.ANY_CLASS),
        KeyFinding(r"With $\sinh^2(\varepsilon/2)$, of order $e^\varepsilon$, in place of $(e^\varepsilon - 1)^2$, of order $e^{2 \varepsilon}$", ("last_line", "for_large_epsilon"), weight="better"),
    ),
    not_covered=("the exact risk was computed for the uniform prior and the best channel of a bit, at finitely many points",),
)
