import type { ExclusionReason } from "@evenodds/core";
import type { AttributeScores } from "../attribute-scores.js";
import type { GroupableTable } from "../source/groupable-table.js";
import type { TablePart } from "../../source/open-table.js";
import { doubleOf, sqlShare, type Measures } from "./measures.js";
import type { Cells } from "./scan-cells.js";
import type { ScoreAxis } from "./score-axis.js";

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

/** What is summed in each cell of a histogram: weights, and in bins scores and squared scores, weighted or not. */
export function scoreMeasures(
  table: GroupableTable,
  { column, axis, measures }: { readonly column: number; readonly axis: ScoreAxis; readonly measures: Measures },
): Measures {
  const weight = measures.sums.slice(0, 1);
  if (axis.exact) return { count: measures.count, sums: weight };
  const { scale } = axis;
  // Scores that are not finite are excluded, but a CAST of them to an integer would be an error.
  const score = (part: TablePart) => {
    const double = doubleOf(table, part, column);
    return `(CASE WHEN ${table.engine.dialect.isFinite(double)} THEN ${sqlShare(double, scale)} ELSE 0 END)`;
  };
  const weighted = (part: TablePart) => [...weight.map(({ term }) => term(part)), score(part)].join(" * ");
  const unit = weight[0]?.scale ?? 1;
  return {
    count: measures.count,
    sums: [
      ...weight,
      { term: weighted, scale: unit * scale },
      { term: (part) => `${weighted(part)} * ${score(part)}`, scale: unit * scale ** 2 },
    ],
  };
}

/** Returns rows or weights of each cell, their sums of scores and of squared scores. */
export function scoreAmounts(
  { rows, sums }: Cells,
  { axis, score, weighted }: { readonly axis: ScoreAxis; readonly score: Int32Array; readonly weighted: boolean },
): readonly [Float64Array, Float64Array, Float64Array] {
  const counts = weighted ? sums[0]! : rows;
  if (!axis.exact) return [counts, sums.at(-2)!, sums.at(-1)!];
  const value = (cell: number) => axis.scores[score[cell]!] ?? 0;
  return [counts, counts.map((count, i) => count * value(i)), counts.map((count, i) => count * value(i) ** 2)];
}
