"""Instances that are computed, and worlds that are simulated."""
