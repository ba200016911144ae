"""The orders in which privacy and corruption come: compositions of a randomizer and adversaries."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from boundcheck.rlhf.mechanisms.adversaries import Adversary
from boundcheck.rlhf.mechanisms.responses import randomized_response
from boundcheck.rlhf.preferences import Preferences


class _Stages:
    """Stages that a data set passes, of which some are corruption."""

    corruptions: ClassVar[tuple[int, ...]] = ()

    def __call__(self, rng: np.random.Generator, data: Preferences, **point: Any) -> Preferences:
        """What the analyst receives."""
        return self.stages(rng, data, **point)[-1]  # type: ignore[attr-defined]

    def describe(self, rng: np.random.Generator, data: Preferences, **point: Any) -> dict[str, Any]:
        """The first data set in numbers: rows, their shares, logits, the truth, and the share changed by corruption.

        What is changed is counted as the net change of the labels of a row.
        """
        stages = self.stages(rng, data, **point)  # type: ignore[attr-defined]
        changed = sum(np.abs(stages[i + 1].ones[0] - stages[i].ones[0]) for i in self.corruptions)
        rows = data.x if data.x.ndim == 2 else data.x[0]
        theta = data.theta if data.theta.ndim == 1 else data.theta[0]
        return {
            "features": rows,
            "weights": data.total[0] / data.n,
            "logits": data.logits(data.theta)[0],
            "theta": theta,
            **({"changed": changed / data.n} if self.corruptions else {}),
        }


@dataclass(frozen=True)
class Private(_Stages):
    """Randomized response and no corruption."""

    def stages(self, rng: np.random.Generator, data: Preferences, **point: Any) -> tuple[Preferences, ...]:
        """Raw and private data."""
        return data, randomized_response(rng, data, **point)


@dataclass(frozen=True)
class CTL(_Stages):
    """Corruption, then local privacy.

    Parameters
    ----------
    adversary : Adversary

    Source
    ------
    Definition 3.4 (unified).
    """

    adversary: Adversary
    corruptions: ClassVar[tuple[int, ...]] = (0,)

    def stages(self, rng: np.random.Generator, data: Preferences, **point: Any) -> tuple[Preferences, ...]:
        """Raw, corrupted, and corrupted private data."""
        corrupted = self.adversary(rng, data, **{**point, "epsilon": math.inf})
        return data, corrupted, randomized_response(rng, corrupted, **point)


@dataclass(frozen=True)
class LTC(_Stages):
    """Local privacy, then corruption.

    Parameters
    ----------
    adversary : Adversary

    Source
    ------
    Definition 3.4 (unified).
    """

    adversary: Adversary
    corruptions: ClassVar[tuple[int, ...]] = (1,)

    def stages(self, rng: np.random.Generator, data: Preferences, **point: Any) -> tuple[Preferences, ...]:
        """Raw, private, and private corrupted data."""
        private = randomized_response(rng, data, **point)
        return data, private, self.adversary(rng, private, **point)


@dataclass(frozen=True)
class CLC(_Stages):
    """Corruption, local privacy, corruption again; the point has ``alpha_1`` and ``alpha_2``.

    Parameters
    ----------
    before, after : Adversary

    Source
    ------
    Remark 3.5 and Appendix E.4 (unified).
    """

    before: Adversary
    after: Adversary
    corruptions: ClassVar[tuple[int, ...]] = (0, 2)

    def stages(
        self, rng: np.random.Generator, data: Preferences, *, alpha_1: float, alpha_2: float, **point: Any
    ) -> tuple[Preferences, ...]:
        """Raw, corrupted, private, and finally corrupted data."""
        corrupted = self.before(rng, data, **{**point, "alpha": alpha_1, "epsilon": math.inf})
        private = randomized_response(rng, corrupted, **point)
        return data, corrupted, private, self.after(rng, private, **{**point, "alpha": alpha_2})
