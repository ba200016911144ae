"""Search for the worst case of a bound."""
