"""e^x with the same bits on every machine."""

from __future__ import annotations

import math

import numpy as np

_PER_LN2, _LN2_HIGH, _LN2_LOW = 1.4426950408889634, 0.6931471803691238, 1.9082149292705877e-10
# Added to a number and taken away again, it leaves the nearest whole number, half to even.
_ROUNDER = 6755399441055744.0
_COEFFICIENTS = [1.0 / math.factorial(13 - i) for i in range(14)]
# Below it, e^x rounds to 0 in float32.
_LEAST = -104.0


def exact_exp(x: np.ndarray) -> np.ndarray:
    """Returns e^x as float32 for float64 x <= 0, element by element.

    Additions and multiplications of float64 in the order that a plan fixes, none of them fused: numpy's own `exp`
    differs between processors. `n = round(x / ln 2)`, `r = (x - n high) - n low`, a polynomial of degree 13 of r by
    Horner's rule, times 2^n."""
    x = np.asarray(x, dtype=np.float64)
    bounded = np.maximum(x, _LEAST)
    n = (bounded * _PER_LN2 + _ROUNDER) - _ROUNDER
    r = (bounded - n * _LN2_HIGH) - n * _LN2_LOW
    total = np.zeros_like(r)
    for coefficient in _COEFFICIENTS:
        total *= r
        total += coefficient
    scaled = np.ldexp(total, n.astype(np.int32))
    return np.where(x < _LEAST, np.float32(0), scaled.astype(np.float32))
