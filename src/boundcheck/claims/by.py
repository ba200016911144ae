"""The use of another result: an instance of it, with what its letters stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import sympy

from .annotations import mapping
from .claim import Claim, Step
from .fields import fitted, letters_in
from .kinds import Conditions, Expression, Statement
from .plain_values import Unfit, by_kind
from .shape import Shape


@dataclass(frozen=True, init=False)
class By(Shape):
    """An instance of a claim or a step: ``By(claim_e_2, zeta=1)``, ``By("curvature", s=2*radius)``.

    Checked by substitution: the conditions of the result, and the domains of its letters, are proved on this claim's
    domain. It is no proof step, has a mark of its own, and is not counted as proved.

    Parameters
    ----------
    source : Claim, module of a claim, Step, or str
        The result that is used. Text is the label of a step of the same claim, or the id of a claim in `uses`.
    part : str
        Which part of the claim, ``part`` or ``part@reading``; needed where it has several.
    says : statement, optional
        The display, where it is written otherwise than the instance; it must follow from the instance.
    given : tuple of SymPy relations
        Conditions under which the display stands.
    letters : mapping of str to sympy.Expr
        What letters of the result stand for here; also as keywords. The others stand for themselves.
    """

    source: Any
    part: str = ""
    says: Statement | None = None
    given: Conditions = ()
    letters: Mapping[str, Expression] = field(default_factory=dict)

    def __init__(
        self, source: Any, part: str = "", says: Any = None, given: Any = (), letters: Any = None, **more: Any
    ) -> None:
        if isinstance(source, ModuleType):
            source = getattr(source, "CLAIM", source)
        rule = mapping(str, Expression)
        entries = {**(letters or {}), **more}
        held = {
            "source": fitted("By", "source", _source, source),
            "part": part,
            "says": says,
            "given": given,
            "letters": fitted("By", "letters", rule, {_name(key): entry for key, entry in entries.items()}),
        }
        for name, entry in held.items():
            object.__setattr__(self, name, entry)
        self.__post_init__()

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """A part that the claim lacks, or none named where it has several."""
        if not isinstance(self.source, Claim):
            return
        name, _, reading = self.part.partition("@")
        parts = self.source.parts
        if not self.part and len(parts) != 1:
            yield "part", f"{self.source.source.printed} has {len(parts)} parts; name one of {', '.join(parts)}"
        elif self.part and name not in parts:
            yield "part", f"{self.source.source.printed} has no part {name!r}; there are {', '.join(parts)}"
        elif reading and (not isinstance(parts[name], Mapping) or reading not in parts[name]):
            yield "part", f"{name!r} has no reading {reading!r}"

    def speaks_of(self) -> Iterator[Any]:
        """What is written here, and the letters of the instance that stand for themselves."""
        yield from (self.says, self.given, *self.letters.values())
        named = letters_in(self._instance)
        if isinstance(self.source, Claim):
            short = self.source.letters.among(named)
            named |= {letter.name for letter in short.letters}
            named -= {symbol.name for symbol in short.definitions}
        yield tuple(sympy.Symbol(name) for name in named - self.letters.keys())

    @property
    def _instance(self) -> Any:
        """The statement that is used, where it is at hand."""
        if not isinstance(self.source, Claim):
            return getattr(self.source, "statement", None)
        name, _, reading = self.part.partition("@")
        found = self.source.parts[name or next(iter(self.source.parts))]
        return found[reading or next(iter(found))] if isinstance(found, Mapping) else found

    @property
    def called(self) -> str:
        """How a sentence names the result."""
        if isinstance(self.source, Claim):
            return self.source.source.printed or self.source.title
        return self.source.label if isinstance(self.source, Step) else str(self.source)

    @property
    def words(self) -> str:
        """ "by `Claim E.2` with $zeta = 1$"."""
        stands = ", ".join(f"${name} = {value}$" for name, value in self.letters.items())
        return f"by `{self.called}`" + (f" with {stands}" if stands else "")


def _source(value: Any) -> Any:
    if isinstance(value, Claim | Step) or (isinstance(value, str) and value):
        return value
    raise Unfit(f"a claim, its module, a step or the label of one is expected, not {by_kind(value)}")


def _name(key: Any) -> str:
    return str(getattr(key, "name", key))
