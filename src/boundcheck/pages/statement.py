"""From a page to the claim that a file in Python would give: letters, hypotheses, the statement as parts, the proof as steps.

The words around a display are few and each is understood: a condition that is overread would make a true line false, and a
statement that says more than its display a false one true. In a proof other sentences may stand, as long as
they hold no relation and no condition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import sympy

from boundcheck.claims import By, Claim, Identity, Inequality, Letter, Notation, Reading, Step
from boundcheck.claims.fields import Malformed
from boundcheck.claims.letters import fault

from . import letters as names
from . import reading
from .derivation import Derived
from .formulas import dimension, expression, relation
from .letters import Letters
from .markdown import NEIGHBOUR, Block, Page, Piece, page
from .reading import Condition, Display
from .sentences import CONDITIONAL, VERDICTS, Sentence, related, sentences
from .tokens import Place, Refused, Token, tokens
from .tokens import printed as printed_as
from .trees import BIG, NUMBER, Fact, Tree, bracketed, in_words, indices, letters, nodes, said_of
from .valued import Range, ranges, refuse_without_value

SUPPOSING = frozenset("let suppose assume assuming assumed throughout fix given restrict whenever where".split())
# Words around a statement that make a relation beside them a condition, and relations behind "for" and "here".
AROUND = SUPPOSING | frozenset(
    """if when whenever unless provided require requires required take taking choose choosing put setting otherwise granted only
    need needs henceforth""".split()
)
RANGED = re.compile(
    r"\b(?:for|here|under)(?:\s+(?:all|every|each|any))?[\s,]+\$[^$]*(?:[<>]|\\(?:leqslant|leq?|geqslant|geq?|lt|gt|neq?|in)(?![A-Za-z]))",
    re.IGNORECASE,
)
NEGATED = re.compile(
    r"\b(?:is|are|be)\s+(?:\w+\s+)?(?:false|wrong|untrue|incorrect|not\s+true)\b|\b(?:false|wrong|untrue|incorrect|not|no|never|fails?)\b.*:\s*$",
    re.IGNORECASE | re.DOTALL,
)
BESIDE = frozenset("above below exceeding exceeds least most wrong untrue incorrect not fails false over under".split())
PLAIN = re.compile(r"[\w\s,.'()/:-]*")
LONGEST = 200  # characters of a title or a meaning
MOST_DISPLAYS = 200
MOST_UNDECLARED = 12  # letters that one message names
UNDECLARED = " is not declared"
OF_VECTORS = frozenset({"norm", "inner", "times", "transpose", "inverse", "identity", "zero"})
MOST_BYTES = 16_000_000

_LIST = r"(?:{0}(?: (?:, and|,|and) {0})*)"
_HYPOTHESES = f"(?:{_LIST.format('M')}|{_LIST.format('L')})"
_QUANTIFIED = rf"(?:(?:for (?:all|every|each|any)|for|if|whenever) {_HYPOTHESES})"
# Inequalities that suppose nothing.
_KNOWN = r"(?:(?:the )?(?:cauchy-{1,2}schwarz|triangle|jensen's|young's|bernoulli's|am-{1,2}gm)(?: inequality)?)"
_CITED = rf"(?:(?:by|from|using) (?:{_LIST.format('R')}(?: with {_LIST.format('M')})?|{_KNOWN}))"
_THEN = r"(?:then|so|hence|thus|therefore|moreover|also|furthermore|consequently|finally|first|next|in particular|indeed|that is)"
_HAVE = (
    r"(?:(?:we (?:have|get|obtain)|one has|it holds|it follows|the following holds|this gives|this shows)(?: that)?)"
)
_LEAD = "".join(rf"(?:{one} (?:, )?)?" for one in (_THEN, _CITED, _QUANTIFIED, _THEN, _CITED, _HAVE))
SUPPOSED = re.compile(rf"(?:let|suppose|assume)(?: that)? {_HYPOTHESES}")
FOLLOWS = re.compile(rf"(?:{_THEN}|{_CITED}|{_HAVE})\b")
SHOWN = re.compile(rf"{_LEAD}D(?: (?:, and|,|and) D| D)*(?: (?:, )?(?:{_QUANTIFIED}|{_CITED}))*")
LINKED = re.compile(r"\b(?:by|from|using) (lemma|theorem|proposition|corollary|claim)\b")
WAY_OUT_LINKED = "link what is cited, as 'By [Lemma 2](lemma_2.md#label),' or, of a display above, 'By [](#label)'"
WAY_OUT = "write 'Let $x \\ge 0$.', 'Then', 'For all $x \\ge 0$,', 'we have', 'by [](#label)' around displays, and nothing else"


LITERAL, CORRECTED = "literal", "corrected"  # readings of a page with a repair
Shown = tuple[str, list[Fact], Fact, Place]  # label, conditions, relation and place of what is displayed


@dataclass(frozen=True)
class Line:
    """One fact of a page as it was read: where it stands, its label, and the relation with every bracket written."""

    at: Place
    label: str
    said: str


@dataclass(frozen=True)
class Read:
    """A page that was read: its claim, what each line was read as, and which pages beside it are cited, with their labels.

    Of citations that are instances `instances` has, by their places, the letters of the other page that are said, and those here.
    """

    claim: Claim
    lines: tuple[Line, ...]
    kind: str = "theorem"
    paper: str = ""
    cited: tuple[tuple[str, str, Place], ...] = ()
    instances: dict[Place, tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)


def read(path: Path) -> Read:
    """The claim of a page; nothing on it is executed.

    Raises
    ------
    Refused
        It is not read, with the place of the first obstacle.
    """
    return read_text(text_of(path), path.stem)


def text_of(path: Path) -> str:
    """The text of a page or a source; `Refused` where it is no UTF-8."""
    try:
        with path.open("rb") as file:
            found = file.read(MOST_BYTES + 1)
        return found.decode("utf-8")
    except UnicodeDecodeError as error:
        at = Place(found.count(b"\n", 0, error.start) + 1, 1)
        raise Refused("a page that is not UTF-8", at, way_out="save it as UTF-8") from None


def read_text(text: str, stem: str = "page") -> Read:
    """The same of a page's text; `stem` is its title where it has none."""
    return read_page(page(text), stem)


def read_page(found: Page, stem: str) -> Read:
    """The same of the parts of a page."""
    try:
        return _Reading(found, stem).whole()
    except Malformed as error:
        raise Refused(str(error), found.statement.at, way_out="write it otherwise") from None
    except Refused as error:
        if more := also_undeclared(found, stem, error):
            also = f"{error.way_out}; further ones that are not: {', '.join(more)}"
            raise Refused(error.rule, error.at, error.readings, also) from None
        raise


