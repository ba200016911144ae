"""The page of one result for a browser: its proof, its false lines with code to run, and everything else that its record says."""

from __future__ import annotations

import ast
import keyword
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import sympy
from sympy.printing.str import StrPrinter

from boundcheck.report.page.appendix import assumptions, certificates, parameters, provenance
from boundcheck.report.page.document import titled, version_of
from boundcheck.report.page.front import certainty, claimed, parts, readings
from boundcheck.report.page.measured import CELLS, of_part, tightest, title
from boundcheck.report.page.paragraphs import Runs, bullets, is_of
from boundcheck.report.page.steps import (
    WHOLE,
    Line,
    derivations,
    failing,
    graph,
    hypotheses,
    lines_of,
    tally,
    witness,
    worst_first,
)
from boundcheck.report.parts import regimes_of
from boundcheck.report.text.letters import letters, plain, words
from boundcheck.report.text.prose import entitled, prose, runs, sentence_runs
from boundcheck.report.text.typst import formula
from boundcheck.report.text.words import (
    CHANGES,
    LOOKS,
    finite,
    found_at,
    headline_word,
    literally,
    news_in_words,
    rested,
)
from boundcheck.report.web import explorer
from boundcheck.report.web.derivation import derivation
from boundcheck.report.web.elements import Drawing, Mathematics, badge, copied, severity_label, slug
from boundcheck.report.web.shell import shell
from boundcheck.symbolic import Statement, decode
from boundcheck.symbolic.inner_products import has_vectors
from boundcheck.verdict.result import (
    Fault,
    Record,
)
from boundcheck.verdict.shapes import (
    Part,
    Regime,
)
from boundcheck.verdict.statements import Settled, Step, Witness
from boundcheck.verdict.values import Exact
from boundcheck.words import headlines, phrase

# A witness as a few lines of Python that anyone can run: letters, both sides, and what the page says of them.

KNOWN = frozenset({"sqrt", "log", "exp", "Abs", "Min", "Max", "sinh", "cosh", "tanh", "coth", "pi", "E"})
ARITHMETIC = (
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.Constant, ast.Name, ast.Load, ast.Call, ast.Add, ast.Sub, ast.Mult,
    ast.Div, ast.Pow, ast.USub, ast.UAdd,
)  # fmt: skip
TAKEN = frozenset({*KNOWN, "S", "N", "Symbol", "Sum", "Integer", "Rational", "left", "right", "sigmoid"})
SAME, PROBE = 1e-5, sympy.Rational(7, 3)  # sides in a record may be rounded to six digits
SIGMOID = "sigmoid = lambda z: 1/(1 + exp(-z))"


def snippet(settled: Settled, witness: Witness | None) -> str:
    """Python that evaluates a witness of a statement with SymPy alone; empty where the record does not hold enough for that."""
    if not witness or not witness.point or not settled.checked:
        return ""
    try:
        statement = decode(settled.checked)
    except ValueError:
        return ""
    values = {name: _value(value) for name, value in witness.point.items()}
    if not isinstance(statement, Statement) or any(value is None for value in values.values()):
        return ""
    if statement.lhs.has(sympy.Indexed) or statement.rhs.has(sympy.Indexed) or has_vectors(statement):
        return ""
    inside = {name for value in values.values() for name in _names(value or "")}
    needed = {str(symbol) for side in (statement.lhs, statement.rhs) for symbol in side.free_symbols}
    if not needed <= values.keys():
        return ""
    if not _shown_by(statement, values, witness):
        return ""
    called = {name: _safe(name) for name in {*values, *inside}}
    lines = ["from sympy import *", ""]
    lines += [f'{called[name]} = Symbol("{name}", positive=True)' for name in sorted(inside)]
    lines += [f"{called[name]} = {_exact(value or '', called)}" for name, value in values.items()]
    lines += (
        [SIGMOID]
        if "sigmoid"
        in {type(f).__name__ for f in statement.lhs.atoms(sympy.Function) | statement.rhs.atoms(sympy.Function)}
        else []
    )
    left, right = (_side_source(side, called) for side in (statement.lhs, statement.rhs))
    lines += [f"left = {left}", f"right = {right}"]
    shown = "simplify(left), simplify(right)" if inside else "N(left), N(right)"
    return "\n".join([*lines, f"print({shown})  # the paper says: left {statement.relation} right"])


