import { floatTensor, GraphBuilder, int64Tensor, onnx, toLong, type Value } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { InferenceSession, Tensor } from "onnxruntime-node";

/** Encodes a graph without inputs whose outputs are what `build` returns. */
export function encodeGraph(build: (graph: GraphBuilder) => Readonly<Record<string, Value>>): Uint8Array {
  const graph = new GraphBuilder();
  for (const [name, value] of Object.entries(build(graph))) graph.output(name, { value });
  return onnx.ModelProto.encode({
    irVersion: toLong(8, "IR version"),
    opsetImport: [{ domain: "", version: toLong(18, "opset") }],
    graph: graph.toProto("evaluated"),
  }).finish();
}

/** Runs such a graph and returns each output as shape and numbers. */
export async function evaluate(
  build: (graph: GraphBuilder) => Readonly<Record<string, Value>>,
): Promise<Record<string, { shape: number[]; values: number[] }>> {
  const session = await InferenceSession.create(encodeGraph(build), { logSeverityLevel: 3 });
  const results = await session.run({});
  return Object.fromEntries(
    Object.entries(results).map(([name, tensor]) => [name, { shape: [...tensor.dims], values: numbersOf(tensor) }]),
  );
}

function numbersOf(tensor: Tensor): number[] {
  return Array.from(tensor.data as ArrayLike<number | bigint>, Number);
}

/** An int64 constant, by default of rank 1. */
export const ints = (graph: GraphBuilder, values: number[], sizes?: number[]) =>
  graph.constant(int64Tensor(values, sizes));

/** A float32 constant, by default of rank 1. */
export const floats = (graph: GraphBuilder, values: number[], sizes?: number[]) =>
  graph.constant(floatTensor(Float32Array.from(values), sizes));

/** A test that runs the graph of `build` and expects these outputs, given as shape and numbers. */
export function gives(
  behaviour: string,
  build: (graph: GraphBuilder) => Readonly<Record<string, Value>>,
  expected: Readonly<Record<string, readonly [shape: number[], values: number[]]>>,
): void {
  it(behaviour, async () => {
    const wanted = Object.entries(expected).map(([name, [shape, values]]) => [name, { shape, values }]);
    expect(await evaluate(build)).to.deep.equal(Object.fromEntries(wanted));
  });
}