def also_undeclared(found: Page, stem: str, error: Refused) -> list[str]:
    """The letters that would be refused next, one after the other, as not declared."""
    rows, forms = list(found.front.get("letters", [])), list[str]()
    while len(forms) < MOST_UNDECLARED:
        form, said, _ = error.rule.partition(UNDECLARED)
        if not said or form in forms:
            break
        forms.append(form)
        rows.append((f"{form} | {'constant' if form in names.CONSTANTS else 'integer'}", found.statement.at))
        try:
            _Reading(Page({**found.front, "letters": rows}, found.statement, found.proof, found.around), stem).whole()
            break
        except Refused as next_one:
            error = next_one
        except Malformed:
            break
    return forms[1:]


def labelled(claim: Claim, label: str) -> bool:
    """Whether the statement of a page has a display of that label."""
    return any(name == _called(label) or name.startswith(f"{_called(label)} ") for name in claim.parts)


def declared(rows: Sequence[tuple[str, Place]]) -> Letters:
    """The letters of a table, a row each with its place."""
    made = _Reading(Page({}, Block("", "", Place(1, 1)), None), "")
    for line, at in rows:
        made.declare(line, at)
    return made.letters


def of_display(rows: Sequence[tuple[str, Place]], source: str, given: Sequence[str] = ()) -> Read:
    """The claim of one display under conditions, in the letters of a table; the display is line 1, conditions follow."""
    at = Place(1, 1)
    block = Block("prf:proposition", "", at)
    for k, one in enumerate(given):
        block.pieces += [
            Piece("comma", ",", at) if k else Piece("word", "If", at),
            Piece("inline", one, Place(k + 2, 1)),
        ]
    block.pieces += [Piece("comma", ",", at)] if given else []
    block.pieces.append(Piece("display", source, at))
    return read_page(Page({"title": [("Statement", at)], "letters": list(rows)}, block, None), "statement")


