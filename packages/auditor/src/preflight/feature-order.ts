import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { ModelError, type Graph } from "@evenodds/core";
import type { ModelDescription } from "../inspect/model-description.js";
import { listNames } from "./list-names.js";
import { gatherFeatures } from "./gather-features.js";
import { featureInput } from "./bind-inputs.js";
import type { ModelBinding } from "./bind-model.js";
import { checkFeatureCount, recordedFeatures } from "./recorded-names.js";

/** Which columns of a graph go into a model, in which order, and how that is known. */
export interface FeatureOrder {
  /** In the order of the model's columns; null: those of the graph, as they stand. */
  readonly names: readonly string[] | null;
  /** `evenodds`: recorded by evenodds. `name`: named by another tool. `position`: by nothing but their place. */
  readonly by: "evenodds" | "name" | "position";
  /** Where in the model another tool's names are; null where it has none. */
  readonly source: string | null;
}

/** What a report says of the features that went into the model of another tool. */
export interface ReportedFeatures {
  readonly count: number;
  /** Names of the first columns, at most {@link firstFeatures}. */
  readonly first: readonly string[];
  /** Of the names in the order of the model's columns, as a JSON list without blanks in UTF-8. */
  readonly sha256: string;
  readonly matchedBy: "name" | "position";
  /** Where in the model the names are; null for a match by position. */
  readonly source: string | null;
}

/** Names that a report lists. */
export const firstFeatures = 6;

/**
 * Returns the order of a model's features: as evenodds recorded it, else as another tool's metadata names them, else
 * that of the graph. Names that only count columns (`f0, f1`) decide nothing where the graph has none of them.
 * `available` are the features of the graph, once it is read.
 *
 * Throws {@link ModelError} for metadata that contradict each other, the model's input or the graph, and for a list
 * that names no columns.
 */
export function featureOrder(
  description: ModelDescription,
  { inputs }: Pick<ModelBinding, "inputs">,
  available: readonly string[] = [],
): FeatureOrder {
  const own = description.metadata.featureNames;
  if (own !== null) return { names: own, by: "evenodds", source: null };
  const x = featureInput(inputs);
  const width = x.shape?.at(-1);
  const recorded = recordedFeatures(description, typeof width === "number" ? width : null);
  const byPosition: FeatureOrder = { names: null, by: "position", source: null };
  if (recorded === null) return byPosition;
  const { names, source, areNumbers } = recorded;
  checkFeatureCount(recorded, x);
  const missing = names.filter((name) => !available.includes(name));
  if (areNumbers && missing.length === names.length) return byPosition;
  if (areNumbers && missing.length > 0) {
    throw new ModelError({
      argument: "features of the graph",
      expected: `all ${names.length} that the model's ${source} names`,
      found: `${missing.length} missing: ${listNames(missing, { most: 5 })}`,
      hint: "name the columns as the model does, and list them under nodes.features.include in the card (x_names of a graph in one file)",
    });
  }
  return { names, by: "name", source };
}

/** Returns a graph whose features are those of an order alone, all of which it has. */
export function inFeatureOrder(graph: Graph, { names, by }: FeatureOrder): Graph {
  if (names === null || by === "evenodds" || JSON.stringify(names) === JSON.stringify(graph.featureNames)) return graph;
  const position = new Map(graph.featureNames.map((name, column) => [name, column]));
  const columns = names.map((name) => position.get(name)!);
  return { ...graph, features: gatherFeatures(graph, columns), featureNames: names };
}

/** Returns what a report says of the features; null for a model of evenodds, which records them. */
export function reportedFeatures(
  { names, by, source }: FeatureOrder,
  graph: Pick<Graph, "featureNames">,
): ReportedFeatures | null {
  if (by === "evenodds") return null;
  const inOrder = names ?? graph.featureNames;
  return {
    count: inOrder.length,
    first: inOrder.slice(0, firstFeatures),
    sha256: bytesToHex(sha256(new TextEncoder().encode(JSON.stringify(inOrder)))),
    matchedBy: by,
    source,
  };
}

/** Returns a sentence for a report about the order of the features and how it is known. */
export function featureOrderNote({ count, first, sha256: hash, matchedBy, source }: ReportedFeatures): string {
  const more = count > first.length ? ` and ${count - first.length} more` : "";
  const order = `${count} features in this order: ${listNames(first)}${more} (sha256 of the names ${hash})`;
  if (matchedBy === "name")
    return `The model takes ${order}, matched by name, from the model's ${source ?? "metadata"}.`;
  return (
    `The model was given ${order}, matched by position, in the order of the graph's columns: not checked, because the ` +
    "model does not record the names of its features."
  );
}
