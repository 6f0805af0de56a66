import type { ReportedData, ReportWarning } from "@evenodds/auditor";
import type { ModelOnGraph } from "./run-model.js";

type RunParts = Pick<ModelOnGraph, "description" | "loaded">;

/** Returns a warning for every sensitive attribute of the graph that the model sees, after those of the graph's own. */
export function runWarnings({ loaded, description }: RunParts): ReportWarning[] {
  const inputs = new Set(description.metadata.featureNames ?? loaded.graph.featureNames);
  const seen = loaded.nodes.sensitive
    .filter(({ name }) => inputs.has(name))
    .map(({ name }) => ({
      code: "sensitive-feature",
      message: `The sensitive attribute ${JSON.stringify(name)} is itself one of the model's inputs.`,
    }));
  return [...loaded.warnings, ...seen];
}

/** Returns what a report says of the graph. */
export function reportedData({ loaded }: Pick<RunParts, "loaded">): ReportedData {
  return {
    name: loaded.name,
    files: loaded.files.map(({ name, sha256 }) => ({ file: name, sha256 })),
    nodes: loaded.graph.nodeCount,
    arcs: loaded.graph.source.length,
  };
}
