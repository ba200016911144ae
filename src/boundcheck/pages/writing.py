r"""A claim as a page: its scalar facts in the LaTeX that the reader reads, so that the page read back says the same.

Nothing is simplified, ordered or merged: products stand side by side as they are written, a quotient is a fraction, a negative
power stays one. What has no print on a page is left out, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sympy

from boundcheck.claims import Claim, Identity, Inequality
from boundcheck.claims.letters import fault
from boundcheck.symbolic.latex import letter
from boundcheck.symbolic.plain_letters import hypotheses, replaced
from boundcheck.symbolic.statement import Statement, flatten_all

from . import letters as names
from .markdown import LABEL
from .statement import LONGEST, PLAIN, VERDICTS, verdict_in
from .tokens import DIGITS, Place, Refused

RELATIONS = {"<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "==": "=", "!=": r"\ne"}
FUNCTIONS = {"exp": r"\exp", "log": r"\log", "sinh": r"\sinh", "cosh": r"\cosh", "tanh": r"\tanh", "coth": r"\coth"}
EXTREME = {"Min": r"\min", "Max": r"\max"}
BIG: tuple[tuple[type, str], ...] = ((sympy.Sum, r"\sum"), (sympy.Product, r"\prod"))
INDICES = ("i", "j", "k", "l", "r", "s", "t", "q", "p", "m", "u", "v")
NOWHERE = Place(1, 1)
MEMBER = "\0"  # in place of a family's form, until that is chosen


class Unwritable(ValueError):
    """What has no print on a page; the message says what it is."""


@dataclass(frozen=True)
class Scalar:
    """A scalar fact of a claim: its label, whether a proof line, and the statement."""

    label: str
    line: bool
    statement: Identity | Inequality


@dataclass(frozen=True)
class Written:
    """A page, the facts that stand on it under their labels there, what does not, with the reason, and the forms of letters."""

    text: str
    facts: dict[str, Scalar]
    left: dict[str, str]
    forms: dict[str, str]


@dataclass(frozen=True)
class Family:
    """A family of numbers: its form without the index, and its row in the table of letters."""

    stem: str
    row: str


@dataclass
class Forms:
    """Printed forms of symbols by their names, no two alike; of a number and an integer of one name the second by ``name#``."""

    prints: Mapping[str, str] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, bool] = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)
    families: dict[tuple[str, ...], Family] = field(default_factory=dict)
    ranges: dict[tuple[str, str], str] = field(default_factory=dict)  # indices of families, by their ends

    def of(self, symbol: sympy.Symbol) -> str:
        """The form of a letter, chosen when it is first met: the paper's own, that of its name, a word."""
        whole = bool(symbol.is_integer)
        key = symbol.name if self.kinds.setdefault(symbol.name, whole) == whole else f"{symbol.name}#"
        if whole:
            self.whole.add(key)
        if key not in self.held:
            words = re.sub(r"[^A-Za-z]", "", symbol.name) or "x"
            tried = [self.prints.get(symbol.name, ""), letter(symbol.name), rf"\mathrm{{{words}}}"]
            tried += [rf"\mathrm{{letter}}_{{{k}}}" for k in range(1, names.MOST + 1)]
            found = next((form for one in tried if (form := self._fit(one))), "")
            if not found:
                raise Unwritable(f"more than {names.MOST} letters")
            self.held[key] = found
        return self.held[key]

    def kind(self, key: str) -> str:
        """The kind of a letter that is held by `key`, as the page declares it."""
        word = key.partition(" ")[0]
        return word if word != key else "integer" if key in self.whole else "real"

    def logistic(self) -> str:
        """The form of the logistic function."""
        tried = [r"\sigma", r"\mathrm{sigmoid}", r"\mathrm{logistic}"]
        return self.held.setdefault("logistic function", next(filter(None, map(self._fit, tried)), ""))

    def family(self, base: str, low: str, high: str, holds: Sequence[str]) -> Family:
        """The family of a base over a range, with what holds of each member, as patterns with the member's own form left out."""
        key = (base, low, high, *holds)
        if key not in self.families:
            index = self.range_index(low, high)
            words = re.sub(r"[^A-Za-z]", "", base) or "x"
            known = self.prints.get(base, "")
            plain = letter(base.rstrip("_"))
            tried = [known, plain, f"{known or plain}'", f"{known or plain}''", rf"\mathrm{{{words}}}"]
            tried += [
                rf"\mathrm{{{word}}}" for word in ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
            ]
            below = {form.partition("_")[0] for form in self.held.values() if "_" in form}
            fits = (form for one in tried if (form := self._fit(one)) and "_" not in form and form not in below)
            stem = next(fits, "")
            if not stem:
                raise Unwritable("more families than letters")
            self.held[" ".join(("family", *key))] = stem
            domain = ", ".join([rf"{low} \le {index} \le {high}", *(one.replace(MEMBER, stem) for one in holds)])
            self.families[key] = Family(stem, f"{stem}_{index} | family | {domain}")
        return self.families[key]

    def range_index(self, low: str, high: str) -> str:
        """The index of families with these ends."""
        if (low, high) not in self.ranges:
            self.ranges[low, high] = self.index(())
        return self.ranges[low, high]

    def _fit(self, tried: str) -> str:
        """The form as the reader has it; empty where it reads it as anything but a letter of its own."""
        if not tried or len(tried) > 60:
            return ""
        try:
            form = names.form_of(tried, NOWHERE)
        except Refused:
            return ""
        taken = form in names.CONSTANTS or form in (*self.held.values(), *self.ranges.values())
        taken = taken or form.partition("_")[0] in {one.stem for one in self.families.values()}
        return "" if taken or fault(form) or verdict_in(form) else form

    def index(self, others: Iterable[str]) -> str:
        """An index that is no letter and in the name of none."""
        forms = (*self.held.values(), *self.ranges.values(), *others)
        taken = {word for form in forms for word in re.findall(r"[A-Za-z]+", form)}
        return next(form for form in INDICES if form not in taken)


