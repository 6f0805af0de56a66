import { ModelError } from "@evenodds/core";
import { optimizeModel } from "@evenodds/exporter";
import { onnx } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { graphOf } from "../support/graphs.js";
import { loadOnnx } from "../support/run-onnx.js";
import { operatorCounts } from "./fixtures.js";
import { handModel, nodeProto, type HandNode, type Steps } from "./hand-model.js";

const add = { reduction: { string: "add" } } as const;
const { FLOAT, INT32 } = onnx.TensorProto.DataType;
const gathered: HandNode = ["Gather", ["x", "source"], "r"];
const perArc: HandNode = ["Unsqueeze", ["edge_weight", "minus_one"], "w"];

// Node 1 receives nodes 0, 2 and itself; node 2 receives node 0 twice; nodes 0 and 3 receive nothing.
const arcs = [
  [0, 1],
  [0, 2],
  [2, 1],
  [0, 2],
  [1, 1],
] as const;
const graph = { ...graphOf(4, { arcs, width: 2 }), features: Float32Array.of(1, 2, 10, 20, 100, 200, 1000, 2000) };
const sums = [0, 0, 111, 222, 2, 4, 0, 0];

/** Expects that the model is rewritten and gives these sums. */
async function expectSums(steps: Steps, expected: number[], edgeWeight?: Float32Array): Promise<void> {
  const { bytes } = optimizeModel(handModel(steps));
  const { ScatterElements, ScatterND = 0 } = operatorCounts(bytes);
  // The tables count in-degrees with one scatter and turn an order round with another.
  expect({ ScatterElements, ScatterND }).to.deep.equal({ ScatterElements: 2, ScatterND: 0 });
  const run = await loadOnnx(bytes);
  expect([...(await run(edgeWeight === undefined ? graph : { ...graph, edgeWeight }))]).to.deep.equal(expected);
}

describe("matchScatter", () => {
  const found: Readonly<Record<string, Steps>> = {
    "rows that are added to their targets": {},
    ScatterND: { index: [], scatter: [["ScatterND", ["zeros", "column", "rows"], "logits", add]] },
    "an axis counted from the end": { rows: [["Gather", ["x", "source"], "rows", { axis: { int: -2 } }]] },
    "rows gathered by GatherND": {
      rows: [
        ["Reshape", ["source", "flat"], "s"],
        ["GatherND", ["x", "s"], "rows"],
      ],
    },
    "zeros by Expand": {
      zeros: [
        ["Shape", ["x"], "x_shape"],
        ["Expand", ["nought", "x_shape"], "zeros"],
      ],
    },
    "a slice of all rows": {
      rows: [gathered, ["Shape", ["r"], "ends"], ["Slice", ["r", "starts", "ends"], "rows"]],
    },
    "indices of another type": {
      column: [
        ["Cast", ["target"], "t", { to: { int: INT32 } }],
        ["Unsqueeze", ["t", "ones"], "column"],
      ],
    },
  };
  for (const [what, steps] of Object.entries(found)) {
    it(`finds ${what}`, () => expectSums(steps, sums));
  }

  const weighted: Readonly<Record<string, [Steps, number[]]>> = {
    "rows times a weight": [{ rows: [gathered, perArc, ["Mul", ["w", "r"], "rows"]] }, [0, 0, 103, 206, 4, 8, 0, 0]],
    "two weights, before and behind the rows": [
      { rows: [gathered, perArc, ["Mul", ["r", "w"], "once"], ["Mul", ["w", "once"], "rows"]] },
      [0, 0, 109, 218, 10, 20, 0, 0],
    ],
    "a weight that is no vector anywhere": [
      { rows: [gathered, perArc, ["Relu", ["w"], "positive"], ["Mul", ["positive", "r"], "rows"]] },
      [0, 0, 103, 206, 4, 8, 0, 0],
    ],
  };
  for (const [what, [steps, expected]] of Object.entries(weighted)) {
    it(`finds ${what}`, () => expectSums(steps, expected, Float32Array.of(3, 1, 1, 3, 0)));
  }

  const left: Readonly<Record<string, [Steps, RegExp]>> = {
    "a maximum": [
      { scatter: [["ScatterElements", ["zeros", "index", "rows"], "logits", { reduction: { string: "max" } }]] },
      /1 where the reduction is max, not add/,
    ],
    "rows that overwrite each other": [
      { scatter: [["ScatterElements", ["zeros", "index", "rows"], "logits"]] },
      /1 where rows overwrite each other .* wrong where nodes have several arcs/,
    ],
    "a sum along the columns": [
      { scatter: [["ScatterElements", ["zeros", "index", "rows"], "logits", { ...add, axis: { int: 1 } }]] },
      /the sum is not along axis 0/,
    ],
    "a sum onto other numbers": [
      { zeros: [], scatter: [["ScatterElements", ["x", "index", "rows"], "logits", add]] },
      /the sum does not start from zeros/,
    ],
    "an index that differs by column": [
      {
        index: [
          ["Concat", ["column", "column"], "both", { axis: { int: 1 } }],
          ["Identity", ["both"], "index"],
        ],
      },
      /the index is not one vector of nodes/,
    ],
    "messages that are computed from rows": [
      { rows: [gathered, ["Relu", ["r"], "rows"]] },
      /messages are not rows of nodes/,
    ],
    "messages with several axes": [
      {
        rows: [gathered, ["Reshape", ["r", "three_axes"], "rows"]],
        zeros: [
          ["Reshape", ["x", "three_axes"], "x3"],
          ["Shape", ["x3"], "x_shape"],
          ["ConstantOfShape", ["x_shape"], "zeros"],
        ],
      },
      /messages have 3 axes/,
    ],
    "sums with another number of rows than there are nodes": [
      {
        zeros: [
          ["Shape", ["target"], "arc_count"],
          ["Concat", ["arc_count", "two"], "sizes", { axis: { int: 0 } }],
          ["ConstantOfShape", ["sizes"], "zeros"],
        ],
      },
      /sources and targets may be nodes of different kinds/,
    ],
  };
  for (const [what, [steps, reason]] of Object.entries(left)) {
    it(`leaves ${what}, and says why`, () => {
      expect(() => optimizeModel(handModel(steps))).to.throw(ModelError, reason);
    });
  }

  it("rewrites one scatter and leaves another of the same model", async () => {
    const steps: Steps = {
      scatter: [
        ["ScatterElements", ["zeros", "index", "rows"], "sum", add],
        ["ScatterElements", ["sum", "index", "rows"], "logits", add],
      ],
    };
    const { bytes, findings } = optimizeModel(handModel(steps));
    expect(findings.rewritten).to.deep.equal([{ pattern: "sum", count: 1 }]);
    expect(findings.left).to.deep.equal([{ reason: "the sum does not start from zeros", count: 1 }]);
    const run = await loadOnnx(bytes);
    expect([...(await run(graph))]).to.deep.equal(sums.map((value) => 2 * value));
  });

  it("leaves a scatter within a branch", () => {
    const branch = (inner: string) =>
      onnx.GraphProto.create({
        name: inner,
        node: [nodeProto(["ScatterElements", ["zeros", "index", "rows"], inner, add])],
        output: [{ name: inner, type: { tensorType: { elemType: FLOAT } } }],
      });
    const branches = { then_branch: { graph: branch("then") }, else_branch: { graph: branch("else") } };
    const bytes = handModel({ scatter: [["If", ["truth"], "logits", branches]] });
    expect(() => optimizeModel(bytes)).to.throw(ModelError, /2 where the place is a branch, a loop or a function/);
  });
});
