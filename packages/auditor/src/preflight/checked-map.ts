import { suggest, UsageError } from "@evenodds/core";
import { formatTensor } from "../inspect/describe-tensor.js";
import type { TensorDescription } from "../inspect/model-description.js";

/** Throws {@link UsageError} for a key of `map` that is no input of the model. */
export function checkInputNames(map: Readonly<Record<string, unknown>>, inputs: readonly TensorDescription[]): void {
  const names = inputs.map(({ name }) => name);
  const unknown = Object.keys(map).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new UsageError({
    argument: "‘map’",
    expected: "names of inputs of the model",
    found: JSON.stringify(unknown),
    hint: suggest(unknown, names),
  });
}

/**
 * Returns a value that `map` gives to an input of one element: the same number for every row would be a guess at what
 * the rows mean. Throws {@link UsageError} for an input of more elements, and for a value that its type does not have.
 */
export function checkedValue(
  tensor: TensorDescription,
  value: number | boolean,
  instead = "what it is given of the data",
): number | boolean {
  const { shape, type } = tensor;
  if (!(shape ?? []).every((size) => size === 1)) {
    throw new UsageError({
      argument: `‘map’ ${tensor.name}`,
      expected: instead,
      found: `${value}, and the input is no single number (${formatTensor(tensor)})`,
    });
  }
  const isWhole = /^u?int/.test(type);
  const fits =
    type === "bool" ? typeof value === "boolean" || value === 0 || value === 1 : Number.isFinite(Number(value));
  if (fits && !(isWhole && !Number.isSafeInteger(Number(value)))) return value;
  const expected = type === "bool" ? "true or false" : isWhole ? "a whole number" : "a number";
  throw new UsageError({ argument: `‘map’ ${tensor.name}`, expected, found: String(value) });
}
