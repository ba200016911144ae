"""boundcheck from Python: `check` settles a claim, `bound` and `plan` say what its bounds give."""

from .checking import LEAST_REPEATS, MOST_JOBS, MOST_REPEATS, Checked, bound, check, plan

__all__ = ["LEAST_REPEATS", "MOST_JOBS", "MOST_REPEATS", "Checked", "bound", "check", "plan"]
