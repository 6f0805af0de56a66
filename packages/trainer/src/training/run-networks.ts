import * as tf from "@tensorflow/tfjs-core";
import type { Engine } from "../engines/engine.js";
import type { RunOptions } from "../layers/layer-context.js";
import { runLayers } from "../layers/run-layers.js";
import type { InputPart } from "../operations/affine.js";
import type { Memo } from "../operations/memo.js";
import { withGradient } from "../operations/with-gradient.js";
import type { Constants } from "./constants.js";
import type { Networks } from "./networks.js";

/** What one forward pass of the classifier gives: `logits` `[N, outputs]`, `hidden` `[N, H]`. */
export interface ClassifierPass {
  readonly logits: tf.Tensor2D;
  /** Null where no discriminator asks for it. */
  readonly hidden: tf.Tensor2D | null;
  /** Logits and predictions off the engine. */
  readonly values: { readonly logits: Float32Array; readonly prediction: Float32Array };
}

/** What the networks run with, the same in every step. */
export interface NetworkContext {
  readonly engine: Engine;
  readonly constants: Constants;
  readonly networks: Networks;
}

/** Runs the classifier on all nodes; with `training` as in a training pass. */
export function runClassifier(
  { engine, constants, networks }: NetworkContext,
  pass: Pick<RunOptions, "training"> & {
    readonly parameters: ReadonlyMap<string, tf.Tensor>;
    readonly wantsHidden: boolean;
    /** Whether a pass before or after this one, until the input forgets, has the same weights. */
    readonly remembers?: boolean;
  },
): ClassifierPass {
  const { remembers = false, ...run } = pass;
  const { graph, task, input } = constants;
  const { wantsHidden } = run;
  const features = remembers ? input.remembering : input.plain;
  const { hidden, output } = runLayers(networks.classifier, features, { engine, graph, ...run });
  const logits = output.dataSync<"float32">();
  return {
    logits: output,
    hidden: wantsHidden ? hidden : null,
    values: { logits, prediction: task.predictions(logits) },
  };
}

/**
 * Runs the discriminator on all nodes, once for every entry of `evidence` (`[N, w]`, or null where it sees the hidden
 * layer alone); returns its logits `[N, outputs]`. Either the classifier's pass is a constant to the gradient that is
 * being taken, or the discriminator's parameters are.
 */
export function runDiscriminator(
  { logits, hidden, values: { prediction } }: ClassifierPass,
  context: NetworkContext & {
    readonly parameters: ReadonlyMap<string, tf.Tensor>;
    readonly evidence: readonly (Float32Array | null)[];
    readonly constant: "pass" | "parameters";
    /** Keeps what the first layer makes of h. */
    readonly memo?: Memo;
  },
): tf.Tensor2D[] {
  const { engine, constants, networks, parameters, evidence, memo } = context;
  const { graph, task, nodeCount } = constants;
  const constant = context.constant === "pass";
  const hiddenParts: InputPart[] = hidden === null ? [] : [{ x: hidden, constant, memo }];
  return evidence.map((columns) => {
    const parts = [...hiddenParts];
    if (columns !== null) {
      const narrow = constant
        ? tf.tensor2d(columns, [nodeCount, columns.length / nodeCount])
        : withValues(logits, {
            columns,
            width: task.predictionWidth,
            gradient: (upstream) => task.predictionGradient(prediction, upstream),
          });
      parts.unshift({ x: narrow, constant });
    }
    return runLayers(networks.discriminator!, { parts }, { engine, graph, parameters, frozen: !constant }).output;
  });
}

/** A function of every row of a tensor whose values were computed outside the engine, side by side with constants. */
interface OutsideValues {
  /** `[N, W]`, row-major; the first `width` columns are the function's values. */
  readonly columns: Float32Array;
  readonly width: number;
  /** Returns the gradient by the input from the one by the values `[N, width]`. */
  readonly gradient: (upstream: Float32Array) => Float32Array;
}

/**
 * Returns `columns` as a tensor `[N, W]` that is differentiable by `x [N, C]`. On narrow tensors one pass over the
 * values takes less time than the engine's operations, and is the same on all engines.
 */
function withValues(x: tf.Tensor2D, { columns, width, gradient }: OutsideValues): tf.Tensor2D {
  const nodes = x.shape[0];
  const all = columns.length / nodes;
  return withGradient([x], () => ({
    value: tf.tensor2d(columns, [nodes, all]),
    gradFunc: (dy: tf.Tensor2D) => {
      const values = dy.dataSync<"float32">();
      const upstream = new Float32Array(nodes * width);
      for (let n = 0; n < nodes; n++) {
        for (let c = 0; c < width; c++) upstream[n * width + c] = values[n * all + c]!;
      }
      return tf.tensor2d(gradient(upstream), x.shape);
    },
  }));
}
