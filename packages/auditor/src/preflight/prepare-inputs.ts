import { checkGraph, contract, isOnDisk, ModelError, type Graph, type GraphOnDisk, suggest } from "@evenodds/core";
import { elementBytes, formatTensor } from "../inspect/describe-tensor.js";
import type { ModelDescription, TensorDescription } from "../inspect/model-description.js";
import type { BoundInput } from "./bind-inputs.js";
import type { ModelBinding } from "./bind-model.js";
import { toElements, type ElementPlace, type Elements } from "./elements.js";
import { gatherFeatures } from "./gather-features.js";
import { gcnArcs, gcnWeights, type WeightedArcs } from "./gcn-arcs.js";
import { axesOf, type InputRole } from "./input-role.js";
import { listNames } from "./list-names.js";

/** One input of a model as it is fed. */
export interface FedInput {
  readonly name: string;
  /** As ONNX Runtime spells it; the elements of float16 are bits. */
  readonly type: string;
  readonly data: Elements | readonly string[];
  readonly dims: readonly number[];
}

/** Arcs as all inputs of one model see them. */
interface FedArcs extends Omit<WeightedArcs, "weight"> {
  readonly weight: Float32Array | undefined;
}

interface Feeding {
  readonly graph: Graph;
  readonly arcs: FedArcs;
  readonly featureNames: readonly string[] | null;
}

/**
 * Returns the tensors to feed to a model for a graph, in the order of the model's inputs: what {@link InputRole} says
 * of the role of each, with the columns of features that the model wants in its order, in the element type of the
 * input. Columns that the model does not want are left out.
 *
 * The graph is checked first, because runtimes read a negative index as the last node and one out of range as zeros.
 *
 * Throws InputError for a graph that is wrong in itself, and {@link ModelError} with both sides where it does not fit.
 */
export function prepareInputs(
  { metadata }: Pick<ModelDescription, "metadata">,
  binding: Pick<ModelBinding, "inputs">,
  graph: Graph,
): readonly FedInput[] {
  checkInputs(binding, graph);
  const arcs: FedArcs = isNormalized(binding.inputs) ? gcnArcs(graph) : { ...graph, weight: graph.edgeWeight };
  const feeding: Feeding = { graph, arcs, featureNames: metadata.featureNames };
  return binding.inputs.map((input) => feed(input, feeding));
}

/**
 * Checks a graph as {@link prepareInputs} does, without making tensors of it. Throws InputError for one that is wrong
 * in itself, and {@link ModelError} for arcs with weights or attributes that the model does not take, or without. A
 * graph on disk is one that was checked when it was put there.
 */
export function checkInputs({ inputs }: Pick<ModelBinding, "inputs">, graph: Graph | GraphOnDisk): void {
  if (!isOnDisk(graph)) checkGraph(graph);
  checkWeights(inputs, isOnDisk(graph) ? graph.arcs : { isWeighted: graph.edgeWeight !== undefined });
  checkAttributes(inputs, isOnDisk(graph) ? {} : graph);
}

/**
 * Returns the sizes of the inputs of a model for a graph, by their names. Arcs that are normalized for a model have
 * those of the nodes among them: their number is at most what is said here.
 */
export function inputSizes(
  { inputs }: Pick<ModelBinding, "inputs">,
  graph: Pick<Graph, "nodeCount" | "source" | "featureNames" | "edgeAttributes">,
): ReadonlyMap<string, readonly number[]> {
  const { nodeCount: nodes, source, featureNames, edgeAttributes } = graph;
  const arcs = source.length + (isNormalized(inputs) ? nodes : 0);
  return new Map(
    inputs.map(({ tensor, axes }) => {
      const fixed = tensor.shape?.at(-1);
      const columns = typeof fixed === "number" ? fixed : featureNames.length;
      const sizes = { N: nodes, E: arcs, F: columns, D: edgeAttributes?.names.length ?? 0 };
      return [tensor.name, axes.map((axis) => (typeof axis === "number" ? axis : sizes[axis]))];
    }),
  );
}

/** Returns how many bytes inputs of these sizes, by their names, take. */
export function inputBytes(
  inputs: readonly Pick<TensorDescription, "name" | "type">[],
  sizes: ReadonlyMap<string, readonly number[]>,
): number {
  return inputs.reduce((sum, { name, type }) => {
    const axes = sizes.get(name);
    return axes === undefined ? sum : sum + axes.reduce((product, size) => product * size, elementBytes(type));
  }, 0);
}

