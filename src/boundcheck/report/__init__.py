"""Verdict records to paper and screen: `pdf`, `html`, `screen`. Draws records, never runs a study."""