def _shown_by(statement: Statement, values: Mapping[str, str | None], witness: Witness) -> bool:
    """Whether the sides at the point are those of the witness: an instance may be told in letters of its own."""
    sides = [_value(side or "") for side in (witness.lhs, witness.rhs)]
    if None in sides:
        return False
    at = {name: sympy.sympify(value, locals=_letters(value or ""), rational=True) for name, value in values.items()}
    for side, told in zip((statement.lhs, statement.rhs), sides, strict=True):
        here = side.xreplace({symbol: at[str(symbol)] for symbol in side.free_symbols})
        there = sympy.sympify(told, locals=_letters(told or ""))
        free = {symbol: PROBE for symbol in here.free_symbols | there.free_symbols}
        left, right = (sympy.N(each.xreplace(free)) for each in (here, there))
        if not (left.is_comparable and right.is_comparable and abs(left - right) <= SAME * (1 + abs(right))):
            return False
    return True


def _letters(text: str) -> dict[str, sympy.Symbol]:
    return {name: sympy.Symbol(name, positive=True) for name in _names(text)}


def _value(text: str) -> str | None:
    """The text of a value if it is arithmetic and nothing else."""
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    plain = all(isinstance(node, ARITHMETIC) for node in ast.walk(tree))
    plain = plain and all(type(n.value) in (int, float) for n in ast.walk(tree) if isinstance(n, ast.Constant))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return text if plain and all(isinstance(f, ast.Name) and f.id in KNOWN for f in calls) else None


def _names(text: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)} - KNOWN


def _exact(text: str, called: Mapping[str, str]) -> str:
    """A value without Python's own division of whole numbers."""
    names = {name: sympy.Symbol(called[name]) for name in _names(text)}
    return StrPrinter({"sympy_integers": True}).doprint(sympy.sympify(text, locals=names, rational=True))


def _safe(name: str) -> str:
    """A name that Python and SymPy leave free."""
    plain = name if name.isidentifier() else "".join(c if c.isalnum() else "_" for c in name)
    return f"{plain}_" if keyword.iskeyword(plain) or plain in TAKEN else plain


def _side_source(side: Any, called: Mapping[str, str]) -> str:
    renamed = side.xreplace({s: sympy.Symbol(called[str(s)]) for s in side.free_symbols if str(s) in called})
    return StrPrinter({"sympy_integers": True, "order": "none"}).doprint(renamed)


# The steps of a proof: sound ones folded, false and open ones in sight, each with an address of its own.

OPEN = ("REFUTED", "UNDECIDED")
HOW = {  # before the method
    "PROVED": "Proved by", "REFUTED": "As printed, refuted by", "ASSUMED": "Cited from", "UNDECIDED": "Not decided by",
    "SUPPORTED": "Supported by",
}  # fmt: skip
KINDS = {  # of lines, in the words of the filter
    "all": "all lines",
    "attention": "false or open",
    "proved": "proved",
    "special": "special case",
    "cited": "cited",
    "ours": "lines of ours",
    "definition": "definitions, uses of results, lines that say nothing new",
}


def proof(draw: Drawing, lines: Sequence[Line], steps: Sequence[Step]) -> str:
    """All steps of a record, behind a filter.

    Parameters
    ----------
    draw : Drawing
    lines : sequence of Line
        As `boundcheck.report.page.steps.lines_of` makes them.
    steps : sequence of Step
        The same steps in the record.
    """
    kinds = [kinds_of(step) for step in steps]
    counts = {kind: sum(kind in found for found in kinds) for kind in KINDS} | {"all": len(steps)}
    choices = "".join(
        f'<label><input type="radio" name="steps" value="{kind}"{" checked" if kind == "all" else ""}> '
        f"{words} ({counts[kind]})</label>"
        for kind, words in KINDS.items()
        if counts[kind]
    )
    rows = "".join(_step(draw, *row) for row in zip(lines, steps, kinds, strict=True))
    return (
        f'<fieldset class="controls"><legend>Show</legend>{choices}<button type="button" id="unfold">Unfold all</button>'
        f'<span id="shown" role="status" class="muted"></span></fieldset>{rows}'
    )


def kinds_of(step: Step) -> tuple[str, ...]:
    """Under which of the filter's words a line falls."""
    if step.outcome in OPEN:
        return ("attention",)
    if step.mark != "step":
        return ("definition",)
    if step.outcome == "ASSUMED":
        return ("cited",)
    kinds = ("proved", "special") if step.scope == "special case" else ("proved",)
    return (*kinds, "ours") if step.ours else kinds


