import { InputError } from "@evenodds/core";
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

/**
 * Reads what {@link formatHistory} writes, up to and including `lastEpoch`. Throws {@link InputError}, with `name` as
 * its argument, for another header, and where a row for an epoch is missing or holds anything but numbers.
 */
export function parseHistory(
  csv: string,
  { lastEpoch, name }: { readonly lastEpoch: number; readonly name: string },
): EpochRecord[] {
  const [header, ...rows] = csv.split("\n");
  const refuse = (found: string) =>
    new InputError({ argument: name, expected: `a row for every epoch from 1 to ${lastEpoch}`, found });
  if (header !== columns.join(",")) throw refuse("other columns");
  // What was written after the checkpoint is done again.
  const done = rows.slice(0, lastEpoch);
  if (done.length < lastEpoch) throw refuse(`${done.length} rows`);
  return done.map((row, i) => {
    const cells = row.split(",").map((cell) => (cell === "" ? null : Number(cell)));
    const isNumber = (cell: number | null, column: number) =>
      cell === null || !Number.isNaN(cell) || row.split(",")[column] === "NaN";
    if (cells.length !== columns.length || cells[0] !== i + 1 || !cells.every(isNumber)) {
      throw refuse(`${JSON.stringify(row.slice(0, 60))} in place of epoch ${i + 1}`);
    }
    return Object.fromEntries(columns.map((column, c) => [column, cells[c]])) as unknown as EpochRecord;
  });
}
