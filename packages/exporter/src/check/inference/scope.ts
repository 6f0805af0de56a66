import { makeSymbols, type Size, type Symbols } from "../../shapes/size.js";
import type { InferredValue } from "./inferred-value.js";

/** What is known while graphs are walked through, nested ones too: no name is given twice in all of them. */
export interface Scope {
  readonly values: Map<string, InferredValue>;
  /** Sizes that are open; their symbols are `?0`, `?1` and so on. */
  readonly symbols: Symbols;
  /** Returns the symbol of a size of which nothing is known. */
  readonly open: () => Size;
}

/** Starts with values that are known before; their ids have to be below 0. */
export function makeScope(known: Iterable<InferredValue> = []): Scope {
  const symbols = makeSymbols("?");
  let opened = 0;
  return {
    values: new Map([...known].map((value) => [value.name, value])),
    symbols,
    open: () => symbols(`open ${opened++}`),
  };
}

/** Adds a value and returns it. */
export function define(
  { values }: Scope,
  { name, elementType, shape, elements }: Omit<InferredValue, "id">,
): InferredValue {
  const value = { id: values.size, name, elementType, shape, elements };
  values.set(name, value);
  return value;
}
