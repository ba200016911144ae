"""Checks theorems about private and robust RLHF, step by step and sample by sample."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boundcheck import minimax, privacy
    from boundcheck.api import Checked, bound, check, plan
    from boundcheck.prove import prove

__all__ = ["Checked", "bound", "check", "minimax", "plan", "privacy", "prove"]


def __getattr__(name: str) -> Any:
    """What the package offers, on first use: importing it alone must stay instant."""
    if name in ("minimax", "privacy", "prove"):  # packages, each of which loads only what it needs
        return import_module(f"boundcheck.{name}")
    if name in __all__:
        return getattr(import_module("boundcheck.api"), name)
    raise AttributeError(f"module 'boundcheck' has no attribute {name!r}; it offers {', '.join(__all__)}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
