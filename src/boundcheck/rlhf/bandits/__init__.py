"""Contextual bandits with finitely many states and actions: reward tables, comparisons by counts, policies."""
