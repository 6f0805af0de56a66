import { binaryCrossEntropy } from "../losses/binary-cross-entropy.js";
import type { Adversary } from "./adversary.js";

/**
 * The permutation loss: the discriminator sees A and Ã in an order l drawn for every node, and has to tell which. It
 * minimizes the binary cross entropy of l, the classifier that of 1 − l. `hidden` is false in the paper's ablation
 * "permutation/h". Source: EqGNN, section 4.2 and its code.
 */
export function permutation({ hidden }: { readonly hidden: boolean }): Adversary {
  return {
    drawsAttributes: true,
    drawsOrder: true,
    sees: { evidence: true, hidden },
    outputs: 1,
    learnsFrom: "mask",
    blocks: 2,
    shown: ({ sampled, order }, { columns }) => [inOrder(columns, sampled!, order!)],
    loss: (side, [logits], { draw, nodes }) => {
      const flipped = side === "classifier";
      const { value, gradient } = binaryCrossEntropy(logits!, { target: draw.order!, nodes, flipped });
      return { value, gradients: [gradient] };
    },
  };
}

/** `[first, second]`: (A, Ã) on the nodes with l = 0, (Ã, A) on those with l = 1. */
export function inOrder(actual: Float32Array, sampled: Float32Array, order: Uint8Array): [Float32Array, Float32Array] {
  const width = actual.length / order.length;
  const first = actual.slice();
  const second = sampled.slice();
  for (let n = 0; n < order.length; n++) {
    if (order[n] === 0) continue;
    for (let k = n * width; k < (n + 1) * width; k++) {
      first[k] = sampled[k]!;
      second[k] = actual[k]!;
    }
  }
  return [first, second];
}
