import type { TablePart } from "../../source/open-table.js";
import type { SqlDialect } from "../engine/group-by-engine.js";
import type { GroupableTable } from "../source/groupable-table.js";
import type { OutcomePlan } from "./plan-request.js";

/** Expression of a number key, of a finite double. */
export type NumberKey = (double: string, column: { readonly single: boolean; readonly dialect: SqlDialect }) => string;

/** A column by whose values rows are grouped. */
export interface GroupKey {
  readonly column: number;
  /**
   * For numbers: an expression of a finite double, and whether it came in single precision; what is not a finite number
   * is NULL. Undefined: values are kept as they are and given as texts.
   */
  readonly number?: NumberKey | undefined;
}

/** SQL of a key: what rows are grouped by, and how the value of a group is read, given its name. */
export interface KeySql {
  readonly grouped: string;
  readonly read: (name: string) => string;
}

/** Values are grouped in their own type, which costs the engine least, and only those of groups become texts. */
export function keySql(
  part: TablePart,
  { key, dialect }: { readonly key: GroupKey; readonly dialect: SqlDialect },
): KeySql {
  const type = part.types[key.column]!;
  const value = columnSql(part, { column: key.column, dialect });
  if (key.number === undefined) return { grouped: value, read: (name) => dialect.text(name, type) };
  const double = dialect.double(value, type);
  const number = key.number(double, { single: dialect.isSinglePrecision(type), dialect });
  return {
    grouped: `CASE WHEN ${dialect.isFinite(double)} THEN ${number} END`,
    read: (name) => asDouble(dialect, name),
  };
}

/** Returns a number key: how many of the ascending borders a value reaches. */
export function reachedBorders(borders: readonly number[]): NumberKey {
  return (double, { single, dialect }) => {
    const below = borders.map(
      (border, i) => `WHEN ${double} < ${sqlDouble(dialect, single ? Math.fround(border) : border)} THEN ${i}`,
    );
    return `CASE ${below.join(" ")} ELSE ${borders.length} END`;
  };
}

/** Returns a literal of a double: a bare `0.7` would be a decimal, which compares by other rules. */
export function sqlDouble(dialect: SqlDialect, value: number): string {
  return asDouble(dialect, `'${value}'`);
}

/** Returns an expression as a double. */
export function asDouble({ doubleType }: SqlDialect, value: string): string {
  return `CAST(${value} AS ${doubleType})`;
}

/** Returns the name of a column within a part, as an engine quotes it. */
export function columnSql(
  part: TablePart,
  { column, dialect }: { readonly column: number; readonly dialect: SqlDialect },
): string {
  return dialect.name(part.sqlColumns[column]!);
}

/** Returns the keys of a plan, whose columns are the first wanted ones of the table. */
export function groupKeys(table: GroupableTable, { keys }: OutcomePlan): GroupKey[] {
  return keys.map(({ borders }, i) => ({ column: table.at[i]!, number: borders && reachedBorders(borders) }));
}
