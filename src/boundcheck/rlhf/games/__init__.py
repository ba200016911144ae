"""Two-player games of preferences on tables: the gap of a policy, and self-play."""
