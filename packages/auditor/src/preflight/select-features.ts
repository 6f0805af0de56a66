import { ModelError, suggest, type Graph } from "@evenodds/core";
import { formatTensor } from "../inspect/describe-tensor.js";
import type { TensorDescription } from "../inspect/model-description.js";
import { listNames } from "./list-names.js";

/**
 * Returns the features `[N, F]` that a model takes. Where it records their names, they are found among those of the
 * graph and put into its order, others are left out; where it does not, the graph must have as many columns as the
 * model, and they are taken as they stand.
 *
 * Throws {@link ModelError} for columns that the graph does not have, with near matches, or for another number of them.
 */
export function selectFeatures(options: {
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
