"""Identities and inequalities: proved on the whole domain, or refuted at a certified point."""

from __future__ import annotations

from boundcheck.claims import Evidence, Identity, Inequality, Outcome
from boundcheck.prove import Proved, Refuted, cause, prove
from boundcheck.symbolic import Statement

from .context import Context


def statement_of(shape: Identity | Inequality, context: Context) -> Statement:
    """What the provers receive: the printed sides with abbreviating letters replaced."""
    return Statement(
        context.expand(shape.lhs),
        shape.relation,
        context.expand(shape.rhs),
        tuple(context.expand(condition) for condition in shape.given),
    )


# What a reader needs to know of the provers' rules; the certificate has them all.
ENGINES = {
    "clear": "normal form, signs",
    "polynomial": "real arithmetic (Z3)",
    "monotone": "slope of one sign",
    "concave": "concavity",
    "balls": "ball arithmetic (Arb)",
    "falsify": "certified point",
}


def said(engine: str) -> str:
    """The engines of a proof in words."""
    rules = engine.split("+")
    return ", ".join(words for rule, words in ENGINES.items() if rule in rules) or "its hypotheses"


def check(shape: Identity | Inequality, context: Context) -> Evidence:
    """Settle a scalar statement by the provers."""
    try:
        statement = statement_of(shape, context)
        result = prove(statement, seconds=context.budget.seconds)
    except (ValueError, TypeError) as error:
        # The provers read exact expressions of a fixed language; anything else is open, never true.
        return Evidence(Outcome.UNDECIDED, f"tried: nothing, the provers cannot read it ({error})")
    if isinstance(result, Proved):
        return Evidence(
            Outcome.PROVED,
            "true on the whole stated domain",
            method=said(result.engine),
            certificate=result.certificate,
            data={"trusted": list(result.trusted), "statement": statement},
        )
    if isinstance(result, Refuted):
        at = ", ".join(f"{name} = {value}" for name, value in result.witness.items())
        return Evidence(
            Outcome.REFUTED,
            f"false at {at}",
            method=said(result.engine),
            certificate=result.certificate,
            witness={"point": dict(result.witness), "lhs": result.lhs, "rhs": result.rhs, "text": f"at {at}"},
            data={"trusted": list(result.trusted), "statement": statement},
        )
    tried = f"tried: {'; '.join(result.tried)}. It would take: {'; '.join(result.left) or 'a stronger engine'}"
    return Evidence(
        Outcome.UNDECIDED,
        cause(statement) or tried,
        data={"tried": list(result.tried), "left": list(result.left), "statement": statement},
    )
