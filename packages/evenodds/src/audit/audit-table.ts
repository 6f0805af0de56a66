import { auditOutcomesInSteps, type AuditedAttribute, type AuditReport } from "@evenodds/auditor";
import { InputError, version, type ScoreCounts } from "@evenodds/core";
import {
  countOutcomesFrom,
  scoreHistogram,
  type AttributeOutcomes,
  type CountedOutcomes,
  type OutcomeRequest,
  type OutcomeSource,
  type ScoreHistogram,
  type ServerEngine,
  serverEngines,
  withPostgres,
  withSpark,
  withTrino,
} from "@evenodds/data";
import { auditSettings, stageHook, type AuditOptions } from "./audit-options.js";
import { requestedOutcomes, type TableColumns } from "./requested-outcomes.js";
import { joinWarnings } from "./join-warnings.js";
import { clusterNotes } from "./node-clusters.js";

/** How a table of predictions is audited. */
export interface TableAuditOptions extends Omit<AuditOptions, "cross" | "positive">, TableColumns {}

/**
 * Counts a table of predictions where it lies and returns the audit of the counts: files of rows or of counts, one
 * SELECT in DuckDB, PostgreSQL, Spark or Trino.
 *
 * Throws {@link InputError} for a table that cannot be read as asked, {@link UsageError} for options that do not fit,
 * and {@link InterruptedError} for the signal, which ends a query in a server too.
 */
export async function auditTable(source: TableSource, options: TableAuditOptions): Promise<AuditReport> {
  const outcomes = requestedOutcomes(options);
  const { seed = 0, signal } = options;
  const onStage = stageHook(options);
  onStage("count outcomes");
  const { counted, histogram } = await withSource(source, { signal }, async (table) => ({
    counted: await countOutcomesFrom(table, outcomes),
    histogram: await scoresOf(table, outcomes),
  }));
  onStage("compute statistics");
  const input = {
    attributes: counted.attributes.map((attribute) => auditedAttribute(attribute, { outcomes, histogram })),
    version,
    seed,
    settings: auditSettings(options),
    positiveClass: counted.positive ?? null,
    references: options.reference,
    options: options.recorded,
    data: {
      name: counted.name,
      files: counted.files.map(({ name, sha256 }) => ({ file: name, sha256 })),
      nodes: counted.read,
      arcs: null,
      countColumn: counted.countColumn,
    },
    warnings: [...joinWarnings(counted.joined), ...counted.warnings],
    notes: [...conditionNotes(counted, outcomes), ...clusterNotes(counted.withoutCluster, clusterName(outcomes) ?? "")],
  };
  return auditOutcomesInSteps(input, options);
}

/** Scores say more than the predictions that a threshold makes of them, where there are labels to compare them with. */
async function scoresOf(source: OutcomeSource, outcomes: OutcomeRequest): Promise<ScoreHistogram | null> {
  const { score, label } = outcomes;
  return score === undefined || label === undefined ? null : scoreHistogram(source, { ...outcomes, score, label });
}

function auditedAttribute(
  { name, attributes, unknown: lacking, all, within, clusters }: AttributeOutcomes,
  { outcomes, histogram }: { outcomes: OutcomeRequest; histogram: ScoreHistogram | null },
): AuditedAttribute {
  const unknown = attributes.map((attribute, i) => ({ attribute, rows: lacking[i]! }));
  const weights = { squares: all.weights?.squares, usedRows: all.used };
  if (all.outcomes === undefined) return { name, unknown, predictions: all.predictions, ...weights };
  const { condition } = outcomes;
  return {
    name,
    unknown,
    outcomes: all.outcomes,
    ...weights,
    clusters: clusters && { name: clusterName(outcomes) ?? "", counts: clusters },
    scores: histogram === null ? undefined : scoreCounts(histogram, name),
    threshold: outcomes.threshold,
    condition:
      condition === undefined
        ? undefined
        : {
            name: typeof condition === "string" ? condition : condition.column,
            levels: within.map(({ level, counts }) => ({ level, outcomes: requireOutcomes(counts.outcomes, level) })),
          },
  };
}

function clusterName({ cluster }: OutcomeRequest): string | undefined {
  return typeof cluster === "object" ? cluster.column : cluster;
}

function requireOutcomes<T>(outcomes: T | undefined, level: string): T {
  if (outcomes !== undefined) return outcomes;
  throw new InputError({ argument: `level ${JSON.stringify(level)}`, expected: "labelled rows", found: "no label" });
}

function scoreCounts({ attributes, classes, scores, exact }: ScoreHistogram, name: string): ScoreCounts | undefined {
  const found = attributes.find((attribute) => attribute.name === name);
  if (found === undefined) return undefined;
  const { groups, counts, sums, squares, excluded } = found;
  return { groups, classes, scores, counts, ...(exact ? {} : { sums, squares }), excluded };
}

function conditionNotes({ withoutCondition }: CountedOutcomes, { condition }: OutcomeRequest): string[] {
  if (condition === undefined || withoutCondition === 0) return [];
  return [`${withoutCondition} rows lack a value of the condition and are in none of its levels.`];
}

/** One SELECT in a PostgreSQL database, by its URL. */
export interface PostgresQuery {
  readonly sql: string;
  readonly postgres: string;
}

/** One SELECT in a Spark cluster, by the URL of its Spark Connect server. */
export interface SparkQuery {
  readonly sql: string;
  readonly spark: string;
}

/** One SELECT in a Trino server, by its URL. */
export interface TrinoQuery {
  readonly sql: string;
  readonly trino: string;
}

/** One SELECT in a server of an engine, whose name is the key of the URL: a {@link PostgresQuery} and the like. */
export type ServerQuery = {
  [E in ServerEngine]: { readonly sql: string } & { readonly [K in E]: string };
}[ServerEngine];

/** Where a table is. */
export type TableSource = OutcomeSource | ServerQuery;

/** How each server is opened. */
const openers: Readonly<Record<ServerEngine, typeof withPostgres>> = {
  postgres: withPostgres,
  spark: withSpark,
  trino: withTrino,
};

/** Whether a source is a query in a server, whose rows stay there. */
export function isServerQuery(source: TableSource): source is ServerQuery {
  return serverEngines.some((engine) => engine in source);
}

/**
 * Runs `work` with a source that can be read as often as need be. `signal` ends a query in another database's server.
 */
export async function withSource<T>(
  source: TableSource,
  { signal }: { readonly signal: AbortSignal | undefined },
  work: (source: OutcomeSource) => Promise<T>,
): Promise<T> {
  if (!isServerQuery(source)) return work(source);
  const { sql, ...urls }: { readonly sql: string } & Readonly<Partial<Record<ServerEngine, string>>> = source;
  const name = serverEngines.find((engine) => urls[engine] !== undefined)!;
  return openers[name]({ url: urls[name]!, signal }, (engine) => work({ sql, engine }));
}
