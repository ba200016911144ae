"""Statements and proofs that are written on a page of Markdown, read and never run."""
