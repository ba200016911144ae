"""Definitions: quantities evaluated literally on small instances, and displays that say what a letter is."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import ByDefinition, Definition, Evidence, Finding, Identity, Outcome

from . import inequality
from .context import Context
from .row import DECIDED, Row, evaluated


def check(definition: Definition, context: Context) -> Evidence:
    """A definition is degenerate if every instance gives the same 0 or infinity, or if one is undefined."""
    values = [_value(definition, instance) for instance in definition.instances]
    shown = [{"instance": _plain(i), "value": str(v)} for i, v in zip(definition.instances, values, strict=True)]
    numbers = [float(v) for v in values if isinstance(v, Real)]
    undefined = [place for place, v in enumerate(values) if v is None or (isinstance(v, Real) and math.isnan(float(v)))]
    if undefined:
        return Evidence(
            Outcome.REFUTED,
            f"undefined as written at {shown[undefined[0]]['instance']}",
            method="evaluated literally",
            witness={
                "point": _point(definition.instances[undefined[0]]),
                "lhs": "undefined",
                "rhs": "",
                "text": definition.words,
            },
            data={"values": shown},
        )
    if len(numbers) == len(values) > 1 and len(set(numbers)) == 1 and numbers[0] in (0.0, math.inf):
        return Evidence(
            Outcome.REFUTED,
            f"degenerate: {numbers[0]:g} on every instance",
            method="evaluated literally",
            witness={
                "point": _point(definition.instances[0]),
                "lhs": str(numbers[0]),
                "rhs": "",
                "text": definition.words,
            },
            data={"values": shown},
        )
    strange = [v for v in values if not isinstance(v, Real | sympy.Expr | str | tuple | list | np.ndarray)]
    if strange or any(isinstance(v, sympy.Expr) and v.is_extended_real is False for v in values):
        kinds = ", ".join(dict.fromkeys(type(v).__name__ for v in strange)) or "number that is not real"
        return Evidence(
            Outcome.UNDECIDED,
            f"a {kinds} is no value that could be judged; a real number would decide it",
            method="evaluated literally",
            data={"values": shown},
        )
    return Evidence(
        Outcome.SUPPORTED,
        "well defined on the one instance" if len(values) == 1 else f"well defined on all {len(values)} instances",
        method="evaluated literally",
        findings=(Finding("EVALUATED", "; ".join(f"{r['instance']}: {r['value']}" for r in shown)),),
        data={"quantity": definition.words, "values": shown},
    )


def _value(definition: Definition, instance: dict) -> Any:
    """The value on an instance; None where the formula as written divides by zero."""
    try:
        return definition.evaluate(**instance)
    except ZeroDivisionError:
        return None


def _plain(instance: dict) -> str:
    return ", ".join(f"{name} = {value}" for name, value in instance.items())


def _point(instance: dict) -> dict[str, str]:
    return {name: str(value) for name, value in instance.items()}


def check_display(display: ByDefinition, context: Context) -> Evidence:
    """A definition written as a display: nothing to compare for a new letter; else the two sides are compared."""
    letter = display.lhs.is_Symbol and display.lhs not in context.definitions
    if letter and display.lhs not in display.rhs.free_symbols:
        return Evidence(Outcome.ASSUMED, f"{display.lhs} is defined here", method="by definition")
    return inequality.check(Identity(display.lhs, display.rhs, display.given), context)


def _display(display: ByDefinition) -> Identity:
    """The identity that a definition written as a display is."""
    return Identity(display.lhs, display.rhs, display.given)


ROWS = (
    evaluated(Definition, check),
    Row(ByDefinition, check_display, (*DECIDED, "ASSUMED"), behind=_display),
)
