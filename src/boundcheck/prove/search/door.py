"""One door: `prove` reads a statement, looks for a counterexample, then for a proof; sharp constants and dropped hypotheses."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from sympy import Expr, Integer, Mul, Rational

from boundcheck.symbolic.encode import fingerprint
from boundcheck.symbolic.evaluate import number
from boundcheck.symbolic.inner_products import has_vectors, vector_fingerprint
from boundcheck.symbolic.plain_letters import statements
from boundcheck.symbolic.statement import Statement, unevaluated

from ..kernel import certificates, points, smt
from ..kernel.points import Point
from ..kernel.reading import Reading, displayed, reading
from ..kernel.results import Inapplicable, NotDefined, Proved, Refuted, Unknown
from . import coordinates, falsify, undefined
from .falsify import Falsifier
from .portfolio import LOOK, fits, mended, proved, searched, settled_by
from .refuting import Hunters, admissible_point, hunter_of, hunters_of, refuted_at_a_point, refuted_far
from .series import by_values, in_sums, refuted_in_few_terms

# What was proved or refuted before, kept by the statement's fingerprint: it is replayed then, not searched for again.
#
# Nothing that is remembered is believed: a certificate that the kernel does not replay is as good as none; it replays it
# once in a process. So a proof is one whoever found it, for every effort and after every change of the search: it is kept
# by its statement alone, and those of a record are put beside. All else is kept for one search: which point refutes, and
# what stays open, depend on it. What stayed open is remembered only for what `dropped` was asked, which carries no
# verdict, `refute`, which is spent by counts, and `proof`, where no clock can have ended the search.

EVALUATED = "SymPy had made the statement True before it was read: 0 == 0 was proved in its place"
ANSWERS: dict[str, Any] = {kind.__name__: kind for kind in (Proved, Refuted, NotDefined, Unknown)}


class Memory(Protocol):
    """Texts by key."""

    def get(self, key: str) -> str | None:
        """The text of a key, if there is one."""
        ...

    def put(self, key: str, text: str) -> None:
        """Keep a text."""
        ...


_memory: ContextVar[Memory | None] = ContextVar("proofs", default=None)
QUICK = 5.0  # seconds on the wall, half of what any search has

# What this process itself found or saw replayed, by key: the very same text needs no second look.
_stood: dict[str, bytes] = {}


class _Anew:
    """A memory that gives back what was put into it here alone, and keeps that for others too."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._put: set[str] = set()

    def get(self, key: str) -> str | None:
        return self._memory.get(key) if key in self._put else None

    def put(self, key: str, text: str) -> None:
        self._put.add(key)
        self._memory.put(key, text)


@contextmanager
def kept_in(memory: Memory | None, *, anew: bool = False) -> Iterator[None]:
    """Answers of the provers come from `memory` where it has them, and go there where it lacks them.

    Parameters
    ----------
    memory : Memory or None
    anew : bool
        Whether what was there before is searched for again, and replaced.
    """
    before = _memory.set(_Anew(memory) if anew and memory is not None else memory)
    try:
        yield
    finally:
        _memory.reset(before)


def remembered(
    question: tuple[Any, ...],
    goal: Any,
    given: tuple[Any, ...],
    search: Callable[[], Any],
    *,
    open_too: bool = False,
    quick_too: bool = False,
) -> Any:
    """The answer to a question about a statement, replayed if it is known, else searched for and kept.

    Parameters
    ----------
    question : tuple of plain data
        What was asked, besides the statement.
    goal, given
        The statement that the answer's certificate is for.
    search : callable
        Finds the answer.
    open_too : bool
        Whether an answer that decides nothing is kept as well.
    quick_too : bool
        Whether it is where the search was over long before any clock could end it.
    """
    memory = _memory.get()
    if memory is None:
        return search()
    try:
        asked = vector_fingerprint(goal, given) if has_vectors(goal, given) else fingerprint(goal, given)
        key = hashlib.sha256(json.dumps([version(), list(question), asked]).encode()).hexdigest()
    except (ValueError, TypeError):  # no statement of the provers' language
        return search()
    provable = question[0] in ("prove", "proof")
    for place in (_place(asked), key) if provable else (key,):
        text = memory.get(place)
        known = _answer(text)
        if known is not None and (_stood.get(place) == _digest(text) or _stands(known, goal, given)):
            _stood[place] = _digest(text)
            return known
    began = time.monotonic()
    answer = search()
    quick = quick_too and time.monotonic() - began < QUICK < smt.left()
    if open_too or quick or not isinstance(answer, Unknown):
        place = _place(asked) if provable and isinstance(answer, Proved) else key
        text = json.dumps({"kind": type(answer).__name__, **asdict(answer)})
        _stood[place] = _digest(text)
        memory.put(place, text)
    return answer


