"""The instance that refutes the literal Theorem 6.2: an odd number of labels along two orthogonal directions, the truth halfway."""

import numpy as np
from flint import arb

LABELS = 37  # of the refuting instance: a prime


def data_sets():
    """All ``(n_u, m_u, m_v)``: rows along u, and ones among the private labels along u and v."""
    for along in range(LABELS + 1):
        yield from ((along, *ones) for ones in np.ndindex(along + 1, LABELS - along + 1))


def off_the_truth(data):
    """1 where the estimate certainly lies off the ray of the truth u + v, else 0; in units of the least suboptimality.

    Sums of labels without bias are 2 m - n/2. Inside the ball their means agree on the ray; on the boundary, where both
    logits are 1, what is left of the gradient is the same along u and v. With no row along u the estimate has no part there.
    """
    along, ones_u, ones_v = data
    other = LABELS - along
    positive = along * other > 0 and 2 * along < 4 * ones_u < 3 * along  # a mean between 1/2 and 1
    inside = positive and ones_u * other == ones_v * along
    boundary = (arb(4 * (ones_u - ones_v) - (along - other)) - 2 * (along - other) / (1 + arb(-1).exp())).contains(0)
    return int(not inside and not boundary)


def suboptimality(rng, repeats, *, n, epsilon, ball, **point):
    """Suboptimality in the refuting instance: the cosine that the estimate misses, times the truth's length 1/2."""
    along = rng.binomial(n, 0.5, repeats)
    counts = np.stack([along, n - along])
    ones = rng.binomial(counts, 1 / (1 + np.exp(-0.5)))
    keep = 1 / (1 + np.exp(-epsilon))
    private = rng.binomial(ones, keep) + rng.binomial(counts - ones, 1 - keep)
    sums = (private - (1 - keep) * counts) / (2 * keep - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        logits = np.where((sums > 0) & (sums < counts), np.log(sums / (counts - sums)), np.inf)
    radius = ball * np.sqrt(2)  # of both logits, on the boundary
    for at in np.flatnonzero(np.hypot(*logits) > radius):
        turn = 0.0
        for width in (2 * np.pi, 4e-3, 4e-6):  # the loss is convex: one valley on the circle
            turns = turn + width * np.linspace(-0.5, 0.5, 4001)
            around = radius * np.stack([np.cos(turns), np.sin(turns)])
            turn = turns[int(np.argmin(counts[:, at] @ np.logaddexp(0, around) - sums[:, at] @ around))]
        logits[:, at] = radius * np.array([np.cos(turn), np.sin(turn)])
    return 0.5 * (1 - logits.sum(axis=0) / (np.sqrt(2) * np.hypot(*logits)))
