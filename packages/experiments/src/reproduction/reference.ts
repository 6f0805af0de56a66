import type { FigureName } from "../sweep/sweep-figures.js";

/** A figure of somebody else in percent: mean and standard error of the mean; null where none is given. */
export interface Reference {
  readonly mean: number;
  readonly sem: number | null;
}

/** Figures of one row of a table, by name. */
export type References = Readonly<Partial<Record<FigureName, Reference>>>;

/**
 * The figures of the paper's tables in their order: ΔEO, ΔSP, accuracy, F1 macro and what it calls F1 micro, which is
 * weighted.
 */
export const paperFigures = [
  "diagonalRecallGap",
  "demographicParityDifference",
  "accuracy",
  "macroF1",
  "weightedF1",
] as const satisfies readonly FigureName[];

type Pair = readonly [mean: number, sem: number | null];

/** Returns the figures of a row from pairs in the order of {@link paperFigures}. */
function row(...pairs: readonly [Pair, Pair, Pair, Pair, Pair]): References {
  return Object.fromEntries(paperFigures.map((name, i) => [name, { mean: pairs[i]![0], sem: pairs[i]![1] }]));
}

/** Rows of the paper's main table and its loss ablation. Source: EqGNN, section 6, tables 2 and 4. */
export const paper = {
  nba: {
    gcn: row([25.9, 2.0], [9.3, 1.4], [72.9, 0.8], [72.7, 0.8], [72.8, 0.8]),
    fairgnn: row([24.9, 1.9], [8.0, 1.1], [71.6, 1.0], [70.6, 1.3], [70.8, 1.4]),
    debias: row([24.0, 1.6], [8.0, 1.0], [72.9, 0.7], [72.3, 0.7], [72.6, 0.7]),
    eqgnn: row([22.1, 2.1], [7.0, 1.2], [72.7, 0.9], [72.2, 0.9], [72.4, 0.9]),
    unpaired: row([22.7, 1.9], [7.5, 0.8], [70.9, 1.1], [68.8, 1.7], [69.2, 1.7]),
    paired: row([25.1, 1.8], [7.3, 1.1], [72.7, 0.7], [71.9, 0.8], [72.2, 0.8]),
    "permutation/h": row([22.4, 1.9], [7.1, 1.1], [72.0, 0.9], [70.9, 1.2], [71.2, 1.2]),
  },
  "pokec-gender": {
    gcn: row([12.3, 1.0], [8.4, 0.6], [65.1, 0.2], [61.2, 0.2], [66.5, 0.2]),
    fairgnn: row([13.7, 1.1], [10.2, 0.4], [65.2, 0.2], [61.3, 0.2], [66.6, 0.2]),
    debias: row([11.1, 0.7], [8.1, 0.6], [65.0, 0.2], [61.1, 0.2], [66.5, 0.2]),
    eqgnn: row([9.4, 0.8], [4.2, 0.3], [65.4, 0.2], [61.3, 0.2], [66.9, 0.2]),
    unpaired: row([10.9, 1.1], [5.8, 0.8], [65.2, 0.4], [61.1, 0.3], [66.7, 0.4]),
    paired: row([10.5, 0.6], [3.9, 0.4], [62.5, 0.7], [58.6, 0.6], [63.8, 0.7]),
    "permutation/h": row([11.4, 0.9], [7.2, 1.1], [66.0, 0.4], [61.7, 0.3], [67.5, 0.3]),
  },
  "pokec-region": {
    gcn: row([17.3, 1.2], [8.4, 0.4], [64.9, 0.2], [61.0, 0.2], [66.4, 0.2]),
    fairgnn: row([17.2, 1.2], [8.2, 0.5], [64.1, 0.3], [60.4, 0.2], [65.4, 0.3]),
    debias: row([15.8, 1.1], [7.1, 0.4], [63.1, 0.3], [59.6, 0.2], [64.4, 0.3]),
    eqgnn: row([11.2, 1.3], [4.1, 0.5], [65.1, 0.3], [61.3, 0.3], [66.5, 0.3]),
    unpaired: row([15.5, 2.1], [6.4, 0.6], [64.2, 0.4], [60.3, 0.3], [65.6, 0.4]),
    paired: row([13.5, 2.1], [4.2, 0.7], [62.9, 0.5], [59.3, 0.5], [64.2, 0.5]),
    "permutation/h": row([16.5, 1.8], [7.9, 0.5], [65.2, 0.2], [61.2, 0.2], [66.7, 0.2]),
  },
} as const;

/**
 * Rows of an independent re-run of the official code's protocol on NBA in PyTorch, 40 other splits; standard errors of
 * F1 were not kept.
 */
export const rerun = {
  "nba min-max": {
    gcn: row([28.8, 1.9], [11.1, 1.4], [73.4, 0.7], [73.0, null], [73.3, null]),
    fairgnn: row([27.3, 1.8], [10.3, 1.3], [73.5, 0.6], [73.0, null], [73.4, null]),
    debias: row([26.1, 2.0], [10.6, 1.3], [74.0, 0.7], [73.5, null], [73.8, null]),
    eqgnn: row([26.6, 1.9], [10.6, 1.2], [73.6, 0.6], [73.1, null], [73.4, null]),
    "eqgnn λ=1": row([26.3, 2.2], [9.9, 1.2], [71.4, 1.1], [69.7, null], [70.1, null]),
    unpaired: row([27.3, 2.0], [10.5, null], [73.7, null], [73.2, null], [73.6, null]),
    paired: row([27.0, 2.0], [10.2, null], [73.5, null], [73.0, null], [73.4, null]),
    "permutation/h": row([26.8, 2.0], [9.8, 1.3], [73.4, 0.6], [72.9, null], [73.3, null]),
  },
  "nba raw": {
    gcn: row([30.6, 2.0], [7.9, 1.0], [73.0, 0.6], [72.3, null], [72.7, null]),
    fairgnn: row([32.6, 1.7], [10.4, 1.1], [71.9, 0.9], [70.9, null], [71.4, null]),
    debias: row([28.6, 1.9], [9.3, 0.9], [70.5, 0.7], [68.3, null], [69.1, null]),
    eqgnn: row([25.3, 2.2], [7.1, 0.8], [68.1, 1.4], [64.5, null], [65.3, null]),
    unpaired: row([27.8, 2.2], [9.1, 1.1], [67.6, 1.1], [63.7, null], [64.6, null]),
    paired: row([28.7, 1.8], [8.4, 1.0], [70.4, 0.8], [68.0, null], [68.8, null]),
    "permutation/h": row([31.2, 2.2], [9.4, 1.1], [72.1, 0.8], [71.0, null], [71.4, null]),
  },
} as const;
