"""Letters of the proof of Theorem 5.2."""

import sympy

from ...notation import bound

e, b, G, U, p, r, w, z, C, T, d, x, S, u, M = sympy.symbols("e b G U p r w z C T d x S u M", real=True)
LARGEST = 4 * bound**2  # what a round adds to the sum of squares of a pair
