"""The constant of a measured rate: how it is known that the explicit version is at most that many times the printed one."""

from __future__ import annotations

import math

import sympy

from boundcheck.claims import HighProbabilityBound, Inequality, Outcome, Scaling, Step

from .bound import claimed
from .cells import value
from .context import Context


def constant_in_words(scaling: Scaling, context: Context, points: dict[str, list[dict]]) -> str:
    """How ``explicit <= C printed`` is known on the stated domain, in a sentence; nothing if it is not."""
    explicit, printed = context.expand(scaling.explicit), context.expand(scaling.printed)
    for step, found in context.steps:
        line = step.statement
        if found.evidence.outcome is not Outcome.PROVED or not isinstance(line, Inequality):
            continue
        ratio = sympy.cancel(context.expand(line.rhs) / printed) if context.expand(line.lhs) == explicit else None
        if ratio is not None and ratio.is_number and not _narrower(line, scaling, context):
            return f"explicit at most {ratio} times printed, by the step {step.label}"
    ratios = [
        value(context, scaling.explicit, at) / value(context, scaling.printed, at)
        for row in points.values()
        for at in row
    ]
    tried = (
        [scaling.constant]
        if scaling.constant is not None
        else [sympy.Integer(math.ceil(k * max(ratios))) for k in (1, 4)]
    )
    for constant in tried:
        bound = HighProbabilityBound(
            scaling.printed, scaling.explicit, constant, scaling.trivial, scaling.failure, (), given=scaling.given
        )
        known = claimed.settle(
            bound, context.name, parameters=context.parameters, definitions=context.definitions, steps=context.steps
        )
        if known.step and not known.reserve:
            return f"explicit at most {constant} times printed, by the step {known.step}"
        if known.settled in ("equal", "proved"):
            return f"explicit at most {constant} times printed, {known.text}"
        said = [
            step.label
            for step, found in context.steps
            if _settles(step, context) and found.evidence.outcome is Outcome.PROVED
        ]
        if said and constant == scaling.constant and known.settled == "points":
            return f"explicit at most {constant} times printed, by the step {said[0]}"
    return ""


def _settles(step: Step, context: Context) -> bool:
    """Whether a step says that it proves the constant of this part."""
    return context.name in step.settles


def _narrower(line: Inequality, scaling: Scaling, context: Context) -> bool:
    """Whether a line has a condition that the stated domain does not give word for word."""
    stated = {str(c) for p in context.parameters for c in p.domain} | {str(c) for c in scaling.given}
    return any(str(condition) not in stated for condition in line.given)
