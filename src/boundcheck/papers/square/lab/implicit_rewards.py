r"""Instances of the meta theorem: a bandit with one state, a reward, a policy, and the error of its implicit reward.

Every vector gives an instance: a reference policy, a learned policy, a reward and a weight. The bound of implicit
rewards is the one that the learned policy needs, but not below that of the reward.
"""

import math


def _policy(weights):
    """Probabilities from any numbers, by rational operations; none is below a thousandth of the largest."""
    masses = [1 / (1 + w * w) + w * w / 50 for w in weights]
    return [m / sum(masses) for m in masses]


def _unit(u):
    """A number of [0, 1]."""
    return u * u / (1 + u * u)


def instance(vector):
    """Three actions; everything that the theorem speaks of."""
    reference, learned = _policy(vector[0:3]), _policy(vector[3:6])
    size = 0.1 + float(vector[6]) ** 2
    reward = [size * float(_unit(u)) for u in vector[7:10]]
    beta = 0.01 + float(vector[10]) ** 2
    return _measured([float(p) for p in reference], [float(p) for p in learned], reward, size, beta)


def realizable(vector):
    """The same where the learned policy is the best for a reward close to the true one."""
    reference = [float(p) for p in _policy(vector[0:3])]
    size, beta = 0.1 + float(vector[6]) ** 2, 0.01 + float(vector[10]) ** 2
    reward = [size * float(_unit(u)) for u in vector[7:10]]
    guess = [r + size * float(2 * u / (1 + u * u)) for r, u in zip(reward, vector[3:6], strict=True)]
    return _measured(reference, _best(reference, guess, beta), reward, size, beta)


def _best(reference, reward, beta):
    """The mixed chi-square policy of a reward, by bisection."""
    from scipy.special import wrightomega

    low, high = min(reward) / beta - 1, max(reward) / beta - 1
    for _ in range(80):
        middle = (low + high) / 2
        above = sum(q * float(wrightomega(r / beta - middle)) for q, r in zip(reference, reward, strict=True)) > 1
        low, high = (middle, high) if above else (low, middle)
    found = [q * max(float(wrightomega(r / beta - low)), 1e-300) for q, r in zip(reference, reward, strict=True)]
    return [p / sum(found) for p in found]


def _measured(reference, learned, reward, size, beta):
    """The gap against the best action, and what bounds it."""
    implicit = [beta * (p / q + math.log(p / q)) for p, q in zip(learned, reference, strict=True)]
    best = reward.index(max(reward))
    error, widest = 0.0, size
    for a, q_a in enumerate(reference):
        for b, q_b in enumerate(reference):
            guessed = implicit[a] - implicit[b]
            widest = max(widest, abs(guessed))
            clipped = max(min(guessed, 2 * size), -2 * size)
            error += q_a * q_b * (clipped - reward[a] + reward[b]) ** 2
    gap = reward[best] - sum(p * r for p, r in zip(learned, reward, strict=True))
    comparator = [float(a == best) for a in range(len(reward))]
    return {
        "gap": gap, "x": widest / size * math.sqrt(error), "err": math.sqrt(error), "reward_bound": size, "range_bound": widest, "coverage": 1 / reference[best], "beta": beta, "kl_star": -math.log(reference[best]),
        "own": sum(p * p / q for p, q in zip(learned, reference, strict=True)),
        "J_star": _beyond(comparator, reference, reward), "J_hat": _beyond(learned, reference, reward),
        "I_star": _beyond(comparator, reference, implicit), "I_hat": _beyond(learned, reference, implicit),
        "G_star": _divergence(comparator, reference), "G_hat": _divergence(learned, reference),
    }  # fmt: skip


def _beyond(policy, reference, reward):
    """Value of a policy beyond that of the reference."""
    return sum((p - q) * r for p, q, r in zip(policy, reference, reward, strict=True))


def _divergence(policy, reference):
    """Chi-square divergence from the reference, half the mean of squares, and the KL divergence."""
    ratios = [(p / q, q) for p, q in zip(policy, reference, strict=True)]
    return sum(q * ((w - 1) ** 2 / 2 + (w * math.log(w) if w else 0.0)) for w, q in ratios)


def letters(case):
    """The numbers of what the proof says of every policy; values are those beyond the reference."""
    return case


DIMENSION = 11


def gap(case):
    """Left side of the theorem."""
    return case["gap"]


def printed(case):
    """Right side as printed."""
    x, cover, beta = case["x"], case["coverage"], case["beta"]
    return 2 * x * math.sqrt(cover) + beta * cover + 2 * x * x / beta


def sharper(case):
    """Right side with 1, 1 and 1/2 in place of 2, 1 and 2."""
    x, cover, beta = case["x"], case["coverage"], case["beta"]
    return x * math.sqrt(cover) + beta * cover + x * x / (2 * beta)