class _Reading:
    """Reads a page from its letters to its proof."""

    def __init__(self, found: Page, stem: str) -> None:
        self.page, self.stem = found, stem
        self.letters, self.domains = Letters(), list[Condition]()
        self.labels: set[str] = set()
        self.lines: list[Line] = []
        self.displays = 0
        self.cited: list[tuple[str, str, Place]] = []
        self.instances: dict[str, tuple[str, str, dict[str, Tree]]] = {}  # of what lines are instances, by their labels
        self.said: dict[Place, tuple[str, ...]] = {}  # letters of instances, by the places of their references

    def whole(self) -> Read:
        for line, at in self.page.front.get("letters", []):
            self.declare(line, at)
        for text, at in self.page.around:
            words = set(re.findall(r"[a-z]+", re.sub(r"\$[^$]*\$", "", text).lower()))
            inline = re.findall(r"\$([^$]*)\$", text)
            if RANGED.search(text) or (words & AROUND and any(related(Piece("inline", one, at)) for one in inline)):
                raise Refused(
                    "a condition outside of statement and proof, which nothing reads",
                    at,
                    way_out="write it in the statement or in the letters",
                )
            if NEGATED.search(re.sub(r"\$[^$]*\$", "", text)):
                rule = "words outside of statement and proof that deny what stands there"
                raise Refused(rule, at, way_out="delete them; what is stated is looked at as it is displayed")
        title = self.title()
        if any(letter.kind in names.DRAWN for letter in self.letters.held.values()):
            if self.page.repair is not None:
                rule = "a repair on a page on which something is drawn"
                raise Refused(rule, self.page.repair.at, way_out="write the corrected statement as a page of its own")
            derived = Derived(self.page, title, self.letters, self.domains)
            claim = derived.claim()
            return Read(claim, tuple(Line(*line) for line in derived.lines))
        if extra := next((key for key in ("laws", "method", "world", "runs", "trivial") if key in self.page.front), ""):
            at = self.page.front[extra][0][1] if self.page.front[extra] else Place(1, 1)
            raise Refused(f"{extra} of a page on which nothing is drawn", at, way_out="declare a letter as random")
        shown, under = self.block(self.page.statement, [])
        if not shown:
            raise Refused(
                "a statement without a display",
                self.page.statement.at,
                way_out="write what it states between $$ and $$",
            )
        proved: list[tuple[str, list[Fact], Fact, Place]] = []
        if self.page.proof is not None:
            if len({frozenset(_facts(one)) for one in under}) > 1:
                readings = ["lines of the proof under all conditions of the statement", "under some of them"]
                raise Refused(
                    "a proof of displays under different conditions",
                    self.page.proof.at,
                    readings,
                    "write a page for each",
                )
            proved, _ = self.block(self.page.proof, under[0])
        mended = self.mended(shown)
        facts = [fact for _, given, fact, _ in (*shown, *proved, *mended.values()) for fact in (*given, fact)]
        forms = [*self.letters.held, *sorted(self.letters.ranges())]
        forms += sorted(
            {index for fact in facts for side in (fact.left, fact.right) for index in indices(side)} - {*forms}
        )
        called = names.symbol_names(forms)
        symbols: dict[str, Any] = {
            form: sympy.Symbol(called[form], **({"integer": True} if self.integer(form) else {"real": True}))
            for form in forms
        }
        for one in self.letters.held.values():
            if one.shape != NUMBER:
                symbols[one.form] = sympy.MatrixSymbol(
                    called[one.form], *(dimension(size, symbols) for size in one.shape)
                )
        used = {form for fact in facts for form in letters(fact.left) | letters(fact.right)}
        declared = tuple(
            Letter(
                sympy.Symbol(called[one.form], real=True), one.meaning, latex=one.form, integer=one.kind == "integer"
            )
            for one in self.letters.held.values()
            if one.form in used
        )
        paper = [_plain_words(*named, "paper") for named in self.page.front.get("paper", [])]
        claim = Claim(
            title=title,
            uses=tuple(dict.fromkeys(f"own/{stem}" for stem, _, _ in self.cited)),
            letters=Notation(declared),
            readings=self.readings(mended),
            parts={
                label: printed
                if label not in mended
                else {LITERAL: printed, CORRECTED: _shape(mended[label][2], mended[label][1], symbols)}
                for label, given, fact, _ in shown
                for printed in (_shape(fact, given, symbols),)
            },
            steps=tuple(
                Step(label, f"line {at.line}", self.shape(label, fact, given, symbols))
                for label, given, fact, at in proved
            ),
        )
        kind = self.page.statement.kind.removeprefix("prf:")
        here = tuple(form for form, one in self.letters.held.items() if one.equals is None)
        said = {at: (forms, here) for at, forms in self.said.items()}
        return Read(claim, tuple(self.lines), kind, "".join(paper), tuple(self.cited), said)

    def mended(self, shown: Sequence[Shown]) -> dict[str, Shown]:
        """Of each display of the statement that the repair prints otherwise its corrected form, by the label of the display."""
        if self.page.repair is None:
            return {}
        found, _ = self.block(self.page.repair, [])
        if len(found) != len(shown):
            rule = f"a repair with {len(found)} relations of a statement with {len(shown)}"
            raise Refused(rule, self.page.repair.at, way_out="display all of them again, in their order")
        pairs = [(label, given, fact, new) for (label, given, fact, _), new in zip(shown, found, strict=True)]
        other = {label: new for label, given, fact, new in pairs if (given, fact) != (new[1], new[2])}
        if not other:
            raise Refused("a repair that is the statement", self.page.repair.at, way_out="display what is corrected")
        for _, _, printed, (_, _, fact, at) in pairs:
            if fact.left == fact.right or not {fact.left, fact.right} & {printed.left, printed.right}:
                rule = "a repair that keeps no side of its display" if fact.left != fact.right else "one expression on both sides"
                raise Refused(rule, at, way_out="keep a side, or write the new statement as a page of its own")
        return other

    def readings(self, mended: Mapping[str, Shown]) -> tuple[Reading, ...]:
        """The page as printed, and as it is corrected."""
        if not mended or self.page.repair is None:
            return (Reading(LITERAL, "as printed"),)
        words = _plain_words(self.page.repair.title or "as it is corrected on the page", self.page.repair.at, "repair")
        return (Reading(LITERAL, "as printed"), Reading(CORRECTED, words, repair=True))

    def shape(self, label: str, fact: Fact, given: Sequence[Fact], symbols: dict[str, sympy.Symbol]) -> Any:
        """The statement of a line of the proof, or of what it is an instance."""
        if label not in self.instances:
            return _shape(fact, given, symbols)
        stem, part, values = self.instances[label]
        held = tuple(dict.fromkeys(relation(one, symbols) for one in given))
        meant = {names.symbol_names([form])[form]: expression(tree, symbols) for form, tree in values.items()}
        return By(f"own/{stem}", _called(part), _shape(fact, (), symbols), held, meant)

    def instance(self, sentence: Sentence, proof: bool) -> tuple[str, str, dict[str, Tree]] | None:
        """Of which display of a neighbour a sentence has an instance, with its letters: ``By [](lemma.md#eq) with $x = 2a$``."""
        words = [piece.text.lower() if piece.kind == "word" else "" for piece in sentence.pieces]
        if "with" not in words:
            return None
        k = words.index("with")
        beside = (
            NEIGHBOUR.fullmatch(sentence.pieces[k - 1].text)
            if k and sentence.pieces[k - 1].kind == "reference"
            else None
        )
        kinds = [piece.kind for piece in sentence.pieces]
        if not proof or beside is None or not beside[2] or kinds.count("reference") > 1 or kinds.count("display") > 1:
            way_out = "in a proof, 'By [Lemma 2](lemma_2.md#label) with $x = 2a$,' before one display"
            raise Refused("'with' behind what is no display of another page", sentence.pieces[k].at, way_out=way_out)
        values: dict[str, Tree] = {}
        for piece, word in zip(sentence.pieces[k + 1 :], words[k + 1 :], strict=True):
            if piece.kind == "display" or word not in ("", "and"):
                break
            if piece.kind != "inline":
                continue
            found = reading.stripped(tokens(piece.text, piece.at))
            sign = next(
                (j for j, (token, depth) in enumerate(reading.depths(found)) if depth == 0 and token.text == "="), 0
            )
            form = names.form_of(printed_as(found[:sign]), piece.at)
            if form in values:
                raise Refused(f"{form} a second time", piece.at, way_out="keep one")
            values[form] = reading.formula_of(found[sign + 1 :], self.letters, piece.at)
        plain: dict[str, str] = {}
        for form in dict.fromkeys([*values, *(form for form, one in self.letters.held.items() if one.equals is None)]):
            other = plain.setdefault(names.symbol_names([form])[form], form)
            if other != form:
                rule = f"an instance with the letters {other} and {form}, which are told apart by their print alone"
                raise Refused(rule, sentence.pieces[k].at, [other, form], "call one of them otherwise on both pages")
        self.said[sentence.pieces[k - 1].at] = tuple(values)
        return beside[1], beside[2], values

    def integer(self, form: str) -> bool:
        letter = self.letters.get(form)
        return letter is None or letter.kind == "integer"

    def title(self) -> str:
        """What the page is called: plain words without a verdict."""
        given = self.page.front.get("title", [])
        block = self.page.statement
        found, at = given[0] if given else (block.title or self.stem.replace("_", " "), block.at)
        said = [word for word in re.findall(r"[a-z]+", block.title.lower()) if word in CONDITIONAL | BESIDE]
        said += [word for word in re.findall(r"[A-Za-z]+", block.title) if len(word) == 1 and self.letters.get(word)]
        if word := next(iter(said), ""):
            raise Refused(
                f"{word!r} beside the name of a statement", block.at, way_out="write it inside, as 'Let $x \\ge 0$.'"
            )
        if given and block.title:
            _plain_words(block.title, block.at, "title")
        return _plain_words(found, at, "title")

    def declare(self, line: str, at: Place) -> None:
        """One line of letters: ``n, d | integer | \\ge 1 | sample size, dimension``."""
        columns = [(column, at.column + start) for column, start in _columns(line)]
        if not 2 <= len(columns) <= 4:
            raise Refused(
                f"{len(columns)} columns",
                at,
                way_out="write 'x | real | \\ge 0 | what it is'; domain and meaning may be left out",
            )
        (form, _), (kind, where), *rest = columns
        domain, of_domain = rest[0] if rest else ("", 0)
        meaning = _plain_words(rest[1][0], at, "meaning") if len(rest) > 1 else ""
        if kind not in names.KINDS:
            known = ", ".join(f"{kind} ({words})" for kind, words in names.KINDS.items())
            raise Refused(f"the kind {kind[:40]!r}", Place(at.line, where), way_out=f"kinds are {known}")
        forms = [part.strip() for part in _at_commas(form)] if kind != "function" else [form]
        for one in forms:
            self.add(one, kind, domain, meaning, at, Place(at.line, of_domain))

    def add(self, form: str, kind: str, domain: str, meaning: str, at: Place, of_domain: Place) -> None:
        arguments: tuple[str, ...] = ()
        if kind == "function":
            called = re.fullmatch(r"(.*?)(?:\\left)?\((.*?)(?:\\right)?\)", form)
            if called is None or not domain.startswith("="):
                raise Refused(
                    f"the function {form[:40]!r}", at, way_out="write 'f(x) | function | = ...', with what it equals"
                )
            form, arguments = called[1], tuple(names.form_of(part, at) for part in _at_commas(called[2]))
            if len(set(arguments)) < len(arguments) or any(
                (one := self.letters.get(a)) and one.kind == "function" for a in arguments
            ):
                raise Refused(f"the arguments of {form}", at, way_out="each is a letter of its own")
        printed = names.form_of(form, at)
        if word := verdict_in(printed):
            raise Refused(f"{word!r} as a letter", at, way_out="call it something else")
        if kind == "family" or kind in names.DRAWN:
            self.family(printed, kind, domain, meaning, at, of_domain)
            return
        if kind != "constant" and fault(printed):
            raise Refused(
                f"the letter {printed}, which reads as a number or a sign", at, way_out="call it something else"
            )
        if kind == "constant":
            if printed not in names.CONSTANTS or domain:
                raise Refused(
                    f"{printed} as a constant",
                    at,
                    way_out=r"constants are e and \pi; of others declare a real letter, with = and its value",
                )
            self.letters.add(names.Letter(printed, kind, meaning, at))
        elif kind == "logistic":
            if domain:
                raise Refused("a domain of the logistic function", of_domain, way_out="leave it out")
            value = Tree("sigmoid", (Tree("letter", (), "\\cdot", at),), None, at)
            self.letters.add(names.Letter(printed, "function", meaning, at, ("\\cdot",), value))
        elif domain.startswith("="):
            if kind == "integer":
                raise Refused(
                    "an integer with what it equals", of_domain, way_out="call it real; what it equals says the rest"
                )
            source = domain.removeprefix("=")
            tree = reading.formula(
                source, self.letters, Place(of_domain.line, of_domain.column + 1), frozenset(arguments)
            )
            if tree.shape != NUMBER:
                raise Refused(
                    f"{printed}, which equals {in_words(tree.shape)}",
                    of_domain,
                    way_out=r"declare it as vector or matrix, with \in \mathbb{R}^d and then the equation",
                )
            if unused := sorted(set(arguments) - letters(tree)):
                rule = f"{printed}, which does not depend on {unused[0]}"
                raise Refused(rule, of_domain, way_out="leave the argument out")
            self.letters.add(names.Letter(printed, kind, meaning, at, arguments, tree))
        else:
            shape = self.sized(printed, kind, domain, of_domain) if kind in names.SHAPED else NUMBER
            self.letters.add(names.Letter(printed, kind, meaning, at, shape=shape))
            if domain and kind != "identity":
                found = reading.domain(domain, printed, self.letters, of_domain)
                self.domains += [Condition(fact, frozenset({printed}), of_domain) for fact in found]

    def family(self, printed: str, kind: str, domain: str, meaning: str, at: Place, of_domain: Place) -> None:
        r"""A family ``x_i``: over what its index runs, ``1 \le i \le n``, and then what holds of each member.

        Of what is drawn stand behind the ranges of its indices the letters that its law depends on.
        """
        columns = list(_commas(tokens(domain, of_domain)))
        if kind in names.DRAWN and not any(token.text in ("\\le", "\\leq") for column in columns for token in column):
            self.one_drawn(printed, kind, columns, meaning, at, of_domain)
            return
        stem, _, below = printed.partition("_")
        inside = below.removeprefix("{").removesuffix("}")
        indices = [one for one in inside.split(" ") if one not in ("", ",")]
        if not indices or stem + f"_{{{inside}}}" != printed or fault(stem) or (kind == "family" and len(indices) > 1):
            raise Refused(f"the family {printed}", at, way_out="write 'x_i | family | 1 \\le i \\le n, ...'")
        over = tuple(
            self.range_of(index, columns[k] if k < len(columns) else [], of_domain) for k, index in enumerate(indices)
        )
        rest = columns[len(indices) :]
        known = self.letters.ranges()
        for index, low, high in over:
            if self.letters.get(index) is not None or index in names.CONSTANTS or len(set(indices)) < len(indices):
                raise Refused(
                    f"the index {index}, which is a letter already", at, way_out="call one of the two otherwise"
                )
            if known.get(index, (low, high)) != (low, high):
                raise Refused(
                    f"the index {index}, which runs otherwise above", at, way_out="call one of the two otherwise"
                )
        on = self.depends(printed, rest, of_domain) if kind in names.DRAWN else ()
        self.letters.add(names.Letter(stem, kind, meaning, at, over=over, on=on))
        if kind == "family" and rest:
            with self.letters.run(*over[0]):
                source = domain[domain.index(",") + 1 :]
                found = reading.domain(source, printed, self.letters, of_domain)
            self.domains += [Condition(fact, frozenset({stem}), of_domain) for fact in found]

    def one_drawn(
        self, printed: str, kind: str, columns: list[list[Token]], meaning: str, at: Place, of_domain: Place
    ) -> None:
        r"""One number that is drawn, ``Y | random | d``; or a value of an index, ``\hat\jmath | random | \in j, n``."""
        within = ""
        if columns and columns[0] and columns[0][0].text == "\\in":
            within = names.form_of(printed_as(columns[0][1:]), of_domain)
            if within not in self.letters.ranges(*names.DRAWN):
                raise Refused(
                    f"{within}, which is no index above", of_domain, way_out="declare what has that index first"
                )
            columns = columns[1:]
        on = self.depends(printed, columns, of_domain)
        self.letters.add(names.Letter(printed, kind, meaning, at, on=on, within=within))

    def depends(self, printed: str, rest: list[list[Token]], at: Place) -> tuple[str, ...]:
        """The letters on which the law of what is drawn depends."""
        on = tuple(names.form_of(printed_as(part), at) for part in rest)
        if wrong := next((one for one in on if self.letters.get(one) is None), ""):
            raise Refused(f"{wrong}, on which {printed} depends, is not declared above", at, way_out="declare it")
        return on

    def range_of(self, index: str, found: list[Token], at: Place) -> tuple[str, Tree, Tree]:
        r"""An index and its ends, of ``1 \le i \le n``."""
        signs = [k for k, token in enumerate(found) if token.text in ("\\le", "\\leq")]
        if len(signs) != 2 or "".join(token.text for token in found[signs[0] + 1 : signs[1]]) != index:
            way_out = rf"begin its domain with 1 \le {index} \le n"
            raise Refused(f"a family without the range of {index}", at, way_out=way_out)
        ends = (found[: signs[0]], found[signs[1] + 1 :])
        low, high = (reading.formula(printed_as(part), self.letters, at) for part in ends)
        if any(not reading.whole(one, self.letters) for one in (low, high)):
            raise Refused("an end that need not be a whole number", at, way_out="declare its letters as integer")
        return index, low, high

    def sized(self, form: str, kind: str, domain: str, at: Place) -> tuple[str, str]:
        """The shape of a vector or a matrix, with which its domain begins."""
        found = tokens(domain, at)
        end = next((k for k, token in enumerate(found) if token.text == ","), len(found))
        if not found or found[0].text != "\\in":
            way_out = r"write \in \mathbb{R}^d, or \in \mathbb{R}^{d \times d}, first"
            raise Refused(f"the {kind} {form} without its size", at, way_out=way_out)
        shape = reading.shape_of(found[1:end], self.letters, at)
        wrong = (
            shape[1] != "1" if kind == "vector" else shape[1] == "1" or (kind == "identity" and shape[0] != shape[1])
        )
        if wrong or (kind == "identity" and end < len(found)):
            raise Refused(f"the {kind} {form} with the size {domain}", at, way_out="mend one of the two")
        for size in {*shape} - {"1"}:
            one = Tree("number", (), Fraction(1), at)
            if not _at_least(Tree("letter", (), size, at), one, Fraction(0), _facts(self.domains)):
                raise Refused(f"the dimension {size}, which may be less than 1", at, way_out=r"declare it with \ge 1")
        return shape

    def block(
        self, block: Block, under: list[Condition]
    ) -> tuple[list[tuple[str, list[Fact], Fact, Place]], list[list[Condition]]]:
        """Label, conditions, fact and place of all that a statement or a proof displays, and what each display is under."""
        each: list[list[Condition]] = []
        made: list[tuple[str, list[Fact], Fact, Place]] = []
        proof = block is self.page.proof
        lasting = list(under)
        supposed: set[str] = set()
        if block.label:
            self.taken(block.label, block.at)
        own: set[str] = set()
        behind: Place | None = None  # of a supposition behind which nothing is displayed yet
        before: set[str] = set()  # letters that the displayed sentences before give a range of their own
        told = False  # whether a sentence without a display stands between
        for sentence in sentences(block):
            words = sentence.words()
            first = sentence.pieces[0]
            behind = None if any(piece.kind == "display" for piece in sentence.pieces) else behind
            for piece in sentence.pieces:
                if piece.kind == "word" and "\\" in piece.text:
                    raise Refused("a backslash in the text", piece.at, way_out="mathematics stands between dollars")
                if piece.kind == "reference" and (beside := NEIGHBOUR.fullmatch(piece.text)):
                    self.cited.append((beside[1], beside[2] or "", piece.at))
                elif piece.kind == "reference" and (piece.text not in own or not proof):
                    raise Refused(
                        f"a reference to {piece.text[:40]!r}, which labels no display of a sentence above",
                        piece.at,
                        way_out="label the display, as $$ ... $$ (label), and end its sentence",
                    )
            if SUPPOSED.fullmatch(words):
                behind = behind or first.at
                for group in self.hypotheses(sentence):
                    letters_of = {form for one in group for form in one.about}
                    if proof and letters_of & supposed:
                        readings = ["besides what was supposed before", "another case"]
                        raise Refused(
                            "a second supposition on a letter",
                            first.at,
                            readings,
                            "say 'If' in the sentences of each case",
                        )
                    supposed |= letters_of
                    lasting = self.joined(lasting, group)
            elif SHOWN.fullmatch(words):
                instance = self.instance(sentence, proof)
                own_conditions = self.hypotheses(sentence)
                ranged = [one for group in own_conditions for one in group if one.fact is not None]
                carried = before if not ranged and (FOLLOWS.match(words) or not (sentence.apart or told)) else set()
                before = carried | {form for one in ranged for form in one.about}
                told = False
                kinds = [piece.kind for piece in sentence.pieces]
                last = len(kinds) - kinds[::-1].index("display")
                if kinds.count("display") > 1 and "inline" in kinds[last:]:
                    at = sentence.pieces[last + kinds[last:].index("inline")].at
                    readings = ["of all displays before it", "of the last alone"]
                    raise Refused("a condition behind several displays", at, readings, "write a sentence for each")
                for piece in sentence.pieces:
                    if piece.kind == "display":
                        found = reading.display(piece.text, self.letters, piece.at)
                        before |= {form for one in found.conditions if one.fact is not None for form in one.about}
                        named = {f for fact in found.facts for side in (fact.left, fact.right) for f in letters(side)}
                        if (shared := sorted(carried & named)) and not found.conditions:
                            readings = ["under the condition of the sentence before", "without it"]
                            rule = f"{shared[0]} behind a sentence that gives it a range"
                            raise Refused(
                                rule,
                                piece.at,
                                readings,
                                "repeat the condition, or begin a paragraph without such words",
                            )
                        given = lasting
                        for group in (*own_conditions, list(found.conditions)):
                            given = self.joined(given, group)
                        each.append(given)
                        made += self.facts(piece, found, _facts(given), proof, own)
                        if instance is not None and len(found.facts) > 1:
                            raise Refused("an instance that is a chain", piece.at, way_out="write one relation")
                        if instance is not None:
                            self.instances[made[-1][0]] = instance
            elif not proof or "D" in words.split():
                at = next((piece.at for piece in sentence.pieces if piece.kind == "display"), first.at)
                shown = " ".join(piece.text for piece in sentence.pieces if piece.kind != "display")[:60]
                raise Refused(
                    f"the words {shown!r}" + (" around a display" if at is not first.at else ""),
                    first.at,
                    way_out=WAY_OUT_LINKED if LINKED.search(words) else WAY_OUT,
                )
            else:
                told = True
                for piece in sentence.pieces:
                    if piece.kind == "lemma":
                        raise Refused(
                            "a lemma on a page without laws", piece.at, way_out="its displays are checked one by one"
                        )
                    if piece.kind == "inline" and related(piece):
                        raise Refused(
                            "a relation in the text of a proof, which nothing checks",
                            piece.at,
                            way_out="display it, or write 'Let $...$.'",
                        )
                    if piece.kind == "word" and piece.text.lower() in CONDITIONAL:
                        raise Refused(f"{piece.text!r} in a sentence that is not understood", piece.at, way_out=WAY_OUT)
        if behind is not None:
            readings = ["a condition of what is displayed above it", "a condition of nothing"]
            raise Refused(
                "a supposition behind the last display", behind, readings, "write it before the display, or delete it"
            )
        return made, each

    def hypotheses(self, sentence: Sentence) -> list[list[Condition]]:
        """The conditions of a sentence: those behind "for" and "let" quantify, those behind "if" and "suppose" do not.

        Those behind one word belong together.
        """
        made: list[list[Condition]] = [[]]
        quantifies, choosing = True, False
        introduces = sentence.pieces[0].text.lower() == "let"
        for piece in sentence.pieces:
            if piece.kind == "word" and piece.text.lower() in ("for", "let"):
                quantifies, choosing = True, False
                made.append([])
            elif piece.kind == "word" and piece.text.lower() in ("if", "whenever", "suppose", "assume"):
                quantifies = choosing = False
                made.append([])
            elif piece.kind == "word" and piece.text.lower() == "with":
                choosing = True
            elif piece.kind == "word" and piece.text.lower() != "and":
                choosing = False
            elif piece.kind == "inline" and (choosing or (introduces and self.defined(piece))):
                continue
            elif piece.kind == "inline":
                made[-1] += reading.conditions(piece.text, self.letters, piece.at, quantifies=quantifies)
        return made

    def defined(self, piece: Piece) -> bool:
        """Whether "let" introduces a letter that is declared nowhere, as equal to a formula: then it abbreviates that."""
        found = reading.stripped(tokens(piece.text, piece.at))
        signs = [
            k
            for k, (token, depth) in enumerate(reading.depths(found))
            if depth == 0 and token.text in reading.RELATIONS
        ]
        if len(signs) != 1 or found[signs[0]].text != "=" or not signs[0]:
            return False
        try:
            form = names.form_of(printed_as(found[: signs[0]]), piece.at)
        except Refused:
            return False
        if self.letters.get(form) is not None or form in self.letters.ranges():
            return False
        if any(token.text == "," for token, depth in reading.depths(found) if depth == 0):
            readings = ["a second condition", "a part of what it equals"]
            raise Refused(f"a comma behind what {form} equals", piece.at, readings, "write a sentence for each")
        if verdict_in(form) or fault(form):
            raise Refused(f"{form} as a letter", piece.at, way_out="call it something else")
        tree = reading.formula_of(found[signs[0] + 1 :], self.letters, piece.at)
        if tree.shape != NUMBER:
            raise Refused(f"{form}, which equals {in_words(tree.shape)}", piece.at, way_out="declare it in the letters")
        self.letters.add(names.Letter(form, "real", "", piece.at, equals=tree, introduced=True))
        return True

    def joined(self, old: list[Condition], new: list[Condition]) -> list[Condition]:
        """Both; `Refused` where "for all" gives a letter a range that is not inside of the one that it has already."""
        facts = _facts(new)
        for one in new:
            ranged = one.fact is not None or one.whole
            for form in one.about if one.quantifies else ():
                tied = [other for other in old if other.fact is not None and form in _of(other.fact)]
                for other in [*(self.domains if ranged else []), *old]:
                    if (
                        other.fact is not None
                        and (form in other.about or (ranged and other in tied))
                        and not any(_implies(fact, other.fact) for fact in facts)
                    ):
                        readings = [f"for {form} with {said_of(other.fact)}, too", f"for {form} anew"]
                        way_out = (
                            f"say 'if' for the first; for the second take another letter, or a wider domain of {form}"
                        )
                        raise Refused(f"a range of {form}, which has one already", one.at, readings, way_out)
        return [*old, *new]

    def taken(self, label: str, at: Place) -> None:
        if word := VERDICTS.search(re.sub(r"[_.:-]", " ", label)):
            raise Refused(
                f"{word[0]!r} in a label", at, way_out="whether it is so is found, and not written; leave the word out"
            )
        called = _called(label)
        if called in self.labels:
            raise Refused(f"the label {label} a second time", at, way_out="labels differ in letters, digits, _ and -")
        self.labels.add(called)

    def facts(
        self, piece: Piece, found: Display, given: list[Fact], proof: bool, own: set[str]
    ) -> Iterator[tuple[str, list[Fact], Fact, Place]]:
        """The facts of one display, with all that they are under."""
        self.displays += 1
        if self.displays > MOST_DISPLAYS:
            raise Refused(f"more than {MOST_DISPLAYS} displays", piece.at, way_out="split the page")
        label = piece.label or (f"line {found.facts[0].at.line}" if proof else "statement")
        if piece.label:
            self.taken(label, piece.at)
            own.add(label)
        elif label in self.labels:
            at = found.facts[0].at
            label = f"line {at.line}" if f"line {at.line}" not in self.labels else f"line {at.line} column {at.column}"
        if not piece.label:
            self.taken(label, piece.at)
        for k, fact in enumerate(found.facts, 1):
            called = _called(label) + (f" {k}" if len(found.facts) > 1 else "")
            conditions = self.related(given, fact)
            for side in [side for one in (*conditions, fact) for side in (one.left, one.right)]:
                _ranges(side, conditions)
            if any(one.op in OF_VECTORS for side in (fact.left, fact.right) for one in nodes(side)):
                for side in (fact.left, fact.right):  # the provers of numbers ask themselves where a side has a value
                    refuse_without_value(side, ranges(conditions))
            if fact.left.shape != NUMBER and fact.relation in ("<=", "<"):
                self.symmetric(fact, conditions)
            self.lines.append(Line(fact.at, called, said_of(fact)))
            yield called, conditions, fact, piece.at

    @staticmethod
    def symmetric(fact: Fact, given: Sequence[Fact]) -> None:
        """Refuse an order between matrices of which one is not seen to be symmetric."""
        sides = {side for one in given if one.relation in ("<=", "<") for side in (one.left, one.right)}
        known = {side.value for side in sides if side.op == "letter" and side.shape != NUMBER}
        while True:
            more = {
                one.left.value
                for one in given
                if one.relation == "==" and one.left.op == "letter" and one.left.shape != NUMBER
                and (_symmetric(one.right, known) or _turned(one.right, known, True) == one.left.value)
            }  # fmt: skip
            if more <= known:
                break
            known |= more
        for side in (fact.left, fact.right):
            if not _symmetric(side, known):
                way_out = r"say so in the letters: \succeq 0, or = A^\top behind the size"
                raise Refused(f"an order of {bracketed(side)}, which need not be symmetric", side.at, way_out=way_out)

    def between(self, seen: set[str], kept: list[Fact]) -> Iterator[Fact]:
        """What the range of a letter that does not occur says of those that do: its lower ends are below its upper ones."""
        for form in dict.fromkeys(
            form for one in self.domains if one.fact is not None for form in sorted(one.about - seen)
        ):
            if self.letters.held[form].kind in names.SHAPED:
                continue  # all that its domain says is among the conditions
            about = [one.fact for one in self.domains if one.fact is not None and form in one.about]
            if not any((letters(one.left) | letters(one.right)) & seen for one in about):
                continue
            lows = [one for one in about if one.right.value == form]
            highs = [one for one in about if one.left.value == form]
            two = any(letters(low.left) | letters(high.right) for low in lows for high in highs)
            if not all(one.relation in ("<=", "<") and _alone(one, form) for one in about) or (
                two and self.may_lack(form)
            ):
                readings = [f"for those for which there is such a {form}", "for all"]
                way_out = f"say it of the letters of the display alone, or leave {form} out"
                raise Refused(f"the range of {form}, which ties letters of the display", about[0].at, readings, way_out)
            for low in lows:
                for high in highs:
                    relation = "<" if "<" in (low.relation, high.relation) else "<="
                    fact = Fact(relation, low.left, high.right, high.at)
                    if letters(fact.left) | letters(fact.right) and not any(_implies(one, fact) for one in kept):
                        yield fact

    def may_lack(self, form: str) -> bool:
        """Whether a family may have no member."""
        given = _facts(self.domains)
        return any(not _at_least(high, low, Fraction(0), given) for _, low, high in self.letters.held[form].over)

    def ties(self, form: str, seen: set[str]) -> bool:
        """Whether the domain of a vector or a matrix that does not occur may restrict letters that do."""
        about = [one.fact for one in self.domains if one.fact is not None and form in one.about]
        if not any((letters(one.left) | letters(one.right)) & seen for one in about):
            return False
        equal = [one for one in about if one.relation == "==" and one.left.op == "letter" and one.left.value == form]
        if len(equal) == 1 and form not in letters(equal[0].right):  # what it is; the rest may follow from that
            rest = [one for one in about if one is not equal[0]]
            signs = {fact.right.value: fact for fact in _facts(self.domains) if fact.right.op == "letter"}
            least = _definite(equal[0].right, signs, ranges(_facts(self.domains)))
            return not all(
                one.right.op == "letter" and one.left.op == "zero" and least >= (2 if one.relation == "<" else 1)
                for one in rest
            )
        free = {Tree("transpose", (Tree("letter", (), form, one.at, one.left.shape),), None, one.at) for one in about}
        return not all(one.left.op == "zero" and one.right.op == "letter" for one in about) and not (
            len(about) == 1 and about[0].relation == "==" and about[0].right in free
        )

    def related(self, given: list[Fact], fact: Fact) -> list[Fact]:
        """The conditions of a fact: what it is stated under, and the domains of all letters of both."""
        seen = {form for one in (*given, fact) for form in letters(one.left) | letters(one.right)}
        kept: list[Fact] = []
        while True:
            more = [one for one in _facts([one for one in self.domains if one.about <= seen]) if one not in kept]
            if not more:
                tied = next(
                    (
                        one.form
                        for one in self.letters.held.values()
                        if one.kind in names.SHAPED and one.form not in seen and self.ties(one.form, seen)
                    ),
                    "",
                )
                if not tied:
                    return [*kept, *self.between(seen, kept), *given]
                seen.add(tied)
                continue
            kept += more
            seen |= {form for one in more for form in letters(one.left) | letters(one.right)}


