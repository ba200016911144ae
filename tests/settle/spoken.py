"""A verdict that no record was made of, with its sentences: what the templates see is made from the claim and the verdict alone."""

from types import SimpleNamespace

from boundcheck.settle import headline as settled
from boundcheck.symbolic.latex import latex
from boundcheck.words import headlines

SIGNS = {"<=": r"\le", "<": "<", "==": "="}


class Spoken:
    """A verdict, with the sentences of its headline."""

    def __init__(self, claim, verdict):
        self._claim, self._verdict = claim, verdict

    def __getattr__(self, name):
        return getattr(self._verdict, name)

    @property
    def text(self):
        return headlines.headline(record(self._claim, self._verdict))

    @property
    def literally(self):
        return headlines.literally(record(self._claim, self._verdict))


def conclude(claim_id, claim, parts, steps, rests=()):
    """As `boundcheck.settle.headline.conclude`, with its sentences."""
    return Spoken(claim, settled.conclude(claim_id, claim, parts, steps, rests))


def record(claim, verdict):
    """As much of the record as the templates of a headline look at."""
    own = {step.label: step for step in claim.steps}
    return SimpleNamespace(
        printed=claim.source.printed,
        where=claim.source.where,
        kind=claim.source.kind,
        interrupted=None,
        headline=SimpleNamespace(facts=verdict.facts, literal=verdict.literal),
        faults=verdict.faults,
        parts={part.key: _part(part, claim) for part in verdict.parts},
        steps=[_step(step, own.get(step.label)) for step in verdict.steps],
        readings=[SimpleNamespace(name=r.name, text=r.words, misprint=r.misprint, support=r.support) for r in claim.readings],
        rests_on=verdict.rests_on,
        parameters=[SimpleNamespace(name=p.name, domain=", ".join(map(latex, p.domain))) for p in claim.parameters],
    )


def _part(part, claim):
    statement = claim.parts.get(part.name)
    shown = getattr(statement, "lhs", None) is not None
    formula = f"{latex(statement.lhs)} {SIGNS[statement.relation]} {latex(statement.rhs)}" if shown else ""
    return SimpleNamespace(
        fact=part.evidence.fact,
        witness=part.evidence.witness,
        relation=SimpleNamespace(compared=SimpleNamespace(latex=formula)) if shown else None,
        derivation=part.derived,
        empty=None if part.empty is None else SimpleNamespace(fact=part.empty.fact),
        evidence=SimpleNamespace(says_nothing=part.evidence.found.says_nothing),
        constant=part.evidence.found.constant,
    )


def _step(step, own):
    return SimpleNamespace(label=step.label, where=own.where if own else "", fact=step.evidence.fact, doubt=step.doubt)
