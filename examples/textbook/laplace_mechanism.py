"""The Laplace mechanism's privacy, of two counts released together, and of what is computed from them."""

from functools import partial

from sympy import Integer, Rational, symbols

from boundcheck.calculus import Assumed, Derivation, Private, World, fact, law, quantity
from boundcheck.claims import AuditedGuarantee, Claim, Letter, Neighbours, Regime
from boundcheck.lemmas.privacy import Noisy, Pair, Processed, composition, laplace_mechanism, post_processing

epsilon, sensitivity = symbols("epsilon Delta", real=True)
ROW = "one record added or removed"
SCALE = 2 * sensitivity / epsilon
noises = {q: quantity(f"noise {q}", f"what is added to count {q}", (sensitivity, epsilon), {f"noise {q}"}) for q in "fg"}
RELEASE = Pair(Noisy("f", noises["f"]), Noisy("g", noises["g"]))
OUTPUT = Processed("sum", RELEASE)


def laws(scale, separate=True):
    """Two counts with noise of a scale; coins of their own."""
    held = {f"count {q}": law(q, "sensitivity", sensitivity, ROW) for q in "fg"}
    held |= {f"noise {q}": law(noises[q], "Laplace", scale) for q in "fg"}
    return held | ({"coins": law(RELEASE, "independent coins")} if separate else {})


def sums(rng, repeats, *, Delta, epsilon, **point):
    """The sum of both counts, which one record moves by Delta each."""
    noise = rng.laplace(scale=2 * Delta / epsilon, size=(2, 2, repeats)).sum(axis=1)
    return noise[0], 2 * Delta + noise[1]


def less_noise(rng, repeats, *, Delta, epsilon, **point):
    return sums(rng, repeats, Delta=Delta, epsilon=4 * epsilon)


def one_noise(rng, repeats, *, Delta, epsilon, **point):
    """Both counts with the same noise; one record moves one of them, as their difference tells."""
    return 0 * rng.random(repeats), Delta + 0 * rng.random(repeats)


def claim(level=epsilon, scale=SCALE, separate=True, draws=sums):
    """The claim of this level for noise of this scale."""
    held = laws(scale, separate)
    share, one = sensitivity / scale, partial(laplace_mechanism, sensitivity=sensitivity, scale=scale, adjacency=ROW)
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the method") for label, one in held.items()},
        facts=(
            *(
                fact(f"release {q}", one(query=q, noise=noises[q]), by=(f"count {q}", f"noise {q}"))
                for q in "fg"
            ),
            fact("both", composition(first=RELEASE.first, second=RELEASE.second, e1=share, d1=0, e2=share, d2=0, adjacency=ROW),
                 by=("release f", "release g", "coins")),
            fact("sum", post_processing(mechanism=RELEASE, name="sum", epsilon=2 * share, delta=0, adjacency=ROW), by="both"),
        ),
        statement=Private(OUTPUT, level, Integer(0), ROW),
        worlds=(World("counts", tuple(held.values()), draws),),
        measured=draws,
    )  # fmt: skip
    regime = Regime("both counts move", Neighbours(draws), {"Delta": 1.0, "epsilon": 2.0})
    return Claim(
        words=r"Two counts, each of which one record moves by at most $\Delta$, released with Laplace noise of scale "
        r"$2 \Delta/\varepsilon$",
        displays={"": (r"\text{private at } {}", level)},
        letters=(Letter(epsilon, "privacy", epsilon > 0, (0.1, 4)), Letter(sensitivity, "sensitivity", sensitivity > 0, (0.1, 10))),
        parts={"privacy": AuditedGuarantee(level, 0, ROW, (regime,))},
        derivations={"privacy": derivation},
    )  # fmt: skip


CLAIM = claim()
TWINS = {
    "a quarter of the level": claim(level=epsilon / 4),
    "the root of epsilon": claim(level=epsilon ** Rational(1, 4)),
    "a quarter of the noise": claim(scale=SCALE / 4, draws=less_noise),
    "one noise for both": claim(separate=False, draws=one_noise),
}
