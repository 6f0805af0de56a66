import {
  classOrderNote,
  classOrderWarnings,
  featureOrder,
  featureOrderNote,
  featureScales,
  inFeatureOrder,
  recordedClasses,
  reportedFeatures,
  resolveClasses,
  type ClassOrder,
  type GraphClasses,
  type ModelBinding,
  type ModelDescription,
  type ReportedFeatures,
  type ReportWarning,
} from "@evenodds/auditor";
import { isOnDisk } from "@evenodds/core";
import type { LoadedGraph } from "@evenodds/data";
import type { LoadedData } from "./run-model.js";

/** What a run has to say. */
interface Said {
  readonly notes: readonly string[];
  readonly warnings: readonly ReportWarning[];
}

/**
 * Returns which columns of a graph's files a model wants, and what asks for them; nothing where it takes those of the
 * card.
 */
export function wantedFeatures(
  description: ModelDescription,
  binding: ModelBinding,
): {
  readonly featureNames?: readonly string[] | undefined;
  readonly featuresFrom?: string | undefined;
} {
  const { names, source } = featureOrder(description, binding);
  if (names === null) return {};
  return { featureNames: names, featuresFrom: source === null ? undefined : `feature of the model's ${source}` };
}

/**
 * Returns a graph with the features of a model in their order, and what a report says of them: null for a model of
 * evenodds.
 */
export function matchFeatures(
  description: ModelDescription,
  binding: ModelBinding,
  loaded: LoadedData,
): Said & { readonly loaded: LoadedData; readonly features: ReportedFeatures | null } {
  // Only for models of evenodds, whose features were asked for in their order: there is nothing to say of them.
  if (isOnDisk(loaded.graph)) return { loaded, features: null, notes: [], warnings: [] };
  const order = featureOrder(description, binding, loaded.graph.featureNames);
  const graph = inFeatureOrder(loaded.graph, order);
  const features = reportedFeatures(order, graph);
  if (features === null) return { loaded, features, notes: [], warnings: [] };
  const { warnings, note } = featureScales(graph, description.metadata.foreign);
  const notes = [featureOrderNote(features), ...(note === null ? [] : [note])];
  return { loaded: { ...loaded, graph }, features, notes, warnings };
}

/**
 * Returns which class of a graph is in which column of a model's output, for `matchClasses` and for the report.
 * Throws {@link ModelError} where that is not known.
 */
export function orderedClasses(
  description: ModelDescription,
  {
    loaded,
    output,
  }: {
    readonly loaded: Pick<LoadedGraph, "labels" | "nodes">;
    /**
     * The output that is read, with C: 2 where it is one column about the second class, null where it does not tell.
     */
    readonly output: { readonly name: string; readonly count: number | null; readonly isOneColumn: boolean };
  },
): Said & { readonly order: ClassOrder } {
  const graph = graphClasses(loaded);
  const own = description.metadata.classes;
  const recorded = own === null ? recordedClasses(description, output.name) : null;
  const order = resolveClasses({ graph, own, recorded, ...output });
  const note = classOrderNote(order, graph);
  return { order, notes: note === null ? [] : [note], warnings: classOrderWarnings(order, graph) };
}

function graphClasses({ labels, nodes }: Pick<LoadedGraph, "labels" | "nodes">): GraphClasses {
  return { names: nodes.classes, listed: labels.listed, line: labels.line, hints: labels.hints };
}
