"""Theorems of the literature, each in a true and a false version, as somebody outside would encode them."""
