import type { AuditReport, TableColumns } from "evenodds";

/** Types of columns that every engine has. */
export type ColumnType = "text" | "integer" | "double" | "real" | "boolean" | "date" | "decimal";

/** A small table as data, so that each test makes it in its own engine. */
export interface CountedTable {
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** One value of each column, as a text that the type takes; null for NULL. */
  readonly rows: readonly (readonly (string | null)[])[];
}

/** What is asked of a table. */
export interface CountedCase {
  readonly table: CountedTable;
  readonly options: TableColumns;
}

/** Types as most engines call them. */
const types: Readonly<Record<ColumnType, string>> = {
  text: "VARCHAR",
  integer: "BIGINT",
  double: "DOUBLE PRECISION",
  real: "REAL",
  boolean: "BOOLEAN",
  date: "DATE",
  decimal: "DECIMAL(10, 2)",
};

/** Returns a text in SQL that no engine reads in two ways. */
function literal(text: string): string {
  const odd = /(['"\\])/;
  const parts = text.split(odd).filter((part) => part !== "");
  return parts.length === 0
    ? "''"
    : parts.map((part) => (odd.test(part) ? `chr(${part.charCodeAt(0)})` : `'${part}'`)).join(" || ");
}

/** Returns a SELECT that gives the rows of a table, with the types that an engine calls otherwise. */
export function rowsSql({ columns, rows }: CountedTable, named: Partial<Record<ColumnType, string>> = {}): string {
  const called = { ...types, ...named };
  const names = Object.keys(columns);
  const values = rows.map((row) => `(${row.map((text) => (text === null ? "NULL" : literal(text))).join(", ")})`);
  const typed = names.map((name) => `CAST(${name} AS ${called[columns[name]!]}) AS ${name}`);
  return `SELECT ${typed.join(", ")} FROM (VALUES ${values.join(", ")}) AS given(${names.join(", ")})`;
}

/** Repeats rows, so that cells have more than one. */
function times(count: number, ...row: readonly (string | null)[]): (string | null)[][] {
  return Array.from({ length: count }, () => [...row]);
}

const people: CountedTable = {
  columns: { sex: "text", region: "text", age: "integer", y: "integer", yhat: "integer", score: "double", w: "double" },
  rows: [
    ...times(7, "F", "north", "25", "1", "1", "0.9", "1.5"),
    ...times(5, "F", "south", "35", "1", "0", "0.25", "0.3"),
    ...times(6, "F", "south", "30", "0", "0", "0.1", "1"),
    ...times(4, "F", "north", "55", "0", "1", "0.5", "2"),
    ...times(9, "M", "north", "29", "1", "1", "0.7", "1"),
    ...times(3, "M", "south", "50", "1", "0", "0.49999999999999994", "0.1"),
    ...times(8, "M", "south", "49", "0", "0", "0.30000000000000004", "1"),
    ...times(2, "M", "north", "70", "0", "1", "1", "12.25"),
    // One row of each kind that is left out.
    ["F", "north", "25", null, "1", "0.8", "1"],
    [null, "south", "35", "1", "0", "0.2", "1"],
    ["M", null, null, "0", "0", "0", "0"],
    ["F", "north", null, null, "0", "0.3", "1"],
  ],
};

const spellings: CountedTable = {
  columns: { who: "text", size: "double", small: "real", born: "date", paid: "decimal", y: "double", yhat: "text" },
  rows: [
    ...times(3, "F", "1", "0.1", "2024-02-29", "1.50", "1", "1.0"),
    ...times(3, " F ", "1e16", "0.5", "2024-02-29", "1.50", "0", "0.0"),
    ...times(3, "f", "10000000", "65536", "1999-12-31", "2.00", "1", "0.0"),
    ...times(3, "1", "12345678.5", "0.1", "1999-12-31", "0.25", "0", "1.0"),
    ...times(3, "1.0", "0.00001", "0.5", "1999-12-31", "-3.00", "1", "1.0"),
    ...times(3, "+1.", "-0", "0.25", "2024-02-29", "10000.00", "0", "0.0"),
    ...times(3, "1e16", "0.1", "0.1", "2024-02-29", "1.50", "1", "1.0"),
    ...times(3, 'O\'Brien, "Zoë"', "2.5", "0.5", "2024-02-29", "2.00", "0", "0.0"),
    ...times(3, "\u{1f600} ß\\", "1e-7", "0.5", "1999-12-31", "2.00", "1", "1.0"),
    ...times(3, "(missing)", "123456.75", "0.25", "1999-12-31", "0.25", "1", "0.0"),
    ...times(2, "", "NaN", "0.5", "1999-12-31", "0.25", "1", "1.0"),
    ...times(2, null, null, null, null, null, "1", "1.0"),
    ...times(2, "NA", "1", "0.5", "2024-02-29", "2.00", "0", "0.0"),
    ...times(2, "null", "1", "0.5", "2024-02-29", "2.00", "0", "1.0"),
    ...times(2, "\\N", "1", "0.1", "2024-02-29", "2.00", "0", "1.0"),
    ...times(2, "true", "1", "0.1", "2024-02-29", "2.00", "1", "1.0"),
    ...times(2, "True", "1", "0.1", "2024-02-29", "2.00", "1", "0.0"),
    ...times(2, "F", "1", "0.1", "2024-02-29", "2.00", "NaN", "1.0"),
    ...times(2, "F", "1", "0.1", "2024-02-29", "2.00", null, "1.0"),
  ],
};

const answers: CountedTable = {
  columns: { sex: "text", adult: "boolean", y: "boolean", yhat: "boolean", p: "real" },
  rows: [
    ...times(4, "a", "true", "true", "true", "0.7"),
    ...times(3, "a", "false", "true", "false", "0.1"),
    ...times(5, "b", "true", "false", "false", "0.2"),
    ...times(2, "b", "false", "false", "true", "0.7"),
    ...times(2, "b", null, "true", "true", "0.8"),
  ],
};

const texts: CountedTable = {
  columns: { age: "text", sex: "text", y: "text", yhat: "text", score: "text", house: "text" },
  rows: [
    ...times(4, "25", "a", "yes", "yes", "0.50", "h1"),
    ...times(4, " 3e1 ", "a", "no", "no", ".25", "h1"),
    ...times(4, "29.999999999999996", "b", "yes", "no", "0.5", "h2"),
    ...times(4, "-1", "b", "no", "yes", "0.75", "h2"),
    ...times(4, "50", "b", "no", "no", "1", "h3"),
    ...times(3, "NA", "a", "yes", "yes", "1", "h4"),
    ...times(3, "?", "b", "yes", "no", "0", "h4"),
    ...times(3, "", "b", "?", "no", "0", null),
    ...times(3, "51", "?", "no", "no", "0", ""),
  ],
};

/** Requests whose counts are the same wherever they are made, by name. */
export const countedCases: Readonly<Record<string, CountedCase>> = {
  "two attributes": { table: people, options: { label: "y", prediction: "yhat", sensitive: ["sex", "region"] } },
  "a crossing and a condition": {
    table: people,
    options: { label: "y", prediction: "yhat", sensitive: ["sex", "region"], cross: "all", given: "age" },
  },
  "bins, and missing values as a group": {
    table: people,
    options: {
      label: "y",
      prediction: "yhat",
      sensitive: ["age", "sex"],
      bins: { age: [30, 50] },
      cross: [["sex", "age"]],
      missing: "own-group",
    },
  },
  "bins of fractions": {
    table: people,
    options: { label: "y", prediction: "yhat", sensitive: ["score"], bins: { score: [0.3, 0.5, 0.7] } },
  },
  "small groups": {
    table: people,
    options: { label: "y", prediction: "yhat", sensitive: ["sex", "region"], cross: "all", minCell: 12 },
  },
  "small groups of bins within levels": {
    table: people,
    options: {
      label: "y",
      prediction: "yhat",
      sensitive: ["age"],
      bins: { age: [30, 50] },
      given: "region",
      missing: "own-group",
      minCell: 4,
    },
  },
  "small groups of odd texts": {
    table: spellings,
    options: { label: "y", prediction: "yhat", sensitive: ["who", "size"], minCell: 3 },
  },
  "no label": { table: people, options: { prediction: "yhat", sensitive: ["sex"] } },
  "declared levels and classes": {
    table: people,
    options: {
      label: "y",
      prediction: "yhat",
      sensitive: ["sex"],
      levels: { sex: ["M", "F", "X"] },
      classes: ["1", "0"],
    },
  },
  scores: { table: people, options: { label: "y", score: "score", threshold: 0.5, sensitive: ["sex", "region"] } },
  weights: { table: people, options: { label: "y", prediction: "yhat", sensitive: ["sex"], weight: "w" } },
  "weights of scores": {
    table: people,
    options: { label: "y", score: "score", threshold: 0.3, sensitive: ["sex"], weight: "w", positive: "1" },
  },
  "odd texts": {
    table: spellings,
    options: { label: "y", prediction: "yhat", sensitive: ["who"], missing: "own-group" },
  },
  "odd numbers": { table: spellings, options: { label: "y", prediction: "yhat", sensitive: ["size"] } },
  "single precision and dates": {
    table: spellings,
    options: { label: "y", prediction: "yhat", sensitive: ["small", "born"] },
  },
  decimals: { table: spellings, options: { label: "y", prediction: "yhat", sensitive: ["paid"] } },
  booleans: { table: answers, options: { label: "y", prediction: "yhat", sensitive: ["sex", "adult"] } },
  "single precision in bins": {
    table: answers,
    options: { label: "y", prediction: "yhat", sensitive: ["p"], bins: { p: [0.5, 0.7] } },
  },
  "texts of numbers in bins": {
    table: texts,
    options: {
      label: "y",
      prediction: "yhat",
      sensitive: ["age", "sex"],
      bins: { age: [-1, 30, 50] },
      missingValues: ["?"],
    },
  },
  "texts of scores": {
    table: texts,
    options: { label: "y", score: "score", threshold: 0.5, sensitive: ["sex"], positive: "yes", missingValues: ["?"] },
  },
  clusters: {
    table: texts,
    options: { label: "y", prediction: "yhat", sensitive: ["sex"], cluster: "house", missingValues: ["?"] },
  },
};

/** Returns all of a report but where its rows came from and how it was asked for. */
export function restOf(report: AuditReport) {
  return { ...report, options: null, data: { nodes: report.data?.nodes } };
}
