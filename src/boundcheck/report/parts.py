"""What a part has because of its shape; nothing where its shape lacks it."""

from __future__ import annotations

import math

from boundcheck.verdict.shapes import (
    Bounds,
    Constant,
    DisputedPart,
    Exponent,
    HighProbabilityBoundPart,
    IdentityPart,
    InequalityPart,
    Mutants,
    Part,
    RankingPart,
    Ranks,
    RatioSweep,
    Regime,
    Relation,
    RoundsPart,
    SameUpToConstantPart,
    ScalingPart,
    SeparationPart,
    Vacuity,
    Variants,
)


def regimes_of(part: Part) -> tuple[Regime, ...]:
    """The settings in which it was measured."""
    return (part.slack or ()) if isinstance(part, HighProbabilityBoundPart | RoundsPart) else ()


def exponents_of(part: Part) -> tuple[Exponent, ...]:
    """The sweeps along letters."""
    return (part.exponents or ()) if isinstance(part, ScalingPart) else ()


def named_by(sweep: Exponent, letter: str) -> bool:
    """Whether a sweep is along a letter; a record has it between dollars, as it has other formulas along which one sweeps."""
    return sweep.parameter.strip("$") == letter


def keeps_rate(sweep: Exponent) -> bool:
    """Whether the printed power lies within the measured interval, to the two decimals of a report."""
    printed, low, high = (math.nan if end is None else float(end) for end in (sweep.printed, sweep.low, sweep.high))
    if not all(map(math.isfinite, (printed, low, high))):
        return False
    return math.floor(100 * low) <= round(100 * printed) <= math.ceil(100 * high)


def constant_of(part: Part) -> Constant | None:
    """What is known of its constant."""
    return part.constant if isinstance(part, HighProbabilityBoundPart | SameUpToConstantPart) else None


def vacuity_of(part: Part) -> Vacuity | None:
    """For which sample sizes it says something."""
    return part.vacuity if isinstance(part, HighProbabilityBoundPart) else None


def mutants_of(part: Part) -> Mutants | None:
    """The false versions that its claim lists."""
    return part.mutants if isinstance(part, HighProbabilityBoundPart) else None


def variants_of(part: Part) -> Variants | None:
    """The false versions that were made from its bound."""
    return part.evidence.variants if isinstance(part, HighProbabilityBoundPart) else None


def bounds_of(part: Part) -> Bounds | None:
    """The formulas that samples were put to."""
    return getattr(part, "bounds", None)


def separation_of(part: Part) -> RatioSweep | Ranks | None:
    """Errors against one another along a letter."""
    return part.separation if isinstance(part, SeparationPart | RankingPart) else None


def compared_of(part: Part) -> Relation | None:
    """The two sides that were compared, where these are formulas."""
    return part.relation if isinstance(part, IdentityPart | InequalityPart | DisputedPart) else None
