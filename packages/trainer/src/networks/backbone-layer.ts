import type { Layer } from "@evenodds/core";

/** Backbones by the name of their option. */
export const backboneNames = ["gcn", "sage-mean", "sage-max", "gat", "gin", "mlp"] as const;
export type BackboneName = (typeof backboneNames)[number];

/** A layer without what tells its backbone. */
interface LayerShape {
  readonly name: string;
  readonly inputs: number;
  readonly outputs: number;
}

/** PyG's slope below 0 of the activation in an attention. */
const negativeSlope = 0.2;

interface Backbone {
  /** Whether its layers have attention heads, which share their width. */
  readonly hasHeads: boolean;
  readonly layer: (shape: LayerShape, heads: number) => Layer;
}

/** Every backbone; `mlp` has no edges and is a control. */
const backbones: Readonly<Record<BackboneName, Backbone>> = {
  gcn: { hasHeads: false, layer: (shape) => ({ kind: "gcn", ...shape }) },
  "sage-mean": { hasHeads: false, layer: (shape) => ({ kind: "sage", ...shape, aggregation: "mean" }) },
  "sage-max": { hasHeads: false, layer: (shape) => ({ kind: "sage", ...shape, aggregation: "max" }) },
  gat: { hasHeads: true, layer: (shape, heads) => ({ kind: "gat", ...shape, heads, negativeSlope }) },
  gin: { hasHeads: false, layer: (shape) => ({ kind: "gin", ...shape, hidden: shape.outputs, epsilon: 0 }) },
  mlp: { hasHeads: false, layer: (shape) => ({ kind: "linear", ...shape }) },
};

/** Returns one layer of a backbone. */
export function backboneLayer(
  backbone: BackboneName,
  { heads, ...shape }: LayerShape & { readonly heads: number },
): Layer {
  return backbones[backbone].layer(shape, heads);
}

/** Whether the layers of a backbone have attention heads; without them `heads` has no meaning. */
export function hasHeads(backbone: BackboneName): boolean {
  return backbones[backbone].hasHeads;
}
