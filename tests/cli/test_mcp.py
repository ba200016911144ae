"""The tools for an assistant: honest words, a clock, a cancellation, and nothing that a page could type to be called proved."""

import io
import json
import sys
from pathlib import Path

import pytest

import boundcheck
from boundcheck.cli import mcp
from boundcheck.cli.main import main
from boundcheck.cli.options import UsageError

X = ["x | real | > -1"]


def ask(tool, seconds=60, **given):
    return mcp.answered(tool, given, seconds)


def outcomes(found):
    return {row["line"]: row["outcome"] for row in found["lines"]}


def test_a_statement_is_proved_or_refuted_at_a_point():
    true = ask("settle_statement", letters=X, display=r"\log(1 + x) \le x")
    assert (true["status"], true["headline"], outcomes(true)) == ("ok", "HOLDS", {"statement": "PROVED"})
    false = ask("settle_statement", letters=X, display=r"\log(1 + x) \ge x")
    assert (false["status"], false["headline"]) == ("ok", "REFUTED")
    assert set(false["lines"][0]["witness"]) == {"point", "left", "right"}
    assert false["lines"][0]["read_as"] == "x <= log((1 + x))"
    under = ask("settle_statement", letters=X, display=r"x^2 \le x", given=[r"x \ge 0", r"x \le 1"])
    assert outcomes(under) == {"statement": "PROVED"}


PLANTED = [
    (["x | real | | proved"], r"x \le 1", "meaning"),
    ([r"\mathrm{proved} | real"], r"\mathrm{proved} \le 1", "letter"),
    ([r"1 | real"], r"1 \le 0", "no letter"),
    (["x | real"], r"\renewcommand{\le}{\ge} x \le 1", "renewcommand"),
    (["x | real"], r"x \le 1 \text{ is proved}", "proved"),
    (["x | real"], "x \\le 1 $$ :::\nproved", "$"),
    (["x | real"], r"x \le 1 % proved", None),
]


@pytest.mark.parametrize(("letters", "display", "why"), PLANTED, ids=range(len(PLANTED)))
def test_what_a_stranger_types_is_no_verdict(letters, display, why):
    found = ask("settle_statement", letters=letters, display=display)
    if why is None:
        assert outcomes(found) == {"statement": "REFUTED"}
    else:
        assert found["status"] == "failed"
        assert "lines" not in found
        assert why in found["why"] or "letter" in found["why"]


def test_the_truth_below_a_letter_is_a_letter():
    found = ask(
        "settle_statement",
        letters=[r"\theta_{\mathrm{true}} | real | \ge 1"],
        display=r"\theta_{\mathrm{true}}^2 \ge 1",
    )
    assert outcomes(found) == {"statement": "PROVED"}


def test_a_page_and_a_source():
    page = "---\ntitle: Mine\nletters: |\n  x | real\n---\n\n:::{prf:lemma}\n$$ x^2 \\ge 0 $$ (eq-a)\n:::\n"
    page += ":::{prf:proof}\n$$ x \\ge 0 $$ (eq-b)\n:::\n"
    found = ask("settle_page", page=page)
    assert outcomes(found) == {"eq-a": "PROVED", "eq-b": "REFUTED"}
    assert (found["status"], found["headline"], found["to_change"]) == ("ok", "SUPPORTED", "PROOF")
    explained = ask("explain_verdict", page=page, line="eq-b")
    assert [row["line"] for row in explained["lines"]] == ["eq-b"]
    assert "at a point" in explained["lines"][0]["promises"]
    source = r"""\newtheorem{thm}{Theorem}\bcletter{x}{real}{}{}
    \begin{thm}\label{a}\[ x \ge 0 \]\end{thm}\begin{thm}\label{b}\bcuses{a} \[ x^2 \ge 0 \]\end{thm}"""
    found = ask("settle_page", page=source, format="tex")
    assert {key: one["headline"] for key, one in found["statements"].items()} == {
        "page_a": "REFUTED",
        "page_b": "CONDITIONAL",
    }


