"""What happens to labels: randomized response, adversaries, and the orders in which they come."""

from boundcheck.rlhf.mechanisms.adversaries import (
    Directional,
    GradientGreedy,
    LeverageGreedy,
    NoCorruption,
    RandomFlips,
    WorstOf,
)
from boundcheck.rlhf.mechanisms.pipelines import CLC, CTL, LTC, Private
from boundcheck.rlhf.mechanisms.responses import keep_probability, randomized_response

__all__ = [
    "CLC",
    "CTL",
    "LTC",
    "Directional",
    "GradientGreedy",
    "LeverageGreedy",
    "NoCorruption",
    "Private",
    "RandomFlips",
    "WorstOf",
    "keep_probability",
    "randomized_response",
]
