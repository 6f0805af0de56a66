import { ownValue, UsageError } from "@evenodds/core";
import { isRowFile, serverEngines, sqlEngines, type LocalEngine, type SqlEngine } from "@evenodds/data";
import type { GivenValues, SubjectFamily } from "./option-spec.js";

/** Everything that an audit can be of, with what it is called. */
export const auditSubjects = {
  classifier: "a classifier on a graph",
  regression: "a regression on a graph",
  tabular: "a classifier on a table",
  "regression-tabular": "a regression on a table",
  predictions: "a table of predictions",
  joined: "predictions joined with other files",
  counts: "a table of counts",
  duckdb: "a query in DuckDB",
  postgres: "a query in PostgreSQL",
  spark: "a query in Spark",
  trino: "a query in Trino",
  "regression-predictions": "a table of a regression",
  "regression-joined": "tables of a regression that are joined",
  "regression-duckdb": "a query of a regression in DuckDB",
} as const satisfies Record<SqlEngine | RegressionQuery, string> & Record<string, string>;

/** A regression is read row by row, which a server does not allow. */
type RegressionQuery = `regression-${LocalEngine}`;

/** Flag that names the database of each engine, as its attribute. */
const databaseFlags: Readonly<Record<SqlEngine, string>> = {
  duckdb: "db",
  postgres: "postgres",
  spark: "spark",
  trino: "trino",
};

export type AuditSubject = keyof typeof auditSubjects;

const subjects = Object.keys(auditSubjects) as AuditSubject[];

/** Models that run on a graph. */
export const modelSubjects: readonly AuditSubject[] = ["classifier", "regression"];
/** Models that run on the rows of a table. */
export const rowSubjects: readonly AuditSubject[] = ["tabular", "regression-tabular"];
/** Models, whatever they run on. */
export const runSubjects: readonly AuditSubject[] = [...modelSubjects, ...rowSubjects];
/** Tables and queries, of predictions or of rows that a model predicts. */
export const tableSubjects = subjects.filter((subject) => !modelSubjects.includes(subject));
/** Tables and queries of predictions. */
export const predictionSubjects = subjects.filter((subject) => !runSubjects.includes(subject));
/** Whose labels and predictions are numbers. */
export const regressionSubjects = subjects.filter((subject) => subject.startsWith("regression"));
/** Whose labels and predictions are classes. */
export const classSubjects = subjects.filter((subject) => !regressionSubjects.includes(subject));
/** Tables whose labels are classes. */
export const classTables = tableSubjects.filter((subject) => classSubjects.includes(subject));
/** Tables whose predictions are classes. */
export const predictedTables = predictionSubjects.filter((subject) => classSubjects.includes(subject));
/** Tables whose labels and predictions are numbers. */
export const regressionTables = tableSubjects.filter((subject) => regressionSubjects.includes(subject));
/** Predictions that lie in several files. */
export const joinedSubjects: readonly AuditSubject[] = ["joined", "regression-joined"];
/** Results of a query. */
export const querySubjects = tableSubjects.filter((subject) =>
  sqlEngines.some((engine) => [engine, `regression-${engine}`].includes(subject)),
);
/** Tables that are read from files by evenodds itself. */
export const fileSubjects = tableSubjects.filter((subject) => !querySubjects.includes(subject));

/** Names for several subjects together, in the order in which they are looked for. */
export const auditFamilies: readonly SubjectFamily<AuditSubject>[] = [
  { title: "a table", subjects: tableSubjects },
  { title: "a table of predictions", subjects: predictionSubjects },
  { title: "a model", subjects: runSubjects },
  { title: "a classifier", subjects: classSubjects },
  { title: "a regression", subjects: regressionSubjects },
  { title: "a model on a graph", subjects: modelSubjects },
  { title: "a table of classes", subjects: classTables },
  { title: "a table of predicted classes", subjects: predictedTables },
  { title: "a table of a regression", subjects: regressionTables },
  { title: "a table in files", subjects: fileSubjects },
  { title: "joined tables", subjects: joinedSubjects },
];

const sources = ["predictions", "counts", "sql"] as const;

/**
 * Returns what an audit can be of, given its flags and arguments: one subject for a table, and both kinds of a model,
 * which only its file tells apart. Throws {@link UsageError} unless they name one table, or a model and a graph.
 */
export function auditSubjectsOf({ values, arguments: [model, graph] }: GivenValues): readonly AuditSubject[] {
  const tables = sources.filter((name) => values[name] !== undefined);
  if (tables.length > 1) {
    const found = tables.map((name) => `--${name}`).join(" and ");
    throw new UsageError({ argument: "source", expected: "one table", found });
  }
  const [table] = tables;
  const named = [model, graph].filter((part) => part !== undefined).length;
  if (named === 0) checkDatabase(table, values);
  if (named !== (table === undefined ? 2 : 0)) {
    throw new UsageError({
      argument: "evenodds audit",
      expected: "a model and a graph or a table, or a table of predictions (--predictions, --counts or --sql)",
      found: table !== undefined ? "a table of predictions and a model" : named === 0 ? "neither" : "a model alone",
      hint: "see evenodds audit --help",
    });
  }
  if (table === undefined) return typeof graph === "string" && isRowFile(graph) ? rowSubjects : modelSubjects;
  const subject = tableSubject(table, values);
  const ofRegression = `regression-${subject}`;
  return [values.regression === true && isSubject(ofRegression) ? ofRegression : subject];
}

function tableSubject(table: (typeof sources)[number], values: GivenValues["values"]): AuditSubject {
  if (table === "counts") return "counts";
  if (table === "sql") return queriedEngine(values);
  return values.attributes === undefined && values.labels === undefined ? "predictions" : "joined";
}

function isSubject(name: string): name is AuditSubject {
  return Object.hasOwn(auditSubjects, name);
}

/** Returns the engine whose database the flags name, DuckDB where they name none: it reads files by itself. */
export function queriedEngine(flags: object): SqlEngine {
  return namedEngines(flags)[0] ?? "duckdb";
}

/** Whether a server answers the query, which then reads no file of this machine. */
export function isAskedOfServer(flags: object): boolean {
  return namedEngines(flags).some((engine) => serverEngines.some((server) => server === engine));
}

function namedEngines(flags: object): SqlEngine[] {
  return sqlEngines.filter((engine) => ownValue(flags, databaseFlags[engine]) !== undefined);
}

function checkDatabase(table: string | undefined, values: GivenValues["values"]): void {
  const flags = namedEngines(values).map((engine) => `--${databaseFlags[engine]}`);
  if (flags.length > 1) {
    throw new UsageError({ argument: flags.at(-1)!, expected: "one database", found: flags.join(" and ") });
  }
  if (table !== undefined || flags.length === 0) return;
  throw new UsageError({
    argument: flags[0]!,
    expected: "a query of this database with --sql",
    found: "none",
    hint: 'such as --sql "select * from scored"',
  });
}
