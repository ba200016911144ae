"""``boundcheck doctor``: versions, engines, and what is missing."""

from __future__ import annotations

import argparse
import json
import os
import platform
from importlib import metadata
from pathlib import Path

from boundcheck.cli.options import FULL
from boundcheck.cli.output import counted
from boundcheck.loading import registry
from boundcheck.second_opinion import available

NEEDED = ("sympy", "mpmath", "numpy", "scipy", "z3-solver", "python-flint", "rich")
OPTIONAL = {
    "numba": f"simulations, so that claims are settled: {FULL}",
    "typst": f"pages and reports: {FULL}",
    "matplotlib": f"figures of pages and reports: {FULL}",
    "distributed": "several machines (--engine dask:...): pip install 'boundcheck[dask]'",
    "dp-accounting": "accountant checks: pip install 'boundcheck[dp]'",
}


def main(options: argparse.Namespace) -> int:
    """Print what is there; exit 4 if something needed is not."""
    rows = {name: _version(name) for name in (*NEEDED, *OPTIONAL)}
    missing = [name for name in NEEDED if rows[name] is None]
    known = registry.ids()
    papers = {key: sum(i.startswith(f"{key}/") for i in known) for key in sorted(registry.papers())}
    broken = registry.unusable()
    engines = ["in-process", "threads", "processes", *(["dask"] if rows["distributed"] else [])]
    folder = writable(options.out)
    status = 4 if missing else 0
    if options.json:
        found = {
            "boundcheck": _version("boundcheck"), "python": platform.python_version(), "versions": rows, "missing": missing,
            "engines": engines, "papers": papers, "unusable": broken, "writable": folder,
        }  # fmt: skip
        print(json.dumps(found, indent=1))
        return status
    if options.quiet and not missing:
        return status
    print(f"boundcheck {_version('boundcheck')}, python {platform.python_version()} on {platform.system()} "
          f"{platform.machine()}, {counted(os.cpu_count() or 1, 'core')}")  # fmt: skip
    for name, version in rows.items():
        hint = "" if version else f"  ({OPTIONAL.get(name, 'needed: pip install ' + name)})"
        print(f"  {name:14} {version or 'missing'}{hint}")
    print(f"engines: {', '.join(engines)}")
    print(f"second opinion: {available() or 'none (Coq with coq-interval; apt-get install coq libcoq-interval)'}")
    print("papers: " + ", ".join(f"{key} ({counted(count, 'claim')})" for key, count in papers.items()))
    for key, why in broken.items():
        print(f"  the paper {key!r} that a package brings cannot be used: {why}")
    print(f"reports go to {options.out} ({'writable' if folder else 'NOT writable; give --out'})")
    return status


def writable(folder: Path) -> bool:
    """Whether the folder can be written, or made."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK)


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
