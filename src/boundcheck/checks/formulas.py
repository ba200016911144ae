"""Identities and inequalities: proved on the whole domain or refuted at a point, the domain and the hypotheses that they need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any

import sympy
from msgspec.structs import replace as replaced_field
from sympy import Integer, Rational, Symbol
from sympy.core.function import AppliedUndef

from boundcheck.claims import Identity, Inequality, Letter
from boundcheck.prove import NotDefined, Proved, Refuted, cause, closest, dropped, proof, prove
from boundcheck.stats.digits import significant
from boundcheck.symbolic import Statement, decode, encode
from boundcheck.symbolic.inner_products import has_vectors, is_matrix
from boundcheck.symbolic.latex import BY_NAME, latex
from boundcheck.symbolic.plain_letters import conditions_for_a_value, in_sight, put, replaced
from boundcheck.verdict import Evidence, Outcome, at, facts
from boundcheck.verdict.shapes import Found, OfProvers
from boundcheck.verdict.statements import Trial, Witness

from .context import BUDGETS, Budget, Context, Formula
from .settling import alike, follows, proved, rests_on_proof, stated_domain

# What the parameters of a claim say of the letters of a statement.

@dataclass(frozen=True)
class Domain:
    """What the parameters of a claim say of the letters of a statement: conditions, and which letters are integers."""

    conditions: tuple[Any, ...]
    integers: tuple[sympy.Symbol, ...]

    @property
    def words(self) -> str:
        """For a summary."""
        return ", ".join(
            [*(f"${latex(c, BY_NAME)}$" for c in self.conditions), *(rf"$\letter{{{s}}}$ an integer" for s in self.integers)]
        )

    def excludes(self, point: Mapping[str, str]) -> bool:
        """Whether a point of exact values lies outside, or may do so for all values of a letter that it lacks."""
        values = {name: sympy.sympify(value) for name, value in point.items()}
        if any(values[s.name].is_integer is False for s in self.integers if s.name in values):
            return True
        for condition in self.conditions:
            known = {s: values[s.name] for s in condition.free_symbols if s.name in values}
            left = condition.subs(known)
            if left == sympy.false or left.free_symbols:  # a letter that the point lacks may shut it out
                return True
        return False

    def added_to(self, statement: Statement) -> Statement:
        """The statement on this domain."""
        whole = {symbol: sympy.Symbol(symbol.name, integer=True) for symbol in self.integers}
        given = (*statement.given, *self.conditions)
        return replaced(Statement(statement.lhs, statement.relation, statement.rhs, given), whole)


def linked(names: set[str], conditions: Iterable[Any]) -> set[sympy.Symbol]:
    """The letters of the conditions that speak of the letters `names`, of these letters, and so on."""
    told = [condition.free_symbols for condition in conditions if hasattr(condition, "free_symbols")]
    found: set[sympy.Symbol] = set()
    while True:
        known = names | {s.name for s in found}
        more = {s for symbols in told if {s.name for s in symbols} & known for s in symbols} - found
        if not more:
            return found
        found |= more


def domain_of(statement: Statement, context: Context) -> Domain:
    """What the claim's parameters say of the letters of `statement` beyond its own conditions."""
    letters = {s.name: s for e in (statement.lhs, statement.rhs, *statement.given) for s in e.free_symbols}
    conditions: list[Any] = []
    integers: list[sympy.Symbol] = []
    stated = [context.expand(written) for parameter in context.parameters for written in parameter.domain]
    letters |= {s.name: s for s in linked(set(letters), stated) if s.name not in letters}
    for parameter in context.parameters:
        mine = letters.get(parameter.name)
        if mine is not None and parameter.integer and not mine.is_integer:
            integers.append(mine)
        for written in parameter.domain:
            condition = context.expand(written)
            names = {symbol.name for symbol in getattr(condition, "free_symbols", ())}
            if not names or not names <= letters.keys():
                continue
            condition = condition.xreplace({symbol: letters[symbol.name] for symbol in condition.free_symbols})
            if condition not in (sympy.true, *statement.given, *conditions):
                conditions.append(condition)
    return Domain(tuple(conditions), tuple(integers))


