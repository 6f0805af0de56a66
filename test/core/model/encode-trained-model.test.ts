import {
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
});
