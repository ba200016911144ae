"""Experiments of the paper's claims: what is drawn, and at which points."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy
from sympy import exp, log, sqrt, tanh

from boundcheck.claims import Mutant, Regime, Sweep
from boundcheck.rlhf.bandits import classes, counts
from boundcheck.rlhf.bandits.bandit import equal_states, one_state
from boundcheck.rlhf.bandits.gibbs import suboptimality
from boundcheck.rlhf.bandits.likelihood import ClassMLE
from boundcheck.rlhf.bandits.online import Rule, play

from .notation import beta, bound, coverage, delta, epsilon, lam, n, rounds, size
from .quantities import CURVATURE, PRICE, PRINTED_PRICE


@dataclass(frozen=True)
class Coins:
    """Sums of `n` centred coins of the same chance."""

    def sample(self, rng: np.random.Generator, repeats: int, *, n: int, chance: float, **_: float) -> dict[str, np.ndarray]:
        """Draw `repeats` sums."""
        return {"error": rng.binomial(n, chance, size=repeats) - n * chance}


COINS = (
    Regime("many fair coins", Coins(), {"n": 10**6, "chance": 0.5, "delta": 0.05}, biting=True),
    Regime("rare", Coins(), {"n": 10**4, "chance": 1e-3, "delta": 0.05}, biting=True),
    Regime("very rare", Coins(), {"n": 1000, "chance": 2e-3, "delta": 0.05}, biting=True),
    Regime("few", Coins(), {"n": 20, "chance": 0.25, "delta": 0.1}),
)


def coin_mutants(tail, coins):
    """False variants of Freedman's inequality."""
    variance, largest = coins
    confidence = log(1 / delta)
    fair, rare = COINS[0], COINS[2]
    single = Regime("one in ten", Coins(), {"n": 1000, "chance": 1e-4, "delta": 0.05})
    bounds = {
        "no variance": (fair, tail(0 * variance, largest, confidence)),
        "a quarter of the variance": (fair, tail(variance / 4, largest, confidence)),
        "half the root": (fair, sqrt(variance * confidence / 2)),
        "standard deviation": (fair, sqrt(variance)),
        "no confidence": (fair, tail(variance, largest, confidence**2 / 25)),
        "no largest value": (single, sqrt(2 * variance * confidence)),
        "a tenth": (rare, tail(variance, largest, confidence) / 10),
        "largest value rooted": (fair, tail(variance**2 / 10**11, largest, confidence)),
    }
    return tuple(Mutant(name, f"false: {name}", regime, false) for name, (regime, false) in bounds.items())


def price(bound: float, epsilon: float) -> float:
    """One over the least information of a private label about a difference in [-B, B]."""
    curvature = 4 * math.cosh(bound / 2) ** 2
    return curvature + curvature**2 / (4 * math.sinh(epsilon / 2) ** 2)


