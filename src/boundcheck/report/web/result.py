"""The page of one result for a browser: its proof, its false lines with code to run, and everything else that its record says."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sympy
from sympy.printing.str import StrPrinter

from boundcheck.record.schema import check, timeless
from boundcheck.record.types import typed_record
from boundcheck.report.page.appendix import assumptions, certificates, parameters, provenance
from boundcheck.report.page.front import certainty, claimed, parts, readings
from boundcheck.report.page.measured import CELLS, of_part, tightest, title
from boundcheck.report.page.paragraphs import bullets
from boundcheck.report.page.steps import WHOLE, derivations, failing, graph, hypotheses, steps, tally, witness
from boundcheck.report.text.formulas import formula
from boundcheck.report.text.letters import letters, words
from boundcheck.report.text.prose import entitled, prose, runs, sentence_runs
from boundcheck.report.text.words import (
    CHANGES,
    LOOKS,
    WORDS,
    WORST_FIRST,
    finite,
    found_at,
    headline_text,
    headline_word,
    in_phrase,
    literally,
    news_in_words,
)
from boundcheck.report.web.derivation import derivation
from boundcheck.report.web.elements import Drawing, Mathematics, badge, copied, severity_label, slug
from boundcheck.report.web.shell import shell
from boundcheck.symbolic import Statement, decode
from boundcheck.words.headlines import sentences

# A witness as a few lines of Python that anyone can run: letters, both sides, and what the page says of them.

KNOWN = frozenset({"sqrt", "log", "exp", "Abs", "Min", "Max", "sinh", "cosh", "tanh", "coth", "pi", "E"})
ARITHMETIC = (
    ast.Expression, ast.BinOp, ast.UnaryOp, ast.Constant, ast.Name, ast.Load, ast.Call, ast.Add, ast.Sub, ast.Mult,
    ast.Div, ast.Pow, ast.USub, ast.UAdd,
)  # fmt: skip
TAKEN = frozenset({*KNOWN, "S", "N", "Symbol", "Sum", "Integer", "Rational", "left", "right", "sigmoid"})
SAME, PROBE = 1e-5, sympy.Rational(7, 3)  # sides in a record may be rounded to six digits
SIGMOID = "sigmoid = lambda z: 1/(1 + exp(-z))"


def snippet(settled: Mapping[str, Any], witness: Mapping[str, Any] | None) -> str:
    """Python that evaluates a witness with SymPy alone; empty where the record does not hold enough for that.

    Parameters
    ----------
    settled : mapping
        With the encoded statement under ``checked``.
    witness : mapping
        With the values of letters under ``point``.
    """
    point = (witness or {}).get("point")
    if not isinstance(point, Mapping) or not point or not settled.get("checked"):
        return ""
    try:
        statement = decode(settled["checked"])
    except ValueError:
        return ""
    values = {str(name): _value(value) for name, value in point.items()}
    if not isinstance(statement, Statement) or any(value is None for value in values.values()):
        return ""
    if statement.lhs.has(sympy.Indexed) or statement.rhs.has(sympy.Indexed):
        return ""
    inside = {name for value in values.values() for name in _names(value or "")}
    needed = {str(symbol) for side in (statement.lhs, statement.rhs) for symbol in side.free_symbols}
    if not needed <= values.keys():
        return ""
    if not _shown_by(statement, values, witness or {}):
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
    return "\n".join([*lines, f"print({shown})  # the page says: left {statement.relation} right"])


def _shown_by(statement: Statement, values: Mapping[str, str | None], witness: Mapping[str, Any]) -> bool:
    """Whether the sides at the point are those of the witness: an instance may be told in letters of its own."""
    sides = [_value(witness.get(key, "")) for key in ("lhs", "rhs")]
    if None in sides:
        return False
    at = {name: sympy.sympify(value, locals=_letters(value or ""), rational=True) for name, value in values.items()}
    for side, told in zip((statement.lhs, statement.rhs), sides, strict=True):
        here = side.xreplace({symbol: at[str(symbol)] for symbol in side.free_symbols})
        there = sympy.sympify(told, locals=_letters(told or ""))
        free = {symbol: PROBE for symbol in here.free_symbols | there.free_symbols}
        left, right = (sympy.N(each.xreplace(free)) for each in (here, there))
        if not (left.is_Number and right.is_Number and abs(left - right) <= SAME * (1 + abs(right))):
            return False
    return True


def _letters(text: str) -> dict[str, sympy.Symbol]:
    return {name: sympy.Symbol(name, positive=True) for name in _names(text)}


def _value(value: Any) -> str | None:
    """The text of a value if it is arithmetic and nothing else."""
    text = str(value)
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
KINDS = {  # of lines, in the words of the filter
    "all": "all lines",
    "attention": "false or open",
    "proved": "proved",
    "special": "special case",
    "cited": "cited",
    "ours": "lines of ours",
    "definition": "definitions, uses of results, lines that say nothing new",
}


def proof(draw: Drawing, block: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]) -> str:
    """All steps of a record, behind a filter.

    Parameters
    ----------
    draw : Drawing
    block : mapping
        Of kind ``steps``, as `boundcheck.report.page.steps.steps` makes it.
    steps : sequence of mapping
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
    rows = "".join(_step(draw, *row) for row in zip(block["steps"], steps, kinds, strict=True))
    return (
        f'<fieldset class="controls"><legend>Show</legend>{choices}<button type="button" id="unfold">Unfold all</button>'
        f'<span id="shown" role="status" class="muted"></span></fieldset>{rows}'
    )