def anchor_of(label: str) -> str:
    """Where a step stands in its page."""
    return f"step-{slug(label)}"


def _step(draw: Drawing, shown: Line, step: Step, kinds: Sequence[str]) -> str:
    name = anchor_of(step.label)
    where = f' <span class="muted">{draw.run(shown.where)}</span>' if shown.where else ""
    mended = shown.repair
    repaired = ' <span class="muted">repaired:</span> ' + badge(mended.outcome, mended.word) if mended else ""
    ours = ' <span class="muted">ours, not in the paper</span>' if step.ours else ""
    found = badge(shown.outcome, shown.word)
    head = f"{escape(shown.number)}. <strong>{draw.run(shown.label)}</strong>{where} {found}{ours}{repaired}"
    code = snippet(step, step.witness)
    body = statement_blocks(draw, shown)
    body += copied(code, "Python that evaluates the counterexample", f"{name}-python") if code else ""
    if mended:
        body += f"<h3>Repaired {badge(mended.outcome)}</h3>{statement_blocks(draw, mended)}"
    established = draw.run(shown.method) or "–"
    said = HOW.get(step.outcome, "Settled by")
    if mended and (method := draw.run(mended.method)):
        established += f". As corrected, {HOW.get(mended.outcome, 'settled by').lower()}: {method}"
    body += f'<p class="by">{said}: {established}. <a class="anchor" href="#{name}">Link to this step</a></p>'
    opened = " open" if step.outcome in OPEN else ""
    return (
        f'<details class="step" id="{name}" data-kinds="{" ".join(kinds)}"{opened}><summary>{head}</summary>'
        f"<div>{body}</div></details>"
    )


def statement_blocks(draw: Drawing, shown: Line) -> str:
    """What a step or its repair says, as printed and as checked."""
    rows = (
        ("", shown.formula), ("Checked as", shown.checked), ("For", shown.given), ("", shown.because), ("False", shown.witness),
        ("", shown.note),
    )  # fmt: skip
    return "".join(
        f'<div class="para">{f"<span class=muted>{words}:</span> " if words else ""}{draw.run(value)}</div>'
        for words, value in rows
        if value
    )


# The false lines of a page, the gravest first: what is wrong, where anyone can see it, what mends it.

class Entry(msgspec.Struct):
    """What is drawn of a fault, as runs: formulas are found in it before it is drawn."""

    line: Fault
    where: Runs
    text: Runs
    printed: Runs
    witness: Runs
    figure: list[dict]
    repair: Runs
    touches: list[Runs]


def entries(record: Record, known: Mapping[str, str]) -> list[Entry]:
    """The false lines, the gravest first."""
    return [
        Entry(
            line=fault,
            where=entitled(fault.where or fault.id, known),
            text=sentence_runs(phrase(fault.fact), known),
            printed=_printed(fault, record),
            witness=witness(fault.witness, known, phrase(fault.fact)) or [],
            figure=failing(fault, record, known),
            repair=sentence_runs(fault.repair, known),
            touches=[{"link": prose(words(label, known)), "href": f"#{at}"} for label, at in _touched(fault, record)],
        )
        for fault in worst_first(record.faults)
    ]


def _printed(fault: Fault, record: Record) -> dict[str, Any] | None:
    """The false line itself, where it is a line of the proof."""
    for place, step in enumerate(record.steps):
        if step.label in fault.touches.steps and step.outcome == "REFUTED":
            source = step.statement.printed or step.statement.latex
            return formula(source, f"steps[{place}].statement", block=True)
    return None


def faults(draw: Drawing, shown: Sequence[Entry], record: Record) -> str:
    """All of them."""
    return "".join(_entry(draw, one, record) for one in shown)