@dataclass(frozen=True)
class Offline:
    r"""Two actions: the private MLE over a class of differences, and the policy that Algorithm 1 returns.

    The truth is the difference ``centre * B`` between the first and the second action, in every state. Other members
    lie ``reach`` standard units away, a unit being that of the least information in `n` pairs: with the ladder also at
    twice, three times ... that distance, towards the middle; with the cube every state by itself.

    Parameters
    ----------
    measure : str
        ``"error"`` for the mean squared error of centred rewards under the reference policy, ``"shortfall"`` for that
        of the policy, ``"bonus"`` for the largest ratio of a centred error to its bonus.
    kind : str
        ``"ladder"`` or ``"cube"``.
    assumed : float
        Factor on the privacy level in the likelihood.
    turned : bool
        Labels are turned round.
    share : float
        Share of the samples that is used.
    pessimism : float
        Factor on the bonus; negative for optimism.
    factor : float
        What the explicit bonus has in front of ``D^2 price ln((N - 1)/delta)/n``.
    apart : float
        Distance of the members in place of `reach` units; 0 for those.
    """

    measure: str
    kind: str = "ladder"
    assumed: float = 1.0
    turned: bool = False
    share: float = 1.0
    pessimism: float = 1.0
    factor: float = 4.0
    apart: float = 0.0

    def sample(self, rng: np.random.Generator, repeats: int, **point: Any) -> dict[str, np.ndarray]:
        """Draw `repeats` data sets."""
        found = self._measured(rng, repeats, **point)
        return {"error": found}

    def _measured(
        self,
        rng: np.random.Generator,
        repeats: int,
        *,
        n: int,
        epsilon: float,
        bound: float,
        reach: float = 0.0,
        size: float,
        delta: float,
        chance: float = 0.5,
        centre: float = 1.0,
        beta: float = 1.0,
        **_: Any,
    ) -> np.ndarray:
        states = round(math.log2(size)) if self.kind == "cube" else 1
        bandit = equal_states(states, (chance, 1 - chance))
        spread = 2 * chance * (1 - chance) * n / (states * price(bound, epsilon))
        gap = (self.apart or reach / math.sqrt(spread)) * (-1 if centre > 0 else 1)
        steps = gap * np.arange(2 if self.kind == "cube" else round(size))
        tables = classes.ladder(steps, states=1, bound=bound, centre=centre * bound)
        differences = tables[:, 0, 0] - tables[:, 0, 1]
        first_wins = np.full(states, counts.sigmoid(centre * bound))
        seen = counts.draw(rng, repeats, n=int(self.share * n), law=bandit.pair_law(), first_wins=first_wins)
        seen = counts.thinned(rng, seen, epsilon=epsilon)
        seen = counts.turned(seen) if self.turned else seen
        each = np.broadcast_to(differences, (states, len(differences)))
        chosen = ClassMLE(self.assumed).by_state(seen, each, np.abs(steps), epsilon=epsilon)
        variance = chance * (1 - chance) * steps[chosen] ** 2
        if self.measure == "error":
            return variance.mean(axis=1)
        allowed = self.factor * price(bound, epsilon) * math.log((size - 1) / delta) / n
        if self.measure == "bonus":
            # Every member differs in single states, so that D^2 is `states` times that of one state.
            return np.sqrt((variance / states).max(axis=1) / allowed)
        bonus = self.pessimism * np.sqrt(states * allowed * np.array([(1 - chance) / chance, chance / (1 - chance)]))
        rewards = tables[chosen, 0] - bonus
        return suboptimality(bandit, np.repeat(tables[:1, 0], states, axis=0), rewards, beta)


@dataclass(frozen=True)
class Interval:
    r"""The private MLE over an interval of differences, which is not finite: two equally likely actions.

    The class holds every difference in ``[bound - span, bound]`` and the truth is its upper end; a net of width `tau`
    has ``span / (2 tau)`` members. The likelihood has one peak, so that its maximiser is where the private
    probability is the share of ones, or the nearer end.

    Parameters
    ----------
    assumed : float
        Factor on the privacy level in the likelihood.
    turned : bool
        Labels are turned round.
    share : float
        Share of the samples that is used.
    """

    assumed: float = 1.0
    turned: bool = False
    share: float = 1.0

    def sample(
        self, rng: np.random.Generator, repeats: int, *, n: int, epsilon: float, bound: float, span: float, **_: float
    ) -> dict[str, np.ndarray]:
        """Squared errors of the centred reward."""
        bandit = one_state(0.5, 0.5)
        first_wins = np.array([counts.sigmoid(bound)])
        seen = counts.draw(rng, repeats, n=int(self.share * n), law=bandit.pair_law(), first_wins=first_wins)
        seen = counts.thinned(rng, seen, epsilon=epsilon)
        seen = counts.turned(seen) if self.turned else seen
        tilt = (2 * seen.ones[:, 0] - seen.total[:, 0]) / np.maximum(seen.total[:, 0], 1)
        keeps = math.tanh(0.5 * epsilon * self.assumed)
        low, high = keeps * math.tanh((bound - span) / 2), keeps * math.tanh(bound / 2)
        found = 2 * np.arctanh(np.clip(tilt, low, high) / keeps)
        return {"error": (found - bound) ** 2 / 4}