def _definite(tree: Tree, signs: Mapping[str, Fact], known: Mapping[str, Range]) -> int:
    """What is seen of a square matrix: 2 where it is positive definite, 1 where it is positive semidefinite, else 0."""
    if tree.op == "identity":
        return 2
    if tree.op == "zero":
        return 1
    if tree.op == "letter" and (fact := signs.get(tree.value)) is not None and fact.left.op == "zero":
        return 2 if fact.relation == "<" else 1
    if tree.op == "add":
        parts = [_definite(part, signs, known) for part in tree.parts]
        return max(parts) if all(parts) else 0
    if tree.op == "div":
        return _definite(tree.parts[0], signs, known) if _range(tree.parts[1], known).positive else 0
    if tree.op == "times":
        scales = [_range(part, known) for part in tree.parts if part.shape == NUMBER]
        matrices = [part for part in tree.parts if part.shape != NUMBER]
        gram = len(matrices) == 2 and Tree("transpose", (matrices[0],), None, tree.at) == matrices[1]
        gram = gram or (len(matrices) == 2 and Tree("transpose", (matrices[1],), None, tree.at) == matrices[0])
        least = 1 if gram else _definite(matrices[0], signs, known) if len(matrices) == 1 else 0
        return least if all(one.positive for one in scales) else min(least, int(all(one.nonnegative for one in scales)))
    return 0