def _entry(draw: Drawing, shown: Entry, record: Record) -> str:
    fault = shown.line
    name = f"fault-{slug(fault.id)}"
    told = fault.kind not in ("", fault.severity.lower())
    kind = f' <span class="muted">{draw.run(fault.kind)}</span>' if told else ""
    code = next(filter(None, (snippet(settled, fault.witness) for settled in _settled(fault, record))), "")
    lines = [
        f"<h3>{draw.run(shown.where)}</h3><p>{severity_label(fault.severity)}{kind}</p><p>{draw.run(shown.text)}</p>"
    ]
    if shown.printed:
        lines.append(f'<div class="para"><span class="muted">Printed:</span> {draw.run(shown.printed)}</div>')
    if shown.witness:
        lines.append(f'<div class="para"><span class="muted">Counterexample:</span> {draw.run(shown.witness)}</div>')
    lines.append(draw.blocks(shown.figure))
    lines += [copied(code, "Python that evaluates the counterexample", f"{name}-python")] if code else []
    lines.append(f'<p><span class="muted">Repair:</span> {draw.run(shown.repair) or "none is known."}</p>')
    if shown.touches:
        lines.append(
            f'<p class="by">Seen in: {", ".join(map(draw.run, shown.touches))}. '
            f'<a class="anchor" href="#{name}">Link to this fault</a></p>'
        )
    return f'<article class="fault-entry of-{LOOKS[fault.severity]}" id="{name}">{"".join(lines)}</article>'


def _touched(fault: Fault, record: Record) -> Iterator[tuple[str, str]]:
    """Steps and parts of this record that a fault touches, with where they stand in the page."""
    yield from ((key, f"part-{slug(key)}") for key in fault.touches.parts if key in record.parts)
    own = {step.label for step in record.steps}
    yield from ((label, anchor_of(label)) for label in fault.touches.steps if label in own)


def _settled(fault: Fault, record: Record) -> Iterator[Settled]:
    """The steps and parts whose witness a fault has."""
    steps = {step.label: step for step in record.steps}
    found = [*map(record.parts.get, fault.touches.parts), *map(steps.get, fault.touches.steps)]
    yield from (settled for settled in found if settled and _point(settled.witness) == _point(fault.witness))


def _point(witness: Witness | None) -> Exact | None:
    return witness.point if witness else None


# The page of one result for a browser: everything that its record says, in one file.

HOVER = Path(__file__).with_name("hover.js").read_text(encoding="utf-8")
HOVER_STYLE = """
.meaning{position:fixed;z-index:4;max-width:22rem;background:var(--ink);color:var(--paper);border-radius:4px;padding:.15rem .5rem;
font-size:.88rem;pointer-events:none}
math mi:hover{color:var(--blue)}
"""
FOLDED = ("Parameters", "Assumptions", "Hypotheses", "Certificates", "Derivation")


class Content(msgspec.Struct):
    """All that is drawn, as runs and blocks: formulas are found in it before it is drawn."""

    lead: Runs
    beside: Runs
    literal: Runs
    findings: list[Runs]
    news: list[Runs]
    faults: list[Entry]
    statement: list[dict]
    parts: list[dict]
    graph: list[dict]
    links: list[dict]
    proof: list[Line]
    measured: list[tuple[str, str, list[dict]]]  # name of a part, the same in words, blocks
    open: list[dict]
    parameters: list[dict]
    assumptions: list[dict]
    hypotheses: list[dict]
    certificates: list[dict]
    derivation: list[dict]
    provenance: list[dict]


def page(record: Record, *, beside: Path | None = None, argument: str = "") -> str:
    """The page of a record.

    Parameters
    ----------
    record : Record
    beside : Path, optional
        Folder of reports; with it, links are made to files that are there.
    argument : str, optional
        The derivation, in Markdown.
    """
    known = letters(record)
    drawn = content(record, known, argument)
    draw = Drawing(Mathematics(drawn))
    name = titled(record, known)
    sections = [(anchor, words, body) for anchor, words, body in _sections(draw, drawn, record) if body]
    bar = [(_index(record), "All results"), *_map(record, beside), *((f"#{anchor}", words) for anchor, words, _ in sections)]
    body = _head(draw, drawn, record, name) + "".join(
        _section(anchor, words, body, folded=words in FOLDED)
        for anchor, words, body in sections
    )
    mark = f"boundcheck {escape(version_of(record))}; digest <code>{escape(record.digest or 'none')}</code>"
    footer = f"<p>{mark}</p>{_files(record, beside)}"
    extra = [(explorer.STYLE, explorer.SCRIPT)] if 'class="explorer"' in body else []
    if meant := meanings(record, known):
        body += f'<script type="application/json" id="letters">{explorer.inert(meant)}</script>'
        extra.append((HOVER_STYLE, HOVER))
    style, script = ("".join(each) for each in zip(*extra, strict=True)) if extra else ("", "")
    return shell(name, prose(headlines.headline(record), known), bar, body, footer, style, script)


