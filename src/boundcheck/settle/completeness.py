"""Whether a proof is complete: every display, every bound that is sampled, and every result that it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from boundcheck.claims import Claim, Headline, Outcome, PartVerdict, RestsOn, StepVerdict
from boundcheck.claims.shape import shapes_with
from boundcheck.claims.standing import adjective

from .of_one_rate import carried
from .severity import SETTLED, mended, refuted_constant

_CARRY = (Headline.HOLDS, Headline.HOLDS_REPAIRED, Headline.NOTHING_TO_CHECK)


def complete(claim: Claim, parts: Sequence[PartVerdict], steps: Sequence[StepVerdict], rests: Sequence[RestsOn]) -> bool:
    """Whether nothing is missing between the listed steps and the parts."""
    if any(refuted_constant(part) for part in parts):
        return False
    if not steps:
        return bool(parts) and all(part.evidence.outcome is Outcome.PROVED for part in parts)
    whole = all(mended(step) in SETTLED for step in steps) and not special(claim, steps)
    return whole and not unsettled(claim, parts) and all(rest.headline in _CARRY for rest in rests)


def unsettled(claim: Claim, parts: Sequence[PartVerdict]) -> list[str]:
    """The bounds that are only sampled: no proved step says that it settles them, as the composed inequality.

    That an error follows a rate on the range of its sweeps goes with a settled bound of that rate, or with a line that
    bounds its explicit version by the rate; alone it is only sampled, and says nothing of what lies beyond. Values on a few
    instances make a quantity well defined there, and no result hold of which nothing else is said.
    """
    if evaluated_only(claim, parts):
        return [part.key for part in parts]
    measured, rates = shapes_with("measured") - shapes_with("of_rate"), shapes_with("of_rate")
    return [
        part.key
        for part in parts
        if part.evidence.outcome is Outcome.SUPPORTED
        and part.shape not in measured
        and not (part.settled_by and _tested(part))
        and not (part.shape in rates and carried(claim, part, [other for other in parts if _tested(other)]))
    ]


def evaluated_only(claim: Claim, parts: Sequence[PartVerdict]) -> bool:
    """Whether a result that is no definition has nothing but values on a few instances."""
    return bool(parts) and all(part.shape in shapes_with("on_instances") for part in parts) and not adjective(claim.source.printed)


def _tested(part: PartVerdict) -> bool:
    """Whether the samples of a bound could have spoken against it: errors that are all 0, or a bound that never bites, do not.

    A finding about some settings alone leaves the others.
    """
    return all(finding.kind != "TOOTHLESS" or finding.about for finding in part.evidence.findings)


def special(claim: Claim, steps: Sequence[StepVerdict]) -> list[str]:
    """The steps that are checked in a special case only."""
    cases = {step.label for step in claim.steps if step.scope == "special case"}
    return [step.label for step in steps if step.label in cases]


def shaky(rests: Sequence[RestsOn]) -> list[str]:
    """The used results that do not stand with a complete proof."""
    return [rest.printed or rest.claim for rest in rests if rest.headline not in _CARRY]