def _symmetric(tree: Tree, known: set[str]) -> bool:
    return _turned(tree, known, False) == _turned(tree, known, True)


def _turned(tree: Tree, known: set[str], turn: bool) -> str:
    """A matrix, or its transpose, on one line, in which sums have an order; `known` letters are symmetric."""
    if tree.op == "letter" and tree.shape != NUMBER:
        return f"transpose({tree.value})" if turn and tree.value not in known else str(tree.value)
    if tree.op == "transpose":
        return _turned(tree.parts[0], known, not turn)
    if tree.shape == NUMBER or tree.op in ("identity", "zero"):
        return bracketed(tree)
    if tree.op == "times":
        scales = sorted(bracketed(part) for part in tree.parts if part.shape == NUMBER)
        matrices = [_turned(part, known, turn) for part in tree.parts if part.shape != NUMBER]
        return f"({' * '.join([*scales, *(matrices[::-1] if turn else matrices)])})"
    parts = [_turned(part, known, turn) for part in tree.parts]
    return f"{tree.op}({', '.join(sorted(parts) if tree.op == 'add' else parts)})"


def _range(tree: Tree, known: Mapping[str, Range]) -> Range:
    try:
        return refuse_without_value(tree, known)
    except Refused:
        return Range()


def _alone(one: Fact, form: str) -> bool:
    """Whether a letter, or a member of a family, is one side of a fact, and not in the other."""
    sides = [one.left, one.right]
    return (
        sum(side.op in ("letter", "member") and side.value == form for side in sides)
        == 1
        == sum(form in letters(side) for side in sides)
    )


