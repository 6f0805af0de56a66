import { UsageError, crossedCodes, crossedLevels, type RegressionRows } from "@evenodds/core";
import type { DataWarning } from "../load/level-warnings.js";
import { sqlText } from "../source/with-database.js";
import type { ReadFile } from "../source/hash-file.js";
import { checkRowsRead } from "../source/open-table.js";
import { checkedRows } from "./count/check-rows.js";
import { codeAttribute, type CodedKey } from "./count/code-keys.js";
import { asDouble, keySql, sqlDouble, type GroupKey, groupKeys } from "./count/group-key.js";
import { checkMissing, levelNames } from "./count/level-names.js";
import { doubleOf } from "./count/measures.js";
import { planRequest, type OutcomePlan } from "./count/plan-request.js";
import { attributeWarnings, unknownRows } from "./count/table-warnings.js";
import { scanOddTexts, scanTable } from "./count/scan-table.js";
import type { JoinedTable } from "./counted-outcomes.js";
import type { SqlDialect } from "./engine/group-by-engine.js";
import type { OutcomeRequest, RequestedColumn } from "./outcome-request.js";
import type { CountsSource, OutcomeSource } from "./outcome-source.js";
import type { GroupableTable } from "./source/groupable-table.js";
import { wantedColumns } from "./source/wanted-columns.js";
import { withGroupableTable } from "./source/with-groupable-table.js";

/** What of a table an audit of a regression reads. Labels and predictions are numbers. */
export interface RegressionRequest extends Pick<OutcomeRequest, "sensitive" | "crossed" | "missing"> {
  /** Missing labels are excluded by default. */
  readonly label: string | RequestedColumn;
  /** A missing or non-finite prediction is an error by default. */
  readonly prediction: string | RequestedColumn;
}

/** The rows of a regression, one entry per attribute or crossing. */
export interface RegressionTable {
  readonly name: string;
  readonly files: readonly ReadFile[];
  readonly read: number;
  /** Labels and predictions are the same arrays in all of them; NaN = missing. */
  readonly attributes: readonly (RegressionRows & {
    readonly name: string;
    /** Names of the attributes that are crossed; of a plain one, its own. */
    readonly attributes: readonly string[];
    /** For each of them, how many rows of the table lack its value, whatever else they lack. */
    readonly unknown: readonly number[];
  })[];
  /** Rows that a join left out; they are in no attribute's rows. */
  readonly excluded: GroupableTable["excluded"];
  readonly joined: readonly JoinedTable[];
  /** What was taken as it is and may mean something else. */
  readonly warnings: readonly DataWarning[];
}

/**
 * Reads groups, numeric labels and predictions of all rows of files or of a query in DuckDB. Levels, missing values and
 * joins: as in `countOutcomesFrom`; a text among the numbers that does not stand for a missing value is an error.
 *
 * Throws {@link InputError} for what cannot be read, {@link UsageError} for a source that only counts: a table of
 * counts, or another database, whose rows stay there.
 */
export async function readRegression(
  source: Exclude<OutcomeSource, CountsSource>,
  request: RegressionRequest,
): Promise<RegressionTable> {
  const plan = planRequest(request);
  const wanted = wantedColumns(plan, source);
  const { result, files } = await withGroupableTable(source, {
    wanted: wanted.columns,
    work: (table) => readRows(table, { plan, attributeCount: request.sensitive.length }),
  });
  return { ...result, files };
}

