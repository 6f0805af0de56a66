import type { Layer, NamedWeight } from "@evenodds/core";
import type { StateDict } from "./state-dict.js";

/** What one layer of a card becomes: usually one layer, with its weights by name. */
export interface ImportedLayers {
  readonly layers: readonly Layer[];
  readonly weights: Readonly<Record<string, NamedWeight>>;
}

/** Where a layer of a card is imported. */
export interface ImportContext {
  readonly state: StateDict;
  /** Columns of its input. */
  readonly inputs: number;
  /** What messages call it. */
  readonly title: string;
  /** Returns the number of an earlier output that the card names. */
  readonly number: (earlier: string | number) => number;
}

/** Takes a weight `[outputs, inputs]` of `torch.nn.Linear` and returns it as `[inputs, outputs]`. */
export function takeMatrix({ state, inputs, title }: ImportContext, key: string, outputs?: number): NamedWeight {
  const { shape, values } = state.take(key, { shape: [outputs ?? null, inputs], layer: title });
  const rows = shape[0]!;
  return { shape: [inputs, rows], values: transposed(values, { rows, columns: inputs }) };
}

/** Goes square by square: by rows of either matrix, a large one would miss the processor's cache at every number. */
function transposed(values: Float32Array, { rows, columns }: { rows: number; columns: number }): Float32Array {
  const turned = new Float32Array(values.length);
  const side = 64;
  for (let top = 0; top < rows; top += side) {
    const bottom = Math.min(top + side, rows);
    for (let left = 0; left < columns; left += side) {
      const right = Math.min(left + side, columns);
      for (let column = left; column < right; column++) {
        for (let row = top; row < bottom; row++) turned[column * rows + row] = values[row * columns + column]!;
      }
    }
  }
  return turned;
}

/** Takes one number per column; zeros where the card says that there is none. */
export function takeRow(
  { state, title }: ImportContext,
  key: string,
  { width, exists = true, otherwise = 0 }: { width: number; exists?: boolean; otherwise?: number },
): NamedWeight {
  if (!exists) return { shape: [width], values: new Float32Array(width).fill(otherwise) };
  return state.take(key, { shape: [width], layer: title });
}
