import type { TablePart } from "../../source/open-table.js";
import type { GroupableTable } from "../source/groupable-table.js";
import { doubleOf, sqlShare, type Measures } from "./measures.js";
import type { Cells } from "./scan-cells.js";
import type { ScoreAxis } from "./score-axis.js";

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