def verdict_in(form: str) -> str:
    """The word of a verdict that a letter is, whatever stands above and below it; empty where it is none."""
    word = VERDICTS.search(re.sub(r"[^A-Za-z]+", " ", form.partition("_")[0].partition("^")[0]))
    return word[0] if word else ""


def _called(label: str) -> str:
    return re.sub(r"[^A-Za-z0-9 _-]", "_", label)


def _of(fact: Fact) -> set[str]:
    return letters(fact.left) | letters(fact.right)


def _facts(conditions: Sequence[Condition]) -> list[Fact]:
    return [one.fact for one in conditions if one.fact is not None]


def _implies(one: Fact, other: Fact) -> bool:
    """Whether a fact says as much as another, as is seen from a constant between them."""
    if one == other:
        return True
    if one.relation not in ("<=", "<") or other.relation not in ("<=", "<"):
        return False
    more = _minus(_minus(_linear(other.right), _linear(other.left)), _minus(_linear(one.right), _linear(one.left)))
    if more is None or set(more) - {""}:
        return False
    margin = more.get("", Fraction(0))
    return margin > 0 or (margin == 0 and (other.relation == "<=" or one.relation == "<"))


def _columns(line: str) -> Iterator[tuple[str, int]]:
    """The columns of a line of letters, and where each begins."""
    start = 0
    for bar in [*re.finditer(r"\s\|(?=\s|$)", line), None]:
        end = bar.start() if bar is not None else len(line)
        column = line[start:end]
        yield column.strip(), start + len(column) - len(column.lstrip())
        start = bar.end() if bar is not None else end


