"""The separation of the eigenvalues with the printed conventions at both ends."""

from math import inf

from boundcheck.claims import Claim, Definition, Paper, Source


def separation(sigma, estimated, r, s):
    """The least distance of an eigenvalue r to s from the estimated ones outside, eigenvalues in falling order, from 1 on."""
    hat = {0: -inf, len(estimated) + 1: inf} | dict(enumerate(estimated, 1))
    low, high = sigma[s - 1], sigma[r - 1]
    nearest = []
    for end, towards in ((hat[s + 1], -1), (hat[r - 1], 1)):
        # the ray from its end outwards, against the interval [low, high]
        gap = low - end if towards < 0 else end - high
        nearest.append(max(gap, 0.0) if gap != -inf else 0.0)
    return min(nearest)


#: The conventions are needed where the block of eigenvalues is at an end.
CASES = (
    {"sigma": (5.0, 2.0, 1.0), "estimated": (5.1, 2.1, 0.9), "r": 1, "s": 1},
    {"sigma": (5.0, 4.0, 1.0), "estimated": (5.1, 4.1, 0.9), "r": 1, "s": 2},
    {"sigma": (5.0, 2.0, 1.0), "estimated": (5.1, 2.1, 0.9), "r": 3, "s": 3},
    {"sigma": (9.0, 2.0, 1.0), "estimated": (9.1, 2.1, 0.9), "r": 2, "s": 3},
)

CLAIM = Claim(
    source=Source(Paper("own", "A useful variant of the Davis-Kahan theorem for statisticians", ("Y. Yu", "T. Wang", "R. J. Samworth"), year=2015), "Theorem 1", "conventions of the theorem"),
    title="the separation of the eigenvalues at both ends",
    words=r"With the conventions $\hat\lambda_0 = -\infty$ and $\hat\lambda_{p+1} = \infty$ the separation of the eigenvalues $r$ to $s$ is",
    displays={"": r"\delta = \inf \{ |\hat\lambda - \lambda| : \lambda \in [\lambda_s, \lambda_r], \hat\lambda \in (-\infty, \hat\lambda_{s+1}] \cup [\hat\lambda_{r-1}, \infty) \}"},
    parts={"separation": Definition("the separation", separation, CASES)},
)  # fmt: skip
