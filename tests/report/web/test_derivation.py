"""The derivations on a page: all of their mathematics is set, and what is not known is shown as typed."""

from pathlib import Path

from boundcheck.report.web.derivation import derivation

FILES = sorted((Path(__file__).parents[3] / "derivations").glob("*/*.md"))


def typed(value):
    if isinstance(value, dict):
        yield from ([value["code"]] if "\\" in str(value.get("code", "")) else [])
        for item in value.values():
            yield from typed(item)
    elif isinstance(value, list):
        for item in value:
            yield from typed(item)


def test_every_formula_of_every_derivation_can_be_set():
    blocks = [block for path in FILES for block in derivation(path.read_text(encoding="utf-8"))]
    assert list(typed(blocks)) == []


def test_one_that_cannot_be_set_is_shown_as_typed():
    blocks = derivation("# T\n\n## step_one\n\nBy $\\input{x}$ and $a^2$.\n\n```python\nassert 1 < 2\n```\n")
    assert [block["kind"] for block in blocks] == ["heading", "para", "fold"]
    assert blocks[0]["text"] == "step one"
    assert {"code": "\\input{x}"} in blocks[1]["runs"]


def test_the_name_of_a_step_reads_as_its_heading():
    heading, para = derivation("# T\n\n## first_order\n\nBy `theorem_5_7` and `first_order`, see `a/b.py`.\n")
    assert heading["text"] == "first order"
    assert [run for run in para["runs"] if isinstance(run, dict)] == [
        {"strong": ["Theorem 5.7"]}, {"strong": ["first order"]}, {"code": "a/b.py"}
    ]  # fmt: skip


def test_code_stands_behind_the_mathematics_that_it_checks_and_imports_stand_last():
    opening = "```python\nfrom a import (\n    b,\n)\nimport c\n```"
    blocks = derivation(f"# T\n\n{opening}\n\nFirst $a$.\n\n```python\nimport d\nassert d\n```\n")
    assert [block["kind"] for block in blocks] == ["para", "fold", "fold"]
    assert [block["blocks"][0]["text"].split()[0] for block in blocks[1:]] == ["import", "from"]
    assert "assert d" in blocks[1]["blocks"][0]["text"]
