import { hashNodeIds, recordSplit, type Split } from "@evenodds/core";
import { linearModel } from "../../support/onnx-models.js";
import type { Files } from "./temp-folder.js";

const classes = ["0", "1"];

/** Rows of `[group, label, prediction]`; a label `""` is missing. */
export type Rows = readonly (readonly [group: string, label: string, prediction: string])[];

/**
 * A graph card with its files whose nodes `n0`, `n1`, … have the two features of {@link featureModel}, so that the
 * model predicts what the rows say.
 */
export function graphFiles(rows: Rows): Record<"graph.yaml" | "nodes.csv" | "edges.csv", string> {
  const nodes = rows.map(
    ([group, label, prediction], n) => `n${n},${label},${group},${prediction === "0" ? "1,0" : "0,1"}`,
  );
  const edges = rows.slice(1).map((_, n) => `n${n},n${n + 1}`);
  return {
    "graph.yaml": [
      "name: case",
      "nodes:",
      "  files: nodes.csv",
      "  id: id",
      "  label: { column: y, classes: { 0: 0, 1: 1 } }",
      "  sensitive: group",
      "edges: edges.csv",
      "",
    ].join("\n"),
    "nodes.csv": ["id,y,group,left,right", ...nodes, ""].join("\n"),
    "edges.csv": [...edges, ""].join("\n"),
  };
}

/** A model whose logits are the features `left` and `right`; `split` is recorded in it. */
export function featureModel(options: { readonly split?: Partial<Split>; readonly nodes?: number } = {}): Uint8Array {
  const metadata: Record<string, string> = {
    "evenodds.feature_names": JSON.stringify(["left", "right"]),
    "evenodds.classes": JSON.stringify(classes),
  };
  if (options.split !== undefined) {
    const hashes = hashNodeIds(Array.from({ length: options.nodes ?? 6 }, (_, n) => `n${n}`));
    const none = new Int32Array(0);
    const split = { train: none, validation: none, test: none, ...options.split };
    metadata["evenodds.split"] = JSON.stringify(recordSplit(split, hashes));
  }
  return linearModel({ features: 2, classes: 2 }, { metadata });
}

/** `rows` in a folder `graph`, and {@link featureModel} beside it. */
export function auditCase(rows: Rows, model = featureModel({ nodes: rows.length })): Files {
  const files = Object.entries(graphFiles(rows)).map(([name, content]) => [`graph/${name}`, content] as const);
  return { ...Object.fromEntries(files), "model.onnx": model };
}

/** Group b has no node of label 1: its true positive rate is undefined, although every prediction is right. */
export const undecided: Rows = [
  ["a", "1", "1"],
  ["a", "1", "1"],
  ["a", "0", "0"],
  ["a", "0", "0"],
  ["b", "0", "0"],
  ["b", "0", "0"],
];

/** All predictions are right, and both groups have both labels: gap 0. */
export const equal: Rows = [
  ["a", "1", "1"],
  ["a", "0", "0"],
  ["a", "0", "0"],
  ["b", "1", "1"],
  ["b", "0", "0"],
  ["b", "0", "0"],
];

/** Label 1 is recognised in group a and never in group b: gap 1. */
export const unequal: Rows = [
  ["a", "1", "1"],
  ["a", "0", "0"],
  ["a", "0", "0"],
  ["b", "1", "0"],
  ["b", "0", "0"],
  ["b", "0", "0"],
];
