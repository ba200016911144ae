"""Provers for the scalar steps of a proof: proved, refuted or unknown, and a certificate that replays."""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from .kernel.certificates import replay
from .kernel.results import NotDefined, Proved, Refuted, Replay, Unknown
from .search.door import Memory, Sharpness, dropped, kept_in, kept_proof, proof, prove, refute, sharpness, without
from .search.refuting import closest
from .search.undefined import cause

__all__ = [
    "Memory",
    "NotDefined",
    "Proved",
    "Refuted",
    "Replay",
    "Sharpness",
    "Unknown",
    "cause",
    "closest",
    "dropped",
    "kept_in",
    "kept_proof",
    "proof",
    "prove",
    "refute",
    "replay",
    "sharpness",
    "without",
]


class _CallablePackage(ModuleType):
    """`from boundcheck import prove` brings the package, since its import binds that name; so a call of it is a call of `prove`."""

    def __call__(self, goal: Any, given: tuple = (), *, seconds: float = 5.0) -> Proved | Refuted | NotDefined | Unknown:
        return prove(goal, given, seconds=seconds)

    def __reduce__(self) -> tuple[Any, ...]:
        return import_module, (__name__,)  # a pool of processes sends by name what it calls


sys.modules[__name__].__class__ = _CallablePackage
