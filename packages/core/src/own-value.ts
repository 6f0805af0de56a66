/**
 * Returns what an object holds under a key of its own; undefined where it has none. `record[key]` would find what every
 * object inherits (`constructor`, `toString`), which matters where keys come from files. Where a table is built, use a
 * Map, and `Object.fromEntries` to write it: it keeps a key `__proto__`, which an assignment does not.
 */
export function ownValue<T>(record: Readonly<Record<PropertyKey, T>>, key: PropertyKey): T | undefined;
export function ownValue(record: object, key: PropertyKey): unknown;
export function ownValue(record: object, key: PropertyKey): unknown {
  return Object.getOwnPropertyDescriptor(record, key)?.value as unknown;
}
