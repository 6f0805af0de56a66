/**
 * Returns p-values adjusted for testing several hypotheses (Holm's step-down method): of m values in ascending order,
 * the i-th becomes `max over j ≤ i of min(1, (m − j + 1) · p_j)`. Rejecting where the adjusted value is at most alpha
 * makes a single wrong rejection among all no more likely than alpha, however the tests depend on each other. A null (a
 * test that could not be made) stays null and does not count in m. Order is kept; an empty list gives an empty list.
 *
 * Source: Holm 1979, "A simple sequentially rejective multiple test procedure".
 */
export function holmAdjusted(pValues: readonly (number | null)[]): (number | null)[] {
  const made = pValues
    .flatMap((p, index) => (p === null ? [] : [{ p, index }]))
    .sort((a, b) => a.p - b.p || a.index - b.index);
  const adjusted: (number | null)[] = pValues.map(() => null);
  let largest = 0;
  made.forEach(({ p, index }, rank) => {
    largest = Math.max(largest, Math.min(1, (made.length - rank) * p));
    adjusted[index] = largest;
  });
  return adjusted;
}
