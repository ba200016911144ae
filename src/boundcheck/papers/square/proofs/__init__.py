"""Proofs with many steps."""
