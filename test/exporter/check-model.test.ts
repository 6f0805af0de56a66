import { ModelError, type Layer, type TrainedModel } from "@evenodds/core";
import { checkModel, exportModel } from "@evenodds/exporter";
import { expect } from "chai";
import { gcn, linear, randomModel, twoLayers } from "./support/models.js";

const model = randomModel(twoLayers, { preprocessing: "z-score" });

function withWeight(name: string, shape: number[], values: number[]): TrainedModel {
  return { ...model, weights: new Map(model.weights).set(name, { shape, values: Float32Array.from(values) }) };
}

function without(name: string): TrainedModel {
  return { ...model, weights: new Map([...model.weights].filter(([key]) => key !== name)) };
}

describe("checkModel", () => {
  it("accepts a whole model", () => {
    expect(() => checkModel(model)).not.to.throw();
  });

  const scaling = { method: "z-score", scale: Float32Array.of(1, 1, 1), shift: Float32Array.of(0, 0, 0) } as const;
  const faults: [string, TrainedModel, RegExp][] = [
    ["a weight that is missing", without("second.bias"), /weight "second.bias": expected shape \[2\], found no such/],
    [
      "a weight of another shape",
      withWeight("second.bias", [3], [1, 2, 3]),
      /"second.bias": expected shape \[2\], found \[3\]/,
    ],
    ["a weight of another rank", withWeight("second.bias", [2, 1], [1, 2]), /expected shape \[2\], found \[2, 1\]/],
    [
      "fewer values than the shape holds",
      withWeight("second.bias", [2], [1]),
      /values of weight "second.bias": expected 2, found 1/,
    ],
    [
      "a weight that is not a number",
      withWeight("second.bias", [2], [1, NaN]),
      /"second.bias": expected finite .*NaN at place 1/,
    ],
    ["a weight that is infinite", withWeight("second.bias", [2], [-Infinity, 1]), /-Infinity at place 0/],
    ["a weight of no layer", withWeight("third.bias", [2], [1, 2]), /"third.bias": expected a layer that uses it/],
    ["a layer of unknown kind", { ...model, layers: [...twoLayers, JSON.parse('{"kind":"gat"}') as Layer] }, /"gat"/],
    ["no layer with weights", { ...randomModel([{ kind: "relu" }]), classes: ["a", "b"] }, /at least one layer/],
    [
      "widths that do not meet",
      randomModel([gcn("a", 3, 4), linear("b", 5, 2)]),
      /inputs of layer "b": expected 4, found 5/,
    ],
    ["two layers of one name", randomModel([gcn("a", 3, 3), gcn("a", 3, 3)]), /layer names.*"a" more than once/],
    [
      "another number of features",
      { ...model, featureNames: ["a", "b"] },
      /inputs of layer "first": expected 2, found 3/,
    ],
    ["a feature twice", { ...model, featureNames: ["a", "b", "a"] }, /feature names.*"a" more than once/],
    ["another number of classes", { ...model, classes: ["a", "b", "c"] }, /classes: expected 2, found 3/],
    ["a class twice", { ...model, classes: ["a", "a"] }, /classes.*"a" more than once/],
    ["one class", randomModel([linear("l", 3, 1)]), /classes: expected at least two, found 1/],
    [
      "a scaling of another length",
      { ...model, preprocessing: { ...scaling, scale: Float32Array.of(1) } },
      /preprocessing scale: expected 3, found 1/,
    ],
    [
      "a scaling that is not finite",
      { ...model, preprocessing: { ...scaling, shift: Float32Array.of(0, NaN, 0) } },
      /preprocessing shift.*NaN/,
    ],
  ];
  for (const [fault, broken, message] of faults) {
    it(`refuses ${fault}`, () => {
      expect(() => checkModel(broken)).to.throw(ModelError, message);
      expect(() => exportModel(broken)).to.throw(ModelError, message);
    });
  }

  it("does not look at the scaling where the method is none", () => {
    const none = { method: "none", scale: new Float32Array(0), shift: new Float32Array(0) } as const;
    expect(() => checkModel({ ...model, preprocessing: none })).not.to.throw();
  });
});