def interval_point(bound: float, epsilon: float, n: int, tau: float, span: float = 0.5, delta: float = 0.05) -> dict[str, float]:
    """A point of the class that is not finite; `size` counts the members of the net."""
    return {
        "bound": bound, "epsilon": epsilon, "n": n, "tau": tau, "delta": delta, "span": span, "size": float(math.ceil(span / (2 * tau))),
    }


INTERVALS = (
    Regime("moderate", Interval(), interval_point(1, 1, 10**6, 1e-7), biting=True),
    Regime("saturated preferences", Interval(), interval_point(8, 1, 10**12, 1e-12), biting=True),
    Regime("strong privacy", Interval(), interval_point(1, 0.1, 10**9, 1e-9), biting=True),
)


def interval_mutants(explicit) -> tuple[Mutant, ...]:
    """False variants of a bound ``explicit(price, samples)``, and methods without what makes it true."""
    moderate, saturated, strong = INTERVALS
    bounds = {
        "e^B as printed": (saturated, explicit(price=PRINTED_PRICE)),
        "no privacy": (strong, explicit(price=CURVATURE)),
        "n squared": (moderate, explicit(samples=n**2)),
        "a thousandth": (moderate, explicit() / 1000),
    }
    methods = {
        "labels turned": Interval(turned=True),
        "labels at face value": Interval(assumed=math.inf),
        "a thousandth of the data": Interval(share=1e-3),
    }
    found = [Mutant(name, f"false: {name}", regime, false) for name, (regime, false) in bounds.items()]
    return (*found, *(Mutant(name, f"method: {name}", Regime(name, how, moderate.point)) for name, how in methods.items()))


def offline_point(
    bound: float, epsilon: float, n: int, *, reach: float = 3.2, size: float = 2, chance: float = 0.5, centre: float = 1.0,
    beta: float = 1.0, delta: float = 0.05, states: int = 1,
) -> dict[str, float]:
    """A point, with the concentrability that its reference and best policies have."""
    best = 1 / (1 + (1 - chance) / chance * math.exp(-beta * centre * bound))
    odds = (1 - chance) / chance
    return {
        "bound": bound, "epsilon": epsilon, "n": n, "tau": 1e-12, "delta": delta, "size": size, "reach": reach, "beta": beta,
        "chance": chance, "centre": centre, "coverage": states * (best * odds + (1 - best) / odds),
    }


def _offline(measure: str) -> tuple[Regime, ...]:
    one, cube = Offline(measure), Offline(measure, "cube")
    return (
        Regime("moderate", one, offline_point(1, 1, 10**6), biting=True),
        Regime("saturated preferences", one, offline_point(8, 1, 10**12, beta=0.25), biting=True),
        Regime("strong privacy", one, offline_point(1, 0.1, 10**8), biting=True),
        Regime("both", one, offline_point(4, 0.5, 10**9, beta=0.5), biting=True),
        Regime("weak privacy", one, offline_point(2, 8, 10**6), biting=True),
        Regime("rare good arm", one, offline_point(1, 1, 10**9, chance=1e-3, beta=math.log(999)), biting=True),
        Regime("ladder", one, offline_point(1, 1, 10**6, reach=0.8, size=12), biting=True),
        Regime("cube", cube, offline_point(1, 1, 10**8, reach=2.4, size=2.0**16, states=16), biting=True),
        Regime("few samples", one, offline_point(1, 1, 200, reach=2.0)),
    )


