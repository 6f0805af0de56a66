import { isFloatType } from "@evenodds/core";
import { checkNumbers, tensorCategory, type TensorCategory } from "./tensor-category.js";
import { missingTest, type TensorColumn, type TensorReader } from "./tensor-reader.js";

/** The label of a graph in one file. */
export interface TensorLabel extends TensorCategory {
  /** Whether it is a number, as for a regression. */
  readonly numeric: boolean;
}

/**
 * Returns `y` as a label. Integers, truth values and texts are classes, and numbers with a fraction are numbers to
 * predict; `y_numeric` says otherwise. Throws `InputError` for floating-point numbers that are all whole, of which
 * nobody knows which of the two they are, and for what `tensorCategory` refuses.
 */
export async function tensorLabel(reader: TensorReader, nodeCount: number): Promise<TensorLabel> {
  const hint = "one-hot rows are y.argmax(1); of several labels, save one";
  const column = await reader.column("y", { nodeCount, hint });
  const isNumeric = (await saidNumeric(reader)) ?? (await lookNumeric(reader, column));
  if (!isNumeric) return { ...(await tensorCategory(reader, column)), numeric: false };
  if (column.type === "text") throw reader.refuse("y", { expected: "numbers, because y_numeric says so" });
  // All digits, not the shortest text: it is a number to compute with.
  const texts = Array.from(column.cells, String);
  const isMissing = missingTest((await reader.list("y_missing")) ?? []);
  checkNumbers(reader, { name: "y", texts, isMissing });
  return { texts: texts.map((text) => (isMissing(text) ? null : text)), levels: undefined, numeric: true };
}

async function saidNumeric(reader: TensorReader): Promise<boolean | undefined> {
  const said = await reader.list("y_numeric");
  if (said === undefined) return undefined;
  const text = said.length === 1 ? said[0]!.toLowerCase() : "";
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  throw reader.refuse("y_numeric", { expected: "True or False", found: said.join(", ") });
}

async function lookNumeric(reader: TensorReader, column: TensorColumn): Promise<boolean> {
  if (column.type === "text" || !isFloatType(column.type)) return false;
  const isMissing = missingTest((await reader.list("y_missing")) ?? []);
  const isWhole = (cell: number) => Number.isInteger(cell) || isMissing(String(cell)) || !Number.isFinite(cell);
  if (!Array.from(column.cells).every(isWhole)) return true;
  throw reader.refuse("y", {
    expected: "integers for classes, or numbers to predict",
    found: `${reader.describe("y")} of whole numbers`,
    hint: "save y.long() if they are classes, or y_numeric=True beside it if they are numbers to predict",
  });
}
