import {
  classPredictions,
  clusterCounts,
  compareOutcomesInSteps,
  type ComparedAttribute,
  type ComparisonReport,
  type ReportWarning,
} from "@evenodds/auditor";
import {
  countOutcomes,
  crossedCodes,
  crossedLevels,
  duringWork,
  InputError,
  ModelError,
  pairedClusters,
  pairedCounts,
  version,
} from "@evenodds/core";
import { auditedPart, maskNotes, trainingNodes, type AuditedPart } from "../audit/audited-nodes.js";
import type { AuditOptions, ModelOptions } from "../audit/audit-options.js";
import { checkTableOptions } from "../audit/check-table-options.js";
import type { ChosenAttribute } from "../audit/choose-attributes.js";
import { clusterColumn, clusterNotes, nodeClusters, type NodeClusters } from "../audit/node-clusters.js";
import { distinctWarnings, reportedData, runWarnings } from "../audit/reported-run.js";
import { runAuditedModel, type AuditedRun } from "../audit/run-audited-model.js";
import { isTable, type ClassifierOnGraph, type GivenData, type GivenModel } from "../model/run-model.js";
import { comparisonSettings, type CompareOptions } from "./compare-options.js";
import { toldApart } from "./told-apart.js";

/** How two classifiers are compared on a graph. What is said of a model holds for both. */
export interface ModelComparisonOptions
  extends CompareOptions, Pick<AuditOptions, "cross">, Omit<ModelOptions, "isolate"> {
  /** Lets the predictions of a cluster change places together; see `auditModel`. Default: each by itself. */
  readonly cluster?: string | undefined;
  /** Of `louvain`: above 1 for more and smaller communities. Default: 1. */
  readonly resolution?: number | undefined;
}

/**
 * Runs two classifiers, A before and B after, on all nodes of a graph or rows of a table, and returns what has changed
 * in each group, node by node.
 *
 * Throws what `auditModel` throws, and {@link InputError} where the models have other classes, or record splits of
 * which the part that is asked for has other nodes.
 */
export async function compareModels(
  models: { readonly a: GivenModel; readonly b: GivenModel },
  graph: GivenData,
  options: ModelComparisonOptions = {},
): Promise<ComparisonReport> {
  const { split = "all", cluster, resolution, nonFinite = "error", seed = 0 } = options;
  const column = clusterColumn({ cluster, resolution });
  const ofTable = isTable(graph);
  if (ofTable) checkTableOptions({ split, ofGraph: cluster !== undefined && column === undefined });
  const run = async (model: GivenModel): Promise<Compared> => {
    const audited = await runAuditedModel(model, { ...options, graph, clusterColumn: column });
    const classifier = requireClassifier(audited);
    const part = auditedPart(classifier, { split, model: audited.inspected.path, listed: audited.listed });
    const nodeIds = classifier.loaded.graph.nodeIds;
    const { prediction } = classPredictions(classifier.output, { nonFinite, nodeIds });
    return { audited, run: classifier, part, prediction };
  };
  const a = await run(models.a);
  const b = await run(models.b);
  checkSameClasses(a, b);
  checkSameNodes(a, b, split);
  const clusters = await nodeClusters(a.run.loaded, { cluster, resolution, seed });
  const names = toldApart(a.audited.inspected.path, b.audited.inspected.path);
  const counting = { doing: "count outcomes", library: null };
  const attributes = await duringWork(counting, () =>
    a.audited.chosen.map((attribute) => pairedAttribute(attribute, { a, b, clusters })),
  );
  return compareOutcomesInSteps(
    {
      attributes,
      version,
      a: { file: names.a, sha256: a.run.description.sha256 },
      b: { file: names.b, sha256: b.run.description.sha256 },
      unit: ofTable ? "row" : "node",
      seed,
      settings: comparisonSettings(options),
      data: reportedData(a.run, { ...a.part, ofTable }),
      split,
      warnings: distinctWarnings(ofBoth(warningsOf(a), warningsOf(b), saidOf)),
      notes: ofBoth(notesOf(a), notesOf(b), (note, name) => `${name}: ${note}`).concat(
        maskNotes(a.run.loaded),
        clusterNotes(looseNodes(a), column ?? ""),
      ),
    },
    options,
  );
}

