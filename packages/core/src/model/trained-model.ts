import type { Task } from "../contract/task.js";
import type { Layer } from "./layer.js";

/** A dense array of numbers with its shape, row-major. */
export interface NamedWeight {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** Ways to scale raw features, by the figures that they were fitted to. */
export const scalings = ["none", "min-max", "z-score"] as const;

/** How raw features become the input of the first layer: `x' = x · scale + shift` per column, in float32. */
export interface Preprocessing {
  readonly method: (typeof scalings)[number];
  /** `[F]` */
  readonly scale: Float32Array;
  /** `[F]` */
  readonly shift: Float32Array;
}

/** Which nodes a model has seen, as hashes of their ids (see `hashNodeIds`), so that no id is published with it. */
export interface RecordedSplit {
  /** Sorted 64-bit hashes, 16 hex digits each joined without separator, per part of the split. */
  readonly train: string;
  readonly validation: string;
  readonly test: string;
}

/** Where a model comes from. Everything here is a function of the inputs: no clock, no machine name. */
export interface Provenance {
  readonly tool: string;
  readonly method: string;
  readonly seed: number;
  /** All options of the run, as JSON-serialisable data. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly engine: string;
  /** Name of the graph and SHA-256 over the content that was trained on (see `hashGraph`). */
  readonly graph: { readonly name: string; readonly sha256: string };
  /** The sensitive attribute that training used, or null. */
  readonly sensitive: string | null;
  readonly epochs: number;
}

/** A node classifier as plain data: what the trainer hands to the exporter. */
export interface TrainedModel {
  readonly layers: readonly Layer[];
  readonly weights: ReadonlyMap<string, NamedWeight>;
  /**
   * Whether the arcs that it was trained on had weights (`Graph.edgeWeight`): it is then exported with an input for
   * them, and runs on graphs that have them. Default: false.
   */
  readonly edgeWeights?: boolean | undefined;
  /** Columns of the input, in order. */
  readonly featureNames: readonly string[];
  readonly preprocessing: Preprocessing;
  readonly task: Task;
  /** Name of the label column and its classes; empty for a regression. */
  readonly labelName: string;
  readonly classes: readonly string[];
  readonly split: RecordedSplit;
  readonly provenance: Provenance;
}