function feed(input: BoundInput, feeding: Feeding): FedInput {
  const { tensor, role } = input;
  const { name, type } = tensor;
  const { graph, arcs } = feeding;
  const { nodeCount: nodes } = graph;
  const { source, target, weight } = arcs;
  const fed = (values: Float32Array | Int32Array, place: ElementPlace["place"], width?: number): FedInput => {
    const data = toElements(values, { type, argument: `model input ${name}`, place });
    const sizes = { N: nodes, E: source.length, F: width ?? 0, D: graph.edgeAttributes?.names.length ?? 0 };
    const dims = input.axes.map((axis) => (typeof axis === "number" ? axis : sizes[axis]));
    checkFixed(input, dims);
    return { name, type, data, dims };
  };
  const ofArc = (e: number) => `on arc ${e % source.length}`;
  const ofNode = (n: number) => `on node ${JSON.stringify(graph.nodeIds[n % nodes])}`;
  switch (role) {
    case "x": {
      const { data, names } = selectFeatures({ ...feeding, input });
      const width = names.length;
      return fed(
        data,
        (i) =>
          `in feature ${JSON.stringify(names[i % width])} of node ${JSON.stringify(graph.nodeIds[Math.floor(i / width)])}`,
        width,
      );
    }
    case "edge_index":
      return fed(joined(source, target), ofArc);
    case "edge-list":
      return fed(interleaved(source, target), ofArc);
    case "source":
      return fed(source, ofArc);
    case "target":
      return fed(target, ofArc);
    case "edge_weight":
      return fed(weight!, ofArc);
    case "edge_attr": {
      const { names, values } = graph.edgeAttributes!;
      const arcOf = (i: number) => Math.floor(i / names.length);
      const idOf = (ends: Int32Array, i: number) => JSON.stringify(graph.nodeIds[ends[arcOf(i)]!]);
      return fed(
        values,
        (i) =>
          `in attribute ${JSON.stringify(names[i % names.length])} of the arc from ${idOf(source, i)} to ${idOf(target, i)}`,
      );
    }
    case "ones":
      return fed(new Float32Array(source.length).fill(1), ofArc);
    case "gcn-norm-without-loops":
      return fed(gcnWeights(graph), ofArc);
    case "gcn-norm":
      return input.axes[0] === "E" ? fed(weight!, ofArc) : fed(matrix(input, feeding), ofNode);
    case "adjacency":
    case "adjacency-self-loops":
      return fed(matrix(input, feeding), ofNode);
    case "degree":
      return fed(inDegree(graph), ofNode);
    case "batch":
      return fed(new Int32Array(nodes), ofNode);
    case "mask":
      return fed(new Float32Array(nodes).fill(1), ofNode);
    case "num_nodes":
      return fed(Int32Array.of(nodes), ofNode);
    case "value":
      return fedValue(tensor, input.value!);
  }
}

/** Returns an input of one element with a number that the caller gives; all its sizes are 1. */
export function fedValue({ name, type, shape }: TensorDescription, value: number | boolean): FedInput {
  const at = { type, argument: `‘map’ ${name}`, place: () => "as its value" };
  return { name, type, data: toElements(Float64Array.of(Number(value)), at), dims: (shape ?? []).map(() => 1) };
}

const seesWeights: ReadonlySet<BoundInput["role"]> = new Set<InputRole>([
  "edge_weight",
  "adjacency",
  "adjacency-self-loops",
  "gcn-norm",
  "gcn-norm-without-loops",
]);
const seesArcs: ReadonlySet<BoundInput["role"]> = new Set<InputRole>(["edge_index", "edge-list", "source"]);

/** Weights that a model would not see, and those that it waits for, make another graph of the same arcs. */
function checkWeights(inputs: readonly BoundInput[], { isWeighted }: { readonly isWeighted: boolean }): void {
  const waiting = inputs.find(({ role }) => role === "edge_weight");
  if (!isWeighted && waiting !== undefined) {
    throw new ModelError({
      argument: `model input ${waiting.tensor.name}`,
      expected: "a graph whose arcs have weights",
      found: "one without",
      hint:
        "name their column in the card: edge_weight under edges (edge_weight of a graph in one file, edgeWeight of one " +
        "in memory); or give every arc 1 " +
        `with ‘map’ ${waiting.tensor.name}=ones`,
    });
  }
  const isUnseen =
    inputs.some(({ role }) => seesArcs.has(role)) &&
    !inputs.some(({ role }) => seesWeights.has(role) || role === "ones");
  if (!isWeighted || !isUnseen) return;
  throw new ModelError({
    argument: "model",
    expected: `an input ${contract.edgeWeight} float32[E], because the arcs of the graph have weights`,
    found: "none",
    hint: "for a model without weights, take a graph without: its card names the column under edges.ignore instead of edges.edge_weight",
  });
}

/** Columns go by their place, so that there must be as many as the model takes. */
function checkAttributes(inputs: readonly BoundInput[], { edgeAttributes }: Pick<Graph, "edgeAttributes">): void {
  for (const { tensor, role, axes } of inputs) {
    if (role !== "edge_attr") continue;
    const argument = `model input ${tensor.name}`;
    const weights =
      axesOf(tensor, "edge_weight") === undefined ? "" : `, or, for weights, say ‘map’ ${tensor.name}=edge_weight`;
    if (edgeAttributes === undefined) {
      throw new ModelError({
        argument,
        expected: "a graph whose arcs have attributes",
        found: "one without",
        hint: `name their columns in the card: edge_attr under edges (edge_attr of a graph in one file, edgeAttributes of one in memory)${weights}`,
      });
    }
    const { names } = edgeAttributes;
    const wanted = axes.length === 1 ? 1 : tensor.shape?.[1];
    if (typeof wanted !== "number" || wanted === names.length) continue;
    throw new ModelError({
      argument,
      expected: `${wanted} attributes of arcs (${formatTensor(tensor)})`,
      found: `${names.length} in the graph (${listNames(names, { most: 5 })})`,
      hint: "name those that the model was trained on, in the order of its training: edge_attr under edges in the card, or the columns of edge_attr in one file",
    });
  }
}

