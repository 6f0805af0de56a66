import { InputError, canonicalLevel, type NumericTarget } from "@evenodds/core";
import type { CardLabel } from "../card/graph-card.js";
import { missingLevels } from "./code-category.js";

/** A numeric label, in the two columns that a node table has for it. */
export interface ReadTarget {
  readonly target: NumericTarget;
  /** `[N]`, 0 where the node has a number, −1 where it is missing. */
  readonly code: Int32Array;
  /** Always empty: a number has no classes. */
  readonly levels: readonly string[];
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * Returns a column as numbers. `texts` are the cells of the nodes (null = NULL), `ids` and `rows` (from 0) name nodes
 * in messages. Blank cells, `missingTexts` and the card's `missing` are NaN; −0 is 0. Numbers are decimal, with a point
 * and an optional exponent.
 *
 * Throws {@link InputError} naming column, row and value for any other text and for numbers that no double can hold.
 */
export function readTarget(
  label: CardLabel,
  options: {
    readonly texts: readonly (string | null)[];
    readonly ids: readonly string[];
    readonly rows: Int32Array;
    readonly file: string;
  },
): ReadTarget {
  const { texts, ids, rows, file } = options;
  const missing = missingLevels(label);
  const value = Float64Array.from(texts, (text, node) => {
    const cell = text === null ? "" : text.trim();
    if (missing.has(canonicalLevel(cell))) return NaN;
    const number = decimal.test(cell) ? Number(cell) : NaN;
    if (Number.isFinite(number)) return number === 0 ? 0 : number;
    throw new InputError({
      argument: `column ${JSON.stringify(label.column)} of ${file}`,
      expected: "finite numbers, because the card calls the label numeric",
      found: `${JSON.stringify(text)} in data row ${rows[node]! + 1} (node ${JSON.stringify(ids[node])})`,
      hint: "fix the cell, or list the text under nodes.label.missing",
    });
  });
  return {
    target: { name: label.name, value },
    code: Int32Array.from(value, (number) => (Number.isNaN(number) ? -1 : 0)),
    levels: [],
  };
}
