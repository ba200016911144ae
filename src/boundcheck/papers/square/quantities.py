"""Quantities that several results share. No formula of the paper stands in two places."""

from sympy import Integer, Min, Rational, exp, log, sqrt

from boundcheck.claims import Step, total, within_constant

from .notation import alpha, c_epsilon, coverage, domain, epsilon, members, n, range_bound, reward_bound, zeta

KEEP = exp(epsilon) / (1 + exp(epsilon))  # Eq. (3)
FLIP = 1 / (1 + exp(epsilon))

LOCAL = ("ctl", "ltc")
ORDERS = (*LOCAL, "central")
NAMES = {"ctl": "CTL", "ltc": "LTC", "central": "cDP"}

# The domains of the errors of least squares, and of the gaps that follow from them.
OF_ERRORS = domain(n, members, epsilon, alpha, zeta)
OF_GAPS = (*OF_ERRORS, *domain(reward_bound, range_bound, coverage))

# What a bad label costs in the printed bounds, and by how much it moves the mean of a de-biased label at most.
COST = {"ctl": Integer(1), "ltc": c_epsilon, "central": Integer(1)}
SHIFT = {"ctl": 2 * alpha, "ltc": (1 + c_epsilon) * alpha, "central": 2 * alpha}


def complexity(failure=zeta, size=members):
    """Logarithm of the class over the failure probability."""
    return log(size / failure)


def generalization(order, size=members):
    """The displays of Lemmas 5.1, B.1 and D.2: noise and corruption of the squared error."""
    if order == "central":
        noise = complexity(size=size) / n + complexity(size=size) / (n * epsilon)
    else:
        noise = c_epsilon**2 * complexity(size=size) / n
    return {"noise": noise, "corruption": alpha * COST[order]}


def root_error(order, size=members):
    """Root of the squared error with every constant, from the second proof of Lemma B.1."""
    corruption = {"corruption": 2 * SHIFT[order]}
    if order == "central":
        width = sqrt(21 * complexity(size=size) / n)
        return {**corruption, "noise": 2 * width, "mechanism": width / sqrt(epsilon)}
    return {**corruption, "noise": 4 * (1 + c_epsilon) * sqrt(complexity(size=size) / n)}


def squared(order, terms):
    """The squared error that these terms of its root give; under LTC cut at 4, which it never exceeds since functions lie in [-1, 1].

    In the central model noise and mechanism are drawn together, by (2 + v)^2 <= 23/2 + 23/15 v^2.
    """
    if order == "central":
        both = sqrt(Rational(23, 8) * terms["noise"] ** 2 + Rational(23, 15) * terms["mechanism"] ** 2)
        return (terms["corruption"] + both) ** 2
    return Min(4, total(terms) ** 2) if order == "ltc" else total(terms) ** 2


def squared_error(order, size=members):
    """The explicit version of the squared error."""
    return squared(order, root_error(order, size))


def kappa(power=2):
    """The factor of the comparator in Theorems 3.5 and 3.7, with another power of exp(R) for a change."""
    return exp(power * reward_bound) * range_bound / reward_bound * sqrt(coverage)


UNCLIPPED = (1 + range_bound - reward_bound) * (2 + exp(reward_bound) + exp(-reward_bound))

# The meta theorem at the printed beta: 1 + sqrt 2 + 1/(2 sqrt 2) in place of the printed 2 + 2 sqrt 2.
META = 1 + sqrt(2) + 1 / (2 * sqrt(2))
PRINTED_META = 2 + 2 * sqrt(2)
HALF = Rational(1, 2)


def composed(label, where, bound, part, given):
    """The step that a part's explicit version is at most its constant times the printed rate, on this domain."""
    return Step(label, where, within_constant(bound, *given, *bound.given), because="The explicit version against the printed rate, term by term.", settles=(part,))
