import { ModelError, ownValue, suggest, UsageError } from "@evenodds/core";
import { formatTensor } from "../inspect/describe-tensor.js";
import type { ModelDescription, TensorDescription } from "../inspect/model-description.js";
import { checkInputNames, checkedValue } from "./checked-map.js";
import { plainName } from "./input-role.js";
import { listNames } from "./list-names.js";
import { checkFeatureCount, recordedFeatures, type RecordedNames } from "./recorded-names.js";

/** What is given to inputs of a model on a table, by their names: columns separated by commas, or a number. */
export type ColumnMap = Readonly<Record<string, string | number | boolean>>;

/** An input of a model and the columns of a table that it is given. */
export interface BoundColumns {
  readonly tensor: TensorDescription;
  /** In the order of the input; empty for a value. */
  readonly columns: readonly string[];
  /** Where `map` gives a number. */
  readonly value?: number | boolean | undefined;
  readonly knownBy: "name" | "position" | "map";
  /** Where in the model the names are; null where it does not record them. */
  readonly source: string | null;
}

/** Columns of a table that a model may be given. */
export interface TableColumnNames {
  /** In the order of the table, without id and label. */
  readonly names: readonly string[];
  /** Those of them that are sensitive attributes. */
  readonly sensitive: readonly string[];
}

/**
 * Returns which columns of a table every input of a model is given, in the order of its inputs:
 *
 * - what `map` says: one column, several separated by commas, or a number for an input of one element;
 * - for an input of one column, `[N]` or `[N, 1]`, the column of its name, in any capitals and whatever stands between
 *   the letters;
 * - for the only input of several columns, `[N, F]`: those that the model's metadata name, else all columns of the
 *   table by their position, where they are F, or where they are F without the sensitive ones.
 *
 * Throws {@link ModelError} where that does not tell, {@link UsageError} for an entry of `map` that does not fit.
 */
export function bindColumns(
  description: ModelDescription,
  table: TableColumnNames,
  map: ColumnMap = {},
): readonly BoundColumns[] {
  const { inputs } = description;
  checkInputNames(map, inputs);
  const wide = inputs.filter((tensor) => !Object.hasOwn(map, tensor.name) && isWide(tensor));
  return inputs.map((tensor): BoundColumns => {
    const told = ownValue<ColumnMap[string]>(map, tensor.name);
    if (typeof told === "string") {
      return { tensor, columns: toldColumns(tensor, told, table), knownBy: "map", source: null };
    }
    if (told !== undefined) {
      return { tensor, columns: [], value: checkedValue(tensor, told), knownBy: "map", source: null };
    }
    const column = isWide(tensor) ? undefined : namesake(tensor.name, table.names);
    const isOnly = inputs.length === 1 && column === undefined && tensor.shape?.length !== 0;
    if ((wide.length === 1 && wide[0] === tensor) || isOnly) return allColumns(description, tensor, table);
    if (column !== undefined) return { tensor, columns: [column], knownBy: "name", source: null };
    throw untold(tensor, table);
  });
}

/** Whether an input has room for several columns. */
export function isWide({ shape }: TensorDescription): boolean {
  return shape === null || (shape.length === 2 && shape[1] !== 1);
}

/** The column of this name, or the only one that is spelled alike. */
function namesake(name: string, names: readonly string[]): string | undefined {
  if (names.includes(name)) return name;
  const alike = names.filter((one) => plainName(one) === plainName(name));
  return alike.length === 1 ? alike[0] : undefined;
}

function toldColumns(tensor: TensorDescription, told: string, { names }: TableColumnNames): readonly string[] {
  const argument = `‘map’ ${tensor.name}`;
  // A column may have a comma in its name.
  const columns = names.includes(told) ? [told] : told.split(",").map((name) => name.trim());
  const unknown = columns.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const expected = "columns of the table besides id and label";
    throw new UsageError({ argument, expected, found: JSON.stringify(unknown), hint: suggest(unknown, names) });
  }
  const width = isWide(tensor) ? (tensor.shape?.[1] ?? "?") : 1;
  if (typeof width !== "number" || width === columns.length) return columns;
  throw new UsageError({
    argument,
    expected: `${width} columns, for ${formatTensor(tensor)}`,
    found: `${columns.length} (${listNames(columns)})`,
  });
}

function allColumns(
  description: ModelDescription,
  tensor: TensorDescription,
  { names, sensitive }: TableColumnNames,
): BoundColumns {
  const width = tensor.shape?.[1];
  const fixed = typeof width === "number" ? width : isWide(tensor) ? null : 1;
  const recorded = recordedFeatures(description, fixed);
  if (recorded !== null && !(recorded.areNumbers && !recorded.names.every((name) => names.includes(name)))) {
    return { tensor, columns: recordedColumns(tensor, recorded, names), knownBy: "name", source: recorded.source };
  }
  const plain = names.filter((name) => !sensitive.includes(name));
  const columns = fixed === names.length ? names : fixed === plain.length ? plain : null;
  if (columns !== null) return { tensor, columns, knownBy: "position", source: null };
  const without = plain.length === names.length ? "" : `, ${plain.length} without sensitive ones`;
  throw new ModelError({
    argument: `model input ${tensor.name}`,
    expected: `a table of ${fixed ?? "a known number of"} columns besides id and label (${formatTensor(tensor)}; the model does not record their names)`,
    found: `${names.length}${without} (${listNames(names, { most: 8 })})`,
    hint: `name those of the model in its order: ‘map’ ${tensor.name}=${names.slice(0, 2).join(",")},…`,
  });
}

function recordedColumns(
  tensor: TensorDescription,
  recorded: RecordedNames,
  names: readonly string[],
): readonly string[] {
  checkFeatureCount(recorded, tensor);
  const { names: wanted, source } = recorded;
  return wanted.map((name) => {
    const column = namesake(name, names);
    if (column !== undefined) return column;
    throw new ModelError({
      argument: "columns of the table",
      expected: `all ${wanted.length} that the model's ${source} names`,
      found: `none called ${JSON.stringify(name)}`,
      hint: suggest(name, names),
    });
  });
}

function untold(tensor: TensorDescription, { names }: TableColumnNames): ModelError {
  const { name, shape } = tensor;
  const isList = isWide(tensor);
  const isScalar = shape?.length === 0;
  return new ModelError({
    argument: `model input ${name}`,
    expected: isScalar ? "its value" : isList ? "to be told which columns it takes" : "a column of the same name",
    found: `${formatTensor(tensor)}, and columns ${listNames(names)}`,
    hint: isScalar
      ? `give it with ‘map’ ${name}=0.5 or another number`
      : `say it with ‘map’ ${name}=${names.slice(0, isList ? 2 : 1).join(",")}${isList ? ",…" : ", or whichever it takes"}`,
  });
}
