import { auditOutcomes, type AuditedAttribute, type AuditReport, type AuditSettings } from "@evenodds/auditor";
import { InputError, version, type ScoreCounts } from "@evenodds/core";
import {
  countOutcomesFrom,
  scoreHistogram,
  type AttributeOutcomes,
  type CountedOutcomes,
  type OutcomeRequest,
  type OutcomeSource,
  type ScoreHistogram,
} from "@evenodds/data";
import type { Terminal } from "../console/terminal.js";
import { joinWarnings } from "./join-warnings.js";
import { clusterNotes } from "./node-clusters.js";
import { withSource, type TableSource } from "./table-source.js";

/** What to audit, and how. */
export interface TableAuditRequest {
  readonly source: TableSource;
  readonly outcomes: OutcomeRequest;
  readonly seed: number;
  readonly settings: Partial<AuditSettings>;
}

/** Counts a table of predictions where it lies, and audits the counts. */
export async function auditTable(
  request: TableAuditRequest,
  terminal: Pick<Terminal, "catchInterrupt">,
): Promise<AuditReport> {
  const { outcomes, seed, settings } = request;
  const { counted, histogram } = await withSource(request.source, terminal, async (source) => ({
    counted: await countOutcomesFrom(source, outcomes),
    histogram: await scoresOf(source, outcomes),
  }));
  return auditOutcomes({
    attributes: counted.attributes.map((attribute) => auditedAttribute(attribute, { request, histogram })),
    version,
    seed,
    settings,
    positiveClass: counted.positive ?? null,
    data: {
      name: counted.name,
      files: counted.files.map(({ name, sha256 }) => ({ file: name, sha256 })),
      nodes: counted.read,
      arcs: null,
      countColumn: counted.countColumn,
    },
    warnings: [...joinWarnings(counted.joined), ...counted.warnings],
    notes: [...conditionNotes(counted, outcomes), ...clusterNotes(counted.withoutCluster, clusterName(outcomes) ?? "")],
  });
}

/** Scores say more than the predictions that a threshold makes of them, where there are labels to compare them with. */
async function scoresOf(source: OutcomeSource, outcomes: OutcomeRequest): Promise<ScoreHistogram | null> {
  const { score, label } = outcomes;
  return score === undefined || label === undefined ? null : scoreHistogram(source, { ...outcomes, score, label });
}

function auditedAttribute(
  { name, attributes, unknown: lacking, all, within, clusters }: AttributeOutcomes,
  { request, histogram }: { request: TableAuditRequest; histogram: ScoreHistogram | null },
): AuditedAttribute {
  const unknown = attributes.map((attribute, i) => ({ attribute, rows: lacking[i]! }));
  const weights = { squares: all.weights?.squares, usedRows: all.used };
  if (all.outcomes === undefined) return { name, unknown, predictions: all.predictions, ...weights };
  const { condition } = request.outcomes;
  return {
    name,
    unknown,
    outcomes: all.outcomes,
    ...weights,
    clusters: clusters && { name: clusterName(request.outcomes) ?? "", counts: clusters },
    scores: histogram === null ? undefined : scoreCounts(histogram, name),
    threshold: request.outcomes.threshold,
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
