"""What is left out of a record because it is the default is left out by every process, whatever travelled to it."""

import inspect
import pickle

import msgspec
import pytest

from boundcheck.record.types import plain
from boundcheck.verdict import conclusions, facts, result, shapes, statements
from boundcheck.verdict.facts import Blunt
from boundcheck.verdict.values import Frozen

CLASSES = sorted(
    {
        kind
        for module in (conclusions, facts, result, shapes, statements)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Frozen)
    },
    key=lambda kind: kind.__qualname__,
)


def travels(value: object) -> bool:
    """Whether a value is one and the same object on either side of a pipe, by which msgspec tells a default."""
    return pickle.loads(pickle.dumps(value)) is value


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__qualname__)
def test_a_default_is_the_same_object_in_every_process(kind):
    defaults = [f.default for f in msgspec.structs.fields(kind) if f.default is not msgspec.NODEFAULT]
    assert [value for value in defaults if not travels(value)] == []


def test_a_text_or_a_number_as_default_would_be_told_apart():
    assert not travels("the bound")
    assert not travels(0.5)
    assert travels("")
    assert travels(())


def test_what_has_travelled_is_written_as_it_was():
    found = Blunt(what="the bound")
    assert plain(pickle.loads(pickle.dumps(found))) == plain(found) == {"is": "Blunt", "what": "the bound"}
