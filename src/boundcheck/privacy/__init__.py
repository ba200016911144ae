"""Privacy accounting with certificates: what is guaranteed, what is certainly violated, and by which adjacency."""

from .above_threshold import AboveThreshold
from .accountant import EpsilonBracket, epsilon_bracket
from .adjacency import (
    LABEL_REPLACED,
    RECORD_ADDED_OR_REMOVED,
    RECORD_REPLACED,
    USER_ADDED_OR_REMOVED,
    USER_LABELS_REPLACED,
    USER_REPLACED,
    Adjacency,
    Change,
    Unit,
)
from .finite_laws import FinitePair, product, repeated_response
from .gaussian import Enclosure, gaussian_delta, gaussian_epsilon, gaussian_mu, gaussian_multiplier
from .mechanisms import Composition, Gaussian, Guaranteed, Laplace, RandomizedResponse
from .noise_needed import NoiseBracket, noise_bracket
from .noise_tables import Settings, fitted, judged_cell
from .renyi import renyi_divergence, renyi_epsilon, zero_concentrated, zero_concentrated_epsilon
from .selection import selection_law, selection_pair

__all__ = [
    "LABEL_REPLACED",
    "RECORD_ADDED_OR_REMOVED",
    "RECORD_REPLACED",
    "USER_ADDED_OR_REMOVED",
    "USER_LABELS_REPLACED",
    "USER_REPLACED",
    "AboveThreshold",
    "Adjacency",
    "Change",
    "Composition",
    "Enclosure",
    "EpsilonBracket",
    "FinitePair",
    "Gaussian",
    "Guaranteed",
    "Laplace",
    "NoiseBracket",
    "RandomizedResponse",
    "Settings",
    "Unit",
    "epsilon_bracket",
    "fitted",
    "gaussian_delta",
    "gaussian_epsilon",
    "gaussian_mu",
    "gaussian_multiplier",
    "judged_cell",
    "noise_bracket",
    "product",
    "renyi_divergence",
    "renyi_epsilon",
    "repeated_response",
    "selection_law",
    "selection_pair",
    "zero_concentrated",
    "zero_concentrated_epsilon",
]
