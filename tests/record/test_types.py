"""Every record is read as frozen values and written back as it was; what is malformed is refused with the path to it."""

import copy
import json
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from boundcheck.checks.shapes import NAMED
from boundcheck.record import RecordError, digest, dumps
from boundcheck.record.types import plain, read, typed_record
from boundcheck.verdict import Headline, Outcome, Severity, result, shapes, statements
from boundcheck.verdict.shapes import AnyPart, HighProbabilityBoundPart
from boundcheck.verdict.values import Extended, Frozen

REPORTS = Path(__file__).parent.parent.parent / "reports"
FILES = sorted(REPORTS.glob("*/*.json"))
SAMPLED = "unified/theorem_5_4"  # with a sampled part, a proof, readings and faults


def of(claim):
    return json.loads((REPORTS / f"{claim}.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def sampled():
    return of(SAMPLED)


def bound(record):
    """The name of the first part of a record that is a bound with high probability."""
    return next(
        name for name, part in record["parts"].items() if part["shape"] == "HighProbabilityBound" and part["slack"]
    )


def test_there_are_records():
    assert len(FILES) > 100


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_record_is_read_and_written_back_as_it_was(file):
    found = json.loads(file.read_text(encoding="utf-8"))
    record = read(file)
    assert plain(record) == found
    assert json.loads(dumps(plain(record))) == found
    assert digest(plain(record)) == record.digest == found["digest"]


def test_what_stands_in_a_record_is_written_as_it_stands_there(sampled):
    record = typed_record(sampled)
    assert {name: plain(part) for name, part in record.parts.items()} == sampled["parts"]
    assert [plain(step) for step in record.steps] == sampled["steps"]
    assert plain(record.headline) == sampled["headline"]


def test_the_record_with_every_key_filled_is_one(record):
    assert plain(typed_record(record)) == record


def test_a_record_cannot_be_changed():
    record = read(FILES[0])
    with pytest.raises((AttributeError, FrozenInstanceError)):
        record.claim = "other"


def test_an_infinite_number_is_one_and_is_written_as_text():
    found = {
        entry.high
        for file in FILES
        if '"inf"' in (text := file.read_text(encoding="utf-8"))
        for part in typed_record(json.loads(text)).parts.values()
        for entry in (getattr(part, "slack", None) or ())
    }
    assert float("inf") in found
    assert all(isinstance(entry, float) for entry in found)


def unknown(record):
    record["steps"][0]["colour"] = "red"
    return "unknown field `colour`", "$.steps[0]"


def unknown_in_a_part(record):
    name = bound(record)
    record["parts"][name]["slack"][1]["colour"] = "red"
    return "unknown field `colour`", f"$.parts[{name}].slack[1]"


def another_type(record):
    record["steps"][1]["settles"] = "bound"
    return "Expected `array`, got `str`", "$.steps[1].settles"


def a_number_as_text(record):
    name = bound(record)
    record["parts"][name]["slack"][0]["repeats"] = "4000"
    return "Expected `int`, got `str`", f"$.parts[{name}].slack[0].repeats"


def a_limit_that_is_no_number(record):
    name = bound(record)
    record["parts"][name]["slack"][0]["high"] = "large"
    return "Expected `float`, got 'large'", f"$.parts[{name}].slack[0].high"


def a_limit_that_is_true(record):
    name = bound(record)
    record["parts"][name]["slack"][0]["high"] = True
    return "Expected `float`, got True", f"$.parts[{name}].slack[0].high"


def a_share_above_one(record):
    name = bound(record)
    record["parts"][name]["slack"][0]["rate_low"] = 1.5
    return "<= 1.0", f"$.parts[{name}].slack[0].rate_low"


def fewer_than_none(record):
    name = bound(record)
    record["parts"][name]["slack"][0]["violations"] = -1
    return ">= 0", f"$.parts[{name}].slack[0].violations"


def missing(record):
    del record["headline"]["literal"]
    return "missing required field `literal`", "$.headline"


def missing_in_a_part(record):
    name = bound(record)
    del record["parts"][name]["slack"][0]["quantile"]
    return "missing required field `quantile`", f"$.parts[{name}].slack[0]"


def missing_null(record):
    name = bound(record)
    del record["parts"][name]["separation"]
    return "missing required field `separation`", f"$.parts[{name}]"


def no_such_shape(record):
    name = bound(record)
    record["parts"][name]["shape"] = "LowProbabilityBound"
    return "Invalid value 'LowProbabilityBound'", f"$.parts[{name}].shape"


def no_shape(record):
    name = bound(record)
    del record["parts"][name]["shape"]
    return "missing required field `shape`", f"$.parts[{name}]"


def a_field_of_another_shape(record):
    name = bound(record)
    record["parts"][name]["exponents"] = []
    return "unknown field `exponents`", f"$.parts[{name}]"


def the_shape_of_another_part(record):
    name = bound(record)
    record["parts"][name]["shape"] = "Identity"
    return "unknown field", f"$.parts[{name}]"


def no_such_outcome(record):
    record["steps"][0]["outcome"] = "TRUE"
    return "Invalid enum value 'TRUE'", "$.steps[0].outcome"


def parts_in_a_row(record):
    record["parts"] = list(record["parts"].values())
    return "Expected `object`, got `array`", "$.parts"


def a_part_that_is_text(record):
    name = bound(record)
    record["parts"][name] = "PROVED"
    return "Expected `object`, got `str`", f"$.parts[{name}]"


MUTATIONS = (
    unknown, unknown_in_a_part, another_type, a_number_as_text, a_limit_that_is_no_number, a_limit_that_is_true, a_share_above_one,
    fewer_than_none, missing, missing_in_a_part, missing_null, no_such_shape, no_shape, a_field_of_another_shape,
    the_shape_of_another_part, no_such_outcome, parts_in_a_row, a_part_that_is_text,
)  # fmt: skip


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_a_malformed_record_is_refused_with_the_path(mutation, sampled):
    record = copy.deepcopy(sampled)
    said, place = mutation(record)
    with pytest.raises(RecordError) as caught:
        typed_record(record)
    assert said in str(caught.value)
    assert f"`{place}`" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("field", sorted(of(SAMPLED)))
def test_a_record_without_a_field_is_refused(field, sampled):
    record = {key: value for key, value in sampled.items() if key != field}
    if field in ("digest", "interrupted"):
        assert typed_record(record).digest is None
        return
    if field == "findings":  # few results have any
        assert typed_record(record).findings == ()
        return
    with pytest.raises(RecordError, match="has no schema" if field == "schema" else f"missing required field `{field}`"):
        typed_record(record)


def test_the_file_is_named(sampled, tmp_path):
    path = tmp_path / "r.json"
    record = copy.deepcopy(sampled)
    _, place = unknown_in_a_part(record)
    path.write_text(dumps(record | {"digest": digest(record)}), encoding="utf-8")
    with pytest.raises(RecordError, match="unknown field") as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert place in str(caught.value)


def test_a_changed_record_is_refused(sampled, tmp_path):
    path = tmp_path / "r.json"
    path.write_text(dumps(sampled | {"seed": 1}), encoding="utf-8")
    with pytest.raises(RecordError, match="does not match its digest"):
        read(path)


def test_every_shape_has_a_class_and_no_other_has():
    assert {kind.__struct_config__.tag for kind in get_args(AnyPart)} == NAMED.keys()


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (statements.Outcome, Outcome.__members__),
        (result.Severity, Severity.__members__),
        (result.Headline, [headline.value for headline in Headline]),
    ],
)
def test_the_words_are_those_of_the_claims(words, names):
    assert set(get_args(words)) == set(names)


def classes():
    for module in (statements, shapes, result):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Frozen) and kind.__module__ == module.__name__:
                yield kind


@pytest.mark.parametrize("kind", list(classes()), ids=lambda kind: kind.__name__)
def test_a_class_is_frozen_closed_and_says_what_it_is(kind):
    config = kind.__struct_config__
    assert config.frozen
    assert config.forbid_unknown_fields
    assert kind.__doc__
    assert all(field.required or field.default in (None, False, True, (), "") for field in msgspec.structs.fields(kind))


def test_what_is_absent_is_absent_when_it_is_written(sampled):
    part = typed_record(sampled).parts[bound(sampled)]
    assert isinstance(part, HighProbabilityBoundPart)
    assert part.slack is not None
    assert part.slack[0].made is None
    assert "made" not in plain(typed_record(sampled))["parts"][bound(sampled)]["slack"][0]
    assert isinstance(part.slack[0].quantile, Extended)
