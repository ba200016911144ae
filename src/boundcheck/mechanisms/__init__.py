"""What happens to labels: randomized response, adversaries, and the orders in which they come."""

from boundcheck.mechanisms.adversaries import Directional, NoCorruption, RandomFlips
from boundcheck.mechanisms.greedy import GradientGreedy, LeverageGreedy, WorstOf
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
