import type { Layer } from "@evenodds/core";

/**
 * The discriminator as data: two graph convolutions with a ReLU between, to one logit per node. The hidden width is half
 * the input, rounded down: with `[p, A, Ã, Y, h]` of 2(C + 1) + H columns that is the paper's ⌊C + 1 + H/2⌋.
 */
export function gcnDiscriminator(inputs: number): Layer[] {
  const hidden = Math.floor(inputs / 2);
  return [
    { kind: "gcn", name: "conv1", inputs, outputs: hidden },
    { kind: "relu" },
    { kind: "gcn", name: "conv2", inputs: hidden, outputs: 1 },
  ];
}
