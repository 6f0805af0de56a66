import { basename, dirname, join } from "node:path";
import {
  bindModel,
  checkDataFiles,
  checkLabelKind,
  classIds,
  decideRun,
  edgeAttributeNotes,
  inspectModel,
  matchClasses,
  inputNote,
  namesOfIds,
  openSession,
  outputColumns,
  recodeLabels,
  reportedInputs,
  resolveTask,
  taskOf,
  type ClassifierOutput,
  type ClassMatch,
  type ClassOrder,
  type DecidedOutput,
  type ColumnMap,
  type InputMap,
  type ModelBinding,
  type ModelDescription,
  type ModelRun,
  type ModelSession,
  type OutputKind,
  type OutputMeaning,
  type FedInput,
  type Placement,
  type ReportedFeatures,
  type ReportedInput,
  type ReportWarning,
} from "@evenodds/auditor";
import {
  defaultProvider,
  duringWork,
  InputError,
  isOnDisk,
  machineMemory,
  ModelError,
  sizeText,
  type Graph,
  type GraphOnDisk,
  type Provider,
  type RequestedProvider,
} from "@evenodds/core";
import {
  loadGraph,
  loadGraphWithin,
  memoryGraph,
  type Loaded,
  type LoadOptions,
  type MemoryGraph,
  type RoomForGraph,
  type RowTable,
  type ScratchPlace,
} from "@evenodds/data";
import { matchFeatures, orderedClasses, wantedFeatures } from "./match-features.js";
import { matchTable } from "./match-table.js";
import { findingWarnings, refuseFindings } from "./finding-warnings.js";
import { readModel } from "./read-model.js";
import { wholeRunBytes } from "./whole-run-bytes.js";

/** A model file that was read and inspected. */
export interface InspectedModel {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly description: ModelDescription;
}

/** A graph as a model is run on it: features and arcs are in memory or on disk, and the rest is in memory. */
export type LoadedData = Loaded<Graph | GraphOnDisk>;

interface RunOnGraph {
  readonly description: ModelDescription;
  readonly binding: Pick<ModelBinding, "output">;
  /** What the inputs were given, for a report; null where they are those of evenodds' own models. */
  readonly inputs: readonly ReportedInput[] | null;
  readonly loaded: LoadedData;
  readonly notes: readonly string[];
  /** About the graph, and how it was matched with the model. */
  readonly warnings: readonly ReportWarning[];
  /** How features were matched with a model of another tool; null for one of evenodds. */
  readonly features: ReportedFeatures | null;
  /** What a report says of them. */
  readonly featureNotes: readonly string[];
  /** What the model's output means. */
  readonly decided: DecidedOutput;
  /** What computed. */
  readonly provider: Provider;
  /** Which nodes ran where; null where that needs no proof. */
  readonly placement: Placement | null;
}

/** A classifier that was run on all nodes of a graph. */
export interface ClassifierOnGraph extends RunOnGraph {
  readonly task: "classification" | "binary";
  readonly output: ClassifierOutput;
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
  readonly output: Float32Array | Float64Array;
}

export type ModelOnGraph = ClassifierOnGraph | RegressionOnGraph;

/** A graph to run a model on: the folder or file of a card, or one in memory. */
export type GivenGraph = string | MemoryGraph;

/** What a model runs on: a graph, or the rows of a table, for models that take no arcs. */
export type GivenData = GivenGraph | RowTable;

/** A model to run: the path of its file, its bytes, or one that was inspected. */
export type GivenModel = string | Uint8Array | InspectedModel;

/** Which model meets which graph, and how. */
export interface MatchRequest {
  readonly model: GivenModel;
  readonly graph: GivenData;
  /** What the output of a model means that does not record its task. Default: what its last operators tell. */
  readonly outputKind?: OutputMeaning | undefined;
  /** What inputs of the model are given whose name and form do not tell: parts of a graph, or columns of a table. */
  readonly map?: InputMap | ColumnMap | undefined;
  /** The output that is read, of several. Default: the one called logits, or the only one with scores. */
  readonly output?: string | undefined;
  /** Whether a model is run of which it is known that its scatters overwrite what they should add up. */
  readonly trustScatter?: boolean | undefined;
  /** Column of the node files whose values are wanted as clusters. */
  readonly clusterColumn?: string | undefined;
  /** Attributes of a graph in one file. */
  readonly sensitive?: readonly string[] | undefined;
  /** Columns of a table that are sensitive attributes, as far as a model is concerned, and are not read as such. */
  readonly aside?: readonly string[] | undefined;
  /**
   * Where the features and arcs of a graph with a card go that has no room in memory, if the model can be run layer by
   * layer; they are there as long as the place is. Default: nowhere, and such a graph is loaded all the same.
   */
  readonly disk?: DiskForGraph | undefined;
  /** Called as each stage begins: inspect model, then those of `loadGraph`. */
  readonly onStage?: ((stage: string) => void) | undefined;
}