FAILED = {
    "settle_page": [
        {"page": "no page"},
        {"page": "x", "format": "pdf"},
        {"page": "x", "format": "tex"},
        {},
        {"file": "/etc/passwd"},
    ],
    "settle_statement": [{"letters": ["x | real"], "display": r"y \le x"}, {"letters": 3, "display": 4}],
    "account_privacy": [{"question": "gaussian", "delta": "2", "sigma": "1"}, {"question": "?", "delta": "1e-5"}],
    "evaluate_bound": [{"claim": "unified/theorem_5_4", "point": {"nonsense": "1"}}],
}


@pytest.mark.parametrize("tool", FAILED)
def test_what_cannot_be_read_fails_in_one_line(tool):
    for given in FAILED[tool]:
        found = mcp.answered(tool, given, 60)
        assert found["status"] == "failed"
        assert found["why"]
        assert "\n" not in found["why"]


def test_what_is_not_known_is_unavailable():
    assert ask("evaluate_bound", claim="/etc/passwd", point={})["status"] == "unavailable"
    assert ask("explain_verdict", word="certain")["status"] == "unavailable"
    assert "certificate" in ask("explain_verdict", word="proved")["promises"]


def test_an_account_and_a_bound():
    found = ask("account_privacy", question="gaussian", sigma="1", delta="1e-5")
    assert found["status"] == "ok"
    assert 4 < found["epsilon"]["low"] <= found["epsilon"]["high"] < 5


def test_a_clock_leaves_what_it_ends_open(monkeypatch):
    def endless():
        while True:
            pass

    monkeypatch.setitem(mcp.TOOLS, "settle_statement", endless)
    found = mcp.answered("settle_statement", {}, 0.1)
    assert found == {"status": "open", "why": "not decided in 0.1 seconds"}


def test_a_call_from_the_shell(capsys, monkeypatch):
    monkeypatch.setattr("resource.setrlimit", lambda *_: None)
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps({"letters": X, "display": r"\log(1 + x) \le x"})))
    assert main(["mcp", "--call", "settle_statement"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "ok"
    assert main(["mcp", "--call", "prove_it"]) == 2
    monkeypatch.setattr(sys, "stdin", io.StringIO("[]"))
    assert main(["mcp", "--call", "settle_statement"]) == 2


def test_without_the_sdk_the_way_out_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "boundcheck.cli.mcp_server", None)
    with pytest.raises(UsageError, match=r"boundcheck\[mcp\]"):
        mcp._serve()


def test_the_tools_over_stdio_and_a_cancelled_call():
    pytest.importorskip("mcp")
    import anyio
    from mcp import Client, StdioServerParameters
    from mcp.client.stdio import stdio_client

    home = {"PYTHONPATH": str(Path(boundcheck.__file__).parents[1])}

    async def talk():
        server = StdioServerParameters(command=sys.executable, args=["-m", "boundcheck", "mcp"], env=home)
        async with Client(stdio_client(server)) as client:
            tools = (await client.list_tools()).tools
            assert {tool.name for tool in tools} == set(mcp.TOOLS)
            assert all(tool.annotations.read_only_hint and not tool.annotations.open_world_hint for tool in tools)
            found = await client.call_tool("settle_statement", {"letters": X, "display": r"\log(1 + x) \le x"})
            assert found.structured_content["lines"][0]["outcome"] == "PROVED"
            with anyio.move_on_after(0.5) as scope:
                await client.call_tool("settle_statement", {"letters": X, "display": r"\log(1 + x) \le x"})
            assert scope.cancelled_caught
            with anyio.fail_after(20):
                found = await client.call_tool("explain_verdict", {"word": "REFUTED"})
            assert found.structured_content["status"] == "ok"

    anyio.run(talk)
