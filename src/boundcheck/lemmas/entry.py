"""A statement of the library with what tests it: laws that refute it 5 % too strong, and laws that lack one hypothesis alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from sympy import Add, Expr, Mul, Number, Pow, Rational, exp, log, sympify

from boundcheck.calculus import Always, Assumed, Derivation, Granted, Law, Lemma, Private, With, World
from boundcheck.calculus.facts import LAWS, Conclusion
from boundcheck.calculus.terms import Term, terms
from boundcheck.symbolic import Statement
from boundcheck.symbolic.balls import Undefined

STRONGER = Rational(20, 21)


class Model(Protocol):
    """A concrete law: of each fact it says whether it holds there, by exact values or balls; None where it cannot tell."""

    def holds(self, said: Conclusion, numbers: Mapping[str, Any]) -> bool | None:
        """Whether it holds, with these numbers for its letters."""


def lt(lhs: Any, rhs: Any) -> Statement:
    """``lhs < rhs``, as it is written."""
    return Statement(sympify(lhs), "<", sympify(rhs))


@dataclass(frozen=True)
class Case:
    """A model, and numbers for the letters of a lemma."""

    model: Model
    numbers: Mapping[str, Any]

    def holds(self, said: Conclusion) -> bool | None:
        """Whether a fact holds; one whose formulas have no value does not."""
        try:
            return self.model.holds(said, self.numbers)
        except Undefined:
            return False


def at(model: Model, **numbers: Any) -> Case:
    """A model with exact numbers for the letters of a lemma."""
    return Case(model, {name: sympify(value) for name, value in numbers.items()})


@dataclass(frozen=True)
class Entry:
    """A lemma of the library.

    Parameters
    ----------
    lemma : Lemma
    objects : mapping
        What it is stated of here: letters, samples, mechanisms.
    sharp : laws of which one refutes each form that is 5 % too strong
    without : by hypothesis, a law that violates this one alone, and the conclusion
    slack : by place, the best form known, where a constant can be improved or nobody knows whether it can
    spare : hypotheses that the proof here takes, and the statement does not need, or has only where another one has a value
    derived : the derivation that proves it, where there is one; from its own hypotheses to its own conclusion
    """

    lemma: Lemma
    objects: Mapping[str, Any]
    sharp: tuple[Case, ...]
    without: Mapping[str, Case]
    slack: Mapping[str, str] = field(default_factory=dict)
    spare: tuple[str, ...] = ()
    derived: Callable[[Entry], Derivation] | None = None

    @property
    def name(self) -> str:
        return self.lemma.name + (" below" if self.objects.get("side") == -1 else "")

    @property
    def title(self) -> str:
        """As readers know it, with a capital."""
        side = ", below" if self.objects.get("side") == -1 else ""
        return self.lemma.title[:1].upper() + self.lemma.title[1:] + side

    @cached_property
    def hypotheses(self) -> dict[str, Conclusion]:
        """Each under the name of its law, or as the relation that it is."""
        found: dict[str, Conclusion] = {}
        for need in self.lemma(**self.objects).stated()[0]:
            single = [Always((r,)) for r in need.relations] if isinstance(need, Always) else [need]
            for one in single:
                label = _label(one)
                found[label if label not in found else f"{label} of {_object(one)}"] = one
        return found

    @cached_property
    def conclusion(self) -> Conclusion:
        return self.lemma(**self.objects).stated()[1]

    @cached_property
    def derivation(self) -> Derivation | None:
        return None if self.derived is None else self.derived(self)

    def too_strong(self) -> Iterator[tuple[str, Forms]]:
        """Each place of a constant, and the conclusion with 5 % less and more there; one of them says more."""
        symbols = {v for v in self.objects.values() if isinstance(v, Expr)}
        symbols |= {side for v in self.objects.values() if isinstance(v, Statement) for side in (v.lhs, v.rhs)}
        seen: dict[str, int] = {}
        for words, forms in _places(self.conclusion, symbols):
            seen[words] = seen.get(words, 0) + 1
            yield words if seen[words] == 1 else f"{words} ({seen[words]})", forms

    def refuted_places(self) -> dict[str, bool]:
        """Of each place, whether one of the sharp laws refutes the form that is 5 % too strong there."""
        return {
            words: any(case.holds(form) is False for form in forms for case in self.sharp)
            for words, forms in self.too_strong()
        }

    def lacks_only(self, hypothesis: str) -> bool:
        """Whether the law kept for a hypothesis violates it and the conclusion, and has all the others."""
        case = self.without[hypothesis]
        rest = all(case.holds(one) is True for label, one in self.hypotheses.items() if label != hypothesis)
        return rest and case.holds(self.hypotheses[hypothesis]) is False and case.holds(self.conclusion) is False


def _label(said: Conclusion) -> str:
    if isinstance(said, Law):
        return said.property
    return "private" if isinstance(said, Private) else str(said.relations[0]) if isinstance(said, Always) else str(said)


def _object(said: Conclusion) -> str:
    thing = said.object if isinstance(said, Law) else getattr(said, "mechanism", "")
    return str(getattr(thing, "name", thing))


# ---- 5 % more --------------------------------------------------------------------------------------------------------

Forms = tuple[Any, Any]  # with 5 % less, and with 5 % more, at one place


def _places(said: Conclusion, free: set[Any]) -> Iterator[tuple[str, Forms]]:
    if isinstance(said, With):
        if said.failure not in free:
            for words, (less, more) in _whole(said.failure):
                yield f"failure, {words}", (replace(said, failure=less), replace(said, failure=more))
        if any(r.rhs not in free or isinstance(r.rhs, Term) for r in said.relations):
            yield from _relations(said)
    elif isinstance(said, Always):
        yield from _relations(said)
    elif isinstance(said, Law):
        for position, direction in enumerate(LAWS[said.property].directions):
            value = said.parameters[position]
            if direction and isinstance(value, Expr):
                for words, forms in _whole(value):
                    less, more = (replace(said, parameters=_put(said.parameters, position, x)) for x in forms)
                    yield words, (less, more)
    else:
        if said.epsilon != 0:
            for words, (less, more) in _whole(said.epsilon):
                yield f"epsilon, {words}", (replace(said, epsilon=less), replace(said, epsilon=more))
        if said.delta != 0 and said.delta not in said.epsilon.free_symbols:
            for words, (less, more) in _whole(said.delta):
                yield f"delta, {words}", (replace(said, delta=less), replace(said, delta=more))


def _put(values: tuple[Any, ...], position: int, value: Any) -> tuple[Any, ...]:
    return (*values[:position], value, *values[position + 1 :])


def _relations(said: Any) -> Iterator[tuple[str, Forms]]:
    for position, one in enumerate(said.relations):
        sign = 0 in (one.lhs, one.rhs) and isinstance(one.rhs - one.lhs, (Term, Mul))  # a number's sign has no constant
        right = [] if sign or one.rhs == 0 else list(_whole(one.rhs))
        changes = [(w, [replace(one, rhs=x) for x in forms]) for w, forms in right]
        changes += [(w, [replace(one, lhs=x) for x in forms]) for w, forms in _inside(one.lhs)]
        for words, relations in changes:
            less, more = (replace(said, relations=_put(said.relations, position, r)) for r in relations)
            yield words, (less, more)


def _whole(expr: Expr) -> Iterator[tuple[str, Forms]]:
    """An expression with everything, an exponent, a factor that is written, or one term of a sum in it 5 % off."""
    exponential = any(isinstance(part, exp) for part in Mul.make_args(expr))
    if not exponential or _has_factor(expr):
        yield "factor" if exponential else "whole", (STRONGER * expr, expr / STRONGER)
    yield from _inside(expr)


def _inside(expr: Expr) -> Iterator[tuple[str, Forms]]:
    if not isinstance(expr, (Add, Mul, Pow, exp, log)):
        return
    if isinstance(expr, exp) and not isinstance(expr.args[0], Add):
        yield "exponent", (exp(STRONGER * expr.args[0]), exp(expr.args[0] / STRONGER))
    if isinstance(expr, log) and _has_factor(expr.args[0]):
        yield "in the logarithm", (log(STRONGER * expr.args[0]), log(expr.args[0] / STRONGER))
    for position, arg in enumerate(expr.args[:1] if isinstance(expr, Pow) else expr.args):
        changes = list(_inside(arg))
        if isinstance(expr, Add):
            changes.insert(0, (f"term {arg}", (STRONGER * arg, arg / STRONGER)))
        for words, forms in changes:
            less, more = (expr.func(*_put(expr.args, position, form)) for form in forms)
            yield words, (less, more)


def _has_factor(expr: Expr) -> bool:
    return isinstance(expr, Mul) and isinstance(expr.args[0], Number) and abs(expr.args[0]) != 1


# ---- proved here -----------------------------------------------------------------------------------------------------


def derived(
    *facts: Any, domain: tuple[Any, ...] = (), auxiliary: Mapping[str, Any] | None = None
) -> Callable[[Entry], Derivation]:
    """These facts, from the hypotheses of an entry to its conclusion; neither is written again.

    Parameters
    ----------
    domain : relations of letters of the proof
    auxiliary : definitions of quantities of the proof, and the laws that they have by definition
    """

    def of(entry: Entry) -> Derivation:
        assumptions: dict[str, Any] = dict(auxiliary or {})
        letters = list(domain)
        for label, one in entry.hypotheses.items():
            if isinstance(one, Law):
                assumptions[label] = Assumed(one, "hypothesis")
            elif isinstance(one, Always) and not terms((one.relations[0].lhs, one.relations[0].rhs)):
                letters.append(one.relations[0])
            elif isinstance(one, Always):
                assumptions[label] = Granted(one, "hypothesis")
            else:
                raise TypeError(f"{entry.name}: a derivation takes no guarantee as its assumption")
        laws = tuple(a.says for a in assumptions.values() if isinstance(a, Assumed))
        return Derivation(tuple(letters), assumptions, facts, entry.conclusion, worlds=(World("its hypotheses", laws),))

    return of
