import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findingText, inspectModel } from "@evenodds/auditor";
import { expect } from "chai";
import {
  arcConstants,
  arcNodes,
  buildModel,
  contract,
  floats,
  integers,
  node,
  scatterModel,
  type AttributeValue,
} from "../../support/onnx-models.js";

type Node = ReturnType<typeof node>;

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/optimize/${name}`, import.meta.url)));

const constants = [
  ...arcConstants,
  integers("axis0", [1], [0]),
  integers("two", [1], [2]),
  integers("column", [3, 1], [0, 2, 1]),
  integers("doubled", [3, 1], [0, 2, 0]),
  integers("table", [3, 2], [0, 1, 1, 0, 2, 2]),
  floats("rows", [3, 2], [1, 2, 3, 4, 5, 6]),
  floats("ones", [1], [1]),
  floats("nothing", [], [0]),
];

function model(nodes: readonly Node[], options: { opset?: number; attributes?: Record<string, AttributeValue> } = {}) {
  return buildModel({
    ...contract({ features: 2, classes: 2 }),
    nodes: [...arcNodes, ...nodes],
    initializers: constants,
    opset: options.opset ?? 18,
  });
}

const scatter = (
  operator: string,
  from: readonly [data: string, indices: string, updates: string],
  attributes: Record<string, AttributeValue> = {},
) => node(operator, { from, to: ["logits"] }, attributes);

const codes = (bytes: Uint8Array) => inspectModel(bytes).findings.map(({ code }) => code);

describe("findings about a model", () => {
  const wrong: Readonly<Record<string, Uint8Array>> = {
    "ScatterElements of messages": model([scatter("ScatterElements", ["zeros", "index", "messages"], { axis: 0 })]),
    "ScatterElements of opset 11": model([scatter("ScatterElements", ["zeros", "index", "messages"], { axis: 0 })], {
      opset: 11,
    }),
    "Scatter of opset 9": model([scatter("Scatter", ["zeros", "index", "messages"], { axis: 0 })], { opset: 9 }),
    "ScatterND of messages": model([scatter("ScatterND", ["zeros", "targets", "messages"])]),
    "reduction none in words": model([scatter("ScatterND", ["zeros", "targets", "messages"], { reduction: "none" })]),
    "messages onto the features": model([scatter("ScatterND", ["x", "targets", "messages"])]),
    "counts of arcs": model([
      node("Expand", { from: ["ones", "wide"], to: ["counts"] }),
      scatter("ScatterElements", ["zeros", "index", "counts"], { axis: 0 }),
    ]),
    "targets that were sorted": model([
      node("Shape", { from: ["target"], to: ["E"] }),
      {
        ...node("TopK", { from: ["target", "E"], to: ["sorted", "order"] }, { axis: 0 }),
      },
      node("Unsqueeze", { from: ["sorted", "axis1"], to: ["again"] }),
      scatter("ScatterND", ["zeros", "again", "messages"]),
    ]),
    "constant indices that repeat": model([scatter("ScatterND", ["x", "doubled", "rows"])]),
    "a column of constants that repeats": model([
      node("Expand", { from: ["doubled", "two"], to: ["grid"] }),
      scatter("ScatterElements", ["x", "grid", "rows"], { axis: 0 }),
    ]),
    "a matrix of constants that repeats along the axis": model([
      scatter("ScatterElements", ["x", "table", "rows"], { axis: 1 }),
    ]),
  };
  for (const [what, bytes] of Object.entries(wrong)) {
    it(`has an error for ${what}`, () => {
      const { findings } = inspectModel(bytes);
      expect(findings).to.have.length(1);
      expect(findings[0]).to.include({ code: "overwriting-scatter", severity: "error", count: 1 });
      expect(findingText(findings[0]!)).to.match(
        /^1 Scatter(?:Elements|ND)? without a reduction along indices that may repeat/,
      );
      expect(findings[0]!.remedy).to.match(/opset 18.*‘trustScatter’/);
    });
  }

  const fine: Readonly<Record<string, Uint8Array>> = {
    "a sum": model([scatter("ScatterElements", ["zeros", "index", "messages"], { axis: 0, reduction: "add" })]),
    "a largest": model([scatter("ScatterElements", ["zeros", "index", "messages"], { axis: 0, reduction: "max" })]),
    "an assignment to rows that a mask chooses": model([
      node("ReduceSum", { from: ["x", "axis1"], to: ["sums"] }, { keepdims: 0 }),
      node("Greater", { from: ["sums", "nothing"], to: ["mask"] }),
      node("NonZero", { from: ["mask"], to: ["found"] }),
      node("Transpose", { from: ["found"], to: ["chosen"] }),
      node("Squeeze", { from: ["found", "axis0"], to: ["ids"] }),
      node("Gather", { from: ["x", "ids"], to: ["new"] }, { axis: 0 }),
      scatter("ScatterND", ["zeros", "chosen", "new"]),
    ]),
    "an order that is undone": model([
      node("ReduceSum", { from: ["x", "axis1"], to: ["sums"] }, { keepdims: 0 }),
      node("Shape", { from: ["sums"], to: ["N"] }),
      node("TopK", { from: ["sums", "N"], to: ["best", "order"] }, { axis: 0 }),
      node("Gather", { from: ["x", "order"], to: ["ranked"] }, { axis: 0 }),
      node("Unsqueeze", { from: ["order", "axis1"], to: ["places"] }),
      scatter("ScatterND", ["zeros", "places", "ranked"]),
    ]),
    "one place per row": model([
      node("ArgMax", { from: ["x"], to: ["best"] }, { axis: 1 }),
      node("ReduceMax", { from: ["x", "axis1"], to: ["top"] }),
      scatter("ScatterElements", ["zeros", "best", "top"], { axis: 1 }),
    ]),
    "constant indices without repeats": model([scatter("ScatterND", ["x", "column", "rows"])]),
    "a column of constants without repeats": model([
      node("Expand", { from: ["column", "two"], to: ["grid"] }),
      scatter("ScatterElements", ["x", "grid", "rows"], { axis: 0 }),
    ]),
    "rows that a range counts": model([
      node("Gather", { from: ["size", "zero"], to: ["N"] }, { axis: 0 }),
      node("Range", { from: ["zero", "N", "one"], to: ["counted"] }),
      node("Unsqueeze", { from: ["counted", "axis1"], to: ["places"] }),
      scatter("ScatterND", ["zeros", "places", "x"]),
    ]),
    "weights of self loops, which start from 1": model([
      {
        ...node("ConstantOfShape", { from: ["size"], to: ["full"] }, { value: { tensor: floats("", [1], [1]) } }),
      },
      scatter("ScatterND", ["full", "targets", "messages"]),
    ]),
    "truth values": model([
      node("Cast", { from: ["zeros"], to: ["unmarked"] }, { to: 9 }),
      node("Cast", { from: ["messages"], to: ["marks"] }, { to: 9 }),
      node("ScatterND", { from: ["unmarked", "targets", "marks"], to: ["marked"] }),
      node("Cast", { from: ["marked"], to: ["logits"] }, { to: 1 }),
    ]),
  };
  for (const [what, bytes] of Object.entries(fine)) {
    it(`has none for ${what}`, () => {
      expect(codes(bytes)).to.deep.equal([]);
    });
  }

  it("has none for what exporters write, but where they forget to add", () => {
    for (const name of [
      "gcn-script",
      "gcn-weighted-script",
      "gcn-dynamo",
      "gat-script",
      "gin-script",
      "sage-max-dynamo",
      "sage-mean-script",
    ]) {
      expect(codes(fixture(`${name}.onnx`)), name).to.deep.equal([]);
    }
    expect(inspectModel(fixture("gcn-script-opset14.onnx")).findings.map(findingText).join()).to.match(
      /^4 ScatterElements without/,
    );
    expect(codes(fixture("index-put-script.onnx"))).to.deep.equal(["overwriting-scatter"]);
    expect(codes(fixture("index-put-dynamo.onnx"))).to.deep.equal(["racing-scatter"]);
  });

  it("has none for the models of evenodds, whose tables are built by scatters of positions", () => {
    const path = fileURLToPath(new URL("../../../models/nba-eqgnn/model.onnx", import.meta.url));
    expect(codes(readFileSync(path))).to.deep.equal([]);
  });

  it("finds them in branches, loops and local functions", () => {
    const branch = {
      name: "branch",
      node: [node("ScatterND", { from: ["zeros", "targets", "messages"], to: ["inside"] })],
      output: [{ name: "inside", type: { tensorType: { elemType: 1 } } }],
    };
    const choice = node(
      "If",
      { from: ["any"], to: ["logits"] },
      {
        then_branch: { graph: branch },
        else_branch: { graph: { ...branch, node: [node("Identity", { from: ["x"], to: ["inside"] })] } },
      },
    );
    expect(codes(model([node("Cast", { from: ["size"], to: ["any"] }, { to: 9 }), choice]))).to.deep.equal([
      "overwriting-scatter",
    ]);
    const called = buildModel({
      ...contract({ features: 2, classes: 2 }),
      nodes: [...arcNodes, node("local:Sum", { from: ["zeros", "targets", "messages"], to: ["logits"] })],
      initializers: constants,
      domains: { local: 1 },
      functions: [
        {
          ...{ name: "Sum", domain: "local", input: ["a", "b", "c"], output: ["d"] },
          opsetImport: [{ domain: "", version: 18 }],
          node: [node("ScatterND", { from: ["a", "b", "c"], to: ["d"] })],
        },
      ],
    });
    expect(codes(called)).to.deep.equal(["overwriting-scatter"]);
  });

  it("warns of sums in 16 bits, of random operators and of training mode, and tells what is avoided", () => {
    const half = model([
      node("Cast", { from: ["zeros"], to: ["z16"] }, { to: 10 }),
      node("Cast", { from: ["messages"], to: ["m16"] }, { to: 10 }),
      node("ScatterElements", { from: ["z16", "index", "m16"], to: ["s16"] }, { axis: 0, reduction: "add" }),
      node("Cast", { from: ["s16"], to: ["logits"] }, { to: 1 }),
    ]);
    expect(codes(half)).to.deep.equal(["half-precision-sum"]);
    expect(codes(model([node("RandomNormalLike", { from: ["x"], to: ["logits"] })]))).to.deep.equal([
      "random-operator",
    ]);
    const dropping = {
      ...node(
        "Constant",
        { from: [], to: ["training"] },
        { value: { tensor: { dims: [], dataType: 9, int32Data: [1] } } },
      ),
    };
    expect(codes(model([dropping, node("Dropout", { from: ["x", "", "training"], to: ["logits"] })]))).to.deep.equal([
      "random-operator",
    ]);
    expect(codes(model([node("Dropout", { from: ["x"], to: ["logits"] })]))).to.deep.equal([]);
    const training = node(
      "BatchNormalization",
      { from: ["x", "s", "b", "m", "v"], to: ["logits", "mean", "var"] },
      { training_mode: 1 },
    );
    expect(codes(model([training]))).to.deep.equal(["training-mode"]);
    expect(inspectModel(scatterModel({ features: 2 })).findings).to.deep.include.members([
      {
        code: "racing-scatter",
        severity: "handled",
        count: 1,
        what: "ScatterND with a reduction: ONNX Runtime loses updates when several CPU threads share it",
        remedy: "evenodds runs the model on one CPU thread; others have to do so too",
      },
    ]);
  });
});

describe("division by zero", () => {
  const dividing = (operator: string, divisor: readonly number[], type: "INT64" | "FLOAT" = "INT64") =>
    inspectModel(
      buildModel({
        ...contract({ features: 2, classes: 2 }),
        nodes: [
          node(operator, { from: [type === "INT64" ? "edge_index" : "x", "divisor"], to: ["divided"] }),
          node("Identity", { from: ["x"], to: ["logits"] }),
        ],
        initializers: [type === "INT64" ? integers("divisor", [], divisor) : floats("divisor", [], divisor)],
      }),
    ).findings.map(({ code, severity }) => `${code} ${severity}`);

  it("is an error where whole numbers are divided by a constant 0, which ends ONNX Runtime", () => {
    for (const operator of ["Div", "Mod", "SplitToSequence"]) {
      expect(dividing(operator, [0]), operator).to.deep.equal(["division-by-zero error"]);
      expect(dividing(operator, [1]), operator).to.deep.equal([]);
    }
    expect(dividing("Div", [0], "FLOAT"), "infinite, not an end").to.deep.equal([]);
  });
});
