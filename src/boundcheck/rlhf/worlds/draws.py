"""Compiled designs. Imported only when large ones are asked for, because numba takes its time to load."""

from __future__ import annotations

import math

import numba
import numpy as np

#: Rows per block: what a pass needs stays in the first cache.
BLOCK = 128


@numba.njit(cache=True, fastmath={"contract", "nsz"}, nogil=True, error_model="numpy")
def rows_from_uniforms(uniforms, scale, clip, rows, repeat, column):
    r"""Normals with standard deviations `scale`, divided by their length, or by it where it exceeds 1.

    Coordinates ``2 i`` and ``2 i + 1`` come from two uniforms by the method of Box and Muller:

    .. math:: \sqrt{-2\ln(1 - u)}\,(\cos 2\pi v, \sin 2\pi v)

    Logarithm, sine and cosine are series to full double precision, written so that the loops vectorise.
    Uniforms are multiples of :math:`2^{-53}`, so the normals end at 8.57 standard deviations; what lies
    beyond has probability 1e-17.

    Parameters
    ----------
    uniforms : ndarray of shape (R, p, n), values in ``[0, 1)``
        ``p`` is `d`, or ``d + 1`` if `d` is odd.
    scale : ndarray of shape (p,)
    clip : bool
        Whether rows shorter than 1 keep their length.
    rows : ndarray of shape (R', d, n'), overwritten
        Coordinates first.
    repeat, column : int
        Where in `rows` the first of these numbers belongs; what does not fit is left out.

    Source
    ------
    Box and Muller (1958), "A note on the generation of random normal deviates".
    """
    d = rows.shape[1]
    normals = np.empty((uniforms.shape[1], BLOCK))
    power, length = np.empty(BLOCK), np.empty(BLOCK)
    bits = length.view(np.int64)
    shrink = 1.0 - (d + 8) * 2.0**-53  # keeps the norm at most 1 in exact arithmetic
    for r in range(min(uniforms.shape[0], rows.shape[0] - repeat)):
        width = min(uniforms.shape[2], rows.shape[2] - column)
        for start in range(0, width, BLOCK):
            size = min(BLOCK, width - start)
            for i in range(0, uniforms.shape[1], 2):
                one = uniforms[r, i, start : start + size]
                two = uniforms[r, i + 1, start : start + size]
                first, second = normals[i], normals[i + 1]
                for t in range(size):
                    length[t] = 1.0 - one[t]
                for t in range(size):
                    # 1 - u = 2**power * mantissa with the mantissa between sqrt(1/2) and sqrt(2)
                    shifted = bits[t] + (0x3FF0000000000000 - 0x3FE6A09E667F3BCD)
                    power[t] = float((shifted >> 52) - 1023)
                    bits[t] = (shifted & 0x000FFFFFFFFFFFFF) + 0x3FE6A09E667F3BCD
                for t in range(size):
                    f = (length[t] - 1.0) / (length[t] + 1.0)
                    g = f * f
                    p = 1 / 21.0
                    p = p * g + 1 / 19.0
                    p = p * g + 1 / 17.0
                    p = p * g + 1 / 15.0
                    p = p * g + 1 / 13.0
                    p = p * g + 1 / 11.0
                    p = p * g + 1 / 9.0
                    p = p * g + 1 / 7.0
                    p = p * g + 1 / 5.0
                    p = p * g + 1 / 3.0
                    logarithm = power[t] * 0.6931471805599453 + 2 * f * (p * g + 1.0)
                    radius = math.sqrt(abs(2 * logarithm))
                    quarter = np.floor(4 * two[t] + 0.5)
                    a = 6.283185307179586 * (two[t] - 0.25 * quarter)
                    b = a * a
                    s = -1 / 1307674368000.0
                    s = s * b + 1 / 6227020800.0
                    s = s * b - 1 / 39916800.0
                    s = s * b + 1 / 362880.0
                    s = s * b - 1 / 5040.0
                    s = s * b + 1 / 120.0
                    s = s * b - 1 / 6.0
                    s = a * (s * b + 1.0)
                    c = 1 / 20922789888000.0
                    c = c * b - 1 / 87178291200.0
                    c = c * b + 1 / 479001600.0
                    c = c * b - 1 / 3628800.0
                    c = c * b + 1 / 40320.0
                    c = c * b - 1 / 720.0
                    c = c * b + 1 / 24.0
                    c = c * b - 0.5
                    c = c * b + 1.0
                    # Quarter turns: 1 is (-s, c), 2 is (-c, -s), 3 is (s, -c), and 4 is none.
                    odd = quarter == 1.0 or quarter == 3.0
                    cosine, sine = (s if odd else c), (c if odd else s)
                    cosine = -cosine if (quarter == 1.0 or quarter == 2.0) else cosine
                    sine = -sine if (quarter == 2.0 or quarter == 3.0) else sine
                    first[t] = scale[i] * radius * cosine
                    second[t] = scale[i + 1] * radius * sine
            for t in range(size):
                length[t] = 0.0
            for i in range(d):
                one = normals[i]
                for t in range(size):
                    length[t] += one[t] * one[t]
            for t in range(size):
                longer = max(math.sqrt(length[t]), 1.0) if clip else math.sqrt(length[t])
                length[t] = shrink / longer
            for i in range(d):
                one, two = normals[i], rows[repeat + r, i, column + start : column + start + size]
                for t in range(size):
                    two[t] = one[t] * length[t]
