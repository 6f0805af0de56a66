import { basename } from "node:path";
import {
  auditRegression,
  knownByText,
  predictNumbers,
  type OutputMeaning,
  type Provider,
  type RegressionAttribute,
  type RegressionReport,
  type ReportWarning,
} from "@evenodds/auditor";
import { maskOf, ModelError, version, type SplitPart } from "@evenodds/core";
import { auditedNodes, recordedSplit, trainingNodes } from "./audited-nodes.js";
import type { RegressionAudit } from "./audit-regression.js";
import { chooseAttributes, unknownNodes, type AttributeChoice, type ChosenAttribute } from "./model-attributes.js";
import { runWarnings, reportedData } from "./reported-run.js";
import { runModel, type InspectedModel, type ModelOnGraph, type RegressionOnGraph } from "./run-model.js";
import { requireLabels } from "./training-graph.js";

/** Which regression to audit on which graph, and how. */
export interface RegressionModelRequest extends AttributeChoice, RegressionAudit {
  readonly model: InspectedModel;
  readonly graph: string;
  /** `number` for a model that does not record its task. */
  readonly outputKind?: OutputMeaning | undefined;
  /** Whether a model is audited whose scatters are known to overwrite what they should add up. */
  readonly trustScatter?: boolean | undefined;
  readonly provider: Provider;
  readonly threads?: number | undefined;
  readonly split: SplitPart | "all";
  readonly nonFinite: "error" | "exclude";
}

/**
 * Runs a regression on a graph whose label is a number and audits its errors. Nodes outside the part of the split that
 * is asked for are counted as excluded. Throws {@link ModelError} for a classifier.
 */
export async function auditRegressionModel(request: RegressionModelRequest): Promise<RegressionReport> {
  const { model, split, nonFinite, seed, labelBins, settings } = request;
  let chosen: readonly ChosenAttribute[] = [];
  const run = requireRegression(
    await runModel({
      ...request,
      check: (graph) => {
        requireLabels(graph);
        chosen = chooseAttributes(graph, request);
      },
    }),
  );
  const { graph, nodes } = run.loaded;
  const { nodeCount, nodeIds } = graph;
  const { prediction } = predictNumbers(run.output, { nonFinite, nodeIds });
  const recorded = recordedSplit(run);
  const audited = auditedNodes({ split, model: model.path }, { recorded, nodeCount });
  const include = audited === null ? undefined : maskOf(audited, nodeCount);
  const trained = trainingNodes(recorded, { label: nodes.label, include });
  return auditRegression({
    attributes: chosen.map((attribute) => auditedRows(run, { attribute, prediction, audited })),
    version,
    seed,
    labelBins,
    settings,
    data: reportedData(run),
    warnings: [...trainingWarnings(trained), ...runWarnings(run)],
    notes: [outputNote(run), originNote(request), ...run.featureNotes, ...run.notes],
  });
}

function requireRegression(run: ModelOnGraph): RegressionOnGraph {
  if (run.task === "regression") return run;
  throw new ModelError({ argument: "model", expected: "a regression", found: "a classifier" });
}

function auditedRows(
  { loaded: { graph, nodes } }: RegressionOnGraph,
  rows: {
    readonly attribute: ChosenAttribute;
    readonly prediction: Float64Array;
    readonly audited: Int32Array | null;
  },
): RegressionAttribute {
  const { prediction, audited } = rows;
  const { name, code, levels } = rows.attribute;
  const unknown = unknownNodes(rows.attribute);
  // A graph with labels that are not classes has a target.
  const target = nodes.target!.value;
  if (audited === null) return { name, unknown, group: code, groups: levels, label: target, prediction };
  return {
    name,
    unknown,
    group: Int32Array.from(audited, (node) => code[node]!),
    groups: levels,
    label: Float64Array.from(audited, (node) => target[node]!),
    prediction: Float64Array.from(audited, (node) => prediction[node]!),
    excluded: { "outside-split": graph.nodeCount - audited.length },
  };
}

function trainingWarnings(trained: number | null): ReportWarning[] {
  if (trained === null || trained === 0) return [];
  const message = `the model was trained on ${trained} of the audited nodes; figures may look too good`;
  return [{ code: "training-nodes", message }];
}

function outputNote({ decided }: RegressionOnGraph): string {
  const { knownBy, operators: lastOperators } = decided;
  return `The one output column is the predicted number, ${knownByText({ knownBy, lastOperators })}.`;
}

function originNote({ model, split, provider }: RegressionModelRequest): string {
  const part = split === "all" ? "all nodes" : `the ${split} part of the split that the model records`;
  const { sha256 } = model.description;
  return `Predictions are those of ${basename(model.path)} (sha256 ${sha256}) on ${part}, run with provider ${provider}.`;
}
