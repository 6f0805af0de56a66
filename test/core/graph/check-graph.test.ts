import { checkGraph, InputError, type Graph } from "@evenodds/core";
import { expect } from "chai";
import { graphOf } from "../../support/tiny-graphs.js";

describe("checkGraph", () => {
  const graph = graphOf(
    [
      [0, 1],
      [0, 1],
      [1, 0],
      [2, 2],
    ],
    [
      [1, 5],
      [2, 5],
      [3, 5],
      [4, 5],
    ],
  );

  it("counts self loops, duplicates, isolated nodes and constant features", () => {
    expect(checkGraph(graph)).to.deep.equal({
      nodes: 4,
      arcs: 4,
      features: 2,
      selfLoops: 1,
      duplicateArcs: 1,
      isolatedNodes: 2,
      constantFeatures: 1,
      maximumInDegree: 2,
    });
  });

  it("accepts a graph without arcs, and one without features", () => {
    expect(checkGraph(graphOf([], [[1], [2]]))).to.include({ arcs: 0, isolatedNodes: 2, maximumInDegree: 0 });
    expect(checkGraph(graphOf([[0, 1]], [[], []]))).to.include({ features: 0, isolatedNodes: 0 });
  });

  const broken: [string, Partial<Graph>, RegExp][] = [
    [
      "a negative index, which runtimes read as the last node",
      { source: Int32Array.of(0, 0, -1, 2) },
      /source of arc 2.*-1/,
    ],
    ["an index of N", { target: Int32Array.of(1, 1, 0, 4) }, /target of arc 3.*0 to 3.*4/],
    ["weights that are not one for each arc", { edgeWeight: Float32Array.of(1) }, /weights of arcs.*4.*found 1/],
    ["a weight below 0", { edgeWeight: Float32Array.of(1, 1, -0.5, 1) }, /from 0, found -0.5 from "n1" to "n0"/],
    ["a weight that is no number", { edgeWeight: Float32Array.of(1, NaN, 1, 1) }, /from 0, found NaN from "n0"/],
    ["an infinite weight", { edgeWeight: Float32Array.of(1, 1, 1, Infinity) }, /found Infinity from "n2" to "n2"/],
    [
      "attributes that are not a row for each arc",
      { edgeAttributes: { names: ["p", "q"], values: new Float32Array(6) } },
      /attributes of arcs: expected 4 × 2 = 8 values, found 6/,
    ],
    ["attributes without names", { edgeAttributes: { names: [], values: new Float32Array(0) } }, /at least one name/],
    [
      "names of attributes that repeat",
      { edgeAttributes: { names: ["p", "p"], values: new Float32Array(8) } },
      /names of attributes of arcs: expected each once/,
    ],
    [
      "an attribute that is not finite, by ends and column",
      { edgeAttributes: { names: ["p", "q"], values: Float32Array.of(0, 1, 2, -Infinity, 4, 5, 6, 7) } },
      /attribute "q" of arcs: expected finite numbers of 32 bits, found -Infinity from "n0" to "n\d"/,
    ],
    ["ends that do not pair", { source: Int32Array.of(0) }, /1 sources and 4 targets/],
    [
      "a NaN feature, by node and column",
      { features: Float32Array.of(1, 5, 2, NaN, 3, 5, 4, 5) },
      /"f1".*NaN on node "n1"/,
    ],
    [
      "an infinite feature",
      { features: Float32Array.of(-Infinity, 5, 2, 5, 3, 5, 4, 5) },
      /"f0".*-Infinity on node "n0"/,
    ],
    ["features of another size", { features: Float32Array.of(1) }, /4 × 2 = 8.*1/],
    ["repeated ids", { nodeIds: ["a", "b", "a", "c"] }, /"a" more than once/],
    ["repeated feature names", { featureNames: ["x", "x"] }, /"x" more than once/],
    ["missing ids", { nodeIds: ["a"] }, /node ids: expected 4, found 1/],
    ["no nodes", { nodeCount: 0 }, /at least one node/],
  ];
  for (const [what, change, message] of broken) {
    it(`refuses ${what}`, () => expect(() => checkGraph({ ...graph, ...change })).to.throw(InputError, message));
  }
});
