"""What happens to labels: randomized response, corruption and its adversaries, and the orders in which they come."""

from boundcheck.mechanisms.adversaries import (
    Directional,
    GradientGreedy,
    LeverageGreedy,
    NoCorruption,
    RandomFlips,
    WorstOf,
)
from boundcheck.mechanisms.pipelines import CLC, CTL, LTC, Private
from boundcheck.mechanisms.randomized_response import keep_probability, randomized_response

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
