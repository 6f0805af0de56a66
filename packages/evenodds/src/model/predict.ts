import {
  classPredictions,
  classProbabilities,
  knownByText,
  meaningText,
  predictNumbers,
  type NonFinite,
  type ReportWarning,
} from "@evenodds/auditor";
import { defaultProvider } from "@evenodds/core";
import { withScratchPlace } from "@evenodds/data";
import { stageHook, type AuditOptions, type ModelOptions } from "../audit/audit-options.js";
import { attributeColumns } from "./match-table.js";
import {
  isTable,
  runModel,
  type GivenData,
  type GivenModel,
  type MatchRequest,
  type ModelOnGraph,
} from "./run-model.js";

/** How a model is run. */
export interface PredictOptions
  extends
    Pick<
      ModelOptions,
      | "outputKind"
      | "map"
      | "output"
      | "trustScatter"
      | "provider"
      | "deviceId"
      | "allowFallback"
      | "threads"
      | "memory"
      | "nonFinite"
      | "isolate"
    >,
    Pick<AuditOptions, "signal" | "onProgress"> {}

interface PredictionsOfNodes {
  /** `[N]`, in the order of the graph. */
  readonly nodeIds: readonly string[];
  /** What was taken as it is and may mean something else. */
  readonly warnings: readonly ReportWarning[];
  /** Sentences about how model and graph were read. */
  readonly notes: readonly string[];
}

/** What a classifier says of every node. C classes. */
export interface PredictedClasses extends PredictionsOfNodes {
  readonly task: "classification";
  /** `[C]`, in the order of the model. */
  readonly classes: readonly string[];
  /** `[N]`, indices into `classes`; −1 where an output that is not finite was excluded. */
  readonly predicted: Int32Array;
  /** `[N, C]`, in [0, 1]; undefined where the model gives class ids. */
  readonly probabilities: Float32Array | undefined;
  /** `[N]`, the true class, −1 = unknown; undefined where the graph has no label. */
  readonly label: Int32Array | undefined;
}

/** What a regression says of every node. */
export interface PredictedNumbers extends PredictionsOfNodes {
  readonly task: "regression";
  /** `[N]`, in the unit of the label. */
  readonly predicted: Float64Array;
  /** `[N]`, the true number, NaN = unknown; undefined where the graph has none. */
  readonly target: Float64Array | undefined;
}

/**
 * Returns what a model predicts for every node of a graph. Model, graph and errors are those of `auditModel`; the graph
 * needs no label. The `sensitive` columns of a table are matched with the model as `auditModel` does it, and may hold
 * anything.
 */
export async function predict(
  model: GivenModel,
  graph: GivenData,
  options: PredictOptions = {},
): Promise<PredictedClasses | PredictedNumbers> {
  if (options.isolate === true) {
    const { runIsolated } = await import("../isolate/run-isolated.js");
    return runIsolated("predict", model, graph, options);
  }
  const { provider = defaultProvider, nonFinite = "error" } = options;
  return withScratchPlace(async (place) => {
    const disk = provider === defaultProvider ? { place, memory: options.memory } : undefined;
    const request = { ...options, ...withoutAttributes(graph), model, provider, disk, onStage: stageHook(options) };
    return predictionsOf(await runModel(request), nonFinite);
  });
}

function predictionsOf(run: ModelOnGraph, nonFinite: NonFinite): PredictedClasses | PredictedNumbers {
  const { loaded, warnings } = run;
  const { nodeIds } = loaded.graph;
  if (run.task === "regression") {
    const { prediction: predicted } = predictNumbers(run.output, { nodeIds, nonFinite });
    const target = loaded.labelled > 0 ? loaded.nodes.target?.value : undefined;
    return { task: "regression", nodeIds, predicted, target, warnings, notes: run.notes };
  }
  const probabilities = classProbabilities(run.output);
  return {
    task: "classification",
    nodeIds,
    classes: run.match.classes,
    predicted: classPredictions(run.output, { nodeIds, nonFinite }).prediction,
    probabilities: probabilities === null ? undefined : Float32Array.from(probabilities),
    label: loaded.labelled > 0 ? run.label : undefined,
    warnings,
    notes: [...outputNotes(run), ...run.notes, ...run.orderNotes],
  };
}

/** Nothing is compared between groups, so that their columns need neither levels nor bins. */
function withoutAttributes(graph: GivenData): Pick<MatchRequest, "graph" | "aside"> {
  return isTable(graph) ? { graph: { ...graph, sensitive: [] }, aside: attributeColumns(graph) } : { graph };
}

/** Says what an output was taken for that is more than logits. One column has a note of the run. */
function outputNotes({ decided, task }: ModelOnGraph): string[] {
  const { kind, knownBy, operators: lastOperators } = decided;
  if (task !== "classification" || kind === "logits") return [];
  return [`The output was taken as ${meaningText(kind)}, ${knownByText({ knownBy, lastOperators })}.`];
}
