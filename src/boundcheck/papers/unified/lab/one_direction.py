"""Log-linear policies in finite worlds: some states, groups of equal actions along one direction of the subspace, and both sides of Proposition 4.6."""

import numpy as np

STATES, GROUPS = 2, 3
DIMENSION = 2 * STATES * GROUPS + 5
LONGEST = 6.0  # of the parameters' components
TAU = np.sinh(np.linspace(-7.0, 7.0, 141))  # where kappa over the class is looked for first; its neighbours are looked at thrice
ON_SEGMENT = np.linspace(0.0, 1.0, 33)


def _bend(u):
    """A number of [-1, 1] from any number."""
    return 2 * u / (1 + u * u)


def policies(weights, features, tau):
    r"""The policies :math:`\pi_{\tau u}` of components ``tau`` of shape ``(...)``: ``(..., STATES, GROUPS)``, by group."""
    scores = np.log(weights) + np.asarray(tau)[..., None, None] * features
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def spread(rho, features, policy):
    r"""The form of :math:`\Sigma^{\mathrm{diff}}_{\pi,\pi}` along the unit vector, twice the mean variance of a feature in a state."""
    centred = features - (policy * features).sum(axis=-1, keepdims=True)
    return 2 * ((policy * centred**2).sum(axis=-1) * rho).sum(axis=-1)


def widest(rho, weights, features):
    """The largest of these forms over all log-linear policies, up to rounding: the features are along one direction."""
    tau = TAU
    for _ in range(4):
        values = spread(rho, features, policies(weights, features, tau))
        best = int(values.argmax())
        low, high = tau[max(best - 1, 0)], tau[min(best + 1, len(tau) - 1)]
        tau = np.linspace(low, high, 41)
    return float(values.max())


def instance(vector):
    """A world and what the proposition speaks of, in it; components of parameters are along the unit vector of the features."""
    vector = np.array([float(v) for v in vector])
    split = STATES * GROUPS
    features = _bend(vector[:split]).reshape(STATES, GROUPS)
    weights = (vector[split : 2 * split] ** 2 + 1e-3).reshape(STATES, GROUPS)  # equal actions of a group, up to a common factor
    chance = (vector[-5] ** 2 + 1e-3) / (vector[-5] ** 2 + 1 + 2e-3)
    rho = np.array([chance, 1 - chance])
    best, sft, found = LONGEST * _bend(vector[-4:-1])
    lam, off = vector[-1] ** 2 + 1e-6, found - best
    first, second, drawn = (rho[:, None] * policies(weights, features, tau) for tau in (best, found, sft))
    divergence = float((first * np.log(first / second)).sum())
    seen = float(off**2 * spread(rho, features, policies(weights, features, np.array(sft))))
    along = off**2 * spread(rho, features, policies(weights, features, best + ON_SEGMENT * off))
    between = max(float(along.max()), 4 * divergence)  # Taylor: the form at some parameter of the segment is four times the divergence
    kappa = max(off**2 * widest(rho, weights, features), between) / seen
    return {
        "first": first, "second": second, "reward": (best - sft) * np.broadcast_to(features, first.shape),
        "implicit": np.log(first / drawn), "radii": (abs(best), abs(sft)), "apart": abs(best - sft),
        "spread": between, "seen": seen, "rest": off**2, "lam": lam, "kappa": kappa, "width": ((seen + lam * off**2) / 3) ** 0.5,
    }  # fmt: skip


def suboptimality(case):
    """That of the estimate's policy, in units of beta."""
    return float(((case["first"] - case["second"]) * case["reward"]).sum())


def bound(case, ball):
    """The printed bound, beta = 1 and the sample's ridge covariance a third of the population's, as little as Lemma H.1 allows."""
    return (1.5 * case["kappa"]) ** 0.5 * ball * case["width"]


def by_distance(case):
    """With B for the distance of the two parameters."""
    return bound(case, case["apart"])


def by_radius(case):
    """Twice the bound, with B for the larger of their norms."""
    return 2 * bound(case, max(case["radii"]))


def by_reward(case):
    """With the largest absolute value of the implicit reward for beta B."""
    return bound(case, np.abs(case["implicit"]).max())


def letters(case, ball, reach, reward="reward"):
    """The numbers of the conditions of the step ``whole``; `reach` bounds the reward."""
    first, second = case["first"].ravel(), case["second"].ravel()
    return {
        "pairs": len(first), "p_": first, "q_": second, "r_": case[reward].ravel(), "c_": np.zeros(len(first)), "h": reach,
        "mu": (0.375 * case["kappa"]) ** 0.5 * case["width"], "form": (case["seen"] + case["lam"] * case["rest"]) / 3, "beta": 1.0,
        "ball": ball, **{name: case[name] for name in ("spread", "seen", "rest", "lam", "kappa", "width")},
    }  # fmt: skip


def distance_letters(case):
    return letters(case, case["apart"], case["apart"])


def radius_letters(case):
    return letters(case, max(case["radii"]), 2 * max(case["radii"]))


def reward_letters(case):
    largest = np.abs(case["implicit"]).max()
    return {**letters(case, largest, largest, "implicit"), "largest": largest}
