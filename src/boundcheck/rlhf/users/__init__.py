"""Users with m labels each: their data as counts, mechanisms that protect a whole user, releases, and private descents."""

from .halting import Threshold
from .mended_sgd import least_batch, mended_descent, mended_noise, onto_ball
from .outliers import agreeing, concentration, keeping_probabilities
from .plackett_luce import likelihood_fit, ranked
from .release import UserBatch, gaussian_scale, noisy_descent, one_shot, two_rounds, two_rounds_unclipped, user_batch
from .staged import descent_in_stages, stage_sizes
from .user_counts import UserPreferences, users_drawn
from .user_response import every_label_response, some_labels_response
from .user_sgd import Descent, descent_with_clipping, descent_with_removal, fixed_batch, poisson_batch, removal_noise

__all__ = [
    "Descent",
    "Threshold",
    "UserBatch",
    "UserPreferences",
    "agreeing",
    "concentration",
    "descent_in_stages",
    "descent_with_clipping",
    "descent_with_removal",
    "every_label_response",
    "fixed_batch",
    "gaussian_scale",
    "keeping_probabilities",
    "least_batch",
    "likelihood_fit",
    "mended_descent",
    "mended_noise",
    "noisy_descent",
    "one_shot",
    "onto_ball",
    "poisson_batch",
    "ranked",
    "removal_noise",
    "some_labels_response",
    "stage_sizes",
    "two_rounds",
    "two_rounds_unclipped",
    "user_batch",
    "users_drawn",
]
