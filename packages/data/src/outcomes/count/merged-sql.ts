/** What of a relation of cells is merged. */
export interface MergedCells {
  /** What stands after FROM: cells with their number of rows as `m0`. */
  readonly cells: string;
  /** Names of the keys that are kept. */
  readonly keys: readonly string[];
  /** Expressions of what makes a group. */
  readonly groups: readonly string[];
  /** Fewest rows of a group that is shown; undefined: any. */
  readonly least: number | undefined;
  /** Expression that is 0 for cells of small groups that were merged before, and 1 for others. */
  readonly shown?: string | undefined;
}

/**
 * Returns a SELECT of cells in which all small groups are one: `kept`, 0 for theirs and 1 for others, the keys, NULL
 * where they are theirs, and the rows as `m0`. A group is small where fewer rows than `least` have its values, whatever
 * else these rows have; NULL is a value like any other.
 */
export function mergedSql({ cells, keys, groups, least, shown = "1" }: MergedCells): string {
  const kept =
    least === undefined
      ? shown
      : `CASE WHEN sum(m0) OVER (PARTITION BY ${groups.join(", ")}) >= ${least} THEN ${shown} ELSE 0 END`;
  const masked = keys.map((key) => `CASE WHEN kept = 1 THEN ${key} END AS ${key}`);
  return [
    `SELECT kept, ${[...keys, "sum(m0) AS m0"].join(", ")}`,
    `FROM (SELECT kept, ${[...masked, "m0"].join(", ")}`,
    `FROM (SELECT ${[...keys, `${kept} AS kept`, "m0"].join(", ")}`,
    `FROM ${cells}) AS sized) AS masked`,
    `GROUP BY ${["kept", ...keys].map((_, i) => i + 1).join(", ")}`,
  ].join("\n");
}
