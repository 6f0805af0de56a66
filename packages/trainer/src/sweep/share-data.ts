import type { Split } from "@evenodds/core";
import type { TrainingData } from "../training/training-data.js";

/**
 * Returns the same data with every array in memory that threads share, so that handing it to a worker copies names
 * alone. Training only reads them.
 */
export function shareData(data: TrainingData): TrainingData {
  const { graph, nodes, split } = data;
  return {
    ...data,
    graph: {
      ...graph,
      source: shared(graph.source, Int32Array),
      target: shared(graph.target, Int32Array),
      ...(graph.edgeWeight && { edgeWeight: shared(graph.edgeWeight, Float32Array) }),
      ...(graph.edgeAttributes && {
        edgeAttributes: { ...graph.edgeAttributes, values: shared(graph.edgeAttributes.values, Float32Array) },
      }),
      features: shared(graph.features, Float32Array),
    },
    ...(split && { split: { ...split, parts: sharedParts(split.parts) } }),
    nodes: {
      ...nodes,
      label: shared(nodes.label, Int32Array),
      sensitive: nodes.sensitive.map((attribute) => ({ ...attribute, code: shared(attribute.code, Int32Array) })),
      target: nodes.target && { ...nodes.target, value: shared(nodes.target.value, Float64Array) },
    },
  };
}

function sharedParts({ train, validation, test }: Split): Split {
  const [first, second, third] = [train, validation, test].map((part) => shared(part, Int32Array));
  return { train: first!, validation: second!, test: third! };
}

type Numbers = Int32Array | Float32Array | Float64Array;

function shared<T extends Numbers>(values: T, type: new (buffer: SharedArrayBuffer) => T): T {
  const copy = new type(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
