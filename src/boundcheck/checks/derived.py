"""Whether a derivation is one of a part's own statement: its bound, failure, domain, error and world, with nothing typed again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sympy
from sympy import Symbol

from boundcheck.calculus import Closed, Derivation, Missing, Open, Prover, check, event, le
from boundcheck.calculus import replay as replayed
from boundcheck.calculus.derivation import assumed_letters
from boundcheck.calculus.facts import Definition
from boundcheck.calculus.proving import Domain, Goals
from boundcheck.calculus.terms import letters
from boundcheck.checks.settling import stated_domain
from boundcheck.claims import Claim, HighProbabilityBound
from boundcheck.symbolic.statement import flatten_all
from boundcheck.verdict import Derived, DerivedFact


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
    if isinstance(answer, Closed) and (link := _of_another_run(statement, derivation, answer)):
        return _outcome(stated, answer, link)
    return _outcome(stated, answer)


def of_statement(statement: Any, derivation: Derivation, claim: Claim) -> Derivation:
    """The derivation with the part's own statement and domain in place of those that it names.

    Raises
    ------
    Missing
        It speaks of fewer values than the part.
    """
    if not isinstance(statement, HighProbabilityBound):
        raise Missing(f"what a derivation of a {type(statement).__name__} would end with is not known")
    if derivation.error is None:
        raise Missing("the derivation does not say which quantity is the error")
    plain = {s: Symbol(s.name, real=True) for s in _symbols(statement, claim)}
    defined = {Symbol(s.name, real=True): e.xreplace(plain) for s, e in claim.definitions.items()}
    own = {p.name for p in claim.parameters} | {s.name for s in defined}
    stated = flatten_all(c.xreplace(plain) for c in stated_domain(statement, claim.parameters))
    stated += flatten_all(sympy.Eq(s, e, evaluate=False) for s, e in defined.items())
    extra = []
    goals = Goals(Prover(), Domain(stated), "domain", *(frozenset(Symbol(name, real=True) for name in own),) * 2)
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
    bounds = dict.fromkeys((statement.explicit, statement.constant * statement.printed))
    relations = [le(derivation.error, bound.xreplace(plain)) for bound in bounds]
    said = event(*relations, failure=statement.failure.xreplace(plain))
    return replace(derivation, domain=(*stated, *extra), statement=said)


def _symbols(statement: HighProbabilityBound, claim: Claim) -> set[Symbol]:
    said = (
        statement.explicit,
        statement.printed,
        statement.constant,
        statement.failure,
        *statement.given,
        *(e for pair in claim.definitions.items() for e in pair),
    )
    return {s for one in (*said, *(c for p in claim.parameters for c in p.domain)) for s in one.free_symbols}


def _of_another_run(statement: HighProbabilityBound, derivation: Derivation, answer: Closed) -> str:
    """Why the quantity is not seen to be what the simulation returns, in a world that has the laws; empty where it is.

    An experiment that has no function for its error, and none that draws, is both itself.
    """
    if derivation.measured is None:
        return "which function of a run is the error is not said"
    for regime in statement.regimes:
        run = regime.experiment
        if getattr(run, "error", getattr(run, "errors", run)) != derivation.measured:
            return f"in the regime {regime.name} the error is another function"
    draws = {w.name: w.draws for w in derivation.worlds}.get(answer.world or "")
    runs = [r.experiment for r in statement.regimes]
    worlds = [getattr(run, "world", getattr(run, "errors", run)) for run in runs]
    if answer.world is not None and not any(
        w == draws or (isinstance(draws, type) and isinstance(w, draws)) for w in worlds
    ):
        return f"no regime is drawn from the world {answer.world}"
    return ""


def _outcome(derivation: Derivation, answer: Closed | Open, link: str = "") -> Derived:
    """The outcome as the record keeps it."""
    cited = answer.certificate["by"] if isinstance(answer, Closed) else {f.name: f.by or () for f in derivation.facts}
    facts = tuple(
        DerivedFact(
            f.name,
            str(answer.conclusions.get(f.name) or f.says or ""),
            f.rule.words,
            tuple(cited.get(f.name, ())),
            f.because,
        )
        for f in derivation.facts
    )
    assumptions = tuple(
        (label, type(a).__name__.lower(), str(a.says), "" if isinstance(a, Definition) else a.place)
        for label, a in derivation.assumptions.items()
    )
    if isinstance(answer, Open):
        return Derived(False, False, answer.fact, answer.link, str(derivation.statement), facts, assumptions)
    lacking = link or answer.lacking
    if answer.unplaced:
        lacking = f"granted, and nowhere on the page: {', '.join(answer.unplaced)}"
    quoted = tuple(f"{one.name} ({one.source})" for one in answer.cited)
    return Derived(
        True, answer.holds and not link, "", lacking, str(derivation.statement), facts, assumptions, quoted, answer.world or "",
        answer.certificate,
    )  # fmt: skip
