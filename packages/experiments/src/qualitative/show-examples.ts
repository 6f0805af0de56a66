import { compressRows, Random, type Graph } from "@evenodds/core";
import { cutNeighbourhood } from "./cut-neighbourhood.js";
import type { Example, ExampleRole, GroupFindings, NodeOutput } from "./qualitative-study.js";
import type { Candidate, GroupSelection, Selection } from "./select-examples.js";
import type { NodeCodes } from "./selection-rule.js";
import type { ModelOutput, ModelPair } from "./summarize-change.js";

/** What the examples are made from. */
export interface ShowOptions extends NodeCodes, ModelPair {
  readonly selection: Selection;
  /** Most nodes that are drawn of one neighbourhood. */
  readonly limit: number;
  readonly seed: number;
}

/** Returns what was found in each group, with its best and its median candidate, numbered through all groups. */
export function showExamples(graph: Graph, options: ShowOptions): GroupFindings[] {
  const rows = compressRows(graph.target, graph.source, graph.nodeCount);
  let number = 0;
  return options.selection.groups.map(({ group, ruleCounts, candidates, change, everyone }): GroupFindings => {
    const examples = chosen(candidates).map(({ candidate, rank, roles }): Example => {
      const { node, label, neighboursLabel, counts } = candidate;
      number++;
      const random = Random.of(options.seed, `drawn neighbours ${number}`);
      return {
        ...{ number, roles, rank, group, label, neighboursLabel, counts },
        before: outputOf(node, options.before),
        after: outputOf(node, options.after),
        drawn: cutNeighbourhood(rows, { ...options, node, random }),
      };
    });
    return { group, ruleCounts, candidates: change, everyone, examples };
  });
}

function chosen(candidates: GroupSelection["candidates"]): {
  readonly candidate: Candidate;
  readonly rank: number;
  readonly roles: readonly ExampleRole[];
}[] {
  const middle = candidates.length >> 1;
  const at = (place: number, ...roles: ExampleRole[]) => ({ candidate: candidates[place]!, rank: place + 1, roles });
  if (candidates.length === 0) return [];
  return middle === 0 ? [at(0, "best", "median")] : [at(0, "best"), at(middle, "median")];
}

function outputOf(node: number, { probability, prediction }: ModelOutput): NodeOutput {
  const columns = probability.length / prediction.length;
  return {
    probability: [...probability.subarray(node * columns, (node + 1) * columns)],
    prediction: prediction[node]!,
  };
}
