import type * as tf from "@tensorflow/tfjs-core";
import type { DropoutMask, Engine } from "../engines/engine.js";
import type { InputPart } from "../operations/affine.js";
import type { ColumnStatistics } from "../operations/normalize-batch.js";
import type { PlacedGraph } from "./placed-graph.js";

/** What layers are run with. */
export interface LayerContext {
  readonly engine: Engine;
  readonly graph: PlacedGraph;
  /** Weights by name, see `Layer` of core. */
  readonly parameters: ReadonlyMap<string, tf.Tensor>;
  /** Whether the parameters are constants to the gradient that is being taken. */
  readonly frozen?: boolean | undefined;
}

/** The input of a layer, `[N, in]`, in parts that lie side by side. */
export interface LayerInput {
  readonly parts: readonly InputPart[];
  /**
   * What the layer's aggregation over neighbours makes of the parts, where that is known: a constant input has to be
   * aggregated only once.
   */
  readonly aggregated?: readonly InputPart[] | undefined;
}

/** What differs between a training pass and an evaluation. */
export interface RunOptions {
  /** A training pass: what the dropout layers keep in their order, and where batch statistics go by layer. */
  readonly training?:
    { readonly dropout: readonly DropoutMask[]; readonly statistics: Map<string, ColumnStatistics> } | undefined;
}

/** The weight of a layer by the name of its part. */
export function matrixWeight({ parameters }: LayerContext, name: string): tf.Tensor2D {
  return parameters.get(name) as tf.Tensor2D;
}

/** The bias of a layer by the name of its part. */
export function rowWeight({ parameters }: LayerContext, name: string): tf.Tensor1D {
  return parameters.get(name) as tf.Tensor1D;
}