def kinds_of(step: Mapping[str, Any]) -> list[str]:
    """Under which of the filter's words a line falls."""
    if step["outcome"] in OPEN:
        return ["attention"]
    if step.get("mark", "step") != "step":
        return ["definition"]
    if step["outcome"] == "ASSUMED":
        return ["cited"]
    kinds = ["proved", "special"] if step.get("scope") == "special case" else ["proved"]
    return [*kinds, "ours"] if step.get("ours") else kinds


def anchor_of(step: Mapping[str, Any]) -> str:
    """Where a step stands in its page."""
    return f"step-{slug(str(step.get('label') or 'x'))}"


def _step(draw: Drawing, shown: Mapping[str, Any], step: Mapping[str, Any], kinds: Sequence[str]) -> str:
    name = anchor_of(step)
    where = f' <span class="muted">{draw.run(shown["where"])}</span>' if shown["where"] else ""
    mended = shown["repair"]
    repaired = ' <span class="muted">mended:</span> ' + badge(mended["outcome"], mended["word"]) if mended else ""
    ours = ' <span class="muted">ours, not on the page</span>' if step.get("ours") else ""
    found = badge(shown["outcome"], shown["word"])
    head = f"{escape(shown['number'])}. <strong>{draw.run(shown['label'])}</strong>{where} {found}{ours}{repaired}"
    code = snippet(step, step.get("witness"))
    body = statement_blocks(draw, shown)
    body += copied(code, "Python that evaluates the witness", f"{name}-python") if code else ""
    if shown["repair"]:
        body += f"<h3>Mended {badge(shown['repair']['outcome'])}</h3>{statement_blocks(draw, shown['repair'])}"
    established = draw.run(shown["method"]) or "–"
    said = "Refuted by" if step["outcome"] == "REFUTED" else "Established by"
    if shown["repair"] and (mended := draw.run(shown["repair"]["method"])):
        established += f"; mended: {mended}"
    body += f'<p class="by">{said}: {established}. <a class="anchor" href="#{name}">Link to this step</a></p>'
    opened = " open" if step["outcome"] in OPEN else ""
    return (
        f'<details class="step" id="{name}" data-kinds="{" ".join(kinds)}"{opened}><summary>{head}</summary>'
        f"<div>{body}</div></details>"
    )


def statement_blocks(draw: Drawing, shown: Mapping[str, Any]) -> str:
    """What a step or its repair says, as printed and as checked."""
    rows = []
    if shown["formula"]:
        rows.append(("", shown["formula"]))
    if shown["checked"]:
        rows.append(("Checked as", shown["checked"]))
    rows += [
        (words, shown[key])
        for key, words in (("given", "For"), ("because", ""), ("witness", "False"), ("note", ""))
        if shown[key]
    ]
    return "".join(
        f'<div class="para">{f"<span class=muted>{words}:</span> " if words else ""}{draw.run(value)}</div>'
        for words, value in rows
    )


# The false lines of a page, the gravest first: what is wrong, where anyone can see it, what mends it.

def entries(record: Mapping[str, Any], known: Mapping[str, str]) -> list[dict[str, Any]]:
    """What is drawn of each fault, as runs: formulas are found in it before it is drawn."""
    found = sorted(record.get("faults") or [], key=lambda fault: WORST_FIRST.index(fault["severity"]))
    return [
        {
            "line": fault,
            "where": entitled(fault.get("where") or fault["id"], known),
            "text": sentence_runs(in_phrase(fault), known),
            "printed": _printed(fault, record),
            "witness": witness(fault.get("witness"), known, in_phrase(fault)) or [],
            "figure": failing(fault, record, known),
            "repair": sentence_runs(fault.get("repair"), known),
            "touches": [
                {"link": prose(words(label, known)), "href": f"#{at}"} for label, at in _touched(fault, record)
            ],
        }
        for fault in found
    ]


