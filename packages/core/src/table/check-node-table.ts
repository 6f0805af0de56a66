import { InputError, suggest } from "../errors.js";
import type { Category, NodeTable } from "./node-table.js";

/**
 * Checks that every label and attribute has `nodeCount` codes, each −1 or an index into its levels, and that levels
 * are distinct. Throws {@link InputError} naming the column and the node.
 */
export function checkNodeTable(table: NodeTable, nodeCount: number): void {
  checkCategory({ name: table.labelName, code: table.label, levels: table.classes }, nodeCount);
  for (const attribute of table.sensitive) checkCategory(attribute, nodeCount);
}

function checkCategory({ name, code, levels }: Category, nodeCount: number): void {
  const argument = `column ${JSON.stringify(name)}`;
  if (code.length !== nodeCount) {
    throw new InputError({ argument, expected: `${nodeCount} codes, one a node`, found: `${code.length}` });
  }
  if (new Set(levels).size !== levels.length) {
    throw new InputError({ argument, expected: "distinct levels", found: levels.join(", ") });
  }
  const bad = code.findIndex((value) => value < -1 || value >= levels.length);
  if (bad >= 0) {
    throw new InputError({
      argument,
      expected: `codes from -1 (missing) to ${levels.length - 1}`,
      found: `${code[bad]} at node ${bad}`,
    });
  }
}

/** Returns the sensitive attribute called `name`. Throws {@link InputError} with near matches where there is none. */
export function sensitiveAttribute(table: NodeTable, name: string): Category {
  const found = table.sensitive.find((attribute) => attribute.name === name);
  if (found !== undefined) return found;
  const names = table.sensitive.map((attribute) => attribute.name);
  throw new InputError({
    argument: "sensitive attribute",
    expected: "one that the graph card declares",
    found: JSON.stringify(name),
    hint: suggest(name, names),
  });
}
