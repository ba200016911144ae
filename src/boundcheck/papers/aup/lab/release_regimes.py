"""Where private releases are looked at: their mean errors, how they move with labels and users, and which of them wins."""

from boundcheck.claims import Bench, Ranking, Regime, Separation

from ..notation import LETTERS, alpha, m, n
from .releases import STEPS, Release

TYPICAL = {"n": 10**4, "m": 100, "d": 5, "epsilon": 1.0, "delta": 1e-6, "radius": 1.0, "feature_bound": 0.5, "kappa": 0.2, "alpha": 0.1}
PAIRS = {"n": 10**5, "m": 1000, "d": 8, "kappa": 1 / 7}
ONE, TWO = Release("one shot"), Release("two rounds")


def of_rows(run, *, d, **_):
    """Rows have norm 1 at most, which is L = 1/2; the least eigenvalue goes with the dimension."""
    return {"feature_bound": 0.5, "kappa": 1 / (d if run.design == "one-hot" else d - 1)}


BENCH = Bench(LETTERS, TYPICAL, follow=of_rows)

ONE_RELEASE = (
    BENCH.regime("ten thousand users", ONE, biting=True),
    BENCH.regime("pairs", Release("one shot", "pairs", "zero"), **PAIRS, biting=True),
    BENCH.regime("one label each", ONE, m=1, n=10**5, epsilon=3.0, biting=True),
)
TWO_RELEASES = (
    BENCH.regime("every user drawn and clipped", Release("two rounds, clipped"), n=400, m=10**5, epsilon=8.0, biting=True),
    BENCH.regime("many labels", TWO, m=3000, biting=True),
    BENCH.regime("pairs", Release("two rounds", "pairs", "zero"), **PAIRS, biting=True),
)
USERS = {name: value for name, value in TYPICAL.items() if name != "alpha"} | {"m": 300}
EVERY_METHOD = tuple(
    Regime(name, method, USERS)
    for name, method in {
        "maximum likelihood, not private": Release("plain"),
        "one release": ONE,
        "two rounds": Release("two rounds", "pairs", "zero"),
        "response on one label": Release("one label"),
        "response on every label": Release("every label"),
        "descent": Release("kindest descent"),
    }.items()
)

SWEEPS = (BENCH.sweep(m, TWO, epsilon=0.02, n=3 * 10**6), BENCH.sweep(n, TWO, epsilon=0.02))

FEW_LABELS = Separation(
    **LETTERS.along(m, TYPICAL), easier=ONE, harder=Release("kindest descent"), failure=alpha, point=TYPICAL,
    note=rf"the error of a full-batch descent of {STEPS} steps at the printed $\tau$, accounted as tightly as the releases and projected, over that of one release",
)  # fmt: skip
MANY_LABELS = Separation(
    **LETTERS.along(m, TYPICAL, over=(300, 3e4)), easier=TWO, harder=ONE, failure=alpha, point=TYPICAL,
    note="the error of one release over that of two rounds",
)  # fmt: skip

WHO_WINS = Ranking(
    methods={
        "one release": ONE,
        "two rounds": TWO,
        "response on one label": Release("one label"),
        "response on every label": Release("every label"),
        "printed descent, made private": Release("descent"),
        "mended descent": Release("mended descent"),
        "descent, least noise for its threshold": Release("kindest descent"),
    },
    beside={"not private": Release("plain")},
    parameter="m", moves="m", values=(1, 3, 10, 30, 100, 300, 1000, 3000), scale=m, failure=alpha, point=TYPICAL,
    best=("one release",) * 5 + ("",) + ("two rounds",) * 2,
    note=rf"Every user gives $m$ labels, and all but the last method are private for all of them at the same $\varepsilon$ and $\delta$. Descents take {STEPS} full-batch steps, projected, with users that are concentrated, so that the test never halts them: with the noise of line 15 for a multiplier that Lemma 1 makes private; with the noise that is proved enough; and with the least that any descent at this threshold needs.",
)  # fmt: skip
