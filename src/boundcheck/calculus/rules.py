"""The rules: how a fact follows from those that it cites. Trusted; each raises `Missing` with the link that nobody gives."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sympy import Add, Basic, Expr, Integer, Sum, Symbol, oo, sympify

from boundcheck.symbolic import Statement

from .facts import LAWS, Always, Conclusion, Equals, Law, Private, Relation, With, at, name, well_formed
from .proving import Goals, rewritten, within_range
from .terms import (
    NOTHING,
    Average,
    Combination,
    Expectation,
    Family,
    Index,
    Missing,
    Quantity,
    Sources,
    Term,
    expanded,
    letters,
    over,
    parts,
    put,
    sources,
    terms,
    within,
)


@dataclass(frozen=True)
class Cited:
    """What a rule may use: the facts that are cited, in their order."""

    facts: tuple[Conclusion, ...]


# ---- the same, or weaker ---------------------------------------------------------------------------------------------------------


def entails(goals: Goals, facts: Sequence[Conclusion], goal: Conclusion, why: str = "") -> None:
    """Raise `Missing` unless `goal` follows from the conclusions: used for hypotheses, stated lines and the statement alike."""
    if isinstance(goal, Always):
        events = any(isinstance(f, With) for f in facts)
        words = why + " (only events say so, the fact says always)" if events else why
        _relations(goals, [r for f in facts if isinstance(f, Always) for r in f.relations], goal.relations, words)
    elif isinstance(goal, With):
        _event(goals, facts, goal, why)
    elif isinstance(goal, Law):
        _law(goals, facts, goal, why)
    else:
        for fact in facts:
            if isinstance(fact, Private) and (fact.mechanism, fact.adjacency) == (goal.mechanism, goal.adjacency):
                given = [r for f in facts if isinstance(f, Always) for r in f.relations]
                _relations(goals, given, (_le(fact.epsilon, goal.epsilon), _le(fact.delta, goal.delta)), why)
                return
        raise Missing(f"{goals.label}{why and ', '}{why}: nobody states that {goal}")


def _le(lhs: Any, rhs: Any) -> Statement:
    return Statement(sympify(lhs), "<=", sympify(rhs))


def _relations(goals: Goals, given: Sequence[Relation], wanted: Sequence[Relation], why: str) -> None:
    equations = {e.base: e.rhs for e in given if isinstance(e, Equals) and e.base is not None}
    plain = [rewritten(r, equations) for r in given if isinstance(r, Statement)]
    for one in wanted:
        if isinstance(one, Equals):
            if one not in given and rewritten(one.lhs - one.rhs, equations) != Combination():
                raise Missing(f"{goals.label}, {why}: '{one}' is no consequence of the equations cited")
        else:
            goals.need(rewritten(one, equations), plain, why)


def _event(goals: Goals, facts: Sequence[Conclusion], goal: With, why: str) -> None:
    where = f"{goals.label}{why and ', '}{why}"
    events = [f for f in facts if isinstance(f, With)]
    if not events:
        raise Missing(f"{where}: no event is cited for '{goal}'")
    for event in events:
        if not within(goal.given, event.given):
            held = ", ".join(sorted(map(str, event.given))) or "nothing"
            raise Missing(
                f"{where}: an event given {held} says nothing given {', '.join(sorted(map(str, goal.given)))}"
            )
        if not goals.usable((event.relations, event.failure), (goal.relations, goal.failure)):
            raise Missing(f"{where}: '{event}' holds for each value of its letters; choose one first")
        each = {s for s in goal.every if s in letters(event.relations)} - set(event.every)
        if each:
            raise Missing(f"{where}: '{event}' holds for each {', '.join(map(str, each))}, not for all of them at once")
    given = [r for f in facts if isinstance(f, Always) for r in f.relations]
    failures = Add(*(event.failure for event in counted_once(events)))
    bounded = _le(failures, goal.failure)
    near = [r for r in given if isinstance(r, Statement) and (not terms(r) or terms(r) & terms(bounded))]
    _relations(goals, near, (bounded,), (why and why + ", ") + "failures of the union")
    _relations(goals, [*given, *(r for e in events for r in e.relations)], goal.relations, why)


def counted_once(events: Sequence[With]) -> list[With]:
    """The events of a union: one that lies in another's intersection costs nothing."""
    once: list[With] = []
    for event in sorted(events, key=lambda e: -len(e.events)):
        if not event.events or not any(event.events <= other.events for other in once):
            once.append(event)
    return once


