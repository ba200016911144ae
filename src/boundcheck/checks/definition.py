"""Definitions, evaluated literally on small instances; and what is only cited."""

from __future__ import annotations

import math

from boundcheck.claims import Cited, Definition, Evidence, Finding, Outcome

from .context import Context


def check(definition: Definition, context: Context) -> Evidence:
    """A definition is degenerate if every instance gives the same 0 or infinity, or if one is undefined."""
    values = [definition.evaluate(**instance) for instance in definition.instances]
    shown = [{"instance": _plain(i), "value": str(v)} for i, v in zip(definition.instances, values, strict=True)]
    numbers = [float(v) for v in values if isinstance(v, int | float)]
    undefined = [place for place, v in enumerate(values) if isinstance(v, float) and math.isnan(v)]
    if undefined:
        return Evidence(
            Outcome.REFUTED,
            f"undefined as written at {shown[undefined[0]]['instance']}",
            method="evaluated literally",
            witness={"point": _point(definition.instances[undefined[0]]), "lhs": "undefined", "rhs": "", "text": definition.words},
            data={"values": shown},
        )
    if len(numbers) == len(values) > 1 and len(set(numbers)) == 1 and numbers[0] in (0.0, math.inf):
        return Evidence(
            Outcome.REFUTED,
            f"degenerate: {numbers[0]:g} on every instance",
            method="evaluated literally",
            witness={"point": _point(definition.instances[0]), "lhs": str(numbers[0]), "rhs": "", "text": definition.words},
            data={"values": shown},
        )
    return Evidence(
        Outcome.SUPPORTED,
        f"well defined on all {len(values)} instances",
        method="evaluated literally",
        findings=(Finding("EVALUATED", "; ".join(f"{r['instance']}: {r['value']}" for r in shown)),),
        data={"values": shown},
    )


def _plain(instance: dict) -> str:
    return ", ".join(f"{name} = {value}" for name, value in instance.items())


def _point(instance: dict) -> dict[str, str]:
    return {name: str(value) for name, value in instance.items()}


def check_cited(cited: Cited, context: Context) -> Evidence:
    """Nothing is checked; the citation is carried."""
    return Evidence(Outcome.ASSUMED, cited.words, method=f"cited: {cited.citation}")