def _printed(fault: Mapping[str, Any], record: Mapping[str, Any]) -> dict[str, Any] | None:
    """The false line itself, where it is a line of the proof."""
    own = (fault.get("touches") or {}).get("steps") or []
    for place, step in enumerate(record.get("steps") or []):
        if step.get("label") in own and step.get("outcome") == "REFUTED":
            shown = step.get("statement") or {}
            source = shown.get("printed") or shown.get("typst")
            return formula({"typst": source, "alt": source}, f"steps[{place}].statement", block=True)
    return None


def faults(draw: Drawing, shown: list[dict[str, Any]], record: Mapping[str, Any]) -> str:
    """All of them."""
    return "".join(_entry(draw, one, record) for one in shown)


def _entry(draw: Drawing, shown: Mapping[str, Any], record: Mapping[str, Any]) -> str:
    fault = shown["line"]
    name = f"fault-{slug(str(fault['id']))}"
    told = fault.get("kind") not in (None, "", fault["severity"].lower())
    kind = f' <span class="muted">{draw.run(fault["kind"])}</span>' if told else ""
    code = next(filter(None, (snippet(settled, fault.get("witness")) for settled in _settled(fault, record))), "")
    lines = [
        f"<h3>{draw.run(shown['where'])}</h3><p>{severity_label(fault['severity'])}{kind}</p><p>{draw.run(shown['text'])}</p>"
    ]
    if shown["printed"]:
        lines.append(f'<div class="para"><span class="muted">Printed:</span> {draw.run(shown["printed"])}</div>')
    if shown["witness"]:
        lines.append(f'<div class="para"><span class="muted">Witness:</span> {draw.run(shown["witness"])}</div>')
    lines.append(draw.blocks(shown["figure"]))
    lines += [copied(code, "Python that evaluates the witness", f"{name}-python")] if code else []
    lines.append(f'<p><span class="muted">Mended:</span> {draw.run(shown["repair"]) or "no repair is known."}</p>')
    if shown["touches"]:
        lines.append(
            f'<p class="by">Touches {", ".join(map(draw.run, shown["touches"]))}. '
            f'<a class="anchor" href="#{name}">Link to this fault</a></p>'
        )
    return f'<article class="fault-entry of-{LOOKS[fault["severity"]]}" id="{name}">{"".join(lines)}</article>'