def with_whole_ends(statement: Statement, context: Context) -> Statement:
    """The statement with integers at the ends of its sums, where the claim's parameters declare them so."""
    sides = [side for s in (statement, *statement.given) for side in (s.lhs, s.rhs) if hasattr(s, "lhs")]
    ends = {
        e for side in sides for total in side.atoms(sympy.Sum) for end in total.limits[0][1:] for e in end.free_symbols
    }
    declared = {parameter.name for parameter in context.parameters if parameter.integer}
    return replaced(statement, {s: sympy.Symbol(s.name, integer=True) for s in ends if str(s) in declared})


# Identities and inequalities: proved on the whole domain, or refuted at a certified point.

def statement_of(shape: Identity | Inequality, context: Context) -> Statement:
    """What the provers receive: the printed sides with abbreviating letters replaced, and nothing assumed out of sight.

    They are simplified as SymPy does it unless that would lose where they have a value: with u for y, log(y) - log(u) has none
    where y < 0.
    """
    written = Statement(shape.lhs, shape.relation, shape.rhs, shape.given)
    expanded = context.expand(written)
    in_full = put(written, dict(context.definitions)) if context.definitions else expanded
    both = zip(_sides(in_full), _sides(expanded), strict=True)
    lost = set().union(*(conditions_for_a_value(side) - conditions_for_a_value(kept) for side, kept in both))
    if any(condition in (sympy.true, sympy.false) for condition in expanded.given):
        expanded = in_full  # a condition that asks for nothing but values
    elif lost:
        given = (*expanded.given, *(context.expand(c) for p in context.parameters for c in p.domain))
        expanded = expanded if all(_met(*one, given) for one in lost) else in_full
    return with_whole_ends(in_sight(expanded), context)


def _sides(statement: Statement) -> tuple[Any, Any]:
    return statement.lhs, statement.rhs


def _met(kind: str, expression: Any, given: tuple[Any, ...]) -> bool:
    """Whether what an expression asks follows from conditions."""
    if follows(sympy.Gt(expression, 0), given):
        return True
    return kind == "below" and follows(sympy.Lt(expression, 0), given)


# What a reader needs to know of the provers' rules; the certificate has them all.
ENGINES = {
    "vectors": "vectors in coordinates",
    "lines": "tangents, term by term",
    "clear": "normal form, signs",
    "polynomial": "real arithmetic (Z3)",
    "monotone": "monotonicity",
    "concave": "concavity",
    "balls": "ball arithmetic (Arb)",
    "falsify": "certified point",
}

ONE_EXPRESSION = "both sides are one expression"  # nothing was left to prove


def can_search_longer(budget: Budget) -> bool:
    """Whether another budget has more seconds for a proof."""
    return budget.seconds < max(known.seconds for known in BUDGETS.values())


def engines_in_words(engine: str) -> str:
    """The engines of a proof in words."""
    rules = engine.split("+")
    return ", ".join(words for rule, words in ENGINES.items() if rule in rules) or "its hypotheses"


_SOME = (some for many in range(len(ENGINES) + 1) for some in combinations(ENGINES, many))
METHODS = frozenset({ONE_EXPRESSION, *(engines_in_words("+".join(some)) for some in _SOME)})


def possible_facts(
    shape: Identity | Inequality, witness: Witness | None, used: Sequence[str], context: Context
) -> list[facts.Fact]:
    """What the check says of a decided statement: proved, where it is false at no point, by the steps that were `used`."""
    fact: facts.Fact = facts.Proved(steps=tuple(used))
    if witness is not None:
        fact = facts.FalseAt(witness.point, witness.lhs or "", witness.rhs or "", shape.relation)
    try:
        domain = domain_of(statement_of(shape, context), context).words
    except (ValueError, TypeError):
        return [fact]
    return [fact, with_domain(fact, domain)]


def with_domain(fact: facts.Fact, domain: str) -> facts.Fact:
    """A fact of the provers that needs the letters' own domains."""
    if isinstance(fact, facts.Proved):
        return facts.Proved(domain)
    return replaced_field(fact, domain=domain) if isinstance(fact, facts.FalseAt | facts.NoValueAt | facts.NotDecided) else fact