@dataclass(frozen=True)
class Piece:
    """A printed factor and what it is: ``number``, ``letter``, ``bracket``, ``sign`` of a sum, or ``factor``."""

    text: str
    kind: str


class Printer:
    """Prints expressions in the letters of `forms`."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.bound: dict[str, str] = {}
        self.members: dict[str, str] = {}  # forms of families, by their bases
        self.index = ""  # over which they run

    def families(self, stated: Statement, given: Sequence[Statement]) -> list[Statement]:
        """Choose the forms of the families of a fact; returns the conditions that hold of each member, which the letters say."""
        indexed = {one for s in (stated, *given) for side in (s.lhs, s.rhs) for one in side.atoms(sympy.Indexed)}
        if not indexed:
            return []
        indices = {one.args[1:] for one in indexed}
        sums = {
            one for s in (stated, *given) for side in (s.lhs, s.rhs) for one in side.atoms(sympy.Sum, sympy.Product)
        }
        ranges = {one.limits[0] for one in sums if one.function.atoms(sympy.Indexed)}
        if len(indices) != 1 or len(ranges) != 1 or next(iter(indices))[0] != next(iter(ranges))[0]:
            raise Unwritable("members of families that are not all under sums over one range")
        index, low, high = next(iter(ranges))
        loose = [s for s in (stated, *given) if index in s.lhs.free_symbols | s.rhs.free_symbols]
        if stated in loose:
            raise Unwritable("one member of a family")
        ends = self.formula(low), self.formula(high)
        self.index = self.forms.range_index(*ends)
        self.bound[index.name] = self.index
        order = sorted({str(one.base) for one in indexed})
        for k, base in enumerate(order):
            self.members[base] = MEMBER
            holds = []
            for one in loose:
                bases = {str(member.base) for side in (one.lhs, one.rhs) for member in side.atoms(sympy.Indexed)}
                if max(map(order.index, bases), default=-1) == k:
                    holds.append(self.relation(one))
            self.members[base] = self.forms.family(base, *ends, holds).stem
        del self.bound[index.name]
        return loose

    def formula(self, found: Any) -> str:
        """An expression, a sum without brackets around it."""
        if found.is_Add:
            return self.sum(in_order(found))
        sign, piece = self.term(found)
        return f"{sign}{piece.text}"

    def sum(self, terms: Sequence[Any]) -> str:
        made = ""
        for term in terms:
            sign, piece = self.term(term)
            text = piece.text if piece.kind != "sign" or term is terms[-1] else bracketed(piece.text)
            made = f"{made} {sign or '+'} {text}" if made else f"{sign}{text}"
        return made

    def term(self, found: Any) -> tuple[str, Piece]:
        """A term and its sign, which is that of its leading number."""
        if found.is_Rational and found < 0:
            return "-", self.factor(-found)
        if found.is_Mul and found.args[0].is_Rational and found.args[0] < 0:
            number, *rest = in_order(found)
            factors = rest if number == -1 else [-number, *rest]
            if number == -1 and rest[0].is_Rational:  # the sign would go to the number behind it
                return "", self.product(found.args)
            return "-", self.product(factors)
        return "", self.product(in_order(found)) if found.is_Mul else self.factor(found)

    def product(self, factors: Sequence[Any]) -> Piece:
        """Factors side by side, runs that end with a divisor as fractions."""
        pieces: list[Piece] = []
        run: list[Any] = []
        for factor in factors:
            below = factor.base if factor.is_Pow and factor.exp == -1 and not factor.base.is_Rational else None
            if below is not None and run and run[0].is_Rational and (not run[0].is_Integer or run[0] < 0):
                pieces.append(self.factor(run.pop(0)))
            above = (
                "1"
                if not run
                else self.formula(run[0])
                if len(run) == 1
                else side_by_side(list(map(self.factor, run))).text
            )
            if below is None or derives(above, self.formula(below)):
                run.append(factor)
                continue
            pieces.append(Piece(rf"\frac{{{above}}}{{{self.formula(below)}}}", "factor"))
            run = []
        pieces += [self.factor(one) for one in run]
        if len(pieces) == 1 and len(factors) > 1:  # one fraction, which reads as a product
            return pieces[0]
        return side_by_side(pieces)

    def factor(self, found: Any) -> Piece:
        """What can stand beside others."""
        if found.is_Rational and len(str(found)) > DIGITS:
            raise Unwritable(f"a number of {len(str(found))} digits")
        if found.is_Integer and found >= 0:
            return Piece(str(found.p), "number")
        if found.is_Rational and found >= 0:
            return Piece(rf"\frac{{{found.p}}}{{{found.q}}}", "number")
        if found.is_Symbol:
            return Piece(self.bound.get(found.name) or self.forms.of(found), "letter")
        if isinstance(found, sympy.Indexed) and str(found.base) in self.members:
            return Piece(f"{self.members[str(found.base)]}_{{{self.index}}}", "letter")
        if found.is_Add or found.is_Mul or found.is_Rational:
            return Piece(bracketed(self.formula(found)), "bracket")
        if found.is_Pow:
            return self.power(found)
        name = type(found).__name__
        if name in FUNCTIONS:
            return Piece(f"{FUNCTIONS[name]}{bracketed(self.formula(found.args[0]))}", "factor")
        if name in EXTREME:
            return Piece(rf"{EXTREME[name]}\{{{', '.join(map(self.formula, found.args))}\}}", "factor")
        if name == "Abs":
            return Piece(rf"\lvert {self.formula(found.args[0])} \rvert", "factor")
        if name == "binomial":
            above, below = map(self.formula, found.args)
            return Piece(rf"\binom{{{above}}}{{{below}}}", "factor")
        if name == "factorial":
            inside = self.factor(found.args[0])
            text = inside.text if inside.kind in ("number", "letter", "bracket") else bracketed(inside.text)
            return Piece(f"{text}!", "factor")
        if found is sympy.E or found is sympy.pi:
            form = "e" if found is sympy.E else "\\pi"
            self.forms.held[f"constant {form}"] = form  # which no letter has
            return Piece(form, "letter")
        if name == "sigmoid":
            head = self.forms.logistic()
            return Piece(f"{head}{bracketed(self.formula(found.args[0]))}", "factor")
        for kind, sign in BIG:
            if isinstance(found, kind):
                return self.big(found, sign)
        raise Unwritable(what(found))

    def big(self, found: Any, sign: str) -> Piece:
        if len(found.limits) != 1 or len(found.limits[0]) != 3:
            raise Unwritable("a sum or product over several indices")
        index, low, high = found.limits[0]
        ends = [self.formula(low), self.formula(high)]
        members = found.function.atoms(sympy.Indexed)
        beside = {index, *(one.base.label for one in members)}
        for symbol in sorted(found.function.free_symbols - beside, key=str):
            if isinstance(symbol, sympy.Symbol) and symbol.name not in self.bound:
                self.forms.of(symbol)
        form, before = self.index if members else self.forms.index(self.bound.values()), dict(self.bound)
        self.bound[index.name] = form
        body = self.factor(found.function) if found.function.is_Add or sign == r"\prod" else self.term(found.function)
        self.bound = before
        if isinstance(body, tuple):
            lead, inside = body
            body = Piece(bracketed(f"{lead}{inside.text}"), "bracket") if lead else inside
        text = bracketed(body.text) if sign == r"\prod" and body.kind != "bracket" else body.text
        return Piece(f"{sign}_{{{form}={ends[0]}}}^{{{ends[1]}}} {text}", "sign")

    def power(self, found: Any) -> Piece:
        base, exponent = found.base, found.exp
        if exponent == -1 and not base.is_Rational:
            return Piece(rf"\frac{{1}}{{{self.formula(base)}}}", "factor")
        if exponent.is_Rational and exponent.p == 1 and exponent.q > 1 and exponent.q % 2 == 0:
            index = "" if exponent.q == 2 else f"[{exponent.q}]"
            return Piece(rf"\sqrt{index}{{{self.formula(base)}}}", "factor")
        inside = self.factor(base)
        plain = inside.kind == "letter" or (inside.kind == "number" and base.is_Integer) or inside.kind == "bracket"
        raised = base.is_Symbol and "^" in inside.text
        text = inside.text if plain and not raised else bracketed(inside.text)
        return Piece(f"{text}^{{{self.formula(exponent)}}}", "factor")

    def relation(self, found: Statement) -> str:
        """Both sides with their sign."""
        return f"{self.formula(found.lhs)} {RELATIONS[found.relation]} {self.formula(found.rhs)}"


def in_order(found: Any) -> Sequence[Any]:
    """Terms or factors as they were written; where SymPy has put them in an order of its own, in that of print."""
    if found.func(*found.args).args != found.args:
        return tuple(found.args)
    if found.is_Add:
        return tuple(found.as_ordered_terms())
    return sorted(found.args, key=_rank)


def _rank(factor: Any) -> tuple[int, str]:
    """Numbers, letters and their powers, anything else, divisors."""
    of_letter = factor.is_Symbol or (factor.is_Pow and factor.base.is_Symbol)
    below = factor.is_Pow and factor.exp.could_extract_minus_sign()
    return 0 if factor.is_Number else 3 if below else 1 if of_letter else 2, str(factor)


def derives(above: str, below: str) -> bool:
    """Whether a fraction would be read as a derivative."""
    both = all(text.removeprefix(r"\mathrm{").startswith("d") for text in (above, below))
    return both and not set("+-") & set(below)


def bracketed(text: str) -> str:
    """In round brackets, as high as what is inside."""
    tall = any(command in text for command in (r"\frac", r"\sum", r"\prod", r"\binom"))
    return rf"\left( {text} \right)" if tall else f"({text})"


def side_by_side(pieces: Sequence[Piece]) -> Piece:
    """Factors as one product, with dots where the reader would take them together otherwise."""
    if len(pieces) == 1:
        return pieces[0]
    made = ""
    for k, piece in enumerate(pieces):
        text = bracketed(piece.text) if piece.kind == "sign" else piece.text
        number = piece.kind == "number" or text[:1].isdigit()
        opens = piece.kind == "sign" or text.startswith(("(", r"\left("))
        dotted = number or (opens and (k == 0 or pieces[k - 1].kind != "number"))
        made += (r" \cdot " if dotted else " ") + text if made else text
    return Piece(made, "product")


def what(found: Any) -> str:
    """What an expression is, of which a page has no print."""
    if isinstance(found, sympy.Indexed):
        return "a member of a family"
    if found.is_Float:
        return "a decimal number"
    return f"the function {type(found).__name__}" if found.is_Function else f"a {type(found).__name__}"


# A claim as a page.


def as_checked(statement: Identity | Inequality, claim: Claim) -> Identity | Inequality:
    """The statement as the provers take it: the ends of its sums are whole where the claim's letters are declared so."""
    every = (Statement(statement.lhs, "==", statement.rhs), *flatten_all(statement.given))
    sides = [side for one in every for side in (one.lhs, one.rhs)]
    ends = {
        symbol
        for side in sides
        for one in side.atoms(sympy.Sum)
        for end in one.limits[0][1:]
        for symbol in end.free_symbols
    }
    declared = {one.name for one in claim.letters.letters if one.integer}
    put = {
        symbol: sympy.Symbol(symbol.name, integer=True)
        for symbol in ends
        if symbol.name in declared and not symbol.is_integer
    }
    if not put:
        return statement
    given = tuple(replaced(one, put) for one in statement.given)
    return replace(statement, lhs=replaced(statement.lhs, put), rhs=replaced(statement.rhs, put), given=given)


