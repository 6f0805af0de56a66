import type { Task } from "../contract/task.js";

/** A dense array of numbers with its shape, row-major. */
export interface NamedWeight {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/**
 * One layer of a model, as data. Layers run in the order of their list. Arcs carry messages from source to target, and
 * an arc that is listed k times counts k times.
 *
 * - `gcn`: `y = D^-1/2 (A + I) D^-1/2 x W + b` with D the in-degree of A + I. Weights `<name>.weight [in, out]`,
 *   `<name>.bias [out]`.
 * - `sage`: `y_i = agg_j x_j W + x_i R + b` with the mean or, column by column, the maximum over the sources j of the
 *   arcs into i; zeros where there are none. Weights `<name>.weight [in, out]`, `<name>.root [in, out]`,
 *   `<name>.bias [out]`. Source: Hamilton et al. 2017; PyG's `SAGEConv`.
 * - `gat`: `heads` attentions side by side, each of `out / heads` columns. With `h = x W`, head k gives
 *   `y_i = Σ_j α_ij h_j + b` over i itself and the sources j of the arcs into i (arcs from i to itself are left out, so
 *   that i counts once), with `α_ij` the softmax over these j of `LeakyReLU(s · h_j + t · h_i)` with slope
 *   `negativeSlope` below 0. Weights `<name>.weight [in, out]`, `<name>.source [heads, out / heads]` (s),
 *   `<name>.target` (t, the same shape), `<name>.bias [out]`. Source: Veličković et al. 2018; PyG's `GATConv`.
 * - `gin`: `y = relu(((1 + epsilon) x_i + Σ_j x_j) W₁ + b₁) W₂ + b₂`. Weights `<name>.first.weight [in, hidden]`,
 *   `<name>.first.bias`, `<name>.second.weight [hidden, out]`, `<name>.second.bias`. Source: Xu et al. 2019; PyG's
 *   `GINConv`.
 * - `linear`: `y = x W + b`, weight names as for `gcn`.
 * - `batch-norm`: `y = (x − mean) / √(variance + epsilon) · weight + bias` per column, with the running mean and
 *   variance of training. Weights `<name>.weight`, `<name>.bias`, `<name>.mean`, `<name>.variance`, each `[width]`.
 * - `layer-norm`: `y = (x − mean) / √(variance + epsilon) · weight + bias` per row, with the mean and the (biased)
 *   variance of the row itself. Weights `<name>.weight`, `<name>.bias`, each `[width]`. Source: Ba et al. 2016;
 *   PyTorch's `LayerNorm`.
 * - `relu`: `y = max(x, 0)`.
 * - `leaky-relu`: `y = x` where x ≥ 0, else `negativeSlope · x`.
 * - `elu`: `y = x` where x ≥ 0, else `alpha · (e^x − 1)`. Source: Clevert et al. 2016.
 * - `residual`: `y = x + z` with z an earlier output of the same width.
 * - `jumping-knowledge`: earlier outputs side by side (`concatenate`), or the largest of them column by column (`max`);
 *   x itself counts only where it is listed. Source: Xu et al. 2018; PyG's `JumpingKnowledge`.
 * - `dropout`: identity in a deployed model; zeroes a share `rate` while training and scales the rest by 1/(1−rate).
 *
 * Layers that take earlier outputs name them by number: 0 is the input of the first layer (features after
 * preprocessing), k the output of the k-th layer of the list, which must come before.
 */
export type Layer =
  | { readonly kind: "gcn"; readonly name: string; readonly inputs: number; readonly outputs: number }
  | {
      readonly kind: "sage";
      readonly name: string;
      readonly inputs: number;
      readonly outputs: number;
      readonly aggregation: "mean" | "max";
    }
  | {
      readonly kind: "gat";
      readonly name: string;
      readonly inputs: number;
      readonly outputs: number;
      readonly heads: number;
      readonly negativeSlope: number;
    }
  | {
      readonly kind: "gin";
      readonly name: string;
      readonly inputs: number;
      readonly hidden: number;
      readonly outputs: number;
      readonly epsilon: number;
    }
  | { readonly kind: "linear"; readonly name: string; readonly inputs: number; readonly outputs: number }
  | { readonly kind: "batch-norm"; readonly name: string; readonly width: number; readonly epsilon: number }
  | { readonly kind: "layer-norm"; readonly name: string; readonly width: number; readonly epsilon: number }
  | { readonly kind: "relu" }
  | { readonly kind: "leaky-relu"; readonly negativeSlope: number }
  | { readonly kind: "elu"; readonly alpha: number }
  | { readonly kind: "residual"; readonly from: number }
  | { readonly kind: "jumping-knowledge"; readonly mode: "concatenate" | "max"; readonly from: readonly number[] }
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
  readonly task: Task;
  /** Name of the label column and its classes; empty for a regression. */
  readonly labelName: string;
  readonly classes: readonly string[];
  readonly split: RecordedSplit;
  readonly provenance: Provenance;
}
