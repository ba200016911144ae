"""What a fact says, as a phrase: no capital, no full stop, its mathematics and names between marks as in every text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch

from boundcheck.symbolic.latex import BY_NAME, latex_of
from boundcheck.verdict import facts, set_to


@singledispatch
def phrase(fact: facts.Fact) -> str:
    """What a fact says; a template sees its fields and no sentence."""
    raise TypeError(f"no template for {type(fact).__name__}")


def counted(count: int, word: str, several: str = "") -> str:
    """A number of things: ``1 method``, ``2 methods``."""
    return f"{count:,} {word if count == 1 else several or word + 's'}"


def listed(names: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def point(at: Mapping[str, object]) -> str:
    """The letters of a point with their values."""
    return ", ".join(set_to(name, value) for name, value in at.items())


def exact(text: str) -> str:
    """An exact value or a relation that a fact holds as text; what is none is a word."""
    source = latex_of(text, BY_NAME)
    return f"${source}$" if source else text


def letter(name: str) -> str:
    """A letter, or a name that says itself how it is set."""
    return rf"$\letter{{{name}}}$" if name.isidentifier() else name


def step(label: str) -> str:
    """The name of a step."""
    return f"`{label}`"


@phrase.register
def _(fact: facts.Words) -> str:
    return fact.text


@phrase.register
def _(fact: facts.About) -> str:
    return f"{fact.what}: {phrase(fact.fact)}"


# ---------------------------------------------------------------- formulas
TRUE = "true on the whole stated domain"


@phrase.register
def _(fact: facts.Proved) -> str:
    if fact.steps:
        return f"{TRUE} by the proved {'step' if len(fact.steps) == 1 else 'steps'} {', '.join(map(step, fact.steps))}"
    return _with_domain("true", fact.domain) if fact.domain else TRUE


@phrase.register
def _(fact: facts.FalseAt) -> str:
    return _with_domain(f"false at {point(fact.point)}", fact.domain)


@phrase.register
def _(fact: facts.NoValueAt) -> str:
    return _with_domain(f"no value at {point(fact.point)}: {fact.because}", fact.domain)


@phrase.register
def _(fact: facts.UnknownFunctions) -> str:
    return f"a formula is missing, here called {', '.join(fact.names)}; it would decide this"


@phrase.register
def _(fact: facts.NotRead) -> str:
    return f"tried: nothing, the provers cannot read it ({fact.error})"


@phrase.register
def _(fact: facts.NotDecided) -> str:
    narrower, longer = "a narrower domain in `given`", "a longer search, --budget deep"
    ways = f"{narrower}, or {longer}" if fact.longer else f"or {narrower}"
    tried = f"tried: {counted(fact.methods, 'method')}, of which none decides it"
    takes = f"{tried}. It would take one of: a variable set to a number, steps in between, {ways}"
    said = fact.because or takes
    if fact.tightest and fact.share is not None:
        share = f"{fact.share:.4g}" if fact.share < 0.9999 else "more than 0.9999"
        said += f"; tightest at {point(fact.tightest)}, of the points tried: the smaller side is {share} times the larger one"
    return _with_domain(said, fact.domain)


@phrase.register
def _(fact: facts.WithoutConditions) -> str:
    return "tried: the provers, without the conditions on sums of unknown length, which they do not read"


# ---------------------------------------------------------------- what is true and says nothing
@phrase.register
def _(fact: facts.OneExpression) -> str:
    return "one expression stands on both sides"


@phrase.register
def _(fact: facts.AmongConditions) -> str:
    if fact.form == "another":
        return "what it states is one of its own conditions in another form"
    return "what it states is among its own conditions" + (", in a stricter form" if fact.form == "stricter" else "")


@phrase.register
def _(fact: facts.OnePoint) -> str:
    return f"its conditions leave one point, {point(fact.point)}"


# ---------------------------------------------------------------- results that are used, lines of others
@phrase.register
def _(fact: facts.Instance) -> str:
    return f"{fact.of}; {counted(fact.conditions, 'condition')} proved"


@phrase.register
def _(fact: facts.NoSuchResult) -> str:
    return f"no step before it and no result in `uses` is called '{fact.called}'; naming one would decide it"


@phrase.register
def _(fact: facts.NoSuchLetter) -> str:
    return f"{fact.of} has no letter {', '.join(fact.letters)}; naming one that it has would decide it"


@phrase.register
def _(fact: facts.PerhapsNotWhole) -> str:
    return f"{fact.of}: whether {', '.join(fact.values)} is a whole number was not tried; a Letter of it would decide it"


@phrase.register
def _(fact: facts.NoFormula) -> str:
    return f"{fact.of} is no formula from which a display could be proved; without `says` it would be decided"


@phrase.register
def _(fact: facts.Quoted) -> str:
    verb = "has" if isinstance(fact.fact, facts.NoValueAt) else "is"
    return f"the {'quoted line' if fact.disputed else 'quote'} {verb} {phrase(fact.fact)}"


# ---------------------------------------------------------------- exact privacy
@phrase.register
def _(fact: facts.Neighbours) -> str:
    apart = [f"{one} and {other}" for one, other in fact.apart]
    return f"neighbours: {fact.words}" + (f", and not {', '.join(apart)}" if apart else "") + (
        f" and {fact.more} more pairs" if fact.more else ""
    )


@phrase.register
def _(fact: facts.ExactPrivacy) -> str:
    what = "sets of outputs" if fact.sets else "outputs"
    each = [f"{fact.pairs * fact.outputs} for probabilities of {what}", f"{fact.sums} for sums of probabilities"]
    each += [f"{fact.signs} for their signs"] if fact.signs else []
    exactly = f"all {fact.comparisons} relations that define privacy here were checked exactly ({', '.join(each)})"
    return f"{_with_domain(exactly, fact.domain)}; {phrase(fact.neighbours)}"


@phrase.register
def _(fact: facts.WorstComparison) -> str:
    return f"{fact.comparison}: {phrase(fact.fact)}; {phrase(fact.neighbours)}"


@phrase.register
def _(fact: facts.TooManySets) -> str:
    return (
        f"tried: nothing, {fact.outputs} outputs have too many sets to compare one by one; with $\\delta = 0$ single outputs would "
        "decide it, as would a mechanism whose outputs are merged"
    )


def _with_domain(text: str, domain: str) -> str:
    return f"{text}, with the stated domain {domain}" if domain else text
