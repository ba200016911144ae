"""Statements of known truth, written down before any of them was given to a prover.

Those of `of_rules` are aimed at one rule or one module of the kernel each, those of `fresh` at none; those of `more` were
written after the others had been run, at what these found; those of `falsified` are about integer letters, far points, common
factors and disjoint letters. Of a false one the point is named where it fails or has no value.
"""

from .falsified import FALSIFIED
from .fresh import FRESH
from .more import MORE
from .of_rules import OF_RULES
from .written import Known, built

STATEMENTS: dict[str, Known] = {
    f"{room}/{name} {number}": known
    for room, table in (("rule", OF_RULES), ("fresh", FRESH), ("more", MORE), ("falsified", FALSIFIED))
    for name, found in table.items()
    for number, known in enumerate(found, 1)
}

__all__ = ["FALSIFIED", "FRESH", "MORE", "OF_RULES", "STATEMENTS", "Known", "built"]
