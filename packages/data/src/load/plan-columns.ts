import { InputError, suggest } from "@evenodds/core";
import type { CardNodes } from "../card/graph-card.js";
import { checkOnce, columnIndex, orHeader, type OpenTable } from "../source/open-table.js";

/** Which columns of the node files are what, as positions. */
export interface NodeColumns {
  readonly id: number | undefined;
  readonly label: number | undefined;
  /** One for each sensitive attribute of the card. */
  readonly sensitive: readonly number[];
  readonly split: number | undefined;
  readonly features: readonly number[];
}

/**
 * Finds the columns that a card names. Features are those of `featureNames` where given (the input of a model, which
 * may contain a sensitive column), else those of the card's `include`, else every column with a name that is not the
 * id, the label, a sensitive attribute, the split or excluded.
 *
 * Throws {@link InputError} with near matches for a column that is not there, for a name that is used and that several
 * columns have, for an id or label as a feature, and where no feature is left.
 */
export function planColumns(
  table: OpenTable,
  {
    nodes,
    featureNames,
    featuresFrom = "feature of the model",
  }: {
    readonly nodes: CardNodes;
    readonly featureNames?: readonly string[] | undefined;
    /** What asks for `featureNames`, for messages. */
    readonly featuresFrom?: string | undefined;
  },
): NodeColumns {
  const id = nodes.id === undefined ? undefined : columnIndex(table, nodes.id, "id column");
  const label = nodes.label && columnIndex(table, nodes.label.column, "label column");
  const sensitive = nodes.sensitive.map(({ column }) => columnIndex(table, column, "sensitive column"));
  const split = nodes.split && columnIndex(table, nodes.split.column, "split column");
  const taken = new Set([id, label]);
  const named = featureNames ?? nodes.features.include;
  if (named !== undefined) {
    const argument = featureNames === undefined ? "features.include" : featuresFrom;
    return { id, label, sensitive, split, features: namedFeatures(table, { named, taken, argument }) };
  }
  for (const column of [...sensitive, split]) taken.add(column);
  for (const name of nodes.features.exclude ?? []) excludeAll(table, name, taken);
  const features = table.columns.map((_, column) => column).filter((i) => !taken.has(i) && table.columns[i] !== "");
  for (const column of features) checkFeatureName(table, table.columns[column]!);
  if (features.length === 0) {
    throw new InputError({
      argument: `features of ${table.name}`,
      expected: "at least one column besides id, label, sensitive and excluded ones",
      found: table.columns.join(", "),
    });
  }
  return { id, label, sensitive, split, features };
}

/** Excludes every column of a name: so one rids a file of columns that cannot be told apart. */
function excludeAll({ columns, ...table }: OpenTable, name: string, taken: Set<number | undefined>): void {
  if (!columns.includes(name)) columnIndex({ columns, ...table }, name, "features.exclude");
  columns.forEach((column, i) => {
    if (column === name) taken.add(i);
  });
}

function checkFeatureName(table: OpenTable, name: string): void {
  const hint = "list the name under features.exclude, or give each column a name of its own";
  checkOnce(table, name, { argument: `feature column ${JSON.stringify(name)}`, hint });
}

function namedFeatures(
  table: OpenTable,
  options: {
    readonly named: readonly string[];
    readonly taken: ReadonlySet<number | undefined>;
    readonly argument: string;
  },
): number[] {
  const { named, taken, argument } = options;
  const free = table.columns.filter((_, column) => !taken.has(column));
  const features = named.map((name) => {
    const column = table.columns.indexOf(name);
    if (column >= 0) checkOnce(table, name, { argument });
    if (column >= 0 && !taken.has(column)) return column;
    const found = column >= 0 ? `${JSON.stringify(name)}, which is the id or the label` : JSON.stringify(name);
    throw new InputError({
      argument,
      expected: `a column of ${table.name}`,
      found,
      hint: orHeader(suggest(name, free), table),
    });
  });
  const repeated = named.find((name, i) => named.indexOf(name) !== i);
  if (repeated !== undefined) {
    throw new InputError({ argument, expected: "each column once", found: `${JSON.stringify(repeated)} twice` });
  }
  return features;
}
