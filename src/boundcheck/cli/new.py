"""``boundcheck new my_theorem.md`` or ``my_theorem.py``: a page or a claim file to start from; ``boundcheck.sty`` for LaTeX."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from boundcheck import pages
from boundcheck.cli.options import UsageError
from boundcheck.loading import STEM

TEMPLATE = r'''"""The mean of n coins. Run this file as it is: boundcheck FILE"""

import numpy as np
from sympy import cosh, exp, log, sqrt, symbols

from boundcheck.claims import Claim, HighProbabilityBound, Inequality, Letter, Regime, Simulation, Step

# Letters are real numbers. What else is true of them is said where they are used; numbers are exact: Rational(1, 10).
n, delta, s, t = symbols("n delta s t", real=True)


def errors(rng, repeats, *, n, p, **point):
    """One error per replicate: how far the mean of n coins is from p."""
    return np.abs(rng.binomial(n, p, size=repeats) / n - p)


CLAIM = Claim(
    title="Mean of n coins",
    words=r"With probability at least $1 - \delta$, the mean of $n$ independent coins is off by at most",
    letters=(Letter(n, "number of coins", n >= 1, (10, 1e6), integer=True),),
    parts={
        # What is claimed, put to the test by simulation. `trivial` is what holds without any data.
        "bound": HighProbabilityBound.of(
            sqrt(log(2 / delta) / (2 * n)), failure=delta, trivial=1,
            regimes=(Regime("fair", Simulation(errors), {"n": 1000, "p": 0.5, "delta": 0.05}, biting=True),),
        ),
    },
    steps=(
        # Why it holds: label, place, statement, and for a reader `because=`, with LaTeX between dollars. Each is proved wherever
        # its conditions hold, or refuted by a witness.
        Step("moment", "line 1", Inequality(cosh(s), exp(s**2 / 2)), because="A fair sign, 1 or $-1$."),
        Step("slip", "line 2", Inequality(cosh(s), exp(s**2 / 3))),  # the false one: delete it, or mend it
        Step("exponent", "line 3", Inequality(-2 * t**2, s**2 / 8 - s * t, (t >= 0,)), because="At best $s = 4 t$."),
    ),
)  # fmt: skip
'''


STYLE = Path(pages.__file__).with_name("boundcheck.sty")
PAGE = r"""---
title: Moments of a fair sign
letters: |
  s | real | | exponent
  e | constant
---

# Moments of a fair sign

Every letter is declared above: its print, its kind (real, integer, constant, function), its domain, what it is. Words and formulas
outside of the statement and its proof are for readers, and nothing checks them.

:::{prf:lemma}
:label: lem-moment

For all $s \in [-1, 1]$,

$$
\cosh(s) \le e^{s^2/2}.
$$ (eq-moment)
:::

:::{prf:proof}
The false line of this proof is the first one. Delete it, or mend it.

$$
\cosh(s) \le e^{s^2/3}
$$ (eq-slip)

Then

$$
\cosh(s) \le 1 + s^2 \le e^{s^2}.
$$ (eq-far)
:::
"""


def main(options: argparse.Namespace) -> int:
    """Write the file, never over another one."""
    path: Path = options.file
    if path.name == STYLE.name:
        content = STYLE.read_text(encoding="utf-8")
    elif path.suffix not in (".py", ".md") or not STEM.fullmatch(path.stem):
        raise UsageError(
            f"{str(path)!r:.80}: give a name of letters, digits, _ and - that ends in .md or .py, as my_theorem.md"
        )
    else:
        content = PAGE if path.suffix == ".md" else TEMPLATE.replace("FILE", path.name)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(content)
    except FileExistsError:
        raise UsageError(f"{path} exists and is left as it is; give another name") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be written ({error.strerror}); give a folder of yours") from None
    if options.json:
        print(json.dumps({"file": str(path), "next": f"boundcheck {path}" if path.suffix != ".sty" else ""}))
    elif path.suffix == ".sty" and not options.quiet:
        print(f"wrote {path}; \\usepackage{{boundcheck}} beside it, and 'boundcheck draft paper.tex' says which letters lack")
    elif not options.quiet:
        print(f"wrote {path}; 'boundcheck {path}' checks it, and finds the false step")
    return 0
