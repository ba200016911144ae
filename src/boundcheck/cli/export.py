"""``boundcheck export FILE.json --to coq``: the proofs of a record as a file that another program checks, along their trees."""

from __future__ import annotations

import argparse
import sys

from boundcheck.cli.output import counted, until_closed
from boundcheck.prove.in_coq import exports
from boundcheck.record import plain, read


def main(options: argparse.Namespace) -> int:
    """Write the file, or print it; nothing is compiled here."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))
    text = exports(plain(read(options.record)))
    if options.out is not None:
        options.out.write_text(text, encoding="utf-8")
        if not options.quiet:
            lines = text.splitlines()
            count, left = (sum(line.startswith("Theorem ") for line in lines), sum(": not written, " in line for line in lines))
            without = f"; {counted(left, 'proof')} not written, for the reason that stands there" if left else ""
            print(f"{counted(count, 'theorem')} in {options.out}, for coqc to check{without}")
        return 0
    with until_closed():
        print(text)
    return 0
