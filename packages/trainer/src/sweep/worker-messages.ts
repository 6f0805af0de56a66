import type { Complaint } from "@evenodds/core";
import type { TrainingData } from "../training/training-data.js";
import type { PlannedRun } from "./plan-sweep.js";
import type { SweepRecord } from "./sweep-record.js";

/** What a worker is born with. */
export interface WorkerStart {
  readonly data: TrainingData;
  readonly engineName: string;
}

export type WorkerRequest =
  /** Train this; one at a time. */
  | { readonly kind: "run"; readonly run: PlannedRun }
  /** Stop the run in progress after its epoch. */
  | { readonly kind: "stop" }
  /** No run will come. */
  | { readonly kind: "end" };

export type WorkerAnswer =
  | { readonly kind: "ready"; readonly engine: string }
  | { readonly kind: "no-engine"; readonly code: string; readonly complaint: Complaint }
  | { readonly kind: "record"; readonly record: SweepRecord }
  /** The run was stopped on request and is to be made again. */
  | { readonly kind: "stopped" };