def offline_regimes(measure: str) -> tuple[Regime, ...]:
    """Where Lemma B.1 (``"error"``), the event of Theorem 4.2 (``"bonus"``) and its bound (``"shortfall"``) are tested."""
    return _offline(measure)


CONFIDENCE = log((size - 1) / delta)


def offline_mutants(measure: str, explicit) -> tuple[Mutant, ...]:
    """False variants of an offline bound ``explicit(price, confidence, samples, coverage, beta)``."""
    regimes = {r.name: Regime(r.name, r.experiment, {**r.point, "reach": 2.0}) for r in offline_regimes(measure)}
    saturated, strong, rare = regimes["saturated preferences"], regimes["strong privacy"], regimes["rare good arm"]
    true = {"price": PRICE, "confidence": CONFIDENCE, "samples": n, "coverage": coverage, "beta": beta}

    def false(**changes):
        return explicit(**{**true, **changes})

    bounds = {
        "e^B as printed": (saturated, false(price=PRINTED_PRICE)),
        "no privacy": (strong, false(price=CURVATURE)),
        "privacy rooted": (strong, false(price=CURVATURE + CURVATURE**2 / (4 * epsilon))),
        "privacy squared in the denominator": (regimes["weak privacy"], false(price=CURVATURE / epsilon**4)),
        "no curvature": (saturated, false(price=1 / epsilon**2)),
        "curvature rooted": (saturated, false(price=sqrt(PRICE))),
        "n squared": (rare, false(samples=n**2)),
        "n^(3/2)": (rare, false(samples=n**1 * sqrt(n))),
        "no confidence": (rare, false(confidence=1 / (20 * CONFIDENCE))),
        "a thirtieth": (rare, explicit(**true) / 30),
    }
    if measure == "shortfall":
        bounds |= {
            "no coverage": (rare, false(coverage=1)),
            "coverage rooted": (rare, false(coverage=sqrt(coverage))),
            "no inverse temperature": (regimes["rare good arm"], false(beta=beta**3 / 10**4)),
        }
    else:
        bounds |= {
            "a tenth": (rare, explicit(**true) / 10),
            "information of plain labels": (strong, false(price=CURVATURE**2 / 4)),
        }
    methods = {
        "labels turned": (Offline(measure, turned=True), {**regimes["ladder"].point, "reach": 20.0}),
        "labels at face value": (Offline(measure, assumed=math.inf), {**regimes["ladder"].point, "reach": 20.0}),
        "a thousandth of the data": (Offline(measure, share=1e-3), {**regimes["ladder"].point, "reach": 20.0, "n": 10**8}),
    }
    found = [Mutant(name, f"false: {name}", regime, expression) for name, (regime, expression) in bounds.items()]
    found += [Mutant(name, f"method: {name}", Regime(name, *run)) for name, run in methods.items()]
    if measure == "shortfall":
        found += [Mutant(name, f"method: {name}", Regime(name, *run)) for name, run in _without_pessimism().items()]
    return tuple(found)


def _without_pessimism() -> dict[str, tuple[Offline, dict[str, float]]]:
    """A rare poor arm that a likely mistake makes look good: the bonus is what keeps the policy off it."""
    point = offline_point(1, 1, 4_000, chance=0.01, centre=-1.0, beta=6.0, reach=2.0)
    return {
        "no pessimism": (Offline("shortfall", pessimism=0.0), point),
        "optimism": (Offline("shortfall", pessimism=-1.0), point),
    }


def offline_sweeps(measure: str) -> tuple[Sweep, ...]:
    """One parameter moved, the class following it: of two members, at a gap that n labels do not resolve."""
    one = Offline(measure)
    near = {**offline_point(1, 1, 10**12), "reach": 2.0}
    return (
        Sweep("n", "n", (10**6, 10**8, 10**10, 10**12), n, "large", one, near),
        Sweep("1/tanh(epsilon/2)", "epsilon", (0.05, 0.2, 0.8, 3.2, 12.8), 1 / tanh(epsilon / 2), "large", one, near),
        Sweep("e^B at epsilon = 1", "bound", (2.0, 4.0, 6.0, 8.0), exp(bound), "large", one, near),
        Sweep("e^B at epsilon = 30", "bound", (2.0, 4.0, 6.0, 8.0), exp(bound), "large", one, {**near, "epsilon": 30.0}),
    )


