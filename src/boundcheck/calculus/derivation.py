"""A derivation: facts in their order, from the page's assumptions to its statement; checked, certified, and replayed."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy

from boundcheck.symbolic import Statement

from .facts import (
    Always,
    Assumed,
    Assumption,
    Conclusion,
    Definition,
    Granted,
    Law,
    Private,
    With,
    defined_once,
    relation,
    well_formed,
)
from .proving import Domain, Goals, Prover
from .rules import Cited, Follows, Instance, Lemma, Rule, entails, stated
from .terms import Expectation, Index, Missing, Quantity, Term, letters, parts, spelling, terms

FORMAT = 1
SIZES = ("bounded", "within", "second moment", "norm")  # laws that say how large something is
FOLLOWS = Follows()


@dataclass(frozen=True)
class Fact:
    """A line of a derivation: what it says, by which rule, from which earlier facts; `by` is searched for where it is None."""

    name: str
    rule: Rule = FOLLOWS
    says: Conclusion | None = None
    by: tuple[str, ...] | None = None
    because: str = ""


def fact(name: str, *what: Any, by: Any = None, because: str = "") -> Fact:
    """A fact: a rule or a lemma's instance, a conclusion, or both, the conclusion being what follows or weaker.

    A relation alone always holds. `by` names one fact or several.
    """
    rules = [w for w in what if isinstance(w, Rule)]
    said = [w for w in what if not isinstance(w, Rule)]
    if len(rules) > 1 or len(said) > 1 or not what:
        raise TypeError(f"{name}: a fact has a rule, a conclusion, or both, got {len(rules)} and {len(said)}")
    says = said[0] if said else None
    if says is not None and not isinstance(says, (Always, With, Law, Private)):
        says = Always((relation(says),))
    labels = (by,) if isinstance(by, str) else None if by is None else tuple(by)
    return Fact(name, rules[0] if rules else FOLLOWS, says, labels, because)


@dataclass(frozen=True)
class World:
    """A world of a study, with the laws that its lab declares; `draws` is its class, or the function that draws."""

    name: str
    laws: tuple[Law, ...]
    draws: Any = None


@dataclass(frozen=True)
class Derivation:
    """Facts from assumptions to a statement.

    Parameters
    ----------
    domain : tuple of relations between letters
        The values that the statement speaks of, and the letters that abbreviate.
    assumptions : mapping of str to Definition, Assumed or Granted
    facts : tuple of Fact
    statement : With, Always, Law or Private
    error : sympy.Expr, optional
        The quantity that a run of the statement's method returns; the statement has to speak of it.
    worlds : tuple of World
        One of them has all the laws that are assumed.
    measured : callable or tuple of callable, optional
        The function of a run that returns the error; several where each world has its own.
    """

    domain: tuple[Any, ...]
    assumptions: Mapping[str, Assumption]
    facts: tuple[Fact, ...]
    statement: Conclusion
    error: sympy.Expr | None = None
    worlds: tuple[World, ...] = ()
    measured: Any = None

    def check(self, prover: Prover | None = None) -> Closed | Open:
        """Whether it is closed, or which link is missing."""
        return check(self, prover)

    def replay(self, certificate: Mapping[str, Any]) -> Closed | Open:
        """The same without any search: citations and proofs are those of the certificate."""
        return replay(self, certificate)


class _Answer:
    def __bool__(self) -> bool:
        raise TypeError(f"{type(self).__name__} is not a boolean: ask isinstance(answer, Closed)")


@dataclass(frozen=True)
class Closed(_Answer):
    """Every link is there.

    Attributes
    ----------
    certificate : dict
        Citations of every fact and proofs of every goal, for `replay`.
    conclusions : mapping of str to conclusion
    granted : labels of relations that the page assumes, with their places
    unplaced : labels of those that stand nowhere on the page: with them nothing is called `Holds`
    cited : lemmas that are quoted from elsewhere
    world : the world of the study that has all the laws, or None: with none nothing is called `Holds`
    lacking : what no world has, in words
    """

    certificate: dict[str, Any] = field(repr=False)
    conclusions: Mapping[str, Conclusion] = field(repr=False)
    granted: Mapping[str, str]
    unplaced: tuple[str, ...]
    cited: tuple[Lemma, ...]
    world: str | None
    lacking: str = ""

    @property
    def holds(self) -> bool:
        """Whether the statement stands: nothing is granted that the page does not say, and a world has the laws."""
        return not self.unplaced and self.world is not None


@dataclass(frozen=True)
class Open(_Answer):
    """A link is missing: at which fact, and which."""

    fact: str
    link: str
    conclusions: Mapping[str, Conclusion] = field(default_factory=dict, repr=False)


def check(
    derivation: Derivation, prover: Prover | None = None, by: Mapping[str, tuple[str, ...]] | None = None
) -> Closed | Open:
    """Check a derivation fact by fact.

    Parameters
    ----------
    derivation : Derivation
    prover : Prover, optional
        Keeps what it has proved: one for several versions of a derivation saves their common goals.
    by : mapping, optional
        Citations that stand in place of a search.

    Returns
    -------
    answer : Closed or Open
    """
    walk = _Walk(derivation, prover or Prover(), by)
    try:
        return walk.to_the_end()
    except Missing as missing:
        return Open(walk.at, str(missing), walk.known)


def lacking(derivation: Derivation) -> str:
    """What none of the worlds has of the laws that are assumed, in words; empty where one has them all."""
    walk = _Walk(derivation, Prover(), None)
    try:
        walk.begin()
        world, lacks = walk._world()
    except Missing as missing:
        return str(missing)
    return "" if world is not None else lacks


def replay(derivation: Derivation, certificate: Mapping[str, Any]) -> Closed | Open:
    """Check a derivation by a certificate alone: nothing is searched for."""
    if certificate.get("format") != FORMAT or certificate.get("derivation") != fingerprint(derivation):
        return Open("certificate", "the certificate belongs to another derivation")
    by = {label: tuple(cited) for label, cited in certificate["by"].items()}
    return check(derivation, Prover(dict(certificate["proofs"])), by)


class _Walk:
    """One check of a derivation: what is known so far, and what was cited for it."""

    def __init__(self, derivation: Derivation, prover: Prover, by: Mapping[str, tuple[str, ...]] | None):
        self.derivation, self.prover, self.given_by = derivation, prover, by
        self.at = "assumptions"
        self.known: dict[str, Conclusion] = {}
        self.by: dict[str, tuple[str, ...]] = {}
        prover.used = {}

    def begin(self) -> None:
        """Take in the assumptions."""
        d = self.derivation
        self.domain, self.fixed = Domain(d.domain), assumed_letters(d)
        self.world = self.fixed | stated_letters(d)
        self._assume()

    def to_the_end(self) -> Closed:
        d = self.derivation
        self.begin()
        for one in d.facts:
            self.at = one.name
            self._establish(one)
        self.at = "statement"
        if not d.facts:
            raise Missing("there is no fact")
        well_formed(d.statement)
        entails(self.goals(), [self.known[d.facts[-1].name]], d.statement)
        self._about_the_error()
        named, lacking = self._world()
        granted = {k: a.place for k, a in d.assumptions.items() if isinstance(a, Granted)}
        lemmas = {f.rule.lemma.name: f.rule.lemma for f in d.facts if isinstance(f.rule, Instance)}
        certificate = {
            "format": FORMAT,
            "derivation": fingerprint(d),
            "by": {k: list(v) for k, v in self.by.items()},
            "proofs": dict(self.prover.used),
        }
        return Closed(
            certificate,
            self.known,
            granted,
            tuple(k for k, place in granted.items() if not place.strip()),
            tuple(one for one in lemmas.values() if one.status == "cited"),
            named,
            lacking,
        )

    def goals(self) -> Goals:
        return Goals(self.prover, self.domain, self.at, self.world, self.fixed)

    def _assume(self) -> None:
        d = self.derivation
        labels = [*d.assumptions, *(f.name for f in d.facts)]
        if twice := sorted({x for x in labels if labels.count(x) > 1}):
            raise Missing(f"two facts are called {', '.join(twice)}")
        definitions = {k: a for k, a in d.assumptions.items() if isinstance(a, Definition)}
        defined_once(definitions)
        before: list[Statement] = []
        for label, one in d.assumptions.items():
            self.at = label
            if not isinstance(one, (Definition, Assumed, Granted)):
                raise Missing(
                    f"{label}: an assumption is a definition, a law or a relation; an event's probability comes from a lemma"
                )
            says = one.says
            if isinstance(one, Assumed):
                if not isinstance(says, Law):
                    raise Missing(f"{label}: only laws of the table are assumed, not '{says}'")
                well_formed(says)
                if says.object == d.error and says.property in SIZES:
                    raise Missing(f"{label}: how large the error is has to follow, and is assumed")
                if not one.place.strip():
                    raise Missing(f"{label}: where the page says so is not given")
            elif not isinstance(says, Always):
                raise Missing(f"{label}: only what always holds is granted; an event's probability comes from a lemma")
            if isinstance(one, Definition) and isinstance(one.rhs, sympy.Expr):
                self._has_a_value(one, before)
            self.known[label] = says
        self.at = "statement"
        granted = [a.says for a in d.assumptions.values() if isinstance(a, Granted)]
        self.goals().satisfiable([r for says in granted for r in says.relations if isinstance(r, Statement)])
        if granted and isinstance(d.statement, (Always, With)) and not _unheard(granted, d.statement):
            events = (
                [With((), sympy.Integer(0), d.statement.given, d.statement.every)]
                if isinstance(d.statement, With)
                else []
            )
            try:
                entails(self.goals(), [*granted, *events], d.statement)
            except Missing:
                return
            raise Missing("what is granted says the statement, without any fact")

    def _has_a_value(self, one: Definition, before: list[Statement]) -> None:
        """A definition says nothing of its letters: its right side has a value wherever they lie in their domain."""
        if any(
            x.is_Function or (x.is_Pow and not (x.exp.is_integer and x.exp.is_nonnegative)) for x in _scalars(one.rhs)
        ):
            self.goals().need(Statement(one.rhs, "==", one.rhs), before, "the definition has a value")
        before.append(Statement(one.lhs, "==", one.rhs))

    def _establish(self, one: Fact) -> None:
        labels = self.given_by.get(one.name) if self.given_by is not None else one.by
        if labels is not None:
            self.known[one.name] = self._try(one, labels)
            self.by[one.name] = labels
            return
        if self.given_by is not None:
            raise Missing(f"{one.name}: the certificate does not say what it rests on")
        first: Missing | None = None
        for labels in proposals(one, self.known, self.goals()):
            try:
                self.known[one.name] = self._try(one, labels)
            except Missing as missing:
                first = first or missing
                continue
            self.by[one.name] = self._fewest(one, labels)
            self.known[one.name] = self._try(one, self.by[one.name])
            return
        raise first or Missing(f"{one.name}: nothing established before it gives it")

    def _fewest(self, one: Fact, labels: tuple[str, ...]) -> tuple[str, ...]:
        """Citations that are all needed: dropped one by one where the fact follows without."""
        kept = labels
        for label in labels:
            fewer = tuple(x for x in kept if x != label)
            try:
                self._try(one, fewer)
            except Missing:
                continue
            kept = fewer
        return kept

    def _try(self, one: Fact, labels: tuple[str, ...]) -> Conclusion:
        if unknown := [label for label in labels if label not in self.known]:
            raise Missing(f"{one.name} cites {', '.join(unknown)}, which is not established before it")
        cited = Cited(tuple(self.known[label] for label in labels))
        try:
            return stated(self.goals(), one.rule, one.says, cited)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError) as wrong:
            raise Missing(
                f"{one.name}: malformed, or a fact that it needs is not cited ({type(wrong).__name__}: {wrong})"
            ) from wrong

    def _about_the_error(self) -> None:
        d = self.derivation
        if d.error is None:
            return
        said = d.statement.relations if isinstance(d.statement, (Always, With)) else ()
        if not any(p.has(d.error) for p in parts(said)):
            raise Missing(f"the statement is not about {d.error}, which is what a run returns")

    def _world(self) -> tuple[str | None, str]:
        laws = [a.says for a in self.derivation.assumptions.values() if isinstance(a, Assumed)]
        if not laws and not self.derivation.worlds:
            return "any", ""
        lacking = "no world of a study is named"
        for world in self.derivation.worlds:
            try:
                for one in laws:
                    entails(self.goals(), world.laws, one, f"of the world {world.name}")
            except Missing as missing:
                lacking = str(missing)
                continue
            return world.name, ""
        return None, lacking


def _unheard(granted: list[Always], statement: Always | With) -> bool:
    """Whether the statement bounds a term of which nothing is granted, so that what is granted cannot say it."""
    heard = terms(tuple(r for says in granted for r in says.relations))
    for one in statement.relations:
        if isinstance(one, Statement):
            lhs, rhs = sympy.sympify(one.lhs), sympy.sympify(one.rhs)
            for one_side, rest in ((lhs, rhs), (rhs, lhs)):
                if isinstance(one_side, (Quantity, Expectation)) and one_side not in heard | terms(rest):
                    return True
    return False


def _scalars(expr: sympy.Expr) -> Iterator[sympy.Basic]:
    """The parts of an expression that the scalar provers see."""
    if not isinstance(expr, Term):
        yield expr
        for arg in expr.args:
            yield from _scalars(arg)


def assumed_letters(derivation: Derivation) -> frozenset[sympy.Symbol]:
    """The letters of which an assumption speaks."""
    return frozenset(s for one in derivation.assumptions.values() for s in letters(one) if not isinstance(s, Index))


def stated_letters(derivation: Derivation) -> frozenset[sympy.Symbol]:
    """The letters of which the statement speaks."""
    return frozenset(
        s for one in (derivation.statement, derivation.error) for s in letters(one) if not isinstance(s, Index)
    )


# ---- which facts a fact follows from ---------------------------------------------------------------------------------------------


def proposals(one: Fact, known: dict[str, Conclusion], goals: Goals) -> Iterator[tuple[str, ...]]:
    """Citations worth trying, the likeliest first. What they give is checked like what a person cites."""
    if isinstance(one.rule, Instance):
        yield from _for_lemma(one.rule, known, goals)
    elif isinstance(one.says, With):
        yield from _for_event(one.says, known)
    elif type(one.rule) is Follows:
        yield from _for_relations(one.says, known)
    else:
        yield from ((label,) for label in reversed(known))


def _for_lemma(rule: Instance, known: dict[str, Conclusion], goals: Goals) -> Iterator[tuple[str, ...]]:
    chosen: list[str] = []
    for need in rule.stated()[0]:
        for labels in itertools.chain([()], ((label,) for label in reversed(known)), [tuple(known)]):
            try:
                entails(goals, [known[label] for label in labels], need)
            except Missing:
                continue
            chosen += labels
            break
    yield tuple(dict.fromkeys(chosen))


def _for_relations(said: Any, known: Mapping[str, Conclusion]) -> Iterator[tuple[str, ...]]:
    always = {label: c for label, c in known.items() if isinstance(c, Always)}
    reached = _spoken_of(said)
    labels: tuple[str, ...] = ()
    yield labels
    while True:
        wider = tuple(label for label, c in always.items() if _spoken_of(c) & reached)
        if wider == labels:
            break
        labels = wider
        yield labels
        reached = reached.union(*(_spoken_of(always[label]) for label in labels))
    if labels != tuple(always):
        yield tuple(always)


def _for_event(said: With, known: dict[str, Conclusion]) -> Iterator[tuple[str, ...]]:
    always = tuple(label for label, c in known.items() if isinstance(c, Always))
    events = [label for label, c in known.items() if isinstance(c, With)]
    for size in (1, 2, 3):
        for chosen in itertools.combinations(reversed(events), size):
            yield (*chosen, *always)


def _spoken_of(said: Any) -> frozenset[Any]:
    relations = said.relations if isinstance(said, (Always, With)) else ()
    return frozenset(t for p in parts(relations) for t in terms(p))


# ---- identity --------------------------------------------------------------------------------------------------------------------


def fingerprint(derivation: Derivation) -> str:
    """What a certificate is bound to: all that the check reads, spelled out; citations and texts are left out."""
    d = derivation
    spelled = [
        *(spelling(r) for r in d.domain),
        *(f"{label}: {type(a).__name__} {spelling(a)}" for label, a in d.assumptions.items()),
        *(f"{f.name}: {spelling(f.rule)} {spelling(f.says)}" for f in d.facts),
        spelling(d.statement),
        spelling(d.error),
        *(spelling(w) for w in d.worlds),
    ]
    return hashlib.sha256("\n".join(spelled).encode()).hexdigest()


__all__ = [
    "Closed",
    "Derivation",
    "Fact",
    "Open",
    "World",
    "check",
    "fact",
    "fingerprint",
    "proposals",
    "replay",
]
