import type { ArgumentSpec } from "./option-spec.js";

/** The argument of commands that read a graph, or, where models run on them, the rows of a table. */
export function graphArgument(name: "<graph>" | "[graph]", { rows = false } = {}): ArgumentSpec {
  const graph = "folder with a graph.yaml, a graph card, or a graph in one .safetensors or .npz file";
  return { name, help: rows ? `${graph}; or a CSV, TSV, Parquet or JSON file of rows` : graph, reads: "graph" };
}