def _place(asked: str) -> str:
    """Where the proof of a statement is kept: by its fingerprint alone."""
    return hashlib.sha256(json.dumps(["proof", asked]).encode()).hexdigest()


def kept_proof(certificate: Mapping[str, Any]) -> tuple[str, str] | None:
    """Key and text under which `prove` finds a proof that a record has; None of what is no proof.

    It is replayed before it is taken for one: what a record says of itself decides nothing.
    """
    if certificate.get("kind") != "proof" or certificate.get("format") != certificates.FORMAT:
        return None
    try:
        found = Proved(certificates.engine(certificate), certificates.trust(certificate["proofs"]), dict(certificate))
        return _place(str(certificate["fingerprint"])), json.dumps({"kind": "Proved", **asdict(found)})
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError, Inapplicable):
        return None


def _digest(text: str | None) -> bytes:
    return hashlib.sha256((text or "").encode()).digest()


def _answer(text: str | None) -> Any:
    if text is None:
        return None
    try:
        data = json.loads(text)
        kind = ANSWERS[data["kind"]]
        plain = {f.name: data[f.name] for f in fields(kind)}
    except (ValueError, KeyError, TypeError):
        return None
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()})


def _stands(answer: Any, goal: Any, given: tuple[Any, ...]) -> bool:
    kinds = {Proved: "proof", Refuted: "counterexample", NotDefined: "undefined"}
    if isinstance(answer, Unknown):
        return True
    fits = answer.certificate.get("kind") == kinds[type(answer)]
    if isinstance(answer, Refuted):
        fits = fits and dict(answer.witness) == answer.certificate.get("point")
    if isinstance(answer, Proved):  # what it says of itself is what its certificate says, with the software that is here
        again = kept_proof(answer.certificate)
        fits = fits and again is not None and _answer(again[1]) == replace(answer, tried=())
    return fits and certificates.replay(answer.certificate, goal, given).ok


@cache
def version() -> str:
    """Fingerprint of the provers: their own sources, and the versions of what they call."""
    root = Path(__file__).parents[2]
    sources = [p for room in ("prove", "symbolic") for p in sorted((root / room).rglob("*.py"))]
    parts = [p.read_text(encoding="utf-8") for p in sources]
    parts += [f"{name} {metadata.version(name)}" for name in ("sympy", "z3-solver", "python-flint", "numpy", "mpmath")]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


# One door: `prove` reads a statement, looks for a counterexample, then for a proof.