def union(facts: Sequence[Conclusion]) -> frozenset[Any]:
    return frozenset().union(*(f.events for f in facts if isinstance(f, With)))


def _law(goals: Goals, facts: Sequence[Conclusion], goal: Law, why: str) -> None:
    where = f"{goals.label}{why and ', '}{why}"
    row = LAWS[goal.property]
    given = [r for f in facts if isinstance(f, Always) for r in f.relations]
    near = []
    for fact in facts:
        if not isinstance(fact, Law) or fact.property != goal.property:
            continue
        near.append(str(fact))
        if fact.object != goal.object or len(fact.parameters) != len(goal.parameters):
            continue
        if fact.given != goal.given and not (row.forgets and within(goal.given, fact.given)):
            continue
        for have, want, direction in zip(fact.parameters, goal.parameters, row.directions, strict=True):
            if have == want:
                continue
            if not (isinstance(have, Expr) and isinstance(want, Expr)):
                raise Missing(f"{where}: {goal.property} is stated of {name(have)}, not of {name(want)}")
            relation = {0: "==", 1: "<=", -1: ">="}[direction]
            _relations(goals, given, (Statement(have, relation, want),), f"{why}, {goal.property}".strip(", "))
        return
    raise Missing(f"{where}: nobody states that {goal}" + (f" (there is: {near[0]})" if near else ""))


# ---- rules -----------------------------------------------------------------------------------------------------------------------


class Rule:
    """How a fact is had from what it cites; `conclude` returns what follows, before what the fact itself states."""

    def conclude(self, goals: Goals, cited: Cited) -> Conclusion | None:
        """What follows; None where the fact's own words say it, and are to be shown."""
        raise NotImplementedError

    @property
    def words(self) -> str:
        """The rule as a reader knows it."""
        raise NotImplementedError


@dataclass(frozen=True)
class Follows(Rule):
    """Relations from relations, an event from events and relations, a law that is weaker, by the provers."""

    def conclude(self, goals: Goals, cited: Cited) -> None:
        return None

    @property
    def words(self) -> str:
        return "follows"


@dataclass(frozen=True)
class Lemma:
    r"""A statement of the library: from objects it computes what it needs and what it gives. Nobody types its conclusion.

    Parameters
    ----------
    name : str
    statement : callable
        ``(**objects) -> (hypotheses, conclusion)``. No parameter is a quantity of the conclusion.
    source : str
        Where it is found.
    title : str
        As readers know it: a phrase, with a capital for people alone.
    status : "cited", or "proved here"
    """

    name: str
    statement: Callable[..., tuple[Sequence[Conclusion], Conclusion]]
    source: str
    title: str
    status: str = "cited"

    def __call__(self, **objects: Any) -> Instance:
        """The lemma of these objects."""
        return Instance(self, tuple(sorted(objects.items())))

    @property
    def words(self) -> str:
        """The statement in words, as its function says it."""
        return (self.statement.__doc__ or "").strip()

    @property
    def cited(self) -> str:
        """How it is cited: its title, and where it is found."""
        return f"{self.title} ({self.source})"

    def __reduce__(self) -> Any:
        """By the name under which its module has it, which is no longer that of its function."""
        found = _named(getattr(self.statement, "__module__", ""), getattr(self.statement, "__qualname__", ""))
        if found is not self:
            return Lemma, (self.name, self.statement, self.source, self.title, self.status)
        return _named, (self.statement.__module__, self.statement.__qualname__)


def _named(module: str, name: str) -> Any:
    return getattr(sys.modules.get(module) or importlib.import_module(module), name, None) if module else None


def lemma(source: str, status: str = "cited", *, title: str) -> Callable[[Callable[..., Any]], Lemma]:
    """A function of objects, as a lemma under its own name."""
    return lambda function: Lemma(function.__name__.replace("_", " "), function, source, title, status)


