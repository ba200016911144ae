"""A record of schema 1 with every key filled. Its numbers are made up; only its shape matters."""

import json
from pathlib import Path

from boundcheck.report import digest

TEXT = Path(__file__).with_name("sample.json").read_text(encoding="utf-8")


def sample() -> dict:
    """A fresh copy."""
    return json.loads(TEXT)


def signed(record: dict) -> dict:
    """The same with a digest that fits."""
    return record | {"digest": digest(record)}
