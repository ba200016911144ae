"""Theorem 5.2: regret of Algorithm 2."""

from sympy import Eq, Ge, Gt, Integer, Le, Min, exp, log

from boundcheck.claims import Claim, Inequality, KeyFinding, Reading, Source

from . import PAPER, definition_3_5, faults, lemma_a_7, lemma_c_3, lemma_c_4, lemma_c_5
from .lab import online_regimes
from .notation import LETTERS, beta, bound, delta, dimension, domain, epsilon, rounds, size
from .proofs import theorem_5_2 as proof
from .proofs.theorem_5_2 import C, r, x
from .quantities import SHRINKS

TRIVIAL = Min(bound, beta * bound**2 / 8)  # the reference policy's shortfall in a round


def printed(dimension=dimension):
    """The claimed bound without its constant."""
    return beta * dimension * exp(2 * bound) / SHRINKS**2 * log(size * rounds / delta)


def explicit():
    """Half from Lemma C.5, four from twice the bonus, 64 from the width, one for the round of the reference policy."""
    return 129 * beta * dimension * exp(2 * bound) / SHRINKS**2 * log(2 * (size - 1) / delta)


def regret(lab):
    """The display of one reading, with its constant."""
    return lab.bound(
        printed=printed(), explicit=explicit(), constant=Integer(129), trivial=rounds * TRIVIAL, failure=delta,
        given=(Ge(size, 2), Ge(rounds, 2), Ge(dimension, 1)),
    )  # fmt: skip


CAPPED = online_regimes.capped(explicit())
MENDED = regret(CAPPED)
# The proof's own bonus, without a cap, where lambda leaves no uncertainty above 1 (uncapped).
ROOM = regret(online_regimes.uncapped(explicit()))

ONE_MEMBER = (*domain(beta, bound, epsilon, delta, rounds), Eq(size, 1), Ge(rounds, 2), Gt(r, 0), Le(r, beta * bound**2 / 8))

# With 1 in place of the dimension 0; x is ln(T/delta)/(2 alpha - 1)^2, which is at least ln 2.
WITH_ONE = Inequality(r, beta * exp(2 * bound) * x, (*domain(beta, bound), Gt(r, 0), Le(r, beta * bound**2 / 8), Ge(x, log(2))))

CLAIM = Claim(
    source=Source(PAPER, "Theorem 5.2", "Section 5; proof in Appendix C"),
    words=r"For $\lambda$ at most $\Gamma_T^2/2$, with probability at least $1 - \delta$,",
    displays={
        "": (r"\sum_{t \le T} (J(\pi^*) - J(\pi_t^2)) \le C {}", printed()),
        "what survives": (r"\sum_{t \le T} (J(\pi^*) - J(\pi_t^2)) \le {}", explicit()),
    },
    letters=LETTERS | {"G": r"\Gamma_T"},
    readings=(
        Reading("literal", "the algorithm as printed, with the bonus capped at 1, $B$ any positive number, and the dimension either of Definition 3.5: as literally stated, or that of a run; both are logarithmic in $T$ on the runs that refute "
                r"it. For fixed $\beta$ the former grows like $T$, and the bound is above the trivial one", fault=faults.CAP),
        Reading("proof", r"with the bonus $\Gamma_T U$ without a cap, for every $\lambda$ up to $\Gamma_T^2/2$; false for small $\lambda$, whatever the dimension is", support=r"last lines of the proofs of Lemma C.4 and of Theorem 5.2, which put $b_t = \Gamma_T U$"),
        Reading("mended", r"with the bonus capped at $2 B$, and $d_{\mathcal{F}}$ replaced by $\max(1, d_{\mathrm{run}})$. Here $d_{\mathrm{run}}$, the dimension of a run, is the sum over rounds of $\min(1, U^2)$, averaged under the exploring policy", repair=True),
        Reading("room", r"with the bonus $\Gamma_T U$ without a cap, as in the proof, for $\lambda$ between $4 B^2$ and $\Gamma_T^2/2$, and $d_{\mathcal{F}}$ replaced by $\max(1, d_{\mathrm{run}})$, $d_{\mathrm{run}}$ the dimension of a run", repair=True),
    ),
    parts={
        "regret": {"literal": Inequality(proof.STUCK, C * proof.LOGS, proof.LARGE), "proof": Inequality(proof.SENT_AWAY, C * proof.TWO_ROUNDS, proof.RARE), "mended": MENDED, "room": ROOM},
        "rates": CAPPED.rates(MENDED, given=()),
        # A class of one member: the dimension is 0 in every reading, and r is the shortfall of the reference policy, which round 1 plays.
        "one_member": {
            "literal": Inequality(r, C * printed(Integer(0)), (*ONE_MEMBER, Ge(C, 1))),
            "mended": WITH_ONE,
            "room": WITH_ONE,
        },
    },
    faults={"one_member": faults.FIRST_ROUND},
    steps=proof.steps(MENDED),
    uses=(definition_3_5, lemma_a_7, lemma_c_3, lemma_c_4, lemma_c_5),
    findings=(
        KeyFinding(r"At $\varepsilon = 1$, $B = 2$, $\beta = 2 \ln T$ the regret is at least $T/2$ with probability 1/5, while both dimensions of Definition 3.5 are logarithmic in $T$. Since $\beta$ grows with $T$ in this example, it does not refute a regret that is logarithmic in $T$ at fixed $\beta$", ("stuck_regret", "stuck_probability", "as_written_too"), fault=faults.CAP),
        KeyFinding(r"Round 1 adds $\beta B^2/8$ at most, whatever $T$ is", ("first_round",), weight="little", fault=faults.FIRST_ROUND),
    ),
    not_covered=(
        "the repaired bound is tested by simulation only; the lines of its proof are checked one by one",
        "it is open whether the last line, 'by plugging in', can be repaired for the dimension as written; the dimension of a run is ours",
        "the simulations use classes of two reward functions, and replace the dimension by its proved upper bound",
    ),
)
