"""For test suites: a theorem as a test."""

from __future__ import annotations

from typing import Any

from boundcheck.api import Checked, check
from boundcheck.verdict import Headline
from boundcheck.words import phrase

# Strongest first; a test says how weak a headline it still takes for a pass.
ORDER = (Headline.HOLDS, Headline.HOLDS_REPAIRED, Headline.SUPPORTED)


def assert_holds(claim: Any, *, weakest: str = "HOLDS_REPAIRED", budget: str = "quick", **options: Any) -> Checked:
    """Fail unless the printed statement stands.

    Parameters
    ----------
    claim
        As in `boundcheck.check`.
    weakest : {"HOLDS", "HOLDS_REPAIRED", "SUPPORTED"}
        ``HOLDS`` allows no false step; ``SUPPORTED`` is content with samples, which prove nothing.
    budget : {"quick", "standard", "deep"}
    **options
        Passed to `boundcheck.check`.

    Returns
    -------
    checked : Checked

    Raises
    ------
    AssertionError
        With the headline's sentence and every false or open step and part.
    """
    __tracebackhide__ = True  # pytest then shows the test's line, not this one
    try:
        accepted = ORDER[: ORDER.index(Headline(weakest)) + 1]
    except ValueError:
        known = ", ".join(word.value for word in ORDER)
        raise ValueError(f"weakest must be one of {known}, got {weakest!r}") from None
    checked = check(claim, budget=budget, **options)
    if checked.headline not in accepted:
        settled = [
            *((s.label, s.evidence) for s in checked.steps),
            *((p.name, p.evidence) for p in checked.parts),
        ]
        lines = [f"  {e.outcome.name:9} {name}: {checked.in_line(phrase(e.fact))}" for name, e in settled if e.outcome.value < 2]
        hint = (
            "\n  (samples alone: weakest='SUPPORTED' would take it)" if checked.headline is Headline.SUPPORTED else ""
        )
        raise AssertionError("\n".join([f"{checked.headline.value}: {checked.text}", *lines]) + hint)
    return checked
