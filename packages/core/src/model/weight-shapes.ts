import type { Layer, LayerKind, LayerOf } from "./layer.js";

type Shapes = Readonly<Record<string, readonly number[]>>;

/** Returns the shapes of a layer's weights by name, in the order in which they are stored, see {@link Layer}. */
export function weightShapes(layer: Layer): ReadonlyMap<string, readonly number[]> {
  return new Map(Object.entries(shapesOf(layer)).map(([part, shape]) => [`${nameOf(layer)}.${part}`, shape]));
}

function shapesOf<Kind extends LayerKind>(layer: LayerOf<Kind>): Shapes {
  return partShapes[layer.kind](layer);
}

function nameOf(layer: Layer): string {
  return "name" in layer ? layer.name : "";
}

const none = (): Shapes => ({});
const affine = ({ inputs, outputs }: LayerOf<"gcn" | "linear">): Shapes => ({
  weight: [inputs, outputs],
  bias: [outputs],
});

const partShapes: { readonly [Kind in LayerKind]: (layer: LayerOf<Kind>) => Shapes } = {
  gcn: affine,
  sage: ({ inputs, outputs }) => ({ weight: [inputs, outputs], root: [inputs, outputs], bias: [outputs] }),
  gat: ({ inputs, outputs, heads }) => {
    const perHead = [heads, outputs / heads];
    return { weight: [inputs, outputs], source: perHead, target: perHead, bias: [outputs] };
  },
  gin: ({ inputs, hidden, outputs }) => ({
    "first.weight": [inputs, hidden],
    "first.bias": [hidden],
    "second.weight": [hidden, outputs],
    "second.bias": [outputs],
  }),
  linear: affine,
  "batch-norm": ({ width }) => ({ weight: [width], bias: [width], mean: [width], variance: [width] }),
  "layer-norm": ({ width }) => ({ weight: [width], bias: [width] }),
  relu: none,
  "leaky-relu": none,
  elu: none,
  dropout: none,
  residual: none,
  "jumping-knowledge": none,
};