def scalars(claim: Claim) -> tuple[list[Scalar], dict[str, str]]:
    """The scalar facts of a claim as printed, and what is none, with the reason."""
    found: list[Scalar] = []
    left: dict[str, str] = {}
    for name, part in claim.parts.items():
        statement = next(iter(part.values())) if isinstance(part, Mapping) else part
        if isinstance(statement, Identity | Inequality):
            found.append(Scalar(name, False, as_checked(statement, claim)))
        else:
            left[f"part {name}"] = f"a {type(statement).__name__}, which pages do not have"
    for step in claim.steps:
        if any(step.label == one.label and step.statement == claim.parts.get(one.label) for one in found):
            continue  # a part is its own line
        if isinstance(step.statement, Identity | Inequality):
            found.append(Scalar(step.label, True, as_checked(step.statement, claim)))
        else:
            left[f"step {step.label}"] = f"a {type(step.statement).__name__}, which pages do not have"
    return found, left


def conditions(statement: Identity | Inequality) -> tuple[Statement, ...]:
    """The conditions of a statement, one relation each, with what its symbols assume of themselves."""
    return flatten_all(hypotheses(statement))


def written(claim: Claim, *, tex: bool = False) -> Written:
    """A claim as a page of Markdown, or of LaTeX with the macros of `boundcheck.sty`.

    The statement holds the parts that are scalar, its proof the steps that are; where no part is, or parts and steps stand under
    conditions that do not go together on a page, all are one statement.
    """
    found, left = scalars(claim)
    forms = Forms({name: print for name, print in claim.letters.prints.items() if print})
    sentences: dict[str, tuple[Scalar, list[str], str]] = {}
    taken: set[str] = set()
    equals = {symbol.name: value for symbol, value in claim.letters.definitions.items()}
    said = {name: why for name, value in equals.items() if (why := unwritten(value))}
    for k, fact in enumerate(found, 1):
        try:
            if lost := sorted(said.keys() & abbreviated(fact.statement, equals)):
                raise Unwritable(f"the abbreviation {lost[0]}, which is {said[lost[0]]}")
            given, shown = sentence(fact.statement, forms)
        except Unwritable as error:
            left[f"{'step' if fact.line else 'part'} {fact.label}"] = str(error)
            continue
        label = labelled(fact.label, k, taken)
        sentences[label] = fact, given, shown
    own = [row for row in sentences.values() if not row[0].line]
    under = own[0][1] if own else []
    together = bool(own) and all(row[1] == under for row in own)
    apart = together and all(set(under) <= set(row[1]) for row in sentences.values())
    statement = {label: row for label, row in sentences.items() if not (apart and row[0].line)}
    proof = {label: (row[0], [one for one in row[1] if one not in under], row[2]) for label, row in sentences.items()
             if apart and row[0].line}  # fmt: skip
    made = _Tex() if tex else _Markdown()
    meanings = {one.name: one.meaning for one in claim.letters.letters}
    domains: dict[str, str] = {}
    while waiting := [name for name in forms.held if name.rstrip("#") in equals and name not in domains]:
        for name in waiting:  # what it equals may have letters of its own
            domains[name] = f"= {Printer(forms).formula(equals[name.rstrip('#')])}"
    lines = [
        made.letter(form, "real" if name in domains else forms.kind(name), domains.get(name, ""),
                    _plain(meanings.get(name.rstrip("#"), "")))
        for name, form in sorted(forms.held.items(), key=lambda row: depth(row[0].rstrip("#"), equals))
        if forms.kind(name) != "family"
    ]  # fmt: skip
    lines += [made.family(one.row) for one in forms.families.values()]
    title = _plain(claim.source.printed) or "Lines"
    blocks = [made.block(claim.source.kind, statement.items())] if statement else []
    blocks += [made.block("proof", proof.items())] if proof else []
    facts = {label: row[0] for label, row in sentences.items()}
    return Written(made.page(title, lines, blocks, left), facts, left, forms.held)


