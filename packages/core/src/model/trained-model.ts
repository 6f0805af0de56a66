/** A dense array of numbers with its shape, row-major. */
export interface NamedWeight {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/**
 * One layer of a classifier, as data. Layers run in the order of their list.
 *
 * - `gcn`: `y = D^-1/2 (A + I) D^-1/2 x W + b` with D the in-degree of A + I. Weights `<name>.weight [in, out]`,
 *   `<name>.bias [out]`.
 * - `linear`: `y = x W + b`, same weight names.
 * - `relu`: `y = max(x, 0)`.
 * - `dropout`: identity in a deployed model; zeroes a share `rate` while training and scales the rest by 1/(1−rate).
 */
export type Layer =
  | { readonly kind: "gcn"; readonly name: string; readonly inputs: number; readonly outputs: number }
  | { readonly kind: "linear"; readonly name: string; readonly inputs: number; readonly outputs: number }
  | { readonly kind: "relu" }
  | { readonly kind: "dropout"; readonly rate: number };

/** How raw features become the input of the first layer: `x' = x · scale + shift` per column, in float32. */
export interface Preprocessing {
  readonly method: "none" | "min-max" | "z-score";
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
  /** Columns of the input, in order. */
  readonly featureNames: readonly string[];
  readonly preprocessing: Preprocessing;
  /** Name of the label column and its classes; column c of the logits is class c. */
  readonly labelName: string;
  readonly classes: readonly string[];
  readonly split: RecordedSplit;
  readonly provenance: Provenance;
}
