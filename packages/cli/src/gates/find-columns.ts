import type { TableColumn } from "@evenodds/data";
import { UsageError } from "@evenodds/core";

/** What columns of tables are usually called, in the order in which they are looked for. */
const usualNames = {
  label: ["label", "y_true", "y", "target", "true_label", "truth", "outcome", "class"],
  prediction: ["prediction", "y_pred", "yhat", "y_hat", "predicted", "pred", "p"],
  id: ["id", "row_id", "user_id", "node_id", "person_id"],
  count: ["count"],
} as const;

/** What columns with groups of people are usually called. */
const groupNames =
  /^(sex|gender|race|ethnicity|nationality|religion|country|region|disability|age|age[_ ]?(band|group|range|class)|marital([_ ]status)?)$/i;

/** Most values of a column whose values are groups. */
const mostGroups = 12;

/** What a table is, as far as names of its columns tell. */
export interface FoundColumns {
  readonly label: string;
  readonly prediction: string;
  readonly sensitive: readonly TableColumn[];
  /** Of a table of counts. */
  readonly count: string | null;
}

interface Named {
  readonly label?: string | undefined;
  readonly prediction?: string | undefined;
  readonly sensitive?: readonly string[] | undefined;
}

/**
 * Returns which columns of a table are what, by the names that the user gives or by usual names. Throws
 * {@link UsageError} where a column that an audit needs is not found, with the columns that there are.
 */
export function findColumns(columns: readonly TableColumn[], named: Named): FoundColumns {
  const label = requiredColumn(columns, { kind: "label", named: named.label });
  const prediction = requiredColumn(columns, { kind: "prediction", named: named.prediction });
  const taken = [label, prediction];
  const count = usualColumn(columns, "count");
  return { label, prediction, count, sensitive: groupColumns(columns, { named: named.sensitive, taken }) };
}

/** Returns a column by its name, or by a usual one. Throws {@link UsageError} where there is none. */
export function requiredColumn(
  columns: readonly TableColumn[],
  { kind, named }: { readonly kind: "label" | "prediction" | "id"; readonly named: string | undefined },
): string {
  const found = named ?? usualColumn(columns, kind);
  if (found !== null && columns.some(({ name }) => name === found)) return found;
  throw new UsageError({
    argument: `--${kind}`,
    expected:
      named === undefined
        ? `a column called ${usualNames[kind].slice(0, 3).join(", ")} or the like`
        : "a column of the table",
    found: named === undefined ? "none" : JSON.stringify(named),
    hint: `name one with --${kind}: there is ${listed(columns)}`,
  });
}

/** Returns the columns of groups. Throws {@link UsageError} where none is named or has a usual name. */
export function groupColumns(
  columns: readonly TableColumn[],
  { named, taken }: { readonly named: readonly string[] | undefined; readonly taken: readonly string[] },
): TableColumn[] {
  const isFew = ({ values }: TableColumn) => values !== null && values.length >= 2 && values.length <= mostGroups;
  const free = columns.filter(({ name }) => !taken.includes(name));
  const chosen =
    named === undefined
      ? free.filter((column) => groupNames.test(column.name) && isFew(column))
      : named.map((name) => columnCalled(columns, name));
  if (chosen.length > 0) return chosen;
  throw new UsageError({
    argument: "--sensitive",
    expected: "a column called sex, race, age_band or the like with two to twelve values",
    found: "none",
    hint: `name the columns of groups with --sensitive: there is ${listed(free.filter(isFew))}`,
  });
}

function columnCalled(columns: readonly TableColumn[], wanted: string): TableColumn {
  const found = columns.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  throw new UsageError({
    argument: "--sensitive",
    expected: "columns of the table",
    found: JSON.stringify(wanted),
    hint: `there is ${listed(columns)}`,
  });
}

function usualColumn(columns: readonly TableColumn[], kind: keyof typeof usualNames): string | null {
  for (const usual of usualNames[kind]) {
    const found = columns.find(({ name }) => name.toLowerCase() === usual);
    if (found !== undefined) return found.name;
  }
  return null;
}

function listed(columns: readonly TableColumn[]): string {
  if (columns.length === 0) return "none that fits";
  const names = columns.slice(0, 8).map(({ name }) => JSON.stringify(name));
  return `${names.join(", ")}${columns.length > 8 ? ` and ${columns.length - 8} more` : ""}`;
}
