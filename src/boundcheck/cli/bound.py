"""``boundcheck bound``: what a bound says at a point, and which of its terms says it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import sympy

from boundcheck import planning
from boundcheck.checks import constants
from boundcheck.checks.constants import Claimed
from boundcheck.claims import Claim
from boundcheck.cli.options import UsageError
from boundcheck.loading import registry
from boundcheck.planning.quote import shown
from boundcheck.report.text.prose import prose
from boundcheck.words import phrase
from boundcheck.words.samples import reserve

OPTIONS = {"at": "--set", "parameter": "--for", "part": "--part", "error": "--error"}
EFFORT = 2.0  # of the proof that the constant serves, in the seconds of `prove`


def main(options: argparse.Namespace) -> int:
    """Print every bound of the claim at the point."""
    claim_id, claim = one(options.claim)
    try:
        bounds = planning.bounds_of(claim_id, claim, options.part)
        words = options.set if options.at is None and options.set else [*figured(bounds, options.set), *options.set]
        point = planning.point_of(words, bounds)
        complete, lacking = planning.ready(bounds, point)
        quotes = [planning.quote(bound, point) for bound in complete]
        known = {bound.name: constant(bound, known=claim_id in registry.ids()) for bound in complete}
    except planning.PlanError as error:
        raise UsageError(with_option(error)) from None
    if options.json:
        print(json.dumps(plain(claim_id, point, quotes, lacking, known, claim.letters.prints), indent=1))
    elif not options.quiet:
        print(text(claim, point, quotes, lacking, known))
    return 0


def figured(bounds: Sequence[planning.Bound], given: Sequence[str]) -> list[str]:
    """The point of the figure that pages show, as words of ``--set``, without the letters that are `given`."""
    named = {word.partition("=")[0] for word in given}
    accepted = {name for bound in bounds for name in bound.accepted}
    found: dict[str, Any] = {}
    for bound in bounds:
        for regime in getattr(bound.statement, "regimes", ())[:1]:
            found = {**regime.point, **found}
    words = [f"{name}={value}" for name, value in found.items() if name in accepted - named and not isinstance(value, str)]
    if not words and not given:
        raise planning.PlanError("the claim has no figure of this bound, so no point of it; write --set NAME=NUMBER ...")
    return words


def with_option(error: planning.PlanError) -> str:
    """The message, with the option of the command line that is at fault."""
    return f"{OPTIONS[error.argument]} {error.text}" if error.argument else str(error)


def one(name: str) -> tuple[str, Claim]:
    """The one claim that a name stands for."""
    if not name.endswith((".py", ".md", ".tex")) and not Path(name).is_dir():  # without what settles files
        found = [(claim_id, registry.load(claim_id)) for claim_id in registry.resolve(name)]
    else:
        from boundcheck.cli.check import distinct_claims

        found = distinct_claims([name])
    if len(found) > 1:
        raise UsageError(f"{name!r} names {len(found)} claims; name one, such as {found[0][0]}")
    return found[0]


def constant(bound: planning.Bound, *, known: bool = False) -> Claimed | None:
    """How the constant between the printed shape and the explicit version is settled; None where there is none.

    Of a claim that is `known` a step that settles it is proved elsewhere, and is not held against the provers once more.
    """
    if bound.statement.open_constant is None:
        return None
    claim = bound.claim
    told: dict[str, Any] = {
        "parameters": claim.parameters, "definitions": claim.definitions, "steps": [(step, None) for step in claim.steps]
    }  # fmt: skip
    found = constants.settle(bound.statement, bound.name, **told, provers=False)
    if found.settled != "points" and known:  # equal, or by a step, which is proved where the claim is settled
        return found
    return constants.settle(bound.statement, bound.name, **told, effort=EFFORT)


def short(constant: str) -> str:
    """A constant that fits into a line."""
    return constant if len(constant) <= constants.LONGEST else constants.in_short(sympy.sympify(constant))


def serves(quote: Any, known: Claimed | None, letters: Mapping[str, str]) -> str:
    """For which points the claimed constant serves."""
    if known is None or known.settled == "excluded":
        return "no C serves everywhere"
    if known.everywhere or known.fact is None:
        return f"C = {short(quote.constant)} serves everywhere"
    if known.settled == "step":
        return f"C = {short(quote.constant)} serves {prose(reserve(known.fact), letters)}"
    if known.settled == "points":
        return f"that C = {short(quote.constant)} serves everywhere is claimed and not proved"
    return prose(phrase(known.fact), letters)


def plain(
    claim_id: str,
    point: dict[str, Fraction],
    quotes: list[Any],
    lacking: dict[str, list[str]],
    known: Mapping[str, Claimed | None],
    letters: Mapping[str, str],
) -> dict[str, Any]:
    """The same as plain data; infinities as words, which JSON lacks."""
    return {
        "claim": claim_id,
        "point": {name: float(value) for name, value in point.items()},
        "bounds": [{**quoted(quote), "constant_settled": settled(known.get(quote.name), letters)} for quote in quotes],
        "lacking": lacking,
    }


def settled(known: Claimed | None, letters: Mapping[str, str]) -> dict[str, Any] | None:
    """How the constant was settled, as plain data."""
    if known is None:
        return None
    witness = None if known.witness is None else msgspec.to_builtins(known.witness)
    said = ("", "") if known.fact is None else tuple(prose(said, letters) for said in (reserve(known.fact), phrase(known.fact)))
    return {"settled": known.settled, "reserve": said[0], "text": said[1], "witness": witness}


def quoted(quote: Any) -> dict[str, Any]:
    """One bound as plain data."""
    return {
        "part": quote.name,
        "printed": finite(quote.printed),
        "constant": quote.constant,
        "explicit": finite(quote.explicit),
        "trivial": finite(quote.trivial),
        "vacuous": quote.vacuous,
        "terms": [{"formula": t.formula, "value": finite(t.value), "share": t.share} for t in quote.terms],
        "assumed": quote.assumed,
    }


def finite(value: float) -> float | str:
    """A number that JSON knows."""
    return value if abs(value) != float("inf") else "inf"


def text(
    claim: Claim,
    point: dict[str, Fraction],
    quotes: list[Any],
    lacking: dict[str, list[str]],
    known: Mapping[str, Claimed | None],
) -> str:
    """The same for a person."""
    lines = [heading(claim)]
    lines += ["at " + ", ".join(f"{name} = {shown(value)}" for name, value in point.items())] if point else []
    assumed = {name: value for quote in quotes for name, value in quote.assumed.items()}
    lines += [f"assumed, since --set does not say: {name} = {value:g}" for name, value in assumed.items()]
    for quote in quotes:
        lines += ["", *rows(quote, known.get(quote.name), claim.letters.prints)]
    lines += (
        ["", *(f"{name}: not evaluated, lacks {', '.join(names)}" for name, names in lacking.items())]
        if lacking
        else []
    )
    return "\n".join(lines)


def heading(claim: Claim) -> str:
    """Name and title."""
    return f"{claim.source.printed}: {claim.title}" if claim.title else claim.source.printed


def rows(quote: Any, known: Claimed | None, letters: Mapping[str, str]) -> list[str]:
    """One bound in lines: values, verdict against the trivial bound, terms by size."""
    lines = [quote.name]
    if quote.constant:
        ratio = quote.explicit / quote.printed if 0 < quote.printed < float("inf") else float("inf")
        version = f"the explicit version is C = {ratio:.3g} here, " if quote.printed < float("inf") else ""
        here = f"{version}{serves(quote, known, letters)}"
        lines.append(f"  printed shape     C × {quote.printed:.4g}; {here}")
    lines.append(f"  explicit version  {quote.explicit:.4g}")
    lines.append(f"  trivial bound     {quote.trivial:.4g}")
    if quote.vacuous:
        lines.append("  VACUOUS: the explicit version exceeds what holds without any data")
    for place, term in enumerate(quote.terms):
        mark = "  <- dominates" if place == 0 and len(quote.terms) > 1 else ""
        lines.append(f"    {term.share:6.1%}  {term.value:<10.4g} {term.formula}{mark}")
    return lines