def check(shape: Identity | Inequality, context: Context) -> Evidence:
    """Settle a scalar statement by the provers; a point outside the domains of the claim's parameters refutes nothing.

    Where no more than such a point was found, the provers are asked again, with these domains among the conditions.
    """
    try:
        statement = statement_of(shape, context)
        domain = domain_of(statement, context)
        if has_vectors(statement):  # whose weights are not read without them
            again = _settled(domain.added_to(statement), context)
            return replace(again, fact=with_domain(again.fact, domain.words), found=beside(again, domain=domain.words))
        found = _settled(statement, context)
        outside = found.witness is not None and domain.excludes(found.witness.point)
        if not outside and not (found.outcome is Outcome.UNDECIDED and domain.words):
            return found
        again = _settled(domain.added_to(statement), context)
    except (ValueError, TypeError) as error:
        # The provers read exact expressions of a fixed language; anything else is open, never true.
        if unknown := _unknown(shape):
            unread = Found(evidence=OfProvers(unknown=tuple(unknown)))
            return Evidence(Outcome.UNDECIDED, facts.UnknownFunctions(tuple(unknown)), found=unread)
        return Evidence(Outcome.UNDECIDED, facts.NotRead(str(error)))
    return replace(again, fact=with_domain(again.fact, domain.words), found=beside(again, domain=domain.words))


def beside(evidence: Evidence, **more: Any) -> Found:
    """What provers found, with more beside it."""
    known = evidence.found.evidence if isinstance(evidence.found.evidence, OfProvers) else OfProvers()
    return Found(evidence=replaced_field(known, **more))


def _unknown(shape: Identity | Inequality) -> list[str]:
    """The functions of a formula that are names alone, as the side of a display that could not be read."""
    written = [side.atoms(AppliedUndef) for side in (shape.lhs, shape.rhs, *shape.given)]
    return sorted({found.func.__name__ for found in set().union(*written)})


def from_steps(shape: Identity | Inequality, found: Evidence, context: Context) -> Evidence:
    """`found`, unless it is open and the claim's proved steps, as hypotheses, prove the statement."""
    if found.outcome is not Outcome.UNDECIDED:
        return found
    labels = [step.label for step, _ in context.steps]
    try:
        statement, used = with_steps(shape, labels, context)
        if not used:
            return found
        again = _settled(statement, context)
    except (ValueError, TypeError):
        return found
    if again.outcome is not Outcome.PROVED:
        return found
    return replace(again, fact=facts.Proved(steps=tuple(used)), found=beside(again, from_steps=tuple(used)))


def with_steps(shape: Identity | Inequality, labels: Iterable[str], context: Context) -> tuple[Statement, list[str]]:
    """A statement on its stated domain with proved steps among its hypotheses, and the labels of these.

    A step may be used where its own conditions follow from the stated domain and it speaks of the statement's letters alone.
    """
    bare = statement_of(shape, context)
    statement = domain_of(bare, context).added_to(bare)
    letters = statement.free_symbols
    mine = {symbol.name: symbol for symbol in letters}
    wanted, used, hypotheses = set(labels), [], []
    for step, settled in context.steps:
        said = proved(step, settled) if rests_on_proof(step, context.steps) else None
        if step.label not in wanted or said is None or said.lhs == said.rhs:
            continue
        own = statement_of(said, context)
        if not {s.name for s in own.free_symbols} <= mine.keys():
            continue
        put = {s: mine[s.name] for s in own.free_symbols}
        if all(follows(condition, statement.given) for condition in own.given):
            used.append(step.label)
            hypotheses.append(replaced(Statement(own.lhs, own.relation, own.rhs), put))
    given = (*statement.given, *hypotheses)
    return Statement(statement.lhs, statement.relation, statement.rhs, given), used


def nothing_new(statement: Statement) -> str:
    """``"rewriting"`` of a statement with one expression on both sides, ``"restated"`` of one that is among its hypotheses.

    Equal is what is written equal, the order of summands and factors aside; a computation that makes them so is a proof.
    """
    if statement.lhs == statement.rhs:
        return "rewriting"
    return "restated" if any(_says(condition, statement) for condition in statement.given) else ""


