import { InputError, suggest } from "../errors.js";
import type { Category, NodeTable, NumericTarget } from "./node-table.js";

/**
 * Checks that every label and attribute has `nodeCount` codes, each −1 or an index into its levels, and that levels are
 * distinct; with a target, that exactly the labelled nodes have a finite number. Throws {@link InputError} naming the
 * column and the node.
 */
export function checkNodeTable(table: NodeTable, nodeCount: number): void {
  const levels = table.target === undefined ? table.classes : ["known"];
  checkCategory({ name: table.labelName, code: table.label, levels }, nodeCount);
  if (table.target !== undefined) checkTarget(table.target, table.label);
  for (const attribute of table.sensitive) checkCategory(attribute, nodeCount);
}

function checkTarget({ name, value }: NumericTarget, label: Int32Array): void {
  const bad = label.findIndex((code, node) => code >= 0 !== Number.isFinite(value[node]));
  if (bad < 0) return;
  throw new InputError({
    argument: `column ${JSON.stringify(name)}`,
    expected: "a finite number on every labelled node and NaN on every other",
    found: `${value[bad]} at node ${bad}`,
  });
}

function checkCategory({ name, code, levels }: Category, nodeCount: number): void {
  const argument = `column ${JSON.stringify(name)}`;
  if (code.length !== nodeCount) {
    throw new InputError({ argument, expected: `${nodeCount} codes, one per node`, found: `${code.length}` });
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
