"""`check` settles a claim and returns the verdict with its record."""

from __future__ import annotations

import numbers
import warnings
from os import PathLike
from pathlib import Path
from typing import Any

from boundcheck import job

from .checked import Checked
from .guards import unguarded
from .one_claim import named

LEAST_REPEATS, MOST_REPEATS = 2, 10**7
MOST_JOBS = 1024
UNGUARDED = (
    "threads are used: worker processes would import this script and run it again; "
    "call check under 'if __name__ == \"__main__\":' for processes"
)


def check(
    claim: Any,
    *,
    budget: str = "standard",
    seed: int = job.DEFAULT_SEED,
    error_probability: float = job.DEFAULT_RISK,
    jobs: int = 1,
    engine: str = "auto",
    store: str | PathLike[str] | None = None,
    repeats: int | None = None,
) -> Checked:
    """Settle a claim.

    Parameters
    ----------
    claim : str, path, Claim, or a statement
        A name as on the command line (``"theorem_5_4"``), the path of a claim file, a `Claim`, what
        `boundcheck.loading.registry.load_file` returns, or a single statement such as ``Inequality(x, x**2, (x > 1,))``.
    budget : {"quick", "standard", "deep"}
    seed : int, ``>= 0``
        The same seed gives the same record, but for its times, whatever the number of jobs.
    error_probability : float in (0, 1)
        Of the whole run.
    jobs : int, 1 to 1,024
        Processes import the script that starts them: a script with more than one calls `check` under
        ``if __name__ == "__main__":``. Where it does not, threads are used, with a warning.
    engine : str
        ``"auto"``, ``"threads"``, ``"processes"``, ``"dask:local"`` or ``"dask:ADDRESS"``.
    store : path, optional
        SQLite file in which replicates are kept; without one they live in memory.
    repeats : int, 2 to 10,000,000, optional
        Replicates per regime, in place of the budget's.

    Returns
    -------
    checked : Checked

    Raises
    ------
    boundcheck.loading.registry.UnknownClaim, boundcheck.loading.BrokenClaim
        No claim has that name, or it cannot be used; the message says what to write instead.

    Examples
    --------
    >>> from sympy import Symbol
    >>> from boundcheck.claims import Inequality
    >>> x = Symbol("x", real=True)
    >>> check(Inequality(2 * x, x**2 + 1)).headline.value
    'HOLDS'
    """
    if budget not in ("quick", "standard", "deep"):
        raise ValueError(f"budget must be quick, standard or deep, got {budget!r}")
    if isinstance(error_probability, str) or not 0 < error_probability < 1:
        raise ValueError(f"error_probability must lie in (0, 1), got {error_probability!r}")
    seed, jobs = _whole("seed", seed, 0), _whole("jobs", jobs, 1, MOST_JOBS)
    if repeats is not None:
        repeats = _whole("repeats", repeats, LEAST_REPEATS, MOST_REPEATS)
    if not isinstance(engine, str):
        raise TypeError(f"engine must be text such as 'auto' or 'threads', got {engine!r}")
    claim_id, found, code = named(claim)
    kept = None if store is None else Path(store)
    if jobs > 1 and engine in ("auto", "processes") and unguarded():
        warnings.warn(UNGUARDED, RuntimeWarning, stacklevel=2)
        engine = "threads"
    settings = job.Settings(budget, seed, jobs, engine, error_probability, kept, code, repeats)
    with job.runner(settings) as run:
        return Checked(*job.check(claim_id, found, settings, run))


def _whole(name: str, value: Any, low: int, high: int = 2**63 - 1) -> int:
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be a whole number, got {value!r:.60}")
    if not low <= int(value) <= high:
        ends = f">= {low}" if high == 2**63 - 1 else f"from {low} to {high:,}"
        raise ValueError(f"{name} must be {ends}, got {value}")
    return int(value)
