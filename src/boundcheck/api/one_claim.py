"""The one claim that a caller gives: by name, by file, as itself, or as a statement."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from boundcheck import loading as own
from boundcheck.claims import Claim
from boundcheck.claims.kinds import relation_words
from boundcheck.claims.plain_values import is_relation
from boundcheck.claims.shape import Shape
from boundcheck.loading import form, registry


def named(claim: Any) -> tuple[str, Claim, str]:
    """The one claim that is meant: its id, itself, and the fingerprint of its file's code."""
    if isinstance(claim, tuple) and len(claim) == 2 and isinstance(claim[1], Claim):
        own.refuse(form.complaints(claim[1]))
        own.rehearse(claim[1])
        return str(claim[0]), claim[1], ""
    if isinstance(claim, PathLike) or (isinstance(claim, str) and claim.endswith(".py")):
        claim_id, found = registry.load_file(Path(claim))
        own.rehearse(found, Path(claim))
        return claim_id, found, own.sources(Path(claim))
    if isinstance(claim, str):
        ids = registry.resolve(claim)
        if len(ids) > 1:
            raise registry.UnknownClaim(f"{claim!r} names {len(ids)} claims; check them one by one: {', '.join(ids)}")
        return ids[0], registry.load(ids[0]), registry.code_of(ids[0])
    if isinstance(claim, Shape):
        claim = Claim(title="The statement", parts={"statement": claim})
    if is_relation(claim):
        raise TypeError(relation_words(claim))
    if not isinstance(claim, Claim):
        raise TypeError(f"claim must be a name, a path, a Claim or a statement, got a {type(claim).__name__}")
    own.refuse(form.complaints(claim))
    own.rehearse(claim)
    return "own/claim", own.completed(claim, Path("claim.py")), ""
