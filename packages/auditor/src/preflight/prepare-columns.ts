import { canonicalLevel, ModelError } from "@evenodds/core";
import type { BoundColumns } from "./bind-columns.js";
import { toElements, type ElementPlace } from "./elements.js";
import { fedValue, type FedInput } from "./prepare-inputs.js";

/** The rows of a table, as texts. */
export interface TextRows {
  /** `[N]` each, by name; null = nothing. */
  readonly columns: ReadonlyMap<string, readonly (string | null)[]>;
  /** `[N]` */
  readonly ids: readonly string[];
  /** Texts that stand for "not known", in the spelling of core's `canonicalLevel`. */
  readonly missing: ReadonlySet<string>;
}

/** What is fed to a model for a table. */
export interface FedColumns {
  readonly inputs: readonly FedInput[];
  /** How many rows lack a number in each column that has such rows; they are given as NaN. */
  readonly blank: ReadonlyMap<string, number>;
}

/**
 * Returns the tensors to feed to a model for the rows of a table, `[N, F]` or `[N]` each, in the order of the model's
 * inputs. Texts are numbers, or `true` and `false`, which are 1 and 0, where the input takes numbers; a number that is
 * missing is NaN, as it is in Python, where the input is of a floating-point type.
 *
 * Throws {@link ModelError} naming column and row for a text that is no number, a missing value among whole numbers and
 * texts, and a number that the type of the input cannot hold.
 */
export function prepareColumns(bound: readonly BoundColumns[], rows: TextRows): FedColumns {
  const blank = new Map<string, number>();
  const inputs = bound.map((input) => {
    const { tensor, columns } = input;
    if (input.value !== undefined) return fedValue(tensor, input.value);
    const { name, type, shape } = tensor;
    const width = columns.length;
    const dims = shape?.length === 1 ? [rows.ids.length] : [rows.ids.length, width];
    checkRows(input, rows.ids.length);
    if (type === "string") return { name, type, data: textElements(input, rows), dims };
    const values = new Float64Array(rows.ids.length * width);
    columns.forEach((column, f) => {
      const numbers = columnNumbers(column, { rows, whole: /^u?int|^bool/.test(type) });
      const lacking = numbers.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
      if (lacking > 0) blank.set(column, lacking);
      numbers.forEach((value, n) => (values[n * width + f] = value));
    });
    const place: ElementPlace["place"] = (i) =>
      `in column ${JSON.stringify(columns[i % width])} of row ${JSON.stringify(rows.ids[Math.floor(i / width)])}`;
    return { name, type, data: toElements(values, { type, argument: `model input ${name}`, place }), dims };
  });
  return { inputs, blank };
}

/** Says how many rows were given as NaN. */
export function blankNote({ blank }: FedColumns): string | null {
  if (blank.size === 0) return null;
  const columns = [...blank].map(([column, rows]) => `${rows} rows of ${JSON.stringify(column)}`);
  return `Numbers that are missing were given to the model as NaN: ${columns.join(", ")}.`;
}

function textElements({ tensor, columns }: BoundColumns, { columns: texts, ids }: TextRows): string[] {
  const width = columns.length;
  const data = new Array<string>(ids.length * width);
  columns.forEach((column, f) => {
    texts.get(column)!.forEach((text, n) => {
      if (text === null || text.trim() === "") {
        throw new ModelError({
          argument: `model input ${tensor.name}`,
          expected: `a text in every row of column ${JSON.stringify(column)}`,
          found: `nothing in row ${JSON.stringify(ids[n])}`,
          hint: "write there what the model was trained to take for a missing value, or remove the row",
        });
      }
      data[n * width + f] = text.trim();
    });
  });
  return data;
}

function columnNumbers(column: string, { rows, whole }: { rows: TextRows; whole: boolean }): Float64Array {
  const { columns, ids, missing } = rows;
  return Float64Array.from(columns.get(column)!, (text, n) => {
    const level = text === null ? "" : canonicalLevel(text);
    const value = missing.has(level) ? NaN : numberOf(level);
    if (value !== null && !(whole && Number.isNaN(value))) return value;
    throw new ModelError({
      argument: `column ${JSON.stringify(column)}`,
      expected: whole
        ? "a whole number in every row, because the model takes whole numbers"
        : "numbers, because the model takes numbers",
      found: `${level === "" ? "nothing" : JSON.stringify(text)} in row ${JSON.stringify(ids[n])}`,
      hint: value === null ? "name a text that stands for a missing value with ‘missingValues’" : undefined,
    });
  });
}

/** Null for a text that is no number. */
function numberOf(text: string): number | null {
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
  const word = text.toLowerCase();
  return word === "true" ? 1 : word === "false" ? 0 : null;
}

/** A model that was exported for a fixed number of rows runs on tables of that size alone. */
function checkRows({ tensor }: BoundColumns, rows: number): void {
  const size = tensor.shape?.[0];
  if (typeof size !== "number" || size === rows) return;
  throw new ModelError({
    argument: `model input ${tensor.name}`,
    expected: `a table of ${size} rows, for which the model was exported`,
    found: `${rows} rows`,
    hint: "export the model with a dynamic first axis",
  });
}
