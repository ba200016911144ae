"""The record of a verdict: its schema, how it is built, compared and replayed. The only room that knows JSON."""

from boundcheck.record.schema import RecordError, digest, dumps, load

__all__ = ["RecordError", "digest", "dumps", "load"]
