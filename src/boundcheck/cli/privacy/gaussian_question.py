"""``boundcheck privacy gaussian``: the epsilon that Gaussian noise gives."""

from __future__ import annotations

import argparse
import json
from typing import Any

from boundcheck.cli.output import until_closed
from boundcheck.cli.privacy.given import required, settings
from boundcheck.privacy import EpsilonBracket
from boundcheck.privacy.exact import outward

OPEN = 0.015  # a bracket that is wider was not narrowed by more effort


def answer(options: argparse.Namespace) -> int:
    """Print the bracket of epsilon."""
    found = settings(options).epsilon(required(options, "sigma"), options.effort)
    replayed = found.replay()
    with until_closed():
        if options.json:
            print(json.dumps({**plain(found), "replayed": replayed}, indent=1))
        elif not options.quiet:
            print(f"{found.mechanism}, {found.adjacency}, delta = {float(found.delta):.6g}")
            low, high = outward(found.low, found.high, 5)
            print(f"  epsilon <= {high:.6g} is guaranteed")
            if low > 0:
                print(f"  epsilon < {low:.6g} is violated, by data sets on which the mechanism is the worst pair")
            between = "between them, where it is open" if found.relative_width > OPEN else "between them"
            print(f"  {between}: {found.relative_width:.2%} of epsilon; both ends {_replayed(replayed)}")
    return 0


def plain(found: EpsilonBracket) -> dict[str, Any]:
    """The bracket as plain data, in the digits it supports."""
    low, high = outward(found.low, found.high, 6)
    return {
        "mechanism": str(found.mechanism),
        "adjacency": str(found.adjacency),
        "delta": float(found.delta),
        "epsilon": {"low": low, "high": high},
        "low_is_a_violation": found.attained,
    }


def _replayed(replayed: bool) -> str:
    return "computed again and confirmed" if replayed else "NOT CONFIRMED when computed again"
