"""The worst instance that a search found, in numbers."""

import math
from collections.abc import Mapping
from typing import Any

from boundcheck.report.figures.worst_instance import PER_ATOM
from boundcheck.report.page.noted import short
from boundcheck.report.page.paragraphs import pairs
from boundcheck.report.text.letters import found_point
from boundcheck.report.text.numbers import finite, percent, shown, span


def how_drawn(instance: Any) -> str:
    """How the drawing is read, in the words of a caption."""
    if not isinstance(instance, Mapping):
        return ""
    features = instance.get("features") or []
    plane = bool(features) and isinstance(features[0], list) and len(features[0]) <= 2
    logits = {shown(n) for n in map(finite, instance.get("logits") or [])}
    stems = "A stem is the weight at a logit" if len(logits) > 1 else "A stem is the weight of a vector"
    if not plane and not (logits or features):
        return ""
    said = ["Areas are weights, the arrow points along the truth" if plane else stems]
    said += ["filled is what was changed"] if any(map(finite, instance.get("changed") or [])) else []
    return "; ".join(said) + "."


def worst(instance: Any, known: Mapping) -> list[dict]:
    """The worst instance in numbers, as far as they fit on a line."""
    if not isinstance(instance, Mapping):
        return []
    taken = {"point", "theta", "dimension", "left_out", *PER_ATOM}
    rest = [(str(key).replace("_", " "), short(value)) for key, value in instance.items() if key not in taken]
    rows = [
        ("Worst at", found_point(instance.get("point"), known)),
        ("Design", _design(instance)),
        ("Truth", _truth(instance.get("theta") or [])),
        ("Changed labels", _changed(instance)),
        *rest,
    ]
    return [pairs(rows)]


def _truth(theta: list) -> str:
    """Its coordinates, or what is said of it where they are too many for a line."""
    if len(theta) <= 6:
        return f"({', '.join(map(shown, theta))})" if theta else ""
    numbers = [n for n in map(finite, theta) if n is not None]
    size = "zero" if not any(numbers) else f"of norm {shown(math.hypot(*numbers))}"
    return f"{size} in dimension {len(theta)}" if len(numbers) == len(theta) else f"in dimension {len(theta)}"


def _design(instance: Mapping) -> str:
    """How many vectors, of which dimension and weights, and how many more the record does not hold."""
    features, weights = instance.get("features") or [], instance.get("weights") or []
    count = len(features or weights)
    if not count:
        return ""
    dimension = len(features[0]) if features and isinstance(features[0], list) else instance.get("dimension")
    said = f"{shown(count)} {'vector' if count == 1 else 'vectors'}"
    said += f" in dimension {shown(dimension)}" if dimension else ""
    numbers = [n for n in map(finite, weights) if n is not None]
    if numbers:
        same = min(numbers) == max(numbers)
        said += f", weight {shown(numbers[0])}" if same else f", weights {span(min(numbers), max(numbers))}"
    left = finite(instance.get("left_out"))
    return said + (f"; {shown(int(left))} lighter ones are left out" if left else "")


def _changed(instance: Mapping) -> str:
    """The share of all labels that corruption changed in the data set that is drawn."""
    numbers = [n for n in map(finite, instance.get("changed") or []) if n is not None]
    return f"{percent(sum(numbers))} of all, in the first data set" if any(numbers) else ""
