import { checkGraph, contract, ModelError, type Graph, suggest } from "@evenodds/core";
import type { ModelDescription, TensorDescription } from "../inspect/model-description.js";
import { matchTensors, outputColumns } from "./match-tensors.js";
import { formatTensor } from "../inspect/describe-tensor.js";
import { listNames } from "./list-names.js";

/** A graph in the form in which one model takes it. */
export interface PreparedInputs {
  readonly x: { readonly name: string; readonly data: Float32Array; readonly dims: readonly [number, number] };
  readonly edgeIndex: {
    readonly name: string;
    readonly data: BigInt64Array | Int32Array;
    readonly dims: readonly [2, number];
  };
  /** Weights of the arcs, for a model that takes them. */
  readonly edgeWeight:
    { readonly name: string; readonly data: Float32Array; readonly dims: readonly [number] } | undefined;
  /** Name of the output that is read. */
  readonly output: string;
  /** N, the number of rows that the output must have. */
  readonly nodes: number;
  /** C where the model fixes it. */
  readonly columns: number | null;
}

/**
 * Matches a graph to the inputs of a model and returns the tensors to feed: `x float32[N, F]` with the columns that the
 * model wants in its order, and `edge_index [2, E]` (row 0 sources, row 1 targets) as int64, or int32 where the model
 * wants that, and `edge_weight [E]` where it takes that. Columns that the model does not want are left out. The output
 * has to be scores, or class ids where `ids` says that they will do.
 *
 * The graph is checked first, because runtimes read a negative index as the last node and one out of range as zeros.
 *
 * Throws InputError for a graph that is wrong in itself, and {@link ModelError} with both sides where it does not fit.
 */
export function prepareInputs(
  description: ModelDescription,
  graph: Graph,
  options: { readonly ids?: boolean | undefined } = {},
): PreparedInputs {
  checkGraph(graph);
  const { x, edgeIndex, edgeWeight, output } = matchTensors(description, options);
  const { nodeCount } = graph;
  const { data, width } = selectFeatures({ graph, input: x, featureNames: description.metadata.featureNames });
  checkFixed(x, 0, { size: nodeCount, what: "nodes" });
  checkFixed(edgeIndex, 1, { size: graph.source.length, what: "arcs" });
  const weights = matchWeights(edgeWeight, graph);
  return {
    x: { name: x.name, data, dims: [nodeCount, width] },
    edgeIndex: {
      name: edgeIndex.name,
      data: buildEdgeIndex(graph, edgeIndex.type === "int32" ? "int32" : "int64"),
      dims: [2, graph.source.length],
    },
    edgeWeight: weights,
    output: output.name,
    nodes: nodeCount,
    columns: outputColumns(description, options),
  };
}

/** Weights that a model would not see, and those that it waits for, make another graph of the same arcs. */
function matchWeights(
  input: TensorDescription | undefined,
  { edgeWeight, source }: Graph,
): PreparedInputs["edgeWeight"] {
  if (input === undefined && edgeWeight === undefined) return undefined;
  if (input === undefined) {
    throw new ModelError({
      argument: "model",
      expected: `an input ${contract.edgeWeight} float32[E], because the arcs of the graph have weights`,
      found: "none",
      hint: "for a model without weights, take a graph without: its card names the column under edges.ignore instead of edges.edge_weight",
    });
  }
  if (edgeWeight === undefined) {
    throw new ModelError({
      argument: `model input ${input.name}`,
      expected: "a graph whose arcs have weights",
      found: "one without",
      hint: "name their column in the card: edge_weight under edges (‘edgeWeight’ of a graph in memory)",
    });
  }
  checkFixed(input, 0, { size: source.length, what: "arcs" });
  return { name: input.name, data: edgeWeight, dims: [source.length] };
}

