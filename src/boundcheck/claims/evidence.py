"""What the check of one statement says: an outcome and everything that carries it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .outcomes import Outcome


@dataclass(frozen=True)
class Finding:
    """Something worth knowing that is no verdict: VACUOUS, LOOSE, TIGHT, GROWS, CONSTANT.

    `about` names settings; `brief` is the text for a screen, where it has a shorter one.
    """

    kind: str
    text: str
    about: tuple[str, ...] = ()
    brief: str = ""


@dataclass(frozen=True)
class Evidence:
    """What a check returns: an outcome and everything that carries it.

    `data` holds the shape's own fields of the record (constant, exponents, slack, mutants ...), JSON-able. `bare` says that
    the summary of a refutation is its point and no more.
    """

    outcome: Outcome
    summary: str
    method: str = ""
    findings: tuple[Finding, ...] = ()
    certificate: Mapping[str, Any] | None = None
    witness: Mapping[str, Any] | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    bare: bool = False
