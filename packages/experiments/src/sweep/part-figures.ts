import { permutationTest } from "@evenodds/auditor";
import {
  accuracy,
  balancedAccuracy,
  demographicParityDifference,
  diagonalRecallGap,
  equalizedOddsDifference,
  f1Scores,
  predictionCounts,
  Random,
  type OutcomeCounts,
  maximum,
  minimum,
} from "@evenodds/core";
import type { ErrorSums, FinishedRun, PartOutcome } from "@evenodds/trainer";
import type { FigureName, PartFigureName } from "./sweep-figures.js";

/** Every cell counts, however small, as in the paper. */
const everyCell = { minimumSupport: 1 };

/** Draws of the permutation test whose mean is the noise floor. */
const floorDraws = 1000;

/** Values of figures; null where a figure is undefined, such as a gap without groups. */
export type Figures = Readonly<Partial<Record<FigureName, number | null>>>;

/** Returns the figures of a run on its test nodes whose group is known. */
export function runFigures({
  test,
  seed,
  epochs = null,
}: Pick<FinishedRun, "test" | "seed"> & { readonly epochs?: number | null }): Figures {
  const part = partFigures(test);
  if (test.counts === null) return { ...part, epochs };
  const noiseFloor = permutationTest(test.counts, {
    random: Random.of(seed, "noise floor"),
    draws: floorDraws,
    ...everyCell,
  }).floor;
  return { ...part, noiseFloor, epochs };
}

/** Returns the figures of one part of a split, or of several that were pooled. */
export function partFigures({ counts, errors }: Pick<PartOutcome, "counts" | "errors">): Figures {
  return counts === null ? errorFigures(errors!) : countFigures(counts);
}

function countFigures(counts: OutcomeCounts): Readonly<Record<PartFigureName<"classification">, number | null>> {
  const { macro, weighted } = f1Scores(counts);
  return {
    accuracy: accuracy(counts),
    balancedAccuracy: balancedAccuracy(counts),
    macroF1: macro,
    weightedF1: weighted,
    diagonalRecallGap: diagonalRecallGap(counts, everyCell).value,
    equalizedOddsDifference: equalizedOddsDifference(counts, everyCell).value,
    demographicParityDifference: demographicParityDifference(predictionCounts(counts), everyCell).value,
  };
}

function errorFigures({
  n,
  error,
  absolute,
  squared,
}: ErrorSums): Readonly<Record<PartFigureName<"regression">, number | null>> {
  const nodes = total(n);
  return {
    rootMeanSquaredError: nodes === 0 ? null : Math.sqrt(total(squared) / nodes),
    meanErrorGap: gapOfMeans(error, n),
    meanAbsoluteErrorGap: gapOfMeans(absolute, n),
  };
}

/** The largest difference between the means of two groups; null with fewer than two groups that have nodes. */
function gapOfMeans(sums: readonly number[], n: readonly number[]): number | null {
  const means = sums.flatMap((sum, g) => (n[g]! > 0 ? [sum / n[g]!] : []));
  return means.length < 2 ? null : maximum(means) - minimum(means);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
