import { emptyCounts, predictionCounts, type OutcomeCounts, type PredictionCounts } from "@evenodds/core";
import type { AttributeReport } from "../report/audit-report.js";

/** The counts that a report holds of an attribute. */
export interface ReportCounts {
  /** Null where there are no labels. */
  readonly outcomes: OutcomeCounts | null;
  readonly predictions: PredictionCounts;
  /** The same with every cell scaled to its effective rows; null where rows carry no weights. */
  readonly effective: OutcomeCounts | null;
  /** Whether counts are sums of weights. */
  readonly isWeighted: boolean;
}

/** Returns the counts from which an attribute's part of a report was made: a report holds all of them. */
export function reportCounts(attribute: AttributeReport, classes: readonly string[]): ReportCounts {
  const { cells, effectiveSizes, levels, rows } = attribute;
  const groups = levels.map(({ level }) => level);
  const isWeighted = rows.weight !== undefined;
  if (cells.length === 0) {
    return { outcomes: null, predictions: predictionsOf(attribute, { groups, classes }), effective: null, isWeighted };
  }
  const outcomes = emptyCounts(groups, classes);
  const effective = effectiveSizes === null ? null : emptyCounts(groups, classes);
  // Cells are ordered by label, then group; counts by group, then label.
  cells.forEach(({ n, predictions }, cell) => {
    const [label, group] = [Math.floor(cell / groups.length), cell % groups.length];
    const start = (group * classes.length + label) * classes.length;
    predictions.forEach(({ k }, prediction) => {
      outcomes.counts[start + prediction] = k;
      if (effective !== null && n > 0) effective.counts[start + prediction] = (k / n) * effectiveSizes![cell]!;
    });
  });
  return { outcomes, predictions: predictionCounts(outcomes), effective, isWeighted };
}

function predictionsOf(
  { selectionRates }: AttributeReport,
  { groups, classes }: Pick<PredictionCounts, "groups" | "classes">,
): PredictionCounts {
  const predicted = new Float64Array(groups.length * classes.length);
  selectionRates.forEach(({ predictions }, group) => {
    predictions.forEach(({ k }, prediction) => (predicted[group * classes.length + prediction] = k));
  });
  return { groups, classes, predicted, excluded: {} };
}

/** What all rows outside of one group are called. */
export const otherRows = "all others";

/** Returns the counts with all groups but one added up. Effective sizes do not add up: there are none then. */
export function besideOthers({ outcomes, predictions, isWeighted }: ReportCounts, group: number): ReportCounts {
  const merge = (counts: Float64Array, groups: number) => merged(counts, { groups, group });
  const { length } = predictions.groups;
  const groups = [predictions.groups[group]!, otherRows];
  return {
    outcomes: outcomes && { ...outcomes, groups, counts: merge(outcomes.counts, length) },
    predictions: { ...predictions, groups, predicted: merge(predictions.predicted, length) },
    effective: null,
    isWeighted,
  };
}

/** Returns the counts with all groups added up. */
export function allTogether({ outcomes, predictions, isWeighted }: ReportCounts): ReportCounts {
  const add = (counts: Float64Array) => merged(counts, { groups: predictions.groups.length, group: null });
  const groups = ["all rows"];
  return {
    outcomes: outcomes && { ...outcomes, groups, counts: add(outcomes.counts) },
    predictions: { ...predictions, groups, predicted: add(predictions.predicted) },
    effective: null,
    isWeighted,
  };
}

/** Returns the counts of one group alone. */
export function groupAlone({ outcomes, predictions, isWeighted }: ReportCounts, group: number): ReportCounts {
  const part = (counts: Float64Array) => {
    const width = counts.length / predictions.groups.length;
    return counts.slice(group * width, (group + 1) * width);
  };
  const groups = [predictions.groups[group]!];
  return {
    outcomes: outcomes && { ...outcomes, groups, counts: part(outcomes.counts) },
    predictions: { ...predictions, groups, predicted: part(predictions.predicted) },
    effective: null,
    isWeighted,
  };
}

/** The group, if there is one, stays the first block; all others are added up in the last. */
function merged(
  counts: Float64Array,
  { groups, group }: { readonly groups: number; readonly group: number | null },
): Float64Array {
  const width = counts.length / groups;
  const sums = new Float64Array(group === null ? width : 2 * width);
  const last = sums.length - width;
  counts.forEach((count, i) => {
    sums[(Math.floor(i / width) === group ? 0 : last) + (i % width)]! += count;
  });
  return sums;
}