def meanings(record: Record, known: Mapping[str, str]) -> dict[str, str]:
    """What each letter of the statement means and where it runs, by the letter in bare signs, as the script of a page finds it."""
    found = {}
    for letter in record.parameters:
        shown = unicodedata.normalize("NFKD", plain(letter.name, known)).replace(" ", "")
        shown = (shown.replace("_(", "").replace(")", "") if "_(" in shown else shown).replace("_", "")
        domain = prose(f"${letter.domain}$") if letter.domain else ""
        said = "; ".join(filter(None, (prose(letter.meaning, known), domain, "a whole number" if letter.integer else "")))
        if said:
            found[shown] = f"{plain(letter.name, known)}: {said}"
    return found


def content(record: Record, known: Mapping[str, str], argument: str) -> Content:
    """What the page of a record draws."""
    first, rest = headlines.lead_and_rest(record)
    return Content(
        lead=sentence_runs(first, known, record.printed),
        beside=sentence_runs(rest, known),
        literal=runs(literally(record), known) if literally(record) else [],
        findings=[sentence_runs(finding.text, known) for finding in record.findings],
        news=[sentence_runs(news_in_words(news), known) for news in record.headline.news],
        faults=entries(record, known),
        statement=_unheaded([*claimed(record, known), *readings(record, known)]),
        parts=_unheaded([*parts(record, known), *certainty(record, known)[1:]]),
        graph=graph(record, known),
        links=_unheaded(derivations(record, known)),
        proof=lines_of(record, known),
        measured=[
            (key, prose(words(key, known)), _addressed(of_part(key, part, known), record, key, part))
            for key, part in record.parts.items()
        ],
        open=[bullets([sentence_runs(text, known) for text in record.not_covered])] if record.not_covered else [],
        parameters=_unheaded(parameters(record, known)),
        assumptions=_unheaded(assumptions(record)),
        hypotheses=_unheaded(hypotheses(record, known)),
        certificates=_unheaded(certificates(record)),
        derivation=derivation(argument, known),
        provenance=_unheaded(provenance(record, again=False)),
    )


def _unheaded(blocks: list[dict]) -> list[dict]:
    """Without a heading in front: the section has its name."""
    return blocks[1:] if blocks and is_of(blocks[0], "heading") else blocks


def _addressed(blocks: list[dict], record: Record, key: str, part: Part) -> list[dict]:
    """The same blocks; tables have names of their part's, and the cells commands that compute their bounds."""
    made, tables = [], 0
    for block in blocks:
        match block:
            case {"kind": "formulas", "rows": rows}:
                rows = [[name, value | {"block": True} if "typst" in value else value] for name, value in rows]
                block = block | {"rows": rows}
            case {"kind": "table", "header": header}:
                tables += 1
                block = block | {"name": f"{'cell' if header == CELLS else f'table-{tables}'}-{slug(key)}"}
                if header == CELLS and not record.claim.startswith("own/"):
                    block |= {"commands": [_command(record, key, cell) for cell in tightest(regimes_of(part))]}
        made.append(block)
    return made


def _command(record: Record, key: str, cell: Regime) -> str:
    values = " ".join(f"{name}={value}" for name, value in cell.point.items() if finite(value) is not None)
    return f"python -m boundcheck bound {record.claim} --part {key} --set {values}" if values else ""


def _head(draw: Drawing, drawn: Content, record: Record, name: str) -> str:
    """Title, badge, the sentence, and what has to change."""
    source, headline = record.paper, record.headline
    authors = ", ".join(source.authors)
    place = ", ".join(str(said) for said in (source.venue, source.year) if said)
    ref = found_at(source)
    link = (
        f'<a href="https://arxiv.org/abs/{quote(ref[6:])}">{escape(ref)}</a>' if ref.startswith("arXiv:") else escape(ref)
    )
    where = draw.run(prose(record.where))
    cited = map(escape, (authors, source.title, place))
    line = ". ".join(words.rstrip(".") for words in (*cited, link, where) if words)
    severity = severity_label(headline.severity) if headline.severity != "NONE" else ""
    lines = [
        f'<p class="source">{line}{"." if line else ""}</p><h1>{draw.run(name)}</h1>',
        f'<p class="names" id="verdict">{badge(headline.outcome, headline_word(record))} {severity}'
        f"<span>to be changed: {CHANGES[headline.severity]}</span></p>",
        f'<div class="lead">{draw.run(drawn.lead) or "No reason was recorded."}</div>',
    ]
    lines += [f'<div class="para">{draw.run(drawn.beside)}</div>'] if drawn.beside else []
    lines += (
        [f'<div class="para"><span class="muted">Read literally:</span> {draw.run(drawn.literal)}</div>']
        if drawn.literal
        else []
    )
    lines += [
        f'<div class="para"><span class="muted">Also found:</span> {draw.run(finding)}</div>'
        for finding in drawn.findings
    ]
    lines += [
        f'<div class="para"><span class="muted">Beyond the paper:</span> {draw.run(news)}</div>'
        for news in drawn.news
    ]
    return "".join(lines)


