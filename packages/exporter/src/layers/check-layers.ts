import { ModelError, type Layer, type TrainedModel } from "@evenodds/core";
import { definitionOf, outputWidth } from "./layers.js";

/**
 * Checks that the layers of a model are of known kinds, have names of their own and options in range, that the width of
 * each is what the ones before give, and that none is there in vain. Returns the width of the last one.
 *
 * Throws {@link ModelError} naming the layer, what it must be and what it is.
 */
export function checkLayers({ layers, featureNames }: Pick<TrainedModel, "layers" | "featureNames">): number {
  for (const layer of layers) definitionOf(layer);
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
    for (const source of definitionOf(layer).takes(layer, number)) used.add(source);
  }
}

function describe(layer: Layer): string {
  return "name" in layer ? `"${layer.name}"` : layer.kind;
}
