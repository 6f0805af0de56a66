import type { Task } from "../contract/task.js";
import { ownValue } from "../own-value.js";

/** The words with which `plan.json` says what it is. */
export const layerPlanFormat = "evenodds-layers";

/** The version of plans that this evenodds writes and runs. It stands for the arithmetic of the steps as well. */
export const layerPlanVersion = 1;

/** Names of values that are there before the first step. */
export const givenValues = { x: "x", degree: "degree" } as const;

/**
 * Rows that a dense step computes at a time. A runtime may multiply matrices of different sizes in different ways, so
 * that every block has this many: the last one is filled up with zeros.
 */
export const planBlockRows = 1024;

/**
 * A small ONNX file that computes each row of its outputs from the same row of its inputs alone. It is run on
 * `blockRows` rows at a time, with one thread.
 */
export interface DenseStep {
  readonly op: "dense";
  /** Name of the file beside `plan.json`, and its SHA-256. */
  readonly file: string;
  readonly sha256: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** `y[t] = Σ h[s]` over the arcs s → t, or `Σ w h[s]` where `weighted`; zeros where there are none. */
export interface SumStep {
  readonly op: "sum";
  readonly input: string;
  readonly output: string;
  readonly weighted: boolean;
}

/** The largest h[s] over the arcs s → t, column by column; zeros where there are none. */
export interface MaxStep {
  readonly op: "max";
  readonly input: string;
  readonly output: string;
}

/**
 * Head k gives `y_i = Σ_j α_ij h_j` over i itself and the sources j ≠ i of the arcs into i, with α_ij the softmax over
 * these j of `LeakyReLU(a_j + b_i)`: h are the `columns` columns of head k in `features [N, heads · columns]`, a and b
 * its columns in `source` and `target`, `[N, heads]` each.
 */
export interface AttendStep {
  readonly op: "attend";
  readonly features: string;
  readonly source: string;
  readonly target: string;
  readonly heads: number;
  readonly columns: number;
  /** A float32. */
  readonly negativeSlope: number;
  readonly output: string;
}

/** A step along the arcs of a graph. */
export type ArcStep = SumStep | MaxStep | AttendStep;

export type LayerStep = DenseStep | ArcStep;

/** What a plan says of the model that it was cut from. */
export interface PlannedModel {
  /** Of the ONNX file. */
  readonly sha256: string;
  readonly task: Task;
  readonly classes: readonly string[];
  /** Name of the label column. */
  readonly label: string;
  /** Columns of `x`, in order. */
  readonly featureNames: readonly string[];
  /** Whether arcs have weights. */
  readonly edgeWeights: boolean;
}

/**
 * A model cut into steps, which together compute what it computes. Every value is a matrix with one row per node:
 * `x [N, F]` the raw features, `degree [N, 1]` the number of arcs into each node, or the sum of their weights where
 * arcs have weights, and what the steps put out, in their order. `output` is the name of the logits.
 */
export interface LayerPlan {
  readonly format: typeof layerPlanFormat;
  readonly version: typeof layerPlanVersion;
  readonly model: PlannedModel;
  readonly blockRows: number;
  /** Columns of every value, by its name. */
  readonly values: Readonly<Record<string, number>>;
  readonly steps: readonly LayerStep[];
  readonly output: string;
}

/** Returns the columns of a value of a plan: 1 for a `degree` that no step reads. */
export function widthOf({ values }: Pick<LayerPlan, "values">, name: string): number {
  return ownValue(values, name) ?? 1;
}
