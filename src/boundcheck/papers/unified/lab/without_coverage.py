"""The lab of the hypothesis of Section 7: the weighted norm once more, where corruption does the most harm without coverage."""

from boundcheck.rlhf.estimators import weighted_norm_error

from ..notation import C_EPSILON, alpha_2, covariance_norm, epsilon
from .estimation import estimation
from .rows import left_biased, moved, row

FLAT = {"d": 2, "covariance_norm": 1.0}
QUIET = {"d": 20, "covariance_norm": 0.05}
# A block of c alpha n samples: there the adversary of LTC just carries the logits across the ball.
CARRIED = {"alpha": C_EPSILON * alpha_2 / 2}

LAB = estimation(
    weighted_norm_error,
    usual={"n": 10**9, "epsilon": 1.0, "radius": 1.0, "lam": 1e-12, "delta": 0.05},
    spectrum=covariance_norm.name,
    late=1.0,
    regimes=(
        row("biting", "one_hot random worst", biting=True, corrupted=1e-5, d=10),
        row("worst block", "double_block opposite directional", corrupted=0.01, n=10**10, **FLAT),
        row("private", "double_block half directional", biting=True, corrupted=1e-5, epsilon=0.2, n=10**11, radius=2.0, **FLAT),
        row("curved", "one_direction opposite gradient", corrupted=1e-5, radius=3.0, n=10**10, **FLAT),
        row("small", "one_hot boundary worst", corrupted=0.1, n=60, d=3, lam=0.01),
    ),
    probes=(
        row("noise", "one_hot zero none", epsilon=0.1, radius=0.5, **QUIET),
        row("block", "double_block opposite directional", corrupted=1e-4, n=10**13, epsilon=4.0, radius=0.5, **FLAT),
        row("noise, curved", "one_hot random none", n=10**12, radius=4.0, **QUIET),
    ),
    mutants=(left_biased("biased", "private labels at face value", "one_hot random none", d=10),),
    # How LTC's error grows on the worst block: half the exponent that is printed.
    sweeps=(
        moved(epsilon, "block_of_alpha opposite directional", name=r"$c(\varepsilon)$ under LTC",
              follow=CARRIED, note="Theorem 5.4 has the exponent 1 here", corrupted=1e-3, n=10**13, **FLAT),
        moved(alpha_2, "block_of_alpha opposite directional", name=r"$\alpha$ under LTC", follow=CARRIED,
              note="the simulated error follows the root, so without coverage a bound of the estimation error needs it",
              corrupted=1e-4, epsilon=0.2, n=10**13, **FLAT),
    ),
)
