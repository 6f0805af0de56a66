import { InputError } from "@evenodds/core";
import type { CodedKey } from "./code-keys.js";
import { crossingSign, type PlannedTable } from "./plan-request.js";

/** Returns the names of the groups of crossed levels, the last attribute changing fastest. */
export function crossedNames(attributes: readonly CodedKey[]): readonly string[] {
  const [first, ...others] = attributes.map(({ levels }) => levels);
  const cross = (names: readonly string[], levels: readonly string[]) =>
    names.flatMap((name) => levels.map((level) => `${name}${crossingSign}${level}`));
  return others.reduce<readonly string[]>(cross, first!);
}

/** Returns the index among {@link crossedNames} of codes `[attributes][cells]`, −1 where one is missing. */
export function crossedCodes(attributes: readonly CodedKey[], codes: readonly Int32Array[]): Int32Array {
  return codes[0]!.map((_, cell) => {
    let group = 0;
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i]![cell]!;
      if (code < 0) return -1;
      group = group * attributes[i]!.levels.length + code;
    }
    return group;
  });
}

/** So that all counts fit into about 160 MB. */
const mostCounts = 20_000_000;

/** Throws {@link InputError} where groups and classes make more cells than anybody can read. */
export function checkCellNumber(
  tables: readonly PlannedTable[],
  size: { readonly attributes: readonly CodedKey[]; readonly cellsPerGroup: number },
): void {
  const groups = tables.map((table) => table.attributes.reduce((all, i) => all * size.attributes[i]!.levels.length, 1));
  const total = groups.reduce((sum, count) => sum + count, 0) * size.cellsPerGroup;
  if (total <= mostCounts) return;
  const largest = groups.indexOf(Math.max(...groups));
  throw new InputError({
    argument: tables[largest]!.name,
    expected: `at most ${mostCounts} combinations of group, label and prediction`,
    found: `${total} in all, with ${groups[largest]} groups here`,
    hint: "cross fewer attributes, or cut them into fewer levels",
  });
}
