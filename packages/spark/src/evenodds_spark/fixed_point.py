"""Sums that do not depend on the order of what is added: whole numbers of 64 bits."""

from __future__ import annotations

import numpy as np

# A sum of numbers below 2^e(m) of which there are less than 2^e(n), scaled by 2^(60 - e(m) - e(n)), is below 2^60,
# which leaves room in 64 bits for the rounding of each number.
SUM_BITS = 60


def sum_scale(largest: np.ndarray, count: float) -> np.ndarray:
    """Returns k [columns], so that numbers are added up as the whole numbers `rint(number 2^k)`, and no sum is too
    large.

    `largest` is the largest absolute number of each column, `count` how many of them are in one sum at most, or the
    largest sum of weights. k is 0 where either is 0: all sums are 0."""
    largest = np.asarray(largest, dtype=np.float64)
    # frexp gives the smallest e with |value| < 2^e.
    exponents = SUM_BITS - np.frexp(largest)[1] - int(np.frexp(float(count))[1])
    return np.where((largest == 0) | (count == 0), 0, exponents).astype(np.int32)


def to_whole(numbers: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Returns `rint(number 2^k)`, half to even, as int64 [rows, columns], of float64 numbers and k [columns]."""
    # A power of two changes no digit, and a product is quicker than ldexp.
    return np.rint(numbers * np.ldexp(1.0, scale)).astype(np.int64)


def from_whole(sums: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Returns whole sums as float64 numbers, `sum 2^-k`; a sum of more than 53 bits is rounded, half to even."""
    return sums.astype(np.float64) * np.ldexp(1.0, -scale)
