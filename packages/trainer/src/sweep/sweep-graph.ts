import type { DataSplit, TrainingData } from "../training/training-data.js";

/** What a sweep was trained on. */
export interface SweepGraph extends Pick<TrainingData, "name" | "sha256"> {
  /** The split of all its runs, where the graph gives it. Default: each seed draws one. */
  readonly split?: Omit<DataSplit, "parts"> | undefined;
}

/** Returns what the records of a sweep say of its data. */
export function sweepGraph({ name, sha256, split }: TrainingData): SweepGraph {
  if (split === undefined) return { name, sha256 };
  return { name, sha256, split: { from: split.from, sha256: split.sha256 } };
}
