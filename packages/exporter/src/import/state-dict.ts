import { ModelError, suggest, type NamedWeight, type StoredTensor } from "@evenodds/core";

/** The tensors of a file by the keys of PyTorch, handed out one by one so that none is forgotten. */
export interface StateDict {
  readonly has: (key: string) => boolean;
  /**
   * Returns a tensor as float32, not a copy where it is that, and marks it as used. Sizes that are free are null.
   * `layer` is who asks, for the message. Throws {@link ModelError} naming the key where it is missing, has another
   * shape, or holds whole numbers.
   */
  readonly take: (
    key: string,
    request: { readonly shape: readonly (number | null)[]; readonly layer: string },
  ) => NamedWeight;
  /** Marks a tensor as used that says nothing about what the model computes. */
  readonly pass: (key: string) => void;
  /** Keys that nobody took. */
  readonly left: () => string[];
}

/** Opens the tensors of the file `name`. */
export function openStateDict(tensors: ReadonlyMap<string, StoredTensor>, name: string): StateDict {
  const left = new Set(tensors.keys());
  return {
    has: (key) => tensors.has(key),
    take: (key, { shape, layer }) => {
      const argument = `${key} of ${layer}`;
      const sizes = `[${shape.map((size) => size ?? "any").join(", ")}]`;
      const tensor = tensors.get(key);
      if (tensor === undefined) {
        const expected = `a tensor of shape ${sizes}`;
        const found = `no such key in ${name}`;
        throw new ModelError({ argument, expected, found, hint: suggest(key, tensors.keys()) });
      }
      const fits =
        tensor.shape.length === shape.length && shape.every((size, i) => size === null || size === tensor.shape[i]);
      if (!fits) {
        throw new ModelError({ argument, expected: `shape ${sizes}`, found: `[${tensor.shape.join(", ")}]` });
      }
      if (tensor.values instanceof Int32Array) {
        throw new ModelError({ argument, expected: "floating-point numbers", found: "integers" });
      }
      left.delete(key);
      const { shape: found, values } = tensor;
      return { shape: found, values: values instanceof Float32Array ? values : Float32Array.from(values) };
    },
    pass: (key) => void left.delete(key),
    left: () => [...left],
  };
}
