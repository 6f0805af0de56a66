import { basename } from "node:path";
import {
  auditOutcomes,
  classPredictions,
  describeGraph,
  reportedOutput,
  type AuditReport,
  type AuditSettings,
  type OutputMeaning,
  type Provider,
  type ReportedModel,
} from "@evenodds/auditor";
import {
  checkClassSpelling,
  classIndex,
  defaultMinimumSupport,
  maskOf,
  ModelError,
  version,
  type SplitPart,
} from "@evenodds/core";
import { labelWords, type LoadedGraph } from "@evenodds/data";
import { auditedNodes, recordedSplit, trainingNodes } from "./audited-nodes.js";
import {
  chooseAttributes,
  countAttributes,
  scoreWarnings,
  type AttributeChoice,
  type ChosenAttribute,
} from "./model-attributes.js";
import { clusterColumn, clusterNotes, nodeClusters, type ClusterChoice } from "./node-clusters.js";
import { runWarnings, reportedData } from "./reported-run.js";
import { runModel, type ClassifierOnGraph, type InspectedModel, type ModelOnGraph } from "./run-model.js";
import { requireLabels } from "./training-graph.js";

/** What to audit, and how. */
export interface AuditRequest extends AttributeChoice, ClusterChoice {
  readonly model: string | InspectedModel;
  readonly graph: string;
  /** What the output of a model means that does not record its task. Default: what its last operators tell. */
  readonly outputKind?: OutputMeaning | undefined;
  /** Whether a model is audited whose scatters are known to overwrite what they should add up. */
  readonly trustScatter?: boolean | undefined;
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

/** Runs a classifier on a graph and audits its predictions. Throws {@link ModelError} for a regression. */
export async function auditModel(request: AuditRequest): Promise<AuditReport> {
  let chosen: readonly ChosenAttribute[] = [];
  const column = clusterColumn(request);
  const run = requireClassifier(
    await runModel({
      ...request,
      clusterColumn: column,
      check: (graph) => {
        requireLabels(graph);
        chosen = chooseAttributes(graph, request);
      },
    }),
  );
  const { loaded, match, label, output } = run;
  const { graph } = loaded;
  request.onStage?.("count outcomes");
  const { prediction } = classPredictions(output, { nonFinite: request.nonFinite, nodeIds: graph.nodeIds });
  const recorded = recordedSplit(run);
  const path = typeof request.model === "string" ? request.model : request.model.path;
  const audited = auditedNodes({ split: request.split, model: path }, { recorded, nodeCount: graph.nodeCount });
  const include = audited === null ? undefined : maskOf(audited, graph.nodeCount);
  if (loaded.card.nodes.label?.levels === undefined) {
    const { classes } = match;
    const occurring = (codes: Int32Array) => {
      const seen = new Uint8Array(classes.length);
      for (const code of codes) if (code >= 0) seen[code] = 1;
      return classes.filter((_, code) => seen[code] === 1);
    };
    checkClassSpelling({ labels: occurring(label), predicted: occurring(prediction) }, labelWords(loaded.card));
  }
  const { seed } = request;
  const positive = request.positiveClass;
  const positiveClass = positive === null ? null : match.classes[classIndex(match.classes, positive)]!;
  const clusters = await nodeClusters(loaded, request);
  const attributes = countAttributes(run, { attributes: chosen, prediction, include, positiveClass, clusters });
  request.onStage?.("compute statistics");
  return auditOutcomes({
    attributes,
    version,
    seed,
    settings: request.settings,
    positiveClass,
    model: reportedModel(path, run),
    data: reportedData(run),
    provider: request.provider,
    graph: describeGraph({
      graph,
      label,
      prediction,
      classes: match.classes,
      attributes: chosen,
      single: [...new Set(chosen.flatMap(({ parts }) => parts))],
      include,
      minimumSupport: request.settings.minimumSupport ?? defaultMinimumSupport,
    }),
    split: request.split,
    trainingNodes: trainingNodes(recorded, { label, include }),
    warnings: [...runWarnings(run), ...scoreWarnings(attributes, output)],
    notes: [
      ...run.featureNotes,
      ...run.orderNotes,
      ...run.notes,
      ...clusterNotes(looseNodes(loaded, { label, include }), column ?? ""),
    ],
  });
}

function requireClassifier(run: ModelOnGraph): ClassifierOnGraph {
  if (run.task !== "regression") return run;
  throw new ModelError({ argument: "model", expected: "a classifier", found: "a regression" });
}

/** Labelled nodes that are audited and lack a value of the cluster column. */
function looseNodes(
  { cluster }: LoadedGraph,
  { label, include }: { label: Int32Array; include: Uint8Array | undefined },
): number {
  return (cluster ?? []).filter((code, node) => code < 0 && label[node]! >= 0 && include?.[node] !== 0).length;
}

function reportedModel(path: string, run: ClassifierOnGraph): ReportedModel {
  const { description, features, order, decided, match, output } = run;
  const { sha256, producer, metadata } = description;
  return {
    file: basename(path),
    sha256,
    producer: producer === "" ? null : producer,
    featureCount: metadata.featureNames?.length ?? (features?.matchedBy === "name" ? features.count : null),
    provenance: metadata.provenance,
    ...(features === null ? {} : { features }),
    ...(order === null || order.by === "evenodds" ? {} : { classOrder: { matchedBy: order.by, source: order.source } }),
    output: reportedOutput(decided, { kind: output.kind, classes: match.classes }),
  };
}
