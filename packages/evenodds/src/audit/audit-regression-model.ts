import { basename } from "node:path";
import {
  auditRegressionInSteps,
  knownByText,
  predictNumbers,
  type RegressionAttribute,
  type RegressionInput,
  type RegressionReport,
  type ReportWarning,
} from "@evenodds/auditor";
import { ModelError, version, type Provider, type SplitPart } from "@evenodds/core";
import { withScratchPlace } from "@evenodds/data";
import { auditedPart, maskNotes, trainingNodes, type AuditedPart } from "./audited-nodes.js";
import type { ModelOptions } from "./audit-options.js";
import { checkTableOptions } from "./check-table-options.js";
import { regressionSettings, type RegressionAuditOptions } from "./audit-regression-table.js";
import { unknownNodes, type ChosenAttribute } from "./choose-attributes.js";
import { canBeOnDisk } from "./can-be-on-disk.js";
import { checkStability, measureRegressionStability, type StabilityOptions } from "./measure-stability.js";
import { runAuditedModel, type AuditedRun } from "./run-audited-model.js";
import { distinctWarnings, runWarnings, reportedData } from "./reported-run.js";
import {
  isTable,
  type GivenData,
  type GivenModel,
  type InspectedModel,
  type ModelOnGraph,
  type RegressionOnGraph,
} from "../model/run-model.js";

/** How a regression is audited on a graph or a table. */
export interface RegressionModelAuditOptions extends RegressionAuditOptions, ModelOptions, StabilityOptions {}

/**
 * Runs a regression on all nodes of a graph, or all rows of a table, whose label is a number and returns the audit of
 * its errors. Model and graph are those of `auditModel`. Nodes outside the part of the split that is asked for are
 * counted as excluded.
 *
 * Throws what `auditModel` throws, and {@link ModelError} for a classifier.
 */
export async function auditRegressionModel(
  model: GivenModel,
  graph: GivenData,
  options: RegressionModelAuditOptions = {},
): Promise<RegressionReport> {
  if (options.isolate === true) {
    const { runIsolated } = await import("../isolate/run-isolated.js");
    return runIsolated("auditRegressionModel", model, graph, options);
  }
  const { split = "all" } = options;
  checkStability(options);
  const ofTable = isTable(graph);
  if (ofTable) checkTableOptions({ split });
  const input = await withScratchPlace(async (place) => {
    const given = { ...options, graph, place: canBeOnDisk(options) ? place : undefined };
    return regressionInput(await runAuditedModel(model, given), { ...options, ofTable });
  });
  return auditRegressionInSteps(input, options);
}

/** Returns what the report of a regression is computed from. */
async function regressionInput(
  { inspected, chosen, listed, ...given }: AuditedRun,
  { ofTable, ...options }: RegressionModelAuditOptions & { readonly ofTable: boolean },
): Promise<RegressionInput> {
  const { split = "all", nonFinite = "error" } = options;
  const run = requireRegression(given.run);
  const { provider, placement } = run;
  const { graph: loaded, nodes } = run.loaded;
  const { prediction } = predictNumbers(run.output, { nonFinite, nodeIds: loaded.nodeIds });
  const part = auditedPart(run, { split, model: inspected.path, listed });
  const { recorded, audited, include } = part;
  const trained = trainingNodes(recorded, { label: nodes.label, include });
  const rows = (predicted: Float64Array) =>
    chosen.map((attribute) => auditedRows(run, { attribute, prediction: predicted, audited }));
  const compared = nodes.target!.value.reduce(
    (count, target, node) => count + Number(Number.isFinite(target) && include?.[node] !== 0),
    0,
  );
  const again = await measureRegressionStability({ ...given, run }, { ...options, compared, rows });
  return {
    attributes: rows(prediction),
    version,
    ...regressionSettings(options),
    data: reportedData(run, { ...part, ofTable }),
    placement,
    stability: again?.runs,
    warnings: distinctWarnings([...trainingWarnings(trained), ...runWarnings(run), ...(again?.warnings ?? [])]),
    notes: [
      outputNote(run),
      originNote(inspected, { split, provider, ofTable, selection: part.selection }),
      ...run.featureNotes,
      ...run.notes,
      ...maskNotes(run.loaded),
    ],
  };
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

function originNote(
  { path, description }: InspectedModel,
  {
    split,
    provider,
    ofTable,
    selection,
  }: {
    readonly split: SplitPart | "all";
    readonly provider: Provider;
    readonly ofTable: boolean;
  } & Pick<AuditedPart, "selection">,
): string {
  const chosen = selection === undefined ? null : `the nodes chosen by ${selection.from}`;
  const all = ofTable ? "all rows" : "all nodes";
  const part = chosen ?? (split === "all" ? all : `the ${split} part of the split that the model records`);
  const { sha256 } = description;
  return `Predictions are those of ${basename(path)} (sha256 ${sha256}) on ${part}, run with provider ${provider}.`;
}
