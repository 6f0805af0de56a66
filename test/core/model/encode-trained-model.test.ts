import {
  decodeSafetensors,
  decodeTrainedModel,
  encodeSafetensors,
  encodeTrainedModel,
  ModelError,
  type TrainedModel,
} from "@evenodds/core";
import { expect } from "chai";

describe("trained model file", () => {
  const model: TrainedModel = {
    layers: [{ kind: "linear", name: "head", inputs: 2, outputs: 2 }],
    weights: new Map([
      ["head.weight", { shape: [2, 2], values: Float32Array.of(1, 2, 3, 4) }],
      ["head.bias", { shape: [2], values: Float32Array.of(5, 6) }],
    ]),
    featureNames: ["height", "größe, cm"],
    preprocessing: { method: "min-max", scale: Float32Array.of(0.1, 1e-20), shift: Float32Array.of(-1 / 3, 0) },
    task: "classification",
    labelName: "y",
    classes: ["no", "yes"],
    split: { train: "00", validation: "", test: "ff" },
    provenance: {
      tool: "evenodds",
      method: "gcn",
      seed: 1,
      options: { epochs: 3 },
      engine: "wasm",
      graph: { name: "g", sha256: "00" },
      sensitive: null,
      epochs: 3,
    },
  };

  it("reads back an equal model, every float bit by bit", () => {
    expect(decodeTrainedModel(encodeTrainedModel(model), "m")).to.deep.equal(model);
  });

  it("gives equal bytes for equal models", () => {
    expect(encodeTrainedModel(model)).to.deep.equal(encodeTrainedModel(structuredClone(model)));
  });

  it("refuses a safetensors file that holds something else", () => {
    const other = encodeSafetensors(new Map(), { format: "pt" });
    expect(() => decodeTrainedModel(other, "x.safetensors")).to.throw(ModelError, /x.safetensors.*format pt/);
  });

  /** The file with other metadata. */
  function described(change: (description: Record<string, unknown>) => void): Uint8Array {
    const { tensors, metadata } = decodeSafetensors(encodeTrainedModel(model), "m");
    const description = JSON.parse(metadata.get("model")!) as Record<string, unknown>;
    change(description);
    return encodeSafetensors(tensors, { format: metadata.get("format")!, model: JSON.stringify(description) });
  }

  it("refuses metadata that lack something or hold something else, naming the place", () => {
    const head = { kind: "linear", name: "head", inputs: 2, outputs: 2 };
    const wrong: Readonly<Record<string, readonly unknown[]>> = {
      layers: [null, {}, "x"],
      "layers.0": [[null], ["relu"]],
      "layers.0.kind": [[{ name: "head" }]],
      "layers.0.inputs": [[{ ...head, inputs: "2" }], [{ ...head, inputs: -1 }], [{ kind: "linear", name: "head" }]],
      "layers.1.from": [
        [head, { kind: "residual" }],
        [head, { kind: "jumping-knowledge", mode: "max", from: 3 }],
      ],
      edgeWeights: ["yes"],
      "featureNames.1": [["x", 7]],
      "preprocessing.method": [{ method: "log", scale: [], shift: [] }],
      "preprocessing.shift.0": [{ method: "none", scale: [], shift: [null] }],
      task: ["clustering"],
      labelName: [3],
      "classes.0": [[0]],
      "split.test": [{ train: "", validation: "" }],
      "provenance.graph": [{ ...model.provenance, graph: "g" }],
      "provenance.seed": [{ ...model.provenance, seed: null }],
    };
    for (const [path, values] of Object.entries(wrong)) {
      for (const value of values) {
        const file = described((description) => (description[path.split(".")[0]!] = value));
        const place = JSON.stringify(path).replaceAll(".", "\\.");
        expect(() => decodeTrainedModel(file, "m"), `${path}: ${JSON.stringify(value)}`).to.throw(
          ModelError,
          new RegExp(`m: expected a trained model, with .*, found something else at ${place}`),
        );
      }
    }
  });

  it("leaves a kind of layer that it does not know to those who can say what there is", () => {
    const file = described((description) => (description.layers = [{ kind: "lstm", name: "x" }]));
    expect(decodeTrainedModel(file, "m").layers).to.deep.equal([{ kind: "lstm", name: "x" }]);
  });

  it("refuses weights of another type", () => {
    const { metadata } = decodeSafetensors(encodeTrainedModel(model), "m");
    const weights = new Map([["head.bias", { shape: [2], values: Float64Array.of(5, 6) }]]);
    const file = encodeSafetensors(weights, Object.fromEntries(metadata));
    expect(() => decodeTrainedModel(file, "m")).to.throw(ModelError, /weight "head\.bias" of m: expected float32/);
  });
});
