import type { Layer, LayerKind } from "@evenodds/core";

/** Kinds of discriminator by the name of their option. */
export const discriminatorNames = ["gcn", "mlp"] as const;
export type DiscriminatorName = (typeof discriminatorNames)[number];

const layerOf = { gcn: "gcn", mlp: "linear" } as const satisfies Readonly<Record<DiscriminatorName, LayerKind>>;

/**
 * The discriminator as data: two layers with a ReLU between. `gcn` sums over neighbours, as the official code does;
 * `mlp` sees every node by itself. The hidden width is half the input, rounded down, at least 1: with `[p, A, Ã, Y, h]`
 * of 2(C + 1) + H columns that is the paper's ⌊C + 1 + H/2⌋.
 */
export function discriminatorLayers(
  name: DiscriminatorName,
  { inputs, outputs }: { readonly inputs: number; readonly outputs: number },
): Layer[] {
  const kind = layerOf[name];
  const hidden = Math.max(1, Math.floor(inputs / 2));
  return [
    { kind, name: "conv1", inputs, outputs: hidden },
    { kind: "relu" },
    { kind, name: "conv2", inputs: hidden, outputs },
  ];
}
