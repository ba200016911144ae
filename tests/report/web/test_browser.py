"""A page in a real browser, where one is installed: what an address names is open and in sight, nothing runs out of a phone."""

import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from boundcheck.record.types import typed_record
from boundcheck.report.web.result import anchor_of, page
from boundcheck.verdict.shapes import CurveLetter, Curves

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SAMPLE = Path(__file__).parents[2] / "sample_record.json"
PROBE = """<script>addEventListener('load', () => setTimeout(() => {
const root = document.documentElement, named = document.querySelector('.named'), bar = document.querySelector('.bar');
const steps = [...document.querySelectorAll('.step')];
parent.document.title = JSON.stringify({width: root.scrollWidth, room: root.clientWidth, errors: window.wrong || [],
  open: named ? (named.closest('details') || {open: true}).open : null,
  below: named ? named.getBoundingClientRect().top - bar.getBoundingClientRect().bottom : null,
  shown: steps.filter(step => !step.hidden).length, steps: steps.length,
  ids: new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size === document.querySelectorAll('[id]').length,
  unnamed: [...document.querySelectorAll('button, a, input')].filter(e => !(e.textContent || e.getAttribute('aria-label')
    || e.closest('label'))).length})}, 50))</script>"""
LISTEN = (
    "<script>window.wrong = []; addEventListener('error', event => window.wrong.push(String(event.message)))</script>"
)

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no browser is installed")


def seen(source, folder, width, address="", query=""):
    """What the probe finds in a page that is shown in a frame of `width` pixels at an address within it."""
    set_ = f"<script>history.replaceState(null, '', '{query}'); location.hash = '{address}'</script>"
    whole = source.replace("<body>", f"<body>{LISTEN}", 1).replace("</body>", f"{PROBE}</body>", 1)
    target = folder / "page.html"
    target.write_text(whole.replace("<head>", "<head>" + (set_ if address and not query else ""), 1), encoding="utf-8")
    frame = f'<iframe style="border:0;width:{width}px;height:700px" srcdoc="{html.escape(target.read_text(encoding="utf-8"))}">'
    (folder / "frame.html").write_text(
        f"<!doctype html><meta charset=utf-8><title>-</title><body>{frame}</iframe>", encoding="utf-8"
    )
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={folder / 'profile'}",
        "--virtual-time-budget=3000",
    ]
    done = subprocess.run(
        [BROWSER, *options, "--dump-dom", (folder / "frame.html").as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return json.loads(html.unescape(re.search(r"<title>(.*?)</title>", done.stdout, re.DOTALL)[1]))


@pytest.fixture(scope="module")
def source():
    return page(typed_record(json.loads(SAMPLE.read_text(encoding="utf-8"))))


def test_a_phone_shows_it_without_scrolling_sideways(source, tmp_path):
    found = seen(source, tmp_path, 390)
    assert found["errors"] == []
    assert found["width"] <= found["room"] <= 390
    assert found["ids"]
    assert found["unnamed"] == 0
    assert found["shown"] == found["steps"]


def test_an_address_opens_what_it_names_below_the_bar(source, tmp_path):
    record = json.loads(SAMPLE.read_text(encoding="utf-8"))
    sound = [step for step in record["steps"] if step["outcome"] == "PROVED"][-1]
    found = seen(source, tmp_path, 1000, anchor_of(sound["label"]))
    assert found["open"] is True
    assert found["below"] >= -1


def test_sliders_take_their_values_from_the_address(tmp_path):
    sample = typed_record(json.loads(SAMPLE.read_text(encoding="utf-8")))
    n = ["s", "n", "real"]
    found = Curves(
        letters=(CurveLetter(name="n", low=1.0, high=1e6, integer=True),),
        printed=["^", n, ["q", "-1/2"]],
        explicit=["*", ["q", "20"], ["^", n, ["q", "-1/2"]]],
        trivial=["q", "1"],
        conditions=(),
    )
    part = sample.parts["coverage_ctl"]
    parts = sample.parts | {"coverage_ctl": replace(part, vacuity=replace(part.vacuity, curves=found))}
    shown = page(replace(sample, parts=parts))
    (tmp_path / "page.html").write_text(shown, "utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    address = (tmp_path / "page.html").as_uri() + "?coverage_ctl.n=10000"
    done = subprocess.run(
        [BROWSER, *options, "--virtual-time-budget=3000", "--dump-dom", address],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    values = dict(re.findall(r'data-of="([a-z-]+)">([^<]*)<', done.stdout))
    assert (values["explicit"], values["trivial"], values["start-explicit"]) == ("0.2", "1", "from n = 401 on")
    assert values["command"].endswith(" n=10000")
    narrow = seen(shown, tmp_path, 390)
    assert narrow["errors"] == []
    assert narrow["width"] <= narrow["room"] <= 390
    assert narrow["ids"]
