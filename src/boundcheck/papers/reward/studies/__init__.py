"""How the claims are put to the test."""