def bonus_mutants() -> tuple[Mutant, ...]:
    """Bonuses and methods for which the event of Theorem 4.2 fails."""
    regimes = {regime.name: regime for regime in offline_regimes("bonus")}
    rare, saturated = regimes["rare good arm"], regimes["saturated preferences"]
    ladder = regimes["ladder"].point
    close = {"reach": 2.0}
    e_b = 4 * math.exp(8) / math.tanh(0.5) ** 2 / price(8, 1)
    methods = {
        "a tenth of the squared bonus": (Offline("bonus", factor=0.4), {**rare.point, **close}),
        "a hundredth of the squared bonus": (Offline("bonus", factor=0.04), {**rare.point, **close}),
        "e^B in the bonus": (Offline("bonus", factor=e_b), {**saturated.point, **close}),
        "labels turned": (Offline("bonus", turned=True), {**ladder, "reach": 20.0}),
        "labels at face value": (Offline("bonus", assumed=math.inf), {**ladder, "reach": 20.0}),
        "a thousandth of the data": (Offline("bonus", share=1e-3), {**ladder, "reach": 20.0, "n": 10**8}),
    }
    return tuple(Mutant(name, f"method: {name}", Regime(name, *run)) for name, run in methods.items())


@dataclass(frozen=True)
class Regression:
    r"""Least squares over the constants ``0, gap, 2 gap ...`` from labels in {-1, 1} of mean 0, at every round.

    Parameters
    ----------
    factor : float
        Factor on the mean that is fitted; other than 1 for a biased method.
    shift : float
        Added to it.
    """

    factor: float = 1.0
    shift: float = 0.0

    def sample(
        self, rng: np.random.Generator, repeats: int, *, rounds: int, size: int, gap: float, **_: float
    ) -> dict[str, np.ndarray]:
        """Largest in-sample squared error over the rounds."""
        steps = rng.integers(0, 2, size=(repeats, rounds), dtype=np.int8)
        when = np.arange(1, rounds + 1)
        mean = (2 * np.cumsum(steps, axis=1, dtype=np.int64) - when) / when
        chosen = np.clip(np.floor((self.factor * mean + self.shift) / gap + 0.5), 0, size - 1)
        return {"error": (when * (gap * chosen) ** 2).max(axis=1)}


def _regression(name: str, rounds: int, size: int, gap: float, delta: float = 0.05, biting: bool = True) -> Regime:
    return Regime(name, Regression(), {"rounds": rounds, "size": size, "gap": gap, "delta": delta}, biting=biting)


REGRESSIONS = (
    _regression("two members", 4000, 2, 0.15),
    _regression("two members, far apart", 1000, 2, 0.5, 0.1),
    _regression("eight members", 4000, 8, 0.05),
    _regression("close members", 4000, 40, 0.01),
)


def regression_mutants(printed, anytime) -> tuple[Mutant, ...]:
    """False variants of the least-squares lemma."""
    two, eight = REGRESSIONS[0], REGRESSIONS[2]
    bounds = {
        "a third": (two, printed(1, anytime) / 3),
        "a quarter of the variance": (two, printed(1, anytime) / 4),
        "standard deviation 1/3": (two, printed(sympy.Rational(1, 3), anytime)),
        "no confidence": (two, printed(1, 1 + 0 * anytime)),
        "a tenth": (eight, printed(1, anytime) / 10),
        "one member": (eight, printed(1, log(1 / delta) / 6)),
        "eight dropped": (eight, anytime),
    }
    methods = {
        "labels biased": (Regression(shift=0.1), two.point),
        "labels not rescaled": (Regression(factor=3.0), eight.point),
    }
    found = [Mutant(name, f"false: {name}", regime, false) for name, (regime, false) in bounds.items()]
    found += [Mutant(name, f"method: {name}", Regime(name, *run)) for name, run in methods.items()]
    return tuple(found)


