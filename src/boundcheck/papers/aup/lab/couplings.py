"""How many users differ, at least, in any coupling of the two mixtures of Lemma 7, at one design of Theorem 6.

Two users with three labels each, every row ``(1/2, 1)``, and ``Delta = 2 ln 2``: members of the square have logits of
three, one, minus one and minus three times ``ln 2``, so that all probabilities are rational. The mixtures are those of
the first coordinate.
"""

from fractions import Fraction

from .cubes import distance, user_law

USERS, LABELS = 2, 3
HIGHER = (Fraction(8, 9), Fraction(1, 3))  # probabilities of a 1 at (1, 1) and (1, -1)
LOWER = (Fraction(2, 3), Fraction(1, 9))  # at (-1, 1) and (-1, -1)
LEVELS = (2, 5)


def witness(ones: int) -> int:
    """How many of the levels so many ones of both users reach: one user has three labels, so she moves it by 1 at most."""
    return sum(ones >= level for level in LEVELS)


def mixed(labels: int, chances: tuple[Fraction, ...]) -> list[Fraction]:
    """The law of the number of ones among so many labels, in the mean over the members of a mixture."""
    laws = [user_law(labels, chance) for chance in chances]
    return [sum(column, Fraction(0)) / len(laws) for column in zip(*laws, strict=True)]


def least_number() -> Fraction:
    """A lower end of the mean number of users that differ, for every coupling: the difference of the means of `witness`."""
    return sum(
        (witness(k) * (p - q) for k, (p, q) in enumerate(zip(*(mixed(USERS * LABELS, side) for side in (HIGHER, LOWER)), strict=True))),
        Fraction(0),
    )  # fmt: skip


def attained_number() -> Fraction:
    """That number where the member is drawn first, and users are then coupled one by one."""
    return sum((USERS * distance(user_law(LABELS, p), user_law(LABELS, q)) for p, q in zip(HIGHER, LOWER, strict=True)), Fraction(0)) / len(HIGHER)


def printed_number() -> Fraction:
    """The number of users times the distance of the mixtures of one user's laws."""
    return USERS * distance(mixed(LABELS, HIGHER), mixed(LABELS, LOWER))
