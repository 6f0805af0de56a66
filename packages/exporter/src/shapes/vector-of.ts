import { mostElements } from "./constant-content.js";
import type { Sized } from "./operation.js";
import { fixedSize, type Size, type Symbols } from "./size.js";

/** Returns the elements of a vector of sizes, symbols where they are open; undefined where their number is open. */
export function vectorOf(value: Sized | undefined, symbols: Symbols): readonly Size[] | undefined {
  if (value?.elements !== undefined) return value.elements;
  const length = value?.shape?.length === 1 ? fixedSize(value.shape[0]) : undefined;
  if (length === undefined || length > mostElements) return undefined;
  return Array.from({ length }, (_, i) => symbols(`element ${i} of ${value!.id}`));
}
