"""The documentation at hand: its pages, one of them, and the lines with a word."""

from boundcheck.cli import docs


def test_the_pages_are_listed_by_their_titles(run):
    status, out, _ = run("docs")
    assert status == 0
    assert dict(line.split("  ", 1) for line in out.splitlines())["glossary"].strip() == "A dozen words of ours"


def test_a_page_is_printed_as_it_is_and_a_word_by_its_lines(run):
    _, out, _ = run("docs inequality")
    assert out == docs.pages()["inequality"].read_text(encoding="utf-8")
    _, out, _ = run("docs NOTHING_TO_CHECK")
    assert any(line.startswith("how-to-read-a-verdict: ") for line in out.splitlines())


def test_what_no_page_has_is_one_line_and_so_is_an_installation_without_them(run, monkeypatch):
    status, _, err = run("docs tutoriall")
    assert (status, "did you mean 'tutorial'?" in err) == (2, True)
    monkeypatch.setattr(docs, "HOMES", ())
    status, _, err = run("docs")
    assert (status, "not installed here" in err) == (2, True)
