import { InputError } from "@evenodds/core";
import { binNames } from "../../load/bins.js";
import { orderLevels } from "../../load/order-levels.js";
import type { SqlCell } from "../engine/group-by-engine.js";
import type { KeyRequest } from "./key-request.js";
import { checkMissing, levelNames, mostLevels, type Domain } from "./level-names.js";

/** The values of a key as codes of levels: −1 = missing and left out. */
export interface CodedKey {
  readonly levels: readonly string[];
  readonly codeOf: ReadonlyMap<SqlCell, number>;
}

/** A key and what {@link levelNames} says of its values. */
export interface NamedKey {
  readonly key: KeyRequest;
  readonly names: ReadonlyMap<SqlCell, string | null>;
}

/** Returns the codes of an attribute or a condition. Levels: see `RequestedAttribute`. */
export function codeAttribute(key: KeyRequest, domain: Domain): CodedKey {
  const intervals = key.borders && binNames(key.borders);
  const names = levelNames(domain, { key, intervals });
  checkMissing(domain, { key, names });
  const declared = key.levels && [...new Set(key.levels.map(({ name }) => name))];
  const levels = declared ?? intervals ?? namesIn(names);
  return codesOver(levels, [{ key, names }])[0]!;
}

/**
 * Returns the codes of keys that share one list of levels. Where missing values occur and are to be a group of their
 * own, `(missing)` stands last, in more brackets where a level has that name.
 */
export function codesOver(levels: readonly string[], keys: readonly NamedKey[]): CodedKey[] {
  const owned = keys.some(({ key, names }) => key.whenMissing === "own-group" && [...names.values()].includes(null));
  let own = "(missing)";
  while (levels.includes(own)) own = `(${own})`;
  const all = owned ? [...levels, own] : levels;
  const at = new Map(all.map((level, code) => [level, code]));
  return keys.map(({ key, names }) => {
    const missing = key.whenMissing === "own-group" ? at.get(own) : undefined;
    const codes = [...names].map(([value, name]) => [value, (name === null ? missing : at.get(name)) ?? -1] as const);
    return { levels: all, codeOf: new Map(codes) };
  });
}

/**
 * Returns the code of each value. Throws {@link InputError} where a column has so many spellings that not all were
 * seen.
 */
export function codesOf({ codeOf }: CodedKey, values: readonly SqlCell[]): Int32Array {
  return Int32Array.from(values, (value) => {
    const code = codeOf.get(value);
    if (code !== undefined) return code;
    const found = `more, ${JSON.stringify(value)} among them`;
    throw new InputError({ argument: "columns", expected: `at most ${mostLevels} spellings of levels in each`, found });
  });
}

/** Returns the distinct names of values that are not missing, by number where all are numbers, else as text. */
export function namesIn(names: NamedKey["names"]): string[] {
  return orderLevels([...new Set(names.values())].filter((name) => name !== null));
}
