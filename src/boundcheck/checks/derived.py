"""Whether a derivation is one of a part's own statement: its bound, failure, domain, error and world, with nothing typed again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sympy
from sympy import Symbol, sympify

from boundcheck.calculus import (
    Closed,
    Derivation,
    Expectation,
    Index,
    Missing,
    Open,
    Private,
    Prover,
    always,
    check,
    event,
    le,
)
from boundcheck.calculus import replay as replayed
from boundcheck.calculus.derivation import assumed_letters
from boundcheck.calculus.facts import Always, Definition
from boundcheck.calculus.proving import Domain, Goals, within_range
from boundcheck.calculus.terms import Quantity, letters, terms
from boundcheck.checks.settling import computes, stated_domain
from boundcheck.claims import (
    AccountedGuarantee,
    AuditedGuarantee,
    Claim,
    ExpectationBound,
    FamilyLowerBound,
    HighProbabilityBound,
    Inequality,
    InstanceInequality,
    MinimaxLowerBound,
    RegretBound,
    UniformBound,
    WidthBound,
)
from boundcheck.claims.fields import symbols_in
from boundcheck.symbolic.statement import flatten_all
from boundcheck.verdict.shapes import AssumedFact, DerivedFact
from boundcheck.verdict.shapes import Derivation as Derived


def derived(statement: Any, key: str, claim: Claim, certificate: Mapping[str, Any] | None = None) -> Derived | None:
    """What becomes of the derivation that a claim gives for a part; None where it gives none.

    Parameters
    ----------
    statement : the part under its reading
    key : the part's key
    certificate : mapping, optional
        With it nothing is searched for.
    """
    derivation = claim.derivations.get(key)
    if derivation is None:
        return None
    try:
        stated = of_statement(statement, derivation, claim)
    except Missing as missing:
        return _outcome(derivation, Open("statement", str(missing)))
    answer = check(stated) if certificate is None else replayed(stated, certificate)
    if isinstance(answer, Closed) and (link := _of_another_run(statement, derivation, answer, claim.definitions)):
        return _outcome(stated, answer, link)
    return _outcome(stated, answer)


def of_statement(statement: Any, derivation: Derivation, claim: Claim) -> Derivation:
    """The derivation with the part's own statement and domain in place of those that it names.

    Raises
    ------
    Missing
        It speaks of fewer values than the part.
    """
    plain: dict[Any, Any] = {s: Symbol(s.name, real=True) for s in _symbols(statement, claim)}
    defined = {Symbol(s.name, real=True): e.xreplace(plain) for s, e in claim.definitions.items()}
    own = {p.name for p in claim.parameters} | {s.name for s in defined}
    # of an instance no more is taken for granted than the domains of letters: the rest is for the derivation to show
    own_terms = replace(statement, given=()) if isinstance(statement, InstanceInequality) else statement
    stated = flatten_all(c.xreplace(plain) for c in stated_domain(own_terms, claim.parameters))
    stated += flatten_all(sympy.Eq(s, e, evaluate=False) for s, e in defined.items())
    extra = []
    goals = Goals(Prover(), Domain(stated), "domain", *(frozenset(Symbol(name, real=True) for name in own),) * 2)
    counted = _counted(derivation.error, claim, goals)
    said = _conclusion(statement, derivation, {s: counted.get(one, one) for s, one in plain.items()})
    of_the_world = {s.name for s in assumed_letters(derivation) | letters(derivation.error)} - own
    for condition in flatten_all(derivation.domain):
        named = {s.name for s in condition.free_symbols}
        if named <= own:
            goals.need(condition, ())
        elif named & of_the_world:
            raise Missing(
                f"'{condition}' narrows the worlds, and the statement has no letter {', '.join(sorted(named & of_the_world))}"
            )
        else:
            extra.append(condition)
    return replace(derivation, domain=(*stated, *extra), statement=said)


def _counted(error: Any, claim: Claim, goals: Goals) -> dict[Any, Index]:
    """The indices of the error that stand for whole-numbered letters of the claim, all of whose values they take."""
    found: dict[Any, Index] = {}
    whole = {p.name for p in claim.parameters if p.integer}
    for index in sorted((s for s in letters(error) if isinstance(s, Index) and s.name in whole), key=str):
        found[Symbol(index.name, real=True)] = index
        for one in within_range(index, Symbol(index.name, real=True)):
            goals.need(one, ())
    return found


def _conclusion(statement: Any, derivation: Derivation, plain: Mapping[Symbol, Symbol]) -> Any:
    """What the last fact of a derivation has to say, of its own error or mechanism, for a statement of this shape."""

    def own(expression: Any) -> Any:
        return expression.xreplace(plain)

    if isinstance(statement, (AuditedGuarantee, AccountedGuarantee)):
        guarantee = derivation.statement
        if not isinstance(guarantee, Private):
            raise Missing("the derivation does not say which mechanism is private")
        adjacency = getattr(statement, "adjacency", guarantee.adjacency)
        return Private(guarantee.mechanism, own(statement.epsilon), own(statement.delta), adjacency)
    error = derivation.error
    if error is None:
        raise Missing("the derivation does not say which quantity is the error")
    if isinstance(statement, HighProbabilityBound):
        bounds = dict.fromkeys((statement.explicit, statement.constant * statement.printed))
        return event(*(le(error, own(bound)) for bound in bounds), failure=own(statement.failure))
    if isinstance(statement, ExpectationBound):
        return always(le(Expectation(error), own(statement.printed)))
    if isinstance(statement, (MinimaxLowerBound, FamilyLowerBound)):
        return always(le(own(statement.bound), error))
    if isinstance(statement, (UniformBound, RegretBound)):
        rounds = [s for s in letters(error) if isinstance(s, Index) and s.name == statement.round.name]
        if len(rounds) != 1 or rounds[0].first != 1 or rounds[0].size != sympy.oo:
            raise Missing(f"the error is no quantity of each round {statement.round} = 1, 2, ...")
        bound = own(statement.bound).xreplace({own(statement.round): rounds[0]})
        return event(le(error, bound), failure=own(statement.failure), every=rounds)
    if isinstance(statement, WidthBound):
        relations = getattr(derivation.statement, "relations", ())
        widths = [t for t in terms(tuple(r.rhs for r in relations)) if isinstance(t, Quantity)]
        if len(widths) != 1:
            raise Missing("the derivation does not say which quantity is the width")
        return event(le(error, own(statement.factor) * widths[0]), failure=own(statement.failure))
    if isinstance(statement, InstanceInequality):
        said = derivation.statement
        if not isinstance(said, Always) or [getattr(one, "relation", "") for one in said.relations] != ["<="]:
            raise Missing("the derivation does not say that one number is always at most another")
        return said
    raise Missing(f"what a derivation of a {type(statement).__name__} would end with is not known")


def _symbols(statement: Any, claim: Claim) -> set[Symbol]:
    domains = [c for p in claim.parameters for c in p.domain]
    return symbols_in(statement, list(claim.definitions), claim.definitions, domains)


def _measured(run: Any) -> Any:
    """The function of a run that returns what is tested; an experiment that has none is it itself."""
    named = ("error", "errors", "paths", "runs", "draws")
    return next((getattr(run, name) for name in named if hasattr(run, name)), run)


def _of_other_instances(
    inequality: InstanceInequality, derivation: Derivation, answer: Closed, definitions: Mapping[Any, Any]
) -> str:
    """Why the relation, with the numbers of an instance for its quantities, is not seen to be the inequality that is computed."""
    assert isinstance(derivation.statement, Always)  # as `_conclusion` sees to
    said = derivation.statement.relations[0]
    named = {t: Symbol(t.kind.name, real=True) for t in terms(said) if isinstance(t, Quantity)}
    taken = {s.name for s in letters(said)} | {s.name for s in named.values()}
    line = Inequality(*(sympify(side).xreplace(named) for side in (said.lhs, said.rhs)))
    if terms(said) - named.keys() or len(taken) < len(letters(said)) + len(named) or not computes(inequality, line, definitions):
        return f"'{said}' is not seen to be the inequality at drawn instances"
    draws = {w.name: w.draws for w in derivation.worlds}.get(answer.world or "")
    if derivation.measured != inequality.instance or (answer.world is not None and draws != inequality.instance):
        return f"the instances are others than those of {getattr(derivation.measured, '__name__', derivation.measured)}"
    return ""


def _of_another_run(statement: Any, derivation: Derivation, answer: Closed, definitions: Mapping[Any, Any]) -> str:
    """Why the quantity is not seen to be what the simulation returns, in a world that has the laws; empty where it is.

    An experiment that has no function for its error, and none that draws, is both itself.
    """
    if derivation.measured is None:
        return "which function of a run is the error is not said"
    computed = getattr(statement, "family", getattr(statement, "mechanism", None))
    if computed is not None and derivation.measured != computed:
        return f"what is computed is another one than {derivation.measured}"
    if isinstance(statement, AccountedGuarantee) and isinstance(guarantee := derivation.statement, Private):
        others = {str(statement.mechanism(**point)[1]) for point in statement.points.values()} - {guarantee.adjacency}
        return f"the accountant counts for {', '.join(sorted(others))}, not for {guarantee.adjacency}" if others else ""
    if computed is not None:
        return ""
    if isinstance(statement, InstanceInequality):
        return _of_other_instances(statement, derivation, answer, definitions)
    regimes = statement.experiments if isinstance(statement, MinimaxLowerBound) else statement.regimes
    several = derivation.measured if isinstance(derivation.measured, tuple) else (derivation.measured,)
    for regime in regimes:
        if _measured(regime.experiment) not in several:
            return f"in the regime {regime.name} the error is another function"
    draws = {w.name: w.draws for w in derivation.worlds}.get(answer.world or "")
    runs = [r.experiment for r in regimes]
    worlds = [getattr(run, "world", _measured(run)) for run in runs]
    if answer.world is not None and not any(
        w == draws or (isinstance(draws, type) and isinstance(w, draws)) for w in worlds
    ):
        return f"no regime is drawn from the world {answer.world}"
    return ""


def _sort(assumption: Any) -> Any:
    """Which kind of assumption it is, in a word."""
    return type(assumption).__name__.lower()


def _outcome(derivation: Derivation, answer: Closed | Open, link: str = "") -> Derived:
    """The outcome as the record keeps it."""
    cited = answer.certificate["by"] if isinstance(answer, Closed) else {f.name: f.by or () for f in derivation.facts}
    facts = tuple(
        DerivedFact(
            name=f.name,
            says=str(answer.conclusions.get(f.name) or f.says or ""),
            rule=f.rule.words,
            by=tuple(cited.get(f.name, ())),
            because=f.because,
        )
        for f in derivation.facts
    )
    assumptions = tuple(
        AssumedFact(label=label, sort=_sort(a), says=str(a.says), place="" if isinstance(a, Definition) else a.place)
        for label, a in derivation.assumptions.items()
    )
    shown: dict[str, Any] = {"says": str(derivation.statement), "facts": facts, "assumptions": assumptions}
    if isinstance(answer, Open):
        shown |= {"fact": answer.fact, "link": answer.link}
        return Derived(closed=False, holds=False, cited=(), world="", proofs={}, **shown)
    lacking = link or answer.lacking
    if answer.unplaced:
        lacking = f"granted, and nowhere on the page: {', '.join(answer.unplaced)}"
    return Derived(
        closed=True,
        holds=answer.holds and not link,
        fact="",
        link=lacking,
        cited=tuple(one.cited for one in answer.cited),
        world=answer.world or "",
        proofs=answer.certificate,
        **shown,
    )