def _says(condition: Any, statement: Statement) -> bool:
    """Whether a condition is the statement itself, or a stricter form of it, with its sides as they are or times a number."""
    if isinstance(condition, sympy.And):
        return any(_says(each, statement) for each in condition.args)
    relation = getattr(condition, "relation", None) or getattr(condition, "rel_op", None)
    if is_matrix(statement.lhs) or is_matrix(getattr(condition, "lhs", None)):
        theirs = (getattr(condition, "lhs", None), relation, getattr(condition, "rhs", None))
        return theirs == (statement.lhs, statement.relation, statement.rhs)
    if relation in ("==", "="):
        sides = (condition.lhs, condition.rhs)
        both: tuple[tuple[Any, Any], ...] = (sides, (condition.rhs, condition.lhs))
    elif relation in ("<", "<=", ">", ">="):
        if statement.relation == "==" or (statement.relation == "<" and relation in ("<=", ">=")):
            return False
        swapped = relation in (">", ">=")
        both = (((condition.rhs, condition.lhs) if swapped else (condition.lhs, condition.rhs)),)
    else:
        return False
    if statement.relation == "<" and relation in ("==", "="):
        return False
    return any(_same_slack(low, high, statement) for low, high in both)


def _same_slack(low: Any, high: Any, statement: Statement) -> bool:
    one, other = (_evaluated(sympy.Add(more, -less)) for less, more in ((low, high), (statement.lhs, statement.rhs)))
    if one.primitive()[1] == other.primitive()[1]:  # the positive number before it taken out
        return True
    if other == 0 or one.free_symbols != other.free_symbols or _ratios_differ(one, other):
        return False
    ratio = sympy.cancel(one / other)
    return bool(ratio.is_number and ratio.is_positive)


def _ratios_differ(one: Any, other: Any) -> bool:
    """Whether the quotient of two expressions is seen to be no constant, at two points; a quick no in place of a long one."""
    letters = sorted(one.free_symbols, key=str)
    found = []
    for step in (Rational(37, 100), Rational(61, 100)):
        point = {letter: Rational(1, 5) + step * place for place, letter in enumerate(letters, 1)}
        values = [side.evalf(subs=point) for side in (one, other)]
        if not all(value.is_number and value.is_finite and value != 0 for value in values):
            return False
        found.append(values[0] / values[1])
    return bool(abs(found[0] - found[1]) > Rational(1, 10**6) * abs(found[0]))


def _evaluated(expression: Any) -> Any:
    """The expression as SymPy has it when it evaluates, so that two ways of writing a sum are one."""
    return expression.func(*map(_evaluated, expression.args)) if expression.args else expression


def as_relation(condition: Any) -> Any:
    """A condition as SymPy's relation, also where it comes from a record; None where it is none, or one of matrices."""
    if isinstance(condition, Statement):
        if is_matrix(condition.lhs):
            return None
        kind = {"==": sympy.Eq, "<=": sympy.Le, "<": sympy.Lt, ">=": sympy.Ge, ">": sympy.Gt}.get(condition.relation)
        condition = kind(condition.lhs, condition.rhs) if kind is not None else None
    return condition if hasattr(condition, "as_set") else None


def one_point(statement: Statement) -> Mapping[str, Any] | None:
    """The one point that the conditions of a statement leave its letters, by exact values; None where they leave more.

    Only conditions that give every letter a number of its own are looked at: equations, and two bounds that meet.
    """
    letters = statement.lhs.free_symbols | statement.rhs.free_symbols
    found: dict[str, Any] = {}
    for letter in letters:
        mine = [as_relation(c) for c in statement.given if getattr(c, "free_symbols", None) == {letter}]
        try:
            whole = sympy.S.Integers if letter.is_integer else sympy.S.Reals
            values = sympy.Intersection(sympy.S.Reals, *(c.as_set() for c in mine if c is not None)) if mine else sympy.S.Reals
            values = sympy.Intersection(whole, values) if isinstance(values, sympy.Interval) else values
            if isinstance(values, sympy.Range) and values.size == 1:
                values = sympy.FiniteSet(*values)
        except (NotImplementedError, TypeError, ValueError):
            return None
        if not isinstance(values, sympy.FiniteSet) or len(values) != 1:
            return None
        found[letter.name] = values.args[0]
    return found or None


def empty(statement: Statement) -> facts.Fact | None:
    """Why a proved statement says nothing: one expression on both sides, its conclusion assumed, a single point."""
    if mark := nothing_new(statement):
        return facts.OneExpression() if mark == "rewriting" else facts.AmongConditions("same")
    found = one_point(statement)
    return facts.OnePoint({name: str(value) for name, value in sorted(found.items())}) if found else None


