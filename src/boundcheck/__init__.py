"""Checks theorems about private and robust RLHF, step by step and sample by sample."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boundcheck.api import Checked, bound, check, plan

__all__ = ["Checked", "bound", "check", "plan"]


def __getattr__(name: str) -> Any:
    """`check` and `Checked` on first use: importing the package alone must stay instant."""
    if name in __all__:
        from boundcheck import api

        return getattr(api, name)
    raise AttributeError(f"module 'boundcheck' has no attribute {name!r}; it offers {', '.join(__all__)}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
