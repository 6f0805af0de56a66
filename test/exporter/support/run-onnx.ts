import { InferenceSession, Tensor } from "onnxruntime-node";
import type { WeightedGraph } from "../../support/dense-aggregation.js";

/**
 * Loads an exported file in ONNX Runtime and returns its logits `[N, C]` as a function of the graph. Weights of arcs are fed
 * where the graph has them.
 */
export async function loadOnnx(
  bytes: Uint8Array,
  { threads = 2 }: { threads?: number } = {},
): Promise<(graph: WeightedGraph) => Promise<Float32Array>> {
  const session = await InferenceSession.create(bytes, {
    intraOpNumThreads: threads,
    logSeverityLevel: 3,
    // Threads that spin while they wait take the machine from other tests.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  });
  return async (graph) => {
    const { nodeCount, source, target, features, featureNames, edgeWeight } = graph;
    const arcs = BigInt64Array.from([...source, ...target], BigInt);
    const { logits } = await session.run({
      x: new Tensor("float32", features, [nodeCount, featureNames.length]),
      edge_index: new Tensor("int64", arcs, [2, source.length]),
      ...(edgeWeight === undefined ? {} : { edge_weight: new Tensor("float32", edgeWeight, [edgeWeight.length]) }),
    });
    return logits!.data as Float32Array;
  };
}
