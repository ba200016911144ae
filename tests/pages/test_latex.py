r"""An author's LaTeX with the truth beside it: what is a display and what is none, macros within limits, statements and proofs."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from boundcheck.cli.main import main
from boundcheck.loading import BrokenClaim, registry
from boundcheck.pages import Refused, drafting, latex, read_text, written
from boundcheck.pages.latex import beside, paper, read_paper

HEAD = r"""\documentclass{article}
\usepackage{amsmath,amsthm,boundcheck}
\newtheorem{thm}{Theorem}
\newtheorem{lem}[thm]{Lemma}
\newcommand{\eps}{\varepsilon}
\newcommand{\cost}[1]{\frac{e^{#1}+1}{e^{#1}-1}}
\newcommand{\half}[1][2]{\frac{1}{#1}}
\bcletter{\eps}{real}{> 0}{privacy parameter}
\bcletter{e}{constant}{}{}
\bcletter{n}{integer}{\ge 1}{sample size}
\title{Labels under noise}
"""


def source(body, head=HEAD):
    return f"{head}\\begin{{document}}\n{body}\n\\end{{document}}\n"


BODY = r"""
\begin{lem}[Inflation]\label{lem:cost}
For all $0 < \eps \le 1$, % a comment with $n \le 0$
\begin{equation}\label{eq:cost}
  \cost{\eps} \le \frac{3}{\eps}.
\end{equation}
\end{lem}
\begin{proof}
The exponential lies above its tangent~\cite[p.~3]{x}. Hence
\[ e^{\eps} \ge 1 + \eps. \]
\end{proof}
\begin{thm}\label{thm:main}
\bcuses{lem:cost}
If $\eps \le 1$, then
\begin{align}
  \half[\sqrt{n}] \cost{\eps} &\le \frac{3}{\eps\sqrt{n}}. \label{eq:main}
\end{align}
\end{thm}
\begin{proof}[Proof of Theorem~\ref{thm:main}]
By Lemma~\ref{lem:cost} and \eqref{eq:below}, we have
\begin{equation*}
 \cost{\eps} \le \frac{4}{\eps}.
\end{equation*}
\end{proof}
"""


def claims(text, stem="p"):
    read, refused = read_paper(paper(text, stem))
    return {key: one.claim for key, one in read.items()}, refused


def test_statements_proofs_labels_and_macros():
    read, refused = claims(source(BODY.replace(r" and \eqref{eq:below}", "")))
    assert refused == {}
    lemma, theorem = read["p_lem-cost"], read["p_thm-main"]
    assert lemma.title == "Lemma lem:cost"
    assert [str(c) for c in lemma.parts["eq_cost"].given] == ["0 < varepsilon", "varepsilon <= 1"]
    assert str(lemma.parts["eq_cost"].lhs) == "(exp(varepsilon) + 1)/(exp(varepsilon) - 1)"
    assert [step.where for step in lemma.steps] == ["line 22"]
    assert "n**" not in str(theorem.parts["eq_main"].rhs)
    assert str(theorem.steps[0].statement.rhs) == "4/varepsilon"


NAMES = {
    r"\newtheorem{thm}{\protect\theoremname}": ("thm", "theorem"),
    r"\declaretheorem[name=Lemma, sibling=thm]{abc}": ("abc", "lemma"),
    r"\declaretheorem{proposition}": ("proposition", "proposition"),
    r"\newtheorem{main}{Main Theorem}[section]": ("main", "theorem"),
}


@pytest.mark.parametrize("line", NAMES)
def test_theorems_are_known_by_what_is_printed(line):
    name, kind = NAMES[line]
    body = rf"\begin{{{name}}}\label{{a}} \[ n \ge 1 \] \end{{{name}}}"
    assert [one.kind for one in paper(source(body, HEAD + line)).stated] == [kind]


def test_a_restated_theorem_is_one():
    body = r"\begin{restatable}[Main]{thm}{main}\label{a} \[ n \ge 1 \] \end{restatable} \main*"
    (found,) = paper(source(body)).stated
    assert (found.kind, found.label, found.page.statement.title) == ("theorem", "a", "Main")
    assert list(claims(source(body))[0]) == ["p_a"]


@pytest.mark.parametrize("title", ["Proof of Lemma 3", "Proof of the main result", r"Proof of~\ref{nowhere}"])
def test_a_proof_of_something_else_is_no_proof_of_the_statement_before(title):
    body = rf"\begin{{thm}}\label{{a}} \[ n \ge 1 \] \end{{thm}}\begin{{proof}}[{title}] \[ n \ge 7 \] \end{{proof}}"
    found = paper(source(body))
    assert found.stated[0].page.proof is None
    assert "not found" in found.notes[0][0]
    bare = paper(source(body.replace(title, "Proof sketch")))
    assert bare.stated[0].page.proof is not None


def test_a_reference_to_no_display_above_is_refused():
    _, refused = claims(source(BODY))
    assert list(refused) == ["p_thm-main"]
    assert "eq:below" in refused["p_thm-main"].rule
    assert refused["p_thm-main"].at.line == 32


PLANTED = {
    r"\iffalse \begin{lem} $$ 1 \le 0 $$ \end{lem} \fi": [],
    r"\begin{verbatim} \begin{lem} \[ 1 \le 0 \] \end{lem} \end{verbatim}": [],
    r"\verb|\begin{lem}| and \verb+\[ x \]+": [],
    "% \\begin{lem} \\[ 1 \\le 0 \\] \\end{lem}": [],
    r"\newcommand{\be}{\begin{equation}}\newcommand{\ee}{\end{equation}} \be n \ge 1 \ee": [" n \\ge 1 "],
    r"100\% of \$5: \[ n \ge 1 \]": [" n \\ge 1 "],
    r"\begin{align*} n &\ge 1 \\ n &\ge 0 \end{align*}": [r"\begin{aligned} n &\ge 1 \\ n &\ge 0\end{aligned} "],
    r"\end{document} \[ 1 \le 0 \]": [],
    r"\[ \text{the cost is } \cost{1} \]": [" \\text{the cost is } \\frac{e^{1}+1}{e^{1}-1} "],
}


@pytest.mark.parametrize("body", PLANTED)
def test_what_is_printed_is_found_and_nothing_else(body):
    assert [one.latex for one in paper(source(body)).shown] == PLANTED[body]


TRICKS = {
    r"\renewcommand{\le}{\ge}": "changes what \\le says",
    r"\let\le\ge": "changes what \\le says",
    r"\def\frac#1#2{#1}": "changes what \\frac says",
    r"\expandafter\let\csname le\endcsname\ge": "\\expandafter",
    r"\catcode`\<=13": "\\catcode",
    "\\begin{document}\\ifdefined\\x\\[ n \\ge 1 \\]\\fi": "\\ifdefined",
    "\\begin{document}{\\def\\a{n}}": "inside of a group",
    "\\newcommand{\\a}{\\a\\a}\\begin{document}\\a": "do not end",
    "\\newcommand{\\a}{\\b}\\newcommand{\\b}{\\a}\\begin{document}\\a": "do not end",
    "\\begin{document}\\begin{lem}": "not closed",
    "\\begin{document}\\end{lem}": "closes nothing",
    "\\begin{document}\\begin{lem}\\begin{thm}\\end{lem}\\end{thm}": "closes nothing",
    "\\begin{document}\\[ n \\ge 1": "not closed",
    "\\begin{document}\\newcommand{\\a": "not closed",
    "\\begin{document}\\bcletter{a}{real": "not closed",
    "\\begin{document}" + "x" * 5_000_000: "characters",
}  # fmt: skip


@pytest.mark.parametrize("text", TRICKS, ids=range(len(TRICKS)))
def test_a_source_that_may_print_something_else_is_refused(text):
    with pytest.raises(Refused, match=TRICKS[text].replace("\\", "\\\\")):
        paper(f"{HEAD}{text}")


def test_macros_that_double_each_other_are_refused():
    letters = "abcdefghijklmnopqrstuvwx"
    doubling = [rf"\newcommand{{\z{b}}}{{\z{a}\z{a}}}" for a, b in pairwise(letters)]
    paper("".join([r"\newcommand{\za}{n}", *doubling[:8], r"\zi"]))
    with pytest.raises(Refused, match="do not end"):
        paper("".join([r"\newcommand{\za}{n}", *doubling, r"\zx"]))


@pytest.mark.parametrize(
    "macro", [r"\renewcommand{\epsilon}{\varepsilon}", r"\renewcommand{\le}{\leqslant}", r"\let\oldle\le"]
)
def test_a_macro_that_says_the_same_is_none_to_refuse(macro):
    assert claims(source(BODY.replace(r" and \eqref{eq:below}", ""), HEAD + macro))[1] == {}


def test_a_letter_inside_of_a_statement_is_one_of_it():
    body = BODY.replace(r"\bcuses{lem:cost}", r"\bcletter{\eps}{real}{\in (0, 1]}{}").replace(
        r" and \eqref{eq:below}", ""
    )
    read, _ = claims(source(body.replace(r"If $\eps \le 1$, then", "").replace(r"For all $0 < \eps \le 1$,", "")))
    assert sorted(str(c) for c in read["p_thm-main"].parts["eq_main"].given) == [
        "0 < varepsilon",
        "1 <= n",
        "varepsilon <= 1",
    ]
    assert [str(c) for c in read["p_lem-cost"].parts["eq_cost"].given] == ["0 < varepsilon"]


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.tex"
    path.write_text(
        source("Throughout we assume $n \\ge 5$.\n" + BODY.replace(r" and \eqref{eq:below}", "")), encoding="utf-8"
    )
    return path


def test_a_source_is_settled_with_its_report(file, capsys):
    file.write_text(file.read_text().replace(r"\frac{3}{\eps}", r"\frac{2}{\eps}"))
    assert main("mine.tex --budget quick --jobs 1 --format json".split()) == 1
    err = capsys.readouterr().err
    assert "conditions in the running text, as in line 13" in err
    outcomes = {
        path.stem: json.loads(path.read_text())["headline"]["outcome"] for path in Path("reports/own").glob("*.json")
    }
    assert outcomes == {"mine_lem-cost": "REFUTED", "mine_thm-main": "CONDITIONAL"}
    report = Path("reports/labels_under_noise.md").read_text()
    assert "Of 4 displays and claims of the paper: 3 proved as displayed, 1 false." in report
    assert "Limits of the check of all results: conditions in the running text" in report
    assert "`python -m boundcheck mine.tex` gives this report again" in report
    assert main("verify reports/own/mine_thm-main.json --claim mine.tex -q".split()) == 0


def test_what_is_not_read_is_named_and_a_source_of_which_nothing_is_read_is_refused(file):
    file.write_text(file.read_text().replace(r"\frac{3}{\eps}", r"\frac{\mathbb{E}[n]}{\eps}"))
    found = registry.load_tex(file)
    assert list(found.claims) == ["own/mine_thm-main"]
    assert found.claims["own/mine_thm-main"].not_covered[1:] == ("rests on lem:cost, which is not read",)
    assert any("line 18, column" in note and "not read" in note for note in found.notes)
    file.write_text(
        file.read_text().replace(r"\begin{lem}", r"\begin{assumption} $n \ge 9$ \end{assumption} \begin{lem}")
    )
    left = registry.load_tex(file).claims["own/mine_thm-main"].not_covered
    assert "assumptions in environments of their own, in line 15" in left[1]
    file.write_text(source(r"\begin{remark} x \end{remark}"))
    with pytest.raises(BrokenClaim, match=r"boundcheck draft mine\.tex"):
        registry.load_tex(file)


def test_statements_that_rest_on_each_other_are_a_circle(file):
    file.write_text(file.read_text().replace("The exponential", r"\bcuses{thm:main} The exponential"))
    with pytest.raises(BrokenClaim, match="a proof in a circle"):
        registry.load_tex(file)


def test_a_draft_says_what_is_read_and_which_letters_lack(file, capsys, tmp_path):
    text = file.read_text().replace(r"\bcletter{n}{integer}{\ge 1}{sample size}", "")
    file.write_text(text.replace(r"\end{document}", r"\[ \mathbb{E}[n] \le 1 \]" + "\n\\end{document}"))
    assert main("draft mine.tex --json --out pages".split()) == 0
    made = json.loads(capsys.readouterr().out)
    assert (made["read"], made["needs_letters"], made["all"]) == (3, 1, 5)
    assert [row["state"] for row in made["statements"]] == ["read", "needs letters"]
    assert made["letters"] == [{"line": 28, "guess": r"n | integer | \ge 1"}]
    assert "a set, a mean or a probability" in made["displays"][-1]["why"]
    page = Path("pages/mine_thm-main.md").read_text()
    assert r"  # n | integer | \ge 1" in page
    with pytest.raises(BrokenClaim, match="n is not declared"):
        registry.load_file(Path("pages/mine_thm-main.md"))
    Path("pages/mine_thm-main.md").write_text(page.replace("# n |", "n |"))
    assert registry.load_file(Path("pages/mine_thm-main.md"))[1].uses == ("own/mine_lem-cost",)
    assert main("draft mine.tex".split()) == 0
    assert "3 of 5 displays read, 1 need letters, 1 not read; 1 of 2 statements read" in capsys.readouterr().out


def test_a_guess_of_a_letter():
    at = latex.Place(1, 1)
    assert [drafting.guess(form, at).kind for form in ("n", "e", r"\epsilon", "k_{1}", "x'")] == [
        "integer", "constant", "real", "integer", "real",
    ]  # fmt: skip


def test_a_claim_written_as_latex_is_read_as_the_same():
    claim = registry.load("unified/lemma_h_2")
    tex, page = written(claim, tex=True), written(claim)
    read, refused = claims(tex.text)
    assert refused == {}
    (found,) = read.values()
    assert {name: str(part) for name, part in found.parts.items()} == {
        name: str(part) for name, part in read_text(page.text).claim.parts.items()
    }
    assert len(found.steps) == len(read_text(page.text).claim.steps)


def test_the_style_file_defines_what_is_read(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "boundcheck.sty"]) == 0
    style = Path("boundcheck.sty").read_text()
    assert {r"\bcletter", r"\bcuses"} <= {name for name in latex.SAID if f"\\newcommand{{{name}}}" in style}


def test_files_below_the_folder_are_read_in_their_place_and_no_others(tmp_path):
    folder = tmp_path / "mine"
    (folder / "parts").mkdir(parents=True)
    lemma = "\\begin{lemma}\\label{lem:%s}\n\\[ x^2 \\ge 0 \\]\n\\end{lemma}\n"
    (folder / "parts" / "one.tex").write_text(
        "Text.\n\n" + lemma % "one" + "\\input{parts/one}\n\\endinput\n" + lemma % "behind"
    )
    (tmp_path / "outside.tex").write_text(lemma % "outside")
    (folder / "linked.tex").symlink_to(tmp_path / "outside.tex")
    inputs = ["parts/one", "../outside", str(tmp_path / "outside"), "linked", "parts/../../outside", "nothing"]
    source = (
        "\\bcletter{x}{real}{}{}\n% \\input{parts/one}\n"
        + "".join(f"\\input{{{one}}}\n" for one in inputs)
        + lemma % "last"
    )
    path = folder / "paper.tex"
    path.write_text(source)
    found = paper(source, "paper", others=beside(path))
    assert [one.label for one in found.stated] == ["lem:one", "lem:last"]
    assert [str(one.at.line) for one in found.stated] == ["3 of parts/one", "9"]
    assert len(found.notes) == len(inputs)  # all but the first, and the one that puts in itself
    assert [str(at.line) for _, at in found.notes] == ["6 of parts/one", "4", "5", "6", "7", "8"]
    assert [one.label for one in paper(source, "paper").stated] == ["lem:last"]  # of a text alone no file is opened
    (folder / "parts" / "one.tex").write_text(
        lemma % "one" + "\\bcletter{y}{real}{}{}\n\n\\begin{lemma}\n\\[ y \\ge ? \\]\n\\end{lemma}\n"
    )
    _, refused = read_paper(paper(source, "paper", others=beside(path)))
    (error,) = refused.values()
    assert f"line {error.at.line}, column {error.at.column}" == "line 7 of parts/one, column 10"


def test_a_letter_before_brackets_that_may_be_a_function_is_not_guessed():
    source = "\\begin{lemma}\n\\[ h'(x) \\le y \\]\n\\end{lemma}\n"
    (row,) = drafting.draft(paper(source)).displays
    assert (row.state, row.letters) == ("not read", ())
    assert "a function h' at what is in the brackets" in row.why
