"""Users with m labels each: their data as counts, mechanisms that protect a whole user, and private descents."""

from .halting import Threshold
from .mended_sgd import least_batch, mended_descent, mended_noise, onto_ball
from .outliers import agreeing, concentration, keeping_probabilities
from .staged import descent_in_stages, stage_sizes
from .user_counts import UserPreferences, users_drawn
from .user_response import every_label_response, some_labels_response
from .user_sgd import Descent, descent_with_clipping, descent_with_removal, fixed_batch, poisson_batch, removal_noise

__all__ = [
    "Descent",
    "Threshold",
    "UserPreferences",
    "agreeing",
    "concentration",
    "descent_in_stages",
    "descent_with_clipping",
    "descent_with_removal",
    "every_label_response",
    "fixed_batch",
    "keeping_probabilities",
    "least_batch",
    "mended_descent",
    "mended_noise",
    "onto_ball",
    "poisson_batch",
    "removal_noise",
    "some_labels_response",
    "stage_sizes",
    "users_drawn",
]