/** Whether the arcs of a model get a self loop for every node, and weights. */
export function isNormalized(inputs: readonly BoundInput[]): boolean {
  return inputs.some(({ role, axes }) => role === "gcn-norm" && axes[0] === "E");
}

/** A model that was exported for one graph has its sizes as fixed dimensions. */
function checkFixed({ tensor, axes, role }: BoundInput, dims: readonly number[]): void {
  axes.forEach((axis, i) => {
    const size = tensor.shape?.[i];
    if (typeof size !== "number" || size === dims[i] || (axis !== "N" && axis !== "E")) return;
    const what = axis === "N" ? "nodes" : role === "gcn-norm" ? "arcs and self loops" : "arcs";
    throw new ModelError({
      argument: `model input ${tensor.name}`,
      expected: `a graph of ${size} ${what}, for which the model was exported`,
      found: `${dims[i]} ${what}`,
      hint: "export the model with dynamic axes for nodes and arcs",
    });
  });
}

/** Returns `[2, E]`, flat: sources, then targets. */
function joined(source: Int32Array, target: Int32Array): Int32Array {
  const indices = new Int32Array(2 * source.length);
  indices.set(source);
  indices.set(target, source.length);
  return indices;
}

/** Returns `[E, 2]`, flat. */
function interleaved(source: Int32Array, target: Int32Array): Int32Array {
  const indices = new Int32Array(2 * source.length);
  for (let e = 0; e < source.length; e++) {
    indices[2 * e] = source[e]!;
    indices[2 * e + 1] = target[e]!;
  }
  return indices;
}

/** Returns `[N]`, the number of arcs that end in each node, weights or not. */
function inDegree({ nodeCount, target }: Graph): Float32Array {
  const degree = new Float32Array(nodeCount);
  for (const node of target) degree[node]!++;
  return degree;
}

/**
 * Returns `[N, N]`, flat. Rows are ends of arcs in some models and starts in others, so that the matrix has to be the
 * same both ways.
 */
function matrix({ tensor, role }: BoundInput, { graph }: Feeding): Float32Array {
  const { nodeCount: nodes } = graph;
  const values = new Float32Array(nodes * nodes);
  const normalized = role === "gcn-norm";
  const { source, target, weight }: FedArcs = normalized ? gcnArcs(graph) : { ...graph, weight: graph.edgeWeight };
  for (let e = 0; e < source.length; e++) values[source[e]! * nodes + target[e]!]! += weight?.[e] ?? 1;
  if (role === "adjacency-self-loops") for (let n = 0; n < nodes; n++) values[n * nodes + n]!++;
  for (let a = 0; a < nodes; a++) {
    for (let b = 0; b < a; b++) {
      const [there, back] = [values[a * nodes + b]!, values[b * nodes + a]!];
      // The factors of a normalized weight are multiplied in another order on the way back.
      if (Math.abs(there - back) <= 1e-6 * Math.max(there, back)) continue;
      throw new ModelError({
        argument: `model input ${tensor.name}`,
        expected: "an undirected graph, because a matrix does not tell whether its rows are sources or targets",
        found: `arcs of weight ${there} from ${JSON.stringify(graph.nodeIds[a])} to ${JSON.stringify(graph.nodeIds[b])}, and ${back} back`,
        hint: "export the model with its arcs as edge_index, or audit a file of its predictions",
      });
    }
  }
  return values;
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
  readonly input: BoundInput;
  readonly featureNames: readonly string[] | null;
}): { readonly data: Float32Array; readonly names: readonly string[] } {
  const { graph, input, featureNames } = options;
  const { tensor } = input;
  const fixed = tensor.shape?.at(-1);
  if (typeof fixed === "number" && featureNames !== null && fixed !== featureNames.length) {
    throw new ModelError({
      argument: "metadata evenodds.feature_names",
      expected: `${fixed} names, as many as ${formatTensor(tensor)} has columns`,
      found: `${featureNames.length}`,
    });
  }
  if (featureNames === null) {
    checkWidth(graph, tensor);
    return { data: graph.features, names: graph.featureNames };
  }
  const columns = findColumns(graph, featureNames);
  const inOrder = columns.every((column, f) => column === f) && columns.length === graph.featureNames.length;
  return { data: inOrder ? graph.features : gatherFeatures(graph, columns), names: featureNames };
}

function checkWidth({ featureNames }: Graph, input: BoundInput["tensor"]): void {
  const fixed = input.shape?.at(-1);
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
