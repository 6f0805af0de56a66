import { ModelError, suggest, type Layer, type NamedWeight, type StoredTensor } from "@evenodds/core";
import { checkModel } from "../check-model.js";
import type { ExportableModel } from "../exportable-model.js";
import { translationOf, outputWidth } from "../layers/translation-of.js";
import type { CardLayer, ModelCard } from "./model-card.js";
import { openStateDict, type StateDict } from "./state-dict.js";

/**
 * Returns the model that a card and the tensors of a PyTorch state dict describe, with the key names of PyTorch
 * Geometric (see docs/import.md). Nothing is known of its training, so it has neither split nor provenance. Weights of
 * other floating-point types become float32.
 *
 * Throws {@link ModelError} naming the key where one is missing, has a wrong shape or is in no layer and not ignored,
 * and for a model that is not whole, see `checkModel`. `name` is that of the file, for messages.
 */
export function importModel(
  tensors: ReadonlyMap<string, StoredTensor>,
  { card, name = "the state dict" }: { readonly card: ModelCard; readonly name?: string | undefined },
): ExportableModel {
  const state = openStateDict(tensors, name);
  passIgnored(state, card.ignore);
  const { layers, weights } = importLayers(card, state);
  checkLeft(state);
  const model: ExportableModel = {
    layers,
    weights,
    featureNames: card.features,
    preprocessing: preprocessingOf(card),
    task: card.task,
    labelName: card.label,
    classes: card.classes,
  };
  checkModel(model);
  return model;
}

function importLayers(
  card: ModelCard,
  state: StateDict,
): { layers: readonly Layer[]; weights: ReadonlyMap<string, NamedWeight> } {
  const layers: Layer[] = [];
  const weights = new Map<string, NamedWeight>();
  const widths = [card.features.length];
  const outputs = earlierOutputs();
  for (const [at, described] of card.layers.entries()) {
    const title = titleOf(described, at);
    const number = (earlier: string | number) => outputs.number(earlier, title);
    const imported = translationOf(described).fromCard(described, { state, inputs: widths.at(-1)!, title, number });
    for (const layer of imported.layers) {
      layers.push(layer);
      widths.push(outputWidth(layer, widths));
    }
    for (const [name, weight] of Object.entries(imported.weights)) weights.set(name, weight);
    outputs.add({ number: layers.length, as: described.as, title });
  }
  return { layers, weights };
}

/** What messages call a layer: its place in the card, from 1, its kind and its key. */
function titleOf(layer: CardLayer, at: number): string {
  return `layer ${at + 1}, ${layer.kind}${"key" in layer ? ` "${layer.key}"` : ""}`;
}

/** An entry stands for the key itself and for all keys that begin with it and a dot. */
function passIgnored(state: StateDict, ignore: readonly string[]): void {
  for (const entry of ignore) {
    const keys = state.left().filter((key) => key === entry || key.startsWith(`${entry}.`));
    if (keys.length === 0) {
      const expected = "keys of the state dict, or what they begin with";
      const hint = suggest(entry, state.left());
      throw new ModelError({ argument: "ignore", expected, found: JSON.stringify(entry), hint });
    }
    keys.forEach(state.pass);
  }
}

function checkLeft(state: StateDict): void {
  const [key, ...more] = state.left();
  if (key === undefined) return;
  throw new ModelError({
    argument: key,
    expected: "a layer of the card that takes it",
    found:
      more.length === 0 ? "none" : `none, and none for ${more.slice(0, 8).join(", ")}${more.length > 8 ? ", …" : ""}`,
    hint: "describe the layer, or list the key under ignore if it plays no part in a prediction",
  });
}

function preprocessingOf({ preprocessing, features }: ModelCard): ExportableModel["preprocessing"] {
  if (preprocessing === undefined) {
    const width = features.length;
    return { method: "none", scale: new Float32Array(width).fill(1), shift: new Float32Array(width) };
  }
  const { method, scale, shift } = preprocessing;
  return { method, scale: Float32Array.from(scale), shift: Float32Array.from(shift) };
}

/** Outputs that later layers of a card can take. */
interface EarlierOutputs {
  /** Adds the output of the next layer of the card, which is the `number`-th of the model. */
  readonly add: (output: { readonly number: number; readonly as: string | undefined; readonly title: string }) => void;
  /**
   * Returns the number in the model of an output that the layer `title` takes. Throws {@link ModelError} for one that
   * does not come before it.
   */
  readonly number: (earlier: string | number, title: string) => number;
}

const features = "features";

/**
 * One layer of a card can be several of the model, so both count for themselves; 0 are the features in either count.
 */
function earlierOutputs(): EarlierOutputs {
  const byPlace = [0];
  const byName = new Map([[features, 0]]);
  return {
    add: ({ number, as, title }) => {
      byPlace.push(number);
      if (as === undefined) return;
      if (byName.has(as)) {
        const expected = "a name that nothing else has";
        throw new ModelError({ argument: `as of ${title}`, expected, found: JSON.stringify(as) });
      }
      byName.set(as, number);
    },
    number: (earlier, title) => {
      const found = typeof earlier === "number" ? byPlace[earlier] : byName.get(earlier);
      if (found !== undefined) return found;
      throw new ModelError({
        argument: `from of ${title}`,
        expected: `"${features}", the name of an earlier layer (as), or a number up to ${byPlace.length - 1}`,
        found: JSON.stringify(earlier),
        hint: typeof earlier === "string" ? suggest(earlier, byName.keys()) : undefined,
      });
    },
  };
}
