/** What is counted of a relation. */
export interface Grouped {
  /** Expressions by which rows are grouped. */
  readonly keys: readonly string[];
  /** Aggregates of each group. */
  readonly measures: readonly string[];
  /** What stands after FROM. */
  readonly from: string;
  /** Condition that rows have to meet. */
  readonly where?: string | undefined;
}

/** Returns the one `GROUP BY` that counts: keys as `k0`, `k1`, …, aggregates as `m0`, `m1`, …. */
export function groupedSql({ keys, measures, from, where }: Grouped): string {
  const selected = [...keys.map((sql, i) => `${sql} AS k${i}`), ...measures.map((sql, i) => `${sql} AS m${i}`)];
  return [
    `SELECT ${selected.join(", ")}`,
    `FROM ${from}`,
    ...(where === undefined ? [] : [`WHERE ${where}`]),
    `GROUP BY ${keys.map((_, i) => i + 1).join(", ")}`,
  ].join("\n");
}