def _settled(statement: Statement, context: Context) -> Evidence:
    if has_vectors(statement):
        statement = decode(encode(statement))  # as a record gives it back, whose proof has to be of the same text
    result = prove(statement, seconds=context.budget.seconds)
    if isinstance(result, Proved):
        return Evidence(
            Outcome.PROVED,
            facts.Proved(),
            method=ONE_EXPRESSION if statement.lhs == statement.rhs else engines_in_words(result.engine),
            certificate=result.certificate,
            found=Found(evidence=OfProvers(says_nothing=empty(statement))),
            statement=statement,
            trusted=tuple(result.trusted),
        )
    if isinstance(result, Refuted):
        where = at(result.witness)
        return Evidence(
            Outcome.REFUTED,
            facts.FalseAt(dict(result.witness), result.lhs, result.rhs, statement.relation),
            method=engines_in_words(result.engine),
            certificate=result.certificate,
            witness=Witness(point=dict(result.witness), lhs=result.lhs, rhs=result.rhs, text=where),
            statement=statement,
            trusted=tuple(result.trusted),
        )
    if isinstance(result, NotDefined):
        where = at(result.point)
        return Evidence(
            Outcome.REFUTED,
            facts.NoValueAt(dict(result.point), result.left[0]),
            method="certified point",
            certificate=result.certificate,
            witness=Witness(point=dict(result.point), lhs=result.lhs, rhs=result.rhs, text=where),
            statement=statement,
            trusted=tuple(result.certificate["versions"]),
        )
    return Evidence(
        Outcome.UNDECIDED,
        _open(statement, len(result.tried), context),
        found=Found(evidence=OfProvers(tried=tuple(result.tried), left=tuple(result.left))),
        statement=statement,
    )


def _open(statement: Statement, methods: int, context: Context) -> facts.NotDecided:
    """What is known of a relation that no method decides: why, and where it is tightest."""
    tightest, share = (None if has_vectors(statement) else closest(statement)) or (None, None)
    longer, because = can_search_longer(context.budget), cause(statement)
    shown = None if share is None else significant(share, 4)
    return facts.NotDecided(methods, longer, because=because, tightest=tightest, share=shown)


# Which hypotheses a proved statement needs: each is left out, and the provers are asked again.

def trials(shape: Any, evidence: Evidence, context: Context) -> tuple[Trial, ...]:
    """Leave out each hypothesis of a proved scalar statement, and then all at once that it does not need.

    Parameters
    ----------
    shape
        Any statement; only identities and inequalities with hypotheses are tried.
    evidence : Evidence
        What its check said.
    context : Context

    Returns
    -------
    trials : tuple of Trial
        In the order of ``shape.given``; one more, with several places, if several hypotheses can go one at a time.
    """
    statement = evidence.statement
    if not isinstance(shape, Identity | Inequality) or not isinstance(statement, Statement):
        return ()
    if evidence.outcome is not Outcome.PROVED or evidence.certificate is None:
        return ()
    trees = evidence.certificate.get("proofs", ())
    tried = partial(_trial, statement, trees=trees, effort=context.budget.dropping)
    found = [tried((place,), in_print(shape, (place,), context.letters)) for place in range(len(shape.given))]
    free = tuple(place for trial in found for place in trial.left_out if trial.finding == "NOT_NEEDED")
    if len(free) > 1:
        found.append(tried(free, in_print(shape, free, context.letters)))
    return tuple(found)


def in_print(shape: Any, places: Sequence[int], letters: Mapping[str, str]) -> str:
    """Some of the hypotheses of a statement, by their places in its ``given``, as LaTeX in one line."""
    return r", \quad ".join(latex(shape.given[place], letters) for place in places)


def _trial(statement: Statement, places: tuple[int, ...], printed: str, *, trees: Sequence[dict], effort: float) -> Trial:
    open_ = Trial(left_out=places, latex=printed, finding="OPEN", witness=None, certificate=None, trusted=())
    try:
        answer = dropped(statement, places, trees, seconds=effort)
    except (ValueError, TypeError):  # what is left is no statement that the provers read
        return open_
    if isinstance(answer, Proved):
        return replaced_field(open_, finding="NOT_NEEDED", certificate=answer.certificate, trusted=tuple(answer.trusted))
    if isinstance(answer, Refuted):
        witness = Witness(point=dict(answer.witness), lhs=answer.lhs, rhs=answer.rhs)
        known = {"certificate": answer.certificate, "trusted": tuple(answer.trusted)}
        return replaced_field(open_, finding="NEEDED", witness=witness, **known)
    if isinstance(answer, NotDefined):
        where = Witness(point=dict(answer.point))
        return replaced_field(open_, finding="UNDEFINED", witness=where, certificate=answer.certificate)
    return open_