@dataclass(frozen=True)
class Instance(Rule):
    """A lemma of given objects: each hypothesis is some fact that is cited, and the conclusion is taken as it is."""

    lemma: Lemma
    objects: tuple[tuple[str, Any], ...]

    @property
    def words(self) -> str:
        return self.lemma.cited

    def stated(self) -> tuple[tuple[Conclusion, ...], Conclusion]:
        """Hypotheses and conclusion."""
        needs, gives = self.lemma.statement(**{k: sympify(v) if isinstance(v, int) else v for k, v in self.objects})
        return tuple(needs), gives

    def conclude(self, goals: Goals, cited: Cited) -> Conclusion:
        needs, gives = self.stated()
        for one in (*needs, gives):
            well_formed(one)
        if (given := self._known(needs, gives)) is not None:
            self._fixed(goals, needs, gives, given)
        self._one_for_all(goals, needs, gives)
        for one in needs:
            entails(goals, cited.facts, one, f"hypothesis of {self.lemma.name}")
        # an instance is an event of its own, whatever events its hypotheses rest on: it is that the relations hold
        return replace(gives, events=frozenset({goals.label})) if isinstance(gives, With) else gives

    def _one_for_all(self, goals: Goals, needs: Sequence[Conclusion], gives: Conclusion) -> None:
        """A number of a lemma about all values of an index is one: with one for each it would hold for the least of them."""
        every = gives.every if isinstance(gives, With) else ()
        ranges = [v for _, v in self.objects if isinstance(v, Index)]
        indices = {*ranges, *(v.index for _, v in self.objects if isinstance(v, Family))} - set(every)
        once = {v for v in indices if ranges.count(v) == 1}  # an index that is given twice is also a number
        free = self._random(needs, gives)
        for label, value in self.objects:
            if (
                isinstance(value, (Expr, Combination))
                and value not in free | once
                and (own := letters(value) & indices)
            ):
                raise Missing(
                    f"{goals.label}: {label} = {value} depends on {next(iter(own))}; {self.lemma.name} takes one for all"
                )

    @staticmethod
    def _random(needs: Sequence[Conclusion], gives: Conclusion) -> set[Any]:
        """The objects of laws."""
        free: set[Any] = set()
        for one in (*needs, gives):
            if isinstance(one, Law):
                free |= {one.object, *(q for q in one.parameters if not isinstance(q, Expr))}
                free |= {q.member for q in (one.object, *one.parameters) if isinstance(q, Family)}
        return free

    @staticmethod
    def _known(needs: Sequence[Conclusion], gives: Conclusion) -> Sources | None:
        """What is given: to an expectation, and to the laws that it rests on; None where nothing is random."""
        if isinstance(gives, (With, Law)):
            return gives.given
        means = [e for part in parts(gives) for e in part.atoms(Expectation)]
        laws = [n.given for n in needs if isinstance(n, Law)]
        return frozenset().union(*(e.given for e in means), *laws) if means else None

    def _fixed(self, goals: Goals, needs: Sequence[Conclusion], gives: Conclusion, given: Sources) -> None:
        """What is no object of a law has to be fixed before the randomness that the lemma speaks of."""
        values = [v for _, v in self.objects]
        free = {v for v in self._random(needs, gives) if values.count(v) < 2}  # what is given twice is also a number
        for label, value in self.objects:
            if isinstance(value, (Expr, Combination)) and value not in free and not within(sources(value), given):
                late = ", ".join(sorted(str(s) for s in sources(value) if not within({s}, given)))
                raise Missing(
                    f"{goals.label}: {label} = {value} depends on {late}; {self.lemma.name} takes it fixed beforehand"
                )


