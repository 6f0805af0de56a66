import { layerKinds, type Layer, type LayerKind, type LayerOptions } from "./layer.js";

/**
 * What a layer does with weights of arcs: it sums or averages over arcs with them, looks at no arcs, or refuses them,
 * because it compares neighbours or attends to them, where an arc of weight w has no meaning.
 */
export type Weighing = "sums" | "no arcs" | "refuses";

/** What layers of each kind do; where it depends on an option, by the value of that option. */
const weighings: { readonly [Kind in LayerKind]: Weighing | ByOption<LayerOptions[Kind]> } = {
  gcn: "sums",
  sage: { option: "aggregation", weighings: { mean: "sums", max: "refuses" } },
  gat: "refuses",
  gin: "sums",
  linear: "no arcs",
  "batch-norm": "no arcs",
  "layer-norm": "no arcs",
  relu: "no arcs",
  "leaky-relu": "no arcs",
  elu: "no arcs",
  dropout: "no arcs",
  residual: "no arcs",
  "jumping-knowledge": "no arcs",
};

/** An option whose values are words, with what layers of each value do. */
type ByOption<Options> = {
  [Name in keyof Options]: Options[Name] extends string
    ? { readonly option: Name; readonly weighings: Readonly<Record<Options[Name], Weighing>> }
    : never;
}[keyof Options];

interface Form {
  /** In a user's words, such as `gin` or `sage with aggregation mean`. */
  readonly words: string;
  readonly weighing: Weighing;
  readonly is: (layer: Layer) => boolean;
}

const forms: readonly Form[] = layerKinds.flatMap((kind): Form[] => {
  const of: Weighing | { readonly option: string; readonly weighings: Readonly<Record<string, Weighing>> } =
    weighings[kind];
  if (typeof of === "string") return [{ words: kind, weighing: of, is: (layer) => layer.kind === kind }];
  const { option } = of;
  return Object.entries(of.weighings).map(([value, weighing]) => ({
    words: `${kind} with ${option} ${value}`,
    weighing,
    is: (layer) => layer.kind === kind && Object.entries(layer).some(([name, set]) => name === option && set === value),
  }));
});

/** Names of all layers that can have weights of arcs, in words: `gcn, gin, sage with aggregation mean`. */
export const weighableLayers = forms
  .filter(({ weighing }) => weighing === "sums")
  .map(({ words }) => words)
  .sort()
  .join(", ");

/** Returns what a layer does with weights of arcs. */
export function weighingOf(layer: Layer): Weighing {
  return formOf(layer).weighing;
}

/**
 * Returns why layers cannot take weights of arcs: the first of them that refuses weights, in words, or `layer: null`
 * where none looks at arcs. Null where they can.
 */
export function findUnweighable(
  layers: readonly Layer[],
): { readonly layer: Layer; readonly words: string } | { readonly layer: null } | null {
  const layer = layers.find((one) => weighingOf(one) === "refuses");
  if (layer !== undefined) return { layer, words: formOf(layer).words };
  return layers.some((one) => weighingOf(one) === "sums") ? null : { layer: null };
}

function formOf(layer: Layer): Form {
  return forms.find(({ is }) => is(layer))!;
}