def abbreviated(statement: Identity | Inequality, equals: Mapping[str, sympy.Expr]) -> set[str]:
    """The abbreviations in a fact, and in what they stand for."""
    sides = [side for one in conditions(statement) for side in (one.lhs, one.rhs)]
    found: set[str] = set()
    waiting = {one.name for side in (statement.lhs, statement.rhs, *sides) for one in side.free_symbols} & equals.keys()
    while waiting:
        found |= waiting
        waiting = {one.name for name in waiting for one in equals[name].free_symbols} & equals.keys() - found
    return found


def depth(name: str, equals: Mapping[str, sympy.Expr]) -> int:
    """How many abbreviations stand between a letter and those that it is made of."""
    return 1 + max((depth(one.name, equals) for one in equals[name].free_symbols), default=0) if name in equals else 0


def unwritten(value: sympy.Expr) -> str:
    """Why an expression has no print; empty where it has one."""
    try:
        Printer(Forms()).formula(value)
    except Unwritable as error:
        return str(error)
    return ""


def sentence(statement: Identity | Inequality, forms: Forms) -> tuple[list[str], str]:
    """The conditions of a fact and its display, in LaTeX.

    Raises
    ------
    Unwritable
        It holds what a page has no print for.
    """
    printer = Printer(forms)
    stated, held = Statement(statement.lhs, statement.relation, statement.rhs), conditions(statement)
    loose = printer.families(stated, held)
    given = list(dict.fromkeys(printer.relation(one) for one in held if one not in loose))
    return given, printer.relation(stated)


