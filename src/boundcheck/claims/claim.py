"""A claim: what a numbered result asserts (parts) and why (steps)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import sympy

from .fields import Word
from .kinds import Display, Expression, Part, Statement
from .paper import UNPRINTED, Parameter, Source


@dataclass(frozen=True)
class Assumption(Word):
    """A condition under which the result is stated, and what is known to happen without it."""

    label: str
    words: str
    used_by: tuple[str, ...] = ()
    dropped: str = ""


@dataclass(frozen=True)
class Reading(Word):
    """One way in which the page can be read; the literal one comes first in `Claim.readings`.

    `repair` marks what is no reading of the page but the nearest statement that survives. `doubt` names what the page
    at hand may have lost (a symbol in one converted copy), where this reading hangs on it: nothing is then called
    false as printed.
    """

    name: str
    words: str
    repair: bool = False
    doubt: str = ""


@dataclass(frozen=True)
class Repair(Word):
    """What replaces a step that is false as printed."""

    statement: Statement
    words: str
    display: str = ""


@dataclass(frozen=True)
class Step(Word):
    """A displayed line of the proof, as a labelled statement.

    Parameters
    ----------
    label : str
        Also the heading of its paragraph in the derivation.
    where : str
        Equation number or place on the page.
    statement
        One of the statement shapes.
    display : str
        The line as Typst mathematics where the printed form is a vector or norm statement that the checked
        form reduces to scalars; empty if the checked form is the printed one.
    reduction : str
        How the checked form follows from the displayed one; empty if they coincide.
    repair : Repair or None
    reading : str
        Name of the reading under which the step is stated.
    note : str
    doubt : str
        What the page at hand may have lost or changed, where the step's falsity hangs on it; see `Reading`.
    """

    label: str
    where: str
    statement: Statement
    display: str = ""
    reduction: str = ""
    repair: Repair | None = None
    reading: str = "literal"
    note: str = ""
    doubt: str = ""


@dataclass(frozen=True)
class Claim(Word):
    """A numbered result.

    Parameters
    ----------
    source : Source
        Left out in someone's own claim file, where the file's name stands for it.
    title : str
    words : str
        The conditions under which the displays hold, in our words.
    displays : mapping of str to sympy.Expr or str
        What is printed, a row per variant; text is Typst mathematics.
    parameters : tuple of Parameter
    parts : mapping of str to statement
    steps : tuple of Step
    definitions : mapping of sympy.Symbol to sympy.Expr
        Letters that abbreviate; substituted before anything is evaluated or proved.
    uses : tuple of str
        Ids of the claims whose statements enter here.
    """

    source: Source = UNPRINTED
    title: str = ""
    words: str = ""
    displays: Mapping[str, Display] = field(default_factory=dict)
    parameters: tuple[Parameter, ...] = ()
    parts: Mapping[str, Part] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()
    definitions: Mapping[sympy.Symbol, Expression] = field(default_factory=dict)
    readings: tuple[Reading, ...] = (Reading("literal", "as printed"),)
    assumptions: tuple[Assumption, ...] = ()
    uses: tuple[str, ...] = ()
    not_covered: tuple[str, ...] = ()
    letters: Mapping[str, str] = field(default_factory=dict)
