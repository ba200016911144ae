"""A folder of pages that needs no server: every link in it lands, and it is never the folder of the records."""

import json
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from boundcheck.record import digest, dumps


class Links(HTMLParser):
    """What a page points to, and what can be pointed to in it."""

    def __init__(self, source):
        super().__init__()
        self.to, self.ids = [], set()
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.ids |= {found["id"]} & set(found.values()) if "id" in found else set()
        if tag == "a" and "href" in found:
            self.to.append(found["href"])


def lost(site):
    """Links that lead to no file, or to no place in it."""
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for link in page.to:
            if link.startswith("https://"):
                continue
            name, _, place = link.partition("#")
            target = (path.parent / unquote(name)).resolve() if name else path
            if not target.is_file() or (place and target in pages and unquote(place) not in pages[target].ids):
                yield link


@pytest.fixture
def reports(record, tmp_path):
    """A folder with two records."""
    for name in ("lemma_1", "theorem_2"):
        changed = record | {"claim": f"toy/{name}", "rests_on": []}
        path = tmp_path / "reports" / "toy" / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dumps(changed | {"digest": digest(changed)}), encoding="utf-8")
    return tmp_path / "reports"


def test_every_record_has_its_page_and_every_link_lands(run, reports, tmp_path):
    status, out, err = run("site public")
    assert (status, err) == (0, "")
    assert out.startswith("2 pages")
    site = tmp_path.resolve() / "public"
    assert {path.name for path in (site / "toy").iterdir()} == {
        "lemma_1.html",
        "lemma_1.json",
        "theorem_2.html",
        "theorem_2.json",
    }
    assert list(lost(site)) == []
    (site / "toy" / "lemma_1.html").unlink()
    assert "./toy/lemma_1.html" in set(lost(site))


def test_a_record_that_cannot_be_read_is_named_and_the_rest_is_drawn(run, reports):
    (reports / "toy" / "broken.json").write_text("{}")
    status, out, err = run("site public --json")
    assert status == 2
    assert len(json.loads(out)["drawn"]) == 2
    assert err.count("\n") == 1
    assert "broken.json" in err


@pytest.mark.parametrize("words", ["site reports", "site public --out nowhere", "site public --out ."])
def test_what_cannot_be_drawn_is_one_line(run, reports, words):
    status, out, err = run(words)
    assert (status, out, err.count("\n")) == (2, "", 1)
