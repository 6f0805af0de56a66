/** Returns `1 / (1 + e^−z)`, without overflow. */
export function sigmoid(z: number): number {
  const small = Math.exp(-Math.abs(z));
  return (z >= 0 ? 1 : small) / (1 + small);
}
