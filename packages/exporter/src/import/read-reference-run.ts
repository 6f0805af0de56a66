import {
  contract,
  checkGraph,
  InputError,
  ModelError,
  type Graph,
  type Layer,
  type StoredTensor,
} from "@evenodds/core";
import { translationOf } from "../layers/translation-of.js";
import { readTensors } from "./read-tensors.js";

/** A graph, and what another tool computed on it. */
export interface ReferenceRun {
  readonly graph: Graph;
  /** `[N, C]`, row-major. */
  readonly logits: Float32Array;
}

/**
 * Reads a safetensors file with a run of the original model: `x [N, F]`, `edge_index [2, E]` and the `logits` that it
 * gave, `[N, C]` or, of one column, `[N]`.
 *
 * Throws {@link ModelError} where a tensor is missing or has a wrong shape, {@link InputError} for a graph that is
 * none, and for self loops where the model has a GCN layer: there the two tools differ by definition, see
 * {@link treatsLoopsOtherwise}.
 */
export function readReferenceRun(
  file: Uint8Array,
  { name, featureNames, layers }: { name: string; featureNames: readonly string[]; layers: readonly Layer[] },
): ReferenceRun {
  const tensors = readTensors(file, name);
  const take = (key: string, fits: (shape: readonly number[]) => boolean, expected: string) => {
    const found = tensors.get(key);
    if (found !== undefined && fits(found.shape)) return found;
    const shape = found === undefined ? "no such tensor" : `[${found.shape.join(", ")}]`;
    throw new ModelError({ argument: `${key} of ${name}`, expected: `shape ${expected}`, found: shape });
  };
  const width = featureNames.length;
  const x = take(contract.x, ([, columns, ...more]) => columns === width && more.length === 0, `[N, ${width}]`);
  const [nodeCount] = x.shape as [number];
  const arcs = take(contract.edgeIndex, ([rows, , ...more]) => rows === 2 && more.length === 0, "[2, E]");
  const logits = take(contract.logits, ([rows]) => rows === nodeCount, `[${nodeCount}, C]`);
  const graph = { ...graphOf(x, arcs, name), featureNames };
  const { selfLoops } = checkGraph(graph);
  if (selfLoops > 0 && treatsLoopsOtherwise(layers)) {
    throw new InputError({
      argument: `edge_index of ${name}`,
      expected: "no self loops, which PyG's GCNConv treats differently",
      found: `${selfLoops}`,
      hint: "apply torch_geometric.utils.remove_self_loops and run the original model again",
    });
  }
  return { graph, logits: Float32Array.from(logits.values) };
}

/** Whether self loops that a graph lists mean something else to PyG, see `LayerDefinition`. */
export function treatsLoopsOtherwise(layers: readonly Layer[]): boolean {
  return layers.some((layer) => translationOf(layer).differsOnLoops);
}

function graphOf(x: StoredTensor, arcs: StoredTensor, name: string): Omit<Graph, "featureNames"> {
  const nodeCount = x.shape[0]!;
  // A typed array would wrap what it cannot hold.
  const wrong = arcs.values.find((index) => !Number.isInteger(index) || index < 0 || index >= nodeCount);
  if (wrong !== undefined) {
    const expected = `node indices from 0 to ${nodeCount - 1}`;
    throw new InputError({ argument: `edge_index of ${name}`, expected, found: `${wrong}` });
  }
  const count = arcs.shape[1]!;
  return {
    nodeCount,
    source: Int32Array.from(arcs.values.subarray(0, count)),
    target: Int32Array.from(arcs.values.subarray(count)),
    features: Float32Array.from(x.values),
    nodeIds: Array.from({ length: nodeCount }, (_, node) => `${node}`),
  };
}
