import { TileMemory } from "@evenodds/auditor/internal";
import { exactExp, sumScale, type LayerPlan, type LayerStep } from "@evenodds/core";
import { roundHalfEven } from "@evenodds/core/internal";
import { expect } from "chai";
import fc from "fast-check";
import { anyGraph } from "../../exporter/support/graphs.js";
import { bitsOf, runCut } from "./run-cut.js";

/** A plan of one step along arcs, whose result is what is asked for. */
function planOf(
  step: LayerStep,
  { values, edgeWeights = false }: { values: LayerPlan["values"]; edgeWeights?: boolean },
) {
  const model = { sha256: "", task: "regression", classes: [], label: "", featureNames: [], edgeWeights } as const;
  const output = "output" in step ? step.output : "";
  const plan: LayerPlan = { format: "evenodds-layers", version: 1, model, blockRows: 8, values, steps: [step], output };
  return { plan, files: new Map<string, Uint8Array>() };
}

const weightOf = (arc: number) => Math.fround(((arc * 7) % 11) / 3);

/** The rules of the page, number by number, with whole numbers of any size. */
function wholeSum(values: readonly number[], k: number): number {
  return Number(values.reduce((sum, value) => sum + BigInt(roundHalfEven(value * 2 ** k)), 0n));
}

describe("arithmetic of plans", () => {
  const graphs = anyGraph({ width: 2 }).map((graph) => ({
    ...graph,
    // Of many magnitudes, so that sums of floats would depend on their order.
    features: graph.features.map((value, at) => value * 10 ** ((at % 9) - 4)),
  }));
  const arcsInto = (graph: { target: Int32Array }, node: number) =>
    [...graph.target.keys()].filter((arc) => graph.target[arc] === node);

  it("sums as whole numbers of 64 bits, scaled by the largest value and the most arcs", async () => {
    const cut = planOf({ op: "sum", input: "x", output: "y", weighted: false }, { values: { x: 2, y: 2 } });
    await fc.assert(
      fc.asyncProperty(graphs, async (graph) => {
        const nodes = Array.from({ length: graph.nodeCount }, (_, node) => node);
        const count = Math.max(...nodes.map((node) => arcsInto(graph, node).length));
        const column = (c: number) => nodes.map((node) => graph.features[2 * node + c]!);
        const scales = [0, 1].map((c) => sumScale({ largest: Math.max(...column(c).map(Math.abs)), count }));
        const expected = nodes.flatMap((node) =>
          [0, 1].map((c) => {
            const values = arcsInto(graph, node).map((arc) => column(c)[graph.source[arc]!]!);
            return Math.fround(wholeSum(values, scales[c]!) * 2 ** -scales[c]!);
          }),
        );
        expect(bitsOf(await runCut(cut, graph))).to.equal(bitsOf(Float32Array.from(expected)));
      }),
      { numRuns: 20 },
    );
  });

  it("takes the sum of weights for the number of arcs where arcs have weights, in `degree` too", async () => {
    const values = { x: 2, y: 2, degree: 1 };
    const sum = planOf({ op: "sum", input: "x", output: "y", weighted: true }, { values, edgeWeights: true });
    const degreeSum = planOf(
      { op: "sum", input: "degree", output: "y", weighted: true },
      {
        values: { x: 2, y: 1, degree: 1 },
        edgeWeights: true,
      },
    );
    await fc.assert(
      fc.asyncProperty(graphs, async (plain) => {
        const graph = { ...plain, edgeWeight: Float32Array.from(plain.source, (_, arc) => weightOf(arc)) };
        const nodes = Array.from({ length: graph.nodeCount }, (_, node) => node);
        const into = nodes.map((node) => arcsInto(graph, node));
        const k = sumScale({
          largest: Math.max(0, ...graph.edgeWeight),
          count: Math.max(...into.map(({ length }) => length)),
        });
        const degree = into.map((arcs) => Math.fround(wholeSum(arcs.map(weightOf), k) * 2 ** -k));
        const summed = (features: readonly number[][]) => {
          const scales = features[0]!.map((_, c) =>
            sumScale({ largest: Math.max(...features.map((row) => Math.abs(row[c]!))), count: Math.max(...degree) }),
          );
          return into.flatMap((arcs) =>
            scales.map((scale, c) => {
              const products = arcs.map((arc) => weightOf(arc) * features[graph.source[arc]!]![c]!);
              return Math.fround(wholeSum(products, scale) * 2 ** -scale);
            }),
          );
        };
        const rows = nodes.map((node) => [...graph.features.subarray(2 * node, 2 * node + 2)]);
        expect(bitsOf(await runCut(sum, graph))).to.equal(bitsOf(Float32Array.from(summed(rows))));
        const ofDegrees = Float32Array.from(summed(degree.map((one) => [one])));
        expect(bitsOf(await runCut(degreeSum, graph))).to.equal(bitsOf(ofDegrees));
      }),
      { numRuns: 20 },
    );
  });

  it("takes the largest value, zeros without arcs, and -0 for 0", async () => {
    const cut = planOf({ op: "max", input: "x", output: "y" }, { values: { x: 1, y: 1 } });
    const graph = {
      ...{ nodeCount: 4, source: Int32Array.of(0, 1, 2, 3), target: Int32Array.of(3, 3, 1, 0) },
      ...{ features: Float32Array.of(-2, -1, -0, 0.5), featureNames: ["a"], nodeIds: ["0", "1", "2", "3"] },
    };
    const found = await runCut(cut, graph);
    expect(bitsOf(found)).to.equal(bitsOf(Float32Array.of(0.5, 0, 0, -1)));
  });

  it("attends by shares that are float32, and divides whole sums", async () => {
    const heads = 2;
    const step = { op: "attend", features: "x", source: "x", target: "x", heads, columns: 1 } as const;
    const slope = Math.fround(0.2);
    const cut = planOf({ ...step, negativeSlope: slope, output: "y" }, { values: { x: 2, y: 2 } });
    await fc.assert(
      fc.asyncProperty(anyGraph({ width: 2 }), async (graph) => {
        const nodes = Array.from({ length: graph.nodeCount }, (_, node) => node);
        const count = 1 + Math.max(...nodes.map((node) => arcsInto(graph, node).length));
        const x = (node: number, head: number) => graph.features[2 * node + head]!;
        const total = sumScale({ largest: 1, count });
        const scales = [0, 1].map((head) =>
          sumScale({ largest: Math.max(...nodes.map((node) => Math.abs(x(node, head)))), count }),
        );
        const expected = nodes.flatMap((node) =>
          [0, 1].map((head) => {
            const others = arcsInto(graph, node).map((arc) => graph.source[arc]!);
            const attended = [node, ...others.filter((other) => other !== node)];
            const scores = attended.map((other) => {
              const score = Math.fround(x(other, head) + x(node, head));
              return score < 0 ? Math.fround(score * slope) : score;
            });
            const highest = Math.max(...scores);
            const shares = scores.map((score) => exactExp(Math.fround(score - highest)));
            const products = shares.map((share, i) => share * x(attended[i]!, head));
            const sum = wholeSum(products, scales[head]!) * 2 ** -scales[head]!;
            return Math.fround(sum / (wholeSum(shares, total) * 2 ** -total));
          }),
        );
        expect(bitsOf(await runCut(cut, graph))).to.equal(bitsOf(Float32Array.from(expected)));
      }),
      { numRuns: 20 },
    );
  });

  it("has one exp in both languages", () => {
    const { kernels } = new TileMemory(1000);
    fc.assert(
      fc.property(fc.float({ min: -110, max: 0, noNaN: true }), (d) => {
        expect(kernels.exactExp(d)).to.equal(exactExp(d));
      }),
      { numRuns: 3000 },
    );
  });
});
