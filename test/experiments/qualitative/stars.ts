import type { Graph } from "@evenodds/core";
import type { ModelOutput } from "@evenodds/experiments/internal";
import { graphOf } from "../../support/tiny-graphs.js";

/** A node and its direct neighbours, joined to nothing else. Labels and groups of the node come first. */
export interface Star {
  readonly labels: readonly number[];
  readonly groups: readonly number[];
}

/** A graph of stars with the arcs of both directions; `centres` are the nodes in the middle. */
export function starsOf(stars: readonly Star[]): {
  graph: Graph;
  label: Int32Array;
  group: Int32Array;
  centres: Int32Array;
} {
  const arcs: [number, number][] = [];
  const centres: number[] = [];
  let next = 0;
  for (const { labels } of stars) {
    const centre = next;
    centres.push(centre);
    labels.slice(1).forEach((_, i) => arcs.push([centre, centre + i + 1], [centre + i + 1, centre]));
    next += labels.length;
  }
  return {
    graph: graphOf(
      arcs,
      Array.from({ length: next }, () => [0]),
    ),
    label: Int32Array.from(stars.flatMap(({ labels }) => labels)),
    group: Int32Array.from(stars.flatMap(({ groups }) => groups)),
    centres: Int32Array.from(centres),
  };
}

/**
 * The output of a model of two classes that gives the right label of every node the same probability, or one for each.
 */
export function outputOf(label: Int32Array, right: number | readonly number[]): ModelOutput {
  const rightOf = (node: number) => (typeof right === "number" ? right : right[node]!);
  const ofFirst = Array.from(label, (y, node) => (y === 1 ? 1 - rightOf(node) : rightOf(node)));
  return {
    probability: Float64Array.from(ofFirst.flatMap((p) => [p, 1 - p])),
    prediction: Int32Array.from(ofFirst, (p) => (p >= 0.5 ? 0 : 1)),
  };
}
