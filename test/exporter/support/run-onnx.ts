import type { Graph } from "@evenodds/core";
import { InferenceSession, Tensor } from "onnxruntime-node";

/**
 * Loads an exported file, its bytes or its path, in ONNX Runtime and returns its logits `[N, C]` as a function of the
 * graph. Weights of arcs are fed where the graph has them.
 */
export async function loadOnnx(
  model: Uint8Array | string,
  { threads = 2 }: { threads?: number } = {},
): Promise<(graph: Graph) => Promise<Float32Array>> {
  const settings = {
    intraOpNumThreads: threads,
    logSeverityLevel: 3,
    // Threads that spin while they wait take the machine from other tests.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  } as const;
  const session = await (typeof model === "string"
    ? InferenceSession.create(model, settings)
    : InferenceSession.create(model, settings));
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
