import { basename } from "node:path";
import {
  auditOutcomes,
  describeGraph,
  predictClasses,
  type AuditReport,
  type AuditSettings,
  type Provider,
  type ReportedData,
  type ReportedModel,
  type ReportWarning,
} from "@evenodds/auditor";
import {
  defaultMinimumSupport,
  hashNodeIds,
  InputError,
  maskOf,
  recallSplit,
  UsageError,
  version,
  type Category,
  type Split,
  type SplitPart,
} from "@evenodds/core";
import type { LoadedGraph } from "@evenodds/data";
import { chooseAttributes, countAttributes, type AttributeChoice } from "./model-attributes.js";
import { clusterColumn, clusterNotes, nodeClusters, type ClusterChoice } from "./node-clusters.js";
import { runModel, type ModelOnGraph } from "./run-model.js";
import { requireLabels } from "./training-graph.js";

/** What to audit, and how. */
export interface AuditRequest extends AttributeChoice, ClusterChoice {
  readonly model: string;
  readonly graph: string;
  readonly provider: Provider;
  readonly threads?: number | undefined;
  readonly split: SplitPart | "all";
  readonly positiveClass: string | null;
  readonly nonFinite: "error" | "exclude";
  readonly seed: number;
  readonly settings: Partial<AuditSettings>;
  /** Called as each stage begins: those of `runModel`, then count outcomes and compute statistics. */
  readonly onStage?: ((stage: string) => void) | undefined;
}

/** Runs a model on a graph and audits its predictions. */
export async function auditModel(request: AuditRequest): Promise<AuditReport> {
  let chosen: readonly Category[] = [];
  const column = clusterColumn(request);
  const run = await runModel({
    ...request,
    clusterColumn: column,
    check: (graph) => {
      requireLabels(graph);
      chosen = chooseAttributes(graph, request);
    },
  });
  const { loaded, match, label, logits } = run;
  const { graph } = loaded;
  request.onStage?.("count outcomes");
  const { prediction } = predictClasses(
    { logits, columns: match.classes.length },
    { nonFinite: request.nonFinite, nodeIds: graph.nodeIds },
  );
  const recorded = recordedSplit(run);
  const audited = auditedNodes(request, { recorded, nodeCount: graph.nodeCount });
  const include = audited === null ? undefined : maskOf(audited, graph.nodeCount);
  const { positiveClass, seed } = request;
  const clusters = await nodeClusters(loaded, request);
  const attributes = countAttributes(run, { attributes: chosen, prediction, include, positiveClass, clusters });
  request.onStage?.("compute statistics");
  return auditOutcomes({
    attributes,
    version,
    seed,
    settings: request.settings,
    positiveClass,
    model: reportedModel(request.model, run),
    data: reportedData(run),
    provider: request.provider,
    graph: describeGraph({
      graph,
      label,
      prediction,
      classes: match.classes,
      attributes: chosen,
      include,
      minimumSupport: request.settings.minimumSupport ?? defaultMinimumSupport,
    }),
    split: request.split,
    trainingNodes: trainingNodes(recorded, { label, include }),
    warnings: attributeWarnings(run),
    notes: [...run.notes, ...clusterNotes(looseNodes(loaded, { label, include }), column ?? "")],
  });
}

function recordedSplit({ description, loaded }: ModelOnGraph): Split | null {
  const { split } = description.metadata;
  return split === null ? null : recallSplit(split, hashNodeIds(loaded.graph.nodeIds, loaded.graph.idScope));
}

/** Returns the nodes of the part that is asked for; null = all nodes. */
function auditedNodes(
  { split: part, model }: AuditRequest,
  { recorded, nodeCount }: { recorded: Split | null; nodeCount: number },
): Int32Array | null {
  if (part === "all") return null;
  if (recorded === null) {
    throw new UsageError({
      argument: `--split ${part}`,
      expected: "a model that records its split",
      found: `${model}, which does not`,
      hint: "use --split all, and make sure that the model was not trained on these nodes",
    });
  }
  if (recorded[part].length === 0) {
    throw new InputError({
      argument: `--split ${part}`,
      expected: `nodes of the model's ${part} part in the graph`,
      found: `none of ${nodeCount} nodes`,
      hint: "on a graph that the model has never seen, use --split all",
    });
  }
  return recorded[part];
}

/** Labelled nodes that are audited although the model has learned from them; null where the model does not say. */
function trainingNodes(
  recorded: Split | null,
  { label, include }: { label: Int32Array; include: Uint8Array | undefined },
): number | null {
  if (recorded === null) return null;
  return recorded.train.filter((node) => label[node]! >= 0 && include?.[node] !== 0).length;
}

/** Labelled nodes that are audited and lack a value of the cluster column. */
function looseNodes(
  { cluster }: LoadedGraph,
  { label, include }: { label: Int32Array; include: Uint8Array | undefined },
): number {
  return (cluster ?? []).filter((code, node) => code < 0 && label[node]! >= 0 && include?.[node] !== 0).length;
}

function attributeWarnings({ loaded, description }: ModelOnGraph): ReportWarning[] {
  const inputs = new Set(description.metadata.featureNames ?? loaded.graph.featureNames);
  return loaded.nodes.sensitive
    .filter(({ name }) => inputs.has(name))
    .map(({ name }) => ({
      code: "sensitive-feature",
      message: `The sensitive attribute ${JSON.stringify(name)} is itself one of the model's inputs.`,
    }));
}

function reportedModel(path: string, { description }: ModelOnGraph): ReportedModel {
  const { sha256, producer, metadata } = description;
  return {
    file: basename(path),
    sha256,
    producer: producer === "" ? null : producer,
    featureCount: metadata.featureNames?.length ?? null,
    provenance: metadata.provenance,
  };
}

function reportedData({ loaded }: ModelOnGraph): ReportedData {
  return {
    name: loaded.name,
    files: loaded.files.map(({ name, sha256 }) => ({ file: name, sha256 })),
    nodes: loaded.graph.nodeCount,
    arcs: loaded.graph.source.length,
  };
}