@dataclass(frozen=True)
class Choice(Rule):
    """An expression for a letter of the proof, or for an index, in the first fact cited; the others show that it is in the domain.

    Outside an event the value is fixed beforehand: it is a function of what is given. A letter on which a quantity or an assumption
    depends is no letter of the proof: with another value it is another world. An event for all values of an index is also one
    for all values of an index in the value, of which it knows nothing: it is the same event.
    """

    letter: Symbol
    value: Any

    @property
    def words(self) -> str:
        return f"with {self.letter} = {self.value}"

    def conclude(self, goals: Goals, cited: Cited) -> Conclusion:
        fact, *others = cited.facts
        if not isinstance(fact, (Always, With)):
            raise Missing(f"{goals.label}: only relations and events have letters to choose, not '{fact}'")
        value = sympify(self.value)
        known = [r for f in others if isinstance(f, Always) for r in f.relations if isinstance(r, Statement)]
        if isinstance(self.letter, Index):
            in_range(goals, self.letter, value, known)
        else:
            self._of_the_proof(goals, fact)
            if self.letter.is_integer and not value.is_integer:
                raise Missing(f"{goals.label}: {self.letter} is an integer, {value} is not shown to be one")
        self._outside_means(goals, fact, value)
        inner = isinstance(fact, With) and self.letter in fact.every
        if isinstance(fact, With) and not inner and not within(sources(value), fact.given):
            late = ", ".join(sorted(str(s) for s in sources(value) if not within({s}, fact.given)))
            raise Missing(
                f"{goals.label}: {value} depends on {late}, the event holds for each {self.letter} fixed beforehand"
            )
        # in the value the letter itself is one of the new world, which lies in its domain
        renewed = self.letter in letters(value)
        allowed = goals if renewed else goals.labelled(goals.domain.without(self.letter))
        for condition in goals.domain.relations:
            if self.letter in letters((condition.lhs, condition.rhs)):
                allowed.need(put(condition, {self.letter: value}), known, f"domain of {self.letter}")
        if isinstance(fact, Always):
            return Always(put(fact.relations, {self.letter: value}))
        rest = tuple(i for i in fact.every if i != self.letter)
        if inner:
            spoken = letters((fact.relations, fact.failure, tuple(fact.given), fact.every))
            more = sorted((s for s in letters(value) - spoken if isinstance(s, Index)), key=str)
            said = put(fact.relations, {self.letter: value})
            return With(said, fact.failure, fact.given, (*rest, *more), fact.events)
        return at(replace(fact, every=rest), {self.letter: value})

    def _outside_means(self, goals: Goals, fact: Always | With, value: Any) -> None:
        """What is put into an expectation is fixed by what that is given: E[X(j)] of each j says nothing at a j that X chooses."""
        for mean in {e for part in parts(fact) for e in part.atoms(Expectation)}:
            of_the_past = self.letter in letters(mean.given)
            if (of_the_past or self.letter in mean.free_symbols) and not within(
                sources(value), NOTHING if of_the_past else mean.given
            ):
                raise Missing(f"{goals.label}: {value} is not fixed by what is given in {mean}")

    def _of_the_proof(self, goals: Goals, fact: Always | With) -> None:
        said = (*fact.relations, *((fact.failure,) if isinstance(fact, With) else ()))
        tied = [t for part in parts(said) for t in terms(part) if self.letter in t.free_symbols]
        if tied or self.letter in goals.fixed:
            of = str(tied[0]) if tied else "an assumption"
            raise Missing(f"{goals.label}: {of} depends on {self.letter}: another {self.letter} is another world")


def in_range(goals: Goals, index: Index, value: Any, known: Sequence[Statement]) -> None:
    """Raise `Missing` unless a value is one of an index: one of its range, a quantity with this range, a whole number in it."""
    same = isinstance(value, Index) and (value.size, value.first) == (index.size, index.first)
    ranged = isinstance(value, Quantity) and value.kind.range == index.size and index.first == 1
    if ranged and not index.size.is_positive:  # a quantity with values in no numbers is none
        goals.need(_le(Integer(1), index.size), known, f"{index} has a value")
    if same or ranged:
        return
    if not value.is_integer:
        raise Missing(f"{goals.label}: {value} is not shown to be one of the {index.size} values of {index}")
    for one in within_range(index, value):
        goals.need(one, known, f"{value} is a value of {index}")


