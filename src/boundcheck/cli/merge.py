"""``boundcheck merge``: the results of several ``--shard`` runs come together."""

from __future__ import annotations

import argparse
import json
from contextlib import ExitStack

from boundcheck.cli.check import ready
from boundcheck.cli.options import UsageError
from boundcheck.cli.output import counted
from boundcheck.study import Store, merge


def main(options: argparse.Namespace) -> int:
    """Copy every finished block of the folders given into the results of ``--out``."""
    files = [folder / "results.sqlite" for folder in options.folders]
    for file in files:
        if not file.is_file():
            raise UsageError(f"no results in {str(file.parent)!r}; give the --out folder of a --shard run")
    ready(options.out)
    with ExitStack() as stack:
        stores = [Store(file) for file in (options.out / "results.sqlite", *files)]
        for store in stores:
            stack.callback(store.close)
        copied = merge(*stores)
    if options.json:
        print(json.dumps({"copied": copied, "into": str(options.out / "results.sqlite")}))
    elif not options.quiet:
        into = options.out / "results.sqlite"
        print(f"{counted(copied, 'block')} copied into {into}; now run the claim with --out {options.out}")
    return 0
