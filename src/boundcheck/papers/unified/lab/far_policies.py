"""The instance that refutes the literal Theorem 6.3: one state, two actions at the ends of the ball, and few changed labels."""

import numpy as np

from ..orders import CTL, LTC


def _instance(rng, repeats, late, *, n, epsilon, alpha, ball, beta, **point):
    """Suboptimality of DPO in the refuting instance, whose adversary moves the logit from 4 beta to 3 beta if alpha n lets it."""
    far, near, sft = (1 / (1 + np.exp(-logit)) for logit in (4 * beta * ball, 3 * beta * ball, 2))
    keep = 1 / (1 + np.exp(-epsilon))
    compared = rng.binomial(n, 2 * sft * (1 - sft), repeats)  # pairs of two different actions
    ones = rng.binomial(compared, far)
    wanted = near if late else near - np.exp(-4 * beta)
    target = compared * (1 - keep + (2 * keep - 1) * wanted if late else wanted)

    def private(plain):
        return rng.binomial(plain, keep) + rng.binomial(compared - plain, 1 - keep)

    before = private(ones) if late else ones
    changed = before - np.clip(np.ceil(before - target), 0, np.floor(alpha * n)).astype(np.int64)
    after = changed if late else private(changed)
    share = (after / compared - (1 - keep)) / (2 * keep - 1)
    share = np.clip(share, 1 - far, far)  # logits lie in the class
    return 4 * beta * (sft - 1 / (1 + np.exp(2 - np.log(share / (1 - share)) / beta)))


def under_ctl(rng, repeats, **point):
    """Plain labels are changed, and the coins are tossed afterwards."""
    return _instance(rng, repeats, False, **point)


def under_ltc(rng, repeats, **point):
    """Private labels are changed."""
    return _instance(rng, repeats, True, **point)


SUBOPTIMALITY = {CTL: under_ctl, LTC: under_ltc}
