"""Proofs, display by display."""
