"""Verdict records to paper and screen: `pdf`, `html`, `screen`. Reads records only, never reruns a study."""

from boundcheck.report.record import RecordError, digest, dumps, load

__all__ = ["RecordError", "digest", "dumps", "load"]
