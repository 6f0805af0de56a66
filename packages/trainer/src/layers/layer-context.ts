import type * as tf from "@tensorflow/tfjs-core";
import type { Engine, PlacedMatrix } from "../engines/engine.js";

/** What layers are run with. */
export interface LayerContext {
  readonly engine: Engine;
  /** Â. */
  readonly matrix: PlacedMatrix;
  readonly parameters: ReadonlyMap<string, tf.Tensor>;
  /** Whether the parameters are constants to the gradient that is being taken. */
  readonly frozen?: boolean | undefined;
}