def _touched(fault: Mapping[str, Any], record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Steps and parts of this record that a fault touches, with where they stand in the page."""
    touches = fault.get("touches") or {}
    yield from ((key, f"part-{slug(key)}") for key in touches.get("parts") or [] if key in (record.get("parts") or {}))
    own = {step.get("label") for step in record.get("steps") or []}
    yield from ((label, anchor_of({"label": label})) for label in touches.get("steps") or [] if label in own)


def _settled(fault: Mapping[str, Any], record: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The steps and parts whose witness a fault has."""
    steps = {step.get("label"): step for step in record.get("steps") or []}
    touches = fault.get("touches") or {}
    found = [(record.get("parts") or {}).get(key) for key in touches.get("parts") or []]
    for settled in (*found, *(steps.get(label) for label in touches.get("steps") or [])):
        if settled and (settled.get("witness") or {}).get("point") == (fault.get("witness") or {}).get("point"):
            yield settled


# The page of one result for a browser: everything that its record says, in one file.

FOLDED = ("Parameters", "Assumptions", "Hypotheses", "Certificates")


def page(record: Mapping[str, Any], *, beside: Path | None = None, argument: str = "") -> str:
    """The page of a record.

    Parameters
    ----------
    record : mapping
        Of schema 4; optional keys may be missing.
    beside : Path, optional
        Folder of reports; with it, links are made to files that are there.
    argument : str, optional
        The derivation, in Markdown.
    """
    check(record)
    plain = timeless(record)
    known = letters(plain)
    drawn = _drawn(plain, known)
    drawn["derivation"] = derivation(argument, known)
    draw = Drawing(Mathematics(drawn))
    printed = str(plain.get("printed") or plain["claim"])
    name = f"{printed}: {prose(plain.get('title'), known)}" if plain.get("title") else printed
    sections = [(anchor, words, body) for anchor, words, body in _sections(draw, drawn, plain) if body]
    bar = [(_index(plain), "All results"), *((f"#{anchor}", words) for anchor, words, _ in sections)]
    body = _head(draw, drawn, plain, name) + "".join(
        _section(anchor, words, body, folded=words in FOLDED or words == "Derivation")
        for anchor, words, body in sections
    )
    version = ((plain.get("environment") or {}).get("versions") or {}).get("boundcheck", "")
    mark = f"boundcheck {escape(version)}; digest <code>{escape(str(plain.get('digest') or 'none'))}</code>"
    footer = f"<p>{mark}</p>{_files(plain, beside)}"
    return shell(name, prose(headline_text(plain), known), bar, body, footer)


def _drawn(record: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, Any]:
    """All that is drawn, as blocks and runs."""
    headline = record["headline"]
    name = record.get("printed") or record["claim"]
    first, *others = sentences(typed_record(record))
    rest = " ".join(others)
    body = {
        key: found[1:] if found and found[0]["kind"] == "heading" else found
        for key, found in {
            "Statement": [*claimed(record, known), *readings(record, known)],
            "Parts": [*parts(record, known), *certainty(record, known)[1:]],
            "Parameters": parameters(record, known),
            "Assumptions": assumptions(record),
            "Hypotheses": hypotheses(record, known),
            "Certificates": certificates(record),
            "provenance": provenance(record, again=False),
            "links": derivations(record, known),
            "proof": [block for block in steps(record, known) if block["kind"] == "steps"],
        }.items()
    }
    return {
        "lead": sentence_runs(first, known, name),
        "beside": sentence_runs(rest, known),
        "literal": runs(literally(record), known) if literally(record) else [],
        "known": [sentence_runs(finding["text"], known) for finding in record.get("findings") or []],
        "news": [sentence_runs(news_in_words(news), known) for news in headline.get("news") or []],
        "faults": entries(record, known),
        "graph": graph(record, known),
        "measured": [
            (key, prose(words(key, known)), _addressed(of_part(key, part, known), record, key, part))
            for key, part in (record.get("parts") or {}).items()
        ],
        "open": [bullets([sentence_runs(text, known) for text in record["not_covered"]])] if record.get("not_covered") else [],
        **body,
    }


def _addressed(blocks: list[dict], record: Mapping[str, Any], key: str, part: Mapping[str, Any]) -> list[dict]:
    """The same blocks; tables have names of their part's, and the cells commands that compute their bounds."""
    every = [cell for cell in part.get("slack") or [] if isinstance(cell, Mapping)]
    for block in (block for block in blocks if block["kind"] == "formulas"):
        block["rows"] = [
            [name, value | {"block": True} if "typst" in value else value] for name, value in block["rows"]
        ]
    for place, block in enumerate(block for block in blocks if block["kind"] == "table"):
        cells = block["header"] == CELLS
        block["name"] = f"{'cell' if cells else f'table-{place + 1}'}-{slug(key)}"
        if cells and not str(record["claim"]).startswith("own/"):
            block["commands"] = [_command(record, key, cell) for cell in tightest(every)]
    return blocks


def _command(record: Mapping[str, Any], key: str, cell: Mapping[str, Any]) -> str:
    point = cell.get("point") or {}
    values = " ".join(f"{name}={value}" for name, value in point.items() if finite(value) is not None)
    return f"python -m boundcheck bound {record['claim']} --part {key} --set {values}" if values else ""


def _head(draw: Drawing, drawn: Mapping[str, Any], record: Mapping[str, Any], name: str) -> str:
    """Title, badge, the sentence, and what has to change."""
    source, headline = record.get("paper") or {}, record["headline"]
    authors = ", ".join(map(str, source.get("authors") or []))
    place = ", ".join(str(source[key]) for key in ("venue", "year") if source.get(key))
    ref = found_at(source)
    link = (
        f'<a href="https://arxiv.org/abs/{quote(ref[6:])}">{escape(ref)}</a>' if ref.startswith("arXiv:") else escape(ref)
    )
    where = draw.run(prose(record["where"])) if record.get("where") else ""
    cited = map(escape, (authors, str(source.get("title") or ""), place))
    line = ". ".join(words.rstrip(".") for words in (*cited, link, where) if words)
    severity = severity_label(headline["severity"]) if headline["severity"] != "NONE" else ""
    lines = [
        f'<p class="source">{line}{"." if line else ""}</p><h1>{draw.run(name)}</h1>',
        f'<p class="names" id="verdict">{badge(headline["outcome"], headline_word(record))} {severity}'
        f"<span>to be changed: {CHANGES[headline['severity']]}</span></p>",
        f'<div class="lead">{draw.run(drawn["lead"]) or "No reason was recorded."}</div>',
    ]
    lines += [f'<div class="para">{draw.run(drawn["beside"])}</div>'] if drawn["beside"] else []
    lines += (
        [f'<div class="para"><span class="muted">Read literally:</span> {draw.run(drawn["literal"])}</div>']
        if drawn["literal"]
        else []
    )
    lines += [
        f'<div class="para"><span class="muted">Also found:</span> {draw.run(finding)}</div>'
        for finding in drawn["known"]
    ]
    lines += [
        f'<div class="para"><span class="muted">Beyond the page:</span> {draw.run(news)}</div>'
        for news in drawn["news"]
    ]
    return "".join(lines)


def _sections(draw: Drawing, drawn: Mapping[str, Any], record: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Address, name and body of each."""
    known_steps = record.get("steps") or []
    measured = "".join(
        f'<h3 id="part-{slug(key)}">{draw.run(called)}</h3>{draw.blocks(blocks)}'
        for key, called, blocks in drawn["measured"]
    )
    lines = (
        f"<p>{escape(tally(known_steps))} {escape(WHOLE)}</p>"
        if known_steps
        else ""
    )
    lines += draw.blocks(drawn["graph"]) + draw.blocks(drawn["links"])
    lines += "".join(proof(draw, block, known_steps) for block in drawn["proof"])
    first = "False on the page" if drawn["faults"] else "What it rests on"
    named = [
        ("faults", first, faults(draw, drawn["faults"], record) + _rests(record)),
        ("statement", "Statement", draw.blocks(drawn["Statement"])),
        ("parts", "At a glance", draw.blocks(drawn["Parts"])),
        ("proof", "Proof", lines),
        ("measured", title(record), measured),
        ("not-covered", "Not covered", draw.blocks(drawn["open"])),
    ]
    named += [(slug(key), key, draw.blocks(drawn[key])) for key in FOLDED]
    named += [("derivation", "Derivation", draw.blocks(drawn["derivation"]))]
    return [*named, ("reproduce", "Reproduce", _commands(record) + draw.blocks(drawn["provenance"]))]


def _section(anchor: str, words: str, body: str, *, folded: bool) -> str:
    if folded:
        return f'<details class="section" id="{anchor}"><summary><h2>{escape(words)}</h2></summary><div>{body}</div></details>'
    return f'<section id="{anchor}" aria-labelledby="{anchor}-title"><h2 id="{anchor}-title">{escape(words)}</h2>{body}</section>'


def _rests(record: Mapping[str, Any]) -> str:
    """How the results fared that this one rests on, with links to where they stand in the index."""
    rows = [
        f'<a href="{_up(record)}index.html#{quote(rest["claim"])}">{escape(rest.get("printed") or rest["claim"])}</a> '
        f"({WORDS[rest['outcome']].lower()}{'' if rest['severity'] == 'NONE' else ', ' + rest['severity'].lower()})"
        for rest in record.get("rests_on") or []
    ]
    return f'<p><span class="muted">Rests on:</span> {"; ".join(rows)}.</p>' if rows else ""


def _commands(record: Mapping[str, Any]) -> str:
    """What to type to get this again, and to replay its certificates."""
    again = record.get("reproduce") or f"python -m boundcheck {record['claim']}"
    verify = f"python -m boundcheck verify reports/{record['claim']}.json"
    return (
        "<p>This record again, with all that was measured:</p>"
        + copied(str(again), "the command that gives this record again", "command-again")
        + "<p>Its certificates replayed, without any search:</p>"
        + copied(verify, "the command that replays the certificates", "command-verify")
    )


def _up(record: Mapping[str, Any]) -> str:
    """From the folder of the page to the folder of reports."""
    return "../" * str(record["claim"]).count("/") or "./"


def _index(record: Mapping[str, Any]) -> str:
    return f"{_up(record)}index.html#{quote(str(record['claim']))}"


def _files(record: Mapping[str, Any], beside: Path | None) -> str:
    """Links to what lies beside the page."""
    stem = str(record["claim"]).rpartition("/")[2]
    kinds = [kind for kind in ("pdf", "json") if beside is None or (beside / f"{record['claim']}.{kind}").is_file()]
    links = ", ".join(f'<a href="{quote(stem)}.{kind}">{kind.upper()}</a>' for kind in kinds)
    return f"<p>The same as {links}.</p>" if links else ""
