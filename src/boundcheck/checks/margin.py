"""By how much a rate of violations may seem to exceed the allowed one and still agree with it; fixed before anything was run."""

from __future__ import annotations

FACTOR = 1.15


def limit(allowed: float) -> float:
    """The rate up to which samples agree with `allowed`: 1.15 times it, or of what is left to 1 beyond one half."""
    return min(FACTOR * allowed, 1 - (1 - allowed) / FACTOR)
