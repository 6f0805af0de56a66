import type { Graph } from "@evenodds/core";
import { InferenceSession, Tensor } from "onnxruntime-node";

/** Loads an exported file in ONNX Runtime and returns its logits `[N, C]` as a function of the graph. */
export async function loadOnnx(
  bytes: Uint8Array,
  { threads = 2 }: { threads?: number } = {},
): Promise<(graph: Graph) => Promise<Float32Array>> {
  const session = await InferenceSession.create(bytes, { intraOpNumThreads: threads, logSeverityLevel: 3 });
  return async (graph) => {
    const { nodeCount, source, target, features, featureNames } = graph;
    const arcs = BigInt64Array.from([...source, ...target], BigInt);
    const { logits } = await session.run({
      x: new Tensor("float32", features, [nodeCount, featureNames.length]),
      edge_index: new Tensor("int64", arcs, [2, source.length]),
    });
    return logits!.data as Float32Array;
  };
}
