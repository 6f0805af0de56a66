import { ModelError, type Layer, type TrainedModel } from "@evenodds/core";

type WeightedLayer = Extract<Layer, { kind: "gcn" | "linear" }>;

/**
 * Checks that a trained model is whole: known layers whose widths fit each other, the features and the classes; distinct
 * names; every weight there, of the right shape, finite, and used; a scaling of one number per feature.
 *
 * Throws {@link ModelError} naming the layer or weight, what it must be and what it is.
 */
export function checkModel(model: TrainedModel): void {
  checkDistinct("feature names", model.featureNames);
  checkDistinct("classes", model.classes);
  checkLayers(model);
  checkWeights(model);
  checkPreprocessing(model);
}

function checkDistinct(argument: string, names: readonly string[]): void {
  if (new Set(names).size === names.length) return;
  const repeated = names.find((name, i) => names.indexOf(name) < i);
  throw new ModelError({ argument, expected: "each once", found: `${JSON.stringify(repeated)} more than once` });
}

function checkLayers({ layers, featureNames, classes }: TrainedModel): void {
  for (const { kind } of layers) {
    if (["gcn", "linear", "relu", "dropout"].includes(kind)) continue;
    throw new ModelError({ argument: "layer", expected: "gcn, linear, relu or dropout", found: `"${kind}"` });
  }
  const weighted = layers.filter(hasWeights);
  if (weighted.length === 0) {
    throw new ModelError({ argument: "layers", expected: "at least one layer with weights", found: "none" });
  }
  checkDistinct(
    "layer names",
    weighted.map(({ name }) => name),
  );
  let width = featureNames.length;
  for (const { name, inputs, outputs } of weighted) {
    checkSize(`inputs of layer "${name}"`, { expected: width, found: inputs });
    width = outputs;
  }
  checkSize("classes", { expected: width, found: classes.length });
  if (width < 2) {
    throw new ModelError({ argument: "classes", expected: "at least two", found: `${width}` });
  }
}

function checkWeights({ layers, weights }: TrainedModel): void {
  const unused = new Set(weights.keys());
  for (const { name, inputs, outputs } of layers.filter(hasWeights)) {
    checkWeight(weights, { name: `${name}.weight`, shape: [inputs, outputs] });
    checkWeight(weights, { name: `${name}.bias`, shape: [outputs] });
    unused.delete(`${name}.weight`);
    unused.delete(`${name}.bias`);
  }
  for (const name of unused) {
    throw new ModelError({ argument: `weight "${name}"`, expected: "a layer that uses it", found: "none" });
  }
}

function checkWeight(
  weights: TrainedModel["weights"],
  { name, shape }: { name: string; shape: readonly number[] },
): void {
  const argument = `weight "${name}"`;
  const weight = weights.get(name);
  if (weight === undefined) {
    throw new ModelError({ argument, expected: `shape [${shape.join(", ")}]`, found: "no such weight" });
  }
  const fits = weight.shape.length === shape.length && shape.every((size, axis) => size === weight.shape[axis]);
  if (!fits) {
    throw new ModelError({
      argument,
      expected: `shape [${shape.join(", ")}]`,
      found: `[${weight.shape.join(", ")}]`,
    });
  }
  checkSize(`values of ${argument}`, { expected: shape.reduce((a, b) => a * b, 1), found: weight.values.length });
  checkFinite(argument, weight.values);
}

function checkPreprocessing({ preprocessing: { method, scale, shift }, featureNames }: TrainedModel): void {
  if (method === "none") return;
  for (const [name, values] of Object.entries({ scale, shift })) {
    checkSize(`preprocessing ${name}`, { expected: featureNames.length, found: values.length });
    checkFinite(`preprocessing ${name}`, values);
  }
}

function checkSize(argument: string, { expected, found }: { expected: number; found: number }): void {
  if (expected !== found) throw new ModelError({ argument, expected: `${expected}`, found: `${found}` });
}

function checkFinite(argument: string, values: Float32Array): void {
  const at = values.findIndex((value) => !Number.isFinite(value));
  if (at < 0) return;
  throw new ModelError({
    argument,
    expected: "finite numbers",
    found: `${values[at]} at place ${at}`,
    hint: "training may have diverged; try a smaller learning rate",
  });
}

function hasWeights(layer: Layer): layer is WeightedLayer {
  return layer.kind === "gcn" || layer.kind === "linear";
}
