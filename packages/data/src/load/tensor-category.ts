import type { NamedValue } from "../card/graph-card.js";
import { canonicalLevel, suggest } from "@evenodds/core";
import { isNumberText } from "./order-levels.js";
import { cellTexts, missingTest, type TensorColumn, type TensorReader } from "./tensor-reader.js";

/** A column of classes or groups, as texts, and what its values may be where the file says it. */
export interface TensorCategory {
  /** `[N]`, null where the value is not known. */
  readonly texts: readonly (string | null)[];
  /** In the order of their codes; undefined: those that occur. */
  readonly levels: readonly NamedValue[] | undefined;
}

/**
 * Returns a column as a category. `NAME_names` are the names of the codes 0, 1, …, or, of texts, the values in their
 * order; `NAME_missing` are the values that stand for "not known". Throws `InputError` for a code or text that is not
 * among the names, and for a NaN that nothing declares to be missing.
 */
export async function tensorCategory(reader: TensorReader, column: TensorColumn): Promise<TensorCategory> {
  const { name } = column;
  const names = await reader.list(`${name}_names`);
  const isMissing = missingTest((await reader.list(`${name}_missing`)) ?? []);
  const areCodes = column.type !== "text" && names !== undefined;
  const texts = areCodes ? Array.from(column.cells, String) : cellTexts(column);
  if (column.type !== "text") checkNumbers(reader, { name, texts, isMissing });
  const known = texts.map((text) => (isMissing(text) ? null : text));
  if (names === undefined) return { texts: known, levels: undefined };
  const levels = names.map((one, code) => ({ value: areCodes ? String(code) : canonicalLevel(one), name: one }));
  const values = new Set(levels.map(({ value }) => value));
  // Texts that always stand for a missing value are none to be listed.
  const odd = known.findIndex((text) => text !== null && text.trim() !== "" && !values.has(canonicalLevel(text)));
  if (odd < 0) return { texts: known, levels };
  const [listed, found] = [levels.map(({ value }) => value), known[odd]!];
  throw reader.refuse(name, {
    expected: areCodes ? `0 to ${names.length - 1}, the places of ${name}_names` : `one of ${name}_names`,
    found: `${JSON.stringify(found)} at node ${odd}`,
    hint: `${areCodes ? "" : `${suggest(found, listed).replace(/\?$/, "")}; `}if it means unknown, ${sayMissing(name, found)}`,
  });
}

/** Returns what to do so that a value of a column stands for "not known". */
export function sayMissing(name: string, value: string): string {
  const written = value === "NaN" ? "float('nan')" : isNumberText(value) ? value : JSON.stringify(value);
  return `save ${name}_missing=${written} beside it`;
}

/** Throws `InputError` for a number that is not finite, unless it is declared to be missing. */
export function checkNumbers(
  reader: TensorReader,
  column: { readonly name: string; readonly texts: readonly string[]; readonly isMissing: (text: string) => boolean },
): void {
  const { name, texts, isMissing } = column;
  const odd = texts.findIndex((text) => /^(NaN|-?Infinity)$/.test(text) && !isMissing(text));
  if (odd < 0) return;
  const found = texts[odd]!;
  const hint = found === "NaN" ? `if it means unknown, ${sayMissing(name, found)}` : undefined;
  throw reader.refuse(name, { expected: "a finite number on every node", found: `${found} at node ${odd}`, hint });
}
