import { predictionCounts, type ExclusionReason, type OutcomeCounts } from "@evenodds/core";
import type { CountedRows } from "../counted-outcomes.js";
import type { GroupableTable } from "../source/groupable-table.js";

/** Cells of a scan, with every key as codes. */
export interface CodedCells {
  /** `[cells]`, −1 = missing. */
  readonly group: Int32Array;
  /** Undefined where there are no labels. */
  readonly label: Int32Array | undefined;
  readonly prediction: Int32Array;
  readonly rows: Float64Array;
  /** Sums of weights and of their squares. */
  readonly weights: { readonly sums: Float64Array; readonly squares: Float64Array } | undefined;
}

/**
 * Adds up cells. Where several values are missing, the reason is the first of `unlabelled`, `missing-attribute` and
 * `non-finite-prediction`, as in core's `countOutcomes`. `include` chooses cells; `excluded` are rows that the cells
 * lack.
 */
export function tabulate(
  cells: CodedCells,
  options: {
    readonly groups: readonly string[];
    readonly classes: readonly string[];
    readonly include?: ((cell: number) => boolean) | undefined;
    readonly excluded: GroupableTable["excluded"];
  },
): CountedRows {
  const { groups, classes, include } = options;
  const width = classes.length;
  const size = groups.length * (cells.label === undefined ? width : width ** 2);
  const rows = new Float64Array(size);
  const sums = cells.weights && new Float64Array(size);
  const squares = cells.weights && new Float64Array(size);
  const out = { ...options.excluded, "non-finite-prediction": 0 };
  let used = 0;
  for (let i = 0; i < cells.rows.length; i++) {
    if (include !== undefined && !include(i)) continue;
    const label = cells.label?.[i] ?? 0;
    const count = cells.rows[i]!;
    if (label < 0) out.unlabelled += count;
    else if (cells.group[i]! < 0) out["missing-attribute"] += count;
    else if (cells.prediction[i]! < 0) out["non-finite-prediction"] += count;
    else {
      const row = cells.label === undefined ? cells.group[i]! : cells.group[i]! * width + label;
      const at = row * width + cells.prediction[i]!;
      rows[at]! += count;
      used += count;
      if (cells.weights === undefined) continue;
      sums![at]! += cells.weights.sums[i]!;
      squares![at]! += cells.weights.squares[i]!;
    }
  }
  const excluded = Object.fromEntries(Object.entries(out).filter(([, count]) => count > 0)) as ExcludedByReason;
  const counts = sums ?? rows;
  const outcomes: OutcomeCounts | undefined = cells.label && { groups, classes, counts, excluded };
  return {
    read: used + Object.values(out).reduce((sum, count) => sum + count, 0),
    used,
    outcomes,
    predictions: outcomes === undefined ? { groups, classes, predicted: counts, excluded } : predictionCounts(outcomes),
    weights: squares && { rows, squares },
  };
}

type ExcludedByReason = Partial<Record<ExclusionReason, number>>;
