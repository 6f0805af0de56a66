import { checkGraph, contract, ModelError, type Graph } from "@evenodds/core";
import type { ModelDescription, TensorDescription } from "../inspect/model-description.js";
import { buildEdgeIndex } from "./build-edge-index.js";
import { matchTensors, outputColumns } from "./match-tensors.js";
import { selectFeatures } from "./select-features.js";

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
