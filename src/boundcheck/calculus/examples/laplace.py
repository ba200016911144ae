"""The Laplace mechanism: its accuracy, and the privacy of two releases with what is computed from them."""

from sympy import Abs, exp, log, sympify

from .. import Assumed, Choice, Derivation, Private, World, event, fact, law, le, letter, quantity
from .lemmas import Noisy, Pair, Processed, composition, laplace_mechanism, laplace_tail, post_processing

sensitivity, epsilon, delta, t = map(letter, ("sensitivity", "epsilon", "delta", "t"))
DOMAIN = (sensitivity > 0, epsilon > 0, delta > 0, delta < 1, t >= 0)
SCALE = sensitivity / epsilon
noise = quantity("noise", "released value minus the query's", (sensitivity, epsilon), {"noise"})
WIDTH = SCALE * log(1 / delta)
ACCURATE = event(le(Abs(noise), WIDTH), failure=delta)
NOISE = law(noise, "Laplace", SCALE)

ACCURACY = Derivation(
    DOMAIN,
    {"noise": Assumed(NOISE, "the mechanism")},
    (
        fact("tail", laplace_tail(noise=noise, scale=SCALE, t=t), event(le(Abs(noise), t), failure=exp(-epsilon * t / sensitivity)),
             by="noise"),
        fact("chosen", Choice(t, WIDTH), ACCURATE, by="tail"),
    ),
    ACCURATE,
    noise,
    (World("Laplace", (NOISE,)),),
)  # fmt: skip

ROW = "one row"
NOISES = {f: quantity(f"noise {f}", f"noise added to {f}", (sensitivity, epsilon), {f"noise {f}"}) for f in ("f", "g")}
RELEASE = Pair(Noisy("f", NOISES["f"]), Noisy("g", NOISES["g"]))
LAWS = {
    "f": law("f", "sensitivity", sensitivity, ROW),
    "g": law("g", "sensitivity", sensitivity, ROW),
    "noise f": law(NOISES["f"], "Laplace", 2 * SCALE),
    "noise g": law(NOISES["g"], "Laplace", 2 * SCALE),
    "coins": law(RELEASE, "independent coins"),
}


def mechanism(query):
    """One release, at half the level."""
    return laplace_mechanism(query=query, noise=NOISES[query], sensitivity=sensitivity, scale=2 * SCALE, adjacency=ROW)


PRIVATE = Private(Processed("table", RELEASE), epsilon, sympify(0), ROW)
PRIVACY = Derivation(
    DOMAIN,
    {label: Assumed(one, "the mechanism") for label, one in LAWS.items()},
    (
        fact("first", mechanism("f"), by=("f", "noise f")),
        fact("second", mechanism("g"), by=("g", "noise g")),
        fact("two", composition(first=RELEASE.first, second=RELEASE.second, e1=epsilon / 2, e2=epsilon / 2, adjacency=ROW),
             by=("first", "second", "coins")),
        fact("out", post_processing(mechanism=RELEASE, name="table", epsilon=epsilon, delta=sympify(0), adjacency=ROW), by="two"),
    ),
    PRIVATE,
    worlds=(World("Laplace", tuple(LAWS.values())),),
)  # fmt: skip
