import * as tf from "@tensorflow/tfjs-core";
import type { PlacedArcs, ScratchRows } from "./placed-arcs.js";
import { withGradient } from "./with-gradient.js";

/** What each head gives a node for sending and for receiving: s and t, `[K, D]`. */
export interface AttentionVectors {
  readonly source: tf.Tensor2D;
  readonly target: tf.Tensor2D;
}

/** What an attention is computed with. */
export interface AttentionOptions {
  readonly arcs: PlacedArcs;
  /** K. */
  readonly heads: number;
  /** Slope of the LeakyReLU below 0. */
  readonly negativeSlope: number;
  /** Whether s and t are constants to the gradient that is being taken. */
  readonly frozen?: boolean | undefined;
}

/**
 * `y[i, k] = Σ_j α[i, j, k] h[j, k]` in each head k, over i itself and the sources j of the arcs into i, with
 * `α[i, j, k]` the softmax over these j of `LeakyReLU(s_k · h[j, k] + t_k · h[i, k])`. For `h [N, K · D]`, the heads
 * side by side; returns the same shape. An arc that is listed twice counts twice; arcs from i to itself are left out,
 * so that i counts once.
 *
 * Differentiable by h, s and t, or by h alone where the vectors are frozen. Computed outside the engine, the same bits
 * on all of them; copies of h and y and five numbers for each node and head are kept for the gradient, and nothing of
 * the size of the arcs is made. Source: Veličković et al. 2018, equations 3 to 5; PyG's `GATConv`.
 */
export function attention(
  h: tf.Tensor2D,
  { source, target }: AttentionVectors,
  { arcs, heads, negativeSlope, frozen = false }: AttentionOptions,
): tf.Tensor2D {
  const [nodes, columns] = h.shape;
  const { size } = h;
  const sizes = [nodes, heads, columns / heads, negativeSlope] as const;
  const sliceSize = heads > 1 ? size / heads : 0;
  return withGradient(frozen ? [h] : [h, source, target], () => {
    const memory = arcs.memory();
    const given = [read(h), read(source), read(target)] as const;
    const room = roomFor(arcs.incoming);
    const [x, s, t, out, scores, records, slice, work] = memory.place([
      ...given,
      ...[size, nodes * heads, 4 * nodes * heads, sliceSize, 2 * room],
    ] as const);
    const { pointer, column } = arcs.incoming;
    memory.kernels.attention(x, s, t, out, scores, records, slice, work, pointer, column, ...sizes, room);
    const result = memory.floats(out, size);
    const kept = [memory.floats(scores, nodes * heads), memory.floats(records, 4 * nodes * heads)] as const;
    return {
      value: tf.tensor2d(result, h.shape),
      gradFunc: (dy: tf.Tensor2D) => {
        const room = roomFor(arcs.outgoing);
        const [x, s, t, y, upstream, scores, records, dh, ds, dt, changes, slice, work] = memory.place([
          ...[...given, result, read(dy), ...kept],
          ...[size, columns, columns, nodes, sliceSize, 3 * room],
        ] as const);
        const { pointer, column } = arcs.outgoing;
        memory.kernels.attentionGradient(
          ...([x, s, t, y, upstream, scores, records, dh, frozen ? 0 : ds, dt] as const),
          ...([changes, slice, work, pointer, column, ...sizes, room] as const),
        );
        const input = tf.tensor2d(memory.floats(dh, size), h.shape);
        if (frozen) return input;
        const vector = (address: number) => tf.tensor2d(memory.floats(address, columns), source.shape);
        return [input, vector(ds), vector(dt)];
      },
    };
  });
}

function read(tensor: tf.Tensor): Float32Array {
  return tensor.dataSync<"float32">();
}

/** Places for a node and its neighbours, in whole blocks of four. */
function roomFor({ longest }: ScratchRows): number {
  return Math.ceil((longest + 1) / 4) * 4;
}