/** See `disk` of {@link MatchRequest}. */
export interface DiskForGraph {
  readonly place: ScratchPlace;
  /** As in {@link RunRequest}. */
  readonly memory?: number | undefined;
}

/** Where a model runs. */
export interface RunRequest {
  readonly provider: RequestedProvider;
  /** Which of the provider's devices, where it counts them. */
  readonly deviceId?: number | undefined;
  /** Whether nodes with numbers may run elsewhere than on the provider. */
  readonly allowFallback?: boolean | undefined;
  readonly threads?: number | undefined;
  /** Whether a racing model gets `threads` all the same. */
  readonly allowRaces?: boolean | undefined;
  /**
   * Most bytes that the process is to hold: a model of evenodds that may take more is run layer by layer where that has
   * room. A model with a tensor above it is not loaded. Default: what the machine has.
   */
  readonly memory?: number | undefined;
  /** Called as each stage of `openNodeSession` begins. */
  readonly onStage?: ((stage: string) => void) | undefined;
}

/** A model and a graph that fit together, before the model has run. */
export interface MatchedModel {
  readonly inspected: InspectedModel;
  readonly binding: Pick<ModelBinding, "output"> & Partial<Pick<ModelBinding, "inputs">>;
  readonly inputs: readonly ReportedInput[] | null;
  /** What a report says of the inputs. */
  readonly inputNotes: readonly string[];
  readonly loaded: LoadedData;
  /** Tensors that are ready, of a table; a graph is prepared by the session. */
  readonly fed?: readonly FedInput[] | undefined;
  /** How features were matched with a model of another tool; null for one of evenodds. */
  readonly features: ReportedFeatures | null;
  readonly featureNotes: readonly string[];
  readonly featureWarnings: readonly ReportWarning[];
  /** What the caller said that the output is. */
  readonly asked: OutputMeaning | undefined;
}

/**
 * Loads a model and a graph and matches them. Throws {@link ModelError} where the label of the graph is of another kind
 * than what the model predicts, and where an operator of the model is known to be wrong.
 */
export async function matchModel(request: MatchRequest): Promise<MatchedModel> {
  const { onStage, outputKind: asked } = request;
  onStage?.("inspect model");
  const inspected = await readInspected(request.model);
  const { path, description } = inspected;
  const recorded = description.metadata.task;
  if (isTable(request.graph)) return matchTable(inspected, { ...request, graph: request.graph });
  const binding = bindModel(description, { map: request.map as InputMap | undefined, output: request.output });
  const columns = outputColumns(binding.output);
  const task = resolveTask({ recorded, asked: asked && taskOf(asked), columns });
  refuseFindings(description, request);
  checkDataFiles(description, path);
  const options = {
    ...wantedFeatures(description, binding),
    cluster: request.clusterColumn,
    sensitive: request.sensitive,
    onStage,
  };
  const read = await loadGiven(request.graph, options, roomFor(inspected, { binding, disk: request.disk }));
  const {
    loaded,
    features,
    notes: featureNotes,
    warnings: featureWarnings,
  } = matchFeatures(description, binding, read);
  checkLabelKind(loaded.nodes, { task, recorded, columns });
  const inputs = reportedInputs(binding.inputs);
  const inputNotes = [
    ...(inputs === null ? [] : [inputNote(binding.inputs)]),
    ...edgeAttributeNotes(binding.inputs, isOnDisk(loaded.graph) ? undefined : loaded.graph.edgeAttributes),
  ];
  return { inspected, binding, inputs, inputNotes, loaded, features, featureNotes, featureWarnings, asked };
}

/** Whether a model is to run on the rows of a table. */
export function isTable(data: GivenData): data is RowTable {
  return typeof data !== "string" && "table" in data;
}

async function loadGiven(graph: GivenGraph, options: LoadOptions, room: RoomForGraph | undefined): Promise<LoadedData> {
  if (typeof graph !== "string") return memoryGraph(graph, options);
  return room === undefined ? loadGraph(graph, options) : loadGraphWithin(graph, options, room);
}

/** Returns where a graph goes that has no room in memory; undefined where the model cannot be run on it there. */
function roomFor(
  model: InspectedModel,
  { binding, disk }: Pick<MatchRequest, "disk"> & { readonly binding: Pick<ModelBinding, "inputs"> },
): RoomForGraph | undefined {
  if (disk === undefined || !isOwn(model.description) || model.description.metadata.featureNames === null) {
    return undefined;
  }
  const { place, memory = machineMemory() } = disk;
  // It loads the exporter, which other runs do without.
  const isWanted = async () => (await import("./run-layerwise.js")).canRunLayerwise(model, binding);
  return { place, memory, isWanted };
}