def _sections(draw: Drawing, drawn: Content, record: Record) -> list[tuple[str, str, str]]:
    """Address, name and body of each."""
    measured = "".join(
        f'<h3 id="part-{slug(key)}">{draw.run(called)}</h3>{draw.blocks(blocks)}'
        f"{explorer.explorer(record, key, record.parts[key], letters(record))}"
        for key, called, blocks in drawn.measured
    )
    lines = f"<p>{escape(tally(record.steps))} {escape(WHOLE)}</p>" if record.steps else ""
    lines += draw.blocks(drawn.graph) + draw.blocks(drawn.links)
    lines += proof(draw, drawn.proof, record.steps) if drawn.proof else ""
    first = "False lines" if drawn.faults else "What it rests on"
    named = [
        ("faults", first, faults(draw, drawn.faults, record) + _rests(record)),
        ("statement", "Statement", draw.blocks(drawn.statement)),
        ("parts", "At a glance", draw.blocks(drawn.parts)),
        ("proof", "Proof", lines),
        ("measured", title(record), measured),
        ("not-covered", "Not covered", draw.blocks(drawn.open)),
    ]
    folded = (drawn.parameters, drawn.assumptions, drawn.hypotheses, drawn.certificates, drawn.derivation)
    named += [(slug(name), name, draw.blocks(blocks)) for name, blocks in zip(FOLDED, folded, strict=True)]
    return [*named, ("reproduce", "Reproduce", _commands(record) + draw.blocks(drawn.provenance))]


def _section(anchor: str, words: str, body: str, *, folded: bool) -> str:
    if folded:
        return f'<details class="section" id="{anchor}"><summary><h2>{escape(words)}</h2></summary><div>{body}</div></details>'
    return f'<section id="{anchor}" aria-labelledby="{anchor}-title"><h2 id="{anchor}-title">{escape(words)}</h2>{body}</section>'


def _rests(record: Record) -> str:
    """How the results fared that this one rests on, with links to where they stand in the index."""
    rows = [
        f'<a href="{_up(record)}index.html#{quote(rest.claim)}">{escape(rest.printed or rest.claim)}</a> '
        f"({rested(rest)})"
        for rest in record.rests_on
    ]
    return f'<p><span class="muted">Rests on:</span> {"; ".join(rows)}.</p>' if rows else ""


def _commands(record: Record) -> str:
    """What to type to get this again, and to replay its certificates."""
    verify = f"python -m boundcheck verify reports/{record.claim}.json"
    return (
        "<p>This record again, with all that was measured:</p>"
        + copied(record.reproduce, "the command that gives this record again", "command-again")
        + "<p>Its certificates replayed, without any search:</p>"
        + copied(verify, "the command that replays the certificates", "command-verify")
    )


def _up(record: Record) -> str:
    """From the folder of the page to the folder of reports."""
    return "../" * record.claim.count("/") or "./"


def _index(record: Record) -> str:
    return f"{_up(record)}index.html#{quote(record.claim)}"


def _map(record: Record, beside: Path | None) -> list[tuple[str, str]]:
    """A link to where the result stands in the map of its paper, where that is there."""
    report = f"{record.paper.key}.html"
    there = beside is not None and (beside / report).is_file()
    return [(f"{_up(record)}{quote(report)}#map-{slug(record.claim)}", "Map")] if there else []


def _files(record: Record, beside: Path | None) -> str:
    """Links to what lies beside the page."""
    stem = record.claim.rpartition("/")[2]
    kinds = [kind for kind in ("pdf", "json") if beside is None or (beside / f"{record.claim}.{kind}").is_file()]
    links = ", ".join(f'<a href="{quote(stem)}.{kind}">{kind.upper()}</a>' for kind in kinds)
    return f"<p>The same as {links}.</p>" if links else ""
