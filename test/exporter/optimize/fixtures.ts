import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Random, type Graph } from "@evenodds/core";
import { onnx } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { loadOnnx } from "../support/run-onnx.js";

/** Reads a model that make.py wrote. */
export function readFixture(name: string): Uint8Array {
  return readFileSync(fileURLToPath(new URL(`../../fixtures/optimize/${name}`, import.meta.url)));
}

/** Decodes a model and says how often each operator stands in its outer graph. */
export function operatorCounts(bytes: Uint8Array): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { opType } of decoded(bytes).graph!.node!) counts[opType!] = (counts[opType!] ?? 0) + 1;
  return counts;
}

export function decoded(bytes: Uint8Array): onnx.ModelProto {
  return onnx.ModelProto.decode(bytes);
}

/** Expects that ONNX Runtime gives the same for both models, within 1e-4 of the largest number. */
export async function expectSameLogits(
  original: Uint8Array,
  optimized: Uint8Array,
  graphs: readonly Graph[],
): Promise<void> {
  const runs = [await loadOnnx(original), await loadOnnx(optimized)] as const;
  for (const graph of graphs) {
    const [expected, found] = [await runs[0](graph), await runs[1](graph)];
    expect(found).to.have.length(expected.length);
    const largest = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
    expected.forEach((value, i) => expect(found[i], `logit ${i}`).to.be.closeTo(value, 1e-4 * largest));
  }
}

/** The same graph with a weight for every arc. */
export function weighted(graph: Graph): Graph {
  const random = Random.of(5, "weights");
  return { ...graph, edgeWeight: Float32Array.from(graph.source, () => random.uniform()) };
}
