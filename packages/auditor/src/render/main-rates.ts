import { rateOfPrediction } from "../report/rate-tables.js";
import type { AttributeReport, CellReport, PredictionRate } from "../report/audit-report.js";

/** One rate of every group, the bars of one chart and the column of one table. */
export interface RateColumn {
  readonly label: string;
  readonly prediction: string;
  readonly groups: readonly {
    readonly cell: CellReport;
    readonly rate: PredictionRate;
    /** Whether this is one of the two groups that make the equalized odds difference. */
    readonly extreme: "highest" | "lowest" | null;
  }[];
}

/** Returns the cells of every label, in their order. */
export function cellsByLabel(cells: readonly CellReport[]): Map<string, CellReport[]> {
  const found = new Map<string, CellReport[]>();
  for (const cell of cells) {
    const others = found.get(cell.label);
    if (others === undefined) found.set(cell.label, [cell]);
    else others.push(cell);
  }
  return found;
}

/**
 * Returns the rates that a reader should see first: for every label that of the right prediction, and the one that
 * makes the equalized odds difference where it is a wrong prediction.
 */
export function mainRates(
  { cells, equalizedOdds: { worst } }: AttributeReport,
  classes: readonly string[],
): RateColumn[] {
  const byLabel = cellsByLabel(cells);
  const place = new Map(classes.map((name, c) => [name, c]));
  return classes.flatMap((label) => {
    const isWorstElsewhere = worst?.label === label && worst.prediction !== label;
    return [label, ...(isWorstElsewhere ? [worst.prediction] : [])].map((prediction) => ({
      label,
      prediction,
      groups: (byLabel.get(label) ?? []).flatMap((cell) => {
        const rate = rateOfPrediction(cell, place.get(prediction)!);
        const isWorst = worst?.label === label && worst.prediction === prediction;
        const extreme = !isWorst
          ? null
          : cell.group === worst.highest.group
            ? ("highest" as const)
            : cell.group === worst.lowest.group
              ? ("lowest" as const)
              : null;
        return rate === undefined ? [] : [{ cell, rate, extreme }];
      }),
    }));
  });
}
