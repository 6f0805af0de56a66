import * as tf from "@tensorflow/tfjs-core";
import { affine } from "../operations/affine.js";
import { attention } from "../operations/attention.js";
import { relu as rectify } from "../operations/relu.js";
import { matrixWeight, rowWeight } from "./layer-context.js";
import { defineLayer, plainInput, xavier } from "./layer-definition.js";

/**
 * Attention over a node itself and its neighbours, the heads side by side. W starts Xavier-uniform, and so do the
 * attention vectors, as matrices `[heads, width]`; b at 0.
 */
export const gat = defineLayer({
  kind: "gat",
  forward({ name, heads, negativeSlope }, context) {
    const { input, engine, graph, frozen, relu } = context;
    const weight = matrixWeight(context, `${name}.weight`);
    // What comes out is kept by the attention, and may not be what a memo frees.
    const plain = input.parts.map(({ x, constant = false }) => ({ x, constant }));
    const h = affine([{ parts: plain, matrix: null, weight }], null, { engine, frozen });
    const vectors = {
      source: matrixWeight(context, `${name}.source`),
      target: matrixWeight(context, `${name}.target`),
    };
    const attended = attention(h, vectors, { arcs: graph.arcs(), heads, negativeSlope, frozen });
    const y: tf.Tensor2D = tf.add(attended, rowWeight(context, `${name}.bias`));
    return relu ? rectify(y, { engine }) : y;
  },
  appliesRelu: true,
  firstInput: plainInput,
  start: (_, part, shape) => (part === "bias" ? { constant: 0 } : xavier(shape)),
  running: [],
});