def _commas(found: list[Token]) -> Iterator[list[Token]]:
    """Tokens between commas."""
    if found:
        ends = [k for k, token in enumerate(found) if token.text == ","]
        for start, end in zip([-1, *ends], [*ends, len(found)], strict=True):
            yield found[start + 1 : end]


def _at_commas(text: str) -> list[str]:
    """The parts of a text between commas outside of braces."""
    made, depth = [""], 0
    for char in text:
        depth += (char == "{") - (char == "}")
        if char == "," and not depth:
            made.append("")
        else:
            made[-1] += char
    return made


def _plain_words(found: str, at: Place, what: str) -> str:
    """A title or a meaning, which says no verdict and prints no sign of one."""
    if len(found) > LONGEST or not PLAIN.fullmatch(found):
        raise Refused(
            f"the {what} {found[:40]!r}",
            at,
            way_out=f"write at most {LONGEST} letters, digits and commas, without mathematics",
        )
    if word := VERDICTS.search(found):
        raise Refused(
            f"{word[0]!r} in a {what}", at, way_out="whether it is so is found, and not written; leave the word out"
        )
    return " ".join(found.split())


def _shape(fact: Fact, given: Sequence[Fact], symbols: dict[str, sympy.Symbol]) -> Identity | Inequality:
    """The statement of a fact."""
    left, right = expression(fact.left, symbols), expression(fact.right, symbols)
    held = tuple(dict.fromkeys(relation(one, symbols) for one in given))
    if fact.relation == "==":
        return Identity(left, right, held)
    return Inequality(left, right, held, strict=fact.relation == "<")


