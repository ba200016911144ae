"""docs/api.md is what the docstrings say."""

import importlib.util
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def generator():
    spec = importlib.util.spec_from_file_location("generate_api", DOCS / "generate_api.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_up_to_date():
    made = generator().page()
    assert (DOCS / "api.md").read_text(encoding="utf-8") == made, "run: python docs/generate_api.py"


def test_the_page_names_every_word_of_a_claim_file():
    import boundcheck.claims

    text = (DOCS / "api.md").read_text(encoding="utf-8")
    for word in boundcheck.claims.__all__:
        assert f"### `{word}`" in text


def test_nothing_public_goes_without_words():
    assert "(no words yet)" not in generator().page()
