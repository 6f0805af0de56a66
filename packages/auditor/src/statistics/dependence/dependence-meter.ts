import { stratumRows, type Stratum } from "../stratum.js";

/** Three measures of how far predictions depend on the group, given the label; 0 where they do not at all. */
export interface DependenceMeasures {
  /** Largest deviance of a cell against the rest of its label: sees one cell. */
  readonly deviance: number;
  /** Pearson's sum over all cells: sees many small differences. */
  readonly pearson: number;
  /** Largest |z| of a group's right predictions over all labels: sees one group that is worse everywhere. */
  readonly common: number;
}

/** What the tables say of one group. */
export interface GroupMeasures {
  /** Mantel–Haenszel's z of the group's right predictions over all labels; null where nothing can vary. */
  readonly z: number | null;
  /** The cell of the group with the largest deviance, by its place in the strata; null where nothing can vary. */
  readonly cell: { readonly stratum: number; readonly column: number; readonly deviance: number } | null;
}

/** Measures tables as they stand. */
export interface DependenceMeter {
  readonly measure: () => DependenceMeasures;
  /** `[G]`. */
  readonly byGroup: () => GroupMeasures[];
}

/** The part of a stratum that does not change with its table. */
interface Prepared {
  readonly stratum: Stratum;
  /** Number of rows. */
  readonly all: number;
  /** Groups and predictions that are looked at; of two, the second one mirrors the first. */
  readonly rows: number;
  readonly columns: number;
  /** `[g, c]`: expected rows. */
  readonly expected: Float64Array;
  /** `[g, c]`: what a squared difference from `expected` adds to Pearson's sum, mirrored cells included. */
  readonly weights: Float64Array;
  /** `[g, c]`: what a squared difference has to be multiplied by for a number that the deviance cannot exceed. */
  readonly bounds: Float64Array;
  /** Column of the right prediction; null where it does not occur. */
  readonly right: number | null;
}

/**
 * Returns a meter of the strata's tables. With a the rows of a cell, n those of its group with its label, m those with
 * its prediction and label, N those with its label, and E = nm/N:
 *
 * - deviance: the largest `Σ O ln(O/E)` over the four cells "this group or another, this prediction or another";
 * - Pearson: `Σ (a − E)²/E` over all cells;
 * - common: the largest `|Σ_y (a − E)| / √Σ_y V` over groups, of right predictions, with the exact variance of a dealt
 *   table, `V = E (N − n)(N − m) / (N (N − 1))`.
 *
 * All values are finite and at least 0. Groups are `[0, groups)`.
 *
 * Source: Mantel and Haenszel 1959 for the third; the first is half the G² of a 2 × 2 table.
 */
export function dependenceMeter(strata: readonly Stratum[], groups: number): DependenceMeter {
  const prepared = strata.map(prepare);
  const variances = new Float64Array(groups);
  for (const one of prepared) addVariances(one, variances);
  const inverseDeviations = variances.map((variance) => (variance > 0 ? 1 / Math.sqrt(variance) : 0));
  const sums = new Float64Array(groups);
  const sumRight = () => {
    sums.fill(0);
    for (const { stratum, expected, right } of prepared) {
      if (right === null) continue;
      const { groups: compared, predictions, table } = stratum;
      const width = predictions.length;
      for (let g = 0, at = right; g < compared.length; g++, at += width) {
        sums[compared[g]!]! += table[at]! - expected[at]!;
      }
    }
  };
  return {
    measure: () => {
      let deviance = 0;
      let pearson = 0;
      for (const { stratum, all, rows, columns, expected, weights, bounds } of prepared) {
        const { table, predictions, sizes, totals } = stratum;
        const width = predictions.length;
        for (let g = 0; g < rows; g++) {
          const start = g * width;
          for (let at = start; at < start + columns; at++) {
            const difference = table[at]! - expected[at]!;
            const square = difference * difference;
            pearson += square * weights[at]!;
            if (square * bounds[at]! <= deviance) continue;
            const margins = { all, n: sizes[g]!, m: totals[at - start]! };
            deviance = Math.max(deviance, cellDeviance(margins, difference));
          }
        }
      }
      sumRight();
      let common = 0;
      for (let g = 0; g < groups; g++) {
        const z = Math.abs(sums[g]!) * inverseDeviations[g]!;
        if (z > common) common = z;
      }
      return { deviance, pearson, common };
    },
    byGroup: () => {
      sumRight();
      const best = bestCells(prepared, groups);
      return Array.from(sums, (sum, g) => ({
        z: variances[g]! > 0 ? sum * inverseDeviations[g]! : null,
        cell: best[g]!,
      }));
    },
  };
}

