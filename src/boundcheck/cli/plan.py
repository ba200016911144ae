"""``boundcheck plan``: how many labels, how much privacy, how much corruption a target error takes or allows."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any

from boundcheck import loading as own
from boundcheck import planning
from boundcheck.checks.formulas import engines_in_words
from boundcheck.claims import Claim, Letter
from boundcheck.cli.bound import finite, heading, one, quoted, with_option
from boundcheck.cli.options import UNDECIDED, UsageError
from boundcheck.cli.output import until_closed
from boundcheck.planning.quote import Bound, shown


def main(options: argparse.Namespace) -> int:
    """Print the answer of every bound of the claim; exit 3 if no value of the parameter meets the target."""
    claim_id, claim = one(options.claim)
    if claim_id.startswith("own/") and options.repeats:
        own.rehearse(claim, Path(options.claim))
    try:
        bounds = planning.bounds_of(claim_id, claim, options.part)
        parameter, meant = planning.parameter_named(options.parameter, claim_id, bounds)
        target = planning.exact(options.error, "error")
        if target <= 0:
            raise planning.PlanError(f"{options.error}: must be positive", "error")
        moving = planning.along(bounds, parameter.name)
        point = planning.point_of(options.set, bounds, parameter.name)
        complete, lacking = planning.ready(moving, point, parameter.name)
        rows = [row(bound, parameter, target, point, options) for bound in complete]
    except planning.PlanError as error:
        raise UsageError(with_option(error)) from None
    with until_closed():
        if options.json:
            shared = {"claim": claim_id, "for": parameter.name, "error": float(target), "seed": options.seed}
            given = {name: float(value) for name, value in point.items()}
            parts = [plain(*r) for r in rows]
            print(json.dumps({**shared, "point": given, "parts": parts, "lacking": lacking}, indent=1))
        elif not options.quiet:
            print(text(claim, parameter, target, point, rows, meant))
            for bound in bounds:
                if bound not in moving:
                    print(f"\n{bound.name}: not planned, does not depend on {parameter.name}")
            for name, names in lacking.items():
                print(f"\n{name}: not planned, lacks {', '.join(names)}")
    return 0 if any(answer.value is not None for answer, _ in rows) else UNDECIDED


def row(
    bound: Bound, parameter: Letter, target: Fraction, point: dict[str, Fraction], options: argparse.Namespace
) -> tuple[planning.Answer, planning.Measured | str]:
    """The answer of one bound, and what its simulation needed."""
    answer = planning.plan(bound, parameter, target, point)
    if answer.value is None:
        return answer, "not compared: there is no answer"
    if options.repeats == 0:
        return answer, "not compared: --repeats 0"
    with redirect_stdout(sys.stderr):  # what an experiment prints must not mix with --json
        return answer, planning.measured(
            bound, parameter, target, point, answer, seed=options.seed, repeats=options.repeats
        )


def plain(answer: planning.Answer, seen: planning.Measured | str) -> dict[str, Any]:
    """One answer as plain data."""
    simulated: dict[str, Any] = {"words": seen}
    if isinstance(seen, planning.Measured):
        simulated = {
            "regime": seen.regime, "violations": seen.violations, "repeats": seen.repeats, "rate_high": seen.rate_high,
            "allowed": seen.allowed, "quantile": finite(seen.quantile), "fixed": seen.words,
            "point": seen.point, "asked": seen.asked, "at_end": seen.end,
            "needed": None if seen.needed is None else number(seen.needed),
        }  # fmt: skip
    return {
        "part": answer.name,
        "answer": None if answer.value is None else number(answer.value),
        "next": None if answer.beyond is None else number(answer.beyond),
        "bound_at_answer": None if answer.at is None or answer.value is None else finite(answer.at.explicit),
        "bound_at_next": None if answer.past is None else finite(answer.past.explicit),
        "intervals": [[number(end) for end in ends] for ends in answer.intervals],
        "not_decided": [[number(end) for end in ends] for ends in answer.undecided],
        "monotone": answer.monotone.sign != 0,
        "monotone_by": how(answer.monotone),
        "words": answer.words,
        "at": None if answer.at is None else quoted(answer.at),
        "simulated": simulated,
    }


def number(value: Fraction) -> int | float:
    """Whole numbers stay whole."""
    return value.numerator if value.denominator == 1 else float(value)


def text(
    claim: Claim, parameter: Letter, target: Fraction, point: dict[str, Fraction], rows: list[Any], meant: str
) -> str:
    """The answers for a person."""
    at = ", ".join(f"{name} = {shown(value)}" for name, value in point.items())
    lines = [heading(claim), f"for an error of at most {shown(target)}" + (f" at {at}" if at else "")]
    assumed = {k: v for answer, _ in rows if answer.at for k, v in answer.at.assumed.items()}
    lines += [f"assumed, since --set does not say: {name} = {value:g}" for name, value in assumed.items()]
    lines += [meant] if meant else []
    for answer, seen in rows:
        lines += ["", *answer_lines(answer, seen, parameter, target)]
    return "\n".join(lines)


def answer_lines(
    answer: planning.Answer, seen: planning.Measured | str, parameter: Letter, target: Fraction
) -> list[str]:
    """One answer in lines."""
    name = parameter.name
    if answer.value is None:
        lines = [f"{answer.name}: {answer.words}", *not_decided(answer)]
        if answer.at is not None and answer.at.terms:
            top = answer.at.terms[0]
            what = (
                "what stays is"
                if answer.stays
                else "the bound there is"
                if len(answer.at.terms) == 1
                else "its largest term there is"
            )
            lines.append(f"  {what} {top.formula} = {top.value:.4g}")
        return lines
    assert answer.at is not None  # an answer carries the bound at it
    lines = [f"{answer.name}: {name} {values(answer)}", *not_decided(answer)]
    if answer.past is not None and answer.beyond is not None:
        lines.append(f"  the bound is {answer.sides[0]} there and {answer.sides[1]} at {grouped(answer.beyond)}")
    elif answer.beyond is not None:
        lines.append(f"  at {grouped(answer.beyond)} a condition of the statement fails")
    else:
        lines.append(f"  the bound is {answer.at.explicit:.8g} there; the {answer.ends} ends there")
    lines.append(f"  {how(answer.monotone) if answer.monotone.sign else answer.words}")
    if len(answer.at.terms) > 1:
        lines.append(f"  dominated by {answer.at.terms[0].formula} ({answer.at.terms[0].share:.0%})")
    if answer.at.vacuous:
        lines.append(f"  VACUOUS: {shown(target)} is no better than the trivial bound {answer.at.trivial:.4g}")
    return [*lines, *compared(answer, seen, parameter)]


def values(answer: planning.Answer) -> str:
    """The set of values that do, in words."""
    if answer.one_end and answer.value is not None:
        return f"{'at most' if answer.rising else 'at least'} {grouped(answer.value)}"
    return ", or ".join(_span(*ends) for ends in answer.intervals)


def not_decided(answer: planning.Answer) -> list[str]:
    """The stretches of which nothing is proved."""
    return [f"  not decided: {', '.join(_span(*ends) for ends in answer.undecided)}"] if answer.undecided else []


def _span(low: Fraction, high: Fraction) -> str:
    far = f"{float(high):.0e}".replace("e+", "e") if high >= 10**15 and float(f"{high:.0e}") == high else grouped(high)
    return grouped(low) if low == high else f"from {grouped(low)} to {far}"


def how(monotone: planning.Direction) -> str:
    """How the direction was found, the provers' rules in words."""
    return f"{monotone.how}, proved by {engines_in_words(monotone.engine)}" if monotone.engine else monotone.how


