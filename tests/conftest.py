"""A record of schema 5 with every key filled; its numbers are made up, only its shape matters."""

import json
import signal
from pathlib import Path

import pytest

from boundcheck.record import digest

# Where the suite runs in the background, children would inherit that Ctrl-C is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Tests that share what was settled once, those of a claim and those of the corpus, run in one worker."""
    if config.getvalue("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file, _, test = nodeid.partition("::")
            if file.endswith("test_corpus.py"):
                return "corpus"
            return test.partition("[")[2] if file.endswith("test_every_claim.py") and "[" in test else nodeid

    return Together(config, log)


SAMPLE = Path(__file__).with_name("sample_record.json")
HOSTILE = [
    '#read("/etc/passwd")',
    "#import \"@preview/x:0.1.0\"",
    "$ a $ *b* _c_ `d` <e> @f ~ // g /* h",
    'quotes " and \\ backslash \\" ] [ ) ( } {',
    "</title></svg><script>alert(1)</script>&amp;",
    "θ̂ ≤ ∑ 𝜃 ℝ ∇ ⊤ ′ ‖ × ⁻¹² ½",
    "emoji 😀 🧪 and 张三, مرحبا, शांति",
    "\x00\x07\u202e\ufeff\ud800\uffff\U0010ffff\n\t end",
    "x" * 400,
    "",
    "${n} %s {0} {record} {{n}}",
]  # fmt: skip


@pytest.fixture
def record() -> dict:
    """A fresh copy."""
    return json.loads(SAMPLE.read_text(encoding="utf-8"))


@pytest.fixture
def small() -> dict:
    """The least that is a record."""
    return {
        "schema": 5,
        "claim": "toy/lemma_1",
        "kind": "lemma",
        "headline": {"outcome": "HOLDS", "severity": "NONE", "facts": []},
    }


@pytest.fixture(params=range(len(HOSTILE)), ids=lambda place: f"hostile{place}")
def hostile(request) -> str:
    """A text that would do harm if anything took it for more than a text."""
    return HOSTILE[request.param]


@pytest.fixture
def signed():
    """Gives a record the digest that fits."""
    return lambda changed: changed | {"digest": digest(changed)}


@pytest.fixture
def everywhere():
    """Puts a text in place of every text of a record but formulas, outcomes and the schema's own words."""
    kept = {
        "claim", "latex", "domain", "outcome", "severity", "value", "mark", "digest", "shape", "form", "scope", "finding",
        "mends", "settled", "change", "of", "weight", "is", "how", "what", "why", "basis", "fate", "side", "part", "parts", "on",
    }  # fmt: skip

    def replace(value, text, key=""):
        if isinstance(value, dict):
            return {name: replace(item, text, name) for name, item in value.items()}
        if isinstance(value, list):
            return [replace(item, text, key) for item in value]
        return text if isinstance(value, str) and key not in kept else value

    return lambda whole, text: replace(whole, text) | {"kind": whole["kind"]}
