import type { JsonShape } from "../notation/find-misfit.js";

/**
 * Every kind of layer that a model can have, in the order in which messages list them. The compiler asks for the
 * options of a new one in {@link LayerOptions}, and for what core, trainer and exporter have to know in their records
 * by {@link LayerKind}.
 */
export const layerKinds = [
  "gcn",
  "sage",
  "gat",
  "gin",
  "linear",
  "batch-norm",
  "layer-norm",
  "relu",
  "leaky-relu",
  "elu",
  "dropout",
  "residual",
  "jumping-knowledge",
] as const;

/** A kind of layer, see {@link Layer}. */
export type LayerKind = (typeof layerKinds)[number];

/** A layer that has weights, by whose name they are kept, and changes the width. */
interface Widening {
  readonly name: string;
  readonly inputs: number;
  readonly outputs: number;
}

/** A layer that has weights and keeps the width. */
interface Normalizing {
  readonly name: string;
  readonly width: number;
  readonly epsilon: number;
}

/** What a layer of each kind says beside its kind, see {@link Layer}. */
export interface LayerOptions {
  readonly gcn: Widening;
  readonly sage: Widening & { readonly aggregation: "mean" | "max" };
  readonly gat: Widening & { readonly heads: number; readonly negativeSlope: number };
  readonly gin: Widening & { readonly hidden: number; readonly epsilon: number };
  readonly linear: Widening;
  readonly "batch-norm": Normalizing;
  readonly "layer-norm": Normalizing;
  readonly relu: object;
  readonly "leaky-relu": { readonly negativeSlope: number };
  readonly elu: { readonly alpha: number };
  readonly dropout: { readonly rate: number };
  readonly residual: { readonly from: number };
  readonly "jumping-knowledge": { readonly mode: "concatenate" | "max"; readonly from: readonly number[] };
}

const widening = { name: "text", inputs: "count", outputs: "count" } as const;
const normalizing = { name: "text", width: "count", epsilon: "number" } as const;

/** What each of these options has to be in a file. */
export const layerShapes = {
  gcn: widening,
  sage: { ...widening, aggregation: { choices: ["mean", "max"] } },
  gat: { ...widening, heads: "count", negativeSlope: "number" },
  gin: { ...widening, hidden: "count", epsilon: "number" },
  linear: widening,
  "batch-norm": normalizing,
  "layer-norm": normalizing,
  relu: {},
  "leaky-relu": { negativeSlope: "number" },
  elu: { alpha: "number" },
  dropout: { rate: "number" },
  residual: { from: "count" },
  "jumping-knowledge": { mode: { choices: ["concatenate", "max"] }, from: { list: "count" } },
} as const satisfies { readonly [Kind in LayerKind]: Readonly<Record<keyof LayerOptions[Kind], JsonShape>> };

/** A layer of one kind. */
export type LayerOf<K extends LayerKind> = { [Kind in K]: { readonly kind: Kind } & LayerOptions[Kind] }[K];

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
export type Layer = LayerOf<LayerKind>;
