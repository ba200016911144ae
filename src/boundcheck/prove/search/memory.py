"""What was proved or refuted before, kept by the statement's fingerprint: it is replayed then, not searched for again.

Nothing that is remembered is believed: a certificate that the kernel does not replay is as good as none; it replays it
once in a process. What stayed open is remembered only for what `dropped` was asked, which carries no verdict, and
`refute`, which is spent by counts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, fields
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol

from boundcheck.symbolic.encode import fingerprint

from ..kernel import certificates
from ..kernel.results import NotDefined, Proved, Refuted, Unknown

ANSWERS: dict[str, Any] = {kind.__name__: kind for kind in (Proved, Refuted, NotDefined, Unknown)}


class Memory(Protocol):
    """Texts by key."""

    def get(self, key: str) -> str | None:
        """The text of a key, if there is one."""
        ...

    def put(self, key: str, text: str) -> None:
        """Keep a text."""
        ...


_memory: ContextVar[Memory | None] = ContextVar("proofs", default=None)
# What this process itself found or saw replayed, by key: the very same text needs no second look.
_stood: dict[str, bytes] = {}


@contextmanager
def kept_in(memory: Memory | None) -> Iterator[None]:
    """Answers of the provers come from `memory` where it has them, and go there where it lacks them."""
    before = _memory.set(memory)
    try:
        yield
    finally:
        _memory.reset(before)


def remembered(
    question: tuple[Any, ...], goal: Any, given: tuple[Any, ...], search: Callable[[], Any], *, open_too: bool = False
) -> Any:
    """The answer to a question about a statement, replayed if it is known, else searched for and kept.

    Parameters
    ----------
    question : tuple of plain data
        What was asked, besides the statement.
    goal, given
        The statement that the answer's certificate is for.
    search : callable
        Finds the answer.
    open_too : bool
        Whether an answer that decides nothing is kept as well.
    """
    memory = _memory.get()
    if memory is None:
        return search()
    try:
        key = hashlib.sha256(json.dumps([version(), list(question), fingerprint(goal, given)]).encode()).hexdigest()
    except (ValueError, TypeError):  # no statement of the provers' language
        return search()
    text = memory.get(key)
    known = _answer(text)
    if known is not None and (_stood.get(key) == _digest(text) or _stands(known, goal, given)):
        _stood[key] = _digest(text)
        return known
    answer = search()
    if open_too or not isinstance(answer, Unknown):
        text = json.dumps({"kind": type(answer).__name__, **asdict(answer)})
        _stood[key] = _digest(text)
        memory.put(key, text)
    return answer


def _digest(text: str | None) -> bytes:
    return hashlib.sha256((text or "").encode()).digest()


def _answer(text: str | None) -> Any:
    if text is None:
        return None
    try:
        data = json.loads(text)
        kind = ANSWERS[data["kind"]]
        plain = {f.name: data[f.name] for f in fields(kind)}
    except (ValueError, KeyError, TypeError):
        return None
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()})


def _stands(answer: Any, goal: Any, given: tuple[Any, ...]) -> bool:
    kinds = {Proved: "proof", Refuted: "counterexample", NotDefined: "undefined"}
    if isinstance(answer, Unknown):
        return True
    fits = answer.certificate.get("kind") == kinds[type(answer)]
    if isinstance(answer, Refuted):
        fits = fits and dict(answer.witness) == answer.certificate.get("point")
    return fits and certificates.replay(answer.certificate, goal, given).ok


@cache
def version() -> str:
    """Fingerprint of the provers: their own sources, and the versions of what they call."""
    root = Path(__file__).parents[2]
    sources = [p for room in ("prove", "symbolic") for p in sorted((root / room).rglob("*.py"))]
    parts = [p.read_text(encoding="utf-8") for p in sources]
    parts += [f"{name} {metadata.version(name)}" for name in ("sympy", "z3-solver", "python-flint", "numpy", "mpmath")]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