# Ranges: a sum, a product or a binomial coefficient is read where its ends are seen to be in order.

Linear = dict[str, Fraction]


def _ranges(tree: Tree, given: Sequence[Fact]) -> None:
    """Refuse a sum whose upper end may lie below its lower one, and a binomial coefficient that may be of more than there are."""
    if tree.op in BIG:
        low, high, body = tree.parts
        if not _at_least(high, low, Fraction(-1), given):
            readings = ["an empty range, which gives nothing", "a range that is run through backwards"]
            raise Refused(
                "a range that may end before it begins",
                tree.at,
                readings,
                "say in the letters or a condition that its end is at least its start",
            )
        index = Tree("letter", (), tree.value, tree.at)
        within = [*given, Fact("<=", low, index, tree.at), Fact("<=", index, high, tree.at)]
        _ranges(low, given)
        _ranges(high, given)
        _ranges(body, within)
        return
    zero = Tree("number", (), Fraction(0), tree.at)
    if tree.op == "binomial":
        above, below = tree.parts
        if not (_at_least(above, below, Fraction(0), given) and _at_least(below, zero, Fraction(0), given)):
            readings = ["zero where more are chosen than there are", "without a value there"]
            raise Refused(
                "a binomial coefficient that may choose more than there are",
                tree.at,
                readings,
                "say so in a condition, as 0 \\le k \\le n",
            )
    if tree.op == "factorial" and not _at_least(tree.parts[0], zero, Fraction(0), given):
        raise Refused(
            "a factorial of what may be negative", tree.at, way_out="say in the letters that it is at least 0"
        )
    for part in tree.parts:
        _ranges(part, given)


def _at_least(high: Tree, low: Tree, margin: Fraction, given: Sequence[Fact]) -> bool:
    """Whether ``high - low >= margin`` is seen from bounds of single letters, with at most one condition besides."""
    difference = _minus(_linear(high), _linear(low))
    if difference is None:
        return False
    held = [
        one
        for fact in given
        if fact.relation in ("<=", "<", "==") and (one := _minus(_linear(fact.right), _linear(fact.left)))
    ]
    lows: dict[tuple[str, bool], Fraction] = {}
    for one in held:
        forms = [form for form in one if form]
        if len(forms) == 1:  # a * x + b >= 0
            form, up = forms[0], one[forms[0]] > 0
            bound = -one.get("", Fraction(0)) / one[form]
            known = lows.get((form, up))
            lows[form, up] = bound if known is None else (max(known, bound) if up else min(known, bound))
    return any(_least(_minus(difference, one), lows, margin) for one in ({}, *held))


def _least(linear: Linear | None, lows: dict[tuple[str, bool], Fraction], margin: Fraction) -> bool:
    if linear is None:
        return False
    total = linear.get("", Fraction(0))
    for form, factor in linear.items():
        if form:
            bound = lows.get((form, factor > 0))
            if bound is None:
                return False
            total += factor * bound
    return total >= margin


def _minus(one: Linear | None, other: Linear | None) -> Linear | None:
    if one is None or other is None:
        return None
    made = {form: one.get(form, Fraction(0)) - other.get(form, Fraction(0)) for form in {*one, *other}}
    return {form: value for form, value in made.items() if value}


def _linear(tree: Tree) -> Linear | None:
    """A formula as a linear form of its letters, by form; the constant has the empty form."""
    if tree.op == "number":
        return {"": tree.value} if tree.value else {}
    if tree.op == "letter":
        return {tree.value: Fraction(1)}
    parts = [_linear(part) for part in tree.parts]
    held = [part for part in parts if part is not None]
    if not held or len(held) < len(parts):
        return None
    if tree.op == "add":
        total: Linear = {}
        for part in held:
            total = {form: total.get(form, Fraction(0)) + part.get(form, Fraction(0)) for form in {*total, *part}}
        return {form: value for form, value in total.items() if value}
    if tree.op == "neg":
        return {form: -value for form, value in held[0].items()}
    if tree.op == "mul":
        made: Linear = {"": Fraction(1)}
        for part in held:
            if not (set(part) <= {""} or set(made) <= {""}):
                return None
            scale, other = (part, made) if set(part) <= {""} else (made, part)
            made = {form: value * scale.get("", Fraction(0)) for form, value in other.items()}
        return made
    return None
