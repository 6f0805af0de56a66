import { InputError, UsageError } from "@evenodds/core";
import { checkSelect } from "../../guard/check-select.js";
import { queryAsTable, readSelect } from "../../guard/read-select.js";
import { binNames } from "../../load/bins.js";
import { groupedSql } from "../count/grouped-sql.js";
import { mergedSql } from "../count/merged-sql.js";
import { planRequest, type OutcomePlan } from "../count/plan-request.js";
import { sqlText } from "../../source/with-database.js";
import type { OutcomeRequest } from "../outcome-request.js";
import { printedDialects, type PrintedDialect, type PrintedDialectName } from "./printed-dialects.js";
import { binName, doubleOfText, spelledText, type PrintedKey } from "./printed-keys.js";

/** A query of a user, and the engine in whose console it is to run. */
export interface PrintedQuery {
  readonly sql: string;
  readonly dialect: PrintedDialectName;
}

/** A statement that counts, for whoever can run it. */
export interface CountingSql {
  /** One SELECT, without a semicolon. */
  readonly sql: string;
  /** Names of the columns of its result, in order; the last is that of the counts. */
  readonly columns: readonly string[];
  /** Column that says how many rows a line of the result stands for. */
  readonly count: string;
  /** Column that is 1 in the line of all groups that are too small, and 0 in the others; undefined: no such line. */
  readonly small: string | undefined;
  /** The names of the bins of each attribute that is cut in the statement, in order. */
  readonly bins: ReadonlyMap<string, readonly string[]>;
}

/**
 * Returns one SELECT that counts the rows of a user's query by all that an audit needs, in the dialect of an engine
 * that evenodds does not have to reach: its result, as a table of counts, is audited with the same rows and figures as
 * the query itself would be.
 *
 * There is a line for each combination of attributes, condition, label and prediction. A column of bins arrives as
 * their names; scores, weights and clusters arrive as they are, a line for each that differs. Values are texts as
 * DuckDB spells them, blank for NULL. What no text of a column says by itself (types) is asked for by the statement.
 *
 * Throws {@link InputError} for a text that is not one SELECT and for names that no console takes, {@link UsageError}
 * for a request that contradicts itself.
 */
export async function countingSql(query: PrintedQuery, request: OutcomeRequest): Promise<CountingSql> {
  const printed: PrintedDialect = printedDialects[query.dialect];
  const plan = planRequest(request);
  const select = printed.lexis === undefined ? await readSelect(query.sql) : checkSelect(query.sql, printed.lexis);
  const keys = printedKeys(plan);
  const count = freeName("count", keys);
  const source = queryAsTable(select);
  const steps = [...binSteps(source, { keys, printed }), ...textSteps({ keys, printed }), ...mergeSteps(plan, keys)];
  const names = keys.map(({ column }) => printed.alias(column));
  // No file that an engine writes tells NULL from blank in a way that each reader knows, and both are missing.
  const read = keys.map((_, i) => `COALESCE(t${i}, '') AS ${names[i]}`);
  const small = plan.minCell === undefined ? undefined : freeName("small", [...keys, { column: count }]);
  const marked = small === undefined ? [] : [`1 - kept AS ${printed.alias(small)}`];
  const sql = [
    `WITH ${steps.map(({ name, sql }) => `${name} AS (\n${sql}\n)`).join(", ")}`,
    `SELECT ${[...read, ...marked, `m0 AS ${printed.alias(count)}`].join(", ")}`,
    `FROM ${steps.at(-1)!.name}`,
  ].join("\n");
  checkWhole(sql, printed);
  return {
    sql,
    columns: [...keys.map(({ column }) => column), ...(small === undefined ? [] : [small]), count],
    count,
    small,
    bins: new Map(keys.flatMap(({ column, bins }) => (bins === undefined ? [] : [[column, binNames(bins)] as const]))),
  };
}

/** A relation of the statement, each over the one before. */
interface Step {
  readonly name: string;
  readonly sql: string;
}

interface Keys {
  readonly keys: readonly PrintedKey[];
  readonly printed: PrintedDialect;
}

/** Counts rows. Where columns are cut, their texts and numbers are named first, so that each is written once. */
function binSteps(source: string, { keys, printed }: Keys): Step[] {
  const { dialect, textType } = printed;
  const isCut = keys.some(({ bins }) => bins !== undefined);
  const columns = keys.map(({ column }) => dialect.name(column));
  const counts = (from: string, grouped: readonly string[]) => ({
    name: "evenodds_counts",
    sql: groupedSql({ keys: grouped, measures: ["count(*)"], from }),
  });
  if (!isCut) return [counts(source, columns)];
  const values = keys.map(({ bins }, i) => (bins === undefined ? columns[i]! : `CAST(${columns[i]} AS ${textType})`));
  const doubles = keys.flatMap(({ bins }, i) =>
    bins === undefined ? [] : [`${doubleOfText(`c${i}`, printed)} AS d${i}`],
  );
  const grouped = keys.map(({ bins }, i) =>
    bins === undefined ? `c${i}` : binName({ text: `c${i}`, double: `d${i}` }, { bins, dialect }),
  );
  return [
    {
      name: "evenodds_rows",
      sql: `SELECT ${values.map((value, i) => `${value} AS c${i}`).join(", ")}\nFROM ${source}`,
    },
    {
      name: "evenodds_numbers",
      sql: `SELECT ${[...keys.map((_, i) => `c${i}`), ...doubles].join(", ")}\nFROM evenodds_rows`,
    },
    counts("evenodds_numbers", grouped),
  ];
}