# The paper's working range: where a statement that is false as printed stands, and what follows from it.

def in_letters(working: Sequence[Any], symbols: set[Symbol]) -> tuple[Any, ...]:
    """The conditions of a working range that speak of letters at hand alone, in these letters."""
    mine = {s.name: s for s in symbols}
    told = [c for c in working if {s.name for s in c.free_symbols} <= mine.keys()]
    return tuple(c.xreplace({s: mine[s.name] for s in c.free_symbols}) for c in told)


def narrowed(shape: Any, working: Sequence[Any], context: Context) -> Any:
    """A scalar statement on the working range; None where that says nothing of its letters."""
    symbols = {s for e in (shape.lhs, shape.rhs, *shape.given) for s in context.expand(e).free_symbols}
    more = in_letters(working, symbols)
    return replace(shape, given=(*shape.given, *more)) if more else None


def on_range(shape: Identity | Inequality, working: Sequence[Any], context: Context) -> Evidence | None:
    """What the provers say of a scalar statement on the working range; None where that says nothing of its letters."""
    ranged = narrowed(shape, working, context)
    return None if ranged is None else check(ranged, context)


def same_on_range(
    one: Any,
    other: Any,
    working: Sequence[Any],
    definitions: Mapping[Symbol, sympy.Expr],
    parameters: Sequence[Letter],
) -> bool:
    """Whether `other` states what `one` does, under conditions that follow from the working range."""
    if type(one) is not type(other) or not working:
        return False
    expand = dict(definitions)
    for name in ("printed", "bound", "failure", "lhs", "rhs"):
        mine: Any = getattr(one, name, None)
        theirs: Any = getattr(other, name, None)
        both = isinstance(mine, sympy.Expr) and isinstance(theirs, sympy.Expr)
        if both and not alike(mine.xreplace(expand), theirs.xreplace(expand)):
            return False
    more = [c for c in getattr(other, "given", ()) if c not in getattr(one, "given", ())]
    stated = stated_domain(one, parameters)
    symbols = {s for c in (*stated, *more) for s in c.free_symbols}
    given = (*stated, *in_letters(working, symbols))
    return bool(more) and all(follows(condition, given) for condition in more)


# Whether hardly anything meets a formula that is false: then a statement that assumes it is true of nothing.

EFFORT = 0.5  # in the seconds of `proof`


def hardly_met(statement: Any, definitions: Mapping[Symbol, sympy.Expr], letters: Sequence[Letter]) -> bool:
    """Whether an inequality is proved false at every point, or an identity at all but one value of some letter.

    For an identity the difference of its sides is proved to rise, or to fall, strictly in that letter.
    """
    if not isinstance(statement, Identity | Inequality):
        return False
    expand = dict(definitions)
    given = tuple(c.xreplace(expand) for c in stated_domain(statement, letters))
    gap = (statement.lhs - statement.rhs).xreplace(expand)
    if isinstance(statement, Inequality):
        return _proved(Integer(0), "<=" if statement.strict else "<", gap, given)
    slopes = (sympy.diff(gap, x) for x in sorted(gap.free_symbols, key=str))
    return any(_proved(Integer(0), "<", sign * slope, given) for slope in slopes if slope != 0 for sign in (1, -1))


def _proved(low: sympy.Expr, relation: str, high: sympy.Expr, given: tuple[Any, ...]) -> bool:
    mine = {s.name for s in high.free_symbols}
    own = tuple(c for c in given if {s.name for s in c.free_symbols} <= mine)
    try:
        return isinstance(proof(Statement(low, relation, high, own), seconds=EFFORT), Proved)
    except (ValueError, TypeError):  # outside the language of the provers
        return False


CHECKS = tuple(Formula(shape, check) for shape in (Identity, Inequality))