@dataclass(frozen=True)
class ForAll(Rule):
    """From an event for each value of an index to one for all values at once: the failures add up, and the index has their number.

    `failure` is a bound on their sum, which an index without end needs: it is shown of every number of terms. What is given for one
    value alone is given no more.
    """

    index: Index
    failure: Any = None

    @property
    def words(self) -> str:
        return f"union over {self.index}"

    def conclude(self, goals: Goals, cited: Cited) -> Conclusion:
        fact, *others = cited.facts
        if not isinstance(fact, With):
            raise Missing(f"{goals.label}: a union is one of events, not of '{fact}'")
        known = [r for f in others if isinstance(f, Always) for r in f.relations if isinstance(r, Statement)]
        if self.index not in letters(fact.relations) and self.index.size != oo:  # of no value at all they would hold surely
            goals.need(_le(1, self.index.size), known, "a union is one of something")
        total = self._total(fact.failure)
        if self.failure is not None:
            goals.need(_le(total, self.failure), known, "failures of the union")
            total = sympify(self.failure)
        elif self.index.size == oo:
            raise Missing(f"{goals.label}: {self.index} has no end; give a bound on the sum of the failures")
        events = frozenset((event, "all", self.index) for event in fact.events)
        given = frozenset(s for s in fact.given if self.index not in letters(frozenset({s})))  # to all values alike
        return With(fact.relations, total, given, (*fact.every, self.index), events)

    def _total(self, failure: Expr) -> Expr:
        """The sum of the failures; of an index without end, of any number of terms."""
        if self.index not in failure.free_symbols and self.index.size != oo:
            return self.index.size * failure
        count = self.index.size if self.index.size != oo else Symbol("number_of_terms", integer=True)
        name = self.index.name
        while any(s.name == name and s != self.index for s in failure.free_symbols):
            name += "_"
        k = Symbol(name, integer=True)
        return Sum(put(failure, {self.index: k}), (k, self.index.first, count + self.index.first - 1))


@dataclass(frozen=True)
class Induction(Rule):
    """The stated relations hold at the first value of an index, and at k + 1 where they hold at k; cited are facts of round k."""

    index: Index

    @property
    def words(self) -> str:
        return f"induction over {self.index}"

    def conclude(self, goals: Goals, cited: Cited) -> None:
        return None

    def show(self, goals: Goals, cited: Cited, said: Always) -> None:
        """Raise `Missing` unless start and step follow."""
        k = self.index
        given = [r for f in cited.facts if isinstance(f, Always) for r in f.relations]
        general = [r for r in given if k not in letters(r)]
        for one in said.relations:
            _relations(goals, general, (put(one, {k: Integer(k.first)}),), "start")
            _relations(goals, [*said.relations, *given], (put(one, {k: k + 1}),), "step")


@dataclass(frozen=True)
class Averaged(Rule):
    """The mean over an index of relations that hold for each of its values, or for all at once with some probability.

    Forms in one vector per index become inner products.
    """

    index: Index

    @property
    def words(self) -> str:
        return f"average over {self.index}"

    def conclude(self, goals: Goals, cited: Cited) -> Conclusion:
        fact, *others = cited.facts
        known = [r for f in others if isinstance(f, Always) for r in f.relations if isinstance(r, Statement)]
        goals.need(_le(1, self.index.size), known, "an average is one of something")
        return _over(goals, self.index, fact, lambda x: Average(x, self.index))


@dataclass(frozen=True)
class Expected(Rule):
    """Expectations of relations that hold on every run, given sources; the other facts cited say that they exist."""

    given: Sources = NOTHING

    @property
    def words(self) -> str:
        return "expectation" + (f" given {', '.join(sorted(map(str, self.given)))}" if self.given else "")

    def conclude(self, goals: Goals, cited: Cited) -> Conclusion:
        fact, *others = cited.facts
        out = _linear(goals, fact, lambda x: Expectation(x, self.given))
        for term in sorted((t for p in parts(out.relations) for t in terms(p)), key=str):
            if isinstance(term, Expectation):
                need = Law(term.args[0], "integrable")
                held = [f for f in others if isinstance(f, Law)]
                if not any(f.property in ("bounded", "second moment") and f.object == term.args[0] for f in held):
                    entails(goals, held, need, "the expectation exists")
        return out


def _over(goals: Goals, index: Index, fact: Conclusion, of: Callable[[Expr], Expr]) -> Conclusion:
    """Both sides over an index; in an event too, where it is one for all values of the index at once."""
    if not (isinstance(fact, With) and index in fact.every):
        return _linear(goals, fact, of)
    relations = _linear(goals, Always(fact.relations), of).relations
    return replace(fact, relations=relations, every=tuple(i for i in fact.every if i != index))


