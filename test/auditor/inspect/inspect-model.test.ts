import { createHash } from "node:crypto";
import { inspectModel } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { expect } from "chai";
import onnxProto from "onnx-proto";
import { buildModel, contract, floats, linearModel, node, scatterModel } from "../../support/onnx-models.js";

describe("inspectModel", () => {
  it("reads versions, inputs, outputs, operators and the number of parameters", () => {
    const bytes = linearModel({ features: 3, classes: 2 });
    const description = inspectModel(bytes);
    expect(description).to.deep.include({
      bytes: bytes.length,
      irVersion: 8,
      opsets: [{ domain: "", version: 18 }],
      producer: "evenodds-tests 1",
      inputs: [
        { name: "x", type: "float32", shape: ["N", 3] },
        { name: "edge_index", type: "int64", shape: [2, "E"] },
      ],
      outputs: [{ name: "logits", type: "float32", shape: ["N", 2] }],
      operators: { MatMul: 1 },
      parameters: 6,
      externalFiles: [],
      racingScatters: 0,
    });
    expect(description.sha256).to.equal(createHash("sha256").update(bytes).digest("hex"));
  });

  it("does not take initializers that older files list as inputs for inputs", () => {
    const parts = contract({ features: 1, classes: 1 });
    const bytes = buildModel({
      ...parts,
      inputs: [...parts.inputs, { name: "W", type: "FLOAT", shape: [1, 1] }],
      nodes: [node("MatMul", { from: ["x", "W"], to: ["logits"] })],
      initializers: [floats("W", [1, 1], [2])],
    });
    expect(inspectModel(bytes).inputs.map(({ name }) => name)).to.deep.equal(["x", "edge_index"]);
  });

  it("counts operators in the branches of an If and sees a ScatterND there", () => {
    const branch = onnxProto.onnx.GraphProto.create({
      name: "then",
      node: [
        node("ScatterND", { from: ["a", "b", "c"], to: ["d"] }, { reduction: "add" }),
        node("Identity", { from: ["d"], to: ["e"] }),
      ],
      output: [{ name: "e" }],
    });
    const choice = {
      opType: "If",
      input: ["condition"],
      output: ["logits"],
      attribute: [{ name: "then_branch", type: onnxProto.onnx.AttributeProto.AttributeType.GRAPH, g: branch }],
    };
    const model = onnxProto.onnx.ModelProto.encode({
      irVersion: 8,
      opsetImport: [{ domain: "", version: 18 }],
      graph: { name: "g", node: [choice], output: [{ name: "logits" }] },
    }).finish();
    expect(inspectModel(model)).to.deep.include({
      operators: { Identity: 1, If: 1, ScatterND: 1 },
      racingScatters: 1,
      outputs: [{ name: "logits", type: "other", shape: null }],
    });
  });

  it("does not warn of a ScatterND that only overwrites", () => {
    const bytes = buildModel({
      ...contract({ features: 1, classes: 1 }),
      nodes: [node("ScatterND", { from: ["x", "i", "u"], to: ["logits"] })],
    });
    expect(inspectModel(bytes).racingScatters).to.equal(0);
    expect(inspectModel(scatterModel({ features: 2 })).racingScatters).to.equal(1);
  });

  const { EXTERNAL } = onnxProto.onnx.TensorProto.DataLocation;
  const external = (place: Record<string, string>, name = "W") => ({
    ...{ name, dims: [2, 2], dataType: onnxProto.onnx.TensorProto.DataType.FLOAT, dataLocation: EXTERNAL },
    externalData: Object.entries(place).map(([key, value]) => ({ key, value })),
  });
  const withTensors = (...initializers: ReturnType<typeof external>[]) =>
    buildModel({
      ...contract({ features: 2, classes: 2 }),
      nodes: [node("MatMul", { from: ["x", "W"], to: ["logits"] })],
      initializers,
    });

  it("lists the files of external data, with the bytes that they need", () => {
    const bytes = withTensors(
      external({ location: "b/model.onnx.data", offset: "4096", length: "16" }),
      external({ location: "b/model.onnx.data", offset: "0", length: "16" }, "V"),
      external({ location: "a.data" }, "U"),
    );
    const externalFiles = [
      { path: "a.data", bytes: 0 },
      { path: "b/model.onnx.data", bytes: 4112 },
    ];
    expect(inspectModel(bytes)).to.deep.include({ externalFiles, parameters: 12 });
  });

  it("finds external data in the attributes of nodes", () => {
    const constant = {
      ...{ opType: "Constant", output: ["W"] },
      attribute: [{ name: "value", type: 4, t: external({ location: "w.data", length: "16" }) }],
    };
    const nodes = [constant, node("MatMul", { from: ["x", "W"], to: ["logits"] })];
    const bytes = buildModel({ ...contract({ features: 2, classes: 2 }), nodes });
    expect(inspectModel(bytes).externalFiles).to.deep.equal([{ path: "w.data", bytes: 16 }]);
  });

  it("refuses external data outside the folder of the model", () => {
    const places = ["../w", "a/../../w", "/etc/passwd", "\\\\host\\w", "..\\w", "C:\\w", "", ".", "a/..", "w\0.data"];
    for (const location of places) {
      expect(() => inspectModel(withTensors(external({ location })), "m.onnx"), location).to.throw(
        ModelError,
        /^m\.onnx: expected a file in the model's folder with the data of tensor "W", found /,
      );
    }
    for (const location of ["w", "a/b/../w", "./w", "..w"]) {
      expect(inspectModel(withTensors(external({ location }))).externalFiles[0]!.path).to.equal(location);
    }
  });

  it("refuses places in external data that are no whole numbers", () => {
    for (const [key, value] of [
      ["offset", "-4"],
      ["length", "1e3"],
      ["offset", "9".repeat(20)],
    ] as const) {
      const broken = withTensors(external({ location: "w", [key]: value }));
      expect(() => inspectModel(broken)).to.throw(ModelError, new RegExp(`whole number as ${key} of tensor "W"`));
    }
  });

  const whole = linearModel({ features: 3, classes: 2 });
  const wrong: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ["no bytes", new Uint8Array(0), /an empty file/],
    ["bytes of another format", new TextEncoder().encode("<!doctype html><p>Not found</p>"), /expected an ONNX file/],
    ["a file that was cut off", whole.subarray(0, whole.length - 20), /cut off/],
    ["a message that is not a model", Uint8Array.of(8, 8), /2 bytes without a model graph/],
    ["a Git LFS pointer", new TextEncoder().encode("version https://git-lfs.github.com/spec/v1\noid"), /git lfs pull/],
  ];
  for (const [what, bytes, message] of wrong) {
    it(`refuses ${what} in one line`, () => {
      expect(() => inspectModel(bytes)).to.throw(ModelError, message);
      expect(() => inspectModel(bytes)).not.to.throw(/\n/);
    });
  }
});