/**
 * Runs a model on all nodes of the graph that it was matched with, and decides what its output means. Throws
 * {@link ModelError} where nothing tells that.
 */
export async function runMatched(matched: MatchedModel, request: RunRequest): Promise<ModelOnGraph> {
  const { inspected, binding, inputs, inputNotes, loaded, features, featureNotes, featureWarnings, asked } = matched;
  const { description } = inspected;
  const { metadata } = description;
  return withRun(matched, request, (run, session) => {
    const { classes } = loaded.nodes;
    const named = classes.length > 0 ? classes : (metadata.classes ?? []);
    const decided = decideRun(run, { description, binding, asked, classes: named });
    const notes = [
      ...loaded.notes,
      ...inputNotes,
      ...session.notes,
      ...columnNotes(description, binding),
      ...dataNotes(description),
    ];
    const warnings = [...findingWarnings(description), ...session.warnings, ...loaded.warnings, ...featureWarnings];
    const { placement } = run;
    const where = { provider: session.provider, placement };
    const said = { description, binding, inputs, loaded, features, featureNotes, notes, warnings, decided, ...where };
    const { kind } = decided;
    return kind === "number"
      ? { ...said, task: "regression", output: run.values }
      : { ...said, ...readClasses(run, { ...said, kind }) };
  });
}

/** Runs a model on all nodes of the graph that it was matched with, and hands what it gave to `read`. */
async function withRun<T>(
  { inspected, binding, fed, loaded }: MatchedModel,
  { provider, deviceId, allowFallback, threads, allowRaces, memory = machineMemory(), onStage }: RunRequest,
  read: (run: ModelRun, session: Pick<ModelSession, "provider" | "notes" | "warnings">) => T,
): Promise<T> {
  const { path, bytes, description } = inspected;
  const { inputs } = binding;
  const { graph } = loaded;
  if (fed === undefined && inputs !== undefined && isOwn(description) && isOnCpu(provider)) {
    const mayExceed = isOnDisk(graph) || process.memoryUsage().rss + wholeRunBytes(graph) > memory;
    if (mayExceed) onStage?.("run model");
    // It loads the exporter, which other runs do without.
    const layerwise = mayExceed ? await import("./run-layerwise.js") : undefined;
    const found = await layerwise?.runLayerwise(inspected, { graph, memory, binding: { inputs } });
    if (found) return read(found.run, { ...found, warnings: [] });
  }
  if (isOnDisk(graph)) throw noRoom(graph, memory);
  const session = await openSession(bytes, {
    ...{ provider, deviceId, allowFallback, threads, allowRaces, memory, onStage },
    name: basename(path),
    path: description.externalFiles.length === 0 ? undefined : path,
    description,
    binding,
  });
  try {
    return read(await (fed === undefined ? session.run(graph) : session.feed(fed, graph.nodeCount)), session);
  } finally {
    await session.release();
  }
}

/** About a graph beside whose nodes there is no room for anything. */
function noRoom({ nodeCount }: GraphOnDisk, memory: number): InputError {
  const held = process.memoryUsage().rss;
  return new InputError({
    argument: "memory",
    expected: `room for blocks of ${nodeCount} nodes`,
    found: `${sizeText(held)} in use, with the ids and labels of the nodes, of ${sizeText(memory)}`,
    hint: "allow more: features and arcs are on disk already",
  });
}

/** Whether a file says that evenodds wrote it. */
function isOwn({ metadata }: ModelDescription): boolean {
  return metadata.form !== null;
}

function isOnCpu(provider: RequestedProvider): boolean {
  return provider === defaultProvider;
}

/**
 * Runs a model once more on the graph that it was matched with, hands what it gave to `read`, and returns what comes of
 * that, with what was allowed in this run and may matter.
 */
export async function runAgain<T>(
  matched: MatchedModel,
  request: RunRequest,
  read: (run: ModelRun) => T,
): Promise<{ readonly result: T; readonly warnings: readonly ReportWarning[] }> {
  return withRun(matched, request, (run, { warnings }) => ({ result: read(run), warnings }));
}

/** Returns a further run of a classifier as the first one was read, whatever its numbers are now. */
export function readAgain(run: ModelRun, first: ClassifierOnGraph): ClassifierOutput {
  const { decided, match, loaded } = first;
  const { kind, classes } = first.output;
  return { kind, values: classValues(run, { kind, decided, classes: match.classes, loaded }), classes };
}

