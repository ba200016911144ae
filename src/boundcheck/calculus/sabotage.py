"""False versions of a closed derivation, of every line, citation, assumption and lemma, and what becomes of it with each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy
from sympy import Basic, Expr, Rational, sympify

from boundcheck.symbolic import Statement

from .derivation import Closed, Derivation, Fact, assumed_letters, check, stated_letters
from .facts import Always, Conclusion, Definition, Law, Private, With
from .proving import Domain, Goals, Prover
from .rules import Instance, entails
from .terms import IDENTITY, Expectation, Missing, Norm, Term, sources

UP, DOWN = Rational(21, 20), Rational(20, 21)
#: What was changed: statement and last line; a line; a citation; an assumption, left out or changed; a lemma's own words.
KINDS = ("statement", "line", "citation", "dropped", "assumption", "lemma")


@dataclass(frozen=True)
class Version:
    """One false version, and what became of it.

    Attributes
    ----------
    kind : one of `KINDS`
    where : the fact or the assumption that was changed
    words : how
    fate : str
        "breaks"; "weaker", where the true words imply it; "proved", where the changed line is itself shown; "not needed", of what
        was dropped; "stands", of an assumption or a lemma that says more than the true one: no derivation tests what it rests on.
    link : the link that was missing
    """

    kind: str
    where: str
    words: str
    fate: str
    link: str = ""


@dataclass(frozen=True)
class Sabotage:
    """The false versions of a derivation."""

    versions: tuple[Version, ...]

    def counts(self) -> Mapping[str, Mapping[str, int]]:
        """How many versions of each kind had which fate."""
        return {kind: Counter(v.fate for v in self.versions if v.kind == kind) for kind in KINDS}

    def standing(self, *kinds: str) -> tuple[Version, ...]:
        """The versions of these kinds with which the derivation is closed, and that do not say less."""
        return tuple(v for v in self.versions if v.kind in kinds and v.fate not in ("breaks", "weaker"))


def sabotage(derivation: Derivation, limit: int = 12, prover: Prover | None = None) -> Sabotage:
    """Make false versions of a closed derivation, and check each.

    Parameters
    ----------
    limit : how many versions of one line, at most; they are taken at equal distances
    prover : with what was proved of the true one
    """
    prover = prover or Prover(seconds=1.0)
    true = check(derivation, prover)
    if not isinstance(true, Closed):
        raise ValueError(f"only a closed derivation has false versions; at {true.fact}: {true.link}")
    by = {label: tuple(cited) for label, cited in true.certificate["by"].items()}
    world = assumed_letters(derivation) | stated_letters(derivation)
    goals = Goals(prover, Domain(derivation.domain), "", world, world)
    fixed = replace(derivation, facts=tuple(replace(f, by=by[f.name]) for f in derivation.facts))
    return Sabotage(tuple(_judged(fixed, true, prover, goals, limit)))


def leading_to(derivation: Derivation, name: str) -> Derivation:
    """The facts that a fact rests on, and it: as much of a derivation as has to be checked for that line."""
    cited = {f.name: f.by or () for f in derivation.facts}
    needed, todo = set(), [name]
    while todo:
        one = todo.pop()
        needed.add(one)
        todo += [label for label in cited.get(one, ()) if label not in needed]
    return replace(derivation, facts=tuple(f for f in derivation.facts if f.name in needed))


def _judged(d: Derivation, true: Closed, prover: Prover, goals: Goals, limit: int) -> Iterator[Version]:
    for kind, where, words, changed, was, now in _versions(d, true, limit):
        answer = check(changed, prover)
        if not isinstance(answer, Closed):
            yield Version(kind, where, words, "breaks", answer.link)
        elif was is None:
            yield Version(kind, where, words, "not needed")
        else:
            fate = "proved" if kind in ("statement", "line") else "stands"
            yield Version(kind, where, words, "weaker" if _implied(goals, was, now) else fate)


def _implied(goals: Goals, was: Conclusion, now: Conclusion) -> bool:
    try:
        entails(goals, [was], now)
    except Missing:
        return False
    return True


Made = tuple[str, str, str, Derivation, Any, Any]


def _versions(d: Derivation, true: Closed, limit: int) -> Iterator[Made]:
    last = d.facts[-1]
    for words, changed in few(false_versions(d.statement), limit):
        ends = _with(d, last, says=changed) if last.says is not None else d
        yield "statement", last.name, words, replace(ends, statement=changed), d.statement, changed
    for f in d.facts:
        if f.says is not None and f is not last:
            for words, changed in few(false_versions(f.says), limit):
                yield "line", f.name, words, _with(d, f, says=changed), f.says, changed
        for label in f.by or ():
            yield (
                "citation",
                f.name,
                f"without {label}",
                _with(d, f, by=tuple(b for b in f.by or () if b != label)),
                None,
                None,
            )
        if isinstance(f.rule, Instance):
            needs, gives = f.rule.stated()
            for words, changed in few(false_versions(gives), limit):
                false = replace(f.rule.lemma, statement=_Misquoted(needs, changed))
                yield (
                    "lemma",
                    f.name,
                    f"{f.rule.lemma.name}, {words}",
                    _with(d, f, rule=replace(f.rule, lemma=false)),
                    gives,
                    changed,
                )
    for label, one in d.assumptions.items():
        kept = {k: a for k, a in d.assumptions.items() if k != label}
        fewer = tuple(replace(f, by=tuple(b for b in f.by or () if b != label)) for f in d.facts)
        yield "dropped", label, "left out", replace(d, assumptions=kept, facts=fewer), None, None
        if isinstance(one, Definition):
            continue
        for words, changed in few(false_versions(one.says), limit):
            new = replace(one, says=changed)
            yield "assumption", label, words, replace(d, assumptions={**d.assumptions, label: new}), one.says, changed


@dataclass(frozen=True)
class _Misquoted:
    needs: tuple[Conclusion, ...]
    gives: Conclusion

    def __call__(self, **_: Any) -> tuple[tuple[Conclusion, ...], Conclusion]:
        return self.needs, self.gives


def _with(d: Derivation, one: Fact, **changes: Any) -> Derivation:
    return replace(d, facts=tuple(replace(f, **changes) if f is one else f for f in d.facts))


def few(found: Iterator[Any], limit: int) -> list[Any]:
    """At most `limit` of them, at equal distances."""
    listed = list(found)
    return listed[:: max(1, -(-len(listed) // limit))]


# ---- false versions of what is said ----------------------------------------------------------------------------------------------


def false_versions(said: Conclusion) -> Iterator[tuple[str, Conclusion]]:
    """A conclusion with one thing changed: a constant by 5 %, an exponent, a sign, a term, a norm, its failure, what is given."""
    if isinstance(said, (Always, With)):
        for i, one in enumerate(said.relations):
            if not isinstance(one, Statement):
                continue
            for words, new in _relations(one):
                yield words, replace(said, relations=(*said.relations[:i], new, *said.relations[i + 1 :]))
    if isinstance(said, With):
        for words, failure in expressions(said.failure):
            yield f"failure, {words}", replace(said, failure=failure)
        for index in said.every:
            yield f"for each {index}", replace(said, every=tuple(i for i in said.every if i != index))
        wider = sources(said.relations) - said.given
        for source in sorted(wider, key=str):
            yield f"given {source} too", replace(said, given=said.given | {source})
    elif isinstance(said, Law):
        for i, value in enumerate(said.parameters):
            if isinstance(value, Expr):
                for words, new in expressions(value):
                    yield (
                        f"{said.property}, {words}",
                        replace(said, parameters=(*said.parameters[:i], new, *said.parameters[i + 1 :])),
                    )
    elif isinstance(said, Private):
        for words, new in expressions(said.epsilon):
            yield f"epsilon, {words}", replace(said, epsilon=new)


def _relations(one: Statement) -> Iterator[tuple[str, Statement]]:
    for words, rhs in expressions(one.rhs):
        yield f"right: {words}", Statement(one.lhs, one.relation, rhs)
    for words, lhs in expressions(one.lhs):
        yield f"left: {words}", Statement(lhs, one.relation, one.rhs)
    if one.relation in ("<=", "<"):
        yield "turned round", Statement(one.rhs, one.relation, one.lhs)


def expressions(x: Expr) -> Iterator[tuple[str, Expr]]:
    """An expression with one thing changed."""
    found: dict[Expr, str] = {}
    for path, part in _places(sympify(x)):
        for words, new in _changes(part, exponent=bool(path) and _at(x, path[:-1]).is_Pow and path[-1] == 1):
            changed = _put(x, path, new)
            if changed != x and not changed.has(sympy.zoo, sympy.nan, sympy.oo):
                found.setdefault(changed, words)
    if x != 0:
        found.setdefault(x * UP, "the whole * 21/20")
        found.setdefault(x * DOWN, "the whole * 20/21")
    yield from ((words, changed) for changed, words in found.items())


def _changes(part: Any, exponent: bool) -> Iterator[tuple[str, Any]]:
    if isinstance(part, Rational) and part not in (0, -1) and not exponent:
        yield f"{part} * 21/20", part * UP
        yield f"{part} * 20/21", part * DOWN
    if part.is_Pow and part.exp.is_Rational:
        yield f"exponent of {part}", part.base ** (part.exp * 2 if abs(part.exp) < 1 else part.exp / 2)
    if part.is_Add:
        for term in part.args:
            yield f"sign of {term}", part - 2 * term
            yield f"without {term}", part - term
    if isinstance(part, Norm) and part.args[1] != IDENTITY:
        yield f"{part} without its weight", Norm(part.args[0], IDENTITY)
    if isinstance(part, Expectation) and part.args[0].is_Pow:
        yield f"{part} inside", Expectation(part.args[0].base) ** part.args[0].exp


def _places(x: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    yield path, x
    if not isinstance(x, Term):
        for i, arg in enumerate(x.args):
            if isinstance(arg, Expr):
                yield from _places(arg, (*path, i))


def _at(x: Any, path: tuple[int, ...]) -> Any:
    for i in path:
        x = x.args[i]
    return x


def _put(x: Any, path: tuple[int, ...], new: Basic) -> Any:
    if not path:
        return new
    return x.func(*(_put(a, path[1:], new) if i == path[0] else a for i, a in enumerate(x.args)))


__all__ = ["KINDS", "Sabotage", "Version", "expressions", "false_versions", "few", "leading_to", "sabotage"]
