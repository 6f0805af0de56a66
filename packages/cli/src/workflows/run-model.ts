import {
  checkDataFiles,
  checkLabelKind,
  expandLogit,
  inspectModel,
  matchClasses,
  matchTensors,
  openNodeSession,
  outputColumns,
  recodeLabels,
  resolveTask,
  type ClassMatch,
  type ClassOrder,
  type ModelDescription,
  type ModelRun,
  type Provider,
  type ReportedFeatures,
  type ReportWarning,
} from "@evenodds/auditor";
import { dirname, join } from "node:path";
import type { Task } from "@evenodds/core";
import { loadGraph, type LoadedGraph } from "@evenodds/data";
import { matchFeatures, orderedClasses, wantedFeatures } from "./match-names.js";
import { readModel } from "./read-model.js";

/** A model file that was read and inspected. */
export interface InspectedModel {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly description: ModelDescription;
}

/** What a user may say about a model that does not record its task. */
export type AskedTask = Extract<Task, "binary" | "regression">;

interface RunOnGraph {
  readonly description: ModelDescription;
  readonly loaded: LoadedGraph;
  readonly notes: readonly string[];
  /** About the graph, and how it was matched with the model. */
  readonly warnings: readonly ReportWarning[];
  /** How features were matched with a model of another tool; null for one of evenodds. */
  readonly features: ReportedFeatures | null;
  /** What a report says of them. */
  readonly featureNotes: readonly string[];
}

/** A classifier that was run on all nodes of a graph. */
export interface ClassifierOnGraph extends RunOnGraph {
  readonly task: "classification" | "binary";
  /** `[N, C]`; one logit z is here as `[0, z]`. */
  readonly logits: Float32Array;
  readonly match: ClassMatch;
  /** How the order of the classes is known. */
  readonly order: ClassOrder | null;
  /** What a report says of that. */
  readonly orderNotes: readonly string[];
  /** `[N]`, indices into the model's classes. */
  readonly label: Int32Array;
}

/** A regression that was run on all nodes of a graph. */
export interface RegressionOnGraph extends RunOnGraph {
  readonly task: "regression";
  /** `[N]`, the predicted numbers as the model gives them. */
  readonly output: Float32Array;
}

export type ModelOnGraph = ClassifierOnGraph | RegressionOnGraph;

/** Which model to run on which graph, and how. */
export interface RunRequest {
  readonly model: string | InspectedModel;
  readonly graph: string;
  /** What a model that does not record its task is. Default: a classifier with a column per class. */
  readonly task?: AskedTask | undefined;
  readonly provider: Provider;
  readonly threads?: number | undefined;
  /** Column of the node files whose values are wanted as clusters. */
  readonly clusterColumn?: string | undefined;
  /** Called before the model runs; what it throws ends the work early. */
  readonly check?: ((graph: LoadedGraph) => void) | undefined;
  /** Called as each stage begins: inspect model, then those of `loadGraph` and `openNodeSession`. */
  readonly onStage?: ((stage: string) => void) | undefined;
}

/**
 * Loads a model and a graph, matches them, and runs the model on all nodes. Throws {@link ModelError} where the label of
 * the graph is of another kind than what the model predicts.
 */
export async function runModel(request: RunRequest): Promise<ModelOnGraph> {
  const { provider, threads, onStage, task: asked } = request;
  onStage?.("inspect model");
  const { path, bytes, description } = await readInspected(request.model);
  const { externalFiles, metadata } = description;
  const recorded = metadata.task;
  const columns = outputColumns(description);
  const task = resolveTask({ recorded, asked, columns });
  checkDataFiles(description, path);
  const read = await loadGraph(request.graph, {
    ...wantedFeatures(description),
    cluster: request.clusterColumn,
    onStage,
  });
  const { loaded, features, notes: featureNotes, warnings: featureWarnings } = matchFeatures(description, read);
  checkLabelKind(loaded.nodes, { task, recorded, columns });
  request.check?.(loaded);
  const session = await openNodeSession(bytes, {
    provider,
    threads,
    path: externalFiles.length === 0 ? undefined : path,
    description,
    onStage,
  });
  try {
    const run = await session.run(loaded.graph);
    // The file may leave the number of columns open.
    resolveTask({ recorded, asked, columns: run.columns });
    const notes = [...loaded.notes, ...session.notes, ...dataNotes(description)];
    const warnings = [...loaded.warnings, ...featureWarnings];
    const said = { description, loaded, features, featureNotes, notes, warnings };
    return task === "regression"
      ? { ...said, task, output: run.logits }
      : { ...said, ...readClasses(run, { ...said, task }) };
  } finally {
    await session.release();
  }
}

/** What a report that names a model by its hash has to say. */
function dataNotes({ externalFiles }: ModelDescription): string[] {
  if (externalFiles.length === 0) return [];
  const files = externalFiles.map(({ path }) => path).join(", ");
  return [`Weights of the model are in ${files} beside it; the hash of the model does not cover them.`];
}

function readClasses(
  run: ModelRun,
  model: Pick<ClassifierOnGraph, "task" | "description" | "loaded" | "notes" | "warnings">,
): Pick<ClassifierOnGraph, "task" | "logits" | "match" | "order" | "orderNotes" | "label" | "notes" | "warnings"> {
  const { task, description, loaded } = model;
  const { metadata } = description;
  const { classes: graph, label: code } = loaded.nodes;
  const isOneColumn = task === "binary";
  // One column of which nobody has said what it is has no order yet: `matchClasses` says what lacks.
  const isUnsaid = !isOneColumn && run.columns === 1;
  const output = { name: matchTensors(description).output.name, count: isOneColumn ? 2 : run.columns, isOneColumn };
  const ordered = isUnsaid ? { order: null, notes: [], warnings: [] } : orderedClasses(description, { loaded, output });
  const { order } = ordered;
  const match = matchClasses({ model: order?.names ?? metadata.classes, graph, columns: run.columns, task });
  const label = recodeLabels(code, match);
  const { notes } = model;
  const warnings = [...model.warnings, ...ordered.warnings];
  const found = { match, order, orderNotes: ordered.notes, label, warnings };
  if (!isOneColumn) return { ...found, task, logits: run.logits, notes };
  const isAssumed = metadata.task === null || metadata.classes === null;
  const note = `The one output column of the model was taken as the logit of class ${JSON.stringify(match.classes[1])}.`;
  return { ...found, task, logits: expandLogit(run.logits).logits, notes: isAssumed ? [...notes, note] : notes };
}

/** Returns what a command calls the data files of a model, and where they are. */
export function dataFilesOf({ path, description }: InspectedModel): [argument: string, paths: string[]] {
  return ["data of the model", description.externalFiles.map((file) => join(dirname(path), file.path))];
}

/** Reads a model file, or takes one that was read before. Throws {@link ModelError} for a file that is no model. */
export async function readInspected(model: string | InspectedModel): Promise<InspectedModel> {
  if (typeof model !== "string") return model;
  const bytes = await readModel(model);
  return { path: model, bytes, description: inspectModel(bytes, model) };
}