function prepare(stratum: Stratum): Prepared {
  const { label, groups, sizes, predictions, totals } = stratum;
  const all = stratumRows(stratum);
  const width = predictions.length;
  const [rows, columns] = [groups.length === 2 ? 1 : groups.length, width === 2 ? 1 : width];
  const expected = new Float64Array(groups.length * width);
  for (let g = 0; g < groups.length; g++) {
    for (let c = 0; c < width; c++) expected[g * width + c] = (sizes[g]! * totals[c]!) / all;
  }
  const weights = new Float64Array(expected.length);
  const bounds = new Float64Array(expected.length);
  for (let g = 0; g < groups.length; g++) {
    for (let c = 0; c < width; c++) {
      const at = g * width + c;
      // A single prediction is the same in every deal.
      const free = (1 - totals[c]! / all) * (1 - sizes[g]! / all);
      bounds[at] = free > 0 ? 1 / (expected[at]! * free) : 0;
      if (g >= rows || c >= columns) continue;
      let weight = 1 / expected[at]!;
      if (columns < width) weight += 1 / expected[at + 1]!;
      if (rows < groups.length) weight += 1 / expected[at + width]!;
      if (columns < width && rows < groups.length) weight += 1 / expected[at + width + 1]!;
      weights[at] = weight;
    }
  }
  const right = predictions.indexOf(label);
  return { stratum, all, rows, columns, expected, weights, bounds, right: right < 0 ? null : right };
}

function addVariances({ stratum, all, expected, right }: Prepared, variances: Float64Array): void {
  if (right === null) return;
  const { groups, sizes, totals } = stratum;
  for (let g = 0; g < groups.length; g++) {
    const share = ((all - sizes[g]!) / all) * ((all - totals[right]!) / (all - 1));
    variances[groups[g]!]! += expected[g * totals.length + right]! * share;
  }
}

/**
 * Half of G² of the table "this group or another, this prediction or another". As `Σ E h(d/E)` with
 * `h(t) = (1 + t) ln(1 + t) − t`, which is the same because the differences d add up to 0, no term is negative and
 * nothing cancels, however many rows there are.
 */
function cellDeviance(
  { all, n, m }: { readonly all: number; readonly n: number; readonly m: number },
  difference: number,
): number {
  return (
    term((n * m) / all, difference) +
    term((n * (all - m)) / all, -difference) +
    term(((all - n) * m) / all, -difference) +
    term(((all - n) * (all - m)) / all, difference)
  );
}

function term(expected: number, difference: number): number {
  const t = difference / expected;
  // No row where some were expected; beyond it only by rounding.
  if (!(t > -1)) return expected;
  return expected * ((1 + t) * Math.log1p(t) - t);
}

/** The best cell of every group; of equal ones the right prediction, else the first. */
function bestCells(prepared: readonly Prepared[], groups: number): GroupMeasures["cell"][] {
  const best = new Array<GroupMeasures["cell"]>(groups).fill(null);
  prepared.forEach(({ stratum, all, expected, bounds, right }, place) => {
    const { sizes, totals, table } = stratum;
    const width = totals.length;
    if (width < 2) return;
    const order = Array.from(totals.keys()).sort((a, b) => Number(b === right) - Number(a === right));
    stratum.groups.forEach((group, g) => {
      for (const column of order) {
        const at = g * width + column;
        // Cells that mirror each other differ by rounding.
        const least = (best[group]?.deviance ?? -1) * (1 + 1e-12);
        const difference = table[at]! - expected[at]!;
        if (difference * difference * bounds[at]! <= least) continue;
        const margins = { all, n: sizes[g]!, m: totals[column]! };
        const deviance = cellDeviance(margins, difference);
        if (deviance > least) best[group] = { stratum: place, column, deviance };
      }
    });
  });
  return best;
}