def grouped(value: Fraction) -> str:
    """An answer in all its digits."""
    return f"{value.numerator:,}" if value.denominator == 1 else shown(value)


def compared(answer: planning.Answer, seen: planning.Measured | str, parameter: Letter) -> list[str]:
    """What the simulation needed."""
    if isinstance(seen, str):
        return [f"  {seen}"]
    lines = [
        f"  simulated there (regime {seen.regime!r}, at {seen.point}): "
        f"{seen.violations:,} of {seen.repeats:,} errors exceed the target, "
        f"{seen.allowed:g} allowed, rate at most {seen.rate_high:.2g}; the quantile is {seen.quantile:.3g}"
    ]
    if seen.asked != seen.repeats:
        limit = "20/failure at least" if seen.asked < seen.repeats else "20,000 at most"
        lines.append(f"  {seen.repeats:,} data sets were drawn in place of {seen.asked:,}: {limit}")
    if seen.needed is not None and answer.value is not None:
        larger, smaller = max(answer.value, seen.needed), min(answer.value, seen.needed)
        ratio = f"{float(larger / smaller):.2g}" if smaller > 0 else ""
        near = ratio == "1"
        rough = shown(Fraction(f"{float(seen.needed):.2g}"))
        name = parameter.name
        if seen.end:
            word = "largest" if answer.rising else "smallest"
            lines.append(f"  in that simulation even {name} = {shown(seen.needed)}, the {word} tried, met the target")
        elif answer.rising:
            times = ", hardly more than the bound allows" if near else f", {ratio} times as much" if ratio else ""
            lines.append(
                f"  in that simulation the target was met up to {name} of about {rough}{times}; other data may allow less"
            )
        else:
            less = "hardly less than the bound asks for" if near else f"{ratio} times less demanding"
            lines.append(f"  in that simulation {name} of about {rough} was enough, {less}; other data may need more")
    return lines
