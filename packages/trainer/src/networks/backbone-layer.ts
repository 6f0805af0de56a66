import type { Layer } from "@evenodds/core";

/** Backbones by the name of their option. */
export const backboneNames = ["gcn", "sage-mean", "sage-max", "gat", "gin", "mlp"] as const;
export type BackboneName = (typeof backboneNames)[number];

/** PyG's slope below 0 of the activation in an attention. */
const negativeSlope = 0.2;

/** Returns one layer of a backbone; `mlp` has no edges and is a control. */
export function backboneLayer(
  backbone: BackboneName,
  {
    heads,
    ...layer
  }: { readonly name: string; readonly inputs: number; readonly outputs: number; readonly heads: number },
): Layer {
  switch (backbone) {
    case "gcn":
      return { kind: "gcn", ...layer };
    case "sage-mean":
      return { kind: "sage", ...layer, aggregation: "mean" };
    case "sage-max":
      return { kind: "sage", ...layer, aggregation: "max" };
    case "gat":
      return { kind: "gat", ...layer, heads, negativeSlope };
    case "gin":
      return { kind: "gin", ...layer, hidden: layer.outputs, epsilon: 0 };
    case "mlp":
      return { kind: "linear", ...layer };
  }
}
