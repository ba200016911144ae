"""``boundcheck privacy noise``: the noise that an epsilon needs."""

from __future__ import annotations

import argparse
import json

from boundcheck.cli.output import until_closed
from boundcheck.cli.privacy.given import required, settings
from boundcheck.privacy.exact import outward


def answer(options: argparse.Namespace) -> int:
    """Print the bracket of the noise multiplier."""
    used, wanted = settings(options), required(options, "epsilon")
    found = used.noise(wanted, options.effort)
    low, high = outward(found.low, found.high, 5)
    with until_closed():
        if options.json:
            print(
                json.dumps(
                    {"settings": str(used), "epsilon": wanted, "multiplier": {"low": low, "high": high}}, indent=1
                )
            )
        elif not options.quiet:
            print(f"{used}, epsilon = {wanted}")
            print(f"  noise {high:.6g} times one unit's contribution is enough (epsilon {found.enough.high:.5g})")
            print(f"  {low:.6g} is too little (epsilon {found.too_little.low:.5g} at least)")
    return 0
