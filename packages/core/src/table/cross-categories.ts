import { UsageError } from "../errors.js";
import type { Category } from "./node-table.js";

/**
 * Returns one attribute whose levels are all combinations of the levels of several, such as `F × young`, those without
 * rows too; a row that lacks one of them is missing. The first attribute varies slowest. Its name is `sex × age`.
 * Throws {@link UsageError} for fewer than two attributes.
 */
export function crossCategories(attributes: readonly Category[]): Category {
  const [first, ...rest] = attributes;
  if (first === undefined || rest.length === 0) {
    const found = attributes.map(({ name }) => name).join(", ") || "none";
    throw new UsageError({ argument: "crossed attributes", expected: "two or more", found });
  }
  return rest.reduce<Category>(
    (crossed, { name, code, levels }) => ({
      name: `${crossed.name} × ${name}`,
      levels: crossed.levels.flatMap((level) => levels.map((other) => `${level} × ${other}`)),
      code: crossed.code.map((own, node) => (own < 0 || code[node]! < 0 ? -1 : own * levels.length + code[node]!)),
    }),
    first,
  );
}

/** Returns every combination of two or more of `names`, smaller ones first, in the order of the names. */
export function allCombinations(names: readonly string[]): string[][] {
  const subsets = names.reduce<string[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]]);
  return subsets.filter(({ length }) => length >= 2).sort((a, b) => a.length - b.length);
}
