"""The Laplace mechanism with a wrong scale: 1/epsilon where the query has sensitivity 2.

Run it: boundcheck examples/laplace.py
"""

from sympy import Abs, Ge, Gt, Integer, Le, exp, symbols

from boundcheck.claims import Claim, Inequality, Letter, Paper, PrivacyGuarantee, Reading, Repair, Source, Step

x, u, v, epsilon, b = symbols("x u v epsilon b", real=True)

SENSITIVITY = 2
NEIGHBOURS = (Le(u - v, SENSITIVITY), Ge(u - v, -SENSITIVITY), Gt(epsilon, 0))


def log_density(x, answer, scale):
    """Logarithm of the density of ``answer + Laplace(scale)``, without the normaliser, which cancels."""
    return -Abs(x - answer) / scale


def privacy(scale):
    """At every output x the log-densities of neighbours differ by at most epsilon."""
    return Inequality(log_density(x, u, scale) - log_density(x, v, scale), epsilon, NEIGHBOURS)


def two_outcomes(scale):
    """The sign of the noisy answer for a query that is -1 or 1: a finite mechanism, compared exactly."""
    wrong = exp(-1 / scale) / 2  # the probability that the noise exceeds 1
    return PrivacyGuarantee(
        law={-1: (1 - wrong, wrong), 1: (wrong, 1 - wrong)},
        neighbours=((-1, 1), (1, -1)),
        epsilon=epsilon,
        delta=Integer(0),
        given=(Gt(epsilon, 0),),
        adjacency="one record replaced",
    )


CLAIM = Claim(
    source=Source(Paper("own", "An example", year=2025), "The Laplace mechanism", "examples/laplace.py"),
    title="with a wrong scale",
    words="A query whose answers differ by at most 2 between neighbours, plus Laplace noise of scale "
    r"$1/\varepsilon$, is $\varepsilon$-differentially private: the densities at any output satisfy",
    displays={"": r"p_u(x) \le e^\varepsilon p_v(x) \quad \text{for} \quad |u - v| \le 2"},
    letters=(Letter(epsilon, "privacy", epsilon > 0, (0.1, 4)),),
    readings=(
        Reading("literal", r"noise of scale $1/\varepsilon$"),
        Reading("mended", r"noise of scale $2/\varepsilon$, the sensitivity over $\varepsilon$", repair=True),
    ),
    parts={
        "density": {"literal": privacy(1 / epsilon), "mended": privacy(SENSITIVITY / epsilon)},
        "sign": two_outcomes(SENSITIVITY / epsilon),
    },
    steps=(
        Step(
            "triangle",
            "line 1",
            Inequality(Abs(x - v) - Abs(x - u), Abs(u - v)),
        ),
        Step(
            "scale",
            "line 2",
            Inequality(Abs(u - v) * epsilon, epsilon, NEIGHBOURS),
            repair=Repair(
                Inequality(Abs(u - v) * epsilon / SENSITIVITY, epsilon, NEIGHBOURS), "divided by the sensitivity"
            ),
        ),
    ),
)