def prove(goal: Any, given: tuple = (), *, seconds: float = 5.0) -> Proved | Refuted | NotDefined | Unknown:
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
    answer : Proved, Refuted, NotDefined or Unknown
        NotDefined where a side has no value at a point of the domain, and no counterexample was found.

    Raises
    ------
    ValueError
        The statement contains a float, an unknown function, or was evaluated to False before it came here. What SymPy
        evaluated to True is proved as ``0 == 0``, and `tried` says so.
    """
    plainly = unevaluated(goal)
    answer = remembered(("prove", seconds), plainly, given, lambda: _found(plainly, given, seconds))
    return replace(answer, tried=(*answer.tried, EVALUATED)) if plainly is not goal else answer


def proof(goal: Any, given: tuple = (), *, seconds: float = 5.0) -> Proved | Refuted | NotDefined | Unknown:
    """Prove as `prove` does; where that fails, no counterexample is looked for beyond simple points.

    For whoever asks whether something can be proved, and makes nothing of its refutation.

    Parameters
    ----------
    goal, given, seconds
        As in `prove`.

    Returns
    -------
    answer : Proved, Refuted, NotDefined or Unknown
    """
    return remembered(("proof", seconds), goal, given, lambda: _found(goal, given, seconds, far=False), quick_too=True)


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
    """What a search for a counterexample answers; it is spent by counts."""
    if has_vectors(goal, given):
        return coordinates.refuting(goal, given)
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
        answer = refuted_far(read, hunters, tried, seconds=seconds)
    return Unknown(tuple(tried), ()) if answer is None else answer


def _found(goal: Any, given: tuple, seconds: float, *, far: bool = True) -> Proved | Refuted | NotDefined | Unknown:
    """What a search answers; `far` asks for counterexamples that no simple point is, where there is no proof."""
    if has_vectors(goal, given):
        return coordinates.settled(goal, given, seconds, far=far)
    tried = ["falsify"]
    with smt.limited(1.8 * seconds + 10):  # counts end the search; a clock that did would be another on every machine
        without = undefined.in_sums(goal, given)
        try:
            read = reading(goal, given)
        except Inapplicable as wrong:
            if without is None:
                answer = in_sums(goal, given, seconds, tried)
                return Unknown(("reading",), (str(wrong),)) if answer is None else answer
            few = refuted_in_few_terms(goal, given, tried)
            return _no_value(goal, given, without, tried) if few is None else few
        hunters = hunters_of(read)
        left: list[str] = []
        try:
            answer, without, left = _settled(goal, given, read, hunters, without, seconds, tried)
        except smt.OutOfTime as over:
            answer, left = None, [str(over)]
    if answer is None and far:
        answer = refuted_far(read, hunters, tried, seconds=seconds)
    if answer is not None:
        return answer
    return Unknown(tuple(tried), tuple(left)) if without is None else _no_value(goal, given, without, tried)


def _settled(
    goal: Any,
    given: tuple,
    read: Reading,
    hunters: Hunters,
    without: tuple[Point, str] | None,
    seconds: float,
    tried: list[str],
) -> tuple[Any, tuple[Point, str] | None, list[str]]:
    """What simple points and the search for a proof answer, a point without a value if there is one, and what is left."""
    answer: Any = refuted_at_a_point(read, hunters, tried)
    if answer is not None:
        return answer, without, []
    point = admissible_point(read, hunters.get(read.domain))
    if point is None:
        return Unknown(tuple(tried), (undefined.empty_in_words(read, min(seconds, LOOK)),)), without, []
    if without is None:
        place = undefined.place(read, hunters.get(read.domain) or hunter_of(read), point)
        if place is not None:
            without = place[1], undefined.in_words(read, *place, min(seconds, LOOK))
    if without is not None:  # where a side has no value nothing is proved; elsewhere the statement may still be false
        return refuted_in_few_terms(goal, given, tried), without, []
    trees, left = searched(read, seconds, tried)
    if trees is not None:
        return proved(read, trees, point, tried), None, []
    answer = in_sums(goal, given, seconds, tried)
    if answer is None:
        answer = by_values(goal, given, read, seconds, tried)
    return answer, None, left


def _no_value(goal: Any, given: tuple, without: tuple[Point, str], tried: list[str]) -> NotDefined:
    point, words = without
    certificate = certificates.no_value(goal, given, point)
    sides = [(points.shown(s.lhs, point), points.shown(s.rhs, point)) for s in statements(displayed(goal))]
    lhs, rhs = next((pair for pair in sides if points.NO_VALUE in pair), ("", ""))
    return NotDefined(certificates.written(point), certificate, (words,), tuple(tried), lhs, rhs)


# The smallest constant that can be proved, and a point which shows that nothing smaller works.

@dataclass(frozen=True)
class Sharpness:
    """What is known about the smallest K with ``lhs <= K*rhs`` on the domain.

    Attributes
    ----------
    proved : str or None
        A rational K that is proved, three significant digits, rounded upwards.
    proof : Proved or None
    refuted : str or None
        A rational K that is refuted, at the point of `point`.
    point : Refuted or None
    sharp : bool
        `proved` and `refuted` are neighbours at three digits.
    tried : tuple of str
        One line per constant that was asked.
    """

    proved: str | None
    proof: Proved | None
    refuted: str | None
    point: Refuted | None
    sharp: bool
    tried: tuple[str, ...]

    def __bool__(self):
        raise TypeError("Sharpness is not a boolean: read .proved, .refuted and .sharp")


def scaled(lhs: Expr, k: Rational, rhs: Expr) -> Statement:
    """Return ``lhs <= k*rhs``, nothing evaluated."""
    return Statement(lhs, "<=", Mul(k, rhs, evaluate=False))


def sharpness(lhs: Expr, rhs: Expr, given: tuple = (), *, digits: int = 3, seconds: float = 3.0) -> Sharpness:
    """Find the smallest provable K in ``lhs <= K*rhs``, to `digits` significant digits.

    Parameters
    ----------
    lhs, rhs : Expr
        ``rhs`` must be positive somewhere on the domain, or no K is the smallest.
    given : tuple of relations
    digits : int
    seconds : float
        The effort for each constant asked.

    Returns
    -------
    result : Sharpness
        With the certificates of both sides: `replay` them on ``scaled(lhs, K, rhs)``.
    """
    asked: dict[Rational, Any] = {}

    def ask(k: Rational) -> Any:
        if k not in asked:
            asked[k] = prove(scaled(lhs, k, rhs), given, seconds=seconds)
        return asked[k]

    low, high = _bracket(ask)
    if low is not None and high is not None:
        low, high = _narrow(ask, low, high, digits)
    return _result(asked, digits)


def _bracket(ask: Any) -> tuple[Rational | None, Rational | None]:
    low: Rational | None = None
    for exponent in (0, 1, 2, 3, 4, 6):
        k = Rational(10) ** exponent
        answer = ask(k)
        if isinstance(answer, Proved):
            if low is not None or exponent:
                return low, k
            break
        if isinstance(answer, Refuted):
            low = k
    else:
        return low, None
    high = Rational(1)
    for exponent in (-1, -2, -3, -4, -6):
        k = Rational(10) ** exponent
        answer = ask(k)
        if isinstance(answer, Refuted):
            return k, high
        if isinstance(answer, Proved):
            high = k
    return None, high


def _narrow(ask: Any, low: Rational, high: Rational, digits: int) -> tuple[Rational, Rational]:
    """Bisect on the numbers of `digits` digits; an unknown middle is left to both neighbours."""
    while high > 10 * low:
        middle = low * 10
        if isinstance(ask(middle), Proved):
            high = middle
        else:
            low = middle
    unit = _unit(high, digits)
    bottom, top = int(low / unit), int(-((-high) // unit))
    while top - bottom > 1:  # proved at top
        middle = (top + bottom) // 2
        if isinstance(ask(middle * unit), Proved):
            top = middle
        else:
            bottom = middle
    refuted = bottom
    step = 1
    while refuted > 0 and not isinstance(ask(refuted * unit), Refuted):
        refuted, step = max(int(low / unit), refuted - step), 2 * step
        if refuted <= int(low / unit):
            break
    return refuted * unit, top * unit


def _unit(high: Rational, digits: int) -> Rational:
    size = 0
    while Rational(10) ** size < high:
        size += 1
    while Rational(10) ** size >= high:
        size -= 1
    return Rational(10) ** Integer(size - digits + 1)


def _result(asked: dict, digits: int) -> Sharpness:
    proofs = {k: a for k, a in asked.items() if isinstance(a, Proved)}
    points = {k: a for k, a in asked.items() if isinstance(a, Refuted)}
    words = {Proved: "proved", Refuted: "refuted", Unknown: "unknown"}
    tried = tuple(f"{k}: {words[type(asked[k])]}" for k in sorted(asked))
    best = min(proofs) if proofs else None
    worst = max((k for k in points if best is None or k < best), default=None)
    near = best is not None and worst is not None and best - worst <= _unit(best, digits)
    return Sharpness(
        None if best is None else str(best),
        proofs.get(best),
        None if worst is None else str(worst),
        points.get(worst),
        near,
        tried,
    )


# A statement with hypotheses left out: still true, false, or no longer defined.

_TRIED = 12  # points at which floats see no value


def without(statement: Statement, left_out: Iterable[int]) -> Statement:
    """Return `statement` without the hypotheses of these places."""
    places = frozenset(left_out)
    kept = tuple(h for place, h in enumerate(statement.given) if place not in places)
    return Statement(statement.lhs, statement.relation, statement.rhs, kept)


def dropped(
    statement: Statement, left_out: Iterable[int], trees: Sequence[dict] = (), *, seconds: float = 0.0
) -> Proved | Refuted | NotDefined | Unknown:
    """Ask whether a statement stays true without some of its hypotheses.

    A counterexample comes first, then a point at which the statement has no value any more, then the proof at hand,
    which may not have used the hypotheses, and last a search for another one.

    Parameters
    ----------
    statement : Statement
        True with all of its hypotheses.
    left_out : iterable of int
        Places in ``statement.given``.
    trees : sequence of dict
        The ``proofs`` of its certificate.
    seconds : float
        Effort of the search for another proof, as in `prove`; none by default.
    """
    places = sorted(left_out)
    weaker = without(statement, places)
    proof = hashlib.sha256(json.dumps(list(trees)).encode()).hexdigest()  # it may serve without the hypotheses, too
    asked = ("dropped", places, proof, seconds)
    return remembered(asked, weaker, (), lambda: _found_weaker(weaker, trees, seconds), open_too=True)


def _found_weaker(weaker: Statement, trees: Sequence[dict], seconds: float) -> Proved | Refuted | NotDefined | Unknown:
    """What a search answers."""
    if has_vectors(weaker):
        if seconds:
            return coordinates.settled(weaker, (), seconds, far=False, drawn=False)
        return coordinates.refuting(weaker, (), ("simple",))
    try:
        read = reading(weaker)
    except Inapplicable as wrong:
        return Unknown(("reading",), (str(wrong),))
    tried = ["falsify"]
    hunters = hunters_of(read)
    answer = refuted_at_a_point(read, hunters, tried)
    if answer is not None:
        return answer
    hunter = hunters.get(read.domain) or Falsifier(read.domain, list(read.symbols), read.whole)
    point = next(_undefined(read, hunter), None)
    if point is not None:
        certificate = certificates.no_value(weaker, (), point)
        if certificates.replay(certificate, weaker).ok:  # of a sum the search puts a value for one term, the kernel for each
            return NotDefined(certificates.written(point), certificate)
    at_hand = [_without_texts(tree) for tree in trees]
    if _verified(read, at_hand):
        return settled_by(read, at_hand, hunter, tried)
    tried.append("the proof at hand")
    if not seconds:
        return Unknown(tuple(tried), ())
    answer = refuted_at_a_point(read, hunters, tried, drawn=True)
    if answer is not None:
        return answer
    found, left = mended(read, at_hand, seconds, tried)
    return Unknown(tuple(tried), tuple(left)) if found is None else settled_by(read, found, hunter, tried)


def _undefined(read: Reading, hunter: Falsifier) -> Iterator[Point]:
    """Yield simple points of the domain at which the statement certainly has no value."""
    grid = hunter.grid
    if not len(grid):
        return
    try:
        with np.errstate(all="ignore"):
            gaps = [number(side.lhs, grid.table) - number(side.rhs, grid.table) for side in statements(read.goal)]
    except (KeyError, ValueError):
        return
    value = np.broadcast_to(np.asarray(sum(gaps), float), (len(grid),))
    inside = np.broadcast_to(falsify.holds(read.domain, grid.table), value.shape)  # the grid holds the border too
    nowhere, endless = np.flatnonzero(np.isnan(value) & inside), np.flatnonzero(np.isinf(value) & inside)
    for place in (*nowhere[:_TRIED], *endless[:_TRIED]):
        row = grid.row(place)
        if certificates.complete(read, row) and points.undefined(read.goal, read.given, row):
            yield row


def _without_texts(tree: dict) -> dict:
    """A tree without the solver's texts, which name every hypothesis: the rules write those of the weaker statement."""
    kept = {name: entry for name, entry in tree.items() if name not in ("smt2", "then")}
    return kept | ({"then": [_without_texts(child) for child in tree["then"]]} if "then" in tree else {})


def _verified(read: Reading, trees: Sequence[dict]) -> bool:
    """Whether the trees prove what `read` asks for, rule by rule."""
    if not trees or len(trees) != len(read.sequents):
        return False
    return all(fits(sequent, tree) for sequent, tree in zip(read.sequents, trees, strict=True))
