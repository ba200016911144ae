"""The map of a paper: a node for each result, an arrow for each use, and faults only along uses that they reach."""

import re
import shutil
import subprocess

import pytest
from tests.report import filled

from boundcheck.report.referee.across import flows
from boundcheck.report.referee.page import _addressed
from boundcheck.report.referee.paper_map import SCRIPT, curve, paper_map, wrapped

NODE = shutil.which("node")


def results():
    """Theorem 3 uses Lemma 2 and Theorem 1, Theorem 1 uses Lemma 1, of which a statement is false; Remark 9 stands alone."""

    def one(name, severity="NONE", rests=(), faults=()):
        return filled.record(
            printed=name, claim=f"toy/{name.lower().replace(' ', '_')}", kind=name.split()[0].lower(),
            headline={"outcome": "HOLDS", "severity": severity}, rests_on=[{"claim": f"toy/{rest}"} for rest in rests],
            faults=[{"id": f"toy/{name}/{severity}", "severity": severity, "where": "line 2"} for severity in faults],
        )  # fmt: skip

    return [
        one("Lemma 1", "READING", faults=["READING", "PROOF"]), one("Lemma 2", "PROOF", faults=["PROOF"]),
        one("Theorem 1", rests=["lemma_1"]), one("Theorem 3", rests=["lemma_2", "theorem_1"]), one("Remark 9"),
    ]  # fmt: skip


def test_a_false_statement_travels_along_uses_and_a_slip_of_a_proof_stays_where_it_is():
    assert flows(results()) == {("toy/theorem_1", "toy/lemma_1"), ("toy/theorem_3", "toy/theorem_1")}


def test_every_result_is_a_link_to_its_page_and_every_use_an_arrow():
    pages = {record.claim: f"{record.claim}.html" for record in results()}
    drawn = paper_map(results(), pages)
    nodes = re.findall(r'<a href="([^"]*)" id="[^"]*" class="[^"]*" data-claim="([^"]*)"', drawn)
    assert {claim: href for href, claim in nodes} == pages
    uses = set(re.findall(r'class="use( carries)?" data-from="toy/([^"]*)" data-to="toy/([^"]*)"', drawn))
    assert uses == {
        (" carries", "theorem_1", "lemma_1"), (" carries", "theorem_3", "theorem_1"), ("", "theorem_3", "lemma_2"),
    }  # fmt: skip
    assert drawn.count("Lemma 1, line 2") == 2  # told of both theorems that rest on it
    assert "nan" not in drawn


def test_nothing_is_drawn_where_no_result_uses_another():
    alone = [record for record in results() if not record.rests_on]
    assert paper_map(alone, {record.claim: "" for record in alone}) == ""


def test_names_are_broken_to_fit_a_box_and_lines_are_upright_at_their_ends():
    assert wrapped("Theorem 5.4") == ["Theorem 5.4"]
    assert wrapped("Section 4.2, Equations (9) to (12)") == ["Section 4.2,", "Equations (9) to", "(12)"]
    assert wrapped("Reparametrisations-of-everything") == ["Reparametrisations-of-everything"]
    assert curve([(0, 10), (5, 0)]) == "M0.0 10.0C0.0 5.0 5.0 5.0 5.0 0.0"


def test_a_link_leads_to_a_page_that_is_there_and_to_the_false_line_of_which_it_speaks():
    link = {"link": "Theorem 1", "href": "index.html#toy/theorem_1"}
    rows = [{"rows": [[link | {"about": "toy/theorem_1/a b"}], (link,)]}]
    there = _addressed(rows, {"toy/theorem_1"})[0]["rows"]
    assert there[0][0]["href"] == "toy/theorem_1.html#fault-toy-theorem-1-a-b"
    assert there[1][0]["href"] == "toy/theorem_1.html"
    assert _addressed(rows, ())[0]["rows"][0][0]["href"] == "index.html#toy/theorem_1"


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_script_is_well_formed(tmp_path):
    path = tmp_path / "map.js"
    path.write_text(SCRIPT, encoding="utf-8")
    assert subprocess.run([NODE, "--check", path], capture_output=True, check=False).returncode == 0
    path.write_text(SCRIPT + "}", encoding="utf-8")
    assert subprocess.run([NODE, "--check", path], capture_output=True, check=False).returncode != 0
