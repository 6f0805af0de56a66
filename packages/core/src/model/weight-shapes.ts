import type { Layer } from "./trained-model.js";

/** Returns the shapes of a layer's weights by name, in the order in which they are stored, see {@link Layer}. */
export function weightShapes(layer: Layer): ReadonlyMap<string, readonly number[]> {
  return new Map(Object.entries(partShapes(layer)).map(([part, shape]) => [`${nameOf(layer)}.${part}`, shape]));
}

function nameOf(layer: Layer): string {
  return "name" in layer ? layer.name : "";
}

function partShapes(layer: Layer): Record<string, readonly number[]> {
  switch (layer.kind) {
    case "gcn":
    case "linear":
      return { weight: [layer.inputs, layer.outputs], bias: [layer.outputs] };
    case "sage": {
      const matrix = [layer.inputs, layer.outputs];
      return { weight: matrix, root: matrix, bias: [layer.outputs] };
    }
    case "gat": {
      const perHead = [layer.heads, layer.outputs / layer.heads];
      return { weight: [layer.inputs, layer.outputs], source: perHead, target: perHead, bias: [layer.outputs] };
    }
    case "gin":
      return {
        "first.weight": [layer.inputs, layer.hidden],
        "first.bias": [layer.hidden],
        "second.weight": [layer.hidden, layer.outputs],
        "second.bias": [layer.outputs],
      };
    case "batch-norm": {
      const row = [layer.width];
      return { weight: row, bias: row, mean: row, variance: row };
    }
    case "layer-norm":
      return { weight: [layer.width], bias: [layer.width] };
    case "relu":
    case "leaky-relu":
    case "elu":
    case "residual":
    case "jumping-knowledge":
    case "dropout":
      return {};
  }
}
