import type { OutcomeCounts } from "@evenodds/core";

/** One row of a group with one label, predicted 1 or 0. */
export interface Row {
  readonly group: number;
  readonly label: number;
}

/** Returns rows from pairs of group and label. */
export function rows(...list: [number, number][]): Row[] {
  return list.map(([group, label]) => ({ group, label }));
}

/** Every way in which rows can be predicted, with its probability: rates are the chances of prediction 1 by group. */
function* outcomes(rows: readonly Row[], rates: readonly number[]) {
  for (let code = 0; code < 2 ** rows.length; code++) {
    const predicted = rows.map((_, i) => (code >> i) & 1);
    const chance = rows.reduce(
      (product, { group }, i) => product * (predicted[i] === 1 ? rates[group]! : 1 - rates[group]!),
      1,
    );
    yield { predicted, chance };
  }
}

/** Returns the counts of rows that were predicted so. */
export function counted(
  rows: readonly Row[],
  options: { readonly predicted: readonly number[]; readonly groups: readonly string[] },
): OutcomeCounts {
  const { predicted, groups } = options;
  const counts = new Float64Array(groups.length * 4);
  rows.forEach(({ group, label }, i) => counts[(group * 2 + label) * 2 + predicted[i]!]!++);
  return { groups, classes: ["0", "1"], counts, excluded: {} };
}

/** Returns the mean of a value over all ways in which some batches can be predicted. */
export function meanOf(
  plan: readonly { readonly rows: readonly Row[]; readonly groups: readonly string[] }[],
  {
    rates,
    value,
  }: { readonly rates: readonly number[]; readonly value: (batches: readonly OutcomeCounts[]) => number },
): number {
  const walk = (before: readonly OutcomeCounts[]): number => {
    const batch = plan[before.length];
    if (batch === undefined) return value(before);
    let sum = 0;
    for (const { predicted, chance } of outcomes(batch.rows, rates)) {
      sum += chance * walk([...before, counted(batch.rows, { predicted, groups: batch.groups })]);
    }
    return sum;
  };
  return walk([]);
}
