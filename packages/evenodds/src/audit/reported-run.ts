import type { ReportedData, ReportWarning } from "@evenodds/auditor";
import { arcCount } from "@evenodds/core";
import type { ModelOnGraph } from "../model/run-model.js";
import type { AuditedPart } from "./audited-nodes.js";

type RunParts = Pick<ModelOnGraph, "description" | "loaded" | "warnings">;

/** Returns the warnings of a run, and then one for every sensitive attribute of the graph that the model sees. */
export function runWarnings({ loaded, description, warnings }: RunParts): ReportWarning[] {
  const inputs = new Set(description.metadata.featureNames ?? loaded.graph.featureNames);
  const seen = loaded.nodes.sensitive
    .filter(({ name }) => inputs.has(name))
    .map(({ name }) => ({
      code: "sensitive-feature",
      message: `The sensitive attribute ${JSON.stringify(name)} is itself one of the model's inputs.`,
    }));
  return [...warnings, ...seen];
}

/** Returns warnings without those that a further run of the same model repeats. */
export function distinctWarnings(warnings: readonly ReportWarning[]): ReportWarning[] {
  return [...new Map(warnings.map((warning) => [JSON.stringify([warning.code, warning.message]), warning])).values()];
}

/** Returns what a report says of the graph or the table, which has no arcs, and of the nodes that were audited. */
export function reportedData(
  { loaded }: Pick<RunParts, "loaded">,
  { audited, selection, ofTable }: Pick<AuditedPart, "audited" | "selection"> & { readonly ofTable: boolean },
): ReportedData {
  return {
    name: loaded.name,
    files: loaded.files.map(({ name, sha256 }) => ({ file: name, sha256 })),
    nodes: loaded.graph.nodeCount,
    arcs: ofTable ? null : arcCount(loaded.graph),
    ...(selection === undefined ? {} : { audited: { nodes: audited!.length, ...selection } }),
  };
}
