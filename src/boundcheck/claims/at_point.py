"""A point in words, and whether the words beside a witness are no more than it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .marks import plain


def at(point: Mapping[str, Any]) -> str:
    """``at x = 1, y = 2``."""
    return "at " + ", ".join(f"{name} = {value}" for name, value in point.items())


def only_the_point(witness: Mapping[str, Any] | None) -> bool:
    """Whether the text of a witness is its point again, as a check writes it."""
    point = (witness or {}).get("point")
    return isinstance(point, Mapping) and bool(point) and plain(str((witness or {}).get("text") or "")) == at(point)