/** Matches a model with a graph, see {@link matchModel}, and runs it, see {@link runMatched}. */
export async function runModel(request: MatchRequest & RunRequest): Promise<ModelOnGraph> {
  return runMatched(await matchModel(request), request);
}

/** Says that several outputs were read as one. */
function columnNotes({ columnOutputs }: ModelDescription, { output }: Pick<ModelBinding, "output">): string[] {
  return columnOutputs.flatMap(({ tensor, outputs }) =>
    tensor === output.name
      ? [`The outputs ${outputs.join(", ")} were read as the columns of ${tensor}, a class each.`]
      : [],
  );
}

/** What a report that names a model by its hash has to say. */
function dataNotes({ externalFiles }: ModelDescription): string[] {
  if (externalFiles.length === 0) return [];
  const files = externalFiles.map(({ path }) => path).join(", ");
  return [`Weights of the model are in ${files} beside it; the hash of the model does not cover them.`];
}

function readClasses(
  run: ModelRun,
  model: Pick<ClassifierOnGraph, "description" | "binding" | "loaded" | "notes" | "warnings" | "decided"> & {
    readonly kind: OutputKind;
  },
): Pick<ClassifierOnGraph, "task" | "output" | "match" | "order" | "orderNotes" | "label" | "notes" | "warnings"> {
  const { description, binding, loaded, decided, kind, notes } = model;
  const { metadata } = description;
  const { classes: graph, label: code } = loaded.nodes;
  const task = taskOf(kind) === "binary" ? "binary" : "classification";
  const isOneColumn = task === "binary";
  const isIds = kind === "class-ids";
  // Ids that are names need no order of the classes; those that are numbers have one, but do not tell how many there
  // are.
  const areNames = isIds && (run.texts !== null || decided.ids === "labels");
  const count = isIds ? null : isOneColumn ? 2 : run.columns;
  const { name } = binding.output;
  const ordered = areNames
    ? { order: null, notes: [], warnings: [] }
    : orderedClasses(description, { loaded, output: { name, count, isOneColumn } });
  const { order } = ordered;
  const recorded = order?.names ?? metadata.classes;
  const named = isIds ? (recorded ?? (graph.length > 0 ? graph : namesOfIds(run, decided))) : recorded;
  const columns = isIds ? (named?.length ?? 0) : run.columns;
  const match = matchClasses({ model: named, graph, columns, task });
  const { classes } = match;
  const values = classValues(run, { kind, decided, classes, loaded });
  const isAssumed = isOneColumn && (metadata.task === null || metadata.classes === null);
  const what = kind === "one-probability" ? "probability" : "logit";
  const note = `The one output column of the model was taken as the ${what} of class ${JSON.stringify(classes[1])}.`;
  return {
    task,
    output: { kind, values, classes: classes.length },
    match,
    order,
    orderNotes: ordered.notes,
    label: recodeLabels(code, match),
    notes: isAssumed ? [...notes, note] : notes,
    warnings: [...model.warnings, ...ordered.warnings],
  };
}

/** Returns what an output says of every node: its numbers, or the places of its ids among the classes. */
function classValues(
  run: ModelRun,
  how: Pick<ClassifierOnGraph, "decided" | "loaded"> & {
    readonly kind: OutputKind;
    readonly classes: readonly string[];
  },
): ClassifierOutput["values"] {
  const { kind, decided, classes, loaded } = how;
  if (kind !== "class-ids") return run.values;
  return classIds(run, { ids: decided.ids, classes, nodeIds: loaded.graph.nodeIds });
}

/** Returns what a command calls the data files of a model, and where they are. */
export function dataFilesOf({ path, description }: InspectedModel): [argument: string, paths: string[]] {
  return ["data of the model", description.externalFiles.map((file) => join(dirname(path), file.path))];
}

/**
 * Reads a model file, or takes bytes, or a model that was read before. Throws {@link ModelError} for what is not a
 * model, and for bytes of a model whose weights are in files beside it.
 */
export async function readInspected(model: GivenModel): Promise<InspectedModel> {
  if (typeof model === "string") {
    return duringWork({ doing: `read ${model}`, library: null }, async (work) => {
      const bytes = await readModel(model);
      work.turnTo(`inspect ${model}`);
      return { path: model, bytes, description: inspectModel(bytes, model) };
    });
  }
  if (!(model instanceof Uint8Array)) return model;
  const description = inspectModel(model, "model");
  const [beside] = description.externalFiles;
  if (beside !== undefined) {
    const [expected, found] = [
      "the path of a model with weights in files beside it",
      `its bytes, without ${beside.path}`,
    ];
    throw new ModelError({ argument: "model", expected, found });
  }
  return { path: "model", bytes: model, description };
}