def _linear(goals: Goals, fact: Conclusion, of: Callable[[Expr], Expr]) -> Always:
    if not isinstance(fact, Always):
        raise Missing(f"{goals.label}: only what always holds has a mean on both sides, not '{fact}'")
    out = []
    for one in fact.relations:
        if isinstance(one, Equals) or one.relation == "!=":
            raise Missing(f"{goals.label}: '{one}' is no inequality between numbers")
        weak = {"<": "<=", ">": ">="}.get(one.relation, one.relation)
        out.append(Statement(of(one.lhs), weak, of(one.rhs)))
    return Always(tuple(out))


class Total(Term):
    """``e(first) + ... + e(last - 1)`` over an index, linear; what is shifted by one telescopes."""

    def __new__(cls, expr: Any, index: Any, last: Any) -> Any:
        last, out = sympify(last), []
        for term in Add.make_args(expanded(expr)):
            fixed, own = term.as_independent(index, as_Add=False)
            if own == 1:
                out.append(fixed * (last - index.first))
                continue
            back = put(own, {index: index - 1})
            if _shifted(own, index):
                out += [fixed * super().__new__(cls, back, index, last), -fixed * put(back, {index: Integer(index.first)}),
                        fixed * put(back, {index: last})]  # fmt: skip
            else:
                out.append(fixed * super().__new__(cls, own, index, last))
        return Add(*out)

    @property
    def bound(self) -> Any:
        return self.args[1]

    @property
    def sources(self) -> Sources:
        return over(self.args[0], self.args[1], self.args[2]) | sources(self.args[2])

    @property
    def free_symbols(self) -> set[Basic]:
        return (self.args[0].free_symbols - {self.args[1]}) | self.args[2].free_symbols

    def _sympystr(self, printer: Any) -> str:
        return f"sum[{self.args[1]} < {self.args[2]}]({printer.doprint(self.args[0])})"


def _shifted(own: Expr, index: Index) -> bool:
    """Whether the index stands in it as ``index + 1`` alone."""
    return index + 1 in own.atoms(Add) and index not in own.xreplace({index + 1: Symbol("_")}).free_symbols


@dataclass(frozen=True)
class Summed(Rule):
    """The sum over the rounds before `last` of relations that hold in each, or in all at once with some probability.

    Differences of neighbours telescope.
    """

    index: Index
    last: Any

    @property
    def words(self) -> str:
        return f"sum over {self.index} < {self.last}"

    def conclude(self, goals: Goals, cited: Cited) -> Conclusion:
        fact, *others = cited.facts
        known = [r for f in others if isinstance(f, Always) for r in f.relations if isinstance(r, Statement)]
        last = sympify(self.last)
        if not last.is_integer and last != self.index.size + self.index.first:  # of all rounds, whose number is whole
            raise Missing(f"{goals.label}: {last} is not shown to be an integer")
        goals.need(_le(self.index.first, last), known, "the sum has an end after its start")
        if self.index.size != oo:
            goals.need(
                _le(last, self.index.size + self.index.first), known, f"the sum ends within the range of {self.index}"
            )
        return _over(goals, self.index, fact, lambda x: Total(x, self.index, last))


def kept(said: Conclusion, facts: Sequence[Conclusion]) -> Conclusion:
    """What a fact states, with the events that it rests on."""
    return replace(said, events=union(facts)) if isinstance(said, With) else said


def stated(goals: Goals, rule: Rule, said: Conclusion | None, cited: Cited) -> Conclusion:
    """What a fact says, shown from its rule and what it cites."""
    if said is not None:
        well_formed(said)
    out = rule.conclude(goals, cited)
    if out is not None:
        well_formed(out)
        if said is None:
            return out
        entails(goals, [out, *(f for f in cited.facts if isinstance(f, Always))], said)
        return kept(said, [out])
    if said is None:
        raise Missing(f"{goals.label}: it states nothing")
    if isinstance(rule, Induction):
        if not isinstance(said, Always):
            raise Missing(f"{goals.label}: induction shows what always holds")
        rule.show(goals, cited, said)
        return said
    entails(goals, cited.facts, said)
    return kept(said, cited.facts)


__all__ = [
    "Averaged", "Choice", "Cited", "Expected", "Follows", "ForAll", "Induction", "Instance", "Lemma", "Rule", "Summed",
    "Total", "counted_once", "entails", "lemma", "stated",
]  # fmt: skip
