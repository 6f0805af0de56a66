import type { Evaluation } from "./evaluate-validation.js";
import type { StepLosses } from "./train-step.js";
import type { EpochRecord } from "./training-result.js";

const columns = [
  "epoch",
  "trainLoss",
  "trainTaskLoss",
  "trainAdversarialLoss",
  "trainCovarianceLoss",
  "discriminatorLoss",
  "validationLoss",
  "validationTaskLoss",
  "validationAccuracy",
  "validationEqualizedOddsDifference",
  "validationRootMeanSquaredError",
] as const satisfies readonly (keyof EpochRecord)[];

/** Returns the record of an epoch. */
export function epochRecord(epoch: number, losses: StepLosses, validation: Evaluation): EpochRecord {
  return {
    epoch,
    trainLoss: losses.total,
    trainTaskLoss: losses.task,
    trainAdversarialLoss: losses.adversarial,
    trainCovarianceLoss: losses.covariance,
    discriminatorLoss: losses.discriminator,
    validationLoss: validation.losses.total,
    validationTaskLoss: validation.losses.task,
    validationAccuracy: validation.accuracy,
    validationEqualizedOddsDifference: validation.gap,
    validationRootMeanSquaredError: validation.rootMeanSquaredError,
  };
}

/** Returns the history as CSV; numbers are written so that they read back bit by bit, null is an empty cell. */
export function formatHistory(history: readonly EpochRecord[]): string {
  const rows = history.map((record) => columns.map((column) => record[column] ?? "").join(","));
  return [columns.join(","), ...rows, ""].join("\n");
}

/** Reads what {@link formatHistory} writes, up to and including `lastEpoch`. */
export function parseHistory(csv: string, lastEpoch: number): EpochRecord[] {
  const rows = csv
    .split("\n")
    .slice(1)
    .filter((row) => row !== "");
  return rows
    .map((row) => {
      const cells = row.split(",").map((cell) => (cell === "" ? null : Number(cell)));
      return Object.fromEntries(columns.map((column, i) => [column, cells[i]])) as unknown as EpochRecord;
    })
    .filter(({ epoch }) => epoch <= lastEpoch);
}
