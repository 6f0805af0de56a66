/**
 * What a value of JSON has to be. `count` is a whole number from 0 on; `fields` names what an object has to have, and
 * may have others beside it; what is `optional` may be left out.
 */
export type JsonShape =
  | "text"
  | "number"
  | "count"
  | "flag"
  | "object"
  | { readonly choices: readonly string[] }
  | { readonly list: JsonShape }
  | { readonly orNull: JsonShape }
  | { readonly optional: JsonShape }
  | { readonly fields: Readonly<Record<string, JsonShape>> };

/** Where a value is not what it has to be, and what that is. */
export interface Misfit {
  /** Such as `layers.2.kind`; empty for the value itself. */
  readonly path: string;
  readonly expected: string;
}

/** Returns the first place at which a value that was read from JSON is not of a shape; null where it is. */
export function findMisfit(value: unknown, shape: JsonShape, path = ""): Misfit | null {
  if (typeof shape === "string") return simple[shape].fits(value) ? null : { path, expected: simple[shape].words };
  if ("optional" in shape) return value === undefined ? null : findMisfit(value, shape.optional, path);
  if ("orNull" in shape) return value === null ? null : findMisfit(value, shape.orNull, path);
  if ("choices" in shape) {
    const fits = typeof value === "string" && shape.choices.includes(value);
    return fits ? null : { path, expected: `one of ${shape.choices.join(", ")}` };
  }
  if ("list" in shape) {
    if (!Array.isArray(value)) return { path, expected: "a list" };
    return firstMisfit(value.entries(), (item, i) => findMisfit(item, shape.list, joined(path, i)));
  }
  if (!isObject(value)) return { path, expected: simple.object.words };
  const own = new Map(Object.entries(value));
  return firstMisfit(Object.entries(shape.fields), (field, name) =>
    findMisfit(own.get(name), field, joined(path, name)),
  );
}

const simple = {
  text: { words: "a text", fits: (value: unknown) => typeof value === "string" },
  number: { words: "a number", fits: (value: unknown) => typeof value === "number" },
  count: {
    words: "a whole number from 0 on",
    fits: (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0,
  },
  flag: { words: "true or false", fits: (value: unknown) => typeof value === "boolean" },
  object: { words: "an object", fits: isObject },
} as const;

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function joined(path: string, step: string | number): string {
  return path === "" ? String(step) : `${path}.${step}`;
}

function firstMisfit<Key, Item>(
  entries: Iterable<readonly [Key, Item]>,
  find: (item: Item, key: Key) => Misfit | null,
): Misfit | null {
  for (const [key, item] of entries) {
    const misfit = find(item, key);
    if (misfit !== null) return misfit;
  }
  return null;
}
