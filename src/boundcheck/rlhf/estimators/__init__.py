"""The papers' algorithms, and their distances to the truth."""

from boundcheck.rlhf.estimators.debiased import DebiasedMLE, debiased_mle, rdpo_mle
from boundcheck.rlhf.estimators.distances import gradient_norm, gradient_parts, l2_error, weighted_norm_error
from boundcheck.rlhf.estimators.losses import Fit

__all__ = [
    "DebiasedMLE",
    "Fit",
    "debiased_mle",
    "gradient_norm",
    "gradient_parts",
    "l2_error",
    "rdpo_mle",
    "weighted_norm_error",
]
