"""The referee report of a paper: what has to change, what is better than printed, what the theorems say in numbers."""