/** One of the two models, after it has run. */
interface Compared {
  readonly audited: AuditedRun;
  readonly run: ClassifierOnGraph;
  readonly part: AuditedPart;
  /** `[N]`, indices into the model's classes; −1 = none. */
  readonly prediction: Int32Array;
}

function requireClassifier({ run }: AuditedRun): ClassifierOnGraph {
  if (run.task !== "regression") return run;
  throw new ModelError({ argument: "model", expected: "a classifier to compare", found: "a regression" });
}

function checkSameClasses(a: Compared, b: Compared): void {
  const [own, other] = [a, b].map(({ run }) => run.match.classes) as [readonly string[], readonly string[]];
  if (own.length === other.length && own.every((name) => other.includes(name))) return;
  throw new InputError({
    argument: "models",
    expected: "the same classes in both",
    found: `${own.join(", ")} in A and ${other.join(", ")} in B`,
  });
}

function checkSameNodes(a: Compared, b: Compared, split: string): void {
  const { nodeCount } = a.run.loaded.graph;
  const isIn = ({ part }: Compared, node: number) => part.include?.[node] !== 0;
  let [inA, inB, inBoth] = [0, 0, 0];
  for (let node = 0; node < nodeCount; node++) {
    const [first, second] = [isIn(a, node), isIn(b, node)];
    inA += Number(first);
    inB += Number(second);
    inBoth += Number(first && second);
  }
  if (inA === inBoth && inB === inBoth) return;
  throw new InputError({
    argument: `‘split’ ${split}`,
    expected: "the same nodes for both models",
    found: `${inA} nodes that A records and ${inB} that B records, ${inBoth} of them in both`,
    hint: "name nodes that neither was trained on with ‘nodes’, or compare reports of audits with ‘unpaired’",
  });
}

function pairedAttribute(
  { name, code, levels }: ChosenAttribute,
  { a, b, clusters }: { readonly a: Compared; readonly b: Compared; readonly clusters: NodeClusters | null },
): ComparedAttribute {
  const predictions = a.run.match.classes;
  const { classes } = b.run.match;
  // The predictions of A are one more attribute, crossed with the group: what counts groups then counts pairs.
  const rows = {
    group: crossedCodes([code, a.prediction], [levels, predictions]),
    groups: crossedLevels([levels, predictions]),
    label: b.run.label,
    prediction: b.prediction,
    classes,
    include: a.part.include,
  };
  const by = { groups: levels, predictions, classes };
  return {
    name,
    pair: {
      pairing: "rows",
      counts: pairedCounts(countOutcomes(rows), by),
      clusters:
        clusters === null ? undefined : pairedClusters(clusterCounts({ ...rows, cluster: clusters.cluster }), by),
    },
  };
}

function warningsOf({ run, part }: Compared): ReportWarning[] {
  const seen = trainingNodes(part.recorded, { label: run.label, include: part.include });
  const warnings = runWarnings(run);
  if (seen === null || seen === 0) return warnings;
  const message = `the model was trained on ${seen} of the compared nodes; its figures may look too good`;
  return [...warnings, { code: "training-nodes", message }];
}

function notesOf({ run }: Compared): string[] {
  return [...run.featureNotes, ...run.orderNotes, ...run.notes];
}

function saidOf({ code, message }: ReportWarning, name: string): ReportWarning {
  return { code, message: `${name}: ${message}` };
}

/** Returns what is said of both models once, and what is said of one of them under its name. */
function ofBoth<T>(a: readonly T[], b: readonly T[], said: (one: T, name: string) => T): T[] {
  const has = (list: readonly T[], one: T) => list.some((other) => JSON.stringify(other) === JSON.stringify(one));
  return [
    ...a.map((one) => (has(b, one) ? one : said(one, "A"))),
    ...b.filter((one) => !has(a, one)).map((one) => said(one, "B")),
  ];
}

/** Labelled nodes that are compared and lack a value of the cluster column. */
function looseNodes({ run, part }: Compared): number {
  const { cluster } = run.loaded;
  return (cluster ?? []).filter((code, node) => code < 0 && run.label[node]! >= 0 && part.include?.[node] !== 0).length;
}