def labelled(label: str, number: int, taken: set[str]) -> str:
    """A label of a page for a label of a claim."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", label).strip("-_")
    plain = plain if plain[:1].isalpha() else f"eq-{plain}"
    if not LABEL.fullmatch(plain) or VERDICTS.search(re.sub(r"[_-]", " ", plain)) or plain in taken:
        plain = f"line-{number}"
    taken.add(plain)
    return plain


def _plain(words: str) -> str:
    """Words as a page may have them, or none."""
    found = " ".join(words.split())
    return (
        found
        if PLAIN.fullmatch(found) and len(found) <= LONGEST and not VERDICTS.search(found) and "|" not in found
        else ""
    )


class _Markdown:
    """The parts of a page in Markdown."""

    def letter(self, form: str, kind: str, domain: str, meaning: str) -> str:
        columns = [form, kind, domain, meaning]
        while not columns[-1]:
            columns.pop()
        return "  " + " | ".join(columns).replace("|  |", "| |")

    def family(self, row: str) -> str:
        return f"  {row}"

    def block(self, kind: str, rows: Iterable[tuple[str, tuple[Scalar, list[str], str]]]) -> str:
        directive = kind if kind in ("theorem", "lemma", "proposition", "corollary", "proof") else "proposition"
        return "\n\n".join([f":::{{prf:{directive}}}", *(self.sentence(*row) for row in rows)]) + "\n:::\n"

    def sentence(self, label: str, row: tuple[Scalar, list[str], str]) -> str:
        _, given, shown = row
        listed = " and ".join(
            filter(None, (", ".join(f"${one}$" for one in given[:-1]), *(f"${one}$" for one in given[-1:])))
        )
        lead = f"If {listed}, then\n\n" if given else ""
        return f"{lead}$$\n{shown}.\n$$ ({label})"

    def page(self, title: str, lines: Sequence[str], blocks: Sequence[str], left: Mapping[str, str]) -> str:
        front = "\n".join(["---", f"title: {title}", "letters: |", *lines, "---"])
        rest = "".join(f"% {name}: {why}\n" for name, why in left.items())
        return "\n\n".join([front, *blocks]) + (f"\n% Not on this page:\n{rest}" if rest else "")


class _Tex:
    """The same in LaTeX."""

    def letter(self, form: str, kind: str, domain: str, meaning: str) -> str:
        return rf"\bcletter{{{form}}}{{{kind}}}{{{domain}}}{{{meaning}}}"

    def family(self, row: str) -> str:
        form, kind, domain = row.split(" | ")
        return rf"\bcletter{{{form}}}{{{kind}}}{{{domain}}}{{}}"

    def block(self, kind: str, rows: Iterable[tuple[str, tuple[Scalar, list[str], str]]]) -> str:
        name = kind if kind in ("theorem", "lemma", "proposition", "corollary", "proof") else "proposition"
        return "\n".join([rf"\begin{{{name}}}", *(self.sentence(*row) for row in rows), rf"\end{{{name}}}", ""])

    def sentence(self, label: str, row: tuple[Scalar, list[str], str]) -> str:
        _, given, shown = row
        listed = " and ".join(
            filter(None, (", ".join(f"${one}$" for one in given[:-1]), *(f"${one}$" for one in given[-1:])))
        )
        lead = f"If {listed}, then\n" if given else ""
        return f"{lead}\\begin{{equation}}\\label{{{label}}}\n{shown}.\n\\end{{equation}}"

    def page(self, title: str, lines: Sequence[str], blocks: Sequence[str], left: Mapping[str, str]) -> str:
        head = ["\\documentclass{article}", "\\usepackage{amsmath,amsthm}", "\\usepackage{boundcheck}"]
        head += [
            f"\\newtheorem{{{name}}}{{{name.title()}}}" for name in ("theorem", "lemma", "proposition", "corollary")
        ]
        head += [f"\\title{{{title}}}", "\\begin{document}", "\\maketitle", *lines, ""]
        rest = [f"% {name}: {why}" for name, why in left.items()]
        return "\n".join([*head, *blocks, *(["% Not on this page:", *rest] if rest else []), "\\end{document}", ""])
