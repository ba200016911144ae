"""The papers' algorithms, and their distances to the truth."""

from boundcheck.estimators.debiased import DebiasedMLE, debiased_mle
from boundcheck.estimators.errors import gradient_norm, gradient_parts, l2_error, weighted_norm_error
from boundcheck.estimators.logistic import Fit
from boundcheck.estimators.rdpo import rdpo_mle

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
