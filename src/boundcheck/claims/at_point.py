"""A point in words, and whether a text says no more than it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .marks import plain


def at(point: Mapping[str, Any]) -> str:
    """``at x = 1, y = 2``."""
    return "at " + ", ".join(f"{name} = {value}" for name, value in point.items())


def only_the_point(text: str, witness: Mapping[str, Any] | None) -> bool:
    """Whether `text` names the point of a witness again, as a check does for which nobody found words."""
    point = (witness or {}).get("point")
    text = plain(text)
    said = text[:1].lower() + text[1:]
    return isinstance(point, Mapping) and bool(point) and said.removeprefix("false ").startswith(at(point))
