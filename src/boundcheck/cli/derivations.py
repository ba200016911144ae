"""Where the argument of a claim lies, in a checkout; an installed wheel has none."""

from __future__ import annotations

from pathlib import Path

import boundcheck

FOLDER = Path(boundcheck.__file__).parents[2] / "derivations"


def derivation_of(claim_id: str) -> str:
    """The Markdown of a claim's derivation, or an empty text."""
    path = FOLDER / f"{claim_id}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""
