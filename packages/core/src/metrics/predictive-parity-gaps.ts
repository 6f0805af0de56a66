import type { OutcomeCounts } from "../counts/outcome-counts.js";
import { everyClassCells, type ClassCells } from "./class-rates.js";
import type { Comparison } from "./comparison.js";
import type { Disparity } from "./disparity.js";
import { largestGap, type GapOptions } from "./largest-gap.js";

/** How differently a prediction of one class can be trusted in different groups. */
export interface PredictiveParityGaps {
  readonly class: string;
  /** Gap of `P(Y=c | Ŷ=c)`. */
  readonly positivePredictiveValue: Disparity;
  /** Gap of `P(Y≠c | Ŷ≠c)`. */
  readonly negativePredictiveValue: Disparity;
}

/**
 * Returns the predictive parity differences of every class against the rest, in class order:
 * `max_a P(Y=c | Ŷ=c, A=a) − min_a …` and the same for the negative side. Support is counted in predictions: a group in
 * which c is hardly ever predicted is left out. The worst pair has no label, because rows are grouped by what was
 * predicted.
 *
 * Where groups have different shares of c, predictive parity and equalized odds cannot both hold unless predictions are
 * perfect. Sources: Chouldechova 2017, "Fair prediction with disparate impact"; Verma and Rubin 2018.
 */
export function predictiveParityGaps(outcomes: OutcomeCounts, options: GapOptions = {}): PredictiveParityGaps[] {
  const cellsOf = everyClassCells(outcomes);
  return outcomes.classes.map((name, c) => {
    const compare = (right: (cells: ClassCells) => number, wrong: (cells: ClassCells) => number): Comparison => ({
      label: null,
      prediction: name,
      fractions: outcomes.groups.map((group, g) => {
        const cells = cellsOf(g, c);
        return { group, k: right(cells), n: right(cells) + wrong(cells) };
      }),
    });
    const positive = compare(
      (cells) => cells.truePositives,
      (cells) => cells.falsePositives,
    );
    const negative = compare(
      (cells) => cells.trueNegatives,
      (cells) => cells.falseNegatives,
    );
    return {
      class: name,
      positivePredictiveValue: largestGap([positive], options),
      negativePredictiveValue: largestGap([negative], options),
    };
  });
}
