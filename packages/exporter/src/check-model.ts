import { ModelError, weightShapes, type Layer, type TrainedModel } from "@evenodds/core";
import type { ExportableModel } from "./exportable-model.js";
import { translationOf, outputWidth } from "./layers/translation-of.js";

/**
 * Checks that a trained model is whole: known layers whose widths fit each other, the features, the task and the
 * classes; distinct names; every weight there, of the right shape, finite, and used; variances that are no divisor of 0
 * or less; a scaling of one number per feature.
 *
 * Throws {@link ModelError} naming the layer or weight, what it must be and what it is.
 */
export function checkModel(model: ExportableModel): void {
  checkDistinct("feature names", model.featureNames);
  checkDistinct("classes", model.classes);
  checkTask(model, { columns: checkLayers(model) });
  checkWeights(model);
  checkPreprocessing(model);
}

function checkDistinct(argument: string, names: readonly string[]): void {
  if (new Set(names).size === names.length) return;
  const repeated = names.find((name, i) => names.indexOf(name) < i);
  throw new ModelError({ argument, expected: "each once", found: `${JSON.stringify(repeated)} more than once` });
}

/** `columns` is the width of the last layer. */
function checkTask({ task, classes }: ExportableModel, { columns }: { columns: number }): void {
  switch (task) {
    case "classification":
      checkSize("classes", { expected: columns, found: classes.length });
      if (columns >= 2) return;
      throw new ModelError({
        argument: "classes",
        expected: "at least two",
        found: `${columns}`,
        hint: "a model with one logit for two classes has the task binary",
      });
    case "binary":
      checkSize("outputs of the last layer of a binary model", { expected: 1, found: columns });
      checkSize("classes of a binary model", { expected: 2, found: classes.length });
      return;
    case "regression":
      checkSize("outputs of the last layer of a regression", { expected: 1, found: columns });
      checkSize("classes of a regression", { expected: 0, found: classes.length });
      return;
    default:
      throw new ModelError({
        argument: "task",
        expected: "classification, binary or regression",
        found: `"${task satisfies never as string}"`,
      });
  }
}

function checkWeights({ layers, weights }: ExportableModel): void {
  const unused = new Set(weights.keys());
  for (const layer of layers) {
    for (const [name, shape] of weightShapes(layer)) {
      checkWeight(weights, { name, shape });
      unused.delete(name);
    }
    translationOf(layer).checkWeights?.(layer, weights);
  }
  for (const name of unused) {
    throw new ModelError({ argument: `weight "${name}"`, expected: "a layer that uses it", found: "none" });
  }
}

function checkWeight(
  weights: ExportableModel["weights"],
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

function checkPreprocessing({ preprocessing: { method, scale, shift }, featureNames }: ExportableModel): void {
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
  let at = 0;
  // A call per value, as of findIndex, takes several times as long, and there can be a billion.
  while (at < values.length && Number.isFinite(values[at]!)) at++;
  if (at === values.length) return;
  throw new ModelError({
    argument,
    expected: "finite numbers",
    found: `${values[at]} at place ${at}`,
    hint: "training may have diverged; try a smaller learning rate",
  });
}

/**
 * Checks that the layers of a model are of known kinds, have names of their own and options in range, that the width of
 * each is what the ones before give, and that none is there in vain. Returns the width of the last one.
 *
 * Throws {@link ModelError} naming the layer, what it must be and what it is.
 */
function checkLayers({ layers, featureNames }: Pick<TrainedModel, "layers" | "featureNames">): number {
  for (const layer of layers) translationOf(layer);
  checkNames(layers);
  const widths = [featureNames.length];
  for (const layer of layers) widths.push(outputWidth(layer, widths));
  checkUse(layers);
  return widths.at(-1)!;
}

function checkNames(layers: readonly Layer[]): void {
  const names = layers.flatMap((layer) => ("name" in layer ? [layer.name] : []));
  if (names.length === 0) {
    throw new ModelError({ argument: "layers", expected: "at least one layer with weights", found: "none" });
  }
  const repeated = names.find((name, i) => names.indexOf(name) < i);
  if (repeated === undefined) return;
  const found = `${JSON.stringify(repeated)} more than once`;
  throw new ModelError({ argument: "layer names", expected: "each once", found });
}

/** Jumping knowledge can pass over outputs, which then nobody reads. */
function checkUse(layers: readonly Layer[]): void {
  const used = new Set([layers.length]);
  for (let number = layers.length; number >= 1; number--) {
    const layer = layers[number - 1]!;
    if (!used.has(number)) {
      throw new ModelError({
        argument: `output of layer ${number}, ${describe(layer)}`,
        expected: "a later layer that takes it",
        found: "none",
      });
    }
    for (const source of translationOf(layer).takes(layer, number)) used.add(source);
  }
}

function describe(layer: Layer): string {
  return "name" in layer ? `"${layer.name}"` : layer.kind;
}
