import type { FeatureKeeper } from "./read-nodes.js";

/** Keeps features of `width` columns in arrays. */
export function featuresInMemory(width: number): FeatureKeeper<Float32Array> {
  const blocks: Float32Array[] = [];
  return {
    add: (block) => blocks.push(block),
    blocks,
    ofNodes: ({ rowOfNode }) => {
      const features = new Float32Array(rowOfNode.length * width);
      return { write: (start, values) => features.set(values, start * width), finish: () => features };
    },
  };
}
