"""One door: `prove` reads a statement, looks for a counterexample, then for a proof."""

from __future__ import annotations

from typing import Any

from ..kernel import certificates
from ..kernel.reading import reading
from ..kernel.results import Inapplicable, Proved, Refuted, Unknown
from . import undefined
from .inside import admissible_point, hunter_of
from .integers import by_values, in_sums, refuted_in_few_terms
from .memory import remembered
from .refuting import hunters_of, refuted_at_a_point, refuted_far
from .trees import LOOK, proved, searched


def prove(goal: Any, given: tuple = (), *, seconds: float = 5.0) -> Proved | Refuted | Unknown:
    """Prove or refute a statement about real numbers on its whole domain.

    Parameters
    ----------
    goal : SymPy relation, And, Equivalent, Statement, Conjunction, Equivalence, or a pair for an identity
        What is claimed, as printed. ``Statement(lhs, "<=", rhs)`` keeps SymPy from evaluating it away.
    given : tuple of relations
        The hypotheses; assumptions of symbols (``positive=True``) count as well. A point belongs to the domain
        where every hypothesis is defined and holds.
    seconds : float
        The effort, roughly. It is spent by counts, so the answer does not depend on the load of the machine.

    Returns
    -------
    answer : Proved, Refuted or Unknown

    Raises
    ------
    ValueError
        The statement contains a float, an unknown function, or was evaluated to True or False before it came here.
    """
    return remembered(("prove", seconds), goal, given, lambda: _found(goal, given, seconds))


def proof(goal: Any, given: tuple = (), *, seconds: float = 5.0) -> Proved | Refuted | Unknown:
    """Prove as `prove` does; where that fails, no counterexample is looked for beyond simple points.

    For whoever asks whether something can be proved, and makes nothing of its refutation.

    Parameters
    ----------
    goal, given, seconds
        As in `prove`.

    Returns
    -------
    answer : Proved, Refuted or Unknown
    """
    return remembered(("proof", seconds), goal, given, lambda: _found(goal, given, seconds, far=False))


def refute(goal: Any, given: tuple = (), *, seconds: float = 5.0) -> Refuted | Unknown:
    """Look for a counterexample as `prove` does, and for no proof: where one is at hand, another says nothing new.

    Parameters
    ----------
    goal, given, seconds
        As in `prove`.

    Returns
    -------
    answer : Refuted or Unknown
    """
    return remembered(("refute", seconds), goal, given, lambda: _refuting(goal, given, seconds), open_too=True)


def _refuting(goal: Any, given: tuple, seconds: float) -> Refuted | Unknown:
    """What a search for a counterexample answers; it is spent by counts alone."""
    tried = ["falsify"]
    try:
        read = reading(goal, given)
    except Inapplicable as wrong:
        answer = refuted_in_few_terms(goal, given, tried)
        return Unknown(("reading",), (str(wrong),)) if answer is None else answer
    hunters = hunters_of(read)
    answer = refuted_at_a_point(read, hunters, tried)
    if answer is None:
        answer = refuted_in_few_terms(goal, given, tried)
    if answer is None:
        answer = refuted_far(read, hunters, tried, thorough=seconds >= 1)
    return Unknown(tuple(tried), ()) if answer is None else answer


def _found(goal: Any, given: tuple, seconds: float, *, far: bool = True) -> Proved | Refuted | Unknown:
    """What a search answers; `far` asks for counterexamples that no simple point is, where there is no proof."""
    tried = ["falsify"]
    try:
        read = reading(goal, given)
    except Inapplicable as wrong:
        answer = in_sums(goal, given, seconds, tried)
        return Unknown(("reading",), (str(wrong),)) if answer is None else answer
    hunters = hunters_of(read)
    answer = refuted_at_a_point(read, hunters, tried)
    if answer is not None:
        return answer
    point = admissible_point(read, hunters.get(read.domain))
    if point is None:
        return Unknown(tuple(tried), (undefined.empty_in_words(read, min(seconds, LOOK)),))
    without = undefined.place(read, hunters.get(read.domain) or hunter_of(read), point)
    certificate: dict[str, Any] = {}
    if without is not None:
        # where a side has no value nothing is proved; elsewhere the statement may still be false
        certificate = certificates.no_value(read, without[1])
        left = [undefined.in_words(read, *without, min(seconds, LOOK))]
    else:
        trees, left = searched(read, seconds, tried)
        if trees is not None:
            return proved(read, trees, point, tried)
        answer = in_sums(goal, given, seconds, tried)
        if answer is None:
            answer = by_values(goal, given, read, seconds, tried)
        if answer is not None:
            return answer
    answer = refuted_far(read, hunters, tried, thorough=seconds >= 1) if far else None
    return Unknown(tuple(tried), tuple(left), certificate) if answer is None else answer
