"""Runs a command line in-process, in a folder of its own."""

import json

import pytest

from boundcheck.cli.main import main


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """``run("list --json") -> (status, stdout, stderr)``."""
    monkeypatch.chdir(tmp_path)

    def call(line):
        status = main(line.split() if isinstance(line, str) else line)
        out, err = capsys.readouterr()
        return status, out, err

    return call


@pytest.fixture
def document(run):
    """The JSON that a command prints."""

    def call(line):
        status, out, err = run(line)
        assert status == 0, err
        return json.loads(out)

    return call