async function readRows(
  table: GroupableTable,
  { plan, attributeCount }: { readonly plan: OutcomePlan; readonly attributeCount: number },
): Promise<Omit<RegressionTable, "files">> {
  const { readDoubles } = table.engine;
  if (readDoubles === undefined) {
    throw new UsageError({
      argument: "source",
      expected: "files, or a query in DuckDB: a regression audit reads rows",
      found: "a database that only counts",
      hint: "copy the columns that are needed to a file",
    });
  }
  const measures = { count: undefined, sums: [] };
  const keys = groupKeys(table, plan).slice(0, attributeCount);
  const { domains } = await scanTable(table, { keys, measures });
  const rows = checkedRows(table, { domain: domains[0]! });
  const attributes = keys.map((_, i) => codeAttribute(plan.keys[i]!, domains[i]!));
  for (const index of [plan.label!, plan.prediction]) await checkNumbers(table, { plan, index });
  const [label, prediction, ...codes] = await readDoubles(
    rowsSql(table, { plan, keys: keys.map((key, i) => ({ key, coded: attributes[i]! })) }),
  );
  checkRowsRead({ name: table.name, rows }, label!.length);
  const codesOf = codes.map((column) => Int32Array.from(column));
  const left = table.excluded.unlabelled + table.excluded["missing-attribute"];
  return {
    name: table.name,
    read: rows + left,
    attributes: plan.tables.map((planned) => {
      const levels = planned.attributes.map((i) => attributes[i]!.levels);
      const group = crossedCodes(
        planned.attributes.map((i) => codesOf[i]!),
        levels,
      );
      return {
        name: planned.name,
        attributes: planned.attributes.map((i) => plan.keys[i]!.name),
        unknown: planned.attributes.map((i) => unknownRows(attributes[i]!, domains[i]!)),
        group,
        groups: crossedLevels(levels),
        label: label!,
        prediction: prediction!,
      };
    }),
    excluded: table.excluded,
    joined: table.joined,
    warnings: attributes.flatMap((coded, i) => attributeWarnings({ key: plan.keys[i]!, coded, domain: domains[i]! })),
  };
}

/** Looks at what is not a finite number: a text that is not "missing" is an error, the rest has a policy. */
async function checkNumbers(
  table: GroupableTable,
  { plan, index }: { readonly plan: OutcomePlan; readonly index: number },
): Promise<void> {
  const request = plan.keys[index]!;
  // A missing value as a group of its own has no error.
  if (request.whenMissing === "own-group") {
    const argument = request.argument;
    throw new UsageError({ argument, expected: "exclude or fail for missing values", found: request.whenMissing });
  }
  const number: GroupKey = { column: table.at[index]!, number: (double) => double };
  const odd = await scanOddTexts(table, { key: number, measures: { count: undefined, sums: [] } });
  const key = { ...request, borders: [] };
  checkMissing(odd, { key, names: levelNames(odd, { key }) });
}

/** Selects label, prediction and the code of each attribute, as doubles. */
function rowsSql(
  table: GroupableTable,
  {
    plan,
    keys,
  }: { readonly plan: OutcomePlan; readonly keys: readonly { readonly key: GroupKey; readonly coded: CodedKey }[] },
): string {
  const { dialect } = table.engine;
  const selects = table.parts.map((part) => {
    const numbers = [plan.label!, plan.prediction].map((index) => doubleOf(table, part, table.at[index]!));
    const codes = keys.map(({ key, coded }) => {
      const { grouped, read } = keySql(part, { key, dialect });
      return codeSql(read(grouped), { coded, isNumber: key.number !== undefined, dialect });
    });
    return `SELECT ${[...numbers, ...codes].join(", ")} FROM ${part.sql}`;
  });
  return selects.join(" UNION ALL ");
}

/** The code of a value, −1 for those that are missing. */
function codeSql(
  value: string,
  {
    coded: { codeOf },
    isNumber,
    dialect,
  }: { readonly coded: CodedKey; readonly isNumber: boolean; readonly dialect: SqlDialect },
): string {
  // Texts that a number key takes for NULL are missing, as NULL is.
  const cases = [...codeOf]
    .filter(([found, code]) => found !== null && code >= 0 && (typeof found === "number") === isNumber)
    .map(
      ([found, code]) => `WHEN ${typeof found === "number" ? sqlDouble(dialect, found) : sqlText(found!)} THEN ${code}`,
    );
  const known = cases.length === 0 ? "-1" : `CASE ${value} ${cases.join(" ")} ELSE -1 END`;
  return asDouble(dialect, `CASE WHEN ${value} IS NULL THEN ${codeOf.get(null) ?? -1} ELSE ${known} END`);
}
