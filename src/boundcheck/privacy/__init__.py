"""Privacy accounting with certificates: what is guaranteed, what is certainly violated, and by which adjacency."""

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
from .gaussian import Enclosure, gaussian_delta, gaussian_epsilon, gaussian_mu, gaussian_multiplier
from .mechanisms import Composition, Gaussian, Guaranteed, Laplace, RandomizedResponse

__all__ = [
    "LABEL_REPLACED",
    "RECORD_ADDED_OR_REMOVED",
    "RECORD_REPLACED",
    "USER_ADDED_OR_REMOVED",
    "USER_LABELS_REPLACED",
    "USER_REPLACED",
    "Adjacency",
    "Change",
    "Composition",
    "Enclosure",
    "EpsilonBracket",
    "Gaussian",
    "Guaranteed",
    "Laplace",
    "RandomizedResponse",
    "Unit",
    "epsilon_bracket",
    "gaussian_delta",
    "gaussian_epsilon",
    "gaussian_mu",
    "gaussian_multiplier",
]
