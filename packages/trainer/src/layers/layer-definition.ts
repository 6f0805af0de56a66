import type { LayerKind, LayerOf } from "@evenodds/core";
import type * as tf from "@tensorflow/tfjs-core";
import type { DropoutMask } from "../engines/engine.js";
import type { LayerContext, LayerInput, RunOptions } from "./layer-context.js";
import type { PlacedGraph } from "./placed-graph.js";

/** What one layer is run with. */
export interface ForwardContext extends LayerContext, RunOptions {
  readonly input: LayerInput;
  /** The only part of the input, for layers that do not aggregate. */
  readonly x: tf.Tensor2D;
  /** Whether the ReLU that follows is to be applied in the same pass. */
  readonly relu: boolean;
  /** What the dropout that follows keeps, which a ReLU applies in the same pass. */
  readonly mask: DropoutMask | undefined;
}

/** The form in which a first layer takes features, which are constant and so aggregated only once. */
export interface AggregatedFeatures {
  /** What its aggregation over neighbours makes of them; null where it looks at no neighbours, or at every arc. */
  readonly aggregated: tf.Tensor2D | null;
  /** Whether it takes the features themselves as well. */
  readonly needsOwn: boolean;
}

/** How the entries of a weight start: uniform in ± this number, or all at one value. */
export type Start = number | { readonly constant: number };

/** All that training has to know about one kind of layer. */
export interface LayerDefinition<Kind extends LayerKind> {
  readonly kind: Kind;
  /** Computes the layer; returns `[N, out]`. */
  forward(layer: LayerOf<Kind>, context: ForwardContext): tf.Tensor2D;
  /** Whether `forward` applies the ReLU that follows where it is told to. */
  readonly appliesRelu: boolean;
  /** Puts the features `x [N, F]` into the form in which the layer takes them as the first. */
  firstInput(layer: LayerOf<Kind>, x: tf.Tensor2D, graph: PlacedGraph): AggregatedFeatures;
  /** How a weight starts, by the name of its part and its shape. */
  start(layer: LayerOf<Kind>, part: string, shape: readonly number[]): Start;
  /** Parts of its weights that no gradient moves: they follow the batches. */
  readonly running: readonly string[];
}

/** Returns the definition as it is; its type follows from the kind. */
export function defineLayer<Kind extends LayerKind>(definition: LayerDefinition<Kind>): LayerDefinition<Kind> {
  return definition;
}

/** Features as they are, as `firstInput`. */
export function plainInput(): AggregatedFeatures {
  return { aggregated: null, needsOwn: true };
}

/** The bound of Glorot and Bengio (2010), `√(6 / (in + out))`. */
export function xavier([rows, columns]: readonly number[]): number {
  return Math.sqrt(6 / (rows! + columns!));
}

/** What a layer answers that has no weights. */
export const withoutWeights = { start: (): Start => ({ constant: 0 }), running: [] };
