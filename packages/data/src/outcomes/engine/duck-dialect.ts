import { sqlDoubleOf, sqlTextOf } from "../../source/sql-values.js";
import { sqlName } from "../../source/with-database.js";
import type { SqlDialect } from "./group-by-engine.js";

/** How DuckDB spells what differs between engines. */
export const duckDialect: SqlDialect = {
  name: sqlName,
  doubleType: "DOUBLE PRECISION",
  text: sqlTextOf,
  double: sqlDoubleOf,
  isFinite: (double) => `isfinite(${double})`,
  isSinglePrecision: (type) => type === "FLOAT",
  wholeNumber: (double) => `CAST(${double} AS BIGINT)`,
  wideInteger: "HUGEINT",
};
