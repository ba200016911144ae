"""The record of a verdict: its classes, how it is built, read, compared and replayed. The only room that knows JSON."""

from boundcheck.record.schema import RecordError, digest, dumps
from boundcheck.record.types import plain, read
from boundcheck.verdict.result import Record

__all__ = ["Record", "RecordError", "digest", "dumps", "plain", "read"]