/** Makes texts of the keys of counted groups. */
function textSteps({ keys, printed }: Keys): Step[] {
  const { textType, isFloating } = printed;
  const plain = keys.map(({ bins }) => bins === undefined);
  const select = (of: (i: number) => readonly string[]) => [...keys.flatMap((_, i) => of(i)), "m0"].join(", ");
  return [
    {
      name: "evenodds_texts",
      sql: `SELECT ${select((i) => (plain[i] ? [`CAST(k${i} AS ${textType}) AS t${i}`, `${isFloating(`k${i}`)} AS f${i}`] : [`k${i} AS t${i}`]))}\nFROM evenodds_counts`,
    },
    {
      name: "evenodds_doubles",
      sql: `SELECT ${select((i) => (plain[i] ? [`t${i}`, `f${i}`, `${doubleOfText(`t${i}`, printed)} AS d${i}`] : [`t${i}`]))}\nFROM evenodds_texts`,
    },
    {
      name: "evenodds_spelled",
      sql: `SELECT ${select((i) => [plain[i] ? `${spelledText({ text: `t${i}`, double: `d${i}`, floating: `f${i}` }, printed)} AS t${i}` : `t${i}`])}\nFROM evenodds_doubles`,
    },
  ];
}

/** Merges groups that are too small, as the audit of the query itself does. */
function mergeSteps({ minCell, keys: planned }: OutcomePlan, keys: readonly PrintedKey[]): Step[] {
  if (minCell === undefined) return [];
  const grouping = new Set(
    planned.filter(({ role }) => role === "attribute" || role === "condition").map(({ column }) => column),
  );
  const groups = keys.flatMap(({ column, bins }, i) => {
    if (!grouping.has(column)) return [];
    // What is in no bin is one group.
    return [
      bins === undefined ? `t${i}` : `CASE WHEN t${i} IN (${binNames(bins).map(sqlText).join(", ")}) THEN t${i} END`,
    ];
  });
  const names = keys.map((_, i) => `t${i}`);
  return [
    {
      name: "evenodds_merged",
      sql: mergedSql({ cells: "evenodds_spelled", keys: names, groups, least: minCell }),
    },
  ];
}

/** Columns of the result, each once: keys of the plan, then weights and clusters. */
function printedKeys(plan: OutcomePlan): PrintedKey[] {
  const keys: PrintedKey[] = [];
  const add = (argument: string, key: PrintedKey) => {
    const other = keys.find(({ column }) => column.toLowerCase() === key.column.toLowerCase());
    if (other === undefined) keys.push(key);
    else if (other.column !== key.column || other.bins !== key.bins) refuseTwice(argument, key.column);
  };
  for (const { argument, column, borders, role } of plan.keys) {
    // A score arrives as it is: the report compares it with other thresholds too.
    add(argument, { column, bins: role === "score" ? undefined : borders });
  }
  if (plan.cluster !== undefined) add(plan.cluster.argument, { column: plan.cluster.column, bins: undefined });
  if (plan.weight !== undefined) {
    add(`weight column ${JSON.stringify(plan.weight)}`, { column: plan.weight, bins: undefined });
  }
  checkRequest(plan);
  return keys;
}

function refuseTwice(argument: string, column: string): never {
  throw new UsageError({
    argument,
    expected: "a column that is used in one way",
    found: `${JSON.stringify(column)} in two`,
    hint: "give the column a second name in the query: SELECT *, age AS years FROM …",
  });
}

function checkRequest({ keys, label, prediction }: OutcomePlan): void {
  if (label !== undefined && keys[label]!.column === keys[prediction]!.column) {
    throw new UsageError({
      argument: keys[prediction]!.argument,
      expected: "a column other than the label",
      found: "the label column",
    });
  }
  const blank = keys.find(({ levels }) => levels?.some(({ value }) => value === ""));
  if (blank === undefined) return;
  throw new UsageError({
    argument: blank.argument,
    expected: "levels with a text",
    found: "a blank one, which arrives as a missing value",
    hint: "give it a name in the query: SELECT CASE WHEN a = '' THEN 'none' ELSE a END AS a",
  });
}

/** Returns a name that no column of the result has. */
function freeName(wish: string, taken: readonly Pick<PrintedKey, "column">[]): string {
  let name = wish;
  while (taken.some(({ column }) => column.toLowerCase() === name)) name = `${name}_of_rows`;
  return name;
}

/** Whatever names and texts the request brings, the whole is one SELECT by the same rules. */
function checkWhole(sql: string, { lexis, title }: PrintedDialect): void {
  if (lexis === undefined) return;
  try {
    checkSelect(sql, lexis);
  } catch (cause) {
    const expected = `names of columns that a console of ${title} takes`;
    const hint = "give the columns plain names in the query: SELECT … AS name";
    throw new InputError({ argument: "columns", expected, found: JSON.stringify(sql.slice(0, 300)), hint }, { cause });
  }
}
