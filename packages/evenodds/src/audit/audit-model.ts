import { basename } from "node:path";
import {
  auditOutcomesInSteps,
  classPredictions,
  describeGraph,
  reportedOutput,
  type AuditReport,
  type AuditInput,
  type ReportedModel,
} from "@evenodds/auditor";
import { checkClassSpelling, classIndex, defaultMinimumSupport, duringWork, ModelError, version } from "@evenodds/core";
import { withScratchPlace, type LoadedGraph } from "@evenodds/data";
import { auditSettings, type AuditOptions, type ModelOptions } from "./audit-options.js";
import { auditedPart, maskNotes, trainingNodes } from "./audited-nodes.js";
import { canBeOnDisk } from "./can-be-on-disk.js";
import { countAttributes, scoreWarnings } from "./choose-attributes.js";
import { clusterColumn, clusterNotes, nodeClusters } from "./node-clusters.js";
import { checkStability, measureStability, type StabilityOptions } from "./measure-stability.js";
import { checkTableOptions } from "./check-table-options.js";
import { runAuditedModel, type AuditedRun } from "./run-audited-model.js";
import { distinctWarnings, runWarnings, reportedData } from "./reported-run.js";
import {
  isTable,
  type ClassifierOnGraph,
  type GivenData,
  type GivenModel,
  type ModelOnGraph,
} from "../model/run-model.js";

/** How a classifier is audited on a graph. */
export interface ModelAuditOptions extends AuditOptions, ModelOptions, StabilityOptions {
  /** Allows for nodes that err alike: `communities` or `louvain` of the graph, or a column. Default: each by itself. */
  readonly cluster?: string | undefined;
  /** Of `louvain`: above 1 for more and smaller communities. Default: 1. */
  readonly resolution?: number | undefined;
}

/**
 * Runs a classifier on all nodes of a graph and returns the audit of its predictions, the report that `evenodds audit`
 * writes, with options in the words of the library. `model` is the path of an ONNX file or its bytes; `graph` the
 * folder or file of a graph card, a graph in memory, or the files of a table, for a model that takes columns.
 *
 * Throws {@link ModelError} for a model that cannot be read or understood and for a regression, {@link InputError} for
 * data that do not fit it, {@link UsageError} for options that do not fit, {@link EngineError} where the provider does
 * not run, {@link CrashError} with `isolate`, and {@link InterruptedError} for the signal. A gate that is violated is
 * no error: see `report.verdict`.
 */
export async function auditModel(
  model: GivenModel,
  graph: GivenData,
  options: ModelAuditOptions = {},
): Promise<AuditReport> {
  if (options.isolate === true) {
    const { runIsolated } = await import("../isolate/run-isolated.js");
    return runIsolated("auditModel", model, graph, options);
  }
  const { split = "all", cluster, resolution } = options;
  const column = clusterColumn({ cluster, resolution });
  checkStability(options);
  if (isTable(graph)) checkTableOptions({ split, ofGraph: cluster !== undefined && column === undefined });
  const { input, onStage } = await withScratchPlace(async (place) => {
    const given = { ...options, graph, clusterColumn: column, place: canBeOnDisk(options) ? place : undefined };
    const audited = await runAuditedModel(model, given);
    audited.onStage("count outcomes");
    const counting = { doing: "count outcomes", library: null };
    const how = { ...options, column, isTabular: isTable(graph) };
    return { onStage: audited.onStage, input: await duringWork(counting, () => countRun(audited, how)) };
  });
  onStage("compute statistics");
  return auditOutcomesInSteps(input, options);
}

/** Returns what the report of a model is computed from. */
async function countRun(
  { chosen, inspected: { path }, ...audited }: AuditedRun,
  {
    column,
    isTabular,
    ...options
  }: ModelAuditOptions & { readonly column: string | undefined; readonly isTabular: boolean },
): Promise<AuditInput> {
  const { split = "all", nonFinite = "error", seed = 0, cluster, resolution } = options;
  const run = requireClassifier(audited.run);
  const { loaded, match, label, output, provider, placement } = run;
  const { graph: nodes } = loaded;
  const { prediction } = classPredictions(output, { nonFinite, nodeIds: nodes.nodeIds });
  const part = auditedPart(run, { split, model: path, listed: audited.listed });
  const { recorded, include } = part;
  if (loaded.labels.listed === null) {
    const { classes } = match;
    const occurring = (codes: Int32Array) => {
      const seen = new Uint8Array(classes.length);
      for (const code of codes) if (code >= 0) seen[code] = 1;
      return classes.filter((_, code) => seen[code] === 1);
    };
    checkClassSpelling({ labels: occurring(label), predicted: occurring(prediction) }, loaded.labels.words);
  }
  const { positive } = options;
  const positiveClass = positive === undefined ? null : match.classes[classIndex(match.classes, positive)]!;
  const settings = auditSettings(options);
  const clusters = await nodeClusters(loaded, { cluster, resolution, seed });
  const countedBy = { attributes: chosen, include, positiveClass, clusters };
  const attributes = countAttributes(run, { ...countedBy, prediction });
  const again = await measureStability(
    { run, matched: audited.matched, onStage: audited.onStage },
    { ...options, prediction, include, count: (other) => countAttributes(run, { ...countedBy, prediction: other }) },
  );
  return {
    attributes,
    version,
    seed,
    settings,
    positiveClass,
    references: options.reference,
    options: options.recorded,
    model: reportedModel(path, run),
    data: reportedData(run, { ...part, ofTable: isTabular }),
    provider,
    placement,
    graph: isTabular
      ? null
      : describeGraph({
          graph: nodes,
          label,
          prediction,
          classes: match.classes,
          attributes: chosen,
          single: [...new Set(chosen.flatMap(({ parts }) => parts))],
          include,
          minimumSupport: settings.minimumSupport ?? defaultMinimumSupport,
        }),
    stability: again?.stability,
    split,
    trainingNodes: trainingNodes(recorded, { label, include }),
    warnings: distinctWarnings([...runWarnings(run), ...(again?.warnings ?? []), ...scoreWarnings(attributes, output)]),
    notes: [
      ...run.featureNotes,
      ...run.orderNotes,
      ...run.notes,
      ...maskNotes(loaded),
      ...clusterNotes(looseNodes(loaded, { label, include }), column ?? ""),
    ],
  };
}

function requireClassifier(run: ModelOnGraph): ClassifierOnGraph {
  if (run.task !== "regression") return run;
  throw new ModelError({ argument: "model", expected: "a classifier", found: "a regression" });
}

/** Labelled nodes that are audited and lack a value of the cluster column. */
function looseNodes(
  { cluster }: Pick<LoadedGraph, "cluster">,
  { label, include }: { label: Int32Array; include: Uint8Array | undefined },
): number {
  return (cluster ?? []).filter((code, node) => code < 0 && label[node]! >= 0 && include?.[node] !== 0).length;
}

function reportedModel(path: string, run: ClassifierOnGraph): ReportedModel {
  const { description, inputs, features, order, decided, match, output } = run;
  const { sha256, producer, metadata } = description;
  return {
    file: basename(path),
    sha256,
    producer: producer === "" ? null : producer,
    featureCount: metadata.featureNames?.length ?? (features?.matchedBy === "name" ? features.count : null),
    provenance: metadata.provenance,
    ...(inputs === null ? {} : { inputs }),
    ...(features === null ? {} : { features }),
    ...(order === null || order.by === "evenodds" ? {} : { classOrder: { matchedBy: order.by, source: order.source } }),
    output: reportedOutput(decided, { kind: output.kind, classes: match.classes }),
  };
}
