import type { ExclusionReason } from "@evenodds/core";
import type { AttributeScores } from "../score-histogram-result.js";
import type { GroupableTable } from "../source/groupable-table.js";

/** Cells of a scan by group, label and score; −1 = missing. */
export interface ScoreCells {
  readonly group: Int32Array;
  readonly label: Int32Array;
  /** Position of the score. */
  readonly score: Int32Array;
  readonly rows: Float64Array;
  /** Rows or weights, their sums of scores and of squared scores. */
  readonly amounts: readonly [Float64Array, Float64Array, Float64Array];
}

/** Adds up cells to `[groups, classes, scores]`. Reasons have the order of core's `countOutcomes`. */
export function tabulateScores(
  { group, label, score, rows, amounts }: ScoreCells,
  size: {
    readonly groups: readonly string[];
    readonly classes: number;
    readonly scores: number;
    readonly excluded: GroupableTable["excluded"];
  },
): Omit<AttributeScores, "name" | "attributes"> {
  const { groups, classes, scores } = size;
  const tables = amounts.map(() => new Float64Array(groups.length * classes * scores));
  const out = { ...size.excluded, "non-finite-prediction": 0 };
  let used = 0;
  for (let i = 0; i < rows.length; i++) {
    if (label[i]! < 0) out.unlabelled += rows[i]!;
    else if (group[i]! < 0) out["missing-attribute"] += rows[i]!;
    else if (score[i]! < 0) out["non-finite-prediction"] += rows[i]!;
    else {
      used += rows[i]!;
      const at = (group[i]! * classes + label[i]!) * scores + score[i]!;
      for (let m = 0; m < tables.length; m++) tables[m]![at]! += amounts[m]![i]!;
    }
  }
  const excluded: Partial<Record<ExclusionReason, number>> = Object.fromEntries(
    Object.entries(out).filter(([, count]) => count > 0),
  );
  const read = used + Object.values(out).reduce((sum, count) => sum + count, 0);
  return { groups, counts: tables[0]!, sums: tables[1]!, squares: tables[2]!, read, used, excluded };
}
