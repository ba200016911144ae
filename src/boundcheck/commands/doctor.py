"""``boundcheck doctor``: versions, engines, and what is missing."""

from __future__ import annotations

import argparse
import json
import os
import platform
from importlib import metadata

NEEDED = (
    "sympy", "mpmath", "numpy", "scipy", "statsmodels", "z3-solver", "python-flint", "typst", "matplotlib", "rich", "numba",
)  # fmt: skip
OPTIONAL = {"distributed": "several machines (--engine dask:...): pip install 'boundcheck[dask]'", "dp-accounting": "accountant checks: pip install 'boundcheck[dp]'"}  # fmt: skip


def main(options: argparse.Namespace) -> int:
    """Print what is there; exit 4 if something needed is not."""
    rows = {name: _version(name) for name in (*NEEDED, *OPTIONAL)}
    missing = [name for name in NEEDED if rows[name] is None]
    folder = os.access(options.out if options.out.exists() else options.out.parent, os.W_OK)
    if options.json:
        print(json.dumps({"python": platform.python_version(), "versions": rows, "missing": missing, "writable": folder}))
        return 4 if missing else 0
    print(f"python {platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} cores")
    for name, version in rows.items():
        hint = "" if version else f"  ({OPTIONAL.get(name, 'needed: pip install ' + name)})"
        print(f"  {name:14} {version or 'missing'}{hint}")
    print(f"  reports go to {options.out} ({'writable' if folder else 'NOT writable'})")
    print("engines: in-process, threads, processes" + (", dask" if rows["distributed"] else ""))
    return 4 if missing else 0


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
