import type { Layer } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { affine } from "../operations/affine.js";
import { attention } from "../operations/attention.js";
import { relu } from "../operations/relu.js";
import { matrixWeight, rowWeight, type ApplyContext, type LayerInput } from "./layer-context.js";

/** Attention over a node itself and its neighbours; returns `[N, out]`, the heads side by side. */
export function gat(
  { parts }: LayerInput,
  { name, heads, negativeSlope }: Extract<Layer, { kind: "gat" }>,
  context: ApplyContext,
): tf.Tensor2D {
  const { engine, graph, frozen } = context;
  const weight = matrixWeight(context, `${name}.weight`);
  // What comes out is kept by the attention, and may not be what a memo frees.
  const plain = parts.map(({ x, constant = false }) => ({ x, constant }));
  const h = affine([{ parts: plain, matrix: null, weight }], null, { engine, frozen });
  const vectors = {
    source: matrixWeight(context, `${name}.source`),
    target: matrixWeight(context, `${name}.target`),
  };
  const attended = attention(h, vectors, { arcs: graph.arcs(), heads, negativeSlope, frozen });
  const y: tf.Tensor2D = tf.add(attended, rowWeight(context, `${name}.bias`));
  return context.relu === true ? relu(y, { engine }) : y;
}
