"""The lab of Theorem 6.1: pessimistic policies, which pay the width of the confidence set that they are told."""

from functools import lru_cache, partial

from boundcheck.claims import Axis, Choice
from boundcheck.rlhf.estimators.pessimism import Suboptimality
from boundcheck.rlhf.worlds.policies import kappa as kappa_of
from boundcheck.symbolic import number

from ..notation import LETTERS, alpha, ball, delta, epsilon, lam, n
from .policies import LEAST_RIDGE, Policies, least_ridge
from .policy_worlds import POLICY_WORLDS
from .rows import moved, row

COMPARATOR = {"two_states": 4, "two_arms": 1, "rare_arm": 1}  # the reference is the first deterministic policy
DIRECTIONS = {"two_states": (-1.0, 1.0, 0.0), "two_arms": (-1.0, 1.0), "rare_arm": (-1.0, 1.0)}


def suboptimality(world):
    """Of Algorithm 2 against the comparator of a world."""
    return Suboptimality(POLICY_WORLDS[world], True, COMPARATOR[world], reference="first")


POLICIES = Policies(DIRECTIONS, suboptimality)


@lru_cache
def condition_number(world):
    """kappa of the comparator and the reference of a world."""
    case = POLICY_WORLDS[world]
    policies = case.deterministic()
    return kappa_of(case, policies[COMPARATOR[world]], policies[0])


def complete(width, world, *, share=0.5, room=1.0, **values):
    """A point with its kappa, `room` times the least ridge, the width, and a truth as long as `share` widths if the ball admits
    it: a longer one is found, a shorter one loses less."""
    at = {**values, "d": POLICIES.dimension(world), "radius": 2 * values["ball"], "kappa": condition_number(world)}
    at["lam"] = least_ridge(at, room)
    at["width"] = number(width, at)
    return {**at, "signal": min(share * at["width"], at["radius"])}


def follow(width, *, world, adversary, **values):
    """A point of the search, completed."""
    return complete(width, world, **values)


# Where worst cases are searched for.
AXES = (
    LETTERS.axis(n),
    LETTERS.axis(epsilon),
    LETTERS.axis(alpha, 1e-10, 0.45),
    LETTERS.axis(ball),
    LETTERS.axis(delta, 0.05, 0.5),
    Axis("room", 1.0, 1e6, "log"),
    Axis("share", 0.1, 4.0, "log"),
    Choice("world", ("two_arms", "rare_arm")),
    Choice("adversary", ("none", "directional")),
)
REGIMES = (
    row("biting", "two_arms worst", biting=True, n=10**8, alpha=1e-5, share=1.0),
    row("private", "two_states worst", biting=True, epsilon=0.1, n=10**10, alpha=1e-8),
    # The truth is about as long as the confidence set hides: on nearly half of the data sets the best policy is a mixture.
    row("mixture", "two_states worst", biting=True, n=10**9, alpha=1e-7, share=2.0),
    row("rare arm", "rare_arm worst", alpha=1e-5),
    row("corrupted", "two_states worst", n=10**6, alpha=0.02, share=1.0),
    row("small", "two_arms worst", n=2_000, alpha=0.05),
)
# The reference is worse by the whole length of the truth, and the confidence set hides it.
QUIET = {"n": 10**10, "epsilon": 0.05, "ball": 0.2}
PROBES = (
    row("hidden", "two_arms none", share=1.0, **QUIET),
    row("hidden, curved", "two_arms none", share=1.0, **QUIET | {"ball": 2.0}),
    row("hidden by corruption", "two_arms none", share=1.0, n=10**13, epsilon=3.0, alpha=1e-4),
    row("hidden rare arm", "rare_arm none", share=3.0, **QUIET),
)


def lab(width):
    """The lab of Algorithm 2 with this width, all letters that abbreviate written out."""
    # The width is a function of the ridge, which is set first; a truth of half the width stays hidden.
    hides = width.subs(lam, LEAST_RIDGE)
    follows = {"lam": LEAST_RIDGE, "radius": 2 * ball, "width": hides, "signal": hides / 2}

    def sweep(letter, **base):
        note = "the pessimistic policy pays the width of its own confidence set"
        return moved(letter, "two_arms none", note=note, follow=follows, share=1.0, **base)

    return POLICIES.rows(
        usual={"ball": 0.5},
        complete=partial(complete, width),
        regimes=REGIMES,
        probes=PROBES,
        sweeps=(
            sweep(n, epsilon=1.0),
            sweep(epsilon, n=10**10),
            sweep(alpha, n=10**12, ball=0.3),
            sweep(ball, n=10**12),
        ),
        search=POLICIES.searching(AXES, partial(follow, width)),
    )
