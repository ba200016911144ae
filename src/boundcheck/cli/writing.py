"""Writing so that a crash leaves either the old file or the new one."""

from __future__ import annotations

import os
from pathlib import Path


def write(path: Path, content: str | bytes) -> None:
    """Replace `path` by `content` in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
