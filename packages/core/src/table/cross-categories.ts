import { UsageError } from "../errors.js";
import type { Category } from "./node-table.js";

/** Between the names of crossed attributes and of crossed levels. */
export const crossingSign = " × ";

/** More attributes than this have too many crossings to look at. */
const mostCrossed = 10;

/**
 * Returns one attribute whose levels are all combinations of the levels of several, such as `F × young`, those without
 * rows too; a row that lacks one of them is missing. The first attribute varies slowest. Its name is `sex × age`.
 * Throws {@link UsageError} for fewer than two attributes, or one twice.
 */
export function crossCategories(attributes: readonly Category[]): Category {
  const names = attributes.map(({ name }) => name);
  if (names.length < 2 || new Set(names).size < names.length) {
    throw new UsageError({
      argument: "crossed",
      expected: "two or more different attributes",
      found: names.length === 0 ? "none" : names.map((name) => JSON.stringify(name)).join(", "),
    });
  }
  const levels = attributes.map((attribute) => attribute.levels);
  const codes = attributes.map(({ code }) => code);
  return { name: names.join(crossingSign), levels: crossedLevels(levels), code: crossedCodes(codes, levels) };
}

/** More combinations than this are nothing that anybody compares. */
const mostCombinations = 1_000_000;

/**
 * Returns the names of all combinations of levels, those of the last list changing fastest; of one list, itself. Throws
 * {@link UsageError} for more than a million.
 */
export function crossedLevels(levels: readonly (readonly string[])[]): readonly string[] {
  const found = levels.reduce((product, { length }) => product * length, 1);
  if (levels.length > 1 && found > mostCombinations) {
    throw new UsageError({
      argument: "crossed",
      expected: `at most ${mostCombinations} combinations of levels`,
      found: `${levels.map(({ length }) => length).join(" × ")} = ${found}`,
      hint: "cross fewer attributes, or cut them into fewer levels",
    });
  }
  return levels.reduce((crossed, others) =>
    crossed.flatMap((level) => others.map((other) => `${level}${crossingSign}${other}`)),
  );
}

/**
 * Returns the indices among {@link crossedLevels} of rows that are given as codes per attribute, −1 where one is
 * missing.
 */
export function crossedCodes(codes: readonly Int32Array[], levels: readonly (readonly string[])[]): Int32Array {
  return codes[0]!.map((_, row) => {
    let crossed = 0;
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i]![row]!;
      if (code < 0) return -1;
      crossed = crossed * levels[i]!.length + code;
    }
    return crossed;
  });
}

/**
 * Returns every combination of two or more of `attributes`, smaller ones first, then in the order of the attributes.
 * Throws {@link UsageError} for more than ten of them.
 */
export function allCombinations<T>(attributes: readonly T[]): T[][] {
  if (attributes.length > mostCrossed) {
    throw new UsageError({
      argument: "crossed",
      expected: `at most ${mostCrossed} attributes to cross in every combination`,
      found: `${attributes.length}`,
      hint: "list the combinations that matter",
    });
  }
  const subsets = attributes.reduce<number[][]>((sets, _, i) => [...sets, ...sets.map((set) => [...set, i])], [[]]);
  return subsets
    .filter(({ length }) => length >= 2)
    .sort((a, b) => a.length - b.length || compareLists(a, b))
    .map((set) => set.map((i) => attributes[i]!));
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}
