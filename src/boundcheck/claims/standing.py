"""How a sentence says that something stands: a theorem holds, a definition is well defined, a section is consistent."""

from __future__ import annotations

import re

_DEFINED = re.compile(r"(Definition|Assumption|Algorithm|Mechanism)s?\b")
_CONSISTENT = re.compile(r"(Section|Appendix|Appendices|Table|Figure)s?\b")


def plural(name: str) -> bool:
    """Whether a name is that of several things: *Equations (1) to (4)*, *Section 4, remarks*."""
    first, last = name.partition(" ")[0], name.rpartition(", ")[2]
    return any(re.fullmatch(r"[A-Za-z]+[^\Wsiu\d_]s", word) is not None for word in (first, last))


def adjective(name: str) -> str:
    """``well defined`` or ``consistent`` for what asserts no theorem; empty for what holds."""
    if _DEFINED.match(name):
        return "well defined"
    return "consistent" if _CONSISTENT.match(name) else ""


def stands(name: str) -> str:
    """The verb of a result that stands."""
    said = adjective(name)
    if said:
        return f"{'are' if plural(name) else 'is'} {said}"
    return "hold" if plural(name) else "holds"
