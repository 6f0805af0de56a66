/** Returns the numbers of IEEE 754 binary16 (`F16`), each exactly, as float32. */
export function fromFloat16(halves: Uint16Array): Float32Array {
  return Float32Array.from(halves, (bits) => {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 0x1f;
    const fraction = bits & 0x3ff;
    if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
    // An exponent of 0 stands for numbers without the leading one.
    return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
}

/** Returns the numbers of `BF16`, the upper half of a float32 each, exactly. */
export function fromBfloat16(halves: Uint16Array): Float32Array {
  return new Float32Array(Uint32Array.from(halves, (bits) => bits << 16).buffer);
}
