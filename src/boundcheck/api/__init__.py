"""boundcheck from Python: `check` settles a claim, `bound` and `plan` say what its bounds give."""

from .at_a_point import bound, plan
from .checked import Checked
from .checking import LEAST_REPEATS, MOST_JOBS, MOST_REPEATS, check

__all__ = ["LEAST_REPEATS", "MOST_JOBS", "MOST_REPEATS", "Checked", "bound", "check", "plan"]
