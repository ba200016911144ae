"""Whether the script that runs would be run again by each process that imports it."""

from __future__ import annotations

import ast
import sys
from pathlib import Path


def unguarded() -> bool:
    """Whether the running script would come here again when another process imports it."""
    main = sys.modules.get("__main__")
    file = getattr(main, "__file__", None)
    frame = sys._getframe()
    while frame is not None and not (frame.f_globals is vars(main) and frame.f_code.co_name == "<module>"):
        frame = frame.f_back  # type: ignore[assignment]
    if frame is None or file is None:
        return False
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return False
    return not any(
        isinstance(node, ast.If)
        and "__name__" in {name.id for name in ast.walk(node.test) if isinstance(name, ast.Name)}
        and node.lineno <= frame.f_lineno <= (node.end_lineno or node.lineno)
        for node in tree.body
    )