/** A model that was exported for one graph has its sizes as fixed dimensions. */
function checkFixed(tensor: TensorDescription, axis: number, graph: { readonly size: number; readonly what: string }) {
  const size = tensor.shape?.[axis];
  if (typeof size !== "number" || size === graph.size) return;
  throw new ModelError({
    argument: `model input ${tensor.name}`,
    expected: `a graph of ${size} ${graph.what}, for which the model was exported`,
    found: `${graph.size} ${graph.what}`,
    hint: "export the model with dynamic axes for nodes and arcs",
  });
}

/** Returns `edge_index [2, E]`, flat: sources, then targets. */
function buildEdgeIndex({ source, target }: Graph, type: "int32" | "int64"): BigInt64Array | Int32Array {
  const arcs = source.length;
  if (type === "int32") {
    const indices = new Int32Array(2 * arcs);
    indices.set(source);
    indices.set(target, arcs);
    return indices;
  }
  const indices = new BigInt64Array(2 * arcs);
  // A BigInt per entry takes longer than many a model. Indices are not negative, so the low half is the whole number;
  // it comes first on every machine that ONNX Runtime is built for.
  const halves = new Int32Array(indices.buffer);
  for (let e = 0; e < arcs; e++) {
    halves[2 * e] = source[e]!;
    halves[2 * (arcs + e)] = target[e]!;
  }
  return indices;
}

/**
 * Returns the features `[N, F]` that a model takes. Where it records their names, they are found among those of the
 * graph and put into its order, others are left out; where it does not, the graph must have as many columns as the
 * model, and they are taken as they stand.
 *
 * Throws {@link ModelError} for columns that the graph does not have, with near matches, or for another number of them.
 */
function selectFeatures(options: {
  readonly graph: Graph;
  readonly input: TensorDescription;
  readonly featureNames: readonly string[] | null;
}): { readonly data: Float32Array; readonly width: number } {
  const { graph, input, featureNames } = options;
  const fixed = input.shape?.[1];
  if (typeof fixed === "number" && featureNames !== null && fixed !== featureNames.length) {
    throw new ModelError({
      argument: "metadata evenodds.feature_names",
      expected: `${fixed} names, as many as ${formatTensor(input)} has columns`,
      found: `${featureNames.length}`,
    });
  }
  if (featureNames === null) {
    checkWidth(graph, input);
    return { data: graph.features, width: graph.featureNames.length };
  }
  const columns = findColumns(graph, featureNames);
  const inOrder = columns.every((column, f) => column === f) && columns.length === graph.featureNames.length;
  return { data: inOrder ? graph.features : gather(graph, columns), width: columns.length };
}

function checkWidth({ featureNames }: Graph, input: TensorDescription): void {
  const fixed = input.shape?.[1];
  if (typeof fixed !== "number" || fixed === featureNames.length) return;
  throw new ModelError({
    argument: `model input ${input.name}`,
    expected: `${fixed} features (${formatTensor(input)}; the model does not record their names)`,
    found: `${featureNames.length} in the graph (${listNames(featureNames, { most: 5 })})`,
    hint: "leave out the columns that the model was not trained on, in the order of its training",
  });
}

function findColumns({ featureNames }: Graph, wanted: readonly string[]): readonly number[] {
  const position = new Map(featureNames.map((name, column) => [name, column]));
  const missing = wanted.filter((name) => !position.has(name));
  const [first] = missing;
  if (first !== undefined) {
    throw new ModelError({
      argument: "features of the graph",
      expected: `all ${wanted.length} columns of the model`,
      found: `${missing.length} missing: ${listNames(missing, { most: 5 })}`,
      hint: `for ${JSON.stringify(first)}, ${suggest(first, featureNames)}`,
    });
  }
  return wanted.map((name) => position.get(name)!);
}

function gather({ features, featureNames, nodeCount }: Graph, columns: readonly number[]): Float32Array {
  const from = featureNames.length;
  const to = columns.length;
  const data = new Float32Array(nodeCount * to);
  for (let n = 0; n < nodeCount; n++) {
    for (let f = 0; f < to; f++) data[n * to + f] = features[n * from + columns[f]!]!;
  }
  return data;
}
