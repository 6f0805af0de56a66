import { type Graph, type LayerKind, type LayerOf, type NamedWeight, ModelError, type Layer } from "@evenodds/core";
import type { z } from "zod";
import type { Value } from "../builder/value.js";
import type { ImportContext, ImportedLayers } from "../import/imported-layers.js";
import type { Matrix } from "../import/matrix.js";
import type { TranslationContext } from "./translation-context.js";

/** Where a layer is translated: `x` is the last of `outputs`, which are the model's input and all outputs so far. */
export interface Translation extends TranslationContext {
  readonly x: Value<"float32">;
  readonly outputs: readonly Value<"float32">[];
}

/** What the width of a layer's output depends on. */
export interface WidthContext {
  /** Columns of its input. */
  readonly width: number;
  /** Columns of the features and of the outputs of all layers before it, the last of which is its input. */
  readonly widths: readonly number[];
  readonly checks: LayerChecks;
}

/** What a layer is computed from in float64: `x` is the last of `outputs`; weights by the name of their part. */
export interface ReferenceContext {
  readonly x: Matrix;
  readonly outputs: readonly Matrix[];
  readonly weight: (part: string) => NamedWeight;
  readonly graph: Graph;
}

/** A layer of a card: its kind, and the options that the schema of the kind has. */
export type CardSchema<Kind extends LayerKind> = z.ZodObject<{ kind: z.ZodLiteral<Kind> }>;

/** A layer that a file was written from, or one like it, with its weights by name. */
export interface RecalledLayer<Kind extends LayerKind> {
  readonly layer: LayerOf<Kind>;
  readonly weights: ReadonlyMap<string, NamedWeight>;
}

/** All that export and import have to know about one kind of layer. */
export interface LayerTranslation<Kind extends LayerKind, Card extends CardSchema<Kind> = CardSchema<Kind>> {
  readonly kind: Kind;
  /** Adds the nodes of a layer and returns its output `[N, outputs]`. */
  translate(layer: LayerOf<Kind>, context: Translation): Value<"float32">;
  /** Checks options and input, and returns the width of the output. */
  width(layer: LayerOf<Kind>, context: WidthContext): number;
  /** Numbers of the outputs that the `number`-th layer of a model takes, see `Layer`. */
  takes(layer: LayerOf<Kind>, number: number): readonly number[];
  /** The output by the formula of `Layer`, in float64, arc by arc. */
  reference(layer: LayerOf<Kind>, context: ReferenceContext): Matrix;
  /** Its options in a model card. */
  readonly card: Card;
  /** What the weights alone do not say, by option of the card. */
  readonly cardHints?: Readonly<Record<string, string>>;
  /** Returns what a layer of a card becomes, with its weights taken from the state dict. */
  fromCard(card: z.output<Card>, context: ImportContext): ImportedLayers;
  /** Whether a self loop that is listed means something else to PyG. */
  readonly differsOnLoops: boolean;
  /**
   * Returns a layer with weights that is written as this one was, from the constants that the file has by their names;
   * undefined where one is missing. Only for layers of which other constants are written than their weights.
   */
  recall?(layer: LayerOf<Kind>, constant: (name: string) => Float32Array | undefined): RecalledLayer<Kind> | undefined;
  /** Throws `ModelError` for weights of the right shape with which the formula has no meaning. */
  checkWeights?(layer: LayerOf<Kind>, weights: ReadonlyMap<string, NamedWeight>): void;
}

/** Returns the definition as it is; its types follow from kind and card. */
export function defineTranslation<Kind extends LayerKind, Card extends CardSchema<Kind>>(
  definition: LayerTranslation<Kind, Card>,
): LayerTranslation<Kind, Card> {
  return definition;
}

/** The input of a layer alone, as `takes`. */
export function takesInput(_: unknown, number: number): readonly number[] {
  return [number - 1];
}

/** Checks the inputs of a layer that changes the width, and returns its outputs. */
export function wideningWidth(
  { inputs, outputs }: { readonly inputs: number; readonly outputs: number },
  { width, checks }: WidthContext,
): number {
  checks.same("inputs", { expected: width, found: inputs });
  return outputs;
}

/** Checks the width of a layer that normalizes, and its epsilon; returns the width. */
export function normalizingWidth(
  layer: { readonly width: number; readonly epsilon: number },
  { width, checks }: WidthContext,
): number {
  checks.finite("epsilon", layer.epsilon);
  checks.same("width", { expected: width, found: layer.width });
  return width;
}

/** Checks the number of an earlier output, and returns its width. */
export function earlierWidth(from: number, { widths, checks }: WidthContext): number {
  const width = widths[from];
  const expected = `the number of an output from 0 to ${widths.length - 1}`;
  checks.holds("from", { holds: width !== undefined, expected, found: from });
  return width!;
}

/** Checks of one layer's options; each throws {@link ModelError} naming option and layer. */
interface LayerChecks {
  readonly holds: (option: string, check: { holds: boolean; expected: string; found: string | number }) => void;
  readonly same: (option: string, check: { expected: number; found: number }) => void;
  readonly finite: (option: string, value: number) => void;
}

/** Returns the checks of a layer that is the `number`-th of its model, counted from 1. */
export function layerChecks(layer: Layer, number: number): LayerChecks {
  const name = "name" in layer ? `layer "${layer.name}"` : `${layer.kind}, layer ${number}`;
  const holds: LayerChecks["holds"] = (option, { holds, expected, found }) => {
    if (!holds) throw new ModelError({ argument: `${option} of ${name}`, expected, found: `${found}` });
  };
  return {
    holds,
    same: (option, { expected, found }) => holds(option, { holds: expected === found, expected: `${expected}`, found }),
    finite: (option, value) =>
      holds(option, { holds: Number.isFinite(value), expected: "a finite number", found: value }),
  };
}
