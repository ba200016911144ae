"""A record that says the same as the one that is there leaves the file alone."""

import copy

from boundcheck.cli.check import kept
from boundcheck.record import digest, dumps


def test_only_times_differ(record, tmp_path):
    record["digest"] = digest(record)
    path = tmp_path / "record.json"
    assert not kept(path, record)
    path.write_text(dumps(record), encoding="utf-8")
    assert kept(path, copy.deepcopy(record) | {"elapsed_seconds": 1e6})
    other = copy.deepcopy(record) | {"seed": record["seed"] + 1}
    assert not kept(path, other | {"digest": digest(other)})


def test_a_file_in_another_form_or_broken_is_written_again(record, tmp_path):
    record["digest"] = digest(record)
    path = tmp_path / "record.json"
    path.write_text(dumps(record) + "\n", encoding="utf-8")
    assert not kept(path, record)
    path.write_text("{", encoding="utf-8")
    assert not kept(path, record)