def width(bound: float, epsilon: float, size: float, delta: float) -> float:
    """Twice the root of the sharper bound of Lemma C.3, with half of delta: what Gamma_T stands for."""
    return 8 * math.cosh(bound / 2) ** 2 / math.tanh(epsilon / 2) * math.sqrt(math.log(2 * (size - 1) / delta))


def dimension(bound: float, lam: float, rounds: float, size: float, delta: float) -> float:
    """What bounds the sum of min(1, U^2) in a run: per pair of members a logarithm of T."""
    pairs = size * (size - 1) / 2
    return pairs * 4 * max(1.0, 4 * bound**2 / lam) * (math.log1p(4 * bound**2 * rounds / lam) + math.log(2 * pairs / delta))


@dataclass(frozen=True)
class Online:
    """Algorithm 2 on two actions; the truth prefers the second by `centre`, other members less and less, then the first.

    Parameters
    ----------
    measure : str
        ``"regret"``, or ``"optimism"``: 1 where it fails in some round, else 0.
    cap : float
        Largest bonus over the range 2 B of centred differences; 0 for the printed cap 1.
    explore, turned, update : bool
        See ``Rule``.
    """

    measure: str = "regret"
    cap: float = 1.0
    explore: bool = True
    turned: bool = False
    update: bool = True

    def sample(
        self, rng: np.random.Generator, repeats: int, *, bound: float, epsilon: float, beta: float, rounds: int, lam: float, size: int,
        delta: float, chance: float, **_: float,
    ) -> dict[str, np.ndarray]:
        """Draw `repeats` runs."""
        differences = np.linspace(-bound, bound, size)
        tables = classes.ladder(differences - differences[0], states=1, bound=bound, centre=-bound)
        cap = 2 * bound * self.cap if self.cap else 1.0
        rule = Rule(width(bound, epsilon, size, delta), lam, cap=cap, explore=self.explore, turned=self.turned, update=self.update)
        run = play(
            rng, repeats, bandit=one_state(1 - chance, chance), tables=tables, beta=beta, epsilon=epsilon, rounds=int(rounds), rule=rule
        )
        return {"error": run.regret if self.measure == "regret" else run.pessimistic.astype(float)}


def online_point(
    bound: float, epsilon: float, beta: float, rounds: int, *, lam: float = 1.0, size: int = 2, delta: float = 0.05, chance: float = 0.5
) -> dict[str, float]:
    """A point of the online loop; `chance` is the reference policy's at the better action."""
    return {
        "bound": bound, "epsilon": epsilon, "beta": beta, "rounds": rounds, "lam": lam, "size": size, "delta": delta, "chance": chance,
        "dimension": dimension(bound, lam, rounds, size, delta),
    }


ONLINE_POINTS = {
    "long": (online_point(0.5, 6, 40, 10**8), True),
    "more privacy": (online_point(0.5, 3, 40, 10**8), True),
    "hot": (online_point(0.5, 6, 20, 10**8), True),
    "rare good arm": (online_point(0.5, 6, 40, 10**8, chance=0.01), True),
    "short": (online_point(0.5, 2, 4, 200), False),
}


def online_regimes(measure: str) -> tuple[Regime, ...]:
    """Where the regret and the event of optimism are tested, with the bonus capped at the range of differences."""
    names = ONLINE_POINTS if measure == "regret" else ("long", "rare good arm", "short")
    return tuple(Regime(name, Online(measure), ONLINE_POINTS[name][0], biting=ONLINE_POINTS[name][1]) for name in names)


