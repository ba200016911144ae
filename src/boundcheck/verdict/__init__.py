"""What a verdict is: outcomes, facts, what was found of each shape, and the whole result as its record has it."""

from .outcomes import (
    Evidence,
    Finding,
    Headline,
    Outcome,
    PartVerdict,
    Severity,
    StepVerdict,
    Verdict,
    at,
    only_the_point,
    set_to,
)

__all__ = [
    "Evidence",
    "Finding",
    "Headline",
    "Outcome",
    "PartVerdict",
    "Severity",
    "StepVerdict",
    "Verdict",
    "at",
    "only_the_point",
    "set_to",
]
