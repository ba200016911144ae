"""Experiments of the paper, one module for each kind."""