def uncapped_regimes() -> tuple[Regime, ...]:
    """The bonus without a cap, at lambda = 4 B^2."""
    free = Online(cap=math.inf)
    return tuple(Regime(name, free, ONLINE_POINTS[name][0], biting=ONLINE_POINTS[name][1]) for name in ("long", "more privacy", "short"))


def online_mutants(explicit) -> tuple[Mutant, ...]:
    """Methods without what makes the algorithm work, and bounds without what makes them true."""
    long, strong = ONLINE_POINTS["long"][0], ONLINE_POINTS["more privacy"][0]
    methods = {
        "no exploration": (Online(explore=False), strong),
        "labels turned": (Online(turned=True), long),
        "no update": (Online(update=False), strong),
    }
    found = [Mutant(name, f"method: {name}", Regime(name, *run)) for name, run in methods.items()]
    bounds = {
        "a hundred-thousandth": explicit / 100_000,
    }
    regime = Regime("long", Online(), long)
    return (*found, *(Mutant(name, f"false: {name}", regime, false) for name, false in bounds.items()))


def online_sweeps() -> tuple[Sweep, ...]:
    """One parameter moved, the dimension following it: two members that order two actions the other way round."""
    per_pair = 4 * sympy.Max(1, 4 * bound**2 / lam) * (log(1 + 4 * bound**2 * rounds / lam) + log(2 / delta))
    follow = {"dimension": per_pair}
    point = online_point(2.0, 4, 40, 10**12, delta=0.25)
    with_cap = "with the bonus capped at 2 B"
    return (
        Sweep("T", "rounds", (10**5, 10**6, 10**7, 10**8), rounds, "large", Online(), point, follow=follow, note=with_cap),
        Sweep("1/(2 alpha - 1)", "epsilon", (1.0, 1.5, 2.0, 4.0), 1 / tanh(epsilon / 2), "large", Online(), point, follow=follow, note=with_cap),
        Sweep("e^B", "bound", (1.5, 2.0, 2.5, 3.0), exp(bound), "large", Online(), point, follow=follow, note=with_cap),
    )


def optimism_mutants() -> tuple[Mutant, ...]:
    """Bonuses that are too small."""
    wide = online_point(2.0, 1, 4, 1_000)
    long, strong = ONLINE_POINTS["long"][0], ONLINE_POINTS["more privacy"][0]
    methods = {
        "the printed cap, B = 2": (Online("optimism", cap=0.0), wide),
        "half the range": (Online("optimism", cap=0.5), strong),
        "no exploration": (Online("optimism", explore=False), strong),
        "labels turned": (Online("optimism", turned=True), long),
    }
    return tuple(Mutant(name, f"method: {name}", Regime(name, *run)) for name, run in methods.items())


# At epsilon = 60 no label is ever turned in double precision.
PLAIN_POINTS = {
    "long": (online_point(0.5, 60, 40, 10**8), True),
    "hot": (online_point(0.5, 60, 20, 10**8), True),
    "rare good arm": (online_point(0.5, 60, 40, 10**8, chance=0.01), True),
}


def plain_regimes() -> tuple[Regime, ...]:
    """The loop without privacy."""
    return tuple(Regime(name, Online(), point, biting=biting) for name, (point, biting) in PLAIN_POINTS.items())


def plain_mutants(explicit) -> tuple[Mutant, ...]:
    """Methods without what makes the algorithm work."""
    long = PLAIN_POINTS["long"][0]
    methods = {"no exploration": Online(explore=False), "labels turned": Online(turned=True), "no update": Online(update=False)}
    found = [Mutant(name, f"method: {name}", Regime(name, method, long)) for name, method in methods.items()]
    return (*found, Mutant("a hundred-thousandth", "false: a hundred-thousandth", Regime("long", Online(), long), explicit / 100_000))
