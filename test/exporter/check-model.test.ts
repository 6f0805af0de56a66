import { ModelError, type Layer, type Task, type TrainedModel } from "@evenodds/core";
import { checkModel, exportModel } from "@evenodds/exporter";
import { expect } from "chai";
import { gcn, linear, randomModel, twoLayers } from "./support/models.js";

const model = randomModel(twoLayers, { preprocessing: "z-score" });

const one = randomModel([linear("l", 3, 1)]);
const gat = { kind: "gat", name: "g", inputs: 3, outputs: 4, heads: 2, negativeSlope: 0.2 } as const;
const gin = { kind: "gin", name: "i", inputs: 3, hidden: 2, outputs: 4, epsilon: 0 } as const;
const sage = { kind: "sage", name: "s", inputs: 3, outputs: 4, aggregation: "mean" } as const;
const norm = { kind: "batch-norm", name: "n", width: 3, epsilon: 1e-5 } as const;

function jump(mode: string, ...from: number[]): Layer[] {
  return [gcn("a", 3, 4), { kind: "jumping-knowledge", mode: JSON.parse(`"${mode}"`) as "max", from }];
}

function withNorm(variance: number[], epsilon: number): TrainedModel {
  const normed = randomModel([{ ...norm, epsilon }, linear("l", 3, 2)]);
  const weight = { shape: [3], values: Float32Array.from(variance) };
  return { ...normed, featureNames: ["a", "b", "c"], weights: new Map(normed.weights).set("n.variance", weight) };
}

function withWeight(name: string, shape: number[], values: number[]): TrainedModel {
  return { ...model, weights: new Map(model.weights).set(name, { shape, values: Float32Array.from(values) }) };
}

function without(name: string): TrainedModel {
  return { ...model, weights: new Map([...model.weights].filter(([key]) => key !== name)) };
}

describe("checkModel", () => {
  it("accepts whole models of every task and kind of layer", () => {
    const heads = [linear("l", 3, 1)];
    const layers = [gat, { ...gin, inputs: 4 }, { ...sage, inputs: 4 }, linear("l", 4, 2)];
    for (const whole of [
      ...[model, randomModel(layers), withNorm([1, 0, 1], 1e-5)],
      ...[randomModel(heads, { task: "binary" }), randomModel(heads, { task: "regression" })],
    ]) {
      expect(() => checkModel(whole)).not.to.throw();
    }
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
    [
      "a layer of unknown kind",
      { ...model, layers: [...twoLayers, JSON.parse('{"kind":"gatv2"}') as Layer] },
      /"gatv2".*"gat"/,
    ],
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
    ["one column for two classes", { ...one, classes: ["a", "b"] }, /classes: expected 1, found 2/],
    [
      "a binary model of two columns",
      { ...model, task: "binary" },
      /last layer of a binary model: expected 1, found 2/,
    ],
    ["a binary model of three classes", { ...one, task: "binary", classes: ["a", "b", "c"] }, /expected 2, found 3/],
    ["a regression with classes", { ...one, task: "regression" }, /classes of a regression: expected 0, found 1/],
    ["a regression of two columns", { ...model, task: "regression" }, /of a regression: expected 1, found 2/],
    ["an unknown task", { ...model, task: JSON.parse('"ranking"') as Task }, /task: expected class.*found "ranking"/],
    [
      "a number of heads that does not divide the outputs",
      randomModel([{ ...gat, heads: 3 }]),
      /heads of layer "g": expected a divisor of its 4 outputs, found 3/,
    ],
    ["no heads", randomModel([{ ...gat, heads: 0 }]), /heads of layer "g".*found 0/],
    ["a slope that is not a number", randomModel([{ ...gat, negativeSlope: NaN }]), /negativeSlope of layer "g".*NaN/],
    ["an epsilon that is not a number", randomModel([{ ...gin, epsilon: Infinity }]), /epsilon of layer "i".*Infinity/],
    [
      "an aggregation that is unknown",
      randomModel([{ ...sage, aggregation: JSON.parse('"min"') as "max" }]),
      /aggregation of layer "s": expected mean or max, found min/,
    ],
    ["a norm of another width", randomModel([gcn("a", 3, 4), norm]), /width of layer "n": expected 4, found 3/],
    [
      "a residual link from a later layer",
      randomModel([gcn("a", 3, 3), { kind: "residual", from: 2 }]),
      /from of residual, layer 2: expected the number of an output from 0 to 1, found 2/,
    ],
    ["a residual link from nowhere", randomModel([gcn("a", 3, 3), { kind: "residual", from: -1 }]), /found -1/],
    [
      "a residual link of another width",
      randomModel([gcn("a", 3, 4), { kind: "residual", from: 0 }]),
      /width taken of residual, layer 2: expected 4, found 3/,
    ],
    ["jumping knowledge of nothing", randomModel([...jump("max")]), /from of jumping-knowledge.*found none/],
    [
      "the largest of different widths",
      randomModel([...jump("max", 0, 1)]),
      /width taken of jumping-knowledge, layer 2: expected 3, found 4/,
    ],
    ["jumping knowledge of another mode", randomModel([...jump("lstm", 1)]), /mode of.*concatenate or max.*lstm/],
    [
      "a layer whose output nobody takes",
      randomModel([gcn("a", 3, 4), gcn("b", 4, 4), { kind: "jumping-knowledge", mode: "max", from: [1] }]),
      /output of layer 2, "b": expected a later layer that takes it, found none/,
    ],
    [
      "a slope that is not a number, of a layer without a name",
      randomModel([gcn("a", 3, 3), { kind: "leaky-relu", negativeSlope: NaN }]),
      /negativeSlope of leaky-relu, layer 2: expected a finite/,
    ],
    ["an alpha that is not a number", randomModel([gcn("a", 3, 3), { kind: "elu", alpha: Infinity }]), /alpha of elu/],
    [
      "a layer norm of another width",
      randomModel([gcn("a", 3, 4), { ...norm, kind: "layer-norm" }]),
      /width of layer "n": expected 4, found 3/,
    ],
    ["a variance of 0 without epsilon", withNorm([1, 0, 1], 0), /"n.variance": .* found 0 at place 1 with epsilon 0/],
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
